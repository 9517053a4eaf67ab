//! Lines of HoDoKu's library of techniques.

use super::cells::has_cells;
use super::record_lines::RecordLines;
use crate::input::Origin;
use ninefold::grid::{CELLS, Puzzle};

/// A line of HoDoKu's library.
pub(super) fn hodoku_line(line: &[u8], at: Origin, out: &mut RecordLines) {
    let text = line.trim_ascii();
    if text.is_empty() || text[0] == b'#' {
        return;
    }
    match hodoku(text) {
        Some((_, tail)) if has_cells(tail) => out.malformed(at, "another puzzle on the line"),
        Some((cells, tail)) => out.record(&cells, at, tail),
        None => out.malformed(at, ""),
    }
}

/// The cells of a line of HoDoKu's library, and the text after them. The cells follow the third
/// colon, with `+` before digits that were placed.
pub(super) fn hodoku(line: &[u8]) -> Option<([u8; CELLS], &[u8])> {
    let mut fields = line.splitn(5, |&byte| byte == b':');
    let cells = fields.nth(3).filter(|_| line[0] == b':')?;
    let cells: Vec<u8> = cells.iter().copied().filter(|&byte| byte != b'+').collect();
    let cells: [u8; CELLS] = cells.try_into().ok()?;
    cells
        .iter()
        .all(|&byte| Puzzle::is_cell(byte))
        .then(|| (cells, fields.next().unwrap_or_default()))
}
