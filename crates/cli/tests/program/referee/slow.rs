//! Slow solvers, and those that start late: each gets a figure.

use super::{Place, honest, of, row_of};
use crate::common::{dataset, feed, sample};
use serde_json::Value;
use std::fs;

/// A loop of the shell, so that a puzzle takes some CPU time.
fn works(times: usize) -> String {
    format!("i=0; while [ $i -lt {times} ]; do i=$((i+1)); done")
}

/// Takes much longer for each puzzle than it takes to print all answers.
fn slow(place: &Place, name: &str, times: usize) -> String {
    let each = works(times);
    let text = format!(
        "while read -r l; do {each}; echo \"$l\"; done | {}",
        honest("")
    );
    place.solver(name, &text)
}

#[test]
fn a_slow_solver_is_measured_on_the_first_puzzles() {
    let place = Place::new();
    place.file("in.txt", &dataset("sample", 500));
    let args = "bench in.txt -q --engines=mrv --time=6s --save r.json --min-sample-time=100us";
    let done = place.run(&format!(
        "{args} --solver '{}'",
        slow(&place, "mine", 20_000)
    ));
    done.ended(0, &[]);
    let record = place.json("r.json");
    let [mine, ours] = ["mine", "mrv"].map(|name| row_of(&record, name, 1));
    let puzzles = mine["puzzles"].as_u64().unwrap();
    assert!((1..500).contains(&puzzles), "{puzzles}");
    // All are measured on the same.
    assert_eq!(ours["puzzles"], puzzles);
    assert_eq!(record["corpora"][0]["puzzles"], 500);
    assert_eq!(record["corpora"][0]["measured"], puzzles);
    assert_eq!(mine["answers"]["solved"], puzzles);
    for words in [
        format!("in: {puzzles} of 500 puzzles measured"),
        format!("in ({puzzles})"),
        "right on the first ".to_owned(),
    ] {
        assert!(done.stdout.contains(&words), "{words}: {}", done.stdout);
    }
}

/// It works on the fourth puzzle until the time-out: the others are measured.
#[test]
#[cfg(target_os = "linux")]
fn a_puzzle_that_takes_too_long_is_named_and_those_before_it_are_measured() {
    let place = Place::new();
    let fourth = sample()[3 * 82..][..81].to_owned();
    let forever = format!("case $l in {fourth}) while :; do :; done;; esac");
    let text = format!(
        "while read -r l; do {forever}; echo \"$l\"; done | {}",
        honest("")
    );
    let solver = place.solver("mine", &text);
    let (done, record) = place.bench(&[&solver], "--timeout=4s");
    done.ended(1, &["Not answered: mine x1 in limit 1: puzzles 2 to "]);
    let mine = row_of(&record, "mine", 1);
    assert_eq!(mine["puzzles"], 1);
    assert!(of(&record, "failures", "mine", 1).is_some());
}

/// The first puzzles may be quick ones. What a sample then takes is not what they let expect.
#[test]
fn samples_are_no_longer_than_they_should_be() {
    let place = Place::new();
    let many = "[ $(printf '%s' \"$t\" | wc -l) -lt 8 ] || sleep 4";
    let text = format!("t=$(cat); {many}; echo \"$t\" | {}", honest(""));
    let solver = place.solver("mine", &text);
    let args = "bench in.txt -q --engines=mrv --rounds=1 --min-sample-time=100us --save r.json";
    let done = place.run(&format!("{args} --solver '{solver}'"));
    done.ended(0, &[]);
    let record = place.json("r.json");
    let mine = row_of(&record, "mine", 1);
    // A sample should take 16 times as long as a start. A trial has at most 64 passes, and took
    // four seconds.
    let starts = mine["external"]["start_up_ns"].as_array().unwrap();
    let start = starts.iter().filter_map(Value::as_f64).fold(0.0, f64::max);
    let most = 1.0 + (64.0 * 16.0 * start / 3.5e9).ceil();
    assert!(mine["repeats"].as_f64() <= Some(most), "{most}: {mine}");
}

/// All that a command does on one puzzle looks like its start. Were it that, all others would be
/// quick; were it work, they would take twice the time-out in one request.
#[test]
fn what_one_puzzle_takes_may_be_work_or_start_up() {
    let place = Place::new();
    place.file("in.txt", &dataset("easy", 10));
    let slow = format!(
        "while read -r l; do sleep 1; echo \"$l\"; done | {}",
        honest("")
    );
    let slow = place.solver("slow", &slow);
    let late = place.solver("late", &format!("sleep 1; {}", honest("")));
    let row = |name: &str, solver: &str| {
        let bench = "bench in.txt -q --engines=mrv --rounds=1 --min-sample-time=100us --timeout=5s";
        let done = place.run(&format!(
            "{bench} --solver '{solver}' --save r.json --force"
        ));
        done.ended(0, &[]);
        of(&place.json("r.json"), "rows", name, 1).unwrap().clone()
    };
    // On a busy machine, there is no time for all puzzles of the slow one.
    assert!(row("slow", &slow)["puzzles"].as_u64() > Some(1));
    assert_eq!(row("late", &late)["puzzles"], 10);
}

/// The time-out is for the first answer, too.
#[test]
fn a_solver_that_starts_late_is_measured() {
    let place = Place::new();
    let late = place.solver("late", &format!("sleep 0.5; {}", honest("")));
    let (done, record) = place.bench(&[&late], "");
    done.ended(0, &[]);
    assert!(of(&record, "rows", "late", 1).is_some());
}

#[test]
fn a_solver_needs_no_name_and_no_corpus() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    let bench = "bench -q --engines=mrv --rounds=2 --min-sample-time=100us --max-puzzles=20";
    let done = place.run(&format!("{bench} ./mine in.txt"));
    done.ended(0, &["\nmine ", " on in, and is right on all 8 puzzles."]);
    let done = place.run(&format!(
        "{bench} 'sh {mine}' ./mine in.txt --solver named=./mine"
    ));
    done.ended(0, &["\nmine ", "\nmine-2 ", "\nnamed ", "vs mine "]);
    // Without a corpus, those that fit.
    let done = place.run(&format!("{bench} ./mine"));
    done.ended(0, &["\nmine ", "easy (20)", "multiple (20)"]);
    assert!(!done.stdout.contains("unsolvable"), "{}", done.stdout);
    // Corpora that nobody named, and that take too long, are left out, but for the first one.
    let solver = slow(&place, "slow", 300_000);
    let short = bench.replace("--rounds=2", "--time=5s");
    let mut command = place.command(&format!("{short} --solver '{solver}'"));
    let done = feed(&mut command, "");
    let left_out = "multiple: not measured, for lack of time (20 puzzles)";
    done.ended(
        0,
        &[left_out, "easy: ", " of 20 puzzles measured", "\nslow "],
    );
    // It is not one of the files.
    place.check("3 | bench -q mistyped.txt | mistyped.txt");
    assert_eq!(fs::read_to_string(mine).unwrap().lines().count(), 2);
}
