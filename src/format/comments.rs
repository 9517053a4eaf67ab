//! Recognises comments among records, and the statement of a delimiter above a table.

use memchr::memchr;

/// Whether a line, without white space at its start, is a comment. A tag of SadMan's files, which
/// is one letter, is not a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let is_tag = |rest: &[u8]| match rest {
        [b'A'..=b'U', rest @ ..] => !matches!(rest, [b'a'..=b'z', ..]),
        _ => false,
    };
    line.strip_prefix(b"#").is_some_and(|rest| !is_tag(rest))
}

/// Bytes of the blank lines and comments at a text's start.
pub(super) fn lines_above(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let above = lines.take_while(|line| {
        let line = line.trim_ascii();
        line.is_empty() || is_comment(line)
    });
    above.map(<[u8]>::len).sum()
}

/// The lines that are neither blank nor comments, as they are.
pub(super) fn content_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').filter(|line| {
        let line = line.trim_ascii();
        !line.is_empty() && !is_comment(line)
    })
}

/// The delimiter that a line states, as in `sep=;`. Excel writes and reads such a line as the first
/// of a csv file. Other programs may have put it in quotes, or filled it up with delimiters.
pub(super) fn stated_delimiter(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii_start();
    let bare = line.strip_prefix(b"\"").unwrap_or(line);
    let (word, rest) = bare.split_at_checked(4)?;
    let (&delimiter, mut behind) = rest.split_first()?;
    if bare.len() < line.len() {
        behind = behind.strip_prefix(b"\"")?;
    }
    let is_delimiter = delimiter == b'\t' || delimiter.is_ascii_punctuation() && delimiter != b'"';
    let is_end = |byte: &u8| *byte == delimiter || byte.is_ascii_whitespace();
    (word.eq_ignore_ascii_case(b"sep=") && is_delimiter && behind.iter().all(is_end))
        .then_some(delimiter)
}

/// The delimiter that the first line of a text states, and the text after that statement. The line
/// remains, but blank.
pub(super) fn below_statement(text: &[u8]) -> (Option<u8>, &[u8]) {
    let end = memchr(b'\n', text).unwrap_or(text.len());
    match stated_delimiter(&text[..end]) {
        Some(delimiter) => (Some(delimiter), &text[end..]),
        None => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_names_one_delimiter() {
        for (line, delimiter) in [
            ("sep=;", Some(b';')),
            ("sep=,\r", Some(b',')),
            ("SEP=\t", Some(b'\t')),
            ("\"sep=|\"", Some(b'|')),
            ("sep=;;;", Some(b';')),
            ("\"sep=;\";;", Some(b';')),
            ("sep=", None),
            ("sep=a", None),
            ("sep=;id", None),
            ("sep=\"", None),
            ("\"sep=;", None),
            ("id;puzzle", None),
        ] {
            assert_eq!(stated_delimiter(line.as_bytes()), delimiter, "{line}");
        }
        assert_eq!(
            below_statement(b"sep=;\r\na;b"),
            (Some(b';'), &b"\na;b"[..])
        );
        assert_eq!(below_statement(b"a\nsep=;\n"), (None, &b"a\nsep=;\n"[..]));
    }

    #[test]
    fn tags_of_one_letter_are_no_comments() {
        for (line, comment) in [
            ("#", true),
            ("# A", true),
            ("#Author", true),
            ("#AMe", false),
            ("A#", false),
        ] {
            assert_eq!(is_comment(line.as_bytes()), comment, "{line}");
        }
    }
}
