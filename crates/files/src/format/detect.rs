//! Recognises the format of a text: the one that the user specified, or the likeliest. A text is
//! refused if most of its first lines are not understood, or if they look like something else.

use super::assembler::TWO_BLANKS;
use super::cells::{has_two_blanks, is_full_from_zero};
use super::columns::{NoTable, sample};
use super::kind::Kind;
use super::layout::Detected;
use super::likeliest::{
    begins_with_bracket, begins_with_puzzle, begins_with_puzzles, documents, find_likeliest,
    leading_puzzle, of_kind, records_of,
};
use super::lines::content_lines;
use super::options::FormatOptions;
use super::reading::Reading;
use super::{json, refuse, table};
use crate::input::HEAD;
use ninefold::grid::CELLS;
use ninefold::internal::whole_lines;

/// The format of a text. If it is unclear, it is `line`, so that its lines are reported one by one
/// as malformed.
///
/// ```
/// use ninefold_files::format::{detect, Kind};
/// let rows = "003020600\n".repeat(9);
/// assert_eq!(detect(format!("\nGrid 01\n{rows}").as_bytes()), Kind::Grid);
/// assert_eq!(detect(b"puzzle,solution\n"), Kind::Csv);
/// assert_eq!(detect("1".repeat(81).as_bytes()), Kind::Line);
/// ```
#[must_use]
pub fn detect(text: &[u8]) -> Kind {
    recognise(text, &FormatOptions::default()).map_or(Kind::Line, |detected| detected.kind)
}

/// Whether a text shows its format, whatever follows.
pub(super) fn is_settled(text: &[u8], options: &FormatOptions) -> bool {
    // The last line may be incomplete.
    let whole = &text[..whole_lines(text)];
    match options.kind {
        // The column of a table depends on its first lines, and so does the member of objects.
        Some(Kind::Csv | Kind::Jsonl) => sample(whole).len() < whole.len(),
        Some(Kind::Json) => false,
        Some(kind) if kind.is_lines() => true,
        // What is malformed so far may be the beginning of something else.
        Some(kind) => !Reading::of(&of_kind(kind), whole).puzzles.is_empty(),
        None if options.is_open() && begins_with_puzzles(whole) => {
            // The second line may be the solution of the first.
            content_lines(whole).nth(1).is_some() || text.len() - whole.len() > CELLS
        }
        None => !begins_with_bracket(whole) && sample(whole).len() < whole.len(),
    }
}

/// The specified format of a text, or the one that its first lines show.
pub(super) fn recognise(text: &[u8], options: &FormatOptions) -> Result<Detected, String> {
    // An empty text has no header, and no puzzles.
    let is_blank = text.len() < HEAD && text.trim_ascii().is_empty();
    if is_blank {
        let detected = of_kind(options.kind.unwrap_or(Kind::Line));
        return Ok(Detected {
            is_blank,
            ..detected
        });
    }
    let is_certain = options.kind.is_some() || options.is_open() && begins_with_puzzle(text);
    let mut detected = choose(text, options)?;
    detected.is_specified = if detected.format.is_table() {
        options.column.is_some()
    } else {
        options.kind.is_some()
    };
    let kind = detected.kind;
    let may_count_from_zero = options.is_open() && begins_from_zero(text);
    if is_certain && kind.is_lines() && !may_count_from_zero {
        return Ok(detected);
    }
    let first = records_of(&detected, text);
    let reading = Reading::of(&detected, first);
    if !is_certain {
        refuse::doubt(text, first, &reading)?;
    }
    if options.is_open() && reading.counts_from_zero() {
        return Err(format!("it has {TWO_BLANKS}: a 0 may be a digit"));
    }
    // Formats of several lines may skip text, so that not even a malformed record remains. A count
    // of 0 is a corpus without puzzles.
    let may_be_none = kind.is_lines() || kind == Kind::Poj2676;
    let is_whole = text.len() < HEAD;
    if is_whole && !may_be_none && !reading.has_records() && content_lines(text).next().is_some() {
        return Err(format!(
            "nothing in it is a record of format {kind} (specify another with --input-format)"
        ));
    }
    // If the user specified a form of boards, each board is a puzzle.
    let order = options.kind.is_none().then_some(reading.order);
    Ok(Detected { order, ..detected })
}

/// The format that the options name, or the one that the first lines show.
fn choose(text: &[u8], options: &FormatOptions) -> Result<Detected, String> {
    let column = options.column.as_deref();
    let found = match options.kind {
        Some(Kind::Csv) => table::layout(text, column, options.delimiter),
        Some(Kind::Jsonl) => json::objects(text, Kind::Jsonl, column),
        Some(Kind::Json) => documents(text, column),
        Some(kind) => Ok(of_kind(kind)),
        None if options.delimiter.is_some() => table::layout(text, column, options.delimiter),
        None if column.is_some() && begins_with_bracket(text) => objects(text, column),
        None if column.is_some() => table::layout(text, column, None),
        None => return likeliest(text),
    };
    found.map_err(NoTable::reason)
}

/// The format that the first lines show. If they have no puzzles, they may look like something.
fn likeliest(text: &[u8]) -> Result<Detected, String> {
    match find_likeliest(text) {
        Ok(detected) if detected.kind == Kind::Text => {
            refuse::other_blank_of_table(text).map_or(Ok(detected), Err)
        }
        Ok(detected) => Ok(detected),
        Err(NoTable::OnlySolutions(reason) | NoTable::Empty(reason)) => {
            Err(refuse::hint(text).unwrap_or(reason))
        }
        Err(NoTable::Unclear(reason) | NoTable::Other(reason)) => Err(reason),
    }
}

/// Objects, one on each line, or wherever they stand.
fn objects(text: &[u8], column: Option<&str>) -> Result<Detected, NoTable> {
    let lines = json::objects(text, Kind::Jsonl, column);
    match documents(text, column) {
        found if lines.is_err() => found.or(lines),
        _ => lines,
    }
}

/// Whether the first line begins with a puzzle whose digits may be those from 0 to 8.
fn begins_from_zero(text: &[u8]) -> bool {
    let first = content_lines(text).next().and_then(leading_puzzle);
    first.is_some_and(|cells| has_two_blanks(cells) || is_full_from_zero(cells))
}
