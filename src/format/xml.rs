//! OpenSudoku's XML: the `data` of every `<game>`, 81 cells. A tag stands on one line.

use super::cells::puzzle_within;
use super::lines::Out;
use crate::input::Origin;
use memchr::{memchr, memmem};

/// Reads `<game ...>` tags. Puzzles elsewhere are malformed records.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// Where a comment began that is open.
    comment: Option<Origin>,
    /// Whether there was any tag: a text without tags is of another format.
    has_begun: bool,
}

impl Tags {
    pub(super) fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        // No tag and no value has another `<`.
        for (i, piece) in line.split(|&byte| byte == b'<').enumerate() {
            self.has_begun |= i > 0;
            if self.comment.is_none() && i > 0 && piece.starts_with(b"!--") {
                self.comment = Some(at);
            }
            if self.comment.is_some() {
                let end = memmem::find(piece, b"-->");
                self.comment = self.comment.filter(|_| end.is_none());
                continue;
            }
            let game = piece.strip_prefix(b"game").filter(|_| i > 0);
            let next = game.map(|rest| rest.first());
            match next {
                Some(None | Some(b' ' | b'\t' | b'/' | b'>')) => {
                    out.record(data(piece).unwrap_or(b"?"), at, b"");
                }
                _ if self.has_begun && puzzle_within(piece).is_some() => out.record(b"?", at, b""),
                _ => {}
            }
        }
    }

    /// At the end of the text, a comment may be open.
    pub(super) fn end(&mut self, out: &mut Out) {
        if let Some(began) = self.comment.take() {
            out.record(b"?", began, b"");
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
