//! Files that change during a run.

use super::{ANSWER, Finished, Scratch, answers, has, signal, start, wait_for, with};
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Child, Stdio};

const LINES: usize = 20_000;

/// A run that cannot continue, or soon will not, because nobody reads its rows: the pipe and all
/// buffers hold less than half of them.
struct Paused {
    child: Child,
    first: String,
}

impl Paused {
    fn start(scratch: &Scratch, args: &str) -> Paused {
        let mut command = scratch.command(&format!("solve -q --chunk-size 4K {args}"));
        // The shell has read some lines.
        let mut stdin = fs::File::open(scratch.path("in")).unwrap();
        stdin.seek(SeekFrom::Start(82 * 3)).unwrap();
        command.stdin(stdin);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        let rows = child.stdout.as_mut().unwrap();
        rows.take(82).read_to_string(&mut first).unwrap();
        Paused { child, first }
    }

    fn resume(self) -> Finished {
        let mut done: Finished = self.child.wait_with_output().unwrap().into();
        done.stdout.insert_str(0, &self.first);
        done
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_told_in_time() {
    type Change = fn(&mut fs::File, u64);
    let changes: [Change; 6] = [
        |file, half| file.set_len(half).unwrap(),
        |file, half| file.set_len(half + 7).unwrap(),
        |file, _| file.set_len(0).unwrap(),
        |file, half| {
            file.set_len(half).unwrap();
            file.set_len(2 * half).unwrap();
        },
        |file, _| {
            file.seek(SeekFrom::End(0)).unwrap();
            file.write_all(b"more\n").unwrap();
        },
        |file, half| {
            file.seek(SeekFrom::Start(half)).unwrap();
            file.write_all(ANSWER.as_bytes()).unwrap();
        },
    ];
    let rows = answers(LINES);
    for (i, change) in changes.into_iter().enumerate() {
        for (way, named) in [("in", "in"), ("--no-mmap in", "in"), ("-", "standard")] {
            let scratch = with(LINES);
            let paused = Paused::start(&scratch, way);
            let file = OpenOptions::new().write(true).open(scratch.path("in"));
            change(&mut file.unwrap(), 82 * LINES as u64 / 2);
            let done = paused.resume();
            done.failed(3, &[named, "changed while it was read"]);
            assert!(rows.starts_with(&done.stdout), "{i}");
            assert_eq!(done.stdout.len() % 82, 0, "{i}: whole lines");
        }
    }
}

#[test]
fn a_file_on_standard_input_is_read_from_where_it_stands() {
    let scratch = with(2);
    let puzzles = scratch.read("in");
    scratch.file("in", &format!("\u{feff}puzzle,x\n{puzzles}bad\n"));
    let from = |place: u64, args: &str| {
        let mut stdin = fs::File::open(scratch.path("in")).unwrap();
        stdin.seek(SeekFrom::Start(place)).unwrap();
        let mut command = scratch.command(&format!("solve -q {args}"));
        Finished::from(command.stdin(stdin).output().unwrap())
    };
    let all = from(0, "--output-format solution");
    all.printed(1, &format!("{ANSWER}\n{ANSWER}\n!malformed\n"));
    from(12 + 82, "").printed(1, &format!("{ANSWER}\n!malformed\n"));
    from(1000, "").printed(0, "");
}

#[test]
fn a_file_that_is_removed_or_replaced_is_read_to_its_end() {
    for (replace, way) in [(false, "in"), (true, "in"), (true, "--no-mmap in")] {
        let scratch = with(LINES);
        let paused = Paused::start(&scratch, way);
        if replace {
            fs::rename(scratch.file("other", "else\n"), scratch.path("in")).unwrap()
        } else {
            fs::remove_file(scratch.path("in")).unwrap()
        }
        paused.resume().printed(0, &answers(LINES));
    }
}

#[test]
fn a_file_cut_short_leaves_the_old_output() {
    let scratch = with(20 * LINES);
    scratch.file("out", "precious");
    // Many seconds of work, of which it does a little.
    let child = start(scratch.command("solve -q --engine dlx --chunk-size 4K in -f -o out"));
    wait_for("row", || scratch.has_rows());
    signal(&child, "STOP");
    let file = OpenOptions::new().write(true).open(scratch.path("in"));
    file.unwrap().set_len(82 * LINES as u64).unwrap();
    signal(&child, "CONT");
    let done: Finished = child.wait_with_output().unwrap().into();
    done.failed(3, &["changed while it was read"]);
    has(&scratch, &["in", "out"], "out", "precious");
}
