//! Processes that a solver leaves behind, and solvers whose parent is ended: none of them stays.

use super::{Place, gone, honest, reason, wait_for};
use crate::common::{signal, start};
use std::fs;
use std::process::Child;

/// The command lines that mention this test's folder.
fn alive(place: &Place) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    let folder = place.path("");
    lines.filter(|line| line.contains(&folder)).collect()
}

/// A script that records its process number and never ends, and the file of that number.
fn endless(place: &Place) -> (String, String) {
    let pid = place.path("pid");
    let text = format!("echo $$ > '{pid}.new'; mv '{pid}.new' '{pid}'; while :; do sleep 1; done");
    (place.file("endless", &text), pid)
}

/// Starts a verb that measures or judges a solver called `old`.
fn started(place: &Place, verb: &str, solver: &str) -> Child {
    let copies = place.path("copies");
    fs::create_dir_all(&copies).unwrap();
    let verb = match verb {
        "bench" => "bench -q --engines=mrv --time=100s",
        "compare" => "compare -q --paired old old",
        other => other,
    };
    let mut command = place.command(&format!("{verb} in.txt --solver \"{solver}\""));
    command.env("TMPDIR", copies);
    start(command)
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
            // Even by a signal that it cannot catch.
            for (name, code) in [("TERM", Some(143)), ("KILL", None)] {
                let _ = fs::remove_file(&pid);
                let solver = place.solver("old", &format!("read -r l || exit 0; {way}"));
                let mut run = started(&place, verb, &solver);
                wait_for("solver", || fs::exists(&pid).unwrap());
                signal(&run, name);
                assert_eq!(run.wait().unwrap().code(), code);
                gone(fs::read_to_string(&pid).unwrap().trim());
                wait_for("end of all", || alive(&place).is_empty());
            }
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
        let mut run = started(&place, verb, &hangs);
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
    let first = format!("read -r l || exit 0; {leaves}{waits}");
    let forwards = format!("(echo \"$l\"; cat) | {}", honest(""));
    let plain = place.solver("old", &format!("{first}{forwards}"));
    let greets = format!("{leaves}{waits}echo ninefold-solver 1; cat >/dev/null");
    let greets = place.solver("greets", &greets);
    let hangs = place.solver("hangs", &format!("{first}sleep 1000"));
    // By then, the run has left it behind on any machine.
    for (solver, seconds) in [(&plain, 60), (&greets, 60), (&hangs, 10)] {
        let timeout = format!("--timeout={seconds}s");
        let (done, record) = place.bench(&[solver], &timeout);
        let name = solver.split('=').next().unwrap();
        ends(name, &reason(&done, &record, name));
    }
    for verb in ["verify in.txt", "compare -q --paired old old in.txt"] {
        let done = place.run(&format!("{verb} --solver \"{plain}\""));
        ends(verb, &done.ended(3, &[]).stderr);
    }
    // A process that ends by itself is not a fault.
    let soon = place.solver("old", &format!("(true &); {}", honest("")));
    let done = place.run(&format!("verify in.txt --solver \"{soon}\""));
    done.ended(0, &[]);
}
