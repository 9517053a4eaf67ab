//! Which format a text is in, by its first line that is not empty.

use super::Kind;
use super::find::Records;
use super::{Format, find};

/// Names of the column with the puzzles, as collections have them.
pub(super) const COLUMNS: [&str; 4] = ["puzzle", "quiz", "quizzes", "question"];

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
    let line = first_line(text).trim_ascii();
    if line.is_empty() {
        return Kind::Line;
    }
    let number = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    let tokens = || {
        line.split(|byte| byte.is_ascii_whitespace())
            .filter(|t| !t.is_empty())
    };
    if has_puzzle(line) {
        return if is_bank(line) {
            Kind::Bank
        } else {
            Kind::Line
        };
    }
    match line {
        [b'<', ..] => Kind::OpenSudoku,
        [b'[', b'[', ..] | [b'['] => Kind::Leetcode,
        [b'[', next, ..] if *next == b'"' || next.is_ascii_whitespace() => Kind::Leetcode,
        [b'[', ..] => Kind::Sdk,
        [b'G', b'r', b'i', b'd', ..] => Kind::Euler96,
        [b'*', b'-', ..] => Kind::Ss,
        // The letter of a tag, not that of a comment's first word.
        [b'#', b'A'..=b'U', rest @ ..] if !matches!(rest, [b'a'..=b'z', ..]) => Kind::Sdk,
        _ if csv_column(line, None).is_ok() => Kind::Csv,
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

/// The first line that is not blank.
fn first_line(text: &[u8]) -> &[u8] {
    let mut lines = text.split(|&byte| byte == b'\n');
    let found = lines.find(|line| !line.trim_ascii().is_empty());
    found.unwrap_or_default()
}

fn has_puzzle(line: &[u8]) -> bool {
    let mut records = Records::default();
    find(Format::Line, line, &mut records);
    !records.starts.is_empty()
}

/// `hash puzzle rating`: the puzzle is the second of three fields.
fn is_bank(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
    matches!(fields[..], [hash, puzzle, ..] if puzzle.len() == 81 && hash.len() != 81
        && hash.iter().all(u8::is_ascii_hexdigit))
}

/// The column with the puzzles and whether there is a header.
pub(super) fn csv_column(text: &[u8], wanted: Option<&str>) -> Result<(u16, bool), String> {
    let line = first_line(text);
    let names = || {
        line.split(|&byte| byte == b',').map(|name| {
            let name = name.trim_ascii();
            name.strip_prefix(b"\"")
                .and_then(|n| n.strip_suffix(b"\""))
                .unwrap_or(name)
        })
    };
    let place = |name: &str| names().position(|n| n.eq_ignore_ascii_case(name.as_bytes()));
    let found = match wanted {
        Some(name) => place(name),
        None => COLUMNS.iter().find_map(|name| place(name)),
    };
    // Whatever the file is: a line of it, that a terminal can show.
    let header = String::from_utf8_lossy(&line[..line.len().min(200)]);
    let header = header.trim_end().escape_debug();
    match found.map(u16::try_from) {
        Some(Ok(column)) => Ok((column, true)),
        _ => Err(match wanted {
            Some(name) => format!("no column '{name}' in the header: {header}"),
            None => format!(
                "no column named {} in the header (--column names it): {header}",
                COLUMNS.join(", ")
            ),
        }),
    }
}
