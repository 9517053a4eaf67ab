//! What was typed. What it means is for [`super::config`] to say.

use super::names;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The exit codes, told at the end of every verb's help.
const EXIT_CODES: &str = "\
Exit codes, the same for all verbs:
  0      done, and nothing is wrong
  1      done, and the finding is negative: a line without a (unique) solution,
         a wrong answer found, slower than before
         (0 with --findings-exit-code 0, for schedulers that try again after 1)
  2      wrong usage, or refused (for instance an output that exists)
  3      input or output failed, or the input is damaged or changed meanwhile
  4      inconclusive (compare)
  128+n  ended by signal n (a closed pipe: 141)";

const SOLVE_HELP: &str = "\
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

/// A verb's examples and notes, and the exit codes.
pub(crate) fn with_exit_codes(help: &str) -> String {
    format!("{help}\n\n{EXIT_CODES}")
}

/// Solves Sudoku corpora: files of millions of puzzles, at the speed of the
/// machine.
#[derive(Debug, Parser)]
#[command(name = "ninefold", version, styles = STYLES, max_term_width = 100)]
#[command(after_help = EXIT_CODES, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    /// The exit code of a run that is done and whose finding is negative: 1, or 0
    /// for whom any other code is a failure. What fails or is refused keeps its own.
    #[arg(long, global = true, value_name = "CODE", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=1))]
    pub(crate) findings_exit_code: u8,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(Box<SolveArgs>),
    Verify(VerifyArgs),
    Generate(Box<super::generate::GenerateArgs>),
    Transform(Box<super::transform::TransformArgs>),
    Rate(Box<super::rate::RateArgs>),
    Engines(EnginesArgs),
    Bench(Box<super::bench::BenchArgs>),
    Compare(Box<super::compare::CompareArgs>),
    Report(super::report::ReportArgs),
    /// Print completions for a shell.
    ///
    /// For instance: ninefold completions bash > ~/.local/share/bash-completion/completions/ninefold
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page a verb into a directory.
    Man {
        /// Write ninefold.1, ninefold-solve.1 and so on here.
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
        /// Replace pages that exist.
        #[arg(short, long, requires = "out")]
        force: bool,
    },
}

/// Solve puzzles, one answer a line, in the order of the input.
#[derive(Debug, Args)]
#[command(after_help = with_exit_codes(SOLVE_HELP))]
pub(crate) struct SolveArgs {
    /// Files, directories (with --recursive), or '-' for standard input.
    ///
    /// Several are taken in the order named. Compressed files (gzip, zstd, xz,
    /// bzip2, lz4) are recognised by their first bytes. Without any: standard
    /// input, or on a terminal a sample that the program carries.
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) input: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) work: WorkArgs,
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
    /// the puzzles that have several.
    #[arg(long, conflicts_with_all = ["unique", "count"])]
    pub(crate) all: bool,
    /// Of several solutions print the first in lexicographic order, whatever the
    /// engine.
    ///
    /// That is what a program prints that tries the cells in order, and the
    /// digits of each from 1 to 9.
    #[arg(long)]
    pub(crate) lexicographic: bool,
    /// Give up on a puzzle after this many guesses: '!gave-up'.
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub(crate) max_guesses: u64,
    /// The engine ('ninefold engines' lists them).
    #[arg(long, value_name = "NAME", value_parser = names::engine())]
    pub(crate) engine: Option<String>,
    /// The lane engine's back end [default: the best this CPU has].
    #[arg(
        long,
        value_name = "NAME",
        value_parser = names::backend(),
        env = "NINEFOLD_BACKEND",
        hide_env_values = true
    )]
    pub(crate) backend: Option<String>,
    /// Threads that solve [default: one for each CPU].
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        env = "NINEFOLD_THREADS",
        hide_env_values = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
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
    /// Take all files of the directories named, in the order of their names.
    #[arg(short, long)]
    pub(crate) recursive: bool,
    /// The input's format [default: recognised by its first line].
    ///
    /// A format that is named is believed; otherwise what is no corpus (a program, a
    /// Parquet file, prose) is refused.
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(super::config::input_names()))]
    pub(crate) input_format: Option<String>,
    #[command(flatten)]
    pub(crate) table: super::table::TableArgs,
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
    /// Read instead of mapping files into memory.
    #[arg(long)]
    pub(crate) no_mmap: bool,
    /// Bytes that one thread works on at a time (K, M: times 1024, 1048576).
    ///
    /// 256K unless named, less for small files.
    #[arg(long, value_name = "SIZE")]
    pub(crate) chunk_size: Option<String>,
}

/// What the output is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct WritingArgs {
    /// Write here instead of to standard output.
    ///
    /// The file appears when it is whole and right, and not before.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Replace an output that exists.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// The output's format [default: solution, or the input's own].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(super::config::output_names()))]
    pub(crate) output_format: Option<String>,
    #[command(flatten)]
    pub(crate) append: super::table::AppendArgs,
    /// Copy what follows a puzzle on its line to the output.
    #[arg(long)]
    pub(crate) keep_tail: bool,
    /// Survive being killed: write FILE.part, and FILE.ckpt that says how far it
    /// is, every 64 MiB or 10 seconds. Needs -o, and inputs that can be read again.
    #[arg(long, conflicts_with = "sum_corners")]
    pub(crate) checkpoint: bool,
    /// Go on with a run that was begun with --checkpoint, with the same
    /// options; begin it, if it was not.
    #[arg(long, conflicts_with = "sum_corners")]
    pub(crate) resume: bool,
    /// Bytes of output between two checkpoints (K, M as for --chunk-size).
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) checkpoint_every: String,
    /// Write the rows of these puzzles alone.
    #[arg(long, value_name = "WHICH")]
    pub(crate) only: Option<OnlyArg>,
    /// Say why a line is malformed or invalid, behind its verdict.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Put the line's number in the input in front of each row (solution, line,
    /// csv, jsonl).
    #[arg(long, requires = "all", conflicts_with_all = ["shard", "range"])]
    pub(crate) number: bool,
    /// Print one number instead: the sum of the three-digit numbers in the
    /// top left corners of the solutions (Project Euler, problem 96).
    #[arg(long, conflicts_with_all = ["count", "all", "output_format", "only", "range", "shard"])]
    pub(crate) sum_corners: bool,
}

/// Which rows to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnlyArg {
    /// Those with a (unique, if asked for) solution.
    Solved,
    /// Those without.
    Unsolved,
    /// Those with more than one solution.
    Multiple,
    /// Malformed lines and puzzles whose clues clash.
    Invalid,
}

/// What is told beside the output, on standard error.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct TellingArgs {
    /// Tell more at the end: chunk times, the engine's counters, bytes.
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

/// The closing report's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A few lines for people.
    Human,
    /// One line of JSON.
    Json,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal that has colours.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

const VERIFY_HELP: &str = "\
Examples:
  ninefold verify puzzles.txt answers.txt
  ninefold verify puzzles.txt solved.csv --answer-column solved
  tdoku-solve < puzzles.txt | ninefold verify puzzles.txt -
  ninefold verify puzzles.txt answers.txt --trailer run.log
  cat part-*.txt | ninefold verify puzzles.txt - --trailer log-01 --trailer log-02

The form of the answers is recognised, and the report begins with it. It may be
any that 'solve' writes, and any with an answer on each line: fields end at white
space, quotes and , ; : | #, and the solution is the first field of 81
characters that is no copy of the puzzle. A puzzle with blanks that comes before it
must be the right one. In csv and JSON lines, the columns are found by their
names: solution, solutions or answer; puzzle, quiz or question; verdict.

The k-th answer is that to the k-th line of the puzzles that is neither blank nor
a comment nor a header; the answers may have their own of those. Lines that
are no puzzle are answered by '!malformed', or all of them by nothing. An
empty line is an answer, and a wrong one, where the others fit only so. If there are
more or fewer answers than puzzles, the exit code is 2.

A row that begins with '!' is no answer: it is counted apart, and accepted
only where it is plainly true (!malformed, !invalid). So are numbers of
solutions. NOIP 2009 scores and the sum of corners cannot be checked.";

/// Check any solver's answers, in any form, with the independent checker.
#[derive(Debug, Args)]
#[command(after_help = with_exit_codes(VERIFY_HELP))]
pub(crate) struct VerifyArgs {
    /// The puzzles ('-' for standard input).
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) puzzles: PathBuf,
    /// The answers, in the order of the puzzles.
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) solutions: PathBuf,
    /// The puzzles' format [default: recognised by its first line].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(super::config::input_names()))]
    pub(crate) input_format: Option<String>,
    #[command(flatten)]
    pub(crate) table: super::table::TableArgs,
    /// The answers' format [default: recognised by its first lines].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(super::config::output_names()))]
    pub(crate) answer_format: Option<String>,
    /// The CSV column, or JSON member, that holds the solutions [default:
    /// recognised].
    #[arg(long, value_name = "NAME")]
    pub(crate) answer_column: Option<String>,
    /// Compare the answers with the trailer in this file (what 'solve
    /// --trailer' printed on standard error); for several parts, in order.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) trailer: Vec<PathBuf>,
    /// Name at most this many wrong lines.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) show: usize,
    /// Threads that check [default: one for each CPU].
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        env = "NINEFOLD_THREADS",
        hide_env_values = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Say nothing but by the exit code.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// List the engines: what each can do and what this CPU offers.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct EnginesArgs {
    /// As JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}
