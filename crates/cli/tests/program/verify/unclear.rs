//! Where a guess could call wrong answers right, `verify` refuses and says which option decides.

use super::{Case, NONE, counts, lines, solved, text};
use crate::common::{Finished, run, sample};

/// Some puzzles and their solutions, and the solutions of other puzzles.
fn puzzles() -> [Vec<String>; 3] {
    let puzzles = lines(&sample())[..6].to_vec();
    let right = lines(&solved(&text(&puzzles), &[]));
    let mut wrong = right.clone();
    wrong.rotate_left(1);
    [puzzles, right, wrong]
}

/// Lines made of each two.
fn beside(one: &[String], other: &[String], line: impl Fn(&str, &str) -> String) -> String {
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| line(one, other) + "\n").collect()
}

#[track_caller]
fn refused(done: &Finished, parts: &[&str]) {
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    assert!(!done.stdout.contains(" right, "), "{}", done.stdout);
    for part in parts {
        assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
    }
}

#[test]
fn a_column_of_full_grids_is_no_column_of_puzzles() {
    let [puzzles, _, wrong] = puzzles();
    let signs = |from: &str, to: &str| -> Vec<String> {
        let puzzles = puzzles.iter();
        puzzles
            .map(|puzzle| puzzle.replace(['.', '0'], from).replace('_', to))
            .collect()
    };
    let dashes = beside(&signs("-", "-"), &wrong, |p, s| format!("1,{p},{s}"));
    let spaces = beside(&signs(" ", " "), &wrong, |p, s| format!("1,\"{p}\",{s}"));
    let encoded = beside(&signs("A", "A"), &wrong, |p, s| format!("1,{p},{s}"));
    let alone = beside(&wrong, &wrong, |_, s| format!("1,{s}"));
    let array = beside(&wrong, &wrong, |_, s| {
        format!("{{\"grid\":[5,3,0],\"solution\":\"{s}\"}}")
    });
    for table in [
        format!("id,board,solved\n{dashes}"),
        format!("id,board,solved\n{spaces}"),
        format!("id,board,solved\n{encoded}"),
        format!("id,solution\n{alone}"),
        array,
    ] {
        let case = Case::new(&table);
        let path = case.0.path("puzzles");
        for args in [
            &["verify", &path][..],
            &["solve", "-q", &path],
            &["bench", "-q", "--engines", "mrv", "--rounds", "1", &path],
        ] {
            refused(&run(args, ""), &["puzzles"]);
        }
    }
    // Whoever says so gets it.
    let table = format!("id,board,solved\n{dashes}");
    let case = Case::new(&table);
    let done = run(
        &["solve", "-q", "--column", "solved", &case.0.path("puzzles")],
        "",
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}

#[test]
fn no_answer_to_a_line_that_is_no_puzzle_is_right() {
    let [puzzles, right, _] = puzzles();
    for byte in ['?', 'A', '~'] {
        let bad: Vec<String> = puzzles
            .iter()
            .map(|puzzle| puzzle.replace(['.', '0'], &byte.to_string()))
            .collect();
        let case = Case::new(&text(&bad));
        let line = ["--input-format", "line"];
        let done = case.verify(&text(&right), &line);
        assert_eq!(counts(&done), [0, 6, 0], "{}{}", done.stdout, done.stderr);
        assert!(
            done.stdout.contains("an answer to no puzzle"),
            "{}",
            done.stdout
        );
        let answers = solved(&text(&bad), &line);
        assert_eq!(counts(&case.verify(&answers, &line)), [6, 0, 0]);
        let table = beside(&bad, &right, |p, s| format!("1,{p},{s}"));
        let case = Case::new(&format!("id,board,solved\n{table}"));
        let args = ["verify", &case.0.path("puzzles"), "--column", "board"];
        let done = run(&args, "");
        assert_eq!((done.code, &*done.stdout), (Some(2), ""), "{}", done.stderr);
    }
    // Among others, it alone is wrong.
    let mut some = puzzles.clone();
    some[3] = some[3].replace(['.', '0'], "?");
    let done = Case::new(&text(&some)).verify(&text(&right), &[]);
    assert_eq!(counts(&done), [5, 1, 0], "{}", done.stdout);
    assert!(
        done.stdout.contains("line 4: an answer to no puzzle"),
        "{}",
        done.stdout
    );
}

#[test]
fn which_of_several_full_grids_of_a_line_is_the_answer_is_asked() {
    let [puzzles, right, wrong] = puzzles();
    let case = Case::new(&text(&puzzles));
    let named = beside(&right, &wrong, |r, w| format!("expected={r} got={w}"));
    let mut three = String::new();
    for ((puzzle, right), wrong) in puzzles.iter().zip(&right).zip(&wrong) {
        three += &format!("{puzzle},{right},{wrong}\n");
    }
    let spaced = three.replace(',', " ");
    for answers in [&named, &three, &spaced] {
        refused(
            &case.verify(answers, &[]),
            &["line 1 has several full grids", "--answer-column"],
        );
    }
    for (column, expected) in [("2", [6, 0, 0]), ("3", [0, 6, 0])] {
        for answers in [&three, &spaced] {
            let done = case.verify(answers, &["--answer-column", column]);
            assert_eq!(counts(&done), expected, "{}{}", done.stdout, done.stderr);
        }
    }
    // Two that are the same are one. One line of two far below is not right, whatever comes first.
    let twice = beside(&right, &right, |r, again| format!("{r} {again}"));
    assert_eq!(counts(&case.verify(&twice, &[])), [6, 0, 0]);
    let puzzles = [&puzzles[..]; 170].concat();
    let mut answers = [&right[..]; 170].concat();
    let last = answers.len() - 1;
    answers[last] = format!("{} {}", answers[last], wrong[0]);
    let done = Case::new(&text(&puzzles)).verify(&text(&answers), &[]);
    assert_eq!(counts(&done), [1019, 1, 0], "{}", done.stdout);
    assert!(
        done.stdout.contains("several solutions, which differ"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_table_without_a_header_has_its_answers_in_a_column_of_a_number() {
    let [puzzles, right, wrong] = puzzles();
    for (solutions, expected) in [(&right, [6, 0, 0]), (&wrong, [0, 6, 0])] {
        for delimiter in [',', ';', '\t'] {
            let table = beside(&puzzles, solutions, |p, s| {
                format!("7{delimiter}{p}{delimiter}{s}")
            });
            let case = Case::new(&table);
            let path = case.0.path("puzzles");
            let args = ["verify", &path, "--column", "2", "--answer-column", "3"];
            let done = run(&args, "");
            assert_eq!(counts(&done), expected, "{}{}", done.stdout, done.stderr);
        }
    }
}

#[test]
fn lines_of_puzzles_and_solutions_stand_alone() {
    let [puzzles, right, wrong] = puzzles();
    for form in ["P,S", "P:1:S", "P\tS", "7,P,S"] {
        for (solutions, expected) in [(&right, [6, 0, 0]), (&wrong, [0, 6, 0])] {
            let line = |p: &str, s: &str| form.replace('P', p).replace('S', s);
            let lines = beside(&puzzles, solutions, line);
            let case = Case::new(&lines);
            let done = run(&["verify", &case.0.path("puzzles")], "");
            assert_eq!(counts(&done), expected, "{lines}{}", done.stderr);
        }
    }
}

#[test]
fn a_wrong_solution_in_json_lines_is_named() {
    let [puzzles, right, wrong] = puzzles();
    for (solved, code) in [(&right, 0), (&wrong, 1)] {
        let text = beside(&puzzles, solved, |p, s| {
            format!("{{\"unsolved\":\"{p}\",\"solved\":\"{s}\"}}")
        });
        let done = run(&["solve", "-q"], &text);
        assert_eq!(done.code, Some(code), "{}{}", done.stdout, done.stderr);
    }
}

#[test]
fn no_solution_in_the_words_of_qqwing_is_a_claim() {
    let case = Case::new(&format!("{NONE}\n"));
    let done = case.verify("Puzzle is not possible.\n", &[]);
    assert_eq!(counts(&done), [0, 0, 1], "{}", done.stdout);
}

/// Whatever stands in place of one solution, it moves no other to the next puzzle.
#[test]
fn a_value_that_is_no_board_is_one_answer() {
    let [puzzles, right, _] = puzzles();
    let case = Case::new(&text(&puzzles));
    for value in [
        "[[5,3],[1]]",
        "[]",
        "null",
        "\"\"",
        "{\"a\":1}",
        "12",
        "false",
    ] {
        let objects = beside(&puzzles, &right, |p, s| {
            format!("{{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}}")
        });
        let objects = objects.replacen(&format!("\"{}\"", right[0]), value, 1);
        let done = case.verify(&objects, &[]);
        assert_eq!(counts(&done), [5, 0, 1], "{value}: {}", done.stdout);
    }
}
