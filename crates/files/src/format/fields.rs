//! The fields of a line of any text, and the grids among them.

use super::cells::is_full;
use ninefold::grid::{CELLS, Puzzle};

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
pub(super) fn within(text: &[u8], is: impl Fn(u8) -> bool) -> &[u8] {
    let first = text.iter().position(|&byte| is(byte));
    let last = text.iter().rposition(|&byte| is(byte));
    match (first, last) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => &[],
    }
}
