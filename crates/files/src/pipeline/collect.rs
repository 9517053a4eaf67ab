//! Takes finished chunks in input order, gives their rows to the sink, and adds up the findings.

use super::chunk::{ChunkSet, Wrong};
use super::state::{NextChunk, State, new_summary};
use super::worker::Shared;
use super::{Job, PipelineError, Position, Sink, Task};
use crate::format::OtherKind;
use crate::input::Chunk;
use crate::metrics::clock::Clock;
use crate::metrics::summary::{EXAMPLES, InputLine, Summary};
use crate::metrics::trailer::Trailer;
use ninefold::Stop;
use ninefold::engine::verdict::Verdict;
use ninefold::grid::Puzzle;
use ninefold::internal::{Line, cells_at};
use std::sync::Arc;

pub(super) struct Collector<'a> {
    job: &'a Job,
    sink: &'a mut dyn Sink,
    shared: &'a Shared,
    clock: Clock,
    /// Stops the run also in the middle of a chunk with many rows.
    stop: &'a Stop,
    /// The time when this run started.
    started: u64,
    summary: Summary,
    /// Time of the runs before this one, which it resumes, in nanoseconds.
    earlier: u64,
    /// Index of the last chunk's input, and the number of its chunks and lines so far.
    input: usize,
    chunks: u64,
    before: u64,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        job: &'a Job,
        sink: &'a mut dyn Sink,
        shared: &'a Shared,
        clock: Clock,
        from: Option<&State>,
        stop: &'a Stop,
    ) -> Collector<'a> {
        let mut summary = from.map_or_else(new_summary, State::summary);
        summary.threads = job.threads.max(1);
        summary.trailer = summary.trailer.filter(|_| job.checksum);
        let next = from.map(|from| from.next).unwrap_or_default();
        Collector {
            job,
            sink,
            shared,
            started: clock.ticks(),
            clock,
            stop,
            earlier: summary.wall,
            summary,
            input: next.input,
            chunks: next.chunks,
            before: next.lines,
        }
    }

    /// The state before the chunk at `offset`, or at the end.
    fn state(&mut self, next: NextChunk) -> State {
        self.summary.wall = self.wall();
        State::of(next, &self.summary)
    }

    fn wall(&self) -> u64 {
        self.earlier + self.clock.nanos(self.started, self.clock.ticks())
    }

    /// Gives the state before a chunk to the sink, if it is due.
    fn keep(&mut self, offset: u64) -> Result<(), PipelineError> {
        if !self.job.resumable || !self.sink.is_due(&self.position()) {
            return Ok(());
        }
        let state = self.state(NextChunk {
            input: self.input,
            chunks: self.chunks,
            offset,
            lines: self.before,
        });
        self.sink.keep(&state).map_err(PipelineError::Write)
    }

    /// The position in the output.
    pub(super) fn position(&self) -> Position {
        Position {
            bytes_in: self.summary.bytes_in,
            bytes_out: self.summary.bytes_out,
            lines: self.summary.lines,
        }
    }

    /// Writes the text before the first row.
    pub(super) fn write_header(&mut self) -> Result<(), PipelineError> {
        let options = self.job.row_options(None);
        let header = options.header();
        if !self.job.header || self.job.task != Task::Rows || header.is_empty() {
            return Ok(());
        }
        self.summary.bytes_out += header.len() as u64;
        if let Some(trailer) = &mut self.summary.trailer {
            trailer.append(&Trailer::of(header.as_bytes()));
        }
        let written = self.sink.rows(header.as_bytes(), &self.position());
        written.map_err(PipelineError::Write)
    }

    /// Writes one chunk's rows, unless one of them is wrong.
    pub(super) fn collect(
        &mut self,
        set: &mut ChunkSet,
        panic: Option<String>,
    ) -> Result<(), PipelineError> {
        let name = set.name.clone().unwrap_or_else(|| Arc::from(""));
        let (input, offset) = set
            .read
            .chunk
            .as_ref()
            .map_or((self.input, 0), |chunk| (chunk.source, chunk.offset));
        if self.input != input {
            self.input = input;
            self.chunks = 0;
            self.before = 0;
        }
        self.keep(offset)?;
        set.read.check(&name)?;
        if let Some(message) = panic {
            return Err(PipelineError::Panicked {
                input: name.to_string(),
                first: self.before + 1,
                last: self.before + memchr::memchr_iter(b'\n', set.read.text()).count() as u64,
                message,
            });
        }
        self.list(set, &name)?;
        if let Some(wrong) = &set.found.wrong {
            return Err(self.wrong(set, wrong, &name));
        }
        if let Some(unfit) = &set.found.unfit {
            return Err(set.read.refused(&name, self.before, unfit).into());
        }
        self.note_examples(set, &name);
        self.count(set);
        self.note_known(set, &name);
        self.write(set)?;
        self.before += u64::from(set.read.records.lines);
        self.chunks += 1;
        Ok(())
    }

    /// If a chunk's rows come in several pieces, writes all except the last.
    fn list(&mut self, set: &mut ChunkSet, name: &str) -> Result<(), PipelineError> {
        let known = set.found.verdicts.total();
        while set.listing.has_more() && set.found.wrong.is_none() {
            if self.stop.is_stopped() {
                return Err(PipelineError::Stopped(self.position()));
            }
            self.summary.bytes_out += set.output.text.len() as u64;
            if let Some(trailer) = &mut self.summary.trailer {
                trailer.append(&set.found.trailer);
            }
            let written = self.sink.rows(&set.output.text, &self.position());
            written.map_err(PipelineError::Write)?;
            set.list(self.job, &self.clock);
            set.read.check(name)?;
            if self.job.checksum {
                set.found.trailer = Trailer::of(set.output.bytes());
            }
        }
        self.shared.progressed(set.found.verdicts.total() - known);
        Ok(())
    }

    fn wrong(&self, set: &ChunkSet, wrong: &Wrong, name: &Arc<str>) -> PipelineError {
        PipelineError::Wrong {
            input: name.to_string(),
            line: set.line_of(wrong.puzzle, self.before),
            fault: wrong.fault.clone(),
            engine: self.job.engine.name,
            backend: self.job.backend(),
        }
    }

    fn count(&mut self, set: &ChunkSet) {
        let summary = &mut self.summary;
        summary.lines += u64::from(set.read.records.lines);
        summary.verdicts.add(&set.found.verdicts);
        summary.counters.add(&set.found.counters);
        summary.bytes_in += set.read.chunk.as_ref().map_or(0, Chunk::length);
        summary.bytes_out += set.output.bytes().len() as u64;
        summary.solving += set.found.solving;
        summary.checking += set.found.checking;
        summary.working += set.found.working;
        summary.known.add(&set.found.known);
        summary.without_blanks += set.found.without_blanks;
        summary.chunks += 1;
        summary.chunk.record(set.found.working, 1);
        if let Some(trailer) = &mut summary.trailer {
            trailer.append(&set.found.trailer);
        }
        if let Some(service) = &set.found.service {
            summary.service.add(service);
        }
    }

    /// Remembers the first lines of each bad verdict.
    fn note_examples(&mut self, set: &ChunkSet, name: &Arc<str>) {
        let before = &self.summary.verdicts;
        let found = &set.found.verdicts;
        let mut bad = Verdict::ALL.into_iter().filter(|&v| v != Verdict::Solved);
        if !bad.any(|verdict| found.of(verdict) > 0 && before.of(verdict) < EXAMPLES as u64) {
            return;
        }
        for (index, line) in set.read.records.in_order().enumerate() {
            let verdict = match line {
                Line::Other(other) if other.kind == OtherKind::Malformed => Verdict::Malformed,
                Line::Other(_) => continue,
                Line::Puzzle(i) => Verdict::of(&set.outcomes[i], self.job.mode),
            };
            if verdict == Verdict::Solved {
                continue;
            }
            if verdict == Verdict::Malformed && self.summary.malformed_reason.is_none() {
                self.summary.malformed_reason = malformed_reason(set, &line);
            }
            let places = self.summary.examples_of(verdict);
            if places.len() < EXAMPLES {
                places.push(InputLine {
                    input: Arc::clone(name),
                    line: set.read.line_of(index, self.before),
                });
            }
        }
    }

    /// Remembers the first lines whose stated solutions are wrong, or cannot be compared.
    fn note_known(&mut self, set: &ChunkSet, name: &Arc<str>) {
        let before = self.before;
        for (puzzles, places) in [
            (&set.found.known_wrong, &mut self.summary.known_wrong),
            (
                &set.found.known_not_comparable,
                &mut self.summary.known_not_comparable,
            ),
        ] {
            let left = EXAMPLES.saturating_sub(places.len());
            places.extend(puzzles.iter().take(left).map(|&puzzle| InputLine {
                input: Arc::clone(name),
                line: set.line_of(puzzle, before),
            }));
        }
    }

    fn write(&mut self, set: &mut ChunkSet) -> Result<(), PipelineError> {
        let written = self.sink.rows(set.output.bytes(), &self.position());
        written.map_err(PipelineError::Write)?;
        let turnaround = self.clock.nanos(set.read_at, self.clock.ticks());
        let puzzles = set.found.verdicts.total();
        self.summary.turnaround.record(turnaround, puzzles);
        Ok(())
    }

    /// Ends a run over this many inputs.
    pub(super) fn finish(mut self, inputs: usize) -> Result<Summary, PipelineError> {
        if self.job.resumable {
            let state = self.state(NextChunk {
                input: inputs,
                ..NextChunk::default()
            });
            self.sink.keep(&state).map_err(PipelineError::Write)?;
        }
        let wall = self.wall();
        let mut summary = self.summary;
        summary.wall = wall;
        summary.service.add(&self.shared.service());
        Ok(summary)
    }
}

/// Why a malformed line is no puzzle.
fn malformed_reason(set: &ChunkSet, line: &Line<'_>) -> Option<String> {
    let records = &set.read.records;
    let text = set.read.text();
    match line {
        Line::Puzzle(i) => {
            let cells = cells_at(text, records.starts[*i] as usize);
            Puzzle::from_text(cells)
                .err()
                .map(|fault| fault.to_string())
        }
        Line::Other(other) => Some(records.fault(other.line(text))),
    }
}
