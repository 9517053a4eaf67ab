//! Assembles boards from rows and the separators between them.
//!
//! Rows without a separator between them are a *part*. A part of seven rows or more is a board, or
//! several boards of nine rows each. Three smaller parts with the same separator between them are
//! the bands of a board. If every row is a part, the separators between rows do not count. So a
//! board that lost or gained a row is a malformed record, and takes no row from the next board. If
//! no separator is between boards, the next three without a clash show where a board begins.

use super::cells::fill_gaps;
use crate::input::Origin;
use ninefold::grid::{CELLS, Puzzle};
use std::mem;

const ROWS: usize = 9;

/// Rows of a band.
const BAND: usize = 3;

/// The fewest rows of a part that cannot be a band. Even a band that follows an incomplete board
/// without a separator has fewer.
const BOARD: usize = 7;

/// The number of boards without a clash that show where a board begins.
const SHOWN: usize = 3;

/// The separators of rows, from the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Separator {
    /// A line of a frame.
    Rule,
    /// A blank line.
    Blank,
    /// A comment.
    Comment,
}

/// All separators between two rows. A greater gap separates more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Gap {
    strongest: Option<Separator>,
    lines: usize,
}

/// The cells of a line.
#[derive(Debug)]
pub(super) struct BoardRow {
    /// The first of them.
    cells: [u8; ROWS],
    /// Number of cells: nine if the row is right.
    length: usize,
    at: Origin,
}

impl BoardRow {
    pub(super) fn new(cells: &[u8], at: Origin) -> BoardRow {
        let mut first = [b'?'; ROWS];
        let known = cells.len().min(ROWS);
        first[..known].copy_from_slice(&cells[..known]);
        BoardRow {
            cells: first,
            length: cells.len().min(CELLS),
            at,
        }
    }

    /// Whether this may number the columns below it, starting with 0 or 1.
    fn is_numbering(&self) -> bool {
        self.is_right() && matches!(&self.cells, b"012345678" | b"123456789")
    }

    fn is_right(&self) -> bool {
        self.length == ROWS
    }
}

/// Rows that became a record.
#[derive(Debug)]
pub(super) struct Board {
    /// 81 cells for a board. Another number if it is malformed.
    pub(super) cells: Vec<u8>,
    pub(super) began: Origin,
}

impl Board {
    /// A board of nine rows of nine cells. Gaps are blanks if there are no other blanks.
    fn of(rows: &[BoardRow]) -> Board {
        if rows.len() != ROWS || !rows.iter().all(BoardRow::is_right) {
            return Board::broken(rows);
        }
        let mut cells = cells(rows);
        fill_gaps(&mut cells);
        let began = rows[0].at;
        Board { cells, began }
    }

    /// Whether it is whole, and has gaps beside another sign for blanks.
    pub(super) fn has_two_blanks(&self) -> bool {
        self.cells.len() == CELLS && self.cells.contains(&b' ') && !self.cells.contains(&b'?')
    }

    /// A malformed record, whatever its rows have.
    fn broken(rows: &[BoardRow]) -> Board {
        let mut cells = cells(rows);
        if cells.len() == CELLS {
            cells.truncate(CELLS - 2);
            cells.push(b'?');
        }
        let began = rows.first().map_or(Origin::default(), |row| row.at);
        Board { cells, began }
    }
}

fn cells(rows: &[BoardRow]) -> Vec<u8> {
    let mut cells = Vec::with_capacity(rows.iter().map(|row| row.length).sum());
    for row in rows {
        let end = cells.len() + row.length;
        cells.extend_from_slice(&row.cells[..row.length.min(ROWS)]);
        cells.resize(end, b'?');
    }
    cells
}

/// Rows without a separator between them.
#[derive(Debug, Default)]
struct Part {
    rows: Vec<BoardRow>,
    before: Gap,
}

/// Assembles rows.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The rows after the last separator.
    open: Part,
    /// The gap after those.
    gap: Gap,
    /// The gap that stands between all rows, and so does not count.
    within: Gap,
    /// Whether the open part has had a board before these rows.
    has_board: bool,
    /// Whether a board lost or gained a row, so that the next may begin at any row.
    is_shifted: bool,
    /// Parts that may be bands of the same board.
    parts: Vec<Part>,
    /// The complete boards.
    pub(super) boards: Vec<Board>,
}

impl Rows {
    /// Adds a row.
    pub(super) fn row(&mut self, row: BoardRow) {
        let gap = mem::take(&mut self.gap);
        self.add(row, gap);
    }

    /// Adds a separator of rows.
    pub(super) fn separator(&mut self, separator: Separator) {
        self.gap.strongest = self.gap.strongest.max(Some(separator));
        self.gap.lines += 1;
        self.close_before(self.gap);
    }

    /// Ends the current board: no further row belongs to it.
    pub(super) fn end(&mut self) {
        while !self.open.rows.is_empty() {
            self.close();
        }
        self.give_up(self.parts.len());
        self.gap = Gap::default();
        self.within = Gap::default();
    }

    /// How many boards the remaining rows make. `None` if they are only a part of one.
    pub(super) fn whole(&self) -> Option<usize> {
        let parts = self.parts.iter().map(|part| part.rows.len());
        let rows = parts.sum::<usize>() + self.open.rows.len();
        rows.is_multiple_of(ROWS).then_some(rows / ROWS)
    }

    fn add(&mut self, row: BoardRow, gap: Gap) {
        self.close_before(gap);
        if self.open.rows.is_empty() {
            self.open.before = gap;
        }
        self.open.rows.push(row);
        if self.open.rows.len() < 2 * ROWS {
            return;
        }
        self.is_shifted |= !self.parts.is_empty();
        self.give_up(self.parts.len());
        self.take_board();
    }

    /// Finds the row at which the next board begins, when there are enough rows.
    fn find_board(&mut self) {
        let rows = &mut self.open.rows;
        if rows.len() < ROWS - 1 + SHOWN * ROWS {
            return;
        }
        let mut begins = (0..ROWS).filter(|&from| {
            let mut boards = rows[from..from + SHOWN * ROWS].chunks(ROWS);
            !boards.any(has_clash)
        });
        let begin = begins.next().filter(|_| begins.next().is_none());
        let length = begin.unwrap_or(ROWS);
        if begin.is_none() && has_clash(&rows[..ROWS]) {
            self.boards.push(Board::of(&rows[..ROWS]));
        } else if length > 0 {
            self.boards.push(Board::broken(&rows[..length]));
        }
        rows.drain(..length);
        if begin.is_some() {
            let (boards, _) = rows.as_chunks::<ROWS>();
            self.boards
                .extend(boards.iter().map(|rows| Board::of(rows)));
            rows.drain(..SHOWN * ROWS);
            self.has_board = true;
            self.is_shifted = false;
        }
    }

    /// Ends the open part if the gap after it separates parts.
    fn close_before(&mut self, gap: Gap) {
        while gap > self.within && !self.open.rows.is_empty() {
            self.close();
        }
    }

    fn close(&mut self) {
        let mut part = mem::take(&mut self.open);
        if part.rows.len() < BOARD {
            self.parts.push(part);
            self.join();
        } else {
            self.give_up(self.parts.len());
            self.end_boards(&mut part.rows);
            self.has_board = false;
            // Its buffer is used again.
            part.rows.clear();
            self.open.rows = part.rows;
        }
    }

    /// Takes the first of two boards without a separator between them, unless the first row names
    /// columns, or is a line between boards whose blanks are dashes.
    fn take_board(&mut self) {
        let rows = &mut self.open.rows;
        let is_header = is_below_header(rows) && has_clash(&rows[..ROWS]);
        if is_header || self.has_board && is_below_rule(rows) {
            rows.remove(0);
            return;
        }
        if self.is_shifted || has_clash(&rows[..ROWS]) {
            return self.find_board();
        }
        let board = Board::of(&rows[..ROWS]);
        rows.drain(..ROWS);
        self.has_board = true;
        self.boards.push(board);
    }

    /// Ends the boards before a separator.
    fn end_boards(&mut self, rows: &mut Vec<BoardRow>) {
        if rows.len() <= ROWS + 2 && self.has_board && is_below_rule(rows) {
            rows.truncate(ROWS + 1);
            rows.remove(0);
        } else if rows.len() % ROWS == 1 && is_below_header(rows) {
            rows.remove(0);
        }
        self.is_shifted = !rows.len().is_multiple_of(ROWS);
        if !self.is_shifted {
            return self.boards.extend(rows.chunks(ROWS).map(Board::of));
        }
        // It is not clear which of them is malformed.
        let boards = ((rows.len() + ROWS / 2) / ROWS).max(1);
        let share = rows.len().div_ceil(boards);
        self.boards.extend(rows.chunks(share).map(Board::broken));
    }

    /// Joins three parts to a board, or to rows with the same separator between all of them.
    fn join(&mut self) {
        let [first, second, third] = &self.parts[..] else {
            return;
        };
        let above = second.before;
        let below = third.before;
        let mut rows = [first, second, third].map(|part| part.rows.len());
        rows.sort_unstable();
        if rows[1] == 1 && self.within == Gap::default() {
            self.within = above.min(below);
            for part in mem::take(&mut self.parts) {
                let mut gap = part.before;
                for row in part.rows {
                    self.add(row, mem::take(&mut gap));
                }
            }
        } else if above == below {
            self.join_bands();
        } else {
            // A stronger separator ends a board, which lacks bands.
            self.give_up(if above > below { 1 } else { 2 });
        }
    }

    /// Makes a board of three bands.
    fn join_bands(&mut self) {
        let mut parts = mem::take(&mut self.parts);
        let last = parts.last_mut().map(|part| &mut part.rows);
        // After the last band, the first of the next board may begin.
        let (is_known, next) = match last {
            Some(rows) if rows.len() == 2 * BAND => (true, rows.split_off(BAND)),
            Some(rows) if rows.len() == 2 * BAND - 1 => (false, rows.split_off(BAND)),
            _ => (true, Vec::new()),
        };
        let is_right = is_known && parts.iter().all(|part| part.rows.len() == BAND);
        let rows: Vec<BoardRow> = parts.into_iter().flat_map(|part| part.rows).collect();
        self.boards.push(if is_right {
            Board::of(&rows)
        } else {
            Board::broken(&rows)
        });
        if !next.is_empty() {
            self.parts.push(Part {
                rows: next,
                before: Gap::default(),
            });
        }
    }

    /// The first `parts` parts are not a board.
    fn give_up(&mut self, parts: usize) {
        let parts = self.parts.drain(..parts);
        let rows: Vec<BoardRow> = parts.flat_map(|part| part.rows).collect();
        // A line of dashes alone is no board.
        if !rows.iter().all(is_rule) {
            self.boards.push(Board::broken(&rows));
        }
    }
}

/// Whether the first row may name the columns of the nine below it.
fn is_below_header(rows: &[BoardRow]) -> bool {
    rows.len() > ROWS && rows[0].is_numbering() && !has_clash(&rows[1..=ROWS])
}

/// Whether the first row may be a line between boards: it has no digits, and no cells follow the
/// nine rows below it, or another such line.
fn is_below_rule(rows: &[BoardRow]) -> bool {
    rows.len() > ROWS && is_rule(&rows[0]) && rows.get(ROWS + 1).is_none_or(is_rule)
}

/// Whether a row is blanks that are dashes, or other gaps.
fn is_rule(row: &BoardRow) -> bool {
    row.is_right() && row.cells == [b' '; ROWS]
}

fn has_clash(rows: &[BoardRow]) -> bool {
    let board = Board::of(rows).cells.try_into();
    let puzzle = board.ok().and_then(|cells| Puzzle::from_text(&cells).ok());
    puzzle.is_some_and(|puzzle| puzzle.has_clash())
}
