//! Other programs on the machine that replace, truncate or link where a run writes.

use super::{
    ANSWER, QUICK, Scratch, end, limited, puzzles, signal, skipped, start, started, wait_for, with,
};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Child;

/// More lines than writing threads collect before they write.
const LINES: usize = 100_000;

/// Whether all of its threads wait, as far as the system tells: it writes no more.
fn is_asleep(run: &Child) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", run.id())) else {
        return true;
    };
    threads.flatten().all(|thread| {
        let state = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        state
            .rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with('S'))
    })
}

#[test]
fn a_temporary_file_that_is_not_what_was_written_is_not_put_in_place() {
    for way in ["replaced", "cut", "cut to nothing", "removed"] {
        let scratch = Scratch::new();
        scratch.file("out", "old");
        let run = started(
            &scratch,
            "solve -q --chunk-size 64K -f -o out -",
            &puzzles(LINES),
        );
        let part = || {
            let mut names = scratch.names().into_iter();
            Some(scratch.path(&names.find(|name| name.ends_with(".part"))?))
        };
        let written = |path: String| fs::metadata(path).is_ok_and(|file| file.len() > 100_000);
        wait_for("rows", || part().is_some_and(written));
        // What is cut while it is written would be filled again.
        wait_for("a pause", || is_asleep(&run) && is_asleep(&run));
        let path = part().unwrap();
        match way {
            "replaced" => fs::rename(scratch.file("other", "somebody else's"), &path).unwrap(),
            "removed" => fs::remove_file(&path).unwrap(),
            _ => {
                let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
                file.set_len(if way == "cut" { 90_000 } else { 0 }).unwrap();
            }
        }
        let done = end(run, &puzzles(LINES));
        done.failed(3, &["cannot write", "out"]);
        assert!(!done.stderr.contains(".part"), "{}", done.stderr);
        assert_eq!(scratch.read("out"), "old", "{way}");
        if way == "replaced" {
            // The file is not ours to remove.
            assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's");
        }
    }
}

#[test]
fn links_of_others_in_sticky_folders_are_not_followed() {
    let scratch = with(1);
    fs::create_dir(scratch.path("sticky")).unwrap();
    scratch.file("there", "old");
    for (name, target) in [("new", "target"), ("old", "there"), ("own", "own")] {
        let link = scratch.path(&format!("sticky/{name}"));
        symlink(scratch.path(target), &link).unwrap();
        if name != "own" && std::os::unix::fs::lchown(&link, Some(12345), None).is_err() {
            return skipped("giving a link away needs root");
        }
    }
    let mode = fs::Permissions::from_mode(0o1777);
    fs::set_permissions(scratch.path("sticky"), mode).unwrap();
    for link in ["sticky/new", "sticky/old"] {
        for verb in [
            "solve -q in -f -o",
            "solve -q in -o",
            "solve -q in --resume -o",
            &format!("{QUICK} in --append"),
            &format!("{QUICK} in --force --save"),
        ] {
            scratch.run(&format!("{verb} {link}")).ended(2, &[link]);
        }
    }
    assert_eq!(scratch.names(), ["in", "sticky", "there"]);
    assert_eq!(scratch.read("there"), "old");
    // Our own are followed.
    scratch.run("solve -q in -o sticky/own").printed(0, "");
    assert_eq!(scratch.read("own"), format!("{ANSWER}\n"));
}

#[test]
fn copies_of_the_program_are_in_folders_that_nobody_else_can_use() {
    let scratch = with(50);
    fs::create_dir(scratch.path("tmp")).unwrap();
    let bench = || {
        let command = scratch.command("bench -q --engines=mrv --time=100s in");
        let mut command = limited("umask 0", &command);
        command.env("TMPDIR", scratch.path("tmp"));
        start(command)
    };
    let folders = || -> Vec<PathBuf> {
        let entries = fs::read_dir(scratch.path("tmp")).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let mut run = bench();
    wait_for("a copy", || {
        let inside = folders().first().map(fs::read_dir);
        inside.is_some_and(|inside| inside.is_ok_and(|inside| inside.count() > 0))
    });
    let all = folders();
    let mode = fs::metadata(&all[0]).unwrap().permissions().mode();
    assert_eq!((all.len(), mode & 0o777), (1, 0o700));
    run.kill().unwrap();
    run.wait().unwrap();
    // The next run removes its own, and not what another one left.
    let mut next = bench();
    wait_for("another folder", || folders().len() == 2);
    signal(&next, "TERM");
    next.wait().unwrap();
    assert_eq!(folders(), all);
}
