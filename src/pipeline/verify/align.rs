//! Finds out which answer belongs to which puzzle.
//!
//! The k-th answer belongs to the k-th record of the puzzles. Blank lines, comments and headers are
//! not records, whether copied or not. What else a solver prints is open at first: text above its
//! answers, and a [`Skip`] each. Each is decided where it first matters, by the choice that
//! fits the next answers best, and then stays.

use super::cursor::{AnswerLine, CursorPuzzle, CursorRows, PuzzleCursor};
use super::judge::{AnswerJudgement, judge};
use crate::format::answers::{Form, is_number, may_answer};
use crate::grid::CELLS;
use crate::input::InputError;

/// Number of puzzles to try for a decision.
const TRIED: usize = 16;
/// Number of records to examine for it.
const LOOKED_AT: usize = 1 << 16;
/// Number of lines between two answers to examine.
const TEXT: usize = 16;
/// How often to try without success.
const PATIENCE: u32 = 256;

/// What is open about answers at first: what to skip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    /// Malformed lines have no answer.
    Malformed,
    /// Lines of other text between the answers are no answers.
    Text,
    /// Lines with only a number, which may be an answer, are none.
    Numbers,
}

/// Which lines have answers, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Lines above the answers that are not answers.
    pub headings: usize,
    /// Lines below the answers that are not answers.
    pub below: usize,
    /// What is decided so far.
    known: [Option<bool>; 3],
}

impl Alignment {
    /// Whether lines of other text between the answers are no answers.
    #[must_use]
    pub fn skips_text(&self) -> bool {
        [Skip::Text, Skip::Numbers]
            .map(|asked| self.of(asked))
            .contains(&Some(true))
    }

    fn of(&self, asked: Skip) -> Option<bool> {
        self.known[asked as usize]
    }

    /// Whether the decisions so far allow this reading.
    fn allows(&self, reading: Reading) -> bool {
        let known = self.known.iter().enumerate();
        let mut known = known.filter_map(|(i, known)| Some((i, (*known)?)));
        known.all(|(i, known)| reading.0 >> i & 1 == u8::from(known))
    }
}

/// A possible way to read the answers: a bit for each [`Skip`].
#[derive(Clone, Copy)]
struct Reading(u8);

impl Reading {
    /// All ways, the simplest first.
    fn all() -> impl Iterator<Item = Reading> {
        (0..8).map(Reading)
    }

    fn is(self, asked: Skip) -> bool {
        self.0 >> asked as u8 & 1 == 1
    }
}

/// A record of the puzzles and its answer. One of the two may be missing.
pub(super) struct Pairing {
    pub(super) puzzle: Option<CursorPuzzle>,
    /// Its position in the block's text.
    pub(super) answer: Option<AnswerLine>,
}

/// How well some answers fit their puzzles, the strongest evidence first.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fits {
    /// Whether the first line that may be an answer is right. After a missing answer, as many may be
    /// right as if a heading had moved all.
    is_first_right: bool,
    right: usize,
    /// Right answers, and claims that cannot be checked.
    plausible: usize,
}

/// Pairs puzzles with answers.
pub(super) struct Aligner {
    pub(super) puzzles: PuzzleCursor,
    rows: CursorRows,
    pub(super) alignment: Alignment,
    /// Whether nothing is paired yet.
    is_first: bool,
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
            is_first: true,
            is_past: false,
            taken: 0,
            in_vain: 0,
            malformed: 0,
            skipped: 0,
        }
    }

    /// The next pair, with the text of the answer appended to `text`. `None` at the end.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> Result<Option<Pairing>, InputError> {
        loop {
            let puzzle = self.puzzles.next()?;
            if std::mem::take(&mut self.is_first) {
                self.rows.skip_header(self.puzzles.header.as_deref())?;
                if let Some(puzzle) = &puzzle {
                    self.settle_start(puzzle)?;
                }
            }
            self.rows.fill(1)?;
            let Some(puzzle) = puzzle else {
                if !std::mem::replace(&mut self.is_past, true) {
                    self.pass_rest()?;
                }
                let answer = self.rows.take(text);
                return Ok(answer.map(|answer| Pairing {
                    puzzle: None,
                    answer: Some(answer),
                }));
            };
            self.settle(&puzzle)?;
            self.pass_text()?;
            if puzzle.cells.is_none() {
                self.malformed += 1;
                // If no answers are left, it is skipped unless others were answered.
                let asked = self.alignment.of(Skip::Malformed);
                if asked.unwrap_or(self.rows.is_empty()) {
                    self.skipped += 1;
                    continue;
                }
            }
            let answer = self.rows.take(text);
            self.taken += u64::from(answer.is_some());
            return Ok(Some(Pairing {
                puzzle: Some(puzzle),
                answer,
            }));
        }
    }

    /// Skips lines of text that are no answers.
    fn pass_text(&mut self) -> Result<(), InputError> {
        while let Some(asked) = self.between_next()
            && self.alignment.of(asked) == Some(true)
        {
            self.rows.drop(1);
            self.rows.fill(1)?;
        }
        Ok(())
    }

    /// What is asked about the next line, if it may stand between answers.
    fn between_next(&self) -> Option<Skip> {
        between(self.rows.peek()?, self.rows.form)
    }

    /// Skips lines above the answers that are not answers, if the rest fits better then.
    fn settle_start(&mut self, puzzle: &CursorPuzzle) -> Result<(), InputError> {
        let most = self.headings()?;
        let mut best = (most, Fits::default());
        // The last of them may be answers that are wrong. Of equals, the first.
        for headings in (most.saturating_sub(TRIED)..=most).rev().chain([0]) {
            for reading in (0..2).map(Reading) {
                let fits = self.fits(puzzle, headings, reading)?;
                if fits > best.1 {
                    best = (headings, fits);
                }
            }
        }
        self.alignment.headings = best.0;
        self.rows.drop(best.0);
        Ok(())
    }

    /// Skips the lines below the last answer, unless any could be an answer, or so many are left
    /// that the form is probably wrong.
    fn pass_rest(&mut self) -> Result<(), InputError> {
        let (form, known) = (self.rows.form, self.alignment);
        let is_no_answer = |text: &[u8]| {
            let passed = between(text, form).and_then(|asked| known.of(asked));
            passed == Some(true) || !may_answer(text, form)
        };
        let mut rest = self.rows.look(0..LOOKED_AT + 1)?;
        let count = rest.len();
        let is_little = count <= LOOKED_AT && count as u64 <= self.taken;
        if is_little && rest.all(|(_, text)| is_no_answer(text)) {
            self.alignment.below += count;
            drop(rest);
            self.rows.drop(count);
        }
        Ok(())
    }

    /// Number of lines above the first that could be an answer.
    fn headings(&mut self) -> Result<usize, InputError> {
        let form = self.rows.form;
        for count in 0..LOOKED_AT {
            // A number above other answers may be their count.
            let mut rows = self.rows.look(count..count + 2)?.map(|(_, text)| text);
            let (row, next) = (rows.next(), rows.next());
            let is_count = |row: &[u8]| {
                count == 0 && is_number(row) && next.is_some_and(|next| !is_number(next))
            };
            if row.is_none_or(|row| may_answer(row, form) && !is_count(row)) {
                return Ok(row.map_or(0, |_| count));
            }
        }
        Ok(0)
    }

    /// Decides what this puzzle makes necessary, if possible.
    fn settle(&mut self, puzzle: &CursorPuzzle) -> Result<(), InputError> {
        let asked = [
            (puzzle.cells.is_none()).then_some(Skip::Malformed),
            self.between_next(),
        ];
        let known = self.alignment;
        let asked = asked.map(|asked| asked.filter(|&asked| known.of(asked).is_none()));
        if asked == [None; 2] || self.rows.is_empty() {
            return Ok(());
        }
        if let Some(reading) = self.best_reading(puzzle)? {
            for asked in asked.into_iter().flatten() {
                self.alignment.known[asked as usize] = Some(reading.is(asked));
            }
        }
        Ok(())
    }

    /// The open reading that fits the next answers best. `None` if it is not clear yet.
    fn best_reading(&mut self, puzzle: &CursorPuzzle) -> Result<Option<Reading>, InputError> {
        let known = self.alignment;
        // Of equals the first, which is the simplest.
        let (mut best, mut most) = (None, 0);
        for reading in Reading::all().filter(|&reading| known.allows(reading)) {
            let plausible = self.fits(puzzle, 0, reading)?.plausible;
            if plausible > most {
                (best, most) = (Some(reading), plausible);
            }
        }
        self.in_vain += u32::from(best.is_none());
        Ok(best.or((self.in_vain > PATIENCE).then_some(Reading(0))))
    }

    /// How well the next answers fit with this reading, below this many lines that are not answers.
    fn fits(
        &mut self,
        first: &CursorPuzzle,
        headings: usize,
        reading: Reading,
    ) -> Result<Fits, InputError> {
        let puzzles = self.puzzles.look(TRIED, LOOKED_AT)?;
        let form = self.rows.form;
        let tried = puzzles.len();
        let passes = reading.is(Skip::Text) || reading.is(Skip::Numbers);
        let text = if passes { TEXT * (tried + 1) } else { 0 };
        let rows = self.rows.look(headings..headings + tried + 1 + text)?;
        let mut rows =
            rows.filter(|(_, text)| !between(text, form).is_some_and(|asked| reading.is(asked)));
        let (mut is_first, mut fits) = (true, Fits::default());
        let is_skipped =
            |puzzle: &CursorPuzzle| puzzle.cells.is_none() && reading.is(Skip::Malformed);
        if tried >= LOOKED_AT && puzzles.clone().all(is_skipped) {
            // In such a long run, one line would have its answer if malformed lines had any.
            fits.plausible = 1;
        }
        for puzzle in [first]
            .into_iter()
            .chain(puzzles)
            .filter(|puzzle| !is_skipped(puzzle))
        {
            let Some((_, text)) = rows.next() else {
                break;
            };
            let judgement = judge(puzzle.cells.as_ref(), text, form);
            let is_right = matches!(judgement, AnswerJudgement::Right);
            if is_first && puzzle.cells.is_some() && may_answer(text, form) {
                (fits.is_first_right, is_first) = (is_right, false);
            }
            fits.right += usize::from(is_right);
            fits.plausible +=
                usize::from(is_right || matches!(judgement, AnswerJudgement::Unanswered));
        }
        Ok(fits)
    }
}

/// What is asked about a line that may stand between answers. One that is long enough for a grid is
/// not examined, because most answers are.
fn between(row: &[u8], form: Form) -> Option<Skip> {
    let may_be_grid = row.len() >= CELLS && row.iter().any(u8::is_ascii_digit);
    match form {
        Form::Lines if may_be_grid => None,
        Form::Lines if is_number(row) => Some(Skip::Numbers),
        Form::Lines if !may_answer(row, form) => Some(Skip::Text),
        _ => None,
    }
}
