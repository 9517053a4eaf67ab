//! Bytes to records and back.
//!
//! A *line format* has a puzzle a line, and its lines are found in parallel
//! ([`fn@find`]). Every other format is brought into such lines, one record a line, by a
//! reader in front ([`blocks`]), so that workers know lines alone. [`open`] puts
//! the two together; [`render`] writes what became of them.

pub mod answers;
pub mod blocks;
mod detect;
mod find;
mod kind;
mod leetcode;
mod write;
mod xml;

pub use detect::detect;
pub use find::{Other, OtherKind, Records, find, known_solution, malformed_length};
pub use kind::{Kind, UnknownKind};
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
    Csv {
        /// Which, from 0.
        column: u16,
        /// Whether the chunk's first line that is not blank is the header.
        header: bool,
    },
}

impl Format {
    /// The format of the chunks after the first.
    pub fn after_first(self) -> Format {
        match self {
            Format::Csv { column, .. } => Format::Csv {
                column,
                header: false,
            },
            other => other,
        }
    }
}

/// What is asked of the format of an input.
#[derive(Debug, Clone, Default)]
pub struct FormatOptions {
    /// The format, where it is not to be recognised.
    pub kind: Option<Kind>,
    /// The name of the column with the puzzles (csv); without one, the names
    /// that puzzle collections use are looked for.
    pub column: Option<String>,
}

/// An input whose format is known.
pub struct Opened {
    /// Where its lines come from.
    pub source: Box<dyn Source>,
    /// How to find the puzzles in them.
    pub format: Format,
    /// What it was.
    pub kind: Kind,
}

/// Recognises an input's format by its first line, and brings formats that are
/// not line formats into lines.
///
/// # Errors
/// What reading the first chunk gives; a csv file without the column.
pub fn open(mut source: Box<dyn Source>, options: &FormatOptions) -> Result<Opened, InputError> {
    let first = first_chunk(&mut *source)?;
    let head: &[u8] = first.as_ref().map_or(&[], |chunk| &chunk.bytes);
    let head = &head[..head.len().min(LONGEST_LINE)];
    let kind = match options.kind {
        Some(kind) => kind,
        None if options.column.is_some() => Kind::Csv,
        None => detect(head),
    };
    let format = match kind {
        Kind::Csv => {
            let column = detect::csv_column(head, options.column.as_deref());
            let (column, header) = column.map_err(|reason| InputError::Format {
                name: source.name().to_owned(),
                reason,
            })?;
            Format::Csv { column, header }
        }
        Kind::Bank => Format::Bank,
        _ => Format::Line,
    };
    let source = Box::new(Peeked { first, source });
    let source: Box<dyn Source> = if kind.is_lines() {
        source
    } else {
        Box::new(blocks::Reader::new(kind, source))
    };
    Ok(Opened {
        source,
        format,
        kind,
    })
}

/// The first chunk, and with it those behind it up to a line that is not
/// blank: how a text is cut into chunks must not decide what it is taken for.
fn first_chunk(source: &mut dyn Source) -> Result<Option<Chunk>, InputError> {
    let Some(mut first) = source.next(None)? else {
        return Ok(None);
    };
    if !first.bytes.trim_ascii().is_empty() {
        return Ok(Some(first));
    }
    // Each chunk is looked at once, however small they are.
    let mut text = first.bytes.to_vec();
    copied(&first, source.name())?;
    let mut is_blank = true;
    while is_blank && text.len() < LONGEST_LINE {
        let Some(next) = source.next(None)? else {
            break;
        };
        is_blank = next.bytes.trim_ascii().is_empty();
        text.extend_from_slice(&next.bytes);
        copied(&next, source.name())?;
    }
    first.bytes = Bytes::Owned(text);
    Ok(Some(first))
}

/// Whether a chunk was still that of its input after it was copied: behind,
/// nobody can ask for it any more.
pub(crate) fn copied(chunk: &Chunk, name: &str) -> Result<(), InputError> {
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
