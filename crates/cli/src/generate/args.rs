//! Arguments of `ninefold generate`.

use crate::args::{EngineArgs, OutputArgs, choice, duration, with_exit_codes};
use clap::{Args, ValueHint};
use ninefold::corpus::generate::{Difficulty, GenerateSpec, PuzzleKind, Symmetry};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ninefold generate -n 1000000 -o easy.txt         a million puzzles
  ninefold generate -n 500 --difficulty hard
  ninefold generate -n 100 --minimal --symmetry rotational --seed 7
  ninefold generate -n 20 --hard-search --time 10m";

const NOTES: &str = "\
More examples:
  ninefold generate --count 1000000 --difficulty easy -o easy.txt
  ninefold generate --count 100 --seed 7 --minimal --symmetry rotational
  ninefold generate --count 1000 --clues 24..26 --difficulty guesses:3..10
  ninefold generate --count 1000 --unsolvable --difficulty extreme -o none.txt

  ninefold generate --count 1000000 --time 60 --clues 20 -o what-a-minute-gives.txt

Random digging does not find the hardest puzzles, or those with the fewest clues. A
local search does. An interrupted search continues from its state:
  ninefold generate --hard-search --count 500 --state search.json -o hard.txt
  ninefold generate --few-search --count 100 --rounds 4000 -o few-clues.txt

The same count, seed and options give the same file on any machine and with any
number of threads. Without --clues, Ninefold removes clues until no clue can go
(from easy puzzles until 30 to 40 are left, from medium ones until 26 to 36).

Difficulty does not depend on the engine:
  easy         naked singles suffice
  medium       naked and hidden singles suffice
  hard         needs locked candidates or a few guesses
  extreme      needs eight guesses or more to prove the solution unique
  guesses:L..H needs L to H guesses";

/// Make a corpus of puzzles from a seed.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct GenerateArgs {
    /// How many puzzles.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = parse_count)]
    pub(super) count: u64,
    /// The same seed gives the same puzzles.
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// The number of clues, or a range.
    ///
    /// The range includes both ends.
    #[arg(long, value_name = "LO..HI", value_parser = parse_clues)]
    pub(super) clues: Option<RangeInclusive<usize>>,
    /// easy, medium, hard, extreme or guesses:LO..HI.
    #[arg(long, value_name = "HOW", value_parser = parse_difficulty)]
    pub(super) difficulty: Option<Difficulty>,
    /// Every clue is needed.
    #[arg(long)]
    pub(super) minimal: bool,
    /// Symmetry of the cells with clues.
    #[arg(long, value_name = "WHICH", default_value = "none")]
    #[arg(value_parser = choice(&Symmetry::ALL, Symmetry::name))]
    symmetry: Symmetry,
    /// One solution each (the default).
    #[arg(long, conflicts_with_all = ["multiple", "unsolvable"])]
    #[arg(hide_short_help = true)]
    pub(super) unique: bool,
    /// Two solutions or more.
    #[arg(long, conflicts_with = "unsolvable")]
    pub(super) multiple: bool,
    /// No solution, though no two clues clash.
    #[arg(long)]
    pub(super) unsolvable: bool,
    /// Two clues clash.
    #[arg(long, conflicts_with_all = ["unique", "multiple", "unsolvable"])]
    #[arg(hide_short_help = true)]
    pub(super) invalid: bool,
    /// Number of grids to try for one puzzle before it is left out.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(hide_short_help = true)]
    pub(super) attempts: u32,
    /// Stop after TIME, such as 90s or 5m.
    ///
    /// Ninefold keeps the puzzles found.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,
    /// No progress and no report.
    #[arg(short, long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) to: OutputArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
}

/// `LO..HI` or one number.
fn parse_range(text: &str) -> Option<RangeInclusive<u64>> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let high = high.strip_prefix('=').unwrap_or(high);
    Some(low.parse().ok()?..=high.parse().ok()?)
}

fn parse_count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("a corpus has at least one puzzle".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("expected an integer".to_owned()),
    }
}

fn parse_clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = parse_range(text).ok_or("expected a range such as 24..30")?;
    let small = |end: &u64| usize::try_from(*end).unwrap_or(usize::MAX);
    Ok(small(range.start())..=small(range.end()))
}

fn parse_difficulty(text: &str) -> Result<Difficulty, String> {
    match text {
        "easy" => Ok(Difficulty::Easy),
        "medium" => Ok(Difficulty::Medium),
        "hard" => Ok(Difficulty::Hard),
        "extreme" => Ok(Difficulty::Extreme),
        _ => text
            .strip_prefix("guesses:")
            .and_then(parse_range)
            .map(Difficulty::Guesses)
            .ok_or_else(|| "expected easy, medium, hard, extreme or guesses:LO..HI".to_owned()),
    }
}

impl GenerateArgs {
    pub(super) fn spec(&self) -> GenerateSpec {
        let kind = match (self.multiple, self.unsolvable) {
            (true, _) => PuzzleKind::Multiple,
            (_, true) => PuzzleKind::Unsolvable,
            _ if self.invalid => PuzzleKind::Invalid,
            _ => PuzzleKind::Unique,
        };
        GenerateSpec::default()
            .seed(self.seed)
            .clues(self.clues.clone())
            .difficulty(self.difficulty.clone().unwrap_or_default())
            .minimal(self.minimal)
            .symmetry(self.symmetry)
            .kind(kind)
            .attempts(self.attempts)
    }
}

/// Local search for puzzles that digging does not find.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// Search for puzzles that need many guesses.
    ///
    /// Many walks change clues and keep puzzles that are no easier. The output is the best
    /// of all climbs, best first.
    #[arg(long, group = "goal", conflicts_with_all = ["clues", "difficulty", "minimal", "symmetry",
        "multiple", "unsolvable", "invalid", "attempts"])]
    pub(super) hard_search: bool,
    /// Search for puzzles with few clues.
    #[arg(long, group = "goal", conflicts_with_all = ["clues", "difficulty", "minimal", "symmetry",
        "multiple", "unsolvable", "invalid", "attempts"])]
    pub(super) few_search: bool,
    /// Number of rounds. In each, every walk takes a step.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "goal")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(hide_short_help = true)]
    pub(super) rounds: u64,
    /// Number of walks side by side.
    #[arg(long, value_name = "N", default_value_t = 64, requires = "goal")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    #[arg(hide_short_help = true)]
    pub(super) walks: u64,
    /// Number of rounds without anything better after which a walk starts again.
    #[arg(long, value_name = "N", default_value_t = 40, requires = "goal")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(hide_short_help = true)]
    pub(super) patience: u32,
    /// Save the search here (every 30 seconds, when it ends and when it is
    /// interrupted), and continue a search saved before.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "goal")]
    #[arg(hide_short_help = true)]
    pub(super) state: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_difficulties_are_read() {
        assert_eq!(parse_clues("24..30"), Ok(24..=30));
        assert_eq!(parse_clues("24..=30"), Ok(24..=30));
        assert_eq!(parse_clues("17"), Ok(17..=17));
        assert!(parse_clues("24-30").is_err());
        assert_eq!(parse_difficulty("easy"), Ok(Difficulty::Easy));
        assert_eq!(
            parse_difficulty("guesses:3..9"),
            Ok(Difficulty::Guesses(3..=9))
        );
        assert!(parse_difficulty("guesses").is_err());
        assert_eq!(parse_count("3"), Ok(3));
        assert!(parse_count("0").is_err() && parse_count("-1").is_err());
    }
}
