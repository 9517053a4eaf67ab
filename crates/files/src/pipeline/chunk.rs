//! The buffers of one chunk, and the reader that fills them.

use super::listing::Listing;
use super::sink::RowBuffer;
use super::state::State;
use super::{Job, PipelineError};
use crate::format::Unfit;
use crate::format::append::{Added, Tables};
use crate::format::{InputIter, Inputs, Kind, ReadChunk};
use crate::metrics::clock::Clock;
use crate::metrics::latency::Latency;
use crate::metrics::summary::{KnownAnswers, Verdicts};
use crate::metrics::trailer::Trailer;
use ninefold::engine::{Counters, Outcome};
use std::sync::Arc;

/// The buffers of one chunk. They are used again: after the first chunks they do not grow, unless
/// the sink keeps buffers.
#[derive(Default)]
pub(super) struct ChunkSet {
    /// The text, and its records.
    pub(super) read: ReadChunk,
    /// The name of its input.
    pub(super) name: Option<Arc<str>>,
    pub(super) kind: Option<Kind>,
    /// The columns to add, if the output is a table.
    pub(super) added: Option<Added>,
    /// The time when it was read.
    pub(super) read_at: u64,
    /// The outcomes of its puzzles. There may be more than puzzles.
    pub(super) outcomes: Vec<Outcome>,
    /// Their solutions (there may be more than puzzles), and the text to write.
    pub(super) output: RowBuffer,
    /// The position in its rows, if every solution has one.
    pub(super) listing: Listing,
    /// The findings about it.
    pub(super) found: Findings,
}

/// The findings of a worker about a chunk.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) verdicts: Verdicts,
    pub(super) counters: Counters,
    /// The first answer that fails the check.
    pub(super) wrong: Option<Wrong>,
    /// Nanoseconds in the engine.
    pub(super) solving: u64,
    /// Nanoseconds in the checker.
    pub(super) checking: u64,
    /// Nanoseconds of all work on the chunk.
    pub(super) working: u64,
    pub(super) trailer: Trailer,
    pub(super) known: KnownAnswers,
    /// The first puzzles whose line states a wrong solution.
    pub(super) known_wrong: Vec<u32>,
    /// The first puzzles whose line states something that cannot be compared.
    pub(super) known_not_comparable: Vec<u32>,
    /// Puzzles that are full grids.
    pub(super) without_blanks: u64,
    /// A row that cannot be written.
    pub(super) unfit: Option<Unfit>,
    /// The puzzles' service times, if the workers do not keep them.
    pub(super) service: Option<Latency>,
}

/// An answer that fails the check.
pub(super) struct Wrong {
    /// Index of the puzzle in the chunk.
    pub(super) puzzle: u32,
    pub(super) fault: String,
}

impl ChunkSet {
    /// The line of the input, from 1, of this puzzle, if the chunk begins after `before` lines.
    pub(super) fn line_of(&self, puzzle: u32, before: u64) -> u64 {
        let others = &self.read.records.others;
        let skipped = others.partition_point(|other| other.before <= puzzle);
        self.read.line_of(puzzle as usize + skipped, before)
    }
}

/// The data of an input that is being read.
struct Current {
    name: Arc<str>,
    added: Option<Added>,
}

/// Fills sets from one input after another.
pub(super) struct ChunkReader {
    inputs: Inputs<Current>,
    tables: Tables,
    clock: Clock,
}

impl ChunkReader {
    /// `from` is where to resume in the first of the inputs.
    pub(super) fn new(
        inputs: InputIter,
        job: &Job,
        from: Option<&State>,
        clock: Clock,
    ) -> ChunkReader {
        let has_header = from.is_some_and(|from| from.bytes_in() > 0);
        let next = from.map(|from| from.next).unwrap_or_default();
        let writing = job.row_options(None);
        ChunkReader {
            inputs: Inputs::new(inputs, next.input),
            tables: Tables::new(&job.columns, &writing, job.one_table(), has_header),
            clock,
        }
    }

    /// Reads the next chunk; `false` at the end of the last input.
    pub(super) fn read(&mut self, set: &mut ChunkSet) -> Result<bool, PipelineError> {
        let tables = &mut self.tables;
        let read = self.inputs.read(&mut set.read, |input| {
            Ok::<_, PipelineError>(Current {
                name: Arc::from(input.source.name()),
                added: tables.added(input)?,
            })
        })?;
        let Some((input, own)) = read else {
            return Ok(false);
        };
        set.name = Some(Arc::clone(&own.name));
        set.kind = Some(input.kind);
        set.added = own.added.clone();
        set.read_at = self.clock.ticks();
        Ok(true)
    }
}
