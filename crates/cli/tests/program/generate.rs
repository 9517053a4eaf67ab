//! `ninefold generate`, from a user's view.

use super::common::{Scratch, assert_right, solve};

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads_and_the_engine() {
    let scratch = Scratch::new();
    let generate = |more: &str| {
        let done = scratch.run(&format!("generate -q -n 60 -s 9 --clues 24..30 {more}"));
        done.ended(0, &[]).stdout.clone()
    };
    let expected = generate("");
    assert_eq!(expected.lines().count(), 60);
    for more in [
        "--threads 7",
        "--engine mrv-scan",
        "--engine lanes/portable",
    ] {
        assert_eq!(generate(more), expected, "{more}");
    }
}

#[test]
fn what_is_made_is_what_was_wished_for() {
    let scratch = Scratch::new();
    for (wish, verdict) in [
        ("--minimal", ""),
        ("--difficulty hard", ""),
        ("--unsolvable", "!none\n"),
        ("--invalid", "!invalid\n"),
        ("--multiple", "!multiple\n"),
    ] {
        let generated = scratch.run(&format!("generate -q -n 20 {wish}"));
        assert_eq!((generated.code, &*generated.stderr), (Some(0), ""));
        let solved = solve("-q --unique", &generated.stdout).stdout;
        match verdict {
            "" => assert_right(&generated.stdout, &solved),
            verdict => assert_eq!(solved, verdict.repeat(20)),
        }
    }
}

#[test]
fn impossible_wishes_are_refused_at_once() {
    let scratch = Scratch::new();
    scratch.check(
        "2 | generate -o out --clues 3..5             | fewer than 17 clues
         2 | generate -o out --clues 30..20           | the first number is the larger
         2 | generate -o out --clues some             | a range such as 24..30
         2 | generate -o out --count 0                | at least one puzzle
         2 | generate -o out --multiple --minimal     | one solution
         2 | generate -o out --multiple --unsolvable  | cannot be used with
         2 | generate -o out --difficulty nasty       | guesses:LO..HI",
    );
    assert!(scratch.names().is_empty());
}

#[test]
fn a_search_that_finds_too_little_says_so_and_keeps_it() {
    let scratch = Scratch::new();
    let done = scratch.run("generate --clues 17..18 --time 0.2 -n 400 -o out");
    let found = scratch.read("out").lines().count();
    done.ended(1, &[&format!("found only {found} of 400")]);
}
