//! Bytes to records and back.
//!
//! A *line format* has a puzzle a line, and its lines are found in parallel
//! ([`fn@find`]). Every other format is brought into such lines, one record a line, by a
//! reader in front ([`blocks`]), so that workers know lines alone. [`open`] puts
//! the two together; [`render`] writes what became of them.

pub(crate) mod append;
pub mod blocks;
mod cut;
mod detect;
mod find;
mod json;
mod kind;
mod leetcode;
mod table;
mod write;
mod xml;

pub use append::{Append, Column};
pub use cut::Reader as TableReader;
pub use detect::detect;
pub use find::{Other, OtherKind, Records, find, malformed_length};
pub use json::Member;
pub use kind::{Kind, UnknownKind};
pub use table::Layout;
pub use write::{Only, OutputFormat, WriteOptions, render};

use crate::input::{Bytes, Chunk, InputError, LONGEST_LINE, Source};

/// How a worker finds the puzzles in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// The first token of 81 bytes.
    #[default]
    Line,
    /// Field 2 of `hash puzzle rating`.
    Bank,
    /// A column of comma-separated values.
    Csv(Layout),
    /// A member of a JSON object.
    Json(Member),
}

/// Names of the column, or of the member, with the puzzles, as collections have them.
const NAMES: [&str; 4] = ["puzzle", "quiz", "quizzes", "question"];

impl Format {
    /// The format of the chunks after the first.
    pub fn after_first(self) -> Format {
        match self {
            Format::Csv(layout) => Format::Csv(Layout {
                header: false,
                ..layout
            }),
            other => other,
        }
    }

    /// What is wrong with a record of a table that holds no puzzle; `None` for other
    /// formats.
    pub(crate) fn fault(self, record: &[u8]) -> Option<String> {
        match self {
            Format::Csv(layout) => Some(table::fault(layout, record)),
            Format::Json(member) => Some(json::fault(member, record)),
            Format::Line | Format::Bank => None,
        }
    }
}

/// What is asked of the format of an input.
#[derive(Debug, Clone, Default)]
pub struct FormatOptions {
    /// The format, where it is not to be recognised.
    pub kind: Option<Kind>,
    /// The name of the column with the puzzles, or its number from 1 where no column
    /// has that name (csv); the name of the member with them (JSON lines). Without
    /// one, the names that puzzle collections use are looked for.
    pub column: Option<String>,
    /// What separates the fields of csv, where it is not to be recognised.
    pub delimiter: Option<u8>,
}

/// An input whose format is known.
pub struct Opened {
    /// Where its lines come from.
    pub source: Box<dyn Source>,
    /// How to find the puzzles in them.
    pub format: Format,
    /// What it was.
    pub kind: Kind,
    /// The names of a table's columns, or of the members of its first object.
    pub names: Vec<String>,
}

/// Recognises an input's format by its first line, and brings formats that are
/// not line formats into lines.
///
/// # Errors
/// What reading the first chunk gives; a csv file without the column.
pub fn open(mut source: Box<dyn Source>, options: &FormatOptions) -> Result<Opened, InputError> {
    let first = first_chunk(&mut *source, options.delimiter)?;
    let head: &[u8] = first.as_ref().map_or(&[], |chunk| &chunk.bytes);
    let head = &head[..head.len().min(LONGEST_LINE)];
    let kind = match options.kind {
        Some(kind) => kind,
        None if options.column.is_some() || options.delimiter.is_some() => Kind::Csv,
        None => detect(head),
    };
    let wanted = options.column.as_deref();
    let found = match kind {
        // Nothing at all has no header, and needs none.
        Kind::Csv if first.is_none() => Ok((Format::Line, Vec::new())),
        Kind::Csv => table::layout(head, wanted, options.delimiter)
            .map(|(layout, names)| (Format::Csv(layout), names)),
        Kind::Jsonl => {
            json::member(head, wanted).map(|(member, names)| (Format::Json(member), names))
        }
        Kind::Bank => Ok((Format::Bank, Vec::new())),
        _ => Ok((Format::Line, Vec::new())),
    };
    let (format, names) = found.map_err(|reason| InputError::Format {
        name: source.name().to_owned(),
        reason,
    })?;
    let source = Box::new(Peeked { first, source });
    let source: Box<dyn Source> = match format {
        Format::Csv(layout) => Box::new(TableReader::new(source, layout.delimiter, None)),
        _ if kind.is_lines() => source,
        _ => Box::new(blocks::Reader::new(kind, source)),
    };
    Ok(Opened {
        source,
        format,
        kind,
        names,
    })
}

/// The first chunk, and with it those behind it up to the end of the first line that
/// is not blank, or of the record that begins there if the text is csv: how
/// a text is cut into chunks must not decide what it is taken for.
fn first_chunk(
    source: &mut dyn Source,
    delimiter: Option<u8>,
) -> Result<Option<Chunk>, InputError> {
    let Some(mut first) = source.next(None)? else {
        return Ok(None);
    };
    if table::shows_record(&first.bytes, delimiter) {
        return Ok(Some(first));
    }
    // Each chunk is looked at once, however small they are.
    let mut text = first.bytes.to_vec();
    copied(&first, source.name())?;
    while text.len() < LONGEST_LINE && !table::shows_record(&text, delimiter) {
        let Some(next) = source.next(None)? else {
            break;
        };
        text.extend_from_slice(&next.bytes);
        copied(&next, source.name())?;
    }
    first.bytes = Bytes::Owned(text);
    Ok(Some(first))
}

/// Whether a chunk was still that of its input after it was copied: behind,
/// nobody can ask for it any more.
fn copied(chunk: &Chunk, name: &str) -> Result<(), InputError> {
    if chunk.bytes.is_intact() {
        return Ok(());
    }
    Err(InputError::Changed {
        name: name.to_owned(),
        what: "it was cut short or written to",
    })
}

/// A source whose first chunk was looked at.
struct Peeked {
    first: Option<Chunk>,
    source: Box<dyn Source>,
}

impl Source for Peeked {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        match self.first.take() {
            Some(chunk) => Ok(Some(chunk)),
            None => self.source.next(recycled),
        }
    }

    fn size_hint(&self) -> Option<u64> {
        self.source.size_hint()
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
