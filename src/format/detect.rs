//! Which format a text is in, by its first line that is not blank, and the next.

use super::find::find;
use super::kind::Kind;
use super::layout::Format;
use super::records::Records;
use super::{json, leetcode, table};
use crate::grid::CELLS;

/// The format of a text. What no rule knows is `line`, so that its lines are
/// reported one by one as malformed.
///
/// ```
/// use ninefold::format::{detect, Kind};
/// assert_eq!(detect(b"\nGrid 01\n003020600\n"), Kind::Euler96);
/// assert_eq!(detect(b"puzzle,solution\n"), Kind::Csv);
/// assert_eq!(detect("1".repeat(81).as_bytes()), Kind::Line);
/// ```
pub fn detect(text: &[u8]) -> Kind {
    let mut lines = lines(text);
    let Some(first) = lines.next() else {
        return Kind::Line;
    };
    match of_first(first, text) {
        // Whatever the first line looked like: a puzzle a line.
        kind if !kind.is_lines() && lines.next().is_some_and(has_puzzle) => Kind::Line,
        kind => kind,
    }
}

/// Whether a text shows the lines that say which format it is in.
pub(super) fn shows_lines(text: &[u8]) -> bool {
    // The last may go on.
    let whole = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
    let mut lines = lines(&text[..whole]);
    lines.next().is_some_and(has_puzzle) || lines.next().is_some()
}

/// The format of a text by its first line.
fn of_first(line: &[u8], text: &[u8]) -> Kind {
    let number = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    let tokens = || {
        line.split(|byte| byte.is_ascii_whitespace())
            .filter(|t| !t.is_empty())
    };
    match leetcode::without_assignment(line) {
        _ if has_puzzle(line) => Kind::Line,
        _ if is_bank(line) => Kind::Bank,
        [b'<', ..] => Kind::OpenSudoku,
        [b'[', b'[', ..] | [b'['] => Kind::Leetcode,
        [b'[', next, ..] if *next == b'"' || next.is_ascii_whitespace() => Kind::Leetcode,
        [b'[', ..] => Kind::Sdk,
        [b'G', b'r', b'i', b'd', ..] => Kind::Euler96,
        [b'*', b'-', ..] => Kind::Ss,
        // The letter of a tag, not that of a comment's first word.
        [b'#', b'A'..=b'U', rest @ ..] if !matches!(rest, [b'a'..=b'z', ..]) => Kind::Sdk,
        [b'{', ..] if json::member(line, None).is_ok() => Kind::Jsonl,
        _ if table::layout(text, None, None).is_ok() => Kind::Csv,
        _ if number(line) && line.len() < 9 => Kind::Poj2676,
        _ if tokens().count() == 9 && tokens().all(|t| t.len() == 1) => Kind::Spaced,
        _ if line.len() == 11 && line[3] == b'|' && line[7] == b'|' => Kind::Ss,
        [b'+' | b'|' | b'-', ..] => Kind::Grid,
        // A frame of box-drawing characters.
        [0xe2, 0x94 | 0x95, ..] => Kind::Grid,
        _ if line.len() == 9 && line.iter().all(|&b| crate::grid::Puzzle::is_cell(b)) => Kind::Grid,
        _ => Kind::Line,
    }
}

/// Bytes of the blank lines at a text's start.
pub(super) fn blank_lines(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let blank = lines.take_while(|line| line.trim_ascii().is_empty());
    blank.map(<[u8]>::len).sum()
}

/// The lines that are not blank, trimmed.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty())
}

fn has_puzzle(line: &[u8]) -> bool {
    let mut records = Records::default();
    find(Format::Line, line, &mut records);
    !records.starts.is_empty()
}

/// `hash puzzle rating`: the puzzle is the second field. A puzzle that lost a cell,
/// and its solution, are too long for that.
fn is_bank(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
    matches!(fields[..], [hash, puzzle, ..] if puzzle.len() == CELLS
        && (1..=40).contains(&hash.len())
        && hash.iter().all(u8::is_ascii_hexdigit))
}
