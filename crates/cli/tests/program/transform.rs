//! `ninefold transform` and `ninefold rate`, from a user's view.

use super::common;

use common::{Scratch, run, sample};

/// The rows of a transform of these puzzles.
fn transform(args: &[&str], puzzles: &str) -> String {
    let done = run(&[&["transform", "-q"][..], args].concat(), puzzles);
    assert_eq!(done.code, Some(0), "{args:?}: {}", done.stderr);
    done.stdout
}

#[test]
fn isomorphs_have_the_same_canonical_face_and_other_text() {
    let sample = sample();
    let forms = transform(&["--isomorph", "--seed", "5"], &sample);
    assert_eq!(forms.lines().count(), sample.lines().count());
    assert!(forms.lines().zip(sample.lines()).all(|(a, b)| a != b));
    let canonical = transform(&["--canonical"], &sample);
    assert_eq!(transform(&["--canonical"], &forms), canonical);
    assert_eq!(transform(&["--canonical"], &canonical), canonical);
    for threads in ["1", "4"] {
        let args = ["--isomorph", "--seed", "5", "--threads", threads];
        assert_eq!(transform(&args, &sample), forms);
    }
}

#[test]
fn of_forms_of_one_puzzle_the_first_stays() {
    let sample = sample();
    let forms = transform(&["--isomorph"], &sample);
    let both = format!("{sample}{forms}{sample}");
    assert_eq!(transform(&["--dedupe"], &both), sample);
    assert_eq!(transform(&["--dedupe"], &format!("{forms}{sample}")), forms);
    // What stands beside them stays, too.
    let first = |text: &str| text.lines().next().unwrap().to_owned();
    let (one, again) = (first(&sample), first(&forms));
    let table = format!("puzzle,name\n{one},a\n{again},b\n");
    let once = format!("puzzle,name\n{one},a\n");
    assert_eq!(transform(&["--dedupe"], &table), once);
}

#[test]
fn minimal_puzzles_lose_nothing_and_others_what_they_can() {
    let easy = run(&["generate", "-q", "-n", "40", "--difficulty", "easy"], "").stdout;
    let minimal = transform(&["--minimize"], &easy);
    assert_eq!(minimal.lines().count(), 40);
    let fewer = |(less, more): (&str, &str)| {
        less.matches('.').count() > more.matches('.').count()
            && less
                .bytes()
                .zip(more.bytes())
                .all(|(l, m)| l == m || l == b'.')
    };
    assert!(minimal.lines().zip(easy.lines()).all(fewer));
    assert_eq!(transform(&["--minimize", "-s", "9"], &minimal), minimal);
    let rated = run(&["rate", "-q"], &minimal).stdout;
    assert!(rated.lines().skip(1).all(|line| line.ends_with(",yes")));
}

#[test]
fn one_change_is_asked_for_at_a_time() {
    for args in [
        &["transform"][..],
        &["transform", "--dedupe", "--canonical"],
    ] {
        assert_eq!(run(args, "").code, Some(2), "{args:?}");
    }
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", &sample());
    let done = run(
        &["transform", "--dedupe", &file, "-o", &file, "--force"],
        "",
    );
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    let missing = scratch.path("missing");
    assert_eq!(run(&["transform", "--dedupe", &missing], "").code, Some(3));
    assert_eq!(run(&["rate", &missing], "").code, Some(3));
}

#[test]
fn ratings_are_a_table_and_a_summary() {
    let sample = sample();
    let done = run(&["rate", "--engine", "mrv"], &sample);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let mut rows = done.stdout.lines();
    assert_eq!(
        rows.next(),
        Some("puzzle,clues,count,level,guesses,minimal")
    );
    for (row, puzzle) in rows.by_ref().zip(sample.lines()) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields.len(), fields[0], fields[2]), (6, puzzle, "1"));
        let clues = puzzle.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!(fields[1], clues.to_string());
        let guessing = fields[3] == "guessing";
        assert_eq!(guessing, fields[4] != "0", "{row}");
    }
    assert_eq!(rows.next(), None);
    assert!(done.stderr.contains("48 puzzles: 48 with one solution"));

    let both = format!("{sample}{}\n", ".".repeat(81));
    let args = ["rate", "--no-rows", "--report", "json", "--limit", "7"];
    let done = run(&args, &both);
    let summary: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(summary["puzzles"], 49);
    assert_eq!(summary["solutions"], serde_json::json!([0, 48, 1]));
    assert_eq!(summary["clues"][0], 1);
    assert_eq!(
        (&summary["schema"], &summary["version"]),
        (&"ninefold.rating".into(), &2.into())
    );
}

#[test]
fn puzzles_with_clashing_clues_stay_as_they_are() {
    let tricky = include_str!("../../../../datasets/tricky.txt");
    let clashing: String = tricky
        .lines()
        .filter(|line| line.starts_with("11") || line.ends_with("1111"))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_eq!(clashing.lines().count(), 2);
    assert_eq!(transform(&["--canonical"], &clashing), clashing);
    let other = transform(&["--isomorph"], &clashing);
    let both = format!("{clashing}{other}");
    assert_eq!(transform(&["--dedupe"], &both), both);
    assert_eq!(transform(&["--dedupe"], &format!("{clashing}{both}")), both);
}

#[test]
fn an_empty_corpus_stays_one() {
    assert_eq!(transform(&["--dedupe"], ""), "");
    let done = run(&["rate", "-q"], "");
    assert_eq!(done.stdout.lines().count(), 1);
}

/// All verbs that take puzzles and have no row for other lines report these lines in the same way.
#[test]
fn lines_that_are_no_puzzles_are_counted_and_the_first_is_told_by_every_verb() {
    let scratch = Scratch::new();
    let puzzles = sample();
    let [one, two] = [0, 1].map(|i| puzzles.lines().nth(i).unwrap());
    let bad = format!("{}?", &one[..80]);
    let path = scratch.file("mixed.txt", &format!("# c\n{one}\n\n{bad}\n{two}\nprose\n"));
    let expected =
        format!("2 of 4 lines are not puzzles, the first in line 4 of {path}: column 81");
    let (save, json) = (scratch.path("r.json"), scratch.path("c.json"));
    let solver = format!("mine={} solve -q -", env!("CARGO_BIN_EXE_ninefold"));
    let bench = ["bench", "--engines=mrv", "--rounds=1"];
    for args in [
        &[&bench[..], &["--save", &save, &path]].concat()[..],
        &["transform", "--canonical", &path],
        &["transform", "--dedupe", &path],
        &["verify", &path, "--solver", &solver],
    ] {
        let done = run(args, "");
        assert!(done.stderr.contains(&expected), "{args:?} {}", done.stderr);
    }
    // The numbers stay with the results.
    assert_eq!(
        run(&["compare", &save, &save, "--json", &json], "").stderr,
        ""
    );
    for file in [&save, &json] {
        let text = std::fs::read_to_string(file).unwrap();
        let record: serde_json::Value = serde_json::from_str(&text).unwrap();
        let left_out = &record["corpora"][0]["left_out"];
        let counted = (&left_out["lines"], &left_out["first_line"]);
        assert_eq!(counted, (&2.into(), &4.into()), "{file}");
    }
    let done = run(&["rate", "--no-rows", "--report", "json", &path], "");
    let ratings: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(ratings["first_malformed"]["line"], 4);

    // More than half of the lines are not puzzles: the input is refused.
    let path = scratch.file("prose.txt", &format!("{one}\nprose\nprose\n"));
    let out = scratch.path("out");
    // Other text on a puzzle's line is told, too.
    let named = scratch.file("named.txt", &format!("{one} one\n"));
    for verb in [
        &[&bench[..], &["--save", &out]].concat()[..],
        &["transform", "--canonical", "-o", &out],
        &["rate", "-o", &out],
    ] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!(done.code, Some(2), "{verb:?} {}", done.stderr);
        let refused = format!("2 of 3 lines are not puzzles, the first in line 2 of {path}");
        assert!(done.stderr.contains(&refused), "{verb:?} {}", done.stderr);
        assert!(!std::fs::exists(&out).unwrap(), "{verb:?}");
        let done = run(&[verb, &[&named]].concat(), "");
        let beside = done.stderr.matches("the text beside 1 puzzle").count();
        assert_eq!(beside, 1, "{verb:?} {}", done.stderr);
        std::fs::remove_file(&out).unwrap();
    }
}

#[test]
fn what_cannot_be_changed_is_left_out_and_told() {
    let puzzle = sample().lines().next().unwrap().to_owned();
    let text = format!("# one\n\n{puzzle}\n{}\n", ".".repeat(81));
    let done = run(&["transform", "--minimize"], &text);
    assert_eq!((done.code, done.stdout.lines().count()), (Some(1), 3));
    assert!(
        done.stderr
            .contains("1 puzzle has not exactly one solution")
    );
}
