//! The functions at the crate's root, as another crate calls them.

use ninefold::engine::{
    Batch, Counters, EngineError, EngineInfo, Limits, Observer, Outcome, Solver, Status, registry,
};
use ninefold::parallel::Stop;
use ninefold::{Puzzles, SolveError, SolveManyError, SolveOptions, StreamError, Totals};
use ninefold::{count, is_unique, pipeline, solutions, solve, solve_many};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::{self, Read};
use std::sync::Mutex;
use std::thread::{self, ThreadId};

const PUZZLE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const SOLUTION: &str =
    "987654321246173985351928746128537694634892157795461832519286473472319568863745219";
/// Row 1 lacks a 9 for its last cell, whose column has one.
const UNSOLVABLE: &str =
    "12345678..................9........................................................";

/// Eighty-one cells that begin so.
fn begins(cells: &str) -> String {
    format!("{cells:.<81}")
}

#[test]
fn what_is_wrong_is_told_apart() {
    let unsolvable = &UNSOLVABLE[..81];
    let clashing = begins("1.......1");
    assert_eq!(solve(PUZZLE).unwrap(), SOLUTION);
    assert_eq!(solve(unsolvable), Err(SolveError::NoSolution));
    assert_eq!(
        (count(unsolvable, 9), is_unique(unsolvable)),
        (Ok(0), Ok(false))
    );
    assert_eq!(solutions(unsolvable).unwrap().count(), 0);
    let errors = |puzzle: &str| {
        let all = [
            solve(puzzle).map(drop).unwrap_err(),
            count(puzzle, 2).map(drop).unwrap_err(),
            is_unique(puzzle).map(drop).unwrap_err(),
            solutions(puzzle).map(drop).unwrap_err(),
        ];
        assert!(all.iter().all(|error| *error == all[0]), "{all:?}");
        all[0].to_string()
    };
    let clash = "clues clash: 1 twice in one row: r1c1 and r1c9";
    assert_eq!(errors(&clashing), clash);
    assert_eq!(errors(""), "malformed: has 0 cells, not 81");
    assert_eq!(
        errors(&begins("?")),
        "malformed: column 1: '?' is neither a clue 1-9 nor a blank (0 . * _ X x)"
    );
    assert_eq!(
        errors(&(PUZZLE.to_owned() + "\n")),
        "malformed: has 82 cells, not 81"
    );
}

#[test]
fn counts_end_at_their_limit() {
    let empty = begins("");
    for limit in [0, 1, 2, 33, 1000] {
        assert_eq!(count(&empty, limit), Ok(limit));
        assert_eq!(count(PUZZLE, limit), Ok(limit.min(1)));
    }
    assert_eq!(
        (is_unique(PUZZLE), is_unique(&empty)),
        (Ok(true), Ok(false))
    );
}

#[test]
fn solutions_are_all_there_in_order_and_made_when_asked_for() {
    let several = PUZZLE.replacen('3', ".", 1);
    let all: Vec<_> = solutions(&several).unwrap().collect();
    assert_eq!(Ok(all.len() as u64), count(&several, u64::MAX));
    assert!(all.len() > 1 && all.is_sorted());
    assert!(all.iter().any(|solution| *solution == SOLUTION));
    let mut endless = solutions(&begins("")).unwrap();
    assert!(endless.next() < endless.next());
}

#[test]
fn a_solution_is_text_and_values() {
    let solution = solve(PUZZLE).unwrap();
    assert_eq!(
        (solution.as_str(), format!("{solution:>83}")),
        (SOLUTION, format!("  {SOLUTION}"))
    );
    assert_eq!(solution.as_bytes(), SOLUTION.as_bytes());
    assert_eq!(
        solution.values().map(|value| value + b'0'),
        *solution.as_bytes()
    );
}

#[test]
fn any_number_of_threads_may_ask() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..100).for_each(|_| assert_eq!(solve(PUZZLE).unwrap(), SOLUTION)));
        }
    });
}

/// Puzzles of every kind, again and again.
fn puzzles(count: usize) -> Vec<String> {
    let kinds = [
        PUZZLE.to_owned(),
        begins("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
        UNSOLVABLE[..81].to_owned(),
        begins("11"),
        begins("??"),
        PUZZLE.replacen('3', "0", 1),
        begins(""),
    ];
    kinds.into_iter().cycle().take(count).collect()
}

/// Solutions of 81 bytes each, and what is known of each puzzle.
fn solved(puzzles: &Puzzles<'_>, options: &SolveOptions) -> (Vec<u8>, Vec<Outcome>) {
    let mut solutions = vec![b'x'; 81 * puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    solve_many(puzzles, &mut solutions, &mut outcomes, options).unwrap();
    (solutions, outcomes)
}

#[test]
fn a_batch_is_answered_as_its_puzzles_are() {
    let texts = puzzles(5000);
    let text = texts.concat();
    let options = SolveOptions::new().limit(2);
    let (solutions, outcomes) = solved(&Puzzles::strided(text.as_bytes(), 81), &options);
    for ((puzzle, cells), outcome) in texts.iter().zip(solutions.chunks(81)).zip(&outcomes) {
        let status = match solve(puzzle) {
            Ok(_) => Status::Finished,
            Err(SolveError::NoSolution) => Status::Finished,
            Err(SolveError::Clash(_)) => Status::Invalid,
            Err(SolveError::Malformed(_)) => Status::Malformed,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(outcome.status, status, "{puzzle}");
        assert_eq!(outcome.solutions, count(puzzle, 2).unwrap_or(0), "{puzzle}");
        match outcome.solutions {
            0 => assert_eq!(cells, [b'.'; 81]),
            1 => assert_eq!(solve(puzzle).unwrap().as_bytes(), cells),
            _ => assert!(cells.iter().zip(puzzle.bytes()).all(|(&cell, clue)| {
                cell == clue || b".0".contains(&clue) && (b'1'..=b'9').contains(&cell)
            })),
        }
    }
}

#[test]
fn a_batch_is_answered_alike_however_it_stands_in_memory() {
    let texts = puzzles(3000);
    let options = SolveOptions::new().limit(2);
    let text = texts.concat();
    let (solutions, outcomes) = solved(&Puzzles::strided(text.as_bytes(), 81), &options);
    let alike = |puzzles: &Puzzles<'_>, options: &SolveOptions| {
        let (mut others, same) = solved(puzzles, options);
        if let 1..=9 = others[0] {
            let text = |&cell: &u8| if cell == 0 { b'.' } else { b'0' + cell };
            others = others.iter().map(text).collect();
        }
        assert!(others == solutions && same == outcomes);
    };
    for threads in [1, 2, 5] {
        let options = options.clone().threads(threads);
        alike(&Puzzles::strided(text.as_bytes(), 81), &options);
        alike(&Puzzles::strided(texts.join("\n").as_bytes(), 82), &options);
        alike(
            &Puzzles::strided((texts.join("\r\n") + "\r\n").as_bytes(), 83),
            &options,
        );
        let wide: String = texts.iter().map(|text| format!("{text:<500}")).collect();
        alike(&Puzzles::strided(wide.as_bytes(), 500), &options);
        // Something stands before the first, and behind the last.
        let some = format!("<{text}>");
        let offsets: Vec<i64> = (0..=texts.len() as i64).map(|i| 1 + 81 * i).collect();
        alike(&Puzzles::offsets64(some.as_bytes(), &offsets), &options);
        let offsets: Vec<i32> = offsets.iter().map(|&at| at as i32).collect();
        alike(&Puzzles::offsets32(some.as_bytes(), &offsets), &options);
        let slices: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        alike(&Puzzles::slices(&slices), &options);
        let value = |byte| match byte {
            b'1'..=b'9' => byte - b'0',
            b'?' => 10,
            _ => 0,
        };
        let values: Vec<u8> = text.bytes().map(value).collect();
        alike(&Puzzles::strided(&values, 81).as_values(), &options);
    }
    let (mut rows, mut same) = (vec![0; 82 * texts.len()], outcomes.clone());
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    solve_many(&puzzles, &mut rows, &mut same, &options).unwrap();
    assert!(
        rows.chunks(82)
            .zip(solutions.chunks(81))
            .all(|(row, cells)| row == [cells, b"\n"].concat())
    );
    solve_many(&puzzles, &mut [], &mut same, &options).unwrap();
    assert_eq!(same, outcomes);
    let guesses: u64 = outcomes.iter().map(|outcome| outcome.guesses).sum();
    for threads in [1, 2, 5] {
        let options = options.clone().threads(threads);
        let mut only = vec![0; solutions.len()];
        let counters = solve_many(&puzzles, &mut only, &mut [], &options).unwrap();
        assert_eq!(only, solutions);
        assert_eq!(counters.guesses, guesses);
        let counters = solve_many(&puzzles, &mut [], &mut [], &options).unwrap();
        assert_eq!(counters.guesses, guesses);
    }
}

#[test]
fn strings_that_are_no_puzzles_are_malformed_and_no_error() {
    let text = format!("{PUZZLE}{PUZZLE}{PUZZLE}");
    let offsets = [0, 81, 81, 161, 243];
    for as_values in [false, true] {
        let puzzles = Puzzles::offsets32(text.as_bytes(), &offsets);
        let (_, outcomes) = match as_values {
            true => {
                let values: Vec<u8> = text.bytes().map(|byte| byte.saturating_sub(b'0')).collect();
                solved(
                    &Puzzles::offsets32(&values, &offsets).as_values(),
                    &SolveOptions::new(),
                )
            }
            false => solved(&puzzles, &SolveOptions::new()),
        };
        let statuses: Vec<Status> = outcomes.iter().map(|outcome| outcome.status).collect();
        let expected = [
            Status::Finished,
            Status::Malformed,
            Status::Malformed,
            Status::Malformed,
        ];
        assert_eq!(statuses, expected);
    }
    let slices = [PUZZLE, "", &PUZZLE[..80], &text[..82]].map(str::as_bytes);
    let (_, outcomes) = solved(&Puzzles::slices(&slices), &SolveOptions::new());
    let malformed = |outcome: &Outcome| outcome.status == Status::Malformed;
    assert!(!malformed(&outcomes[0]) && outcomes[1..].iter().all(malformed));
}

#[test]
fn a_batch_that_does_not_fit_is_refused() {
    let refused = |puzzles: &Puzzles<'_>, solutions, outcomes| {
        let (mut solutions, mut outcomes) =
            (vec![0; solutions], vec![Outcome::default(); outcomes]);
        let options = SolveOptions::new();
        solve_many(puzzles, &mut solutions, &mut outcomes, &options).unwrap_err()
    };
    let text = PUZZLE.as_bytes();
    let stride = |length, stride| SolveManyError::Stride { length, stride };
    for odd in [0, 1, 80] {
        assert_eq!(
            refused(&Puzzles::strided(text, odd), 81, 1),
            stride(81, odd)
        );
    }
    assert_eq!(
        refused(&Puzzles::strided(&text[1..], 81), 81, 1),
        stride(80, 81)
    );
    let lines = format!("{PUZZLE}\n{PUZZLE}");
    assert_eq!(
        refused(&Puzzles::strided(&lines.as_bytes()[..162], 82), 162, 2),
        stride(162, 82)
    );
    for (offsets, index) in [([-1, 80], 0), ([0, 82], 1), ([81, 0], 1)] {
        let error = refused(&Puzzles::offsets32(text, &offsets), 81, 1);
        assert_eq!(error, SolveManyError::Offset { index });
    }
    for (solutions, outcomes) in [(80, 1), (162, 1), (80, 0), (81, 2)] {
        let error = refused(&Puzzles::strided(text, 81), solutions, outcomes);
        let room = SolveManyError::Room {
            puzzles: 1,
            solutions,
            outcomes,
        };
        assert_eq!(error, room);
    }
    let none = Puzzles::offsets64(&[], &[]);
    assert!(solve_many(&none, &mut [], &mut [], &SolveOptions::new()).is_ok());
    let unknown = SolveOptions::new().backend("abacus");
    let done = solve_many(&none, &mut [], &mut [], &unknown);
    assert!(matches!(
        done,
        Err(SolveManyError::Engine(EngineError::UnknownBackend(_)))
    ));
}

#[test]
fn a_limit_of_guesses_is_told_of() {
    let text = begins("");
    let options = SolveOptions::new().limit(u64::MAX).max_guesses(1000);
    let (_, outcomes) = solved(&Puzzles::strided(text.as_bytes(), 81), &options);
    assert_eq!(outcomes[0].status, Status::GaveUp);
}

#[test]
fn work_of_hours_can_be_stopped() {
    let text = begins("").repeat(1000);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    for threads in [1, 3] {
        let stop = Stop::new();
        let options = SolveOptions::new().limit(u64::MAX).max_guesses(u64::MAX);
        let options = options.threads(threads).stop(&stop);
        let mut outcomes = vec![Outcome::default(); 1000];
        let done = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(std::time::Duration::from_millis(50));
                stop.stop();
            });
            solve_many(&puzzles, &mut [], &mut outcomes, &options)
        });
        assert_eq!(done, Err(SolveManyError::Stopped));
    }
}

static WORKED: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

/// The default engine, which notes the threads that it works on.
struct Noting(Box<dyn Solver>);

impl Solver for Noting {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        WORKED.lock().unwrap().push(thread::current().id());
        self.0.solve(batch, limits, observer)
    }
}

static NOTING: EngineInfo = EngineInfo::new("noting", |options| {
    Ok(Box::new(Noting(registry::ENGINES[0].make(options)?)))
});

#[test]
fn threads_of_another_pool_may_ask_and_get_threads_of_their_own() {
    let text = begins("").repeat(600);
    let puzzles = Puzzles::strided(text.as_bytes(), 81);
    let options = SolveOptions::new().limit(300).threads(3);
    let expected = solved(&puzzles, &options);
    for threads in [1, 2] {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        WORKED.lock().unwrap().clear();
        let engine = options.clone().engine(&NOTING);
        assert!(pool.install(|| solved(&puzzles, &engine)) == expected);
        let worked: HashSet<_> = WORKED.lock().unwrap().drain(..).collect();
        // The caller's alone would be one.
        assert!(worked.len() > 1, "{worked:?}");
        // More calls than threads, each of which has to wait.
        let same = |_| solved(&puzzles, &options) == expected;
        assert!(pool.install(|| (0..9).into_par_iter().all(same)));
    }
}

/// A text of several blocks, with lines of every kind and one that is far too long.
fn lines() -> String {
    let others = ["", "  \t", "# a comment", "too short", "#", "a\rb"];
    let long = "1".repeat(5_000_000);
    let puzzles = puzzles(40_000);
    let line = |(i, puzzle): (usize, &String)| match i % 50 {
        1 => format!("{puzzle}\r\n"),
        2 => format!(" {puzzle},and more\n"),
        3 => format!("{}\n", others[i / 50 % others.len()]),
        4 if i == 20_004 => format!("{long}\n"),
        5 => format!("{puzzle}.\n"),
        _ => format!("{puzzle}\n"),
    };
    let text: String = puzzles.iter().enumerate().map(line).collect();
    "\u{feff}".to_owned() + text.trim_end()
}

fn rows(read: impl Read, options: &SolveOptions) -> (String, Totals) {
    let mut rows = Vec::new();
    let totals = pipeline(read, &mut rows, options).unwrap();
    (String::from_utf8(rows).unwrap(), totals)
}

/// Gives a few bytes at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let few = out.len().min(1 + self.0.len() % 997);
        self.0.read(&mut out[..few])
    }
}

#[test]
fn every_line_has_its_row_in_order() {
    let text = lines();
    let options = SolveOptions::new().limit(2);
    let (rows, totals) = rows(text.as_bytes(), &options.clone().threads(2));
    assert_eq!(totals.lines, 40_000);
    for (line, row) in text
        .trim_start_matches('\u{feff}')
        .split('\n')
        .zip(rows.lines())
    {
        let cells = line
            .trim_start_matches(' ')
            .split([' ', ',', '\t', ';', '#', '\r'])
            .next();
        let expected = match solve(cells.unwrap_or_default()) {
            _ if line.trim().is_empty() || line.starts_with('#') => line.to_owned(),
            Ok(_) if !is_unique(cells.unwrap()).unwrap() => "!multiple".to_owned(),
            Ok(solution) => solution.to_string(),
            Err(SolveError::NoSolution) => "!none".to_owned(),
            Err(SolveError::Clash(_)) => "!invalid".to_owned(),
            Err(SolveError::Malformed(_)) => "!malformed".to_owned(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(row, expected);
    }
    assert_eq!(rows.lines().count(), 40_000);
    for threads in [1, 3] {
        let options = options.clone().threads(threads);
        assert!(self::rows(Slow(text.as_bytes()), &options) == (rows.clone(), totals));
    }
    assert_eq!(
        self::rows(io::empty(), &options),
        (String::new(), Totals::default())
    );
}

#[cfg(feature = "cli")]
#[test]
fn rows_are_those_of_the_program() {
    use ninefold::format::{FormatOptions, Kind, open};
    use ninefold::input::{OpenOptions, open_reader};
    use ninefold::pipeline::{Job, Progress, run};
    use ninefold::solver::verdict::Mode;
    let text = lines();
    let read = Box::new(io::Cursor::new(text.clone()));
    let source = open_reader("a text", read, &OpenOptions::default()).unwrap();
    let format = FormatOptions::default().kind(Kind::Line);
    let two = Limits::default().solutions(2);
    let job = Job::default().mode(Mode::Unique).limits(two);
    let mut expected = Vec::new();
    let progress = Progress::default().into();
    let summary = run(
        [open(source, &format)],
        &job,
        &mut expected,
        &progress,
        &Stop::new(),
    )
    .unwrap();
    let (rows, totals) = rows(text.as_bytes(), &SolveOptions::new().limit(2));
    assert!(rows.as_bytes() == expected);
    assert_eq!(
        (totals.lines, totals.verdicts),
        (summary.lines, summary.verdicts)
    );
}

/// Fails at its end.
struct Failing<R>(R);

impl<R: Read> Read for Failing<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::ErrorKind::BrokenPipe.into()),
            got => Ok(got),
        }
    }
}

#[test]
fn what_was_read_before_an_error_has_its_rows() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n{}", &PUZZLE[..40]);
    let mut rows = Vec::new();
    let done = pipeline(Failing(text.as_bytes()), &mut rows, &SolveOptions::new());
    assert!(
        matches!(done, Err(StreamError::Read(error)) if error.kind() == io::ErrorKind::BrokenPipe)
    );
    assert_eq!(rows, format!("{SOLUTION}\n{SOLUTION}\n").as_bytes());
    let full: &mut [u8] = &mut [0; 100];
    let done = pipeline(text.as_bytes(), full, &SolveOptions::new());
    assert!(
        matches!(done, Err(StreamError::Write(error)) if error.kind() == io::ErrorKind::WriteZero)
    );
}

#[test]
fn a_pipeline_can_be_stopped() {
    let stop = Stop::new();
    stop.stop();
    for threads in [1, 2] {
        let options = SolveOptions::new().threads(threads).stop(&stop);
        let done = pipeline(lines().as_bytes(), Vec::new(), &options);
        assert!(matches!(done, Err(StreamError::Stopped)));
    }
}
