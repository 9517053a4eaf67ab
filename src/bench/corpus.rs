//! Puzzles for measuring, held in memory as plain text.

use super::record::{CorpusInfo, LeftOut};
use crate::format::Usable;
use crate::grid::{CELLS, Puzzle, cells_at, check};
use crate::numbers::hex;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Bytes of a puzzle's line: the cells and a line feed.
pub(super) const LINE: usize = CELLS + 1;

/// A named list of puzzles, each 81 bytes of text and a line feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    name: String,
    text: Arc<[u8]>,
    left_out: Option<LeftOut>,
    /// Puzzles before the first, if this is a part of a corpus.
    before: usize,
}

impl Corpus {
    /// A corpus of these puzzles. The engines check whether they are valid. `limit` cuts the corpus
    /// to its first puzzles. Blanks become dots, so that the puzzles and their hash do not depend
    /// on the sign for blanks.
    pub fn new<'a>(
        name: impl Into<String>,
        puzzles: impl IntoIterator<Item = &'a [u8; CELLS]>,
        limit: Option<usize>,
    ) -> Corpus {
        let mut text = Vec::new();
        for puzzle in puzzles.into_iter().take(limit.unwrap_or(usize::MAX)) {
            let cells = puzzle.iter().map(|&byte| match byte {
                b'1'..=b'9' => byte,
                blank if Puzzle::is_cell(blank) => b'.',
                other => other,
            });
            text.extend(cells);
            text.push(b'\n');
        }
        Corpus {
            name: name.into(),
            text: text.into(),
            left_out: None,
            before: 0,
        }
    }

    /// The same, with a note of the lines of its file that were not puzzles.
    #[must_use]
    pub fn read(mut self, usable: &Usable) -> Corpus {
        self.left_out = usable.first.as_ref().map(|first| LeftOut {
            lines: usable.malformed,
            first_line: first.line,
            reason: first.reason.clone(),
        });
        self
    }

    /// The name, unique among the corpora of one run.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len() / LINE
    }

    /// Whether the corpus is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// At most `count` of the puzzles, spread evenly over the corpus.
    #[must_use]
    pub fn sample(&self, count: usize) -> Corpus {
        let count = count.min(self.len());
        let puzzles = (0..count).map(|i| self.puzzle(i * self.len() / count));
        Corpus::new(self.name.clone(), puzzles, None)
    }

    /// The first `count` puzzles, or all.
    pub(super) fn first(&self, count: usize) -> Corpus {
        let puzzles = (0..count.min(self.len())).map(|i| self.puzzle(i));
        Corpus::new(self.name.clone(), puzzles, None)
    }

    /// At most `count` puzzles from `first`, which keep their numbers.
    #[must_use]
    pub fn part(&self, first: usize, count: usize) -> Corpus {
        let first = first.min(self.len());
        let count = count.min(self.len() - first);
        Corpus {
            text: self.text(first, count).into(),
            before: self.before + first,
            ..self.clone()
        }
    }

    /// The same, as a part after this many puzzles.
    pub(super) fn numbered_after(self, before: usize) -> Corpus {
        Corpus { before, ..self }
    }

    /// The number of puzzle `i` in the whole corpus, from 1.
    #[must_use]
    pub fn number(&self, i: usize) -> usize {
        self.before + i + 1
    }

    /// The text of all puzzles, one a line.
    #[must_use]
    pub fn lines(&self) -> &[u8] {
        &self.text
    }

    /// The same, shared.
    pub(super) fn shared_lines(&self) -> Arc<[u8]> {
        Arc::clone(&self.text)
    }

    /// The text of `count` puzzles from `first`.
    pub(super) fn text(&self, first: usize, count: usize) -> &[u8] {
        &self.text[first * LINE..(first + count) * LINE]
    }

    /// The same puzzles in other memory, for code that could change them.
    pub(super) fn copied(&self) -> Corpus {
        Corpus {
            text: Arc::from(&self.text[..]),
            ..self.clone()
        }
    }

    /// The first puzzle that differs from that of another corpus of the same size.
    pub(super) fn first_change(&self, other: &Corpus) -> Option<usize> {
        (self.text != other.text)
            .then(|| (0..self.len()).find(|&i| self.puzzle(i) != other.puzzle(i)))
            .flatten()
    }

    /// The cells of puzzle `i`.
    ///
    /// # Panics
    /// Panics if there are fewer puzzles.
    #[must_use]
    pub fn puzzle(&self, i: usize) -> &[u8; CELLS] {
        cells_at(&self.text, i * LINE)
    }

    /// If a wrong solution is the solution of another puzzle, says so.
    #[must_use]
    pub fn out_of_order(&self, solution: &[u8; CELLS]) -> Option<String> {
        // A grid that breaks the rules solves no puzzle, so there is no need to search.
        check::check(&[b'.'; CELLS], solution).ok()?;
        let answers = |&i: &usize| check::check(self.puzzle(i), solution).is_ok();
        let other = (0..self.len()).find(answers)?;
        Some(format!(
            "answers in the wrong order: this is the answer to puzzle {}",
            self.number(other)
        ))
    }

    /// Name, size and hash.
    #[must_use]
    pub fn info(&self) -> CorpusInfo {
        CorpusInfo {
            name: self.name.clone(),
            puzzles: self.len() as u64,
            sha256: hex(&Sha256::digest(&self.text)),
            left_out: self.left_out.clone(),
            measured: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_is_its_lines() {
        let puzzles = [[b'.'; CELLS], [b'1'; CELLS], [b'2'; CELLS]];
        let corpus = Corpus::new("three", &puzzles, None);
        assert_eq!((corpus.len(), corpus.puzzle(1)), (3, &puzzles[1]));
        assert_eq!(corpus.text(1, 2).len(), 164);
        let cut = Corpus::new("three", &puzzles, Some(2));
        assert_eq!(cut.info().puzzles, 2);
        assert_ne!(cut.info().sha256, corpus.info().sha256);
        assert!(Corpus::new("none", &[], None).is_empty());
    }

    #[test]
    fn blanks_are_dots() {
        let mut mixed = [b'0'; CELLS];
        mixed[..5].copy_from_slice(b"1x*_#");
        let corpus = Corpus::new("mixed", [&mixed], None);
        assert!(corpus.puzzle(0).starts_with(b"1...#...."));
        let mut dots = *corpus.puzzle(0);
        assert_eq!(Corpus::new("mixed", [&dots], None), corpus);
        dots[1] = b'2';
        assert_ne!(Corpus::new("mixed", [&dots], None).info(), corpus.info());
    }

    #[test]
    fn a_part_keeps_the_numbers_of_its_puzzles() {
        let puzzles: Vec<[u8; CELLS]> = (b'1'..=b'9').map(|digit| [digit; CELLS]).collect();
        let part = Corpus::new("nine", &puzzles, None).part(2, 5).part(1, 99);
        assert_eq!(
            (part.len(), part.puzzle(0), part.number(0)),
            (4, &puzzles[3], 4)
        );
        assert!(part.part(9, 1).is_empty());
    }

    #[test]
    fn a_sample_is_spread_over_the_corpus() {
        let puzzles: Vec<[u8; CELLS]> = (b'1'..=b'9').map(|digit| [digit; CELLS]).collect();
        let corpus = Corpus::new("nine", &puzzles, None);
        let sample = corpus.sample(3);
        let firsts: Vec<u8> = (0..sample.len()).map(|i| sample.puzzle(i)[0]).collect();
        assert_eq!(firsts, b"147");
        assert_eq!((corpus.sample(10), corpus.sample(0).len()), (corpus, 0));
    }

    #[test]
    fn the_hash_is_sha256_of_the_lines() {
        let empty = Corpus::new("none", &[], None).info().sha256;
        assert!(
            empty.starts_with("e3b0c44298fc1c149afbf4c8996fb924"),
            "{empty}"
        );
    }
}
