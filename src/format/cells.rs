//! Cells as people write them: 81 together, or with something between them.

use crate::grid::{CELLS, Puzzle};

/// What 81 cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grid {
    /// There are blanks among them.
    Open,
    /// Each is a digit.
    Full,
}

impl Grid {
    fn of(field: &[u8]) -> Option<Grid> {
        let is_grid = field.len() == CELLS && field.iter().all(|&byte| Puzzle::is_cell(byte));
        let has_blank = field.iter().any(|&byte| is_blank(byte));
        is_grid.then_some(if has_blank { Grid::Open } else { Grid::Full })
    }
}

/// Whether a byte is a cell without a digit.
pub(super) fn is_blank(byte: u8) -> bool {
    Puzzle::is_cell(byte) && !(b'1'..=b'9').contains(&byte)
}

/// Whether these are the 81 cells of a puzzle that is not full.
pub(super) fn is_open(field: &[u8]) -> bool {
    Grid::of(field) == Some(Grid::Open)
}

/// Whether these are 81 digits.
pub(super) fn is_full(field: &[u8]) -> bool {
    Grid::of(field) == Some(Grid::Full)
}

/// The 81 cells of a line that has something between all of them, or between its rows: `5 3 4 6 ...`,
/// `[[5, 3, 4, ...], [...]]`, `534678912/672195348/...`.
pub(super) fn separated(line: &[u8]) -> Option<[u8; CELLS]> {
    let mut cells = [0; CELLS];
    let mut count = 0;
    let mut widths = line
        .split(|&byte| is_between(byte))
        .filter(|field| !field.is_empty())
        .map(|field| {
            let room = cells.get_mut(count..count + field.len())?;
            count += field.len();
            room.copy_from_slice(field);
            field
                .iter()
                .all(|&byte| Puzzle::is_cell(byte))
                .then_some(field.len())
        });
    let width = widths.next()??;
    let is_even = widths.all(|other| other == Some(width));
    (is_even && [1, 3, 9].contains(&width) && count == CELLS).then_some(cells)
}

/// Whether a byte may stand between cells of a line.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;|/[](){}\"'".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_something_between_its_cells_is_a_board() {
        let cells: [u8; CELLS] = std::array::from_fn(|i| b'0' + (i * i % 10) as u8);
        let join = |width: usize, between: &str| {
            let fields = cells.chunks(width).map(String::from_utf8_lossy);
            fields.collect::<Vec<_>>().join(between)
        };
        for line in [
            join(1, " "),
            join(1, ", "),
            join(3, "|"),
            join(9, "/"),
            format!("[[{}]]", join(1, ",")),
            format!("  ['{}']", join(1, "', '")),
        ] {
            assert_eq!(separated(line.as_bytes()), Some(cells), "{line}");
            let short = &line[..line.rfind(|c: char| c.is_ascii_digit()).unwrap()];
            assert_eq!(separated(short.as_bytes()), None, "{short}");
            assert_eq!(separated(format!("{line} 5").as_bytes()), None, "{line}");
        }
        for other in [
            join(81, ""),
            join(1, "."),
            join(1, ":"),
            join(27, " "),
            String::new(),
        ] {
            assert_eq!(separated(other.as_bytes()), None, "{other}");
        }
    }
}
