//! Files that a result is written to.

use crate::args::COMMON;
use crate::failure::Failure;
use crate::messages::warn;
use crate::output::Output;
use crate::outputs::Outputs;
use clap::Args;
use ninefold_files::escape::escape;
use ninefold_referee::bench::record::Record;
use ninefold_referee::bench::store;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// Outputs for results besides the table.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub(super) struct Exports {
    /// Write the whole result as JSON: for `compare` and `report`
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = COMMON)]
    pub(super) save: Option<PathBuf>,
    /// Add the result as a line to a history, new or existing: for `report`
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = COMMON)]
    pub(super) append: Option<PathBuf>,
    /// Replace outputs that exist
    #[arg(short, long)]
    #[arg(help_heading = COMMON)]
    pub(super) force: bool,
}

/// The outputs for results, opened.
pub(super) struct OpenExports {
    history: Option<PathBuf>,
    result: Option<Output>,
}

impl Exports {
    /// Opens everything before the measurement, so that errors come early. A history `is_read` if
    /// it has been read already.
    pub(super) fn open(
        &self,
        outputs: &mut Outputs<'_>,
        is_read: bool,
    ) -> Result<OpenExports, Failure> {
        let history = self.append.as_deref();
        let history = history.map(|path| history_at(path, is_read, outputs));
        Ok(OpenExports {
            result: outputs.open_if(self.save.as_deref())?,
            history: history.transpose()?,
        })
    }
}

impl OpenExports {
    pub(super) fn write(self, record: &Record) -> Result<(), Failure> {
        if let Some(result) = self.result {
            result.put(&store::to_text(record))?;
        }
        if let Some(history) = self.history {
            store::append(record, &history).map_err(Failure::io)?;
        }
        Ok(())
    }
}

/// The file of a history to add to, checked before anything is measured.
fn history_at(path: &Path, is_read: bool, outputs: &mut Outputs<'_>) -> Result<PathBuf, Failure> {
    let (target, there) = outputs.take_own("--append", path)?;
    if there.is_none() {
        return Ok(target);
    }
    let file = OpenOptions::new().append(true).open(&target);
    let file = file.map_err(|error| Failure::write(&escape(path).to_string(), &error))?;
    if !is_read && file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
        store::load(&target, &mut warn).map_err(Failure::io)?;
    }
    Ok(target)
}
