//! Outputs that cannot be written, must not be, or are not plain files.

use super::{Finished, Mount, answers, feed, has, limited, puzzles, start, tool, with};
use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let scratch = with(20_000);
    let mut child = start(scratch.command("solve -q in --chunk-size 4K"));
    let mut pipe = child.stdout.take().unwrap();
    let mut first = [0; 1000];
    pipe.read_exact(&mut first).unwrap();
    assert!(answers(20).as_bytes().starts_with(&first));
    drop(pipe);
    Finished::from(child.wait_with_output().unwrap()).printed(141, "");
}

#[test]
fn devices_pipes_and_directories_are_what_they_are() {
    let scratch = with(3);
    let kind = |path: &str| fs::metadata(path).unwrap().file_type();
    scratch.run("solve -q in -o /dev/null").printed(0, "");
    assert!(kind("/dev/null").is_char_device());
    let stdout = scratch.run("solve -q in -o /dev/stdout");
    stdout.printed(0, &answers(3));
    scratch.check(
        "2 | solve -q in -f -o .        | is a directory: name a file in it
         3 | solve -q in -o missing/out | missing/out & there is no folder missing (mkdir -p missing)
         3 | solve -q in -o in/out      | in/out & Not a directory",
    );
    assert_eq!(scratch.names(), ["in"]);
    let pipe = scratch.path("pipe");
    assert!(tool("mkfifo", &[&pipe]));
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| scratch.read("pipe"));
        scratch.run("solve -q in -f -o pipe").printed(0, "");
        assert_eq!(reader.join().unwrap(), answers(3));
    });
    assert!(kind(&pipe).is_fifo());
}

#[test]
fn a_limit_on_the_size_of_files_leaves_the_old_output() {
    let scratch = with(5000);
    scratch.file("out", "precious");
    // Also if a thread writes the rows, which is for 64 MiB or more.
    for (lines, blocks) in [(5000, 64), (900_000, 100_000)] {
        scratch.file("in", &puzzles(lines));
        let run = scratch.command("solve -q in -f -o out");
        let done = feed(&mut limited(&format!("ulimit -f {blocks}"), &run), "");
        done.failed(3, &["out", "File too large (os error 27)\n"]);
        has(&scratch, &["in", "out"], "out", "precious");
    }
    scratch.run("solve -q in -f -o out").printed(0, "");
    assert!(scratch.read("out") == answers(900_000));
}

#[test]
fn a_disk_that_may_not_be_written_is_told() {
    let Some(disk) = Mount::new(&["-t", "tmpfs", "-o", "ro,size=64k", "tmpfs"]) else {
        return;
    };
    let out = disk.0.path("out");
    let done = with(3).run(&format!("solve -q in -o {out}"));
    done.failed(3, &["cannot write", "Read-only"]);
}

#[test]
fn a_new_file_has_the_mode_asked_for_and_an_old_one_keeps_its_own() {
    let scratch = with(3);
    let old = scratch.file("old", "old");
    fs::set_permissions(&old, Permissions::from_mode(0o640)).unwrap();
    for (mask, out, expected) in [
        ("022", "one", 0o644),
        ("077", "two", 0o600),
        ("000", "three", 0o666),
        ("077", "old", 0o640),
    ] {
        let command = scratch.command(&format!("solve -q in -f -o {out}"));
        feed(&mut limited(&format!("umask {mask}"), &command), "").printed(0, "");
        let mode = fs::metadata(scratch.path(out))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o7777, expected, "{mask}");
        assert_eq!(scratch.read(out), answers(3), "{mask}");
    }
}

#[test]
fn fourteen_open_files_are_enough() {
    let scratch = with(500);
    let many = "in ".repeat(40);
    let solve = |files: u32, args: &str| {
        let command = scratch.command(&format!("solve -q {args}"));
        feed(&mut limited(&format!("ulimit -n {files}"), &command), "")
    };
    solve(14, &format!("{many} -o out")).printed(0, "");
    assert_eq!(scratch.read("out"), answers(500 * 40));
    // If they are not, there is a message, and nothing is left.
    solve(4, "in -o other").ended(3, &["Too many open files"]);
    assert_eq!(scratch.names(), ["in", "out"]);
}
