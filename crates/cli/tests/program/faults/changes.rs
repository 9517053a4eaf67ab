//! Files that change, and disks that fail, during a run.

use super::common::Scratch;
use super::{ANSWER, Ended, Mount, PUZZLE, ended, signal, skipped, solve, tool, wait_for};
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::Stdio;

/// A run that cannot continue, or soon will not, because nobody reads its rows: the pipe and all
/// buffers hold less than half of them.
struct Paused {
    child: std::process::Child,
    first: Vec<u8>,
}

impl Paused {
    fn start(args: &[&str]) -> Paused {
        Paused::fed(args, Stdio::null())
    }

    fn fed(args: &[&str], stdin: impl Into<Stdio>) -> Paused {
        let mut child = solve(&[&["--chunk-size", "4K"], args].concat())
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = vec![0; 82];
        let pipe = child.stdout.as_mut().unwrap();
        pipe.read_exact(&mut first).unwrap();
        Paused { child, first }
    }

    fn resume(self) -> Ended {
        let mut done: Ended = self.child.wait_with_output().unwrap().into();
        done.rows = [self.first, done.rows].concat();
        done
    }
}

const LINES: usize = 20_000;

type Change = fn(&str, &fs::File, u64);

/// Possible changes of a file, whose half is `half` bytes.
fn changes() -> [(&'static str, Change); 6] {
    [
        ("truncated", |_, file, half| file.set_len(half).unwrap()),
        ("truncated in a page", |_, file, half| {
            file.set_len(half + 7).unwrap()
        }),
        ("emptied", |_, file, _| file.set_len(0).unwrap()),
        ("cut and grown", |_, file, half| {
            file.set_len(half).unwrap();
            file.set_len(2 * half).unwrap();
        }),
        ("appended", |_, mut file, _| {
            file.seek(SeekFrom::End(0)).unwrap();
            file.write_all(b"more\n").unwrap();
        }),
        ("overwritten", |_, mut file, half| {
            file.seek(SeekFrom::Start(half)).unwrap();
            file.write_all(ANSWER.as_bytes()).unwrap();
        }),
    ]
}

#[test]
fn a_file_that_changes_while_it_is_read_is_told_in_time() {
    let half = 82 * LINES as u64 / 2;
    let rows = format!("{ANSWER}\n").repeat(LINES);
    for (name, change) in changes() {
        for way in ["mapped", "--no-mmap", "-"] {
            let scratch = Scratch::new();
            let path = scratch.file("in", &format!("{PUZZLE}\n").repeat(LINES));
            let paused = match way {
                "-" => {
                    // The shell has read some lines.
                    let mut stdin = fs::File::open(&path).unwrap();
                    stdin.seek(SeekFrom::Start(82 * 3)).unwrap();
                    Paused::fed(&[], stdin)
                }
                "mapped" => Paused::start(&[&path]),
                _ => Paused::start(&[way, &path]),
            };
            let file = OpenOptions::new().write(true).open(&path).unwrap();
            change(&path, &file, half);
            let done = paused.resume();
            let named = if way == "-" { "standard input" } else { &path };
            done.failed(3, &[named, "changed while it was read"]);
            assert!(rows.as_bytes().starts_with(&done.rows), "{name}");
            assert_eq!(done.rows.len() % 82, 0, "{name}: whole lines");
        }
    }
}

#[test]
fn a_file_on_standard_input_is_read_from_where_it_stands() {
    let scratch = Scratch::new();
    let path = scratch.file(
        "in",
        &format!("\u{feff}puzzle,x\n{PUZZLE}\n{PUZZLE}\nbad\n"),
    );
    let from = |place: u64, args: &[&str]| {
        let mut stdin = fs::File::open(&path).unwrap();
        stdin.seek(SeekFrom::Start(place)).unwrap();
        let output = solve(args).stdin(stdin).output().unwrap();
        Ended::from(output)
    };
    let all = from(0, &["--output-format", "solution"]);
    assert_eq!(all.text(), format!("{ANSWER}\n{ANSWER}\n!malformed\n"));
    assert_eq!((all.code, all.stderr.as_str()), (Some(1), ""));
    let rest = from(12 + 82, &[]);
    assert_eq!(rest.text(), format!("{ANSWER}\n!malformed\n"));
    let end = from(1000, &[]);
    assert_eq!((end.code, end.text()), (Some(0), ""));
}

#[test]
fn a_file_that_is_removed_or_replaced_is_read_to_its_end() {
    for replace in [false, true] {
        for way in [&[][..], &["--no-mmap"]] {
            let scratch = Scratch::new();
            let path = scratch.file("in", &format!("{PUZZLE}\n").repeat(LINES));
            let paused = Paused::start(&[way, &[&path]].concat());
            if replace {
                let other = scratch.file("other", "something else\n");
                fs::rename(other, &path).unwrap();
            } else {
                fs::remove_file(&path).unwrap();
            }
            let done = paused.resume();
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
            assert_eq!(done.text(), format!("{ANSWER}\n").repeat(LINES));
        }
    }
}

#[test]
fn a_file_cut_short_leaves_the_old_output() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(40 * LINES));
    let output = scratch.file("out", "precious");
    // Many seconds of work, of which it does a little.
    let slowly = ["--engine", "dlx", "--chunk-size", "4K"];
    let child = solve(&[&slowly[..], &[&input, "-f", "-o", &output]].concat())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("row", || scratch.has_rows());
    signal(&child, "STOP");
    let file = OpenOptions::new().write(true).open(&input).unwrap();
    file.set_len(82 * LINES as u64).unwrap();
    signal(&child, "CONT");
    let done: Ended = child.wait_with_output().unwrap().into();
    done.failed(3, &["changed while it was read"]);
    assert_eq!(fs::read(&output).unwrap(), b"precious");
    assert_eq!(scratch.names(), ["in", "out"]);
}

#[test]
fn a_device_that_loses_its_blocks_is_an_error() {
    let scratch = Scratch::new();
    let Some(back) = Mount::new(&scratch, &["-t", "tmpfs", "-o", "size=64m", "tmpfs"]) else {
        return;
    };
    let image = back.path("image");
    fs::write(&image, vec![0; 32 << 20]).unwrap();
    if !tool("mkfs.ext4", &["-q", "-F", &image]) {
        return skipped("no mkfs.ext4");
    }
    let inner = Scratch::new();
    let Some(disk) = Mount::new(&inner, &["-o", "loop", &image]) else {
        return;
    };
    let path = disk.path("in");
    fs::write(&path, format!("{PUZZLE}\n").repeat(LINES * 4)).unwrap();
    assert!(tool("sync", &["-f", &path]));
    let lose = OpenOptions::new().write(true).open(&image).unwrap();
    lose.set_len(4 << 20).unwrap();
    let dropped = fs::write("/proc/sys/vm/drop_caches", "1");
    if dropped.is_err() {
        return skipped("the page cache cannot be dropped");
    }
    let rows = format!("{ANSWER}\n").repeat(LINES * 4);
    for way in [&[][..], &["--no-mmap"]] {
        let done = ended(solve(&[way, &[&path]].concat()));
        done.failed(3, &[&path]);
        assert!(rows.as_bytes().starts_with(&done.rows));
        assert!(done.rows.len() < rows.len());
        let output = inner.file("out", "precious");
        ended(solve(&[way, &[&path, "-f", "-o", &output]].concat())).failed(3, &[&path]);
        assert_eq!(inner.names(), ["mount", "out"]);
        assert_eq!(fs::read(&output).unwrap(), b"precious");
    }
}
