//! Dancing links on the exact cover matrix.
//!
//! A row of the matrix is "digit d in cell c". There are 729 rows. A column is something that must
//! happen exactly once. There are 324 columns: each cell filled, and each digit in each row, column
//! and box. A solution is a set of rows that covers every column once. The search takes the column
//! with the fewest rows left. Unlinking a node leaves its own pointers in place, so linking it
//! again needs nothing else (Knuth, "Dancing Links", 2000).

use crate::grid::{CELLS, Puzzle, units};
use crate::kernel::noip2009;
use crate::solver::{Budget, Kernel, SearchResult};

const COLUMNS: usize = 324;
/// A head, the columns, and four nodes for each row.
const NODES: usize = 1 + COLUMNS + 729 * 4;

/// One thread's state.
#[derive(Debug)]
pub(crate) struct ExactCover {
    left: Box<[u16; NODES]>,
    right: Box<[u16; NODES]>,
    up: Box<[u16; NODES]>,
    down: Box<[u16; NODES]>,
    column: Box<[u16; NODES]>,
    size: [u16; COLUMNS + 1],
    grid: [u8; CELLS],
    found: SearchResult,
    /// Whether the first solution is to be the one with the largest NOIP 2009 score. Then all are
    /// searched.
    scores: bool,
    /// The largest score so far.
    best: u32,
}

/// First node of a matrix row.
fn node(row: usize) -> usize {
    1 + COLUMNS + 4 * row
}

/// The four columns of "digit (0 to 8) in cell".
fn columns(cell: usize, digit: usize) -> [usize; 4] {
    let unit = |table: &[u8; CELLS]| usize::from(table[cell]) * 9 + digit;
    [
        1 + cell,
        1 + 81 + unit(&units::ROW),
        1 + 162 + unit(&units::COLUMN),
        1 + 243 + unit(&units::BOX),
    ]
}

impl Default for ExactCover {
    /// With every row and column of the matrix in place.
    fn default() -> ExactCover {
        let mut dlx = ExactCover {
            left: Box::new([0; NODES]),
            right: Box::new([0; NODES]),
            up: Box::new([0; NODES]),
            down: Box::new([0; NODES]),
            column: Box::new([0; NODES]),
            size: [0; COLUMNS + 1],
            grid: [0; CELLS],
            found: SearchResult::default(),
            scores: false,
            best: 0,
        };
        for c in 0..=COLUMNS {
            dlx.left[c] = if c == 0 { COLUMNS } else { c - 1 } as u16;
            dlx.right[c] = if c == COLUMNS { 0 } else { c + 1 } as u16;
            (dlx.up[c], dlx.down[c], dlx.column[c]) = (c as u16, c as u16, c as u16);
        }
        for row in 0..729 {
            for (i, c) in columns(row / 9, row % 9).into_iter().enumerate() {
                let n = node(row) + i;
                dlx.left[n] = (node(row) + (i + 3) % 4) as u16;
                dlx.right[n] = (node(row) + (i + 1) % 4) as u16;
                let last = dlx.up[c];
                (dlx.up[n], dlx.down[n], dlx.column[n]) = (last, c as u16, c as u16);
                dlx.down[usize::from(last)] = n as u16;
                dlx.up[c] = n as u16;
                dlx.size[c] += 1;
            }
        }
        dlx
    }
}

impl ExactCover {
    /// Finds one solution of a puzzle, the one with the largest score. Only the limit of guesses
    /// applies.
    pub(crate) fn for_scores() -> ExactCover {
        ExactCover {
            scores: true,
            ..ExactCover::default()
        }
    }

    /// Removes a column, and every row that covers it.
    fn cover(&mut self, c: usize) {
        let l = self.left[c];
        let r = self.right[c];
        self.right[usize::from(l)] = r;
        self.left[usize::from(r)] = l;
        let mut i = usize::from(self.down[c]);
        while i != c {
            let mut j = usize::from(self.right[i]);
            while j != i {
                let u = self.up[j];
                let d = self.down[j];
                self.down[usize::from(u)] = d;
                self.up[usize::from(d)] = u;
                self.size[usize::from(self.column[j])] -= 1;
                j = usize::from(self.right[j]);
            }
            i = usize::from(self.down[i]);
        }
    }

    /// The inverse of [`ExactCover::cover`]: the same steps in reverse.
    fn uncover(&mut self, c: usize) {
        let mut i = usize::from(self.up[c]);
        while i != c {
            let mut j = usize::from(self.left[i]);
            while j != i {
                self.size[usize::from(self.column[j])] += 1;
                self.down[usize::from(self.up[j])] = j as u16;
                self.up[usize::from(self.down[j])] = j as u16;
                j = usize::from(self.left[j]);
            }
            i = usize::from(self.up[i]);
        }
        self.right[usize::from(self.left[c])] = c as u16;
        self.left[usize::from(self.right[c])] = c as u16;
    }

    /// Takes a matrix row into the solution by covering its columns.
    fn take(&mut self, row: usize) {
        self.grid[row / 9] = (row % 9) as u8 + 1;
        for c in columns(row / 9, row % 9) {
            self.cover(c);
        }
    }

    /// The inverse of [`ExactCover::take`].
    fn untake(&mut self, row: usize) {
        for c in columns(row / 9, row % 9).into_iter().rev() {
            self.uncover(c);
        }
        self.grid[row / 9] = 0;
    }

    /// The column with the fewest rows, the first of them.
    fn smallest(&self) -> Option<usize> {
        let mut best = None;
        let mut fewest = u16::MAX;
        let mut c = usize::from(self.right[0]);
        while c != 0 {
            if self.size[c] < fewest {
                (best, fewest) = (Some(c), self.size[c]);
            }
            c = usize::from(self.right[c]);
        }
        best
    }

    /// Searches below this node. Returns whether to stop.
    fn descend(&mut self, budget: &Budget<'_>, first: &mut [u8; CELLS]) -> bool {
        let Some(c) = self.smallest() else {
            return self.solved(budget, first);
        };
        if self.best > 0 && self.bound() <= self.best {
            return false;
        }
        let mut left = self.size[c];
        let mut i = usize::from(self.down[c]);
        while i != c {
            left -= 1;
            if left != 0 && !self.found.guess(budget) {
                return true;
            }
            self.found.nodes += 1;
            let row = (i - 1 - COLUMNS) / 4;
            self.take(row);
            let stop = self.descend(budget, first);
            self.untake(row);
            if stop {
                return true;
            }
            i = usize::from(self.down[i]);
        }
        false
    }

    fn solved(&mut self, budget: &Budget<'_>, first: &mut [u8; CELLS]) -> bool {
        if self.scores {
            let score = noip2009::score(&self.grid);
            if score > self.best {
                (self.best, self.found.solutions) = (score, 1);
                *first = self.grid;
            }
            return false;
        }
        if self.found.solutions == 0 {
            *first = self.grid;
        }
        self.found.solutions += 1;
        self.found.solutions == budget.limits.solutions
    }

    /// No solution below this node has a larger score. At best, the largest missing digits of each
    /// row are on its heaviest empty cells. The same holds for columns.
    fn bound(&self) -> u32 {
        let rows = self.bound_of_lines(|line, i| 9 * line + i);
        let columns = self.bound_of_lines(|line, i| 9 * i + line);
        rows.min(columns)
    }

    fn bound_of_lines(&self, cell: impl Fn(usize, usize) -> usize) -> u32 {
        let mut sum = 0;
        for line in 0..9 {
            let mut missing = 0x3fe_u16;
            // How many empty cells have each weight, 6 to 10.
            let mut empty = [0_u8; 11];
            for i in 0..9 {
                let cell = cell(line, i);
                let digit = self.grid[cell];
                let weight = noip2009::WEIGHT[cell];
                if digit == 0 {
                    empty[usize::from(weight)] += 1;
                } else {
                    missing &= !(1 << digit);
                    sum += u32::from(digit) * u32::from(weight);
                }
            }
            for weight in (6..=10).rev() {
                for _ in 0..empty[weight] {
                    let digit = 15 - missing.leading_zeros().min(15);
                    missing &= !(1 << digit);
                    sum += digit * weight as u32;
                }
            }
        }
        sum
    }
}

impl Kernel for ExactCover {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        self.found = SearchResult::default();
        self.best = 0;
        self.grid = [0; CELLS];
        let clues = || puzzle.cells().iter().enumerate().filter(|&(_, &d)| d != 0);
        for (cell, &digit) in clues() {
            self.take(9 * cell + usize::from(digit) - 1);
        }
        self.descend(budget, first);
        for (cell, &digit) in clues().rev() {
            self.untake(9 * cell + usize::from(digit) - 1);
        }
        self.found
    }
}
