//! What was typed. What it means is for [`super::config`] to say.

use crate::args::{
    AppendArgs, ColorArg, EngineArgs, InputArgs, OutputArgs, ReportForm, choice, choices, size,
    with_exit_codes,
};
use clap::Args;
use clap::builder::PossibleValue;
use ninefold::format::{Only, OutputFormat};

const HELP: &str = "\
Examples:
  ninefold solve puzzles.txt -o answers.txt       one answer a line, in order
  zcat puzzles.gz | ninefold solve > answers.txt  the same in a pipe
  ninefold solve puzzles.txt.zst --unique         is each solution the only one?
  ninefold solve puzzles.txt --count --limit 100  how many solutions, up to 100
  ninefold solve puzzles.txt --all --number       every solution, behind its line's number
  ninefold solve board.json --lexicographic       of several solutions the first in order
  ninefold solve quizzes.csv -o solved.csv        all columns, and 'solution'
  ninefold solve quizzes.csv --append-columns solution,verdict,guesses
  ninefold solve puzzles.txt --only unsolved --output-format line
  ninefold solve big.txt --shard 3/16 -o part-03  the third of sixteen shares
  ninefold solve huge.txt -o answers.txt --resume  goes on where it was killed

Rows without a solution say why: !malformed, !invalid (clues clash), !none,
!gave-up, and with --unique !multiple. One input line gives one output line;
of a table, csv or JSON lines, it is the row with columns added behind it.

A limit is never silent: a count that reached it is printed as >=N (verdict
at-least), and behind a list that it cut short stands !at-least.";

/// Solve puzzles, one answer a line, in the order of the input.
#[derive(Debug, Args)]
#[command(after_help = with_exit_codes(HELP))]
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
    pub(crate) telling: TellingArgs,
}

/// What to find, and with what.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct WorkArgs {
    /// Stop at this many solutions of a puzzle [default: 1; with --count and
    /// --all 1000000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Prove that each solution is the only one: '!multiple' where it is not.
    #[arg(long, conflicts_with_all = ["limit", "count"])]
    pub(crate) unique: bool,
    /// Print the number of solutions, counted up to --limit: '>=N' where there
    /// are more.
    #[arg(long)]
    pub(crate) count: bool,
    /// Print every solution, one a line, up to --limit: behind them '!at-least'
    /// where there are more.
    ///
    /// They come in lexicographic order, whatever the engine. The engine finds
    /// the puzzles that have several. Of a table they are written as bare rows.
    #[arg(long, conflicts_with_all = ["unique", "count"])]
    pub(crate) all: bool,
    /// Of several solutions print the first in lexicographic order, whatever the
    /// engine, if it does not give up (--max-guesses).
    ///
    /// That is what a program prints that tries the cells in order, and the
    /// digits of each from 1 to 9.
    #[arg(long)]
    pub(crate) lexicographic: bool,
    /// Give up on a puzzle after this many guesses: '!gave-up'.
    #[arg(
        long,
        alias = "guess-limit",
        value_name = "N",
        default_value_t = 10_000_000
    )]
    pub(crate) max_guesses: u64,
    /// Check every solution independently before it is written (the default).
    #[arg(long, overrides_with = "no_verify")]
    pub(crate) verify: bool,
    /// Do not check, to measure what checking costs.
    #[arg(long, overrides_with = "verify")]
    pub(crate) no_verify: bool,
    /// Stop at the first line that is no puzzle or whose clues clash.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// What the input is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ReadingArgs {
    /// Only the records that begin in these LEN bytes from OFFSET; several
    /// files count as one.
    #[arg(long, value_name = "OFFSET:LEN")]
    pub(crate) range: Option<String>,
    /// Only the I-th (from 1) of N equal shares; several files count as one.
    ///
    /// The outputs of all shares, one behind the other, are the output of the
    /// whole. Files must not be compressed.
    #[arg(long, value_name = "I/N", conflicts_with = "range")]
    pub(crate) shard: Option<String>,
    /// Read instead of mapping files into memory, as for files that others may write to.
    #[arg(long)]
    pub(crate) no_mmap: bool,
    /// Bytes that one thread works on at a time (K, M: times 1024, 1048576).
    ///
    /// 256K unless named, less for small files.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) chunk_size: Option<u64>,
}

/// What the output is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct WritingArgs {
    #[command(flatten)]
    pub(crate) to: OutputArgs,
    /// The output's format [default: solution, or the input's own].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = choice(OutputFormat::ALL, OutputFormat::name))]
    pub(crate) output_format: Option<OutputFormat>,
    #[command(flatten)]
    pub(crate) append: AppendArgs,
    /// Threads that write FILE around the page cache (0: it is written through the page cache,
    /// by the thread that collects).
    ///
    /// Unless named, 2 where 64 MiB or more are written and the file system can do it, as most
    /// on Linux, else 0. Where it cannot, threads that are named write through the page cache. A
    /// pipe is always written by the thread that collects.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=64))]
    pub(crate) writers: Option<u16>,
    /// Copy what follows a puzzle on its line to the output.
    #[arg(long)]
    pub(crate) keep_tail: bool,
    /// Survive being killed: write FILE.part, and FILE.ckpt that says how far it
    /// is, every 64 MiB or 10 seconds. Needs -o, and inputs that can be read again.
    #[arg(long, conflicts_with = "sum_corners")]
    pub(crate) checkpoint: bool,
    /// Go on with a run that was begun with --checkpoint, with the same
    /// options; begin it, if it was not.
    ///
    /// Inputs must have the size, the time of change and the first 64 KiB that they had; another change
    /// is not noticed.
    #[arg(long, conflicts_with = "sum_corners")]
    pub(crate) resume: bool,
    /// Bytes of output between two checkpoints (K, M as for --chunk-size).
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub(crate) checkpoint_every: u64,
    /// Write the rows of these puzzles alone.
    #[arg(long, value_name = "WHICH", value_parser = choices(&Only::ALL, only))]
    pub(crate) only: Option<Only>,
    /// Say why a line is malformed or invalid, behind its verdict.
    #[arg(long)]
    pub(crate) explain: bool,
    /// With --all: put the line's number in the input in front of each row (solution,
    /// line, csv, jsonl).
    #[arg(long, requires = "all", conflicts_with_all = ["shard", "range"])]
    pub(crate) number: bool,
    /// Print one number instead: the sum of the three-digit numbers in the
    /// top left corners of the solutions (Project Euler, problem 96).
    #[arg(long, conflicts_with_all = ["count", "all", "output_format", "only", "range", "shard"])]
    pub(crate) sum_corners: bool,
}

/// What is told beside the output, on standard error.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct TellingArgs {
    /// Tell more at the end: latencies, the hardest puzzles, counters, bytes.
    #[arg(long)]
    pub(crate) stats: bool,
    /// The closing report's form.
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub(crate) report: ReportForm,
    /// No progress and no closing report; errors only.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Colour on standard error (auto: on a terminal that has colours; NO_COLOR,
    /// CLICOLOR and CLICOLOR_FORCE are respected).
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// Print the output's line count and checksum, for verify --trailer.
    #[arg(long)]
    pub(crate) trailer: bool,
}

fn only(only: Only) -> PossibleValue {
    PossibleValue::new(only.name()).help(only.about())
}
