//! `solve --all`: a row for each solution, judged and truncated.

use super::{cells, mixed, multiple};
use crate::common::{Scratch, run};
use ninefold::engine::{Outcome, Solutions, Status};
use ninefold::grid::{CELLS, Puzzle, check};
use std::fs;

const ALL: [&str; 5] = ["solve", "-q", "--all", "--limit", "50"];

fn listed(args: &[&str], text: &str) -> String {
    let done = run(&[&ALL[..], args].concat(), text);
    assert_eq!(done.stderr, "");
    done.stdout
}

/// The rows of a text, by the library: the expected output of `--all --limit 50`.
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
    ] {
        assert!(listed(args, &text) == rows, "{args:?}");
    }
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &text);
    let shards: String = (1..=5)
        .map(|i| listed(&["--shard", &format!("{i}/5"), &input], ""))
        .collect();
    assert!(shards == rows);
    // A limit that is not reached changes nothing.
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
fn other_questions_cannot_be_asked_with_all() {
    for other in ["--count", "--unique"] {
        assert_eq!(run(&["solve", "--all", other], "").code, Some(2), "{other}");
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
    // The list of the empty grid is not made completely: that would be ten million rows.
    let unsolved = "solve -q --all --limit 1000 --only unsolved".split(' ');
    assert_eq!(
        run(&unsolved.collect::<Vec<_>>(), &mixed()).stdout,
        "!none\n!malformed\n!invalid\n"
    );
}

/// More rows than are made at once: they are written in pieces, the last by the thread that writes,
/// and are the same for all ways.
#[test]
fn a_puzzle_may_have_any_number_of_rows() {
    const LIMIT: &str = "60000";
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
    assert!(rows.len() > 60_000, "{} rows", rows.len());
    let (json, trailer) = whole.stderr.trim_end().split_once('\n').unwrap();
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(report["bytes_out"], whole.stdout.len());
    assert_eq!(report["puzzles"], 6);
    assert!(report["verdicts"]["at-least"].as_u64() >= Some(1));
    assert!(report["guesses"].as_u64() > Some(59_000));
    let sum = ninefold::metrics::trailer::Trailer::of(whole.stdout.as_bytes());
    assert_eq!(trailer, sum.to_string());
    // As many of the empty grid as requested, in order, and the mark after them.
    let begin = rows
        .iter()
        .position(|row| row.starts_with("123456789456789123789"))
        .unwrap();
    let list = &rows[begin..begin + 60_000];
    assert!(list.is_sorted_by(|a, b| a < b));
    for row in list.iter().step_by(1000) {
        let row = row.as_bytes().try_into().unwrap();
        assert_eq!(check::check(&cells(&empty), row), Ok(()));
    }
    assert_eq!(rows[begin + 60_000], "!at-least");
    for more in [
        &["--threads", "1"][..],
        &["--chunk-size", "82", "--threads", "2"],
    ] {
        let again = run(&[&args[..], more, &[&input]].concat(), "");
        assert!(again.stdout == whole.stdout, "{more:?}");
    }
    let output = scratch.path("out.txt");
    let args = [
        "solve", "-q", "--all", "--limit", LIMIT, "--resume", &input, "-o", &output,
    ];
    assert_eq!(run(&args, "").code, Some(0));
    assert!(fs::read_to_string(&output).unwrap() == whole.stdout);
}
