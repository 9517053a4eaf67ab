//! Engines, back ends, batches and neighbours make no difference.

use super::{
    ANSWER, Answers, EASY, FEW, HEAVY, Random, assert_right, dataset, each_variant, hopeless,
    is_lanes, limit, mixture, same, solve, text,
};
use ninefold::engine::{Counters, Outcome, Status};
use ninefold::grid::{Puzzle, check};

#[test]
fn batches_of_every_length_agree_with_their_puzzles_alone() {
    let mut random = Random(7);
    let mut puzzles = mixture(97, &mut random);
    each_variant(|_, solver, name| {
        // Other neighbours for each.
        random.shuffle(&mut puzzles);
        let alone = puzzles
            .iter()
            .map(|puzzle| solve(solver, &[*puzzle], limit(2)));
        let alone: Vec<_> = alone.collect();
        for n in 0..=puzzles.len() {
            let done = solve(solver, &puzzles[..n], limit(2));
            for (i, alone) in alone[..n].iter().enumerate() {
                assert_eq!(done.outcomes[i], alone.outcomes[0], "{name}, {i} of {n}");
                if alone.outcomes[0].solutions > 0 {
                    assert_eq!(done.rows[i], alone.rows[0], "{name}, {i} of {n}");
                }
            }
            let sum: u64 = alone[..n].iter().map(|alone| alone.counters.guesses).sum();
            assert_eq!(done.counters.guesses, sum, "{name}");
        }
    });
}

#[test]
fn engines_agree_on_every_puzzle_and_back_ends_on_every_step() {
    let mut random = Random(11);
    let mut puzzles = mixture(400, &mut random);
    puzzles.push(text(FEW));
    for most in [1, 2, 10] {
        let mut first: Option<Vec<(Status, u64)>> = None;
        let mut lanes: Option<Answers> = None;
        each_variant(|engine, solver, name| {
            if engine.slow {
                return;
            }
            let done = solve(solver, &puzzles, limit(most));
            assert_right(&puzzles, &done, name);
            let counts = done.outcomes.iter().map(|o| (o.status, o.solutions));
            same(&mut first, &counts.collect(), name);
            if is_lanes(engine) {
                // Guesses, first solutions, nodes and passes.
                same(&mut lanes, &done, name);
            }
        });
        assert!(lanes.is_some());
    }
}

/// The committed data sets, each a batch: many puzzles of one kind, so that lanes do the same work
/// at the same time, unlike in a mixture. The work is known: a pass or a choice of guesses that
/// became weaker takes more.
#[test]
fn whole_data_sets_have_one_solution_on_every_back_end() {
    for (name, guesses, passes) in [
        ("easy", 0, 4_121),
        ("medium", 0, 6_641),
        ("few-clues", 373, 7_586),
        ("hard", 2_977, 22_486),
    ] {
        let puzzles = dataset(name, 1000);
        assert!(puzzles.len() >= 500);
        let mut first: Option<Answers> = None;
        each_variant(|engine, solver, variant| {
            if !is_lanes(engine) {
                return;
            }
            let done = solve(solver, &puzzles, limit(2));
            assert!(done.outcomes.iter().all(|o| o.solutions == 1), "{name}");
            assert_right(&puzzles, &done, variant);
            same(&mut first, &done, variant);
            let work = (done.counters.guesses, done.counters.lane_passes);
            assert_eq!(work, (guesses, passes), "{name}, {variant}");
        });
    }
}

/// Puzzles with clues that clash: alone among others, many in a row, and before and after long runs
/// of solvable puzzles. A search for clashes that runs only sometimes must miss none.
#[test]
fn clues_that_clash_are_told_wherever_they_stand() {
    let mut clashing = text(EASY);
    (clashing[2], clashing[3]) = (b'4', b'4');
    let [hopeless, ..] = &hopeless()[..] else {
        unreachable!("there are three")
    };
    // The clash is far from the cells that need guesses.
    let mut few = text(FEW);
    few[0] = b'1';
    few[8] = b'1';
    let mut random = Random(19);
    let mut puzzles = Vec::new();
    for round in 0..20 {
        puzzles.extend(vec![text(EASY); random.below(150)]);
        for _ in 0..1 + random.below([1, 40][round % 2]) {
            puzzles.push([clashing, *hopeless, few, text(EASY)][random.below(4)]);
        }
    }
    each_variant(|engine, solver, name| {
        if engine.slow {
            return;
        }
        let done = solve(solver, &puzzles, limit(2));
        for (i, (puzzle, outcome)) in puzzles.iter().zip(&done.outcomes).enumerate() {
            let cells = Puzzle::from_text(puzzle).expect("it is one");
            let is_invalid = outcome.status == Status::Invalid;
            assert_eq!(is_invalid, check::clash(&cells).is_some(), "{name}, {i}");
        }
    });
}

/// Copies of one puzzle all wait for their guesses at the same time.
#[test]
fn copies_of_a_puzzle_are_solved_as_one_alone() {
    each_variant(|engine, solver, name| {
        if engine.slow {
            return;
        }
        let alone = solve(solver, &[text(FEW)], limit(50));
        assert_ne!(alone.outcomes[0].guesses, 0, "{name}");
        // Fewer than lanes, as many, and more, of every back end.
        for copies in [1, 2, 4, 7, 8, 9, 16, 17, 31, 32, 33, 64, 65, 97] {
            let done = solve(solver, &vec![text(FEW); copies], limit(50));
            for i in 0..copies {
                assert_eq!(done.outcomes[i], alone.outcomes[0], "{name}, {copies}");
                assert_eq!(done.rows[i], alone.rows[0], "{name}, {copies}");
            }
        }
    });
}

/// Each puzzle alone in a batch; beside four with two solutions, so that it is the last one in its
/// lane and continues outside; and with many others.
#[test]
fn the_end_of_a_batch_changes_nothing() {
    let mut several = text(ANSWER);
    for cell in [27, 30, 33, 36, 39, 42] {
        several[cell] = b'.';
    }
    let several = [several; 4];
    let mut puzzles = mixture(25, &mut Random(17));
    for name in ["few-clues", "hard", "unsolvable", "multiple"] {
        puzzles.extend(dataset(name, 16));
    }
    // With one clue less, some have exactly two solutions.
    let with_less = puzzles.clone().into_iter().map(|mut puzzle| {
        let clue = puzzle.iter_mut().rfind(|cell| **cell != b'.');
        *clue.expect("it has one") = b'.';
        puzzle
    });
    puzzles.extend(with_less);
    // The last one takes long, and is left out after the first limits.
    puzzles.extend([text(FEW), text(HEAVY)]);
    let limits = [
        limit(2).guesses(5000),
        limit(2).guesses(7),
        limit(2).guesses(20),
        limit(3).guesses(30),
    ];
    let mut seen: [Option<Vec<(Outcome, Counters)>>; 4] = Default::default();
    each_variant(|engine, solver, name| {
        if !is_lanes(engine) {
            return;
        }
        for (limits, seen) in limits.into_iter().zip(&mut seen) {
            let n = puzzles.len() - usize::from(limits.guesses < 5000);
            let beside = solve(solver, &several, limits).counters;
            let mut alone = Vec::new();
            for puzzle in &puzzles[..n] {
                let one = solve(solver, &[*puzzle], limits);
                let batch = [&[*puzzle], &several[..]].concat();
                let last = solve(solver, &batch, limits);
                assert_eq!(one.outcomes[0], last.outcomes[0], "{name} {limits:?}");
                if last.outcomes[0].solutions > 0 {
                    assert_eq!(one.rows[0], last.rows[0], "{name} {limits:?}");
                }
                let mut sum = one.counters;
                sum.add(&beside);
                assert_eq!(sum, last.counters, "{name} {limits:?}");
                alone.push((one.outcomes[0], one.counters));
            }
            let most = alone.iter().map(|(outcome, _)| outcome.guesses).max();
            assert!(most >= Some(limits.guesses.min(4096)), "{name}: {most:?}");
            for (puzzles, alone) in puzzles[..n].chunks(23).zip(alone.chunks(23)) {
                let done = solve(solver, puzzles, limits);
                let mut sum = Counters::default();
                for (outcome, (alone, counters)) in done.outcomes.iter().zip(alone) {
                    assert_eq!(outcome, alone, "{name} {limits:?}");
                    sum.add(counters);
                }
                assert_eq!(done.counters, sum, "{name} {limits:?}");
            }
            let seen = seen.get_or_insert_with(|| alone.clone());
            for (seen, alone) in seen.iter().zip(&alone) {
                assert_eq!(seen.0, alone.0, "{name} {limits:?}");
                // `lanes` divides a search after that many guesses, and so counts more nodes.
                if engine.name == "lanes" || alone.0.guesses <= 4096 {
                    assert_eq!(seen.1, alone.1, "{name} {limits:?}");
                }
            }
        }
    });
}
