//! Checking anybody's answers, line against line, in parallel.

use super::ordered::{self, Fault, Stop};
use super::{PipelineError, Position, Runner};
use crate::engine::verdict::Verdict;
use crate::format::{self, Format, Opened, Other, OtherKind, Records};
use crate::grid::{CELLS, Puzzle, cells_at, check};
use crate::input::Chunk;
use crate::metrics::trailer::Trailer;
use rayon::ThreadPool;
use std::sync::Arc;

/// Lines of each side that a worker compares at a time.
const BLOCK: usize = 8192;

/// What became of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verification {
    /// Lines of the puzzles.
    pub puzzle_lines: u64,
    /// Lines of the answers.
    pub answer_lines: u64,
    /// Right answers, `!malformed` and `!invalid` where that is true
    /// included.
    pub right: u64,
    /// Verdicts that claim what cannot be checked: `!none`, `!multiple`,
    /// `!gave-up`.
    pub unanswered: u64,
    /// Wrong or missing answers.
    pub wrong: u64,
    /// The first of those: line, from 1, and what is wrong.
    pub first_wrong: Vec<(u64, String)>,
    /// Lines, bytes and checksum of the answers.
    pub trailer: Trailer,
}

impl Verification {
    /// Whether every puzzle has a right answer, and there is no line too many.
    pub fn is_clean(&self) -> bool {
        self.wrong == 0 && self.unanswered == 0 && self.puzzle_lines == self.answer_lines
    }
}

/// Compares each line of `answers` with the line of `puzzles` in its place,
/// by the independent checker, and describes the first `show` that are wrong.
///
/// # Errors
/// As [`run`](super::run), without those of an engine.
pub fn verify(
    puzzles: Opened,
    answers: Opened,
    threads: usize,
    show: usize,
    stop: &Stop,
) -> Result<Verification, PipelineError> {
    Runner::new().verify(puzzles, answers, threads, show, stop)
}

impl Runner {
    /// As the function [`verify`].
    ///
    /// # Errors
    /// As there.
    pub fn verify(
        &mut self,
        puzzles: Opened,
        answers: Opened,
        threads: usize,
        show: usize,
        stop: &Stop,
    ) -> Result<Verification, PipelineError> {
        compare(&self.threads(threads)?, puzzles, answers, show, stop)
    }
}

fn compare(
    pool: &Arc<ThreadPool>,
    puzzles: Opened,
    answers: Opened,
    show: usize,
    stop: &Stop,
) -> Result<Verification, PipelineError> {
    let threads = pool.current_num_threads();
    let sets = (0..2 * threads + 2).map(|_| Pair::default()).collect();
    let name = puzzles.source.name().to_owned();
    let (mut left, mut right) = (Lines::new(puzzles), Lines::new(answers));
    let mut all = Verification::default();
    let done = ordered::ordered(
        pool,
        sets,
        stop,
        move |pair: &mut Pair| {
            let puzzles = left.take(&mut pair.puzzles)?;
            Ok(right.take(&mut pair.answers)? || puzzles)
        },
        move |pair| pair.compare(show),
        |pair, panic| match panic {
            None => {
                all.add(&pair.result, show);
                Ok(())
            }
            Some(message) => Err(PipelineError::Panicked {
                input: name.clone(),
                first: all.puzzle_lines + 1,
                last: all.puzzle_lines + BLOCK as u64,
                message,
            }),
        },
    );
    done.map_err(|fault: Fault<PipelineError>| {
        let position = Position {
            lines: all.puzzle_lines,
            ..Position::default()
        };
        PipelineError::from_fault(fault, position)
    })?;
    Ok(all)
}

impl Verification {
    fn add(&mut self, block: &Verification, show: usize) {
        let room = show.saturating_sub(self.first_wrong.len());
        let wrong = block.first_wrong.iter().take(room);
        let before = self.puzzle_lines.max(self.answer_lines);
        self.first_wrong
            .extend(wrong.map(|(line, what)| (before + line, what.clone())));
        self.puzzle_lines += block.puzzle_lines;
        self.answer_lines += block.answer_lines;
        self.right += block.right;
        self.unanswered += block.unanswered;
        self.wrong += block.wrong;
        self.trailer.append(&block.trailer);
    }

    fn note(&mut self, judgement: Judgement, line: u64, show: usize) {
        match judgement {
            Judgement::Nothing => {}
            Judgement::Right => self.right += 1,
            Judgement::Unanswered => self.unanswered += 1,
            Judgement::Wrong(what) => {
                self.wrong += 1;
                if self.first_wrong.len() < show {
                    self.first_wrong.push((line, what));
                }
            }
        }
    }
}

/// Takes lines from an input, whatever its chunks.
struct Lines {
    input: Opened,
    chunk: Option<Chunk>,
    spare: Option<Vec<u8>>,
    /// Bytes of the chunk that were taken.
    taken: usize,
    finished: bool,
}

impl Lines {
    fn new(input: Opened) -> Lines {
        Lines {
            input,
            chunk: None,
            spare: None,
            taken: 0,
            finished: false,
        }
    }

    /// Copies the next [`BLOCK`] lines, or what is left; whether there were
    /// any.
    fn take(&mut self, side: &mut Side) -> Result<bool, PipelineError> {
        side.format = self.input.format;
        self.input.format = side.format.after_first();
        side.text.clear();
        let mut missing = BLOCK;
        while missing > 0 && !self.finished {
            let Some(chunk) = &self.chunk else {
                self.chunk = self.input.source.next(self.spare.take())?;
                self.taken = 0;
                // A line that was too long ends its chunk without a line feed.
                if self.chunk.is_some() && side.text.last().is_some_and(|&last| last != b'\n') {
                    side.text.push(b'\n');
                }
                if self.chunk.is_none() {
                    self.input.source.finish()?;
                    self.finished = true;
                }
                continue;
            };
            let rest = &chunk.bytes[self.taken..];
            let mut ends = memchr::memchr_iter(b'\n', rest);
            let (mut end, mut lines) = (0, 0);
            for feed in ends.by_ref().take(missing) {
                end = feed + 1;
                lines += 1;
            }
            if lines < missing && end < rest.len() {
                // A last line without its line feed.
                end = rest.len();
                lines += 1;
            }
            side.text.extend_from_slice(&rest[..end]);
            missing -= lines;
            self.taken += end;
            if self.taken == chunk.bytes.len() {
                let done = self.chunk.take();
                self.spare = done.and_then(|chunk| chunk.bytes.into_buffer());
            }
        }
        Ok(!side.text.is_empty())
    }
}

#[derive(Default)]
struct Side {
    format: Format,
    text: Vec<u8>,
    records: Records,
}

#[derive(Clone, Copy)]
enum Line<'a> {
    Cells(&'a [u8; CELLS]),
    Other(OtherKind, &'a [u8]),
}

impl Side {
    fn find(&mut self) {
        format::find(self.format, &self.text, &mut self.records);
    }

    /// The lines, in order.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut others = self.records.others.iter().peekable();
        let mut starts = self.records.starts.iter().enumerate().peekable();
        std::iter::from_fn(move || {
            let next = starts.peek().map(|(i, _)| *i);
            let earlier = |other: &&Other| next.is_none_or(|next| other.before as usize <= next);
            if let Some(other) = others.next_if(earlier) {
                let text = &self.text[other.start as usize..other.end as usize];
                return Some(Line::Other(other.kind, text));
            }
            let (_, &start) = starts.next()?;
            Some(Line::Cells(cells_at(&self.text, start as usize)))
        })
    }
}

/// A block of lines of each side, and what comparing them gave.
#[derive(Default)]
struct Pair {
    puzzles: Side,
    answers: Side,
    result: Verification,
}

impl Pair {
    fn compare(&mut self, show: usize) {
        self.puzzles.find();
        self.answers.find();
        let mut result = Verification {
            puzzle_lines: self.puzzles.records.lines.into(),
            answer_lines: self.answers.records.lines.into(),
            trailer: Trailer::of(&self.answers.text),
            ..Verification::default()
        };
        let (mut puzzles, mut answers) = (self.puzzles.lines(), self.answers.lines());
        for line in 1.. {
            let judgement = match (puzzles.next(), answers.next()) {
                (None, None) => break,
                (Some(puzzle), Some(answer)) => judge(puzzle, answer),
                (Some(Line::Cells(_)), None) => Judgement::Wrong("no answer".to_owned()),
                (Some(Line::Other(..)), None) => Judgement::Nothing,
                (None, Some(_)) => Judgement::Wrong("an answer to no puzzle".to_owned()),
            };
            result.note(judgement, line, show);
        }
        drop((puzzles, answers));
        self.result = result;
    }
}

enum Judgement {
    /// There is nothing to answer.
    Nothing,
    Right,
    Unanswered,
    Wrong(String),
}

fn judge(puzzle: Line<'_>, answer: Line<'_>) -> Judgement {
    match (puzzle, answer) {
        (Line::Cells(puzzle), Line::Cells(answer)) => match check::check(puzzle, answer) {
            Ok(()) => Judgement::Right,
            Err(fault) => Judgement::Wrong(fault.to_string()),
        },
        (Line::Cells(puzzle), Line::Other(_, text)) => judge_verdict(puzzle, text),
        (Line::Other(OtherKind::Malformed, _), Line::Other(_, text)) => match claim(text) {
            Some(Verdict::Malformed) => Judgement::Right,
            _ => Judgement::Wrong("the line is no puzzle, and the answer does not say so".into()),
        },
        (Line::Other(..), Line::Cells(_)) => Judgement::Wrong("an answer to no puzzle".to_owned()),
        (Line::Other(..), Line::Other(..)) => Judgement::Nothing,
    }
}

/// Judges what is said of a puzzle instead of a solution.
fn judge_verdict(puzzle: &[u8; CELLS], text: &[u8]) -> Judgement {
    let puzzle = Puzzle::from_text(puzzle);
    let clash = puzzle.as_ref().is_ok_and(check::has_clash);
    match claim(text) {
        Some(Verdict::Malformed) if puzzle.is_err() => Judgement::Right,
        Some(Verdict::Malformed) => Judgement::Wrong("the line is a puzzle".to_owned()),
        Some(Verdict::Invalid) if clash => Judgement::Right,
        Some(Verdict::Invalid) => Judgement::Wrong("no clues clash".to_owned()),
        Some(_) => Judgement::Unanswered,
        None => Judgement::Wrong("not an answer of 81 digits".to_owned()),
    }
}

/// The verdict in a row that begins with `!`.
fn claim(text: &[u8]) -> Option<Verdict> {
    let word = text.strip_prefix(b"!")?;
    let end = word
        .iter()
        .position(|byte| !matches!(byte, b'a'..=b'z' | b'-'));
    let word = &word[..end.unwrap_or(word.len())];
    let named = |verdict: &Verdict| verdict.name().as_bytes() == word;
    Verdict::ALL
        .into_iter()
        .filter(|&verdict| verdict != Verdict::Solved)
        .find(named)
}
