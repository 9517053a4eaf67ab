//! Other programs on the machine that replace, truncate, link or put pipes where a run writes.

use super::common::{Scratch, ninefold};
use super::{ANSWER, Ended, PUZZLE, ended, signal, skipped, solve, tool, wait_for};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// More lines than writing threads collect before they write.
const LINES: usize = 100_000;

/// A run into `out` that has written some rows and waits for more.
struct Waiting(Child);

impl Waiting {
    fn start(mut command: Command) -> Waiting {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = format!("{PUZZLE}\n").repeat(LINES);
        let stdin = child.stdin.as_mut().unwrap();
        stdin.write_all(lines.as_bytes()).unwrap();
        Waiting(child)
    }

    /// Whether all of its threads wait, as far as the system tells: it writes no more.
    fn is_asleep(&self) -> bool {
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", self.0.id())) else {
            return true;
        };
        threads.flatten().all(|thread| {
            let state = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            let state = state.rsplit(") ").next().unwrap_or_default();
            state.starts_with('S')
        })
    }

    /// Gives it the rest of its input.
    fn end(mut self) -> Ended {
        let mut stdin = self.0.stdin.take().unwrap();
        // It may have ended with an error already.
        let _ = stdin.write_all(format!("{PUZZLE}\n").repeat(LINES).as_bytes());
        drop(stdin);
        self.0.wait_with_output().unwrap().into()
    }
}

/// The temporary file of the only run there.
fn part(scratch: &Scratch) -> Option<PathBuf> {
    let entries = fs::read_dir(scratch.path("")).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    paths.find(|path| path.extension().is_some_and(|end| end == "part"))
}

#[test]
fn a_temporary_file_that_is_not_what_was_written_is_not_put_in_place() {
    for way in ["replaced", "cut", "cut to nothing", "removed"] {
        let scratch = Scratch::new();
        let out = scratch.file("out", "old");
        let small = ["--chunk-size", "64K", "-f", "-o", &out, "-"];
        let run = Waiting::start(solve(&small));
        let written = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() > 100_000);
        wait_for("rows", || part(&scratch).as_ref().is_some_and(written));
        // What is cut while it is written would be filled again.
        wait_for("a pause", || run.is_asleep() && run.is_asleep());
        let path = part(&scratch).unwrap();
        match way {
            "replaced" => {
                let other = scratch.file("other", "somebody else's");
                fs::rename(other, &path).unwrap();
            }
            "removed" => fs::remove_file(&path).unwrap(),
            _ => {
                let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
                file.set_len(if way == "cut" { 90_000 } else { 0 }).unwrap();
            }
        }
        let done = run.end();
        done.failed(3, &["cannot write", "out"]);
        assert!(!done.stderr.contains(".part"), "{}", done.stderr);
        assert_eq!(fs::read_to_string(&out).unwrap(), "old", "{way}");
        if way == "replaced" {
            // The file is not ours to remove.
            assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's");
        }
    }
}

#[test]
fn a_part_that_is_not_what_was_written_is_not_put_in_place() {
    for way in ["replaced", "cut"] {
        let scratch = Scratch::new();
        let (out, input) = (scratch.path("out"), scratch.path("in"));
        // Seconds of work, of which a little is done.
        let lines = format!("{PUZZLE}\n").repeat(60_000);
        fs::write(&input, lines).unwrap();
        let slowly = ["--engine", "dlx"];
        let args = [&slowly[..], &["--resume", "-o", &out, &input]].concat();
        let child = solve(&args).stderr(Stdio::piped()).spawn().unwrap();
        let part = format!("{out}.part");
        wait_for("rows", || {
            fs::metadata(&part).is_ok_and(|part| part.len() > 100_000)
        });
        signal(&child, "STOP");
        match way {
            "replaced" => fs::rename(scratch.file("other", "else"), &part).unwrap(),
            _ => {
                let file = fs::OpenOptions::new().write(true).open(&part).unwrap();
                file.set_len(100).unwrap();
            }
        }
        signal(&child, "CONT");
        let done: Ended = child.wait_with_output().unwrap().into();
        assert_eq!(done.code, Some(3), "{way} {}", done.stderr);
        assert!(!fs::exists(&out).unwrap(), "{way}");
    }
}

#[test]
fn pipes_beside_the_output_are_refused_and_not_waited_for() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n"));
    let out = scratch.path("out");
    for end in ["part", "ckpt"] {
        let pipe = format!("{out}.{end}");
        if !tool("mkfifo", &[&pipe]) {
            return skipped("no mkfifo");
        }
        for how in [&["--resume"][..], &["--resume", "-f"]] {
            let done = ended(solve(&[how, &["-o", &out, &input]].concat()));
            done.failed(2, &[&pipe, "not a plain file"]);
        }
        fs::remove_file(&pipe).unwrap();
    }
    assert!(!fs::exists(&out).unwrap());
}

#[test]
fn links_of_others_in_sticky_folders_are_not_followed() {
    let scratch = Scratch::new();
    let folder = scratch.path("sticky");
    fs::create_dir(&folder).unwrap();
    let input = scratch.file("in", &format!("{PUZZLE}\n"));
    let there = scratch.file("there", "old");
    let links = [("new", scratch.path("target")), ("old", there.clone())];
    for (name, target) in &links {
        let link = format!("{folder}/{name}");
        symlink(target, &link).unwrap();
        if std::os::unix::fs::lchown(&link, Some(12345), None).is_err() {
            return skipped("giving a link away needs root");
        }
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o1777)).unwrap();
    for (name, target) in &links {
        let link = format!("{folder}/{name}");
        let bench = ["bench", "-q", "--engines=mrv", "--rounds=1", &input];
        for verb in [
            &["solve", "-q", "-f", "-o", &link, &input][..],
            &["solve", "-q", "-o", &link, &input],
            &["solve", "-q", "--resume", "-o", &link, &input],
            &[&bench[..], &["--append", &link]].concat(),
            &[&bench[..], &["--force", "--save", &link]].concat(),
        ] {
            let mut command = ninefold();
            command.args(verb);
            let done = ended(command);
            assert_eq!(done.code, Some(2), "{verb:?} {}", done.stderr);
            assert!(done.stderr.contains(&link), "{}", done.stderr);
        }
        let now = fs::read_to_string(target).ok();
        assert_eq!(now, (name == &"old").then(|| "old".to_owned()));
    }
    // Our own are followed.
    let link = format!("{folder}/own");
    symlink(scratch.path("own"), &link).unwrap();
    let done = ended(solve(&["-o", &link, &input]));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let mut rows = String::new();
    let mut file = fs::File::open(scratch.path("own")).unwrap();
    file.read_to_string(&mut rows).unwrap();
    assert_eq!(rows, format!("{ANSWER}\n"));
}

/// A long benchmark, with its own folder for temporary files.
fn bench(scratch: &Scratch, before: &str) -> Child {
    let folder = scratch.path("tmp");
    fs::create_dir_all(&folder).unwrap();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(50));
    let mut command = ninefold();
    command.args(["bench", "--engines=mrv", "--time=100s", &input]);
    let mut command = super::limited(before, &command);
    command.env("TMPDIR", folder).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn folders(scratch: &Scratch) -> Vec<PathBuf> {
    let entries = fs::read_dir(scratch.path("tmp")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn copies_of_the_program_are_in_folders_that_nobody_else_can_use() {
    for umask in ["umask 0", "umask 002"] {
        let scratch = Scratch::new();
        let mut run = bench(&scratch, umask);
        wait_for("a copy", || {
            let inside = folders(&scratch).first().map(fs::read_dir);
            inside.is_some_and(|inside| inside.is_ok_and(|inside| inside.count() > 0))
        });
        let all = folders(&scratch);
        let mode = fs::metadata(&all[0]).unwrap().permissions().mode();
        assert_eq!((all.len(), mode & 0o777), (1, 0o700), "{umask}");
        run.kill().unwrap();
        run.wait().unwrap();
        // The next run removes its own, and not what another one left.
        let mut next = bench(&scratch, umask);
        wait_for("another folder", || folders(&scratch).len() == 2);
        signal(&next, "TERM");
        next.wait().unwrap();
        assert_eq!(folders(&scratch), all);
    }
}
