//! Answers that take several lines each, or are drawn as boards.

use super::normalize::{AnswerRecord, FromLines, NormalizedRecords};
use super::row::{as_number, grids, in_words, solutions};
use crate::format::cells::{CellHeader, CellPlace, is_blank, separated_among};
use crate::format::leetcode;
use crate::format::rows::{BoardRow, Rows, Separator};
use crate::grid::{CELLS, Puzzle};
use crate::input::Origin;
use memchr::memrchr;

/// The layout of the rows of boards, learned from the first: what stands around their nine cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoardLayout(Vec<Option<u8>>);

impl BoardLayout {
    /// The layout of a line that is a row of a board: nine digits, one by one, in threes or
    /// together. There are no letters or blanks among them, and no more digits after them.
    pub(super) fn of(line: &[u8]) -> Option<BoardLayout> {
        let line = row_of(line);
        let mut layout = Vec::new();
        let mut runs = Vec::new();
        let mut cells = 0;
        for (i, &byte) in line.iter().enumerate() {
            if byte.is_ascii_alphabetic() || byte == b'#' || is_blank(byte) && byte != b'0' {
                return None;
            }
            if !byte.is_ascii_digit() {
                layout.push(Some(byte));
                continue;
            }
            if i == 0 || !line[i - 1].is_ascii_digit() {
                runs.push(0);
            }
            *runs.last_mut()? += 1;
            layout.push(None);
            cells += 1;
            if cells == 9 {
                break;
            }
        }
        let even = [9, 3, 1].iter().any(|&run| runs.iter().all(|&n| n == run));
        let mut tail = line[layout.len()..].split(|&byte| byte == b'#');
        let more = tail
            .next()
            .is_some_and(|tail| tail.iter().any(u8::is_ascii_digit));
        let layout = BoardLayout(layout);
        (cells == 9 && even && !more && layout.cells(line).is_some()).then_some(layout)
    }

    /// The nine cells of a line with this layout. The rest of the line is its tail.
    fn cells(&self, line: &[u8]) -> Option<[u8; 9]> {
        let line = row_of(line);
        let (row, tail) = line.split_at_checked(self.0.len())?;
        if tail.first().is_some_and(|&byte| Puzzle::is_cell(byte)) {
            return None;
        }
        let (mut cells, mut at) = ([0; 9], 0);
        for (&byte, layout) in row.iter().zip(&self.0) {
            match layout {
                Some(frame) if *frame != byte => return None,
                Some(_) => {}
                None if !Puzzle::is_cell(byte) => return None,
                None => {
                    cells[at] = byte;
                    at += 1;
                }
            }
        }
        Some(cells)
    }

    /// Whether a line has this layout.
    pub(super) fn is_of(&self, line: &[u8]) -> bool {
        self.cells(line).is_some()
    }

    /// The name of this layout.
    pub(super) fn name(&self) -> &'static str {
        let text: Vec<u8> = self.0.iter().map(|byte| byte.unwrap_or(b'd')).collect();
        match &text[..] {
            b"ddddddddd" => "digits",
            b"d d d d d d d d d" => "spaced",
            b"ddd|ddd|ddd" => "ss",
            _ => "grid",
        }
    }
}

/// A row without its label, such as `Input:` or a letter of `A` to `I`, and without the brackets that
/// open its board and the name before them, as in `array([[`.
fn row_of(line: &[u8]) -> &[u8] {
    let (label, row) = line.split_at(memrchr(b':', line).map_or(0, |colon| colon + 1));
    let row = match row {
        [b'A'..=b'I', rest @ ..] if matches!(rest, [b' ' | b'|', ..]) => rest,
        _ if label.iter().any(u8::is_ascii_alphabetic) => row,
        _ => line,
    };
    let row = leetcode::board_of_source(row.trim_ascii_start());
    let is_bracket = |byte: &&u8| matches!(byte, b'[' | b' ' | b'\t');
    &row[row.iter().take_while(is_bracket).count()..]
}

/// Boards of nine rows, with anything between and around them.
pub(super) struct AnswerBoards {
    /// Learned from the first row, if it was not known before.
    layout: Option<BoardLayout>,
    rows: Rows,
}

impl AnswerBoards {
    pub(super) fn new(layout: Option<BoardLayout>) -> AnswerBoards {
        AnswerBoards {
            layout,
            rows: Rows::default(),
        }
    }

    /// Passes on the complete boards.
    fn take(&mut self, records: &mut NormalizedRecords) {
        for board in self.rows.boards.drain(..) {
            let cells = Some(&board.cells[..]).filter(|cells| cells.len() == CELLS);
            records.board(cells, board.began.line);
        }
    }
}

impl FromLines for AnswerBoards {
    fn line(&mut self, line: &[u8], number: u64, records: &mut NormalizedRecords) {
        if line.starts_with(b"!") {
            self.end(records);
            return records.verdict(line, number);
        }
        if self.rows.whole().is_some() && says_none(line) {
            self.end(records);
            return records.board(Some(line), number);
        }
        if self.layout.is_none() {
            self.layout = BoardLayout::of(line);
        }
        let cells = self.layout.as_ref().and_then(|layout| layout.cells(line));
        // Frames have neither digits nor letters. Above a board there may be a heading, or text
        // that followed the last puzzle. A row with a cell too few or too many is neither.
        let digits = line.iter().filter(|byte| byte.is_ascii_digit()).count();
        let words = line.iter().any(u8::is_ascii_alphabetic);
        let heading = words || !(7..=10).contains(&digits);
        match cells {
            None if line.trim_ascii().is_empty() => self.rows.separator(Separator::Blank),
            None if digits == 0 && !words => self.rows.separator(Separator::Rule),
            None if heading && self.rows.whole().is_some() => self.rows.end(),
            cells => {
                let at = Origin {
                    line: number,
                    offset: 0,
                };
                let cells = cells.as_ref().map_or(&b"?"[..], |cells| cells);
                self.rows.row(BoardRow::new(cells, at));
            }
        }
        self.take(records);
    }

    /// Ends a board, complete or not.
    fn end(&mut self, records: &mut NormalizedRecords) {
        self.rows.end();
        self.take(records);
    }
}

/// Whether a line between boards says that there is no solution. With a number, it may be statistics.
fn says_none(line: &[u8]) -> bool {
    !line.iter().any(u8::is_ascii_digit) && in_words(line).is_some()
}

/// Boards in JSON, however their lines are broken.
#[derive(Default)]
pub(super) struct Leetcode(leetcode::JsonBoards<u64>);

impl FromLines for Leetcode {
    fn line(&mut self, line: &[u8], number: u64, records: &mut NormalizedRecords) {
        if line.starts_with(b"!") {
            self.end(records);
            return records.verdict(line, number);
        }
        if self.0.is_between() && says_none(line) {
            return records.board(Some(line), number);
        }
        if self.0.is_between() && !line.starts_with(b"[") {
            return;
        }
        let mut rest = line;
        while let Some(((cells, began), more)) = self.0.line(rest, number) {
            records.board(cells.as_ref().map(|cells| &cells[..]), began);
            // Other text after a board on its line is ignored.
            rest = more.trim_ascii_start();
            rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
            if !rest.starts_with(b"[") {
                break;
            }
        }
    }

    fn end(&mut self, records: &mut NormalizedRecords) {
        if let Some((cells, began)) = self.0.end() {
            records.board(cells.as_ref().map(|cells| &cells[..]), began);
        }
    }
}

/// A board a line, with something between its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Separated {
    /// The header above them.
    header: Option<CellHeader>,
    /// Whether lines of text are skipped. Otherwise each is an answer that is wrong.
    skips_text: bool,
    /// Where the cells are on a line with other fields.
    place: Option<CellPlace>,
}

impl Separated {
    /// Boards as in this text, with lines of text that are no answers.
    pub(super) fn of(head: &[u8], header: Option<CellHeader>) -> Separated {
        let place = lines(head).find_map(CellPlace::find);
        Separated {
            header,
            skips_text: true,
            place: place.map(|(place, _)| place),
        }
    }

    /// The same, but if this text does not have a line of text for each board, those are answers.
    pub(super) fn alone(self, head: &[u8]) -> Separated {
        let boards = lines(head).filter(|line| self.cells(line).is_some());
        let texts = lines(head).filter(|line| is_text(line));
        Separated {
            skips_text: texts.count() >= boards.count(),
            ..self
        }
    }

    fn cells(self, line: &[u8]) -> Option<[u8; CELLS]> {
        let line = self.header.map_or(line, |header| header.cells(line));
        separated_among(line).or_else(|| self.place?.cells(line))
    }
}

/// The lines of a text, trimmed.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
}

/// Whether a line has too few digits for a board, and is no answer in words.
fn is_text(line: &[u8]) -> bool {
    let is_other = matches!(line.first(), None | Some(b'#' | b'!'));
    !is_other && has_few_digits(line) && in_words(line).is_none()
}

fn has_few_digits(line: &[u8]) -> bool {
    line.iter().filter(|byte| byte.is_ascii_digit()).count() < 20
}

impl FromLines for Separated {
    fn line(&mut self, line: &[u8], number: u64, records: &mut NormalizedRecords) {
        match line.first() {
            None | Some(b'#') => {}
            Some(b'!') => records.verdict(line, number),
            Some(_) if self.header.is_some() && CellHeader::of(line) == self.header => {}
            Some(_) if self.skips_text && is_text(line) => {}
            Some(_) => {
                let cells = self.cells(line);
                let is_none = || has_few_digits(line) && in_words(line).is_some();
                let words = || is_none().then_some(line);
                records.board(
                    cells.as_ref().map(|cells| &cells[..]).or_else(words),
                    number,
                );
            }
        }
    }

    fn end(&mut self, _made: &mut NormalizedRecords) {}
}

/// Reads lines with a grid or a verdict each, and skips others.
pub(super) struct GridLines;

impl FromLines for GridLines {
    fn line(&mut self, line: &[u8], number: u64, records: &mut NormalizedRecords) {
        if line.starts_with(b"!") {
            return records.verdict(line, number);
        }
        let full = solutions(line).next().or_else(|| grids(line).next());
        let solution = match full {
            _ if line.starts_with(b"#") => return,
            Some(grid) => &grid[..],
            None if in_words(line).is_some() || as_number(line).is_some() => line,
            None => return,
        };
        let record = AnswerRecord {
            solution,
            ..AnswerRecord::default()
        };
        records.record(&record, number);
    }

    fn end(&mut self, _records: &mut NormalizedRecords) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_learnt_from_a_row() {
        for (row, name) in [
            ("534678912", "digits"),
            ("5 3 4 6 7 8 9 1 2", "spaced"),
            ("534|678|912", "ss"),
            ("5 3 4 | 6 7 8 | 9 1 2", "grid"),
            ("| 5 3 4 | 6 7 8 | 9 1 2 |", "grid"),
            ("[5,3,4,6,7,8,9,1,2]", "grid"),
            ("[[5 3 4 6 7 8 9 1 2]", "spaced"),
            ("534678912 # row 1", "digits"),
            ("Input: 534678912", "digits"),
            ("A 5 3 4 6 7 8 9 1 2", "spaced"),
            ("B | 5 3 4 | 6 7 8 | 9 1 2 |", "grid"),
        ] {
            let layout = BoardLayout::of(row.as_bytes()).expect(row);
            assert_eq!(layout.name(), name, "{row}");
            assert_eq!(layout.cells(row.as_bytes()), Some(*b"534678912"));
        }
        for other in [
            "",
            "Grid 01",
            "2024-01-02 3",
            "5346789123",
            "53467891",
            "1 2 3",
            "# 534678912",
            "5 3 4 6 7 8 9 1 2 6 7 2 1 9 5 3 4 8",
            "53.467.891.2",
            "..5..3..4..6..7..8..9..1..2",
            "534678912....",
        ] {
            assert_eq!(BoardLayout::of(other.as_bytes()), None, "{other}");
        }
    }
}
