//! Finds out which answer belongs to which puzzle.
//!
//! The k-th answer belongs to the k-th record of the puzzles. Blank lines, comments and headers are
//! not records, whether copied or not. Five things are open at first: whether the solver prints something above its answers, answers
//! malformed lines, prints an empty line if it has no answer, and prints other text, or numbers,
//! between its answers. Each is decided where it first matters, by the choice that fits the next
//! answers best, and then stays.

use super::cursor::{CursorPuzzle, CursorRows, Lookahead, PuzzleCursor};
use super::judge::{AnswerJudgement, judge};
use crate::format::answers::{Form, is_number, may_answer, solutions};
use crate::grid::CELLS;
use crate::input::InputError;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Number of puzzles to try for a decision.
const TRIED: usize = 16;
/// Number of records to examine for it.
const LOOKED_AT: usize = 1 << 16;
/// Number of lines between two answers to examine.
const TEXT: usize = 16;
/// How often to try without success.
const PATIENCE: u32 = 256;

/// Which lines have answers, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Lines above the answers that are not answers.
    pub headings: usize,
    /// Lines below the answers that are not answers.
    pub below: usize,
    /// Whether malformed lines have no answer, if known.
    pub skips_malformed: Option<bool>,
    /// Whether an empty line is an answer, if known.
    pub has_empty: Option<bool>,
    /// Whether lines of other text between the answers are no answers, if known.
    pub skips_text: Option<bool>,
    /// Whether lines with only a number between the answers are no answers, if known.
    pub skips_numbers: Option<bool>,
}

/// The position of a puzzle or an answer in a block's text.
#[derive(Clone, Copy)]
pub(super) struct TextSpan {
    /// Line on which it begins, from 1. 0 if it has none.
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
    /// Empty text if it is malformed.
    pub(super) puzzle: Option<TextSpan>,
    /// Empty text if it is an empty line.
    pub(super) answer: Option<TextSpan>,
}

/// How well some answers fit their puzzles.
#[derive(Default)]
struct Fits {
    right: usize,
    wrong: usize,
    /// Right answers, and claims that cannot be checked.
    plausible: usize,
    /// Lines that could be an answer and stand beside a puzzle.
    answers: usize,
    /// Whether the first of those is right.
    is_first_right: bool,
}

/// A possible way to read the answers.
#[derive(Clone, Copy)]
struct Reading {
    skips: bool,
    has_empty: bool,
    skips_text: bool,
    skips_numbers: bool,
}

impl Reading {
    /// All ways, the simplest first.
    fn all() -> impl Iterator<Item = Reading> {
        (0..16u8).map(move |bits| Reading {
            skips: bits & 2 != 0,
            has_empty: bits & 1 != 0,
            skips_text: bits & 4 != 0,
            skips_numbers: bits & 8 != 0,
        })
    }

    /// Whether it passes over any line between answers.
    fn passes(&self) -> bool {
        self.skips_text || self.skips_numbers
    }

    /// Whether it passes over this line.
    fn passes_over(&self, row: &[u8], form: Form) -> bool {
        match between(row, form) {
            Some(Between::Text) => self.skips_text,
            Some(Between::Number) => self.skips_numbers,
            None => false,
        }
    }
}

impl Alignment {
    /// Whether the decisions so far allow this reading.
    fn allows(&self, reading: &Reading) -> bool {
        let may_be = |known: Option<bool>, read: bool| known.is_none_or(|known| known == read);
        may_be(self.skips_malformed, reading.skips)
            && may_be(self.has_empty, reading.has_empty)
            && may_be(self.skips_text, reading.skips_text)
            && may_be(self.skips_numbers, reading.skips_numbers)
    }

    /// Whether to pass over such a line between answers, if known.
    fn passes(&self, between: Between) -> Option<bool> {
        match between {
            Between::Text => self.skips_text,
            Between::Number => self.skips_numbers,
        }
    }
}

impl Fits {
    /// Counts an answer. `is_answer`: it could be one and stands beside a puzzle.
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

/// The evidence for this many lines above the answers, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence {
    /// After a missing answer, as many may be right as if a heading had moved all.
    is_first_right: bool,
    right: usize,
    /// Whether there are as many answers as there should be, if that is known.
    is_aligned: bool,
    answers: usize,
    wrong: Reverse<usize>,
}

/// Pairs puzzles with answers.
pub(super) struct Aligner {
    pub(super) puzzles: PuzzleCursor,
    rows: CursorRows,
    pub(super) alignment: Alignment,
    /// Whether nothing is paired yet.
    first: bool,
    /// Whether there are no more puzzles.
    is_past: bool,
    /// Answers so far.
    taken: u64,
    /// How often a decision failed.
    in_vain: u32,
    /// Malformed lines, and those of them that were skipped.
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

    /// The next pair, with its texts appended to `text`. `None` at the end.
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
            let mut empty = blanks > puzzle.blanks;
            self.settle(&puzzle, empty)?;
            if [self.alignment.skips_text, self.alignment.skips_numbers].contains(&Some(true)) {
                empty &= !self.pass_text()?;
            }
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

    /// Skips lines of text that are no answers, and the blank lines around them. Returns whether
    /// there were any.
    fn pass_text(&mut self) -> Result<bool, InputError> {
        let mut any = false;
        while let Some(next) = self.between_next()
            && self.alignment.passes(next) == Some(true)
        {
            self.rows.look(1)?;
            self.rows.drop(1);
            let blanks = self.rows.blanks(None)?;
            self.rows.pass_blanks(blanks);
            any = true;
        }
        Ok(any)
    }

    /// What the next line is, if it may stand between answers.
    fn between_next(&self) -> Option<Between> {
        between(self.rows.peek()?, self.rows.form)
    }

    fn take(&mut self, text: &mut Vec<u8>) -> Option<TextSpan> {
        let row = self.rows.take(text)?;
        self.taken += 1;
        Some(TextSpan::new(row.line, row.text.start, row.text.end))
    }

    /// Whether to skip a malformed line. If no answers are left, it is skipped unless others were
    /// answered.
    fn skips(&self, empty: bool) -> bool {
        let nothing_left = self.rows.is_empty() && !empty;
        self.alignment.skips_malformed.unwrap_or(nothing_left)
    }

    /// Skips lines above the answers that are not answers, if the rest fits better then.
    fn settle_start(&mut self, puzzle: &CursorPuzzle) -> Result<(), InputError> {
        let most = self.headings()?;
        if self.rows.form == Form::Lines {
            self.only_solution(most + TRIED)?;
        }
        if most == 0 {
            return Ok(());
        }
        // The last of them may be answers that are wrong.
        let some = (most.saturating_sub(TRIED).max(1)..=most).chain([0]);
        let mut best: Option<(Evidence, Reverse<usize>)> = None;
        for headings in some {
            // Text above the first answer is a heading.
            for reading in Reading::all().filter(|reading| !reading.passes()) {
                let evidence = self.evidence(puzzle, headings, reading)?;
                // Of those with equal evidence, the one with the fewest lines.
                best = best.max(Some((evidence, Reverse(headings))));
            }
        }
        let headings = best.map_or(0, |(_, Reverse(headings))| headings);
        self.rows.drop(headings);
        self.alignment.headings = headings;
        Ok(())
    }

    /// Checks that no line has several full grids that differ, if any of the first has several. Which
    /// one is right says nothing about which is the answer.
    fn only_solution(&mut self, first: usize) -> Result<(), InputError> {
        let has_several = |row: &Lookahead| solutions(&row.text).nth(1).is_some();
        if !self.rows.look(first)?.iter().any(has_several) {
            return Ok(());
        }
        let differs = |row: &&Lookahead| {
            let mut grids = solutions(&row.text);
            let first = grids.next();
            grids.any(|grid| Some(grid) != first)
        };
        let Some(row) = self.rows.look(LOOKED_AT)?.iter().find(differs) else {
            return Ok(());
        };
        let reason = format!(
            "line {} has several full grids that differ (--answer-column gives the number of the \
             field with the solutions)",
            row.line
        );
        Err(InputError::Refused {
            name: self.rows.name().to_owned(),
            reason,
        })
    }

    /// Skips the lines below the last answer, unless any could be an answer, or so many are left
    /// that the form is probably wrong.
    fn pass_rest(&mut self) -> Result<(), InputError> {
        let (form, known) = (self.rows.form, self.alignment);
        let is_no_answer = |row: &Lookahead| {
            let passed = between(&row.text, form).and_then(|between| known.passes(between));
            passed == Some(true) || !may_answer(&row.text, form)
        };
        let rest = self.rows.look(LOOKED_AT + 1)?;
        let count = rest.len();
        if count <= LOOKED_AT && count as u64 <= self.taken && rest.iter().all(is_no_answer) {
            self.rows.drop(count);
            self.alignment.below += count;
        }
        Ok(())
    }

    /// Number of lines above the first that could be an answer.
    fn headings(&mut self) -> Result<usize, InputError> {
        let form = self.rows.form;
        for count in 0..LOOKED_AT {
            // A number above other answers may be their count.
            let rows = self.rows.look(count + 2)?;
            let (row, next) = (rows.get(count), rows.get(count + 1));
            let is_count = |row: &Lookahead| {
                count == 0
                    && is_number(&row.text)
                    && next.is_some_and(|next| !is_number(&next.text))
            };
            if row.is_none_or(|row| may_answer(&row.text, form) && !is_count(row)) {
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

    /// Decides what this puzzle makes necessary, if possible.
    fn settle(&mut self, puzzle: &CursorPuzzle, empty: bool) -> Result<(), InputError> {
        let asks_skips = puzzle.cells.is_none() && self.alignment.skips_malformed.is_none();
        let asks_empty = empty && self.alignment.has_empty.is_none();
        let next = self.between_next();
        let asks = next.filter(|&next| self.alignment.passes(next).is_none());
        if self.rows.is_empty() {
            if asks_empty {
                // The remaining lines have empty lines as answers, or none.
                self.alignment.has_empty = Some(true);
            }
            return Ok(());
        }
        if !(asks_skips || asks_empty || asks.is_some()) {
            return Ok(());
        }
        if let Some(reading) = self.best_reading(puzzle)? {
            if asks_skips {
                self.alignment.skips_malformed = Some(reading.skips);
            }
            if asks_empty {
                self.alignment.has_empty = Some(reading.has_empty);
            }
            match asks {
                Some(Between::Text) => self.alignment.skips_text = Some(reading.skips_text),
                Some(Between::Number) => self.alignment.skips_numbers = Some(reading.skips_numbers),
                None => {}
            }
        }
        Ok(())
    }

    /// The open reading that fits the next answers best. `None` if it is not clear yet.
    fn best_reading(&mut self, puzzle: &CursorPuzzle) -> Result<Option<Reading>, InputError> {
        let known = self.alignment;
        let all = Reading::all().filter(|reading| known.allows(reading));
        // Of equals the first, which is the simplest.
        let (mut best, mut most) = (None, 0);
        for reading in all {
            let plausible = self.fits(puzzle, 0, reading)?.plausible;
            if plausible > most {
                (best, most) = (Some(reading), plausible);
            }
        }
        if best.is_none() {
            self.in_vain += 1;
            let simplest = Reading::all().next();
            return Ok(simplest.filter(|_| self.in_vain > PATIENCE));
        }
        Ok(best)
    }

    /// How well the next answers fit with this reading, below this many lines that are not answers.
    fn fits(
        &mut self,
        first: &CursorPuzzle,
        headings: usize,
        reading: Reading,
    ) -> Result<Fits, InputError> {
        let puzzles = self.puzzles.look(TRIED, LOOKED_AT)?;
        let tried = tried(puzzles);
        let form = self.rows.form;
        let text = if reading.passes() { TEXT * tried } else { 0 };
        let rows = self.rows.look(headings + tried + 1 + text)?.iter();
        let rows = rows.skip(headings);
        let rows = rows.filter(|row| !reading.passes_over(&row.text, form));
        let mut rows = rows.peekable();
        let (mut passed, mut fits) = (0, Fits::default());
        if reading.skips && puzzles.len() >= LOOKED_AT && puzzles.iter().all(|p| p.cells.is_none())
        {
            // In such a long run, one line would have its answer if malformed lines had any.
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
            let judgement = judge(puzzle, &row.text, form);
            fits.add(&judgement, is_answer);
            passed = 0;
            rows.next();
        }
        Ok(fits)
    }
}

/// A line that may stand between answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Text that is no answer.
    Text,
    /// Only a number, which may also be an answer.
    Number,
}

/// Whether a line may stand between answers. One that is long enough for a grid is not examined,
/// because most answers are.
fn between(row: &[u8], form: Form) -> Option<Between> {
    let may_be_grid = row.len() >= CELLS && row.iter().any(u8::is_ascii_digit);
    match form {
        Form::Lines if may_be_grid => None,
        Form::Lines if is_number(row) => Some(Between::Number),
        Form::Lines if !may_answer(row, form) => Some(Between::Text),
        _ => None,
    }
}

/// How many of the next records to try: up to the last that is a puzzle.
fn tried(records: &VecDeque<CursorPuzzle>) -> usize {
    let is_puzzle = |record: &(usize, &CursorPuzzle)| record.1.cells.is_some();
    let last = records.iter().enumerate().filter(is_puzzle).nth(TRIED - 1);
    last.map_or(records.len(), |(last, _)| last + 1)
}
