//! Describes puzzles in memory.

use super::error::SolveManyError;
use crate::grid::{CELLS, Puzzle};
use std::ops::Range;

/// The largest stride for which cells are read in place. With larger ones they are copied.
const IN_PLACE: usize = 128;

/// Puzzles in memory: their positions, and the form of their cells.
#[derive(Debug, Clone, Copy)]
pub struct Puzzles<'a> {
    bytes: &'a [u8],
    places: Places<'a>,
    are_values: bool,
}

#[derive(Debug, Clone, Copy)]
enum Places<'a> {
    Stride(usize),
    Offsets32(&'a [i32]),
    Offsets64(&'a [i64]),
    Slices(&'a [&'a [u8]]),
    Grids(&'a [Puzzle]),
}

impl<'a> Puzzles<'a> {
    /// One puzzle every `stride` bytes. The first 81 of them are its cells: use 81 for cells alone,
    /// 82 for lines. The bytes after the cells of the last puzzle may be missing.
    #[must_use]
    pub fn strided(bytes: &'a [u8], stride: usize) -> Puzzles<'a> {
        Puzzles::at(bytes, Places::Stride(stride))
    }

    /// Each puzzle begins at an offset and ends at the next, as in an Arrow array of strings: `n`
    /// puzzles have `n + 1` offsets. A puzzle of another length than 81 is malformed, which is not
    /// an error.
    #[must_use]
    pub fn offsets32(bytes: &'a [u8], offsets: &'a [i32]) -> Puzzles<'a> {
        Puzzles::at(bytes, Places::Offsets32(offsets))
    }

    /// The same with 64-bit offsets, as in an Arrow array of large strings.
    #[must_use]
    pub fn offsets64(bytes: &'a [u8], offsets: &'a [i64]) -> Puzzles<'a> {
        Puzzles::at(bytes, Places::Offsets64(offsets))
    }

    /// Each puzzle is a slice. A slice of another length than 81 is malformed, which is not an
    /// error.
    #[must_use]
    pub fn slices(puzzles: &'a [&'a [u8]]) -> Puzzles<'a> {
        Puzzles::at(&[], Places::Slices(puzzles))
    }

    /// Puzzles that were read already.
    #[must_use]
    pub fn grids(puzzles: &'a [Puzzle]) -> Puzzles<'a> {
        Puzzles::at(&[], Places::Grids(puzzles))
    }

    fn at(bytes: &'a [u8], places: Places<'a>) -> Puzzles<'a> {
        Puzzles {
            bytes,
            places,
            are_values: false,
        }
    }

    /// The cells are values, 0 for blank, and not text. The solutions will be values too.
    #[must_use]
    pub fn as_values(mut self) -> Puzzles<'a> {
        self.are_values = true;
        self
    }

    /// Number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.places {
            Places::Stride(stride) => self.bytes.len().div_ceil(stride.max(1)),
            Places::Offsets32(offsets) => offsets.len().saturating_sub(1),
            Places::Offsets64(offsets) => offsets.len().saturating_sub(1),
            Places::Slices(puzzles) => puzzles.len(),
            Places::Grids(puzzles) => puzzles.len(),
        }
    }

    /// Whether there are no puzzles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn are_values(&self) -> bool {
        self.are_values
    }

    /// Checks that every puzzle lies within the bytes.
    pub(super) fn check(&self) -> Result<(), SolveManyError> {
        let length = self.bytes.len();
        let odd = match self.places {
            Places::Stride(stride) => {
                let rest = length % stride.max(1);
                let fits = stride >= CELLS && (rest == 0 || rest >= CELLS);
                return if fits {
                    Ok(())
                } else {
                    Err(SolveManyError::Stride { length, stride })
                };
            }
            Places::Offsets32(offsets) => odd_offset(offsets.iter().map(|&at| at.into()), length),
            Places::Offsets64(offsets) => odd_offset(offsets.iter().copied(), length),
            Places::Slices(_) | Places::Grids(_) => None,
        };
        odd.map_or(Ok(()), |index| Err(SolveManyError::Offset { index }))
    }

    /// The text of a puzzle, if there are 81 cells.
    fn text_of(&self, i: usize) -> Option<[u8; CELLS]> {
        // No offset is negative: `check` has made sure.
        let range = match self.places {
            Places::Stride(stride) => i * stride..i * stride + CELLS,
            Places::Offsets32(offsets) => offsets[i] as usize..offsets[i + 1] as usize,
            Places::Offsets64(offsets) => offsets[i] as usize..offsets[i + 1] as usize,
            Places::Slices(puzzles) => return self.as_text(puzzles[i]),
            Places::Grids(puzzles) => return Some(puzzles[i].to_text()),
        };
        self.as_text(&self.bytes[range])
    }

    /// These cells as text, if there are 81.
    fn as_text(&self, cells: &[u8]) -> Option<[u8; CELLS]> {
        let cells: [u8; CELLS] = cells.try_into().ok()?;
        Some(if self.are_values {
            cells.map(text_of)
        } else {
            cells
        })
    }

    /// The puzzles of a range as text, and their distance in it. They are copied into `copy`,
    /// unless they have this form already.
    pub(super) fn text<'t>(&self, range: Range<usize>, copy: &'t mut Vec<u8>) -> (&'t [u8], usize)
    where
        'a: 't,
    {
        match self.places {
            Places::Stride(stride) if !self.are_values && stride <= IN_PLACE => {
                let behind = (range.end - 1) * stride + CELLS;
                return (&self.bytes[range.start * stride..behind], stride);
            }
            _ => copy.clear(),
        }
        for i in range {
            copy.extend_from_slice(&self.text_of(i).unwrap_or([NO_CELL; CELLS]));
        }
        (copy, CELLS)
    }
}

/// A byte of text that is not a cell, so that the engine reports the puzzle as malformed.
const NO_CELL: u8 = 0;

/// A cell's value as text.
fn text_of(value: u8) -> u8 {
    match value {
        0..=9 => b'0' + value,
        _ => NO_CELL,
    }
}

impl<'a> From<&'a [Puzzle]> for Puzzles<'a> {
    fn from(puzzles: &'a [Puzzle]) -> Puzzles<'a> {
        Puzzles::grids(puzzles)
    }
}

/// The first offset that is smaller than the one before it, or beyond the bytes.
fn odd_offset(offsets: impl Iterator<Item = i64>, length: usize) -> Option<usize> {
    let mut before = 0;
    let is_odd = |(_, at): &(usize, i64)| {
        let is_odd = *at < before || usize::try_from(*at).is_ok_and(|at| at > length);
        before = *at;
        is_odd
    };
    offsets.enumerate().find(is_odd).map(|(index, _)| index)
}
