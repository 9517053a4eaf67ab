//! Formats whose puzzles take several lines, brought into lines.

use super::cells::{is_blank, with_dashes, with_gaps};
use super::columns::is_comment;
use super::kind::Kind;
use super::lines::Out;
use super::peek::copied;
use super::{leetcode, xml};
use crate::grid::{CELLS, Puzzle};
use crate::input::{Bytes, Chunk, InputError, Origin, Source};
use std::borrow::Cow;
use std::ops::Range;

/// Reads records that take several lines and yields them as lines of 81 cells,
/// with the place where each began. A record that cannot be read becomes a line
/// that is no puzzle.
pub struct BlockReader {
    source: Box<dyn Source>,
    lines: Assembler,
    /// The last line that was read.
    line: Origin,
    offset: u64,
    ended: bool,
    /// The bytes in which records must begin.
    part: Range<u64>,
}

impl BlockReader {
    /// Reads records of that kind from a source.
    pub fn new(kind: Kind, source: Box<dyn Source>) -> BlockReader {
        BlockReader {
            source,
            lines: Assembler::new(kind),
            line: Origin::default(),
            offset: 0,
            ended: false,
            part: 0..u64::MAX,
        }
    }

    /// Hands on only the records whose first line begins in these bytes of the
    /// source, which is read from its start all the same.
    pub fn within(mut self, part: Range<u64>) -> BlockReader {
        self.part = part;
        self
    }

    fn line(&mut self, line: &[u8], offset: u64, out: &mut Out) {
        self.line.line += 1;
        self.line.offset = offset;
        self.lines.line(line.trim_ascii_end(), self.line, out);
    }
}

impl Source for BlockReader {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut text = recycled.unwrap_or_default();
        text.clear();
        let mut out = Out {
            text,
            origins: Vec::new(),
            part: self.part.clone(),
            past: false,
        };
        while out.text.is_empty() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.lines.end(self.line, &mut out);
                self.ended = true;
                break;
            };
            // Chunks are whole lines; the last of one may lack its line feed.
            let text = chunk.bytes.strip_suffix(b"\n").unwrap_or(&chunk.bytes);
            let mut offset = chunk.offset;
            for line in text.split(|&byte| byte == b'\n') {
                self.line(line, offset, &mut out);
                offset += line.len() as u64 + 1;
            }
            copied(&chunk, self.source.name())?;
            // Records come in the order in which they begin.
            self.ended = out.past;
        }
        if out.text.is_empty() {
            return Ok(None);
        }
        let offset = self.offset;
        self.offset += out.text.len() as u64;
        Ok(Some(Chunk {
            bytes: Bytes::Owned(out.text),
            source: 0,
            offset,
            origins: Some(out.origins),
            broken: None,
        }))
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}

/// Puts records together, line by line.
pub(super) struct Assembler {
    kind: Kind,
    cells: Vec<u8>,
    rows: usize,
    /// Where the record began.
    began: Origin,
    label: Vec<u8>,
    /// Whether the lines are part of puzzles (sections, `end`).
    inside: bool,
    /// Whether a row of the record has not nine cells.
    odd: bool,
    /// Blank lines within the record, and what was read before the first.
    gaps: usize,
    gap: Gap,
    /// Whether dashes are blanks in a row of a grid.
    dashes: bool,
    /// Records that a count promised and that have not come yet.
    owed: u64,
    boards: leetcode::Boards<Origin>,
    tag: xml::Tags,
}

impl Assembler {
    pub(super) fn new(kind: Kind) -> Assembler {
        Assembler {
            kind,
            cells: Vec::new(),
            rows: 0,
            began: Origin::default(),
            label: Vec::new(),
            inside: true,
            odd: false,
            gaps: 0,
            gap: Gap::default(),
            dashes: false,
            owed: 0,
            boards: leetcode::Boards::default(),
            tag: xml::Tags::default(),
        }
    }

    pub(super) fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        let text = line.trim_ascii();
        match self.kind {
            Kind::Leetcode | Kind::Array => self.boards(line, at, out),
            Kind::OpenSudoku => self.tag.line(line, at, out),
            Kind::Poj3074 => {
                if text.eq_ignore_ascii_case(b"end") {
                    self.inside = false;
                } else if self.inside && !text.is_empty() {
                    out.record(text, at, b"");
                }
            }
            _ if text.is_empty() => self.blank(),
            Kind::Hodoku if text[0] == b'#' => {}
            Kind::Hodoku => match hodoku(text) {
                Some((cells, tail)) => out.record(&cells, at, tail),
                None => out.record(b"", at, b""),
            },
            Kind::Poj2676 if self.rows == 0 && self.owed == 0 && count(text).is_some() => {
                self.owed = count(text).unwrap_or_default();
            }
            Kind::Euler96 if text.starts_with(b"Grid") => {
                self.flush(out);
                self.label = text.to_vec();
                self.began = at;
            }
            Kind::Sdk if text[0] == b'#' => {}
            Kind::Sdk if text[0] == b'[' => {
                self.flush(out);
                self.inside = text.eq_ignore_ascii_case(b"[puzzle]");
            }
            Kind::Sdk if !self.inside => {}
            Kind::Noip2009 | Kind::Spaced => {
                let cells: Vec<u8> = text.split(u8::is_ascii_whitespace).map(one_cell).collect();
                self.row(&cells, at, out);
            }
            Kind::Ss => {
                let rule = text.contains(&b'-') && text.iter().all(|b| b"*-+|".contains(b));
                if !rule {
                    let bare = |byte: &&u8| !matches!(byte, b'|' | b' ');
                    let cells: Vec<u8> = text.iter().filter(bare).copied().collect();
                    self.row(&cells, at, out);
                }
            }
            Kind::Grid => self.grid(line, at, out),
            _ => self.row(text, at, out),
        }
    }

    /// Boards in JSON, perhaps with a name and `=` in front.
    fn boards(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        let mut rest = line;
        if self.boards.is_between() {
            rest = leetcode::without_assignment(line);
            if is_comment(rest.trim_ascii_start()) {
                return;
            }
        }
        while let Some(((cells, began), more)) = self.boards.line(rest, at) {
            out.record(
                cells.as_ref().map_or(&b""[..], |cells| &cells[..]),
                began,
                b"",
            );
            rest = more;
        }
    }

    /// Nine cells. A row of another length ends its record, which is none.
    fn row(&mut self, cells: &[u8], at: Origin, out: &mut Out) {
        if self.rows == 0 && self.label.is_empty() {
            self.began = at;
        }
        if self.gap.rows > 0 && self.gap.rows == self.rows {
            self.gap.next = at;
        }
        self.cells
            .extend_from_slice(&cells[..cells.len().min(CELLS)]);
        self.rows += 1;
        self.odd |= cells.len() != 9;
        if self.rows == 9 && !self.split(out) {
            self.flush(out);
        }
    }

    fn blank(&mut self) {
        if self.rows > 0 && self.gap.rows != self.rows {
            self.gaps += 1;
            self.gap.rows = self.rows;
        }
    }

    /// Nine rows with one blank line among them, and that not between bands,
    /// are two records: the first lacks rows, the second has just begun. So a
    /// lost line costs its own record and none behind it.
    fn split(&mut self, out: &mut Out) -> bool {
        let Gap { rows, next } = self.gap;
        if self.odd || self.gaps != 1 || rows.is_multiple_of(3) {
            return false;
        }
        let rest = self.cells.split_off(9 * rows);
        self.flush(out);
        self.rows = rest.len() / 9;
        self.cells = rest;
        self.began = next;
        true
    }

    /// Cells wherever they stand; 81 of them are a puzzle.
    fn grid(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        if line.trim_ascii_start().starts_with(b"#") {
            return;
        }
        if is_words(line) {
            // A heading: what it stands above is another grid.
            self.flush(out);
            return;
        }
        if self.cells.is_empty() && is_numbering(line.trim_ascii()) {
            return;
        }
        let drawn = without_box_drawing(line);
        let dashed = with_dashes(&drawn, self.dashes);
        self.dashes |= dashed.is_some();
        if let Some(cells) = dashed.or_else(|| with_gaps(&drawn)) {
            return cells.into_iter().for_each(|cell| self.cell(cell, at, out));
        }
        let rule = drawn.iter().filter(|&&b| matches!(b, b'-' | b'=')).count() > 2;
        for &byte in drawn.iter() {
            let frame = matches!(
                byte,
                b' ' | b'\t' | b'|' | b'+' | b'-' | b'=' | b':' | b'!' | b','
            );
            if frame || rule && !byte.is_ascii_digit() {
                continue;
            }
            self.cell(if Puzzle::is_cell(byte) { byte } else { b'?' }, at, out);
        }
    }

    /// The next of 81 cells.
    fn cell(&mut self, cell: u8, at: Origin, out: &mut Out) {
        if self.cells.is_empty() {
            self.began = at;
        }
        self.cells.push(cell);
        if self.cells.len() == CELLS {
            // Spaces are blanks where nothing else is one.
            if !self.cells.iter().any(|&cell| is_blank(cell)) {
                let gaps = self.cells.iter_mut().filter(|cell| **cell == b' ');
                gaps.for_each(|gap| *gap = b'.');
            }
            self.flush(out);
        }
    }

    fn flush(&mut self, out: &mut Out) {
        if self.rows != 0 || !self.cells.is_empty() || !self.label.is_empty() {
            if self.odd {
                // Whatever its rows hold, the record must not have 81 cells.
                self.cells.truncate(CELLS - 2);
                self.cells.push(b'?');
            }
            out.record(&self.cells, self.began, &self.label);
            self.owed = self.owed.saturating_sub(1);
        }
        self.cells.clear();
        self.label.clear();
        self.rows = 0;
        self.odd = false;
        self.gaps = 0;
        self.gap = Gap::default();
    }

    /// The text ends behind its line `last`.
    pub(super) fn end(&mut self, last: Origin, out: &mut Out) {
        self.flush(out);
        if self.owed > 0 {
            // Fewer than the count says: the input was cut short.
            out.record(b"", last, b"");
            self.owed = 0;
        }
        if let Some((cells, began)) = self.boards.end() {
            out.record(
                cells.as_ref().map_or(&b""[..], |cells| &cells[..]),
                began,
                b"",
            );
        }
        self.tag.end(out);
    }
}

/// The cells of a line of HoDoKu's library, and what follows: they stand behind the third colon, with
/// `+` before digits that were placed.
pub(super) fn hodoku(line: &[u8]) -> Option<([u8; CELLS], &[u8])> {
    let mut fields = line.splitn(5, |&byte| byte == b':');
    let cells = fields.nth(3).filter(|_| line[0] == b':')?;
    let cells: Vec<u8> = cells.iter().copied().filter(|&byte| byte != b'+').collect();
    let cells: [u8; CELLS] = cells.try_into().ok()?;
    cells
        .iter()
        .all(|&byte| Puzzle::is_cell(byte))
        .then(|| (cells, fields.next().unwrap_or_default()))
}

/// Where the first blank line of a record was.
#[derive(Default)]
struct Gap {
    /// Rows before it; 0 where there is none.
    rows: usize,
    /// Where the row behind it begins.
    next: Origin,
}

/// The count above the puzzles: shorter than a row of them.
fn count(text: &[u8]) -> Option<u64> {
    let digits = text.len() < 9 && text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text)
        .ok()?
        .parse()
        .ok()
        .filter(|_| digits)
}

/// Whether two letters stand side by side that are no blanks.
fn is_words(text: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() && !Puzzle::is_cell(*byte);
    text.windows(2).any(|pair| pair.iter().all(letter))
}

/// Whether a text above a board is its number: `1.`, `12)`, `(3)`.
fn is_numbering(text: &[u8]) -> bool {
    let number = text.strip_prefix(b"(").unwrap_or(text);
    match number.split_last() {
        Some((b'.' | b')' | b':', digits)) => {
            (1..8).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Frames are also drawn with the characters U+2500 to U+257F, which become bars.
fn without_box_drawing(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let text = String::from_utf8_lossy(text);
    let byte = |c: char| match u8::try_from(c) {
        _ if ('\u{2500}'..='\u{257f}').contains(&c) => b'|',
        _ if c.is_whitespace() => b' ',
        Ok(byte) if byte.is_ascii() => byte,
        _ => b'?',
    };
    Cow::Owned(text.chars().map(byte).collect())
}

/// The cell that an integer between spaces is.
fn one_cell(token: &[u8]) -> u8 {
    match token {
        [cell] => *cell,
        _ => b'?',
    }
}
