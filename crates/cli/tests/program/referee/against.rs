//! A solver compared with its last result, and a run that the user stops early.

use super::{Place, honest};
use crate::common::{Finished, signal, start, tool, wait_for};
use ninefold_files::numbers::counted;
use ninefold_referee::bench::record::Record;
use ninefold_referee::bench::store;
use std::fs;

#[test]
fn a_result_is_compared_with_the_last_one_of_a_history() {
    let place = Place::new();
    let bench = |solver: &str| {
        place
            .bench(&[solver], "--against h.jsonl --append h.jsonl")
            .0
    };
    let first = place.solver("mine", &honest(""));
    let done = bench(&first);
    done.failed(0, &["h.jsonl: no result yet to compare with"]);
    assert!(!done.stdout.contains("Against"), "{}", done.stdout);
    let done = bench(&first).worked().stdout.clone();
    assert!(done.contains("'ninefold compare --paired'"), "{done}");
    // The old build is still there, beside the new one.
    let second = place.solver("mine2", &honest("# other"));
    let second = second.replacen("mine2=", "mine@v2=", 1);
    let done = bench(&second);
    let date = done
        .stdout
        .split("\nAgainst the result of ")
        .nth(1)
        .unwrap();
    let parts = (&date[4..5], &date[10..11], &date[19..24]);
    assert_eq!(parts, ("-", " ", " UTC "), "{date}");
    // It fails: nothing compares it, and the next run says that this one is passed over.
    place.solver("mine2", "exit 1");
    bench(&second).ended(1, &[]);
    // It has been replaced.
    place.solver("mine2", &honest("# another"));
    let done = bench(&second);
    let code = done.worked().code.unwrap();
    done.ended(code, &["(mine v2)", " is passed over: mine failed in it\n"]);
}

/// The first commit of a history may fail. The next one is then the first result.
#[test]
fn a_history_of_failures_has_no_result_yet_to_compare_with() {
    let place = Place::new();
    let mine = place.solver("mine", "exit 1");
    let args = "--against h.jsonl --append h.jsonl";
    let bench = || place.bench(&[&mine], args).0;
    bench().ended(1, &["h.jsonl: no result yet to compare with"]);
    place.solver("mine", &honest(""));
    let none = "h.jsonl: no complete result yet to compare with";
    bench().ended(0, &["mine failed in it", none]);
    let done = bench();
    assert!(done.worked().stdout.contains("\nAgainst the result of "));
    assert_eq!(place.read("h.jsonl").lines().count(), 3);
}

#[test]
fn a_result_is_compared_with_the_one_that_it_replaces() {
    let place = Place::new();
    let mine = place.solver("mine", &honest(""));
    // `bench` saves to it, and replaces it by force.
    let (done, _) = place.bench(&[&mine], "--against r.json");
    done.failed(0, &["r.json: no result yet to compare with"]);
    let old = place.read("r.json");
    let (done, _) = place.bench(&[&mine], "--against r.json");
    assert!(done.worked().stdout.contains("\nAgainst the result of "));
    assert_ne!(place.read("r.json"), old);
    place.check(
        "2 | bench --against r.json --append r.json --save r.json --force | is the same file as",
    );
}

/// The wait for a pipe that nobody writes to is ended by the first signal.
#[test]
fn one_signal_ends_the_wait_for_a_baseline() {
    let place = Place::new();
    let pipe = place.path("pipe");
    assert!(tool("mkfifo", &[&pipe]));
    let mut child = start(place.command("bench --against pipe"));
    // Once it is read, it can be opened to be written to.
    let writer = fs::OpenOptions::new().write(true).open(pipe).unwrap();
    signal(&child, "TERM");
    assert!(!child.wait().unwrap().success());
    drop(writer);
}

#[test]
fn what_takes_longer_than_last_time_is_slower() {
    let place = Place::new();
    let mine = place.solver("mine", &honest(""));
    let bench = |more: &str| {
        let args = "bench -q in.txt --engines=mrv --rounds=8 --min-sample-time=100us";
        place.run(&format!("{args} --solver '{mine}' {more}"))
    };
    bench("--save r.json").ended(0, &[]);
    let record = store::load_last(place.path("r.json").as_ref(), &mut |_| ()).unwrap();
    for (factor, code, words) in [(1e-4, 1, "): slower.\n"), (1e4, 0, "): faster.\n")] {
        let mut old: Record = record.clone();
        for row in &mut old.rows {
            for sample in &mut row.samples {
                sample.wall_ns *= factor;
                sample.cpu_ns = sample.cpu_ns.map(|ns| ns * factor);
            }
        }
        fs::write(place.path("old"), store::to_text(&old)).unwrap();
        let done = bench("--against old");
        done.ended(code, &[words]);
    }
}

#[test]
fn a_baseline_that_does_not_belong_is_refused_before_anything_is_measured() {
    let place = Place::new();
    let mine = place.solver("mine", &honest(""));
    place.bench(&[&mine], "").0.ended(0, &[]);
    let text = place.read("r.json");
    let changed = |name: &str, old: &str, new: &str| {
        place.file(name, &text.replace(old, new));
    };
    changed("corpus", "\"sha256\": \"", "\"sha256\": \"00");
    changed("cpu", "\"cpu\": \"", "\"cpu\": \"Abacus ");
    changed("other", "\"mine\"", "\"other\"");
    place.file("empty", "{}");
    place.solver("mine", &honest("; echo x >> asked"));
    let runs = "
        2 | bench -q in.txt --solver MINE --engines=mrv --against corpus | corpus in: 
        2 | bench -q in.txt --solver MINE --engines=mrv --against cpu    | CPU: \"Abacus
        2 | bench -q in.txt --solver MINE --engines=dlx --against other  | mrv x1 in limit 1, other x1
        3 | bench -q in.txt --solver MINE --engines=mrv --against empty  | empty";
    place.check(&runs.replace("MINE", &mine));
    assert!(!place.names().contains(&"asked".to_owned()));
    // If it is added to, the run has its first result of this machine.
    let (done, _) = place.bench(&[&mine], "--against cpu --append cpu");
    done.ended(
        0,
        &["cpu: no result yet to compare with: ", "CPU: \"Abacus"],
    );
}

/// Sends a signal to a run of `bench` when `come` is true. It is not SIGINT, which shells make
/// background jobs ignore.
fn stopped(place: &Place, solver: &str, come: impl FnMut() -> bool) -> Finished {
    let args = "bench in.txt --engines=mrv --time=1000s --min-sample-time=100us --save s.json";
    let child = start(place.command(&format!("{args} --solver '{solver}'")));
    wait_for("enough of the run", come);
    signal(&child, "TERM");
    child.wait_with_output().unwrap().into()
}

#[test]
fn who_has_seen_enough_keeps_what_was_measured() {
    let place = Place::new();
    let log = place.path("log");
    let mine = place.solver("mine", &honest(&format!("; echo x >> '{log}'")));
    // More often than preparing needs.
    let enough = || fs::read_to_string(&log).is_ok_and(|log| log.len() > 60);
    let done = stopped(&place, &mine, enough);
    let record = store::load_last(place.path("s.json").as_ref(), &mut |_| ()).unwrap();
    assert_eq!((record.rows.len(), record.failures.len()), (2, 0));
    // The message, the result and all of its rows are of the same rounds.
    let rounds = record.method.rounds;
    let message = format!("stopped after {};", counted(rounds as u64, "round"));
    let right = "right on all 8 puzzles";
    done.ended(143, &["\nmine ", right, &message, "; they are kept\n"]);
    assert!(record.rows.iter().all(|row| row.samples.len() == rounds));
    // It is no baseline, unless the history is the run's own: then there is none yet.
    fs::write(place.path("h.jsonl"), store::to_line(&record)).unwrap();
    let (done, _) = place.bench(&[&mine], "--against h.jsonl --append h.jsonl");
    let passed = format!("the result of {} is passed over", record.date);
    done.ended(
        0,
        &[&passed, "it was stopped after", "no complete result yet"],
    );
    assert!(!done.stdout.contains("Against"), "{}", done.stdout);
    place.check("2 | bench in.txt --engines=mrv --against s.json | no complete result of what");
}

#[test]
fn what_is_stopped_before_its_first_round_has_no_result() {
    let place = Place::new();
    let asked = place.path("asked");
    let waits = format!("read -r l || exit 0; echo > '{asked}'; sleep 1000");
    let mine = place.solver("mine", &waits);
    let done = stopped(&place, &mine, || fs::exists(&asked).unwrap());
    done.ended(143, &["nothing was measured"]);
    assert_eq!(done.stdout, "");
    assert!(!place.names().contains(&"s.json".to_owned()));
}

#[test]
fn a_wrong_solver_is_found_out_by_its_first_puzzles() {
    let place = Place::new();
    let lines: Vec<String> = (0..200).map(|i| super::right(i % 8 + 1)).collect();
    place.file("many.txt", &lines.join("\n"));
    let log = place.path("log");
    let wrong = place.solver("mine", &format!("tee -a '{log}' | sed s/1/2/g"));
    let args = "bench -q many.txt --engines=mrv --rounds=1";
    let done = place.run(&format!("{args} --solver '{wrong}'"));
    done.ended(1, &["Left out: mine"]);
    assert_eq!(place.read("log").lines().count(), 1);
}
