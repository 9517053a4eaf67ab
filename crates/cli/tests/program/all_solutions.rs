//! All solutions of a puzzle, the first of them in order, and their number.

use super::common::{self, Scratch, dataset};
use ninefold::engine::registry::{find, variants};
use ninefold::engine::{
    Batch, EngineOptions, Lexicographic, Limits, NoObserver, Outcome, Solutions, Solver, Status,
};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check};
use ninefold_files::metrics::trailer::Trailer;

const ONE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The first of the puzzles that have several solutions.
fn multiple(n: usize) -> String {
    dataset("multiple", n)
}

fn cells(line: &str) -> [u8; CELLS] {
    line.as_bytes().try_into().expect("81 cells")
}

fn solutions(line: &str) -> Solutions {
    Solutions::new(&line.parse().unwrap(), 10_000_000)
}

/// Puzzles with one, some and very many solutions, none, and no puzzles.
fn mixed() -> String {
    let none = ONE.replacen("..7", "1.7", 1);
    let clash = ONE.replacen("..7", "5.7", 1);
    let empty = ".".repeat(CELLS);
    let several = multiple(60);
    format!("{ONE}\n{none}\nnonsense\n{several}{clash}\n{empty}\n{ONE}\n")
}

fn solver(engine: &str) -> Box<dyn Solver> {
    find(engine)
        .unwrap()
        .make(&EngineOptions::default())
        .unwrap()
}

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
    let none = ONE.replacen("..7", "1.7", 1);
    let text = format!("{ONE}\n{none}\n{}", multiple(200));
    let (_, counted) = solve(&mut *solver("dlx"), &text, limits(500, 1_000_000));
    let mut complete = 0;
    for (line, counted) in text.lines().zip(counted) {
        let mut solutions = solutions(line);
        let all: Vec<[u8; CELLS]> = solutions.by_ref().take(500).collect();
        assert_eq!(all.len() as u64, counted.solutions, "{line}");
        assert!(all.is_sorted_by(|a, b| a < b), "{line}");
        let is_right = |row| check::check(&cells(line), row).is_ok();
        assert!(all.iter().all(is_right), "{line}");
        if all.len() < 500 {
            complete += 1;
            assert_eq!(solutions.next(), None);
            let outcome = solutions.outcome();
            assert_eq!(outcome.solutions, counted.solutions);
            assert_eq!(outcome.status, Status::Finished);
        }
    }
    assert!(complete >= 40, "{complete} lists have an end");
    let mut clashing = solutions(&ONE.replacen("..7", "5.7", 1));
    assert_eq!(clashing.next(), None);
    assert_eq!(clashing.outcome().status, Status::Invalid);
}

/// Such puzzles, whose first row is the last of all possible ones, take millions of guesses to the
/// first solution if cells are tried in order.
#[test]
fn a_long_way_in_order_is_cut_short() {
    let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    // Without one of its clues; in cell 0 there is none.
    for cell in (0..CELLS).filter(|&cell| cell == 0 || cells(hard)[cell] != b'.') {
        let mut text = hard.to_owned();
        text.replace_range(cell..=cell, ".");
        let mut solutions = solutions(&text);
        let first = solutions.next().expect("it has one");
        assert_eq!(check::check(&cells(&text), &first), Ok(()));
        assert!(solutions.outcome().guesses < 50_000);
    }
}

#[test]
fn guesses_are_counted_and_limited() {
    for line in multiple(40).lines() {
        let puzzle: Puzzle = line.parse().unwrap();
        let mut all = solutions(line);
        let first: Vec<_> = all.by_ref().take(3).collect();
        let needed = all.outcome().guesses;
        // As many are enough for as many solutions. Without the last, it gives up.
        let enough: Vec<_> = Solutions::new(&puzzle, needed).take(first.len()).collect();
        assert_eq!(enough, first);
        for guesses in 0..needed.min(20) {
            let mut few = Solutions::new(&puzzle, guesses);
            assert!(few.by_ref().take(3).count() < first.len());
            let outcome = few.outcome();
            assert_eq!((outcome.status, outcome.guesses), (Status::GaveUp, guesses));
        }
    }
}

#[test]
fn the_first_in_order_is_that_of_dfs_from_any_engine() {
    let text = multiple(200);
    let (rows, outcomes) = solve(&mut *solver("dfs"), &text, limits(1, 20_000));
    // Puzzles that dfs cannot solve with few guesses are left out.
    let known = text.lines().zip(rows.into_iter().zip(outcomes));
    let known = known.filter(|(_, (_, outcome))| outcome.solutions == 1);
    let known: Vec<(&str, Row)> = known.map(|(line, (row, _))| (line, row)).collect();
    assert!(known.len() >= 100, "{} puzzles", known.len());
    for (engine, options) in variants() {
        let known = if engine.slow { &known[..50] } else { &known };
        let text: String = known.iter().flat_map(|(line, _)| [*line, "\n"]).collect();
        let mut solver = Lexicographic::new(engine.make(&options).unwrap());
        for solutions in [1, 3] {
            let (rows, outcomes) = solve(&mut solver, &text, limits(solutions, 10_000_000));
            for ((line, row), (found, outcome)) in known.iter().zip(rows.iter().zip(&outcomes)) {
                assert_eq!(outcome.status, Status::Finished, "{} {line}", engine.name);
                assert!(outcome.solutions <= solutions && outcome.solutions > 0);
                assert_eq!(found, row, "{} {options:?} {line}", engine.name);
            }
        }
        // The engines that claim to be in order need no help.
        let mut alone = engine.make(&options).unwrap();
        let (rows, _) = solve(&mut *alone, &text, limits(1, 10_000_000));
        let same = known.iter().zip(&rows).all(|((_, row), own)| row == own);
        assert_eq!(same, engine.lexicographic, "{}", engine.name);
    }
}

#[test]
fn lexicographic_is_an_option_of_solve() {
    let text = multiple(100);
    let first = text.lines().map(|line| solutions(line).next().unwrap());
    let first: String = first
        .map(|row| format!("{}\n", String::from_utf8_lossy(&row)))
        .collect();
    let solve = |args: &str| common::solve(args, &text);
    assert!(solve("-q").stdout != first, "else it proves nothing");
    for engine in ["lanes", "mrv-scan"] {
        let args = format!("-q --lexicographic --engine {engine}");
        solve(&args).printed(0, &first);
    }
    // Its guesses are counted, and limited.
    let guesses = |args: &str| {
        let report = solve(&format!("--report json --engine mrv {args}")).report();
        report["guesses"].as_u64().unwrap()
    };
    assert!(guesses("--lexicographic") > guesses("--limit 2"));
    solve("-q --lexicographic --max-guesses 3").ended(1, &["!gave-up"]);
}

/// A count that stopped at its limit is not one that gave up, and both say how many they found.
#[test]
fn a_count_that_is_cut_short_says_so() {
    let several = multiple(60);
    let counts = several
        .lines()
        .map(|line| (line, solutions(line).take(1000).count() as u64));
    let (line, count) = counts.min_by_key(|&(_, count)| count).unwrap();
    assert!((2..1000).contains(&count), "{count}");
    let less = count - 1;
    let counted = |limit: u64, args: &str, line: &str| {
        let done = common::solve(&format!("-q --count --limit {limit} {args}"), line);
        assert_eq!((done.code, &*done.stderr), (Some(0), ""), "{args}");
        done.stdout
    };
    for engine in ["lanes", "mrv", "mrv-scan", "dlx"] {
        // The exact number is not a limit.
        let counted = |limit| counted(limit, &format!("--engine {engine}"), line);
        assert_eq!(counted(count), format!("{count}\n"), "{engine}");
        assert_eq!(counted(less), format!(">={less}\n"), "{engine}");
    }
    let row = counted(less, "--output-format line", line);
    let fields: Vec<&str> = row.trim_end().split('\t').collect();
    assert_eq!((fields[0], fields[2]), (line, &*format!("at-least {less}")));
    assert_eq!(check::check(&cells(line), &cells(fields[1])), Ok(()));
    let row = counted(less, "--output-format csv", line);
    assert!(row.contains(&format!(",at-least,{less},")), "{row}");
    let row = counted(less, "--output-format jsonl --only solved", line);
    assert!(row.contains("\"verdict\":\"at-least\""), "{row}");
    // The report counts them.
    let report = common::solve("--count --limit 1 --report json", &mixed()).report();
    assert_eq!(report["verdicts"]["at-least"], 61);
    assert_eq!(report["examples"]["at-least"][0]["line"], 4);
    let done = common::solve("--count --limit 1", &mixed());
    done.ended(1, &["61 at-least (more than --limit)"]);
    // It has exactly one.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let few = "-q --count --limit 1 --max-guesses 30";
    common::solve(few, hard).printed(1, "!gave-up 1\n");
    let csv = common::solve(&format!("{few} --output-format csv"), hard).stdout;
    assert!(csv.ends_with(",,gave-up,1,30,after 30 guesses\n"), "{csv}");
    assert_eq!(counted(1, "", hard), "1\n");
    // One that has more is at its limit, whatever is left to guess.
    assert_eq!(counted(1, "", &".".repeat(81)), ">=1\n");
}

/// The rows of a text, by the library: the expected output of `--all`.
fn listed(text: &str, limit: usize) -> String {
    let mut rows = String::new();
    for line in text.lines() {
        let Ok(puzzle) = line.parse::<Puzzle>() else {
            rows += "!malformed\n";
            continue;
        };
        let mut solutions = Solutions::new(&puzzle, 10_000_000);
        for solution in solutions.by_ref().take(limit) {
            rows += &format!("{}\n", String::from_utf8_lossy(&solution));
        }
        rows += match solutions.outcome() {
            outcome if outcome.status == Status::Invalid => "!invalid\n",
            outcome if outcome.solutions == 0 => "!none\n",
            _ if solutions.next().is_some() => "!at-least\n",
            _ => "",
        };
    }
    rows
}

#[test]
fn every_solution_is_a_row_however_the_work_is_cut() {
    let scratch = Scratch::new();
    scratch.file("in", &mixed());
    let rows = listed(&mixed(), 50);
    assert!(rows.matches("!at-least").count() > 1);
    let solve = |args: &str| scratch.run(&format!("solve -q --all --limit 50 {args} in"));
    for args in [
        "--threads 3 --chunk-size 82",
        "--chunk-size 1M --no-mmap",
        "--engine dlx",
    ] {
        solve(args).printed(1, &rows);
    }
    let shards = (1..=5).map(|i| solve(&format!("--shard {i}/5")).stdout);
    assert!(shards.collect::<String>() == rows);
    // A list that is cut short is no negative finding.
    let line = multiple(1);
    let done = common::solve("--all --limit 1", &line);
    done.ended(0, &["1 at-least (more than --limit)"]);
    assert_eq!(done.stdout, listed(&line, 1));
    let done = common::solve("-q --all --max-guesses 200", &".".repeat(81));
    assert!(done.ended(1, &[]).stdout.ends_with("\n!gave-up\n"));
    assert!(done.stdout.lines().count() > 1);
}

#[test]
fn forms_with_a_verdict_say_what_became_of_the_list() {
    let line = multiple(1);
    let puzzle = line.trim_end();
    let rows = listed(&line, 2);
    let [one, two, _] = rows.lines().collect::<Vec<_>>()[..] else {
        panic!("two solutions and a verdict: {rows}");
    };
    let form = |format: &str| {
        let args = format!("-q --all --limit 2 --output-format {format}");
        common::solve(&args, &line).stdout
    };
    let expected =
        format!("{puzzle}\t{one}\tsolved\n{puzzle}\t{two}\tsolved\n{puzzle}\t\t!at-least\n");
    assert_eq!(form("line"), expected);
    let begins = [
        "puzzle,".to_owned(),
        format!("{puzzle},{one},solved,1,"),
        format!("{puzzle},{two},solved,2,"),
        format!("{puzzle},,at-least,2,"),
    ];
    let csv = form("csv");
    assert_eq!(csv.lines().count(), begins.len());
    let mut rows = csv.lines().zip(&begins);
    assert!(rows.all(|(row, begin)| row.starts_with(begin)), "{csv}");
    let last = form("jsonl").lines().nth(2).unwrap().to_owned();
    assert!(last.contains("\"verdict\":\"at-least\""), "{last}");
    assert_eq!(form("leetcode").lines().count(), 3);
    // The list of the empty grid is not made completely: that would be ten million rows.
    let unsolved = common::solve("-q --all --limit 1000 --only unsolved", &mixed());
    assert_eq!(unsolved.stdout, "!none\n!malformed\n!invalid\n");
}

/// More rows than are made at once: they are written in pieces, the last by the thread that writes,
/// and are the same for all ways.
#[test]
fn a_puzzle_may_have_any_number_of_rows() {
    const LIMIT: usize = 60_000;
    let scratch = Scratch::new();
    let empty = ".".repeat(CELLS);
    scratch.file("in", &format!("{}{empty}\n{}", multiple(3), multiple(2)));
    let solve = |args: &str| scratch.run(&format!("solve --all --limit {LIMIT} {args} in"));
    let whole = solve("--trailer --report json");
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let (json, trailer) = whole.stderr.trim_end().split_once('\n').unwrap();
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(report["bytes_out"], whole.stdout.len());
    assert_eq!(report["puzzles"], 6);
    assert!(report["guesses"].as_u64() > Some(59_000));
    assert_eq!(trailer, Trailer::of(whole.stdout.as_bytes()).to_string());
    // As many of the empty grid as requested, in order, and the mark after them.
    let rows: Vec<&str> = whole.stdout.lines().collect();
    let begin = rows
        .iter()
        .position(|row| row.starts_with("123456789456789123789"));
    let (list, rest) = rows[begin.unwrap()..].split_at(LIMIT);
    assert!(list.is_sorted_by(|a, b| a < b));
    for row in list.iter().step_by(1000) {
        assert_eq!(check::check(&cells(&empty), &cells(row)), Ok(()));
    }
    assert_eq!(rest[0], "!at-least");
    solve("-q --chunk-size 82 --threads 2 --resume -o out").printed(0, "");
    assert!(scratch.read("out") == whole.stdout);
}
