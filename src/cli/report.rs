//! `ninefold report`: a page about results.

use super::failure::Failure;
use clap::Args;
use ninefold::bench::store;
use ninefold::report::html;
use std::path::PathBuf;

/// Write one self-contained HTML page about results and histories
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Results (`bench --save`) and histories (`bench --append`), oldest
    /// first; the last result is shown in full
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,
    /// Where the page goes; standard output without this
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the page. The exit code is 0.
///
/// # Errors
/// Results that cannot be read, a page that cannot be written.
pub(crate) fn run(args: &ReportArgs) -> Result<u8, Failure> {
    let mut records = Vec::new();
    for path in &args.results {
        records.extend(store::load(path).map_err(Failure::io)?);
    }
    let mut page = Vec::new();
    html::write(&records, &mut page).map_err(Failure::io)?;
    match &args.output {
        Some(path) => store::write_file(path, &page).map_err(Failure::io)?,
        None => super::print(&page)?,
    }
    Ok(0)
}
