//! Whether clues clash, for engines.

use super::{Puzzle, units};

impl Puzzle {
    /// Whether any two clues clash.
    ///
    /// Takes about 50 ns. [`check::clash`](super::check::clash) says which clues clash, and shares
    /// no code with this.
    ///
    /// ```
    /// use ninefold::grid::Puzzle;
    /// let mut cells = [0; 81];
    /// (cells[0], cells[80]) = (5, 5);
    /// assert!(!Puzzle::from_cells(cells)?.has_clash());
    /// cells[10] = 5;
    /// assert!(Puzzle::from_cells(cells)?.has_clash());
    /// # Ok::<(), ninefold::grid::CellError>(())
    /// ```
    #[must_use]
    pub fn has_clash(&self) -> bool {
        let mut rows = [0; 9];
        let mut columns = [0; 9];
        let mut boxes = [0; 9];
        let mut twice = 0;
        for (cell, &digit) in self.cells().iter().enumerate() {
            let clue = 1_u16 << (digit & 15) & !1;
            for taken in [
                &mut rows[usize::from(units::ROW[cell])],
                &mut columns[usize::from(units::COLUMN[cell])],
                &mut boxes[usize::from(units::BOX[cell])],
            ] {
                twice |= *taken & clue;
                *taken |= clue;
            }
        }
        twice != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CELLS, check};
    use super::*;

    #[test]
    fn clashes_are_told_as_the_checker_finds_them() {
        let answer =
            b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
        let mut clashes = 0;
        // A puzzle with one more clue at every cell.
        for cell in 0..CELLS {
            for digit in 1..=9 {
                let mut cells = answer.map(|byte| byte - b'0');
                for (i, value) in cells.iter_mut().enumerate() {
                    *value *= u8::from((i * i + i) % 5 < 2);
                }
                cells[cell] = digit;
                let puzzle = Puzzle::from_cells(cells).unwrap();
                let slow = check::clash(&puzzle).is_some();
                assert_eq!(puzzle.has_clash(), slow, "{cell} {digit}");
                clashes += usize::from(slow);
            }
        }
        assert!((300..600).contains(&clashes), "{clashes}");
        assert!(!Puzzle::EMPTY.has_clash());
    }
}
