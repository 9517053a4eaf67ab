//! Constant tables of rows, columns and boxes.

use super::CELLS;

/// Row of each cell, 0 to 8.
pub const ROW: [u8; CELLS] = table(0);
/// Column of each cell, 0 to 8.
pub const COLUMN: [u8; CELLS] = table(1);
/// Box of each cell, 0 to 8, row-major.
pub const BOX: [u8; CELLS] = table(2);

const fn table(kind: usize) -> [u8; CELLS] {
    let mut out = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let row = cell / 9;
        let column = cell % 9;
        out[cell] = match kind {
            0 => row,
            1 => column,
            _ => row / 3 * 3 + column / 3,
        } as u8;
        cell += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_has_nine_cells() {
        for table in [ROW, COLUMN, BOX] {
            for unit in 0..9 {
                assert_eq!(table.iter().filter(|&&u| u == unit).count(), 9);
            }
        }
        assert_eq!((ROW[40], COLUMN[40], BOX[40]), (4, 4, 4));
        assert_eq!((ROW[80], COLUMN[9], BOX[29]), (8, 0, 3));
    }
}
