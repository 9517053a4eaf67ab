//! Judges the answers of solvers. The default engine finds the numbers of solutions, with
//! every answer checked. The independent checker checks the solver's solutions.

use super::corpus::{Corpus, LINE};
use super::record::GUESS_LIMIT;
use crate::external::{CommandAnswer, quoted};
use ninefold::engine::verdict::Verdict;
use ninefold::engine::{Outcome, Status};
use ninefold::grid::{CELLS, check};
use ninefold::{Puzzles, Request, solve_many};
use ninefold_files::format::answers::{StatedVerdict, is_copy, read_line};
use ninefold_files::numbers::counted;

/// The right answers for the puzzles of a corpus.
#[derive(Debug, Default)]
pub(super) struct ReferenceAnswers {
    /// Numbers of solutions up to the limit. `None` if the default engine gave up.
    solutions: Vec<Option<u64>>,
    limit: u64,
}

impl ReferenceAnswers {
    /// Solves a corpus with the default engine, and checks every solution.
    ///
    /// # Errors
    /// An answer is wrong, in words.
    pub(super) fn find(corpus: &Corpus, limit: u64) -> Result<ReferenceAnswers, String> {
        let mut outcomes = vec![Outcome::default(); corpus.len()];
        let puzzles = Puzzles::strided(corpus.lines(), LINE);
        let request = Request::new().limit(limit).max_guesses(GUESS_LIMIT);
        match solve_many(&puzzles, &mut [], &mut outcomes, &request) {
            Ok(_) => Ok(ReferenceAnswers::new(&outcomes, limit)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn new(outcomes: &[Outcome], limit: u64) -> ReferenceAnswers {
        let mut solutions = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            solutions.push(match outcome.status {
                Status::Malformed | Status::Invalid => Some(0),
                Status::Finished | Status::LimitReached => Some(outcome.solutions),
                // It gave up.
                _ => None,
            });
        }
        ReferenceAnswers { solutions, limit }
    }

    /// Judges the answer to puzzle `i`, and returns the number of solutions that it claims.
    ///
    /// # Errors
    /// The answer is wrong: which puzzle, what it was, and what is right.
    pub(super) fn judge(
        &self,
        corpus: &Corpus,
        i: usize,
        claimed: &CommandAnswer<'_>,
    ) -> Result<u64, String> {
        let wrong = |what: &str| Err(self.wrong(corpus, i, claimed, what));
        let number = match (claimed.number, claimed.solution) {
            (Some(0), Some(_)) => return wrong("it shows a solution and says that there is none"),
            (Some(number @ 1..), None) => {
                return wrong(&format!(
                    "it says that there {} and shows none",
                    are(number)
                ));
            }
            (None, Some(_)) if self.limit > 1 => {
                let most = self.limit;
                return wrong(&format!(
                    "it does not say how many solutions there are, up to {most}"
                ));
            }
            (None, None) if !claims_none(claimed.line, corpus.puzzle(i)) => {
                return wrong("it prints neither a solution nor a word for no solution");
            }
            (Some(number), _) => number.min(self.limit),
            (None, solution) => u64::from(solution.is_some()),
        };
        if let Some(grid) = claimed.solution
            && let Err(fault) = check::check(corpus.puzzle(i), grid)
        {
            let what = corpus.out_of_order(grid);
            let what = what.unwrap_or_else(|| fault.to_string());
            return wrong(&what);
        }
        match self.solutions[corpus.place(i)] {
            Some(right) if right != number => {
                let what = match (right, number) {
                    (0, _) => "it found a solution, but Ninefold's engine found none: this is a bug in Ninefold".to_owned(),
                    (_, 0) => "it gives no solution, but there is one".to_owned(),
                    _ => format!("it says that there {}", are(number)),
                };
                wrong(&what)
            }
            _ => Ok(number),
        }
    }

    fn wrong(&self, corpus: &Corpus, i: usize, claimed: &CommandAnswer<'_>, what: &str) -> String {
        let puzzle = corpus.puzzle(i);
        let right = match self.solutions[corpus.place(i)] {
            None => "not known: the limit of guesses was reached".to_owned(),
            Some(0) => "no solution".to_owned(),
            Some(number) => {
                let solution = ninefold::solve(&*String::from_utf8_lossy(puzzle));
                let solution = solution.map_or(String::new(), |found| found.to_string());
                let or_more = if number < self.limit { "" } else { " or more" };
                match self.limit {
                    1 => format!("for instance {solution}"),
                    _ => format!(
                        "{}{or_more}, for instance {solution}",
                        counted(number, "solution")
                    ),
                }
            }
        };
        format!(
            "puzzle {}: {what}\n  puzzle  {}\n  said    {}\n  right   {right}",
            corpus.number(i),
            String::from_utf8_lossy(puzzle),
            quoted(claimed.line),
        )
    }
}

/// `is 1 solution`, `are 2 solutions`.
fn are(number: u64) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{verb} {}", counted(number, "solution"))
}

/// Whether a line claims that this puzzle has no solution: in words, by a verdict, by an empty line
/// or by the unchanged puzzle.
fn claims_none(line: &[u8], puzzle: &[u8; CELLS]) -> bool {
    match read_line(line, Some(puzzle)).stated {
        StatedVerdict::Verdict(verdict) => matches!(verdict, Verdict::None | Verdict::Invalid),
        StatedVerdict::Solution(grid) => is_copy(grid, puzzle),
        StatedVerdict::Other => line.trim_ascii().is_empty(),
        _ => false,
    }
}
