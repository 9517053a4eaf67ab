//! Every kind of bad input, failing output and disturbed process that we could think of, without
//! any loss. Each test checks the exit code, the message, the state of the output and the remaining
//! files in its directory.
//!
//! A test that this machine cannot run (mounting without root, missing `strace`) is skipped with a
//! line on standard error.

use super::common;

mod changes;
mod checkpoint;
mod files;
mod foreign;
mod input;
#[cfg(target_os = "linux")]
mod memory;
mod neighbours;
mod output;
mod process;
mod programs;
mod streams;

use common::{
    ANSWER, Finished, PUZZLE, Scratch, answers, feed, limited, puzzles, sample, signal, skipped,
    start, tool, wait_for,
};
use std::fs;
use std::io::Write;
use std::process::Child;

/// Options of `bench` for a very short run.
const QUICK: &str = "bench -q --engines=mrv --min-sample-time=100us --rounds=1 --max-puzzles=4";

/// A directory with an input, its answers and a result: `in`, `out` and `r.json`.
fn place() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    for args in ["solve -q in -o out", &format!("{QUICK} in --save r.json")] {
        scratch.run(args).ended(0, &[]);
    }
    scratch
}

/// A directory with `in` of this many puzzles.
fn with(lines: usize) -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &puzzles(lines));
    scratch
}

/// A run that has this on its standard input, and waits for more.
fn started(scratch: &Scratch, args: &str, text: &str) -> Child {
    let mut child = start(scratch.command(args));
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    child
}

/// Gives a run the rest of its input, and waits for its end.
fn end(mut child: Child, rest: &str) -> Finished {
    // It may have ended with an error already.
    let _ = child.stdin.take().unwrap().write_all(rest.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// Waits for the end of a run whose streams stay open.
fn ends_by_itself(child: &mut Child) -> Option<i32> {
    let mut done = None;
    wait_for("end", || {
        done = child.try_wait().unwrap();
        done.is_some()
    });
    done.unwrap().code()
}

/// The files in a directory, and the text of one of them.
#[track_caller]
fn has(scratch: &Scratch, names: &[&str], name: &str, text: &str) {
    assert_eq!(scratch.names(), names);
    // Not both whole: they may be long.
    assert!(scratch.read(name) == text, "{name} has another text");
}

/// The signals that end a run, and the exit codes: those that this process, and so its children,
/// does not ignore, as background jobs and jobs under `nohup` do.
fn signals() -> Vec<(&'static str, i32)> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    let is_heard = |bit: u32| ignored.unwrap_or_default() >> bit & 1 == 0;
    let all = [("HUP", 129, 0), ("INT", 130, 1), ("TERM", 143, 14)];
    let heard = all.into_iter().filter(|&(_, _, bit)| is_heard(bit));
    heard.map(|(name, code, _)| (name, code)).collect()
}

/// A file system mounted on a directory, for as long as this lives.
struct Mount(Scratch);

impl Mount {
    /// `None`, with a message, if mounting is not allowed.
    fn new(args: &[&str]) -> Option<Mount> {
        let scratch = Scratch::new();
        if tool("mount", &[args, &[&scratch.path("")]].concat()) {
            return Some(Mount(scratch));
        }
        skipped("mounting needs root");
        None
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = tool("umount", &["-l", &self.0.path("")]);
    }
}
