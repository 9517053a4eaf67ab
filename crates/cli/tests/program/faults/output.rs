//! Outputs that cannot be written, must not be, or are not plain files.

use super::common::{Scratch, ninefold};
use super::{ANSWER, Ended, Mount, PUZZLE, ended, fed, limited, skipped, solve, tool};
use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::process::Stdio;

/// An input of this many puzzles, and its rows.
fn input(scratch: &Scratch, lines: usize) -> (String, String) {
    let path = scratch.file("in", &format!("{PUZZLE}\n").repeat(lines));
    (path, format!("{ANSWER}\n").repeat(lines))
}

fn mode(path: &str) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let scratch = Scratch::new();
    let (input, rows) = input(&scratch, 20_000);
    let mut child = solve(&[&input, "--chunk-size", "4K"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdout.take().unwrap();
    let mut first = [0; 1000];
    pipe.read_exact(&mut first).unwrap();
    assert!(rows.as_bytes().starts_with(&first));
    drop(pipe);
    let done: Ended = child.wait_with_output().unwrap().into();
    assert_eq!((done.code, done.stderr.as_str()), (Some(141), ""));
}

#[test]
fn a_full_standard_error_matters_where_something_was_asked_for() {
    if !fs::exists("/dev/full").unwrap_or(false) {
        return skipped("no /dev/full");
    }
    let text = format!("{PUZZLE}\n");
    // A requested output that cannot be written is an error. An optional one is not.
    for (asked, code) in [
        (&[][..], 0),
        (&["--trailer"], 3),
        (&["--report", "json"], 3),
        (&["--report", "full"], 3),
        (&["-q", "--trailer"], 3),
        (&["-q"], 0),
    ] {
        let mut command = ninefold();
        command.arg("solve").args(asked);
        for sink in ["/dev/full", "&-"] {
            let before = format!("exec 2>{sink}");
            let done = fed(limited(&before, &command), text.as_bytes());
            let rows = format!("{ANSWER}\n");
            assert_eq!(
                (done.code, done.text()),
                (Some(code), &*rows),
                "{asked:?} {sink}"
            );
        }
    }
    for (asked, code) in [(&[][..], 0), (&["--report", "json"], 3)] {
        let mut command = ninefold();
        command.args(["rate", "-"]).args(asked);
        let done = fed(limited("exec 2>/dev/full", &command), text.as_bytes());
        assert_eq!(done.code, Some(code), "{asked:?}");
    }
    let mut command = ninefold();
    command.args(["solve", "/missing"]);
    let done = ended(limited("exec 2>/dev/full", &command));
    assert_eq!(done.code, Some(3));
}

#[test]
fn devices_pipes_and_directories_are_what_they_are() {
    let scratch = Scratch::new();
    let (input, rows) = input(&scratch, 3);
    let done = ended(solve(&[&input, "-o", "/dev/null"]));
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    let done = ended(solve(&[&input, "-o", "/dev/stdout"]));
    assert_eq!((done.code, done.text()), (Some(0), &*rows));
    ended(solve(&[&input, "-f", "-o", &scratch.path("")])).failed(2, &["is a directory"]);
    let missing = scratch.path("missing/out");
    ended(solve(&[&input, "-o", &missing])).failed(3, &["missing/out", "No such file"]);
    let below = scratch.path("in/out");
    ended(solve(&[&input, "-o", &below])).failed(3, &["in/out", "Not a directory"]);
    assert_eq!(scratch.names(), ["in"]);
    let pipe = scratch.path("pipe");
    if !tool("mkfifo", &[&pipe]) {
        return skipped("no mkfifo");
    }
    let done = std::thread::scope(|scope| {
        let reader = scope.spawn(|| fs::read_to_string(&pipe).unwrap());
        let done = ended(solve(&[&input, "-f", "-o", &pipe]));
        assert_eq!(reader.join().unwrap(), rows);
        done
    });
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn a_limit_on_the_size_of_files_leaves_the_old_output() {
    let scratch = Scratch::new();
    let (input, _) = input(&scratch, 5000);
    let out = scratch.file("out", "precious");
    // 64 blocks of 512 bytes.
    let run = solve(&[&input, "-f", "-o", &out]);
    let done = ended(limited("ulimit -f 64", &run));
    done.failed(3, &[&out, "File too large (os error 27)\n"]);
    assert_eq!(fs::read(&out).unwrap(), b"precious");
    assert_eq!(scratch.names(), ["in", "out"]);
    // Also if a thread writes them, which is for 64 MiB or more.
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(900_000));
    let run = solve(&[&input, "-f", "-o", &out]);
    let done = ended(limited("ulimit -f 100000", &run));
    done.failed(3, &[&out, "File too large"]);
    assert_eq!(fs::read(&out).unwrap(), b"precious");
    let done = ended(run);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(fs::read_to_string(&out).unwrap() == format!("{ANSWER}\n").repeat(900_000));
    assert_eq!(scratch.names(), ["in", "out"]);
}

#[test]
fn a_disk_that_may_not_be_written_is_told() {
    let scratch = Scratch::new();
    let (input, _) = input(&scratch, 3);
    let Some(disk) = Mount::new(&scratch, &["-t", "tmpfs", "-o", "ro,size=64k", "tmpfs"]) else {
        return;
    };
    ended(solve(&[&input, "-o", &disk.path("out")])).failed(3, &["cannot write", "Read-only"]);
}

#[test]
fn a_new_file_has_the_mode_asked_for_and_an_old_one_keeps_its_own() {
    let scratch = Scratch::new();
    let (input, rows) = input(&scratch, 3);
    for (mask, expected) in [("022", 0o644), ("077", 0o600), ("000", 0o666)] {
        let out = scratch.path(&format!("out-{mask}"));
        let done = ended(limited(
            &format!("umask {mask}"),
            &solve(&[&input, "-o", &out]),
        ));
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert_eq!(mode(&out), expected, "{mask}");
    }
    let out = scratch.file("out", "old");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).unwrap();
    let done = ended(limited("umask 077", &solve(&[&input, "-f", "-o", &out])));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(
        (mode(&out), fs::read_to_string(&out).unwrap()),
        (0o640, rows)
    );
}

#[test]
fn fourteen_open_files_are_enough() {
    let scratch = Scratch::new();
    let (input, rows) = input(&scratch, 500);
    let out = scratch.path("out");
    let many = vec![input.as_str(); 40];
    let command = solve(&[&many[..], &["-o", &out]].concat());
    let done = ended(limited("ulimit -n 14", &command));
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&out).unwrap(), rows.repeat(40));
    // If they are not, there is a message, and nothing is left.
    let out = scratch.path("other");
    let done = ended(limited("ulimit -n 4", &solve(&[&input, "-o", &out])));
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    assert!(
        done.stderr.contains("Too many open files"),
        "{}",
        done.stderr
    );
    assert_eq!(scratch.names(), ["in", "out"]);
}
