//! How many lines of an input were puzzles, and what the first one was that was none: for whatever
//! takes puzzles and has no row for other lines.

use super::layout::Format;
use super::records::{OtherKind, Records};
use crate::grid::{Puzzle, cells_at};
use crate::input::Chunk;
use crate::numbers::count;
use serde::{Deserialize, Serialize};

/// A line that is no puzzle, and so was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnusableLine {
    /// The input it is in.
    pub input: String,
    /// Its number, from 1.
    pub line: u64,
    /// Why it is none.
    pub reason: String,
}

/// The lines of some inputs; blank lines, comments and headers are not counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usable {
    /// Lines that are puzzles.
    pub puzzles: u64,
    /// Lines that are none.
    pub malformed: u64,
    /// The first of those.
    pub first: Option<UnusableLine>,
    /// Comments.
    pub comments: u64,
    /// Whether any input is a table, whose puzzles stand beside other columns.
    pub has_columns: bool,
    /// Lines of the current input before the next chunk.
    lines: u64,
}

/// The lines of one chunk.
#[derive(Debug, Default)]
pub(crate) struct UsableInChunk {
    puzzles: u64,
    malformed: u64,
    comments: u64,
    has_columns: bool,
    /// The first that is no puzzle: its line in the chunk, from 0, or in its input where records say
    /// so, and why.
    first: Option<(Place, String)>,
    lines: u64,
}

#[derive(Debug)]
enum Place {
    InChunk(u64),
    InInput(u64),
}

impl UsableInChunk {
    /// Counts the lines of a chunk in which these records were found.
    pub(crate) fn of(chunk: &Chunk, records: &Records) -> UsableInChunk {
        let text: &[u8] = &chunk.bytes;
        let of_kind = |kind: OtherKind| {
            let others = records.others.iter().enumerate();
            others.filter(move |(_, other)| other.kind == kind)
        };
        let fault = |start: u32| Puzzle::from_text(cells_at(text, start as usize)).err();
        let starts = records.starts.iter().enumerate();
        let mut bad = starts.filter_map(|(i, &start)| Some((i, fault(start)?)));
        let first_bad = bad.next();
        let bad = u64::from(first_bad.is_some()) + bad.count() as u64;
        let first_bad = first_bad.map(|(i, fault)| {
            let before = records
                .others
                .partition_point(|other| other.before as usize <= i);
            (i + before, fault.to_string())
        });
        let first_other = of_kind(OtherKind::Malformed).next().map(|(i, other)| {
            let line = &text[other.start as usize..other.end as usize];
            (i + other.before as usize, records.fault(line))
        });
        let first = [first_bad, first_other]
            .into_iter()
            .flatten()
            .min_by_key(|(record, _)| *record);
        let origins = chunk.origins.as_ref();
        let place = |record: usize| match origins.and_then(|origins| origins.get(record)) {
            Some(origin) => Place::InInput(origin.line),
            None => Place::InChunk(records.lines_before(record) as u64),
        };
        UsableInChunk {
            puzzles: records.starts.len() as u64 - bad,
            malformed: bad + of_kind(OtherKind::Malformed).count() as u64,
            comments: of_kind(OtherKind::Comment).count() as u64,
            has_columns: matches!(records.format, Format::Csv(_) | Format::Json(_)),
            first: first.map(|(record, reason)| (place(record), reason)),
            lines: u64::from(records.lines),
        }
    }
}

impl Usable {
    /// Adds the lines of the next chunk of an input.
    pub(crate) fn add(&mut self, input: &str, chunk: UsableInChunk) {
        self.puzzles += chunk.puzzles;
        self.malformed += chunk.malformed;
        self.comments += chunk.comments;
        self.has_columns |= chunk.has_columns;
        if let (None, Some((place, reason))) = (&self.first, chunk.first) {
            self.first = Some(UnusableLine {
                input: input.to_owned(),
                line: match place {
                    Place::InChunk(line) => self.lines + line + 1,
                    Place::InInput(line) => line,
                },
                reason,
            });
        }
        self.lines += chunk.lines;
    }

    /// Adds the lines of the next chunk of an input, in which these records were found.
    pub fn add_chunk(&mut self, input: &str, chunk: &Chunk, records: &Records) {
        self.add(input, UsableInChunk::of(chunk, records));
    }

    /// The next chunk is the first of another input.
    pub(crate) fn next_input(&mut self) {
        self.lines = 0;
    }

    /// Whether so many lines are no puzzles that this can hardly be what was meant.
    pub fn is_refused(&self) -> bool {
        self.malformed > self.puzzles
    }

    /// How many lines are no puzzles, and the first of them; `None` where all are.
    pub fn left_out(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        Some(format!(
            "{} of {} lines {} no puzzle, the first in line {} of {}: {}",
            count(self.malformed),
            count(self.malformed + self.puzzles),
            if self.malformed == 1 { "is" } else { "are" },
            count(first.line),
            first.input,
            first.reason
        ))
    }

    /// What stands beside puzzles and is not taken along, if anything does.
    pub fn dropped(&self) -> Option<String> {
        let comments = match self.comments {
            0 => None,
            1 => Some("1 comment".to_owned()),
            more => Some(format!("{} comments", count(more))),
        };
        let columns = self
            .has_columns
            .then(|| "what stands beside the puzzles of a table".to_owned());
        let all: Vec<String> = [comments, columns].into_iter().flatten().collect();
        (!all.is_empty()).then(|| format!("{}: left out", all.join(" and ")))
    }

    /// What is said where they are refused.
    pub fn refusal(&self) -> Option<String> {
        let left_out = self.left_out().filter(|_| self.is_refused())?;
        Some(format!("{left_out}; more than half of them is refused"))
    }
}
