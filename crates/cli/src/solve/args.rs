//! Arguments of `ninefold solve`. [`super::config`] interprets them.

use crate::args::{
    COMMON, EngineArgs, FindingsArgs, InputArgs, OutputArgs, choice, choices, duration, size,
    with_exit_codes,
};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use ninefold_files::format::{Column, Only, OutputFormat};
use ninefold_files::input::InputPart;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ninefold solve puzzles.txt -o answers.txt       one answer a line, in order
  zcat puzzles.gz | ninefold solve > answers.txt  the same in a pipe
  ninefold solve puzzles.txt --unique             is each solution unique?
  ninefold solve quizzes.csv -o solved.csv        all columns, and 'solution'";

const NOTES: &str = "\
More examples:
  ninefold solve puzzles.txt.gz --unique          is each solution the only one?
  ninefold solve puzzles.txt --count --limit 100  how many solutions, up to 100
  ninefold solve puzzles.txt --all --output-format line   each puzzle, with each solution
  ninefold solve board.json --lexicographic       the first solution in order
  ninefold solve quizzes.csv --append-column solution,verdict,guesses
  ninefold solve puzzles.txt --only unsolved --output-format line
  ninefold solve big.txt --shard 3/16 -o part-03  the third of 16 shards
  ninefold solve huge.txt -o answers.txt --resume  continues after a kill

If a line has no solution, its row says why: !malformed, !invalid (clues clash),
!none, !gave-up, or with --unique !multiple. One input line gives one output line.
For a table (csv or JSON lines), the output line is the row with added columns.

With --count and --all, Ninefold shows that it reached a limit: it prints the count as >=N
(verdict at-least), or the row !at-least after the listed solutions.";

/// Solve puzzles, one answer a line, in the order of the input.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
    #[command(flatten)]
    pub(crate) reporting: ReportingArgs,
    #[command(flatten)]
    pub(crate) findings: FindingsArgs,
    /// The options on the command line that a checkpoint keeps, and their values.
    #[arg(skip)]
    pub(crate) given: Vec<(String, String)>,
}

/// What to find.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct WorkArgs {
    /// Stop at N solutions of a puzzle [default: 1].
    ///
    /// With --count and --all, the default is 1000000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(help_heading = COMMON)]
    pub(crate) limit: Option<u64>,
    /// Prove that each solution is the only one.
    ///
    /// If it is not, the row is '!multiple'.
    #[arg(long, conflicts_with_all = ["limit", "count"])]
    #[arg(help_heading = COMMON)]
    pub(crate) unique: bool,
    /// Print the number of solutions, up to --limit.
    ///
    /// If there are more, the row is '>=N'.
    #[arg(long)]
    #[arg(help_heading = COMMON)]
    pub(crate) count: bool,
    /// Print every solution, up to --limit.
    ///
    /// Each is on a line of its own. If there are more, the row '!at-least' follows.
    ///
    /// The solutions are in lexicographic order, whatever the engine. The engine only
    /// finds the puzzles that have several. For a table, the output is bare rows.
    #[arg(long, conflicts_with_all = ["unique", "count"])]
    #[arg(help_heading = COMMON)]
    pub(crate) all: bool,
    /// Print the first solution in lexicographic order.
    ///
    /// If a puzzle has several solutions, this is the first in order, whatever the engine,
    /// unless it gives up (--max-guesses). Programs that try the cells in order, and the
    /// digits from 1 to 9, print the same solution.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(crate) lexicographic: bool,
    /// Give up on a puzzle after this many guesses: '!gave-up'.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(hide_short_help = true)]
    pub(crate) max_guesses: u64,
    /// Give up on a puzzle after this time: '!gave-up'.
    ///
    /// The time counts from when work on the puzzle begins. The default engine works on
    /// dozens of puzzles at once. So which puzzles it gives up differs from run to run.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(hide_short_help = true)]
    pub(crate) deadline: Option<Duration>,
}

/// Which part of the input to read, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ReadingArgs {
    /// Solve only the I-th (from 1) of N equal shards. Several files count as one.
    ///
    /// The outputs of all shards, one after the other, are the output of the whole.
    /// Files must not be compressed.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    #[arg(hide_short_help = true)]
    pub(crate) shard: Option<InputPart>,
    /// Read files instead of mapping them into memory, in case another program truncates
    /// them. A file that changes ends the run even so.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(crate) no_mmap: bool,
    /// Bytes that one thread works on at a time (K, M: times 1024, 1048576).
    ///
    /// The default is 256K, or less for small files.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    #[arg(hide_short_help = true)]
    pub(crate) chunk_size: Option<u64>,
}

/// The output and its format.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct WritingArgs {
    #[command(flatten)]
    pub(crate) to: OutputArgs,
    /// The output's format [default: solution, or the input's].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = choice(OutputFormat::ALL, OutputFormat::name))]
    #[arg(help_heading = COMMON)]
    pub(crate) output_format: Option<OutputFormat>,
    /// Add verdict, guesses, ... to the rows of a table.
    ///
    /// The columns are solution, verdict, count, guesses and reason. Separate several by
    /// commas. A name that the table has already gets the prefix ninefold_.
    ///
    /// Ninefold keeps the rows of csv and JSON lines and adds 'solution' (with --count
    /// 'count' and 'verdict') unless you specify columns here.
    #[arg(long, value_name = "NAME", value_parser = choice(Column::ALL, Column::name))]
    #[arg(value_delimiter = ',', conflicts_with_all = ["all", "output_format", "explain"])]
    #[arg(help_heading = COMMON)]
    pub(crate) append_column: Vec<Column>,
    /// Copy the text after a puzzle on its line to the output.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(crate) keep_tail: bool,
    /// Keep checkpoints, and continue after a kill or a crash; needs -o.
    ///
    /// Ninefold writes the rows to FILE.part, and the progress to FILE.ckpt every 64 MiB or
    /// 10 seconds. Run it again with the same options and inputs to continue. If there is
    /// nothing to continue, it starts. FILE.ckpt stays when FILE is complete. Then the same
    /// command only reports, and has the same exit code.
    ///
    /// The size, the modification time and the first 64 KiB of each input must be the same.
    /// Ninefold does not notice other changes.
    #[arg(long)]
    #[arg(help_heading = COMMON)]
    pub(crate) resume: bool,
    /// Bytes of output between two checkpoints (K, M as for --chunk-size).
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    #[arg(hide_short_help = true)]
    pub(crate) checkpoint_every: u64,
    /// Write only the rows of these puzzles.
    #[arg(long, value_name = "WHICH", value_parser = choices(Only::ALL, only))]
    #[arg(help_heading = COMMON)]
    pub(crate) only: Option<Only>,
    /// Say why a line is malformed or invalid.
    ///
    /// The reason follows the verdict.
    #[arg(long)]
    #[arg(help_heading = COMMON)]
    pub(crate) explain: bool,
}

/// The report on standard error.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct ReportingArgs {
    /// The closing report's form: 'full' adds latencies; 'json' adds them, counters and bytes.
    #[arg(long, value_name = "FORM", default_value = "human")]
    #[arg(hide_short_help = true)]
    pub(crate) report: SolveReport,
    /// No progress and no report; errors only.
    #[arg(short, long)]
    #[arg(help_heading = COMMON)]
    pub(crate) quiet: bool,
    /// Print the number of lines and a checksum of the output, for verify --trailer.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(crate) trailer: bool,
}

/// The form of the closing report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveReport {
    /// A few lines for people.
    Human,
    /// All that is known, for people.
    Full,
    /// One line of JSON.
    Json,
}

/// `I/N` with `1 <= I <= N`.
fn parse_shard(text: &str) -> Result<InputPart, String> {
    let part = text.split_once('/').and_then(|(index, count)| {
        let index = index.parse().ok()?;
        let count = count.parse().ok()?;
        (1..=count)
            .contains(&index)
            .then_some(InputPart { index, count })
    });
    part.ok_or_else(|| "not of the form I/N, I from 1 to N".to_owned())
}

fn only(only: Only) -> PossibleValue {
    PossibleValue::new(only.name()).help(only.about())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        let third = InputPart {
            index: 3,
            count: 16,
        };
        assert_eq!(parse_shard("3/16"), Ok(third));
        for wrong in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(parse_shard(wrong).is_err(), "{wrong}");
        }
    }
}
