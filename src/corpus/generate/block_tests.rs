use super::*;
use crate::corpus::generate::{Difficulty, PuzzleKind};
use crate::corpus::logic::{self, Level};
use crate::engine::{EngineOptions, registry};
use crate::grid::{CELLS, check};
use crate::solver::{Batch, Outcome};

const GO: &dyn Fn() -> bool = &|| false;

fn digger(spec: &GenerateSpec, engine: &str) -> Digger {
    let engine = registry::find(engine).unwrap();
    let solver = engine.make(&EngineOptions::default()).unwrap();
    Digger::new(spec, solver).unwrap()
}

fn make(spec: &GenerateSpec, count: u64) -> Vec<GeneratedPuzzle> {
    let mut puzzles = Vec::new();
    digger(spec, "lanes").dig(0..count, GO, &mut puzzles);
    puzzles
}

/// Solutions of a puzzle, counted to 2 by the simplest engine.
fn solutions(puzzle: &Puzzle) -> u64 {
    let engine = registry::find("mrv-scan").unwrap();
    let mut solver = engine.make(&EngineOptions::default()).unwrap();
    let text = puzzle.to_text();
    let mut rows = [BLANK_ROW];
    let mut outcomes = [Outcome::default()];
    let mut batch = Batch::new(&text, &[0], &mut rows, &mut outcomes);
    let limits = Limits {
        solutions: 2,
        ..Limits::default()
    };
    solver.solve(&mut batch, &limits, &mut NoObserver);
    outcomes[0].solutions
}

fn without(puzzle: &Puzzle, cell: usize) -> Puzzle {
    let mut cells = *puzzle.cells();
    cells[cell] = 0;
    Puzzle::from_cells(cells).unwrap()
}

fn clues(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(|&cell| puzzle.cells()[cell] != 0)
}

fn is_minimal(puzzle: &Puzzle) -> bool {
    clues(puzzle).all(|cell| solutions(&without(puzzle, cell)) == 2)
}

#[test]
fn the_same_seed_gives_the_same_puzzles_however_they_are_divided() {
    let spec = GenerateSpec {
        seed: 5,
        difficulty: Difficulty::Hard,
        ..GenerateSpec::default()
    };
    let whole = make(&spec, 60);
    assert_eq!(whole.len(), 60);
    let mut parts = Vec::new();
    let mut digger = digger(&spec, "mrv-scan");
    for indices in [0..1, 1..20, 20..20, 20..33, 33..60] {
        digger.dig(indices, GO, &mut parts);
    }
    assert_eq!(whole, parts);
    let other = make(&GenerateSpec { seed: 6, ..spec }, 1);
    assert_ne!(whole[0].puzzle, other[0].puzzle);
}

/// What `Dig` does in runs, done one cell after another.
#[test]
fn runs_give_what_one_cell_after_the_other_gives() {
    for generated in make(&GenerateSpec::default(), 40) {
        let mut rng = crate::corpus::random::Rng::new(0, &[generated.index, 0]);
        let mut puzzle =
            Puzzle::from_cells(crate::corpus::generate::fill::full_grid(&mut rng)).unwrap();
        let mut order: Vec<usize> = (0..CELLS).collect();
        rng.shuffle(&mut order);
        for cell in order {
            let less = without(&puzzle, cell);
            if solutions(&less) == 1 {
                puzzle = less;
            }
        }
        assert_eq!(generated.puzzle, puzzle);
    }
}

#[test]
fn without_a_wish_puzzles_are_unique_and_minimal() {
    for generated in make(&GenerateSpec::default(), 25) {
        assert_eq!(solutions(&generated.puzzle), 1);
        assert!(is_minimal(&generated.puzzle), "{}", generated.puzzle);
    }
}

#[test]
fn puzzles_are_what_was_wished_for() {
    let solved = |kind| match kind {
        PuzzleKind::Multiple => 2,
        PuzzleKind::Unsolvable => 0,
        _ => 1,
    };
    let wish = GenerateSpec::default;
    for (spec, count) in [
        (
            GenerateSpec {
                clues: Some(27..=29),
                ..wish()
            },
            300,
        ),
        (
            GenerateSpec {
                difficulty: Difficulty::Easy,
                ..wish()
            },
            200,
        ),
        (
            GenerateSpec {
                difficulty: Difficulty::Medium,
                ..wish()
            },
            200,
        ),
        (
            GenerateSpec {
                difficulty: Difficulty::Guesses(3..=5),
                ..wish()
            },
            20,
        ),
        (
            GenerateSpec {
                kind: PuzzleKind::Multiple,
                ..wish()
            },
            100,
        ),
        (
            GenerateSpec {
                kind: PuzzleKind::Unsolvable,
                ..wish()
            },
            100,
        ),
    ] {
        let puzzles = make(&spec, count);
        assert_eq!(puzzles.len() as u64, count);
        for generated in &puzzles {
            let puzzle = &generated.puzzle;
            assert_eq!(solutions(puzzle), solved(spec.kind));
            assert_eq!(check::clash(puzzle), None);
            match &spec.difficulty {
                Difficulty::Easy => assert_eq!(logic::level(puzzle), Level::NakedSingles),
                Difficulty::Medium => assert_eq!(logic::level(puzzle), Level::HiddenSingles),
                Difficulty::Guesses(range) => {
                    let hardness = logic::hardness(puzzle, 1000);
                    assert!(range.contains(&hardness.guesses));
                    assert_eq!(hardness, generated.hardness);
                }
                _ => {}
            }
        }
        for clues in spec.clues.into_iter().flatten() {
            let share = puzzles.iter().filter(|made| made.puzzle.clues() == clues);
            assert!((60..140).contains(&share.count()), "{clues}");
        }
    }
}

#[test]
fn a_stopped_digger_stops() {
    let mut puzzles = Vec::new();
    digger(&GenerateSpec::default(), "lanes").dig(0..u64::MAX, &|| true, &mut puzzles);
    assert!(puzzles.is_empty());
}
