//! `ninefold report`: a page about results.

use super::failure::Failure;
use super::outputs::Outputs;
use super::signals;
use clap::Args;
use ninefold::bench::store::{self, Saved};
use ninefold::report::html;
use std::path::PathBuf;

const HELP: &str = "\
Examples:
  ninefold bench --save result.json puzzles.txt
  ninefold report result.json -o page.html
  ninefold bench --append history.jsonl --quiet    once a revision
  ninefold report history.jsonl -o page.html       with plots over revisions
  ninefold rate --no-rows --save puzzles.json puzzles.txt
  ninefold report puzzles.json -o puzzles.html     clues, guesses, difficulty

The page needs nothing but itself: no script, nothing fetched, light or dark as
the reader's system is, and fit to print. Every mark has its figure in
data-value. Changes that lasted are marked in the plots over revisions.";

/// Write one self-contained HTML page about results and histories
#[derive(Debug, Args)]
#[command(after_help = super::args::with_exit_codes(HELP))]
pub(crate) struct ReportArgs {
    /// Results (`bench --save`) and histories (`bench --append`), oldest
    /// first; the last result is shown in full. Summaries (`rate --save`) too
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// Where the page goes; standard output without this
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an output that exists
    #[arg(short, long)]
    force: bool,
}

/// Writes the page. The exit code is 0.
///
/// # Errors
/// Results that cannot be read, a page that cannot be written.
pub(crate) fn run(args: &ReportArgs) -> Result<u8, Failure> {
    signals::end_at_once()?;
    let output = Outputs::new(args.force, &args.results).open(args.output.as_deref())?;
    let (mut records, mut ratings) = (Vec::new(), Vec::new());
    for path in &args.results {
        for saved in store::load_saved(path, &mut super::warn).map_err(Failure::io)? {
            match saved {
                Saved::Result(record) => records.push(*record),
                Saved::Ratings(found) => ratings.push(*found),
            }
        }
    }
    let mut page = Vec::new();
    html::write(&records, &ratings, &mut page).map_err(Failure::io)?;
    output.put(&page)?;
    Ok(0)
}
