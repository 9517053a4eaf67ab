//! The buffers of one chunk, and the reader that fills them.

use super::PipelineError;
use crate::engine::{Counters, Outcome};
use crate::format::{Format, Kind, Opened, Records};
use crate::grid::Row;
use crate::input::{Chunk, InputError};
use crate::metrics::clock::Clock;
use crate::metrics::largest::Largest;
use crate::metrics::service::Service;
use crate::metrics::summary::{Known, Verdicts};
use crate::metrics::trailer::Trailer;
use std::sync::Arc;

/// Everything that belongs to one chunk on its way. Sets are recycled: after
/// the first chunks nothing in them grows.
#[derive(Default)]
pub(super) struct Set {
    /// The text; `None` before the first.
    pub(super) chunk: Option<Chunk>,
    /// A buffer for the next text, where the last was not mapped.
    spare: Option<Vec<u8>>,
    /// The input it comes from.
    pub(super) name: Option<Arc<str>>,
    pub(super) format: Format,
    pub(super) kind: Option<Kind>,
    /// When it had been read.
    pub(super) read_at: u64,
    /// Where its puzzles are.
    pub(super) records: Records,
    /// Their solutions: at least as many as there are puzzles.
    pub(super) rows: Vec<Row>,
    /// What became of them: at least as many as there are puzzles.
    pub(super) outcomes: Vec<Outcome>,
    /// The output, unless the rows are it as they are.
    pub(super) text: Vec<u8>,
    pub(super) rows_are_text: bool,
    /// What there is to say of it.
    pub(super) found: Found,
}

/// What a worker found in a chunk.
#[derive(Default)]
pub(super) struct Found {
    pub(super) verdicts: Verdicts,
    pub(super) counters: Counters,
    /// The slowest puzzles, by index in the chunk.
    pub(super) slowest: Largest<u32>,
    /// The puzzles with the most guesses, by index in the chunk.
    pub(super) hardest: Largest<u32>,
    /// The first answer that fails the check.
    pub(super) wrong: Option<Wrong>,
    /// Nanoseconds in the engine.
    pub(super) solving: u64,
    /// Nanoseconds in the checker.
    pub(super) checking: u64,
    /// Nanoseconds of all work on the chunk.
    pub(super) working: u64,
    /// Sum of the corners' numbers.
    pub(super) corners: u64,
    pub(super) trailer: Trailer,
    pub(super) known: Known,
    /// The first puzzles whose line names a wrong solution.
    pub(super) known_wrong: Vec<u32>,
    /// The puzzles' service times, where they are not kept by the workers.
    pub(super) service: Option<Service>,
}

/// An answer that fails the check.
pub(super) struct Wrong {
    /// Index of the puzzle in the chunk.
    pub(super) puzzle: u32,
    pub(super) fault: String,
    /// Whether a copy of the puzzle is solved rightly: then its text changed
    /// between solving and checking.
    pub(super) changed: bool,
}

impl Found {
    /// Empties it. Slower than `slow`, in nanoseconds, and more than `many` guesses
    /// is worth noting.
    pub(super) fn clear(&mut self, slow: u64, many: u64) {
        self.verdicts = Verdicts::default();
        self.counters = Counters::default();
        self.slowest.clear();
        self.slowest.raise(slow);
        self.hardest.clear();
        self.hardest.raise(many);
        self.wrong = None;
        self.corners = 0;
        self.known = Known::default();
        self.known_wrong.clear();
        self.trailer = Trailer::default();
    }
}

impl Set {
    /// The chunk's text.
    pub(super) fn text(&self) -> &[u8] {
        self.chunk.as_ref().map_or(&[], |chunk| &chunk.bytes)
    }

    /// The chunk's output.
    pub(super) fn output(&self) -> &[u8] {
        if self.rows_are_text {
            self.rows[..self.records.starts.len()].as_flattened()
        } else {
            &self.text
        }
    }

    /// Line in the input, from 1, of what is `index` lines into the chunk's
    /// puzzles, where the chunk begins after `before` lines.
    pub(super) fn line_of(&self, puzzle: u32, before: u64) -> u64 {
        let others = &self.records.others;
        let skipped = others.partition_point(|other| other.before <= puzzle);
        self.line_at(puzzle as usize + skipped, before)
    }

    /// Where in the input the line begins that holds the chunk's byte `at`;
    /// `None` where the chunk's lines are not the input's.
    pub(super) fn byte_of(&self, at: u32) -> Option<u64> {
        let chunk = self
            .chunk
            .as_ref()
            .filter(|chunk| chunk.origins.is_none())?;
        let before = memchr::memrchr(b'\n', &chunk.bytes[..at as usize]);
        Some(chunk.offset + before.map_or(0, |feed| feed as u64 + 1))
    }

    /// Line in the input, from 1, of the chunk's line `index`.
    pub(super) fn line_at(&self, index: usize, before: u64) -> u64 {
        let origins = self.chunk.as_ref().and_then(|chunk| chunk.origins.as_ref());
        match origins.and_then(|origins| origins.get(index)) {
            Some(origin) => origin.line,
            None => before + index as u64 + 1,
        }
    }
}

/// Fills sets from one input after the other.
pub(super) struct Reader<I> {
    inputs: I,
    current: Option<(Opened, Arc<str>)>,
    /// Index of the current input, or of the next.
    index: usize,
    clock: Clock,
}

impl<I: Iterator<Item = Result<Opened, InputError>>> Reader<I> {
    /// `first` is the index of the first of the inputs.
    pub(super) fn new(inputs: I, first: usize, clock: Clock) -> Reader<I> {
        Reader {
            inputs,
            current: None,
            index: first,
            clock,
        }
    }

    /// Reads the next chunk; `false` at the end of the last input.
    pub(super) fn read(&mut self, set: &mut Set) -> Result<bool, PipelineError> {
        if let Some(chunk) = set.chunk.take() {
            set.spare = chunk.bytes.into_buffer().or(set.spare.take());
        }
        loop {
            if self.current.is_none() {
                let Some(input) = self.inputs.next().transpose()? else {
                    return Ok(false);
                };
                let name = Arc::from(input.source.name());
                self.current = Some((input, name));
            }
            let Some((input, name)) = &mut self.current else {
                continue;
            };
            if let Some(mut chunk) = input.source.next(set.spare.take())? {
                chunk.source = self.index;
                set.chunk = Some(chunk);
                set.name = Some(Arc::clone(name));
                set.format = input.format;
                set.kind = Some(input.kind);
                input.format = input.format.after_first();
                set.read_at = self.clock.ticks();
                return Ok(true);
            }
            input.source.finish()?;
            self.current = None;
            self.index += 1;
        }
    }
}
