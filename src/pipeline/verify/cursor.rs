//! Cursors over the records of puzzles and of answers.

use crate::format::answers::{Answers, Form};
use crate::format::{self, Opened, OtherKind, Records};
use crate::grid::{CELLS, Puzzle, cells_at};
use crate::input::{Chunk, InputError, Source};
use std::collections::VecDeque;
use std::ops::Range;

/// A record of the puzzles.
#[derive(Clone, Copy)]
pub(super) struct CursorPuzzle {
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    /// Blank lines before it.
    pub(super) blanks: u32,
    /// Its cells, unless the line is malformed.
    pub(super) cells: Option<[u8; CELLS]>,
}

/// A cursor over the puzzles, whatever is between them.
pub(super) struct PuzzleCursor {
    input: Opened,
    chunk: Option<Chunk>,
    records: Records,
    /// Puzzles and other lines already taken from the chunk.
    taken: [usize; 2],
    /// Lines before the chunk.
    lines: u64,
    blanks: u32,
    ended: bool,
    /// The line above the puzzles that names columns.
    pub(super) header: Option<Vec<u8>>,
    /// Records read ahead.
    ahead: VecDeque<CursorPuzzle>,
}

impl PuzzleCursor {
    pub(super) fn new(input: Opened) -> PuzzleCursor {
        PuzzleCursor {
            input,
            chunk: None,
            records: Records::default(),
            taken: [0; 2],
            lines: 0,
            blanks: 0,
            ended: false,
            header: None,
            ahead: VecDeque::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        self.input.source.name()
    }

    /// The next record.
    pub(super) fn next(&mut self) -> Result<Option<CursorPuzzle>, InputError> {
        match self.ahead.pop_front() {
            Some(puzzle) => Ok(Some(puzzle)),
            None => self.read(),
        }
    }

    /// Reads ahead, until this many records are puzzles, or at most `most` records.
    pub(super) fn look(
        &mut self,
        whole: usize,
        most: usize,
    ) -> Result<&VecDeque<CursorPuzzle>, InputError> {
        let is_whole = |puzzle: &&CursorPuzzle| puzzle.cells.is_some();
        let mut found = self.ahead.iter().filter(is_whole).count();
        while found < whole && self.ahead.len() < most {
            let Some(puzzle) = self.read()? else {
                break;
            };
            found += usize::from(puzzle.cells.is_some());
            self.ahead.push_back(puzzle);
        }
        Ok(&self.ahead)
    }

    fn read(&mut self) -> Result<Option<CursorPuzzle>, InputError> {
        loop {
            let [puzzle, other] = self.taken;
            let next = self.records.others.get(other);
            if let Some(next) = next.filter(|next| next.before as usize <= puzzle) {
                let text = next.start as usize..next.end as usize;
                self.taken[1] += 1;
                match next.kind {
                    OtherKind::Blank => self.blanks += 1,
                    OtherKind::Comment | OtherKind::End => {}
                    OtherKind::Header => self.header = Some(self.text()[text].to_vec()),
                    OtherKind::Malformed => return Ok(Some(self.record(puzzle + other, None))),
                }
                continue;
            }
            if let Some(&start) = self.records.starts.get(puzzle) {
                self.taken[0] += 1;
                let cells = *cells_at(self.text(), start as usize);
                // 81 bytes with one that is no cell are no puzzle.
                let is_puzzle = cells.iter().all(|&byte| Puzzle::is_cell(byte));
                return Ok(Some(
                    self.record(puzzle + other, is_puzzle.then_some(cells)),
                ));
            }
            if !self.read_chunk()? {
                return Ok(None);
            }
        }
    }

    /// The record on this line of the chunk.
    fn record(&mut self, index: usize, cells: Option<[u8; CELLS]>) -> CursorPuzzle {
        let before = self.lines + self.records.lines_before(index) as u64;
        let chunk = self.chunk.as_ref();
        CursorPuzzle {
            line: chunk.map_or(0, |chunk| chunk.line_of(index, before)),
            blanks: std::mem::take(&mut self.blanks),
            cells,
        }
    }

    fn text(&self) -> &[u8] {
        self.chunk.as_ref().map_or(&[], |chunk| &chunk.bytes)
    }

    fn read_chunk(&mut self) -> Result<bool, InputError> {
        if self.ended {
            return Ok(false);
        }
        self.lines += u64::from(self.records.lines);
        self.taken = [0; 2];
        let Some(chunk) = next_chunk(&mut *self.input.source, self.chunk.take())? else {
            self.records = Records::default();
            self.ended = true;
            return Ok(false);
        };
        format::find_in(self.input.format, &chunk, &mut self.records);
        self.input.format = self.input.format.after(&chunk);
        self.chunk = Some(chunk);
        Ok(true)
    }
}

/// The next chunk, into the buffers of a finished one.
fn next_chunk(source: &mut dyn Source, done: Option<Chunk>) -> Result<Option<Chunk>, InputError> {
    let mut spare = None;
    if let Some(done) = done {
        format::copied(&done, source.name())?;
        spare = done.bytes.into_buffer();
    }
    let next = source.next(spare)?;
    if next.is_none() {
        source.finish()?;
    }
    Ok(next)
}

/// The position of a row of the answers in a text.
#[derive(Clone)]
pub(super) struct AnswerLine {
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    pub(super) text: Range<usize>,
}

/// A row of the answers that was read ahead.
pub(super) struct Lookahead {
    /// Line on which it begins, from 1.
    pub(super) line: u64,
    /// Blank lines before it.
    pub(super) blanks: u32,
    pub(super) text: Vec<u8>,
}

/// A cursor over the answers, whatever is between them.
pub(super) struct CursorRows {
    source: Box<dyn Source>,
    pub(super) form: Form,
    /// Whether the next row is a header.
    header: bool,
    /// Whether no row was read yet.
    first: bool,
    chunk: Option<Chunk>,
    /// Bytes and lines already taken from the chunk.
    taken: (usize, usize),
    /// Lines before the chunk.
    lines: u64,
    /// The next row and the blank lines before it, once found.
    next: Option<AnswerLine>,
    blanks: u32,
    ended: bool,
    /// Rows read ahead.
    ahead: VecDeque<Lookahead>,
}

impl CursorRows {
    pub(super) fn new(answers: Answers) -> CursorRows {
        CursorRows {
            source: answers.source,
            form: answers.form,
            header: answers.header,
            first: true,
            chunk: None,
            taken: (0, 0),
            lines: 0,
            next: None,
            blanks: 0,
            ended: false,
            ahead: VecDeque::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        self.source.name()
    }

    /// Number of blank lines before the next row, or before the end. `header` is that of the
    /// puzzles, which the first row may repeat.
    pub(super) fn blanks(&mut self, header: Option<&[u8]>) -> Result<u32, InputError> {
        if let Some(seen) = self.ahead.front() {
            return Ok(seen.blanks);
        }
        self.find()?;
        if std::mem::take(&mut self.first) {
            let text = self.next.as_ref().map(|row| &self.text()[row.text.clone()]);
            if text.is_some() && (self.header || text == header) {
                self.next = None;
                self.find()?;
            }
        }
        Ok(self.blanks)
    }

    /// Skips rows that were read ahead, and the blank lines after them.
    pub(super) fn drop(&mut self, count: usize) {
        self.ahead.drain(..count);
        if let Some(next) = self.ahead.front_mut().filter(|_| count > 0) {
            next.blanks = 0;
        }
    }

    /// Skips blank lines.
    pub(super) fn pass_blanks(&mut self, count: u32) {
        match self.ahead.front_mut() {
            Some(seen) => seen.blanks -= count,
            None => self.blanks -= count,
        }
    }

    /// Whether there are no more rows. Call it after [`CursorRows::blanks`].
    pub(super) fn is_empty(&self) -> bool {
        self.ahead.is_empty() && self.next.is_none()
    }

    /// The next row. Call it after [`CursorRows::blanks`].
    pub(super) fn peek(&self) -> Option<&[u8]> {
        let seen = self.ahead.front().map(|seen| &seen.text[..]);
        seen.or_else(|| Some(&self.text()[self.next.as_ref()?.text.clone()]))
    }

    /// Appends the next row to a text. Call it after [`CursorRows::blanks`].
    pub(super) fn take(&mut self, text: &mut Vec<u8>) -> Option<AnswerLine> {
        let start = text.len();
        let line = if let Some(seen) = self.ahead.pop_front() {
            text.extend_from_slice(&seen.text);
            seen.line
        } else {
            let row = self.next.take()?;
            text.extend_from_slice(&self.text()[row.text]);
            self.blanks = 0;
            row.line
        };
        let text = start..text.len();
        Some(AnswerLine { line, text })
    }

    /// Reads this many rows ahead.
    pub(super) fn look(&mut self, count: usize) -> Result<&VecDeque<Lookahead>, InputError> {
        while self.ahead.len() < count {
            self.find()?;
            let Some(row) = self.next.take() else {
                break;
            };
            self.ahead.push_back(Lookahead {
                line: row.line,
                blanks: self.blanks,
                text: self.text()[row.text].to_vec(),
            });
            self.blanks = 0;
        }
        Ok(&self.ahead)
    }

    fn text(&self) -> &[u8] {
        self.chunk.as_ref().map_or(&[], |chunk| &chunk.bytes)
    }

    /// Finds the next row, if it is not known.
    fn find(&mut self) -> Result<(), InputError> {
        while self.next.is_none() && !self.ended {
            let Some(chunk) = self.chunk.as_ref() else {
                self.read_chunk()?;
                continue;
            };
            let (start, index) = self.taken;
            let rest = &chunk.bytes[start..];
            if rest.is_empty() {
                self.read_chunk()?;
                continue;
            }
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            self.taken = ((start + end + 1).min(chunk.bytes.len()), index + 1);
            let row = &rest[..end];
            let row = row.strip_suffix(b"\r").unwrap_or(row);
            // After blank text, a comment or a verdict begins.
            let plain = row.first().is_some_and(|&byte| byte > b'#');
            if plain || self.form == Form::Fields || !self.is_nothing(row) {
                let line = chunk.line_of(index, self.lines + index as u64);
                let text = start..start + row.len();
                self.next = Some(AnswerLine { line, text });
            } else if row.first() != Some(&b'#') {
                self.blanks += 1;
            }
        }
        Ok(())
    }

    /// Whether a line of the file is not an answer.
    fn is_nothing(&self, row: &[u8]) -> bool {
        row.first() == Some(&b'#') || row.trim_ascii().is_empty()
    }

    fn read_chunk(&mut self) -> Result<(), InputError> {
        self.lines += self.taken.1 as u64;
        self.taken = (0, 0);
        self.chunk = next_chunk(&mut *self.source, self.chunk.take())?;
        self.ended = self.chunk.is_none();
        Ok(())
    }
}
