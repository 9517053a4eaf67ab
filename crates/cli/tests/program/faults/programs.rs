//! Programs given to `compare --paired` that misbehave.

use super::common::{Scratch, ninefold, sample};
use super::{Ended, ended, is_ignored, signal, tool, wait_for};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// An executable shell script.
fn script(scratch: &Scratch, name: &str, text: &str) -> String {
    let path = scratch.file(name, &format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// `compare --paired` of two programs, quickly.
fn compare(scratch: &Scratch, old: &str, new: &str, more: &[&str]) -> Command {
    let input = scratch.file("in", &sample());
    let mut command = ninefold();
    command.args([
        "compare",
        "--paired",
        old,
        new,
        &input,
        "-q",
        "--engines=mrv",
        "--max-puzzles=4",
    ]);
    command.args(["--pairs=8"]);
    command.args(more);
    command
}

/// Failed with code 3 and all of these words.
#[track_caller]
fn broken(done: &Ended, words: &[&str]) {
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    for word in words {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}

/// A worker that greets, and ends at the first request.
fn without_requests(real: &str) -> String {
    format!("sed -u '/^solve/Q' | {real} \"$@\"")
}

#[test]
fn a_program_that_never_answers_ends_at_the_time_out() {
    let scratch = Scratch::new();
    let real = env!("CARGO_BIN_EXE_ninefold");
    let silent = script(&scratch, "silent", "echo waiting >&2\nsleep 1000");
    let waits = "nothing came for 10s";
    let waits = [&*silent, waits, "--timeout", "\n  waiting\n"];
    // It greets as a real one does, and then prints nothing.
    let deaf = script(
        &scratch,
        "deaf",
        &format!("{}\nexec sleep 1000", without_requests(real)),
    );
    let measured = [&*deaf, waits[1], "after 0 of 1 answer"];
    // At the same time, because each takes its full time-out.
    let ends = |program: &str, words: &[&str]| {
        let done = ended(compare(&scratch, program, real, &["--timeout=10s"]));
        broken(&done, words);
    };
    std::thread::scope(|scope| {
        scope.spawn(|| ends(&silent, &waits));
        scope.spawn(|| ends(&deaf, &measured));
    });
}

#[test]
fn a_program_that_is_no_ninefold_is_named_with_what_it_did() {
    let scratch = Scratch::new();
    let real = env!("CARGO_BIN_EXE_ninefold");
    let rubbish = script(
        &scratch,
        "rubbish",
        "printf 'hello \\033[31m\\nmore\\n'; cat",
    );
    let done = ended(compare(&scratch, &rubbish, real, &[]));
    broken(
        &done,
        &[
            &rubbish,
            r#"it begins with "hello \u{1b}[31m", not with "ninefold-solver 2""#,
            "as a command: compare --paired old new --solver",
        ],
    );
    let endless = script(&scratch, "endless", "exec yes");
    broken(
        &ended(compare(&scratch, &endless, real, &[])),
        &[&endless, "begins with \"y\""],
    );
    let dies = script(&scratch, "dies", "printf 'no \\033corpus\\n' >&2; exit 7");
    let done = ended(compare(&scratch, &dies, real, &[]));
    broken(
        &done,
        &[
            &dies,
            "it ended (exit status: 7) before it said",
            "it said:\n  no \\u{1b}corpus\n",
        ],
    );
    let tired = script(
        &scratch,
        "tired",
        &format!("{}\necho tired >&2; exit 9", without_requests(real)),
    );
    let done = ended(compare(&scratch, &tired, real, &[]));
    broken(
        &done,
        &[
            &tired,
            "it ended (exit status: 9) after 0 of 1 answer",
            "\n  tired\n",
        ],
    );
}

#[test]
fn a_signal_takes_the_programs_along() {
    let scratch = Scratch::new();
    let real = env!("CARGO_BIN_EXE_ninefold");
    for (name, code) in [("TERM", 143), ("INT", 130)] {
        if is_ignored(name) {
            continue;
        }
        // It has a child, which must not stay either.
        let pids = scratch.path(&format!("pids-{name}"));
        let silent = script(
            &scratch,
            "silent",
            &format!("sleep 1000 &\necho $$ $! > {pids}.new\nmv {pids}.new {pids}\nwait"),
        );
        let child = compare(&scratch, &silent, real, &[])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for("program", || fs::exists(&pids).unwrap());
        let text = fs::read_to_string(&pids).unwrap();
        let pids: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(pids.len(), 2);
        signal(&child, name);
        let done = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{message}");
        for pid in pids {
            let gone = || !tool("kill", &["-0", pid]) || is_zombie(pid);
            wait_for("end of the program", gone);
        }
    }
}

/// Whether a process has ended and was not waited for.
fn is_zombie(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat"));
    status.is_ok_and(|status| status.contains(") Z "))
}
