//! One runner for every engine on every back end that this CPU can run.

mod alike;
mod known;
mod limits;
mod scores;

use ninefold::engine::registry::variants;
use ninefold::engine::{
    Batch, Counters, EngineInfo, Limits, NoObserver, Observer, Outcome, Solver,
};
use ninefold::grid::{BLANK_ROW, CELLS, Row, check};

/// A tiny generator: the same numbers everywhere, for ever.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % n
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The result of a batch.
#[derive(Clone, Debug, PartialEq)]
struct Answers {
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
    counters: Counters,
}

fn solve(solver: &mut dyn Solver, puzzles: &[[u8; CELLS]], limits: Limits) -> Answers {
    solve_observed(solver, puzzles, limits, &mut NoObserver)
}

fn solve_observed(
    solver: &mut dyn Solver,
    puzzles: &[[u8; CELLS]],
    limits: Limits,
    observer: &mut dyn Observer,
) -> Answers {
    let text = puzzles.as_flattened();
    let starts: Vec<u32> = (0..puzzles.len()).map(|i| (i * CELLS) as u32).collect();
    let mut rows = vec![BLANK_ROW; puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let mut batch = Batch::new(text, &starts, &mut rows, &mut outcomes);
    let counters = solver.solve(&mut batch, &limits, observer);
    Answers {
        rows,
        outcomes,
        counters,
    }
}

/// Checks every claimed solution.
fn assert_right(puzzles: &[[u8; CELLS]], done: &Answers, name: &str) {
    for (puzzle, (outcome, row)) in puzzles.iter().zip(done.outcomes.iter().zip(&done.rows)) {
        if outcome.solutions > 0 {
            let right = check::check(puzzle, row.first_chunk().expect("81 cells"));
            assert_eq!(right, Ok(()), "{name}");
        }
    }
}

fn limit(solutions: u64) -> Limits {
    Limits::default().solutions(solutions)
}

fn text(line: &str) -> [u8; CELLS] {
    line.as_bytes().try_into().expect("81 cells")
}

/// Whether an engine is `lanes`, or must give the same answers with the same guesses.
fn is_lanes(engine: &EngineInfo) -> bool {
    ["lanes", "single"].contains(&engine.name)
}

/// The same for every back end: the first, and what is compared with it.
#[track_caller]
fn same<T: Clone + PartialEq + std::fmt::Debug>(first: &mut Option<T>, own: &T, name: &str) {
    assert_eq!(first.get_or_insert_with(|| own.clone()), own, "{name}");
}

/// The first puzzles of a data set.
fn dataset(name: &str, puzzles: usize) -> Vec<[u8; CELLS]> {
    let path = format!("{}/datasets/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(path).expect("it is committed");
    lines.lines().take(puzzles).map(text).collect()
}

/// Calls `test` with every engine on every back end, and its name.
fn each_variant(mut test: impl FnMut(&EngineInfo, &mut dyn Solver, &str)) {
    let variants = variants();
    assert!(variants.len() >= 8, "six engines, and two at least twice");
    for (engine, options) in variants {
        let backend = options.backend.as_deref().unwrap_or("-");
        let name = format!("{} {backend}", engine.name);
        let mut solver = engine.make(&options).expect("it can run here");
        test(engine, &mut *solver, &name);
    }
}

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const FEW: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

/// It has no solution, and it takes thousands of guesses to find out.
const HEAVY: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// Without solution, though no two clues clash.
fn hopeless() -> Vec<[u8; CELLS]> {
    // A cell whose peers have all nine digits.
    let mut cell = [b'.'; CELLS];
    cell[1..9].copy_from_slice(b"12345678");
    cell[9] = b'9';
    // A box with one row left, which already has the digit.
    let mut place = [b'.'; CELLS];
    place[9..12].copy_from_slice(b"234");
    place[18..21].copy_from_slice(b"567");
    place[5] = b'1';
    // One wrong clue in a proper puzzle.
    let mut wrong = text(EASY);
    wrong[2] = b'1';
    vec![cell, place, wrong]
}

/// Puzzles of every kind: easy, with few clues, with several solutions, with none, malformed,
/// clashing.
fn mixture(n: usize, random: &mut Random) -> Vec<[u8; CELLS]> {
    let hopeless = hopeless();
    (0..n)
        .map(|_| match random.below(8) {
            0 => text(ANSWER),
            1 => hopeless[0],
            2 => [b'?'; CELLS],
            3 => {
                let mut cells = text(EASY);
                (cells[2], cells[3]) = (b'4', b'4');
                cells
            }
            _ => {
                let mut cells = text(ANSWER);
                for _ in 0..20 + random.below(35) {
                    cells[random.below(CELLS)] = b'.';
                }
                cells
            }
        })
        .collect()
}
