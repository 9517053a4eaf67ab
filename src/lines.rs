//! Lines of text, for everything that reads puzzles line by line.

use crate::grid::CELLS;
use memchr::memchr;
use std::io::{self, BufRead, Read};
use std::iter;
use std::ops::Range;

/// A byte-order mark at the start of a text.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// The longest line or table record by default.
pub const LONGEST_RECORD: usize = 16 << 20;

/// A line without a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Other {
    /// Puzzles that come before it.
    pub before: u32,
    /// Its first byte.
    pub start: u32,
    /// The end of its text, without line feed and carriage return.
    pub end: u32,
    /// The kind of line.
    pub kind: OtherKind,
}

/// The kind of a line without a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherKind {
    /// Only white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// The header of a csv file: its first record.
    Header,
    /// `end` in the format `poj3074`, which has no row.
    End,
    /// Anything else.
    Malformed,
}

impl Other {
    /// A line of at most 4 GiB of text, after `before` puzzles.
    #[must_use]
    pub fn new(before: usize, line: Range<usize>, kind: OtherKind) -> Other {
        Other {
            before: before as u32,
            start: line.start as u32,
            end: line.end as u32,
            kind,
        }
    }

    /// Its text, of the text that it is in.
    #[inline]
    #[must_use]
    pub fn line<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// Finds the puzzles of a text: returns the first byte of each, and all other lines. It only checks
/// the shape of a line. The engine checks whether each of the 81 bytes is a cell.
///
/// `field` returns the range of a line that should have the puzzle: [`first_field`], or an empty
/// one. `puzzle` also gets whether the puzzle is alone on its line, as most are.
#[inline(always)]
pub fn find_puzzles(
    text: &[u8],
    field: impl Fn(&[u8]) -> Range<usize>,
    mut puzzle: impl FnMut(usize, bool),
    mut other: impl FnMut(Other),
) {
    let mut start = 0;
    let mut before = 0;
    while start < text.len() {
        if text.get(start + CELLS) == Some(&b'\n') && plain(text, start) {
            puzzle(start, true);
            before += 1;
            start += CELLS + 1;
            continue;
        }
        let end = memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n);
        let line = trim_end(&text[start..end]);
        match puzzle_or_kind(line, field(line)) {
            Ok(at) => {
                puzzle(start + at, line.len() == CELLS);
                before += 1;
            }
            Err(kind) => other(Other::new(before, start..start + line.len(), kind)),
        }
        start = end + 1;
    }
}

/// The 81 bytes of a text from `start`, which must exist.
#[inline(always)]
#[must_use]
pub fn cells_at(text: &[u8], start: usize) -> &[u8; CELLS] {
    text[start..start + CELLS]
        .try_into()
        .expect("81 bytes are 81 bytes")
}

/// A line of a text, or a record of a table.
#[derive(Debug)]
pub enum Line<'a> {
    /// The puzzle of this number.
    Puzzle(usize),
    /// A line without a puzzle.
    Other(&'a Other),
}

/// The lines of a text in order: its puzzles, and the `others`.
#[inline(always)]
pub fn in_order(puzzles: usize, others: &[Other]) -> impl Iterator<Item = Line<'_>> {
    let mut next = 0..puzzles;
    let mut others = others.iter().peekable();
    iter::from_fn(move || {
        let other = others.next_if(|other| other.before as usize == next.start);
        other
            .map(Line::Other)
            .or_else(|| next.next().map(Line::Puzzle))
    })
}

/// Where the puzzle of a line begins, if the field that should have it is 81 bytes long.
fn puzzle_or_kind(line: &[u8], field: Range<usize>) -> Result<usize, OtherKind> {
    let is_comment = line.first() == Some(&b'#');
    if field.len() == CELLS && !is_comment && lone_return(&line[field.end..]).is_none() {
        return Ok(field.start);
    }
    Err(if line.iter().all(u8::is_ascii_whitespace) {
        OtherKind::Blank
    } else if is_comment && lone_return(line).is_none() {
        OtherKind::Comment
    } else {
        OtherKind::Malformed
    })
}

/// The range of the first field of a line, after spaces and tabs. A colon ends the field if a
/// puzzle ends there, as in `puzzle:1:solution`. A `#` among 81 bytes is one of them, and no cell.
#[must_use]
pub fn first_field(line: &[u8]) -> Range<usize> {
    let blanks = line.iter().take_while(|byte| b" \t".contains(byte));
    let start = blanks.count();
    let rest = &line[start..];
    let end = rest.iter().position(|&byte| is_separator(byte));
    let mut end = end.unwrap_or(rest.len());
    // A sign among the cells begins no comment.
    let is_odd = rest.get(end) == Some(&b'#') && {
        let is_end = |byte: &u8| *byte != b'#' && is_separator(*byte);
        rest.iter().position(is_end).unwrap_or(rest.len()) == CELLS
    };
    if end > CELLS && rest[CELLS] == b':' || is_odd {
        end = CELLS;
    }
    start..start + end
}

/// Whether a byte ends the 81 cells.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'#')
}

/// Whether the 81 bytes from `start`, which a line feed follows, are one token: the first byte is
/// not a comment sign, and there is neither a line feed nor a separator. Except for `*` and `.`,
/// cells are greater than all of those bytes. So comparing bytes recognises a line of cells.
#[inline(always)]
fn plain(text: &[u8], start: usize) -> bool {
    let mut odd = 0;
    for &byte in cells_at(text, start) {
        odd |= u8::from(byte < b'*') | u8::from(byte == b',') | u8::from(byte == b';');
    }
    odd == 0
}

/// A line without the carriage returns at its end.
#[must_use]
pub fn trim_end(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\r'] = line {
        line = rest;
    }
    line
}

/// A carriage return within a line. Some programs would take the text after it for another line, so
/// it must not be ignored silently.
pub(crate) fn lone_return(line: &[u8]) -> Option<usize> {
    memchr(b'\r', line)
}

/// Bytes that are kept of a line that is too long. They show the format, too.
pub const HEAD: usize = 1 << 16;

/// Reads about `target` bytes to the end of `text`, and then the rest of the last line.
///
/// If that line has more than `longest` bytes, without its line feed, `text` ends with its first
/// [`HEAD`] bytes. Then this returns where it begins in `text`, and its length, with its line feed.
/// It skips the rest, of which it reads no more than `most` bytes. No line is too long within
/// `target`, which is at most `longest`.
///
/// # Errors
/// The first error, after `text` got what was before it.
pub fn read_lines(
    read: &mut impl BufRead,
    text: &mut Vec<u8>,
    target: usize,
    longest: usize,
    most: u64,
) -> io::Result<Option<(usize, u64)>> {
    text.reserve(target);
    read.by_ref().take(target as u64).read_to_end(text)?;
    let start = whole_lines(text);
    if start == text.len() {
        return Ok(None);
    }
    let left = (longest + 1).saturating_sub(text.len() - start);
    read.by_ref().take(left as u64).read_until(b'\n', text)?;
    let mut length = text.len() - start;
    if text.ends_with(b"\n") || length <= longest {
        return Ok(None);
    }
    while length as u64 <= most {
        let more = match read.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            more => more?,
        };
        let feed = memchr(b'\n', more);
        let over = feed.map_or(more.len(), |feed| feed + 1);
        let kept = over.min(HEAD.saturating_sub(length));
        text.extend_from_slice(&more[..kept]);
        read.consume(over);
        length += over;
        if feed.is_some() || over == 0 {
            break;
        }
    }
    text.truncate(start + HEAD.min(length));
    Ok(Some((start, length as u64)))
}

/// The length of a text up to its last line feed.
#[must_use]
pub fn whole_lines(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)
}
