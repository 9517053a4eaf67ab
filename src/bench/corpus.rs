//! Puzzles for measuring, held in memory as plain text.

use super::record::{CorpusInfo, LeftOut};
use crate::corpus::Rng;
use crate::corpus::transform::Isomorph;
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
    /// The place of each puzzle in the whole corpus, if this is a part of one or has some of them again.
    places: Option<Arc<[u32]>>,
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
            places: None,
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

    /// At most `count` of the puzzles, spread evenly over the corpus: other ones for each `turn`. They keep their
    /// numbers.
    pub(super) fn spread(&self, count: usize, turn: usize) -> Corpus {
        let (len, count) = (self.len(), count.min(self.len()));
        if count == len {
            return self.clone();
        }
        let step = len / count.max(1);
        let shift = turn % step.max(1);
        self.of((0..count).map(|i| i * len / count + shift))
    }

    /// At most `count` puzzles from `first`. They keep their numbers.
    pub(super) fn part(&self, first: usize, count: usize) -> Corpus {
        let end = first.saturating_add(count).min(self.len());
        self.of(first.min(end)..end)
    }

    fn of(&self, puzzles: impl Iterator<Item = usize> + Clone) -> Corpus {
        let part = Corpus::new(&*self.name, puzzles.clone().map(|i| self.puzzle(i)), None);
        let places = puzzles.map(|i| self.place(i) as u32);
        Corpus {
            places: Some(places.collect()),
            ..part
        }
    }

    /// `passes` times the same puzzles, each time in another order, and each of them in another equivalent form:
    /// digits, rows, columns, bands and stacks rearranged, perhaps transposed. No text occurs twice, so a solver gains
    /// nothing by remembering. Order and forms follow from the whole corpus's hash and a number. Without a hash, the
    /// puzzles stay as they are.
    pub(super) fn fresh(&self, passes: usize, hash: Option<u64>, number: u64) -> Corpus {
        let mut rng = hash.map(|hash| Rng::new(hash, &[number]));
        let mut order: Vec<usize> = (0..self.len()).collect();
        // What is no puzzle has no equivalent forms.
        let puzzle = |i| Puzzle::from_text(self.puzzle(i)).ok();
        let puzzles: Vec<Option<Puzzle>> = (0..self.len()).map(puzzle).collect();
        let mut text = Vec::with_capacity(self.text.len() * passes);
        let mut places = Vec::with_capacity(self.len() * passes);
        for _ in 0..passes {
            rng.iter_mut().for_each(|rng| rng.shuffle(&mut order));
            for &i in &order {
                let cells = match rng.as_mut().zip(puzzles[i].as_ref()) {
                    Some((rng, puzzle)) => Isomorph::random(rng).apply(puzzle).to_text(),
                    None => *self.puzzle(i),
                };
                text.extend_from_slice(&cells);
                text.push(b'\n');
                places.push(self.place(i) as u32);
            }
        }
        Corpus {
            name: self.name.clone(),
            text: text.into(),
            left_out: None,
            places: Some(places.into()),
        }
    }

    /// The place of puzzle `i` in the whole corpus, from 0.
    pub(super) fn place(&self, i: usize) -> usize {
        self.places.as_ref().map_or(i, |places| places[i] as usize)
    }

    /// The number of puzzle `i` in the whole corpus, from 1.
    pub(super) fn number(&self, i: usize) -> usize {
        self.place(i) + 1
    }

    /// The text of all puzzles, one a line.
    #[must_use]
    pub fn lines(&self) -> &[u8] {
        &self.text
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
    use crate::corpus::transform::canonical;
    use std::collections::HashSet;

    #[test]
    fn a_corpus_is_its_lines() {
        let puzzles = [[b'.'; CELLS], [b'1'; CELLS], [b'2'; CELLS]];
        let corpus = Corpus::new("three", &puzzles, None);
        assert_eq!((corpus.len(), corpus.puzzle(1)), (3, &puzzles[1]));
        assert_eq!(corpus.lines().len(), 246);
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
        let firsts = |turn| -> Vec<u8> {
            let spread = corpus.spread(3, turn);
            (0..3).map(|i| spread.puzzle(i)[0]).collect()
        };
        assert_eq!(
            (firsts(0), firsts(2), firsts(4)),
            (b"147".into(), b"369".into(), b"258".into())
        );
        assert_eq!(corpus.spread(3, 1).number(1), 5);
        assert_eq!(
            (corpus.spread(10, 3).len(), corpus.spread(0, 3).len()),
            (9, 0)
        );
    }

    #[test]
    fn fresh_puzzles_are_equivalent_and_follow_from_their_number() {
        let puzzles = [
            *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            *b"103000509002109400000704000300502006060000050700803004000401000009205800804000107",
        ];
        let corpus = Corpus::new("two", &puzzles, None);
        let fresh = corpus.fresh(3, Some(7), 1);
        assert_eq!(fresh, corpus.fresh(3, Some(7), 1));
        let forms = |corpus: &Corpus| -> HashSet<[u8; CELLS]> {
            (0..corpus.len()).map(|i| *corpus.puzzle(i)).collect()
        };
        let all = [
            &corpus,
            &fresh,
            &corpus.fresh(3, Some(7), 2),
            &corpus.fresh(3, Some(8), 1),
        ];
        let all: Vec<_> = all.into_iter().flat_map(forms).collect();
        assert_eq!(all.len(), 2 + 3 * 6);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        for i in 0..6 {
            let canonical = |text: &[u8; CELLS]| canonical(&Puzzle::from_text(text).unwrap());
            let place = fresh.place(i);
            assert_eq!(canonical(fresh.puzzle(i)), canonical(&puzzles[place]));
        }
        // Each pass has all puzzles, in an order of its own.
        let many = corpus.fresh(100, Some(7), 1);
        let first = |pass: usize| many.place(2 * pass);
        assert!((0..100).all(|pass| first(pass) != many.place(2 * pass + 1)));
        let turned = (0..100).filter(|&pass| first(pass) == 1).count();
        assert!((20..80).contains(&turned), "{turned}");
        assert_eq!(corpus.fresh(3, None, 1).place(3), 1);
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
