//! Puzzles with known answers, and texts that are not puzzles.

use super::{ANSWER, EASY, Random, each_variant, hopeless, is_lanes, limit, solve, text};
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{EngineOptions, Status};
use ninefold::grid::{CELLS, check};

/// A puzzle with its number of solutions, at most 1000.
struct KnownPuzzle {
    cells: [u8; CELLS],
    count: u64,
}

/// A grid with the digits 1 and 2 and so on exchanged in unavoidable rectangles. Emptying these
/// gives puzzles with many solutions.
fn known() -> Vec<KnownPuzzle> {
    let mut dlx = ninefold::engine::registry::find("dlx")
        .and_then(|dlx| dlx.make(&EngineOptions::default()))
        .expect("dlx runs anywhere");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all = vec![KnownPuzzle {
        cells: text(EASY),
        count: 1,
    }];
    let mut wanted = vec![2, 3, 10, 125];
    while !wanted.is_empty() {
        let mut cells = text(ANSWER);
        let mut order: Vec<usize> = (0..CELLS).collect();
        random.shuffle(&mut order);
        for cell in order {
            cells[cell] = b'.';
            let count = solve(&mut *dlx, &[cells], limit(1000)).outcomes[0].solutions;
            if let Some(i) = wanted.iter().position(|&w| w == count) {
                wanted.remove(i);
                all.push(KnownPuzzle { cells, count });
            }
            if count > 400 {
                break;
            }
        }
    }
    all
}

#[test]
fn known_puzzles_have_their_number_of_solutions_at_every_limit() {
    let known = known();
    let puzzles: Vec<_> = known.iter().map(|known| known.cells).collect();
    each_variant(|_, solver, name| {
        for most in [1, 2, 10, 1000] {
            let done = solve(solver, &puzzles, limit(most));
            for (i, known) in known.iter().enumerate() {
                let outcome = done.outcomes[i];
                assert_eq!(
                    outcome.solutions,
                    known.count.min(most),
                    "{name}, {i}, limit {most}"
                );
                assert_eq!(outcome.status, Status::Finished, "{name}");
                let row = done.rows[i].first_chunk().unwrap();
                assert_eq!(check::check(&known.cells, row), Ok(()), "{name}");
                assert_eq!(done.rows[i][CELLS], b'\n');
            }
        }
    });
}

#[test]
fn grids_that_are_full_empty_or_wrong() {
    let full = text(ANSWER);
    let empty = [b'.'; CELLS];
    let mut swapped = full;
    swapped.swap(0, 1);
    let one = {
        let mut cells = empty;
        cells[40] = b'7';
        cells
    };
    let clash = |a: usize, b: usize| {
        let mut cells = empty;
        (cells[a], cells[b]) = (b'9', b'9');
        cells
    };
    let puzzles = [
        full,
        empty,
        one,
        swapped,
        clash(0, 8),
        clash(4, 76),
        clash(30, 50),
    ];
    each_variant(|_, solver, name| {
        let done = solve(solver, &puzzles, limit(2));
        let verdicts: Vec<_> = done
            .outcomes
            .iter()
            .map(|o| Verdict::of(o, Mode::Unique))
            .collect();
        use Verdict::{Invalid, Multiple, Solved};
        let expected = [
            Solved, Multiple, Multiple, Invalid, Invalid, Invalid, Invalid,
        ];
        assert_eq!(verdicts, expected, "{name}");
        assert_eq!(done.rows[0][..CELLS], full, "{name}");
        for i in [1, 2] {
            let row = done.rows[i].first_chunk().unwrap();
            assert_eq!(check::check(&puzzles[i], row), Ok(()), "{name}");
        }
    });
}

#[test]
fn puzzles_without_solution_have_none() {
    let puzzles = hopeless();
    each_variant(|engine, solver, name| {
        let puzzles = if engine.slow {
            &puzzles[..1]
        } else {
            &puzzles[..]
        };
        let done = solve(solver, puzzles, limit(2));
        for outcome in &done.outcomes {
            assert_eq!(
                (outcome.solutions, outcome.status),
                (0, Status::Finished),
                "{name}"
            );
        }
    });
}

#[test]
fn a_byte_that_is_no_cell_makes_its_puzzle_malformed_and_no_other() {
    for byte in [b'a', 0, b'/', b':', b' ', 0x80, 0xff, b'.' | 0x80] {
        let mut puzzles = vec![text(EASY); CELLS];
        for (column, cells) in puzzles.iter_mut().enumerate().skip(1) {
            cells[column] = byte;
        }
        each_variant(|_, solver, name| {
            let done = solve(solver, &puzzles, limit(1));
            assert_eq!(done.outcomes[0].status, Status::Finished);
            assert_eq!(&done.rows[0][..CELLS], ANSWER.as_bytes(), "{name}");
            let bad = done.outcomes[1..]
                .iter()
                .filter(|o| o.status == Status::Malformed);
            assert_eq!(bad.count(), CELLS - 1, "{name}, byte {byte}");
        });
    }
}

#[test]
fn every_blank_reads_as_a_blank() {
    for blank in *b"0.*_Xx" {
        let cells = text(EASY).map(|byte| if byte == b'.' { blank } else { byte });
        each_variant(|_, solver, name| {
            let done = solve(solver, &[cells], limit(1));
            assert_eq!(
                &done.rows[0][..CELLS],
                ANSWER.as_bytes(),
                "{name}, {}",
                blank as char
            );
        });
    }
}

#[test]
fn a_back_end_is_refused_where_there_is_none() {
    let options = EngineOptions::default().backend("abacus".to_owned());
    for engine in ninefold::engine::ENGINES {
        let error = engine.make(&options).expect_err("no engine has it");
        let expected = if is_lanes(engine) {
            "no back end is called 'abacus'"
        } else {
            "has no back ends"
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
}
