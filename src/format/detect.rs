//! Recognises the format of a text by its first lines.
//!
//! If the first line has a puzzle, or the name of a column of puzzles, it decides. Otherwise each
//! of the first lines counts as evidence for a format, and the format with the most evidence wins.
//! If two are equal, a heading in the first line decides. Comments do not count.

use super::cells::{is_cell_header, row_apart, separated, with_dashes, with_gaps, without_label};
use super::columns::sample;
use super::comments::content_lines;
use super::evidence::{Best, best};
use super::find::{find, puzzle_field};
use super::kind::Kind;
use super::layout::Format;
use super::options::FormatOptions;
use super::records::Records;
use super::table::Guess;
use super::unsupported::is_odd;
use super::{blocks, json, leetcode, table};
use crate::grid::{CELLS, Puzzle};

/// The format of a text. If no rule applies, it is `line`, so that its lines are reported one by
/// one as malformed.
///
/// ```
/// use ninefold::format::{detect, Kind};
/// assert_eq!(detect(b"\nGrid 01\n003020600\n"), Kind::Euler96);
/// assert_eq!(detect(b"puzzle,solution\n"), Kind::Csv);
/// assert_eq!(detect("1".repeat(81).as_bytes()), Kind::Line);
/// ```
#[must_use]
pub fn detect(text: &[u8]) -> Kind {
    match likeliest(text) {
        Best::Nothing => Kind::Line,
        Best::One(kind) | Best::Tie(kind, _) => kind,
    }
}

/// The format that explains the first lines of a text best.
pub(super) fn likeliest(text: &[u8]) -> Best<Kind> {
    let text = sample(text);
    let Some(first) = lines(text).next() else {
        return Best::Nothing;
    };
    if let Some(kind) = certain(first, text) {
        return Best::One(kind);
    }
    let heading = of_heading(first).filter(|_| spoken(first).is_none());
    let spoken: Vec<Kind> = spoken_lines(text).filter_map(|(_, kind)| kind).collect();
    // A line of another kind may be among the rows of a table.
    let is_few = 2 * spoken.len() < lines(text).count();
    let is_table = match table::guessed(text, None) {
        Some(Guess::Boards | Guess::Named(_)) => true,
        Some(Guess::NoBoards) => spoken.is_empty(),
        Some(Guess::Headless) => heading.is_none() && is_few,
        None => false,
    };
    if is_table {
        return Best::One(Kind::Csv);
    }
    let families = Kind::ALL.iter().filter(|kind| kind.family() == **kind);
    let explained = families.map(|&family| {
        let lines = spoken.iter().filter(|kind| kind.family() == family);
        (family, lines.count())
    });
    let within = |family: Kind| match heading {
        Some(kind) if kind.family() == family => kind,
        _ if family == Kind::Grid => of_boards(text, &spoken),
        _ => family,
    };
    match (best(explained), heading) {
        (Best::Nothing, None) => Best::Nothing,
        (Best::Nothing, Some(kind)) => Best::One(kind),
        // Several numbers above boards do not count them, nor does one above cells that are apart.
        (Best::One(Kind::Grid), Some(Kind::Poj2676))
            if of_boards(text, &spoken) != Kind::Grid || numbers(text) > 1 =>
        {
            Best::One(of_boards(text, &spoken))
        }
        (Best::One(family), _) => Best::One(within(family)),
        (Best::Tie(one, other), Some(kind)) if [one, other].contains(&kind.family()) => {
            Best::One(kind)
        }
        (Best::Tie(one, other), _) => Best::Tie(within(one), within(other)),
    }
}

/// Lines that may be the count of the boards below, or their number.
fn numbers(text: &[u8]) -> usize {
    let numbers = lines(text).filter(|line| blocks::count(line).is_some());
    numbers.count()
}

/// The lines that are neither blank nor comments, with the format that each is evidence for.
pub(super) fn spoken_lines(text: &[u8]) -> impl Iterator<Item = (&[u8], Option<Kind>)> {
    let mut open = 0;
    lines(text).map(move |line| {
        let is_apart = open == 0 && is_list_of_nine(line);
        open = open_brackets(open, line);
        match is_apart {
            true => (line, Some(Kind::Grid)),
            false => (line, spoken(line)),
        }
    })
}

/// Whether further text cannot change the result.
pub(super) fn is_settled(text: &[u8], options: &FormatOptions) -> bool {
    let Some(first) = lines(text).next() else {
        return false;
    };
    let column = options.column.as_deref();
    let may_be_document = options.kind.is_none() && first.starts_with(b"[");
    if may_be_document || !options.names_format() && !is_certain(text) {
        return false;
    }
    match options.asked_kind(text).or_else(|| certain(first, text)) {
        // A refusal says what the text is instead.
        Some(Kind::Csv) if column.is_some() && options.kind.is_none() => {
            table::layout(text, column, options.delimiter).is_ok()
        }
        Some(Kind::Csv) => {
            column.is_some() || table::guessed(text, options.delimiter) == Some(Guess::Named(true))
        }
        Some(Kind::Jsonl) => json::is_settled(text, column),
        kind => kind.is_some(),
    }
}

/// Whether the first line alone decides the format.
pub(super) fn is_certain(text: &[u8]) -> bool {
    let first = lines(text).next();
    first.is_some_and(|first| certain(first, text).is_some() && !is_odd(first))
}

/// The format that the first line alone shows.
fn certain(line: &[u8], text: &[u8]) -> Option<Kind> {
    Some(match line {
        _ if has_puzzle(line) => Kind::Line,
        _ if is_bank(line) => Kind::Bank,
        [b'{', ..] if json::is_named(line) => Kind::Jsonl,
        _ if matches!(table::guessed(text, None), Some(Guess::Named(_))) => Kind::Csv,
        _ if is_cell_header(line) => Kind::Array,
        _ => return None,
    })
}

/// The format that this line is a heading or the beginning of.
fn of_heading(line: &[u8]) -> Option<Kind> {
    Some(match leetcode::board_of_source(line) {
        [b'<', ..] => Kind::OpenSudoku,
        [b'['] => Kind::Leetcode,
        [b'[', ..] if is_array(line) => spoken(line).unwrap_or(Kind::Leetcode),
        [b'[', ..] => Kind::Sdk,
        [b'G', b'r', b'i', b'd', ..] => Kind::Euler96,
        [b'*', b'-', ..] => Kind::Ss,
        [b'#', ..] => Kind::Sdk,
        _ if blocks::count(line).is_some() => Kind::Poj2676,
        [b'+' | b'|' | b'-', ..] => Kind::Grid,
        // A frame of box-drawing characters.
        [0xe2, 0x94 | 0x95, ..] => Kind::Grid,
        _ => return None,
    })
}

/// The format that a line is evidence for, wherever the line is.
fn spoken(line: &[u8]) -> Option<Kind> {
    match line {
        _ if has_puzzle(line) => return Some(Kind::Line),
        _ if is_bank(line) => return Some(Kind::Bank),
        [b':', ..] if blocks::hodoku(line).is_some() => return Some(Kind::Hodoku),
        [b'<', ..] => return Some(Kind::OpenSudoku),
        [b'{', ..] if json::names(line).is_some() => return Some(Kind::Jsonl),
        _ => {}
    }
    let line = without_label(line);
    let without = leetcode::board_of_source(line);
    Some(match without {
        [b'[', ..] if is_array(without) && is_json(without) => match without.contains(&b'"') {
            true => Kind::Leetcode,
            false => Kind::Array,
        },
        _ if separated(line).is_some() => Kind::Array,
        _ if is_row(line, |byte| byte.is_ascii_whitespace()) => Kind::Spaced,
        _ if with_gaps(line).is_some() || with_dashes(line, false).is_some() => Kind::Grid,
        _ if is_barred(line) && line.len() == 11 && line[3] == b'|' && line[7] == b'|' => Kind::Ss,
        _ if line.len() == 9 && line.iter().all(|&b| Puzzle::is_cell(b)) => Kind::Grid,
        _ if is_barred(line) || row_apart(line).is_some() => Kind::Grid,
        _ => return None,
    })
}

/// The format of boards: by their headings, or by the form of most rows.
fn of_boards(text: &[u8], spoken: &[Kind]) -> Kind {
    let has = |kind: Kind| lines(text).any(|line| of_heading(line) == Some(kind));
    if has(Kind::Euler96) {
        return Kind::Euler96;
    }
    if has(Kind::Sdk) {
        return Kind::Sdk;
    }
    let rows = [Kind::Grid, Kind::Spaced, Kind::Ss];
    let count = |row: Kind| spoken.iter().filter(|&&kind| kind == row).count();
    match best(rows.map(|row| (row, count(row)))) {
        Best::One(row) => row,
        // This format reads all of them.
        Best::Tie(..) | Best::Nothing => Kind::Grid,
    }
}

/// Whether a line is nine cells, with one of these separators and possibly spaces between every
/// two.
fn is_row(line: &[u8], separates: impl Fn(u8) -> bool) -> bool {
    let blank = separates(b' ');
    let fields = line.split(|&byte| separates(byte)).map(<[u8]>::trim_ascii);
    let mut fields = fields.filter(|field| !(blank && field.is_empty()));
    let is_cell = |field: &[u8]| matches!(field, [cell] if Puzzle::is_cell(*cell));
    (0..9).all(|_| fields.next().is_some_and(is_cell)) && fields.next().is_none()
}

/// Whether a line is nine cells with bars, and possibly spaces, between them.
fn is_barred(line: &[u8]) -> bool {
    let count = |is: fn(u8) -> bool| line.iter().filter(|&&byte| is(byte)).count();
    let bars = count(|byte| byte == b'|');
    bars > 0 && count(Puzzle::is_cell) == 9 && 9 + bars + count(|byte| byte == b' ') == line.len()
}

/// What JSON and Python write for a blank.
const BLANKS: [&[u8]; 2] = [b"null", b"None"];

/// Whether a line has only cells, blanks and the separators of arrays.
fn is_json(line: &[u8]) -> bool {
    line.split(|byte| b"[], \t\"';".contains(byte))
        .all(|cells| BLANKS.contains(&cells) || cells.iter().all(|&byte| Puzzle::is_cell(byte)))
}

/// Whether a line is a list of nine cells, as `print(row)` writes it. Where no other bracket is
/// open, it is a row of a board.
fn is_list_of_nine(line: &[u8]) -> bool {
    let inner = line
        .strip_prefix(b"[")
        .and_then(|line| line.strip_suffix(b"]"));
    inner.is_some_and(|inner| {
        !inner.iter().any(|byte| matches!(byte, b'[' | b']')) && row_apart(inner).is_some()
    })
}

/// How many brackets are open after a line, if `open` are before it.
fn open_brackets(open: usize, line: &[u8]) -> usize {
    line.iter().fold(open, |open, byte| match byte {
        b'[' => open + 1,
        b']' => open.saturating_sub(1),
        _ => open,
    })
}

/// Whether a line begins an array of JSON, and not a section.
fn is_array(line: &[u8]) -> bool {
    let first = line.iter().position(|byte| !b"[ ".contains(byte));
    let inner = first.map_or(&b""[..], |first| &line[first..]);
    matches!(inner, [] | [b'"' | b'0'..=b'9', ..])
        || BLANKS.iter().any(|blank| inner.starts_with(blank))
        || line.starts_with(b"[[")
}

/// The lines that are neither blank nor comments, trimmed.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    content_lines(text).map(<[u8]>::trim_ascii)
}

fn has_puzzle(line: &[u8]) -> bool {
    let mut records = Records::default();
    find(Format::Line, line, &mut records);
    !records.starts.is_empty()
}

/// `hash puzzle rating`: the puzzle is the second field. A puzzle that lost a cell, followed by its
/// solution, is too long for that. The hash may also be the number of the line.
fn is_bank(line: &[u8]) -> bool {
    let puzzle = puzzle_field(Format::Bank, line);
    let hash = line[..puzzle.start].trim_ascii();
    puzzle.len() == CELLS
        && (1..=40).contains(&hash.len())
        && hash.iter().all(u8::is_ascii_hexdigit)
}
