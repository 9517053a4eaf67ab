//! Finds the objects with puzzles in JSON, pretty or in one line, however deep they are in lists
//! and in other objects.
//!
//! It looks only at brackets and strings, and `serde_json` reads what they enclose. The innermost
//! object with a puzzle in one of its members is a record. So a bracket that is lost costs at most
//! its own record, and memory is that of a record. An object with full grids alone belongs to the
//! record around it, or is one of its own. Text outside of records is passed over, unless it has
//! cells: then it is a malformed record.

use super::cells::{has_cells, is_full};
use super::layout::Members;
use super::members;
use crate::input::Origin;
use ninefold::grid::CELLS;
use std::mem;
use std::ops::Range;

/// A longer text is no object with a puzzle.
const LONGEST: usize = 16 << 20;

/// Bytes of a malformed record to keep.
const KEPT: usize = 1 << 10;

/// An object that is not closed.
#[derive(Debug)]
struct OpenObject {
    /// Where it begins in the text.
    start: usize,
    at: Origin,
}

/// An object without a puzzle with blanks.
#[derive(Debug)]
struct ClosedObject {
    place: Range<usize>,
    at: Origin,
}

/// The grids in the members of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grids {
    None,
    Full,
    Open,
}

/// Reads JSON, however its lines are broken.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// The text after the last record, without white space between values.
    text: Vec<u8>,
    /// Where the text began.
    began: Origin,
    open: Vec<OpenObject>,
    /// Objects of the text that are records if none is around them: with full grids alone, with
    /// cells that are no grid, or those before them in their list.
    waiting: Vec<ClosedObject>,
    /// Objects of the text without cells, and not within each other.
    without_cells: Vec<ClosedObject>,
    /// Whether there was a record. What is around it is no longer among the open ones.
    has_record: bool,
    in_string: bool,
    /// Whether the last byte was a backslash in a string.
    is_escaped: bool,
}

impl Objects {
    /// Reads a line, or a piece of one. Calls `each` with every record, as one line.
    pub(super) fn line(&mut self, line: &[u8], at: Origin, mut each: impl FnMut(&[u8], Origin)) {
        for (i, &byte) in line.iter().enumerate() {
            if self.in_string {
                self.in_string(byte);
                continue;
            }
            if byte.is_ascii_whitespace() {
                continue;
            }
            let at = Origin {
                offset: at.offset + i as u64,
                ..at
            };
            if self.text.is_empty() {
                self.began = at;
            }
            if byte == b'{' {
                let start = self.text.len();
                self.open.push(OpenObject { start, at });
            }
            self.text.push(byte);
            match byte {
                b'"' => self.in_string = true,
                b'}' => self.close(&mut each),
                _ => {}
            }
            if self.text.len() >= LONGEST {
                self.pass_over(&mut each);
            }
        }
    }

    fn in_string(&mut self, byte: u8) {
        self.text.push(byte);
        if self.is_escaped {
            self.is_escaped = false;
        } else if byte == b'\\' {
            self.is_escaped = true;
        } else if byte == b'"' {
            self.in_string = false;
        }
    }

    /// A line ends. No string continues on the next one, so a quote was lost.
    pub(super) fn end_line(&mut self, mut each: impl FnMut(&[u8], Origin)) {
        self.in_string = false;
        self.is_escaped = false;
        // The next object may be in the same list.
        let is_in_list = self.text == *b"," || self.text.ends_with(b"},");
        if self.open.is_empty() && !is_in_list {
            self.pass_over(&mut each);
        }
    }

    /// No further text belongs to a record. An object that is open after a record is cut.
    pub(super) fn end(&mut self, mut each: impl FnMut(&[u8], Origin)) {
        if self.has_record
            && !has_cells(&self.text)
            && let Some(cut) = self.open.first()
        {
            let record = &self.text[cut.start..];
            each(&record[..record.len().min(KEPT)], cut.at);
        }
        self.pass_over(&mut each);
    }

    /// Ends the innermost object.
    fn close(&mut self, each: &mut impl FnMut(&[u8], Origin)) {
        let Some(object) = self.open.pop() else {
            return;
        };
        let start = object.start;
        let text = &self.text[start..];
        let closed = ClosedObject {
            place: start..self.text.len(),
            at: object.at,
        };
        match grids_of(text) {
            Grids::None if self.has_record && self.text[..start] == *b"," => {
                self.record(&object, each);
            }
            Grids::None if self.waiting.last().is_some_and(|of| of.place.start > start) => {}
            Grids::None if !has_cells(text) => {
                self.forget_within(start);
                self.without_cells.push(closed);
            }
            Grids::None => self.wait(closed),
            Grids::Full if !self.open.is_empty() => self.wait(closed),
            _ => {
                self.keep_those_before(start);
                self.record(&object, each);
            }
        }
    }

    /// An object is a record if none is around it.
    fn wait(&mut self, closed: ClosedObject) {
        let start = closed.place.start;
        while self.waiting.pop_if(|of| of.place.start > start).is_some() {}
        self.keep_those_before(start);
        self.waiting.push(closed);
    }

    /// An object is a record, and ends here.
    fn record(&mut self, object: &OpenObject, each: &mut impl FnMut(&[u8], Origin)) {
        let record = self.text.split_off(object.start);
        self.waiting
            .retain(|waiting| waiting.place.end <= object.start);
        self.has_record = true;
        self.pass_over(each);
        each(&record, object.at);
    }

    /// Forgets the objects without cells within the one that begins here.
    fn forget_within(&mut self, start: usize) {
        while self
            .without_cells
            .pop_if(|of| of.place.start > start)
            .is_some()
        {}
    }

    /// Keeps the objects without cells that come before one with cells in its list.
    fn keep_those_before(&mut self, mut start: usize) {
        self.forget_within(start);
        let mut from = self.without_cells.len();
        while let Some(before) = self.without_cells[..from].last()
            && self.text[before.place.end..start] == *b","
        {
            start = before.place.start;
            from -= 1;
        }
        self.waiting.extend(self.without_cells.drain(from..));
        self.without_cells.clear();
    }

    /// Drops the text after the last record. With cells, it is a malformed record.
    fn pass_over(&mut self, each: &mut impl FnMut(&[u8], Origin)) {
        self.open.clear();
        self.without_cells.clear();
        let text = mem::take(&mut self.text);
        let mut from = 0;
        let mut at = self.began;
        for object in self.waiting.drain(..) {
            pass_over(&text[from..object.place.start], at, each);
            each(&text[object.place.clone()], object.at);
            from = object.place.end;
            at = object.at;
        }
        pass_over(&text[from..], at, each);
        // Its buffer is used again.
        self.text = text;
        self.text.clear();
    }
}

fn pass_over(text: &[u8], began: Origin, each: &mut impl FnMut(&[u8], Origin)) {
    if has_cells(text) {
        each(&text[..text.len().min(KEPT)], began);
    }
}

/// The grids in the members of an object.
fn grids_of(object: &[u8]) -> Grids {
    if object.len() < CELLS {
        return Grids::None;
    }
    let mut found = Grids::None;
    let read = members::each(object, |_, value| {
        let grid = match members::grid_of(value) {
            Some(cells) if is_full(&cells) => Grids::Full,
            Some(_) => Grids::Open,
            None => Grids::None,
        };
        found = found.max(grid);
    });
    read.map_or(Grids::None, |()| found)
}

/// Appends an object with its puzzle as a string of 81 characters, whatever form it has, to `out`.
/// Everything else stays as it is.
pub(super) fn write_object(object: &[u8], members: &Members, out: &mut Vec<u8>) {
    let puzzle = members::value(object, &members.puzzle).flatten();
    let cells = puzzle.and_then(|value| Some((value, members::grid_of(value)?)));
    let Some((value, cells)) = cells else {
        return out.extend_from_slice(object);
    };
    let start = value.as_ptr().addr() - object.as_ptr().addr();
    out.extend_from_slice(&object[..start]);
    out.push(b'"');
    out.extend_from_slice(&cells);
    out.push(b'"');
    out.extend_from_slice(&object[start + value.len()..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    const FULL: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// The records of a text, and the lines on which they begin.
    fn records(text: &str) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        let mut each = |record: &[u8], at: Origin| {
            found.push((String::from_utf8_lossy(record).into_owned(), at.line));
        };
        let mut objects = Objects::default();
        for (i, line) in text.lines().enumerate() {
            let at = Origin {
                line: i as u64 + 1,
                offset: 0,
            };
            objects.line(line.as_bytes(), at, &mut each);
            objects.end_line(&mut each);
        }
        objects.end(&mut each);
        found
    }

    #[test]
    fn objects_with_grids_are_records_wherever_they_stand() {
        let object = format!("{{\"id\":1,\"puzzle\":\"{P}\"}}");
        let pretty = format!("{{\n  \"id\": 1,\n  \"puzzle\": \"{P}\"\n}}");
        for (text, lines) in [
            (object.clone(), &[1][..]),
            (format!("{object}\n{object}"), &[1, 2]),
            (format!("[{object},{object}]"), &[1, 1]),
            (format!("[\n{pretty},\n{pretty}\n]\n"), &[2, 6]),
            (format!("{{\"a\":{{\"b\":[{object}]}},\"n\":\"{{\"}}"), &[1]),
            (format!("{{\"one\":{pretty},\n\"two\":{pretty}}}"), &[1, 5]),
        ] {
            let expected: Vec<(String, u64)> =
                lines.iter().map(|&line| (object.clone(), line)).collect();
            assert_eq!(records(&text), expected, "{text}");
        }
        // Other objects within it belong to it.
        let nested = format!("{{\"puzzle\":\"{P}\",\"by\":{{\"name\":\"x\"}}}}");
        assert_eq!(records(&nested), [(nested.clone(), 1)]);
        let nested = format!("{{\"puzzle\":\"{P}\",\"found\":[{{\"by\":\"{FULL}\"}}]}}");
        assert_eq!(records(&nested), [(nested.clone(), 1)]);
        let nested = format!("{{\"known\":\"{FULL}\",\"by\":{{\"found\":\"{FULL}\"}}}}");
        let around = format!("{{\"all\":{nested}}}");
        assert_eq!(records(&around), [(nested, 1)]);
        assert_eq!(records("{\"id\":1}\n[1,2,3]\n"), []);
        // Full grids alone are a record if there is none around them.
        let full = format!("{{\"puzzle\":\"{FULL}\"}}");
        let mixed = format!("{{\"all\":[{full},{object},{full}]}}");
        let expected = [&full, &object, &full].map(|record| (record.clone(), 1));
        assert_eq!(records(&mixed), expected);
    }

    #[test]
    fn an_object_without_a_grid_is_a_record_in_a_list_of_records() {
        let object = format!("{{\"puzzle\":\"{P}\"}}");
        let full = format!("{{\"puzzle\":\"{FULL}\"}}");
        let error = "{\"error\":{\"code\":3}}";
        for (text, expected) in [
            (format!("[{object},{error},{object}]"), 3),
            (format!("[{error},{error},{object},{error},{error}]"), 5),
            (format!("[\n{error},\n{full},\n{object}\n]"), 3),
            (format!("[{object},{{}},{error},null]"), 3),
            (format!("{{\"of\":{error},\"all\":[{object},{object}]}}"), 2),
            (
                format!("{{\"all\":[{object}],\"of\":[{error},{error}]}}"),
                1,
            ),
            (
                format!("[{{\"of\":{object}}},{{\"by\":{error},\"of\":{object}}}]"),
                2,
            ),
        ] {
            assert_eq!(records(&text).len(), expected, "{text}");
        }
    }

    #[test]
    fn a_record_that_is_cut_is_malformed_and_what_is_around_it_is_not() {
        let object = format!("{{\"puzzle\":\"{P}\"}}");
        let cut = "{\"id\":3,\"puzzle\":\"53..7....6..19";
        for above in ["[\n", "{\"data\":[\n", ""] {
            let whole = format!("{above}{object},\n{object}");
            assert_eq!(records(&whole).len(), 2, "{whole}");
            let one = format!("{above}{object},\n{cut}");
            assert_eq!(records(&one)[1].0, cut, "{one}");
            let found = records(&format!("{whole},\n{cut}"));
            let line = 3 + u64::from(!above.is_empty());
            assert_eq!(found[2..], [(cut.to_owned(), line)], "{found:?}");
        }
    }

    #[test]
    fn what_is_lost_costs_its_own_record() {
        let object = format!("{{\n  \"puzzle\": \"{P}\",\n  \"id\": 1\n}}");
        let whole = format!("[\n{object},\n{object},\n{object}\n]\n");
        let good = format!("{{\"puzzle\":\"{P}\",\"id\":1}}");
        for (at, byte) in whole.bytes().enumerate() {
            if !b"{}[]\",:".contains(&byte) {
                continue;
            }
            let broken = format!("{}{}", &whole[..at], &whole[at + 1..]);
            let found = records(&broken);
            let intact = found.iter().filter(|(record, _)| *record == good).count();
            assert!(intact >= 2, "{broken}\n{found:?}");
            assert_eq!(found.len(), 3, "{broken}\n{found:?}");
        }
    }

    #[test]
    fn the_puzzle_becomes_a_string() {
        let members = Members {
            puzzle: "quiz".to_owned(),
            known: None,
        };
        let cells: Vec<String> = P.chars().map(|cell| cell.to_string()).collect();
        let rows = P.as_bytes().chunks(9).map(String::from_utf8_lossy);
        let rows: Vec<_> = rows.collect();
        let list = cells.join(",").replace('.', "null");
        for value in [
            format!("[{list}]"),
            format!("\"{P}\""),
            format!("\"{}\"", cells.join(" ")),
            format!("\"{}\"", rows.join("\\n")),
        ] {
            let object = format!("{{\"id\":1,\"Quiz\":{value},\"n\":[1]}}");
            let mut out = Vec::new();
            write_object(object.as_bytes(), &members, &mut out);
            let expected = format!("{{\"id\":1,\"Quiz\":\"{P}\",\"n\":[1]}}");
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
