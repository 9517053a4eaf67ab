//! OpenSudoku's XML: the `data` of every `<game>`, 81 cells or a game that is being played.

use super::lines::Out;
use crate::grid::CELLS;
use crate::input::Origin;
use memchr::memmem;
use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

/// Collects `<game ...>` tags, however their lines are broken.
#[derive(Default)]
pub(super) struct Tags {
    /// The tag so far, from its `<game` on.
    tag: Vec<u8>,
    began: Origin,
    comment: bool,
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
                let Some(open) = memchr::memchr(b'<', rest) else {
                    return;
                };
                rest = &rest[open..];
                self.comment = rest.starts_with(b"<!--");
                if self.comment {
                    continue;
                }
                self.began = at;
            } else {
                self.tag.push(b' ');
            }
            let end = memchr::memchr(b'>', rest);
            let part = &rest[..end.map_or(rest.len(), |end| end + 1)];
            let left = LONGEST.saturating_sub(self.tag.len());
            self.tag.extend_from_slice(&part[..part.len().min(left)]);
            let Some(end) = end else {
                return;
            };
            self.close(out);
            rest = &rest[end + 1..];
        }
    }

    fn close(&mut self, out: &mut Out) {
        let tag = std::mem::take(&mut self.tag);
        let is_game = tag.strip_prefix(b"<game").is_some_and(|rest| {
            let next = rest.first();
            next.is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/' || *byte == b'>')
        });
        if is_game {
            let data = clues(&tag);
            out.record(data.as_deref().unwrap_or(b"?"), self.began, b"");
        }
    }

    /// At the end of the text, a tag may be open.
    pub(super) fn end(&mut self, out: &mut Out) {
        if self.tag.starts_with(b"<game") {
            out.record(b"?", self.began, b"");
        }
        self.tag.clear();
        self.comment = false;
    }
}

/// The clues of a tag.
fn clues(tag: &[u8]) -> Option<Vec<u8>> {
    let data = data(tag)?;
    Some(saved(&data, |is_entered| !is_entered).unwrap_or(data))
}

/// All digits of a tag, also those that a player has entered.
pub(super) fn digits(tag: &[u8]) -> Option<Vec<u8>> {
    let data = data(tag)?;
    Some(saved(&data, |_| true).unwrap_or(data))
}

/// The cells of a game as OpenSudoku saves it while it is played: `version: 3` and, after a line
/// feed or a space, `digit|marks|editable|` for each cell. Later versions have more fields before the
/// last.
fn saved(data: &[u8], is_taken: impl Fn(bool) -> bool) -> Option<Vec<u8>> {
    let rest = data.strip_prefix(b"version: ")?;
    let version = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let fields = rest[version..].trim_ascii().split(|&byte| byte == b'|');
    let fields: Vec<&[u8]> = fields.filter(|field| !field.is_empty()).collect();
    let width = fields.len() / CELLS;
    ((3..=5).contains(&width) && fields.len() == width * CELLS).then_some(())?;
    let cell = |fields: &[&[u8]]| match (fields[0], fields[width - 1]) {
        (&[digit @ b'0'..=b'9'], &[editable @ (b'0' | b'1')]) => {
            Some(if is_taken(editable == b'1') {
                digit
            } else {
                b'0'
            })
        }
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
