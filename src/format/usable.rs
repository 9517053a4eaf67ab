//! Counts how many lines of an input are puzzles, and keeps the first that is not, for work that
//! has no row for other lines.

use super::records::{OtherKind, Records};
use super::rewrite::Beside;
use super::write::tail;
use crate::grid::{Puzzle, cells_at};
use crate::input::Chunk;
use crate::lines::Line;
use crate::numbers::{count, counted};
use memchr::memrchr;
use serde::{Deserialize, Serialize};

/// A line that is not a puzzle, and was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnusableLine {
    /// The name of its input.
    pub input: String,
    /// Its number, from 1.
    pub line: u64,
    /// Why it is not a puzzle.
    pub reason: String,
}

/// The lines of some inputs. Blank lines, comments and headers do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usable {
    /// Lines that are puzzles.
    pub puzzles: u64,
    /// Lines that are not puzzles.
    pub malformed: u64,
    /// The first of those.
    pub first: Option<UnusableLine>,
    /// Comments among lines.
    pub comments: u64,
    /// Puzzles with other text on their line, in inputs that are not tables.
    pub with_text: u64,
    /// Whether any input is a table with further columns.
    pub has_columns: bool,
    /// Lines of the current input before the next chunk, unless its records have their own numbers.
    lines: u64,
}

impl Usable {
    /// Counts the lines of a chunk of an input, with these records, and returns the puzzles among
    /// them, each with its number among the records.
    pub(crate) fn of(
        input: &str,
        chunk: &Chunk,
        records: &Records,
        mut each: impl FnMut(usize, Puzzle),
    ) -> Usable {
        let text: &[u8] = &chunk.bytes;
        let mut counts = Usable {
            has_columns: records.format.is_table(),
            lines: match chunk.origins {
                Some(_) => 0,
                None => records.lines.into(),
            },
            ..Usable::default()
        };
        for (record, line) in records.in_order().enumerate() {
            let reason = match line {
                Line::Puzzle(i) => {
                    let start = records.starts[i];
                    match Puzzle::from_text(cells_at(text, start as usize)) {
                        Ok(puzzle) => {
                            let has_text = !counts.has_columns && is_beside_text(text, start);
                            counts.with_text += u64::from(has_text);
                            counts.puzzles += 1;
                            each(i, puzzle);
                            continue;
                        }
                        Err(fault) => fault.to_string(),
                    }
                }
                Line::Other(other) if other.kind == OtherKind::Malformed => {
                    records.fault(&text[other.start as usize..other.end as usize])
                }
                Line::Other(other) => {
                    counts.comments += u64::from(other.kind == OtherKind::Comment);
                    continue;
                }
            };
            counts.malformed += 1;
            counts.first.get_or_insert_with(|| UnusableLine {
                input: input.to_owned(),
                line: chunk.line_of(record, records.lines_before(record) as u64),
                reason,
            });
        }
        counts
    }

    /// Adds the lines of the next chunk of an input.
    pub(crate) fn add(&mut self, mut chunk: Usable) {
        if let (None, Some(first)) = (&self.first, &mut chunk.first) {
            first.line += self.lines;
            self.first = chunk.first;
        }
        self.puzzles += chunk.puzzles;
        self.malformed += chunk.malformed;
        self.comments += chunk.comments;
        self.with_text += chunk.with_text;
        self.has_columns |= chunk.has_columns;
        self.lines += chunk.lines;
    }

    /// Adds the lines of the next chunk of an input, with these records.
    pub fn add_chunk(&mut self, input: &str, chunk: &Chunk, records: &Records) {
        self.add(Usable::of(input, chunk, records, |_, _| {}));
    }

    /// Lines of the current input before the next chunk.
    pub(crate) fn lines_so_far(&self) -> u64 {
        self.lines
    }

    /// Starts the next input.
    pub(crate) fn next_input(&mut self) {
        self.lines = 0;
    }

    /// How many lines are not puzzles, and the first of them. `None` if all are puzzles.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        left_out(self.malformed, self.puzzles, self.first.as_ref())
    }

    /// Describes what stands beside the puzzles and is left out, if anything, for this choice of
    /// what to keep, with or without comments.
    #[must_use]
    pub fn dropped(&self, kept: Beside, with_comments: bool) -> Option<String> {
        let keeps_lines = kept != Beside::Nothing;
        let comments = self.comments > 0 && !(with_comments && keeps_lines);
        let comments = comments.then(|| counted(self.comments, "comment"));
        let columns = "what stands beside the puzzles of a table";
        let columns = (self.has_columns && !keeps_lines).then(|| columns.to_owned());
        let text = self.text_beside().filter(|_| kept != Beside::Tails);
        let all: Vec<String> = [comments, text, columns].into_iter().flatten().collect();
        (!all.is_empty()).then(|| format!("{}: left out", all.join(" and ")))
    }

    /// On how many lines there is other text beside a puzzle, if on any.
    #[must_use]
    pub fn text_beside(&self) -> Option<String> {
        let text = || format!("the text beside {}", counted(self.with_text, "puzzle"));
        (self.with_text > 0).then(text)
    }

    /// The message if so many lines are not puzzles that the input is probably the wrong one.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let left_out = self.left_out().filter(|_| self.malformed > self.puzzles)?;
        Some(format!(
            "{left_out}. Ninefold refuses files in which more than half the lines are not puzzles"
        ))
    }
}

/// How many lines are not puzzles, and the first of them. `None` if all are puzzles.
pub(crate) fn left_out(
    malformed: u64,
    puzzles: u64,
    first: Option<&UnusableLine>,
) -> Option<String> {
    let are = match malformed {
        1 => "is not a puzzle",
        _ => "are not puzzles",
    };
    let lines = counted(malformed + puzzles, "line");
    let first = first.map_or(String::new(), |first| {
        let (line, input, reason) = (count(first.line), &first.input, &first.reason);
        format!(", the first in line {line} of {input}: {reason}")
    });
    (malformed > 0).then(|| format!("{} of {lines} {are}{first}", count(malformed)))
}

/// Whether there is other text on the line of the puzzle that begins at `start`.
fn is_beside_text(text: &[u8], start: u32) -> bool {
    let before = &text[..start as usize];
    let line = memrchr(b'\n', before).map_or(0, |feed| feed + 1);
    let tail = tail(text, start as usize);
    !before[line..].trim_ascii().is_empty() || !tail.trim_ascii().is_empty()
}
