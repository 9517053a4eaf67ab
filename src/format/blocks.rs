//! Converts formats whose puzzles take several lines to lines.

use super::answers::stated_none;
use super::arrays::{Arrays, Piece};
use super::cells::{
    apart, counts_from_zero, is_between, is_words, puzzle_within, with_dashes, with_gaps,
    without_label,
};
use super::kind::Kind;
use super::lines::is_comment;
use super::peek::copied;
use super::rows::{BoardRow, Rows, Separator};
use super::xml;
use crate::grid::{CELLS, Puzzle};
use crate::input::{Bytes, Chunk, InputError, Origin, Source};
use std::borrow::Cow;
use std::mem;
use std::ops::Range;

/// Lines made so far.
pub(super) struct Out {
    pub(super) text: Vec<u8>,
    pub(super) origins: Vec<Origin>,
    pub(super) part: Range<u64>,
    /// Whether a record began after the part.
    pub(super) past: bool,
}

impl Out {
    /// Accepts all records.
    pub(super) fn new() -> Out {
        Out {
            text: Vec::new(),
            origins: Vec::new(),
            part: 0..u64::MAX,
            past: false,
        }
    }

    /// Adds a record that began on this line of the source, with its label.
    pub(super) fn record(&mut self, cells: &[u8], began: Origin, label: &[u8]) {
        self.past |= began.offset >= self.part.end;
        if !self.part.contains(&began.offset) {
            return;
        }
        let is_graphic = cells
            .iter()
            .fold(true, |all, byte| all & byte.is_ascii_graphic());
        if cells.len() == CELLS && is_graphic {
            if cells[0] == b'#' {
                // It begins no comment.
                self.text.push(b' ');
            }
            self.text.extend_from_slice(cells);
        } else {
            // Replaces bytes that would make a comment, a blank line or two lines. A malformed
            // record stays malformed.
            let clean = |&byte: &u8| match byte {
                b'#' => b'?',
                byte if byte.is_ascii_graphic() => byte,
                _ => b'?',
            };
            let cells = if cells.is_empty() { b"?" } else { cells };
            self.text.extend(cells.iter().map(clean));
        }
        if !label.is_empty() {
            self.text.push(b'\t');
            self.text.extend_from_slice(label);
        }
        self.text.push(b'\n');
        self.origins.push(began);
    }
}

/// Reads records of several lines and yields them as lines of 81 cells, with the position where
/// each began. A malformed record becomes a malformed line.
#[derive(Debug)]
pub(super) struct BlockReader {
    source: Box<dyn Source>,
    lines: Assembler,
    offset: u64,
    ended: bool,
    /// A line that is too long, which follows the records before it.
    broken: Option<Chunk>,
    /// The bytes in which records must begin.
    part: Range<u64>,
}

impl BlockReader {
    /// Reads records of this kind from a source: those whose first line begins in a part of it. It
    /// still reads the source from its start. Between answers there may be claims and other text.
    pub(super) fn new(
        kind: Kind,
        source: Box<dyn Source>,
        are_answers: bool,
        part: Option<Range<u64>>,
    ) -> BlockReader {
        BlockReader {
            source,
            lines: Assembler::new(kind, are_answers),
            offset: 0,
            ended: false,
            broken: None,
            part: part.unwrap_or(0..u64::MAX),
        }
    }

    /// Gives records, or a line that is too long, their position in the output.
    fn place(&mut self, mut chunk: Chunk, origins: Vec<Origin>) -> Chunk {
        (chunk.offset, chunk.origins) = (self.offset, Some(origins));
        self.offset += chunk.bytes.len() as u64;
        chunk
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
        while out.text.is_empty() && self.broken.is_none() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.lines.interrupt(&mut out);
                self.ended = true;
                break;
            };
            if chunk.broken.is_some() {
                // A record of its own.
                self.lines.begin_line(chunk.offset);
                self.lines.interrupt(&mut out);
                self.ended = out.past || chunk.offset >= self.part.end;
                self.broken = Some(chunk).filter(|line| self.part.contains(&line.offset));
                continue;
            }
            self.lines.text(&chunk.bytes, chunk.offset, &mut out);
            copied(&chunk, self.source.name())?;
            // Records come in the order in which they begin.
            self.ended = out.past;
        }
        if out.text.is_empty() {
            let line = self.broken.take();
            return Ok(line.map(|line| self.place(line, vec![self.lines.at])));
        }
        let records = Chunk::new(Bytes::Owned(out.text), 0);
        Ok(Some(self.place(records, out.origins)))
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}

/// Assembles records line by line.
#[derive(Debug)]
struct Assembler {
    kind: Kind,
    /// Where the last line began.
    at: Origin,
    rows: Rows,
    /// Whether the lines are part of puzzles, and not of another section.
    inside: bool,
    /// Whether dashes are blanks in a row of a grid.
    dashes: bool,
    arrays: Arrays,
    /// Whether they are answers: a line between boards may be a claim, or other text.
    are_answers: bool,
}

/// The lines that the records of a whole text make, and where each began.
pub(super) fn assembled(kind: Kind, text: &[u8], are_answers: bool) -> Out {
    let mut out = Out::new();
    let mut records = Assembler::new(kind, are_answers);
    records.text(text, 0, &mut out);
    records.interrupt(&mut out);
    out
}

impl Assembler {
    fn new(kind: Kind, are_answers: bool) -> Assembler {
        Assembler {
            kind,
            at: Origin::default(),
            rows: Rows::default(),
            inside: true,
            dashes: false,
            arrays: Arrays::default(),
            are_answers,
        }
    }

    /// The next line begins here.
    fn begin_line(&mut self, offset: u64) {
        self.at.line += 1;
        self.at.offset = offset;
    }

    /// Reads whole lines, the first of which begins here. The last may lack its line feed.
    fn text(&mut self, text: &[u8], mut offset: u64, out: &mut Out) {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        for line in text.split(|&byte| byte == b'\n') {
            self.begin_line(offset);
            self.line(line, self.at, out);
            offset += line.len() as u64 + 1;
        }
    }

    fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        let other = [Kind::Leetcode, Kind::Array, Kind::OpenSudoku, Kind::Hodoku];
        if is_nine_cells(line) && self.inside && !other.contains(&self.kind) {
            // Most lines of boards.
            self.rows.row(BoardRow::new(line, at));
            return self.take(out);
        }
        // At the end of a row of cells, tabs are blanks.
        let (whole, line) = (line, line.trim_ascii_end());
        let text = without_label(line.trim_ascii());
        if self.are_answers
            && self.rows.whole().is_some()
            && self.arrays.is_between()
            && let Some(claimed) = stated_none(text)
        {
            self.interrupt(out);
            return out.record(claimed, at, b"");
        }
        match self.kind {
            Kind::Leetcode | Kind::Array => self.arrays(whole, at, out),
            Kind::OpenSudoku => xml::games(line, at, out),
            _ if text.is_empty() => self.rows.separator(Separator::Blank),
            _ if text[0] == b'#' => match self.kind {
                Kind::Hodoku => {}
                Kind::Sdk => self.heading(out),
                _ => self.rows.separator(Separator::Comment),
            },
            Kind::Hodoku => match hodoku(text) {
                Some((cells, tail)) => out.record(&cells, at, tail),
                None => out.record(b"", at, b""),
            },
            Kind::Sdk if text[0] == b'[' => {
                self.heading(out);
                self.inside = text.eq_ignore_ascii_case(b"[puzzle]");
            }
            Kind::Sdk if !self.inside => {}
            _ if text.len() >= CELLS && puzzle_within(text).is_some() => self.whole(text, at, out),
            _ if is_nine_cells(text) => self.rows.row(BoardRow::new(text, at)),
            // A fence of Markdown is around boards.
            _ if text.starts_with(b"```") => self.heading(out),
            _ if is_words(text) || self.is_number(text) => {
                self.heading(out);
                // A line with that many cells is no text to pass over.
                let cells = text.iter().filter(|byte| b".123456789".contains(byte));
                if !self.are_answers && cells.count() > CELLS / 4 {
                    out.record(b"?", at, b"");
                }
            }
            _ => {
                let cells = self.grid(line);
                self.row(&cells, at);
            }
        }
        self.take(out);
    }

    /// Arrays, and boards of one line.
    fn arrays(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        if self.arrays.is_between() {
            let text = line.trim_ascii();
            if text.is_empty() {
                if self.arrays.is_outside() {
                    self.rows.separator(Separator::Blank);
                }
                return;
            }
            if is_comment(text) {
                return;
            }
            // Between answers there may be text.
            let digits = text.iter().filter(|byte| byte.is_ascii_digit());
            if self.are_answers && !text.contains(&b'[') && digits.count() < 20 {
                return;
            }
        }
        let mut arrays = mem::take(&mut self.arrays);
        let line = if arrays.is_between() {
            without_label(line)
        } else {
            line
        };
        arrays.line(line, at, |piece, at| self.piece(piece, at, out));
        self.arrays = arrays;
    }

    fn piece(&mut self, piece: Piece, at: Origin, out: &mut Out) {
        match piece {
            Piece::Row(cells) => {
                let cells = if cells.is_empty() { b"?" } else { &cells[..] };
                self.rows.row(BoardRow::new(cells, at));
            }
            Piece::Board(cells) => {
                self.heading(out);
                out.record(&cells, at, b"");
            }
            Piece::Ends if self.rows.whole() == Some(0) => {}
            Piece::Ends => self.heading(out),
            Piece::Junk => {
                self.heading(out);
                out.record(b"", at, b"");
            }
        }
    }

    /// A line with a whole puzzle among boards: another board, or a malformed record if something
    /// else is on it.
    fn whole(&mut self, text: &[u8], at: Origin, out: &mut Out) {
        if text.len() == CELLS && self.rows.whole().is_some() {
            return self.row(text, at);
        }
        self.heading(out);
        out.record(b"?", at, b"");
    }

    /// The cells of a line: nine, or those of several rows. A line without cells is part of a
    /// frame.
    fn row(&mut self, cells: &[u8], at: Origin) {
        if cells.is_empty() {
            return self.rows.separator(Separator::Rule);
        }
        // Something stands beside the cells of a board, if there are more than 81.
        let cells = &cells[..cells.len().min(CELLS + 1)];
        let width = if cells.len().is_multiple_of(9) {
            9
        } else {
            cells.len()
        };
        for cells in cells.chunks(width) {
            self.rows.row(BoardRow::new(cells, at));
        }
    }

    /// The cells of a line, in any position.
    fn grid(&mut self, line: &[u8]) -> Vec<u8> {
        let drawn = without_box_drawing(line);
        let dashed = with_dashes(&drawn, self.dashes);
        self.dashes |= dashed.is_some();
        let cells = dashed.or_else(|| with_gaps(&drawn));
        if let Some(cells) = cells.or_else(|| apart(&drawn)) {
            return cells.to_vec();
        }
        if counts_from_zero(&drawn, &drawn) {
            return b"?".to_vec();
        }
        let rule = drawn.iter().filter(|&&b| matches!(b, b'-' | b'=')).count() > 2;
        let is_frame = |byte: u8| is_between(byte) || b"+-=:!".contains(&byte);
        let is_cell = |byte: &&u8| !is_frame(**byte) && (!rule || byte.is_ascii_digit());
        drawn.iter().filter(is_cell).copied().collect()
    }

    /// Whether a line between boards is the number of the next, or a count: `12`, `1.`, `(3)`.
    fn is_number(&self, text: &[u8]) -> bool {
        let number = text.strip_prefix(b"(").unwrap_or(text);
        let number = match number {
            [digits @ .., b'.' | b')' | b':'] => digits,
            _ => text,
        };
        count(number).is_some() && (number.len() < text.len() || self.rows.whole().is_some())
    }

    /// A line that belongs to the next record.
    fn heading(&mut self, out: &mut Out) {
        self.rows.end();
        self.take(out);
    }

    /// Passes on the complete boards.
    fn take(&mut self, out: &mut Out) {
        for board in self.rows.boards.drain(..) {
            // Digits of an incomplete board are no number.
            let is_answer = board.cells.len() == CELLS || !self.are_answers;
            let cells = if is_answer { &board.cells[..] } else { b"?" };
            out.record(cells, board.began, b"");
        }
    }

    /// No further line belongs to the record that has begun.
    fn interrupt(&mut self, out: &mut Out) {
        let mut arrays = mem::take(&mut self.arrays);
        arrays.end(&mut |piece, at| self.piece(piece, at, out));
        self.heading(out);
    }
}

/// The cells of a line of HoDoKu's library, and the text after them. The cells follow the third
/// colon, with `+` before digits that were placed.
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

/// The count above the puzzles, which is shorter than a row.
pub(super) fn count(text: &[u8]) -> Option<u64> {
    let digits = text.len() < 9 && text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text)
        .ok()?
        .parse()
        .ok()
        .filter(|_| digits)
}

/// Whether a line is nine cells and nothing else.
fn is_nine_cells(text: &[u8]) -> bool {
    text.len() == 9 && text.iter().all(|&byte| Puzzle::is_cell(byte))
}

/// Frames are also drawn with the characters U+2500 to U+257F, and with dashes, which become bars.
fn without_box_drawing(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let text = String::from_utf8_lossy(text);
    let byte = |c: char| match u8::try_from(c) {
        _ if ('\u{2500}'..='\u{257f}').contains(&c) => b'|',
        _ if ('\u{2010}'..='\u{2015}').contains(&c) => b'|',
        _ if c.is_whitespace() => b' ',
        Ok(byte) if byte.is_ascii() => byte,
        _ => b'?',
    };
    Cow::Owned(text.chars().map(byte).collect())
}
