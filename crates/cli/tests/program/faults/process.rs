//! Signals, limits and refusals during a run.

use super::common::{Scratch, ninefold};
use super::{
    ANSWER, Ended, PUZZLE, ended, fed, is_ignored, limited, signal, skipped, solve, tool, wait_for,
};
use ninefold::Stop;
use ninefold::engine::registry::{self, EngineInfo};
use ninefold::engine::{Batch, Counters, Limits, Observer, Solver};
use ninefold::format::Opened;
use ninefold::input::{Bytes, Chunk, InputError, Source};
use ninefold::pipeline::{self, Job, PipelineError, Position, Progress, Sink};
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A run that has written some rows and waits for more input.
struct Waiting {
    scratch: Scratch,
    child: Child,
    output: String,
}

impl Waiting {
    fn start(before: &str) -> Waiting {
        let scratch = Scratch::new();
        let output = scratch.file("out", "precious");
        let command = solve(&["-f", "-o", &output, "--chunk-size", "4K"]);
        let mut child = limited(before, &command)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let text = format!("{PUZZLE}\n").repeat(1000);
        child
            .stdin
            .as_mut()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        wait_for("row", || scratch.has_rows());
        Waiting {
            scratch,
            child,
            output,
        }
    }

    /// Waits for the end while the input stays open.
    fn end(mut self) -> (Ended, Vec<String>, String) {
        let pipe = self.child.stdin.take();
        let done = self.child.wait_with_output().unwrap().into();
        drop(pipe);
        let text = fs::read_to_string(&self.output).unwrap();
        (done, self.scratch.names(), text)
    }
}

#[test]
fn signals_stop_a_run_and_take_its_temporary_file() {
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        if is_ignored(name) {
            continue;
        }
        let waiting = Waiting::start(":");
        signal(&waiting.child, name);
        let (done, names, text) = waiting.end();
        done.failed(code, &["stopped after", "lines"]);
        assert_eq!((names, text.as_str()), (vec!["out".to_owned()], "precious"));
    }
}

#[test]
fn a_signal_that_the_parent_ignores_is_ignored() {
    let mut waiting = Waiting::start("trap '' INT TERM HUP");
    signal(&waiting.child, "INT");
    signal(&waiting.child, "TERM");
    signal(&waiting.child, "HUP");
    let mut pipe = waiting.child.stdin.take().unwrap();
    let more = format!("{PUZZLE}\n").repeat(1000);
    pipe.write_all(more.as_bytes()).unwrap();
    drop(pipe);
    let (done, names, text) = waiting.end();
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert_eq!(names, ["out"]);
    assert_eq!(text, format!("{ANSWER}\n").repeat(2000));
}

#[test]
fn a_kill_leaves_the_old_output_whole() {
    for _ in 0..3 {
        let mut waiting = Waiting::start(":");
        waiting.child.kill().unwrap();
        let (done, _, text) = waiting.end();
        assert_eq!((done.code, text.as_str()), (None, "precious"));
    }
}

#[test]
fn files_that_look_like_temporary_ones_stay() {
    // As a killed run may have left it, or a person made it.
    let waiting = Waiting::start(":");
    let scratch = &waiting.scratch;
    let backup = scratch.file(".out.backup.part", "precious");
    let of_the_living = scratch.names();
    assert_eq!(of_the_living.len(), 3);
    let done = fed(
        solve(&["-f", "-o", &waiting.output]),
        format!("{PUZZLE}\n").as_bytes(),
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(scratch.names(), of_the_living);
    assert_eq!(fs::read_to_string(backup).unwrap(), "precious");
}

#[test]
fn no_more_threads_start_than_there_are_chunks() {
    let scratch = Scratch::new();
    let one = scratch.file("one", &format!("{PUZZLE}\n"));
    let more = scratch.file("more", &format!("{PUZZLE}\n").repeat(100));
    let threads = |args: &[&str]| {
        let mut command = ninefold();
        command.args(["solve", "-j", "3000", "--report", "json"]);
        let done = ended({
            command.args(args);
            command
        });
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
        report["threads"].as_u64().unwrap()
    };
    assert_eq!(threads(&[&one]), 1);
    assert_eq!(threads(&[&one, &one, &one]), 3);
    assert_eq!(threads(&[&more, "--chunk-size", "1K"]), 8200 / 1024 + 1);
}

#[test]
fn a_signal_ends_a_run_whose_reader_stands_still() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(20_000));
    let mut child = solve(&[&input, "--chunk-size", "4K"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It has begun to write, and the pipe does not hold all.
    let rows = child.stdout.as_mut().unwrap();
    rows.read_exact(&mut [0]).unwrap();
    signal(&child, "TERM");
    wait_for("end", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn threads_that_are_refused_are_an_error() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(10));
    let output = scratch.file("out", "precious");
    fs::set_permissions(
        scratch.path(""),
        std::os::unix::fs::PermissionsExt::from_mode(0o777),
    )
    .unwrap();
    // One process of this user, and no second thread. Root has no such limit.
    let mut command = limited(
        "ulimit -p 1 2>/dev/null || ulimit -u 1",
        &solve(&[&input, "-f", "-o", &output]),
    );
    if fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0) {
        command.uid(54_321);
    }
    let Ok(output_of) = command.stdin(Stdio::null()).output() else {
        return skipped("the program is out of another user's reach");
    };
    let done: Ended = output_of.into();
    if done.code == Some(0) {
        return skipped("no limit on threads here");
    }
    done.failed(3, &["thread"]);
    assert_eq!(fs::read(&output).unwrap(), b"precious");
    assert_eq!(scratch.names(), ["in", "out"]);
}

/// Lines without end, or a panic after some.
struct Lines(u32);

impl Source for Lines {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        self.0 = self.0.checked_sub(1).expect("no more lines");
        Ok(Some(Chunk {
            bytes: Bytes::Owned(format!("{PUZZLE}\n").into_bytes()),
            source: 0,
            offset: 0,
            origins: None,
            broken: None,
        }))
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "lines"
    }
}

struct Full(Vec<u8>);

impl Sink for Full {
    fn rows(&mut self, rows: &[u8], _position: &Position) -> io::Result<()> {
        if self.0.len() > 500 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(rows);
        Ok(())
    }
}

fn run_lines(lines: u32, job: &Job, sink: &mut dyn Sink) -> PipelineError {
    let opened = Opened::of_lines(Box::new(Lines(lines)));
    let progress = Arc::new(Progress::default());
    pipeline::run([Ok(opened)], job, sink, &progress, &Stop::new()).expect_err("it cannot end well")
}

#[test]
fn a_thread_that_panics_is_an_error_after_whole_rows() {
    let mut rows = Vec::new();
    let error = run_lines(50, &Job::default(), &mut rows);
    assert!(
        matches!(&error, PipelineError::Reader(message) if message.starts_with("no more lines"))
    );
    assert_eq!(rows, format!("{ANSWER}\n").repeat(50).as_bytes());
}

/// The engine `mrv`, which fails after some requests.
struct Fragile {
    solver: Box<dyn Solver>,
}

static ASKED: AtomicU32 = AtomicU32::new(0);

impl Solver for Fragile {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        assert!(asked != 20, "no more puzzles");
        self.solver.solve(batch, limits, observer)
    }
}

static FRAGILE: EngineInfo = EngineInfo::new("fragile", |options| {
    let solver = registry::find("mrv")?.make(options)?;
    Ok(Box::new(Fragile { solver }))
});

#[test]
fn a_worker_that_panics_is_an_error_with_its_lines_after_whole_rows() {
    let job = Job::default().engine(&FRAGILE).threads(3);
    let mut rows = Vec::new();
    let error = run_lines(50, &job, &mut rows);
    let PipelineError::Panicked {
        input,
        first,
        last,
        message,
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(
        (input.as_str(), message.as_str()),
        ("lines", "no more puzzles")
    );
    // A chunk is a line here. Those before it are whole, and no other is there.
    assert_eq!(first, last);
    assert_eq!(
        rows,
        format!("{ANSWER}\n").repeat(*first as usize - 1).as_bytes()
    );
    assert!((1..=40).contains(first), "{first}");
    assert!(error.to_string().ends_with("this is a bug in ninefold"));
}

#[test]
fn a_sink_that_fails_ends_a_run_that_had_no_end() {
    let mut sink = Full(Vec::new());
    let error = run_lines(u32::MAX, &Job::default(), &mut sink);
    assert!(matches!(&error, PipelineError::Write(_)), "{error}");
    assert_eq!(sink.0, format!("{ANSWER}\n").repeat(7).as_bytes());
}

/// The number of the call by which the main thread opens the temporary file of `out`.
#[cfg(target_os = "linux")]
fn opening(scratch: &Scratch, args: &str) -> usize {
    let log = scratch.path("log");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o", &log, "-e", "trace=openat"]);
    strace
        .arg(env!("CARGO_BIN_EXE_ninefold"))
        .args(args.split(' '));
    strace.current_dir(scratch.path(""));
    let done = ended(strace);
    assert!(matches!(done.code, Some(0 | 1 | 4)), "{}", done.stderr);
    let calls = fs::read_to_string(&log).unwrap();
    let main = calls.split(' ').next().unwrap();
    let mut own = calls.lines().filter(|call| call.starts_with(main));
    let number = own.position(|call| call.contains(".out.") && call.contains("O_EXCL"));
    fs::remove_file(log).unwrap();
    let _ = fs::remove_file(scratch.path("out"));
    1 + number.unwrap()
}

/// A signal may come as soon as there is a file.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_comes_with_the_first_file_takes_it() {
    if !tool("strace", &["-f", "-o", "/dev/null", "true"]) {
        return skipped("no strace that may trace (apt-get install strace)");
    }
    let scratch = Scratch::new();
    scratch.file("in", &format!("{PUZZLE}\n"));
    let program = env!("CARGO_BIN_EXE_ninefold");
    for args in [
        "solve -q in -o out",
        "generate -q -o out -n 1",
        "transform -q --canonical in -o out",
        "rate -q in -o out",
        "bench -q in --engines=mrv --rounds=1 --save out",
        &format!("compare -q --paired {program} {program} in --engines=mrv --time=1s --json out"),
    ] {
        let number = opening(&scratch, args);
        // The last number makes the run of a generator endless.
        let endless = if args.starts_with("generate") {
            "00000000"
        } else {
            ""
        };
        let mut strace = Command::new("strace");
        strace.args(["-f", "-o", "/dev/null", "-e", "trace=openat", "-e"]);
        strace.arg(format!("inject=openat:signal=TERM:when={number}"));
        strace
            .arg(program)
            .args(format!("{args}{endless}").split(' '));
        strace.current_dir(scratch.path(""));
        let done = ended(strace);
        assert_eq!(done.code, Some(143), "{args}: {}", done.stderr);
        assert_eq!(scratch.names(), ["in"], "{args}");
    }
}
