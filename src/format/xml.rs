//! OpenSudoku's XML: the `data` of every `<game>`, 81 cells or a game that is being played.

use super::lines::Out;
use super::text::add_up_to;
use super::unsupported::puzzle_within;
use crate::grid::CELLS;
use crate::input::Origin;
use memchr::{memchr, memmem};
use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

/// Collects `<game ...>` tags, however their lines are broken. Puzzles elsewhere are malformed
/// records.
#[derive(Default)]
pub(super) struct Tags {
    /// The tag so far, from its `<` on.
    tag: Vec<u8>,
    end: TagEnd,
    /// Where the tag or comment began.
    began: Origin,
    comment: bool,
    /// Whether there was any tag: a text without tags is of another format.
    has_begun: bool,
}

/// Finds the end of a tag, after its `<`. A value in quotes may have `>`, but not `<`.
#[derive(Default)]
struct TagEnd {
    /// The quote that is open.
    quote: Option<u8>,
}

impl TagEnd {
    /// Where the tag ends in the next part of its text: at `>`, or before another `<`.
    fn find(&mut self, part: &[u8]) -> Option<usize> {
        part.iter().position(|&byte| {
            match (self.quote, byte) {
                (None, b'"' | b'\'') => self.quote = Some(byte),
                (Some(quote), _) if quote == byte => self.quote = None,
                _ => {}
            }
            byte == b'<' || byte == b'>' && self.quote.is_none()
        })
    }
}

/// A longer tag is not accepted.
const LONGEST: usize = 4096;

impl Tags {
    pub(super) fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        let mut rest = line;
        loop {
            if self.comment {
                let Some(end) = memmem::find(rest, b"-->") else {
                    return;
                };
                rest = &rest[end + 3..];
                self.comment = false;
            }
            if self.tag.is_empty() {
                let open = memchr(b'<', rest);
                let (text, tag) = rest.split_at(open.unwrap_or(rest.len()));
                if self.has_begun && puzzle_within(text).is_some() {
                    out.record(b"?", at, b"");
                }
                if tag.is_empty() {
                    return;
                }
                (self.began, self.has_begun) = (at, true);
                self.comment = tag.starts_with(b"<!--");
                rest = tag;
                if self.comment {
                    continue;
                }
                self.add(b"<");
                rest = &rest[1..];
            } else {
                self.add(b" ");
            }
            let Some(end) = self.end.find(rest) else {
                return self.add(rest);
            };
            // No tag and no value has another `<`, so what was open was not closed.
            let is_closed = rest[end] == b'>';
            self.add(&rest[..end + usize::from(is_closed)]);
            self.close(is_closed, out);
            rest = &rest[end + usize::from(is_closed)..];
        }
    }

    fn add(&mut self, part: &[u8]) {
        add_up_to(LONGEST, &mut self.tag, part);
    }

    fn close(&mut self, is_closed: bool, out: &mut Out) {
        let tag = std::mem::take(&mut self.tag);
        self.end = TagEnd::default();
        let is_game = tag.strip_prefix(b"<game").is_some_and(|rest| {
            let next = rest.first();
            next.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'/' || *byte == b'>')
        });
        if is_game {
            let data = clues(&tag).filter(|_| is_closed);
            out.record(data.as_deref().unwrap_or(b"?"), self.began, b"");
        } else if puzzle_within(&tag).is_some() {
            out.record(b"?", self.began, b"");
        }
    }

    /// At the end of the text, a tag or a comment may be open.
    pub(super) fn end(&mut self, out: &mut Out) {
        if !self.tag.is_empty() {
            self.close(false, out);
        }
        if std::mem::take(&mut self.comment) {
            out.record(b"?", self.began, b"");
        }
    }
}

/// The clues of a tag.
fn clues(tag: &[u8]) -> Option<Vec<u8>> {
    let data = data(tag)?;
    Some(saved(&data).unwrap_or(data))
}

/// The cells of a game as OpenSudoku saves it while it is played: `version: 3` and, after a line
/// feed or a space, `digit|marks|editable|` for each cell. Later versions have more fields before the
/// last.
fn saved(data: &[u8]) -> Option<Vec<u8>> {
    let rest = data.strip_prefix(b"version: ")?;
    let version = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let fields = rest[version..].trim_ascii().split(|&byte| byte == b'|');
    let fields: Vec<&[u8]> = fields.filter(|field| !field.is_empty()).collect();
    let width = fields.len() / CELLS;
    ((3..=5).contains(&width) && fields.len() == width * CELLS).then_some(())?;
    let cell = |fields: &[&[u8]]| match (fields[0], fields[width - 1]) {
        (&[digit @ b'0'..=b'9'], b"0") => Some(digit),
        // A player has entered it.
        (&[b'0'..=b'9'], b"1") => Some(b'0'),
        _ => None,
    };
    fields.chunks(width).map(cell).collect()
}

/// The value of the attribute `data` of a tag.
fn data(tag: &[u8]) -> Option<Vec<u8>> {
    let text = str::from_utf8(tag).ok()?;
    let (Event::Start(tag) | Event::Empty(tag)) = Reader::from_str(text).read_event().ok()? else {
        return None;
    };
    let data = tag.try_get_attribute("data").ok()??;
    Some(
        data.normalized_value(XmlVersion::Implicit1_0)
            .ok()?
            .into_owned()
            .into_bytes(),
    )
}
