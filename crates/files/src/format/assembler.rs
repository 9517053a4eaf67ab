//! Assembles records from lines: boards from rows, objects and arrays from their pieces, whatever
//! the chunks in which these come.

use super::anywhere::{grids_of_line, runs_of};
use super::arrays::{Arrays, Piece};
use super::cells::{
    apart, counts_from_zero, is_between, is_grid, is_odd_row, is_of_run, is_words, puzzle_within,
    separated, without_label,
};
use super::claims::stated_none;
use super::gaps::{with_dashes, with_gaps};
use super::hodoku::hodoku_line;
use super::kind::Kind;
use super::layout::{Detected, Format, Members};
use super::lines::is_comment;
use super::objects::{Objects, write_object};
use super::record_lines::RecordLines;
use super::rows::{BoardRow, Rows, Separator};
use crate::input::{Chunk, Origin};
use crate::numbers::counted;
use memchr::memchr;
use ninefold::grid::{CELLS, Puzzle};
use ninefold::internal::whole_lines;
use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

/// Assembles records line by line.
#[derive(Debug)]
pub(super) struct Assembler {
    kind: Kind,
    /// Where the last line began.
    pub(super) at: Origin,
    /// Whether it continues in the next chunk.
    is_cut: bool,
    /// The end of a piece of a line, which may continue in the next.
    rest: Vec<u8>,
    /// Where the next piece begins.
    next: u64,
    /// Whether a part of the line was read, because it is long.
    is_long: bool,
    rows: Rows,
    /// Whether the lines are part of puzzles, and not of another section.
    inside: bool,
    /// Whether dashes are blanks in a row of a grid.
    dashes: bool,
    /// The number of boards that the first line states, and those so far (POJ 2676).
    stated: Option<u64>,
    boards: u64,
    arrays: Arrays,
    objects: Objects,
    /// The members of objects that matter, if they are known.
    members: Option<Arc<Members>>,
    /// Whether they are answers: a line between boards may be a claim, or other text.
    are_answers: bool,
}

/// The lines that the records of a whole text make, and where each began. Known solutions are lines
/// of their own.
pub(super) fn assembled(detected: &Detected, text: &[u8]) -> RecordLines {
    Assembler::of(detected).assemble(text)
}

/// The same for answers.
pub(super) fn assembled_answers(kind: Kind, text: &[u8]) -> RecordLines {
    Assembler::new(kind, true).assemble(text)
}

impl Assembler {
    pub(super) fn new(kind: Kind, are_answers: bool) -> Assembler {
        Assembler {
            kind,
            at: Origin::default(),
            is_cut: false,
            rest: Vec::new(),
            next: 0,
            is_long: false,
            rows: Rows::default(),
            inside: true,
            dashes: false,
            stated: None,
            boards: 0,
            arrays: Arrays::default(),
            objects: Objects::default(),
            members: None,
            are_answers,
        }
    }

    pub(super) fn of(detected: &Detected) -> Assembler {
        let members = match &detected.format {
            Format::Json(members) => Some(Arc::clone(members)),
            _ => None,
        };
        Assembler {
            members,
            ..Assembler::new(detected.kind, false)
        }
    }

    fn assemble(mut self, text: &[u8]) -> RecordLines {
        let mut out = RecordLines::new(0..u64::MAX, None);
        self.text(text, 0, &mut out);
        self.end(&mut out);
        out
    }

    /// The next line begins here.
    pub(super) fn begin_line(&mut self, offset: u64) {
        self.at.line += 1;
        self.at.offset = offset;
    }

    /// Reads a chunk: whole lines, or a piece of one.
    pub(super) fn read(&mut self, chunk: &Chunk, out: &mut RecordLines) {
        let mut text = &chunk.bytes[..];
        let mut offset = chunk.offset;
        if self.is_cut {
            let end = memchr(b'\n', text).map(|feed| feed + 1);
            let (rest, after) = text.split_at(end.unwrap_or(text.len()));
            self.piece(rest, offset, end.is_none() && chunk.is_piece, out);
            offset += rest.len() as u64;
            text = after;
        }
        let whole = if chunk.is_piece {
            whole_lines(text)
        } else {
            text.len()
        };
        let (lines, piece) = text.split_at(whole);
        if !lines.is_empty() {
            self.text(lines, offset, out);
        }
        if !piece.is_empty() {
            let offset = offset + whole as u64;
            self.begin_line(offset);
            self.piece(piece, offset, true, out);
        }
        self.is_cut = chunk.is_piece;
        self.next = chunk.offset + chunk.bytes.len() as u64;
    }

    /// Reads a piece of a line, which begins here, and continues if it `is_cut`.
    fn piece(&mut self, piece: &[u8], offset: u64, is_cut: bool, out: &mut RecordLines) {
        let mut text = mem::take(&mut self.rest);
        let at = Origin {
            line: self.at.line,
            offset: offset - text.len() as u64,
        };
        text.extend_from_slice(piece);
        let is_long = mem::replace(&mut self.is_long, false);
        if self.kind == Kind::Json {
            self.objects(&text, at, is_cut, out);
        } else if is_long || text.len() > LONGEST_LINE {
            self.long_line(&text, at, is_cut, out);
            self.is_long = is_cut;
        } else if is_cut {
            self.rest = text;
        } else {
            self.line(&text, at, out);
        }
    }

    /// Reads a piece of a long line. What it ends with may continue in the next.
    fn long_line(&mut self, mut text: &[u8], at: Origin, is_cut: bool, out: &mut RecordLines) {
        if self.kind != Kind::Text {
            return self.arrays_of_piece(text, at, is_cut, out);
        }
        if is_cut && text.len() < LONGEST_RUN {
            let end = text.iter().rposition(|&byte| !is_of_run(byte));
            let (whole, rest) = text.split_at(end.map_or(0, |end| end + 1));
            self.rest.extend_from_slice(rest);
            text = whole;
        }
        runs_of(text, at, out);
        if !is_cut {
            out.end_line_of_grids();
        }
    }

    /// Reads whole lines, the first of which begins here. The last may lack its line feed.
    fn text(&mut self, text: &[u8], mut offset: u64, out: &mut RecordLines) {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        for line in text.split(|&byte| byte == b'\n') {
            self.begin_line(offset);
            self.line(line, self.at, out);
            offset += line.len() as u64 + 1;
        }
    }

    fn line(&mut self, line: &[u8], at: Origin, out: &mut RecordLines) {
        let is_array = matches!(self.kind, Kind::Leetcode | Kind::Array);
        match self.kind {
            Kind::Json => return self.objects(line, at, false, out),
            // As if it came in pieces.
            Kind::Text | Kind::Array | Kind::Leetcode if line.len() > LONGEST_LINE => {
                return self.long_line(line, at, false, out);
            }
            Kind::Text => return grids_of_line(line, at, out),
            Kind::Hodoku => return hodoku_line(line, at, out),
            _ => {}
        }
        if is_nine_cells(line) && self.inside && !is_array {
            // Most lines of boards.
            self.rows.row(BoardRow::new(line, at));
            return self.take(out);
        }
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
            Kind::Leetcode | Kind::Array => self.arrays(line, at, out),
            _ if text.is_empty() => self.rows.separator(Separator::Blank),
            Kind::Sdk if text[0] == b'#' => self.heading(out),
            _ if text[0] == b'#' => self.rows.separator(Separator::Comment),
            Kind::Sdk if text[0] == b'[' => {
                self.heading(out);
                self.inside = !is_state(text);
            }
            Kind::Sdk if !self.inside => {}
            _ if text.len() >= CELLS && puzzle_within(text).is_some() => self.whole(text, at, out),
            _ if is_nine_cells(text) => self.rows.row(BoardRow::new(text, at)),
            // A fence of Markdown is around boards.
            _ if text.starts_with(b"```") => self.heading(out),
            // Words may be blanks: `5 3 null ...`.
            _ if (is_words(text) || self.is_number(text))
                && apart::<9>(text).is_none()
                && !is_odd_row(text) =>
            {
                self.words(text, at, out);
            }
            _ => {
                // At the end of a row of cells, tabs are blanks.
                let cells = self.grid(line.trim_ascii_end());
                self.row(&cells, at);
            }
        }
        self.take(out);
    }

    /// A line of words or a number between boards.
    fn words(&mut self, text: &[u8], at: Origin, out: &mut RecordLines) {
        self.heading(out);
        if self.kind == Kind::Poj2676 && self.boards == 0 && self.stated.is_none() {
            self.stated = count(text);
        }
        // A word with that many cells is no text to pass over.
        for word in text.split(u8::is_ascii_whitespace) {
            let cells = word.iter().filter(|byte| b".123456789".contains(byte));
            if cells.count() > CELLS / 4 && !self.are_answers {
                return out.malformed(at, "cells among words");
            }
        }
    }

    /// Objects of JSON, on a line that may be cut.
    fn objects(&mut self, line: &[u8], at: Origin, is_cut: bool, out: &mut RecordLines) {
        let members = &self.members;
        let last_line = at.line;
        let mut each = |record: &[u8], at: Origin| match members {
            Some(members) => {
                let mut line = Vec::with_capacity(record.len());
                write_object(record, members, &mut line);
                out.line(&line, at, last_line);
            }
            None => out.line(record, at, last_line),
        };
        self.objects.line(line, at, &mut each);
        if !is_cut {
            self.objects.end_line(&mut each);
        }
    }

    /// Arrays, and boards of one line.
    fn arrays(&mut self, line: &[u8], at: Origin, out: &mut RecordLines) {
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
        arrays.line(line, at, |piece, at| self.array_piece(piece, at, out));
        self.arrays = arrays;
    }

    /// Arrays of a piece of a line.
    fn arrays_of_piece(&mut self, piece: &[u8], at: Origin, is_cut: bool, out: &mut RecordLines) {
        let mut arrays = mem::take(&mut self.arrays);
        let mut each = |piece: Piece, at: Origin| self.array_piece(piece, at, out);
        arrays.piece(piece, at, &mut each);
        if !is_cut {
            arrays.end_line(at, &mut each);
        }
        self.arrays = arrays;
        self.take(out);
    }

    fn array_piece(&mut self, piece: Piece, at: Origin, out: &mut RecordLines) {
        match piece {
            Piece::Row(cells) => {
                let cells = if cells.is_empty() { b"?" } else { &cells[..] };
                self.rows.row(BoardRow::new(cells, at));
            }
            Piece::TwoBlanks => {
                self.heading(out);
                out.malformed(at, TWO_BLANKS);
            }
            Piece::Board(cells) => {
                self.heading(out);
                out.record(&cells, at, b"");
            }
            Piece::Ends if self.rows.whole() == Some(0) => {}
            Piece::Ends => self.heading(out),
            Piece::Junk => {
                self.heading(out);
                out.malformed(at, "");
            }
        }
    }

    /// A line with a whole puzzle among boards: another board, or a malformed record if something
    /// else is on it.
    fn whole(&mut self, text: &[u8], at: Origin, out: &mut RecordLines) {
        if text.len() == CELLS && self.rows.whole().is_some() {
            return self.row(text, at);
        }
        self.heading(out);
        out.malformed(at, "a puzzle among other text");
    }

    /// The cells of a line: nine, or those of all rows. A line without cells is part of a frame.
    fn row(&mut self, cells: &[u8], at: Origin) {
        if cells.is_empty() {
            return self.rows.separator(Separator::Rule);
        }
        // Something stands beside the cells of a board, if there are more than 81. Fewer are a row,
        // or the rows of several boards side by side.
        let cells = &cells[..cells.len().min(CELLS + 1)];
        let width = if cells.len() == CELLS { 9 } else { cells.len() };
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
        if counts_from_zero(&drawn) {
            return b"?".to_vec();
        }
        let rule = drawn.iter().filter(|&&b| matches!(b, b'-' | b'=')).count() > 2;
        let mut cells = drawn.to_vec();
        cells.retain(|&byte| !is_of_frame(byte) && (!rule || byte.is_ascii_digit()));
        if cells.len() == CELLS && !has_whole_grid(&drawn) {
            // The cells are those of a puzzle and of something beside it.
            return b"?".to_vec();
        }
        cells
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
    fn heading(&mut self, out: &mut RecordLines) {
        self.rows.end();
        self.take(out);
    }

    /// Passes on the complete boards.
    fn take(&mut self, out: &mut RecordLines) {
        for board in self.rows.boards.drain(..) {
            self.boards += 1;
            if board.has_two_blanks() && !self.are_answers {
                out.malformed(board.began, TWO_BLANKS);
                continue;
            }
            // Digits of an incomplete board are no number.
            let is_answer = board.cells.len() == CELLS || !self.are_answers;
            let cells = if is_answer { &board.cells[..] } else { b"?" };
            out.record(cells, board.began, b"");
        }
    }

    /// No further line belongs to the record that has begun.
    pub(super) fn interrupt(&mut self, out: &mut RecordLines) {
        let mut arrays = mem::take(&mut self.arrays);
        arrays.end(&mut |piece, at| self.array_piece(piece, at, out));
        self.heading(out);
        let last_line = self.at.line;
        self.objects
            .end(|record, at| out.line(record, at, last_line));
        out.release();
    }

    /// The input ends.
    pub(super) fn end(&mut self, out: &mut RecordLines) {
        if self.is_cut {
            self.piece(b"", self.next, false, out);
        }
        self.interrupt(out);
        let boards = self.boards;
        if let Some(stated) = self.stated.filter(|&stated| stated != boards) {
            let stated = counted(stated, "board");
            out.malformed(
                self.at,
                &format!("the first line states {stated}, and there are {boards}"),
            );
        }
    }
}

/// Why a record with gaps and another sign for blanks is malformed.
pub(super) const TWO_BLANKS: &str = "two signs for blanks, or digits from 0 to 8";

/// Whether a line of SadMan's files begins the section with the state of a puzzle that was begun.
fn is_state(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"[").unwrap_or(text);
    let end = name.iter().position(|&byte| byte == b']');
    let name = &name[..end.unwrap_or(name.len())];
    name.trim_ascii().eq_ignore_ascii_case(b"state")
}

/// A longer line of text or arrays is read in pieces.
const LONGEST_LINE: usize = 1 << 16;

/// A longer run is cut.
const LONGEST_RUN: usize = 1 << 20;

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
pub(super) fn is_nine_cells(text: &[u8]) -> bool {
    text.len() == 9 && text.iter().all(|&byte| Puzzle::is_cell(byte))
}

/// Whether a line is a grid, or has 81 cells together.
fn has_whole_grid(line: &[u8]) -> bool {
    is_grid(line.trim_ascii()) || separated(line).is_some() || puzzle_within(line).is_some()
}

/// Whether a byte may be of the frame of a board.
fn is_of_frame(byte: u8) -> bool {
    is_between(byte) || b"+-=:!".contains(&byte)
}

/// Frames are also drawn with the characters U+2500 to U+257F, and with dashes, which become bars.
fn without_box_drawing(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let text = String::from_utf8_lossy(text);
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        bytes.push(match u8::try_from(c) {
            _ if ('\u{2500}'..='\u{257f}').contains(&c) => b'|',
            _ if ('\u{2010}'..='\u{2015}').contains(&c) => b'|',
            _ if c.is_whitespace() => b' ',
            Ok(byte) if byte.is_ascii() => byte,
            _ => b'?',
        });
    }
    Cow::Owned(bytes)
}
