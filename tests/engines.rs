//! One runner for every engine on every back end that this CPU can run.

use ninefold::engine::registry::variants;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{
    Batch, Counters, EngineInfo, EngineOptions, Limits, NoObserver, Outcome, Scored, Solver, Status,
};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check, score};
use proptest::prelude::*;

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

    /// The nine rows, or columns, in another order: three stay together.
    fn lines(&mut self) -> [usize; 9] {
        let mut threes = [0, 1, 2];
        self.shuffle(&mut threes);
        let mut lines = [0; 9];
        for (to, from) in lines.chunks_exact_mut(3).zip(threes) {
            to.copy_from_slice(&[3 * from, 3 * from + 1, 3 * from + 2]);
            self.shuffle(to);
        }
        lines
    }
}

/// A way to write a grid so that it stays one.
struct Form {
    rows: [usize; 9],
    columns: [usize; 9],
    is_transposed: bool,
    digits: Vec<u8>,
}

impl Form {
    fn random(random: &mut Random) -> Form {
        let mut digits = (b'1'..=b'9').collect::<Vec<_>>();
        random.shuffle(&mut digits);
        Form {
            rows: random.lines(),
            columns: random.lines(),
            is_transposed: random.below(2) == 1,
            digits,
        }
    }

    fn of(&self, text: &[u8; CELLS]) -> [u8; CELLS] {
        std::array::from_fn(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let from = if self.is_transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            match text[from] {
                digit @ b'1'..=b'9' => self.digits[usize::from(digit - b'1')],
                blank => blank,
            }
        })
    }
}

/// What came of a batch.
#[derive(Clone)]
struct Done {
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
    counters: Counters,
}

fn solve(solver: &mut dyn Solver, puzzles: &[[u8; CELLS]], limits: Limits) -> Done {
    let text = puzzles.as_flattened();
    let starts: Vec<u32> = (0..puzzles.len()).map(|i| (i * CELLS) as u32).collect();
    let mut rows = vec![BLANK_ROW; puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let mut batch = Batch::new(text, &starts, &mut rows, &mut outcomes);
    let counters = solver.solve(&mut batch, &limits, &mut NoObserver);
    Done {
        rows,
        outcomes,
        counters,
    }
}

/// Every solution that is claimed is one.
fn assert_right(puzzles: &[[u8; CELLS]], done: &Done, name: &str) {
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

/// Calls `test` with every engine on every back end, and its name.
fn each_variant(mut test: impl FnMut(&EngineInfo, &mut dyn Solver, &str)) {
    let variants = variants();
    assert!(variants.len() >= 8, "six engines, and lanes at least twice");
    for (engine, options) in variants {
        let name = format!(
            "{} {}",
            engine.name,
            options.backend.as_deref().unwrap_or("-")
        );
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

/// A puzzle with its number of solutions, at most 1000.
struct Known {
    cells: [u8; CELLS],
    count: u64,
}

/// A grid with the digits 1 and 2 and so on exchanged in unavoidable
/// rectangles: clearing them gives puzzles with many solutions.
fn known() -> Vec<Known> {
    let mut dlx = ninefold::engine::registry::find("dlx")
        .and_then(|dlx| dlx.make(&EngineOptions::default()))
        .expect("dlx runs anywhere");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all = vec![Known {
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
                all.push(Known { cells, count });
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

/// Without solution, though no two clues clash.
fn hopeless() -> Vec<[u8; CELLS]> {
    // A cell that sees all nine digits.
    let mut cell = [b'.'; CELLS];
    cell[1..9].copy_from_slice(b"12345678");
    cell[9] = b'9';
    // A box with one row left, in which the digit stands already.
    let mut place = [b'.'; CELLS];
    place[9..12].copy_from_slice(b"234");
    place[18..21].copy_from_slice(b"567");
    place[5] = b'1';
    // One wrong clue in a proper puzzle.
    let mut wrong = text(EASY);
    wrong[2] = b'1';
    vec![cell, place, wrong]
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

/// Puzzles of every kind: easy, with few clues, with several solutions,
/// without, malformed, clashing.
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

#[test]
fn batches_of_every_length_agree_with_their_puzzles_alone() {
    let mut random = Random(7);
    let puzzles = mixture(97, &mut random);
    each_variant(|_, solver, name| {
        let alone: Vec<_> = puzzles
            .iter()
            .map(|puzzle| solve(solver, std::slice::from_ref(puzzle), limit(2)))
            .collect();
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
        let mut lanes: Option<Done> = None;
        each_variant(|engine, solver, name| {
            if engine.slow {
                return;
            }
            let done = solve(solver, &puzzles, limit(most));
            assert_right(&puzzles, &done, name);
            let counts: Vec<_> = done
                .outcomes
                .iter()
                .map(|o| (o.status, o.solutions))
                .collect();
            assert_eq!(
                first.get_or_insert_with(|| counts.clone()),
                &counts,
                "{name}"
            );
            if engine.name == "lanes" {
                match &lanes {
                    None => lanes = Some(done),
                    Some(lanes) => {
                        assert_eq!(lanes.outcomes, done.outcomes, "{name}: guesses");
                        assert_eq!(lanes.rows, done.rows, "{name}: first solutions");
                        assert_eq!(lanes.counters, done.counters, "{name}: nodes and passes");
                    }
                }
            }
        });
        assert!(lanes.is_some());
    }
}

/// The committed data sets, each a batch of its own: many puzzles of one kind, so that
/// lanes do the same thing at the same time, as they do not in a mixture.
#[test]
fn whole_data_sets_have_one_solution_on_every_back_end() {
    for name in ["easy", "medium", "few-clues", "hard"] {
        let path = format!("{}/datasets/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).expect("it is committed");
        let puzzles: Vec<_> = lines.lines().take(3000).map(text).collect();
        assert!(puzzles.len() >= 500);
        let mut first: Option<Done> = None;
        each_variant(|engine, solver, variant| {
            if engine.name != "lanes" {
                return;
            }
            let done = solve(solver, &puzzles, limit(2));
            assert!(
                done.outcomes.iter().all(|o| o.solutions == 1),
                "{name}, {variant}"
            );
            assert_right(&puzzles, &done, variant);
            let first = first.get_or_insert_with(|| done.clone());
            assert_eq!(first.outcomes, done.outcomes, "{name}, {variant}: guesses");
            assert_eq!(first.counters, done.counters, "{name}, {variant}: passes");
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Clues of a grid, as long as there is one solution; then another form of
    /// the puzzle, whose only solution is that form of the grid.
    #[test]
    fn an_isomorph_has_the_isomorph_of_its_solution(seed in any::<u64>(), cleared in 0_usize..56) {
        let mut cells = text(ANSWER);
        let mut random = Random(seed | 1);
        for _ in 0..cleared {
            cells[random.below(CELLS)] = b'.';
        }
        let form = Form::random(&mut random);
        each_variant(|engine, solver, name| {
            if engine.slow {
                return;
            }
            let done = solve(solver, &[cells, form.of(&cells)], limit(2));
            let [own, other] = [done.outcomes[0].solutions, done.outcomes[1].solutions];
            assert_eq!(own, other, "{name}");
            if own == 1 {
                assert_eq!(done.rows[0][..CELLS], text(ANSWER), "{name}");
                assert_eq!(done.rows[1][..CELLS], form.of(&text(ANSWER)), "{name}");
            }
        });
    }
}

#[test]
fn neighbours_change_nothing() {
    let mut random = Random(13);
    let puzzles = mixture(200, &mut random);
    each_variant(|engine, solver, name| {
        if engine.slow {
            return;
        }
        let before = solve(solver, &puzzles, limit(3));
        let mut order: Vec<usize> = (0..puzzles.len()).collect();
        for _ in 0..5 {
            random.shuffle(&mut order);
            let shuffled: Vec<_> = order.iter().map(|&i| puzzles[i]).collect();
            let after = solve(solver, &shuffled, limit(3));
            for (place, &i) in order.iter().enumerate() {
                assert_eq!(after.outcomes[place], before.outcomes[i], "{name}");
                assert_eq!(after.rows[place], before.rows[i], "{name}");
            }
        }
    });
}

/// Copies of one puzzle wait for their guesses all together.
#[test]
fn copies_of_a_puzzle_are_solved_as_one_alone() {
    each_variant(|engine, solver, name| {
        if engine.slow {
            return;
        }
        let alone = solve(solver, &[text(FEW)], limit(50));
        assert_ne!(alone.outcomes[0].guesses, 0, "{name}");
        for copies in 1..=97 {
            let done = solve(solver, &vec![text(FEW); copies], limit(50));
            for i in 0..copies {
                assert_eq!(done.outcomes[i], alone.outcomes[0], "{name}, {copies}");
                assert_eq!(done.rows[i], alone.rows[0], "{name}, {copies}");
            }
        }
    });
}

#[test]
fn a_limit_of_guesses_is_kept_and_said() {
    let empty = [b'.'; CELLS];
    each_variant(|_, solver, name| {
        for guesses in [0, 1, 20, 5000] {
            let limits = Limits::default().solutions(u64::MAX).guesses(guesses);
            let done = solve(solver, &[empty, text(ANSWER)], limits);
            assert_eq!(done.outcomes[0].status, Status::GaveUp, "{name}");
            assert!(done.outcomes[0].guesses >= guesses, "{name}");
            assert_eq!(done.outcomes[1].status, Status::Finished, "{name}");
            if guesses < 4096 {
                assert_eq!(done.outcomes[0].guesses, guesses, "{name}");
            }
        }
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn a_puzzle_that_is_split_has_the_same_answer_on_any_number_of_threads() {
    let empty = [b'.'; CELLS];
    let mut seen: Option<(Outcome, Row)> = None;
    for (engine, options) in variants() {
        if engine.name != "lanes" {
            continue;
        }
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let done = pool.install(|| {
                let mut solver = engine.make(&options).unwrap();
                solve(&mut *solver, &[empty], limit(30_000))
            });
            let found = (done.outcomes[0], done.rows[0]);
            assert_eq!(found.0.solutions, 30_000);
            assert_eq!(
                *seen.get_or_insert(found),
                found,
                "{options:?}, {threads} threads"
            );
        }
    }
    assert!(seen.is_some());
}

#[test]
fn the_best_score_is_that_of_plain_enumeration() {
    let scorers: Vec<_> = variants()
        .into_iter()
        .filter(|(engine, _)| engine.scores)
        .collect();
    assert!(!scorers.is_empty());
    let mut random = Random(17);
    let mut enumerated = 0;
    while enumerated < 12 {
        let mut cells = text(ANSWER);
        for _ in 0..60 {
            cells[random.below(CELLS)] = b'.';
        }
        let puzzle = Puzzle::from_text(&cells).unwrap();
        let scores = enumerate(&puzzle);
        if !(100..20_000).contains(&scores.len()) {
            continue;
        }
        enumerated += 1;
        for (engine, options) in &scorers {
            let mut solver = engine.make(options).unwrap();
            match solver.best_score(&puzzle, &Limits::default()).0 {
                Scored::Best { score, solution } => {
                    assert_eq!(Some(&score), scores.iter().max(), "{}", engine.name);
                    assert_eq!(score, score::score(&solution));
                    let digits = solution.map(|digit| b'0' + digit);
                    assert_eq!(check::check(&cells, &digits), Ok(()));
                }
                other => panic!("{}: {other:?}", engine.name),
            }
        }
    }
    for (engine, options) in &scorers {
        let mut solver = engine.make(options).unwrap();
        for cells in hopeless() {
            let puzzle = Puzzle::from_text(&cells).unwrap();
            let (scored, _) = solver.best_score(&puzzle, &Limits::default());
            assert_eq!(scored, Scored::None);
        }
    }
}

/// Scores of all solutions, by trying every digit in every cell; at most
/// 20,000 of them.
fn enumerate(puzzle: &Puzzle) -> Vec<u32> {
    fn fill(cells: &mut [u8; CELLS], scores: &mut Vec<u32>) {
        let Some(cell) = cells.iter().position(|&digit| digit == 0) else {
            scores.push(score::score(cells));
            return;
        };
        for digit in 1..=9 {
            if scores.len() >= 20_000 {
                return;
            }
            let sees = |&other: &usize| {
                cells[other] == digit
                    && (other / 9 == cell / 9
                        || other % 9 == cell % 9
                        || other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3)
            };
            if !(0..CELLS).any(|other| sees(&other)) {
                cells[cell] = digit;
                fill(cells, scores);
                cells[cell] = 0;
            }
        }
    }
    let mut scores = Vec::new();
    fill(&mut puzzle.cells().clone(), &mut scores);
    scores
}

#[test]
fn a_back_end_is_refused_where_there_is_none() {
    let options = EngineOptions::default().backend("abacus".to_owned());
    for engine in ninefold::engine::ENGINES {
        let error = engine.make(&options).err().expect("no engine has it");
        let expected = if engine.name == "lanes" {
            "no back end is called 'abacus'"
        } else {
            "has no back ends"
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
}
