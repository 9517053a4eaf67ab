//! Bytes to records and back.
//!
//! A *line format* has a puzzle a line, and its lines are found in parallel
//! ([`fn@find`]). Every other format is brought into such lines, one record a line, by a
//! reader in front ([`blocks`]), so that workers know lines alone. [`open`] puts
//! the two together; [`render`] writes what became of them.

pub mod blocks;
mod corpus;
mod detect;
mod find;
mod kind;
mod leetcode;
mod write;
mod xml;

pub use detect::detect;
pub use find::{
    Other, OtherKind, Records, find, known_solution, malformed_length, malformed_reason,
};
pub use kind::{Kind, UnknownKind};
pub use write::{Only, OutputFormat, WriteOptions, render};

use crate::input::{Bytes, Chunk, InputError, LONGEST_LINE, Source};
use std::collections::VecDeque;
use std::ops::Range;

/// How a worker finds the puzzles in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// The first field, if it has 81 bytes.
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

impl Opened {
    /// All of a source.
    fn new(source: Peeked, kind: Kind, format: Format) -> Opened {
        let source = Box::new(source);
        Opened {
            source: match kind.is_lines() {
                true => source,
                false => Box::new(blocks::Reader::new(kind, source)),
            },
            format,
            kind,
        }
    }
}

/// Recognises an input's format by its first line, and brings formats that are
/// not line formats into lines.
///
/// # Errors
/// What reading the first chunk gives; a csv file without the column; a text that is no
/// corpus, unless its format was named.
pub fn open(source: Box<dyn Source>, options: &FormatOptions) -> Result<Opened, InputError> {
    open_part(source, options, None)
}

/// Opens as [`open`] does, of a source at its start, and goes on with the
/// records that begin in these bytes of it: parts that touch have each record once,
/// and all of them know the format, the header and the column.
///
/// Lines are found where the part begins. What has several lines a record is read from its
/// start, since nothing else tells where its records begin.
///
/// # Errors
/// As [`open`]; [`InputError::NoRange`] of what is no plain regular file.
pub fn open_part(
    mut source: Box<dyn Source>,
    options: &FormatOptions,
    part: Option<Range<u64>>,
) -> Result<Opened, InputError> {
    let name = source.name().to_owned();
    let mut chunks: VecDeque<Chunk> = first_chunk(&mut *source)?.into_iter().collect();
    let first = chunks.front().map_or(0, |chunk| chunk.offset);
    let head: &[u8] = chunks.front().map_or(&[], |chunk| &chunk.bytes);
    let head = &head[..head.len().min(LONGEST_LINE)];
    let header = first + detect::blank_lines(head) as u64;
    let is_named = options.kind.is_some();
    if let Some(reason) = corpus::foreign(head).filter(|_| !is_named) {
        return Err(no_corpus(&chunks, name, reason));
    }
    let (kind, format) = match recognise(head, options) {
        Ok(known) => known,
        Err(reason) => return Err(InputError::Format { name, reason }),
    };
    if !is_named && let Some(reason) = corpus::barren(kind, format, &mut chunks, &mut *source)? {
        return Err(no_corpus(&chunks, name, reason));
    }
    // An empty input has nothing to be divided, whatever it is.
    let part = part.filter(|_| !chunks.is_empty());
    let source = Peeked {
        chunks,
        source,
        name,
    };
    match part {
        Some(part) => share(source, kind, format, part, first..header),
        None => Ok(Opened::new(source, kind, format)),
    }
}

/// The format of a text, and how a worker finds the puzzles in its lines.
fn recognise(head: &[u8], options: &FormatOptions) -> Result<(Kind, Format), String> {
    let kind = match options.kind {
        Some(kind) => kind,
        None if options.column.is_some() => Kind::Csv,
        None => detect(head),
    };
    let format = match kind {
        // Nothing at all has no header, and no puzzles.
        Kind::Csv if head.len() < LONGEST_LINE && head.trim_ascii().is_empty() => Format::Line,
        Kind::Csv => {
            let (column, header) = detect::csv_column(head, options.column.as_deref())?;
            Format::Csv { column, header }
        }
        Kind::Bank => Format::Bank,
        _ => Format::Line,
    };
    Ok((kind, format))
}

fn no_corpus(chunks: &VecDeque<Chunk>, name: String, reason: String) -> InputError {
    // Of a file that was cut short, zeros may have been read.
    let changed = chunks.iter().find_map(|chunk| copied(chunk, &name).err());
    changed.unwrap_or(InputError::NoCorpus { name, reason })
}

/// Goes on with a part of an input; `blanks` are the blank lines at the input's start.
fn share(
    mut source: Peeked,
    kind: Kind,
    mut format: Format,
    part: Range<u64>,
    blanks: Range<u64>,
) -> Result<Opened, InputError> {
    if source.size_hint().is_none() {
        return Err(InputError::NoRange { name: source.name });
    }
    if !kind.is_lines() {
        let source = Box::new(blocks::Reader::new(kind, Box::new(source)).within(part));
        return Ok(Opened {
            source,
            format,
            kind,
        });
    }
    source.restrict(part)?;
    if let Some(chunk) = first_chunk(&mut *source.source)? {
        if chunk.offset > blanks.start {
            // Lines are counted from here, and messages say so.
            source.name = format!("{} from byte {}", source.name, chunk.offset);
        }
        if chunk.offset > blanks.end {
            format = format.after_first();
        }
        source.chunks.push_back(chunk);
    }
    Ok(Opened::new(source, kind, format))
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
fn copied(chunk: &Chunk, name: &str) -> Result<(), InputError> {
    if chunk.bytes.is_intact() {
        return Ok(());
    }
    Err(InputError::Changed {
        name: name.to_owned(),
        what: "it was cut short or written to",
    })
}

/// A source whose first chunks were looked at.
struct Peeked {
    chunks: VecDeque<Chunk>,
    source: Box<dyn Source>,
    name: String,
}

impl Source for Peeked {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        match self.chunks.pop_front() {
            Some(chunk) => Ok(Some(chunk)),
            None => self.source.next(recycled),
        }
    }

    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        self.source.restrict(part)?;
        self.chunks.clear();
        Ok(())
    }

    fn size_hint(&self) -> Option<u64> {
        self.source.size_hint()
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        &self.name
    }
}
