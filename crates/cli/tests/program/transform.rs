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
fn what_cannot_be_changed_is_left_out_and_told() {
    let puzzle = sample().lines().next().unwrap().to_owned();
    let text = format!(
        "# one\nnonsense\n\n{puzzle}\n{}\n{puzzle}?\n",
        ".".repeat(81)
    );
    let done = run(&["transform", "--canonical"], &text);
    assert_eq!(done.code, Some(1));
    assert_eq!(
        done.stdout.lines().count(),
        4,
        "with the comment and a blank line"
    );
    assert!(
        done.stderr.contains(
            "2 of 4 lines are not puzzles, the first in line 2 of standard input: length 8: left out"
        ),
        "{}",
        done.stderr
    );
    assert!(!done.stderr.contains("comment"), "{}", done.stderr);
    let done = run(
        &["transform", "--minimize"],
        &format!("{puzzle}\n{}\n", ".".repeat(81)),
    );
    assert_eq!((done.code, done.stdout.lines().count()), (Some(1), 1));
    assert!(
        done.stderr
            .contains("1 puzzle has not exactly one solution")
    );
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
    let puzzles: Vec<String> = sample().lines().take(4).map(str::to_owned).collect();
    let bad = format!("{}?", &puzzles[0][..80]);
    let text = format!(
        "# c\n{}\n\n{bad}\n{}\n{}\nprose\n{}\n",
        puzzles[0], puzzles[1], puzzles[2], puzzles[3]
    );
    let path = scratch.file("mixed.txt", &text);
    let expected =
        format!("2 of 6 lines are not puzzles, the first in line 4 of {path}: column 81: '?' ");
    let save = scratch.path("r.json");
    let bench = ["bench", "--engines=mrv", "--rounds=1", "--save"];
    let done = run(&[&bench[..], &[&save, &path]].concat(), "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains(&expected), "{}", done.stderr);
    let summed =
        "mixed: 4 puzzles; 2 lines are not puzzles and left out, the first in line 4: column 81";
    assert!(done.stdout.contains(summed), "{}", done.stdout);
    let record: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&save).unwrap()).unwrap();
    let left_out = &record["corpora"][0]["left_out"];
    assert_eq!(
        (&left_out["lines"], &left_out["first_line"]),
        (&2.into(), &4.into())
    );
    let page = run(&["report", &save], "").stdout;
    assert!(
        page.contains("2 lines are not puzzles and left out"),
        "{page}"
    );
    let json = scratch.path("c.json");
    let done = run(&["compare", &save, &save, "--json", &json], "");
    assert!(done.stdout.contains(summed), "{}", done.stdout);
    let found: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(found["corpora"], record["corpora"]);
    for verb in [
        &["transform", "--canonical"][..],
        &["transform", "--dedupe"],
        &["verify", &path, "--solver"],
    ] {
        let mut args = verb.to_vec();
        let solver = format!("mine={} solve -q -", env!("CARGO_BIN_EXE_ninefold"));
        args.push(if verb[0] == "verify" { &solver } else { &path });
        let done = run(&args, "");
        assert!(done.stderr.contains(&expected), "{verb:?} {}", done.stderr);
    }
    let done = run(
        &[
            "rate",
            "--report",
            "json",
            "-o",
            &scratch.path("rows"),
            &path,
        ],
        "",
    );
    assert!(
        done.stderr.contains("1 comment: left out"),
        "{}",
        done.stderr
    );
    let json = done.stderr.lines().find(|line| line.starts_with('{'));
    let ratings: serde_json::Value = serde_json::from_str(json.unwrap()).unwrap();
    assert_eq!(ratings["first_malformed"]["line"], 4);

    // More than half of the lines are not puzzles: the input is refused.
    let text = format!("{}\n{}", puzzles[0], "prose\n".repeat(2));
    let path = scratch.file("prose.txt", &text);
    let out = scratch.path("out");
    for verb in [
        &["bench", "--rounds=1", "--save", &out][..],
        &["compare", "--paired", "x", "y"],
        &["transform", "--canonical", "-o", &out],
        &["rate", "-o", &out],
    ] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!(done.code, Some(2), "{verb:?} {}", done.stderr);
        let refused = format!(
            "2 of 3 lines are not puzzles, the first in line 2 of {path}: length 5. Ninefold refuses files"
        );
        assert!(done.stderr.contains(&refused), "{verb:?} {}", done.stderr);
        assert!(!std::fs::exists(&out).unwrap(), "{verb:?}");
    }
    // So is other text on a puzzle's line.
    let path = scratch.file("named.txt", &format!("{} one\n", puzzles[0]));
    let mut bench = bench.to_vec();
    bench.pop();
    for verb in [&bench[..], &["transform", "--canonical"], &["rate"]] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!(
            done.stderr.matches("the text beside 1 puzzle").count(),
            1,
            "{verb:?} {}",
            done.stderr
        );
    }
}
