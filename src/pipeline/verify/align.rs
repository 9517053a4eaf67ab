//! Which answer belongs to which puzzle.
//!
//! The k-th answer belongs to the k-th record of the puzzles. Blank lines, comments
//! and headers are no records, mirrored or not. Four things are open: which of several columns of grids
//! has the solutions, and whether programs print something above their answers, answer lines that are no
//! puzzles, and print an empty line where they have no answer. Each is settled where it first matters, by
//! what fits the next answers best, and holds for the rest.

use super::cursor::{CursorPuzzle, CursorRows, Lookahead, PuzzleCursor};
use super::judge::{AnswerJudgement, judge};
use crate::format::answers::{Form, may_answer, read_fields};
use crate::format::{Best, best};
use crate::grid::CELLS;
use crate::input::InputError;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Puzzles that are tried to settle what is open.
const TRIED: usize = 16;
/// Records that are looked at for it.
const LOOKED_AT: usize = 1 << 16;
/// How often it is tried in vain.
const PATIENCE: u32 = 256;

/// Which lines are answered, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Lines above the answers that are none.
    pub headings: usize,
    /// Lines below the answers that are none.
    pub below: usize,
    /// Which of the columns that may hold the solutions does, from 0.
    pub column: usize,
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

/// A record of the puzzles and its answer. One of the two may be missing.
#[derive(Clone, Copy)]
pub(super) struct Pairing {
    /// No text where it is no puzzle.
    pub(super) puzzle: Option<TextSpan>,
    /// No text where it is an empty line.
    pub(super) answer: Option<TextSpan>,
}

/// How well some answers fit their puzzles.
#[derive(Default)]
struct Fits {
    right: usize,
    wrong: usize,
    /// Right ones and claims that cannot be checked.
    plausible: usize,
    /// What could be an answer, and stands beside a puzzle.
    answers: usize,
    /// Whether the first of those is right.
    is_first_right: bool,
}

/// How answers may have to be read.
#[derive(Clone, Copy)]
struct Reading {
    column: usize,
    skips: bool,
    has_empty: bool,
}

impl Reading {
    /// All ways for a column, first what asks the least of the answers.
    fn all(column: usize) -> [Reading; 4] {
        [(false, false), (false, true), (true, false), (true, true)].map(|(skips, has_empty)| {
            Reading {
                column,
                skips,
                has_empty,
            }
        })
    }
}

impl Alignment {
    /// Whether nothing that is known speaks against a reading.
    fn allows(&self, reading: &Reading) -> bool {
        self.skips_malformed
            .is_none_or(|known| known == reading.skips)
            && self
                .has_empty
                .is_none_or(|known| known == reading.has_empty)
    }
}

impl Fits {
    /// Counts an answer, which could be one and stands beside a puzzle or not.
    fn add(&mut self, judgement: &AnswerJudgement, is_answer: bool) {
        if is_answer && self.answers == 0 {
            self.is_first_right = matches!(judgement, AnswerJudgement::Right);
        }
        self.answers += usize::from(is_answer);
        match judgement {
            AnswerJudgement::Wrong(_) => self.wrong += 1,
            AnswerJudgement::Unanswered => self.plausible += 1,
            AnswerJudgement::Right => {
                self.right += 1;
                self.plausible += 1;
            }
        }
    }
}

/// What speaks for so many lines above the answers, the most telling first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence {
    /// Behind an answer that is missing as many may be right where all are moved by a heading.
    is_first_right: bool,
    right: usize,
    /// Whether there are as many answers as there should be, where that can be seen.
    is_aligned: bool,
    answers: usize,
    wrong: Reverse<usize>,
}

/// Puts puzzles and answers together.
pub(super) struct Aligner {
    pub(super) puzzles: PuzzleCursor,
    rows: CursorRows,
    pub(super) alignment: Alignment,
    /// Whether nothing was aligned yet.
    first: bool,
    /// Whether there is no puzzle any more.
    is_past: bool,
    /// Answers so far.
    taken: u64,
    /// How often it could not be told.
    in_vain: u32,
    /// Lines that are no puzzle, and those of them that were left out.
    pub(super) malformed: u64,
    pub(super) skipped: u64,
}

impl Aligner {
    pub(super) fn new(puzzles: PuzzleCursor, rows: CursorRows) -> Aligner {
        Aligner {
            puzzles,
            rows,
            alignment: Alignment::default(),
            first: true,
            is_past: false,
            taken: 0,
            in_vain: 0,
            malformed: 0,
            skipped: 0,
        }
    }

    /// The next pair, with its texts behind `text`; `None` at the end.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> Result<Option<Pairing>, InputError> {
        loop {
            let puzzle = self.puzzles.next()?;
            let mut blanks = self.rows.blanks(self.puzzles.header.as_deref())?;
            if let Some(puzzle) = puzzle.as_ref().filter(|_| std::mem::take(&mut self.first)) {
                self.settle_start(puzzle)?;
                blanks = self.rows.blanks(None)?;
            }
            let Some(puzzle) = puzzle else {
                if !std::mem::replace(&mut self.is_past, true) {
                    self.pass_rest()?;
                }
                let answer = self.take(text);
                return Ok(answer.map(|answer| Pairing {
                    puzzle: None,
                    answer: Some(answer),
                }));
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
            return Ok(Some(Pairing {
                puzzle: Some(place),
                answer,
            }));
        }
    }

    fn take(&mut self, text: &mut Vec<u8>) -> Option<TextSpan> {
        let row = self.rows.take(text)?;
        self.taken += 1;
        Some(TextSpan::new(row.line, row.text.start, row.text.end))
    }

    /// Whether a line that is no puzzle is left out. Where nothing is left that
    /// could answer it, it is unless others were answered.
    fn skips(&self, empty: bool) -> bool {
        let nothing_left = self.rows.is_empty() && !empty;
        self.alignment.skips_malformed.unwrap_or(nothing_left)
    }

    /// Leaves out lines above the answers that are none, where what is below them fits better so; and
    /// finds the column with the solutions.
    fn settle_start(&mut self, puzzle: &CursorPuzzle) -> Result<(), InputError> {
        let most = self.headings()?;
        let columns = self.rows.count_columns(most + TRIED)?;
        if most == 0 && columns == 1 {
            return Ok(());
        }
        let mut columns_best = Vec::new();
        for column in 0..columns {
            // The last of them may be answers that are none.
            let some = (most.saturating_sub(TRIED).max(1)..=most).chain([0]);
            let mut best: Option<(Evidence, Reverse<usize>)> = None;
            for headings in some {
                for reading in Reading::all(column) {
                    let evidence = self.evidence(puzzle, headings, reading)?;
                    // Of those for which as much speaks, the one with the fewest.
                    best = best.max(Some((evidence, Reverse(headings))));
                }
            }
            columns_best.extend(best);
        }
        let right: Vec<usize> = columns_best.iter().map(|best| best.0.right).collect();
        let column = self.column(&right, most + TRIED)?;
        let (_, Reverse(headings)) = columns_best[column];
        self.rows.drop(headings);
        self.alignment.headings = headings;
        self.alignment.column = column;
        Ok(())
    }

    /// The column with the solutions, by how many in each are right. One with less than half as many
    /// as another is no rival to it.
    fn column(&mut self, right: &[usize], rows: usize) -> Result<usize, InputError> {
        let most = right.iter().copied().max().unwrap_or(0);
        let rivals = (0..right.len()).filter(|&i| 2 * right[i] >= most);
        let rivals: Vec<usize> = rivals.collect();
        let &[first, .., last] = &rivals[..] else {
            return Ok(rivals.first().copied().unwrap_or(0));
        };
        if self.rows.form == Form::Lines {
            return Ok(first);
        }
        let mut rows = self.rows.look(rows)?.iter();
        let is_same = |row: &Lookahead, column| {
            read_fields(&row.text, column).said == read_fields(&row.text, last).said
        };
        if rows.all(|row| rivals.iter().all(|&column| is_same(row, column))) {
            // A column that was appended is the last.
            return Ok(last);
        }
        Err(InputError::Refused {
            name: self.rows.name().to_owned(),
            reason: self.rows.columns.refusal(&rivals),
        })
    }

    /// Leaves out what stands below the last answer, unless any of it could be one, or so much is left
    /// that the answers can hardly be what they were taken for.
    fn pass_rest(&mut self) -> Result<(), InputError> {
        let form = self.rows.form;
        let rest = self.rows.look(LOOKED_AT + 1)?;
        let count = rest.len();
        if count <= LOOKED_AT
            && count as u64 <= self.taken
            && rest.iter().all(|row| !may_answer(&row.text, form))
        {
            self.rows.drop(count);
            self.alignment.below += count;
        }
        Ok(())
    }

    /// How many lines stand above the first that could be an answer.
    fn headings(&mut self) -> Result<usize, InputError> {
        let form = self.rows.form;
        for count in 0..LOOKED_AT {
            let row = self.rows.look(count + 1)?.get(count);
            if row.is_none_or(|row| may_answer(&row.text, form)) {
                return Ok(row.map_or(0, |_| count));
            }
        }
        Ok(0)
    }

    fn evidence(
        &mut self,
        first: &CursorPuzzle,
        headings: usize,
        reading: Reading,
    ) -> Result<Evidence, InputError> {
        let fits = self.fits(first, headings, reading)?;
        let puzzles = self.puzzles.look(LOOKED_AT, LOOKED_AT)?;
        let all = std::iter::once(first).chain(puzzles);
        let asked = all.filter(|puzzle| !reading.skips || puzzle.cells.is_some());
        let (asked, read) = (asked.count(), puzzles.len());
        let rows = self.rows.look(LOOKED_AT)?.len();
        let is_whole = read < LOOKED_AT && rows < LOOKED_AT;
        Ok(Evidence {
            is_first_right: fits.is_first_right,
            right: fits.right,
            is_aligned: is_whole && !reading.has_empty && rows - headings == asked,
            answers: fits.answers,
            wrong: Reverse(fits.wrong),
        })
    }

    /// Settles what this puzzle asks and nobody knows yet, if it can be told.
    fn settle(&mut self, puzzle: &CursorPuzzle, empty: bool) -> Result<(), InputError> {
        let asks_skips = puzzle.cells.is_none() && self.alignment.skips_malformed.is_none();
        let asks_empty = empty && self.alignment.has_empty.is_none();
        if self.rows.is_empty() {
            if asks_empty {
                // What is left to answer is answered by empty lines or not at all.
                self.alignment.has_empty = Some(true);
            }
            return Ok(());
        }
        if !(asks_skips || asks_empty) {
            return Ok(());
        }
        if let Some(reading) = self.best_reading(puzzle)? {
            if asks_skips {
                self.alignment.skips_malformed = Some(reading.skips);
            }
            if asks_empty {
                self.alignment.has_empty = Some(reading.has_empty);
            }
        }
        Ok(())
    }

    /// What fits the next answers best, of the readings that are still open; nothing where it cannot be
    /// told and may be later.
    fn best_reading(&mut self, puzzle: &CursorPuzzle) -> Result<Option<Reading>, InputError> {
        let all = Reading::all(self.alignment.column);
        let known = self.alignment;
        let mut hypotheses = Vec::new();
        for reading in all.into_iter().filter(|reading| known.allows(reading)) {
            let fits = self.fits(puzzle, 0, reading)?;
            hypotheses.push((reading, fits.plausible));
        }
        Ok(match best(hypotheses) {
            // Of equals the first, which asks the least of the answers.
            Best::One(best) | Best::Tie(best, _) => Some(best),
            Best::Nothing => {
                self.in_vain += 1;
                (self.in_vain > PATIENCE).then_some(all[0])
            }
        })
    }

    /// How the next answers fit if they are read so, below so many lines that are none.
    fn fits(
        &mut self,
        first: &CursorPuzzle,
        headings: usize,
        reading: Reading,
    ) -> Result<Fits, InputError> {
        let puzzles = self.puzzles.look(TRIED, LOOKED_AT)?;
        let tried = tried(puzzles);
        let form = self.rows.form;
        let rows = self.rows.look(headings + tried + 1)?.iter();
        let mut rows = rows.skip(headings).peekable();
        let (mut passed, mut fits) = (0, Fits::default());
        if reading.skips && puzzles.len() >= LOOKED_AT && puzzles.iter().all(|p| p.cells.is_none())
        {
            // Of a run that long, one line would have its answer if lines that are no puzzle had any.
            fits.plausible = 1;
        }
        for puzzle in std::iter::once(first).chain(puzzles.iter().take(tried)) {
            if puzzle.cells.is_none() && reading.skips {
                continue;
            }
            let Some(row) = rows.peek() else {
                break;
            };
            if reading.has_empty && row.blanks - passed > puzzle.blanks {
                passed += puzzle.blanks + 1;
                continue;
            }
            let puzzle: Option<&[u8; CELLS]> = puzzle.cells.as_ref();
            let is_answer = puzzle.is_some() && may_answer(&row.text, form);
            let judgement = judge(puzzle, &row.text, form, reading.column);
            fits.add(&judgement, is_answer);
            passed = 0;
            rows.next();
        }
        Ok(fits)
    }
}

/// How many of the next records are tried: up to the last of the puzzles that are.
fn tried(records: &VecDeque<CursorPuzzle>) -> usize {
    let is_puzzle = |record: &(usize, &CursorPuzzle)| record.1.cells.is_some();
    let last = records.iter().enumerate().filter(is_puzzle).nth(TRIED - 1);
    last.map_or(records.len(), |(last, _)| last + 1)
}
