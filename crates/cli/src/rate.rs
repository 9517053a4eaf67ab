//! `ninefold rate`: what there is to say of each puzzle.

use super::args::names::{self, KnownName};
use super::args::{EngineArgs, ReportForm, with_exit_codes};
use super::corpus_run::{BesideArgs, CorpusArgs};
use super::failure::{self, Failure};
use super::messages::{print, tell};
use clap::{Args, ValueHint};
use ninefold::corpus::RunError;
use ninefold::corpus::rate::{Rate, Ratings, rate};
use ninefold::engine::{ENGINES, EngineInfo};
use ninefold::escape::escape;
use ninefold::format::Beside;
use std::io::IsTerminal;
use std::path::PathBuf;

const HELP: &str = "\
Examples:
  ninefold rate puzzles.txt -o ratings.csv
  ninefold rate puzzles.txt --no-rows              the summary alone
  ninefold rate puzzles.txt --engines lanes,mrv    guesses of two engines
  ninefold rate puzzles.txt --no-rows --save puzzles.json
  ninefold report puzzles.json -o puzzles.html     the summary with plots

Columns: the puzzle, its clues, its solutions up to --limit, what settles it
(naked-singles, hidden-singles, locked-candidates, guessing, or invalid), guesses
of a fixed search that reasons with all three, whether every clue is needed, how
many digits must be told so that singles do the rest (backdoor), and guesses of
each engine to prove the solutions up to --limit.

The rows of a table (csv, JSON lines) stay as they are, with these columns after
them; a name that the table has already becomes ninefold_NAME. Comments and
lines that hold no puzzle are left out, and reported.";

/// Rate puzzles: clues, solutions, difficulty, minimality, backdoors.
#[derive(Debug, Args)]
#[command(after_help = with_exit_codes(HELP))]
pub(crate) struct RateArgs {
    /// Count solutions up to this many, at least 2.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) limit: u64,
    /// Engines whose guesses are told, or 'all' (but the slow ones) [default:
    /// the first].
    #[arg(
        long,
        value_name = "NAMES",
        value_parser = KnownName::engines(),
        value_delimiter = ',',
        conflicts_with = "engine"
    )]
    pub(crate) engines: Vec<String>,
    /// The summary on standard output, and no rows.
    #[arg(long)]
    pub(crate) no_rows: bool,
    /// The summary's form.
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub(crate) report: ReportForm,
    /// Write the summary as JSON here too: for `report`.
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
    /// What is rated, for its page.
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

/// Rates; exit code 1 where a line holds no puzzle, or clues clash.
pub(crate) fn run(args: &RateArgs) -> Result<u8, Failure> {
    let engines = args.engines()?;
    // One back end for all of them, if all have any.
    let has_none = |engine: &&&EngineInfo| (engine.backends)().is_empty();
    let options = args
        .engine
        .options(engines.iter().find(has_none).unwrap_or(&engines[0]))?;
    let kept = args.beside.kept();
    let job = Rate::new(engines.clone())
        .options(options)
        .limit(args.limit)
        .threads(args.engine.threads())
        .beside(if args.no_rows { Beside::Nothing } else { kept });
    // Refused before a file is opened.
    job.rater().map_err(Failure::refused)?;
    let (sources, mut passage) = args.corpus.open(
        args.save.as_deref(),
        args.engine.threads(),
        job.alike(),
        |_| 0,
    )?;
    let (progress, stop) = (passage.progress.clone(), passage.stop.clone());
    let output = &mut passage.output;
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
            last = passage.output.write(text.as_bytes());
        } else if !args.corpus.quiet {
            match args.report {
                ReportForm::Human => tell(&text),
                ReportForm::Json => print(&text)?,
            }
        }
        if let Err(error) = last {
            done = Err(RunError::Write(error));
        }
    }
    let saved = passage.saved.take();
    let (read, summary) = passage.end(done)?;
    let tells = !(args.corpus.quiet || args.no_rows || args.beside.bare);
    if let Some(dropped) = read.dropped(kept, false).filter(|_| tells) {
        tell(&format!("{dropped}\n"));
    }
    saved.map_or(Ok(()), |saved| saved.put(summed.as_bytes()))?;
    Ok(if read.malformed == 0 && summary.invalid == 0 {
        0
    } else {
        failure::NEGATIVE
    })
}
