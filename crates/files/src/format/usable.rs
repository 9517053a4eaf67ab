//! Counts how many lines of an input are puzzles, and keeps the first that is not, for work that
//! has no row for other lines.

use super::known::{KnownAnswers, without_blanks};
use super::records::{OtherKind, Records};
use super::rewrite::Beside;
use super::write::tail;
use crate::input::Chunk;
use crate::numbers::{count, counted};
use memchr::memrchr;
use ninefold::grid::Puzzle;
use ninefold::internal::{Line, cells_at};
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
    /// Those of them that are full grids.
    pub without_blanks: u64,
    /// The solutions that the lines state.
    pub known: KnownAnswers,
    /// Lines that are not puzzles.
    pub malformed: u64,
    /// The first of those.
    pub first: Option<UnusableLine>,
    /// Whether there are comments among the lines.
    pub has_comments: bool,
    /// What must be kept to lose nothing else beside the puzzles.
    pub beside: Beside,
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
        let is_table = records.format.is_table();
        let mut counts = Usable {
            beside: if is_table {
                Beside::Lines
            } else {
                Beside::Nothing
            },
            lines: match chunk.origins {
                Some(_) => 0,
                None => records.lines.into(),
            },
            ..Usable::default()
        };
        counts.known.not_comparable = records.not_comparable().len() as u64;
        for (i, known) in records.stated(text) {
            let puzzle = cells_at(text, records.starts[i] as usize);
            counts.known.compare(puzzle, known);
        }
        for (record, line) in records.in_order().enumerate() {
            let reason = match line {
                Line::Puzzle(i) => {
                    let start = records.starts[i];
                    match Puzzle::from_text(cells_at(text, start as usize)) {
                        Ok(puzzle) => {
                            if !is_table && is_beside_text(text, start) {
                                counts.beside = Beside::Tails;
                            }
                            counts.puzzles += 1;
                            counts.without_blanks += u64::from(!puzzle.cells().contains(&0));
                            each(i, puzzle);
                            continue;
                        }
                        Err(fault) => fault.to_string(),
                    }
                }
                Line::Other(other) if other.kind == OtherKind::Malformed => {
                    records.fault(other.line(text))
                }
                Line::Other(other) => {
                    counts.has_comments |= other.kind == OtherKind::Comment;
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
        self.without_blanks += chunk.without_blanks;
        self.known.add(&chunk.known);
        self.has_comments |= chunk.has_comments;
        self.beside = self.beside.max(chunk.beside);
        self.lines += chunk.lines;
    }

    /// Adds the lines of the next chunk of an input, with these records, and the puzzles among them
    /// to `puzzles`.
    pub fn add_chunk(
        &mut self,
        input: &str,
        chunk: &Chunk,
        records: &Records,
        puzzles: &mut Vec<Puzzle>,
    ) {
        self.add(Usable::of(input, chunk, records, |_, puzzle| {
            puzzles.push(puzzle)
        }));
    }

    /// Lines of the current input before the next chunk.
    pub(crate) fn lines_so_far(&self) -> u64 {
        self.lines
    }

    /// Starts the next input.
    pub(crate) fn next_input(&mut self) {
        self.lines = 0;
    }

    /// Whether every line is a puzzle, and no known solution is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.malformed == 0 && self.known.wrong == 0
    }

    /// What there is to say of the puzzles and their known solutions, a line each.
    #[must_use]
    pub fn account(&self) -> String {
        let full = without_blanks(self.without_blanks, self.puzzles);
        let known = self.known.words();
        let lines = full.into_iter().chain(known);
        lines.map(|line| line + "\n").collect()
    }

    /// How many lines are not puzzles, and the first of them. `None` if all are puzzles.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        left_out(self.malformed, self.puzzles, self.first.as_ref())
    }

    /// Whether anything beside the puzzles is left out for this choice of what to keep, with or
    /// without comments.
    #[must_use]
    pub fn drops(&self, kept: Beside, with_comments: bool) -> bool {
        let keeps_comments = with_comments && kept != Beside::Nothing;
        self.beside > kept || self.has_comments && !keeps_comments
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
        let line = count(first.line);
        let input = &first.input;
        let reason = &first.reason;
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
