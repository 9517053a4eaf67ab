//! Opens an input: recognises its format, and converts all formats to lines.

use super::columns::{numbered, sample};
use super::comments::{below_statement, lines_above};
use super::cut::TableReader;
use super::detect::{is_certain, is_settled, likeliest};
use super::evidence::Best;
use super::kind::Kind;
use super::layout::Format;
use super::options::FormatOptions;
use super::peek::{copied, first_chunks, head};
use super::{blocks, corpus, json, table, unsupported};
use crate::escape::escape;
use crate::input::{Chunk, HEAD, InputError, Peeked, Source};
use memchr::memrchr;
use std::borrow::Cow;
use std::collections::VecDeque;
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
    /// The names of a table's columns, or of the members of its first object.
    pub names: Vec<String>,
    /// The column, or member, with the puzzles, if it was found by its content and not by its name.
    pub guessed: Option<String>,
    /// Whether the whole input, not only the part, is blank lines. Such an input matches any other.
    pub is_blank: bool,
}

/// Whether records are lines, so that one can be found anywhere in a text.
fn is_lines(kind: Kind, format: Format) -> bool {
    kind.is_lines() && !matches!(format, Format::Csv(_))
}

impl Opened {
    /// A source whose lines each begin with the 81 cells of a puzzle. This is not checked.
    #[must_use]
    pub fn of_lines(source: Box<dyn Source>) -> Opened {
        Opened {
            source,
            format: Format::Line,
            kind: Kind::Line,
            names: Vec::new(),
            guessed: None,
            is_blank: false,
        }
    }

    /// The records of a source. If records are not lines, those that begin in a part of it.
    fn new(source: Peeked, known: DetectedFormat, part: Option<Range<u64>>) -> Opened {
        let (kind, format) = (known.kind, known.format);
        let source = Box::new(source);
        let source: Box<dyn Source> = match format {
            Format::Csv(layout) => Box::new(TableReader::new(
                source,
                layout.delimiter,
                layout.columns,
                part,
            )),
            _ if kind.is_lines() => source,
            _ => {
                let records = blocks::BlockReader::new(kind, source);
                Box::new(records.within(part.unwrap_or(0..u64::MAX)))
            }
        };
        Opened {
            source,
            format,
            kind,
            names: known.names,
            guessed: known.guessed,
            is_blank: known.is_blank,
        }
    }

    /// Continues with a part of an input. `above` are the lines above its header, at the start of
    /// the input.
    fn of_part(
        mut source: Peeked,
        mut known: DetectedFormat,
        part: Range<u64>,
        above: Range<u64>,
    ) -> Result<Opened, InputError> {
        if source.size_hint().is_none() {
            return Err(InputError::NoRange { name: source.name });
        }
        if matches!(known.format, Format::Csv(_)) && part.start > above.end {
            known.format = known.format.after_first();
        }
        if is_lines(known.kind, known.format) {
            source.restrict(part.clone())?;
            source.chunks = first_chunks(&mut *source.source, |_| true)?;
            if let Some(chunk) = source.chunks.front()
                && chunk.offset > above.start
            {
                // Lines are counted from here, and messages say so.
                source.name = format!("{} from byte {}", source.name, chunk.offset);
            }
        }
        Ok(Opened::new(source, known, Some(part)))
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
    let chunks = first_chunks(&mut *source, |text| shows_kind(text, options))?;
    let first = chunks.front().map_or(0, |chunk| chunk.offset);
    let head = head(&chunks);
    let begin = first + head.len() as u64;
    let (head, options) = below_delimiter(head, options);
    let header = begin - head.len() as u64 + lines_above(head) as u64;
    let is_named = options.kind.is_some();
    if let Some(reason) = corpus::not_a_corpus(head).filter(|_| !is_named) {
        return Err(no_corpus(&chunks, name, reason));
    }
    let may_be_other = !options.names_format() && !is_certain(head);
    let first_lines = || numbered(sample(head));
    let unsupported = || unsupported::refusal(&first_lines()).filter(|_| may_be_other);
    let known = match unsupported() {
        Some(reason) => Err(reason),
        None => recognise(head, &options),
    };
    let known = match known {
        Ok(known) => known,
        Err(reason) => return Err(no_corpus(&chunks, name, reason)),
    };
    let (kind, format) = (known.kind, known.format);
    let stray = || {
        let reason = unsupported::stray(&first_lines()).filter(|_| may_be_other)?;
        (!corpus::has_puzzle(kind, format, sample(head))).then_some(reason)
    };
    let second = || {
        let is_line = kind == Kind::Line && !is_named;
        unsupported::second(&first_lines()).filter(|_| is_line)
    };
    let refusal = || known.refusal.clone().filter(|_| !options.names_format());
    let asked = (is_named, options.column.as_deref());
    let barren = || corpus::barren(kind, format, asked, head);
    if let Some(reason) = stray().or_else(second).or_else(refusal).or_else(barren) {
        return Err(no_corpus(&chunks, name, reason));
    }
    // An empty input has nothing to divide.
    let part = part.filter(|_| !chunks.is_empty());
    let source = Peeked {
        chunks,
        source,
        name,
    };
    match part {
        Some(part) => Opened::of_part(source, known, part, first..header),
        None => Ok(Opened::new(source, known, None)),
    }
}

/// What the beginning of a text shows.
struct DetectedFormat {
    kind: Kind,
    format: Format,
    names: Vec<String>,
    guessed: Option<String>,
    /// If there are boards of another kind in place of puzzles, why they are not puzzles.
    refusal: Option<String>,
    is_blank: bool,
}

/// The format of a text, how a worker finds the puzzles in it, and the names of its columns.
fn recognise(head: &[u8], options: &FormatOptions) -> Result<DetectedFormat, String> {
    let kind = match options.asked_kind(head) {
        Some(kind) => kind,
        None => match likeliest(head) {
            Best::Nothing => Kind::Line,
            Best::One(kind) => kind,
            Best::Tie(one, other) => {
                return Err(format!(
                    "its first lines may be '{one}' or '{other}' (--input-format says which)"
                ));
            }
        },
    };
    let wanted = options.column.as_deref();
    // An empty text has no header, and no puzzles.
    let is_blank = head.len() < HEAD && head.trim_ascii().is_empty();
    let (mut guessed, mut refusal) = (None, None);
    let (format, names) = match kind {
        Kind::Csv if !is_blank => {
            let table = table::layout(head, wanted, options.delimiter)
                .map_err(|reason| no_table(head, options).unwrap_or(reason))?;
            (guessed, refusal) = (table.guessed, table.refusal);
            (Format::Csv(table.layout), table.names)
        }
        Kind::Jsonl => {
            let objects = json::objects(head, wanted)?;
            (guessed, refusal) = (objects.guessed, objects.refusal);
            (Format::Json(objects.member), objects.names)
        }
        Kind::Bank => (Format::Bank, Vec::new()),
        Kind::Line if options.kind.is_none() => (Format::LineOrEnd, Vec::new()),
        _ => (Format::Line, Vec::new()),
    };
    Ok(DetectedFormat {
        kind,
        format,
        names,
        guessed,
        refusal,
        is_blank,
    })
}

/// What a text is instead, if it is no table, but was taken for one because of `--column`.
fn no_table(head: &[u8], options: &FormatOptions) -> Option<String> {
    let column = options.column.as_ref().filter(|_| options.kind.is_none())?;
    match likeliest(head) {
        Best::One(Kind::Line) => Some(format!(
            "it is lines with a puzzle each, not a table with a column '{}': leave out --column, \
             or give the number of the column",
            escape(column)
        )),
        Best::One(kind) if !matches!(kind, Kind::Csv | Kind::Jsonl) => Some(format!(
            "it is format {kind}, not a table: leave out --column, which chooses a column of csv"
        )),
        _ => None,
    }
}

/// A text below the line that states its delimiter, if it has one, and the options with that.
fn below_delimiter<'t, 'o>(
    text: &'t [u8],
    options: &'o FormatOptions,
) -> (&'t [u8], Cow<'o, FormatOptions>) {
    let may_be_csv = matches!(options.kind, None | Some(Kind::Csv));
    match below_statement(text) {
        (Some(stated), below) if may_be_csv => {
            let mut options = options.clone();
            options.delimiter.get_or_insert(stated);
            (below, Cow::Owned(options))
        }
        _ => (text, Cow::Borrowed(options)),
    }
}

/// Whether a text shows its format: its first line, or all lines that would be
/// examined, with something that may be a puzzle. A text of another kind is examined up to 64 KiB.
fn shows_kind(text: &[u8], options: &FormatOptions) -> bool {
    let (text, options) = &below_delimiter(text, options);
    // The last line may be incomplete.
    let whole = &text[..memrchr(b'\n', text).map_or(0, |end| end + 1)];
    let is_named = options.kind.is_some();
    // The column of a table depends on its first lines, also if the format is specified.
    let is_table = || matches!(options.kind, Some(Kind::Csv | Kind::Jsonl));
    let is_sampled = || sample(whole).len() < whole.len();
    let is_enough = || is_named && !is_table() || is_sampled() || is_settled(whole, options);
    let is_fruitful = || match recognise(whole, options) {
        Ok(known) if is_named && known.kind.is_lines() => true,
        Ok(known) => corpus::is_fruitful(known.kind, known.format, whole),
        Err(_) => false,
    };
    corpus::not_a_corpus(text).is_none()
        && table::shows_record(text, options.delimiter)
        && is_enough()
        && is_fruitful()
}

fn no_corpus(chunks: &VecDeque<Chunk>, name: String, reason: String) -> InputError {
    // A truncated file may have been read as zeros.
    let changed = chunks.iter().find_map(|chunk| copied(chunk, &name).err());
    changed.unwrap_or(InputError::Refused { name, reason })
}
