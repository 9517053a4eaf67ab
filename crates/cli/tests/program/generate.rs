//! `ninefold generate`, from a user's view.

use super::common::{Scratch, assert_right, run};

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_the_engine() {
    let base = ["generate", "-n", "60", "-s", "9", "--clues", "24..30"];
    let expected = run(&base, "");
    assert_eq!(expected.code, Some(0), "{}", expected.stderr);
    assert_eq!(expected.stdout.lines().count(), 60);
    for more in [
        ["--threads", "7"],
        ["--engine", "mrv-scan"],
        ["--engine", "lanes/portable"],
    ] {
        let done = run(&[&base[..], &more[..]].concat(), "");
        assert_eq!(done.stdout, expected.stdout, "{more:?}");
    }
}

#[test]
fn what_is_made_is_what_was_wished_for() {
    for (wish, verdict) in [
        (&["--minimal"][..], ""),
        (&["--difficulty", "hard"], ""),
        (&["--unsolvable"], "!none\n"),
        (&["--invalid"], "!invalid\n"),
        (&["--multiple"], "!multiple\n"),
    ] {
        let generated = run(&[&["generate", "-q", "-n", "20"][..], wish].concat(), "");
        assert_eq!((generated.code, &*generated.stderr), (Some(0), ""));
        let solved = run(&["solve", "-q", "--unique"], &generated.stdout).stdout;
        match verdict {
            "" => assert_right(&generated.stdout, &solved),
            verdict => assert_eq!(solved, verdict.repeat(20)),
        }
    }
}

#[test]
fn impossible_wishes_are_refused_at_once() {
    let scratch = Scratch::new();
    for (args, reason) in [
        ("--clues 3..5", "fewer than 17 clues"),
        ("--clues 30..20", "the first number is the larger"),
        ("--clues some", "a range such as 24..30"),
        ("--count 0", "at least one puzzle"),
        ("--multiple --minimal", "one solution"),
        ("--multiple --unsolvable", "cannot be used with"),
        ("--difficulty nasty", "guesses:LO..HI"),
    ] {
        let done = scratch.run(&format!("generate -o out {args}"));
        assert_eq!(done.code, Some(2), "{args}: {}", done.stderr);
        assert!(done.stderr.contains(reason), "{args}: {}", done.stderr);
        assert!(scratch.names().is_empty());
    }
}

#[test]
fn a_search_that_finds_too_little_says_so_and_keeps_it() {
    let scratch = Scratch::new();
    let done = scratch.run("generate --clues 17..18 --time 0.2 -n 400 -o out");
    assert_eq!(done.code, Some(1));
    let found = scratch.read("out").lines().count();
    let expected = format!("found only {found} of 400");
    assert!(done.stderr.contains(&expected), "{}", done.stderr);
}
