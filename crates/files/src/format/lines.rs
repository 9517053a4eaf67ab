//! The lines of a text: comments, and lines with content.

use memchr::memchr;

/// Whether a line, without white space at its start, is a comment. A tag of SadMan's files, which
/// is one letter, is not a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    match line {
        [b'#', b'A'..=b'U', b'a'..=b'z', ..] => true,
        [b'#', b'A'..=b'U', ..] => false,
        [b'#', ..] => true,
        _ => false,
    }
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

/// The line that begins at `at`, without white space around it, and where the next one begins.
pub(super) fn line_at(text: &[u8], at: usize) -> (&[u8], usize) {
    let end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
    (text[at..end].trim_ascii(), text.len().min(end + 1))
}

/// What a malformed line is if it looks like a comment of another language.
pub(super) fn other_comment(line: &[u8]) -> Option<String> {
    let signs = ["%", "//", "; "];
    let sign = signs
        .iter()
        .find(|sign| line.starts_with(sign.as_bytes()))?;
    let sign = sign.trim();
    Some(format!(
        "begins with '{sign}', and a comment begins with '#'"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

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
