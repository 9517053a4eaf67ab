//! Which answer belongs to which puzzle, and refusals if that is not clear.

use super::{Case, NONE, counts, lines, solved, text};
use crate::common::sample;

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
            .contains("and for the 5 lines that are not puzzles"),
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
            .contains("none for the 5 lines that are not puzzles"),
        "{}",
        done.stdout
    );

    // Neither all nor none.
    let some = ours.replacen("!malformed\n", "", 1);
    let done = case.verify(&some, &[]);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    let message = "53 puzzles (48 without the 5 lines that are not puzzles), but 52 answers";
    assert!(done.stderr.contains(message), "{}", done.stderr);
}

#[test]
fn an_empty_line_is_no_answer_and_that_is_said() {
    let mut puzzles = lines(&sample());
    puzzles.insert(11, NONE.to_owned());
    let puzzles = text(&puzzles);
    let case = Case::new(&puzzles);
    let answers = solved(&puzzles, &[]);
    assert_eq!(counts(&case.verify(&answers, &[])), [48, 0, 1]);
    let done = case.verify(&answers.replace("!none\n", "\n"), &[]);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(
        done.stderr.contains("an empty line is no answer"),
        "{}",
        done.stderr
    );
}

#[test]
fn numbers_are_counted_apart() {
    let grid = "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 3\n\
                4 0 0 8 0 3 0 0 1\n7 0 0 0 2 0 0 0 6\n0 6 0 0 0 0 2 8 0\n0 0 0 4 1 9 0 0 5\n\
                0 0 0 0 8 0 0 7 9\n";
    let noip = ["--input-format", "noip2009"];
    let case = Case::new(grid);
    for (answers, expected) in [
        (solved(grid, &noip), [0, 0, 1]),
        ("-1\n".to_owned(), [0, 0, 1]),
        (solved(grid, &["--output-format", "spaced"]), [1, 0, 0]),
    ] {
        let done = case.verify(&answers, &noip);
        assert_eq!(counts(&done), expected, "{}", done.stdout);
        assert_eq!(done.code, Some(i32::from(expected[0] == 0)));
    }
    let case = Case::new(&sample());
    let done = case.verify("24702\n", &[]);
    assert_eq!(done.code, Some(2));
    assert!(!done.stderr.contains("match"), "{}", done.stderr);
    let done = case.verify(&">=2\n1\n".repeat(24), &[]);
    assert_eq!((done.code, counts(&done)), (Some(1), [0, 0, 48]));
}
