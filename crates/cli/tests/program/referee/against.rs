//! A solver compared with its last result, and a run that the user stops early.

use super::{Place, honest};
use crate::common::{ninefold, run, wait_for};
use ninefold::bench::record::Record;
use ninefold::bench::store;
use ninefold::numbers::counted;
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
        done.stdout.contains("'ninefold compare --paired'"),
        "{}",
        done.stdout
    );
    // The old build is still there, beside the new one.
    let second = place
        .script("mine2", &honest("# other"))
        .replacen("mine2=", "mine@v2=", 1);
    let (done, _) = place.bench(&[&second], &more);
    let date = done.stdout.split("Against the result of ").nth(1).unwrap();
    assert_eq!(
        (&date[4..5], &date[10..11], &date[19..24]),
        ("-", " ", " UTC "),
        "{date}"
    );
    // It fails: nothing compares it, and the next run says that this one is passed over.
    place.script("mine2", "exit 1");
    let (done, _) = place.bench(&[&second], &more);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    // It has been replaced.
    place.script("mine2", &honest("# another"));
    let (done, _) = place.bench(&[&second], &more);
    assert!(done.stdout.contains("(mine v2)"), "{}", done.stdout);
    let passed = " is passed over: mine failed in it\n";
    assert!(done.stderr.contains(passed), "{}", done.stderr);
}

#[test]
fn a_result_is_compared_with_the_one_that_it_replaces() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    let save = place.0.path("r.json");
    // `bench` saves to it, and replaces it by force.
    let (done, _) = place.bench(&[&mine], &["--against", &save]);
    let none = format!("ninefold: {save}: no result yet to compare with\n");
    assert_eq!((done.code, done.stderr), (Some(0), none));
    let old = fs::read(&save).unwrap();
    let (done, _) = place.bench(&[&mine], &["--against", &save]);
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    assert!(
        done.stdout.contains("\nAgainst the result of "),
        "{}",
        done.stdout
    );
    assert_ne!(fs::read(&save).unwrap(), old);
    let done = run(
        &["bench", "--against", &save, "--github", &save, "--force"],
        "",
    );
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(
        done.stderr.contains("is the same file as input"),
        "{}",
        done.stderr
    );
}

/// The wait for a pipe that nobody writes to is ended by the first signal.
#[cfg(unix)]
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
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        // Once it is read, it can be opened to be written to.
        move || fs::OpenOptions::new().write(true).open(pipe).unwrap()
    });
    let mut child = ninefold()
        .args(["bench", "--against", &pipe])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let writer = writer.join().unwrap();
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(kill.unwrap().success());
    let ended = child.wait().unwrap();
    assert!(!ended.success());
    drop(writer);
}

#[test]
fn what_takes_longer_than_last_time_is_slower() {
    let place = Place::new();
    let mine = place.script("mine", &honest(""));
    let (input, save) = (place.0.path("in.txt"), place.0.path("r.json"));
    let bench = |more: &[&str]| {
        let args = ["bench", "-q", &input, "--engines=mrv", "--rounds=22"];
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
    // A count that is worse decides, and no option of another verb is advised.
    let mut worse: Record = record.clone();
    for row in &mut worse.rows {
        row.answers.solved += 1;
    }
    let text = String::from_utf8(store::to_text(&worse)).unwrap();
    let done = bench(&["--against", &place.0.file("old.json", &text)]);
    assert_eq!(done.code, Some(1), "{}", done.stdout);
    let because = "Verdict: slower, because a count is worse\n";
    assert!(
        done.stdout.contains(because) && !done.stdout.contains("accept"),
        "{}",
        done.stdout
    );
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
        ])
        .args([
            "--min-sample-time=100us",
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
    let (table, output) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert_eq!(done.status.code(), Some(143), "{output}");
    assert!(
        output.contains("ninefold: stopped after ") && output.contains("s; they are kept\n"),
        "{output}"
    );
    assert!(
        table.contains("mine is ") && table.contains("right on all 8 puzzles"),
        "{table}"
    );
    let record = store::load_last(Path::new(&save), &mut |_| ()).unwrap();
    assert_eq!((record.rows.len(), record.failures.len()), (2, 0));
    // The message, the result and all of its rows are of the same rounds.
    let rounds = record.method.rounds;
    let message = format!("stopped after {};", counted(rounds as u64, "round"));
    assert!(output.contains(&message), "{output}");
    assert!(record.rows.iter().all(|row| row.samples_ns.len() == rounds));
    // It is no baseline, unless the history is the run's own: then there is none yet.
    let history = place.0.file(
        "h.jsonl",
        &String::from_utf8(store::to_line(&record)).unwrap(),
    );
    let passed = format!(
        "the result of {} is passed over: it was stopped after",
        record.date
    );
    let (done, _) = place.bench(&[&mine], &["--against", &history, "--append", &history]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let output = done.stderr;
    assert!(
        output.contains(&passed) && output.contains("no complete result yet"),
        "{output}"
    );
    assert!(!done.stdout.contains("Against"), "{}", done.stdout);
    let done = run(
        &[
            "bench",
            &place.0.path("in.txt"),
            "--engines=mrv",
            "--against",
            &save,
        ],
        "",
    );
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(
        done.stderr
            .contains("it has no complete result of what is measured now"),
        "{}",
        done.stderr
    );
}

#[test]
fn what_is_stopped_before_its_first_round_has_no_result() {
    let place = Place::new();
    let asked = place.0.path("asked");
    let text = format!("read -r l || exit 0; echo > '{asked}'; sleep 1000");
    let mine = place.script("mine", &text);
    let (done, save) = stopped(&place, &mine, || Path::new(&asked).exists());
    let output = String::from_utf8_lossy(&done.stderr);
    assert_eq!(
        (done.status.code(), &*done.stdout),
        (Some(143), &b""[..]),
        "{output}"
    );
    assert!(output.contains("nothing was measured"), "{output}");
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
    assert_eq!(fs::read_to_string(log).unwrap().lines().count(), 1);
}
