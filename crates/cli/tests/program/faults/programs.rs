//! Programs given to `compare --paired` that misbehave.

use super::{Finished, Scratch, feed, sample, signal, signals, start, tool, wait_for};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const REAL: &str = env!("CARGO_BIN_EXE_ninefold");

fn place() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    scratch
}

/// An executable shell script, compared with the real program.
fn compare(scratch: &Scratch, name: &str, text: &str) -> Command {
    let path = scratch.file(name, &format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    let options = "-q --engines=mrv --max-puzzles=4 --pairs=8 --timeout=10s";
    scratch.command(&format!("compare --paired {path} {REAL} in {options}"))
}

#[test]
fn a_program_that_misbehaves_is_named_with_what_it_did() {
    let place = place();
    // It greets as a real one does, and ends at the first request.
    let greets = format!("sed -u '/^solve/Q' | {REAL} \"$@\"");
    let ends = |name: &str, text: &str, words: &[&str]| {
        let done: Finished = feed(&mut compare(&place, name, text), "");
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        for word in words.iter().chain(&[name]) {
            assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
        }
    };
    // Together, because two of them take their full time-out.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let words = ["nothing came for 10s", "--timeout", "\n  waiting\n"];
            ends("silent", "echo waiting >&2\nsleep 1000", &words);
        });
        scope.spawn(|| {
            let words = ["nothing came for 10s", "after 0 of 1 answer"];
            ends("deaf", &format!("{greets}\nexec sleep 1000"), &words);
        });
        let words = [
            r#"it begins with "hello \u{1b}[31m""#,
            "as a command: compare --paired",
        ];
        ends("rubbish", r"printf 'hello \033[31m\nmore\n'; cat", &words);
        ends("endless", "exec yes", &["begins with \"y\""]);
        let words = ["it ended (exit status: 7) before", "\n  no \\u{1b}corpus\n"];
        ends("dies", r"printf 'no \033corpus\n' >&2; exit 7", &words);
        let words = [
            "it ended (exit status: 9) after 0 of 1 answer",
            "\n  tired\n",
        ];
        ends(
            "tired",
            &format!("{greets}\necho tired >&2; exit 9"),
            &words,
        );
    });
}

#[test]
fn a_signal_takes_the_programs_along() {
    let place = place();
    for (name, code) in signals() {
        // It has a child, which must not stay either.
        let text = "sleep 1000 &\necho $$ $! > new\nmv new pids\nwait";
        let child = start(compare(&place, "silent", text));
        wait_for("program", || place.names().contains(&"pids".to_owned()));
        let pids = place.read("pids");
        assert_eq!(pids.split_whitespace().count(), 2);
        fs::remove_file(place.path("pids")).unwrap();
        signal(&child, name);
        let done: Finished = child.wait_with_output().unwrap().into();
        assert_eq!(done.code, Some(code), "{}", done.stderr);
        for pid in pids.split_whitespace() {
            let status = || fs::read_to_string(format!("/proc/{pid}/stat"));
            let is_zombie = || status().is_ok_and(|status| status.contains(") Z "));
            wait_for("its end", || !tool("kill", &["-0", pid]) || is_zombie());
        }
    }
}
