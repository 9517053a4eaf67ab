//! Arrays of cells, as JSON, Python, JavaScript and NumPy have them, and a board's numbers on a
//! line.
//!
//! Brackets are brackets: an array without others in it is a row of nine cells, or a board of 81.
//! Where two arrays begin or end together, a board does. So a bracket that is lost costs at most
//! its own board.

use super::cells::{apart, fill_gaps, has_cells, is_words, items, separated};
use crate::input::Origin;
use memchr::{memchr2, memmem};
use ninefold::grid::CELLS;

/// What an array, or a line without arrays, is.
pub(super) enum Piece {
    /// The cells of a row. Fewer or more than nine if it is damaged.
    Row(Vec<u8>),
    /// A board of one array or line.
    Board([u8; CELLS]),
    /// A board with gaps and another sign for blanks.
    TwoBlanks,
    /// No further row belongs to the last board.
    Ends,
    /// Neither a row nor a board.
    Junk,
}

/// Reads arrays, however their lines are broken.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    /// The innermost open array so far.
    text: Vec<u8>,
    /// Where it began.
    began: Origin,
    /// The last bracket.
    last: u8,
    /// Arrays that are open, if no bracket is lost.
    depth: usize,
    /// Digits and dots of a line that are in no array.
    outside: usize,
}

/// A longer text is no array of cells.
const LONGEST: usize = 4096;

impl Arrays {
    /// Whether no array with cells is open.
    pub(super) fn is_between(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a blank line may be between boards.
    pub(super) fn is_outside(&self) -> bool {
        self.depth == 0
    }

    /// Reads a line at this position.
    pub(super) fn line(&mut self, line: &[u8], at: Origin, mut each: impl FnMut(Piece, Origin)) {
        let mut rest = line.trim_ascii();
        if self.is_between() {
            // As in `board: List[List[int]] = [[`.
            if let Some(at) = memchr2(b'=', b'"', rest)
                && rest[at] == b'='
                && rest[at..].contains(&b'[')
                && !rest[..at].contains(&b'[')
            {
                rest = rest[at + 1..].trim_ascii();
            }
            // As in `"easy": [[`.
            let before = rest.split(|&byte| byte == b'[').next().unwrap_or_default();
            if let Some(colon) = memmem::find(before, b"\":") {
                rest = rest[colon + 2..].trim_ascii();
            }
            if !rest.iter().any(|byte| matches!(byte, b'[' | b']')) || is_code(rest) {
                match separated(rest) {
                    Some(cells) => return each(Piece::Board(cells), at),
                    None if is_code(rest) => return,
                    // Cells of an array that began on the line above.
                    None if self.last == b'[' => {}
                    None => return beside_arrays(rest, at, each),
                }
            }
        }
        self.bytes(rest, |_| at, &mut each);
        self.end_line(at, &mut each);
    }

    /// Reads a piece of a line at this position.
    pub(super) fn piece(&mut self, piece: &[u8], at: Origin, each: &mut impl FnMut(Piece, Origin)) {
        self.bytes(
            piece,
            |index| Origin {
                offset: at.offset + index as u64,
                ..at
            },
            each,
        );
    }

    /// Reads bytes, each of which has an origin.
    fn bytes(
        &mut self,
        text: &[u8],
        origin: impl Fn(usize) -> Origin,
        each: &mut impl FnMut(Piece, Origin),
    ) {
        for (i, &byte) in text.iter().enumerate() {
            match byte {
                b'[' => {
                    if !self.is_between() {
                        self.end(each);
                    } else if self.last == b'[' {
                        each(Piece::Ends, origin(i));
                    }
                    self.last = byte;
                    self.began = origin(i);
                    self.depth += 1;
                }
                b']' => {
                    if !self.is_between() {
                        self.end(each);
                    } else if self.last == b']' {
                        each(Piece::Ends, origin(i));
                    }
                    self.last = byte;
                    self.depth = self.depth.saturating_sub(1);
                }
                _ if self.last == b'['
                    && (!self.is_between() || !matches!(byte, b',' | b' ' | b'\t')) =>
                {
                    if self.is_between() {
                        self.began = origin(i);
                    }
                    self.text.push(byte);
                    if self.text.len() >= LONGEST {
                        // A bracket that is never closed must not take all later boards along.
                        self.end(each);
                        self.last = 0;
                    }
                }
                b'.' | b'0'..=b'9' => self.outside += 1,
                _ => {}
            }
        }
    }

    /// The line ends.
    pub(super) fn end_line(&mut self, at: Origin, each: &mut impl FnMut(Piece, Origin)) {
        if !self.is_between() {
            // What follows is another cell.
            self.text.push(b'\n');
        }
        if self.outside > CELLS / 4 {
            // Not passed over without a word.
            each(Piece::Junk, at);
        }
        self.outside = 0;
    }

    /// Ends the innermost array.
    pub(super) fn end(&mut self, each: &mut impl FnMut(Piece, Origin)) {
        if self.is_between() {
            return;
        }
        let cells = items(&self.text);
        let is_index = cells.is_none() && !self.text.iter().any(u8::is_ascii_digit);
        self.text.clear();
        if is_index {
            return;
        }
        let mut cells = cells.unwrap_or_default();
        let piece = match <[u8; CELLS]>::try_from(&cells[..]) {
            Err(_) => Piece::Row(cells),
            Ok(_) if !fill_gaps(&mut cells) => Piece::TwoBlanks,
            Ok(mut board) => {
                board.copy_from_slice(&cells);
                Piece::Board(board)
            }
        };
        each(piece, self.began);
    }
}

/// A line without brackets: boards in the fields of a table, words to pass over, or neither.
fn beside_arrays(line: &[u8], at: Origin, mut each: impl FnMut(Piece, Origin)) {
    for by in b",;\t|" {
        let fields = line.split(|byte| byte == by);
        let boards: Vec<[u8; CELLS]> = fields.filter_map(separated).collect();
        if !boards.is_empty() {
            return boards
                .into_iter()
                .for_each(|cells| each(Piece::Board(cells), at));
        }
    }
    if apart::<CELLS>(line).is_some() {
        return each(Piece::TwoBlanks, at);
    }
    let is_text = is_words(line) || !line.iter().any(u8::is_ascii_digit);
    if !is_text || has_cells(line) {
        each(Piece::Junk, at);
    }
}

/// Whether a line of a program's source is around its boards: `int boards[2][81] = {`, `};`, `x =`.
fn is_code(text: &[u8]) -> bool {
    text.iter().all(|byte| b"{}(),; ".contains(byte))
        || text.starts_with(b"dtype=")
        || text.ends_with(b"=")
        || text.ends_with(b"{") && is_words(text)
}
