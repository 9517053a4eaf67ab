//! Recognises boards that no format here supports, of another size or with other blanks, by their
//! first lines. So one message explains them.

use super::cells::{is_open, separated, with_dashes, with_gaps};
use crate::escape::escape;
use crate::grid::{CELLS, Puzzle};
use crate::lines::{first_field, lone_return};

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
    let blanks = || {
        other_blanks(lines).map(|(blank, reason)| {
            let blank = char::from(blank);
            format!("{reason} (tr '{blank}' . < FILE)")
        })
    };
    blanks().or_else(|| other_size(lines).map(|(kind, line)| kind.refusal(line)))
}

/// The kind of these fields of a column, each with its line, if they are boards that cannot be
/// read.
pub(super) fn boards(fields: &[(usize, &[u8])]) -> Option<String> {
    let blanks = || other_blanks(fields).map(|(_, reason)| reason);
    let blanks = apart(fields).or_else(blanks);
    let is_board = |kind: &Unsupported| !matches!(kind, Unsupported::Row(_) | Unsupported::Lists);
    let size = || other_size(fields).filter(|(kind, _)| is_board(kind));
    blanks
        .or_else(|| size().map(|(kind, line)| kind.refusal(line)))
        .or_else(|| beside(fields))
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

/// If half of these fields have 81 cells with something between them, where the first is.
fn apart(fields: &[(usize, &[u8])]) -> Option<String> {
    first_of_half(fields, |field| separated(field).is_some()).map(|(first, _)| {
        format!(
            "there is something between the cells of the puzzle in line {first}: write all 81 together"
        )
    })
}

/// If half of these fields have a puzzle and something else, where the first is.
fn beside(fields: &[(usize, &[u8])]) -> Option<String> {
    first_of_half(fields, |field| puzzle_within(field).is_some()).map(|(first, field)| {
        let text = String::from_utf8_lossy(&field[..field.len().min(100)]);
        format!(
            "the puzzle in line {first} is not alone in its field: {}",
            escape(&*text)
        )
    })
}

/// If half of the first lines have 81 cells, or nine, with one unknown sign for all blanks: the sign,
/// and what is wrong with it.
fn other_blanks(lines: &[(usize, &[u8])]) -> Option<(u8, String)> {
    let (blank, line) = most(lines, odd_blank)?;
    let sign = char::from(blank);
    let reason =
        format!("its blanks are '{sign}' in line {line}, which is not a cell: write them as dots");
    Some((blank, reason))
}

/// What half of the first lines have, and more than half of the rows of a board, with the first such line.
fn most<T: Copy + PartialEq>(
    lines: &[(usize, &[u8])],
    odd: impl Fn(&[u8]) -> Option<T>,
) -> Option<(T, usize)> {
    let lines = lines
        .iter()
        .filter(|(_, line)| !line.trim_ascii().is_empty());
    let found = lines
        .clone()
        .filter_map(|&(i, line)| Some((i, odd(line)?, line)));
    let (line, first, text) = found.clone().next()?;
    let same = found.filter(|(_, other, _)| *other == first).count();
    let needed = if is_row(text) { 5 } else { 1 };
    (2 * same >= lines.count() && same >= needed).then_some((first, line))
}

/// The first of these that is so, with its line, if half of them are. Blank ones do not count.
fn first_of_half<'a>(
    lines: &[(usize, &'a [u8])],
    is: impl Fn(&[u8]) -> bool,
) -> Option<(usize, &'a [u8])> {
    let lines = lines
        .iter()
        .filter(|(_, line)| !line.trim_ascii().is_empty());
    let mut found = lines.clone().filter(|(_, line)| is(line));
    let &first = found.next()?;
    (2 * (1 + found.count()) >= lines.count()).then_some(first)
}

/// Whether a line has nine characters.
fn is_row(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|line| line.chars().count() == 9)
}

/// If half of the first lines have a puzzle, but not where it would be read, where the first puzzle
/// is.
pub(super) fn stray(lines: &[(usize, &[u8])]) -> Option<String> {
    let (line, text) = first_of_half(lines, |line| puzzle_within(line).is_some())?;
    let column = puzzle_within(text)? + 1;
    Some(format!(
        "no puzzle stands alone, the first in column {column} of line {line}: write each on a line \
         of its own (grep -oE '[0-9._*xX]{{{CELLS}}}' FILE)"
    ))
}

/// If the first line has another puzzle beside its first, where that is.
pub(super) fn second(lines: &[(usize, &[u8])]) -> Option<String> {
    let &(number, line) = lines
        .iter()
        .find(|(_, line)| !line.trim_ascii().is_empty())?;
    let first = first_field(line);
    let is_puzzle = first.len() == CELLS && lone_return(line).is_none();
    let at = puzzle_within(&line[first.end..]).filter(|_| is_puzzle)?;
    Some(format!(
        "there is another puzzle in column {} of line {number}: write each on a line of its own \
         (--input-format line reads only the first of each line)",
        first.end + at + 1
    ))
}

/// Where a line has exactly 81 cells together, some of them blank.
pub(super) fn puzzle_within(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    for run in line.split(|&byte| !Puzzle::is_cell(byte)) {
        if is_open(run) && run.iter().any(|byte| (b'1'..=b'9').contains(byte)) {
            return Some(at);
        }
        at += run.len() + 1;
    }
    None
}

/// Whether a line is a puzzle or a row with a sign for blanks that is not a cell.
pub(super) fn is_odd(line: &[u8]) -> bool {
    odd_blank(line).is_some()
}

/// The byte for all blanks of a line of 81 cells, or of a row of nine, if it is not a valid blank.
fn odd_blank(line: &[u8]) -> Option<u8> {
    let field = match line.len() {
        CELLS => line,
        9 if is_unread_row(line) => line,
        9 => return None,
        _ => &line[first_field(line)],
    };
    let is_board = line.len() == 9 || field.len() == CELLS;
    let mut others = field.iter().filter(|byte| !(b'1'..=b'9').contains(byte));
    let &blank = others.next().filter(|_| is_board)?;
    let is_sign = (b' '..=b'~').contains(&blank) && !Puzzle::is_cell(blank);
    // Neither can stand in a command that replaces it.
    let is_sign = is_sign && !matches!(blank, b'\'' | b'\\');
    (is_sign && others.all(|&byte| byte == blank)).then_some(blank)
}

/// Whether a line has digits, and no row that a reader of boards understands.
fn is_unread_row(line: &[u8]) -> bool {
    let row = with_dashes(line, true).or_else(|| with_gaps(line));
    row.is_none() && line.iter().any(u8::is_ascii_digit)
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
