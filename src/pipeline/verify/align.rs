//! Which answer belongs to which puzzle.
//!
//! The k-th answer belongs to the k-th record of the puzzles. Blank lines, comments
//! and headers are no records, mirrored or not. Two things are open: programs
//! differ in whether they answer lines that are no puzzles, and whether an
//! empty line is their answer where they have none. Each is settled where it first
//! matters, by what fits the next answers best, and holds for the rest.

use super::cursor::{Puzzle, Puzzles, Rows};
use super::judge::{Judgement, judge};
use crate::format::{Best, best};
use crate::grid::CELLS;
use crate::input::InputError;

/// Puzzles that are tried to settle what is open.
const TRIED: usize = 16;
/// Records that are looked at for it.
const LOOKED_AT: usize = 256;
/// How often it is tried in vain.
const PATIENCE: u32 = 256;

/// Which lines are answered, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Whether lines that are no puzzle have no answer, where that is known.
    pub skips_malformed: Option<bool>,
    /// Whether an empty line is an answer, where that is known.
    pub has_empty: Option<bool>,
}

/// Where a puzzle or an answer lies in a block's text.
#[derive(Clone, Copy)]
pub(super) struct TextSpan {
    /// Line on which it begins, from 1; 0 where it has none.
    pub(super) line: u64,
    start: u32,
    end: u32,
}

impl TextSpan {
    fn new(line: u64, start: usize, end: usize) -> TextSpan {
        let small = |at: usize| u32::try_from(at).expect("blocks are below 4 GiB");
        TextSpan {
            line,
            start: small(start),
            end: small(end),
        }
    }

    pub(super) fn of<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// A record of the puzzles, nothing where it is no puzzle; and its answer, nothing
/// where it is an empty line. One of the two may be missing.
pub(super) type Pairing = (Option<TextSpan>, Option<TextSpan>);

/// Puts puzzles and answers together.
pub(super) struct Aligner {
    pub(super) puzzles: Puzzles,
    rows: Rows,
    pub(super) alignment: Alignment,
    /// How often it could not be told.
    in_vain: u32,
    /// Lines that are no puzzle, and those of them that were left out.
    pub(super) malformed: u64,
    pub(super) skipped: u64,
}

impl Aligner {
    pub(super) fn new(puzzles: Puzzles, rows: Rows) -> Aligner {
        Aligner {
            puzzles,
            rows,
            alignment: Alignment::default(),
            in_vain: 0,
            malformed: 0,
            skipped: 0,
        }
    }

    /// The next pair, with its texts behind `text`; `None` at the end.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> Result<Option<Pairing>, InputError> {
        loop {
            let puzzle = self.puzzles.next()?;
            let blanks = self.rows.blanks(self.puzzles.header.as_deref())?;
            let Some(puzzle) = puzzle else {
                let answer = self.take(text);
                return Ok(answer.map(|answer| (None, Some(answer))));
            };
            let empty = blanks > puzzle.blanks;
            self.settle(&puzzle, empty)?;
            if puzzle.cells.is_none() {
                self.malformed += 1;
                if self.skips(empty) {
                    self.skipped += 1;
                    continue;
                }
            }
            let start = text.len();
            text.extend_from_slice(puzzle.cells.as_ref().map_or(&[], |cells| &cells[..]));
            let place = TextSpan::new(puzzle.line, start, text.len());
            let answer = if empty && self.alignment.has_empty == Some(true) {
                self.rows.pass_blanks(puzzle.blanks + 1);
                Some(TextSpan::new(0, 0, 0))
            } else {
                self.take(text)
            };
            return Ok(Some((Some(place), answer)));
        }
    }

    fn take(&mut self, text: &mut Vec<u8>) -> Option<TextSpan> {
        let row = self.rows.take(text)?;
        Some(TextSpan::new(row.line, row.text.start, row.text.end))
    }

    /// Whether a line that is no puzzle is left out. Where nothing is left that
    /// could answer it, it is unless others were answered.
    fn skips(&self, empty: bool) -> bool {
        let nothing_left = self.rows.is_empty() && !empty;
        self.alignment.skips_malformed.unwrap_or(nothing_left)
    }

    /// Settles what this puzzle asks and nobody knows yet, if it can be told.
    fn settle(&mut self, puzzle: &Puzzle, empty: bool) -> Result<(), InputError> {
        let Alignment {
            skips_malformed,
            has_empty,
        } = self.alignment;
        let asks_skips = puzzle.cells.is_none() && skips_malformed.is_none();
        let asks_empty = empty && has_empty.is_none();
        if asks_empty && self.rows.is_empty() {
            // What is left to answer is answered by empty lines or not at all.
            self.alignment.has_empty = Some(true);
        }
        if !(asks_skips || asks_empty) || self.rows.is_empty() {
            return Ok(());
        }
        let mut hypotheses = Vec::new();
        let choices = |known: Option<bool>| known.map_or(vec![false, true], |known| vec![known]);
        for skips in choices(skips_malformed) {
            for has_empty in choices(has_empty) {
                let fits = self.fits(puzzle, skips, has_empty)?;
                hypotheses.push(((skips, has_empty), fits));
            }
        }
        let (told, best) = match best(hypotheses) {
            Best::One(best) => (true, best),
            // What asks the least of the answers.
            Best::Tie(first, _) => (true, first),
            Best::Nothing => {
                self.in_vain += 1;
                (self.in_vain > PATIENCE, (false, false))
            }
        };
        if told && asks_skips {
            self.alignment.skips_malformed = Some(best.0);
        }
        if told && asks_empty {
            self.alignment.has_empty = Some(best.1);
        }
        Ok(())
    }

    /// How many of the next answers are not wrong if they are aligned so.
    fn fits(&mut self, first: &Puzzle, skips: bool, has_empty: bool) -> Result<usize, InputError> {
        let puzzles = self.puzzles.look(|ahead| {
            let whole = ahead.iter().filter(|puzzle| puzzle.cells.is_some()).count();
            whole >= TRIED || ahead.len() >= LOOKED_AT
        })?;
        let form = self.rows.form;
        let mut rows = self.rows.look(puzzles.len() + 1)?.iter().peekable();
        let (mut passed, mut fits) = (0, 0);
        for puzzle in std::iter::once(first).chain(puzzles) {
            if puzzle.cells.is_none() && skips {
                continue;
            }
            let Some(row) = rows.peek() else {
                break;
            };
            if has_empty && row.blanks - passed > puzzle.blanks {
                passed += puzzle.blanks + 1;
                continue;
            }
            let puzzle: Option<&[u8; CELLS]> = puzzle.cells.as_ref();
            fits += usize::from(!matches!(
                judge(puzzle, &row.text, form),
                Judgement::Wrong(_)
            ));
            passed = 0;
            rows.next();
        }
        Ok(fits)
    }
}
