//! Reads words that claim that a puzzle has no solution.

use super::fields::{fields, grid, within};
use memchr::memrchr;

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

/// Whether a line says in words that there is no solution. The words may stand beside a grid.
/// Neither their case nor brackets around them count.
pub(super) fn says_none(line: &[u8]) -> bool {
    if line.is_empty() {
        return false;
    }
    let text = format!(" {} ", words(line).join(" "));
    AMONG_WORDS.iter().any(|phrase| text.contains(phrase)) || is_none_alone(line)
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
pub(super) fn stated_none(line: &[u8]) -> Option<&[u8]> {
    match line {
        [b'!', ..] => Some(line),
        _ if line.iter().any(u8::is_ascii_digit) => None,
        _ => says_none(line).then_some(&b"!none"[..]),
    }
}

/// The words of a line in lower case, without grids and what stands around words.
fn words(line: &[u8]) -> Vec<String> {
    let mut words = Vec::new();
    for field in fields(line) {
        let word = within(field, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !word.is_empty() && grid(field).is_none() {
            words.push(String::from_utf8_lossy(word).to_ascii_lowercase());
        }
    }
    words
}
