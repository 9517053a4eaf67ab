//! Arguments of `ninefold compare`.

use crate::args::{COMMON, SolverArgs, duration, with_exit_codes};
use crate::select::Select;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use ninefold_referee::bench::outcome::Side;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ninefold compare --paired old/ninefold new/ninefold
  ninefold compare --paired a b --solver a=./old --solver b=./new
  ninefold compare --paired OLD NEW --time 5m --threshold 5
  ninefold compare old.json new.json               two saved results";

const NOTES: &str = "\
More examples:
  ninefold compare --paired OLD NEW --engines lanes --time 5m --threshold 5
  ninefold compare --paired OLD NEW --markdown --json comparison.json
  ninefold compare --paired old new puzzles.txt --solver old=./solve-1 --solver new=./solve-2

With --paired, both programs run now and take turns, so a slow moment affects both. Use
this to decide whether a change may land. OLD and NEW are two builds of ninefold, or the
names of two solvers that you specify by --solver ('ninefold bench --help' says what a
solver must do). Without inputs and engines, Ninefold compares lanes and mrv on its data sets
easy, few-clues, hard and multiple.

First both sides answer all puzzles, the new one first, and each answer is checked. If a
side is wrong, hangs or crashes, the exit code is 3. If the new side has not answered all
puzzles after half of --time, the verdict is neither same nor faster. Each sample has other
puzzles of a corpus in other equivalent forms, the same for both sides. --max-puzzles N
takes all of the first N instead.

If the times of two solvers cannot tell within --time, the number of their instructions
decides, if valgrind is installed or the CPU counts them for Ninefold, and the verdict says
so. --instructions counts them at once. --threshold is what you accept, not what you look
for: 10 never finds a change of 10 %.

Verdicts: slower or faster if the whole interval of the ratio is beyond the threshold, same
if all of it is within, and otherwise cannot tell: then allow more --time or use a quieter
machine. One row that is slower, or a count that grew (guesses, nodes, passes), makes the
whole verdict slower.";

/// Compare two results, or two programs side by side
///
/// Exit code: 0 the same or faster, 1 slower or more work, 2 wrong or refused usage,
/// 3 something could not be read, run or written, or a solver's answers are wrong,
/// 4 cannot tell or --time too short.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct CompareArgs {
    /// The old result (from `bench --save`), or with --paired the old program
    pub(super) old: PathBuf,
    /// The new result or program
    pub(super) new: PathBuf,
    /// Measure both programs now, in turns
    #[arg(long)]
    pub(super) paired: bool,
    /// With --paired: files of puzzles
    #[arg(value_name = "INPUT", requires = "paired")]
    pub(super) inputs: Vec<PathBuf>,
    /// Print Markdown, ready for a comment
    #[arg(long)]
    pub(super) markdown: bool,
    /// Write the comparison as JSON, with the log-ratio of every pair
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Replace an output that exists
    #[arg(short, long)]
    pub(super) force: bool,
    /// No progress on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) verdict: VerdictArgs,
    #[command(flatten)]
    pub(super) pairs: PairArgs,
    #[command(flatten)]
    pub(super) select: Select,
    #[command(flatten)]
    pub(super) solvers: SolverArgs,
}

impl CompareArgs {
    /// The program of a side, or its name.
    pub(super) fn program(&self, side: Side) -> &PathBuf {
        [&self.old, &self.new][side as usize]
    }

    /// The names of old and new in messages: for solvers their own names.
    pub(super) fn names(&self) -> [&str; 2] {
        match [&self.old, &self.new].map(|program| program.to_str()) {
            [Some(old), Some(new)] if !self.solvers.is_empty() => [old, new],
            _ => ["old", "new"],
        }
    }
}

/// When a change counts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Verdict")]
pub(super) struct VerdictArgs {
    /// The largest change, in per cent, that counts as none
    #[arg(long, default_value_t = 2.0, value_name = "PERCENT", value_parser = percent)]
    #[arg(help_heading = COMMON)]
    pub(super) threshold: f64,
    /// Only report counts that grew (guesses, nodes, passes), and let the times
    /// decide
    #[arg(long)]
    #[arg(help_heading = COMMON)]
    pub(super) accept_counters: bool,
}

/// How pairs are taken.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --paired")]
pub(super) struct PairArgs {
    /// Take this many pairs [default: 20 to 320, until there is a verdict]
    #[arg(long, value_name = "N", requires = "paired", value_parser = RangedU64ValueParser::<usize>::new().range(8..))]
    #[arg(hide_short_help = true)]
    pub(super) pairs: Option<usize>,
    /// Count the instructions of two solvers with valgrind, in place of taking times: the gate for
    /// small changes on a shared machine, whose other work does not change them
    #[arg(long, requires = "paired", conflicts_with_all = ["pairs", "accept_counters"])]
    #[arg(help_heading = COMMON)]
    pub(super) instructions: bool,
    /// Take at most this long, including the trial before the pairs. Ninefold starts no pair
    /// that would not end in time
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = duration)]
    #[arg(help_heading = COMMON)]
    pub(super) time: Duration,
    /// Give up on a program that has not answered for this long, or for half of --time if
    /// that is less [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(hide_short_help = true)]
    pub(super) timeout: Option<Duration>,
    /// Measure the puzzles as they are, and not in other equivalent forms each time
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(super) fixed: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    let percent: f64 = number.parse().map_err(|_| "expected a number".to_owned())?;
    (0.0..=1000.0)
        .contains(&percent)
        .then_some(percent)
        .ok_or("a number from 0 to 1000".to_owned())
}
