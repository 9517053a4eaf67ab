//! Looks at all cells of a grid: their candidates, and the digits with one cell in a unit.

use super::masks::{Masks, in_threes, in_turn, nine};
use super::{BOXES, COLUMNS, Mrv, ROWS};

/// Of nine masks, every third from the first on, from the second and from the third, in threes.
#[inline(always)]
fn thirds(m: &Masks) -> [Masks; 3] {
    [
        in_threes([m[0], m[3], m[6]]),
        in_threes([m[1], m[4], m[7]]),
        in_threes([m[2], m[5], m[8]]),
    ]
}

impl Mrv {
    #[inline(always)]
    pub(super) fn look_by_columns(&mut self) -> bool {
        let b = self.boxes;
        let rows = self.rows;
        let boxes = [
            in_threes([b[0], b[1], b[2]]),
            in_threes([b[3], b[4], b[5]]),
            in_threes([b[6], b[7], b[8]]),
        ];
        self.look::<COLUMNS>(
            self.columns,
            #[inline(always)]
            |row, i| rows[row] & boxes[row / 3][i],
        )
    }

    #[inline(always)]
    pub(super) fn look_by_rows(&mut self) -> bool {
        let boxes = thirds(&self.boxes);
        let columns = self.columns;
        self.look::<ROWS>(
            self.rows,
            #[inline(always)]
            |column, i| columns[column] & boxes[column / 3][i],
        )
    }

    #[inline(always)]
    pub(super) fn look_by_boxes(&mut self) -> bool {
        let rows = thirds(&self.rows);
        let c = self.columns;
        let columns = [
            in_turn([c[0], c[3], c[6]]),
            in_turn([c[1], c[4], c[7]]),
            in_turn([c[2], c[5], c[8]]),
        ];
        self.look::<BOXES>(
            self.boxes,
            #[inline(always)]
            |place, i| rows[place / 3][i] & columns[place % 3][i],
        )
    }

    /// Looks at nine units of a kind, whose free digits are `free`. `others` are the free digits of
    /// the two other units of a cell, by step and lane. Returns whether each free digit has a cell,
    /// and, in a look by columns, each empty cell a candidate.
    #[inline(always)]
    fn look<const KIND: usize>(
        &mut self,
        free: Masks,
        others: impl Fn(usize, usize) -> u16,
    ) -> bool {
        let mut once = nine(0);
        let mut twice = nine(0);
        let mut wrong = nine(0);
        for step in 0..9 {
            for i in 0..16 {
                let open = self.open[KIND][step][i];
                let here = free[i] & open & others(step, i);
                self.candidates[KIND][step][i] = here;
                if KIND == COLUMNS {
                    wrong[i] |= if here == 0 { open } else { 0 };
                }
                twice[i] |= once[i] & here;
                once[i] |= here;
            }
        }
        let mut any = 0;
        for i in 0..16 {
            any |= wrong[i] | once[i] ^ free[i];
            self.only[i] = once[i] & !twice[i];
        }
        any == 0 && {
            self.note_certain::<KIND>();
            true
        }
    }

    /// Notes the cells that are the only one of a digit, and in a look by columns those with one
    /// candidate.
    #[inline(always)]
    fn note_certain<const KIND: usize>(&mut self) {
        let mut certain = nine(0);
        for step in 0..9 {
            for i in 0..16 {
                let here = self.candidates[KIND][step][i];
                let mut digits = here & self.only[i];
                if KIND == COLUMNS && here & here.wrapping_sub(1) == 0 {
                    digits |= here;
                }
                certain[i] |= if digits != 0 { 1 << step } else { 0 };
            }
        }
        self.certain = certain;
    }
}
