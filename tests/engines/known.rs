//! Puzzles with known answers, and texts that are not puzzles.

use super::{ANSWER, EASY, assert_right, each_variant, hopeless, is_lanes, limit, solve, text};
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{EngineOptions, Status};
use ninefold::grid::{CELLS, Puzzle, check};

/// Solutions are counted up to this number.
const MOST: u64 = 200;

/// Puzzles with their number of solutions. The second has 17 clues and a first row that a search
/// row by row finds last, and the third lacks one of them. Four were called the hardest by
/// newspapers. The last have no cell for 9 in the first row, in the last row, and for 1 in the
/// first box, whose cells have many candidates.
const KNOWN: &str = "\
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1
    ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9 1
    ................85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9 200
    ....28...5.2.3.4.8.867.4.31....42.8..6.9...527.5....1..3..81...6.9.7....8..396... 2
    .4.62.5.9.72.39..8..6...2..39..42......9.....7.586.91.23..816..6...758.....3..... 3
    .....8....7.......9..75..31......7.646.9..3.272..6..1....481.9..1.27.84..5.3.6.2. 10
    .4.62.5.9..2.3........542.13.1.4..8.46.9.7......8..9.4...4.....6.9....4......6... 125
    8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. 1
    1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. 1
    .......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7..... 1
    1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1 1
    12345678.........9............................................................... 0
    ............................................9...........................12345678. 0
    ....1...........1.234............................................................ 0
";

#[test]
fn known_puzzles_have_their_number_of_solutions_at_every_limit() {
    let known = KNOWN
        .lines()
        .map(|line| line.trim().split_once(' ').unwrap());
    let known = known.map(|(line, count)| (text(line), count.parse::<u64>().unwrap()));
    let known: Vec<_> = known.collect();
    let puzzles: Vec<_> = known.iter().map(|&(puzzle, _)| puzzle).collect();
    each_variant(|engine, solver, name| {
        for most in [1, 2, 10, MOST] {
            let guesses = if engine.slow { 5000 } else { 30_000 };
            let done = solve(solver, &puzzles, limit(most).guesses(guesses));
            assert_right(&puzzles, &done, name);
            for (i, (_, count)) in known.iter().enumerate() {
                let outcome = done.outcomes[i];
                if outcome.status == Status::GaveUp && !is_lanes(engine) {
                    continue;
                }
                assert_eq!(outcome.status, Status::Finished, "{name}, {i}");
                let expected = *count.min(&most);
                assert_eq!(outcome.solutions, expected, "{name}, {i}, limit {most}");
                assert_eq!(done.rows[i][CELLS], b'\n');
            }
        }
    });
}

#[test]
fn grids_that_are_full_empty_or_wrong() {
    let full = text(ANSWER);
    let with = |mut cells: [u8; CELLS], clues: &[(usize, u8)]| {
        clues.iter().for_each(|&(cell, clue)| cells[cell] = clue);
        cells
    };
    let empty = [b'.'; CELLS];
    let puzzles = [
        full,
        empty,
        with(empty, &[(40, b'7')]),
        with(full, &[(0, full[1]), (1, full[0])]),
        with(empty, &[(0, b'9'), (8, b'9')]),
        with(empty, &[(4, b'9'), (76, b'9')]),
        with(empty, &[(30, b'9'), (50, b'9')]),
    ];
    each_variant(|_, solver, name| {
        let done = solve(solver, &puzzles, limit(2));
        let verdicts = done.outcomes.iter().map(|o| Verdict::of(o, Mode::Unique));
        use Verdict::{Invalid, Multiple, Solved};
        let mut expected = vec![Solved, Multiple, Multiple];
        expected.extend([Invalid; 4]);
        assert_eq!(verdicts.collect::<Vec<_>>(), expected, "{name}");
        assert_right(&puzzles, &done, name);
    });
}

#[test]
fn puzzles_without_solution_have_none() {
    let puzzles = hopeless();
    each_variant(|engine, solver, name| {
        let some = if engine.slow { 1 } else { puzzles.len() };
        for outcome in solve(solver, &puzzles[..some], limit(2)).outcomes {
            assert_eq!(outcome.status, Status::Finished, "{name}");
            assert_eq!(outcome.solutions, 0, "{name}");
        }
    });
}

/// Every byte in some cell, and every column with some byte that is no cell.
#[test]
fn a_byte_that_is_no_cell_makes_its_puzzle_malformed_and_no_other() {
    let mut puzzles = vec![text(EASY); 4 * 256];
    for (i, cells) in puzzles.iter_mut().enumerate() {
        cells[i * 41 % CELLS] = i as u8;
    }
    let is_cell = |byte: &u8| b"0123456789.*_Xx".contains(byte);
    each_variant(|_, solver, name| {
        let done = solve(solver, &puzzles, limit(1));
        for (i, (outcome, puzzle)) in done.outcomes.iter().zip(&puzzles).enumerate() {
            let is_malformed = outcome.status == Status::Malformed;
            assert_eq!(is_malformed, !puzzle.iter().all(is_cell), "{name}, {i}");
        }
        assert_right(&puzzles, &done, name);
    });
}

#[test]
fn every_blank_reads_as_a_blank() {
    let mut puzzles = [text(EASY); 60];
    for (i, cells) in puzzles.iter_mut().enumerate() {
        let blanks = cells.iter_mut().filter(|cell| **cell == b'.');
        for (j, blank) in blanks.enumerate() {
            // Lines of one blank, and of all.
            *blank = b"0.*_Xx"[if i < 30 { i % 6 } else { (i + j * i) % 6 }];
        }
    }
    each_variant(|_, solver, name| {
        for row in solve(solver, &puzzles, limit(1)).rows {
            assert_eq!(&row[..CELLS], ANSWER.as_bytes(), "{name}");
        }
    });
}

/// Two clues of one digit in any two cells, and no other clue.
#[test]
fn every_pair_of_cells_that_clashes_is_told() {
    let pairs = (1..CELLS).flat_map(|second| (0..second).map(move |first| (first, second)));
    let puzzles = pairs.map(|(first, second)| {
        let mut cells = [b'.'; CELLS];
        let digit = b'1' + ((first + second) % 9) as u8;
        (cells[first], cells[second]) = (digit, digit);
        cells
    });
    let puzzles: Vec<_> = puzzles.collect();
    each_variant(|engine, solver, name| {
        // The others have one test of a puzzle for it.
        if !is_lanes(engine) {
            return;
        }
        let done = solve(solver, &puzzles, limit(1).guesses(0));
        for (cells, outcome) in puzzles.iter().zip(&done.outcomes) {
            let clash = check::clash(&Puzzle::from_text(cells).unwrap());
            assert_eq!(outcome.status == Status::Invalid, clash.is_some(), "{name}");
        }
    });
}

#[test]
fn a_back_end_is_refused_where_there_is_none() {
    let options = EngineOptions::default().backend("abacus".to_owned());
    for engine in ninefold::engine::ENGINES {
        let error = engine.make(&options).expect_err("no engine has it");
        let known = "has no back ends";
        let unknown = "no back end is called 'abacus'";
        let expected = if is_lanes(engine) { unknown } else { known };
        assert!(error.to_string().contains(expected), "{error}");
    }
}
