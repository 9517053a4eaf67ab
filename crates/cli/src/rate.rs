//! `ninefold rate`: rates each puzzle.

use super::args::{EngineArgs, FindingsArgs, with_exit_codes};
use super::corpus_run::{BesideArgs, CorpusArgs, beside_left_out};
use super::failure::Failure;
use super::messages::{eprint, print};
use clap::{Args, ValueEnum};
use ninefold_files::corpus::RunError;
use ninefold_files::corpus::rate::{Rate, rate};
use ninefold_files::format::Beside;

const EXAMPLES: &str = "\
Examples:
  ninefold rate puzzles.txt -o ratings.csv         a row for each puzzle
  ninefold rate puzzles.csv -o rated.csv           columns added to a table
  ninefold rate --no-rows puzzles.txt              the summary alone
  ninefold rate --no-rows --report json puzzles.txt > summary.json";

const NOTES: &str = "\
Columns:
  puzzle         the puzzle
  clues          number of clues
  count          number of solutions, counted up to --limit
  level          the technique that solves it: naked-singles, hidden-singles,
                 locked-candidates or guessing; or invalid
  guesses        guesses of a fixed search that uses all three techniques
  minimal        whether every clue is needed

For a table (csv, JSON lines), Ninefold keeps the rows and adds these columns. If the
table already has a column of that name, the new one is ninefold_NAME. Ninefold leaves
out comments and lines without a puzzle, and reports them.";

/// A report's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportForm {
    /// A few lines for people.
    Human,
    /// One line of JSON.
    Json,
}

/// Rate puzzles: clues, solutions, difficulty, minimality.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct RateArgs {
    /// Count solutions up to N, at least 2.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) limit: u64,
    /// Print the summary on standard output, and no rows.
    #[arg(long)]
    pub(crate) no_rows: bool,
    /// The summary's form.
    #[arg(long, value_name = "FORM", default_value = "human")]
    report: ReportForm,
    #[command(flatten)]
    pub(crate) beside: BesideArgs,
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

/// Rates the puzzles. The exit code is 1 if a line has no puzzle, if it states a wrong solution, or
/// if clues clash.
pub(crate) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let (engine, options) = args.engine.choice()?;
    let kept = args.beside.kept();
    let job = Rate::new(engine)
        .options(options)
        .limit(args.limit)
        .beside(if args.no_rows { Beside::Nothing } else { kept });
    // Refuses before it opens a file.
    job.rater().map_err(Failure::refused)?;
    let (sources, mut run) = args.corpus.open(args.engine.threads()?, job.one_table())?;
    let progress = run.progress.clone();
    let stop = run.stop.clone();
    let job = job.threads(run.threads);
    let output = &mut run.output;
    let mut sink = |rows: &[u8]| {
        if args.no_rows {
            Ok(())
        } else {
            output.write(rows)
        }
    };
    let mut done = rate(&job, sources, &mut sink, &progress, &stop);
    if let Ok((_, summary)) = &done {
        let text = match args.report {
            ReportForm::Human => summary.to_string(),
            ReportForm::Json => format!("{}\n", serde_json::json!(summary)),
        };
        if args.no_rows {
            let written = run.output.write(text.as_bytes());
            done = written.map_err(RunError::Write).and(done);
        } else if !args.corpus.quiet {
            match args.report {
                ReportForm::Human => eprint(&text),
                ReportForm::Json => print(&text)?,
            }
        }
    }
    let (read, summary) = run.end(done)?;
    let reports = !(args.corpus.quiet || args.no_rows || args.beside.bare);
    if reports && read.drops(kept, false) {
        eprint(beside_left_out(&read, kept));
    }
    Ok(args.findings.code(read.is_clean() && summary.invalid == 0))
}
