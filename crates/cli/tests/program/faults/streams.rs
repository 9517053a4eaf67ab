//! Standard input, output and error: closed, full, slow, or given as a file.

use super::{
    ANSWER, Finished, PUZZLE, Scratch, answers, feed, limited, place, puzzles, start, tool,
    wait_for,
};
use std::fs;
use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

const BENCH: &str = "bench --engines=mrv --min-sample-time=1us --rounds=1 --max-puzzles=1 -q";

/// Every way to print to standard output.
const PRINTING: [&str; 14] = [
    "solve -q in",
    "transform -q --canonical in",
    "rate -q in",
    "rate -q --no-rows in",
    "generate -q -n 1",
    "verify in out",
    "engines",
    "report r.json",
    "compare r.json r.json",
    "completions bash",
    "man",
    "--help",
    "--version",
    "solve --help",
];

/// Runs in a shell that changes the descriptors before.
fn with(place: &Scratch, before: &str, args: &str) -> Finished {
    feed(&mut limited(before, &place.command(args)), "")
}

#[test]
fn nothing_is_lost_to_a_standard_output_that_is_closed_or_full() {
    let place = place();
    let bench = format!("{BENCH} in");
    for args in PRINTING.iter().chain(&[bench.as_str()]) {
        with(&place, "exec >&-", args).failed(3, &["standard output is closed"]);
        if fs::exists("/dev/full").unwrap() {
            let done = with(&place, "exec >/dev/full", args);
            done.failed(3, &["cannot write standard output", "No space"]);
        }
        // Chosen by the user, also if it is open for reading too, as Python's is.
        with(&place, "exec 1<>/dev/null 2>&-", args).worked();
        // A pipe without a reader is not a fault.
        let mut child = start(place.command(args));
        drop(child.stdout.take());
        let done: Finished = child.wait_with_output().unwrap().into();
        assert_eq!(done.stderr, "", "{args}");
        if done.code != Some(141) {
            done.worked();
        }
    }
    // It is not needed if the rows go elsewhere.
    with(&place, "exec >&-", "solve -q in -f -o out").printed(0, "");
    with(&place, "exec 2>&-", "solve -q in -o /dev/stderr").ended(3, &[]);
}

/// A requested output that cannot be written is an error. An optional one is not.
#[test]
fn a_full_standard_error_matters_where_something_was_asked_for() {
    let place = place();
    let rows = place.read("out");
    for (args, code) in [
        ("solve in", 0),
        ("solve in -q", 0),
        ("solve in --trailer", 3),
        ("solve in -q --trailer", 3),
        ("solve in --report json", 3),
        ("solve in --report full", 3),
        ("rate -q in", 0),
        ("rate in --report json", 3),
        ("solve missing", 3),
    ] {
        for sink in ["exec 2>/dev/full", "exec 2>&-"] {
            let done = with(&place, sink, args);
            done.ended(code, &[]);
            assert!(!args.starts_with("solve in") || done.stdout == rows);
        }
    }
}

#[test]
fn a_standard_input_that_is_closed_is_not_an_empty_one() {
    let place = place();
    let bench = format!("{BENCH} -");
    for args in [
        "solve -q",
        "solve -q -",
        "solve -q in /dev/stdin",
        "transform -q --canonical",
        "rate -q -",
        "verify - out",
        "verify in -",
        &bench,
    ] {
        let done = with(&place, "exec <&-", args);
        done.failed(3, &["standard input is closed"]);
        assert_eq!(done.stdout, "", "{args}");
    }
    for source in ["exec </dev/null", "exec 0<>/dev/null"] {
        with(&place, source, "solve -q").printed(0, "");
    }
    with(&place, "exec <&-", "solve -q in").ended(0, &[]);
}

#[test]
fn names_of_open_files_mean_them_as_they_are() {
    let place = place();
    let rows = place.read("out");
    std::os::unix::fs::symlink("/dev/stdout", place.path("link")).unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "-"] {
        for (force, open) in [("", ">>log"), ("-f", ">>log"), ("-f", "1<>log; echo first")] {
            place.file("log", "first\n");
            let args = format!("solve -q in -o {name} {force}");
            with(&place, &format!("exec {open}"), &args).ended(0, &[]);
            assert_eq!(place.read("log"), format!("first\n{rows}"), "{name} {open}");
        }
    }
    let append = with(&place, "exec 2>>log", "solve -q in -f -o /dev/stderr");
    append.ended(0, &[]);
    assert!(place.read("log").ends_with(&rows));
    // Another number: a pipe is accepted, a file must be given by name.
    let text = place.read("log");
    let done = with(&place, "exec 5>>log", "solve -q in -f -o /dev/fd/5");
    done.failed(2, &["/dev/fd/5", "open already"]);
    assert_eq!(place.read("log"), text);
    let before = "mkfifo pipe; cat pipe > piped & exec 5> pipe";
    with(&place, before, "solve -q in -o /dev/fd/5").ended(0, &[]);
    wait_for("rows", || place.read("piped") == rows);
}

#[test]
fn an_input_that_is_a_pipe_is_opened_once() {
    let place = place();
    assert!(tool("mkfifo", &[&place.path("pipe")]));
    // Any writer writes at once, and only once.
    let before = format!("printf '%s\\n' {PUZZLE} > pipe & exec > rows");
    with(&place, &before, "solve -q pipe").printed(0, "");
    assert_eq!(place.read("rows"), format!("{ANSWER}\n"));
}

/// Pipes of other programs may be opened not to wait.
#[test]
fn streams_that_do_not_wait_are_waited_for() {
    let (stdin, mut feed) = std::io::pipe().unwrap();
    let (mut rows, stdout) = std::io::pipe().unwrap();
    let (mut message, stderr) = std::io::pipe().unwrap();
    for end in [&stdin as &dyn std::os::fd::AsFd, &stdout, &stderr] {
        rustix::io::ioctl_fionbio(end, true).unwrap();
    }
    let scratch = Scratch::new();
    let mut command = scratch.command("solve --threads 2 --chunk-size 8K -");
    command.stdin(stdin).stdout(stdout).stderr(stderr);
    let mut child = command.spawn().unwrap();
    // The ends of this process are the command's.
    drop(command);
    let lines = 20_000;
    let feeder = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        feed.write_all(puzzles(lines).as_bytes()).unwrap();
    });
    let reader = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        let mut all = String::new();
        rows.read_to_string(&mut all).unwrap();
        all
    });
    let mut text = String::new();
    message.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{text}");
    feeder.join().unwrap();
    assert!(reader.join().unwrap() == answers(lines));
    assert!(text.contains("20,000 solved"), "{text}");
}
