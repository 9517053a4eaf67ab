//! Escapes names of files for messages, tables and pages.
//!
//! A name may have any bytes except 0. Unescaped, a line feed could fake a line of a message, and
//! an escape sequence could control the terminal.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};

/// Shows a name, or any text of other people, on one line. It escapes control characters, marks
/// that change the direction of writing, and bytes that are not text. Escaping the result again
/// changes nothing.
///
/// ```
/// use ninefold_files::escape::escape;
/// assert_eq!(escape("a puzzle.txt").to_string(), "a puzzle.txt");
/// assert_eq!(escape("red\x1b[31m\nline").to_string(), r"red\u{1b}[31m\nline");
/// ```
pub fn escape<T: AsRef<OsStr> + ?Sized>(name: &T) -> Escaped<'_> {
    Escaped(name.as_ref())
}

/// The result of [`escape`].
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(&'a OsStr);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0.as_encoded_bytes().utf8_chunks() {
            for c in part.valid().chars() {
                if is_harmless(c) {
                    f.write_char(c)?;
                } else {
                    write!(f, "{}", c.escape_debug())?;
                }
            }
            write!(f, "{}", part.invalid().escape_ascii())?;
        }
        Ok(())
    }
}

/// Whether a character is only visible text.
fn is_harmless(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    !(c.is_control() || turns || breaks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_is_escaped_and_all_else_stays() {
        for plain in [
            "",
            "-",
            "/a b/c'd\"e\\f",
            "zahlen-ä-数独-e\u{301}",
            "a\u{200d}b",
        ] {
            assert_eq!(escape(plain).to_string(), plain);
        }
        for (name, text) in [
            ("\x1b]0;title\x07", r"\u{1b}]0;title\u{7}"),
            ("a\r\nb\tc", r"a\r\nb\tc"),
            ("\u{9b}31m\u{7f}", r"\u{9b}31m\u{7f}"),
            ("\u{202e}txt.exe", r"\u{202e}txt.exe"),
        ] {
            assert_eq!(escape(name).to_string(), text);
            assert_eq!(escape(&escape(name).to_string()).to_string(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_told_apart() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"a\xff\xc3(\xe2\x82");
        assert_eq!(escape(name).to_string(), r"a\xff\xc3(\xe2\x82");
    }
}
