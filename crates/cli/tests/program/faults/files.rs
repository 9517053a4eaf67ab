//! Files of the user: every output of every verb, by one table.

use super::common::{Scratch, ninefold, sample};
use super::{Ended, Mount, ended, limited, skipped, wait_for};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// Options of `bench` for a very short run.
const QUICK: &str = "bench --engines=mrv --min-sample-time=100us --rounds=8 --max-puzzles=4 -q";

/// How an existing file is treated.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Refused if it exists, replaced with `--force`.
    File,
    /// The same for a file of this name in the given folder.
    Folder(&'static str),
    /// The run's own file: it resumes from it, or adds to it.
    Own,
}

/// An output: the command (`in` and `r.json` are its inputs), the flag, its kind.
type Case = (String, &'static str, Kind);

fn cases() -> Vec<Case> {
    let bench = format!("{QUICK} in");
    let mut cases: Vec<(&str, &str, Kind)> = vec![
        ("solve -q in", "--output", Kind::File),
        ("transform -q --canonical in", "--output", Kind::File),
        ("rate -q in", "--output", Kind::File),
        ("generate -q -n 2", "--output", Kind::File),
        ("compare r.json r.json", "--json", Kind::File),
        ("report r.json", "--output", Kind::File),
        ("man", "--out", Kind::Folder("ninefold-solve.1")),
        (&bench, "--append", Kind::Own),
    ];
    for flag in ["--save", "--bencher", "--github"] {
        cases.push((&bench, flag, Kind::File));
    }
    let owned = |(command, flag, kind): (&str, _, _)| (command.to_owned(), flag, kind);
    cases.into_iter().map(owned).collect()
}

/// Options that name a file which is not an output.
const INPUTS: [&str; 2] = ["--against", "--trailer"];

/// A directory with an input and a result in it.
struct Place(Scratch);

impl Place {
    fn new() -> Place {
        let scratch = Scratch::new();
        let place = Place(scratch);
        place.0.file("in", &sample());
        let done = ended(place.run(&format!("{QUICK} in --save r.json")));
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        place
    }

    /// The program with these arguments, in the directory.
    fn run(&self, args: &str) -> Command {
        let mut command = ninefold();
        command
            .args(args.split_whitespace())
            .current_dir(self.0.path(""));
        command
    }

    /// A case whose output is called `out`, or is in a folder of that name.
    fn case(&self, (command, flag, _): &Case, more: &str) -> Command {
        self.run(&format!("{command} {flag} out {more}"))
    }

    /// The path of a case's output.
    fn output(&self, (_, _, kind): &Case) -> String {
        match kind {
            Kind::Folder(name) => {
                fs::create_dir_all(self.0.path("out")).unwrap();
                self.0.path(&format!("out/{name}"))
            }
            _ => self.0.path("out"),
        }
    }

    fn clear(&self) {
        let _ = fs::remove_dir_all(self.0.path("out"));
        for name in self.0.names() {
            if !["in", "r.json"].contains(&name.as_str()) {
                let _ = fs::remove_file(self.0.path(&name));
            }
        }
    }

    /// There is no temporary file.
    #[track_caller]
    fn is_tidy(&self) {
        let mut names = self.0.names();
        if let Ok(folder) = fs::read_dir(self.0.path("out")) {
            names.extend(folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()));
        }
        assert!(
            !names.iter().any(|name| name.contains(".part")),
            "{names:?}"
        );
    }
}

/// The run finished, whatever it found.
#[track_caller]
fn went_well(done: &Ended, case: &Case) {
    let well = matches!(done.code, Some(0 | 1 | 4));
    assert!(well, "{case:?} {:?} {}", done.code, done.stderr);
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::File => "file",
            Kind::Folder(name) => name,
            Kind::Own => "own",
        })
    }
}

#[test]
fn every_option_that_names_a_file_is_in_the_table() {
    let known: BTreeSet<(String, String)> = cases()
        .iter()
        .map(|(command, flag, _)| {
            (
                command.split(' ').next().unwrap().to_owned(),
                (*flag).to_owned(),
            )
        })
        .collect();
    let mut found = BTreeSet::new();
    let help = ended_text("--help");
    let verbs = help
        .split("Commands:")
        .nth(1)
        .unwrap()
        .split("Options:")
        .next()
        .unwrap();
    let verbs = verbs
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for verb in verbs.filter(|verb| !verb.is_empty() && *verb != "help") {
        for line in ended_text(&format!("{verb} --help")).lines() {
            let Some(at) = line.find("--") else { continue };
            let mut words = line[at..].split([' ', '=']);
            let (flag, value) = (words.next().unwrap(), words.next().unwrap_or_default());
            let option = line.trim_start().starts_with('-');
            let names_file = ["<FILE>", "<FOLDER>", "<DIR>"].contains(&value);
            if option && names_file && !INPUTS.contains(&flag) {
                found.insert((verb.to_owned(), flag.to_owned()));
            }
        }
    }
    assert_eq!(found, known);
}

fn ended_text(args: &str) -> String {
    let mut command = ninefold();
    command.args(args.split(' '));
    ended(command).text().to_owned()
}

#[test]
fn what_exists_is_refused_or_replaced_by_force_and_stays_what_it_was() {
    let place = Place::new();
    for case in cases().iter().filter(|case| case.2 != Kind::Own) {
        // There is none yet: the command works.
        went_well(&ended(place.case(case, "")), case);
        let out = place.output(case);
        let right = fs::read(&out).unwrap();
        assert!(!right.is_empty(), "{case:?}");
        // Refused, before anything was done.
        place.clear();
        fs::write(place.output(case), "precious").unwrap();
        let done = ended(place.case(case, ""));
        done.failed(2, &["exists", "--force"]);
        assert_eq!(done.rows, b"", "{case:?}");
        assert_eq!(fs::read(&out).unwrap(), b"precious", "{case:?}");
        place.is_tidy();
        // Replaced, with its mode, also behind a link, which stays a link.
        let real = place.0.file("real", "precious");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        fs::remove_file(&out).unwrap();
        symlink(&real, &out).unwrap();
        went_well(&ended(place.case(case, "-f")), case);
        assert!(fs::symlink_metadata(&out).unwrap().is_symlink(), "{case:?}");
        assert_ne!(fs::read(&real).unwrap(), b"precious", "{case:?}");
        let mode = fs::metadata(&real).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o640, "{case:?}");
        place.is_tidy();
        place.clear();
    }
}

#[test]
fn no_output_is_an_input_by_whatever_name() {
    let place = Place::new();
    for case in &cases() {
        let reads = ["in", "r.json"]
            .into_iter()
            .find(|name| case.0.split(' ').any(|word| word == *name));
        let Some(input) = reads else { continue };
        let input = place.0.path(input);
        let text = fs::read(&input).unwrap();
        for is_hard in [true, false] {
            let out = place.output(case);
            match is_hard {
                true => fs::hard_link(&input, &out).unwrap(),
                false => symlink(&input, &out).unwrap(),
            }
            let more = if case.2 == Kind::Own { "" } else { "-f" };
            ended(place.case(case, more)).failed(2, &["same file as input"]);
            assert_eq!(fs::read(&input).unwrap(), text, "{case:?}");
            place.is_tidy();
            place.clear();
        }
    }
    // Standard input that is redirected, and names of it.
    for verb in ["solve -q", "rate -q", "transform -q --canonical"] {
        for name in ["-", "/dev/stdin", "/proc/self/fd/0"] {
            let text = fs::read(place.0.path("in")).unwrap();
            let mut command = place.run(&format!("{verb} {name} -f -o in"));
            command.stdin(File::open(place.0.path("in")).unwrap());
            let done: Ended = command.output().unwrap().into();
            done.failed(2, &["in is the same file as input", name]);
            assert_eq!(fs::read(place.0.path("in")).unwrap(), text);
        }
    }
    // A solver's program, script and library.
    let solver = place.0.path("solver.so");
    fs::write(&solver, "precious").unwrap();
    for target in [
        solver.clone(),
        format!("{solver} -x"),
        format!("cat {solver}"),
    ] {
        for verb in [
            "bench in --save solver.so",
            "bench in --github solver.so",
            "compare in in --json solver.so",
        ] {
            let mut command = place.run(&format!("{verb} -f"));
            command.args(["--solver", &format!("x={target}")]);
            ended(command).failed(2, &["solver.so is the same file as input"]);
            assert_eq!(fs::read_to_string(&solver).unwrap(), "precious");
        }
    }
    fs::remove_file(solver).unwrap();
    // Standard output onto an input.
    for verb in [
        "solve -q in",
        "verify in in",
        "report in",
        "compare in in",
        QUICK,
    ] {
        let verb = if verb == QUICK {
            format!("{QUICK} in")
        } else {
            verb.to_owned()
        };
        let text = fs::read(place.0.path("in")).unwrap();
        let mut command = place.run(&verb);
        command.stdout(
            File::options()
                .append(true)
                .open(place.0.path("in"))
                .unwrap(),
        );
        let done: Ended = command.output().unwrap().into();
        done.failed(2, &["standard output is the same file as input in"]);
        assert_eq!(fs::read(place.0.path("in")).unwrap(), text);
    }
}

#[test]
fn no_two_outputs_are_one_file() {
    let place = Place::new();
    symlink("out", place.0.path("link")).unwrap();
    for args in [
        &format!("{QUICK} in -f --save out --github link"),
        &format!("{QUICK} in --append out --github ./out"),
        &format!("{QUICK} in --github -"),
        "compare r.json r.json --json /dev/fd/1",
    ] {
        let done = ended(place.run(args));
        done.failed(2, &["is the same file as output"]);
        assert_eq!(done.rows, b"", "{args}");
        assert_eq!(place.0.names(), ["in", "link", "r.json"], "{args}");
    }
    // Printed text goes to a file that is an output, too.
    for args in [
        "compare r.json r.json -f --json out",
        &format!("{QUICK} in -f --save out"),
    ] {
        let mut command = place.run(args);
        command.stdout(File::create(place.0.path("out")).unwrap());
        let done: Ended = command.output().unwrap().into();
        done.failed(2, &["out is the same file as output standard output"]);
    }
}

#[test]
fn a_full_disk_leaves_every_old_output() {
    let place = Place::new();
    let Some(disk) = Mount::new(&place.0, &["-t", "tmpfs", "-o", "size=64k", "tmpfs"]) else {
        return;
    };
    for case in cases().iter().filter(|case| case.2 != Kind::Own) {
        let (folder, file) = match case.2 {
            Kind::Folder(name) => (disk.path(""), disk.path(name)),
            _ => (disk.path("out"), disk.path("out")),
        };
        fs::write(&file, "precious").unwrap();
        // No other name fits beside it.
        let fill = disk.path("fill");
        let _ = fs::write(&fill, vec![0; 1 << 20]);
        let (command, flag, _) = case;
        let done = ended(place.run(&format!("{command} {flag} {folder} -f")));
        done.failed(3, &["No space left"]);
        assert_eq!(fs::read(&file).unwrap(), b"precious", "{case:?}");
        fs::remove_file(&fill).unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!(fs::read_dir(disk.path("")).unwrap().count(), 0, "{case:?}");
    }
}

#[test]
fn a_full_device_is_an_error_of_every_output() {
    if !fs::exists("/dev/full").unwrap_or(false) {
        return skipped("no /dev/full");
    }
    let place = Place::new();
    for (command, flag, kind) in cases() {
        if kind == Kind::File {
            let done = ended(place.run(&format!("{command} {flag} /dev/full")));
            done.failed(3, &["/dev/full", "No space"]);
        }
    }
}

#[test]
fn half_a_line_of_a_history_is_taken_back() {
    let place = Place::new();
    let append = format!("{QUICK} in --append h.jsonl");
    assert_eq!(ended(place.run(&append)).code, Some(0));
    let history = place.0.path("h.jsonl");
    let old = fs::read(&history).unwrap();
    let blocks = old.len().div_ceil(512) + 1;
    let mut command = limited(&format!("ulimit -f {blocks}"), &place.run(&append));
    command.current_dir(place.0.path(""));
    let mut done = ended(command);
    // Copies of the program are too large, too, which is told and no fault.
    let (copies, failure) = done.stderr.split_once('\n').unwrap_or_default();
    assert!(
        copies.contains(
            "File too large (os error 27): programs and libraries run from their own files"
        ),
        "{copies}"
    );
    done.stderr = failure.to_owned();
    done.failed(3, &["h.jsonl", "File too large"]);
    assert_eq!(fs::read(&history).unwrap(), old);
    assert_eq!(place.0.names(), ["h.jsonl", "in", "r.json"]);
}

#[test]
fn a_signal_takes_every_verbs_temporary_file() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_ninefold");
    let temporary = Scratch::new();
    assert!(super::tool("mkfifo", &[&place.0.path("pipe")]));
    let bench = QUICK.replace("--rounds=8", "--time=100s");
    for verb in ["solve -q", "rate -q", "transform -q --canonical"] {
        let done = ended(place.run(&format!("{verb} pipe -f -o pipe")));
        done.failed(2, &["pipe is the same file as input pipe"]);
    }
    let waiting = [
        "generate -q -n 100000000 -o out",
        "transform -q --canonical - -o out",
        "rate -q - -o out",
        "report pipe -o out",
        &format!("{bench} in --save out --append out2"),
        &format!("compare -q --paired {program} {program} in --engines=mrv --time=100s --json out"),
    ];
    for args in waiting {
        for (name, code) in [("HUP", 129), ("TERM", 143)] {
            if super::is_ignored(name) {
                continue;
            }
            let mut command = place.run(args);
            command.stdin(std::process::Stdio::piped());
            command
                .env("TMPDIR", temporary.path(""))
                .stderr(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped());
            let child = command.spawn().unwrap();
            wait_for("temporary file", || {
                let names = place.0.names();
                names.iter().any(|name| name.ends_with(".part"))
            });
            super::signal(&child, name);
            let mut child = child;
            let stdin = child.stdin.take();
            let mut done = None;
            wait_for(args, || {
                done = child.try_wait().unwrap();
                done.is_some()
            });
            drop(stdin);
            assert_eq!(done.unwrap().code(), Some(code), "{args}");
            assert_eq!(place.0.names(), ["in", "pipe", "r.json"], "{args} {name}");
            assert!(temporary.names().is_empty(), "{args} {name}");
        }
    }
}

#[test]
fn a_long_name_has_room_for_a_temporary_one() {
    let place = Place::new();
    for length in [242, 243, 245, 255] {
        let name = "a".repeat(length);
        let done = ended(place.run(&format!("solve -q in -o {name}")));
        assert_eq!(done.code, Some(0), "{length} {}", done.stderr);
        assert!(Path::new(&place.0.path(&name)).is_file());
    }
    let name = "a".repeat(256);
    ended(place.run(&format!("solve -q in -o {name}"))).failed(3, &["File name too long"]);
    // What can only be a folder's name is found at once, too.
    ended(place.run("solve -q in -o new/")).failed(3, &["cannot write new/"]);
}
