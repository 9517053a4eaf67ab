//! Which format a text is in, by what its first lines are.
//!
//! A first line that holds a puzzle, or the name of a column of puzzles, tells it alone. Else each of
//! the first lines speaks for a format, and the one for which most speak is taken; between equals
//! the first line decides.

use super::columns::sample;
use super::evidence::{Best, best};
use super::find::find;
use super::kind::Kind;
use super::layout::Format;
use super::records::Records;
use super::{blocks, json, leetcode, table};
use crate::grid::{CELLS, Puzzle};

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
    let text = sample(text);
    let Some(first) = lines(text).next() else {
        return Kind::Line;
    };
    if let Some(kind) = certain(first, text) {
        return kind;
    }
    let kind = of_first(first);
    let spoken: Vec<Kind> = lines(text).filter_map(spoken).collect();
    let has_grids = table::unnamed(text);
    if has_grids == Some(true) || has_grids == Some(false) && spoken.is_empty() {
        return Kind::Csv;
    }
    let families = std::iter::once(kind).chain(spoken.iter().copied());
    let explained = |family: Kind| {
        spoken
            .iter()
            .filter(|&&kind| kind.family() == family)
            .count()
    };
    let mut families: Vec<Kind> = families.map(Kind::family).collect();
    let mut seen = Vec::new();
    families.retain(|family| {
        !seen.contains(family) && {
            seen.push(*family);
            true
        }
    });
    let families = families
        .into_iter()
        .map(|family| (family, explained(family)));
    match best(families) {
        Best::Nothing => kind,
        Best::One(family) | Best::Tie(family, _) if family == kind.family() => kind,
        Best::One(Kind::Grid) | Best::Tie(Kind::Grid, _) => of_boards(text, &spoken),
        Best::One(family) | Best::Tie(family, _) => family,
    }
}

/// Whether a text shows the lines that say which format it is in.
pub(super) fn shows_lines(text: &[u8]) -> bool {
    // The last may go on.
    let whole = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
    let text = &text[..whole];
    is_certain(text) || sample(text).len() < text.len()
}

/// Whether the first line tells the format alone.
pub(super) fn is_certain(text: &[u8]) -> bool {
    let first = lines(text).next();
    first.is_some_and(|first| certain(first, text).is_some())
}

/// The format that the first line tells alone.
fn certain(line: &[u8], text: &[u8]) -> Option<Kind> {
    Some(match line {
        _ if has_puzzle(line) => Kind::Line,
        _ if is_bank(line) => Kind::Bank,
        [b'{', ..] if json::is_named(line) => Kind::Jsonl,
        _ if table::is_named(text) => Kind::Csv,
        _ => return None,
    })
}

/// The format of a text as its first line looks.
fn of_first(line: &[u8]) -> Kind {
    match leetcode::without_assignment(line) {
        [b'<', ..] => Kind::OpenSudoku,
        [b'['] => Kind::Leetcode,
        [b'[', ..] if is_array(line) => spoken(line).unwrap_or(Kind::Leetcode),
        [b'[', ..] => Kind::Sdk,
        [b'G', b'r', b'i', b'd', ..] => Kind::Euler96,
        [b'*', b'-', ..] => Kind::Ss,
        // The letter of a tag, not that of a comment's first word.
        [b'#', b'A'..=b'U', rest @ ..] if !matches!(rest, [b'a'..=b'z', ..]) => Kind::Sdk,
        _ if is_number(line) && line.len() < 9 => Kind::Poj2676,
        [b'+' | b'|' | b'-', ..] => Kind::Grid,
        // A frame of box-drawing characters.
        [0xe2, 0x94 | 0x95, ..] => Kind::Grid,
        _ => spoken(line).unwrap_or(Kind::Line),
    }
}

/// The format for which a line speaks, wherever it stands.
fn spoken(line: &[u8]) -> Option<Kind> {
    let without = leetcode::without_assignment(line);
    Some(match without {
        _ if has_puzzle(line) => Kind::Line,
        _ if is_bank(line) => Kind::Bank,
        [b':', ..] if blocks::hodoku(line).is_some() => Kind::Hodoku,
        [b'<', ..] => Kind::OpenSudoku,
        [b'{', ..] if json::names(line).is_some() => Kind::Jsonl,
        [b'[', ..] if is_array(without) => match without.contains(&b'"') {
            true => Kind::Leetcode,
            false => Kind::Array,
        },
        _ if is_row(line, |byte| byte.is_ascii_whitespace()) => Kind::Spaced,
        _ if line.len() == 11 && line[3] == b'|' && line[7] == b'|' => Kind::Ss,
        _ if line.len() == 9 && line.iter().all(|&b| Puzzle::is_cell(b)) => Kind::Grid,
        _ if is_row(line, |byte| byte == b'|') || is_row(line, |byte| byte == b',') => Kind::Grid,
        _ => return None,
    })
}

/// The format of boards: by their headings, or as most of their rows are written.
fn of_boards(text: &[u8], spoken: &[Kind]) -> Kind {
    let has = |kind: Kind| lines(text).any(|line| of_first(line) == kind);
    if has(Kind::Euler96) {
        return Kind::Euler96;
    }
    if has(Kind::Sdk) {
        return Kind::Sdk;
    }
    let rows = [Kind::Grid, Kind::Spaced, Kind::Ss];
    let count = |row: Kind| spoken.iter().filter(|&&kind| kind == row).count();
    match best(rows.map(|row| (row, count(row)))) {
        Best::One(row) | Best::Tie(row, _) => row,
        Best::Nothing => Kind::Grid,
    }
}

/// Whether a line is nine cells with one of these separators, and perhaps blanks, between each two.
fn is_row(line: &[u8], separates: impl Fn(u8) -> bool) -> bool {
    let blank = separates(b' ');
    let fields = line.split(|&byte| separates(byte)).map(<[u8]>::trim_ascii);
    let mut fields = fields.filter(|field| !(blank && field.is_empty()));
    let is_cell = |field: &[u8]| matches!(field, [cell] if Puzzle::is_cell(*cell));
    (0..9).all(|_| fields.next().is_some_and(is_cell)) && fields.next().is_none()
}

/// Whether a line begins an array of JSON, and not a section.
fn is_array(line: &[u8]) -> bool {
    let mut inner = line
        .iter()
        .skip_while(|&&byte| byte == b'[' || byte == b' ');
    matches!(inner.next(), None | Some(b'"' | b'0'..=b'9')) || line.starts_with(b"[[")
}

fn is_number(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(u8::is_ascii_digit)
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
