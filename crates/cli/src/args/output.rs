//! Where the output goes.

use super::help::COMMON;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Where the output goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to FILE instead of standard output.
    ///
    /// The file appears when it is complete and checked.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = COMMON)]
    pub(crate) output: Option<PathBuf>,
    /// Replace FILE if it exists.
    #[arg(short, long)]
    #[arg(help_heading = COMMON)]
    pub(crate) force: bool,
}
