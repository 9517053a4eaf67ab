//! Whether clues clash, for engines.

use super::{CELLS, Puzzle};

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
        !every_clue_counts(self.cells())
    }
}

/// `CLUE[k]` of a value is its bit among the nine of cell `k` of three in a row. A blank (0) has no
/// bit.
const CLUE: [[u32; 16]; 3] = {
    let mut table = [[0; 16]; 3];
    let mut bit = 0;
    while bit < 27 {
        table[bit / 9][1 + bit % 9] = 1 << bit;
        bit += 1;
    }
    table
};

/// Whether the rows, the columns and the boxes each have as many digits as there are clues. A clash
/// makes one of the three numbers smaller.
fn every_clue_counts(cells: &[u8; CELLS]) -> bool {
    let any = |trio: u32| (trio | trio >> 9 | trio >> 18) & 0x1ff;
    let mut columns = [0; 3];
    let clues: u32 = cells.iter().map(|&value| u32::from(value != 0)).sum();
    let (mut in_rows, mut in_boxes) = (0, 0);
    for band in 0..3 {
        let mut boxes = [0; 3];
        let mut rows = 0;
        for row in 0..3 {
            let cells = &cells[27 * band + 9 * row..][..9];
            let mut digits = 0;
            for stack in 0..3 {
                let trio = CLUE[0][cells[3 * stack] as usize & 15]
                    | CLUE[1][cells[3 * stack + 1] as usize & 15]
                    | CLUE[2][cells[3 * stack + 2] as usize & 15];
                digits |= trio;
                columns[stack] |= trio;
                boxes[stack] |= trio;
            }
            rows |= any(digits) << (9 * row);
        }
        in_rows += rows.count_ones();
        let boxes = any(boxes[0]) | any(boxes[1]) << 9 | any(boxes[2]) << 18;
        in_boxes += boxes.count_ones();
    }
    let in_columns: u32 = columns.iter().map(|trio| trio.count_ones()).sum();
    in_rows == clues && in_columns == clues && in_boxes == clues
}

#[cfg(test)]
mod tests {
    use super::super::check;
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
