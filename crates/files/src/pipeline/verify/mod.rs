//! Checks anybody's answers, in order and in parallel.
//!
//! `cursor` walks over the records of the puzzles. `align` finds out which row of the answers
//! belongs to which of them, by what fits the next puzzles, and fills blocks of pairs. Workers
//! `judge` a block at a time by the independent checker, and the results are added in order.
//!
//! What must stay true: no answer is right that the checker does not accept for its own puzzle; a
//! line that is no puzzle has no right answer; if there are more or fewer answers
//! than puzzles, that is said with both counts and the first line without a partner; and nothing
//! depends on chunks or threads.

mod align;
mod cursor;
mod judge;
mod tally;

use super::{PipelineError, Position};
use crate::format::answers::{Answers, Form};
use crate::format::{KnownAnswers, Opened};
use crate::input::InputError;
use crate::parallel::{OrderedError, ordered, sets, workers};
use align::{Aligner, Pairing};
use cursor::{PuzzleCursor, ReadPuzzles};
use judge::{AnswerJudgement, judge};
use ninefold::Stop;

pub use align::Alignment;
pub use judge::SWAPPED;
pub use tally::Tally;

/// Pairs that a worker judges at a time.
const BLOCK: usize = 2048;

/// The result of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verification {
    /// Records of the puzzles: all lines except blank ones, comments and a header.
    pub puzzles: u64,
    /// Answers.
    pub answers: u64,
    /// Right answers, including `!invalid` if it is true.
    pub right: u64,
    /// Claims that cannot be checked: `!none`, `!multiple`, `!gave-up`, numbers of solutions, and
    /// unchanged puzzles.
    pub unanswered: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Lines that are not puzzles, whatever their answers.
    pub not_read: u64,
    /// Puzzles that are full grids.
    pub without_blanks: u64,
    /// The solutions that the puzzles' input states.
    pub known: KnownAnswers,
    /// The first wrong answers.
    pub first_wrong: Vec<Finding>,
    /// The line of the first puzzle without an answer, or of the first answer without a puzzle.
    pub first_alone: Option<Alone>,
    /// Which lines were answered, and how.
    pub alignment: Alignment,
}

/// A wrong answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The puzzle's line, from 1.
    pub puzzle_line: u64,
    /// The answer's line, from 1. 0 if it has none.
    pub answer_line: u64,
    /// What is wrong.
    pub what: String,
}

/// A puzzle without an answer, or an answer without a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alone {
    /// The puzzle on this line.
    Puzzle(u64),
    /// The answer on this line.
    Answer(u64),
}

impl Verification {
    /// Whether there are as many answers as there should be.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        self.first_alone.is_none()
    }

    /// Whether every line is a puzzle with a right answer, there are no further answers, and no
    /// known solution is wrong. Puzzles may be full grids.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let all_right = self.wrong == 0 && self.unanswered == 0 && self.not_read == 0;
        all_right && self.known.wrong == 0 && self.is_aligned()
    }

    /// Counts the pairs of a block, and keeps the first `show` wrong answers.
    fn add(&mut self, block: &mut Block, show: usize) {
        let skipped = block.alignment.skipped - self.alignment.skipped;
        self.puzzles += skipped;
        self.not_read += skipped;
        self.alignment = block.alignment;
        self.without_blanks = block.read.without_blanks;
        self.known = block.read.known;
        for (pair, judgement) in block.pairs.iter().zip(block.judged.drain(..)) {
            self.puzzles += u64::from(pair.puzzle.is_some());
            self.answers += u64::from(pair.answer.is_some());
            let alone = match (&pair.puzzle, &pair.answer) {
                (Some(puzzle), Some(answer)) => {
                    match judgement {
                        AnswerJudgement::Right => self.right += 1,
                        AnswerJudgement::Unanswered => self.unanswered += 1,
                        AnswerJudgement::NotRead(_) => self.not_read += 1,
                        AnswerJudgement::Wrong(what) => {
                            self.wrong += 1;
                            if self.first_wrong.len() < show {
                                self.first_wrong.push(Finding {
                                    puzzle_line: puzzle.line,
                                    answer_line: answer.line,
                                    what,
                                });
                            }
                        }
                    }
                    continue;
                }
                (Some(puzzle), None) => Some(Alone::Puzzle(puzzle.line)),
                (None, answer) => answer.as_ref().map(|answer| Alone::Answer(answer.line)),
            };
            self.first_alone = self.first_alone.or(alone);
        }
    }
}

/// Compares each answer with its puzzle, by the independent checker, and describes the first `show`
/// wrong ones.
///
/// The k-th answer belongs to the k-th line of the puzzles that is neither blank nor a comment nor
/// a header. The answers may have blank lines, comments and headers of their own. Whether malformed
/// lines have an answer, and whether an empty line is one, is decided by what fits.
///
/// # Errors
/// As [`run`](fn@super::run), except for errors of an engine. Also an error if several full
/// grids on a line differ.
pub fn verify(
    puzzles: Opened,
    answers: Answers,
    threads: usize,
    show: usize,
    stop: &Stop,
) -> Result<Verification, PipelineError> {
    let form = answers.rows.form();
    let name = puzzles.source.name().to_owned();
    let mut aligner = Aligner::new(PuzzleCursor::new(puzzles), answers.rows);
    let mut all = Verification::default();
    let done = ordered(
        &workers(threads)?,
        sets(threads),
        stop,
        move |block: &mut Block| {
            block.form = form;
            Ok(block.fill(&mut aligner)?)
        },
        Block::judge,
        |block, panic| match panic {
            None => {
                all.add(block, show);
                Ok(())
            }
            Some(message) => Err(PipelineError::Panicked {
                input: name.clone(),
                first: all.puzzles + 1,
                last: all.puzzles + BLOCK as u64,
                message,
            }),
        },
    );
    done.map_err(|fault: OrderedError<PipelineError>| {
        let position = Position {
            lines: all.puzzles,
            ..Position::default()
        };
        PipelineError::from_fault(fault, position)
    })?;
    Ok(all)
}

/// Puzzles and their answers, and the judgements of these.
#[derive(Default)]
struct Block {
    form: Form,
    text: Vec<u8>,
    pairs: Vec<Pairing>,
    judged: Vec<AnswerJudgement>,
    alignment: Alignment,
    /// What is known of the puzzles so far.
    read: ReadPuzzles,
}

impl Block {
    /// Takes the next pairs. Returns whether there were any.
    fn fill(&mut self, aligner: &mut Aligner) -> Result<bool, InputError> {
        self.text.clear();
        self.pairs.clear();
        let skipped = aligner.alignment.skipped;
        while self.pairs.len() < BLOCK {
            let Some(pair) = aligner.next(&mut self.text)? else {
                break;
            };
            self.pairs.push(pair);
        }
        self.alignment = aligner.alignment;
        self.read = aligner.read_puzzles();
        Ok(!self.pairs.is_empty() || self.alignment.skipped > skipped)
    }

    /// Judges all pairs. Without a partner, nothing is judged.
    fn judge(&mut self) {
        let judged = self.pairs.iter().map(|pair| {
            let cells = pair.puzzle.and_then(|puzzle| puzzle.cells);
            let answer = pair.answer.as_ref();
            let row = answer.map_or(&b""[..], |answer| &self.text[answer.text.clone()]);
            judge(cells.as_ref(), row, self.form)
        });
        self.judged.clear();
        self.judged.extend(judged);
    }
}
