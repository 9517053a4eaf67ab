//! Puzzles for measuring, held in memory as plain text.

use super::record::{CorpusInfo, LeftOut};
use crate::external::sha256;
use ninefold::grid::{CELLS, Puzzle, check};
use ninefold::internal::Rng;
use ninefold_files::corpus::transform::Isomorph;
use ninefold_files::format::Usable;
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

/// Bytes of a puzzle's line: the cells and a line feed.
pub(super) const LINE: usize = CELLS + 1;

/// A corpus that cases share, and its puzzles in the forms of the last sample.
#[derive(Debug)]
pub(super) struct SharedCorpus {
    pub(super) corpus: Corpus,
    /// What the forms of fresh puzzles follow from. None are fresh without it.
    seed: Option<u64>,
    last: RefCell<Option<(Selection, Corpus)>>,
}

/// The puzzles of a sample: how many, spread over the corpus; how often; and the number of the
/// sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Selection {
    pub(super) puzzles: usize,
    pub(super) passes: usize,
    pub(super) number: u64,
}

/// A random number from this one on. No earlier run has had the puzzles of the numbers that follow
/// it.
pub(super) fn unseen_from(number: u64) -> u64 {
    number + (RandomState::new().build_hasher().finish() >> 32)
}

impl SharedCorpus {
    /// A corpus whose puzzles are fresh in each sample, or not.
    pub(super) fn new(corpus: Corpus, is_fresh: bool) -> SharedCorpus {
        SharedCorpus {
            seed: is_fresh.then(|| corpus.seed()),
            corpus,
            last: RefCell::default(),
        }
    }

    /// Its first puzzles.
    pub(super) fn first(&self, count: usize) -> SharedCorpus {
        SharedCorpus {
            corpus: self.corpus.part(0, count),
            seed: self.seed,
            last: RefCell::default(),
        }
    }

    /// The text of a sample. Cases that take turns get the same.
    pub(super) fn text(&self, selection: Selection) -> Corpus {
        let mut last = self.last.borrow_mut();
        if let Some((_, text)) = last.as_ref().filter(|(of, _)| *of == selection) {
            return text.clone();
        }
        let Selection {
            puzzles,
            passes,
            number,
        } = selection;
        let part = self.corpus.spread(puzzles, number as usize);
        let text = part.fresh(passes, self.seed, number);
        *last = Some((selection, text.clone()));
        text
    }
}

/// A named list of puzzles, each 81 bytes of text and a line feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    name: String,
    text: Arc<[u8]>,
    left_out: Option<LeftOut>,
    /// The place of each puzzle in the whole corpus, if this is a part of one or has some of them
    /// again.
    places: Option<Arc<[u32]>>,
}

impl Corpus {
    /// A corpus of these puzzles. Their clues may clash.
    pub fn new(name: impl Into<String>, puzzles: impl IntoIterator<Item = Puzzle>) -> Corpus {
        let mut text = Vec::new();
        for puzzle in puzzles {
            text.extend(puzzle.to_text());
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

    /// At most `count` of the puzzles, spread evenly over the corpus: other ones for each `turn`.
    /// They keep their numbers.
    pub(super) fn spread(&self, count: usize, turn: usize) -> Corpus {
        let len = self.len();
        let count = count.min(len);
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
        let lines = puzzles.clone().map(|i| &self.text[i * LINE..][..LINE]);
        let places = puzzles.map(|i| self.place(i) as u32);
        Corpus {
            text: lines.collect::<Vec<_>>().concat().into(),
            places: Some(places.collect()),
            ..self.clone()
        }
    }

    /// `passes` times the same puzzles, each time in another order, and each of them in another
    /// equivalent form: digits, rows, columns, bands and stacks rearranged, perhaps transposed. No
    /// text occurs twice, so a solver gains nothing by remembering. Order and forms follow from the
    /// whole corpus's hash and a number. Without a hash, the puzzles stay as they are.
    pub(super) fn fresh(&self, passes: usize, hash: Option<u64>, number: u64) -> Corpus {
        let mut rng = hash.map(|hash| Rng::new(hash, &[number]));
        let mut order: Vec<usize> = (0..self.len()).collect();
        let puzzles: Vec<Puzzle> = (0..self.len()).map(|i| self.parsed(i)).collect();
        let mut text = Vec::with_capacity(self.text.len() * passes);
        let mut places = Vec::with_capacity(self.len() * passes);
        for _ in 0..passes {
            rng.iter_mut().for_each(|rng| rng.shuffle(&mut order));
            for &i in &order {
                let cells = match &mut rng {
                    Some(rng) => Isomorph::random(rng).apply(&puzzles[i]).to_text(),
                    None => *self.puzzle(i),
                };
                text.extend_from_slice(&cells);
                text.push(b'\n');
                places.push(self.place(i) as u32);
            }
        }
        Corpus {
            text: text.into(),
            places: Some(places.into()),
            ..self.clone()
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
        self.text[i * LINE..]
            .first_chunk()
            .expect("a line has 81 cells")
    }

    fn parsed(&self, i: usize) -> Puzzle {
        Puzzle::from_text(self.puzzle(i)).expect("a corpus has only puzzles")
    }

    /// If a wrong solution is the solution of another puzzle, says so.
    #[must_use]
    pub fn out_of_order(&self, solution: &[u8; CELLS]) -> Option<String> {
        // A grid that breaks the rules solves no puzzle, so there is no need to search.
        check::check(&[b'.'; CELLS], solution).ok()?;
        let mut all = 0..self.len();
        let other = all.find(|&i| check::check(self.puzzle(i), solution).is_ok())?;
        Some(format!(
            "answers in the wrong order: this is the answer to puzzle {}",
            self.number(other)
        ))
    }

    /// The number that the forms of its fresh puzzles follow from.
    pub(super) fn seed(&self) -> u64 {
        let hash = Sha256::digest(&self.text);
        u64::from_be_bytes(std::array::from_fn(|i| hash[i]))
    }

    /// Name, size and hash.
    #[must_use]
    pub fn info(&self) -> CorpusInfo {
        CorpusInfo {
            name: self.name.clone(),
            puzzles: self.len() as u64,
            sha256: sha256(&self.text),
            left_out: self.left_out.clone(),
            measured: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold_files::corpus::transform::canonical;
    use std::collections::HashSet;
    use std::ops::Range;

    /// Puzzles with the same digit in all cells.
    fn all_alike(digits: Range<u8>) -> impl Iterator<Item = Puzzle> {
        digits.map(|digit| Puzzle::from_cells([digit; CELLS]).unwrap())
    }

    #[test]
    fn a_corpus_is_its_lines() {
        let corpus = Corpus::new("three", all_alike(0..3));
        assert_eq!((corpus.len(), corpus.puzzle(1)), (3, &[b'1'; CELLS]));
        assert_eq!(corpus.lines().len(), 246);
        let cut = Corpus::new("three", all_alike(0..2));
        assert_eq!(cut.info().puzzles, 2);
        assert_ne!(cut.info().sha256, corpus.info().sha256);
        assert!(Corpus::new("none", []).is_empty());
    }

    #[test]
    fn a_part_keeps_the_numbers_of_its_puzzles() {
        let nine = Corpus::new("nine", all_alike(1..10));
        let part = nine.part(2, 5).part(1, 99);
        assert_eq!(
            (part.len(), part.puzzle(0), part.number(0)),
            (4, &[b'4'; CELLS], 4)
        );
        assert!(part.part(9, 1).is_empty());
    }

    #[test]
    fn a_sample_is_spread_over_the_corpus() {
        let corpus = Corpus::new("nine", all_alike(1..10));
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
        let puzzles = puzzles.map(|text| Puzzle::from_text(&text).unwrap());
        let corpus = Corpus::new("two", puzzles);
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
            let place = fresh.place(i);
            assert_eq!(canonical(&fresh.parsed(i)), canonical(&puzzles[place]));
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
        let empty = Corpus::new("none", []).info().sha256;
        assert!(
            empty.starts_with("e3b0c44298fc1c149afbf4c8996fb924"),
            "{empty}"
        );
    }
}
