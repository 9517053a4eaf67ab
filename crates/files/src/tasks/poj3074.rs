//! POJ 3074: a puzzle a line, and a last line `end` that has no answer.

/// Whether a line is the last one.
pub(crate) fn is_end(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(b"end")
}
