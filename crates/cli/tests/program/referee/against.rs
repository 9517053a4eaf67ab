//! A solver compared with its last result, and a run that the user stops early.

use super::{Place, honest};
use crate::common::{ninefold, run, wait_for};
use ninefold::bench::record::Record;
use ninefold::bench::store;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_result_is_compared_with_the_last_one_of_a_history() {
    let place = Place::new();
    let history = place.0.path("h.jsonl");
    let more = ["--against", &history, "--append", &history];
    let first = place.script("mine", &honest(""));
    let (done, _) = place.bench(&[&first], &more);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let none = format!("ninefold: {history}: no result yet to compare with\n");
    assert_eq!(done.stderr, none);
    assert!(!done.stdout.contains("Against"), "{}", done.stdout);
    let (done, _) = place.bench(&[&first], &more);
    assert!(
        done.stdout.contains("\nAgainst the result of "),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .ends_with("\nmine is the same file as it was then.\n"),
        "{}",
        done.stdout
    );
    // The old build is still there, beside the new one.
    let second = place
        .script("mine2", &honest("# other"))
        .replacen("mine2=", "mine@v2=", 1);
    let (done, _) = place.bench(&[&second], &more);
    let (old, new) = (&first["mine=".len()..], &second["mine@v2=".len()..]);
    let command = format!(
        "To be sure: ninefold compare --paired old new --solver 'old={old}' --solver 'new={new}'\n"
    );
    assert!(done.stdout.ends_with(&command), "{}", done.stdout);
    // It has been replaced.
    place.script("mine2", &honest("# another"));
    let (done, _) = place.bench(&[&second], &more);
    assert!(done.stdout.contains("(mine v2)"), "{}", done.stdout);
    assert!(
        done.stdout.contains("\nTo be sure (OLD: its build of then): ninefold compare --paired old new --solver 'old=OLD' "),
        "{}",
        done.stdout
    );
}

#[test]
fn what_takes_longer_than_last_time_is_slower() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    let (input, save) = (place.0.path("in.txt"), place.0.path("r.json"));
    let bench = |more: &[&str]| {
        let args = [
            "bench",
            "-q",
            &input,
            "--engines=mrv",
            "--rounds=22",
            "--no-latency",
        ];
        let sample = ["--min-sample-time=100us", "--solver", &mine];
        run(&[&args[..], &sample, more].concat(), "")
    };
    let done = bench(&["--save", &save]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let record = store::load_last(Path::new(&save), &mut |_| ()).unwrap();
    let scaled = |factor: f64| {
        let mut record: Record = record.clone();
        for ns in record.rows.iter_mut().flat_map(|row| &mut row.samples_ns) {
            *ns *= factor;
        }
        place.0.file(
            "old.json",
            &String::from_utf8(store::to_text(&record)).unwrap(),
        )
    };
    for (factor, verdict, code) in [(1e-4, "slower", 1), (1e4, "faster", 0)] {
        let old = scaled(factor);
        let done = bench(&["--against", &old]);
        assert_eq!(done.code, Some(code), "{}", done.stdout);
        assert!(
            done.stdout.contains(&format!("): {verdict}.\n")),
            "{}",
            done.stdout
        );
    }
}

#[test]
fn a_baseline_that_does_not_belong_is_refused_before_anything_is_measured() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    let (done, _) = place.bench(&[&mine], &[]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let text = fs::read_to_string(place.0.path("r.json")).unwrap();
    let asked = place.0.path("asked");
    let counts = place.script("mine", &honest(&format!("; echo x >> '{asked}'")));
    let input = place.0.path("in.txt");
    let against = |name: &str, text: &str, mine: &str| {
        let old = place.0.file(name, text);
        let against = format!("--against={old}");
        run(
            &[
                "bench",
                "-q",
                &input,
                "--engines=mrv",
                "--solver",
                mine,
                &against,
            ],
            "",
        )
    };
    let other_puzzles = text.replacen("\"sha256\": \"", "\"sha256\": \"00", 1);
    let done = against("old.json", &other_puzzles, &counts);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(
        done.stderr
            .contains("cannot be compared with this one: corpus in: "),
        "{}",
        done.stderr
    );
    let other_cpu = text.replacen("\"cpu\": \"", "\"cpu\": \"Abacus ", 1);
    let done = against("old.json", &other_cpu, &counts);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(done.stderr.contains("CPU: \"Abacus "), "{}", done.stderr);
    let others = text
        .replace("\"mine\"", "\"other\"")
        .replace("\"mrv\"", "\"dlx\"");
    let done = against("old.json", &others, &counts);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    let other = "it has no result for the cases measured now; the last one is of dlx x1 in limit 1, other x1 in limit 1";
    assert!(done.stderr.contains(other), "{}", done.stderr);
    let done = against("old.json", "{}", &counts);
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    assert!(!Path::new(&asked).exists());
}

/// Sends a signal to a run of `bench` when `come` is true. It is not SIGINT, which shells make
/// background jobs ignore.
fn stopped(
    place: &Place,
    solver: &str,
    come: impl FnMut() -> bool,
) -> (std::process::Output, String) {
    let save = place.0.path("s.json");
    let child = ninefold()
        .args([
            "bench",
            &place.0.path("in.txt"),
            "--engines=mrv",
            "--time=1000s",
            "--no-latency",
        ])
        .args([
            "--min-sample-time=100us",
            "--warm-up=0",
            "--save",
            &save,
            "--solver",
            solver,
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("enough of the run", come);
    let kill = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    (child.wait_with_output().unwrap(), save)
}

#[test]
fn who_has_seen_enough_keeps_what_was_measured() {
    let place = Place::new();
    let log = place.0.path("log");
    let mine = place.script("mine", &honest(&format!("; echo x >> '{log}'")));
    // More often than preparing needs.
    let enough = || fs::read_to_string(&log).is_ok_and(|log| log.len() > 300);
    let (done, save) = stopped(&place, &mine, enough);
    let (table, told) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert_eq!(done.status.code(), Some(143), "{told}");
    assert!(
        told.contains("ninefold: stopped after ") && told.contains("the result so far is kept"),
        "{told}"
    );
    assert!(
        table.contains("mine is ") && table.contains("right on all 8 puzzles"),
        "{table}"
    );
    let record = store::load_last(Path::new(&save), &mut |_| ()).unwrap();
    assert_eq!((record.rows.len(), record.failures.len()), (2, 0));
}

#[test]
fn what_is_stopped_before_its_first_round_has_no_result() {
    let place = Place::new();
    let asked = place.0.path("asked");
    let text = format!("read -r l || exit 0; echo > '{asked}'; sleep 1000");
    let mine = place.script("mine", &text);
    let (done, save) = stopped(&place, &mine, || Path::new(&asked).exists());
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(
        (done.status.code(), &*done.stdout),
        (Some(143), &b""[..]),
        "{told}"
    );
    assert!(told.contains("nothing was measured"), "{told}");
    assert!(!Path::new(&save).exists());
}

#[test]
fn a_wrong_solver_is_found_out_by_its_first_puzzles() {
    let place = Place::new();
    let lines: Vec<String> = (0..200).map(|i| super::right(i % 8 + 1)).collect();
    let input = place.0.file("many.txt", &(lines.join("\n") + "\n"));
    let log = place.0.path("log");
    let wrong = place.script("mine", &format!("tee -a '{log}' | sed s/1/2/g"));
    let done = run(
        &[
            "bench",
            "-q",
            &input,
            "--engines=mrv",
            "--rounds=1",
            "--solver",
            &wrong,
        ],
        "",
    );
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(done.stdout.contains("Left out: mine"), "{}", done.stdout);
    assert_eq!(fs::read_to_string(log).unwrap().lines().count(), 32);
}
