//! Files of the user: every output of every verb, by one table.

use super::{
    ANSWER, Finished, Mount, PUZZLE, QUICK, Scratch, ends_by_itself, has, place, puzzles, signal,
    signals, start, started, tool, wait_for, with,
};
use crate::common::PROGRAM;
use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

/// An output: the command (`in` and `r.json` are its inputs), the flag, and the file that it writes
/// if it is given `new`.
type Case = (String, &'static str, &'static str);

/// The outputs that are refused if they exist, and replaced with `--force`.
fn cases() -> Vec<Case> {
    let bench = format!("{QUICK} in");
    let cases = [
        ("solve -q in", "--output", "new"),
        ("transform -q --canonical in", "--output", "new"),
        ("rate -q in", "--output", "new"),
        ("generate -q -n 2", "--output", "new"),
        ("compare r.json r.json", "--json", "new"),
        ("report r.json", "--output", "new"),
        ("man", "--out", "new/ninefold-solve.1"),
        (&bench, "--save", "new"),
    ];
    let owned = |(command, flag, file): (&str, _, _)| (command.to_owned(), flag, file);
    cases.into_iter().map(owned).collect()
}

/// An existing file or folder as the output.
fn write(place: &Scratch, file: &str, text: &str) {
    if file != "new" {
        fs::create_dir_all(place.path("new")).unwrap();
    }
    place.file(file, text);
}

fn clear(place: &Scratch) {
    let _ = fs::remove_dir_all(place.path("new"));
    let _ = fs::remove_file(place.path("new"));
}

/// There is nothing but the inputs and the output.
#[track_caller]
fn is_tidy(place: &Scratch) {
    assert_eq!(place.names(), ["in", "new", "out", "r.json"]);
    if let Ok(entries) = fs::read_dir(place.path("new")) {
        let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(names.all(|name| !name.contains(".part")));
    }
}

#[test]
fn every_option_that_names_a_file_is_in_the_table() {
    let text = |args: &str| Scratch::new().run(args).stdout;
    let mut known: BTreeSet<String> = ["bench --append".to_owned()].into();
    for (command, flag, _) in cases() {
        known.insert(format!("{} {flag}", command.split(' ').next().unwrap()));
    }
    let mut found = BTreeSet::new();
    let help = text("--help");
    let verbs = help.split("Commands:\n").nth(1).unwrap().lines();
    let verbs = verbs.map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    for verb in verbs.filter(|verb| !verb.is_empty() && *verb != "help") {
        for line in text(&format!("{verb} --help")).lines() {
            let Some(at) = line.find("--") else { continue };
            let (flag, value) = line[at..].split_once([' ', '=']).unwrap_or_default();
            let mut kinds = ["<FILE>", "<FOLDER>", "<DIR>"].iter();
            let is_file = kinds.any(|name| value.starts_with(name));
            let is_input = ["--against", "--solvers", "--trailer"].contains(&flag);
            if line.trim_start().starts_with('-') && is_file && !is_input {
                found.insert(format!("{verb} {flag}"));
            }
        }
    }
    assert_eq!(found, known);
}

#[test]
fn what_exists_is_refused_or_replaced_by_force_and_stays_what_it_was() {
    let place = place();
    for (command, flag, file) in cases() {
        let run = |more: &str| place.run(&format!("{command} {flag} new {more}"));
        // There is none yet: the command works.
        run("").worked();
        assert!(!place.read(file).is_empty(), "{command} {flag}");
        // Refused, before anything was done.
        write(&place, file, "precious");
        let done = run("");
        done.failed(2, &["exists", "--force"]);
        assert_eq!([done.stdout, place.read(file)], ["", "precious"]);
        is_tidy(&place);
        // Replaced, with its mode, also behind a link, which stays a link.
        let outside = Scratch::new();
        let real = outside.file("real", "precious");
        fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
        fs::remove_file(place.path(file)).unwrap();
        symlink(&real, place.path(file)).unwrap();
        run("-f").worked();
        assert!(fs::symlink_metadata(place.path(file)).unwrap().is_symlink());
        assert_ne!(outside.read("real"), "precious", "{command} {flag}");
        let mode = fs::metadata(&real).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o640, "{command} {flag}");
        assert_eq!(outside.names(), ["real"]);
        is_tidy(&place);
        clear(&place);
    }
}

#[test]
fn no_output_is_an_input_by_whatever_name() {
    let place = place();
    let own = (format!("{QUICK} in"), "--append", "new");
    for (command, flag, file) in cases().into_iter().chain([own]) {
        let mut inputs = ["in", "r.json"].into_iter();
        let Some(input) = inputs.find(|name| command.ends_with(name)) else {
            continue;
        };
        let text = place.read(input);
        for link in [fs::hard_link::<String, String>, symlink::<String, String>] {
            write(&place, file, "");
            fs::remove_file(place.path(file)).unwrap();
            link(place.path(input), place.path(file)).unwrap();
            let force = if flag == "--append" { "" } else { "-f" };
            let done = place.run(&format!("{command} {flag} new {force}"));
            done.failed(2, &["same file as input"]);
            assert_eq!(place.read(input), text, "{command} {flag}");
            is_tidy(&place);
            clear(&place);
        }
    }
    let text = place.read("in");
    let refused = |mut command: std::process::Command, words: &str| {
        let done: Finished = command.output().unwrap().into();
        done.failed(2, &[words]);
        assert_eq!(place.read("in"), text);
    };
    // Standard input that is redirected, and names of it.
    for verb in ["solve -q", "rate -q", "transform -q --canonical"] {
        for name in ["-", "/dev/stdin", "/proc/self/fd/0"] {
            let mut command = place.command(&format!("{verb} {name} -f -o in"));
            command.stdin(File::open(place.path("in")).unwrap());
            refused(command, ": write to another file");
        }
    }
    // A solver's program, script and library.
    place.file("solver.so", "precious");
    let solver = place.path("solver.so");
    for target in [&solver, &format!("{solver} -x"), &format!("cat {solver}")] {
        for verb in ["bench in --save", "compare in in --json"] {
            let mut command = place.command(&format!("{verb} solver.so -f"));
            command.args(["--solver", &format!("x={target}")]);
            refused(command, "solver.so is the same file as input");
            assert_eq!(place.read("solver.so"), "precious");
        }
    }
    // Standard output onto an input.
    let bench = format!("{QUICK} in");
    for verb in [
        "solve -q in",
        "verify in in",
        "report in",
        "compare in in",
        &bench,
    ] {
        let mut command = place.command(verb);
        command.stdout(File::options().append(true).open(place.path("in")).unwrap());
        refused(command, "standard output is the same file as input in");
    }
}

#[test]
fn no_two_outputs_are_one_file() {
    let place = place();
    symlink("new", place.path("link")).unwrap();
    fs::hard_link(place.path("out"), place.path("hard")).unwrap();
    for args in [
        &format!("{QUICK} in -f --save new --append link"),
        &format!("{QUICK} in -f --save out --append hard"),
        &format!("{QUICK} in --append new --save ./new"),
        &format!("{QUICK} in --save -"),
        "compare r.json r.json --json /dev/fd/1",
    ] {
        let done = place.run(args);
        done.failed(2, &["is the same file as output"]);
        assert_eq!(done.stdout, "", "{args}");
        assert_eq!(place.names(), ["hard", "in", "link", "out", "r.json"]);
    }
    // The null device may be several outputs at once.
    let mut nothing = place.command(&format!("{QUICK} in --save /dev/null"));
    nothing.stdout(File::create("/dev/null").unwrap());
    Finished::from(nothing.output().unwrap()).worked();
    // Printed text goes to a file that is an output, too.
    for args in [
        "compare r.json r.json -f --json new",
        &format!("{QUICK} in -f --save new"),
    ] {
        let mut command = place.command(args);
        command.stdout(File::create(place.path("new")).unwrap());
        let done: Finished = command.output().unwrap().into();
        done.failed(2, &["new is the same file as output standard output"]);
    }
}

#[test]
fn a_full_disk_or_device_leaves_every_old_output() {
    let place = place();
    for (command, flag, _) in cases().iter().filter(|case| case.2 == "new") {
        if fs::exists("/dev/full").unwrap() {
            let done = place.run(&format!("{command} {flag} /dev/full"));
            done.failed(3, &["/dev/full", "No space"]);
        }
    }
    let Some(disk) = Mount::new(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"]) else {
        return;
    };
    let disk = &disk.0;
    for (command, flag, file) in cases() {
        // The folder itself is where `new/FILE` would be.
        let (output, file) = match file.strip_prefix("new/") {
            Some(file) => (disk.path(""), file),
            None => (disk.path("new"), file),
        };
        disk.file(file, "precious");
        // No other name fits beside it.
        let _ = fs::write(disk.path("fill"), vec![0; 1 << 20]);
        let done = place.run(&format!("{command} {flag} {output} -f"));
        done.failed(3, &["No space left"]);
        assert_eq!(disk.read(file), "precious", "{command} {flag}");
        fs::remove_file(disk.path("fill")).unwrap();
        fs::remove_file(disk.path(file)).unwrap();
        assert!(disk.names().is_empty(), "{command} {flag}");
    }
}

#[test]
fn a_signal_takes_every_verbs_temporary_file() {
    let place = place();
    let temporary = Scratch::new();
    assert!(tool("mkfifo", &[&place.path("pipe")]));
    for verb in ["solve -q", "rate -q", "transform -q --canonical"] {
        let done = place.run(&format!("{verb} pipe -f -o pipe"));
        done.failed(2, &["pipe is the same file as input pipe"]);
    }
    let bench = QUICK.replace("--rounds=1", "--time=100s");
    let waiting = [
        "solve -q -f -o out",
        "generate -q -n 100000000 -o new",
        "transform -q --canonical - -o new",
        "rate -q - -o new",
        "report pipe -o new",
        &format!("{bench} in --save new --append new2"),
        &format!("compare -q --paired {PROGRAM} {PROGRAM} in --engines=mrv --time=100s --json new"),
    ];
    let old = place.read("out");
    for (i, args) in waiting.into_iter().enumerate() {
        let signals = signals();
        // Each verb with one, and `solve` with each.
        let some = if i == 0 {
            &signals[..]
        } else {
            &signals[i % signals.len()..][..1]
        };
        for (name, code) in some {
            let mut command = place.command(args);
            command.env("TMPDIR", temporary.path(""));
            let mut child = start(command);
            wait_for("temporary file", || {
                place.names().iter().any(|name| name.ends_with(".part"))
            });
            signal(&child, name);
            assert_eq!(ends_by_itself(&mut child), Some(*code), "{args}");
            assert_eq!(place.names(), ["in", "out", "pipe", "r.json"], "{args}");
            assert!(temporary.names().is_empty(), "{args} {name}");
        }
    }
    assert_eq!(place.read("out"), old);
}

#[test]
fn a_kill_leaves_the_old_output_and_other_temporary_files_whole() {
    let scratch = Scratch::new();
    scratch.file("out", "precious");
    let args = "solve -q -f -o out --chunk-size 4K";
    let mut child = started(&scratch, args, &puzzles(1000));
    wait_for("row", || scratch.has_rows());
    // Another run, which finds the file of the first, and one of a person.
    scratch.file(".out.backup.part", "precious");
    let names = scratch.names();
    assert_eq!(names.len(), 3);
    scratch.file("in", &format!("{PUZZLE}\n"));
    scratch.run("solve -q in -o other").printed(0, "");
    scratch.run("solve -q in -f -o out").printed(0, "");
    for name in ["in", "other"] {
        fs::remove_file(scratch.path(name)).unwrap();
    }
    assert_eq!(scratch.names(), names);
    assert_eq!(scratch.read(".out.backup.part"), "precious");
    scratch.file("out", "precious");
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None);
    assert_eq!(scratch.read("out"), "precious");
}

#[test]
fn a_file_that_appears_during_a_run_is_not_replaced() {
    let scratch = Scratch::new();
    let child = start(scratch.command("solve -q -o out"));
    wait_for("temporary file", || !scratch.names().is_empty());
    scratch.file("out", "theirs");
    super::end(child, PUZZLE).failed(2, &["output out exists by now", "--force"]);
    has(&scratch, &["out"], "out", "theirs");
}

#[test]
fn of_two_runs_with_one_new_output_the_second_is_refused_at_once() {
    let scratch = with(1);
    let first = start(scratch.command("solve -q -o out"));
    wait_for("temporary file", || scratch.names().len() == 2);
    for args in ["solve -q in -o out", "generate -q -n 1 -o out"] {
        scratch.run(args).failed(
            2,
            &["output out: another run is writing it: wait for it, or write to another file"],
        );
    }
    scratch.run("solve -q in -o other").printed(0, "");
    assert_eq!(scratch.names(), [".out.part", "in", "other"]);
    super::end(first, PUZZLE).printed(0, "");
    has(
        &scratch,
        &["in", "other", "out"],
        "out",
        &format!("{ANSWER}\n"),
    );
    // A killed run leaves its file, which nobody removes, and nobody waits for.
    let mut first = start(scratch.command("solve -q -o new"));
    wait_for("temporary file", || scratch.names().len() == 4);
    first.kill().unwrap();
    first.wait().unwrap();
    let second = start(scratch.command("solve -q -o new"));
    wait_for("temporary file", || scratch.names().len() == 5);
    scratch
        .run("solve -q in -o new")
        .failed(2, &["another run is writing it"]);
    super::end(second, PUZZLE).printed(0, "");
    assert_eq!(scratch.names(), [".new.part", "in", "new", "other", "out"]);
}

#[test]
fn a_long_name_has_room_for_a_temporary_one() {
    let scratch = with(1);
    for length in [242, 243, 245, 255] {
        let name = "a".repeat(length);
        let args = format!("solve -q in -o {name}");
        scratch.run(&args).printed(0, "");
        assert_eq!(scratch.read(&name), format!("{ANSWER}\n"));
    }
    let args = format!("solve -q in -o {}", "a".repeat(256));
    scratch.run(&args).failed(3, &["File name too long"]);
    // What can only be a folder's name is found at once, too.
    let folder = scratch.run("solve -q in -o new/");
    folder.failed(3, &["cannot write new/"]);
}
