//! The fast check with vectors of 64 and 32 bytes.

use super::{Byte, ByteVector, CELLS, CODE, FULL, WideVector as Vector};

/// The constants of the check, in registers. It takes 4 ns.
///
/// It looks at the cells in two parts that overlap, 0 to 63 and 49 to 80.
pub(crate) struct Wide {
    bytes: ByteVector,
    one: Vector,
    eight: Vector,
    codes: Vector,
    trio: [Vector; 3],
    second: Vector,
    third: Vector,
    full: Vector,
}

/// Number of units to look at: nine rows, eight columns and the four boxes at the top left. See
/// [`super::fills_units`].
const UNITS: usize = 21;

/// `TRIO[k]` selects three cells of each unit, from cell 3k on. Each cell is [`UNITS`] bytes after
/// the one before.
const TRIO: [[u8; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut i = 0;
    while i < 9 * UNITS {
        let unit = i / 9;
        let k = i % 9;
        let cell = match unit {
            0..9 => 9 * unit + k,
            9..17 => 9 * k + unit - 9,
            _ => (unit - 17) / 2 * 27 + (unit - 17) % 2 * 3 + k / 3 * 9 + k % 3,
        };
        // The selection is from two vectors, and the second begins with cell 49.
        let at = if cell < 64 { cell } else { 64 + cell - 49 };
        table[k / 3][k % 3 * UNITS + unit] = at as u8;
        i += 1;
    }
    table
};

/// Each byte holds its own number plus `first`.
fn places_from(first: usize) -> [u8; 64] {
    std::array::from_fn(|i| (first + i) as u8)
}

impl Wide {
    /// Created inside [`ByteVector::run`], so that registers hold it.
    #[inline(always)]
    pub(crate) fn new(bytes: ByteVector) -> Wide {
        Wide {
            bytes,
            one: bytes.splat(b'1'),
            eight: bytes.splat(8),
            codes: bytes.load(&std::array::from_fn(|digit| {
                (digit as u8).wrapping_mul(CODE as u8)
            })),
            // No `map`, here and below: it would be a function without the CPU's instructions, and
            // each operation in it a call.
            trio: [
                bytes.load(&TRIO[0]),
                bytes.load(&TRIO[1]),
                bytes.load(&TRIO[2]),
            ],
            second: bytes.load(&places_from(UNITS)),
            third: bytes.load(&places_from(2 * UNITS)),
            full: bytes.splat(FULL as u8),
        }
    }

    #[inline(always)]
    pub(crate) fn is_right(&self, puzzle: &[Byte; CELLS], answer: &[Byte; CELLS]) -> bool {
        let on = self.bytes;
        let clues = on.load(puzzle.first_chunk().expect("64 bytes"));
        let cells = on.load(answer.first_chunk().expect("64 bytes"));
        let digits = on.sub(cells, self.one);
        let is_clue = on.at_most(on.sub(clues, self.one), self.eight);
        // Bytes that are not zero are wrong.
        let changed = on.difference(is_clue, clues, cells);
        let no_digit = on.over(digits, self.eight);
        let low = on.look_up(self.codes, digits);

        let one = on.first_32(self.one);
        let eight = on.first_32(self.eight);
        let codes = on.first_32(self.codes);
        let clues = on.load_32(puzzle.last_chunk().expect("32 bytes"));
        let cells = on.load_32(answer.last_chunk().expect("32 bytes"));
        let digits = on.sub_32(cells, one);
        let is_clue = on.at_most_32(on.sub_32(clues, one), eight);
        let changed_32 = on.difference_32(is_clue, clues, cells);
        let last = on.as_64(on.or_32(changed_32, on.over_32(digits, eight)));
        let high = on.as_64(on.look_up_32(codes, digits));

        let first = on.xor3(
            on.pick(self.trio[0], low, high),
            on.pick(self.trio[1], low, high),
            on.pick(self.trio[2], low, high),
        );
        let second = on.look_up(first, self.second);
        let third = on.look_up(first, self.third);
        let units = on.xor3(first, second, third);
        let not_full = on.difference((1 << UNITS) - 1, units, self.full);
        on.is_zero(on.or(on.or3(changed, no_digit, last), not_full))
    }
}
