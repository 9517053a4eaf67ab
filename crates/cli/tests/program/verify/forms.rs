//! Every form of answers is recognised, Ninefold's own and those of others.

use super::{Case, NONE, Print, counts, csv, known, lines, mixed, solved, text};
use crate::common::{Scratch, run, sample};
use ninefold::format::OutputFormat;

#[test]
fn every_form_that_solve_writes_is_recognised() {
    // Puzzles and other lines, and the claims among their answers.
    for (puzzles, records, claims) in [
        (mixed(), 18, [1, 2]),
        (csv(), 8, [1, 1]),
        (known(), 6, [0; 2]),
    ] {
        let case = Case::new(&puzzles);
        for format in OutputFormat::ALL {
            // If a puzzle without solution is printed unchanged, it is one more claim.
            let form = ["--output-format", format.name()];
            let told_apart = !solved(&format!("{NONE}\n"), &form).contains('1');
            // Not a million solutions of one puzzle for each format.
            let count = "--count --limit 1000";
            let tail = match format.name() {
                "solution" | "line" | "csv" | "jsonl" => "--keep-tail",
                // Its rows have no place for them.
                _ => "",
            };
            for option in ["", "--explain", tail, "--unique", count] {
                let options = format!("--output-format {} {option}", format.name());
                let options = &options.split_whitespace().collect::<Vec<_>>()[..];
                let answers = solved(&puzzles, options);
                let done = case.verify(&answers, &[]);
                let [right, wrong, unanswered] = counts(&done);
                let output = format!("{options:?}\n{answers}\n{}{}", done.stdout, done.stderr);
                assert_eq!((wrong, right + unanswered), (0, records), "{output}");
                let beside = ["line", "csv", "jsonl"].contains(&format.name());
                if told_apart && option != count || beside {
                    let claims = claims[usize::from(option == "--unique")];
                    assert_eq!(unanswered, claims, "{output}");
                }
                let code = i32::from(unanswered > 0);
                assert_eq!(done.code, Some(code), "{output}");
                assert!(done.stdout.starts_with("answers: "), "{output}");
            }
        }
    }
}

#[test]
fn a_form_can_be_named() {
    let puzzles = mixed();
    let case = Case::new(&puzzles);
    for format in OutputFormat::ALL {
        let answers = solved(&puzzles, &["--output-format", format.name()]);
        let done = case.verify(&answers, &["--answer-format", format.name()]);
        let [right, wrong, unanswered] = counts(&done);
        assert_eq!(
            (right + unanswered, wrong),
            (18, 0),
            "{format:?}\n{}",
            done.stdout
        );
    }
}

#[test]
fn the_forms_of_others_are_recognised() {
    let forms: &[(&str, Print)] = &[
        ("puzzle,solution", |_, p, s| format!("{p},{s}\n")),
        ("puzzle:solution", |_, p, s| format!("{p}:{s}\n")),
        ("puzzle solution", |_, p, s| {
            format!("{} {s}\n", p.replace('.', "0"))
        }),
        ("puzzle:count:solution", |_, p, s| format!("{p}:1:{s}\n")),
        ("index", |i, _, s| format!("{}: {s}\n", i + 1)),
        ("quotes", |_, _, s| format!("  \"{s}\" \r\n")),
        ("comment", |_, _, s| format!("{s} # 12 guesses 0.3 ms\n")),
        ("statistics", |i, _, s| format!("{s},{i},0.25\n")),
        ("blank line behind each", |_, _, s| format!("{s}\n\n")),
        ("blank lines among", |i, _, s| {
            format!("{s}\n{}", if i % 5 == 0 { "\n\n" } else { "" })
        }),
        ("csv without a header", |i, p, s| {
            format!("{i},\"{p}\",\"{s}\",ok\n")
        }),
        ("boards in csv", |i, _, s| {
            let rows: Vec<&str> = (0..9).map(|row| &s[9 * row..][..9]).collect();
            let header = if i == 0 { "id,solution\n" } else { "" };
            format!("{header}{i},\"{}\"\n", rows.join("\n"))
        }),
        ("json", |i, p, s| {
            format!("{{\"id\":{i},\"quiz\":\"{p}\",\"answer\":\"{s}\"}}\n")
        }),
        ("framed grid", |_, _, s| {
            let digits: Vec<String> = s.chars().map(|c| c.to_string()).collect();
            let mut text = "+-------+-------+-------+\n".to_owned();
            for row in digits.chunks(9) {
                let parts: Vec<String> = row.chunks(3).map(|part| part.join(" ")).collect();
                text += &format!("| {} |\n", parts.join(" | "));
            }
            text
        }),
        ("lists", |_, _, s| {
            let digits: Vec<String> = s.chars().map(|c| c.to_string()).collect();
            digits
                .chunks(9)
                .map(|row| format!("[{}]\n", row.join(",")))
                .collect()
        }),
    ];
    let puzzles = lines(&sample());
    let answers = lines(&solved(&sample(), &[]));
    // Without the text between the puzzles, which other programs skip.
    let mut between = puzzles.clone();
    between.insert(0, "# comment".to_owned());
    between.insert(7, String::new());
    between.insert(7, "# comment".to_owned());
    let whole = Case::new(&text(&puzzles));
    let between = Case::new(&text(&between));
    for (name, print) in forms {
        let print = |order: &[usize]| -> String {
            order
                .iter()
                .map(|&i| print(i, &puzzles[i].replace('0', "."), &answers[i]))
                .collect()
        };
        let mut order: Vec<usize> = (0..puzzles.len()).collect();
        for case in [&whole, &between] {
            let done = case.verify(&print(&order), &[]);
            assert_eq!(done.code, Some(0), "{name}\n{}{}", done.stdout, done.stderr);
            assert_eq!(counts(&done), [48, 0, 0], "{name}");
        }
        order.swap(20, 30);
        let done = whole.verify(&print(&order), &[]);
        assert_eq!(counts(&done), [46, 2, 0], "{name}");
        assert!(done.stdout.contains("\nline 21"), "{name}\n{}", done.stdout);
        assert!(done.stdout.contains("\nline 31"), "{name}\n{}", done.stdout);
    }
}

#[test]
fn tables_are_read_by_the_names_of_their_columns() {
    let puzzles = lines(&sample());
    let answers = lines(&solved(&sample(), &[]));
    let case = Case::new(&text(&puzzles));
    let table = |header: &str, row: Print| {
        let rows = (0..48).map(|i| row(i, &puzzles[i], &answers[i]));
        [format!("{header}\n")]
            .into_iter()
            .chain(rows)
            .collect::<String>()
    };
    let other = "1".repeat(81);
    for (answers, options, label) in [
        (
            table("Quizzes,Solutions", |_, p, s| format!("{p},{s}\n")),
            &[][..],
            "'Solutions'",
        ),
        (
            table("id;answer", |i, _, s| format!("{i};{s}\n")),
            &[],
            "'answer'",
        ),
        (
            table("solution\tpuzzle", |_, p, s| format!("{s}\t{p}\n")),
            &[],
            "'solution'",
        ),
        (
            table("solution", |_, _, s| format!("{s}\n")),
            &[],
            "'solution'",
        ),
        // A field may hold line feeds, and a column may have been appended.
        (
            table("note,puzzle,solutions,solution", |_, p, s| {
                format!("\"two\n\"\"lines\"\"\",{p},{},{s}\n", "1".repeat(81))
            }),
            &[],
            "'solution'",
        ),
        // Beside puzzles it may have any name.
        (
            table("note,puzzle,mine", |_, p, s| {
                format!("\"two\nlines\",{p},{s}\n")
            }),
            &[],
            "'mine'",
        ),
        // Unknown names, above one column of puzzles and one of full grids.
        (
            table("given,found", |_, p, s| format!("{p},{s}\n")),
            &[],
            "'found'",
        ),
        (
            table("number;mine", |i, _, s| format!("{i};{s}\n")),
            &[],
            "'mine'",
        ),
        (
            table("mine,theirs", |_, _, s| format!("{},{s}\n", "1".repeat(81))),
            &["--answer-column", "theirs"],
            "'theirs'",
        ),
    ] {
        let done = case.verify(&answers, options);
        assert_eq!(counts(&done), [48, 0, 0], "{label}\n{}", done.stdout);
        let message = format!("answers: csv, column {label}; one for each puzzle\n");
        assert!(done.stdout.starts_with(&message), "{}", done.stdout);
        let at = answers.rfind(&solved(&puzzles[40], &[])[..81]).unwrap();
        let wrong = format!("{}{other}{}", &answers[..at], &answers[at + 81..]);
        let done = case.verify(&wrong, options);
        assert_eq!(counts(&done), [47, 1, 0], "{label}");
        let each = (answers.lines().count() - 1) / 48;
        let line = 40 * each + 2;
        let message = format!("\nline 41 (answers: line {line}): r1c");
        assert!(done.stdout.contains(&message), "{message}\n{}", done.stdout);
    }
    let done = case.verify("mine,theirs\n", &["--answer-column", "ours"]);
    let message = "no column 'ours', but mine,theirs (--answer-column";
    assert!(done.stderr.contains(message), "{}", done.stderr);
    assert_eq!(done.code, Some(2));
    let object = format!("{{\"mine\":\"{}\"}}\n", "1".repeat(81));
    let done = case.verify(&object, &["--answer-column", "ours"]);
    let message = "no column 'ours', but mine (--answer-column";
    assert!(done.stderr.contains(message), "{}", done.stderr);
    assert_eq!(done.code, Some(2));
    let verdicts = "{\"verdict\":\"solved\"}\n{\"solution\":\"!none\"}\nnot json\n{\"count\":3}\n";
    let jsonl = ["--answer-format", "jsonl"];
    let done = case.verify(&verdicts.repeat(12), &jsonl);
    assert_eq!(counts(&done), [0, 12, 36]);
    // Without an answer in any object.
    for (other, message) in [
        ("not json\n", "no JSON object"),
        ("{\"id\":1}\n", "but id (--answer-column"),
    ] {
        let done = case.verify(&other.repeat(48), &jsonl);
        assert_eq!((done.code, &*done.stdout), (Some(2), ""), "{other}");
        assert!(done.stderr.contains(message), "{}", done.stderr);
    }
}

#[test]
fn boards_are_named_by_the_lines_on_which_they_begin() {
    let sample = lines(&sample());
    let boards = |format: &str| solved(&text(&sample), &["--output-format", format]);
    let scratch = Scratch::new();
    let puzzles: String = sample
        .iter()
        .map(|line| {
            let rows = line
                .as_bytes()
                .chunks(9)
                .map(|row| String::from_utf8_lossy(row) + "\n");
            format!("Grid 01\n{}", rows.collect::<String>())
        })
        .collect();
    let puzzles = scratch.file("puzzles", &puzzles);
    let mut answers = lines(&boards("poj2676"));
    answers.swap(180, 181);
    let done = run(&["verify", &puzzles, "-"], &text(&answers));
    assert_eq!(counts(&done), [47, 1, 0], "{}", done.stdout);
    assert!(
        done.stdout.contains("\nline 202 (answers: line 181): r1c"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_board_that_lost_a_row_costs_no_other() {
    let sample = sample();
    let grid = solved(&sample, &["--output-format", "grid"]);
    let digits = lines(&solved(&sample, &["--output-format", "poj2676"]));
    let boards = digits.chunks(9).map(|rows| text(rows) + "\n");
    let timed = digits.chunks(9).map(|rows| text(rows) + "took 3 ms\n");
    for answers in [grid, boards.collect(), timed.collect()] {
        let mut answers = lines(&answers);
        let second = answers.len() / 48 + 1;
        answers.remove(second);
        let done = Case::new(&sample).verify(&text(&answers), &[]);
        assert_eq!(counts(&done), [47, 1, 0], "{}", done.stdout);
    }
}

#[test]
fn trailers_are_those_of_the_file_in_every_form() {
    let scratch = Scratch::new();
    let puzzles = scratch.file("puzzles", &sample());
    for format in OutputFormat::ALL {
        let answers = scratch.path(format.name());
        let options = [
            "--output-format",
            format.name(),
            "--trailer",
            "-o",
            &answers,
        ];
        let log = run(&[&["solve", "-q", &puzzles], &options[..]].concat(), "").stderr;
        let log = scratch.file("log", &log);
        let verify = || run(&["verify", "--trailer", &log, &puzzles, &answers], "");
        assert_eq!(verify().code, Some(0), "{format:?}");
        let text = std::fs::read_to_string(&answers).unwrap();
        std::fs::write(&answers, text + "\n").unwrap();
        let done = verify();
        assert_eq!(done.code, Some(1), "{format:?}");
        assert!(done.stdout.contains("trailer: expected"), "{}", done.stdout);
    }
}

/// A puzzle with few clues, drawn with dots, looks like a board's row.
#[test]
fn puzzles_of_few_clues_are_no_boards() {
    let puzzles = "\
.................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...
.................1.....2.3......3.2...4....5...6.1.....3......6.7..8...952.7.....
";
    let case = Case::new(puzzles);
    let solutions = solved(puzzles, &[]);
    let beside = |print: Print| -> String {
        let both = puzzles.lines().zip(solutions.lines());
        both.map(|(puzzle, solution)| print(0, puzzle, solution))
            .collect()
    };
    for answers in [
        solved(puzzles, &["--output-format", "line"]),
        solved(puzzles, &["--output-format", "csv"]),
        beside(|_, p, s| format!("{p}:1:{s}\n")),
        beside(|_, p, s| format!("{p},{s}\n")),
    ] {
        let done = case.verify(&answers, &[]);
        assert_eq!(
            done.code,
            Some(0),
            "{answers}\n{}{}",
            done.stdout,
            done.stderr
        );
        assert_eq!(counts(&done), [2, 0, 0], "{answers}");
    }
}

#[test]
fn empty_fields_of_a_table_are_no_answers_and_right_for_lines_that_are_no_puzzles() {
    let puzzles = sample();
    let [one, two] = [0, 1].map(|i| puzzles.lines().nth(i).unwrap());
    let csv = format!("id,puzzle\n1,{one}\n2,oops\n3,{two}\n4,{NONE}\n");
    let object = |puzzle: &str| format!("{{\"puzzle\":\"{puzzle}\"}}\n");
    for puzzles in [csv, [one, "oops", two, NONE].map(object).concat()] {
        let case = Case::new(&puzzles);
        let done = case.verify(&solved(&puzzles, &[]), &[]);
        assert_eq!(counts(&done), [3, 0, 1], "{}{}", done.stdout, done.stderr);
        assert_eq!(done.code, Some(1));
    }
}

#[test]
fn solutions_in_json_lines_may_have_any_name() {
    let puzzles = sample();
    let objects: String = puzzles
        .lines()
        .map(|puzzle| format!("{{\"quiz\":\"{puzzle}\"}}\n"))
        .collect();
    let case = Case::new(&objects);
    let answers = solved(&objects, &[]).replace("\"solution\"", "\"mine\"");
    let done = case.verify(&answers, &[]);
    let [right, wrong, unanswered] = counts(&done);
    assert_eq!(
        (wrong, unanswered),
        (0, 0),
        "{}{}",
        done.stdout,
        done.stderr
    );
    assert_eq!(right, objects.lines().count() as u64);
}

#[test]
fn what_is_called_puzzle_and_is_none_names_no_other_puzzle() {
    let sample = lines(&sample())[..9].to_vec();
    let csv = |i: usize, puzzle: &String| format!("no. {i},{puzzle}\n");
    let json =
        |i: usize, puzzle: &String| format!("{{\"puzzle\":\"no. {i}\",\"grid\":\"{puzzle}\"}}\n");
    let all = |row: &dyn Fn(usize, &String) -> String| -> String {
        let rows = sample.iter().enumerate();
        rows.map(|(i, puzzle)| row(i, puzzle)).collect()
    };
    for text in [format!("puzzle,grid\n{}", all(&csv)), all(&json)] {
        let answers = solved(&text, &[]);
        let done = Case::new(&text).verify(&answers, &[]);
        assert_eq!(counts(&done), [9, 0, 0], "{}", done.stdout);
        let wrong = answers.replacen(&solved(&sample[3], &[])[..81], &"1".repeat(81), 1);
        let done = Case::new(&text).verify(&wrong, &[]);
        assert_eq!(counts(&done), [8, 1, 0], "{}", done.stdout);
    }
}

#[test]
fn a_table_with_puzzles_and_solutions_stands_alone() {
    let scratch = Scratch::new();
    let mut wrong = known();
    let last = wrong.len() - 2;
    let other = if wrong.ends_with("1\n") { "2" } else { "1" };
    wrong.replace_range(last..=last, other);
    for (name, table, code) in [("right", known(), 0), ("wrong", wrong, 1)] {
        let file = scratch.file(name, &table);
        let done = run(&["verify", &file], "");
        assert_eq!(done.code, Some(code), "{}{}", done.stdout, done.stderr);
        let words = format!("{} right, {code} wrong, 0 without", 6 - code);
        assert!(done.stdout.contains(&words), "{}", done.stdout);
    }
    // Its header says so, whatever stands in the first rows.
    let sample = lines(&sample());
    let answers = sample.iter().map(|puzzle| solved(puzzle, &[]));
    let puzzles = scratch.file("puzzles", &text(&sample));
    let answers: Vec<String> = answers.map(|answer| answer.trim_end().to_owned()).collect();
    for (name, instead, [wrong, unanswered]) in [
        ("unfinished", "0", [48, 0]),
        ("empty", "", [0, 48]),
        ("words", "timeout", [48, 0]),
        ("copies", "", [0, 48]),
    ] {
        for count in ["", ",count"] {
            let mut table = format!("puzzle,solution{count}\n");
            for (puzzle, answer) in sample.iter().zip(&answers) {
                let answer = match name {
                    "unfinished" => &format!("{}{instead}", &answer[..80]),
                    "copies" => puzzle,
                    _ => instead,
                };
                table += &format!("{puzzle},{answer}{}\n", count.replace("count", "1"));
            }
            let file = scratch.file("table", &table);
            for args in [&["verify", &file][..], &["verify", &puzzles, &file]] {
                let done = run(args, "");
                assert_eq!(counts(&done), [0, wrong, unanswered], "{name} {args:?}");
                assert_eq!(done.code, Some(1));
            }
        }
    }
    let unsolvable = solved(&format!("puzzle\n{NONE}\n"), &[]);
    let done = run(&["verify", &scratch.file("ours", &unsolvable)], "");
    assert_eq!(counts(&done), [0, 0, 1], "{}", done.stdout);
    for (name, text) in [("lines", text(&sample)), ("csv", csv())] {
        let file = scratch.file(name, &text);
        let done = run(&["verify", &file], "");
        assert_eq!((done.code, &*done.stdout), (Some(2), ""), "{}", done.stderr);
        let words = format!("ninefold verify {file} ANSWERS, or --solver");
        assert!(done.stderr.contains(&words), "{}", done.stderr);
    }
}
