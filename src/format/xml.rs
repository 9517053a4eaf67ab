//! OpenSudoku's XML: the `data` of every `<game>`, 81 cells.

use super::cells::puzzle_within;
use super::lines::Out;
use super::text::add_up_to;
use crate::input::Origin;
use memchr::{memchr, memmem};

/// Collects `<game ...>` tags, however their lines are broken. Puzzles elsewhere are malformed
/// records.
#[derive(Default)]
pub(super) struct Tags {
    /// The tag or comment so far, from its `<` on.
    tag: Vec<u8>,
    /// Where it began.
    began: Origin,
    /// Whether there was any tag: a text without tags is of another format.
    has_begun: bool,
}

/// A longer tag is not accepted.
const LONGEST: usize = 4096;

const COMMENT: &[u8] = b"<!--";

impl Tags {
    pub(super) fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        let mut rest = line;
        while !rest.is_empty() {
            if self.tag.is_empty() {
                let (text, tag) = rest.split_at(memchr(b'<', rest).unwrap_or(rest.len()));
                if self.has_begun && puzzle_within(text).is_some() {
                    out.record(b"?", at, b"");
                }
                if tag.is_empty() {
                    return;
                }
                (self.began, self.has_begun, rest) = (at, true, &tag[1..]);
                self.tag.push(b'<');
                if tag.starts_with(COMMENT) {
                    self.tag = COMMENT.to_vec();
                    rest = &tag[COMMENT.len()..];
                }
            }
            let end = match &self.tag[..] {
                // Its text does not matter.
                COMMENT => memmem::find(rest, b"-->").map(|end| end + 2),
                tag => end(tag, rest),
            };
            let Some(end) = end else {
                if self.tag != COMMENT {
                    add_up_to(LONGEST, &mut self.tag, rest);
                    add_up_to(LONGEST, &mut self.tag, b" ");
                }
                return;
            };
            // No tag and no value has another `<`, so what was open was not closed.
            let is_closed = rest[end] == b'>';
            add_up_to(LONGEST, &mut self.tag, &rest[..end]);
            self.close(is_closed, out);
            rest = &rest[end + usize::from(is_closed)..];
        }
    }

    fn close(&mut self, is_closed: bool, out: &mut Out) {
        let tag = std::mem::take(&mut self.tag);
        let is_comment = tag.starts_with(COMMENT);
        let is_game = tag.strip_prefix(b"<game").is_some_and(|rest| {
            let next = rest.first();
            next.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'/')
        });
        if is_game {
            let data = data(&tag).filter(|_| is_closed);
            out.record(data.unwrap_or(b"?"), self.began, b"");
        } else if !is_closed && is_comment || !is_comment && puzzle_within(&tag).is_some() {
            out.record(b"?", self.began, b"");
        }
    }

    /// At the end of the text, a tag or a comment may be open.
    pub(super) fn end(&mut self, out: &mut Out) {
        if !self.tag.is_empty() {
            self.close(false, out);
        }
    }
}

/// Where a tag ends in the next part of its text: at `>`, or before another `<`. A value in quotes may
/// have `>`, but not `<`.
fn end(tag: &[u8], part: &[u8]) -> Option<usize> {
    let mut open = None;
    for (i, &byte) in tag.iter().chain(part).enumerate() {
        match (open, byte) {
            (None, b'"' | b'\'') => open = Some(byte),
            (Some(quote), _) if quote == byte => open = None,
            _ => {}
        }
        let is_end = byte == b'<' || byte == b'>' && open.is_none();
        if is_end && i >= tag.len() {
            return Some(i - tag.len());
        }
    }
    None
}

/// The value of the attribute `data` of a tag.
fn data(tag: &[u8]) -> Option<&[u8]> {
    let mut names = memmem::find_iter(tag, b"data");
    names.find_map(|at| {
        let is_name = tag[at - 1].is_ascii_whitespace();
        let value = tag[at + 4..].trim_ascii_start().strip_prefix(b"=")?;
        let value = value.trim_ascii_start();
        let (&quote, inner) = value.split_first().filter(|_| is_name)?;
        let is_quote = matches!(quote, b'"' | b'\'');
        let end = memchr(quote, inner).filter(|_| is_quote)?;
        Some(&inner[..end])
    })
}
