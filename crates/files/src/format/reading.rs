//! Reads the first lines of a text, to see what a reader makes of them.

use super::assembler::{TWO_BLANKS, assembled, assembled_answers};
use super::cells::{has_two_blanks, is_full_from_zero, is_open};
use super::find::find;
use super::kind::Kind;
use super::layout::{Detected, Format};
use super::lines::content_lines;
use super::record_lines::RecordLines;
use super::records::{OtherKind, Records};
use super::roles::{self, Order, Pair};
use super::table;
use ninefold::grid::{CELLS, Puzzle};
use ninefold::internal::{Line, cells_at};
use std::collections::HashSet;

/// How many lines of a text of answers are in boards of this kind.
pub(super) fn explained(kind: Kind, text: &[u8]) -> usize {
    let record_lines = assembled_answers(kind, text);
    Reading::new(kind, &Format::Line, text, Some(&record_lines)).explained
}

/// A record that is not a puzzle.
pub(super) struct Unread<'t> {
    /// Its first line, from 1.
    pub(super) line: u64,
    /// That line, or the field that should have the puzzle.
    pub(super) text: &'t [u8],
    /// Why it is no puzzle.
    pub(super) fault: String,
}

/// What a reader makes of a text.
pub(super) struct Reading<'t> {
    pub(super) kind: Kind,
    /// The puzzles.
    pub(super) puzzles: Vec<[u8; CELLS]>,
    /// Lines of grids, and those of puzzles with blanks whose clues do not clash.
    pub(super) explained: usize,
    open: usize,
    /// The other records.
    pub(super) unread: Vec<Unread<'t>>,
    /// Lines of those.
    pub(super) spoilt: usize,
    /// Whether the last record is one of those.
    ends_unread: bool,
    /// How puzzles and their solutions follow each other.
    pub(super) order: Order,
    /// Whether any of them is the solution of its neighbour.
    pub(super) has_pairs: bool,
    /// Whether the records come from a reader of blocks, which says what is wrong with them.
    pub(super) is_made: bool,
}

/// A record: the index of its first line, and its puzzle, or the text that should be one and why it
/// is none.
struct Record<'t> {
    from: usize,
    /// The index of its last line, if the reader knows it.
    last: Option<usize>,
    read: Result<[u8; CELLS], (&'t [u8], String)>,
}

/// The most lines of a board.
const MOST: usize = 20;

impl<'t> Reading<'t> {
    pub(super) fn of(detected: &Detected, text: &'t [u8]) -> Reading<'t> {
        let record_lines = (!detected.kind.is_lines()).then(|| assembled(detected, text));
        Reading::new(detected.kind, &detected.format, text, record_lines.as_ref())
    }

    /// Reads a text by a reader of lines, or the lines that a reader of boards made of it.
    fn new(
        kind: Kind,
        format: &Format,
        text: &'t [u8],
        record_lines: Option<&RecordLines>,
    ) -> Reading<'t> {
        let source: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        let (all, headers) = records(format, text, &source, record_lines);
        let mut grids: Vec<&[u8]> = Vec::with_capacity(all.len());
        for record in &all {
            grids.push(record.read.as_ref().map_or(&b"?"[..], |cells| cells));
        }
        let order = roles::order(&grids);
        let mut neighbours = grids.windows(2);
        let has_pairs = neighbours.any(|pair| order.pair(pair[0], pair[1]) != Pair::Apart);
        let mut reading = Reading {
            kind,
            puzzles: Vec::new(),
            explained: 0,
            open: 0,
            unread: Vec::new(),
            spoilt: 0,
            ends_unread: all.last().is_some_and(|record| record.read.is_err()),
            order,
            has_pairs,
            is_made: record_lines.is_some(),
        };
        let most = match kind {
            Kind::Text => 1,
            _ if kind.is_lines() || kind == Kind::Json => usize::MAX,
            _ => MOST,
        };
        let mut rest = &all[..];
        while let Some(first) = rest.first() {
            let next = rest.iter().position(|record| record.from != first.from);
            let (of_line, others) = rest.split_at(next.unwrap_or(rest.len()));
            let end = others.first().map_or(source.len(), |next| next.from);
            let last = of_line.last().and_then(|record| record.last);
            let end = last.map_or(end, |last| end.min(last + 1));
            let lines = source[first.from..end.max(first.from)].iter();
            let content = lines.filter(|line| content_lines(line).next().is_some());
            reading.add(of_line, content.count().clamp(1, most));
            rest = others;
        }
        if !reading.puzzles.is_empty() {
            reading.explained += headers;
        }
        reading
    }

    /// Adds the records that begin on a line. Until the next, there are this many lines.
    fn add(&mut self, records: &[Record<'t>], lines: usize) {
        let mut is_explained = false;
        let mut has_open = false;
        for record in records {
            match &record.read {
                Ok(cells) => {
                    let puzzle = Puzzle::from_text(cells);
                    let is_sound = puzzle.is_ok_and(|puzzle| !puzzle.has_clash());
                    has_open |= is_sound && is_open(cells);
                    // Anywhere in a text, a solution explains nothing.
                    is_explained |= is_open(cells) || self.kind != Kind::Text;
                    self.puzzles.push(*cells);
                }
                Err((text, fault)) => self.unread.push(Unread {
                    line: record.from as u64 + 1,
                    text,
                    fault: fault.clone(),
                }),
            }
        }
        self.open += if has_open { lines } else { 0 };
        if is_explained {
            self.explained += lines;
        } else {
            self.spoilt += lines;
        }
    }

    /// Whether the digits of its puzzles may be those from 0 to 8: most have two signs for blanks,
    /// or one is a full grid of these digits. Or there are none, for that reason.
    pub(super) fn counts_from_zero(&self) -> bool {
        if self.puzzles.is_empty() {
            return self.has_fault(TWO_BLANKS);
        }
        let mut two = 0;
        for cells in &self.puzzles {
            if is_full_from_zero(cells) {
                return true;
            }
            two += usize::from(has_two_blanks(cells));
        }
        2 * two > self.puzzles.len()
    }

    /// The number of puzzles with blanks.
    pub(super) fn open_puzzles(&self) -> usize {
        let mut open = 0;
        for cells in &self.puzzles {
            open += usize::from(is_open(cells));
        }
        open
    }

    /// Whether every record is a puzzle with blanks, or the solution of one. If the text `is_cut`,
    /// the last need not be.
    pub(super) fn is_whole(&self, is_cut: bool) -> bool {
        let cut = usize::from(is_cut && self.ends_unread);
        let mut grids = self.puzzles.iter();
        let are_all_open = grids.all(|cells| is_open(cells));
        let alternate = self.order != Order::Loose;
        !self.puzzles.is_empty() && self.unread.len() == cut && (are_all_open || alternate)
    }

    pub(super) fn has_records(&self) -> bool {
        !self.puzzles.is_empty() || !self.unread.is_empty()
    }

    /// Whether a record is no puzzle for this reason.
    pub(super) fn has_fault(&self, fault: &str) -> bool {
        self.unread.iter().any(|unread| unread.fault == fault)
    }

    pub(super) fn score(&self) -> (usize, usize) {
        (self.open, self.explained)
    }

    /// Whether another reading finds a puzzle that this one does not.
    pub(super) fn lacks_any_of(&self, other: &Reading<'_>) -> bool {
        let own: HashSet<&[u8; CELLS]> = self.puzzles.iter().collect();
        let mut others = other.puzzles.iter().filter(|cells| is_open(&cells[..]));
        others.any(|cells| !own.contains(cells))
    }
}

/// The records of a text that are puzzles, or should be, and the number of headers.
fn records<'t>(
    format: &Format,
    text: &'t [u8],
    source: &[&'t [u8]],
    record_lines: Option<&RecordLines>,
) -> (Vec<Record<'t>>, usize) {
    let lines = record_lines.map_or(text, |record_lines| &record_lines.text);
    let mut records = Records::default();
    find(format, lines, &mut records);
    let mut all = Vec::new();
    let mut headers = 0;
    for (i, line) in records.in_order().enumerate() {
        let from = match record_lines {
            Some(record_lines) => record_lines.origins[i].line as usize - 1,
            None => records.lines_before(i),
        };
        let whole = source.get(from).copied().unwrap_or_default();
        let read = match line {
            Line::Puzzle(i) => {
                let cells = cells_at(lines, records.starts[i] as usize);
                match Puzzle::from_text(cells) {
                    Ok(_) => Ok(*cells),
                    Err(fault) => Err((whole, fault.to_string())),
                }
            }
            Line::Other(other) if other.kind == OtherKind::Malformed => {
                let record = other.line(lines);
                let field = match format {
                    Format::Csv(layout) => table::puzzle_field(*layout, other.line(text)),
                    _ => whole,
                };
                Err((field, records.fault(record)))
            }
            Line::Other(other) => {
                headers += usize::from(other.kind == OtherKind::Header);
                continue;
            }
        };
        let last = record_lines.and_then(|record_lines| record_lines.last_lines.get(i));
        all.push(Record {
            from,
            last: last.map(|line| *line as usize - 1),
            read,
        });
    }
    (all, headers)
}
