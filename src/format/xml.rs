//! OpenSudoku's XML: the `data` of every `<game>`, 81 cells. A tag stands on one line.

use super::blocks::Out;
use super::cells::puzzle_within;
use crate::input::Origin;
use memchr::{memchr, memmem};

/// Reads the `<game ...>` tags of a line. Puzzles elsewhere are malformed records.
pub(super) fn games(line: &[u8], at: Origin, out: &mut Out) {
    // No tag and no value has another `<`.
    for (i, piece) in line.split(|&byte| byte == b'<').enumerate() {
        let game = piece.strip_prefix(b"game").filter(|_| i > 0);
        match game.map(|rest| rest.first()) {
            Some(None | Some(b' ' | b'\t' | b'/' | b'>')) => {
                out.record(data(piece).unwrap_or(b"?"), at, b"");
            }
            _ if puzzle_within(piece).is_some() => out.record(b"?", at, b""),
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
