//! A text whose pieces say which grid they are of, whatever is done to them.

use ninefold::grid::CELLS;
use std::ops::Range;

/// A cell of a template that is a cell of the puzzle.
pub(super) const PUZZLE_CELL: char = '□';

/// A cell of a template that is a cell of the known solution.
pub(super) const KNOWN_CELL: char = '■';

/// Which cell of which grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) is_known: bool,
    pub(super) place: usize,
}

/// A cell, a word, or a single character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// The record to which it belongs.
    pub(super) record: Option<usize>,
    pub(super) cell: Option<Cell>,
}

impl Piece {
    pub(super) fn is_line_end(&self) -> bool {
        self.text == "\n"
    }

    pub(super) fn is_word(&self) -> bool {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        self.cell.is_none() && self.text.len() > 1 && self.text.starts_with(is_letter)
    }

    /// Whether it is a character that stands between others, and not between lines.
    pub(super) fn is_mark(&self) -> bool {
        self.cell.is_none() && ",;:\t |\"'[](){}".contains(&self.text)
    }
}

/// A puzzle with its solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) puzzle: &'a str,
    pub(super) solution: &'a str,
}

/// A text in pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct Document {
    pub(super) pieces: Vec<Piece>,
    /// How many records it has, or had.
    pub(super) records: usize,
}

impl Document {
    /// Adds text that belongs to no record.
    pub(super) fn add_text(&mut self, text: &str) {
        self.add(text, None, |_| unreachable!("there are no cells in it"));
    }

    /// Adds a record. The puzzle's blanks are written as `blank`.
    pub(super) fn add_record(&mut self, template: &str, pair: Pair<'_>, blank: &str) {
        let record = self.records;
        self.records += 1;
        self.add(template, Some(record), |cell| {
            let grid = if cell.is_known {
                pair.solution
            } else {
                pair.puzzle
            };
            match &grid[cell.place..=cell.place] {
                "." => blank.to_owned(),
                digit => digit.to_owned(),
            }
        });
    }

    fn add(&mut self, text: &str, record: Option<usize>, written: impl Fn(Cell) -> String) {
        let mut places = [0; 2];
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
            let (own, more) = rest.split_at(end.max(first.len_utf8()));
            rest = more;
            let is_known = first == KNOWN_CELL;
            let cell = (is_known || first == PUZZLE_CELL).then(|| {
                let place = &mut places[usize::from(is_known)];
                *place += 1;
                Cell {
                    is_known,
                    place: *place - 1,
                }
            });
            let text = cell.map_or(own.to_owned(), &written);
            self.pieces.push(Piece { text, record, cell });
        }
    }

    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|piece| &piece.text[..]).collect()
    }

    /// The lines, each with its line end.
    pub(super) fn lines(&self) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = 0;
        for (i, piece) in self.pieces.iter().enumerate() {
            if piece.is_line_end() || i + 1 == self.pieces.len() {
                lines.push(start..i + 1);
                start = i + 1;
            }
        }
        lines
    }

    /// Where the cells of a grid are.
    pub(super) fn cells(&self, record: usize, is_known: bool) -> Vec<usize> {
        let is_its_own = |piece: &Piece| {
            piece.record == Some(record) && piece.cell.is_some_and(|cell| cell.is_known == is_known)
        };
        let pieces = self.pieces.iter().enumerate();
        pieces
            .filter(|(_, piece)| is_its_own(piece))
            .map(|(i, _)| i)
            .collect()
    }

    /// The records that are not what they are in another text, or have other lines around them.
    pub(super) fn records_that_differ(&self, other: &Document) -> Vec<usize> {
        let all = 0..self.records.max(other.records);
        all.filter(|&record| self.around(record) != other.around(record))
            .collect()
    }

    /// Whether a cell has a field of its own.
    pub(super) fn is_field(&self, at: usize) -> bool {
        let is_end = |piece: &Piece| piece.is_mark() || piece.is_line_end();
        let before = at.checked_sub(1).and_then(|before| self.pieces.get(before));
        before.is_none_or(is_end) && self.pieces.get(at + 1).is_none_or(is_end)
    }

    /// What is left of a grid.
    pub(super) fn grid(&self, record: usize, is_known: bool) -> Content {
        let cells = self.cells(record, is_known);
        let is_in_order = cells.len() == CELLS
            && cells.iter().enumerate().all(|(place, &i)| {
                let cell = self.pieces[i].cell;
                cell.is_some_and(|cell| cell.place == place)
            });
        let written: Vec<Option<char>> = cells
            .iter()
            .map(|&i| plain_cell(&self.pieces[i].text))
            .collect();
        let grid: Option<String> = written.iter().copied().collect();
        match grid.filter(|_| is_in_order) {
            Some(grid) => Content::Whole(grid),
            // A sign that is no cell cuts it.
            None => {
                let runs = written.split(Option::is_none).map(<[_]>::len);
                Content::Part(runs.max().unwrap_or(0))
            }
        }
    }

    /// The records, in the order in which they begin.
    pub(super) fn records_in_order(&self) -> Vec<usize> {
        let mut all = Vec::new();
        for record in self.pieces.iter().filter_map(|piece| piece.record) {
            if !all.contains(&record) {
                all.push(record);
            }
        }
        all
    }

    /// What stands above the records.
    pub(super) fn header(&self) -> &[Piece] {
        let end = self.pieces.iter().position(|piece| piece.record.is_some());
        &self.pieces[..end.unwrap_or(self.pieces.len())]
    }

    /// Whether its boards are rows of digits alone, and nothing stands between them.
    pub(super) fn is_dense(&self) -> bool {
        let is_row = |line: &Range<usize>| {
            let pieces = &self.pieces[line.clone()];
            let cells = pieces.iter().filter(|piece| piece.cell.is_some()).count();
            cells < CELLS
                && pieces
                    .iter()
                    .all(|piece| piece.cell.is_some() || piece.is_line_end())
        };
        let lines = self.lines();
        let rows = lines.iter().filter(|line| is_row(line)).count();
        // Something may have been added.
        rows + 3 >= lines.len()
    }

    /// The lines of a record, and the line above and below.
    pub(super) fn around(&self, record: usize) -> Option<String> {
        let is_its_own = |piece: &Piece| piece.record == Some(record);
        let first = self.pieces.iter().position(is_its_own)?;
        let last = self.pieces.iter().rposition(is_its_own)?;
        let lines = self.lines();
        let first = lines.iter().position(|line| line.contains(&first))?;
        let last = lines.iter().position(|line| line.contains(&last))?;
        let above = &lines[first.saturating_sub(1)];
        let below = &lines[lines.len().min(last + 2) - 1];
        let all = self.pieces[above.start..below.end].iter();
        Some(all.map(|piece| &piece.text[..]).collect())
    }
}

/// A digit, or a dot for any sign of a blank.
fn plain_cell(text: &str) -> Option<char> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(char::from(*digit)),
        _ if BLANKS.contains(&text) => Some('.'),
        _ => None,
    }
}

/// The signs that people write for a blank.
pub(super) const BLANKS: [&str; 12] = [
    ".", "0", "*", "_", "x", "X", "-", "", " ", "-1", "null", "None",
];

/// What is left of a grid in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// All 81 cells in order: digits, and dots for blanks.
    Whole(String),
    /// The most cells that stand together.
    Part(usize),
}

impl Content {
    pub(super) fn whole(&self) -> Option<&str> {
        match self {
            Content::Whole(grid) => Some(grid),
            Content::Part(_) => None,
        }
    }
}
