//! All solutions of a puzzle, and the first of them in order.

use super::common;

use common::{Scratch, ninefold, run};
use ninefold::engine::registry::{find, variants};
use ninefold::engine::{
    Batch, EngineOptions, Lexicographic, Limits, NoObserver, Outcome, Solutions, Solver, Status,
};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check};
use std::fs;

/// The first of the puzzles that have several solutions.
fn multiple(n: usize) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/multiple.txt");
    let text = fs::read_to_string(path).expect("it is committed");
    text.lines().take(n).flat_map(|line| [line, "\n"]).collect()
}

fn cells(line: &str) -> [u8; CELLS] {
    line.as_bytes().try_into().expect("81 cells")
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

/// Trying cells in order takes millions of guesses to the first solution of such
/// puzzles, whose first row is the last of all possible ones.
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
        // As many suffice for as many solutions; without the last it gives up.
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
    // What dfs cannot do with few guesses is left out.
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
                let said = format!("{} {options:?} {line}", engine.name);
                assert_eq!(outcome.status, Status::Finished, "{said}");
                assert!(outcome.solutions <= solutions && outcome.solutions > 0);
                assert_eq!(found, row, "{said}");
            }
        }
        // The engines that say so need nobody's help.
        let mut alone = engine.make(&options).unwrap();
        let (rows, _) = solve(&mut *alone, &text, limits(1, 10_000_000));
        let same = known.iter().zip(&rows).all(|((_, row), own)| row == own);
        assert_eq!(same, engine.lexicographic, "{}", engine.name);
    }
}

const ALL: [&str; 5] = ["solve", "-q", "--all", "--limit", "50"];

fn listed(args: &[&str], text: &str) -> String {
    let done = run(&[&ALL[..], args].concat(), text);
    assert_eq!(done.stderr, "");
    done.stdout
}

/// The rows of a text by the library: what `--all --limit 50` should print.
fn expected(text: &str, limit: usize) -> String {
    let mut rows = String::new();
    for line in text.lines() {
        let Ok(puzzle) = line.parse::<Puzzle>() else {
            rows += "!malformed\n";
            continue;
        };
        let mut solutions = Solutions::new(&puzzle, 10_000_000);
        for solution in solutions.by_ref().take(limit) {
            rows += std::str::from_utf8(&solution).unwrap();
            rows.push('\n');
        }
        match solutions.outcome() {
            Outcome {
                status: Status::Invalid,
                ..
            } => rows += "!invalid\n",
            Outcome { solutions: 0, .. } => rows += "!none\n",
            _ if solutions.next().is_some() => rows += "!at-least\n",
            _ => {}
        }
    }
    rows
}

/// Puzzles with one, some and very many solutions, none, and no puzzles.
fn mixed() -> String {
    let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let none = one.replacen("..7", "1.7", 1);
    let clash = one.replacen("..7", "5.7", 1);
    let empty = ".".repeat(CELLS);
    let multiple = multiple(60);
    format!("{one}\n{none}\nnonsense\n{multiple}{clash}\n{empty}\n{one}\n")
}

#[test]
fn every_solution_is_a_row_however_the_work_is_cut() {
    let text = mixed();
    let rows = expected(&text, 50);
    assert!(rows.matches("!at-least").count() > 1);
    assert_eq!(listed(&[], &text), rows);
    for args in [
        &["--threads", "1"][..],
        &["--threads", "3", "--chunk-size", "82"],
        &["--chunk-size", "1M", "--no-mmap"],
        &["--engine", "dlx"],
        &["--no-verify"],
    ] {
        assert!(listed(args, &text) == rows, "{args:?}");
    }
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &text);
    let shards: String = (1..=5)
        .map(|i| listed(&["--shard", &format!("{i}/5"), &input], ""))
        .collect();
    assert!(shards == rows);
    // A limit that nothing reaches cuts nothing.
    let done = run(&["solve", "-q", "--all", "--limit", "2"], &text);
    assert_eq!(done.stdout, expected(&text, 2));
    assert_eq!(done.code, Some(1), "there are puzzles without solution");
}

#[test]
fn a_list_that_is_cut_short_says_so_and_is_no_negative_finding() {
    let line = multiple(1);
    let done = run(&["solve", "--all", "--limit", "1"], &line);
    assert_eq!(done.code, Some(0));
    assert_eq!(done.stdout, expected(&line, 1));
    assert!(done.stdout.ends_with("\n!at-least\n"));
    assert!(done.stderr.contains("1 at-least (more than --limit)"));
    let done = run(
        &["solve", "-q", "--all", "--max-guesses", "200"],
        &".".repeat(81),
    );
    assert!(done.stdout.ends_with("\n!gave-up\n"), "{}", done.stdout);
    assert!(done.stdout.lines().count() > 1, "what was found is listed");
    assert_eq!(done.code, Some(1));
}

#[test]
fn rows_are_numbered_by_the_lines_of_the_input() {
    let text = format!("# comment\n\n{}", mixed());
    let plain = listed(&[], &text);
    let numbered = listed(&["--number", "--chunk-size", "500"], &text);
    let mut last = 0;
    for (row, plain) in numbered.lines().zip(plain.lines()) {
        let (number, rest) = row.split_once('\t').expect("a number and a row");
        assert_eq!(rest, plain);
        let number: usize = number.parse().unwrap();
        assert!(number == last || number == last + 1);
        last = number;
        let line = text.lines().nth(number - 1).unwrap();
        if let Ok(solution) = <&[u8; CELLS]>::try_from(rest.as_bytes()) {
            assert_eq!(check::check(&cells(line), solution), Ok(()), "{row}");
        }
    }
    assert_eq!(numbered.lines().count(), plain.lines().count());
    assert_eq!(last, text.lines().count());
    // Records of several lines have the number of their first.
    let grid: String = mixed()
        .lines()
        .next()
        .unwrap()
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
        .collect();
    let board = format!("2\n{0}{0}", grid.replace('.', "0"));
    let rows = listed(&["--number"], &board);
    let numbers: Vec<&str> = rows
        .lines()
        .map(|row| row.split('\t').next().unwrap())
        .collect();
    assert_eq!(numbers, ["2", "11"]);
    let csv = listed(
        &["--number", "--output-format", "csv", "--keep-tail"],
        &text,
    );
    assert!(csv.starts_with("line,puzzle,solution,verdict,"));
    assert!(csv.lines().skip(1).all(|row| row.split(',').count() >= 8));
    for row in listed(&["--number", "--output-format", "jsonl"], &mixed()).lines() {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        assert!(row["line"].as_u64() >= Some(1), "{row}");
    }
    for args in [
        &["solve", "--number"][..],
        &["solve", "--all", "--number", "--output-format", "grid"],
        &["solve", "--all", "--number", "--shard", "1/2"],
        &["solve", "--all", "--number", "-", "-"],
        &["solve", "--all", "--count"],
        &["solve", "--all", "--unique"],
        &["solve", "--all", "--sum-corners"],
    ] {
        assert_eq!(run(args, "").code, Some(2), "{args:?}");
    }
}

#[test]
fn forms_with_a_verdict_say_what_became_of_the_list() {
    let line = multiple(1);
    let puzzle = line.trim_end();
    let rows: Vec<String> = expected(&line, 2).lines().map(String::from).collect();
    let form = |format: &str| {
        let args = [
            "solve",
            "-q",
            "--all",
            "--limit",
            "2",
            "--output-format",
            format,
        ];
        run(&args, &line).stdout
    };
    let [first, second, _] = &rows[..] else {
        panic!("two solutions and a verdict");
    };
    assert_eq!(
        form("line"),
        format!("{puzzle}\t{first}\tsolved\n{puzzle}\t{second}\tsolved\n{puzzle}\t\t!at-least\n")
    );
    let csv = form("csv");
    let csv: Vec<&str> = csv.lines().skip(1).collect();
    assert!(csv[0].starts_with(&format!("{puzzle},{first},solved,1,")));
    assert!(csv[1].starts_with(&format!("{puzzle},{second},solved,2,")));
    assert!(csv[2].starts_with(&format!("{puzzle},,at-least,2,")));
    assert_eq!(csv.len(), 3);
    assert!(
        form("jsonl")
            .lines()
            .nth(2)
            .unwrap()
            .contains("\"verdict\":\"at-least\"")
    );
    assert_eq!(form("leetcode").lines().count(), 3);
    // The list of the empty grid is made all the same: not ten million rows of it.
    let unsolved = "solve -q --all --limit 1000 --only unsolved".split(' ');
    assert_eq!(
        run(&unsolved.collect::<Vec<_>>(), &mixed()).stdout,
        "!none\n!malformed\n!invalid\n"
    );
}

/// More rows than are made at once: written in pieces, the last by the thread that
/// writes, and the same in every way.
#[test]
fn a_puzzle_may_have_any_number_of_rows() {
    const LIMIT: &str = "120000";
    let scratch = Scratch::new();
    let empty = ".".repeat(CELLS);
    let text = format!("{}{empty}\n{}", multiple(3), multiple(2));
    let input = scratch.file("in.txt", &text);
    let args = [
        "solve",
        "--all",
        "--limit",
        LIMIT,
        "--trailer",
        "--report",
        "json",
    ];
    let whole = run(&[&args[..], &[&input]].concat(), "");
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let rows: Vec<&str> = whole.stdout.lines().collect();
    assert!(rows.len() > 120_000, "{} rows", rows.len());
    let (json, trailer) = whole.stderr.trim_end().split_once('\n').unwrap();
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(report["bytes_out"], whole.stdout.len());
    assert_eq!(report["puzzles"], 6);
    assert!(report["verdicts"]["at-least"].as_u64() >= Some(1));
    assert!(report["guesses"].as_u64() > Some(119_000));
    let sum = ninefold::metrics::trailer::Trailer::of(whole.stdout.as_bytes());
    assert_eq!(trailer, sum.to_string());
    // Of the empty grid as many as were asked for, in order, and the mark behind.
    let begin = rows
        .iter()
        .position(|row| row.starts_with("123456789456789123789"))
        .unwrap();
    let list = &rows[begin..begin + 120_000];
    assert!(list.is_sorted_by(|a, b| a < b));
    for row in list.iter().step_by(1000) {
        let row = row.as_bytes().try_into().unwrap();
        assert_eq!(check::check(&cells(&empty), row), Ok(()));
    }
    assert_eq!(rows[begin + 120_000], "!at-least");
    for more in [
        &["--threads", "1"][..],
        &["--chunk-size", "82", "--threads", "2"],
    ] {
        let again = run(&[&args[..], more, &[&input]].concat(), "");
        assert!(again.stdout == whole.stdout, "{more:?}");
    }
    let output = scratch.path("out.txt");
    let args = [
        "solve",
        "-q",
        "--all",
        "--limit",
        LIMIT,
        "--checkpoint",
        &input,
        "-o",
        &output,
    ];
    assert_eq!(run(&args, "").code, Some(0));
    assert!(fs::read_to_string(&output).unwrap() == whole.stdout);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_list_that_would_not_end() {
    use std::process::Stdio;
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &format!("{}\n", ".".repeat(CELLS)));
    let mut child = ninefold()
        .args(["solve", "--all", "--limit", &u64::MAX.to_string()])
        .args([
            "--max-guesses",
            &u64::MAX.to_string(),
            &input,
            "-o",
            "/dev/null",
            "-f",
        ])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "it is at work");
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(143));
    assert!(String::from_utf8_lossy(&done.stderr).contains("stopped after 0 lines"));
}

#[test]
fn lexicographic_is_an_option_of_solve() {
    let text = multiple(100);
    let first: String = text
        .lines()
        .map(|line| {
            let puzzle = Puzzle::from_text(&cells(line)).unwrap();
            let first = Solutions::new(&puzzle, 10_000_000).next().unwrap();
            format!("{}\n", String::from_utf8_lossy(&first))
        })
        .collect();
    assert!(
        run(&["solve", "-q"], &text).stdout != first,
        "else it proves nothing"
    );
    for engine in ["lanes", "mrv", "mrv-scan", "dlx"] {
        let args = ["solve", "-q", "--lexicographic", "--engine", engine];
        let done = run(&args, &text);
        assert!(done.stdout == first, "{engine}");
        assert_eq!(done.code, Some(0));
    }
    // The guesses that it takes are counted, and limited.
    let guesses = |args: &[&str]| {
        let all = [&["solve", "--report", "json", "--engine", "mrv"][..], args].concat();
        let report: serde_json::Value = serde_json::from_str(&run(&all, &text).stderr).unwrap();
        report["guesses"].as_u64().unwrap()
    };
    assert!(guesses(&["--lexicographic"]) > guesses(&["--limit", "2"]));
    let few = ["solve", "-q", "--lexicographic", "--max-guesses", "3"];
    assert!(run(&few, &text).stdout.contains("!gave-up"));
}

#[test]
fn a_count_that_reached_its_cap_says_so() {
    let text = mixed();
    let several = multiple(60);
    let counts = several.lines().map(|line| {
        let puzzle = Puzzle::from_text(&cells(line)).unwrap();
        (
            line,
            Solutions::new(&puzzle, 10_000_000).take(1000).count() as u64,
        )
    });
    let (line, count) = counts.min_by_key(|&(_, count)| count).unwrap();
    assert!((2..1000).contains(&count), "{count}");
    for engine in ["lanes", "mrv", "mrv-scan", "dlx"] {
        let counted = |limit: u64, format: &[&str]| {
            let limit = limit.to_string();
            let args = [
                "solve", "-q", "--engine", engine, "--count", "--limit", &limit,
            ];
            let done = run(&[&args[..], format].concat(), line);
            assert_eq!(done.code, Some(0), "{}", done.stderr);
            done.stdout
        };
        // As many as there are is no cap.
        assert_eq!(counted(count, &[]), format!("{count}\n"), "{engine}");
        let less = count - 1;
        assert_eq!(counted(less, &[]), format!(">={less}\n"), "{engine}");
        let row = counted(less, &["--output-format", "line"]);
        let fields: Vec<&str> = row.trim_end().split('\t').collect();
        assert_eq!((fields[0], fields[2]), (line, &*format!("at-least {less}")));
        assert_eq!(check::check(&cells(line), &cells(fields[1])), Ok(()));
        let row = counted(less, &["--output-format", "csv"]);
        assert!(row.contains(&format!(",at-least,{less},")), "{row}");
        let row = counted(less, &["--output-format", "jsonl", "--only", "solved"]);
        let row: serde_json::Value = serde_json::from_str(&row).unwrap();
        assert_eq!(
            (&row["verdict"], &row["solutions"]),
            (&"at-least".into(), &less.into())
        );
    }
    // The report counts them.
    let done = run(
        &["solve", "--count", "--limit", "1", "--report", "json"],
        &text,
    );
    let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    assert_eq!(report["verdicts"]["at-least"], 61);
    assert_eq!(report["examples"]["at-least"][0]["line"], 4);
    let done = run(&["solve", "--count", "--limit", "1"], &text);
    assert!(
        done.stderr.contains("61 at-least (more than --limit)"),
        "{}",
        done.stderr
    );
    // So many were found, and then the guesses were spent: at least so many.
    let args = [
        "solve",
        "-q",
        "--count",
        "--limit",
        "1",
        "--max-guesses",
        "0",
        "--engine",
        "dlx",
    ];
    let rows = run(&args, &text).stdout;
    assert!(rows.lines().all(|row| row != ">=0"), "{rows}");
}
