//! Bytes to records and back.
//!
//! A *line format* has a puzzle a line, and its lines are found in parallel
//! ([`fn@find`]). Every other format is brought into such lines, one record a line, by a
//! reader in front ([`blocks`]), so that workers know lines alone. [`open`] puts
//! the two together; [`render`] writes what became of them.

pub mod answers;
pub(crate) mod append;
pub mod blocks;
mod corpus;
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
pub use find::{Other, OtherKind, Records, find, malformed_length, malformed_reason};
pub use json::Member;
pub use kind::{Kind, UnknownKind};
pub use table::Layout;
pub use write::{Only, OutputFormat, WriteOptions, render};
pub(crate) use write::{write_other, write_puzzle};

use crate::input::{Bytes, Chunk, InputError, LONGEST_LINE, Source};
use std::collections::VecDeque;
use std::ops::Range;

/// How a worker finds the puzzles in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// The first field, if it has 81 bytes.
    #[default]
    Line,
    /// The same, but a line `end` has no answer: so the input of POJ 3074 ends,
    /// which looks like any other text of lines until there.
    LineOrEnd,
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
            Format::Line | Format::LineOrEnd | Format::Bank => None,
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

/// Whether records are lines, so that one can be found anywhere in a text.
fn is_lines(kind: Kind, format: Format) -> bool {
    kind.is_lines() && !matches!(format, Format::Csv(_))
}

impl Opened {
    /// The records of a source; of those that are not lines, the ones that begin in
    /// a part of it.
    fn new(
        source: Peeked,
        (kind, format, names): (Kind, Format, Vec<String>),
        part: Option<Range<u64>>,
    ) -> Opened {
        let source = Box::new(source);
        let source: Box<dyn Source> = match format {
            Format::Csv(layout) => Box::new(TableReader::new(source, layout.delimiter, part)),
            _ if kind.is_lines() => source,
            _ => {
                let records = blocks::Reader::new(kind, source);
                Box::new(records.within(part.unwrap_or(0..u64::MAX)))
            }
        };
        Opened {
            source,
            format,
            kind,
            names,
        }
    }

    /// Goes on with a part of an input; `blanks` are the blank lines at the input's
    /// start.
    fn share(
        mut source: Peeked,
        (kind, mut format, names): (Kind, Format, Vec<String>),
        part: Range<u64>,
        blanks: Range<u64>,
    ) -> Result<Opened, InputError> {
        if source.size_hint().is_none() {
            return Err(InputError::NoRange { name: source.name });
        }
        if matches!(format, Format::Csv(_)) && !part.contains(&blanks.end) {
            format = format.after_first();
        }
        if is_lines(kind, format) {
            source.restrict(part.clone())?;
            if let Some(chunk) = first_chunk(&mut *source.source, None)? {
                if chunk.offset > blanks.start {
                    // Lines are counted from here, and messages say so.
                    source.name = format!("{} from byte {}", source.name, chunk.offset);
                }
                source.chunks.push_back(chunk);
            }
        }
        Ok(Opened::new(source, (kind, format, names), Some(part)))
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
/// Lines are found where the part begins. What may have several lines a record is read
/// from its start, since nothing else tells where its records begin.
///
/// # Errors
/// As [`open`]; [`InputError::NoRange`] of what is no plain regular file.
pub fn open_part(
    mut source: Box<dyn Source>,
    options: &FormatOptions,
    part: Option<Range<u64>>,
) -> Result<Opened, InputError> {
    let name = source.name().to_owned();
    let first = first_chunk(&mut *source, options.delimiter)?;
    let mut chunks: VecDeque<Chunk> = first.into_iter().collect();
    let first = chunks.front().map_or(0, |chunk| chunk.offset);
    let head: &[u8] = chunks.front().map_or(&[], |chunk| &chunk.bytes);
    let head = &head[..head.len().min(LONGEST_LINE)];
    let header = first + detect::blank_lines(head) as u64;
    let is_named = options.kind.is_some();
    if let Some(reason) = corpus::foreign(head).filter(|_| !is_named) {
        return Err(no_corpus(&chunks, name, reason));
    }
    let known = match recognise(head, options) {
        Ok(known) => known,
        Err(reason) => return Err(InputError::Format { name, reason }),
    };
    let (kind, format, _) = known;
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
        Some(part) => Opened::share(source, known, part, first..header),
        None => Ok(Opened::new(source, known, None)),
    }
}

/// The format of a text, how a worker finds the puzzles in it, and the names of its
/// columns.
fn recognise(head: &[u8], options: &FormatOptions) -> Result<(Kind, Format, Vec<String>), String> {
    let kind = match options.kind {
        Some(kind) => kind,
        None if options.column.is_some() || options.delimiter.is_some() => Kind::Csv,
        None => detect(head),
    };
    let wanted = options.column.as_deref();
    // Nothing at all has no header, and no puzzles.
    let is_blank = head.len() < LONGEST_LINE && head.trim_ascii().is_empty();
    Ok(match kind {
        Kind::Csv if !is_blank => {
            let (layout, names) = table::layout(head, wanted, options.delimiter)?;
            (kind, Format::Csv(layout), names)
        }
        Kind::Jsonl => {
            let (member, names) = json::member(head, wanted)?;
            (kind, Format::Json(member), names)
        }
        Kind::Bank => (kind, Format::Bank, Vec::new()),
        Kind::Line if options.kind.is_none() => (kind, Format::LineOrEnd, Vec::new()),
        _ => (kind, Format::Line, Vec::new()),
    })
}

fn no_corpus(chunks: &VecDeque<Chunk>, name: String, reason: String) -> InputError {
    // Of a file that was cut short, zeros may have been read.
    let changed = chunks.iter().find_map(|chunk| copied(chunk, &name).err());
    changed.unwrap_or(InputError::Refused { name, reason })
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
pub(crate) fn copied(chunk: &Chunk, name: &str) -> Result<(), InputError> {
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
