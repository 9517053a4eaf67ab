//! Recognises cells as people write them: 81 together, or with something between them.

use memchr::memrchr;
use ninefold::grid::{CELLS, Puzzle};

/// More cells together than these are meant as a grid: a number of 128 bits has at most 39 digits.
pub(super) const LONGEST_NUMBER: usize = 39;

/// Whether a byte is a digit of a grid.
#[inline]
pub(crate) fn is_digit(byte: u8) -> bool {
    (b'1'..=b'9').contains(&byte)
}

/// Whether a byte is a cell without a digit.
pub(super) fn is_blank(byte: u8) -> bool {
    Puzzle::is_cell(byte) && !is_digit(byte)
}

/// How many cells have no digit.
pub(super) fn count_blanks(cells: &[u8]) -> usize {
    cells.iter().filter(|&&byte| is_blank(byte)).count()
}

/// Whether these are the 81 cells of a puzzle with blanks.
pub(super) fn is_open(field: &[u8]) -> bool {
    is_grid(field) && field.iter().any(|&byte| is_blank(byte))
}

/// Where a line has exactly 81 cells together, some of them blank.
pub(super) fn puzzle_within(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    for run in line.split(|&byte| !Puzzle::is_cell(byte)) {
        if is_open(run) && run.iter().any(|&byte| is_digit(byte)) {
            return Some(at);
        }
        at += run.len() + 1;
    }
    None
}

/// Whether a text that is passed over has cells: more together than a number has, a row of nine
/// with something between them, or half the rows of a board.
pub(super) fn has_cells(text: &[u8]) -> bool {
    let most = MostCells::of(text);
    most.together > LONGEST_NUMBER || most.apart >= 9 || most.in_rows > CELLS / 2
}

/// Whether a text has the cells of half a board at least, in rows or with something between them.
pub(super) fn has_board(text: &[u8]) -> bool {
    let most = MostCells::of(text);
    most.apart.max(most.in_rows) > CELLS / 2
}

/// The most cells of a text that follow each other, in each form.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MostCells {
    /// With nothing between them.
    pub(super) together: usize,
    /// With something between them.
    pub(super) apart: usize,
    /// In rows.
    pub(super) in_rows: usize,
}

impl MostCells {
    pub(super) fn of(text: &[u8]) -> MostCells {
        let mut most = MostCells::default();
        let mut apart = 0;
        let mut in_rows = 0;
        for field in text.split(|&byte| is_between(byte) || b"\\<>".contains(&byte)) {
            if matches!(field, b"" | b"null" | b"None") {
                continue;
            }
            // In a string of JSON, a row begins after an escaped line feed.
            let field = field.strip_prefix(b"n").unwrap_or(field);
            for run in field.split(|&byte| !is_of_run(byte)) {
                if run.len() > most.together && has_digit(run) {
                    most.together = run.len();
                }
            }
            let are_cells = field.iter().all(|&byte| is_of_run(byte));
            // One cell may be lost, or stand there twice.
            if !are_cells || !(8..=10).contains(&field.len()) {
                in_rows = 0;
            } else if has_digit(field) {
                in_rows += field.len();
            }
            let is_cell = field.len() == 1 && Puzzle::is_cell(field[0]);
            apart = if is_cell { apart + 1 } else { 0 };
            most.apart = most.apart.max(apart);
            most.in_rows = most.in_rows.max(in_rows);
        }
        most
    }
}

fn has_digit(run: &[u8]) -> bool {
    run.iter().any(u8::is_ascii_digit)
}

/// Whether a byte is a cell, or a dash for a blank.
pub(super) fn is_of_run(byte: u8) -> bool {
    byte == b'-' || Puzzle::is_cell(byte)
}

/// The sign for all blanks of 81 cells, or of nine, if it is not a valid blank.
pub(super) fn odd_blank(cells: &[u8]) -> Option<u8> {
    let mut others = cells.iter().filter(|&&byte| !is_digit(byte));
    let &blank = others
        .next()
        .filter(|_| [9, CELLS].contains(&cells.len()))?;
    // A shell, or tr, would take these for something else.
    let is_quote = b"'\\".contains(&blank);
    let is_sign = (b' '..=b'~').contains(&blank) && !is_quote && !Puzzle::is_cell(blank);
    (is_sign && has_digit(cells) && others.all(|&byte| byte == blank)).then_some(blank)
}

/// Whether a line is a row of a board with another sign for its blanks.
pub(super) fn is_odd_row(line: &[u8]) -> bool {
    let cells: Vec<u8> = line
        .iter()
        .copied()
        .filter(|&byte| !is_between(byte))
        .collect();
    cells.len() == 9 && odd_blank(&cells).is_some()
}

/// Whether a line has 81 cells with another sign for their blanks, which is no dash.
pub(super) fn has_odd_grid(line: &[u8]) -> bool {
    let mut fields = line.split(|&byte| is_between(byte));
    fields.any(|field| field.len() == CELLS && odd_blank(field).is_some_and(|sign| sign != b'-'))
}

/// Whether these are 81 digits. All are examined, because that takes fewer instructions than to
/// stop at the first that is none.
#[inline]
pub(super) fn is_full(field: &[u8]) -> bool {
    let Ok(cells) = <&[u8; CELLS]>::try_from(field) else {
        return false;
    };
    cells.iter().fold(true, |all, &byte| all & is_digit(byte))
}

/// Whether these are 81 cells: a solution that a table names, or one that was damaged.
pub(super) fn is_grid(field: &[u8]) -> bool {
    field.len() == CELLS && field.iter().all(|&byte| Puzzle::is_cell(byte))
}

/// The 81 cells of a line that has something between all cells, or between its rows: `5 3 4 6 ...`,
/// `[[5, 3, 4, ...], [...]]`, `534678912/672195348/...`. Empty fields between delimiters are
/// blanks.
pub(super) fn separated(line: &[u8]) -> Option<[u8; CELLS]> {
    if let Some(mut cells) = apart(line) {
        return fill_gaps(&mut cells).then_some(cells);
    }
    b",;\t".iter().find_map(|&by| table_row(line, by))
}

/// The cells of a row or a board below a label: words or a number, and a colon, as in `solution: 5
/// 3 4 ...`. Any other line as it is.
pub(super) fn without_label(line: &[u8]) -> &[u8] {
    let Some(colon) = memrchr(b':', line) else {
        return line;
    };
    let label = line[..colon].trim_ascii();
    let is_number = label.len() < 9 && label.iter().all(u8::is_ascii_digit);
    match line[colon + 1..].trim_ascii_start() {
        row if !label.is_empty()
            && !label.contains(&b'"')
            && !has_cells(label)
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
    let letters = text.iter().filter(|&&byte| is_letter(byte)).count();
    let mut pairs = text.windows(2);
    letters > 4 || letters > 1 && pairs.any(|pair| is_letter(pair[0]) && is_letter(pair[1]))
}

/// Whether a byte is a letter, and not one that stands for a blank.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() && !Puzzle::is_cell(byte)
}

/// The cells of fields that each have one cell, three or nine. A gap is written as a space: -1,
/// `null`, `None`, an empty text and, if there may be gaps, an empty field.
fn tokens<'a>(fields: impl Iterator<Item = &'a [u8]>, may_be_gaps: bool) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    let mut width = 0;
    for field in fields {
        let field = match field.trim_ascii() {
            [] if may_be_gaps => b" ",
            b"-1" | b"null" | b"None" | b"\"\"" | b"''" | b"\" \"" | b"' '" => b" ",
            [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
            field => field,
        };
        if cells.is_empty() {
            width = field.len();
        }
        let are_cells = field == b" " || field.iter().all(|&byte| Puzzle::is_cell(byte));
        if field.len() != width || ![1, 3, 9].contains(&width) || !are_cells {
            return None;
        }
        cells.extend_from_slice(field);
    }
    Some(cells)
}

/// Makes gaps blanks. `false` if there is another sign for blanks: then a gap is a lost cell, or a
/// 0 beside it is a digit of a board that counts from 0.
pub(super) fn fill_gaps(cells: &mut [u8]) -> bool {
    if !cells.contains(&b' ') {
        return true;
    }
    if cells.iter().any(|&cell| is_blank(cell)) {
        return false;
    }
    for cell in cells {
        if *cell == b' ' {
            *cell = b'.';
        }
    }
    true
}

/// The cells of an array's items, with gaps. A comma may follow the last, as in Python.
pub(super) fn items(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.trim_ascii();
    let text = text.strip_suffix(b",").unwrap_or(text);
    if text.contains(&b',') {
        return tokens(text.split(|&byte| byte == b','), false);
    }
    let words = text.split(u8::is_ascii_whitespace);
    tokens(words.filter(|word| !word.is_empty()), false)
}

/// `N` cells with gaps, in fields of 1, 3 or 9: a row or a board that has something around it, or
/// between its cells or boxes: `{5, 3, 0, ...},`, `'53..7....',`, `53. .7. ...`, `5 3 -1 ...`.
pub(super) fn apart<const N: usize>(line: &[u8]) -> Option<[u8; N]> {
    // An empty field may be a blank, so that the others are not all.
    if line.windows(2).any(|pair| pair == b",," || pair == b";;") {
        return None;
    }
    let fields = line.split(|&byte| is_between(byte));
    let cells = tokens(fields.filter(|field| !field.is_empty()), false)?;
    cells.try_into().ok()
}

/// Whether -1 stands for a blank beside a 0, which then is a digit.
pub(super) fn counts_from_zero(text: &[u8]) -> bool {
    text.contains(&b'0') && memchr::memmem::find(text, b"-1").is_some()
}

/// Whether a puzzle has two signs for blanks, of which one is 0. Then 0 may be a digit.
pub(super) fn has_two_blanks(cells: &[u8]) -> bool {
    let mut blanks = cells.iter().filter(|&&byte| is_blank(byte));
    cells.contains(&b'0') && blanks.any(|&byte| byte != b'0')
}

/// Whether each of the digits from 0 to 8 stands there nine times, as in a full grid of these.
pub(super) fn is_full_from_zero(cells: &[u8]) -> bool {
    let mut counts = [0; 9];
    for byte in cells {
        match byte {
            b'0'..=b'8' => counts[usize::from(byte - b'0')] += 1,
            _ => return false,
        }
    }
    counts == [9; 9]
}

/// The `N` fields of a line, each a cell or a gap.
pub(super) fn delimited<const N: usize>(line: &[u8], by: u8) -> Option<[u8; N]> {
    let cells = tokens(line.split(|&byte| byte == by), true);
    cells?.try_into().ok()
}

/// The 81 fields of a line, each a cell or empty. A line without digits fills up a table.
fn table_row(line: &[u8], by: u8) -> Option<[u8; CELLS]> {
    let mut cells: [u8; CELLS] = delimited(line, by)?;
    let is_row = cells != [b' '; CELLS] && fill_gaps(&mut cells);
    is_row.then_some(cells)
}

/// Whether a byte may stand between cells of a line.
pub(super) fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;|/[](){}\"'".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(apart(minus.as_bytes()), Some(*b"53  7    "));
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
