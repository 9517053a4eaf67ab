//! Recognises cells as people write them: 81 together, or with something between them.

use crate::grid::{CELLS, Puzzle};
use memchr::memrchr;

/// Whether a byte is a cell without a digit.
pub(super) fn is_blank(byte: u8) -> bool {
    Puzzle::is_cell(byte) && !(b'1'..=b'9').contains(&byte)
}

/// Whether these are the 81 cells of a puzzle with blanks.
pub(super) fn is_open(field: &[u8]) -> bool {
    is_grid(field) && field.iter().any(|&byte| is_blank(byte))
}

/// Where a line has exactly 81 cells together, some of them blank.
pub(super) fn puzzle_within(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    for run in line.split(|&byte| !Puzzle::is_cell(byte)) {
        if is_open(run) && run.iter().any(|byte| (b'1'..=b'9').contains(byte)) {
            return Some(at);
        }
        at += run.len() + 1;
    }
    None
}

/// Whether these are 81 digits.
pub(super) fn is_full(field: &[u8]) -> bool {
    field.len() == CELLS && field.iter().all(|byte| (b'1'..=b'9').contains(byte))
}

/// Whether these are 81 cells: a solution that a table names, or one that was damaged.
pub(super) fn is_grid(field: &[u8]) -> bool {
    field.len() == CELLS && field.iter().all(|&byte| Puzzle::is_cell(byte))
}

/// The 81 cells of a line that has something between all cells, or between its rows: `5 3 4 6 ...`,
/// `[[5, 3, 4, ...], [...]]`, `534678912/672195348/...`. Empty fields between delimiters are blanks.
pub(super) fn separated(line: &[u8]) -> Option<[u8; CELLS]> {
    apart(line).or_else(|| DELIMITERS.iter().find_map(|&by| delimited(line, by)))
}

/// The cells of a row or a board below a label: words or a number, and a colon, as in `solution: 5 3
/// 4 ...`. Any other line as it is.
pub(super) fn without_label(line: &[u8]) -> &[u8] {
    let Some(colon) = memrchr(b':', line) else {
        return line;
    };
    let label = line[..colon].trim_ascii();
    let is_number = label.len() < 9 && label.iter().all(u8::is_ascii_digit);
    match line[colon + 1..].trim_ascii_start() {
        row if !label.is_empty()
            && !label.contains(&b'"')
            && (is_number || is_words(label))
            && (apart::<9>(row).is_some() || separated(row).is_some()) =>
        {
            row
        }
        _ => line,
    }
}

/// Whether a line is words and not a row: two letters that are not blanks stand together, or there
/// are too many single letters for a row.
pub(super) fn is_words(text: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() && !Puzzle::is_cell(*byte);
    let letters = text.iter().filter(|byte| letter(byte)).count();
    letters > 4 || letters > 1 && text.windows(2).any(|pair| pair.iter().all(letter))
}

/// What may stand between the columns of a table of cells.
const DELIMITERS: [u8; 3] = *b",;\t";

/// The 81 fields of a line, each a cell or empty. If there is another sign for blanks, an empty
/// field is a lost cell. A line without digits fills up a table.
fn delimited(line: &[u8], by: u8) -> Option<[u8; CELLS]> {
    let mut cells: [u8; CELLS] = gaps_or_cells(line, by)?.try_into().ok()?;
    let is_gap = |cell: &u8| *cell == b' ';
    let mut blanks = cells.iter().filter(|cell| is_blank(**cell) || is_gap(cell));
    let is_even = blanks.clone().all(is_gap) || !blanks.any(is_gap);
    cells
        .iter_mut()
        .filter(|cell| is_gap(cell))
        .for_each(|cell| *cell = b'.');
    (is_even && cells != [b'.'; CELLS]).then_some(cells)
}

/// `N` cells, in fields of 1, 3 or 9: a row or a board that has something around it, or between its
/// cells or boxes: `{5, 3, 0, ...},`, `'53..7....',`, `53. .7. ...`, `5 3 -1 ...`. -1 is a blank.
pub(super) fn apart<const N: usize>(line: &[u8]) -> Option<[u8; N]> {
    // An empty field may be a blank, so that the others are not all.
    if line.windows(2).any(|pair| pair == b",," || pair == b";;") {
        return None;
    }
    let mut cells = [0; N];
    let mut count = 0;
    let mut widths = line
        .split(|&byte| is_between(byte))
        .filter(|field| !field.is_empty())
        .map(|field| match field {
            b"-1" => b".",
            field => field,
        })
        .map(|field| {
            let target = cells.get_mut(count..count + field.len())?;
            count += field.len();
            target.copy_from_slice(field);
            field
                .iter()
                .all(|&byte| Puzzle::is_cell(byte))
                .then_some(field.len())
        });
    let width = widths.next()??;
    let is_even = widths.all(|other| other == Some(width));
    let is_whole = is_even && [1, 3, 9].contains(&width) && count == N;
    (is_whole && !counts_from_zero(line, &cells)).then_some(cells)
}

/// Whether -1 stands for a blank beside a 0, which then is a digit.
pub(super) fn counts_from_zero(text: &[u8], cells: &[u8]) -> bool {
    cells.contains(&b'0') && memchr::memmem::find(text, b"-1").is_some()
}

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
    let cells = cells
        .or_else(|| nine(line, b','))
        .or_else(|| nine(line, b';'));
    let cells: [u8; 9] = cells?.try_into().ok()?;
    cells.contains(&b' ').then_some(cells)
}

fn between_bars(line: &[u8], framed: bool) -> Option<Vec<u8>> {
    let boxes: Vec<&[u8]> = line.split(|&byte| byte == b'|').take(CELLS).collect();
    match boxes.len() {
        3 => in_boxes(&boxes, framed),
        _ => nine(line, b'|'),
    }
}

/// The cells between nine separators, each a cell or a gap.
fn nine(line: &[u8], separator: u8) -> Option<Vec<u8>> {
    let cells = gaps_or_cells(line, separator);
    cells.filter(|cells| cells.len() == 9)
}

/// The fields of a line, each a cell or a gap.
fn gaps_or_cells(line: &[u8], separator: u8) -> Option<Vec<u8>> {
    let fields = line.split(|&byte| byte == separator);
    fields.map(one_or_gap).collect()
}

/// The nine cells of a row whose gaps are dashes: `7 - 4 5 - - 3 - -`, `----3-596`. A row of dashes
/// alone may be part of a frame. It is a row only if `dashes` says that dashes are gaps, or if they
/// are separate.
pub(super) fn with_dashes(line: &[u8], dashes: bool) -> Option<[u8; 9]> {
    let is_between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|' | b',');
    let cells: Vec<u8> = line
        .iter()
        .filter(|byte| !is_between(byte))
        .copied()
        .collect();
    let cells: [u8; 9] = cells.try_into().ok()?;
    let are_cells = cells.iter().all(|byte| matches!(byte, b'1'..=b'9' | b'-'));
    let is_rule = cells == [b'-'; 9] && !dashes && line.windows(2).any(|pair| pair == b"--");
    let is_row = are_cells && cells.contains(&b'-') && !is_rule;
    is_row.then(|| cells.map(|cell| if cell == b'-' { b' ' } else { cell }))
}

fn one_or_gap(field: &[u8]) -> Option<u8> {
    match field.trim_ascii() {
        [] => Some(b' '),
        &[cell] if Puzzle::is_cell(cell) => Some(cell),
        _ => None,
    }
}

/// The cells of the three boxes of a row, each as wide as the first: three cells, with or without
/// spaces between and around them. Without a frame, white space at the end of the last may be
/// missing.
fn in_boxes(boxes: &[&[u8]], framed: bool) -> Option<Vec<u8>> {
    // The first position, and the distance. If both fit, the cells are the same.
    let places: &[(usize, usize)] = match boxes.first()?.len() {
        3 => &[(0, 1)],
        5 => &[(0, 2), (1, 1)],
        7 => &[(1, 2)],
        _ => return None,
    };
    places
        .iter()
        .find_map(|&places| in_places(boxes, places, framed))
}

fn in_places(boxes: &[&[u8]], (first, step): (usize, usize), framed: bool) -> Option<Vec<u8>> {
    let width = boxes.first()?.len();
    let mut cells = Vec::with_capacity(9);
    for (i, part) in boxes.iter().enumerate() {
        if part.len() > width || part.len() < width && (framed || i < 2) {
            return None;
        }
        for (at, &byte) in part.iter().enumerate() {
            let is_place = at % step == first % step && (first..first + 3 * step).contains(&at);
            let is_right = if is_place {
                byte == b' ' || Puzzle::is_cell(byte)
            } else {
                byte == b' '
            };
            is_right.then_some(())?;
        }
        let cell = |n: usize| part.get(first + n * step).copied().unwrap_or(b' ');
        cells.extend((0..3).map(cell));
    }
    Some(cells)
}

/// Whether a byte may stand between cells of a line.
pub(super) fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;|/[](){}\"'".contains(&byte)
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

    #[test]
    fn words_or_a_number_before_a_row_are_its_label() {
        for (line, row) in [
            ("solution: 5 3 4 6 7 8 9 1 2", "5 3 4 6 7 8 9 1 2"),
            ("12: 534678912", "534678912"),
            ("Time: 0.1 s", "Time: 0.1 s"),
            ("12: 30", "12: 30"),
            ("x . 1: 534678912", "x . 1: 534678912"),
            (":534678912", ":534678912"),
        ] {
            assert_eq!(without_label(line.as_bytes()), row.as_bytes(), "{line}");
        }
    }

    #[test]
    fn a_row_may_have_something_around_it() {
        for line in [
            "5, 3, 0, 0, 7, 0, 0, 0, 0,",
            "{5, 3, 0, 0, 7, 0, 0, 0, 0},",
            "5 3 0 0 7 0 0 0 0;",
            "'530070000',",
            "530 070 000",
        ] {
            assert_eq!(apart(line.as_bytes()), Some(*b"530070000"), "{line}");
        }
        let minus = "5 3 -1 -1 7 -1 -1 -1 -1";
        assert_eq!(apart(minus.as_bytes()), Some(*b"53..7...."));
        for other in [
            "",
            "53007000",
            "5 3 0 0 7 0 0 0 -2",
            "53 00 70 00 0",
            "12-1-2024",
        ] {
            assert_eq!(apart::<9>(other.as_bytes()), None, "{other}");
        }
    }

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
