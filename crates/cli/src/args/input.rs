//! Which puzzles, and in what format.

use super::table::TableArgs;
use super::values::choice;
use crate::failure::Failure;
use clap::{Args, ValueHint};
use ninefold::format::{FormatOptions, Kind};
use std::path::PathBuf;

/// Which puzzles.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Files, directories (with --recursive), or '-' for standard input.
    ///
    /// Several are taken in the order named. Compressed files (gzip, zstd, xz,
    /// bzip2, lz4) are recognised by their first bytes. Without any: standard
    /// input, or on a terminal a sample that the program carries.
    #[arg(value_hint = ValueHint::AnyPath, help_heading = None::<&'static str>)]
    pub(crate) input: Vec<PathBuf>,
    /// Take all files of the directories named, in the order of their names.
    #[arg(short, long)]
    pub(crate) recursive: bool,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// The puzzles' format.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct FormatArgs {
    /// The input's format [default: recognised by its first line].
    ///
    /// A format that is named is believed; otherwise what is no corpus (a program, a
    /// Parquet file, prose) is refused.
    #[arg(long, value_name = "FORMAT", value_parser = choice(&Kind::ALL, Kind::name))]
    input_format: Option<Kind>,
    #[command(flatten)]
    table: TableArgs,
}

impl FormatArgs {
    /// The name, or number, of the column or member that holds the puzzles.
    pub(crate) fn column(&self) -> Option<String> {
        self.table.column()
    }

    /// What was said of it.
    pub(crate) fn options(&self) -> Result<FormatOptions, Failure> {
        self.table.format(self.input_format)
    }
}
