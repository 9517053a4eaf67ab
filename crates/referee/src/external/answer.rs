//! Reads a line that a command printed.

use ninefold::grid::CELLS;
use ninefold_files::escape::escape;
use ninefold_files::format::answers::{self, AnswerOptions, first_count, solutions};
use ninefold_files::input::{self, OpenOptions};
use std::io::Cursor;

/// Maximum number of characters of a line to show.
const SHOWN: usize = 200;

/// The answer to a puzzle: a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CommandAnswer<'a> {
    /// Its first field of 81 digits.
    pub(crate) solution: Option<&'a [u8; CELLS]>,
    /// Its first number.
    pub(crate) number: Option<u64>,
    /// The whole line.
    pub(crate) line: &'a [u8],
}

/// Reads a line without its end. One that begins with its solution, as those of our worker do,
/// takes 0.1 us and not 0.4.
pub(crate) fn read(line: &[u8]) -> CommandAnswer<'_> {
    let begins = line.split_first_chunk::<CELLS>();
    let begins = begins.filter(|(cells, rest)| {
        matches!(rest, [] | [b' ', ..]) && cells.iter().all(|cell| (b'1'..=b'9').contains(cell))
    });
    let (solution, rest) = match begins {
        Some((cells, rest)) => (Some(cells), rest),
        None => (solutions(line).next(), line),
    };
    CommandAnswer {
        solution,
        number: first_count(rest),
        line,
    }
}

/// The answers of a text in another form that `verify` knows, such as boards: a line for each.
/// Nothing is decompressed.
pub(super) fn as_lines(text: &[u8]) -> Option<Vec<u8>> {
    let text = Box::new(Cursor::new(str::from_utf8(text).ok()?.to_owned()));
    let source = input::open_reader("answers", text, &OpenOptions::default()).ok()?;
    let answers = answers::open(source, &AnswerOptions::default()).ok()?;
    answers.into_lines().ok()
}

/// The beginning of a line in quotes, with control characters escaped.
pub(crate) fn quoted(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut chars = text.trim().chars();
    let begins: String = chars.by_ref().take(SHOWN).collect();
    let more = if chars.next().is_some() { "..." } else { "" };
    format!("\"{}{more}\"", escape(&begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "103000509002109400000704000300502006060000050700803004000401000009205800804000107";
    const ANSWER: &str =
        "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

    fn parsed(line: &str) -> (bool, Option<u64>) {
        let answer = read(line.as_bytes());
        let right = answer.solution.map(|grid| grid[..] == *ANSWER.as_bytes());
        assert_ne!(right, Some(false), "{line}");
        (right.is_some(), answer.number)
    }

    #[test]
    fn solutions_and_numbers_are_found_among_fields() {
        assert_eq!(parsed(ANSWER), (true, None));
        assert_eq!(parsed(&format!("{PUZZLE},{ANSWER}\r")), (true, None));
        assert_eq!(parsed(&format!("{PUZZLE}:1:{ANSWER}")), (true, Some(1)));
        assert_eq!(parsed(&format!("2 {ANSWER} 0.5s")), (true, Some(2)));
        assert_eq!(parsed(&format!("[{ANSWER}]")), (true, None));
        // The same as `verify` reads.
        let other = ANSWER.replace('1', "2");
        assert_eq!(parsed(&format!("{PUZZLE} {ANSWER} {other}")), (true, None));
        assert_eq!(parsed(&format!("{ANSWER}\t12 7")), (true, Some(12)));
        assert_eq!(parsed(&format!("{ANSWER} 12 7")), (true, Some(12)));
        assert_eq!(parsed(&format!("{ANSWER}7 12")), (false, Some(12)));
        assert_eq!(parsed("0"), (false, Some(0)));
        assert_eq!(parsed(&"0".repeat(CELLS)), (false, None));
        for none in ["", "no solution", PUZZLE, &ANSWER[1..], "1.5"] {
            assert_eq!(parsed(none), (false, None), "{none}");
        }
        assert_eq!(
            parsed("9999999999999999999").1,
            Some(9_999_999_999_999_999_999)
        );
        assert_eq!(parsed("99999999999999999999"), (false, None));
    }

    #[test]
    fn what_is_quoted_is_short_and_harmless() {
        assert_eq!(quoted(b"a\x1b[31m\xff\n"), "\"a\\u{1b}[31m\u{fffd}\"");
        assert_eq!(quoted(&[b'x'; 300]).len(), 200 + 5);
    }
}
