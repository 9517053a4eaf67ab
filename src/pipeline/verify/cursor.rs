//! Queues of the records of puzzles and of answers, which are filled a chunk at a time.

use crate::format::answers::{Answers, Form};
use crate::format::{self, Opened, OtherKind, Records};
use crate::grid::{CELLS, Puzzle, cells_at};
use crate::input::{Chunk, InputError, Source};
use crate::lines::Line;
use std::collections::VecDeque;
use std::ops::Range;

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
    /// The line above the puzzles that names columns.
    pub(super) header: Option<Vec<u8>>,
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
            header: None,
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
        let Some(chunk) = next_chunk(&mut *self.input.source, &mut self.spare)? else {
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
                Line::Other(other) => match other.kind {
                    OtherKind::Malformed => None,
                    OtherKind::Header => {
                        let text = other.start as usize..other.end as usize;
                        self.header = Some(chunk.bytes[text].to_vec());
                        continue;
                    }
                    _ => continue,
                },
            };
            let before = self.lines + self.records.lines_before(i) as u64;
            self.ahead.push_back(CursorPuzzle {
                line: chunk.line_of(i, before),
                cells,
            });
        }
        self.lines += u64::from(self.records.lines);
        finish_chunk(chunk, self.input.source.name(), &mut self.spare)?;
        Ok(true)
    }
}

/// The next chunk.
fn next_chunk(
    source: &mut dyn Source,
    spare: &mut Option<Vec<u8>>,
) -> Result<Option<Chunk>, InputError> {
    let next = source.next(spare.take())?;
    if next.is_none() {
        source.finish()?;
    }
    Ok(next)
}

/// Checks a chunk that was copied, and keeps its buffer for the next.
fn finish_chunk(chunk: Chunk, name: &str, spare: &mut Option<Vec<u8>>) -> Result<(), InputError> {
    format::copied(&chunk, name)?;
    *spare = chunk.bytes.into_buffer();
    Ok(())
}

/// The position of a row of the answers in a text.
#[derive(Clone)]
pub(super) struct AnswerLine {
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    pub(super) text: Range<usize>,
}

/// A cursor over the answers, whatever is between them.
pub(super) struct CursorRows {
    source: Box<dyn Source>,
    pub(super) form: Form,
    /// Whether the first row is a header.
    header: bool,
    /// The text of the rows that were read and not taken.
    text: Vec<u8>,
    ahead: VecDeque<AnswerLine>,
    /// Lines so far.
    lines: u64,
    spare: Option<Vec<u8>>,
}

impl CursorRows {
    pub(super) fn new(answers: Answers) -> CursorRows {
        CursorRows {
            source: answers.source,
            form: answers.form,
            header: answers.header,
            text: Vec::new(),
            ahead: VecDeque::new(),
            lines: 0,
            spare: None,
        }
    }

    /// Skips the first row if it is a header, or repeats that of the puzzles.
    pub(super) fn skip_header(&mut self, header: Option<&[u8]>) -> Result<(), InputError> {
        self.fill(1)?;
        if self.header || header.is_some() && self.peek() == header {
            self.ahead.pop_front();
        }
        Ok(())
    }

    /// Skips rows that were read ahead.
    pub(super) fn drop(&mut self, count: usize) {
        self.ahead.drain(..count);
    }

    /// Whether there are no more rows. Call it after [`CursorRows::fill`].
    pub(super) fn is_empty(&self) -> bool {
        self.ahead.is_empty()
    }

    /// The next row. Call it after [`CursorRows::fill`].
    pub(super) fn peek(&self) -> Option<&[u8]> {
        self.ahead.front().map(|row| &self.text[row.text.clone()])
    }

    /// Appends the next row to a text. Call it after [`CursorRows::fill`].
    pub(super) fn take(&mut self, text: &mut Vec<u8>) -> Option<AnswerLine> {
        let row = self.ahead.pop_front()?;
        let start = text.len();
        text.extend_from_slice(&self.text[row.text.clone()]);
        let text = start..text.len();
        Some(AnswerLine { text, ..row })
    }

    /// The next rows of these numbers, if there are as many.
    pub(super) fn look(
        &mut self,
        rows: Range<usize>,
    ) -> Result<impl ExactSizeIterator<Item = (&AnswerLine, &[u8])>, InputError> {
        self.fill(rows.end)?;
        let end = self.ahead.len().min(rows.end);
        let rows = self.ahead.range(rows.start.min(end)..end);
        Ok(rows.map(|row| (row, &self.text[row.text.clone()])))
    }

    pub(super) fn fill(&mut self, count: usize) -> Result<(), InputError> {
        while self.ahead.len() < count && self.read()? {}
        Ok(())
    }

    /// Reads a chunk. Returns whether there was one.
    fn read(&mut self) -> Result<bool, InputError> {
        let Some(chunk) = next_chunk(&mut *self.source, &mut self.spare)? else {
            return Ok(false);
        };
        if self.ahead.is_empty() {
            self.text.clear();
        }
        let mut start = self.text.len();
        self.text.extend_from_slice(&chunk.bytes);
        let before = self.lines;
        while start < self.text.len() {
            let rest = &self.text[start..];
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let row = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
            let text = start..start + row.len();
            start = self.text.len().min(start + end + 1);
            self.lines += 1;
            let row = &self.text[text.clone()];
            // After blank text, a comment or a verdict begins.
            let plain = row.first().is_some_and(|&byte| byte > b'#');
            let is_nothing = || row.first() == Some(&b'#') || row.trim_ascii().is_empty();
            if plain || self.form == Form::Fields || !is_nothing() {
                let index = (self.lines - 1 - before) as usize;
                let line = chunk.line_of(index, self.lines - 1);
                self.ahead.push_back(AnswerLine { line, text });
            }
        }
        finish_chunk(chunk, self.source.name(), &mut self.spare)?;
        Ok(true)
    }
}
