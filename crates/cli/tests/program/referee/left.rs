//! Processes that a solver leaves behind, and solvers whose parent is ended: none of them stays.

use super::{Place, gone, honest, reason};
use crate::common::wait_for;
use std::fs;
use std::process::{Command, Stdio};

/// The command lines that mention this test's folder.
fn alive(place: &Place) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines
        .filter(|line| line.contains(&place.0.path("")))
        .collect()
}

/// A script that records its process number and never ends, and the file of that number.
fn endless(place: &Place) -> (String, String) {
    let pid = place.0.path("pid");
    let text = format!("echo $$ > '{pid}.new'; mv '{pid}.new' '{pid}'; while :; do sleep 1; done");
    (place.0.file("endless", &text), pid)
}

/// Starts a verb that measures or judges a solver called `old`.
fn start(place: &Place, verb: &str, solver: &str) -> std::process::Child {
    let copies = place.0.path("copies");
    fs::create_dir_all(&copies).unwrap();
    let verb = match verb {
        "bench" => "bench -q --engines=mrv --time=100s",
        "compare" => "compare -q --paired old old",
        other => other,
    };
    let mut command = place
        .0
        .command(&format!("{verb} in.txt --solver \"{solver}\""));
    command.env("TMPDIR", copies);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn what_was_started_ends_with_who_started_it() {
    let place = Place::new();
    let (endless, pid) = endless(&place);
    let ways = [
        format!("exec sh '{endless}'"),
        // Processes of a script, also in another group or session.
        format!("sh '{endless}'; true"),
        format!("timeout 1000 sh '{endless}'; true"),
        format!("(setsid sh '{endless}' &); sleep 1000"),
    ];
    for verb in ["bench", "compare", "verify"] {
        for way in &ways {
            let _ = fs::remove_file(&pid);
            let solver = place.script("old", &format!("read -r l || exit 0; {way}"));
            let mut run = start(&place, verb, &solver);
            wait_for("solver", || fs::exists(&pid).unwrap());
            let id = run.id().to_string();
            let signal = Command::new("kill").args(["-TERM", &id]).status();
            assert!(signal.unwrap().success());
            run.wait().unwrap();
            gone(fs::read_to_string(&pid).unwrap().trim());
            wait_for("end of all", || alive(&place).is_empty());
        }
    }
}

#[test]
fn a_library_ends_with_who_loaded_it() {
    let place = Place::new();
    let Some(hangs) = place.library("old", &["-DHANGS"]) else {
        return;
    };
    for verb in ["bench", "compare"] {
        let mut run = start(&place, verb, &hangs);
        let works = |line: &String| line.contains(" worker");
        wait_for("worker", || alive(&place).iter().any(works));
        // Even by a signal that it cannot catch.
        run.kill().unwrap();
        run.wait().unwrap();
        wait_for("end of all", || alive(&place).is_empty());
    }
}

#[test]
fn what_a_solver_leaves_running_is_ended_and_named() {
    let place = Place::new();
    let (endless, pid) = endless(&place);
    let leaves = format!("(setsid sh '{endless}' </dev/null >/dev/null 2>&1 &); ");
    let waits = format!("while [ ! -e '{pid}' ]; do sleep 0.01; done; ");
    let message = format!("which were killed: sh {endless} (process ");
    let ends = |what: &str, said_by: &str| {
        assert!(said_by.contains(&message), "{what}: {said_by}");
        gone(fs::read_to_string(&pid).unwrap().trim());
        assert_eq!(alive(&place), [""; 0], "{what}");
        fs::remove_file(&pid).unwrap();
    };
    let plain = place.script(
        "old",
        &format!(
            "read -r l || exit 0; {leaves}{waits}(echo \"$l\"; cat) | {}",
            honest("")
        ),
    );
    let greets = place.script(
        "greets",
        &format!("{leaves}{waits}echo ninefold-solver 1; cat >/dev/null"),
    );
    let hangs = place.script(
        "hangs",
        &format!("read -r l || exit 0; {leaves}{waits}sleep 1000"),
    );
    // By then, the run has left it behind on any machine.
    let timeouts = [
        (&plain, "--timeout=60s"),
        (&greets, "--timeout=60s"),
        (&hangs, "--timeout=10s"),
    ];
    for (solver, timeout) in timeouts {
        let (done, record) = place.bench(&[solver], &[timeout]);
        let name = solver.split('=').next().unwrap();
        ends(name, &reason(&done, &record, name));
    }
    for verb in ["verify in.txt", "compare -q --paired old old in.txt"] {
        let done = place.0.run(&format!("{verb} --solver \"{plain}\""));
        assert_eq!(done.code, Some(3), "{verb} {}", done.stderr);
        ends(verb, &done.stderr);
    }
    // A process that ends by itself is not a fault.
    let soon = place.script("old", &format!("(true &); {}", honest("")));
    let done = place.0.run(&format!("verify in.txt --solver \"{soon}\""));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}
