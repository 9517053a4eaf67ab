//! Lines, one a record, of formats whose records take several lines, or stand within lines. Known
//! solutions join their puzzles here.

use super::cells::is_full;
use super::roles::{Order, Pair};
use crate::input::Origin;
use ninefold::grid::CELLS;
use std::mem;
use std::ops::Range;

/// A grid, and where it began.
#[derive(Debug, Clone)]
pub(super) struct FoundGrid {
    pub(super) cells: [u8; CELLS],
    pub(super) began: Origin,
    pub(super) label: Vec<u8>,
}

/// A grid that waits for the next one, which may be its solution, or its puzzle.
#[derive(Debug)]
struct HeldGrid {
    grid: FoundGrid,
    /// The next one, if it belongs to it by the order, but does not fit it; and the one after
    /// that, if the two fit.
    following: Vec<FoundGrid>,
    /// The cells of a grid in another form that follows it.
    other_form: Vec<u8>,
}

impl HeldGrid {
    fn new(grid: FoundGrid) -> HeldGrid {
        HeldGrid {
            grid,
            following: Vec::new(),
            other_form: Vec::new(),
        }
    }

    /// Whether at least half a board follows it in another form.
    fn has_other_form(&self) -> bool {
        self.other_form.len() > CELLS / 2
    }
}

/// Whether one of two grids that follow each other is the solution of the other, by its clues.
fn are_pair(first: &FoundGrid, second: &FoundGrid) -> bool {
    Order::Loose.pair(&first.cells, &second.cells) != Pair::Apart
}

/// The most grids on a line that may belong together.
const MOST_OF_LINE: usize = 9;

/// The lines so far, one a record.
#[derive(Debug)]
pub(super) struct RecordLines {
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
    /// The grids of a line that has not ended.
    of_line: Vec<FoundGrid>,
    /// Whether those of the line do not belong together.
    are_apart: bool,
    /// Where the last record began, if it was malformed.
    malformed: Option<Origin>,
}

impl RecordLines {
    /// Accepts the records that begin in these bytes.
    pub(super) fn new(part: Range<u64>, order: Option<Order>) -> RecordLines {
        RecordLines {
            text: Vec::new(),
            origins: Vec::new(),
            last_lines: Vec::new(),
            part,
            past: false,
            order,
            held: None,
            of_line: Vec::new(),
            are_apart: false,
            malformed: None,
        }
    }

    /// Adds 81 cells that began on this line of the source, with their label. A known solution
    /// joins its puzzle. Any other number of cells is a malformed record.
    pub(super) fn record(&mut self, cells: &[u8], began: Origin, label: &[u8]) {
        let Ok(cells) = <[u8; CELLS]>::try_from(cells) else {
            if self.order.is_some() {
                self.release_before_malformed(began);
            }
            return self.put(cells, began, label, b"");
        };
        self.grid(FoundGrid {
            cells,
            began,
            label: label.to_vec(),
        });
    }

    /// Adds a grid, which may be the known solution of one beside it.
    fn grid(&mut self, grid: FoundGrid) {
        let Some(order) = self.order else {
            return self.put_grid(&grid, b"");
        };
        if is_full(&grid.cells) && self.is_of_malformed(order, grid.began) {
            return;
        }
        self.malformed = None;
        let Some(mut held) = self.held.take() else {
            return self.hold(grid);
        };
        match &held.following[..] {
            [] => self.after_one(order, held, grid),
            [between] if are_pair(between, &grid) => {
                held.following.push(grid);
                self.held = Some(held);
            }
            // The order has not changed: it fits the pairs on both sides.
            [_, last] if are_pair(last, &grid) => {
                let last = held.following.pop();
                self.put_held(&held);
                self.held = last.map(HeldGrid::new);
                self.grid(grid);
            }
            _ => {
                self.put_held(&held);
                self.hold(grid);
            }
        }
    }

    fn hold(&mut self, grid: FoundGrid) {
        self.held = Some(HeldGrid::new(grid));
    }

    /// A grid follows another one.
    fn after_one(&mut self, order: Order, mut held: HeldGrid, grid: FoundGrid) {
        if are_pair(&held.grid, &grid) {
            self.put_pair(Order::Loose, &held.grid, &grid);
        } else if order.pair(&held.grid.cells, &grid.cells) != Pair::Apart {
            held.following.push(grid);
            self.held = Some(held);
        } else {
            self.put_held(&held);
            self.hold(grid);
        }
    }

    /// Adds a grid of a line on which others may stand.
    pub(super) fn grid_of_line(&mut self, grid: FoundGrid) {
        self.of_line.push(grid);
        let open = self.of_line.iter().filter(|grid| !is_full(&grid.cells));
        if self.of_line.len() > MOST_OF_LINE || open.count() > 1 {
            self.are_apart = true;
        }
        if self.are_apart || self.order.is_none() {
            self.records_of_line();
        }
    }

    /// The line ends. A puzzle with the only blanks of its line has all others as its solutions.
    pub(super) fn end_line_of_grids(&mut self) {
        let grids = &self.of_line;
        let puzzle = grids.iter().find(|grid| !is_full(&grid.cells));
        match puzzle {
            Some(puzzle) if grids.len() > 1 && !self.are_apart => {
                let puzzle = puzzle.clone();
                let others = grids.iter().filter(|grid| is_full(&grid.cells));
                let solutions: Vec<&[u8]> = others.map(|grid| &grid.cells[..]).collect();
                let solutions = solutions.join(&b'\t');
                self.of_line.clear();
                self.release();
                self.malformed = None;
                self.put_grid(&puzzle, &solutions);
            }
            _ => self.records_of_line(),
        }
        self.are_apart = false;
    }

    /// Adds the grids of the line so far, each by itself.
    fn records_of_line(&mut self) {
        for grid in mem::take(&mut self.of_line) {
            self.grid(grid);
        }
    }

    /// Adds the cells of a line that stand there in another form than the puzzles. If those of
    /// following lines are half a board at least, it cannot be compared.
    pub(super) fn other_form(&mut self, cells: &[u8]) {
        if let Some(held) = &mut self.held
            && held.following.is_empty()
            && !held.has_other_form()
        {
            held.other_form.extend_from_slice(cells);
        }
    }

    /// The lines end whose cells stand there in another form.
    pub(super) fn end_other_form(&mut self) {
        if let Some(held) = &mut self.held
            && !held.has_other_form()
        {
            held.other_form.clear();
        }
    }

    /// Adds a malformed record, with the reason if it is known.
    pub(super) fn malformed(&mut self, began: Origin, reason: &str) {
        self.release_before_malformed(began);
        self.put(b"?", began, reason.as_bytes(), b"");
    }

    /// Whether a full grid that began here is the solution of a malformed record, and so no puzzle.
    fn is_of_malformed(&mut self, order: Order, began: Origin) -> bool {
        let malformed = self.malformed.take();
        malformed.is_some_and(|at| order == Order::SolutionBelow || at.line == began.line)
    }

    /// No further grid belongs to the last, and a solution above a malformed record is of that.
    fn release_before_malformed(&mut self, began: Origin) {
        self.are_apart = true;
        self.records_of_line();
        if self.order == Some(Order::SolutionAbove)
            && let Some(held) = &self.held
            && held.following.is_empty()
            && is_full(&held.grid.cells)
        {
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
        self.records_of_line();
        if let Some(held) = self.held.take() {
            self.put_held(&held);
        }
    }

    fn put_held(&mut self, held: &HeldGrid) {
        let grid = &held.grid;
        match &held.following[..] {
            // All 81 digits would be a solution.
            [] if held.has_other_form() => {
                let most = held.other_form.len().min(CELLS - 1);
                self.put_grid(grid, &held.other_form[..most]);
            }
            [] => self.put_grid(grid, b""),
            [next] => self.put_pair(self.order.unwrap_or_default(), grid, next),
            // From here on, the order is another one.
            [next, last, ..] => {
                self.put_grid(grid, b"");
                self.put_pair(Order::Loose, next, last);
            }
        }
    }

    fn put_pair(&mut self, order: Order, first: &FoundGrid, second: &FoundGrid) {
        let (puzzle, solution) = match order.pair(&first.cells, &second.cells) {
            Pair::SolutionFirst => (second, first),
            _ => (first, second),
        };
        self.put_grid(puzzle, &solution.cells);
    }

    fn put_grid(&mut self, grid: &FoundGrid, known: &[u8]) {
        self.put(&grid.cells, grid.began, &grid.label, known);
    }

    /// Adds a line: the cells of a record, and the text beside them.
    fn put(&mut self, cells: &[u8], began: Origin, label: &[u8], known: &[u8]) {
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
            let cells = if cells.is_empty() { b"?" } else { cells };
            for &byte in cells {
                let is_plain = byte.is_ascii_graphic() && byte != b'#';
                self.text.push(if is_plain { byte } else { b'?' });
            }
        }
        for beside in [label, known] {
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

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// `p1` is a puzzle, `s1` its solution, and so on.
    fn grid(name: &str) -> [u8; CELLS] {
        let of = if name.starts_with('p') {
            PUZZLE
        } else {
            ANSWER
        };
        let by = name.as_bytes()[1] - b'0';
        of.map(|cell| match cell {
            b'1'..=b'9' => b'1' + (cell - b'1' + by) % 9,
            blank => blank,
        })
    }

    /// The lines that are made of these grids, each on a line of its own, by their names.
    fn lines_of(order: Order, grids: &str) -> String {
        let mut lines = RecordLines::new(0..u64::MAX, Some(order));
        for name in grids.split_whitespace() {
            lines.record(&grid(name), Origin::default(), b"");
        }
        lines.release();
        let mut text = String::from_utf8(lines.text).unwrap();
        for name in (0..9).flat_map(|i| [format!("p{i}"), format!("s{i}")]) {
            text = text.replace(std::str::from_utf8(&grid(&name)).unwrap(), &name);
        }
        text.trim_end().replace('\t', "-").replace('\n', " ")
    }

    #[test]
    fn grids_are_paired_by_their_order_and_where_that_changes_by_their_clues() {
        let [below, above] = [Order::SolutionBelow, Order::SolutionAbove];
        for (order, grids, expected) in [
            (below, "p1 s1 p2 s4 p3 s3", "p1-s1 p2-s4 p3-s3"),
            // The wrong one is the solution of the next.
            (below, "p1 s1 p2 s3 p3 s3", "p1-s1 p2-s3 p3-s3"),
            // The order changes.
            (below, "p1 s1 p2 s3 p3 s4 p4 s4", "p1-s1 p2 p3-s3 p4-s4 s4"),
            (below, "p1 s1 s2 p2 s3 p3", "p1-s1 p2-s2 p3-s3"),
            (below, "p1 s1 s4 p2 s3 p3 s5 p5", "p1-s1 s4 p2 p3-s3 p5-s5"),
            (above, "s1 p1 p2 s2 p3 s4 p5 s5", "p1-s1 p2-s2 p3 s4 p5-s5"),
            (above, "s1 p1 s4 p2 s2 p3", "p1-s1 s4 p2-s2 p3"),
            // One is missing.
            (below, "p1 s1 s2 p3 s4", "p1-s1 s2 p3-s4"),
            (below, "p1 p2 s4 p3 s3", "p1 p2-s4 p3-s3"),
            (Order::Loose, "p1 s1 p2 s4 p3 s3", "p1-s1 p2 s4 p3-s3"),
        ] {
            assert_eq!(lines_of(order, grids), expected, "{grids}");
        }
    }
}
