//! Signals, limits and threads that fail during a run.

use super::{
    Finished, PUZZLE, Scratch, answers, ends_by_itself, has, limited, puzzles, signal, skipped,
    start, wait_for, with,
};
use crate::common::PROGRAM;
use ninefold::Stop;
use ninefold::engine::registry::{self, EngineInfo};
use ninefold::engine::{Batch, Counters, Limits, Observer, Solver};
use ninefold_files::format::{FormatOptions, Kind, open};
use ninefold_files::input::{Bytes, Chunk, InputError, Source};
use ninefold_files::pipeline::{self, Job, PipelineError, Position, Progress, Sink};
use std::fs::{self, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn a_signal_that_the_parent_ignores_is_ignored() {
    let scratch = Scratch::new();
    let command = scratch.command("solve -q -o out --chunk-size 4K");
    let mut child = start(limited("trap '' INT TERM HUP", &command));
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(puzzles(1000).as_bytes()).unwrap();
    wait_for("row", || scratch.has_rows());
    for name in ["INT", "TERM", "HUP"] {
        signal(&child, name);
    }
    super::end(child, &puzzles(1000)).printed(0, "");
    has(&scratch, &["out"], "out", &answers(2000));
}

#[test]
fn a_signal_ends_a_run_whose_reader_stands_still() {
    let scratch = with(20_000);
    let mut child = start(scratch.command("solve -q in --chunk-size 4K"));
    // It has begun to write, and the pipe does not hold all.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    signal(&child, "TERM");
    assert_eq!(ends_by_itself(&mut child), Some(143));
}

#[test]
fn a_signal_ends_a_run_of_one_chunk_within_a_puzzle() {
    let scratch = Scratch::new();
    scratch.file("in", &(".".repeat(81) + "\n"));
    for more in ["", " --resume"] {
        let args = "solve -q in -o out --count --limit 1000000000000 --max-guesses 1000000000000";
        let mut child = start(scratch.command(&format!("{args}{more}")));
        wait_for("file", || scratch.names().len() > 1);
        signal(&child, "TERM");
        assert_eq!(ends_by_itself(&mut child), Some(143));
        assert_eq!(scratch.names(), ["in"], "{more}");
    }
}

/// A signal may come as soon as there is a file: with the call that creates it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_comes_with_the_first_file_takes_it() {
    let scratch = with(1);
    let strace = |options: &str, args: &str| {
        let mut strace = Command::new("strace");
        strace
            .args(["-f", "-e", "trace=openat"])
            .args(options.split(' '));
        strace.arg(PROGRAM).args(args.split(' '));
        strace.current_dir(scratch.path("")).output()
    };
    for args in [
        "solve -q in -o out",
        "bench -q in --engines=mrv --rounds=1 --save out",
    ] {
        let done = strace("-o log", args);
        let calls = fs::read_to_string(scratch.path("log")).unwrap_or_default();
        if done.is_err() || calls.is_empty() {
            return skipped("no strace that may trace (apt-get install strace)");
        }
        // Calls of the main thread, which is the first.
        let main = calls.split(' ').next().unwrap();
        let mut calls = calls.lines().filter(|call| call.starts_with(main));
        let is_first = |call: &str| call.contains(".out.") && call.contains("O_EXCL");
        let number = 1 + calls.position(is_first).unwrap();
        for name in ["log", "out"] {
            fs::remove_file(scratch.path(name)).unwrap();
        }
        let inject = format!("-o /dev/null -e inject=openat:signal=TERM:when={number}");
        Finished::from(strace(&inject, args).unwrap()).ended(143, &[]);
        assert_eq!(scratch.names(), ["in"], "{args}");
    }
}

#[test]
fn no_more_threads_start_than_there_are_chunks() {
    let scratch = with(1);
    scratch.file("more", &puzzles(100));
    for (inputs, threads) in [
        ("in", 1),
        ("in in in", 3),
        ("more --chunk-size 1K", 8200 / 1024 + 1),
    ] {
        let done = scratch.run(&format!("solve -j 60 --report json {inputs}"));
        assert_eq!(done.report()["threads"], threads, "{inputs}");
    }
}

#[test]
fn threads_that_are_refused_are_an_error_unless_there_is_one_chunk() {
    let scratch = with(10);
    scratch.file("out", "precious");
    fs::set_permissions(scratch.path(""), Permissions::from_mode(0o777)).unwrap();
    // One process of this user, and no second thread. Root has no such limit.
    let limit = "ulimit -p 1 2>/dev/null || ulimit -u 1";
    let run = |args: &str| {
        let mut command = limited(limit, &scratch.command(args));
        if fs::metadata("/proc/self").is_ok_and(|of| of.uid() == 0) {
            command.uid(54_321);
        }
        command.output()
    };
    match run("solve -q in in -f -o out") {
        Ok(done) if !done.status.success() => Finished::from(done).failed(3, &["thread"]),
        _ => return skipped("no such limit, or the program is out of another user's reach"),
    }
    has(&scratch, &["in", "out"], "out", "precious");
    let alone = Finished::from(run("solve -q in").unwrap());
    alone.printed(0, &answers(10));
}

/// This many lines, and then a panic.
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
            is_piece: false,
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
    let options = FormatOptions::default().kind(Kind::Line);
    let opened = open(Box::new(Lines(lines)), &options).expect("it can be read");
    let progress = Progress::default().into();
    pipeline::run([Ok(opened)], job, sink, &progress, &Stop::new()).expect_err("it cannot end well")
}

/// The engine `mrv`, which panics at its twentieth batch.
struct Fragile(Box<dyn Solver>);

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
        self.0.solve(batch, limits, observer)
    }
}

static FRAGILE: EngineInfo = EngineInfo::new("fragile", |options| {
    let solver = registry::find("mrv")?.make(options)?;
    Ok(Box::new(Fragile(solver)))
});

#[test]
fn a_reader_worker_or_sink_that_fails_is_an_error_after_whole_rows() {
    let mut rows = Vec::new();
    let error = run_lines(50, &Job::default(), &mut rows);
    assert!(matches!(&error, PipelineError::Reader(why) if why.starts_with("no more lines")));
    assert_eq!(rows, answers(50).as_bytes());

    let mut sink = Full(Vec::new());
    let error = run_lines(u32::MAX, &Job::default(), &mut sink);
    assert!(matches!(&error, PipelineError::Write(_)), "{error}");
    assert_eq!(sink.0, answers(7).as_bytes());

    rows.clear();
    let error = run_lines(50, &Job::default().engine(&FRAGILE).threads(3), &mut rows);
    let PipelineError::Panicked {
        input,
        first,
        last,
        message,
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!((&**input, &**message), ("lines", "no more puzzles"));
    // A chunk is a line here. Those before it are whole, and no other is there.
    assert!(first == last && (1..=40).contains(first), "{first}");
    assert_eq!(rows, answers(*first as usize - 1).as_bytes());
}
