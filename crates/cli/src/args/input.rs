//! Arguments about the input and its format.

use super::help::COMMON;
use super::values::{choice, delimiter, size};
use crate::failure::Failure;
use clap::{Args, ValueHint};
use ninefold_files::format::{FormatOptions, Kind};
use ninefold_files::input::OpenOptions;
use std::path::PathBuf;

/// The puzzles to read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Files of puzzles, compressed or not; '-' is standard input.
    ///
    /// Ninefold reads several in the order given. It recognises compressed files (gzip, xz, bzip2,
    /// zstd) by their first bytes. Without files, it reads standard input, or on a terminal a
    /// built-in sample.
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
    /// The column of the puzzles [default: recognised].
    ///
    /// For CSV, its name or its number from 1; for JSON lines, the member's name.
    #[arg(long, value_name = "NAME")]
    #[arg(help_heading = COMMON)]
    pub(crate) column: Option<String>,
    /// The delimiter of CSV fields: a character, or 'tab' [default: recognised
    /// among , ; | and tab].
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    #[arg(hide_short_help = true)]
    delimiter: Option<u8>,
    /// The longest line or csv record that Ninefold reads (up to 1G).
    ///
    /// A longer one is malformed, and the reason is its length. Ninefold takes the memory
    /// only if there is such a record.
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = record_size)]
    #[arg(hide_short_help = true)]
    max_record: usize,
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
        OpenOptions::default().max_record(self.max_record)
    }

    /// The options of its format.
    pub(crate) fn options(&self) -> Result<FormatOptions, Failure> {
        let mut kind = self.input_format;
        if let Some(kind) = kind.filter(|_| self.column.is_some())
            && !matches!(kind, Kind::Csv | Kind::Jsonl)
        {
            let message = format!("--column is for csv and jsonl, not --input-format {kind}");
            return Err(Failure::refused(message));
        }
        if self.delimiter.is_some() && *kind.get_or_insert(Kind::Csv) != Kind::Csv {
            return Err(Failure::refused("--delimiter is for --input-format csv"));
        }
        Ok(FormatOptions::default()
            .kind(kind)
            .column(self.column.clone())
            .delimiter(self.delimiter))
    }
}
