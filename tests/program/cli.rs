//! The program as a user meets it: what it prints, where, and how it ends.

use super::common;

use common::{Scratch, assert_right, ninefold, run, sample};
use std::fs;
use std::io::Read;
use std::process::Stdio;

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";
const ANSWER: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

/// Two solutions: the answer with a rectangle of four cells open.
fn two_solutions() -> String {
    let mut cells = ANSWER.as_bytes().to_vec();
    // Some pair of rows of one band and columns has the same two digits.
    for (top, bottom) in [
        (0, 1),
        (0, 2),
        (1, 2),
        (3, 4),
        (3, 5),
        (4, 5),
        (6, 7),
        (6, 8),
        (7, 8),
    ] {
        for left in 0..9 {
            for right in left + 1..9 {
                let corners = [
                    9 * top + left,
                    9 * top + right,
                    9 * bottom + left,
                    9 * bottom + right,
                ];
                let [a, b, c, d] = corners.map(|cell| cells[cell]);
                if a == d && b == c {
                    for cell in corners {
                        cells[cell] = b'.';
                    }
                    return String::from_utf8(cells).unwrap();
                }
            }
        }
    }
    panic!("the answer has such a rectangle");
}

#[test]
fn a_pipe_is_solved_line_by_line() {
    let done = run(&["solve"], &sample());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_right(&sample(), &done.stdout);
    assert!(done.stderr.contains("48 puzzles in "), "{}", done.stderr);
    assert!(!done.stderr.contains('\x1b'), "no colour in a pipe");
}

#[test]
fn every_line_keeps_its_place_and_says_what_is_wrong() {
    let clash = format!("11{}", &PUZZLE[2..]);
    // A 5 in the first row where only 5 fits in the last cell of its column.
    let none = "12345678.........9...............................................................";
    let text = format!("# a comment\n{PUZZLE}\n\nnonsense\n{clash}\n{none}\n{PUZZLE}");
    let done = run(&["solve", "--quiet"], &text);
    let expected = format!("# a comment\n{ANSWER}\n\n!malformed\n!invalid\n!none\n{ANSWER}\n");
    assert_eq!(done.stdout, expected);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.stderr, "");
}

#[test]
fn uniqueness_and_counts() {
    let text = format!("{PUZZLE}\n{}\n", two_solutions());
    let done = run(&["solve", "--quiet", "--unique"], &text);
    assert_eq!(done.stdout, format!("{ANSWER}\n!multiple\n"));
    assert_eq!(done.code, Some(1));
    let done = run(&["solve", "--quiet", "--count"], &text);
    assert_eq!(done.stdout, "1\n2\n");
    assert_eq!(done.code, Some(0));
    let empty = ".".repeat(81);
    let done = run(&["solve", "--quiet", "--count", "--limit", "125"], &empty);
    assert_eq!(done.stdout, ">=125\n");
}

#[test]
fn a_limit_of_guesses_ends_in_a_verdict() {
    let hard = sample();
    let done = run(
        &[
            "solve",
            "--quiet",
            "--max-guesses",
            "0",
            "--engine",
            "mrv-scan",
        ],
        &hard,
    );
    assert_eq!(done.stdout.lines().count(), hard.lines().count());
    assert!(done.stdout.lines().any(|row| row == "!gave-up"));
    assert_eq!(done.code, Some(1));
}

#[test]
fn corners_are_summed_as_project_euler_asks() {
    let done = run(
        &["solve", "--quiet", "--sum-corners"],
        &format!("{PUZZLE}\n{PUZZLE}\n"),
    );
    assert_eq!(done.stdout, "286\n");
    assert_eq!(done.code, Some(0));
}

#[test]
fn the_output_appears_whole_or_stays_as_it_was() {
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let output = scratch.path("out.txt");
    let done = run(&["solve", "-q", &input, "-o", &output], "");
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), ""));
    assert_right(&sample(), &fs::read_to_string(&output).unwrap());
    assert_eq!(scratch.names(), ["in.txt", "out.txt"]);

    fs::write(&output, "precious").unwrap();
    let done = run(&["solve", "-q", &input, "-o", &output], "");
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("--force"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");

    // A run that fails leaves the old file, and no temporary one.
    let bad = scratch.file("bad.txt", "nonsense\n");
    let done = run(
        &["solve", "-q", &input, &bad, "--strict", "-f", "-o", &output],
        "",
    );
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("bad.txt, line 1: "), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    assert_eq!(scratch.names(), ["bad.txt", "in.txt", "out.txt"]);

    let done = run(&["solve", "-q", &input, "-f", "-o", &output], "");
    assert_eq!(done.code, Some(0));
    assert_right(&sample(), &fs::read_to_string(&output).unwrap());
}

#[test]
fn an_input_is_never_the_output() {
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let done = run(&["solve", &input, "-f", "-o", &input], "");
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("same file"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&input).unwrap(), sample());

    // Also not where the shell appends to it.
    let append = fs::OpenOptions::new().append(true).open(&input).unwrap();
    let child = ninefold()
        .args(["solve", &input])
        .stdout(append)
        .stderr(Stdio::null())
        .status();
    assert_eq!(child.unwrap().code(), Some(2));
    assert_eq!(fs::read_to_string(&input).unwrap(), sample());
}

#[test]
fn several_inputs_and_directories_come_in_order() {
    let scratch = Scratch::new();
    let (one, two) = (format!("{PUZZLE}\n"), "# two\n".to_owned());
    fs::create_dir(scratch.path("sub")).unwrap();
    let first = scratch.file("sub/b.txt", &one);
    let second = scratch.file("sub/a.txt", &two);
    let done = run(&["solve", "-q", &first, "-", &second], "# stdin\n");
    assert_eq!(done.stdout, format!("{ANSWER}\n# stdin\n# two\n"));
    let done = run(&["solve", "-q", "--recursive", &scratch.path("sub")], "");
    assert_eq!(done.stdout, format!("# two\n{ANSWER}\n"));
    let done = run(&["solve", "-q", &scratch.path("sub")], "");
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("--recursive"));
    let done = run(&["solve", "-q", &scratch.path("missing")], "");
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("missing"));
}

#[test]
fn the_report_in_json_has_the_figures() {
    let text = format!("{}\n{PUZZLE}\nnonsense\n", sample().trim_end());
    let done = run(&["solve", "--report", "json", "--threads", "2"], &text);
    let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    assert_eq!(report["schema"], "ninefold-solve-1");
    assert_eq!(report["puzzles"], 50);
    assert_eq!(report["verdicts"]["solved"], 49);
    assert_eq!(report["verdicts"]["malformed"], 1);
    assert_eq!(report["examples"]["malformed"][0]["line"], 50);
    assert_eq!(report["threads"], 2);
    assert_eq!(report["service_nanos"]["count"], 49);
    assert_eq!(report["turnaround_nanos"]["count"], 50);
    assert_eq!(report["slowest"].as_array().unwrap().len(), 10);
    let documented = include_str!("../../benches/SCHEMA.md");
    let (_, documented) = documented.split_once("## `ninefold-solve-1`").unwrap();
    for key in report.as_object().unwrap().keys() {
        assert!(documented.contains(&format!("`{key}`")), "{key}");
    }
    assert_eq!(report["verified"], true);
}

#[test]
fn figures_of_solving_leave_malformed_lines_out() {
    let bad = format!("{}\n{}\n", &PUZZLE[1..], PUZZLE.replacen('0', "?", 1));
    let report = |text: &str| -> serde_json::Value {
        let done = run(&["solve", "--report", "json"], text);
        serde_json::from_str(&done.stderr).expect("one object")
    };
    let none = report(&bad.repeat(500));
    assert_eq!(none["verdicts"]["malformed"], 1000);
    assert_eq!(none["puzzles_per_second"], 0.0);
    assert_eq!(none["puzzles_per_second_solving"], 0.0);
    let some = report(&(sample() + &bad.repeat(500)));
    let wall = some["wall_nanos"].as_f64().expect("a number") / 1e9;
    let rate = some["puzzles_per_second"].as_f64().expect("a number");
    assert!((rate * wall - 48.0).abs() < 1e-3, "{some}");
    let done = run(&["solve"], &(sample() + &bad.repeat(500)));
    assert!(done.stderr.starts_with("48 puzzles in "), "{}", done.stderr);
}

#[test]
fn stats_and_colour_come_when_asked_for() {
    let done = run(&["solve", "--stats", "--color", "always"], &sample());
    assert!(
        done.stderr.contains("\x1b[1m48\x1b[0m puzzles"),
        "{}",
        done.stderr
    );
    assert!(
        done.stderr.contains("above solving alone"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_trailer_tells_lines_and_checksum_and_verify_checks_it() {
    let scratch = Scratch::new();
    let puzzles = scratch.file("in.txt", &sample());
    let answers = scratch.path("out.txt");
    let done = run(&["solve", "-q", "--trailer", &puzzles, "-o", &answers], "");
    assert!(
        done.stderr
            .starts_with("ninefold-trailer lines=48 bytes=3936 crc32=")
    );
    let log = scratch.file("log", &done.stderr);
    let done = run(&["verify", &puzzles, &answers, "--trailer", &log], "");
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert_eq!(
        done.stdout,
        "answers: solution, one a line; one for each puzzle\n\
         48 right, 0 wrong, 0 without an answer\n"
    );

    let rows = fs::read_to_string(&answers).unwrap();
    let mut lines: Vec<&str> = rows.lines().collect();
    lines.swap(3, 4);
    lines[9] = "!none";
    lines.pop();
    fs::write(&answers, lines.join("\n")).unwrap();
    let done = run(&["verify", &puzzles, &answers, "--trailer", &log], "");
    assert_eq!(done.code, Some(2));
    let out = &done.stdout;
    assert!(
        out.contains("line 4: ") && out.contains("line 5: "),
        "{out}"
    );
    assert!(
        out.contains("44 right, 2 wrong, 1 without an answer"),
        "{out}"
    );
    let told = &done.stderr;
    assert!(told.contains("48 puzzles, but 47 answers"), "{told}");
    assert!(told.contains("line 48 of the puzzles has no"), "{told}");
    assert!(
        out.contains("trailer: expected ninefold-trailer lines=48"),
        "{out}"
    );
}

#[test]
fn verdicts_are_verified_where_they_can_be() {
    let scratch = Scratch::new();
    let clash = format!("11{}", &PUZZLE[2..]);
    let puzzles = scratch.file("in", &format!("{clash}\nnonsense\n# comment\n{PUZZLE}\n"));
    let run = |answers: &str| run(&["verify", &puzzles, "-"], answers);
    let done = run(&format!("!invalid\n!malformed\n# comment\n{ANSWER}\n"));
    assert_eq!(done.code, Some(0));
    assert!(
        done.stdout
            .ends_with("\n3 right, 0 wrong, 0 without an answer\n"),
        "{}",
        done.stdout
    );
    let done = run(&format!("!malformed\n!none\n# comment\n{ANSWER}\nextra\n"));
    assert_eq!(done.code, Some(2));
    assert!(
        done.stdout.contains("line 1: the line is a puzzle"),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout.contains("line 2: the line is no puzzle"),
        "{}",
        done.stdout
    );
    assert!(
        done.stderr.contains("line 5 of the answers has no puzzle"),
        "{}",
        done.stderr
    );
    let done = run("!invalid\n!malformed\n!invalid\n");
    assert_eq!(done.code, Some(1));
    assert!(
        done.stdout
            .contains("line 4 (answers: line 3): no clues clash"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let text = sample().repeat(2000);
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &text);
    let mut child = ninefold()
        .args(["solve", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 82];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let output = ninefold()
        .args(["solve", "-q", &input])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write standard output"));
    let done = run(&["solve", "-q", &input, "-o", "/dev/full"], "");
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("/dev/full"), "{}", done.stderr);
}

#[cfg(unix)]
#[test]
fn a_signal_takes_the_temporary_file_with_it() {
    let scratch = Scratch::new();
    let output = scratch.path("out.txt");
    let mut child = ninefold()
        .args(["solve", "-o", &output])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The temporary file is there, and the program waits for input.
    for _ in 0..500 {
        if !scratch.names().is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(scratch.names().len(), 1);
    std::thread::sleep(std::time::Duration::from_millis(100));
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(killed.unwrap().success());
    let pipe = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    drop(pipe);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert!(stderr.contains("stopped after 0 lines"), "{stderr}");
    assert!(scratch.names().is_empty());
}

#[test]
fn wrong_usage_is_refused_with_exit_code_2() {
    for args in [
        &["solve", "--engine", "magic"][..],
        &["solve", "--threads", "0"],
        &["solve", "--limit", "0"],
        &["solve", "--unique", "--count"],
        &["solve", "--chunk-size", "tiny"],
        &["solve", "--shard", "5/4"],
        &["solve", "--range", "12"],
        &["solve", "--backend", "abacus"],
        &["verify", "-", "-"],
        &["dance"],
        &[],
    ] {
        let done = run(args, "");
        assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
        assert!(!done.stderr.is_empty(), "{args:?}");
        assert_eq!(done.stdout, "", "{args:?}");
    }
}

#[test]
fn help_teaches_by_example_and_names_the_exit_codes() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["verify", "--help"],
        &["engines", "--help"],
    ] {
        let done = run(args, "");
        assert_eq!(done.code, Some(0));
        assert!(done.stdout.contains("Exit codes"), "{args:?}");
    }
    assert!(run(&["solve", "-h"], "").stdout.contains("Examples:"));
}

#[test]
fn engines_completions_and_pages_are_printed() {
    let done = run(&["engines"], "");
    assert_eq!(done.code, Some(0));
    for engine in ninefold::engine::ENGINES {
        assert!(done.stdout.contains(engine.name), "{}", engine.name);
    }
    let done = run(&["engines", "--json"], "");
    let list: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let names: Vec<_> = list["engines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["name"].clone())
        .collect();
    assert_eq!(names.len(), ninefold::engine::ENGINES.len());
    assert!(
        run(&["completions", "bash"], "")
            .stdout
            .contains("_ninefold")
    );
    assert!(run(&["man"], "").stdout.contains(".TH ninefold"));
    let scratch = Scratch::new();
    let done = run(&["man", "--out", &scratch.path("man")], "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(fs::exists(scratch.path("man/ninefold-solve.1")).unwrap());
}

#[test]
fn other_forms_of_output() {
    let text = format!("{PUZZLE} easy\nnonsense\n11{}\n", &PUZZLE[2..]);
    let solve = |args: &[&str]| {
        let mut all = vec!["solve", "-q"];
        all.extend(args);
        run(&all, &text).stdout
    };
    assert_eq!(
        solve(&["--keep-tail"]).lines().next(),
        Some(format!("{ANSWER} easy").as_str())
    );
    assert_eq!(solve(&["--only", "solved"]), format!("{ANSWER}\n"));
    assert_eq!(solve(&["--only", "invalid"]), "!malformed\n!invalid\n");
    let explained = solve(&["--explain", "--only", "unsolved"]);
    assert!(explained.starts_with("!malformed "), "{explained}");
    assert!(
        explained.contains("!invalid 1 twice in one row: r1c1 and r1c2"),
        "{explained}"
    );
    let csv = solve(&["--output-format", "csv", "--chunk-size", "100"]);
    assert!(csv.starts_with("puzzle,solution,verdict,"), "{csv}");
    assert_eq!(csv.matches("puzzle,").count(), 1);
    assert!(
        csv.contains(&format!("{PUZZLE},{ANSWER},solved,1,")),
        "{csv}"
    );
    for line in solve(&["--output-format", "jsonl"]).lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(row["verdict"].is_string(), "{line}");
    }
}

#[test]
fn a_column_of_a_table_is_solved() {
    let text = format!("id,quizzes,solutions\n1,{PUZZLE},{ANSWER}\n2,{PUZZLE},{ANSWER}\n");
    for args in [
        &["solve", "-q"][..],
        &["solve", "-q", "--column", "quizzes", "--chunk-size", "99"],
    ] {
        let done = run(args, &text);
        let row = |id| format!("{id},{PUZZLE},{ANSWER},{ANSWER}\n");
        let table = format!("id,quizzes,solutions,solution\n{}{}", row(1), row(2));
        assert_eq!(done.stdout, table, "{}", done.stderr);
    }
    let done = run(&["solve", "--column", "nowhere"], &text);
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("nowhere"), "{}", done.stderr);
}

#[test]
fn shares_of_a_file_make_the_whole() {
    let scratch = Scratch::new();
    let text = format!("# first\n\n{}nonsense\n{}", sample(), sample());
    let input = scratch.file("in.txt", &text);
    let solve =
        |input: &str, part: &[&str]| run(&[&["solve", "-q", input], part].concat(), "").stdout;
    let whole = solve(&input, &[]);
    assert!(whole.lines().count() > 48);
    for count in [1, 2, 3, 7] {
        let shards: String = (1..=count)
            .map(|i| solve(&input, &["--shard", &format!("{i}/{count}")]))
            .collect();
        assert!(shards == whole, "{count} shards");
    }
    let ranges: String = ["0:1000", "1000:1", "1001:3K", "4073:100M"]
        .map(|range| solve(&input, &["--range", range]))
        .concat();
    assert!(ranges == solve(&input, &[]));
    // A pipe has no places to begin at.
    assert_eq!(run(&["solve", "--shard", "1/2"], &text).code, Some(2));
}

#[test]
fn solutions_that_a_csv_names_are_compared_with_ours() {
    let scratch = Scratch::new();
    let two = two_solutions();
    let mut wrong = ANSWER.to_owned();
    wrong.replace_range(..2, "41");
    let file = scratch.file(
        "known.csv",
        &format!(
            "source,puzzle,solution,rating\n\
             a,{PUZZLE},{ANSWER},1.2\n\
             b,{PUZZLE},{wrong},1.2\n\
             c,{two},{ANSWER},1.2\n\
             d,{PUZZLE},,1.2\n"
        ),
    );
    let done = run(&["solve", "--stats", &file], "");
    assert_eq!(done.code, Some(1), "a wrong solution: {}", done.stderr);
    assert_eq!(done.stdout.lines().count(), 5, "a row for each line");
    let said = "3 solutions in the input compared: 1 wrong";
    assert!(done.stderr.contains(said), "{}", done.stderr);
    assert!(done.stderr.contains("known.csv:3"), "{}", done.stderr);
    let done = run(&["solve", "--report", "json", &file], "");
    let report: serde_json::Value = serde_json::from_str(&done.stderr).expect("one object");
    let known = &report["known_solutions"];
    assert_eq!(
        (known["compared"].as_u64(), known["wrong"].as_u64()),
        (Some(3), Some(1))
    );
    assert_eq!(known["first_wrong"][0]["line"], 3);
    // The third puzzle has two solutions; ours may be the one that is named.
    assert!(known["other"].as_u64() <= Some(1));
    let right = scratch.file(
        "right.csv",
        &format!("puzzle,solution\n{PUZZLE},{ANSWER}\n"),
    );
    let done = run(&["solve", "--stats", &right], "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let said = "1 solutions in the input compared: 0 wrong";
    assert!(done.stderr.contains(said), "{}", done.stderr);
}
