//! Rows of boards with gaps: blanks without a sign, or with a dash.

use super::cells::delimited;
use ninefold::grid::Puzzle;

/// The nine cells of a row with gaps, written as spaces: `| 5 3   |   7   |       |`, `5| |3| |7| |
/// | |`, `5,3,,,7,,,,`. `None` if a row has no gaps, or if the positions of its cells are
/// ambiguous.
pub(super) fn with_gaps(line: &[u8]) -> Option<[u8; 9]> {
    let line = line.trim_ascii_end();
    let framed = line.trim_ascii_start().strip_prefix(b"|");
    let framed = framed.and_then(|line| line.strip_suffix(b"|"));
    // Without a frame, the row begins with a cell, or with the space of a blank.
    let bare = Some(line).filter(|line| !line.starts_with(b"|"));
    let cells = framed.and_then(|line| between_bars(line, true));
    let cells = cells.or_else(|| between_bars(bare?, false));
    let cells = cells.or_else(|| between_bars(&[b" ", bare?].concat(), false));
    let cells = cells.or_else(|| delimited(line, b','));
    let cells = cells.or_else(|| delimited(line, b';'))?;
    cells.contains(&b' ').then_some(cells)
}

/// The cells of a row with bars between its boxes, or between all cells.
fn between_bars(line: &[u8], is_framed: bool) -> Option<[u8; 9]> {
    in_boxes(line, is_framed).or_else(|| delimited(line, b'|'))
}

/// The width of a box, the place of its first cell, and the distance of the next.
const PLACES: [[usize; 3]; 4] = [[3, 0, 1], [5, 0, 2], [5, 1, 1], [7, 1, 2]];

/// The cells of the three boxes of a row, each as wide as the first: three cells, with or without
/// spaces between and around them. Without a frame, white space at the end of the last may be
/// missing.
fn in_boxes(line: &[u8], is_framed: bool) -> Option<[u8; 9]> {
    let mut cells = Vec::new();
    let mut boxes = line.split(|&byte| byte == b'|').enumerate().peekable();
    let width = boxes.peek()?.1.len();
    for (i, part) in boxes.take(4) {
        let is_short = part.len() < width && i == 2 && !is_framed;
        let byte = |at: usize| part.get(at).copied().unwrap_or(b' ');
        let places = PLACES.iter().find_map(|&[own, first, step]| {
            let places = [first, first + step, first + 2 * step];
            let is_cell = |at: usize| places.contains(&at) && Puzzle::is_cell(byte(at));
            let is_right = own == width && (0..width).all(|at| byte(at) == b' ' || is_cell(at));
            is_right.then_some(places)
        });
        cells.extend(
            places
                .filter(|_| part.len() == width || is_short)?
                .map(byte),
        );
    }
    cells.try_into().ok()
}

/// The nine cells of a row whose gaps are dashes: `7 - 4 5 - - 3 - -`, `----3-596`. A row of dashes
/// alone may be part of a frame. It is a row only if `dashes` says that dashes are gaps, or if they
/// are separate.
pub(super) fn with_dashes(line: &[u8], dashes: bool) -> Option<[u8; 9]> {
    let mut cells = line.to_vec();
    cells.retain(|byte| !matches!(byte, b' ' | b'\t' | b'|' | b','));
    let cells: [u8; 9] = cells.try_into().ok()?;
    let are_cells = cells.iter().all(|byte| matches!(byte, b'1'..=b'9' | b'-'));
    let is_rule = cells == [b'-'; 9] && !dashes && line.windows(2).any(|pair| pair == b"--");
    let is_row = are_cells && cells.contains(&b'-') && !is_rule;
    is_row.then(|| cells.map(|cell| if cell == b'-' { b' ' } else { cell }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_cells_where_their_place_is_certain() {
        for (line, cells) in [
            ("| 5 3   |   7   |       |", "53  7    "),
            ("|       |       |       |", "         "),
            ("  | 5 3   |   7   |     1 |", "53  7   1"),
            ("|53 | 7 |  1|", "53  7   1"),
            ("53 | 7 |", "53  7    "),
            ("5 3  |  7  |    1", "53  7   1"),
            ("5 3   |   7   |     1", "53  7   1"),
            ("    | 1 7 |  8", "   1 7 8 "),
            ("| 53  |  7  |     |", "53  7    "),
            ("|5|3| | |7| | | |1|", "53  7   1"),
            ("5|3| | |7| | | |", "53  7    "),
            (" |3| | |7| | |1|", " 3  7  1 "),
            ("5,3,,,7,,,,", "53  7    "),
            ("5; 3;;;7;;;;.", "53  7   ."),
        ] {
            let found = with_gaps(line.as_bytes());
            assert_eq!(
                found.as_ref().map(|cells| &cells[..]),
                Some(cells.as_bytes()),
                "{line}"
            );
        }
        for line in [
            "",
            "| 5 3 4 | 6 7 8 | 9 1 2 |",
            "5,3,4,6,7,8,9,1,2",
            "| 5 3 . | . 7 . | . .|",
            "| 5 3   |   7   |",
            "|5|3| | |7| |1|",
            "|---|---|---|",
            "| id | puzzle |  |",
            "5,3,,,7,,,",
            "53  7    ",
        ] {
            assert_eq!(with_gaps(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn dashes_are_gaps_or_rules() {
        for (line, cells) in [
            ("7 - 4 5 - - 3 - -", "7 45  3  "),
            ("----3-596", "    3 596"),
            ("| 7 - 4 | 5 - - | 3 - - |", "7 45  3  "),
            ("- - - - - - - - -", "         "),
        ] {
            let found = with_dashes(line.as_bytes(), false);
            assert_eq!(
                found.as_ref().map(|cells| &cells[..]),
                Some(cells.as_bytes()),
                "{line}"
            );
        }
        for rule in ["---------", "---|---|---", "|---|---|---|"] {
            assert_eq!(with_dashes(rule.as_bytes(), false), None, "{rule}");
            assert_eq!(
                with_dashes(rule.as_bytes(), true),
                Some([b' '; 9]),
                "{rule}"
            );
        }
        for other in [
            "",
            "-----------",
            "---+---+---",
            "1-2-3-4-5-6-7-8-9",
            "123456789",
            "2024-01-0",
        ] {
            assert_eq!(with_dashes(other.as_bytes(), true), None, "{other}");
        }
    }
}
