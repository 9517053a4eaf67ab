//! A solver compared with its last result, and a run that the user stops early.

use super::{Place, honest};
use crate::common::{Finished, wait_for};
use ninefold::bench::record::Record;
use ninefold::bench::store;
use ninefold::numbers::counted;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

#[track_caller]
fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_result_is_compared_with_the_last_one_of_a_history() {
    let place = Place::new();
    let history = place.0.path("h.jsonl");
    let bench = |solver: &str| {
        place
            .bench(&[solver], &["--against", &history, "--append", &history])
            .0
    };
    let first = place.script("mine", &honest(""));
    let done = bench(&first);
    let none = format!("ninefold: {history}: no result yet to compare with\n");
    assert_eq!((done.code, done.stderr), (Some(0), none));
    assert!(!done.stdout.contains("Against"), "{}", done.stdout);
    let done = bench(&first);
    says(
        &done.stdout,
        &["\nAgainst the result of ", "'ninefold compare --paired'"],
    );
    // The old build is still there, beside the new one.
    let second = place.script("mine2", &honest("# other"));
    let second = second.replacen("mine2=", "mine@v2=", 1);
    let done = bench(&second);
    let date = done.stdout.split("Against the result of ").nth(1).unwrap();
    let parts = (&date[4..5], &date[10..11], &date[19..24]);
    assert_eq!(parts, ("-", " ", " UTC "), "{date}");
    // It fails: nothing compares it, and the next run says that this one is passed over.
    place.script("mine2", "exit 1");
    assert_eq!(bench(&second).code, Some(1));
    // It has been replaced.
    place.script("mine2", &honest("# another"));
    let done = bench(&second);
    says(&done.stdout, &["(mine v2)"]);
    says(&done.stderr, &[" is passed over: mine failed in it\n"]);
}

#[test]
fn a_result_is_compared_with_the_one_that_it_replaces() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    // `bench` saves to it, and replaces it by force.
    let (done, _) = place.bench(&[&mine], &["--against", "r.json"]);
    let none = "ninefold: r.json: no result yet to compare with\n".to_owned();
    assert_eq!((done.code, done.stderr), (Some(0), none));
    let old = place.0.read("r.json");
    let (done, _) = place.bench(&[&mine], &["--against", "r.json"]);
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    says(&done.stdout, &["\nAgainst the result of "]);
    assert_ne!(place.0.read("r.json"), old);
    let done = place
        .0
        .run("bench --against r.json --github r.json --force");
    done.failed(2, &["is the same file as input"]);
}

fn terminate(child: &Child) {
    let kill = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

/// The wait for a pipe that nobody writes to is ended by the first signal.
#[test]
fn one_signal_ends_the_wait_for_a_baseline() {
    let place = Place::new();
    let pipe = place.0.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let mut bench = place.0.command("bench --against pipe");
    let mut child = bench
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Once it is read, it can be opened to be written to.
    let writer = fs::OpenOptions::new().write(true).open(pipe).unwrap();
    terminate(&child);
    assert!(!child.wait().unwrap().success());
    drop(writer);
}

#[test]
fn what_takes_longer_than_last_time_is_slower() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    let bench = |more: &str| {
        let args = "bench -q in.txt --engines=mrv --rounds=22 --min-sample-time=100us";
        place.0.run(&format!("{args} --solver '{mine}' {more}"))
    };
    assert_eq!(bench("--save r.json").code, Some(0));
    let record = store::load_last(place.0.path("r.json").as_ref(), &mut |_| ()).unwrap();
    let with = |factor: f64| {
        let mut old: Record = record.clone();
        for row in &mut old.rows {
            let times = row.samples_ns.iter_mut().chain(&mut row.wall_ns);
            times.for_each(|ns| *ns *= factor);
        }
        place
            .0
            .file("old", &String::from_utf8(store::to_text(&old)).unwrap());
        bench("--against old")
    };
    for (factor, code, words) in [(1e-4, 1, "): slower.\n"), (1e4, 0, "): faster.\n")] {
        let done = with(factor);
        assert_eq!(done.code, Some(code), "{}", done.stdout);
        says(&done.stdout, &[words]);
    }
}

#[test]
fn a_baseline_that_does_not_belong_is_refused_before_anything_is_measured() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    assert_eq!(place.bench(&[&mine], &[]).0.code, Some(0));
    let text = place.0.read("r.json");
    place.script("mine", &honest("; echo x >> asked"));
    let others = text
        .replace("\"mine\"", "\"other\"")
        .replace("\"mrv\"", "\"dlx\"");
    for (old, code, words) in [
        (
            text.replacen("\"sha256\": \"", "\"sha256\": \"00", 1),
            2,
            "cannot be compared with this one: corpus in: ",
        ),
        (
            text.replacen("\"cpu\": \"", "\"cpu\": \"Abacus ", 1),
            2,
            "CPU: \"Abacus ",
        ),
        (
            others,
            2,
            "the last one is of dlx x1 in limit 1, other x1 in limit 1",
        ),
        ("{}".to_owned(), 3, "old"),
    ] {
        place.0.file("old", &old);
        let args = "bench -q in.txt --engines=mrv --against old";
        let done = place.0.run(&format!("{args} --solver '{mine}'"));
        assert_eq!(done.code, Some(code), "{}", done.stdout);
        says(&done.stderr, &[words]);
    }
    assert!(!place.0.names().contains(&"asked".to_owned()));
}

/// Sends a signal to a run of `bench` when `come` is true. It is not SIGINT, which shells make
/// background jobs ignore.
fn stopped(place: &Place, solver: &str, come: impl FnMut() -> bool) -> Finished {
    let args = "bench in.txt --engines=mrv --time=1000s --min-sample-time=100us --save s.json";
    let mut bench = place.0.command(&format!("{args} --solver '{solver}'"));
    bench
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = bench.spawn().unwrap();
    wait_for("enough of the run", come);
    terminate(&child);
    child.wait_with_output().unwrap().into()
}

#[test]
fn who_has_seen_enough_keeps_what_was_measured() {
    let place = Place::new();
    let log = place.0.path("log");
    let mine = place.script("mine", &honest(&format!("; echo x >> '{log}'")));
    // More often than preparing needs.
    let enough = || fs::read_to_string(&log).is_ok_and(|log| log.len() > 300);
    let done = stopped(&place, &mine, enough);
    assert_eq!(done.code, Some(143), "{}", done.stderr);
    says(&done.stdout, &["mine is ", "right on all 8 puzzles"]);
    let save = place.0.path("s.json");
    let record = store::load_last(Path::new(&save), &mut |_| ()).unwrap();
    assert_eq!((record.rows.len(), record.failures.len()), (2, 0));
    // The message, the result and all of its rows are of the same rounds.
    let rounds = record.method.rounds;
    let message = format!("stopped after {};", counted(rounds as u64, "round"));
    says(&done.stderr, &[&message, "; they are kept\n"]);
    assert!(record.rows.iter().all(|row| row.samples_ns.len() == rounds));
    // It is no baseline, unless the history is the run's own: then there is none yet.
    let line = String::from_utf8(store::to_line(&record)).unwrap();
    let history = place.0.file("h.jsonl", &line);
    let (done, _) = place.bench(&[&mine], &["--against", &history, "--append", &history]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let passed = format!("the result of {} is passed over", record.date);
    says(
        &done.stderr,
        &[&passed, "it was stopped after", "no complete result yet"],
    );
    assert!(!done.stdout.contains("Against"), "{}", done.stdout);
    let done = place.0.run("bench in.txt --engines=mrv --against s.json");
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    says(
        &done.stderr,
        &["it has no complete result of what is measured now"],
    );
}

#[test]
fn what_is_stopped_before_its_first_round_has_no_result() {
    let place = Place::new();
    let asked = place.0.path("asked");
    let mine = place.script(
        "mine",
        &format!("read -r l || exit 0; echo > '{asked}'; sleep 1000"),
    );
    let done = stopped(&place, &mine, || Path::new(&asked).exists());
    assert_eq!(
        (done.code, &*done.stdout),
        (Some(143), ""),
        "{}",
        done.stderr
    );
    says(&done.stderr, &["nothing was measured"]);
    assert!(!place.0.names().contains(&"s.json".to_owned()));
}

#[test]
fn a_wrong_solver_is_found_out_by_its_first_puzzles() {
    let place = Place::new();
    let lines: Vec<String> = (0..200).map(|i| super::right(i % 8 + 1)).collect();
    place.0.file("many.txt", &lines.join("\n"));
    let log = place.0.path("log");
    let wrong = place.script("mine", &format!("tee -a '{log}' | sed s/1/2/g"));
    let args = "bench -q many.txt --engines=mrv --rounds=1";
    let done = place.0.run(&format!("{args} --solver '{wrong}'"));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    says(&done.stdout, &["Left out: mine"]);
    assert_eq!(place.0.read("log").lines().count(), 1);
}
