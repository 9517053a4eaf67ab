//! Reads one line of answers.

use crate::format::cells::{is_digit, is_full, is_open};
use crate::format::claims::says_none;
use crate::format::fields::{fields, grid, grids};
use ninefold::engine::verdict::Verdict;
use ninefold::grid::CELLS;

/// The content of a line, and the puzzle that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The puzzle beside the answer.
    pub puzzle: Option<&'a [u8]>,
    /// The answer.
    pub stated: StatedVerdict<'a>,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatedVerdict<'a> {
    /// 81 bytes that claim to be the solution.
    Solution(&'a [u8; CELLS]),
    /// A verdict instead of one.
    Verdict(Verdict),
    /// A claim that cannot be checked: a number of solutions, or a verdict without its solution.
    Claim,
    /// An empty field for the solution, in a table.
    NoSolution,
    /// Text that is not an answer.
    Other,
}

/// Whether two texts are the same puzzle, whatever their signs for blanks.
#[must_use]
pub fn is_copy(text: &[u8], puzzle: &[u8; CELLS]) -> bool {
    if text.len() != CELLS {
        return false;
    }
    let mut pairs = text.iter().zip(puzzle);
    pairs.all(|(&one, &other)| one == other || !is_digit(one) && !is_digit(other))
}

/// Reads a line of the file as the answer to this puzzle, or to a line that is not a puzzle.
///
/// Fields end at white space, quotes and any of `, ; : | # = >`. Brackets around a field do not
/// count. The solution is the first field of 81 bytes that is not a copy of the puzzle, or the last
/// copy if nothing else has 81 bytes. Full grids after it that differ from it make the line
/// unclear, and it states nothing. If another puzzle with blanks comes first, the line answers that
/// puzzle. Without a solution, the answer is `!` and a verdict, or else a number. A line that
/// begins with `!` is that verdict, whatever follows.
///
/// ```
/// use ninefold_files::format::answers::{read_line, StatedVerdict};
/// let puzzle = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// let answer = b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
/// let line = [&puzzle[..], b":1:", answer].concat();
/// assert_eq!(read_line(&line, Some(puzzle)).stated, StatedVerdict::Solution(answer));
/// ```
#[must_use]
pub fn read_line<'a>(line: &'a [u8], puzzle: Option<&[u8; CELLS]>) -> Answer<'a> {
    let Some(puzzle) = puzzle.filter(|_| line.first() != Some(&b'!')) else {
        return nameless(claims(line).next().unwrap_or_else(|| anything(line)));
    };
    let mut named = None;
    let mut copies = 0;
    let mut solution = None;
    let mut grids = grids(line);
    for grid in grids.by_ref() {
        if is_copy(grid, puzzle) {
            named = Some(grid);
            copies += 1;
        } else if named.is_none() && is_open(grid) {
            named = Some(grid);
        } else {
            solution = Some(grid);
            break;
        }
    }
    let puzzle = named.map(|grid| &grid[..]);
    if let Some(grid) = solution {
        if grids.any(|other| other != grid && is_full(other)) {
            return nameless(StatedVerdict::Other);
        }
        let stated = StatedVerdict::Solution(grid);
        return Answer { puzzle, stated };
    }
    match (stated_apart(line), named) {
        // A solution that equals the puzzle, or that its solver left incomplete.
        (None, Some(grid)) => nameless(StatedVerdict::Solution(grid)),
        (Some(StatedVerdict::Claim), Some(grid)) if copies > 1 || is_full(grid) => {
            nameless(StatedVerdict::Solution(grid))
        }
        (stated, _) => Answer {
            puzzle,
            stated: stated.unwrap_or(StatedVerdict::Other),
        },
    }
}

/// Reads a line of the four fields puzzle, solution, verdict and number of solutions, with tabs
/// between them. Any of them may be empty.
#[must_use]
pub fn read_fields(line: &[u8]) -> Answer<'_> {
    let mut all = [&b""[..]; 4];
    for (own, field) in all.iter_mut().zip(line.split(|&byte| byte == b'\t')) {
        *own = field.trim_ascii();
    }
    let [puzzle, solution, verdict, count] = all;
    let stated = if let Some(solution) = grid(solution) {
        StatedVerdict::Solution(solution)
    } else if !solution.is_empty() {
        stated_apart(solution).unwrap_or(StatedVerdict::Other)
    } else if !verdict.is_empty() {
        claim(verdict.strip_prefix(b"!").unwrap_or(verdict))
    } else if !count.is_empty() {
        StatedVerdict::Claim
    } else {
        StatedVerdict::NoSolution
    };
    Answer {
        puzzle: Some(puzzle).filter(|puzzle| !puzzle.is_empty()),
        stated,
    }
}

/// How a row of answers is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Form {
    /// A line of the file.
    #[default]
    Lines,
    /// Four fields, of a row or a board.
    Fields,
}

impl Form {
    /// Reads a row as the answer to this puzzle, or to a line that is not a puzzle.
    pub(crate) fn read<'a>(self, row: &'a [u8], puzzle: Option<&[u8; CELLS]>) -> Answer<'a> {
        match self {
            Form::Lines => read_line(row, puzzle),
            Form::Fields => read_fields(row),
        }
    }
}

/// Whether a row could be an answer to any puzzle: it has a grid, a verdict, a word for no solution
/// or only a number.
pub(crate) fn may_answer(row: &[u8], form: Form) -> bool {
    form.read(row, None).stated != StatedVerdict::Other || as_number(row).is_some()
}

/// The fields of a line that are full grids, in order: 81 digits each. No rule of Sudoku is
/// checked.
pub fn solutions(line: &[u8]) -> impl Iterator<Item = &[u8; CELLS]> {
    grids(line).filter(|grid| is_full(&grid[..]))
}

/// The first field of a line that is a number, of at most 19 digits.
#[must_use]
pub fn first_count(line: &[u8]) -> Option<u64> {
    for field in fields(line) {
        if field.len() < 20 && field.iter().all(u8::is_ascii_digit) {
            return std::str::from_utf8(field).ok()?.parse().ok();
        }
    }
    None
}

fn nameless(stated: StatedVerdict<'_>) -> Answer<'_> {
    Answer {
        puzzle: None,
        stated,
    }
}

/// What a text states that is no solution: a verdict, words for no solution, or a number of
/// solutions.
fn stated_apart(text: &[u8]) -> Option<StatedVerdict<'_>> {
    let stated = claims(text).next().or_else(|| in_words(text));
    if stated.is_some() {
        return stated;
    }
    let has_number = fields(text).any(|field| as_number(field).is_some());
    has_number.then_some(StatedVerdict::Claim)
}

/// The content of a line that answers no puzzle.
fn anything(line: &[u8]) -> StatedVerdict<'_> {
    match grids(line).next() {
        Some(grid) => StatedVerdict::Solution(grid),
        None => in_words(line).unwrap_or(StatedVerdict::Other),
    }
}

/// Whether a line has a verdict after `!`.
pub(super) fn has_claim(line: &[u8]) -> bool {
    claims(line).next().is_some()
}

/// The verdicts after `!` in a line.
fn claims(line: &[u8]) -> impl Iterator<Item = StatedVerdict<'_>> {
    let words = fields(line).filter_map(|field| field.strip_prefix(b"!"));
    words
        .map(claim)
        .filter(|stated| *stated != StatedVerdict::Other)
}

/// The verdict for a word, which other text may follow.
fn claim(word: &[u8]) -> StatedVerdict<'_> {
    let end = word
        .iter()
        .position(|byte| !matches!(byte, b'a'..=b'z' | b'-'));
    let word = &word[..end.unwrap_or(word.len())];
    let mut verdicts = Verdict::ALL.into_iter();
    match verdicts.find(|verdict| verdict.name().as_bytes() == word) {
        Some(Verdict::Solved | Verdict::AtLeast) => StatedVerdict::Claim,
        Some(verdict) => StatedVerdict::Verdict(verdict),
        None => StatedVerdict::Other,
    }
}

/// The claim in words that there is no solution.
fn in_words(line: &[u8]) -> Option<StatedVerdict<'static>> {
    says_none(line).then_some(StatedVerdict::Verdict(Verdict::None))
}

/// The number in a field, which may follow `>=`.
pub(crate) fn as_number(field: &[u8]) -> Option<i64> {
    let digits = field.strip_prefix(b">=").unwrap_or(field);
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
