//! The buffers of one chunk, and the reader that fills them.

use super::listing::Listing;
use super::sink::RowBuffer;
use super::state::State;
use super::{Job, PipelineError};
use crate::format::append::{Added, Tables, Unfit};
use crate::format::{InputIter, Inputs, Kind, Opened, ReadChunk};
use crate::metrics::clock::Clock;
use crate::metrics::largest::Largest;
use crate::metrics::service::Service;
use crate::metrics::summary::{KnownAnswers, Verdicts};
use crate::metrics::trailer::Trailer;
use crate::solver::{Counters, Outcome};
use std::sync::Arc;

/// Everything that belongs to one chunk on its way. Sets are recycled: after
/// the first chunks nothing in them grows, unless the sink keeps buffers.
#[derive(Default)]
pub(super) struct ChunkSet {
    /// The text, and where its puzzles are.
    pub(super) read: ReadChunk,
    /// The input it comes from.
    pub(super) name: Option<Arc<str>>,
    pub(super) kind: Option<Kind>,
    /// Lines of the input before it, where they are counted.
    pub(super) before: u64,
    /// What is added, where the rows of a table are kept.
    pub(super) added: Option<Added>,
    /// When it had been read.
    pub(super) read_at: u64,
    /// What became of them: at least as many as there are puzzles.
    pub(super) outcomes: Vec<Outcome>,
    /// Their solutions, at least as many as there are puzzles, and what is written.
    pub(super) output: RowBuffer,
    /// Where its rows stand, where every solution has one.
    pub(super) listing: Listing,
    /// What there is to say of it.
    pub(super) found: Findings,
}

/// What a worker found in a chunk.
#[derive(Default)]
pub(super) struct Findings {
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
    pub(super) known: KnownAnswers,
    /// The first puzzles whose line names a wrong solution.
    pub(super) known_wrong: Vec<u32>,
    /// A row that cannot be written.
    pub(super) unfit: Option<Unfit>,
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

impl Findings {
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
        self.known = KnownAnswers::default();
        self.known_wrong.clear();
        self.unfit = None;
        self.trailer = Trailer::default();
    }
}

impl ChunkSet {
    /// Line in the input, from 1, of what is `index` lines into the chunk's
    /// puzzles, where the chunk begins after `before` lines.
    pub(super) fn line_of(&self, puzzle: u32, before: u64) -> u64 {
        let others = &self.read.records.others;
        let skipped = others.partition_point(|other| other.before <= puzzle);
        self.line_at(puzzle as usize + skipped, before)
    }

    /// Where in the input the line begins that holds the chunk's byte `at`;
    /// `None` where the chunk's lines are not the input's.
    pub(super) fn byte_of(&self, at: u32) -> Option<u64> {
        let chunk = self.read.chunk.as_ref();
        let chunk = chunk.filter(|chunk| chunk.origins.is_none())?;
        let at = self.read.records.start_of(at).unwrap_or(at);
        let before = memchr::memrchr(b'\n', &chunk.bytes[..at as usize]);
        Some(chunk.offset + before.map_or(0, |feed| feed as u64 + 1))
    }

    /// Line in the input, from 1, of the chunk's record `index`.
    pub(super) fn line_at(&self, index: usize, before: u64) -> u64 {
        let before = before + self.read.records.lines_before(index) as u64;
        let chunk = self.read.chunk.as_ref();
        chunk.map_or(before + 1, |chunk| chunk.line_of(index, before))
    }
}

/// What belongs to an input that is being read.
struct Current {
    name: Arc<str>,
    added: Option<Added>,
    /// Lines of it that were read, if they are counted.
    lines: u64,
}

/// Fills sets from one input after the other.
pub(super) struct ChunkReader {
    inputs: Inputs<Current>,
    /// Lines of the first input that were read before.
    lines: u64,
    counts: bool,
    tables: Tables,
    clock: Clock,
}

impl ChunkReader {
    /// `from` is where the first of the inputs goes on.
    pub(super) fn new(
        inputs: InputIter,
        job: &Job,
        from: Option<&State>,
        clock: Clock,
    ) -> ChunkReader {
        let begun = from.is_some_and(|from| from.bytes_in() > 0);
        let next = from.map(|from| from.next).unwrap_or_default();
        let writing = job.row_options(None);
        ChunkReader {
            inputs: Inputs::new(inputs, next.input),
            lines: next.lines,
            counts: job.writing.number,
            tables: Tables::new(&job.columns, writing, job.alike(), begun),
            clock,
        }
    }

    /// Reads the next chunk; `false` at the end of the last input.
    pub(super) fn read(&mut self, set: &mut ChunkSet) -> Result<bool, PipelineError> {
        let (tables, lines) = (&mut self.tables, &mut self.lines);
        let begin = |input: &Opened| {
            Ok::<_, PipelineError>(Current {
                name: Arc::from(input.source.name()),
                added: tables.added(input)?,
                lines: std::mem::take(lines),
            })
        };
        let Some((input, own)) = self.inputs.read(&mut set.read, begin)? else {
            return Ok(false);
        };
        set.before = own.lines;
        if self.counts {
            let text = set.read.text();
            own.lines += memchr::memchr_iter(b'\n', text).count() as u64;
            // The last line may lack one; so does what is kept of one that is too long.
            own.lines += u64::from(!text.ends_with(b"\n"));
        }
        set.name = Some(Arc::clone(&own.name));
        set.kind = Some(input.kind);
        set.added = own.added.clone();
        set.read_at = self.clock.ticks();
        Ok(true)
    }
}
