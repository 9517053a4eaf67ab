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
mod refusals;
mod streams;

use common::{Scratch, ninefold, wait_for};
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";
const ANSWER: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

/// How a run ended; rows may hold any bytes.
#[derive(Default)]
struct Ended {
    code: Option<i32>,
    rows: Vec<u8>,
    stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        Ended {
            code: output.status.code(),
            rows: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ended {
    /// The rows as text.
    fn text(&self) -> &str {
        std::str::from_utf8(&self.rows).expect("rows are text")
    }

    /// Refused or failed with this code, in one line with all of `words`.
    #[track_caller]
    fn failed(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "{word}: {}", self.stderr);
        }
        assert!(self.stderr.starts_with("ninefold: "), "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}

/// `ninefold solve --quiet --threads 2` and these arguments.
fn solve(args: &[&str]) -> Command {
    let mut command = ninefold();
    command.args(["solve", "-q", "--threads", "2"]).args(args);
    command
}

/// Runs with these bytes as standard input.
fn fed(mut command: Command, stdin: &[u8]) -> Ended {
    common::output(&mut command, stdin).into()
}

fn ended(command: Command) -> Ended {
    fed(command, b"")
}

/// The same command, run by a shell that first sets `limit`.
fn limited(limit: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("{limit} && exec \"$0\" \"$@\""));
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

/// Says why a test, or a part of it, was skipped.
fn skipped(why: &str) {
    // Straight to the handle, which the test harness does not capture.
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test").to_owned();
    let _ = writeln!(std::io::stderr(), "skipped: {name}: {why}");
}

/// Runs a tool. Returns whether it succeeded.
fn tool(program: &str, args: &[&str]) -> bool {
    let status = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Sends a signal.
fn signal(child: &std::process::Child, name: &str) {
    assert!(tool(
        "kill",
        &[&format!("-{name}"), &child.id().to_string()]
    ));
}

/// Whether this process, and so its children, ignores a signal, as background jobs and jobs under
/// `nohup` do; as far as the system tells.
fn is_ignored(name: &str) -> bool {
    let bit = match name {
        "HUP" => 0,
        "INT" => 1,
        _ => return false,
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    let is_ignored = set.is_some_and(|set| set >> bit & 1 == 1);
    if is_ignored {
        skipped(&format!("SIG{name} is ignored here"));
    }
    is_ignored
}

/// A file system mounted on a directory, for as long as this lives.
struct Mount(String);

impl Mount {
    /// `None`, with a message, if mounting is not allowed.
    fn new(scratch: &Scratch, args: &[&str]) -> Option<Mount> {
        let place = scratch.path("mount");
        fs::create_dir_all(&place).expect("a directory can be made");
        if tool("mount", &[args, &[&place]].concat()) {
            return Some(Mount(place));
        }
        skipped("mounting needs root");
        None
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.0)
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = tool("umount", &["-l", &self.0]);
    }
}
