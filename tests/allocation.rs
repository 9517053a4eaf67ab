//! No engine allocates for a puzzle after its first batch.

mod counting;

use counting::allocations;
use ninefold::engine::registry::variants;
use ninefold::engine::{Batch, Limits, NoObserver, Outcome, Solutions};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle};
use ninefold::{Puzzles, Request, solve_many};
use std::time::Duration;

#[test]
fn engines_do_not_allocate_after_their_first_batch() {
    let lines = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "5346789126721953481983425678597614234268537917139248569615372842874196353452861..",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "5a..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419.......8..7.",
    ];
    let text = lines.concat().repeat(20).into_bytes();
    let starts: Vec<u32> = (0..120).map(|i| i * CELLS as u32).collect();
    let mut rows = vec![BLANK_ROW; 120];
    let mut outcomes = vec![Outcome::default(); 120];
    let limits = Limits::default().solutions(2);
    for (engine, options) in variants() {
        let mut solver = engine.make(&options).unwrap();
        let mut batch = Batch::new(&text, &starts, &mut rows, &mut outcomes);
        solver.solve(&mut batch, &limits, &mut NoObserver);
        let before = allocations();
        solver.solve(&mut batch, &limits, &mut NoObserver);
        let after = allocations();
        assert_eq!(after - before, 0, "{} {options:?}", engine.name);
        let solved = outcomes.iter().filter(|outcome| outcome.solutions > 0);
        assert!(solved.count() >= 60);
    }
}

#[test]
fn one_puzzle_does_not_allocate_after_the_first() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let request = Request::new().deadline(Duration::from_secs(1000));
    for first in [true, false] {
        let before = allocations();
        assert!(ninefold::solve(puzzle).is_ok());
        assert!(request.is_unique(puzzle).is_ok());
        assert!(first || allocations() == before);
    }
}

/// Threads and solvers take dozens of allocations, and stay.
#[test]
fn a_small_batch_builds_nothing_but_its_buffers() {
    let text = ".3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419.......8..7.";
    let text = text.repeat(200);
    for count in [2, 33, 200] {
        let puzzles = Puzzles::strided(&text.as_bytes()[..CELLS * count], CELLS);
        let mut solutions = vec![0; CELLS * count];
        let mut outcomes = vec![Outcome::default(); count];
        let call = |_| {
            let before = allocations();
            let done = solve_many(&puzzles, &mut solutions, &mut outcomes, &Request::new());
            done.unwrap();
            allocations() - before
        };
        // A caller that is kept from working for a millisecond starts threads.
        let fewest = (0..50).map(call).min().unwrap();
        assert!(fewest <= 4, "{fewest}");
    }
}

#[test]
fn solutions_in_order_do_not_allocate() {
    let before = allocations();
    let solutions = Solutions::new(&Puzzle::EMPTY, u64::MAX);
    assert_eq!(solutions.take(1000).count(), 1000);
    assert_eq!(allocations() - before, 0);
}
