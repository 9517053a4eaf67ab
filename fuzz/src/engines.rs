//! Every engine on every back end against another one.

use super::material::{Options, PUZZLES};
use ninefold::engine::noip2009;
use ninefold::engine::registry::{ENGINES, find};
use ninefold::engine::{
    Batch, EngineInfo, EngineOptions, Limits, NoObserver, Outcome, Solver, Status, scorer,
};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check};
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    /// Created once, because creating `dlx` takes longer than most inputs do. The program uses
    /// solvers again, too.
    static SOLVERS: RefCell<HashMap<Variant, Box<dyn Solver>>> = RefCell::default();
}

thread_local! {
    static THREADS: rayon::ThreadPool = {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        threads.expect("threads can be made")
    };
}

/// The back end that runs anywhere.
const PORTABLE: &str = "portable";

/// An engine by name, and its back end.
type Variant = (&'static str, Option<&'static str>);

/// The result of a batch.
#[derive(PartialEq)]
struct Answers {
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
}

/// Calls `work` with a kept solver.
fn with<T>((name, backend): Variant, work: impl FnOnce(&mut dyn Solver) -> T) -> T {
    SOLVERS.with_borrow_mut(|solvers| {
        let solver = solvers.entry((name, backend)).or_insert_with(|| {
            let backend = backend.map(str::to_owned);
            let created = find(name)
                .and_then(|engine| engine.make(&EngineOptions::default().backend(backend)));
            created.expect("it can run here")
        });
        work(&mut **solver)
    })
}

fn solve(variant: Variant, puzzles: &[[u8; CELLS]], limits: &Limits) -> Answers {
    let starts: Vec<u32> = (0..puzzles.len()).map(|i| (i * CELLS) as u32).collect();
    let mut rows = vec![BLANK_ROW; puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let mut batch = Batch::new(puzzles.as_flattened(), &starts, &mut rows, &mut outcomes);
    let counters = with(variant, |solver| {
        solver.solve(&mut batch, limits, &mut NoObserver)
    });
    let guesses = outcomes.iter().map(|outcome| outcome.guesses).sum::<u64>();
    assert_eq!(counters.guesses, guesses, "guesses add up");
    Answers { rows, outcomes }
}

/// Each engine finds the same as another one, within the limits of the input. Every solution is
/// right. A puzzle's answer does not depend on its batch.
pub fn engines(data: &[u8]) {
    let mut options = Options(data);
    let solutions = options.choose(&[1, 2, 3, 10, 130, 5000, u64::MAX]);
    let guesses = options.choose(&[0, 1, 2, 8, 20, 50, 100]);
    let (engine, backend, scored) = variant(&mut options);
    let puzzles = puzzles(&mut options, if engine.slow { 3 } else { 24 });
    // Searches without look-ahead reach fewer.
    let guesses = if engine.slow {
        20.min(guesses)
    } else {
        guesses
    };
    let limits = Limits::default().solutions(solutions).guesses(guesses);
    let done = assert_agrees((engine.name, backend), &puzzles, &limits);
    if done.outcomes.len() > 1 {
        let alone = solve((engine.name, backend), &puzzles[..1], &limits);
        assert_eq!(
            alone.outcomes[0], done.outcomes[0],
            "{}, alone",
            engine.name
        );
    }
    if scored && engine.name == "dlx" {
        best_score((engine.name, backend), &puzzles[0], &limits);
    }
}

/// The same for one puzzle that needs many guesses, whose tree the lane kernel hands out in parts;
/// on one thread and on several.
pub fn heavy(data: &[u8]) {
    let mut options = Options(data);
    let limits = Limits::default()
        .solutions(options.choose(&[1, 2, 130, 5000, u64::MAX]))
        .guesses(options.choose(&[500, 2000, 5000, 9000]));
    let (engine, backend, scored) = variant(&mut Options(&[0, options.byte() as u8]));
    let variant = (engine.name, backend);
    let mut puzzles = puzzles(&mut options, 1);
    puzzles.truncate(1);
    let alone = assert_agrees(variant, &puzzles, &limits);
    let together = THREADS.with(|pool| pool.install(|| solve(variant, &puzzles, &limits)));
    assert_eq!(alone.outcomes, together.outcomes);
    let solved = alone.outcomes[0].solutions > 0;
    assert!(
        !solved || alone.rows == together.rows,
        "another first solution"
    );
    if scored && engine.name == "dlx" {
        best_score(variant, &puzzles[0], &limits);
    }
}

/// An engine, one of its back ends, and whether to find scores.
fn variant(options: &mut Options<'_>) -> (&'static EngineInfo, Option<&'static str>, bool) {
    let engine = &ENGINES[options.byte() % ENGINES.len()];
    let byte = options.byte();
    let backends = (engine.backends)();
    let backend = backends.get(byte % 64 % backends.len().max(1)).copied();
    (engine, backend, byte >= 0xc0)
}

/// Compares the results of an engine with those of another one.
fn assert_agrees(variant: Variant, puzzles: &[[u8; CELLS]], limits: &Limits) -> Answers {
    let (name, backend) = variant;
    let other = if name == "mrv" { "mrv-scan" } else { "mrv" };
    let truth = solve((other, None), puzzles, limits);
    let done = solve(variant, puzzles, limits);
    for (i, cells) in puzzles.iter().enumerate() {
        assert_one(name, cells, &done, &truth, i, limits);
    }
    if backend.is_some_and(|name| name != PORTABLE) {
        let portable = solve((name, Some(PORTABLE)), puzzles, limits);
        assert_eq!(portable.outcomes, done.outcomes, "{backend:?}");
        for (i, outcome) in done.outcomes.iter().enumerate() {
            let same = outcome.solutions == 0 || portable.rows[i] == done.rows[i];
            assert!(same, "{backend:?}: another first solution");
        }
    }
    done
}

/// Compares one puzzle's outcome with the truth.
fn assert_one(
    name: &str,
    cells: &[u8; CELLS],
    done: &Answers,
    truth: &Answers,
    i: usize,
    limits: &Limits,
) {
    let found = &done.outcomes[i];
    let known = &truth.outcomes[i];
    let text = String::from_utf8_lossy(cells);
    let message = format!("{name}, {limits:?}: {found:?}, other {known:?}\n{text}");
    assert_eq!(done.rows[i][CELLS], b'\n', "{message}");
    assert!(found.solutions <= limits.solutions, "{message}");
    if found.solutions > 0 {
        let row = done.rows[i].first_chunk().expect("a row has 82 bytes");
        assert_eq!(check::check(cells, row), Ok(()), "{message}");
    }
    let given_up = |outcome: &Outcome| outcome.status == Status::GaveUp;
    if !given_up(found) && !given_up(known) {
        assert_eq!(
            (found.status, found.solutions),
            (known.status, known.solutions),
            "{message}"
        );
    }
    if given_up(found) {
        assert_eq!(found.guesses, limits.guesses, "{message}");
        assert!(
            matches!(known.status, Status::Finished | Status::GaveUp),
            "{message}"
        );
        assert!(
            given_up(known) || found.solutions <= known.solutions,
            "{message}"
        );
        assert!(found.solutions < limits.solutions, "{message}");
    }
    let shape = match Puzzle::from_text(cells) {
        Err(_) => Some(Status::Malformed),
        Ok(puzzle) => check::clash(&puzzle).map(|_| Status::Invalid),
    };
    if let Some(status) = shape {
        let expected = Outcome {
            status,
            ..Outcome::default()
        };
        assert_eq!(*found, expected, "{message}");
    }
}

/// The best score belongs to a solution, and the first solution has no better one.
fn best_score(variant: Variant, cells: &[u8; CELLS], limits: &Limits) {
    let found = solve(variant, std::slice::from_ref(cells), limits);
    let mut rows = [BLANK_ROW];
    let mut outcomes = [Outcome::default()];
    let mut batch = Batch::new(cells, &[0], &mut rows, &mut outcomes);
    scorer().solve(&mut batch, limits, &mut NoObserver);
    let score = |row: &Row| {
        let digits: &[u8; CELLS] = row.first_chunk().expect("82 bytes");
        noip2009::score(&digits.map(|digit| digit - b'0'))
    };
    if outcomes[0].status != Status::Finished {
        return;
    }
    if outcomes[0].solutions == 1 {
        let digits = rows[0].first_chunk().expect("82 bytes");
        assert_eq!(check::check(cells, digits), Ok(()));
        assert!(found.outcomes[0].solutions == 0 || score(&found.rows[0]) <= score(&rows[0]));
    } else {
        assert_eq!(found.outcomes[0].solutions, 0);
    }
}

/// At most `most` puzzles: known ones with some cells changed, or any bytes.
fn puzzles(options: &mut Options<'_>, most: usize) -> Vec<[u8; CELLS]> {
    let count = 1 + options.byte() % most;
    let mut all: Vec<[u8; CELLS]> = Vec::new();
    for _ in 0..count {
        let kind = options.byte();
        let mut cells = *PUZZLES[kind % PUZZLES.len()];
        if kind >= 0xe0 && options.0.len() >= CELLS {
            cells.copy_from_slice(&options.0[..CELLS]);
            options.0 = &options.0[CELLS..];
        }
        if kind & 8 != 0 {
            // Only the cells of a mask.
            for eight in cells.chunks_mut(8) {
                let mask = options.byte();
                for (bit, cell) in eight.iter_mut().enumerate() {
                    if mask >> bit & 1 == 1 {
                        *cell = b'.';
                    }
                }
            }
        }
        for _ in 0..kind >> 5 {
            let cell = options.byte();
            let value = options.byte();
            cells[cell % CELLS] = b".123456789a0"[value % 12];
        }
        all.push(cells);
    }
    all
}
