//! Finds out which answer belongs to which puzzle.
//!
//! The k-th answer belongs to the k-th record of the puzzles. Blank lines, comments and headers are
//! not records, whether copied or not. What else a solver prints is open at first: text above its
//! answers and between them, and answers to malformed lines. Each is decided where it first
//! matters, by the [`Reading`] that fits the next answers best, and then stays.

use super::cursor::{CursorPuzzle, PuzzleCursor, ReadPuzzles};
use super::judge::{AnswerJudgement, judge};
use crate::format::answers::{AnswerLine, AnswerRows, Form, as_number, may_answer};
use crate::input::InputError;
use ninefold::grid::CELLS;

/// Number of puzzles to try for a decision.
const TRIED: usize = 16;
/// Number of records to examine for it.
const LOOKED_AT: usize = 1 << 16;
/// Number of lines between two answers to examine.
const BETWEEN: usize = 16;
/// How often to try without success.
const PATIENCE: u32 = 256;

/// Which lines have answers, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Lines above the answers that are not answers.
    pub headings: usize,
    /// Lines below the answers that are not answers.
    pub below: usize,
    /// Malformed lines of the puzzles.
    pub malformed: u64,
    /// Those of them that were skipped.
    pub skipped: u64,
    /// What is decided of the reading.
    known: [Option<bool>; 3],
}

impl Alignment {
    /// Whether lines of other text between the answers are no answers.
    #[must_use]
    pub fn skips_text(&self) -> bool {
        [TEXT, NUMBERS].map(|i| self.known[i]).contains(&Some(true))
    }

    /// The readings that the decisions so far allow, the simplest first.
    fn readings(self) -> impl Iterator<Item = Reading> {
        let all = (0..8).map(|bits| [1, 2, 4].map(|bit| bits & bit > 0));
        all.filter(move |reading: &Reading| {
            let mut known = self.known.iter().zip(reading);
            known.all(|(known, &skips)| known.is_none_or(|known| known == skips))
        })
    }
}

/// A possible way to read the answers: which of the following are skipped.
type Reading = [bool; 3];

/// Malformed lines, which have no answer then.
const MALFORMED: usize = 0;
/// Lines of other text between the answers.
const TEXT: usize = 1;
/// Lines of a number alone between them, which may be an answer.
const NUMBERS: usize = 2;

/// A record of the puzzles and its answer. One of the two may be missing.
pub(super) struct Pairing {
    pub(super) puzzle: Option<CursorPuzzle>,
    /// Its position in the block's text.
    pub(super) answer: Option<AnswerLine>,
}

/// How well some answers fit their puzzles, the strongest evidence first.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fits {
    /// Whether the first line that may be an answer is right. After a missing answer, as many may
    /// be right as if a heading had moved all.
    is_first_right: bool,
    right: usize,
    /// Right answers, and claims that cannot be checked.
    plausible: usize,
}

/// Pairs puzzles with answers.
pub(super) struct Aligner {
    puzzles: PuzzleCursor,
    rows: AnswerRows,
    pub(super) alignment: Alignment,
    /// Whether nothing is paired yet.
    is_first: bool,
    /// Whether there are no more puzzles.
    is_past: bool,
    /// Answers so far.
    taken: u64,
    /// How often a decision failed.
    in_vain: u32,
}

impl Aligner {
    pub(super) fn new(puzzles: PuzzleCursor, rows: AnswerRows) -> Aligner {
        Aligner {
            puzzles,
            rows,
            alignment: Alignment::default(),
            is_first: true,
            is_past: false,
            taken: 0,
            in_vain: 0,
        }
    }

    /// What is known of the puzzles so far, those ahead included.
    pub(super) fn read_puzzles(&self) -> ReadPuzzles {
        self.puzzles.read
    }

    /// The next pair, with the text of the answer appended to `text`. `None` at the end.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> Result<Option<Pairing>, InputError> {
        loop {
            let puzzle = self.puzzles.next()?;
            if std::mem::take(&mut self.is_first)
                && let Some(puzzle) = &puzzle
            {
                self.settle_start(puzzle)?;
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
            while self
                .next_text()
                .is_some_and(|i| self.alignment.known[i] == Some(true))
            {
                self.rows.drop(1);
                self.rows.fill(1)?;
            }
            if puzzle.cells.is_none() {
                self.alignment.malformed += 1;
                // If no answers are left, it is skipped unless others were answered.
                let skips = self.alignment.known[MALFORMED];
                if skips.unwrap_or(self.rows.peek().is_none()) {
                    self.alignment.skipped += 1;
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

    /// What the next row is, if it may stand between answers.
    fn next_text(&self) -> Option<usize> {
        between(self.rows.peek()?, self.rows.form())
    }

    /// Skips lines above the answers that are not answers, if the rest fits better then.
    fn settle_start(&mut self, puzzle: &CursorPuzzle) -> Result<(), InputError> {
        let most = self.headings()?;
        let mut best = (most, Fits::default());
        // The last of them may be answers that are wrong. Of equals, the first.
        for headings in (most.saturating_sub(TRIED)..=most).rev().chain([0]) {
            for malformed in [false, true] {
                let reading = [malformed, false, false];
                let fits = self.fits(puzzle, headings, reading)?;
                if fits > best.1 {
                    best = (headings, fits);
                }
            }
        }
        // If nothing is right, the numbers tell.
        if best.1.right == 0 && !self.is_one_each(puzzle, best.0)? && self.is_one_each(puzzle, 0)? {
            best.0 = 0;
        }
        self.alignment.headings = best.0;
        self.rows.drop(best.0);
        Ok(())
    }

    /// Whether there is a row for each record of the puzzles, or for each that is not malformed,
    /// below these lines.
    fn is_one_each(&mut self, first: &CursorPuzzle, headings: usize) -> Result<bool, InputError> {
        let puzzles = self.puzzles.look(LOOKED_AT, LOOKED_AT)?;
        let all = puzzles.len() + 1;
        let puzzles = puzzles.chain([first]);
        let whole = puzzles.filter(|puzzle| puzzle.cells.is_some()).count();
        let rows = self.rows.look(headings..headings + LOOKED_AT)?.len();
        Ok(rows < LOOKED_AT && [all, whole].contains(&rows))
    }

    /// Skips the lines below the last answer, unless any could be an answer, or so many are left
    /// that the form is probably wrong.
    fn pass_rest(&mut self) -> Result<(), InputError> {
        let form = self.rows.form();
        let known = self.alignment.known;
        let rest = self.rows.look(0..LOOKED_AT + 1)?;
        let count = rest.len();
        if count > LOOKED_AT || count as u64 > self.taken {
            return Ok(());
        }
        for row in rest {
            let is_skipped = between(row, form).is_some_and(|i| known[i] == Some(true));
            if !is_skipped && may_answer(row, form) {
                return Ok(());
            }
        }
        self.alignment.below += count;
        self.rows.drop(count);
        Ok(())
    }

    /// Number of lines above the first that could be an answer.
    fn headings(&mut self) -> Result<usize, InputError> {
        let form = self.rows.form();
        for count in 0..LOOKED_AT {
            let mut rows = self.rows.look(count..count + 2)?;
            let Some(row) = rows.next() else {
                break;
            };
            // A number above other answers may be their count.
            let is_count = count == 0
                && as_number(row).is_some()
                && rows.next().is_some_and(|next| as_number(next).is_none());
            if may_answer(row, form) && !is_count {
                return Ok(count);
            }
        }
        Ok(0)
    }

    /// Decides what this puzzle makes necessary, if possible.
    fn settle(&mut self, puzzle: &CursorPuzzle) -> Result<(), InputError> {
        let alignment = self.alignment;
        let malformed = puzzle.cells.is_none().then_some(MALFORMED);
        let asked = malformed.into_iter().chain(self.next_text());
        let mut asked = asked.filter(|&i| alignment.known[i].is_none()).peekable();
        if asked.peek().is_none() || self.rows.peek().is_none() {
            return Ok(());
        }
        // Of equals the first, which is the simplest.
        let mut best = None;
        let mut most = (0, 0);
        for reading in alignment.readings() {
            let fits = self.fits(puzzle, 0, reading)?;
            let fits = (fits.right, fits.plausible);
            if fits > most {
                (best, most) = (Some(reading), fits);
            }
        }
        self.in_vain += u32::from(best.is_none());
        let best = best.or((self.in_vain > PATIENCE).then_some([false; 3]));
        if let Some(reading) = best {
            asked.for_each(|i| self.alignment.known[i] = Some(reading[i]));
        }
        Ok(())
    }

    /// How well the next answers fit with this reading, below this many lines that are not answers.
    fn fits(
        &mut self,
        first: &CursorPuzzle,
        headings: usize,
        reading: Reading,
    ) -> Result<Fits, InputError> {
        let puzzles = self.puzzles.look(TRIED, LOOKED_AT)?;
        let form = self.rows.form();
        let tried = puzzles.len();
        let passes = reading[TEXT] || reading[NUMBERS];
        let text = if passes { BETWEEN * (tried + 1) } else { 0 };
        let rows = self.rows.look(headings..headings + tried + 1 + text)?;
        let mut rows = rows.filter(|row| !between(row, form).is_some_and(|i| reading[i]));
        let mut is_first = true;
        let mut fits = Fits::default();
        let is_skipped = |puzzle: &CursorPuzzle| puzzle.cells.is_none() && reading[MALFORMED];
        if tried >= LOOKED_AT && puzzles.clone().all(is_skipped) {
            // In such a long run, one line would have its answer if malformed lines had any.
            fits.plausible = 1;
        }
        let puzzles = [first].into_iter().chain(puzzles);
        for puzzle in puzzles.filter(|puzzle| !is_skipped(puzzle)) {
            let Some(row) = rows.next() else {
                break;
            };
            let judgement = judge(puzzle.cells.as_ref(), row, form);
            // An answer that says that a line is no puzzle fits it.
            let is_right = matches!(
                judgement,
                AnswerJudgement::Right | AnswerJudgement::NotRead(true)
            );
            if is_first && puzzle.cells.is_some() && may_answer(row, form) {
                (fits.is_first_right, is_first) = (is_right, false);
            }
            fits.right += usize::from(is_right);
            fits.plausible +=
                usize::from(is_right || matches!(judgement, AnswerJudgement::Unanswered));
        }
        Ok(fits)
    }
}

/// What a row is, if it may stand between answers. One that is long enough for a grid is not
/// examined, because most answers are.
fn between(row: &[u8], form: Form) -> Option<usize> {
    let may_be_grid = row.len() >= CELLS && row.iter().any(u8::is_ascii_digit);
    match form {
        Form::Lines if may_be_grid => None,
        Form::Lines if as_number(row).is_some() => Some(NUMBERS),
        Form::Lines if !may_answer(row, form) => Some(TEXT),
        _ => None,
    }
}
