//! Requests: limits, deadlines, a way to stop, threads and pools.

use crate::{PUZZLE, SOLUTION, begins};
use ninefold::engine::registry::ENGINES;
use ninefold::engine::{Counters, EngineInfo, Limits, Observer, Outcome, Solver, Status};
use ninefold::grid::Puzzle;
use ninefold::internal::{Watch, cpus};
use ninefold::{Puzzles, Request, SolveError, SolveManyError, Stop, solve_many};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashSet;
use std::mem;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

const SOON: Duration = Duration::from_millis(3);

/// Counting all solutions of an empty grid would take longer than anyone has.
fn endless() -> Request {
    Request::new().limit(u64::MAX).max_guesses(u64::MAX)
}

/// Two clues; a puzzle without solution that takes thousands of guesses; no clues.
fn hostile() -> [String; 3] {
    let none = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    [
        begins("1...............................2"),
        none.to_owned(),
        begins(""),
    ]
}

#[test]
fn one_puzzle_is_bounded_in_time_on_every_engine() {
    let empty = begins("");
    for engine in ENGINES {
        let request = endless().engine(engine).deadline(SOON);
        assert_eq!(
            request.count(&empty),
            Err(SolveError::OutOfTime),
            "{}",
            engine.name
        );
        let (solution, outcome) = request.search(&empty).unwrap();
        assert_eq!(outcome.status, Status::OutOfTime, "{}", engine.name);
        assert_eq!(outcome.solutions > 0, solution.is_some(), "{}", engine.name);
        let (_, none) = request
            .clone()
            .deadline(Duration::ZERO)
            .search(&empty)
            .unwrap();
        assert!(
            none.status == Status::OutOfTime && none.guesses < 5000,
            "{none:?}"
        );
    }
    let listed = endless().deadline(SOON).solutions(&empty).unwrap();
    let mut listed = listed.inspect(|solution| assert!(solution.as_str() > "123"));
    assert!(listed.by_ref().count() > 0);
}

#[test]
fn the_answer_says_what_ran_out() {
    let empty = begins("");
    let guesses = endless().max_guesses(100);
    assert_eq!(guesses.count(&empty), Err(SolveError::GaveUp));
    assert_eq!(guesses.is_unique(&empty), Ok(false));
    let (_, outcome) = guesses.search(&empty).unwrap();
    assert_eq!((outcome.status, outcome.guesses), (Status::GaveUp, 100));
    let (solution, outcome) = Request::new().limit(7).search(&empty).unwrap();
    assert!(solution.is_some() && outcome.solutions == 7);
    assert_eq!(outcome.status, Status::Finished);
    assert_eq!(
        Request::new().max_guesses(0).solve(&empty),
        Err(SolveError::GaveUp)
    );
    let stop = Stop::new();
    stop.stop();
    let stopped = endless().stop(&stop).deadline(SOON);
    assert_eq!(stopped.count(&empty), Err(SolveError::Stopped));
    assert_eq!(stopped.search(&empty), Err(SolveError::Stopped));
    assert_eq!(stopped.solve(PUZZLE), Err(SolveError::Stopped));
    let mut listed = stopped.solutions(PUZZLE).unwrap();
    assert_eq!(listed.next(), None);
    assert_eq!(listed.outcome().status, Status::OutOfTime);
}

#[test]
fn one_puzzle_can_be_stopped() {
    let stop = Stop::new();
    thread::scope(|scope| {
        let counted = scope.spawn(|| endless().stop(&stop).count(&begins("")));
        let mut listed = endless().stop(&stop).solutions(&begins("")).unwrap();
        assert!(listed.next().is_some());
        thread::sleep(SOON);
        stop.stop();
        listed.by_ref().last();
        assert_eq!(listed.outcome().status, Status::OutOfTime);
        assert_eq!(counted.join().unwrap(), Err(SolveError::Stopped));
    });
}

#[test]
fn a_list_ends_at_its_limit() {
    let mut few = Request::new().limit(3).solutions(&begins("")).unwrap();
    assert_eq!(few.by_ref().count(), 3);
    assert_eq!((few.next(), few.outcome().solutions), (None, 3));
    let mut given_up = endless().max_guesses(2).solutions(&begins("")).unwrap();
    assert!(given_up.by_ref().count() < 3);
    assert_eq!(given_up.outcome().status, Status::GaveUp);
    let all = Request::new().limit(9).solutions(PUZZLE).unwrap();
    assert_eq!(all.collect::<Vec<_>>(), [SOLUTION]);
}

#[test]
fn a_batch_is_bounded_in_time() {
    let text = hostile().concat().repeat(700) + PUZZLE;
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    for threads in [1, 2] {
        for deadline in [Duration::ZERO, SOON] {
            let request = endless().deadline(deadline).threads(threads);
            let mut outcomes = vec![Outcome::default(); puzzles.len()];
            let mut solutions = vec![b'x'; 81 * puzzles.len()];
            request
                .solve_many(&puzzles, &mut solutions, &mut outcomes)
                .unwrap();
            let out = outcomes
                .iter()
                .filter(|out| out.status == Status::OutOfTime);
            assert!(out.count() > 1000);
            for (outcome, solution) in outcomes.iter().zip(solutions.chunks(81)) {
                assert_eq!(outcome.solutions == 0, solution == [b'.'; 81]);
            }
        }
    }
}

#[test]
fn each_line_has_its_time() {
    let [two, none, _] = hostile();
    let text = [PUZZLE, &two, PUZZLE, &none, PUZZLE].join("\n");
    let mut rows = Vec::new();
    let request = endless().deadline(SOON);
    let totals = request.solve_lines(text.as_bytes(), &mut rows).unwrap();
    let rows = String::from_utf8(rows).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[1], "!gave-up");
    assert_eq!([rows[0], rows[2], rows[4]], [SOLUTION; 3]);
    assert_eq!(totals.lines, 5);
}

/// A caller who stops the work at one of its looks, if there are that many.
struct Impatient {
    stop: Stop,
    stop_at: u32,
    looks: u32,
    threads: Vec<usize>,
}

impl Watch for Impatient {
    fn threads(&mut self, useful: usize) -> usize {
        self.threads.push(useful);
        useful
    }

    fn look(&mut self) {
        self.looks += 1;
        if self.looks == self.stop_at {
            self.stop.stop();
        }
    }
}

#[test]
fn a_caller_who_watches_is_not_kept_by_a_long_search() {
    let stop = Stop::new();
    let solved = |text: &str, request: &Request, stop_at| {
        let puzzles = Puzzles::strided(text.as_bytes(), 81);
        let mut outcomes = vec![Outcome::default(); puzzles.len()];
        let mut watch = Impatient {
            stop: stop.clone(),
            stop_at,
            looks: 0,
            threads: Vec::new(),
        };
        let done = request.clone().stop(&stop).solve_watched(
            &puzzles,
            &mut [],
            &mut outcomes,
            Some(&mut watch),
        );
        (done, outcomes, watch)
    };
    for threads in [1, 2] {
        // Some of these take longer than the caller's thread works.
        let text = (hostile().concat() + PUZZLE).repeat(2);
        let request = Request::new().limit(1000).threads(threads);
        let mut expected = vec![Outcome::default(); 8];
        let puzzles = Puzzles::strided(text.as_bytes(), 81);
        let counters = request.solve_many(&puzzles, &mut [], &mut expected);
        let (done, outcomes, _) = solved(&text, &request, u32::MAX);
        assert_eq!((done, outcomes), (counters, expected));
    }
    let text = PUZZLE.repeat(99) + &begins("");
    let (done, _, watch) = solved(&text, &endless().threads(1), 2);
    assert_eq!(done, Err(SolveManyError::Stopped));
    assert_eq!((watch.looks, &watch.threads[..]), (2, &[1][..]));
}

#[test]
fn a_million_threads_are_as_many_as_there_are_cpus() {
    let text = begins("").repeat(300);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    let mut outcomes = vec![Outcome::default(); 300];
    let request = Request::new().limit(300).threads(1_000_000).engine(&NOTING);
    let batches = noted(|| {
        solve_many(&puzzles, &mut [], &mut outcomes, &request).unwrap();
    });
    let worked: HashSet<_> = batches.iter().map(|batch| batch.thread).collect();
    // And the caller's.
    assert!(worked.len() <= cpus() + 1, "{worked:?}");
    let lines = text
        .into_bytes()
        .chunks(81)
        .collect::<Vec<_>>()
        .join(&b'\n');
    noted(|| {
        request.solve_lines(&lines[..], std::io::sink()).unwrap();
    });
}

/// Several batches would each end with few puzzles at work, which takes as long as many.
#[test]
fn a_call_is_one_batch_of_the_engine() {
    let text = PUZZLE.repeat(2048);
    for count in [1, 32, 33, 48, 100, 200, 2048] {
        let puzzles = Puzzles::strided(&text.as_bytes()[..81 * count], 81);
        let request = Request::new().threads(1).engine(&NOTING);
        let batches = noted(|| {
            solve_many(&puzzles, &mut [], &mut [], &request).unwrap();
        });
        let sizes: Vec<_> = batches.iter().map(|batch| batch.puzzles).collect();
        assert_eq!(sizes, [count]);
    }
}

/// The caller's thread only begins, because it watches.
#[test]
fn what_one_other_thread_takes_over_is_one_batch() {
    let stop = Stop::new();
    let text = begins("") + &PUZZLE.repeat(299);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    let request = endless().limit(300_000).threads(1).stop(&stop);
    let mut watch = Impatient {
        stop,
        stop_at: u32::MAX,
        looks: 0,
        threads: Vec::new(),
    };
    let batches = noted(|| {
        request
            .engine(&NOTING)
            .solve_watched(&puzzles, &mut [], &mut [], Some(&mut watch))
            .unwrap();
    });
    let own = thread::current().id();
    let others: Vec<_> = batches.iter().filter(|batch| batch.thread != own).collect();
    assert!(others.len() == 1 && others[0].puzzles > 0, "{batches:?}");
}

/// A batch that an engine worked on.
#[derive(Debug)]
struct NotedBatch {
    thread: ThreadId,
    puzzles: usize,
}

static BATCHES: Mutex<Vec<NotedBatch>> = Mutex::new(Vec::new());

/// The batches that [`NOTING`] works on meanwhile. One caller at a time.
fn noted(work: impl FnOnce()) -> Vec<NotedBatch> {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap();
    work();
    mem::take(&mut *BATCHES.lock().unwrap())
}

/// The default engine, which notes its batches.
struct Noting(Box<dyn Solver>);

impl Solver for Noting {
    fn solve(
        &mut self,
        batch: &mut ninefold::engine::Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        BATCHES.lock().unwrap().push(NotedBatch {
            thread: thread::current().id(),
            puzzles: batch.outcomes.len(),
        });
        self.0.solve(batch, limits, observer)
    }
}

static NOTING: EngineInfo = EngineInfo::new("noting", |options| {
    Ok(Box::new(Noting(ENGINES[0].make(options)?)))
});

fn pool(threads: usize) -> Arc<ThreadPool> {
    Arc::new(
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap(),
    )
}

#[test]
fn a_pool_of_the_callers_is_used_also_by_its_own_threads() {
    let text = begins("").repeat(600);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    let solved = |request: &Request| {
        let mut outcomes = vec![Outcome::default(); 600];
        let counters = request
            .solve_many(&puzzles, &mut [], &mut outcomes)
            .unwrap();
        (outcomes, counters)
    };
    let request = Request::new().limit(300);
    let expected = solved(&request.clone().threads(1));
    for threads in [1, 2, 5] {
        let pool = pool(threads);
        let request = request.clone().pool(&pool);
        for _ in 0..3 {
            assert_eq!(solved(&request), expected);
        }
        assert_eq!(pool.install(|| solved(&request)), expected);
        let other = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(other.install(|| solved(&request)), expected);
        let mut rows = Vec::new();
        let lines = text.as_bytes().chunks(81).collect::<Vec<_>>().join(&b'\n');
        pool.install(|| request.solve_lines(&lines[..], &mut rows))
            .unwrap();
        assert_eq!(rows.len(), 600 * "!multiple\n".len());
    }
}

#[test]
fn puzzles_that_were_read_are_a_batch() {
    let grids: Vec<Puzzle> = [PUZZLE, &begins("")]
        .map(|text| text.parse().unwrap())
        .to_vec();
    let mut solutions = [0; 162];
    Request::new()
        .solve_many(&grids[..].into(), &mut solutions, &mut [])
        .unwrap();
    assert!(solutions.starts_with(SOLUTION.as_bytes()));
    let mut values = [0; 162];
    let puzzles = Puzzles::grids(&grids).as_values();
    Request::new()
        .solve_many(&puzzles, &mut values, &mut [])
        .unwrap();
    assert_eq!(values.map(|value| value + b'0'), solutions);
    let unknown = Request::new().backend("abacus");
    assert!(matches!(unknown.solve(PUZZLE), Err(SolveError::Engine(_))));
    let many = unknown.solve_many(&puzzles, &mut values, &mut []);
    assert!(matches!(many, Err(SolveManyError::Engine(_))));
}
