//! Recognises comments among records.

/// Whether a line, without white space at its start, is a comment. A tag of SadMan's files, which
/// is one letter, is not a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let is_tag = |rest: &[u8]| match rest {
        [b'A'..=b'U', rest @ ..] => !matches!(rest, [b'a'..=b'z', ..]),
        _ => false,
    };
    line.strip_prefix(b"#").is_some_and(|rest| !is_tag(rest))
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
