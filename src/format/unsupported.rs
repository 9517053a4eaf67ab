//! Recognises boards that no format here supports, of another size or with other blanks, by their
//! first lines. So one message explains them.

use super::cells::is_open;
use super::comments::is_comment;
use crate::grid::{CELLS, Puzzle};
use crate::lines::first_field;

/// Cells in a row, and the highest digit as one character. For more than nine, digits may be
/// letters only, or letters after 9.
const SIDES: [(usize, u8); 9] = [
    (4, b'4'),
    (6, b'6'),
    (8, b'8'),
    (10, b'J'),
    (12, b'L'),
    (15, b'O'),
    (16, b'P'),
    (20, b'T'),
    (25, b'Y'),
];

/// The kind of a line that is not part of a 9x9 board of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unsupported {
    /// A whole board of this many cells.
    Board(usize),
    /// A row of this many cells.
    Row(usize),
    /// Nine lists of candidates.
    Lists,
    /// 81 lists of candidates, nine characters each.
    Candidates,
}

impl Unsupported {
    const CANDIDATES: usize = 9 * CELLS;

    fn of(line: &[u8]) -> Option<Unsupported> {
        let field = &line[first_field(line)];
        let tokens: Vec<&[u8]> = line
            .split(|&byte| is_frame(byte))
            .filter(|token| !token.is_empty())
            .collect();
        let is_field = |highest| field.iter().all(|&byte| is_cell(byte, highest));
        if field.len() == Unsupported::CANDIDATES && is_field(b'9') {
            return Some(Unsupported::Candidates);
        }
        if is_lists(&tokens) {
            return Some(Unsupported::Lists);
        }
        SIDES.into_iter().find_map(|(side, highest)| {
            let count = match field.len() == side * side && is_field(highest) {
                true => field.len(),
                false => cells(&tokens, side, highest)?,
            };
            match count {
                _ if count == side * side => Some(Unsupported::Board(count)),
                _ if count == side => Some(Unsupported::Row(count)),
                _ => None,
            }
        })
    }

    /// How many such lines make a board, or as much of one as the first lines show with its frame.
    fn needed(self) -> usize {
        match self {
            Unsupported::Row(side) => side.min(12),
            Unsupported::Lists => 9,
            Unsupported::Board(_) | Unsupported::Candidates => 1,
        }
    }

    fn refusal(self, line: usize) -> String {
        match self {
            Unsupported::Board(cells) => format!("not 9x9: {cells} cells in line {line}"),
            Unsupported::Candidates => format!(
                "not 9x9: {} candidates in line {line}",
                Unsupported::CANDIDATES
            ),
            Unsupported::Row(cells) => {
                format!("not 9x9: rows of {cells} cells from line {line} on")
            }
            Unsupported::Lists => format!("no cells, but lists of candidates, from line {line} on"),
        }
    }
}

/// The kind of the first lines, each with its number, if they are boards that cannot be read.
pub(super) fn refusal(lines: &[(usize, &[u8])]) -> Option<String> {
    let blanks = other_blanks(lines).map(|(blank, reason)| {
        let blank = char::from(blank);
        format!("{reason} (tr '{blank}' . < FILE)")
    });
    blanks.or_else(|| other_size(lines).map(|(kind, line)| kind.refusal(line)))
}

/// The kind of these fields of a column, each with its line, if they are boards that cannot be
/// read.
pub(super) fn boards(fields: &[(usize, &[u8])]) -> Option<String> {
    let blanks = other_blanks(fields).map(|(_, reason)| reason);
    let is_board = |kind: &Unsupported| !matches!(kind, Unsupported::Row(_) | Unsupported::Lists);
    let size = || other_size(fields).filter(|(kind, _)| is_board(kind));
    blanks.or_else(|| size().map(|(kind, line)| kind.refusal(line)))
}

/// The kind of the first lines, if half of them, and enough for a board, are of another kind. Also
/// returns the first such line.
fn other_size(lines: &[(usize, &[u8])]) -> Option<(Unsupported, usize)> {
    let is_drawn = |line: &[u8]| line.iter().all(|&byte| is_frame(byte));
    let lines = lines.iter().map(|(i, line)| (i, line.trim_ascii()));
    let lines = lines.filter(|(_, line)| !is_drawn(line));
    let all: Vec<(usize, Option<Unsupported>)> =
        lines.map(|(&i, line)| (i, Unsupported::of(line))).collect();
    all.iter().find_map(|&(first, kind)| {
        let same = all.iter().filter(|(_, other)| *other == kind).count();
        let enough = 2 * same >= all.len() && same >= kind?.needed();
        enough.then_some((kind?, first))
    })
}

/// If half of the first lines have 81 cells with one unknown sign for all blanks: the sign, and
/// what is wrong with it.
fn other_blanks(lines: &[(usize, &[u8])]) -> Option<(u8, String)> {
    let lines = lines
        .iter()
        .filter(|(_, line)| !line.trim_ascii().is_empty());
    let blanks: Vec<(usize, Option<u8>)> = lines.map(|&(i, line)| (i, odd_blank(line))).collect();
    let (first, blank) = blanks.iter().find_map(|&(i, blank)| Some((i, blank?)))?;
    let same = blanks.iter().filter(|(_, other)| *other == Some(blank));
    (2 * same.count() >= blanks.len()).then(|| {
        let sign = char::from(blank);
        let reason = format!(
            "its blanks are '{sign}' in line {first}, which is not a cell: write them as dots"
        );
        (blank, reason)
    })
}

/// If half of the first lines have a puzzle, but not where it would be read, where the first puzzle
/// is.
pub(super) fn stray(text: &[u8]) -> Option<String> {
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty() && !is_comment(line));
    let places: Vec<_> = lines
        .map(|(i, line)| (i + 1, puzzle_within(line)))
        .collect();
    let mut found = places.iter().filter_map(|&(i, at)| Some((i, at? + 1)));
    let (line, column) = found.next()?;
    (2 * (1 + found.count()) >= places.len()).then(|| {
        format!(
            "no puzzle stands alone, the first in column {column} of line {line}: write each on a line \
             of its own (grep -oE '[0-9._*xX]{{{CELLS}}}' FILE)"
        )
    })
}

/// Where a line has exactly 81 cells together, some of them blank.
fn puzzle_within(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    for run in line.split(|&byte| !Puzzle::is_cell(byte)) {
        if is_open(run) && run.iter().any(|byte| (b'1'..=b'9').contains(byte)) {
            return Some(at);
        }
        at += run.len() + 1;
    }
    None
}

/// The byte for all blanks of a line of 81 cells, if it is not a valid blank.
pub(super) fn odd_blank(line: &[u8]) -> Option<u8> {
    let field = match line.len() {
        CELLS => line,
        _ => &line[first_field(line)],
    };
    let mut others = field.iter().filter(|byte| !(b'1'..=b'9').contains(byte));
    let &blank = others.next().filter(|_| field.len() == CELLS)?;
    let is_sign = (b' '..=b'~').contains(&blank) && !Puzzle::is_cell(blank);
    // Neither can stand in a command that replaces it.
    let is_sign = is_sign && !matches!(blank, b'\'' | b'\\');
    (is_sign && others.all(|&byte| byte == blank)).then_some(blank)
}

/// Whether a byte may stand around and between cells, or is part of a box-drawing character.
fn is_frame(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"|,;:+-=!/[](){}\"'".contains(&byte) || byte >= 0x80
}

/// Whether a byte is a cell, if this is the highest digit.
fn is_cell(byte: u8, highest: u8) -> bool {
    let byte = byte.to_ascii_uppercase();
    Puzzle::is_cell(byte) && !(b'1'..=b'9').contains(&byte)
        || byte.is_ascii_alphanumeric() && byte <= highest
}

/// How many cells a line has: one for each number, or one for each character.
fn cells(tokens: &[&[u8]], side: usize, highest: u8) -> Option<usize> {
    let number = |token: &[u8]| std::str::from_utf8(token).ok()?.parse::<usize>().ok();
    let is_one = |token: &&[u8]| {
        matches!(token, [byte] if is_cell(*byte, highest))
            || number(token).is_some_and(|n| n <= side)
    };
    if tokens.iter().all(is_one) {
        return Some(tokens.len());
    }
    let mut all = tokens.iter().copied().flatten();
    all.all(|&byte| is_cell(byte, highest))
        .then(|| tokens.iter().map(|token| token.len()).sum())
}

/// Whether these are nine lists of candidates, each in order, and at least one of several digits.
fn is_lists(tokens: &[&[u8]]) -> bool {
    // In SadMan's .sdx, `u` stands before a digit that the user placed.
    let bare = |token: &&[u8]| token.strip_prefix(b"u").unwrap_or(token).to_vec();
    let is_list = |token: &&[u8]| {
        let token = bare(token);
        token.iter().all(|byte| (b'1'..=b'9').contains(byte))
            && token.windows(2).all(|pair| pair[0] < pair[1])
    };
    tokens.len() == 9 && tokens.iter().all(is_list) && tokens.iter().any(|token| token.len() > 1)
}
