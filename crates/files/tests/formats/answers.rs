//! The output of `solve` is recognised and right: from every line of a corpus on, in every form,
//! with anything between the puzzles.

use super::sample::{SAMPLE, counts, judged, print, printed, solved, verified};
use super::{ANSWER, board, source};
use ninefold_files::format::answers::{self, AnswerOptions};
use ninefold_files::format::{FormatOptions, OutputFormat, WriteOptions};

/// Two puzzles of 17 clues with rows of dots that look like a board's.
pub(super) const FEW_CLUES: &str = "\
.................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...
.................1.....2.3......3.2...4....5...6.1.....3......6.7..8...952.7.....
";

/// Some puzzles from `first` on. If `strewn`, with comments, blank lines and malformed lines among
/// them.
pub(super) fn from(puzzles: &[&str], first: usize, strewn: bool) -> String {
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
    let read = |name: &str| std::fs::read_to_string(format!("../../datasets/{name}.txt")).unwrap();
    let corpora = [
        "few-clues",
        "hard",
        "tricky",
        "multiple",
        "sample",
        "unsolvable",
    ];
    for text in corpora
        .map(read)
        .iter()
        .map(String::as_str)
        .chain([FEW_CLUES])
    {
        let puzzles = text.lines().filter(|line| !line.starts_with('#'));
        // So that each number of puzzles is strewn or not.
        let puzzles: Vec<&str> = puzzles.take(22).collect();
        for &format in OutputFormat::ALL {
            let options = WriteOptions::default().format(format);
            for first in 0..puzzles.len() {
                let puzzles = from(&puzzles, first, first % 2 == 1);
                let answers = solved(&puzzles, &options);
                let found = judged(&puzzles, &answers);
                assert_eq!(
                    (found.wrong, found.first_alone),
                    (0, None),
                    "{format:?} from {first}\n{puzzles}\n{answers}\n{found:?}"
                );
            }
        }
    }
    // Nor are puzzles of few clues boards beside their solutions.
    for form in ["{p}:1:{s}\n", "{p},{s}\n"] {
        let solutions = solved(FEW_CLUES, &WriteOptions::default());
        let both = FEW_CLUES.lines().zip(solutions.lines());
        let text = both.map(|(puzzle, solution)| print(form, 0, puzzle, solution));
        let found = judged(FEW_CLUES, &text.collect::<String>());
        assert_eq!(counts(&found), [2, 0, 0], "{form}");
    }
}

#[test]
fn answers_of_two_forms_alike_and_texts_without_lines_are_refused() {
    let text = format!("{ANSWER}\n{{\"solution\":\"{ANSWER}\"}}\n");
    let lines = format!("{ANSWER}\r\n").repeat(2);
    // As some shells write it.
    let wide: Vec<u8> = lines.bytes().flat_map(|byte| [byte, 0]).collect();
    for (text, said) in [
        (
            text.as_bytes(),
            "answers of two formats, 'line' and 'jsonl'",
        ),
        (&[b"\xff\xfe", &wide[..]].concat(), "UTF-16"),
        (lines.replace('\n', "").as_bytes(), "carriage returns"),
    ] {
        let refused = answers::open(source(text, 1000), &AnswerOptions::default()).err();
        let message = refused.expect(said).to_string();
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn what_answers_are_is_said() {
    // One line more than two forms alike decides.
    let decided = "S\n{\"solution\":\"S\"}\nS\n".replace('S', ANSWER);
    for (text, label) in [
        (&decided[..], "solution, one a line"),
        ("r1c1=5 r1c2=3\n", "lines in no known form"),
        ("None\n!none\n", "lines"),
        ("!malformed length 3\n", "lines"),
        ("\n\n", "lines"),
    ] {
        let opened = answers::open(source(text.as_bytes(), 1000), &AnswerOptions::default());
        assert_eq!(opened.unwrap().label, label, "{text}");
    }
}

/// What stands between boards of one line, or beside the rows of boards.
#[test]
fn text_around_boards_is_no_answer() {
    let [puzzles, answers] = &*SAMPLE;
    let puzzles = puzzles.join("\n");
    let wrong = wrong(answers);
    for form in [
        "Puzzle:\n[{commas p}]\nSolution:\n[{commas s}]\n\n",
        "[{commas p}]\n[{commas s}]\nTime 0.1\n",
        "Solution:\n[{commas s}]\n",
        "{p}\n->\n{s}\n",
        // The first cell of its second row is a blank or not.
        "{p}\n{dense s}\n\n",
        "Solution: {dense s}\n\n",
        "Input: {dots p}\n{dense s}\nTime: 0.1 s\n",
    ] {
        let found = judged(&puzzles, &printed(form, |i| &answers[i]));
        assert!(found.is_clean(), "{form}\n{found:?}");
        let found = judged(&puzzles, &printed(form, |i| &wrong[i]));
        assert_eq!((found.right, found.first_alone), (0, None), "{form}");
    }
}

/// Nine puzzles of the sample, a line each, and their solutions.
pub(super) fn sample() -> (String, [String; 9]) {
    let [puzzles, answers] = &*SAMPLE;
    let nine = std::array::from_fn(|i| answers[20 + i].clone());
    (puzzles[20..29].join("\n") + "\n", nine)
}

#[test]
fn boards_of_one_line_are_answers() {
    let (puzzles, answers) = sample();
    let forms: [fn(&str) -> String; 13] = [
        |answer| board(answer, " ", " "),
        |answer| board(answer, ",", ","),
        |answer| board(answer, ", ", ", "),
        |answer| board(answer, "\t", "\t"),
        |answer| board(answer, "", " "),
        |answer| format!("[{}]", board(answer, ", ", ", ")),
        |answer| format!("[[{}]]", board(answer, ",", "],[")),
        // As Python and numpy print them.
        |answer| format!("[[{}]]", board(answer, ", ", "],\n [")),
        |answer| format!("[[{}]]", board(answer, " ", "]\n [")),
        |answer| format!("array([[{}]])", board(answer, ", ", "],\n       [")),
        |answer| format!("{{\"solution\":[[{}]]}}", board(answer, ",", "],[")),
        |answer| format!("{{\"solution\":[{}]}}", board(answer, ",", ",")),
        |answer| {
            let threes = answer.as_bytes().chunks(3).map(String::from_utf8_lossy);
            format!("12: {}", threes.collect::<Vec<_>>().join(" "))
        },
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
                assert_eq!(counts(&found), [8, 0, 1], "{none} for {before}");
                lines[3] = before;
            }
        }
        // A bracket too few costs its own board.
        if lines[2].starts_with("[[") {
            let at = lines[1].rfind(']').unwrap();
            lines[1].remove(at);
            let found = judged(&puzzles, &lines.join("\n"));
            // The cells of a line may be read without it.
            let [right, wrong, _] = counts(&found);
            assert!(wrong <= 1 && right >= 8, "{found:?}");
        }
    }
    let text = answers.map(|answer| format!("{{\"solution\":\"{}\"}}\n", board(&answer, " ", " ")));
    assert_eq!(counts(&judged(&puzzles, &text.concat())), [9, 0, 0]);
}

/// Which of several columns, or grids of a line, has the solutions does not depend on what is
/// right. Nothing is judged, because a fault in one of them would be missed, or the known solutions
/// would be judged in place of the answers.
#[test]
fn which_of_several_solutions_is_judged_is_asked() {
    let [puzzles, answers] = &*SAMPLE;
    let wrong = wrong(answers);
    let constant = vec![ANSWER.to_owned(); answers.len()];
    let mut some_wrong = answers.clone();
    some_wrong[..2].clone_from_slice(&wrong[..2]);
    // The answers with wrong ones further down.
    let mut late = answers.clone();
    late[30..].clone_from_slice(&wrong[30..]);
    let lines = puzzles.join("\n");
    let format = FormatOptions::default();
    let judged = |form: &str, one: &[String], two: &[String], column: Option<&str>| {
        let (header, row) = form.split_once('\n').unwrap();
        let header = if header.is_empty() {
            String::new()
        } else {
            format!("{header}\n")
        };
        let rows = (0..puzzles.len()).map(|i| {
            let row = row.replace("{1}", &one[i]).replace("{2}", &two[i]);
            print(&row.replace("{cut}", &two[i][..80]), i, &puzzles[i], "")
        });
        let text = header + &rows.collect::<String>();
        let options = AnswerOptions::default().solution(column.map(str::to_owned));
        let found = verified((&lines, &format), (&text, &options));
        found.map(|(_, found)| counts(&found))
    };
    let of_columns = "the solutions could be";
    let of_lines = "line 1 has several full grids that differ";
    for (form, said) in [
        ("puzzle,one,two\n{p},{1},{2}\n", of_columns),
        ("id;one;two\n7;{1};{2}\n", of_columns),
        // Usual names decide only if one column has one.
        ("puzzle,solution,answer\n{p},{1},{2}\n", of_columns),
        ("puzzle,solution,mine\n{p},{1},{2}\n", of_columns),
        (
            "\n{\"puzzle\":\"{p}\",\"one\":\"{1}\",\"two\":\"[{2}]\"}\n",
            of_columns,
        ),
        ("\n{p},{1},{2}\n", of_lines),
        ("\n{p} {1} {2}\n", of_lines),
        ("\n{p} {1} expected {2}\n", of_lines),
        ("\nexpected={1} got={2}\n", of_lines),
    ] {
        for (one, two) in [
            (answers, &wrong),
            (&wrong, answers),
            (answers, &some_wrong),
            (&some_wrong, answers),
            (answers, &constant),
            (&wrong, &constant),
            (answers, &late),
        ] {
            if said == of_lines && one[0] == two[0] {
                continue;
            }
            let message = judged(form, one, two, None).expect_err(form);
            assert!(message.contains(said), "{form}: {message}");
            assert!(message.contains("--answer-column"), "{form}: {message}");
        }
    }
    for form in [
        "puzzle,solution,mine\n{p},{1},!none\n",
        "\n{\"puzzle\":\"{p}\",\"solution\":\"{cut}\",\"known\":\"{1}\"}\n",
        "\n{\"puzzle\":\"{p}\",\"solution\":null,\"known\":\"{1}\"}\n",
    ] {
        let message = judged(form, answers, answers, None).expect_err(form);
        assert!(message.contains(of_columns), "{form}: {message}");
    }
    // Of a table it is the one that Ninefold appends.
    let appended = "puzzle,solutions,solution\n{p},{1},{2}\n";
    for other in [&wrong, &constant, &some_wrong] {
        assert_eq!(judged(appended, other, answers, None), Ok([48, 0, 0]));
        assert_ne!(judged(appended, answers, other, None), Ok([48, 0, 0]));
    }
    // Two columns that agree are one, and a column that is named is the one that is read.
    for form in ["\n{p},{1},{2}\n", "\n{p} {1} {2}\n"] {
        assert_eq!(judged(form, answers, answers, None), Ok([48, 0, 0]));
        assert_eq!(judged(form, answers, &wrong, Some("2")), Ok([48, 0, 0]));
        assert_eq!(judged(form, answers, &wrong, Some("3")), Ok([0, 48, 0]));
    }
    // One line of two far below is not right, whatever comes first.
    let mut many = [&answers[..]; 22].concat();
    *many.last_mut().unwrap() += &format!(" {}", wrong[0]);
    let found = super::sample::judged(&[&puzzles[..]; 22].concat().join("\n"), &many.join("\n"));
    assert_eq!(counts(&found), [1055, 1, 0]);
    assert!(found.first_wrong[0].what.contains("several solutions"));
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
    let around = "[$] ($) {$} <$> \"$\" '$' `$` ['$'] [\"$\"] \"$\", '$', [$], ('$',) b'$' Some(\"$\") \
                  <td>$</td> answer=$ $. *$* \u{201c}$\u{201d} $\0";
    let spaced = [
        "('$', 0.3)",
        "answer: $",
        "-> $",
        "1. $",
        "1) $",
        "[1] \"$\"",
        "\u{a0}$",
        "$\r",
    ];
    for around in around.split(' ').chain(spaced) {
        let judged = |answers: &[String]| {
            let lines = answers.iter().map(|answer| around.replace('$', answer));
            judged(&puzzles, &lines.collect::<Vec<_>>().join("\n"))
        };
        assert_eq!(counts(&judged(&answers)), [9, 0, 0], "{around}");
        assert_eq!(counts(&judged(&wrong(&answers))), [0, 9, 0], "{around}");
    }
}
