//! How the solutions that an input states of its own puzzles compare: counts, and their words.

use crate::numbers::{count, counted};
use ninefold::grid::{CELLS, check};
use serde::{Deserialize, Serialize};

/// The solutions that the input itself states, compared with the puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct KnownAnswers {
    /// Solutions of 81 digits.
    pub compared: u64,
    /// Those that are wrong: they break a rule or a clue.
    pub wrong: u64,
    /// Those that are right and not ours: the puzzle has several.
    pub other: u64,
    /// What else stands in the place of a solution, and could not be compared.
    pub not_comparable: u64,
}

impl KnownAnswers {
    /// Adds those of another count.
    pub fn add(&mut self, more: &KnownAnswers) {
        self.compared += more.compared;
        self.wrong += more.wrong;
        self.other += more.other;
        self.not_comparable += more.not_comparable;
    }

    /// Compares a stated solution with its puzzle.
    pub(crate) fn compare(&mut self, puzzle: &[u8; CELLS], known: &[u8; CELLS]) {
        self.compared += 1;
        self.wrong += u64::from(check::check(puzzle, known).is_err());
    }

    /// Describes them. `None` if the input states none.
    ///
    /// ```
    /// use ninefold_files::format::KnownAnswers;
    /// let known = KnownAnswers { compared: 3, wrong: 1, not_comparable: 2, ..Default::default() };
    /// let words = "3 solutions of the input compared: 1 is wrong; 2 could not be compared";
    /// assert_eq!(known.words().as_deref(), Some(words));
    /// ```
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.compared > 0 {
            let solutions = counted(self.compared, "solution");
            let verdict = self.verdict();
            parts.push(format!("{solutions} of the input compared: {verdict}"));
        }
        match self.not_comparable {
            0 => {}
            some if parts.is_empty() => {
                parts.push(format!(
                    "{} of the input could not be compared",
                    counted(some, "solution")
                ));
            }
            some => parts.push(format!("{} could not be compared", count(some))),
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn verdict(&self) -> String {
        let verdict = match (self.compared, self.wrong) {
            (1, 0) => "it is right".to_owned(),
            (1, _) => "it is wrong".to_owned(),
            (_, 0) => "all are right".to_owned(),
            (_, 1) => "1 is wrong".to_owned(),
            (_, wrong) => format!("{} are wrong", count(wrong)),
        };
        match self.other {
            0 => verdict,
            other => {
                let puzzles = counted(other, "puzzle");
                format!("{verdict} ({puzzles} with another solution here)")
            }
        }
    }
}

/// Says how many puzzles are full grids. `None` if all have blanks.
///
/// ```
/// use ninefold_files::format::without_blanks;
/// assert_eq!(without_blanks(2, 24).as_deref(), Some("2 of 24 puzzles have no blanks"));
/// ```
#[must_use]
pub fn without_blanks(full: u64, puzzles: u64) -> Option<String> {
    let have = if full == 1 { "has" } else { "have" };
    let puzzles = counted(puzzles, "puzzle");
    (full > 0).then(|| format!("{} of {puzzles} {have} no blanks", count(full)))
}
