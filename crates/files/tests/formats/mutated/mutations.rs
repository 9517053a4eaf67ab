//! What happens to files: a field, a comma, a cell or a line is lost, columns are exchanged, and
//! others.

use super::document::{BLANKS, Content, Document, Piece};
use ninefold::internal::Rng;
use std::ops::Range;

/// A change to a text.
#[derive(Clone, Copy)]
pub(super) struct Mutation {
    pub(super) name: &'static str,
    /// Changes a text. `None` if there is nothing to change.
    pub(super) apply: fn(&mut Document, &mut Rng) -> Option<()>,
    /// Whether it happens to a text as a whole, whatever else happened to its records.
    pub(super) is_of_all: bool,
}

const fn of_part(name: &'static str, apply: fn(&mut Document, &mut Rng) -> Option<()>) -> Mutation {
    Mutation {
        name,
        apply,
        is_of_all: false,
    }
}

const fn of_all(name: &'static str, apply: fn(&mut Document, &mut Rng) -> Option<()>) -> Mutation {
    Mutation {
        name,
        apply,
        is_of_all: true,
    }
}

pub(super) const MUTATIONS: [Mutation; 20] = [
    of_part("drop a field", drop_field),
    of_part("drop a mark", drop_mark),
    of_part("drop a cell", drop_cell),
    of_part("drop a line", drop_line),
    of_part("drop a grid", drop_grid),
    of_part("write a line twice", duplicate_line),
    of_part("insert a line", insert_line),
    of_part("glue lines", glue_lines),
    of_part("truncate", truncate),
    of_part("swap grids", swap_some_grids),
    of_part("swap all grids", swap_all_grids),
    of_part("rename one", rename_one),
    of_all("rename all", rename_all),
    of_all("drop the header", drop_header),
    of_part("another blank", other_blank_of_one),
    of_all("other blanks", other_blank_of_all),
    of_part("another cell", other_cell),
    of_part("a wrong solution", wrong_known),
    of_part("exchange solutions", exchange_known),
    of_part("cut a solution", cut_known),
];

/// One of some things.
pub(super) fn any<T: Copy>(among: &[T], rng: &mut Rng) -> Option<T> {
    let count = u32::try_from(among.len()).ok().filter(|&count| count > 0)?;
    Some(among[rng.below(count) as usize])
}

fn any_record(document: &Document, rng: &mut Rng) -> Option<usize> {
    any(&(0..document.records).collect::<Vec<_>>(), rng)
}

/// One of the pieces for which this holds.
fn any_piece(document: &Document, rng: &mut Rng, is: impl Fn(&Piece) -> bool) -> Option<usize> {
    let pieces = document.pieces.iter().enumerate();
    let could: Vec<usize> = pieces
        .filter(|(_, piece)| is(piece))
        .map(|(i, _)| i)
        .collect();
    any(&could, rng)
}

fn drop_mark(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let at = any_piece(document, rng, Piece::is_mark)?;
    document.pieces.remove(at);
    Some(())
}

/// Removes a line end, but not that of a comment: a puzzle in a comment was taken out by somebody.
fn glue_lines(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let lines = document.lines();
    let is_comment = |line: &Range<usize>| document.pieces[line.start].text == "#";
    let others = lines.iter().filter(|line| !is_comment(line));
    let ends: Vec<usize> = others.map(|line| line.end - 1).collect();
    let end = any(&ends, rng).filter(|&end| document.pieces[end].is_line_end())?;
    document.pieces.remove(end);
    Some(())
}

/// Removes a cell. Where each has a field of its own, an empty field is left, which is a blank.
fn drop_cell(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let is_written = |piece: &Piece| piece.cell.is_some() && !piece.text.is_empty();
    let at = any_piece(document, rng, is_written)?;
    if document.is_field(at) {
        document.pieces[at].text.clear();
    } else {
        document.pieces.remove(at);
    }
    Some(())
}

/// Removes what stands before a mark since the last one, and the mark.
fn drop_field(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let is_separator = |piece: &Piece| piece.cell.is_none() && ",;\t:| ".contains(&piece.text);
    let end = any_piece(document, rng, is_separator)?;
    let is_end = |piece: &Piece| is_separator(piece) || piece.is_line_end();
    let start = document.pieces[..end].iter().rposition(is_end);
    document
        .pieces
        .drain(start.map_or(0, |start| start + 1)..=end);
    Some(())
}

fn any_line(document: &Document, rng: &mut Rng) -> Option<Range<usize>> {
    let lines: Vec<[usize; 2]> = document
        .lines()
        .iter()
        .map(|line| [line.start, line.end])
        .collect();
    any(&lines, rng).map(|[start, end]| start..end)
}

fn drop_line(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let line = any_line(document, rng)?;
    document.pieces.drain(line);
    Some(())
}

/// Removes a grid with all that stands between its cells.
fn drop_grid(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let record = any_record(document, rng)?;
    let cells = document.cells(record, rng.below(2) == 1);
    document.pieces.drain(*cells.first()?..=*cells.last()?);
    Some(())
}

/// Writes a line twice. The second is a new record if all of one is on it, and otherwise of none.
fn duplicate_line(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let line = any_line(document, rng)?;
    let mut copy = document.pieces[line.clone()].to_vec();
    for record in 0..document.records {
        let all = [false, true]
            .map(|is_known| document.cells(record, is_known))
            .concat();
        let is_on_line = all.len() >= 81 && all.iter().all(|at| line.contains(at));
        let new = is_on_line.then_some(document.records);
        for piece in copy.iter_mut().filter(|piece| piece.record == Some(record)) {
            piece.record = new;
        }
        document.records += usize::from(new.is_some());
    }
    document.pieces.splice(line.end..line.end, copy);
    Some(())
}

/// What stands in files now and then.
const FOREIGN: [&str; 12] = [
    "",
    "# a comment",
    "hello",
    "-----",
    "12",
    "Total: 12 puzzles",
    "solved in 0.3 s",
    "---------------------------------------------------------------------------------",
    "{}",
    "None",
    "1,2,3",
    "easy:",
];

fn insert_line(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let line = any_line(document, rng)?;
    // As in files that were joined.
    let first = document.lines().first().cloned()?;
    let mut foreign = Document::default();
    foreign.add_text(any(&FOREIGN, rng)?);
    foreign.add_text("\n");
    let is_header = document.pieces[first.clone()]
        .iter()
        .all(|piece| piece.record.is_none());
    let new = if is_header && rng.below(3) == 0 {
        document.pieces[first].to_vec()
    } else {
        foreign.pieces
    };
    document.pieces.splice(line.start..line.start, new);
    Some(())
}

fn truncate(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let at = any_piece(document, rng, |_| true)?;
    document.pieces.truncate(at);
    Some(())
}

/// Writes a puzzle in the place of its solution, and the reverse.
fn swap_grids(document: &mut Document, record: usize) -> Option<()> {
    let [puzzle, known] = [false, true].map(|is_known| document.cells(record, is_known));
    if puzzle.len() != known.len() || puzzle.is_empty() {
        return None;
    }
    for (&one, &other) in puzzle.iter().zip(&known) {
        document.pieces.swap(one, other);
    }
    Some(())
}

fn swap_some_grids(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let record = any_record(document, rng)?;
    swap_grids(document, record)
}

fn swap_all_grids(document: &mut Document, _: &mut Rng) -> Option<()> {
    let mut swapped = None;
    for record in 0..document.records {
        swapped = swap_grids(document, record).or(swapped);
    }
    swapped
}

const NAMES: [&str; 8] = [
    "puzzle", "solution", "quiz", "answer", "grid", "x", "id", "Puzzle",
];

fn rename_one(document: &mut Document, rng: &mut Rng) -> Option<()> {
    rename(document, rng, false)
}

fn rename_all(document: &mut Document, rng: &mut Rng) -> Option<()> {
    rename(document, rng, true)
}

/// Gives a word another name: in one place, or wherever it stands.
fn rename(document: &mut Document, rng: &mut Rng, is_everywhere: bool) -> Option<()> {
    let at = any_piece(document, rng, Piece::is_word)?;
    let old = document.pieces[at].text.clone();
    // Two members of one name would be one.
    let is_new = |name: &&str| document.pieces.iter().all(|piece| piece.text != *name);
    let names: Vec<&str> = NAMES.into_iter().filter(is_new).collect();
    let new = any(&names, rng)?;
    for (i, piece) in document.pieces.iter_mut().enumerate() {
        if i == at || is_everywhere && piece.is_word() && piece.text == old {
            new.clone_into(&mut piece.text);
        }
    }
    Some(())
}

/// Removes what stands above the first record.
fn drop_header(document: &mut Document, _: &mut Rng) -> Option<()> {
    let header = document
        .pieces
        .iter()
        .position(|piece| piece.record.is_some())?;
    document.pieces.drain(..header);
    (header > 0).then_some(())
}

/// Signs for blanks, and those of cells that have a field of their own.
const SIGNS: [&str; 8] = [".", "0", "*", "_", "x", "-", "?", "O"];
const SIGNS_OF_FIELDS: [&str; 5] = ["0", "-1", "null", "", "None"];

fn other_blank_of_one(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let record = any_record(document, rng)?;
    other_blank(document, rng, record..record + 1)
}

fn other_blank_of_all(document: &mut Document, rng: &mut Rng) -> Option<()> {
    other_blank(document, rng, 0..document.records)
}

/// Writes the blanks of some records with another sign.
fn other_blank(document: &mut Document, rng: &mut Rng, records: Range<usize>) -> Option<()> {
    let cell = *document.cells(records.start, false).first()?;
    let sign = if document.is_field(cell) && rng.below(2) == 0 {
        any(&SIGNS_OF_FIELDS, rng)?
    } else {
        any(&SIGNS, rng)?
    };
    for piece in &mut document.pieces {
        let is_blank = piece.cell.is_some() && BLANKS.contains(&&piece.text[..]);
        if is_blank && piece.record.is_some_and(|record| records.contains(&record)) {
            sign.clone_into(&mut piece.text);
        }
    }
    Some(())
}

const CELLS: [&str; 8] = ["1", "5", "9", ".", "0", "a", "O", "l"];

fn other_cell(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let at = any_piece(document, rng, |piece| piece.cell.is_some())?;
    any(&CELLS, rng)?.clone_into(&mut document.pieces[at].text);
    Some(())
}

fn whole_known(document: &Document) -> Vec<usize> {
    let records = 0..document.records;
    let is_whole = |&record: &usize| matches!(document.grid(record, true), Content::Whole(_));
    records.filter(is_whole).collect()
}

/// Changes a digit of a known solution.
fn wrong_known(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let record = any(&whole_known(document), rng)?;
    let at = any(&document.cells(record, true), rng)?;
    let text = &mut document.pieces[at].text;
    let digit: u8 = text.parse().unwrap_or(0);
    *text = (digit % 9 + 1).to_string();
    Some(())
}

/// Exchanges the known solutions of two records.
fn exchange_known(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let mut records = whole_known(document);
    rng.shuffle(&mut records);
    let &[one, other, ..] = &records[..] else {
        return None;
    };
    let [one, other] = [one, other].map(|record| document.cells(record, true));
    for (&one, &other) in one.iter().zip(&other) {
        let text = document.pieces[one].text.clone();
        document.pieces[one].text = std::mem::replace(&mut document.pieces[other].text, text);
    }
    Some(())
}

/// Removes the last digits of a known solution.
fn cut_known(document: &mut Document, rng: &mut Rng) -> Option<()> {
    let record = any(&whole_known(document), rng)?;
    let cells = document.cells(record, true);
    let left = cells.len() - 1 - rng.below(30) as usize;
    for &at in cells[left..].iter().rev() {
        document.pieces.remove(at);
    }
    Some(())
}
