//! The fast check with vectors of 32 bytes.

use super::{Byte, Bytes32, CELLS, CODE, FULL, HalfVector as Vector};

/// The constants of the check, in registers.
///
/// It recognises units by the xor of codes, as [`super::fills_units`] does: nine columns and eight
/// rows, and the first two boxes of the first two bands. The other units follow from these.
pub(crate) struct Half {
    bytes: Bytes32,
    one: Vector,
    eight: Vector,
    nine: Vector,
    codes: Vector,
    ninth: Vector,
    last: Vector,
    full: Vector,
    columns: Vector,
    boxes: Vector,
    rows: Vector,
}

/// Codes by the low four bits of digits as text.
const CODES: [u8; 16] = {
    let mut table = [0; 16];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = (digit as u64 - 1).wrapping_mul(CODE) as u8;
        digit += 1;
    }
    table
};

/// No byte, in a selection of bytes.
const NONE: u8 = 0x80;

/// `byte` at these positions of each half, `other` elsewhere.
fn at(places: impl Fn(usize) -> bool, byte: u8, other: u8) -> [u8; 32] {
    std::array::from_fn(|i| if places(i % 16) { byte } else { other })
}

impl Half {
    /// Created inside [`Bytes32::run`], so that registers hold it.
    #[inline(always)]
    pub(crate) fn new(bytes: Bytes32) -> Half {
        Half {
            bytes,
            one: bytes.splat(b'1'),
            eight: bytes.splat(8),
            nine: bytes.splat(9),
            codes: bytes.load_halves(&CODES, &CODES),
            ninth: bytes.load(&at(|i| i == 0, 8, NONE)),
            last: bytes.load(&std::array::from_fn(
                |i| {
                    if i < 9 { 7 + i as u8 } else { NONE }
                },
            )),
            full: bytes.splat(FULL as u8),
            columns: bytes.load(&std::array::from_fn(|i| if i < 9 { 0xff } else { 0 })),
            boxes: bytes.load(&at(|i| i == 0 || i == 3, 0xff, 0)),
            rows: bytes.load(&at(|i| i % 4 == 0, 0xff, 0)),
        }
    }

    #[inline(always)]
    pub(crate) fn is_right(&self, puzzle: &[Byte; CELLS], answer: &[Byte; CELLS]) -> bool {
        let wrong = self.bytes.or(
            self.bytes.or(
                self.wrong_cells(puzzle, answer, 0),
                self.wrong_cells(puzzle, answer, 32),
            ),
            self.wrong_cells(puzzle, answer, CELLS - 32),
        );
        self.bytes
            .is_zero(self.bytes.or(wrong, self.wrong_units(answer)))
    }

    /// Not zero if one of 32 cells is not a digit, or differs from a clue.
    #[inline(always)]
    fn wrong_cells(&self, puzzle: &[Byte; CELLS], answer: &[Byte; CELLS], from: usize) -> Vector {
        let on = self.bytes;
        let clues = on.load(puzzle[from..from + 32].try_into().expect("32 bytes"));
        let cells = on.load(answer[from..from + 32].try_into().expect("32 bytes"));
        let is_clue = on.over(self.nine, on.sub(clues, self.one));
        let changed = on.where_differ(is_clue, clues, cells);
        on.or(changed, on.over(on.sub(cells, self.one), self.eight))
    }

    /// Not zero if a unit lacks a digit. All bytes of the answer must be digits.
    #[inline(always)]
    fn wrong_units(&self, answer: &[Byte; CELLS]) -> Vector {
        let on = self.bytes;
        let row = |row: usize| -> &[Byte; 16] {
            let at = (9 * row).min(CELLS - 16);
            answer[at..at + 16].try_into().expect("sixteen bytes")
        };
        // Rows of the first band in the low halves, rows of the second in the high halves.
        let a = on.look_up(self.codes, on.load_halves(row(0), row(3)));
        let b = on.look_up(self.codes, on.load_halves(row(1), row(4)));
        let c = on.look_up(self.codes, on.load_halves(row(2), row(5)));
        let d = on.look_up(self.codes, on.load_halves(row(6), row(7)));
        let last = on.look_up(self.codes, on.load_halves(row(8), row(8)));
        let last = on.look_up(last, self.last);

        let bands = on.xor(on.xor(a, b), c);
        let all = on.xor(bands, d);
        let columns = on.xor(on.xor(all, on.swapped(all)), on.xor(last, self.full));
        let boxes = on.xor(bands, on.xor(on.down::<1>(bands), on.down::<2>(bands)));

        // The ninth cell of each row joins the first.
        let [a, b, c, d] = [
            on.xor(a, on.look_up(a, self.ninth)),
            on.xor(b, on.look_up(b, self.ninth)),
            on.xor(c, on.look_up(c, self.ninth)),
            on.xor(d, on.look_up(d, self.ninth)),
        ];
        let rows = on.folded_eights(on.first_eights(a, b), on.first_eights(c, d));
        let rows = on.folded_fours(rows);
        on.or(
            on.and(columns, self.columns),
            on.or(
                on.and(on.xor(boxes, self.full), self.boxes),
                on.and(on.xor(rows, self.full), self.rows),
            ),
        )
    }
}
