//! The sum of many ratings.

use crate::format::{KnownAnswers, UnusableLine, left_out, without_blanks};
use crate::numbers::{self, counted};
use ninefold::corpus::Rating;
use ninefold::corpus::logic::Level;
use serde::Serialize;
use std::fmt;

/// Buckets of guesses: none, 1, 2-3, 4-7, ...
const BUCKETS: usize = 21;

/// The sum of ratings. As JSON it is what `rate --report json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RatingSummary {
    /// The JSON's kind and version: `ninefold.rating`, 2.
    pub schema: &'static str,
    #[allow(missing_docs, reason = "above")]
    pub version: u32,
    /// Puzzles rated.
    pub puzzles: u64,
    /// Lines without a puzzle.
    pub malformed: u64,
    /// Puzzles that are full grids.
    pub without_blanks: u64,
    /// The solutions that the inputs state.
    pub known: KnownAnswers,
    /// Puzzles in which two clues clash.
    pub invalid: u64,
    /// The first of the lines without a puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_malformed: Option<UnusableLine>,
    /// Puzzles on which the engine gave up.
    pub gave_up: u64,
    /// Puzzles with no, one, and more solutions.
    pub solutions: [u64; 3],
    /// Puzzles by number of clues.
    pub clues: Vec<u64>,
    /// Puzzles with one solution or none, by level.
    pub levels: [u64; Level::ALL.len()],
    /// The same by guesses: none, 1, 2 to 3, 4 to 7, and so on. The last bucket has all above.
    pub guesses: [u64; BUCKETS],
    /// Minimal puzzles among those with one solution.
    pub minimal: u64,
}

impl Default for RatingSummary {
    fn default() -> RatingSummary {
        RatingSummary {
            schema: "ninefold.rating",
            version: 2,
            puzzles: 0,
            malformed: 0,
            without_blanks: 0,
            known: KnownAnswers::default(),
            invalid: 0,
            first_malformed: None,
            gave_up: 0,
            solutions: [0; 3],
            clues: vec![0; 82],
            levels: [0; Level::ALL.len()],
            guesses: [0; BUCKETS],
            minimal: 0,
        }
    }
}

impl RatingSummary {
    /// Adds a rating.
    pub fn count(&mut self, rating: &Rating) {
        self.puzzles += 1;
        self.clues[rating.puzzle.clues()] += 1;
        match (rating.hardness, rating.solutions) {
            (None, _) => self.invalid += 1,
            (_, None) => self.gave_up += 1,
            (_, Some(solutions)) => self.solutions[solutions.min(2) as usize] += 1,
        }
        if let (Some(level), Some(hardness)) = (rating.level(), rating.hardness) {
            let place = Level::ALL.iter().position(|&other| other == level);
            self.levels[place.unwrap_or_default()] += 1;
            let bits = u64::BITS - hardness.guesses.leading_zeros();
            self.guesses[(bits as usize).min(BUCKETS - 1)] += 1;
        }
        self.minimal += u64::from(rating.minimal == Some(true));
    }

    /// How many lines have no puzzle, and the first of them. `None` if all have one.
    fn left_out(&self) -> Option<String> {
        left_out(self.malformed, self.puzzles, self.first_malformed.as_ref())
    }

    /// Adds another summary.
    pub fn add(&mut self, other: &RatingSummary) {
        self.puzzles += other.puzzles;
        self.malformed += other.malformed;
        self.invalid += other.invalid;
        self.gave_up += other.gave_up;
        self.minimal += other.minimal;
        add_each(&mut self.solutions, &other.solutions);
        add_each(&mut self.clues, &other.clues);
        add_each(&mut self.levels, &other.levels);
        add_each(&mut self.guesses, &other.guesses);
    }
}

/// Adds each count of another summary to ours.
fn add_each(sums: &mut [u64], others: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(others) {
        *sum += more;
    }
}

/// Lines of a histogram, without empty ones at the start and the end.
fn bars(f: &mut fmt::Formatter<'_>, title: &str, rows: &[(String, u64)]) -> fmt::Result {
    let Some(first) = rows.iter().position(|(_, count)| *count > 0) else {
        return Ok(());
    };
    let last = rows.iter().rposition(|(_, count)| *count > 0);
    let last = last.unwrap_or(first);
    let most = rows.iter().map(|row| row.1).max().unwrap_or(1).max(1);
    writeln!(f, "{title}")?;
    for (name, count) in &rows[first..=last] {
        // Any number above 0 is visible.
        let length = (count * 40).div_ceil(most) as usize;
        let count = numbers::count(*count);
        let line = format!("  {name:>17} {count:>9} {}", "#".repeat(length));
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

impl fmt::Display for RatingSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [none, one, more] = self.solutions.map(numbers::count);
        writeln!(
            f,
            "{}: {one} with one solution, {more} with more, {none} with none, {} invalid",
            counted(self.puzzles, "puzzle"),
            numbers::count(self.invalid)
        )?;
        if self.gave_up > 0 {
            writeln!(f, "{} given up", numbers::count(self.gave_up))?;
        }
        if let Some(left_out) = self.left_out() {
            writeln!(f, "{left_out}")?;
        }
        if let Some(full) = without_blanks(self.without_blanks, self.puzzles) {
            writeln!(f, "{full}")?;
        }
        if let Some(known) = self.known.words() {
            writeln!(f, "{known}")?;
        }
        if self.solutions[1] > 0 {
            writeln!(f, "{} minimal", numbers::count(self.minimal))?;
        }
        let clues = self.clues.iter().enumerate();
        let clues: Vec<_> = clues.map(|(i, &n)| (i.to_string(), n)).collect();
        bars(f, "clues", &clues)?;
        let levels = Level::ALL.iter().zip(self.levels);
        let levels: Vec<_> = levels.map(|(l, n)| (l.name().to_owned(), n)).collect();
        bars(f, "level", &levels)?;
        let guesses: Vec<_> = (0..BUCKETS).map(|i| (bucket(i), self.guesses[i])).collect();
        bars(f, "guesses", &guesses)
    }
}

/// The name of a bucket of guesses, such as `4-7`.
fn bucket(i: usize) -> String {
    match i {
        0 | 1 => i.to_string(),
        _ if i == BUCKETS - 1 => format!("{}+", 1 << (i - 1)),
        _ => format!("{}-{}", 1 << (i - 1), (1 << i) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::corpus::logic::Hardness;

    fn rating(guesses: u64, solutions: u64) -> Rating {
        let level = match guesses {
            0 => Level::HiddenSingles,
            _ => Level::Guessing,
        };
        Rating {
            puzzle: ninefold::grid::Puzzle::EMPTY,
            solutions: Some(solutions),
            hardness: Some(Hardness { level, guesses }),
            minimal: (solutions == 1).then_some(true),
        }
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let ratings = [rating(0, 1), rating(1, 1), rating(7, 0), rating(900, 2)];
        let mut whole = RatingSummary::default();
        ratings.iter().for_each(|rating| whole.count(rating));
        let mut left = RatingSummary::default();
        let mut right = RatingSummary::default();
        ratings[..1].iter().for_each(|rating| left.count(rating));
        ratings[1..].iter().for_each(|rating| right.count(rating));
        left.add(&right);
        assert_eq!(left, whole);
        assert_eq!(whole.solutions, [1, 2, 1]);
        assert_eq!(whole.levels, [0, 1, 0, 2]);
        assert_eq!(whole.guesses[..4], [1, 1, 0, 1]);
        let many = RatingSummary {
            solutions: [0, 2000, 0],
            puzzles: 2000,
            minimal: 1999,
            ..RatingSummary::default()
        };
        let heading = "2,000 puzzles: 2,000 with one solution, 0 with more, 0 with none, 0 invalid\n1,999 minimal\n";
        assert!(many.to_string().starts_with(heading));
        let text = whole.to_string();
        assert!(text.contains("4 puzzles: 2 with one solution, 1 with more, 1 with none"));
        assert!(text.contains("              4-7         1 ####"), "{text}");
    }
}
