//! The lines that a reader makes of records of several lines, or of records within lines. Known
//! solutions join their puzzles here.

use super::cells::is_full;
use super::roles::{Order, Pair};
use crate::grid::CELLS;
use crate::input::Origin;
use std::ops::Range;

/// A grid that waits for the next one, which may be its solution, or its puzzle.
#[derive(Debug)]
struct HeldGrid {
    cells: [u8; CELLS],
    began: Origin,
    label: Vec<u8>,
}

/// Lines made so far.
#[derive(Debug)]
pub(super) struct MadeLines {
    pub(super) text: Vec<u8>,
    pub(super) origins: Vec<Origin>,
    /// The last line of each record so far, if the reader knows it.
    pub(super) last_lines: Vec<u64>,
    pub(super) part: Range<u64>,
    /// Whether a record began after the part.
    pub(super) past: bool,
    /// How puzzles and their known solutions follow each other. `None` if each grid is a puzzle.
    order: Option<Order>,
    held: Option<HeldGrid>,
    /// Where the last record began, if it was malformed.
    malformed: Option<Origin>,
}

impl MadeLines {
    /// Accepts the records that begin in these bytes.
    pub(super) fn new(part: Range<u64>, order: Option<Order>) -> MadeLines {
        MadeLines {
            text: Vec::new(),
            origins: Vec::new(),
            last_lines: Vec::new(),
            part,
            past: false,
            order,
            held: None,
            malformed: None,
        }
    }

    /// Adds 81 cells that began on this line of the source, with their label. A known solution joins
    /// its puzzle. Any other number of cells is a malformed record.
    pub(super) fn record(&mut self, cells: &[u8], began: Origin, label: &[u8]) {
        let Some(order) = self.order else {
            return self.put(cells, began, label, None);
        };
        let Ok(cells) = <[u8; CELLS]>::try_from(cells) else {
            self.release_before_malformed(began);
            return self.put(cells, began, label, None);
        };
        if is_full(&cells) && self.is_of_malformed(order, began) {
            return;
        }
        self.malformed = None;
        let next = HeldGrid {
            cells,
            began,
            label: label.to_vec(),
        };
        let Some(held) = self.held.take() else {
            self.held = Some(next);
            return;
        };
        match order.pair(&held.cells, &cells) {
            Pair::SolutionSecond => self.put_held(&held, Some(&cells)),
            Pair::SolutionFirst => self.put_held(&next, Some(&held.cells)),
            Pair::Apart => {
                self.put_held(&held, None);
                self.held = Some(next);
            }
        }
    }

    /// Adds a malformed record, with the reason if it is known.
    pub(super) fn malformed(&mut self, began: Origin, reason: &str) {
        self.release_before_malformed(began);
        self.put(b"?", began, reason.as_bytes(), None);
    }

    /// Whether a full grid that began here is the solution of a malformed record, and so no puzzle.
    fn is_of_malformed(&mut self, order: Order, began: Origin) -> bool {
        let malformed = self.malformed.take();
        malformed.is_some_and(|at| order == Order::SolutionBelow || at.line == began.line)
    }

    /// No further grid belongs to the last, and a solution above a malformed record is of that.
    fn release_before_malformed(&mut self, began: Origin) {
        let is_above = self.order == Some(Order::SolutionAbove);
        if is_above && self.held.as_ref().is_some_and(|held| is_full(&held.cells)) {
            self.held = None;
        }
        self.release();
        self.malformed = Some(began);
    }

    /// Adds a record that is a line already, and ends on this line of the source.
    pub(super) fn line(&mut self, line: &[u8], began: Origin, last_line: u64) {
        if self.accepts(began) {
            self.text.extend_from_slice(line);
            self.last_lines.push(last_line);
            self.end_line(began);
        }
    }

    /// No further grid belongs to the last.
    pub(super) fn release(&mut self) {
        if let Some(held) = self.held.take() {
            self.put_held(&held, None);
        }
    }

    fn put_held(&mut self, held: &HeldGrid, known: Option<&[u8; CELLS]>) {
        self.put(&held.cells, held.began, &held.label, known);
    }

    fn put(&mut self, cells: &[u8], began: Origin, label: &[u8], known: Option<&[u8; CELLS]>) {
        if !self.accepts(began) {
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
        for beside in [label, known.map_or(&b""[..], |cells| cells)] {
            if !beside.is_empty() {
                self.text.push(b'\t');
                self.text.extend_from_slice(beside);
            }
        }
        self.end_line(began);
    }

    fn accepts(&mut self, began: Origin) -> bool {
        self.past |= began.offset >= self.part.end;
        self.part.contains(&began.offset)
    }

    fn end_line(&mut self, began: Origin) {
        self.text.push(b'\n');
        self.origins.push(began);
    }
}
