//! `ninefold rate`: rates each puzzle.

use super::args::names::{self, KnownName};
use super::args::{EngineArgs, ReportForm, with_exit_codes};
use super::corpus_run::{BesideArgs, CorpusArgs};
use super::failure::{self, Failure};
use super::messages::{eprint, print};
use clap::{Args, ValueHint};
use ninefold::corpus::RunError;
use ninefold::corpus::rate::{Rate, Ratings, rate};
use ninefold::engine::{ENGINES, EngineInfo};
use ninefold::escape::escape;
use ninefold::format::Beside;
use std::io::IsTerminal;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ninefold rate puzzles.txt -o ratings.txt         a row for each puzzle
  ninefold rate --no-rows puzzles.txt              a summary
  ninefold rate --no-rows --report json puzzles.txt
  ninefold rate puzzles.txt --engines lanes,mrv    guesses of two engines";

const NOTES: &str = "\
More examples:
  ninefold rate puzzles.txt -o ratings.csv
  ninefold rate puzzles.txt --no-rows              the summary alone
  ninefold rate puzzles.txt --engines lanes,mrv    guesses of two engines
  ninefold rate puzzles.txt -o rows.txt --save summary.json

Columns:
  puzzle         the puzzle
  clues          number of clues
  solutions      number of solutions, counted up to --limit
  level          the technique that solves it: naked-singles, hidden-singles,
                 locked-candidates or guessing; or invalid
  guesses        guesses of a fixed search that uses all three techniques
  minimal        whether every clue is needed
  backdoor       how many digits you must know so that singles solve the rest
  guesses-NAME   guesses of an engine to prove the solutions up to --limit

For a table (csv, JSON lines), Ninefold keeps the rows and adds these columns. If the
table already has a column of that name, the new one is ninefold_NAME. Ninefold leaves
out comments and lines without a puzzle, and reports them.";

/// Rate puzzles: clues, solutions, difficulty, minimality, backdoors.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct RateArgs {
    /// Count solutions up to N, at least 2.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) limit: u64,
    /// Count the guesses of these engines [default: the first].
    ///
    /// 'all' means all except the slow ones.
    #[arg(
        long,
        value_name = "NAMES",
        value_parser = KnownName::engines(),
        value_delimiter = ',',
        conflicts_with = "engine"
    )]
    pub(crate) engines: Vec<String>,
    /// Print the summary on standard output, and no rows.
    #[arg(long)]
    pub(crate) no_rows: bool,
    /// The summary's form.
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub(crate) report: ReportForm,
    /// Also write the summary as JSON to FILE.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) beside: BesideArgs,
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl RateArgs {
    /// The name of the rated inputs, for the page.
    fn name(&self) -> String {
        let name = |path: &PathBuf| match path.file_stem() {
            Some(stem) if path.as_os_str() != "-" => escape(stem).to_string(),
            _ => "standard input".to_owned(),
        };
        match &self.corpus.input.input[..] {
            [] if std::io::stdin().is_terminal() => "sample".to_owned(),
            [] => "standard input".to_owned(),
            [one] => name(one),
            [first, others @ ..] => format!("{} and {} more", name(first), others.len()),
        }
    }

    fn engines(&self) -> Result<Vec<&'static EngineInfo>, Failure> {
        match self.engines.as_slice() {
            [] => Ok(vec![self.engine.engine()?]),
            [all] if all == "all" => Ok(ENGINES.iter().filter(|engine| !engine.slow).collect()),
            typed => typed.iter().map(|name| names::find_engine(name)).collect(),
        }
    }
}

/// Rates the puzzles. The exit code is 1 if a line has no puzzle, or if clues clash.
pub(crate) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let engines = args.engines()?;
    // One back end for all engines, if all have back ends.
    let has_none = |engine: &&&EngineInfo| (engine.backends)().is_empty();
    let options = args
        .engine
        .options(engines.iter().find(has_none).unwrap_or(&engines[0]))?;
    let kept = args.beside.kept();
    let job = Rate::new(engines.clone())
        .options(options)
        .limit(args.limit)
        .beside(if args.no_rows { Beside::Nothing } else { kept });
    // Refuses before it opens a file.
    job.rater().map_err(Failure::refused)?;
    let save = args.save.as_deref();
    let (sources, mut run) = args
        .corpus
        .open(save, args.engine.threads()?, job.alike())?;
    let (progress, stop) = (run.progress.clone(), run.stop.clone());
    let job = job.threads(run.threads);
    let output = &mut run.output;
    let mut sink = |rows: &[u8]| match args.no_rows {
        true => Ok(()),
        false => output.write(rows),
    };
    let mut done = rate(&job, sources, &mut sink, &progress, &stop);
    let mut summed = String::new();
    if let Ok((_, summary)) = &done {
        let names = engines
            .iter()
            .map(|engine| engine.name.to_owned())
            .collect();
        let ratings = Ratings::new(args.name(), args.limit, names, summary.clone());
        summed = format!("{}\n", serde_json::json!(ratings));
        let mut last = Ok(());
        let text = match args.report {
            ReportForm::Human => ratings.to_string(),
            ReportForm::Json => summed.clone(),
        };
        if args.no_rows {
            last = run.output.write(text.as_bytes());
        } else if !args.corpus.quiet {
            match args.report {
                ReportForm::Human => eprint(&text),
                ReportForm::Json => print(&text)?,
            }
        }
        if let Err(error) = last {
            done = Err(RunError::Write(error));
        }
    }
    let saved = run.saved.take();
    let (read, summary) = run.end(done)?;
    let reports = !(args.corpus.quiet || args.no_rows || args.beside.bare);
    if let Some(dropped) = read.dropped(kept, false).filter(|_| reports) {
        eprint(&format!("{dropped}\n"));
    }
    saved.map_or(Ok(()), |saved| saved.put(summed.as_bytes()))?;
    Ok(if read.malformed == 0 && summary.invalid == 0 {
        0
    } else {
        failure::NEGATIVE
    })
}
