//! Boards in JSON: arrays of nine arrays of nine cells, and what resembles them.

use super::cells::separated;
use super::text::add_up_to;
use crate::grid::{CELLS, Puzzle};
use memchr::memmem;

/// Removes what a program's source has before a board, as in `board = [[`, `let board: string[][] =
/// [[` and `array([[`.
pub(super) fn board_of_source(line: &[u8]) -> &[u8] {
    let text = without_assignment(line);
    let call = text.iter().position(|byte| !is_of_name(*byte));
    match call.filter(|&at| at > 0 && text[at] == b'(') {
        Some(at) if text[at + 1..].trim_ascii_start().starts_with(b"[") => {
            text[at + 1..].trim_ascii_start()
        }
        _ if text.starts_with(b"[") => text,
        _ => line,
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

fn without_assignment(line: &[u8]) -> &[u8] {
    let text = line.trim_ascii_start();
    let is_name = text
        .first()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    if !is_name {
        return text;
    }
    match memchr::memchr2(b'=', b'"', text) {
        Some(at) if text[at] == b'=' => text[at + 1..].trim_ascii_start(),
        _ => text,
    }
}

/// Assembles boards, however their lines are broken: it collects the texts of arrays.
#[derive(Default)]
pub(super) struct JsonBoards<T> {
    text: Vec<u8>,
    /// Where the text began, or the first row of the board.
    began: T,
    /// How its first line begins.
    opening: Opening,
    depth: usize,
    /// Rows that have begun.
    rows: usize,
    /// Whether the innermost open array has cells.
    has_cells: bool,
    /// Lines that may still belong to a broken board.
    skipped: usize,
    /// Whether the boards are in a list, whose bracket stands above the first.
    is_list: bool,
}

/// Brackets before the first cell of a line, and whether anything follows them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Opening {
    brackets: usize,
    is_bare: bool,
}

impl Opening {
    /// Further brackets do not matter.
    const MOST: usize = 3;

    fn of(line: &[u8]) -> Opening {
        let mut rest = board_of_source(line).trim_ascii();
        let mut brackets = 0;
        while let Some(inner) = rest.strip_prefix(b"[")
            && brackets < Opening::MOST
        {
            brackets += 1;
            rest = inner.trim_ascii_start();
        }
        Opening {
            brackets,
            is_bare: rest.is_empty(),
        }
    }

    /// Whether it cannot be that of a row.
    fn begins(self) -> bool {
        self.brackets > 1 || self.brackets == 1 && self.is_bare
    }
}

/// What a byte does to the arrays.
#[derive(PartialEq, Eq)]
enum Step {
    /// An array ends, and no other is open.
    Ends,
    /// An array begins where no board has one.
    Breaks,
    Continues,
}

/// A longer text is not a board.
const LONGEST: usize = 4096;

/// Lines of a board after its first, if each row and each bracket has one.
const LINES: usize = 10;

/// The 81 cells of a board, if it is one, and where it began.
pub(super) type JsonBoard<T> = (Option<[u8; CELLS]>, T);

impl<T: Copy + Default> JsonBoards<T> {
    /// Whether no board has begun.
    pub(super) fn is_between(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether nothing but a bracket has begun.
    pub(super) fn is_bracket(&self) -> bool {
        self.text.trim_ascii() == b"["
    }

    /// Reads a line at the position `at`, up to the end of a board. Returns the board, and the rest
    /// of the line.
    ///
    /// A board whose array is not closed ends before the next line that begins a board.
    pub(super) fn line<'l>(&mut self, line: &'l [u8], at: T) -> Option<(JsonBoard<T>, &'l [u8])> {
        if self.text.len() >= LONGEST {
            // A bracket that is never closed must not swallow all later boards.
            return Some((self.take(), line));
        }
        let mut from = 0;
        if self.is_between() {
            let between = |byte: &u8| matches!(byte, b',' | b';' | b')' | b' ' | b'\t' | b'\r');
            from = line.iter().take_while(|byte| between(byte)).count();
            if from == line.len() || line[from..].starts_with(b"dtype=") {
                return None;
            }
            if matches!(line[from..].trim_ascii(), b"]" | b"]," | b"];" | b"])")
                && std::mem::take(&mut self.is_list)
            {
                return None;
            }
            let opening = Opening::of(line);
            let is_board = || line.len() < LONGEST && cells(line).is_some();
            let begins = || opening == self.opening || opening.begins() || is_board();
            if self.skipped > 0 && !begins() {
                self.skipped -= 1;
                return None;
            }
            // Whatever it is, it begins here.
            (self.began, self.opening, self.skipped) = (at, opening, 0);
        }
        let rest = &line[from..];
        for (i, &byte) in rest.iter().enumerate() {
            match self.byte(byte, at) {
                Step::Continues => {}
                Step::Ends => {
                    self.add(&rest[..=i]);
                    return Some((self.take(), &rest[i + 1..]));
                }
                Step::Breaks => return Some(self.broken(line, &rest[i..])),
            }
        }
        self.add(rest);
        if self.depth == 0 {
            // No board begins on this line.
            return Some((self.take(), b""));
        }
        self.add(b"\n");
        None
    }

    /// Gives up the board before this line, or on it before `rest`. What remains of the board is
    /// passed over.
    fn broken<'l>(&mut self, line: &'l [u8], rest: &'l [u8]) -> (JsonBoard<T>, &'l [u8]) {
        let (is_later, opening) = (!self.text.is_empty(), self.opening);
        // Below a whole board, and in an array of cells, the next array is the next board.
        let is_next = self.depth == 1;
        self.text.clear();
        let board = self.take();
        (self.opening, self.skipped) = (opening, LINES);
        let rest = match (is_later, is_next) {
            (true, _) => board_of_source(line),
            (false, true) => rest,
            (false, false) => memmem::find(rest, b"[[").map_or(&b""[..], |at| &rest[at..]),
        };
        (board, rest)
    }

    fn add(&mut self, text: &[u8]) {
        add_up_to(LONGEST, &mut self.text, text);
    }

    fn byte(&mut self, byte: u8, at: T) -> Step {
        match byte {
            b'[' => {
                if self.depth == 2 && self.is_below_brackets() {
                    // The first bracket was that of a list of boards.
                    let first = memchr::memchr(b'[', &self.text).unwrap_or(0);
                    self.text.drain(..=first);
                    (self.depth, self.rows, self.is_list) = (1, 0, true);
                }
                if self.has_cells || self.depth == 2 || self.rows == 9 {
                    return Step::Breaks;
                }
                if self.depth == 1 {
                    if self.rows == 0 {
                        self.began = at;
                    }
                    self.rows += 1;
                }
                self.depth += 1;
            }
            b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.has_cells = false;
                if self.depth == 0 {
                    return Step::Ends;
                }
            }
            b',' | b' ' | b'\t' | b'\r' => {}
            _ => self.has_cells |= self.depth > 0,
        }
        Step::Continues
    }

    /// Whether the lines above this one have two brackets and nothing else.
    fn is_below_brackets(&self) -> bool {
        let brackets = self.text.iter().filter(|byte| !byte.is_ascii_whitespace());
        !self.has_cells && brackets.eq(b"[[")
    }

    /// The incomplete board at the end of a text.
    pub(super) fn end(&mut self) -> Option<JsonBoard<T>> {
        (!self.is_between()).then(|| self.take())
    }

    fn take(&mut self) -> JsonBoard<T> {
        let board = (cells(&self.text), self.began);
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        *self = JsonBoards {
            text,
            is_list: self.is_list,
            ..JsonBoards::default()
        };
        board
    }
}

/// The cells of a board: nine arrays of nine cells, nine texts of nine characters, or one array of
/// 81 cells, which needs no brackets. Or a board as `NumPy` prints it, without commas.
pub(super) fn cells(text: &[u8]) -> Option<[u8; CELLS]> {
    if !text.contains(&b'[') {
        return separated(text);
    }
    let parts = text.split(|byte| matches!(byte, b'[' | b']'));
    let parts = parts.filter(|part| !part.trim_ascii().is_empty() && part.trim_ascii() != b",");
    let groups: Vec<Vec<u8>> = parts.map(items).collect::<Option<_>>()?;
    let is_even = groups.len() == 1 || groups.iter().all(|group| group.len() == 9);
    groups.concat().try_into().ok().filter(|_| is_even)
}

/// The cells of an array's items, each one cell or nine. Nothing, a space, -1, `null` and `None` are
/// blanks. A comma may follow the last, as in Python.
fn items(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.trim_ascii();
    let text = text.strip_suffix(b",").unwrap_or(text);
    let has_commas = text.contains(&b',');
    let is_end = |byte: &u8| match has_commas {
        true => *byte == b',',
        false => byte.is_ascii_whitespace(),
    };
    let items = text.split(is_end).map(<[u8]>::trim_ascii);
    let items = items.filter(|item| has_commas || !item.is_empty());
    let cells = items.map(|item| match item {
        b"-1" | b"null" | b"None" => Some(&b"."[..]),
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => match inner {
            b"" | b" " => Some(&b"."[..]),
            _ => Some(inner),
        },
        [] => None,
        _ => Some(item),
    });
    let cells: Vec<&[u8]> = cells.collect::<Option<_>>()?;
    let width = cells.first()?.len();
    let is_cell = |byte: &u8| Puzzle::is_cell(*byte);
    let is_even = |item: &&[u8]| item.len() == width && item.iter().all(is_cell);
    ((width == 1 || width == 9) && cells.iter().all(is_even)).then(|| cells.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &str) -> String {
        let cells: Vec<String> = cells.chars().map(|cell| format!("\"{cell}\"")).collect();
        format!("[{}]", cells.join(","))
    }

    fn read(text: &str) -> Vec<JsonBoard<usize>> {
        let (mut boards, mut found) = (JsonBoards::default(), Vec::new());
        for (i, mut line) in text.split('\n').map(str::as_bytes).enumerate() {
            while let Some((board, rest)) = boards.line(line, i + 1) {
                found.push(board);
                line = rest;
            }
        }
        found.extend(boards.end());
        found
    }

    #[test]
    fn boards_are_read_however_they_are_broken() {
        let nine = vec![row("53..7...."); 9].join(",");
        let board = format!("[{nine}]");
        let good = (Some(b"53..7....".repeat(9).try_into().unwrap()), 1);
        let one = [good];
        assert_eq!(read(&board), one);
        assert_eq!(read(&format!("{board}, {board};")), [good, good]);
        let broken = board.replace("],", "\n],\n");
        assert_eq!(read(&broken), one);
        // A text that is not a board is one record, and the next board is found.
        for odd in [
            board.replace("\"7\"", "[7]"),
            board.replace("\"7\"", "\"77\""),
            board.replacen("\"7\",", "", 1),
            format!("x {board}"),
            "x".to_owned(),
            "\"x".to_owned(),
        ] {
            let found = read(&format!("{odd}\n{board}"));
            assert_eq!(found.len(), 2, "{odd}");
            assert_eq!((&found[0].0, &found[1].0), (&None, &good.0), "{odd}");
        }
    }

    #[test]
    fn a_bracket_that_nothing_closes_does_not_take_all_along() {
        let board = format!("[{}]\n", vec![row("53..7...."); 9].join(","));
        let text = format!("[{}", board.repeat(40));
        let found = read(&text);
        assert!(found.iter().filter(|(cells, _)| cells.is_some()).count() > 20);
    }
}
