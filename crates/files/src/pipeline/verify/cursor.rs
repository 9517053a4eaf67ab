//! A queue of the records of puzzles, which is filled a chunk at a time.

use crate::format::{Inputs, KnownAnswers, Opened, OtherKind, ReadChunk, is_digit};
use crate::input::InputError;
use ninefold::grid::{CELLS, Puzzle};
use ninefold::internal::{Line, cells_at};
use std::collections::VecDeque;

/// A record of the puzzles.
#[derive(Clone, Copy)]
pub(super) struct CursorPuzzle {
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    /// Its cells, unless the line is malformed.
    pub(super) cells: Option<[u8; CELLS]>,
}

/// What the puzzles are, apart from their answers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadPuzzles {
    /// Puzzles that are full grids.
    pub(super) without_blanks: u64,
    /// The solutions that the input states.
    pub(super) known: KnownAnswers,
}

/// A cursor over the puzzles, whatever is between them.
pub(super) struct PuzzleCursor {
    inputs: Inputs<()>,
    chunk: ReadChunk,
    /// Lines so far.
    lines: u64,
    /// The records that were read and not taken.
    ahead: VecDeque<CursorPuzzle>,
    /// What is known of those that were read.
    pub(super) read: ReadPuzzles,
}

impl PuzzleCursor {
    pub(super) fn new(input: Opened) -> PuzzleCursor {
        PuzzleCursor {
            inputs: Inputs::new(Box::new(std::iter::once(Ok(input))), 0),
            chunk: ReadChunk::default(),
            lines: 0,
            ahead: VecDeque::new(),
            read: ReadPuzzles::default(),
        }
    }

    /// The next record.
    pub(super) fn next(&mut self) -> Result<Option<CursorPuzzle>, InputError> {
        while self.ahead.is_empty() && self.fill()? {}
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
            if !self.fill()? {
                return Ok(self.ahead.range(..));
            }
        }
    }

    /// Reads a chunk. Returns whether there was one.
    fn fill(&mut self) -> Result<bool, InputError> {
        let begin = |_: &Opened| Ok::<(), InputError>(());
        let Some((input, _)) = self.inputs.read(&mut self.chunk, begin)? else {
            return Ok(false);
        };
        self.chunk.find();
        let records = &self.chunk.records;
        let text = self.chunk.text();
        for (i, record) in records.in_order().enumerate() {
            let cells = match record {
                Line::Puzzle(i) => {
                    let cells = cells_at(text, records.starts[i] as usize);
                    // 81 bytes with one that is no cell are no puzzle.
                    let is_puzzle = cells
                        .iter()
                        .fold(true, |all, &byte| all & Puzzle::is_cell(byte));
                    let is_full = cells.iter().all(|&byte| is_digit(byte));
                    self.read.without_blanks += u64::from(is_full);
                    is_puzzle.then_some(*cells)
                }
                Line::Other(other) if other.kind == OtherKind::Malformed => None,
                Line::Other(_) => continue,
            };
            let line = self.chunk.line_of(i, self.lines);
            self.ahead.push_back(CursorPuzzle { line, cells });
        }
        let known = &mut self.read.known;
        known.not_comparable += records.not_comparable().len() as u64;
        for (i, stated) in records.stated(text) {
            known.compare(cells_at(text, records.starts[i] as usize), stated);
        }
        self.lines += u64::from(records.lines);
        self.chunk.check(input.source.name())?;
        Ok(true)
    }
}
