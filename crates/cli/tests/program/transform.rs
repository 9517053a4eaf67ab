//! `ninefold transform` and `ninefold rate`, from a user's view.

use super::common::{Scratch, feed, ninefold, run, sample};
use serde_json::{Value, json};
use std::fs;

/// The rows of a transform of these puzzles.
fn transform(args: &str, puzzles: &str) -> String {
    let args = args.split(' ');
    let done = feed(ninefold().args(["transform", "-q"]).args(args), puzzles);
    done.ended(0, &[]);
    done.stdout
}

#[test]
fn isomorphs_have_the_same_canonical_face_and_other_text() {
    let sample = sample();
    let forms = transform("--isomorph --seed 5", &sample);
    assert_eq!(forms.lines().count(), sample.lines().count());
    assert!(forms.lines().zip(sample.lines()).all(|(a, b)| a != b));
    let canonical = transform("--canonical", &sample);
    assert_eq!(transform("--canonical", &forms), canonical);
    for threads in ["1", "4"] {
        let args = format!("--isomorph --seed 5 -j {threads}");
        assert_eq!(transform(&args, &sample), forms);
    }
}

#[test]
fn of_forms_of_one_puzzle_the_first_stays() {
    let sample = sample();
    let forms = transform("--isomorph", &sample);
    let both = format!("{sample}{forms}{sample}");
    assert_eq!(transform("--dedupe", &both), sample);
    // What stands beside them stays, too.
    let one = &sample[..81];
    let again = &forms[..81];
    let table = format!("puzzle,name\n{one},a\n{again},b\n");
    let first = format!("puzzle,name\n{one},a\n");
    assert_eq!(transform("--dedupe", &table), first);
    assert_eq!(transform("--dedupe", ""), "");
    // Puzzles with clashing clues have no canonical form, and stay as they are.
    let clashing = format!("{:.<81}\n{:.>81}\n", "11", "1111");
    assert_eq!(transform("--canonical", &clashing), clashing);
    let both = clashing.clone() + &transform("--isomorph", &clashing);
    assert_eq!(transform("--dedupe", &both), both);
    assert_eq!(transform("--dedupe", &(clashing + &both)), both);
}

#[test]
fn minimal_puzzles_lose_nothing_and_others_what_they_can() {
    let easy = run(&["generate", "-q", "-n", "40", "--difficulty", "easy"], "").stdout;
    let minimal = transform("--minimize", &easy);
    assert_eq!(minimal.lines().count(), 40);
    for (less, more) in minimal.lines().zip(easy.lines()) {
        assert!(less.matches('.').count() > more.matches('.').count());
        let mut cells = less.bytes().zip(more.bytes());
        assert!(cells.all(|(l, m)| l == m || l == b'.'));
    }
    assert_eq!(transform("--minimize -s 9", &minimal), minimal);
    let rated = run(&["rate", "-q"], &minimal).stdout;
    assert!(rated.lines().skip(1).all(|line| line.ends_with(",yes")));
    // What cannot be changed is left out and told.
    let text = format!("# one\n\n{}{}\n", &easy[..82], ".".repeat(81));
    let done = run(&["transform", "--minimize"], &text);
    done.ended(1, &["1 puzzle without exactly one solution"]);
    assert_eq!(done.stdout.lines().count(), 3);
}

#[test]
fn ratings_are_a_table_and_a_summary() {
    let sample = sample();
    let done = run(&["rate", "--engine", "mrv"], &sample);
    done.ended(0, &["48 puzzles: 48 with one solution"]);
    let mut rows = done.stdout.lines();
    assert_eq!(
        rows.next(),
        Some("puzzle,clues,count,level,guesses,minimal")
    );
    assert_eq!(rows.clone().count(), 48);
    for (row, puzzle) in rows.zip(sample.lines()) {
        let clues = puzzle.bytes().filter(u8::is_ascii_digit).count();
        let begin = format!("{puzzle},{clues},1,");
        let rest: Vec<&str> = row.strip_prefix(&begin).unwrap().split(',').collect();
        assert_eq!(rest.len(), 3, "{row}");
        assert_eq!(rest[0] == "guessing", rest[1] != "0", "{row}");
    }
    assert_eq!(run(&["rate", "-q"], "").stdout.lines().count(), 1);

    let both = format!("{sample}{}\n", ".".repeat(81));
    let args = ["rate", "--no-rows", "--report", "json", "--limit", "7"];
    let summary: Value = serde_json::from_str(&run(&args, &both).stdout).unwrap();
    for (key, value) in [
        ("puzzles", json!(49)),
        ("solutions", json!([0, 48, 1])),
        ("schema", json!("ninefold.rating")),
        ("version", json!(2)),
    ] {
        assert_eq!(summary[key], value, "{key}");
    }
    assert_eq!(summary["clues"][0], 1);
}

/// All verbs that take puzzles and have no row for other lines report these lines in the same way.
#[test]
fn lines_that_are_no_puzzles_are_counted_and_the_first_is_told_by_every_verb() {
    let scratch = Scratch::new();
    let puzzles = sample();
    let one = &puzzles[..81];
    let two = &puzzles[82..163];
    let mixed = format!("# c\n{one}\n\n{}?\n{two}\nprose\n", &one[..80]);
    scratch.file("mixed", &mixed);
    // More than half of the lines are not puzzles: the input is refused.
    scratch.file("prose", &format!("{one}\nprose\nprose\n"));
    // Other text on a puzzle's line is told, too.
    scratch.file("named", &format!("{one} one\n"));
    let refused = "2 of 3 lines are not puzzles, the first in line 2 of prose";
    for verb in [
        "bench --engines=mrv --rounds=1 --save out",
        "transform --canonical -o out",
        "transform --dedupe -o out",
        "rate -o out",
    ] {
        scratch.run(&format!("{verb} prose")).ended(2, &[refused]);
        assert!(!fs::exists(scratch.path("out")).unwrap(), "{verb}");
        let named = scratch.run(&format!("{verb} named"));
        let words = "beside the puzzles is left out";
        assert_eq!(named.ended(0, &[]).stderr.matches(words).count(), 1);
        let done = scratch.run(&format!("{verb} mixed -f"));
        if verb.starts_with("rate") {
            let ratings = scratch.run("rate --no-rows --report json mixed").stdout;
            let ratings: Value = serde_json::from_str(&ratings).unwrap();
            assert_eq!(ratings["first_malformed"]["line"], 4);
        } else {
            let words = "2 of 4 lines are not puzzles, the first in line 4 of mixed: column 81";
            assert!(done.stderr.contains(words), "{verb} {}", done.stderr);
        }
        if verb.starts_with("bench") {
            // The numbers stay with the results.
            assert_eq!(scratch.run("compare out out --json both").stderr, "");
            for file in ["out", "both"] {
                let left_out = &scratch.json(file)["corpora"][0]["left_out"];
                let numbers = [&left_out["lines"], &left_out["first_line"]];
                assert_eq!(numbers, [&json!(2), &json!(4)]);
            }
        }
        fs::remove_file(scratch.path("out")).unwrap();
    }
    // In the second chunk, lines are those of the file, too.
    scratch.file("long", &(format!("{one}\n").repeat(3000) + "prose\n"));
    let done = scratch.run("transform --dedupe -o out long");
    assert!(
        done.stderr.contains("line 3,001 of long"),
        "{}",
        done.stderr
    );
}
