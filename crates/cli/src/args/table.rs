//! Arguments about tables: csv and JSON lines.

use super::choice;
use super::help::COMMON;
use crate::failure::Failure;
use clap::Args;
use ninefold::format::{Column, FormatOptions, Kind};
use ninefold::grid::Puzzle;

/// Where in a table the puzzles are.
#[derive(Debug, Args)]
pub(super) struct TableArgs {
    /// The column of the puzzles [default: recognised].
    ///
    /// For CSV, its name or its number from 1; for JSON lines, the member's name.
    #[arg(long, value_name = "NAME")]
    #[arg(help_heading = COMMON)]
    pub(super) column: Option<String>,
    /// The delimiter of CSV fields: a character, or 'tab' [default: recognised
    /// among , ; | and tab].
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    #[arg(hide_short_help = true)]
    delimiter: Option<u8>,
}

impl TableArgs {
    /// The options of the format. `kind` is the specified format, if any.
    pub(super) fn format(&self, mut kind: Option<Kind>) -> Result<FormatOptions, Failure> {
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

/// The columns to add to the rows of a table.
#[derive(Debug, Args)]
pub(crate) struct AppendArgs {
    /// Add verdict, guesses, ... to the rows of a table.
    ///
    /// The columns are solution, verdict, count, guesses and reason. Separate several by
    /// commas. A name that the table has already gets the prefix ninefold_.
    ///
    /// Ninefold keeps the rows of csv and JSON lines and adds 'solution' (with --count
    /// 'count' and 'verdict') unless you specify columns here.
    #[arg(long, value_name = "NAME", value_parser = choice(Column::ALL, Column::name))]
    #[arg(value_delimiter = ',', conflicts_with_all = ["all", "output_format", "explain"])]
    #[arg(help_heading = COMMON)]
    append_column: Vec<Column>,
}

impl AppendArgs {
    pub(crate) fn columns(&self) -> Result<Vec<Column>, Failure> {
        let asked = &self.append_column;
        let twice = (1..asked.len()).find(|&i| asked[..i].contains(&asked[i]));
        match twice.map(|i| asked[i].name()) {
            Some(name) => Err(Failure::refused(format!(
                "--append-column has '{name}' twice"
            ))),
            None => Ok(asked.clone()),
        }
    }
}

/// The delimiter of the fields of a table.
fn delimiter(typed: &str) -> Result<u8, String> {
    match typed {
        "tab" | "\\t" => Ok(b'\t'),
        _ => match typed.as_bytes() {
            &[byte] if fits(byte) => Ok(byte),
            _ => Err(
                "expected one character that is neither a cell nor a quote, or 'tab'".to_owned(),
            ),
        },
    }
}

fn fits(byte: u8) -> bool {
    byte.is_ascii() && !Puzzle::is_cell(byte) && !b"\"\r\n".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_one_character_or_a_tab() {
        assert_eq!(delimiter(";"), Ok(b';'));
        assert_eq!(delimiter("tab"), Ok(b'\t'));
        assert_eq!(delimiter("\\t"), Ok(b'\t'));
        for wrong in ["", "::", "\"", ".", "7", "\n", "é"] {
            assert!(delimiter(wrong).is_err(), "{wrong:?}");
        }
    }
}
