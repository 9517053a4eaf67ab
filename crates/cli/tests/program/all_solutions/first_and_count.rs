//! `--lexicographic`, and a count that reaches its limit.

use super::{cells, mixed, multiple};
use crate::common::{run, sample};
use ninefold::engine::Solutions;
use ninefold::grid::{Puzzle, check};

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
    // Its guesses are counted, and limited.
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
        // The exact number is not a limit.
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
            (&row["verdict"], &row["count"]),
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
    // It found this many before the guesses were used up: at least this many.
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

/// A count that stopped at the limit of guesses is not one that stopped at the limit of solutions.
#[test]
fn a_count_that_gave_up_says_so_and_how_many_it_found() {
    // It has exactly one.
    let puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    let count = ["solve", "-q", "--count", "--limit", "1"];
    let done = run(&[&count[..], &["--max-guesses", "30"]].concat(), puzzle);
    assert_eq!((done.stdout.as_str(), done.code), ("!gave-up 1\n", Some(1)));
    let csv = ["--max-guesses", "30", "--output-format", "csv"];
    let done = run(&[&count[..], &csv].concat(), puzzle);
    assert!(
        done.stdout.ends_with(",,gave-up,1,30,after 30 guesses\n"),
        "{}",
        done.stdout
    );
    let done = run(&count, puzzle);
    assert_eq!((done.stdout.as_str(), done.code), ("1\n", Some(0)));
    // One that has more is at its limit, whatever is left to guess.
    let empty = format!("{}\n", ".".repeat(81));
    let done = run(&count, &empty);
    assert_eq!((done.stdout.as_str(), done.code), (">=1\n", Some(0)));
}

/// Gates on counts of work need the same counts on every machine, also if a search was divided and
/// a limit then made some of its parts unnecessary.
#[test]
fn the_work_of_divided_searches_is_the_same_for_any_threads_and_chunks() {
    let heavy = [
        ".................1....23.4.....4..2...6.7.....38.....6...1......2.....9.34.......",
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        ".1....3....6.....4...6.48......7.........9....4.8....3.8.3....19...2......7..5...",
        &".".repeat(81),
    ];
    let text: String = heavy
        .iter()
        .flat_map(|heavy| [sample(), format!("{heavy}\n")])
        .collect();
    let work = |limits: &[&str], spread: &[&str]| {
        let solve = ["solve", "--count", "--report", "json"];
        let done = run(&[&solve[..], limits, spread].concat(), &text);
        let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
        let counts = ["guesses", "nodes", "lane_passes"].map(|name| report[name].as_u64().unwrap());
        (done.stdout, counts)
    };
    for limits in [
        ["--limit=9000", "--max-guesses=100000"],
        ["--limit=100000", "--max-guesses=9000"],
        ["--limit=1", "--max-guesses=20"],
    ] {
        let one = work(&limits, &["--threads=1"]);
        assert!(one.1.iter().all(|count| *count > 0), "{one:?}");
        for spread in [
            &["--threads=2"][..],
            &["--threads=1", "--chunk-size=1K"],
            &["--threads=5", "--chunk-size=100"],
        ] {
            assert!(work(&limits, spread) == one, "{limits:?} {spread:?}");
        }
    }
}
