//! Arguments about the input and its format.

use super::help::COMMON;
use super::table::TableArgs;
use super::values::{choice, size};
use crate::failure::Failure;
use clap::{Args, ValueHint};
use ninefold::format::{FormatOptions, Kind};
use ninefold::input::OpenOptions;
use std::path::PathBuf;

/// The puzzles to read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Files of puzzles, compressed or not; '-' is standard input.
    ///
    /// Ninefold reads several in the order given. It recognises compressed files (gzip, xz, bzip2; zstd if built with it) by their first bytes. Without
    /// files, it reads standard input, or on a terminal a built-in sample.
    #[arg(value_hint = ValueHint::AnyPath, help_heading = None::<&'static str>)]
    pub(crate) input: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// The puzzles' format.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct FormatArgs {
    /// The input's format [default: recognised].
    ///
    /// Without this option, Ninefold refuses files that are not a corpus (a program, a
    /// Parquet file, prose). With it, Ninefold does not look.
    #[arg(long, value_name = "FORMAT", value_parser = choice(Kind::ALL, Kind::name))]
    #[arg(help_heading = COMMON)]
    input_format: Option<Kind>,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    record: RecordArgs,
}

/// The size of a record.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct RecordArgs {
    /// The longest line or csv record that Ninefold reads (up to 1G).
    ///
    /// A longer one is malformed, and the reason is its length. Ninefold takes the memory
    /// only if there is such a record.
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = record_size)]
    #[arg(hide_short_help = true)]
    max_record: usize,
}

impl RecordArgs {
    /// The default options to open inputs.
    pub(crate) fn open_options(&self) -> OpenOptions {
        OpenOptions::default().max_record(self.max_record)
    }
}

/// A number of bytes that a record may have.
fn record_size(typed: &str) -> Result<usize, String> {
    match size(typed)? {
        size @ 0x400..=0x4000_0000 => Ok(size as usize),
        _ => Err("not from 1K to 1G".to_owned()),
    }
}

impl FormatArgs {
    /// The default options to open inputs.
    pub(crate) fn open_options(&self) -> OpenOptions {
        self.record.open_options()
    }

    /// The name, or number, of the column or member that holds the puzzles.
    pub(crate) fn column(&self) -> Option<String> {
        self.table.column.clone()
    }

    /// The options of its format.
    pub(crate) fn options(&self) -> Result<FormatOptions, Failure> {
        self.table.format(self.input_format)
    }
}
