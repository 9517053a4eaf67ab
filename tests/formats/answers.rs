//! The output of `solve` is recognised and right: from every line of a corpus on, in every form,
//! with anything between the puzzles.

use super::{rows, source};
use ninefold::Stop;
use ninefold::format::answers::{self, AnswerOptions};
use ninefold::format::{FormatOptions, Kind, OutputFormat, WriteOptions, open};
use ninefold::pipeline::{Verification, verify};

/// Two puzzles of 17 clues with rows of dots that look like a board's.
pub(super) const FEW_CLUES: &str = "\
.................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...
.................1.....2.3......3.2...4....5...6.1.....3......6.7..8...952.7.....
";

pub(super) fn judged(puzzles: &str, answers: &str) -> Verification {
    let named = FormatOptions::default().kind(Kind::Line);
    let puzzles = open(source(puzzles.as_bytes(), 1000), &named).unwrap();
    let answers = answers::open(source(answers.as_bytes(), 1000), &AnswerOptions::default());
    verify(puzzles, answers.unwrap(), 1, 9, &Stop::new()).unwrap()
}

/// Some puzzles from `first` on. If `strewn`, with comments, blank lines and malformed lines among
/// them.
fn from(puzzles: &[&str], first: usize, strewn: bool) -> String {
    let many = 1 + first * 7 % 11;
    let mut text = String::new();
    for (i, puzzle) in puzzles[first..].iter().take(many).enumerate() {
        match (strewn, (first + i) % 9) {
            (true, 0) => text += "# a comment, with a comma\n",
            (true, 1 | 2) => text.push('\n'),
            (true, 3 | 4) => text = text + &puzzle[..80] + "\n",
            (true, 5) => text = text + puzzle + "1\n",
            (true, 6) => text += "no puzzle at all, 123456789\n",
            (true, 7) => text = text + "{\"puzzle\":\"" + puzzle + "\n<b\n[\"a\n[1] 2 3\n",
            _ => {}
        }
        text = text + puzzle + "\n";
    }
    text
}

#[test]
fn every_form_is_recognised_from_every_line_on() {
    let read = |name: &str| std::fs::read_to_string(format!("datasets/{name}.txt")).unwrap();
    let corpora = [
        "few-clues",
        "hard",
        "tricky",
        "multiple",
        "sample",
        "unsolvable",
    ]
    .map(read);
    for text in corpora.iter().map(String::as_str).chain([FEW_CLUES]) {
        let puzzles = text.lines().filter(|line| !line.starts_with('#'));
        let puzzles: Vec<&str> = puzzles.take(40).collect();
        for &format in OutputFormat::ALL {
            let options = WriteOptions::default().format(format);
            for first in 0..puzzles.len() {
                let puzzles = from(&puzzles, first, first % 2 == 1);
                let (answers, _) = rows(puzzles.as_bytes(), 1000, Some(Kind::Line), &options);
                let answers = options.header().to_owned() + &answers;
                let found = judged(&puzzles, &answers);
                assert_eq!(
                    (found.wrong, found.first_alone),
                    (0, None),
                    "{format:?} from {first}\n{puzzles}\n{answers}\n{found:?}"
                );
            }
        }
    }
}

#[test]
fn answers_of_two_forms_alike_are_refused() {
    let solution = super::ANSWER;
    let text = format!("{solution}\n{{\"solution\":\"{solution}\"}}\n");
    let options = AnswerOptions::default();
    let refused = answers::open(source(text.as_bytes(), 1000), &options).err();
    let message = refused.expect("it may be either").to_string();
    assert!(
        message.contains("'line' or 'jsonl' (--answer-format"),
        "{message}"
    );
    // Text without lines is refused too: UTF-16, as some shells write it.
    let lines = format!("{solution}\r\n").repeat(2);
    let wide: Vec<u8> = lines.bytes().flat_map(|byte| [byte, 0]).collect();
    for (text, expected) in [
        ([b"\xff\xfe", &wide[..]].concat(), "UTF-16"),
        (lines.replace('\n', "").into_bytes(), "carriage returns"),
    ] {
        let refused = answers::open(source(&text, 1000), &options).err();
        let message = refused.expect("it has no lines").to_string();
        assert!(message.contains(expected), "{message}");
    }
    // One line more decides.
    let text = text + solution + "\n";
    let opened = answers::open(source(text.as_bytes(), 1000), &options).unwrap();
    assert_eq!(opened.label, "solution, one a line");
}

/// How a program prints a puzzle and its solution.
type BesideForm<'a> = &'a dyn Fn(&str, &str) -> String;

/// What stands between boards of one line, or beside the rows of boards.
#[test]
fn text_around_boards_is_no_answer() {
    let (puzzles, answers) = sample();
    let boards: Vec<&str> = puzzles.lines().filter(|line| line.len() == 81).collect();
    let list = |text: &str| {
        let text = text.replace('.', "0");
        let cells: Vec<String> = text.chars().map(String::from).collect();
        format!("[{}]", cells.join(", "))
    };
    let rows = |text: &str| -> Vec<String> {
        let rows = text.as_bytes().chunks(9).map(String::from_utf8_lossy);
        rows.map(|row| row.to_string()).collect()
    };
    let forms: [BesideForm<'_>; 7] = [
        &|puzzle, answer| format!("Puzzle:\n{}\nSolution:\n{}\n\n", list(puzzle), list(answer)),
        &|puzzle, answer| format!("{}\n{}\nTime 0.1\n", list(puzzle), list(answer)),
        &|_, answer| format!("Solution:\n{}\n", list(answer)),
        &|puzzle, answer| format!("{puzzle}\n->\n{answer}\n"),
        // The first cell of its second row is a blank or not.
        &|puzzle, answer| format!("{puzzle}\n{}\n\n", rows(answer).join("\n")),
        &|_, answer| format!("Solution: {}\n\n", rows(answer).join("\n")),
        &|puzzle, answer| {
            let (puzzle, answer) = (rows(puzzle).join("\n"), rows(answer).join("\n"));
            format!("Input: {puzzle}\n{answer}\nTime: 0.1 s\n")
        },
    ];
    for form in forms {
        let text = |answers: &[String]| -> String {
            boards
                .iter()
                .zip(answers)
                .map(|(puzzle, answer)| form(puzzle, answer))
                .collect()
        };
        let found = judged(&puzzles, &text(&answers));
        assert!(found.is_clean(), "{}\n{found:?}", text(&answers));
        let wrong = wrong(&answers);
        let found = judged(&puzzles, &text(&wrong));
        assert_eq!(
            (found.right, found.first_alone),
            (0, None),
            "{}",
            text(&wrong)
        );
    }
}

#[test]
fn answers_in_no_known_form_are_called_so() {
    let options = AnswerOptions::default();
    for (text, label) in [
        ("r1c1=5 r1c2=3\n", "lines in no known form"),
        ("None\n!none\n", "lines"),
        ("!malformed length 3\n", "lines"),
        ("\n\n", "lines"),
    ] {
        let opened = answers::open(source(text.as_bytes(), 1000), &options).unwrap();
        assert_eq!(opened.label, label, "{text}");
    }
}

/// Solutions of `sample`, and its puzzles.
pub(super) fn sample() -> (String, Vec<String>) {
    let puzzles = std::fs::read_to_string("datasets/sample.txt").unwrap();
    let puzzles = from(&puzzles.lines().collect::<Vec<_>>(), 20, false);
    let (answers, _) = rows(
        puzzles.as_bytes(),
        1000,
        Some(Kind::Line),
        &WriteOptions::default(),
    );
    (puzzles, answers.lines().map(str::to_owned).collect())
}

#[test]
fn boards_of_one_line_are_answers() {
    let (puzzles, answers) = sample();
    let fields = |answer: &str, width: usize, between: &str| {
        let cells = answer.as_bytes().chunks(width);
        let fields: Vec<_> = cells.map(String::from_utf8_lossy).collect();
        fields.join(between)
    };
    let rows = |answer: &str, inner: &str, outer: &str| {
        let rows = answer.as_bytes().chunks(9);
        let rows = rows.map(|row| fields(&String::from_utf8_lossy(row), 1, inner));
        format!("[[{}]]", rows.collect::<Vec<_>>().join(outer))
    };
    let forms: [&dyn Fn(&str) -> String; 13] = [
        &|answer| fields(answer, 1, " "),
        &|answer| fields(answer, 1, ","),
        &|answer| fields(answer, 1, ", "),
        &|answer| fields(answer, 1, "\t"),
        &|answer| fields(answer, 9, " "),
        &|answer| format!("[{}]", fields(answer, 1, ", ")),
        &|answer| rows(answer, ",", "],["),
        // As Python and numpy print them.
        &|answer| rows(answer, ", ", "],\n ["),
        &|answer| rows(answer, " ", "]\n ["),
        &|answer| format!("array({})", rows(answer, ", ", "],\n       [")),
        &|answer| format!("{{\"solution\":{}}}", rows(answer, ",", "],[")),
        &|answer| format!("{{\"solution\":[{}]}}", fields(answer, 1, ",")),
        &|answer| format!("12: {}", fields(answer, 3, " ")),
    ];
    for form in forms {
        let mut lines: Vec<String> = answers.iter().map(|answer| form(answer)).collect();
        let found = judged(&puzzles, &lines.join("\n"));
        assert!(found.is_clean(), "{}\n{found:?}", lines[0]);
        // A cell too few costs its own board.
        let at = lines[1].rfind(|c: char| c.is_ascii_digit()).unwrap();
        lines[1].remove(at);
        let found = judged(&puzzles, &lines.join("\n"));
        assert_eq!((found.wrong, found.first_alone), (1, None), "{}", lines[1]);
        lines[1] = form(&answers[1]);
        for none in ["None", "[]"] {
            if !lines[1].starts_with('{') {
                let before = std::mem::replace(&mut lines[3], none.to_owned());
                let found = judged(&puzzles, &lines.join("\n"));
                let counts = (found.wrong, found.unanswered, found.first_alone);
                assert_eq!(counts, (0, 1, None), "{none} for {before}");
                lines[3] = before;
            }
        }
        // A bracket too few costs its own board.
        if lines[2].starts_with("[[") {
            let at = lines[1].rfind(']').unwrap();
            lines[1].remove(at);
            let found = judged(&puzzles, &lines.join("\n"));
            // The cells of a line may be read without it.
            assert!(found.wrong <= 1 && found.first_alone.is_none(), "{found:?}");
            assert!(found.right + 1 >= lines.len() as u64, "{found:?}");
        }
    }
    let object = |answer: &String| format!("{{\"solution\":\"{}\"}}\n", fields(answer, 1, " "));
    let objects: String = answers.iter().map(object).collect();
    assert!(judged(&puzzles, &objects).is_clean(), "{objects}");
}

/// Lines with one grid of each of these columns.
fn beside<const N: usize>(columns: [&[String]; N], line: impl Fn([&str; N]) -> String) -> String {
    let lines = (0..columns[0].len()).map(|i| line(columns.map(|column| &column[i][..])));
    lines.collect()
}

#[test]
fn which_of_several_columns_has_the_solutions_does_not_depend_on_what_is_right() {
    let (text, answers) = sample();
    let puzzles: Vec<String> = text.lines().map(str::to_owned).collect();
    let (wrong, constant) = (
        wrong(&answers),
        vec![super::ANSWER.to_owned(); puzzles.len()],
    );
    let mut some_wrong = answers.clone();
    some_wrong[..2].clone_from_slice(&wrong[..2]);
    let csv = |one: &[String], two: &[String]| {
        "puzzle,one,two\n".to_owned()
            + &beside([&puzzles, one, two], |[p, one, two]| {
                format!("{p},{one},{two}\n")
            })
    };
    let no_puzzle = |one: &[String], two: &[String]| {
        "id;one;two\n".to_owned() + &beside([one, two], |[one, two]| format!("7;{one};{two}\n"))
    };
    let json = |one: &[String], two: &[String]| {
        beside([&puzzles, one, two], |[p, one, two]| {
            format!("{{\"puzzle\":\"{p}\",\"one\":\"{one}\",\"two\":\"[{two}]\"}}\n")
        })
    };
    let bare = |one: &[String], two: &[String]| {
        beside([&puzzles, one, two], |[p, one, two]| {
            format!("{p},{one},{two}\n")
        })
    };
    type Form<'a> = &'a dyn Fn(&[String], &[String]) -> String;
    // Usual names decide only if one column has one.
    let usual = |one: &[String], two: &[String]| {
        let table = csv(one, two);
        table.replacen("one,two", "solution,answer", 1)
    };
    let appended = |one: &[String], two: &[String]| {
        let table = csv(one, two);
        table.replacen("one,two", "solutions,solution", 1)
    };
    let tables: [Form; 4] = [&csv, &no_puzzle, &json, &usual];
    // Of a table it is the one that Ninefold appends.
    for other in [&wrong, &constant, &some_wrong] {
        let (right, wrong) = (appended(other, &answers), appended(&answers, other));
        let found = judged(&text, &right);
        assert!(found.is_clean(), "{right}\n{found:?}");
        let found = judged(&text, &wrong);
        assert!(!found.is_clean(), "{wrong}\n{found:?}");
    }
    // The same in both.
    let found = judged(&text, &bare(&answers, &answers));
    assert!(found.is_clean(), "{found:?}");
    // Otherwise nothing is judged, because a fault in one of them would be missed, or the known
    // solutions would be judged in place of the answers.
    for form in tables.into_iter().chain([&bare as Form]) {
        for (one, two) in [
            (&answers, &some_wrong),
            (&some_wrong, &answers),
            (&answers, &wrong),
            (&wrong, &answers),
            (&answers, &constant),
            (&wrong, &constant),
        ] {
            let table = form(one, two);
            let named = FormatOptions::default().kind(Kind::Line);
            let puzzles = open(source(text.as_bytes(), 1000), &named).unwrap();
            let answers = answers::open(source(table.as_bytes(), 7), &AnswerOptions::default());
            let message = match answers {
                Ok(answers) => {
                    let refused = verify(puzzles, answers, 1, 9, &Stop::new());
                    refused.expect_err(&table).to_string()
                }
                Err(refused) => refused.to_string(),
            };
            let expected = [("one", "two"), ("solution", "answer")].map(|(one, two)| {
                format!("the solutions could be '{one}' or '{two}' (--answer-column says which)")
            });
            let of_lines = "several full grids that differ (--answer-column gives the number";
            assert!(
                expected.iter().any(|expected| message.contains(expected))
                    || message.contains(of_lines),
                "{message}"
            );
        }
    }
}

/// Each with one digit changed.
pub(super) fn wrong(answers: &[String]) -> Vec<String> {
    let change = |(i, answer): (usize, &String)| {
        let digit = answer.as_bytes()[i] - b'0';
        format!("{}{}{}", &answer[..i], 1 + digit % 9, &answer[i + 1..])
    };
    answers.iter().enumerate().map(change).collect()
}

#[test]
fn whatever_stands_around_a_solution_it_is_judged() {
    let (puzzles, answers) = sample();
    for around in [
        "[$]",
        "($)",
        "{$}",
        "<$>",
        "\"$\"",
        "'$'",
        "`$`",
        "['$']",
        "[\"$\"]",
        "\"$\",",
        "'$',",
        "[$],",
        "('$',)",
        "b'$'",
        "Some(\"$\")",
        "('$', 0.3)",
        "<td>$</td>",
        "answer=$",
        "answer: $",
        "-> $",
        "$.",
        "*$*",
        "1. $",
        "1) $",
        "[1] \"$\"",
        "\u{201c}$\u{201d}",
        "\u{a0}$",
        "$\0",
        "$\r",
    ] {
        let judged = |answers: &[String]| {
            let lines = answers.iter().map(|answer| around.replace('$', answer));
            let text: Vec<String> = lines.collect();
            judged(&puzzles, &text.join("\n"))
        };
        let found = judged(&answers);
        assert!(found.is_clean(), "{around}\n{found:?}");
        let wrong = wrong(&answers);
        let found = judged(&wrong);
        assert_eq!((found.right, found.first_alone), (0, None), "{around}");
        assert_eq!(found.wrong, wrong.len() as u64, "{around}");
    }
}
