//! `verify`: every form of answers, every way in which they can be wrong, and which
//! answer belongs to which puzzle.

use super::common;

use common::{Done, Scratch, run, sample};
use ninefold::format::answers::{self, AnswerOptions};
use ninefold::format::{self, FormatOptions, OutputFormat};
use ninefold::input::{self, OpenOptions};
use ninefold::pipeline::{Stop, Verification, verify};

/// Two clues clash; no solution; many solutions.
const INVALID: &str =
    "113000509002109400000704000300502006060000050700803004000401000009205800804000107";
const NONE: &str =
    "1234567.........8................................................................";
const MANY: &str =
    ".................................................................................";

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn solved(puzzles: &str, options: &[&str]) -> String {
    let done = run(
        &[&["solve", "-q", "--threads", "1"], options].concat(),
        puzzles,
    );
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    done.stdout
}

struct Case(Scratch);

impl Case {
    fn new(puzzles: &str) -> Case {
        let scratch = Scratch::new();
        scratch.file("puzzles", puzzles);
        Case(scratch)
    }

    fn verify(&self, answers: &str, options: &[&str]) -> Done {
        let puzzles = self.0.path("puzzles");
        let args = [&["verify", &puzzles, "-", "--threads", "1"], options].concat();
        run(&args, answers)
    }
}

/// Right, wrong, without an answer.
#[track_caller]
fn counts(done: &Done) -> [u64; 3] {
    let last = done.stdout.lines().rfind(|line| line.contains(" right, "));
    let last = last.unwrap_or_else(|| panic!("{}{}", done.stdout, done.stderr));
    let mut numbers = last.split(' ').filter_map(|word| word.parse().ok());
    std::array::from_fn(|_| numbers.next().expect("three numbers"))
}

/// Blank lines, comments, lines that are no puzzle, tails, verdicts of all kinds.
fn mixed() -> String {
    let sample = lines(&sample());
    let tail = solved(&sample[2], &[]);
    let mut mixed = vec![
        String::new(),
        "# a comment, with a comma".to_owned(),
        sample[0].clone(),
        format!("{} # hard, 1.5", sample[1]),
        "no puzzle, \"quoted\"".to_owned(),
        format!("{},{}", sample[2], tail.trim_end()),
        "\t".to_owned(),
        INVALID.to_owned(),
        NONE.to_owned(),
        MANY.to_owned(),
        format!("a{}", &INVALID[1..]),
        sample[0][..80].to_owned(),
        "# another".to_owned(),
        String::new(),
        String::new(),
    ];
    mixed.extend_from_slice(&sample[3..12]);
    text(&mixed)
}

fn csv() -> String {
    let sample = lines(&sample());
    let mut rows = vec!["id,puzzle,level".to_owned()];
    for (i, puzzle) in sample[..6].iter().enumerate() {
        rows.push(format!("{i},{puzzle},easy"));
    }
    rows.insert(3, "7,too short,1".to_owned());
    rows.push(format!("8,\"{NONE}\",none"));
    text(&rows)
}

/// Puzzles whose lines tell their solutions, below a header.
fn known() -> String {
    let sample = lines(&sample());
    let mut rows = vec!["quizzes,solutions".to_owned()];
    for puzzle in &sample[..6] {
        rows.push(format!("{puzzle},{}", solved(puzzle, &[]).trim_end()));
    }
    text(&rows)
}

#[test]
fn every_form_that_solve_writes_is_recognised() {
    // Puzzles and lines that are none, and the claims among their answers.
    for (puzzles, records, claims) in [
        (mixed(), 18, [1, 2]),
        (csv(), 8, [1, 1]),
        (known(), 6, [0; 2]),
    ] {
        let case = Case::new(&puzzles);
        for format in OutputFormat::ALL {
            // Where a puzzle without solution is printed as it was, it is one more claim.
            let form = ["--output-format", format.name()];
            let told_apart = !solved(&format!("{NONE}\n"), &form).contains('1');
            // Not a million solutions of one puzzle for each format.
            let count = "--count --limit 1000";
            for option in ["", "--explain", "--keep-tail", "--unique", count] {
                let options = format!("--output-format {} {option}", format.name());
                let options = &options.split_whitespace().collect::<Vec<_>>()[..];
                let answers = solved(&puzzles, options);
                let done = case.verify(&answers, &[]);
                let [right, wrong, unanswered] = counts(&done);
                let told = format!("{options:?}\n{answers}\n{}{}", done.stdout, done.stderr);
                assert_eq!((wrong, right + unanswered), (0, records), "{told}");
                let beside = ["line", "csv", "jsonl"].contains(&format.name());
                if told_apart && option != count || beside {
                    let claims = claims[usize::from(option == "--unique")];
                    assert_eq!(unanswered, claims, "{told}");
                }
                let code = i32::from(unanswered > 0);
                assert_eq!(done.code, Some(code), "{told}");
                assert!(done.stdout.starts_with("answers: "), "{told}");
            }
        }
    }
}

#[test]
fn a_puzzle_as_it_was_is_no_answer() {
    let case = Case::new(&sample());
    let done = case.verify(&sample(), &[]);
    assert_eq!((done.code, counts(&done)), (Some(1), [0, 0, 48]));
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

/// Where in a text the 41st digit of a solution stands, which is behind `from`.
fn digit_of(text: &str, from: usize, solution: &str) -> usize {
    if let Some(at) = text[from..].find(solution) {
        return from + at + 40;
    }
    let digits = text[from..].bytes().enumerate();
    let mut digits = digits.filter(|(_, byte)| byte.is_ascii_digit());
    from + digits.nth(40).expect("a board has 81 digits").0
}

#[test]
fn whatever_is_planted_is_found_in_every_form() {
    let puzzles = lines(&sample())[..20].to_vec();
    let case = Case::new(&text(&puzzles));
    let changed = |change: &dyn Fn(&mut Vec<String>)| {
        let mut puzzles = puzzles.clone();
        change(&mut puzzles);
        text(&puzzles)
    };
    for format in OutputFormat::ALL {
        let options = ["--output-format", format.name()];
        let whole = solved(&text(&puzzles), &options);
        assert_eq!(case.verify(&whole, &[]).code, Some(0), "{format:?}");

        let from = solved(&text(&puzzles[..7]), &options).len();
        let at = digit_of(&whole, from, solved(&puzzles[7], &[]).trim_end());
        let mut wrong = whole.clone().into_bytes();
        wrong[at] = b'1' + (wrong[at] - b'0') % 9;
        let done = case.verify(&String::from_utf8(wrong).unwrap(), &[]);
        assert_eq!(
            (done.code, counts(&done)),
            (Some(1), [19, 1, 0]),
            "{format:?}"
        );
        assert!(
            done.stdout.contains("\nline 8"),
            "{format:?}\n{}",
            done.stdout
        );

        let swapped = solved(&changed(&|puzzles| puzzles.swap(3, 12)), &options);
        let done = case.verify(&swapped, &[]);
        assert_eq!(
            (done.code, counts(&done)),
            (Some(1), [18, 2, 0]),
            "{format:?}"
        );
        assert!(
            done.stdout.contains("\nline 4"),
            "{format:?}\n{}",
            done.stdout
        );
        assert!(
            done.stdout.contains("\nline 13"),
            "{format:?}\n{}",
            done.stdout
        );
        let names = ["line", "csv", "jsonl"].contains(&format.name());
        assert_eq!(done.stdout.contains("another puzzle"), names, "{format:?}");

        let dropped = solved(&changed(&|puzzles| drop(puzzles.remove(9))), &options);
        let done = case.verify(&dropped, &[]);
        assert_eq!(done.code, Some(2), "{format:?}\n{}", done.stdout);
        assert!(
            done.stdout.contains("\nline 10"),
            "{format:?}\n{}",
            done.stdout
        );
        assert!(
            done.stderr.contains("20 puzzles, but 19 answers"),
            "{}",
            done.stderr
        );
        assert!(
            done.stderr.contains("the first 9 fit, up to line 10"),
            "{}",
            done.stderr
        );

        let extra = solved(
            &changed(&|puzzles| puzzles.insert(5, puzzles[0].clone())),
            &options,
        );
        let done = case.verify(&extra, &[]);
        assert_eq!(done.code, Some(2), "{format:?}\n{}", done.stdout);
        assert!(
            done.stdout.contains("\nline 6"),
            "{format:?}\n{}",
            done.stdout
        );
        assert!(
            done.stderr.contains("20 puzzles, but 21 answers"),
            "{}",
            done.stderr
        );

        // Cut short: what is there is right.
        let done = case.verify(&whole[..from], &[]);
        assert_eq!(
            (done.code, counts(&done)),
            (Some(2), [7, 0, 0]),
            "{format:?}"
        );
        assert!(
            done.stderr.contains("line 8 of the puzzles has no answer"),
            "{}",
            done.stderr
        );
        assert!(done.stderr.contains("the first 7 fit"), "{}", done.stderr);
    }
}

/// What others print for a puzzle and its solution, by its number.
type Print = fn(usize, &str, &str) -> String;

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
    // Without what stands between the puzzles, which others pass over.
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
            "Solutions",
        ),
        (
            table("id;answer", |i, _, s| format!("{i};{s}\n")),
            &[],
            "answer",
        ),
        (
            table("solution\tpuzzle", |_, p, s| format!("{s}\t{p}\n")),
            &[],
            "solution",
        ),
        (
            table("solution", |_, _, s| format!("{s}\n")),
            &[],
            "solution",
        ),
        // A field may hold line feeds, and a column may have been appended.
        (
            table("note,puzzle,solutions,solution", |_, p, s| {
                format!("\"two\n\"\"lines\"\"\",{p},{},{s}\n", "1".repeat(81))
            }),
            &[],
            "solution",
        ),
        (
            table("mine,theirs", |_, _, s| format!("{},{s}\n", "1".repeat(81))),
            &["--answer-column", "theirs"],
            "theirs",
        ),
    ] {
        let done = case.verify(&answers, options);
        assert_eq!(counts(&done), [48, 0, 0], "{label}\n{}", done.stdout);
        let said = format!("answers: csv, column '{label}'; one for each puzzle\n");
        assert!(done.stdout.starts_with(&said), "{}", done.stdout);
        let at = answers.rfind(&solved(&puzzles[40], &[])[..81]).unwrap();
        let wrong = format!("{}{other}{}", &answers[..at], &answers[at + 81..]);
        let done = case.verify(&wrong, options);
        assert_eq!(counts(&done), [47, 1, 0], "{label}");
        let each = (answers.lines().count() - 1) / 48;
        let line = 40 * each + 2;
        let said = format!("\nline 41 (answers: line {line}): r1c");
        assert!(done.stdout.contains(&said), "{said}\n{}", done.stdout);
    }
    let done = case.verify("mine,theirs\n", &["--answer-column", "ours"]);
    assert!(done.stderr.contains("no column 'ours'"), "{}", done.stderr);
    let verdicts =
        "{\"verdict\":\"solved\"}\n{\"solution\":\"!none\"}\nnot json\n{\"solutions\":3}\n";
    let done = case.verify(&verdicts.repeat(12), &["--answer-format", "jsonl"]);
    assert_eq!(counts(&done), [0, 24, 24]);
    assert!(
        done.stdout.contains("line 1: is called solved, and has no"),
        "{}",
        done.stdout
    );
}

#[test]
fn lines_that_are_no_puzzle_are_answered_or_not() {
    let mut puzzles = lines(&sample());
    for at in [0, 7, 8, 20] {
        puzzles.insert(at, "short".to_owned());
    }
    puzzles.push("short".to_owned());
    let puzzles = text(&puzzles);
    let case = Case::new(&puzzles);
    let ours = solved(&puzzles, &[]);
    let done = case.verify(&ours, &[]);
    assert_eq!(
        (done.code, counts(&done)),
        (Some(0), [53, 0, 0]),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .contains("and for the 5 lines that are no puzzle"),
        "{}",
        done.stdout
    );

    let theirs = ours.replace("!malformed\n", "");
    let done = case.verify(&theirs, &[]);
    assert_eq!(
        (done.code, counts(&done)),
        (Some(0), [48, 0, 0]),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .contains("none for the 5 lines that are no puzzle"),
        "{}",
        done.stdout
    );

    let empty = ours.replace("!malformed\n", "\n");
    let done = case.verify(&empty, &[]);
    assert_eq!(
        (done.code, counts(&done)),
        (Some(1), [48, 5, 0]),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout.contains("an empty line where there is none"),
        "{}",
        done.stdout
    );

    // Neither all nor none.
    let some = ours.replacen("!malformed\n", "", 1);
    let done = case.verify(&some, &[]);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    let said = "53 puzzles (48 without the 5 lines that are no puzzle), but 52 answers";
    assert!(done.stderr.contains(said), "{}", done.stderr);
}

#[test]
fn an_empty_line_is_an_answer_where_the_others_fit_only_so() {
    let mut puzzles = lines(&sample());
    for at in [0, 11, 12, 30] {
        puzzles.insert(at, NONE.to_owned());
    }
    puzzles.insert(5, String::new());
    puzzles.push(NONE.to_owned());
    let puzzles = text(&puzzles);
    let case = Case::new(&puzzles);
    let answers = solved(&puzzles, &[]);
    let done = case.verify(&answers.replace("!none\n", "\n"), &[]);
    assert_eq!(
        (done.code, counts(&done)),
        (Some(1), [48, 5, 0]),
        "{}{}",
        done.stdout,
        done.stderr
    );
    for line in [1, 13, 14, 32, 54] {
        assert!(
            done.stdout.contains(&format!("\nline {line}: no answer\n")),
            "{}",
            done.stdout
        );
    }
}

#[test]
fn numbers_are_counted_apart_or_refused() {
    let grid = "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 3\n\
                4 0 0 8 0 3 0 0 1\n7 0 0 0 2 0 0 0 6\n0 6 0 0 0 0 2 8 0\n0 0 0 4 1 9 0 0 5\n\
                0 0 0 0 8 0 0 7 9\n";
    let noip = ["--input-format", "noip2009"];
    let score = solved(grid, &noip);
    let case = Case::new(grid);
    let done = case.verify(&score, &noip);
    assert_eq!(
        (done.code, done.stdout.as_str()),
        (Some(2), ""),
        "{}",
        done.stderr
    );
    assert!(done.stderr.contains("NOIP 2009 scores"), "{}", done.stderr);
    assert_eq!(case.verify("-1\n", &[]).code, Some(2));
    let spaced = solved(grid, &["--output-format", "spaced"]);
    assert_eq!(case.verify(&spaced, &noip).code, Some(0));

    let case = Case::new(&sample());
    let sum = solved(&sample(), &["--sum-corners"]);
    let done = case.verify(&sum, &[]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.stderr.contains("sum of corners cannot be checked"),
        "{}",
        done.stderr
    );
    let done = case.verify(&">=2\n1\n".repeat(24), &[]);
    assert_eq!(
        (done.code, counts(&done)),
        (Some(1), [0, 0, 48]),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout.starts_with("answers: numbers, which cannot"),
        "{}",
        done.stdout
    );
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
    let mut answers = lines(&boards("digits"));
    answers.swap(180, 181);
    let done = run(&["verify", &puzzles, "-"], &text(&answers));
    assert_eq!(counts(&done), [47, 1, 0], "{}", done.stdout);
    assert!(
        done.stdout.contains("\nline 201 (answers: line 181): r1c"),
        "{}",
        done.stdout
    );
}

/// What the library finds, reading so many bytes at a time.
fn found(puzzles: &str, answers: &str, chunk_size: usize, threads: usize) -> Verification {
    let open = |path: &str| {
        let options = OpenOptions::default().chunk_size(chunk_size);
        input::open(path.as_ref(), &options).expect("it opens")
    };
    let puzzles = format::open(open(puzzles), &FormatOptions::default()).unwrap();
    let answers = answers::open(open(answers), &AnswerOptions::default()).unwrap();
    verify(puzzles, answers, threads, 100, &Stop::new()).expect("both can be read")
}

#[test]
fn what_is_found_does_not_depend_on_chunks_and_threads() {
    let puzzles = mixed() + &sample().repeat(60) + &mixed();
    let scratch = Scratch::new();
    let file = scratch.file("puzzles", &puzzles);
    for format in OutputFormat::ALL {
        let mut answers = solved(&puzzles, &["--output-format", format.name()]);
        answers.truncate(answers.len() - 100);
        let answers = scratch.file("answers", &answers);
        let whole = found(&file, &answers, 1 << 20, 1);
        assert!(whole.right > 2800 && !whole.is_clean(), "{whole:?}");
        for (chunk_size, threads) in [(1, 1), (100, 3), (5000, 2)] {
            assert_eq!(
                found(&file, &answers, chunk_size, threads),
                whole,
                "{format:?}"
            );
        }
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
