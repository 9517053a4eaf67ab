//! Reads one line of answers.

use crate::format::cells::{is_full, is_open};
use memchr::memrchr;
use ninefold::engine::verdict::Verdict;
use ninefold::grid::{CELLS, Puzzle};

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

/// Whether a byte ends a field of a line.
fn is_separator(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b',' | b';' | b':' | b'|' | b'#' | b'=' | b'>' | b'"' | b'\'' | b'\r'
    )
}

/// The fields of a line that are not empty.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let fields = line.split(|&byte| is_separator(byte));
    fields.filter(|field| !field.is_empty())
}

/// The grids among the fields of a line.
pub(super) fn grids(line: &[u8]) -> impl Iterator<Item = &[u8; CELLS]> {
    fields(line).filter_map(grid)
}

/// The 81 bytes of a field that is a grid: the whole field, or its content within brackets or other
/// bytes that are not cells. 81 digits are a grid even beside signs of blanks, such as a full stop.
pub(super) fn grid(field: &[u8]) -> Option<&[u8; CELLS]> {
    if field.len() < CELLS {
        return None;
    }
    if let Ok(all) = <&[u8; CELLS]>::try_from(field)
        && all.iter().any(u8::is_ascii_digit)
    {
        return Some(all);
    }
    if let Ok(cells) = within(field, Puzzle::is_cell).try_into() {
        return Some(cells);
    }
    let digits = within(field, |byte| byte.is_ascii_digit());
    if is_full(digits) {
        return digits.try_into().ok();
    }
    None
}

/// The text from the first to the last byte that satisfies `is`.
fn within(text: &[u8], is: impl Fn(u8) -> bool) -> &[u8] {
    let first = text.iter().position(|&byte| is(byte));
    let last = text.iter().rposition(|&byte| is(byte));
    match (first, last) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => &[],
    }
}

/// Whether two texts are the same puzzle, whatever their signs for blanks.
#[must_use]
pub fn is_copy(text: &[u8], puzzle: &[u8; CELLS]) -> bool {
    let is_digit = |byte: u8| (b'1'..=b'9').contains(&byte);
    let same = |(&a, &b): (&u8, &u8)| a == b || !is_digit(a) && !is_digit(b);
    text.len() == CELLS && text.iter().zip(puzzle).all(same)
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
    let mut fields = line.split(|&byte| byte == b'\t');
    let mut next = || fields.next().unwrap_or_default().trim_ascii();
    let puzzle = next();
    let solution = next();
    let verdict = next();
    let count = next();
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
    let digits = |field: &&[u8]| field.len() < 20 && field.iter().all(u8::is_ascii_digit);
    let number = |field| std::str::from_utf8(field).ok()?.parse().ok();
    fields(line).filter(digits).find_map(number)
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
    let is_number = || fields(text).any(|field| as_number(field).is_some());
    stated.or_else(|| is_number().then_some(StatedVerdict::Claim))
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
    let named = |verdict: &Verdict| verdict.name().as_bytes() == word;
    match Verdict::ALL.into_iter().find(named) {
        Some(Verdict::Solved | Verdict::AtLeast) => StatedVerdict::Claim,
        Some(verdict) => StatedVerdict::Verdict(verdict),
        None => StatedVerdict::Other,
    }
}

/// What solvers print for a puzzle without a solution: alone, after a label, or before a number.
const NO_SOLUTION: [&str; 3] = ["none", "null", "false"];
/// The same for solvers that print dashes, or lists.
const BARE: [&[u8]; 3] = [b"-", b"[]", b"[],"];
/// What solvers print for it, possibly among other words, with the spaces around it.
const AMONG_WORDS: [&str; 9] = [
    " no solution ",
    " no solutions ",
    " unsolvable ",
    " not solvable ",
    " not possible ",
    " invalid ",
    " impossible ",
    " unsatisfiable ",
    " unsat ",
];

/// What may stand before them, with a colon. So may numbers and grids.
const LABELS: [&str; 5] = ["solution", "answer", "result", "puzzle", "grid"];

/// The claim in words that there is no solution. The words may stand beside a grid. Neither their
/// case nor brackets around them count.
pub(super) fn in_words(line: &[u8]) -> Option<StatedVerdict<'static>> {
    if line.is_empty() {
        return None;
    }
    let text = format!(" {} ", words(line).join(" "));
    let is_none = AMONG_WORDS.iter().any(|phrase| text.contains(phrase)) || is_none_alone(line);
    is_none.then_some(StatedVerdict::Verdict(Verdict::None))
}

/// Whether a line has a word for no solution alone, after a label, or before a number.
fn is_none_alone(line: &[u8]) -> bool {
    let colon = memrchr(b':', line).map_or(0, |colon| colon + 1);
    let (label, rest) = line.split_at(colon);
    for word in words(label) {
        if !begins_with_digit(&word) && !LABELS.contains(&word.as_str()) {
            return false;
        }
    }
    if BARE.contains(&rest.trim_ascii()) {
        return true;
    }
    match &words(rest)[..] {
        [word] => NO_SOLUTION.contains(&word.as_str()),
        [word, next, ..] => NO_SOLUTION.contains(&word.as_str()) && begins_with_digit(next),
        [] => false,
    }
}

fn begins_with_digit(word: &str) -> bool {
    word.as_bytes()[0].is_ascii_digit()
}

/// The claim of a line between boards, as a verdict. A line with a digit may be statistics.
pub(in crate::format) fn stated_none(line: &[u8]) -> Option<&[u8]> {
    match line {
        [b'!', ..] => Some(line),
        _ if line.iter().any(u8::is_ascii_digit) => None,
        _ => in_words(line).map(|_| &b"!none"[..]),
    }
}

/// The words of a line in lower case, without grids and what stands around words.
fn words(line: &[u8]) -> Vec<String> {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let words = fields(line).filter(|field| grid(field).is_none());
    let words = words.map(|field| within(field, is_of_word));
    let words = words.filter(|word| !word.is_empty());
    let lower = |word: &[u8]| String::from_utf8_lossy(word).to_ascii_lowercase();
    words.map(lower).collect()
}

/// The number in a field, which may follow `>=`.
pub(crate) fn as_number(field: &[u8]) -> Option<i64> {
    let digits = field.strip_prefix(b">=").unwrap_or(field);
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
