//! Opens an input: recognises its format, and converts all formats to lines.

use super::blocks::BlockReader;
use super::cut::TableReader;
use super::detect::{is_settled, recognise};
use super::kind::Kind;
use super::layout::{Detected, Format};
use super::lines::lines_above;
use super::options::FormatOptions;
use super::peek::{FirstChunks, check_intact, first_chunks, head};
use super::refuse::{no_text, reads_beginning};
use crate::input::{InputError, Peeked, Source};
use std::ops::Range;

/// An input whose format is known.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The source of its lines.
    pub source: Box<dyn Source>,
    /// How to find the puzzles in them.
    pub format: Format,
    /// Its original format.
    pub kind: Kind,
    /// The names of a table's columns, or of the members of its first objects.
    pub names: Vec<String>,
    /// The column, or member, with the puzzles, if it was found by its content and not by its name.
    pub guessed: Option<String>,
    /// Other columns, or members, with puzzles. They are not read.
    pub left_out: Vec<String>,
    /// Whether the whole input, not only the part, is blank lines. Such an input matches any other.
    pub is_blank: bool,
    /// Whether the user said what the puzzles are: the column of a table, or the form of others.
    /// Then a grid without blanks is a puzzle like others.
    pub is_specified: bool,
}

impl Opened {
    /// The name of the column, or member, with the puzzles. `None` if columns have no names.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match &self.format {
            Format::Csv(layout) => self.names.get(layout.column).map(String::as_str),
            Format::Json(members) => Some(&members.puzzle),
            Format::Line | Format::LineOrEnd => None,
        }
    }

    /// The records of a source. If records are not lines, those that begin in a part of it.
    fn new(source: Peeked, detected: Detected, part: Option<Range<u64>>) -> Opened {
        let source = Box::new(source);
        let source: Box<dyn Source> = match &detected.format {
            Format::Csv(layout) => Box::new(TableReader::new(layout.cutter(), source, part)),
            _ if detected.kind.is_lines() => source,
            _ => Box::new(BlockReader::new(&detected, source, part)),
        };
        Opened {
            source,
            format: detected.format,
            kind: detected.kind,
            names: detected.names,
            guessed: detected.guessed,
            left_out: detected.left_out,
            is_blank: detected.is_blank,
            is_specified: detected.is_specified,
        }
    }

    /// Continues with a part of an input. `above` are the lines above its header, at the start of
    /// the input.
    fn of_part(
        mut source: Peeked,
        mut detected: Detected,
        part: Range<u64>,
        above: Range<u64>,
    ) -> Result<Opened, InputError> {
        if source.size_hint().is_none() {
            return Err(InputError::NoRange { name: source.name });
        }
        let is_csv = matches!(detected.format, Format::Csv(_));
        if is_csv && part.start > above.end {
            detected.format = detected.format.after_first();
        }
        // A line can be found anywhere in a text.
        if detected.kind.is_lines() && !is_csv {
            source.restrict(part.clone())?;
            source.chunks = first_chunks(&mut *source.source, |_| true)?.chunks;
            if let Some(chunk) = source.chunks.front()
                && chunk.offset > above.start
            {
                // Lines are counted from here, and messages say so.
                source.name = format!("{} from byte {}", source.name, chunk.offset);
            }
        }
        Ok(Opened::new(source, detected, Some(part)))
    }
}

/// Opens an input: recognises its format by its first lines, and converts other formats to lines.
///
/// # Errors
/// Errors of reading the first chunk; a csv file without the column; a text that is not a corpus,
/// unless the format is specified.
pub fn open(source: Box<dyn Source>, options: &FormatOptions) -> Result<Opened, InputError> {
    open_part(source, options, None)
}

/// Like [`open`], for a source at its start, but yields only the records that begin in these bytes.
/// Adjacent parts together have each record once, and each part knows the format, the header and
/// the column.
///
/// Lines are found where the part begins. Formats with several lines a record are read from the
/// start, because nothing else tells where their records begin.
///
/// # Errors
/// The errors of [`open`], and [`InputError::NoRange`] if the source is not a plain regular file.
pub fn open_part(
    mut source: Box<dyn Source>,
    options: &FormatOptions,
    part: Option<Range<u64>>,
) -> Result<Opened, InputError> {
    let name = source.name().to_owned();
    source.in_pieces(true);
    let (first, mut found) = look(&mut *source, options)?;
    let mut chunks = first.chunks;
    let reads_pieces = matches!(&found, Ok(detected) if detected.kind.is_in_pieces());
    if !reads_pieces {
        source.in_pieces(false);
        // A line that is too long may have been put together.
        if first.has_pieces {
            let pieces = chunks.drain(..).rev();
            pieces.for_each(|piece| source.put_back(piece));
            if matches!(&found, Ok(detected) if detected.kind == Kind::Line) {
                chunks = first_chunks(&mut *source, |_| true)?.chunks;
            } else {
                let (first, again) = look(&mut *source, options)?;
                chunks = first.chunks;
                found = again;
            }
        }
    }
    let first = chunks.front().map_or(0, |chunk| chunk.offset);
    let header = first + lines_above(head(&chunks)) as u64;
    let detected = match found {
        Ok(detected) => detected,
        Err(reason) => {
            // A truncated file may have been read as zeros.
            let changed = chunks
                .iter()
                .find_map(|chunk| check_intact(chunk, &name).err());
            return Err(changed.unwrap_or(InputError::Refused { name, reason }));
        }
    };
    // An empty input has nothing to divide.
    let part = part.filter(|_| !chunks.is_empty());
    let source = Peeked {
        chunks,
        source,
        name,
    };
    match part {
        Some(part) => Opened::of_part(source, detected, part, first..header),
        None => Ok(Opened::new(source, detected, None)),
    }
}

/// The first chunks of a source, and the format that they show.
type FirstLook = (FirstChunks, Result<Detected, String>);

fn look(source: &mut dyn Source, options: &FormatOptions) -> Result<FirstLook, InputError> {
    let first = first_chunks(source, |text| is_settled(text, options))?;
    let head = head(&first.chunks);
    let reads = |converted: &[u8]| reads_beginning(converted, head).is_some();
    if options.kind.is_none()
        && let Some(reason) = no_text(head, reads)
    {
        return Ok((first, Err(reason)));
    }
    let found = recognise(head, options);
    Ok((first, found))
}
