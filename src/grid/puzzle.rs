//! A parsed puzzle and the set of digits.

use super::CELLS;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Why 81 bytes are not a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum CellError {
    /// The text does not have 81 cells.
    Length(usize),
    /// A byte that is neither a clue nor a blank.
    Byte {
        /// Zero-based position in the 81 bytes.
        column: usize,
        /// The byte found there.
        byte: u8,
    },
}

impl Error for CellError {}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellError::Length(cells) => write!(f, "has {}, not 81", cell_count(*cells)),
            CellError::Byte { column, byte } => {
                let column = column + 1;
                let byte = show(*byte);
                write!(
                    f,
                    "column {column}: {byte} is neither a clue 1-9 nor a blank (0 . * _ X x)"
                )
            }
        }
    }
}

/// How many cells a text has, in words.
pub(crate) fn cell_count(cells: usize) -> String {
    match cells {
        1 => "1 cell".to_owned(),
        _ => format!("{cells} cells"),
    }
}

fn show(byte: u8) -> String {
    if byte.is_ascii_graphic() {
        format!("'{}'", byte as char)
    } else {
        format!("byte 0x{byte:02x}")
    }
}

/// 81 cells in row-major order, each a clue 1 to 9 or blank (0).
///
/// Clues may clash: [`super::check::clash`] finds out.
///
/// ```
/// use ninefold::grid::Puzzle;
/// let puzzle: Puzzle =
///     "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
///         .parse()?;
/// assert_eq!(puzzle.clues(), 17);
/// assert_eq!(puzzle.cells()[14], 3);
/// # Ok::<(), ninefold::grid::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Puzzle([u8; CELLS]);

/// Value of each byte as a cell: 0 to 9, or 255 if it is not a cell.
const CELL: [u8; 256] = {
    let mut table = [255; 256];
    let blanks = b"0.*_Xx";
    let mut i = 0;
    while i < blanks.len() {
        table[blanks[i] as usize] = 0;
        i += 1;
    }
    let mut digit = 1;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    table
};

impl Puzzle {
    /// A puzzle without clues.
    pub const EMPTY: Puzzle = Puzzle([0; CELLS]);

    /// Reads 81 bytes of text.
    ///
    /// # Errors
    /// [`CellError::Byte`] has the first byte that is not a cell.
    pub fn from_text(text: &[u8; CELLS]) -> Result<Puzzle, CellError> {
        let mut cells = [0; CELLS];
        for (cell, &byte) in text.iter().enumerate() {
            cells[cell] = CELL[usize::from(byte)];
        }
        match cells.iter().position(|&cell| cell == 255) {
            None => Ok(Puzzle(cells)),
            Some(column) => Err(CellError::Byte {
                column,
                byte: text[column],
            }),
        }
    }

    /// A puzzle from cell values, 0 for blank.
    ///
    /// # Errors
    /// [`CellError::Byte`] has the first value above 9.
    pub fn from_cells(cells: [u8; CELLS]) -> Result<Puzzle, CellError> {
        match cells.iter().position(|&cell| cell > 9) {
            None => Ok(Puzzle(cells)),
            Some(column) => Err(CellError::Byte {
                column,
                byte: cells[column],
            }),
        }
    }

    /// The cells, 0 for blank.
    #[must_use]
    pub fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// Number of clues.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&cell| cell != 0).count()
    }

    /// The puzzle as text, `.` for blank.
    #[must_use]
    pub fn to_text(&self) -> [u8; CELLS] {
        // A loop: compilers do not vectorise `map` of arrays.
        let mut text = [b'.'; CELLS];
        for (byte, &digit) in text.iter_mut().zip(&self.0) {
            *byte = if digit == 0 { b'.' } else { b'0' + digit };
        }
        text
    }

    /// Whether `byte` can be a cell in a puzzle's text.
    #[must_use]
    pub fn is_cell(byte: u8) -> bool {
        CELL[usize::from(byte)] != 255
    }
}

impl FromStr for Puzzle {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Puzzle, CellError> {
        let bytes: &[u8; CELLS] = text
            .as_bytes()
            .try_into()
            .map_err(|_| CellError::Length(text.len()))?;
        Puzzle::from_text(bytes)
    }
}

impl TryFrom<&str> for Puzzle {
    type Error = CellError;

    fn try_from(text: &str) -> Result<Puzzle, CellError> {
        text.parse()
    }
}

impl TryFrom<&String> for Puzzle {
    type Error = CellError;

    fn try_from(text: &String) -> Result<Puzzle, CellError> {
        text.parse()
    }
}

impl From<&Puzzle> for Puzzle {
    fn from(puzzle: &Puzzle) -> Puzzle {
        *puzzle
    }
}

/// Reading an existing puzzle cannot fail.
impl From<Infallible> for CellError {
    fn from(never: Infallible) -> CellError {
        match never {}
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text()
            .iter()
            .try_for_each(|&byte| fmt::Write::write_char(f, byte as char))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}

/// A set of digits: bit `d - 1` is digit `d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digits(u16);

impl Digits {
    /// All nine digits.
    pub const ALL: Digits = Digits(0x1ff);

    /// From bits 0 to 8; higher bits are dropped.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Digits {
        Digits(bits & 0x1ff)
    }

    /// The bits, digit `d` at bit `d - 1`.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Number of digits in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no digit.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digits 1 to 9 of the set, lowest first.
    ///
    /// ```
    /// use ninefold::grid::Digits;
    /// let digits: Vec<u8> = Digits::from_bits(0b1_0000_0110).iter().collect();
    /// assert_eq!(digits, [2, 3, 9]);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=9).filter(move |digit| self.0 >> (digit - 1) & 1 == 1)
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_blank_reads_as_blank_and_prints_as_a_dot() {
        let mut text = [b'.'; CELLS];
        text[..7].copy_from_slice(b"0.*_Xx9");
        let puzzle = Puzzle::from_text(&text).unwrap();
        assert_eq!(puzzle.cells()[..7], [0, 0, 0, 0, 0, 0, 9]);
        assert_eq!(&puzzle.to_text()[..7], b"......9");
    }

    #[test]
    fn a_bad_byte_is_named_with_its_column() {
        let mut text = [b'.'; CELLS];
        text[17] = b'a';
        let error = Puzzle::from_text(&text).unwrap_err();
        assert_eq!(
            error.to_string(),
            "column 18: 'a' is neither a clue 1-9 nor a blank (0 . * _ X x)"
        );
        text[17] = 0;
        let error = Puzzle::from_text(&text).unwrap_err();
        assert!(error.to_string().starts_with("column 18: byte 0x00"));
    }
}
