//! A queue of the records of puzzles, which is filled a chunk at a time.

use crate::format::{self, Opened, OtherKind, Records};
use crate::grid::{CELLS, Puzzle, cells_at};
use crate::input::InputError;
use crate::lines::Line;
use std::collections::VecDeque;

/// A record of the puzzles.
#[derive(Clone, Copy)]
pub(super) struct CursorPuzzle {
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    /// Its cells, unless the line is malformed.
    pub(super) cells: Option<[u8; CELLS]>,
}

/// A cursor over the puzzles, whatever is between them.
pub(super) struct PuzzleCursor {
    input: Opened,
    records: Records,
    /// Lines so far.
    lines: u64,
    /// The records that were read and not taken.
    ahead: VecDeque<CursorPuzzle>,
    spare: Option<Vec<u8>>,
}

impl PuzzleCursor {
    pub(super) fn new(input: Opened) -> PuzzleCursor {
        PuzzleCursor {
            input,
            records: Records::default(),
            lines: 0,
            ahead: VecDeque::new(),
            spare: None,
        }
    }

    pub(super) fn name(&self) -> &str {
        self.input.source.name()
    }

    /// The next record.
    pub(super) fn next(&mut self) -> Result<Option<CursorPuzzle>, InputError> {
        while self.ahead.is_empty() && self.read()? {}
        Ok(self.ahead.pop_front())
    }

    /// The next records: up to the one that is the puzzle of number `whole`, or at most `most`.
    pub(super) fn look(
        &mut self,
        whole: usize,
        most: usize,
    ) -> Result<impl ExactSizeIterator<Item = &CursorPuzzle> + Clone, InputError> {
        loop {
            let next = self.ahead.iter().take(most).enumerate();
            let mut puzzles = next.filter(|(_, record)| record.cells.is_some());
            let end = puzzles.nth(whole - 1).map(|(i, _)| i + 1);
            let end = end.or_else(|| (self.ahead.len() >= most).then_some(most));
            if let Some(end) = end {
                return Ok(self.ahead.range(..end));
            }
            if !self.read()? {
                return Ok(self.ahead.range(..));
            }
        }
    }

    /// Reads a chunk. Returns whether there was one.
    fn read(&mut self) -> Result<bool, InputError> {
        let source = &mut self.input.source;
        let Some(chunk) = source.next(self.spare.take())? else {
            source.finish()?;
            return Ok(false);
        };
        format::find_in(self.input.format, &chunk, &mut self.records);
        self.input.format = self.input.format.after(&chunk);
        for (i, record) in self.records.in_order().enumerate() {
            let cells = match record {
                Line::Puzzle(i) => {
                    let cells = cells_at(&chunk.bytes, self.records.starts[i] as usize);
                    // 81 bytes with one that is no cell are no puzzle.
                    let is_puzzle = cells.iter().all(|&byte| Puzzle::is_cell(byte));
                    is_puzzle.then_some(*cells)
                }
                Line::Other(other) if other.kind == OtherKind::Malformed => None,
                Line::Other(_) => continue,
            };
            let before = self.lines + self.records.lines_before(i) as u64;
            self.ahead.push_back(CursorPuzzle {
                line: chunk.line_of(i, before),
                cells,
            });
        }
        self.lines += u64::from(self.records.lines);
        format::copied(&chunk, self.input.source.name())?;
        self.spare = chunk.bytes.into_buffer();
        Ok(true)
    }
}
