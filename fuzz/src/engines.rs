//! Every engine on every back end against `dlx`.

use super::material::{Options, PUZZLES};
use ninefold::engine::registry::{find, variants};
use ninefold::engine::{Batch, EngineOptions, Limits, NoWatch, Outcome, Scored, Solver, Status};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check, score};
use std::cell::RefCell;

/// The lane kernel hands out trees of more guesses in parts of at most as many; it
/// then looks at the limit after each part, and may go over it.
const PART: u64 = 4096;

struct Variant {
    name: String,
    lanes: bool,
    /// Searches without looking ahead: fewer guesses must do.
    slow: bool,
    solver: Box<dyn Solver>,
}

thread_local! {
    /// Made once: making `dlx` takes longer than most inputs do. That a solver
    /// is used again is what happens in the program too.
    static VARIANTS: RefCell<(Vec<Variant>, Box<dyn Solver>)> = RefCell::new((all(), dlx()));
}

fn dlx() -> Box<dyn Solver> {
    let dlx = find("dlx").and_then(|engine| engine.make(&EngineOptions::default()));
    dlx.expect("dlx runs anywhere")
}

fn all() -> Vec<Variant> {
    let variant = |(engine, options): (&ninefold::engine::EngineInfo, EngineOptions)| Variant {
        name: format!(
            "{} {}",
            engine.name,
            options.backend.as_deref().unwrap_or("-")
        ),
        lanes: engine.name == "lanes",
        slow: engine.slow,
        solver: engine.make(&options).expect("it can run here"),
    };
    variants().into_iter().map(variant).collect()
}

/// What came of a batch.
#[derive(PartialEq)]
struct Done {
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
}

fn solve(solver: &mut dyn Solver, puzzles: &[[u8; CELLS]], limits: &Limits) -> Done {
    let starts: Vec<u32> = (0..puzzles.len()).map(|i| (i * CELLS) as u32).collect();
    let mut rows = vec![BLANK_ROW; puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let mut batch = Batch::new(puzzles.as_flattened(), &starts, &mut rows, &mut outcomes);
    let counters = solver.solve(&mut batch, limits, &mut NoWatch);
    let guesses = outcomes.iter().map(|outcome| outcome.guesses).sum::<u64>();
    assert_eq!(counters.guesses, guesses, "guesses add up");
    Done { rows, outcomes }
}

/// All engines find what `dlx` finds, within the limits that the input names;
/// every solution is right; a puzzle's answer does not depend on its batch.
pub fn engines(data: &[u8]) {
    let mut options = Options(data);
    let limits = Limits {
        solutions: options.choose(&[1, 2, 3, 10, 130, 5000, u64::MAX]),
        guesses: options.choose(&[0, 1, 2, 20, 300, 2000, 5000]),
    };
    let scored = options.flag();
    let puzzles = puzzles(&mut options);
    VARIANTS.with_borrow_mut(|(variants, dlx)| {
        let truth = solve(&mut **dlx, &puzzles, &limits);
        let mut lanes: Option<Done> = None;
        for variant in variants {
            let guesses = if variant.slow { 100 } else { u64::MAX };
            let limits = Limits {
                guesses: limits.guesses.min(guesses),
                ..limits
            };
            let done = solve(&mut *variant.solver, &puzzles, &limits);
            for (i, cells) in puzzles.iter().enumerate() {
                assert_one(&variant.name, cells, &done, &truth, i, &limits);
            }
            let alone = solve(&mut *variant.solver, &puzzles[..1], &limits);
            assert_eq!(
                alone.outcomes[0], done.outcomes[0],
                "{}, alone",
                variant.name
            );
            if variant.lanes {
                let first = lanes.get_or_insert_with(|| Done {
                    rows: done.rows.clone(),
                    outcomes: done.outcomes.clone(),
                });
                assert_eq!(first.outcomes, done.outcomes, "{}", variant.name);
                for (i, outcome) in done.outcomes.iter().enumerate() {
                    let same = outcome.solutions == 0 || first.rows[i] == done.rows[i];
                    assert!(same, "{}: another first solution", variant.name);
                }
            }
        }
        if scored {
            best_score(&mut **dlx, &puzzles[0], &limits);
        }
    });
}

/// One puzzle's outcome against the truth.
fn assert_one(
    name: &str,
    cells: &[u8; CELLS],
    done: &Done,
    truth: &Done,
    i: usize,
    limits: &Limits,
) {
    let (found, known) = (&done.outcomes[i], &truth.outcomes[i]);
    let text = String::from_utf8_lossy(cells);
    let said = format!("{name}, {limits:?}: {found:?}, dlx {known:?}\n{text}");
    assert_eq!(done.rows[i][CELLS], b'\n', "{said}");
    assert!(found.solutions <= limits.solutions, "{said}");
    if found.solutions > 0 {
        let row = done.rows[i].first_chunk().expect("a row has 82 bytes");
        assert_eq!(check::check(cells, row), Ok(()), "{said}");
    }
    let given_up = |outcome: &Outcome| outcome.status == Status::GaveUp;
    if !given_up(found) && !given_up(known) {
        assert_eq!(
            (found.status, found.solutions),
            (known.status, known.solutions),
            "{said}"
        );
    }
    if given_up(found) {
        assert!(found.guesses >= limits.guesses, "{said}");
        let over = found.guesses - limits.guesses;
        let lanes = name.starts_with("lanes");
        let parts = lanes && limits.guesses > PART;
        assert!(over == 0 || parts && over < PART, "{said}");
        assert!(
            matches!(known.status, Status::Finished | Status::GaveUp),
            "{said}"
        );
        assert!(
            given_up(known) || found.solutions <= known.solutions,
            "{said}"
        );
        assert!(found.solutions < limits.solutions, "{said}");
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
        assert_eq!(*found, expected, "{said}");
    }
}

/// The best score is that of a solution, and no solution among the first few
/// has a better one.
fn best_score(dlx: &mut dyn Solver, cells: &[u8; CELLS], limits: &Limits) {
    let Ok(puzzle) = Puzzle::from_text(cells) else {
        return;
    };
    let found = solve(dlx, std::slice::from_ref(cells), limits);
    match dlx.best_score(&puzzle, limits).0 {
        Scored::Best { score, solution } => {
            let digits = solution.map(|value| b'0' + value);
            assert_eq!(check::check(cells, &digits), Ok(()));
            assert_eq!(score::score(&solution), score);
            if found.outcomes[0].solutions > 0 {
                let first: &[u8; CELLS] = found.rows[0].first_chunk().expect("82 bytes");
                assert!(score::score(&first.map(|digit| digit - b'0')) <= score);
            }
        }
        Scored::None => assert_eq!(found.outcomes[0].solutions, 0),
        Scored::GaveUp => {}
        Scored::Unsupported => panic!("dlx scores"),
    }
}

/// A few puzzles: known ones with some cells changed, or any bytes.
fn puzzles(options: &mut Options<'_>) -> Vec<[u8; CELLS]> {
    let count = 1 + options.byte() % 12;
    let mut all: Vec<[u8; CELLS]> = Vec::new();
    for _ in 0..count {
        let kind = options.byte();
        let mut cells = *PUZZLES[kind % PUZZLES.len()];
        if kind >= 0xe0 && options.0.len() >= CELLS {
            cells.copy_from_slice(&options.0[..CELLS]);
            options.0 = &options.0[CELLS..];
        }
        if kind & 8 != 0 {
            // Only the cells that a mask leaves.
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
            let (cell, value) = (options.byte(), options.byte());
            cells[cell % CELLS] = b".123456789a0"[value % 12];
        }
        all.push(cells);
    }
    all
}
