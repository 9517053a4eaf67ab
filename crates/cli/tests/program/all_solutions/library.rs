//! All solutions of a puzzle, as listed by the library, and the first of them in order.

use super::{cells, multiple};
use ninefold::engine::registry::{find, variants};
use ninefold::engine::{
    Batch, EngineOptions, Lexicographic, Limits, NoObserver, Outcome, Solutions, Solver, Status,
};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check};

fn solve(solver: &mut dyn Solver, text: &str, limits: Limits) -> (Vec<Row>, Vec<Outcome>) {
    let starts: Vec<u32> = (0..text.lines().count() as u32).map(|i| 82 * i).collect();
    let mut rows = vec![BLANK_ROW; starts.len()];
    let mut outcomes = vec![Outcome::default(); starts.len()];
    let mut batch = Batch::new(text.as_bytes(), &starts, &mut rows, &mut outcomes);
    solver.solve(&mut batch, &limits, &mut NoObserver);
    (rows, outcomes)
}

fn limits(solutions: u64, guesses: u64) -> Limits {
    Limits::default().solutions(solutions).guesses(guesses)
}

#[test]
fn solutions_are_all_of_them_each_once_and_in_order() {
    let text = multiple(300);
    let mut dlx = find("dlx")
        .unwrap()
        .make(&EngineOptions::default())
        .unwrap();
    let (_, counted) = solve(&mut *dlx, &text, limits(500, 1_000_000));
    let mut complete = 0;
    for (line, counted) in text.lines().zip(counted) {
        let puzzle = cells(line);
        let mut solutions = Solutions::new(&Puzzle::from_text(&puzzle).unwrap(), 1_000_000);
        let all: Vec<[u8; CELLS]> = solutions.by_ref().take(500).collect();
        assert_eq!(all.len() as u64, counted.solutions, "{line}");
        assert!(all.is_sorted_by(|a, b| a < b), "{line}");
        for solution in &all {
            assert_eq!(check::check(&puzzle, solution), Ok(()), "{line}");
        }
        if all.len() < 500 {
            complete += 1;
            assert_eq!(solutions.next(), None);
            let outcome = solutions.outcome();
            assert_eq!(
                (outcome.solutions, outcome.status),
                (counted.solutions, Status::Finished)
            );
        }
    }
    assert!(complete >= 50, "{complete} lists have an end");
}

#[test]
fn puzzles_with_one_solution_none_or_a_clash() {
    let one =
        cells("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let mut none = one;
    none[2] = b'1';
    let mut clash = one;
    clash[2] = b'5';
    for (text, count, status) in [
        (one, 1, Status::Finished),
        (none, 0, Status::Finished),
        (clash, 0, Status::Invalid),
    ] {
        let mut solutions = Solutions::new(&Puzzle::from_text(&text).unwrap(), 1_000_000);
        assert_eq!(solutions.by_ref().count(), count);
        assert_eq!(solutions.next(), None, "it has ended");
        assert_eq!(solutions.outcome().status, status);
    }
}

/// Such puzzles, whose first row is the last of all possible ones, take millions of guesses to the
/// first solution if cells are tried in order.
#[test]
fn a_long_way_in_order_is_cut_short() {
    let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let mut puzzles = vec![cells(hard)];
    for cell in (0..CELLS).filter(|&cell| cells(hard)[cell] != b'.') {
        let mut fewer = cells(hard);
        fewer[cell] = b'.';
        puzzles.push(fewer);
    }
    for text in puzzles {
        let mut solutions = Solutions::new(&Puzzle::from_text(&text).unwrap(), u64::MAX);
        let first = solutions.next().expect("it has one");
        assert_eq!(check::check(&text, &first), Ok(()));
        let guesses = solutions.outcome().guesses;
        assert!(guesses < 50_000, "{guesses} guesses");
    }
}

#[test]
fn guesses_are_counted_and_limited() {
    let text = multiple(40);
    for line in text.lines() {
        let puzzle = Puzzle::from_text(&cells(line)).unwrap();
        let mut all = Solutions::new(&puzzle, 1_000_000);
        let first: Vec<_> = all.by_ref().take(3).collect();
        let needed = all.outcome().guesses;
        // As many are enough for as many solutions. Without the last, it gives up.
        let mut enough = Solutions::new(&puzzle, needed);
        assert!(
            first
                .iter()
                .all(|solution| enough.next() == Some(*solution))
        );
        for guesses in 0..needed.min(20) {
            let mut few = Solutions::new(&puzzle, guesses);
            assert!(few.by_ref().take(3).count() < first.len() || guesses == needed);
            assert_eq!(few.outcome().status, Status::GaveUp);
            assert_eq!(few.outcome().guesses, guesses);
        }
    }
}

#[test]
fn the_first_in_order_is_that_of_dfs_from_any_engine() {
    let text = multiple(2000);
    let mut dfs = find("dfs")
        .unwrap()
        .make(&EngineOptions::default())
        .unwrap();
    let (rows, outcomes) = solve(&mut *dfs, &text, limits(1, 20_000));
    // Puzzles that dfs cannot solve with few guesses are left out.
    let known: Vec<(&str, Row)> = text
        .lines()
        .zip(rows.into_iter().zip(outcomes))
        .filter(|(_, (_, outcome))| outcome.solutions == 1)
        .map(|(line, (row, _))| (line, row))
        .collect();
    assert!(known.len() >= 1000, "{} puzzles", known.len());
    for (engine, options) in variants() {
        let known = if engine.slow { &known[..200] } else { &known };
        let text: String = known.iter().flat_map(|(line, _)| [*line, "\n"]).collect();
        let mut solver = Lexicographic::new(engine.make(&options).unwrap());
        for solutions in [1, 3] {
            let (rows, outcomes) = solve(&mut solver, &text, limits(solutions, 10_000_000));
            for ((line, row), (found, outcome)) in known.iter().zip(rows.iter().zip(&outcomes)) {
                let message = format!("{} {options:?} {line}", engine.name);
                assert_eq!(outcome.status, Status::Finished, "{message}");
                assert!(outcome.solutions <= solutions && outcome.solutions > 0);
                assert_eq!(found, row, "{message}");
            }
        }
        // The engines that claim to be in order need no help.
        let mut alone = engine.make(&options).unwrap();
        let (rows, _) = solve(&mut *alone, &text, limits(1, 10_000_000));
        let same = known.iter().zip(&rows).all(|((_, row), own)| row == own);
        assert_eq!(same, engine.lexicographic, "{}", engine.name);
    }
}
