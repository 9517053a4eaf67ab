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
    let start = memmem::find(tag, b" data=\"")? + 7;
    let end = memchr(b'"', &tag[start..])?;
    Some(&tag[start..start + end])
}
