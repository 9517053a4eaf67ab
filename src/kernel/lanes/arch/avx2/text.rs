//! Reads and writes the text of eight puzzles at once, by permutes of bytes: names for AVX2.
//!
//! A permute looks up sixteen bytes in a table of sixteen, by their low four bits. So one permute
//! gives the meaning of characters, and another puts bytes in order.

use crate::grid::{CELLS, Row};
use crate::kernel::lanes::answers::value_planes;
use crate::kernel::lanes::isa::MOST_PACKED;
use crate::kernel::lanes::layout::{BAND, Group, Words};
use crate::kernel::lanes::tables::{DIGIT_OF_NIBBLE, PuzzleLines};
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Avx2, op, ops};
use std::arch::x86_64::*;
use std::hint::black_box;

/// The same sixteen bytes for both halves of a vector, because a permute works on each half
/// separately.
#[repr(C, align(32))]
struct Table([u8; 32]);

/// A byte of a table that gives zero.
const NONE: u8 = 0x80;

impl Table {
    const fn of(bytes: [u8; 16]) -> Table {
        let mut both = [0; 32];
        let mut i = 0;
        while i < 32 {
            both[i] = bytes[i % 16];
            i += 1;
        }
        Table(both)
    }
}

/// The character for each low four bits that is accepted here: a digit, or `0 * . _` for a blank.
static CHARACTER: Table = Table::of(*b"0123456789*\0\0\0._");

/// The position of a blank's bit: the first bit beyond a word's 27.
const BLANK: u8 = 27;

/// For each low four bits of a character, the bit of stack 0 that it sets in the words of a band:
/// digit 3t + f + 1 of band B sets bit 9f + 3 ((t + B) mod 3).
const fn bits_of_band(band: usize) -> Table {
    let mut bits = [BLANK; 16];
    let mut digit = 0;
    while digit < 9 {
        bits[digit + 1] = (9 * (digit % 3) + 3 * ((digit / 3 + band) % 3)) as u8;
        digit += 1;
    }
    Table::of(bits)
}

/// [`bits_of_band`] of each band.
static BITS: [Table; 3] = [bits_of_band(0), bits_of_band(1), bits_of_band(2)];

/// From sixteen bytes of a line, in which a row of the grid begins at `from`: the cells of each
/// column of the boxes side by side, as a word. The words of each line are one position after those
/// of the line before. So the words of one column of four lines are in different positions.
///
/// ```text
/// a b c d e f g h i          line 0    a d g -  b e h -  c f i -  - - - -
/// S0    S1    S2             line 1    - - - -  a d g -  b e h -  c f i -
///                            line 2    c f i -  - - - -  a d g -  b e h -
///                            line 3    b e h -  c f i -  - - - -  a d g -
/// ```
const fn by_columns(from: u8, line: usize) -> Table {
    let mut order = [NONE; 16];
    let mut i = 0;
    while i < 9 {
        let column = i / 3;
        let stack = i % 3;
        order[4 * ((column + line) % 4) + stack] = from + (3 * stack + column) as u8;
        i += 1;
    }
    Table::of(order)
}

const fn of_four_lines(from: u8) -> [Table; 4] {
    [
        by_columns(from, 0),
        by_columns(from, 1),
        by_columns(from, 2),
        by_columns(from, 3),
    ]
}

/// For sixteen bytes that begin with the row, and for sixteen that end with it, as the last of a
/// line do.
static BY_COLUMNS: [[Table; 4]; 2] = [of_four_lines(0), of_four_lines(7)];

/// Of a column's words, in the order of [`by_columns`], only byte `stack`, with the word of line j
/// at position j.
const fn byte_of_words(column: usize, stack: usize) -> Table {
    let mut order = [NONE; 16];
    let mut line = 0;
    while line < 4 {
        order[4 * line] = (4 * ((column + line) % 4) + stack) as u8;
        line += 1;
    }
    Table::of(order)
}

const fn bytes_of_words(column: usize) -> [Table; 3] {
    [
        byte_of_words(column, 0),
        byte_of_words(column, 1),
        byte_of_words(column, 2),
    ]
}

static BYTES: [[Table; 3]; 3] = [bytes_of_words(0), bytes_of_words(1), bytes_of_words(2)];

/// Two permutes that move cells `first` to `last` of a row of the grid, in this band, to positions
/// from `to` on: one for bytes of low nibbles, and one for bytes of high nibbles.
///
/// Byte 4j + k of both belongs to the cells with the bits 8k + j and 8k + 4 + j, as in the result
/// of [`Avx2::nibbles`].
const fn cells(band: usize, first: usize, last: usize, to: usize) -> [Table; 2] {
    let mut order = [[NONE; 16]; 2];
    let mut column = first;
    while column <= last {
        let bit = 9 * (column % 3) + 3 * band + column / 3;
        order[bit / 4 % 2][to + column - first] = (4 * (bit % 4) + bit / 8) as u8;
        column += 1;
    }
    let [low, high] = order;
    [Table::of(low), Table::of(high)]
}

/// The 27 cells of a band are two runs of sixteen. The second ends with the last cell:
///
/// ```text
/// 0             16        27
/// 000000000111111122222222        row 0, and row 1 up to its seventh cell
///            1111111222222222     row 1 from its third cell on, and row 2
/// ```
struct BandOrder {
    first: [[Table; 2]; 2],
    second: [[Table; 2]; 2],
}

const fn band_order(band: usize) -> BandOrder {
    BandOrder {
        first: [cells(band, 0, 8, 0), cells(band, 0, 6, 9)],
        second: [cells(band, 2, 8, 0), cells(band, 0, 8, 7)],
    }
}

static BANDS: [BandOrder; 3] = [band_order(0), band_order(1), band_order(2)];

static DIGITS: Table = Table::of(DIGIT_OF_NIBBLE);

/// Bytes in order, from low nibbles and from high ones.
type Nibbles = [__m256i; 2];

impl Avx2 {
    #[inline(always)]
    fn table(self, table: &Table) -> __m256i {
        // SAFETY: the token proves the features; a table is 32 bytes, aligned to as many.
        unsafe { _mm256_load_si256(table.0.as_ptr().cast()) }
    }

    ops! {
        /// Bytes of `a` at the positions in `order`, in each half.
        pub(in crate::kernel) permuted(self, a: __m256i, order: __m256i) -> __m256i = _mm256_shuffle_epi8(a, order);
        /// Takes four vectors of two lanes' sixteen bytes, lanes j and j + 4 in vector j. Word i of
        /// lane j becomes word j of vector i. Its own inverse.
        turned(self, z: [__m256i; 4]) -> [__m256i; 4] = {
            let a = _mm256_unpacklo_epi32(z[0], z[1]);
            let b = _mm256_unpacklo_epi32(z[2], z[3]);
            let c = _mm256_unpackhi_epi32(z[0], z[1]);
            let d = _mm256_unpackhi_epi32(z[2], z[3]);
            [
                _mm256_unpacklo_epi64(a, b),
                _mm256_unpackhi_epi64(a, b),
                _mm256_unpacklo_epi64(c, d),
                _mm256_unpackhi_epi64(c, d),
            ]
        };
    }

    /// Sixteen bytes from positions of two lines, in the two halves.
    #[inline(always)]
    pub(in crate::kernel) fn two_pieces(self, pieces: [(&[u8; CELLS], usize); 2]) -> __m256i {
        let [low, high] = pieces;
        let low: &[u8; 16] = low.0[low.1..low.1 + 16].try_into().expect("sixteen bytes");
        let high: &[u8; 16] = high.0[high.1..high.1 + 16]
            .try_into()
            .expect("sixteen bytes");
        // SAFETY: the token proves the features; every load is of 16 bytes.
        unsafe {
            let low = _mm_loadu_si128(low.as_ptr().cast());
            let high = _mm_loadu_si128(high.as_ptr().cast());
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
    }

    /// Sixteen bytes from `at` of the lines j and j + 4.
    #[inline(always)]
    fn two_lines(self, lines: &PuzzleLines<'_>, j: usize, at: usize) -> __m256i {
        self.two_pieces([(lines[j], at), (lines[j + 4], at)])
    }

    /// For each character of two bands, one in each half, the position of its bit in a word of the
    /// band ([`bits_of_band`]).
    #[inline(always)]
    pub(in crate::kernel) fn bits_in_bands(self, bands: [usize; 2], text: __m256i) -> __m256i {
        let [low, high] = bands;
        let low = self.table(&BITS[low]);
        let high = self.table(&BITS[high]);
        self.permuted(op!(_mm256_blend_epi32::<0xf0>(low, high)), text)
    }

    /// Zero for each character that is accepted here.
    #[inline(always)]
    pub(in crate::kernel) fn unexpected(self, text: __m256i) -> __m256i {
        self.xor(text, self.permuted(self.table(&CHARACTER), text))
    }

    /// Sixteen bytes from `at` of each line, as four words.
    #[inline(always)]
    pub(super) fn words_of_lines(self, lines: &PuzzleLines<'_>, at: usize) -> [__m256i; 4] {
        self.turned([
            self.two_lines(lines, 0, at),
            self.two_lines(lines, 1, at),
            self.two_lines(lines, 2, at),
            self.two_lines(lines, 3, at),
        ])
    }

    /// Reads lines that have no other blanks than `0 * . _`. Returns whether that is so.
    ///
    /// First, in place, each row of the grid becomes three words of its band, one for each column
    /// of the boxes. A clue is a bit, found by one look-up and one shift, in one of the three
    /// triples of the word. Then the three bands' words are exchanged, group by group, so that each
    /// is for one triple.
    #[inline(always)]
    pub(super) fn read_common(self, lines: &PuzzleLines<'_>, into: &mut Group<__m256i>) -> bool {
        let mut faults = self.splat(0);
        for band in 0..3 {
            let bits = self.table(&BITS[band]);
            for r in 0..3 {
                // Loops that must stay loops: unrolled, this is 4 KB of instructions.
                let row = black_box(3 * band + r);
                let is_last = row == 8;
                let at = if is_last { CELLS - 16 } else { 9 * row };
                let order = &BY_COLUMNS[usize::from(is_last)];
                let columns = self.columns([
                    self.permuted(self.two_lines(lines, 0, at), self.table(&order[0])),
                    self.permuted(self.two_lines(lines, 1, at), self.table(&order[1])),
                    self.permuted(self.two_lines(lines, 2, at), self.table(&order[2])),
                    self.permuted(self.two_lines(lines, 3, at), self.table(&order[3])),
                ]);
                for c in 0..3 {
                    let text = columns[c];
                    faults = self.or(faults, self.unexpected(text));
                    let at = self.permuted(bits, text);
                    into.x[band][3 * r + c] = self.or3(
                        self.shifted(1, self.permuted(at, self.table(&BYTES[c][0]))),
                        self.shifted(2, self.permuted(at, self.table(&BYTES[c][1]))),
                        self.shifted(4, self.permuted(at, self.table(&BYTES[c][2]))),
                    );
                }
            }
        }
        // The fourth byte of each word is not a cell.
        if self.nonzero(self.and(faults, self.splat(0x00ff_ffff))) != 0 {
            return false;
        }
        let g0 = self.splat(BAND);
        let g1 = self.splat(BAND << 3);
        let g2 = self.splat(BAND << 6);
        for p in 0..9 {
            let p = black_box(p) % 9;
            let a = into.x[0][p];
            let b = into.x[1][p];
            let d = into.x[2][p];
            let blanks = self.or3(
                self.shr::<27>(a),
                self.and(self.shr::<24>(b), self.splat(0o70)),
                self.and(self.shr::<21>(d), self.splat(0o700)),
            );
            let blanks = self.or3(blanks, self.shl::<9>(blanks), self.shl::<18>(blanks));
            let first = self.or3(self.and(a, g0), self.and(b, g1), self.and(d, g2));
            let second = self.or(
                self.shr::<3>(self.or(self.and(a, g1), self.and(b, g2))),
                self.shl::<6>(self.and(d, g0)),
            );
            let third = self.or(
                self.shr::<6>(self.and(a, g2)),
                self.shl::<3>(self.or(self.and(b, g0), self.and(d, g1))),
            );
            into.x[0][p] = self.or(first, blanks);
            into.x[1][p] = self.or(second, blanks);
            into.x[2][p] = self.or(third, blanks);
            into.has_other[p] = blanks;
        }
        true
    }

    /// For each column of the boxes, its words of all lines, in the order of [`by_columns`].
    #[inline(always)]
    fn columns(self, [a, b, c, d]: [__m256i; 4]) -> [__m256i; 3] {
        op!([
            _mm256_blend_epi32::<0b1100_1100>(
                _mm256_blend_epi32::<0b0010_0010>(a, b),
                _mm256_blend_epi32::<0b1000_1000>(c, d),
            ),
            _mm256_blend_epi32::<0b1001_1001>(
                _mm256_blend_epi32::<0b0100_0100>(a, b),
                _mm256_blend_epi32::<0b0001_0001>(c, d),
            ),
            _mm256_blend_epi32::<0b0011_0011>(
                _mm256_blend_epi32::<0b1000_1000>(a, b),
                _mm256_blend_epi32::<0b0010_0010>(c, d),
            ),
        ])
    }

    ops! {
        /// `bit`, shifted up in each word by the number in `by`.
        shifted(self, bit: u32, by: __m256i) -> __m256i =
            _mm256_sllv_epi32(_mm256_set1_epi32(bit as i32), by);
    }

    /// Bit i of four planes becomes nibble i of sixteen bytes, lane by lane. In vector q, the first
    /// half belongs to lane q, the second to lane q + 4. Byte 4j + k has the nibbles of the bits 8k
    /// + j and 8k + 4 + j.
    #[inline(always)]
    fn nibbles(self, [a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
        let even = self.splat(0x5555_5555);
        let odd = self.splat(0xaaaa_aaaa);
        let low = self.splat(0x3333_3333);
        let high = self.splat(0xcccc_cccc);
        // Pairs of bits, from every second cell; then nibbles, from every fourth.
        let ab0 = self.or(self.and(a, even), self.shl::<1>(self.and(b, even)));
        let ab1 = self.or(self.shr::<1>(self.and(a, odd)), self.and(b, odd));
        let cd0 = self.or(self.and(c, even), self.shl::<1>(self.and(d, even)));
        let cd1 = self.or(self.shr::<1>(self.and(c, odd)), self.and(d, odd));
        self.turned([
            self.or(self.and(ab0, low), self.shl::<2>(self.and(cd0, low))),
            self.or(self.and(ab1, low), self.shl::<2>(self.and(cd1, low))),
            self.or(self.shr::<2>(self.and(ab0, high)), self.and(cd0, high)),
            self.or(self.shr::<2>(self.and(ab1, high)), self.and(cd1, high)),
        ])
    }

    /// Sixteen cells in order, from two rows of the grid.
    #[inline(always)]
    fn run_of(self, rows: [Nibbles; 2], order: &[[Table; 2]; 2]) -> __m256i {
        let [[a_low, a_high], [b_low, b_high]] = rows;
        let [[a_low_order, a_high_order], [b_low_order, b_high_order]] = order;
        self.or(
            self.or(
                self.permuted(a_low, self.table(a_low_order)),
                self.permuted(a_high, self.table(a_high_order)),
            ),
            self.or(
                self.permuted(b_low, self.table(b_low_order)),
                self.permuted(b_high, self.table(b_high_order)),
            ),
        )
    }

    /// Writes the answers of solved lanes: the values of their cells become nibbles, these become
    /// characters, and these are put in order. Two lanes, q and q + 4, are processed together.
    #[inline(always)]
    pub(super) fn write_rows(
        self,
        x: &Words<__m256i>,
        lanes: u32,
        rows: &mut [Row],
        at: &[u32; MOST_PACKED],
    ) {
        let nibbles = [
            self.nibbles(value_planes(self, x, 0)),
            self.nibbles(value_planes(self, x, 1)),
            self.nibbles(value_planes(self, x, 2)),
        ];
        for q in 0..4 {
            if lanes >> q & 0x11 == 0 {
                continue;
            }
            let runs = self.bands([nibbles[0][q], nibbles[1][q], nibbles[2][q]]);
            if lanes >> q & 1 == 1 {
                self.store_row::<0>(&runs, &mut rows[at[q] as usize]);
            }
            if lanes >> (q + 4) & 1 == 1 {
                self.store_row::<1>(&runs, &mut rows[at[q + 4] as usize]);
            }
        }
    }

    /// The bands of two lanes as text, from the nibbles for each row of the boxes.
    #[inline(always)]
    fn bands(self, nibbles: [__m256i; 3]) -> [[__m256i; 2]; 3] {
        let low = self.splat(0x0f0f_0f0f);
        let digits = self.table(&DIGITS);
        let mut text = [[low; 2]; 3];
        for r in 0..3 {
            let high = self.and(self.shr::<4>(nibbles[r]), low);
            text[r] = [
                self.permuted(digits, self.and(nibbles[r], low)),
                self.permuted(digits, high),
            ];
        }
        let [top, middle, bottom] = text;
        let mut runs = [[low; 2]; 3];
        for band in 0..3 {
            let order = &BANDS[band];
            runs[band] = [
                self.run_of([top, middle], &order.first),
                self.run_of([middle, bottom], &order.second),
            ];
        }
        runs
    }

    /// Writes an answer from its bit planes, with the rows of the boxes in three lanes.
    #[inline(always)]
    pub(in crate::kernel) fn write_nibbles(self, planes: [__m256i; 4], row: &mut Row) {
        let [top, middle, bottom, _] = self.nibbles(planes);
        self.store_row::<0>(&self.bands([top, middle, bottom]), row);
    }

    /// Writes the bands of one lane, which is half of each vector.
    #[inline(always)]
    fn store_row<const HALF: i32>(self, runs: &[[__m256i; 2]; 3], row: &mut Row) {
        for band in 0..3 {
            let [first, second] = runs[band];
            // SAFETY: the token proves the features. Stores are of 16 bytes, from 0 and 11 of each
            // band's 27, so up to byte 81 of the 82 in a row.
            unsafe {
                let to = row.as_mut_ptr().add(27 * band);
                _mm_storeu_si128(to.cast(), _mm256_extracti128_si256::<HALF>(first));
                _mm_storeu_si128(to.add(11).cast(), _mm256_extracti128_si256::<HALF>(second));
            }
        }
    }
}
