//! How far a run is, in a form that can be written down and gone on from.

use crate::engine::Counters;
use crate::engine::verdict::Verdict;
use crate::metrics::largest::Largest;
use crate::metrics::latency::Latency;
use crate::metrics::summary::{HardPuzzle, Known, Place, SlowPuzzle, Summary, Verdicts};
use crate::metrics::trailer::Trailer;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where in the inputs a run goes on: before a chunk, or behind the last input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Next {
    /// Index of the input.
    pub input: usize,
    /// Chunks of it that are done.
    pub chunks: u64,
    /// Place of the next chunk in the (decompressed) input.
    pub offset: u64,
    /// Lines of the input that are done.
    pub lines: u64,
}

/// Everything of a run that is known between two chunks: where it goes on, and what
/// the closing report will say of the part that is done.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Where the run goes on.
    pub next: Next,
    /// Lines, bytes and running checksum of the output.
    pub output: Output,
    lines: u64,
    puzzles: u64,
    verdicts: [u64; Verdict::ALL.len()],
    examples: Vec<(String, Vec<Line>)>,
    /// Compared, wrong, other.
    known: [u64; 3],
    known_wrong: Vec<Line>,
    guesses: u64,
    nodes: u64,
    lane_passes: u64,
    bytes_in: u64,
    wall: u64,
    solving: u64,
    checking: u64,
    working: u64,
    chunks: u64,
    service: Times,
    chunk: Times,
    turnaround: Times,
    slowest: Vec<Slow>,
    /// Lines with the most guesses, and how many each took.
    hardest: Vec<(Line, u64)>,
}

/// The output that belongs to a [`State`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Line feeds.
    pub lines: u64,
    /// Bytes.
    pub bytes: u64,
    /// CRC-32 of all bytes.
    pub crc32: u32,
}

/// A line of an input, by the input's name.
type Line = (String, u64);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Slow {
    line: Line,
    nanos: u64,
    guesses: u64,
}

/// A histogram: times in nanoseconds, and how many there were of each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    counts: Vec<(u64, u64)>,
    saturated: u64,
}

impl Times {
    fn of(latency: &Latency) -> Times {
        Times {
            counts: latency.counts(),
            saturated: latency.saturated(),
        }
    }

    fn latency(&self) -> Latency {
        Latency::from_counts(&self.counts, self.saturated)
    }
}

impl State {
    /// Writes down what is known before the chunk at `next`.
    pub(super) fn of(
        next: Next,
        summary: &Summary,
        slowest: &Largest<SlowPuzzle>,
        hardest: &Largest<HardPuzzle>,
    ) -> State {
        let line = |place: &Place| (place.input.to_string(), place.line);
        let trailer = summary.trailer.unwrap_or_default();
        let slow = |(_, slow): &(u64, SlowPuzzle)| Slow {
            line: line(&slow.place),
            nanos: slow.nanos,
            guesses: slow.guesses,
        };
        let hard = |(_, hard): &(u64, HardPuzzle)| (line(&hard.place), hard.guesses);
        let example = |(verdict, places): &(Verdict, Vec<Place>)| {
            let lines = places.iter().map(line).collect();
            (verdict.name().to_owned(), lines)
        };
        State {
            next,
            output: Output {
                lines: trailer.lines,
                bytes: trailer.bytes,
                crc32: trailer.crc32,
            },
            lines: summary.lines,
            puzzles: summary.puzzles,
            verdicts: Verdict::ALL.map(|verdict| summary.verdicts.of(verdict)),
            examples: summary.examples.iter().map(example).collect(),
            known: [
                summary.known.compared,
                summary.known.wrong,
                summary.known.other,
            ],
            known_wrong: summary.known_wrong.iter().map(line).collect(),
            guesses: summary.counters.guesses,
            nodes: summary.counters.nodes,
            lane_passes: summary.counters.lane_passes,
            bytes_in: summary.bytes_in,
            wall: summary.wall,
            solving: summary.solving,
            checking: summary.checking,
            working: summary.working,
            chunks: summary.chunks,
            service: Times::of(&summary.service),
            chunk: Times::of(&summary.chunk),
            turnaround: Times::of(&summary.turnaround),
            slowest: slowest.iter().map(slow).collect(),
            hardest: hardest.iter().map(hard).collect(),
        }
    }

    /// Lines of all inputs that are done.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Bytes of all inputs (decompressed) that are done.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in
    }

    /// Puzzles that are done, without lines that are none.
    pub fn puzzles(&self) -> u64 {
        self.puzzles
            .saturating_sub(self.verdicts[Verdict::Malformed as usize])
    }

    /// What was known, as the beginning of a summary.
    pub fn summary(&self) -> Summary {
        let mut verdicts = Verdicts::default();
        for (verdict, count) in Verdict::ALL.into_iter().zip(self.verdicts) {
            verdicts.count(verdict, count);
        }
        let bad = Verdict::ALL.into_iter().filter(|&v| v != Verdict::Solved);
        let examples = bad.map(|verdict| {
            let named = self
                .examples
                .iter()
                .find(|(name, _)| name == verdict.name());
            let lines = named.map_or(&[][..], |(_, lines)| lines);
            (verdict, lines.iter().map(place).collect())
        });
        Summary {
            lines: self.lines,
            puzzles: self.puzzles,
            verdicts,
            examples: examples.collect(),
            known: Known {
                compared: self.known[0],
                wrong: self.known[1],
                other: self.known[2],
            },
            known_wrong: self.known_wrong.iter().map(place).collect(),
            counters: Counters {
                guesses: self.guesses,
                nodes: self.nodes,
                lane_passes: self.lane_passes,
            },
            bytes_in: self.bytes_in,
            bytes_out: self.output.bytes,
            wall: self.wall,
            solving: self.solving,
            checking: self.checking,
            working: self.working,
            chunks: self.chunks,
            service: self.service.latency(),
            chunk: self.chunk.latency(),
            turnaround: self.turnaround.latency(),
            slowest: self.slow().map(|(_, slow)| slow).collect(),
            hardest: self.hard().map(|(_, hard)| hard).collect(),
            trailer: Some(Trailer {
                lines: self.output.lines,
                bytes: self.output.bytes,
                crc32: self.output.crc32,
            }),
            ..Summary::default()
        }
    }

    /// The slowest puzzles of the part that is done.
    pub(super) fn slow(&self) -> impl Iterator<Item = (u64, SlowPuzzle)> {
        self.slowest.iter().map(|slow| {
            let puzzle = SlowPuzzle {
                place: place(&slow.line),
                nanos: slow.nanos,
                guesses: slow.guesses,
            };
            (slow.nanos, puzzle)
        })
    }

    /// The puzzles with the most guesses of the part that is done.
    pub(super) fn hard(&self) -> impl Iterator<Item = (u64, HardPuzzle)> {
        self.hardest.iter().map(|(line, guesses)| {
            let (place, guesses) = (place(line), *guesses);
            (guesses, HardPuzzle { place, guesses })
        })
    }
}

fn place((input, line): &Line) -> Place {
    Place {
        input: Arc::from(input.as_str()),
        line: *line,
    }
}
