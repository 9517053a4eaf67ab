//! Reads the first lines of a text, to see what a reader makes of them.

use super::blocks::{Out, assembled};
use super::cells::is_open;
use super::find::find;
use super::kind::Kind;
use super::layout::{Detected, Format};
use super::lines::content_lines;
use super::records::{OtherKind, Records};
use super::table;
use crate::grid::{CELLS, Puzzle, cells_at};
use crate::lines::Line;

/// How many lines of a text of answers are in boards of this kind.
pub(super) fn explained(kind: Kind, text: &[u8]) -> usize {
    let made = assembled(kind, text, true);
    Reading::new(kind, Format::Line, text, Some(made)).explained
}

/// What a reader makes of a text.
pub(super) struct Reading<'t> {
    pub(super) kind: Kind,
    /// The puzzles.
    pub(super) puzzles: Vec<[u8; CELLS]>,
    /// Lines of puzzles, and those of puzzles whose clues do not clash.
    pub(super) explained: usize,
    sound: usize,
    /// The other records: the line, and its text, or the field that should have the puzzle.
    pub(super) unread: Vec<(u64, &'t [u8])>,
    /// Lines of those.
    pub(super) spoilt: usize,
}

/// The index of a record's first line, and its puzzle, or the text that should be one.
type Record<'t> = (usize, Result<[u8; CELLS], &'t [u8]>);

/// The most lines of a board.
const MOST: usize = 20;

impl<'t> Reading<'t> {
    pub(super) fn of(known: &Detected, text: &'t [u8]) -> Reading<'t> {
        let kind = known.kind;
        let made = (!kind.is_lines()).then(|| assembled(kind, text, false));
        Reading::new(kind, known.format, text, made)
    }

    /// Reads a text by a reader of lines, or the lines that a reader of boards made of it.
    fn new(kind: Kind, format: Format, text: &'t [u8], made: Option<Out>) -> Reading<'t> {
        let lines = made.as_ref().map_or(text, |made| &made.text);
        let mut records = Records::default();
        find(format, lines, &mut records);
        let source: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        // The records that are puzzles or should be, with the index of their first lines.
        let mut all: Vec<Record<'t>> = Vec::new();
        let mut header = 0;
        for (i, line) in records.in_order().enumerate() {
            let at = match &made {
                Some(made) => made.origins[i].line as usize - 1,
                None => records.lines_before(i),
            };
            let whole = source.get(at).copied().unwrap_or_default();
            match line {
                Line::Puzzle(i) => {
                    let cells = cells_at(lines, records.starts[i] as usize);
                    let is_puzzle = Puzzle::from_text(cells).is_ok();
                    all.push((at, if is_puzzle { Ok(*cells) } else { Err(whole) }));
                }
                Line::Other(other) if other.kind == OtherKind::Malformed => {
                    let field = match format {
                        Format::Csv(layout) => {
                            let record = other.line(text);
                            table::puzzle_field(layout, record)
                        }
                        _ => whole,
                    };
                    all.push((at, Err(field)));
                }
                Line::Other(other) => header += usize::from(other.kind == OtherKind::Header),
            }
        }
        let most = if kind.is_lines() { usize::MAX } else { MOST };
        let (mut puzzles, mut unread) = (Vec::new(), Vec::new());
        let [mut explained, mut sound, mut spoilt] = [0; 3];
        for (i, &(from, read)) in all.iter().enumerate() {
            let end = all.get(i + 1).map_or(source.len(), |(next, _)| *next);
            let lines = source[from..end.max(from)].iter();
            let content = lines.filter(|line| content_lines(line).next().is_some());
            let count = content.count().clamp(1, most);
            match read {
                Ok(cells) => {
                    let puzzle = Puzzle::from_text(&cells);
                    let is_sound = puzzle.is_ok_and(|puzzle| !puzzle.has_clash());
                    explained += count;
                    sound += if is_sound { count } else { 0 };
                    puzzles.push(cells);
                }
                Err(text) => {
                    spoilt += count;
                    unread.push((from as u64 + 1, text));
                }
            }
        }
        Reading {
            kind,
            explained: explained + if puzzles.is_empty() { 0 } else { header },
            sound,
            spoilt,
            puzzles,
            unread,
        }
    }

    pub(super) fn has_records(&self) -> bool {
        !self.puzzles.is_empty() || !self.unread.is_empty()
    }

    pub(super) fn score(&self) -> (usize, usize) {
        (self.sound, self.explained)
    }

    /// Whether another reading finds a puzzle that this one does not.
    pub(super) fn lacks_any_of(&self, other: &Reading<'_>) -> bool {
        let puzzles = other.puzzles.iter().filter(|cells| is_open(&cells[..]));
        puzzles
            .into_iter()
            .any(|cells| !self.puzzles.contains(cells))
    }
}
