//! `ninefold generate`, from a user's view.

use super::common;

use common::{Scratch, run};

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_the_engine() {
    let base = ["generate", "-n", "150", "-s", "9", "--clues", "24..30"];
    let expected = run(&base, "");
    assert_eq!(expected.code, Some(0), "{}", expected.stderr);
    assert_eq!(expected.stdout.lines().count(), 150);
    for more in [
        ["--threads", "1"],
        ["--threads", "7"],
        ["--engine", "mrv-scan"],
        ["--engine", "lanes/portable"],
    ] {
        let done = run(&[&base[..], &more[..]].concat(), "");
        assert_eq!(done.stdout, expected.stdout, "{more:?}");
    }
}

#[test]
fn what_is_made_is_solved_uniquely() {
    for wish in [
        &["--minimal"][..],
        &["--difficulty", "hard"],
        &["--symmetry", "quarter"],
    ] {
        let args = [&["generate", "-q", "-n", "30"][..], wish].concat();
        let generated = run(&args, "");
        assert_eq!((generated.code, generated.stderr.as_str()), (Some(0), ""));
        let solved = run(&["solve", "-q", "--unique"], &generated.stdout);
        assert_eq!(solved.code, Some(0), "{wish:?}");
        common::assert_right(&generated.stdout, &solved.stdout);
    }
    let none = run(&["generate", "-q", "-n", "20", "--unsolvable"], "");
    let solved = run(&["solve", "-q"], &none.stdout);
    assert_eq!(solved.stdout, "!none\n".repeat(20));
    let invalid = run(&["generate", "-q", "-n", "20", "--invalid"], "");
    let solved = run(&["solve", "-q"], &invalid.stdout);
    assert_eq!(solved.stdout, "!invalid\n".repeat(20));
    let several = run(&["generate", "-q", "-n", "20", "--multiple"], "");
    let solved = run(&["solve", "-q", "--unique"], &several.stdout);
    assert_eq!(solved.stdout, "!multiple\n".repeat(20));
}

#[test]
fn impossible_wishes_are_refused_at_once() {
    for (args, reason) in [
        (&["--clues", "3..5"][..], "fewer than 17 clues"),
        (&["--clues", "30..20"], "the first number is the larger"),
        (&["--clues", "some"], "a range such as 24..30"),
        (&["--count", "0"], "at least one puzzle"),
        (&["--state", "state.json"], "--hard-search"),
        (&["--rounds", "9"], "--hard-search"),
        (
            &["--symmetry", "quarter", "--clues", "26..27"],
            "quarter symmetry",
        ),
        (&["--multiple", "--minimal"], "one solution"),
        (&["--multiple", "--unsolvable"], "cannot be used with"),
        (&["--difficulty", "nasty"], "guesses:LO..HI"),
        (&["--engine", "nosuch"], "nosuch"),
    ] {
        let scratch = Scratch::new();
        let out = scratch.path("out.txt");
        let done = run(&[&["generate", "-o", &out][..], args].concat(), "");
        assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(reason), "{args:?}: {}", done.stderr);
        assert!(scratch.names().is_empty());
    }
}

#[test]
fn a_search_that_finds_too_little_says_so_and_keeps_it() {
    let scratch = Scratch::new();
    let out = scratch.path("out.txt");
    let args = [
        "--clues",
        "17..21",
        "--attempts",
        "2",
        "-n",
        "400",
        "-o",
        &out,
    ];
    let done = run(&[&["generate"][..], &args].concat(), "");
    assert_eq!(done.code, Some(1));
    let found = std::fs::read_to_string(&out).unwrap().lines().count();
    let expected = format!("found only {found} of 400");
    assert!(done.stderr.contains(&expected), "{}", done.stderr);
}

#[test]
fn a_search_that_was_saved_goes_on_to_the_same_end() {
    let scratch = Scratch::new();
    let state = scratch.path("state.json");
    let search = |more: &[&str]| {
        let base = [
            "generate",
            "-q",
            "-n",
            "4",
            "--walks",
            "4",
            "--patience",
            "5",
        ];
        run(&[&base[..], more].concat(), "")
    };
    let whole = search(&["--hard-search", "--rounds", "20"]);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    assert_eq!(whole.stdout.lines().count(), 4);
    let saved = ["--hard-search", "--state", &state];
    let half = search(&[&saved[..], &["--rounds", "8"]].concat());
    assert_eq!(half.code, Some(0), "{}", half.stderr);
    let rest = search(&[&saved[..], &["--rounds", "20"]].concat());
    assert_eq!(rest.stdout, whole.stdout);
    // Out of time: the puzzles so far, and exit code 1.
    let more = ["--rounds", "1000000", "--time", "0.000001"];
    let cut = search(&[&saved[..], &more].concat());
    assert_eq!(cut.code, Some(1), "{}", cut.stderr);
    assert_eq!(cut.stdout.lines().count(), 4);
    // A search with other options does not resume from there.
    let other = search(&["--few-search", "--state", &state]);
    assert_eq!(other.code, Some(2), "{}", other.stderr);
    assert!(other.stderr.contains("another goal"), "{}", other.stderr);
    std::fs::write(&state, "{").unwrap();
    assert_eq!(search(&saved).code, Some(3));
}
