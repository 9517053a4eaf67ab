//! The symmetries of Sudoku, which turn a puzzle into an equivalent one.

use ninefold::grid::{CELLS, Puzzle};
use ninefold::internal::Rng;

/// One of the 3,359,232 rearrangements of the cells times 9! relabellings that keep puzzles valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Isomorph {
    pub(super) transpose: bool,
    /// `rows[i]` is the row that becomes row `i`, after transposing.
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
    /// `digits[d]` is the new digit for `d`. 0 stays 0.
    pub(super) digits: [u8; 10],
}

impl Isomorph {
    /// The one that changes nothing.
    pub const IDENTITY: Isomorph = Isomorph {
        transpose: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// A random one, all equally likely.
    pub fn random(rng: &mut Rng) -> Isomorph {
        let mut digits = Isomorph::IDENTITY.digits;
        rng.shuffle(&mut digits[1..]);
        Isomorph {
            transpose: rng.below(2) == 1,
            rows: random_lines(rng),
            columns: random_lines(rng),
            digits,
        }
    }

    /// The equivalent puzzle.
    ///
    /// ```
    /// use ninefold::internal::Rng;
    /// use ninefold_files::corpus::transform::{Isomorph, canonical};
    /// use ninefold::grid::Puzzle;
    /// let puzzle: Puzzle =
    ///     "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    ///         .parse()?;
    /// let other = Isomorph::random(&mut Rng::new(1, &[])).apply(&puzzle);
    /// assert_ne!(other, puzzle);
    /// assert_eq!(canonical(&other), canonical(&puzzle));
    /// # Ok::<(), ninefold::grid::CellError>(())
    /// ```
    #[must_use]
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        let old = puzzle.cells();
        let [down, right] = if self.transpose { [1, 9] } else { [9, 1] };
        let mut cells = [0; CELLS];
        for (new, &row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(&self.rows) {
            for (cell, &column) in new.iter_mut().zip(&self.columns) {
                let from = down * usize::from(row) + right * usize::from(column);
                *cell = self.digits[usize::from(old[from])];
            }
        }
        Puzzle::from_cells(cells).expect("cells are 0 to 9")
    }

    /// All rearrangements of the cells, digits left as they are; for tests.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Isomorph> {
        let lines = all_lines();
        [false, true].into_iter().flat_map(move |transpose| {
            let columns = lines.clone();
            lines.clone().into_iter().flat_map(move |rows| {
                columns.clone().into_iter().map(move |columns| Isomorph {
                    transpose,
                    rows,
                    columns,
                    ..Isomorph::IDENTITY
                })
            })
        })
    }
}

/// Bands and the rows in each in random order.
fn random_lines(rng: &mut Rng) -> [u8; 9] {
    let mut bands = [0, 3, 6];
    rng.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (place, band) in lines.as_chunks_mut::<3>().0.iter_mut().zip(bands) {
        place.copy_from_slice(&[band, band + 1, band + 2]);
        rng.shuffle(place);
    }
    lines
}

/// The orders of three things.
pub(super) const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

#[cfg(test)]
fn all_lines() -> Vec<[u8; 9]> {
    let mut all = Vec::new();
    for bands in ORDERS {
        for i in 0..216 {
            let inner = [ORDERS[i % 6], ORDERS[i / 6 % 6], ORDERS[i / 36]];
            all.push(std::array::from_fn(|line| {
                bands[line / 3] * 3 + inner[line / 3][line % 3]
            }));
        }
    }
    all
}

/// A full grid for tests.
#[cfg(test)]
pub(super) fn full_grid(number: u64) -> Puzzle {
    let spec = ninefold::corpus::GenerateSpec::default();
    let made = ninefold::generate(&spec, number..number + 1).unwrap();
    let solution = ninefold::solve(made[0].puzzle).unwrap();
    solution.as_str().parse().unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::grid::check::check;
    use std::collections::HashSet;

    #[test]
    fn a_full_grid_stays_a_full_grid() {
        let grid = full_grid(0);
        let mut forms = HashSet::new();
        for i in 0..50 {
            let form = Isomorph::random(&mut Rng::new(2, &[i])).apply(&grid);
            assert_eq!(check(&[b'.'; CELLS], &form.to_text()), Ok(()));
            forms.insert(form);
        }
        assert_eq!(forms.len(), 50);
        assert_eq!(Isomorph::IDENTITY.apply(&grid), grid);
    }

    #[test]
    fn there_are_so_many_rearrangements() {
        assert_eq!(all_lines().len(), 1296);
        assert_eq!(all_lines().into_iter().collect::<HashSet<_>>().len(), 1296);
        assert_eq!(2 * 1296 * 1296, 3_359_232);
        let drawn = (0..200).map(|i| random_lines(&mut Rng::new(3, &[i])));
        assert!(drawn.collect::<HashSet<_>>().len() > 150);
    }
}
