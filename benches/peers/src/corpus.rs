//! Puzzles of one file, held as uniform text.

use ninefold::engine::Outcome;
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check};
use ninefold::shown::shown;
use std::io::{self, BufRead};
use std::path::Path;

/// Bytes of a line: 81 cells and a line feed.
const LINE: usize = CELLS + 1;

/// The puzzles of one file, every blank written as `.`, because that is the
/// one sign for it that all solvers read.
pub(crate) struct Corpus {
    pub(crate) name: String,
    text: Vec<u8>,
    starts: Vec<u32>,
}

impl Corpus {
    /// Reads the lines whose first 81 bytes are cells; counts the others, and
    /// with them puzzles whose clues clash (`dlx-rs` cannot be given those).
    ///
    /// `most` puzzles at most, spread evenly over the file.
    pub(crate) fn read(path: &Path, most: Option<usize>) -> io::Result<(Corpus, usize)> {
        let mut text = Vec::new();
        let mut others = 0;
        for line in io::BufReader::new(std::fs::File::open(path)?).split(b'\n') {
            match normalise(&line?) {
                Some(cells) => text.extend_from_slice(&cells),
                None => others += 1,
            }
        }
        let name = path
            .file_name()
            .map_or_else(|| shown(path).to_string(), |name| shown(name).to_string());
        let all = Corpus::from_text(name, text);
        let corpus = match most {
            Some(most) if most < all.len() => all.sample(most),
            _ => all,
        };
        Ok((corpus, others))
    }

    /// `text` is lines of 81 cells and a line feed.
    fn from_text(name: String, text: Vec<u8>) -> Corpus {
        let starts = (0..text.len() / LINE).map(|i| (i * LINE) as u32).collect();
        Corpus { name, text, starts }
    }

    /// `count` puzzles, evenly spread.
    pub(crate) fn sample(&self, count: usize) -> Corpus {
        let count = count.min(self.len());
        let text = (0..count)
            .map(|i| i * self.len() / count)
            .flat_map(|i| &self.text[i * LINE..(i + 1) * LINE])
            .copied()
            .collect();
        Corpus::from_text(self.name.clone(), text)
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn puzzle(&self, i: usize) -> &[u8; CELLS] {
        self.text[i * LINE..][..CELLS]
            .try_into()
            .expect("81 bytes are 81 bytes")
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }
}

/// The 81 cells with `.` for every blank, and a line feed.
fn normalise(line: &[u8]) -> Option<Row> {
    let cells: &[u8; CELLS] = line.first_chunk()?;
    let mut row = BLANK_ROW;
    for (out, &cell) in row.iter_mut().zip(cells) {
        *out = match cell {
            b'1'..=b'9' => cell,
            b'0' | b'.' | b'*' | b'_' | b'X' | b'x' => b'.',
            _ => return None,
        };
    }
    match line.get(CELLS) {
        Some(b'0'..=b'9' | b'.') => None,
        _ => {
            let puzzle = Puzzle::from_text(row.first_chunk()?).ok()?;
            check::clash(&puzzle).is_none().then_some(row)
        }
    }
}

/// Room for what a solver says of a corpus.
pub(crate) struct Answers {
    pub(crate) rows: Vec<Row>,
    pub(crate) outcomes: Vec<Outcome>,
}

impl Answers {
    pub(crate) fn new(len: usize) -> Answers {
        Answers {
            rows: vec![BLANK_ROW; len],
            outcomes: vec![Outcome::default(); len],
        }
    }

    /// Wipes what stood there, so that no solver lives on another's answers.
    pub(crate) fn wipe(&mut self) {
        self.rows.fill(BLANK_ROW);
        self.outcomes.fill(Outcome::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_all_kinds_become_dots_and_other_lines_are_none() {
        let mut line = b"0".repeat(CELLS);
        line[..6].copy_from_slice(b"1.*_Xx");
        let row = normalise(&line).expect("a puzzle");
        assert_eq!(row[0], b'1');
        assert!(row[1..81].iter().all(|&cell| cell == b'.'));
        assert_eq!(row[81], b'\n');
        line.push(b'\r');
        assert!(normalise(&line).is_some());
        line[81] = b'5';
        assert_eq!(normalise(&line), None);
        assert_eq!(normalise(b"# comment"), None);
        assert_eq!(normalise("1".repeat(CELLS).as_bytes()), None);
    }

    #[test]
    fn a_sample_is_spread_over_the_corpus() {
        let mut text = Vec::new();
        for digit in b'1'..=b'9' {
            let mut row = BLANK_ROW;
            row[0] = digit;
            text.extend_from_slice(&row);
        }
        let sample = Corpus::from_text("digits".into(), text).sample(3);
        let firsts: Vec<u8> = (0..sample.len()).map(|i| sample.puzzle(i)[0]).collect();
        assert_eq!(firsts, b"147");
    }
}
