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
    for wish in [&["--minimal"][..], &["--difficulty", "hard"]] {
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
        "--clues", "17..18", "--time", "0.2", "-n", "400", "-o", &out,
    ];
    let done = run(&[&["generate"][..], &args].concat(), "");
    assert_eq!(done.code, Some(1));
    let found = std::fs::read_to_string(&out).unwrap().lines().count();
    let expected = format!("found only {found} of 400");
    assert!(done.stderr.contains(&expected), "{}", done.stderr);
}
