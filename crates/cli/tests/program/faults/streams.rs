//! Standard input, output and error: closed, full, or given as a file.

use super::common::{Scratch, ninefold, sample};
use super::{ANSWER, Ended, PUZZLE, ended, limited, skipped, tool};
use std::fs;
use std::process::{Command, Stdio};

const BENCH: &str = "bench --engines=mrv --min-sample-time=1us --rounds=1 --max-puzzles=1 -q";

/// Every way to print to standard output, and the possible exit codes.
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

struct Place(Scratch);

impl Place {
    fn new() -> Place {
        let place = Place(Scratch::new());
        place.0.file("in", &sample());
        for args in ["solve -q in -o out", &format!("{BENCH} in --save r.json")] {
            let done = ended(place.run(args));
            assert_eq!(done.code, Some(0), "{}", done.stderr);
        }
        place
    }

    fn run(&self, args: &str) -> Command {
        let mut command = ninefold();
        command.args(args.split(' ')).current_dir(self.0.path(""));
        command
    }

    /// The same in a shell that changes the descriptors before.
    fn with(&self, before: &str, args: &str) -> Ended {
        let mut command = limited(before, &self.run(args));
        command.current_dir(self.0.path(""));
        ended(command)
    }
}

#[test]
fn nothing_is_lost_to_a_standard_output_that_is_closed_or_full() {
    let place = Place::new();
    let bench = format!("{BENCH} in");
    for args in PRINTING.iter().chain(&[bench.as_str()]) {
        let well = |done: &Ended| matches!(done.code, Some(0 | 1 | 4));
        place
            .with("exec >&-", args)
            .failed(3, &["standard output is closed"]);
        if fs::exists("/dev/full").unwrap_or(false) {
            let done = place.with("exec >/dev/full", args);
            done.failed(3, &["cannot write standard output", "No space"]);
        }
        // Chosen by the user, also if it is open for reading too, as Python's is.
        for sink in ["exec >/dev/null", "exec 1<>/dev/null", "exec 2>&-"] {
            let done = place.with(sink, args);
            assert!(well(&done), "{sink} {args}: {}", done.stderr);
        }
        // A pipe without a reader is not a fault.
        let mut command = place.run(args);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let done: Ended = child.wait_with_output().unwrap().into();
        assert!(
            well(&done) || done.code == Some(141),
            "{args} {:?}",
            done.code
        );
        assert_eq!(done.stderr, "", "{args}");
    }
    // It is not needed if the rows go elsewhere.
    let done = place.with("exec >&-", "solve -q in -f -o out");
    assert_eq!((done.code, &*done.stderr), (Some(0), ""));
    let code = place.with("exec 2>&-", "solve -q in -o /dev/stderr").code;
    assert_eq!(code, Some(3));
}

#[test]
fn a_standard_input_that_is_closed_is_not_an_empty_one() {
    let place = Place::new();
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
        let done = place.with("exec <&-", args);
        done.failed(3, &["standard input is closed"]);
        assert_eq!(done.rows, b"", "{args}");
    }
    for source in ["exec </dev/null", "exec 0<>/dev/null"] {
        let done = place.with(source, "solve -q");
        assert_eq!((done.code, done.text()), (Some(0), ""), "{}", done.stderr);
    }
    let done = place.with("exec <&-", "solve -q in");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}

#[test]
fn names_of_open_files_mean_them_as_they_are() {
    let place = Place::new();
    let rows = fs::read_to_string(place.0.path("out")).unwrap();
    let log = place.0.path("log");
    std::os::unix::fs::symlink("/dev/stdout", place.0.path("link")).unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "-"] {
        for (force, open) in [("", ">>log"), ("-f", ">>log"), ("-f", "1<>log; echo first")] {
            fs::write(&log, "first\n").unwrap();
            let done = place.with(
                &format!("exec {open}"),
                format!("solve -q in -o {name} {force}").trim(),
            );
            assert_eq!(done.code, Some(0), "{name} {open}: {}", done.stderr);
            assert_eq!(
                fs::read_to_string(&log).unwrap(),
                format!("first\n{rows}"),
                "{name} {open}"
            );
        }
    }
    let done = place.with("exec 2>>log", "solve -q in -f -o /dev/stderr");
    assert_eq!(done.code, Some(0));
    assert!(fs::read_to_string(&log).unwrap().ends_with(&rows));
    // Another number: a pipe is accepted, a file must be given by name.
    let text = fs::read(&log).unwrap();
    place
        .with("exec 5>>log", "solve -q in -f -o /dev/fd/5")
        .failed(2, &["/dev/fd/5", "open already"]);
    assert_eq!(fs::read(&log).unwrap(), text);
    let before = "mkfifo pipe; cat pipe > piped & exec 5> pipe";
    assert_eq!(place.with(before, "solve -q in -o /dev/fd/5").code, Some(0));
    super::wait_for("rows", || {
        fs::read_to_string(place.0.path("piped")).is_ok_and(|text| text == rows)
    });
}

#[test]
fn an_input_that_is_a_pipe_is_opened_once() {
    let place = Place::new();
    let pipe = place.0.path("pipe");
    if !tool("mkfifo", &[&pipe]) {
        return skipped("no mkfifo");
    }
    // Any writer writes at once, and only once.
    let before = format!("printf '%s\\n' {PUZZLE} > pipe & exec > rows");
    let done = place.with(&before, "solve -q pipe");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let rows = fs::read_to_string(place.0.path("rows")).unwrap();
    assert_eq!(rows, format!("{ANSWER}\n"));
}

/// Pipes of other programs may be opened not to wait.
#[test]
fn streams_that_do_not_wait_are_waited_for() {
    use std::io::{Read, Write};
    use std::thread;
    use std::time::Duration;
    let (stdin, mut feed) = std::io::pipe().unwrap();
    let (mut rows, stdout) = std::io::pipe().unwrap();
    let (mut message, stderr) = std::io::pipe().unwrap();
    for end in [&stdin as &dyn std::os::fd::AsFd, &stdout, &stderr] {
        rustix::io::ioctl_fionbio(end, true).unwrap();
    }
    let mut command = ninefold();
    command.args(["solve", "--threads", "2", "--chunk-size", "8K", "-"]);
    let mut child = command
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .unwrap();
    // The ends of this process are the command's.
    drop(command);
    let lines = 20_000;
    let feeder = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        feed.write_all(format!("{PUZZLE}\n").repeat(lines).as_bytes())
            .unwrap();
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
    assert!(reader.join().unwrap() == format!("{ANSWER}\n").repeat(lines));
    assert!(text.contains("20,000 solved"), "{text}");
}
