use super::*;
use crate::grid::check::Fault;
use crate::solver::Observer;
use std::sync::atomic::{AtomicU64, Ordering};

const EASY: &[u8; CELLS] =
    b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";

/// Answers with the right solution, changed by `lie`.
struct FaultySolver {
    lie: fn(&mut Row, &mut Outcome, &mut Counters),
}

impl Solver for FaultySolver {
    fn solve(&mut self, batch: &mut Batch<'_>, _: &Limits, _: &mut dyn Observer) -> Counters {
        let mut counters = Counters::default();
        for i in 0..batch.len() {
            let row = &mut batch.rows[i];
            row[..CELLS].copy_from_slice(
                b"143628579572139468986754231391542786468917352725863914237481695619275843854396127",
            );
            batch.outcomes[i].solutions = 1;
            (self.lie)(row, &mut batch.outcomes[i], &mut counters);
        }
        counters
    }
}

fn prepare(make: MakeSolver) -> Result<(Prepared, Corpus, BatchBuffers), MeasureError> {
    prepare_for(Corpus::new("easy", [EASY; 3], None), make)
}

fn prepare_for(
    corpus: Corpus,
    make: MakeSolver,
) -> Result<(Prepared, Corpus, BatchBuffers), MeasureError> {
    let case = Case {
        engine: "liar".to_owned(),
        backend: None,
        threads: 1,
        corpus: "easy".to_owned(),
        limit: 1,
    };
    let mut buffers = BatchBuffers::default();
    let prepared = Prepared::new(&case, make, None, &corpus, 1000, &mut buffers)?;
    Ok((prepared, corpus, buffers))
}

fn sample(make: MakeSolver) -> Result<(), MeasureError> {
    sample_of(prepare(make)?)
}

fn sample_of(
    (prepared, corpus, mut buffers): (Prepared, Corpus, BatchBuffers),
) -> Result<(), MeasureError> {
    for _ in 0..3 {
        prepared.sample(&corpus, &mut buffers)?;
    }
    Ok(())
}

/// A number that grows with every puzzle that the test's own liar answers.
macro_rules! liar {
    (|$row:ident, $outcome:ident, $counters:ident, $n:ident| $lie:expr) => {{
        static SOLVED: AtomicU64 = AtomicU64::new(0);
        Box::new(|| {
            Ok(Box::new(FaultySolver {
                lie: |$row, $outcome, $counters| {
                    let $n = SOLVED.fetch_add(1, Ordering::Relaxed);
                    $lie
                },
            }))
        })
    }};
}

#[test]
fn an_honest_engine_passes() {
    assert_eq!(sample(liar!(|_row, _outcome, _counters, _n| ())), Ok(()));
}

#[test]
fn a_wrong_answer_is_caught_and_its_puzzle_named() {
    let wrong = sample(liar!(|row, _outcome, _counters, n| if n == 1 {
        row[1] = b'9'
    }));
    let Err(MeasureError::Wrong { puzzle, fault, .. }) = &wrong else {
        panic!("{wrong:?}");
    };
    assert_eq!(*puzzle, 2);
    assert!(matches!(fault, Fault::Clash(_)));
    assert!(
        wrong
            .unwrap_err()
            .to_string()
            .starts_with("liar x1 easy limit 1: the answer to puzzle 2")
    );
}

#[test]
fn an_answer_that_turns_wrong_later_is_caught_too() {
    let wrong = sample(liar!(|row, _outcome, _counters, n| if n == 8 {
        row[0] = b'?'
    }));
    assert!(
        matches!(wrong, Err(MeasureError::Wrong { puzzle: 3, .. })),
        "{wrong:?}"
    );
}

#[test]
fn a_row_that_is_left_out_is_not_the_one_of_the_pass_before() {
    let left = sample(liar!(|row, _outcome, _counters, n| if n == 4 {
        *row = BLANK_ROW;
    }));
    assert!(
        matches!(left, Err(MeasureError::Wrong { puzzle: 2, .. })),
        "{left:?}"
    );
}

#[test]
fn outcomes_and_counters_must_be_the_same_each_time() {
    let guesses = sample(liar!(|_row, outcome, _counters, n| outcome.guesses = n / 3));
    assert!(
        matches!(guesses, Err(MeasureError::Unsteady(_, "answers"))),
        "{guesses:?}"
    );
    let nodes = sample(liar!(|_row, _outcome, counters, n| counters.nodes += n));
    assert!(
        matches!(nodes, Err(MeasureError::Unsteady(_, "counters"))),
        "{nodes:?}"
    );
}

#[test]
fn rows_of_puzzles_without_a_solution_may_hold_anything() {
    let none = sample(liar!(|row, outcome, _counters, n| {
        row[0] = n as u8;
        outcome.solutions = 0;
    }));
    assert_eq!(none, Ok(()));
}

#[test]
fn a_corpus_may_be_as_long_as_several_chunks() {
    for puzzles in [CHUNK + CHUNK / 2 - 1, 2 * CHUNK, 3 * CHUNK + CHUNK / 4] {
        let corpus = Corpus::new("easy", vec![EASY; puzzles], None);
        let honest: MakeSolver = liar!(|_row, _outcome, _counters, _n| ());
        assert_eq!(prepare_for(corpus, honest).and_then(sample_of), Ok(()));
    }
}

#[test]
fn no_chunk_is_much_smaller_than_the_others() {
    for puzzles in (1..4 * CHUNK).step_by(7) {
        let chunk = even(puzzles);
        let chunks = puzzles.div_ceil(chunk);
        assert!(chunk <= CHUNK + CHUNK / 2, "{puzzles}: {chunk}");
        assert!(2 * chunk >= CHUNK.min(puzzles), "{puzzles}: {chunk}");
        let last = puzzles - (chunks - 1) * chunk;
        assert!(
            chunk - last < chunks,
            "{puzzles}: {chunk} and at the end {last}"
        );
    }
}
