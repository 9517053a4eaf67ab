//! `ninefold report`: makes a page about results.

use super::args::{OutputArgs, with_exit_codes};
use super::failure::Failure;
use super::messages::warn;
use super::outputs::Outputs;
use super::signals;
use clap::Args;
use ninefold_referee::bench::store::{self, Saved};
use ninefold_referee::html::{self, HtmlError};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ninefold report result.json -o page.html         of bench --save
  ninefold report history.jsonl -o page.html       of bench --append
  ninefold report compared.json -o page.html       of compare --json";

const NOTES: &str = "\
The page is one file: it has no script and fetches nothing. It follows the reader's
light or dark theme, and you can print it. Every dot has its figure in data-value. The
plots over revisions name changes and failures, and show speeds relative to a solver
that stayed the same.";

/// Write one self-contained HTML page about results and histories
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct ReportArgs {
    /// Results (`bench --save`) and histories (`bench --append`), oldest first, or
    /// comparisons (`compare --json`). The page shows the last result in full
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// Show speeds relative to this engine or solver, such as `mrv` or `lanes/avx2`
    /// [default: the first external solver, else the default engine]
    #[arg(long, value_name = "NAME")]
    reference: Option<String>,
    #[command(flatten)]
    to: OutputArgs,
}

/// Writes the page. The exit code is 0.
///
/// # Errors
/// Results cannot be read, do not have the reference, or the page cannot be written, or would go to
/// a terminal.
pub(crate) fn run(args: &ReportArgs) -> Result<u8, Failure> {
    signals::end_at_once()?;
    if args.to.output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::refused(
            "the page is HTML, for a browser: write it to a file with -o page.html",
        ));
    }
    let output = Outputs::new(args.to.force, &args.results).open(args.to.output.as_deref())?;
    let mut records = Vec::new();
    let mut comparisons = Vec::new();
    for path in &args.results {
        for found in store::load_all(path, &mut warn).map_err(Failure::io)? {
            match found {
                Saved::Result(record) => records.push(*record),
                Saved::Comparison(comparison) => comparisons.push(*comparison),
            }
        }
    }
    let page = html::page(&records, &comparisons, args.reference.as_deref());
    let page = page.map_err(|error| match error {
        HtmlError::Reference(..) => Failure::refused(error),
        _ => Failure::io(error),
    })?;
    output.put(page.as_bytes())?;
    Ok(0)
}
