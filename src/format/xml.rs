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
    /// The tag or comment so far, from its `<` on, or the text after the last.
    text: Vec<u8>,
    /// Where it began.
    began: Origin,
    /// The quote that is open in it.
    quote: Option<u8>,
    /// The last two bytes before this one.
    last: [u8; 2],
    /// Whether there was any tag: a text without tags is of another format.
    has_begun: bool,
}

/// A longer tag is not accepted.
const LONGEST: usize = 4096;

const COMMENT: &[u8] = b"<!--";

impl Tags {
    pub(super) fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        for &byte in line.iter().chain(b" ") {
            let is_comment = self.text.starts_with(COMMENT);
            let is_tag = !is_comment && self.text.starts_with(b"<");
            match byte {
                // No tag and no value has another `<`, so what was open was not closed.
                b'<' if !is_comment => {
                    self.close(!is_tag, out);
                    (self.began, self.has_begun) = (at, true);
                    self.text.push(byte);
                }
                b'>' if is_comment && self.last == *b"--" || is_tag && self.quote.is_none() => {
                    self.close(true, out);
                }
                _ => {
                    match self.quote {
                        Some(quote) if quote == byte => self.quote = None,
                        None if is_tag && matches!(byte, b'"' | b'\'') => self.quote = Some(byte),
                        _ => {}
                    }
                    if self.text.is_empty() {
                        self.began = at;
                    }
                    add_up_to(LONGEST, &mut self.text, &[byte]);
                }
            }
            self.last = [self.last[1], byte];
        }
        if !self.text.starts_with(b"<") {
            self.close(true, out);
        }
    }

    /// Ends a tag, a comment, or the text between.
    fn close(&mut self, is_closed: bool, out: &mut Out) {
        let text = std::mem::take(&mut self.text);
        self.quote = None;
        let is_game = text.strip_prefix(b"<game").is_some_and(|rest| {
            let next = rest.first();
            next.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'/')
        });
        let is_comment = text.starts_with(COMMENT);
        if is_game {
            let data = data(&text).filter(|_| is_closed);
            out.record(data.unwrap_or(b"?"), self.began, b"");
        } else if is_comment && !is_closed
            || !is_comment && self.has_begun && puzzle_within(&text).is_some()
        {
            out.record(b"?", self.began, b"");
        }
    }

    /// At the end of the text, a tag or a comment may be open.
    pub(super) fn end(&mut self, out: &mut Out) {
        self.close(false, out);
    }
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
