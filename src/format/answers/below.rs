//! Answers below their puzzles, as programs write them that print both.

use crate::format::cells::is_unsolved;
use crate::grid::CELLS;

/// Pairs each puzzle with the record below it.
#[derive(Debug, Default)]
pub(super) struct Below {
    /// A puzzle without an answer so far, and its line.
    puzzle: Option<(Vec<u8>, u64)>,
    /// How many answers have the clues of the puzzle above them.
    answers: usize,
    /// How many records are neither a puzzle nor such an answer.
    others: usize,
}

/// What to do with a record.
pub(super) enum Paired {
    /// It is a puzzle. If there is one before it, that has no answer.
    Puzzle(Option<(Vec<u8>, u64)>),
    /// It is the answer to this puzzle.
    Answer(Vec<u8>),
    /// It is a verdict in place of a puzzle.
    Verdict,
    /// It is something else below an answer, such as another solution.
    Other,
}

impl Below {
    /// Takes the next record, with its solution or a verdict, which begins on this line.
    pub(super) fn pair(&mut self, solution: &[u8], verdict: &[u8], line: u64) -> Paired {
        match self.puzzle.take() {
            // An answer may be incomplete, or the puzzle as it was.
            Some((puzzle, _)) if has_clues(&puzzle, solution) => {
                self.answers += usize::from(puzzle != solution);
                Paired::Answer(puzzle)
            }
            before if is_unsolved(solution) => {
                self.others += usize::from(before.is_some());
                self.puzzle = Some((solution.to_vec(), line));
                Paired::Puzzle(before)
            }
            Some((puzzle, _)) => {
                self.others += 1;
                Paired::Answer(puzzle)
            }
            None if !verdict.is_empty() => Paired::Verdict,
            None => {
                self.others += 1;
                Paired::Other
            }
        }
    }

    /// The last puzzle, if it has no answer.
    pub(super) fn end(&mut self) -> Option<(Vec<u8>, u64)> {
        self.puzzle.take()
    }

    /// Whether most records are puzzles and their answers.
    pub(super) fn is_likely(&self) -> bool {
        self.answers > self.others
    }
}

/// Whether 81 cells have the clues of a puzzle.
fn has_clues(puzzle: &[u8], cells: &[u8]) -> bool {
    let has = |(&clue, &cell): (&u8, &u8)| clue == cell || !(b'1'..=b'9').contains(&clue);
    cells.len() == CELLS && puzzle.len() == CELLS && puzzle.iter().zip(cells).all(has)
}
