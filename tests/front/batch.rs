//! Batches in memory.

use crate::{PUZZLE, begins, puzzles};
use ninefold::Stop;
use ninefold::engine::{
    Batch, Counters, EngineError, EngineInfo, Limits, Observer, Outcome, Solver, Status, registry,
};
use ninefold::internal::cpus;
use ninefold::{Puzzles, Request, SolveError, SolveManyError, count, solve, solve_many};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

/// Solutions of 81 bytes each, and the outcome of each puzzle.
fn solved(puzzles: &Puzzles<'_>, options: &Request) -> (Vec<u8>, Vec<Outcome>) {
    let mut solutions = vec![b'x'; 81 * puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    solve_many(puzzles, &mut solutions, &mut outcomes, options).unwrap();
    (solutions, outcomes)
}

#[test]
fn a_batch_is_answered_as_its_puzzles_are() {
    let texts = puzzles(5000);
    let text = texts.concat();
    let options = Request::new().limit(2);
    let (solutions, outcomes) = solved(&Puzzles::strided(text.as_bytes(), 81), &options);
    for ((puzzle, cells), outcome) in texts.iter().zip(solutions.chunks(81)).zip(&outcomes) {
        let status = match solve(puzzle) {
            Ok(_) => Status::Finished,
            Err(SolveError::NoSolution) => Status::Finished,
            Err(SolveError::Clash(_)) => Status::Invalid,
            Err(SolveError::Malformed(_)) => Status::Malformed,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(outcome.status, status, "{puzzle}");
        assert_eq!(outcome.solutions, count(puzzle, 2).unwrap_or(0), "{puzzle}");
        match outcome.solutions {
            0 => assert_eq!(cells, [b'.'; 81]),
            1 => assert_eq!(solve(puzzle).unwrap().as_bytes(), cells),
            _ => assert!(cells.iter().zip(puzzle.bytes()).all(|(&cell, clue)| {
                cell == clue || b".0".contains(&clue) && (b'1'..=b'9').contains(&cell)
            })),
        }
    }
}

#[test]
fn a_batch_is_answered_alike_however_it_stands_in_memory() {
    let texts = puzzles(3000);
    let options = Request::new().limit(2);
    let text = texts.concat();
    let (solutions, outcomes) = solved(&Puzzles::strided(text.as_bytes(), 81), &options);
    let alike = |puzzles: &Puzzles<'_>, options: &Request| {
        let (mut others, same) = solved(puzzles, options);
        if let 1..=9 = others[0] {
            let text = |&cell: &u8| if cell == 0 { b'.' } else { b'0' + cell };
            others = others.iter().map(text).collect();
        }
        assert!(others == solutions && same == outcomes);
    };
    for threads in [1, 2, 5] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let options = match threads {
            1 => options.clone().threads(1),
            // More than there may be CPUs.
            _ => options.clone().pool(&Arc::new(pool.build().unwrap())),
        };
        alike(&Puzzles::strided(text.as_bytes(), 81), &options);
        alike(&Puzzles::strided(texts.join("\n").as_bytes(), 82), &options);
        let lines = texts.join("\r\n") + "\r\n";
        alike(&Puzzles::strided(lines.as_bytes(), 83), &options);
        let wide: String = texts.iter().map(|text| format!("{text:<500}")).collect();
        alike(&Puzzles::strided(wide.as_bytes(), 500), &options);
        // There is text before the first, and after the last.
        let some = format!("<{text}>");
        let offsets: Vec<i64> = (0..=texts.len() as i64).map(|i| 1 + 81 * i).collect();
        alike(&Puzzles::offsets64(some.as_bytes(), &offsets), &options);
        let offsets: Vec<i32> = offsets.iter().map(|&at| at as i32).collect();
        alike(&Puzzles::offsets32(some.as_bytes(), &offsets), &options);
        let slices: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        alike(&Puzzles::slices(&slices), &options);
        let value = |byte| match byte {
            b'1'..=b'9' => byte - b'0',
            b'?' => 10,
            _ => 0,
        };
        let values: Vec<u8> = text.bytes().map(value).collect();
        alike(&Puzzles::strided(&values, 81).as_values(), &options);
    }
    let mut rows = vec![0; 82 * texts.len()];
    let mut same = outcomes.clone();
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    solve_many(&puzzles, &mut rows, &mut same, &options).unwrap();
    let mut rows = rows.chunks(82).zip(solutions.chunks(81));
    assert!(rows.all(|(row, cells)| row == [cells, b"\n"].concat()));
    solve_many(&puzzles, &mut [], &mut same, &options).unwrap();
    assert_eq!(same, outcomes);
    let guesses: u64 = outcomes.iter().map(|outcome| outcome.guesses).sum();
    for threads in [1, 2, 5] {
        let options = options.clone().threads(threads);
        let mut only = vec![0; solutions.len()];
        let counters = solve_many(&puzzles, &mut only, &mut [], &options).unwrap();
        assert_eq!(only, solutions);
        assert_eq!(counters.guesses, guesses);
        let counters = solve_many(&puzzles, &mut [], &mut [], &options).unwrap();
        assert_eq!(counters.guesses, guesses);
    }
}

#[test]
fn strings_that_are_no_puzzles_are_malformed_and_no_error() {
    let text = format!("{PUZZLE}{PUZZLE}{PUZZLE}");
    let offsets = [0, 81, 81, 161, 243];
    let values: Vec<u8> = text.bytes().map(|byte| byte.saturating_sub(b'0')).collect();
    let malformed = |outcome: &Outcome| outcome.status == Status::Malformed;
    for puzzles in [
        Puzzles::offsets32(text.as_bytes(), &offsets),
        Puzzles::offsets32(&values, &offsets).as_values(),
    ] {
        let (_, outcomes) = solved(&puzzles, &Request::new());
        assert_eq!(outcomes.len(), 4);
        assert_eq!(outcomes[0].status, Status::Finished);
        assert!(outcomes[1..].iter().all(malformed));
    }
    let slices = [PUZZLE, "", &PUZZLE[..80], &text[..82]].map(str::as_bytes);
    let (_, outcomes) = solved(&Puzzles::slices(&slices), &Request::new());
    assert!(!malformed(&outcomes[0]) && outcomes[1..].iter().all(malformed));
}

#[test]
fn a_batch_that_does_not_fit_is_refused() {
    let refused = |puzzles: Puzzles<'_>, solutions, outcomes| {
        let mut solutions = vec![0; solutions];
        let mut outcomes = vec![Outcome::default(); outcomes];
        let options = Request::new();
        solve_many(&puzzles, &mut solutions, &mut outcomes, &options).unwrap_err()
    };
    let text = PUZZLE.as_bytes();
    let lines = format!("{PUZZLE}\n{PUZZLE}");
    let lines = &lines.as_bytes()[..162];
    for (text, stride, puzzles) in [
        (text, 0, 1),
        (text, 1, 1),
        (text, 80, 1),
        (&text[1..], 81, 1),
        (lines, 82, 2),
    ] {
        let length = text.len();
        let error = refused(Puzzles::strided(text, stride), 81 * puzzles, puzzles);
        assert_eq!(error, SolveManyError::Stride { length, stride });
    }
    for (offsets, index) in [([-1, 80], 0), ([0, 82], 1), ([81, 0], 1)] {
        let error = refused(Puzzles::offsets32(text, &offsets), 81, 1);
        assert_eq!(error, SolveManyError::Offset { index });
    }
    for (solutions, outcomes) in [(80, 1), (162, 1), (80, 0), (81, 2)] {
        let error = refused(Puzzles::strided(text, 81), solutions, outcomes);
        let lengths = SolveManyError::Lengths {
            puzzles: 1,
            solutions,
            outcomes,
        };
        assert_eq!(error, lengths);
    }
    let none = Puzzles::offsets64(&[], &[]);
    assert!(solve_many(&none, &mut [], &mut [], &Request::new()).is_ok());
    let unknown = Request::new().backend("abacus");
    let done = solve_many(&none, &mut [], &mut [], &unknown);
    use SolveManyError::Engine;
    assert!(matches!(done, Err(Engine(EngineError::UnknownBackend(_)))));
}

#[test]
fn a_limit_of_guesses_is_told_of() {
    let text = begins("");
    let options = Request::new().limit(u64::MAX).max_guesses(1000);
    let (_, outcomes) = solved(&Puzzles::strided(text.as_bytes(), 81), &options);
    assert_eq!(outcomes[0].status, Status::GaveUp);
}

#[test]
fn work_of_hours_can_be_stopped() {
    let text = begins("").repeat(1000);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    for threads in [1, 3] {
        let stop = Stop::new();
        let options = Request::new().limit(u64::MAX).max_guesses(u64::MAX);
        let options = options.threads(threads).stop(&stop);
        let mut outcomes = vec![Outcome::default(); 1000];
        let done = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(std::time::Duration::from_millis(50));
                stop.stop();
            });
            solve_many(&puzzles, &mut [], &mut outcomes, &options)
        });
        assert_eq!(done, Err(SolveManyError::Stopped));
    }
}

static WORKED: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

/// The default engine, which records the threads that it works on.
struct Noting(Box<dyn Solver>);

impl Solver for Noting {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        WORKED.lock().unwrap().push(thread::current().id());
        self.0.solve(batch, limits, observer)
    }
}

static NOTING: EngineInfo = EngineInfo::new("noting", |options| {
    Ok(Box::new(Noting(registry::ENGINES[0].make(options)?)))
});

#[test]
fn threads_of_another_pool_may_ask_and_get_threads_of_their_own() {
    let text = begins("").repeat(600);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    let options = Request::new().limit(300).threads(3);
    let expected = solved(&puzzles, &options);
    for threads in [1, 2] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        WORKED.lock().unwrap().clear();
        let engine = options.clone().engine(&NOTING);
        assert!(pool.install(|| solved(&puzzles, &engine)) == expected);
        let worked: HashSet<_> = WORKED.lock().unwrap().drain(..).collect();
        // The caller's thread alone would be one.
        assert!(worked.len() > 1 || cpus() == 1, "{worked:?}");
        // More calls than threads. Each has to wait.
        let same = |_| solved(&puzzles, &options) == expected;
        assert!(pool.install(|| (0..9).into_par_iter().all(same)));
    }
}
