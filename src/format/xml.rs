//! OpenSudoku's XML: the `data` of every `<game>`, 81 cells. A tag stands on one line.

use super::cells::puzzle_within;
use super::lines::Out;
use crate::input::Origin;
use memchr::{memchr, memmem};

/// Reads the `<game ...>` tags of a line. Below the first tag of the text, puzzles elsewhere are
/// malformed records.
pub(super) fn games(line: &[u8], at: Origin, has_begun: &mut bool, out: &mut Out) {
    // No tag and no value has another `<`.
    for (i, piece) in line.split(|&byte| byte == b'<').enumerate() {
        *has_begun |= i > 0;
        let game = piece.strip_prefix(b"game").filter(|_| i > 0);
        match game.map(|rest| rest.first()) {
            Some(None | Some(b' ' | b'\t' | b'/' | b'>')) => {
                out.record(data(piece).unwrap_or(b"?"), at, b"");
            }
            _ if *has_begun && puzzle_within(piece).is_some() => out.record(b"?", at, b""),
            _ => {}
        }
    }
}

/// The value of the attribute `data` of a tag.
fn data(tag: &[u8]) -> Option<&[u8]> {
    let mut names = memmem::find_iter(tag, b"data");
    names.find_map(|at| {
        let is_name = tag[at - 1].is_ascii_whitespace();
        let value = tag[at + 4..].trim_ascii_start().strip_prefix(b"=")?;
        let (&quote, inner) = value.trim_ascii_start().split_first().filter(|_| is_name)?;
        let end = memchr(quote, inner).filter(|_| matches!(quote, b'"' | b'\''))?;
        Some(&inner[..end])
    })
}
