//! Runs that are interrupted and resumed.

use super::common::{Scratch, ninefold};
use super::{Ended, PUZZLE, ended, limited, signal, skipped, solve, tool, wait_for};
use ninefold::pipeline::checkpoint::Checkpoint;
use ninefold::pipeline::state::State;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Options under which a checkpoint is written every few chunks.
const OFTEN: [&str; 4] = ["--checkpoint-every", "8K", "--chunk-size", "4K"];

/// `solve` with a report as JSON and a checkpoint every few chunks.
pub(super) fn reported(args: &[&str]) -> Command {
    let mut command = ninefold();
    command.args(["solve", "--threads", "2", "--report", "json"]);
    command.args(OFTEN).args(args);
    command
}

/// A text of many lines, some of them bad.
pub(super) fn puzzles(lines: usize) -> String {
    let line = |i: usize| match i % 97 {
        // The only one without a solution, so that the report names its line.
        _ if lines > 1000 && i + 1 == lines => format!("{:.<81}\n", "12345678.........9"),
        13 => "nonsense\n".to_owned(),
        31 => "# a comment\n".to_owned(),
        55 => format!("11{}\n", &PUZZLE[2..]),
        _ => format!("{PUZZLE} {i}\n"),
    };
    (0..lines).map(line).collect()
}

/// The values that must be the same in two reports: all but times and rates.
fn counts(done: &Ended) -> Vec<(String, Value)> {
    let report: Value = serde_json::from_str(&done.stderr).expect("the report is JSON");
    let counted = [
        "lines",
        "puzzles",
        "verdicts",
        "examples",
        "guesses",
        "nodes",
        "lane_passes",
        "bytes_in",
        "bytes_out",
        "chunks",
        "hardest",
        "trailer",
    ];
    let mut all: Vec<_> = counted
        .iter()
        .map(|&key| (key.to_owned(), report[key].clone()))
        .collect();
    for times in ["service_nanos", "chunk_nanos", "turnaround_nanos"] {
        all.push((times.to_owned(), report[times]["count"].clone()));
    }
    all
}

/// The complete answer of an uninterrupted run.
pub(super) fn undisturbed(scratch: &Scratch, args: &[&str]) -> (Vec<u8>, Ended) {
    let output = scratch.path("undisturbed");
    let done = ended(reported(&[args, &["-o", &output]].concat()));
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    let rows = fs::read(&output).unwrap();
    fs::remove_file(output).unwrap();
    (rows, done)
}

/// Starts a run that fails when its output has 64 KiB.
#[track_caller]
pub(super) fn broken_off(output: &str, args: &[&str]) -> Ended {
    let command = reported(&[args, &["--resume", "-o", output]].concat());
    let done = ended(limited("ulimit -f 128", &command));
    done.failed(
        3,
        &[
            "File too large",
            "(--resume continues after line ",
            ".ckpt)",
        ],
    );
    assert!(fs::exists(format!("{output}.part")).unwrap());
    assert!(fs::exists(format!("{output}.ckpt")).unwrap());
    done
}

#[test]
fn a_run_that_broke_off_goes_on_to_the_same_end() {
    let scratch = Scratch::new();
    let text = puzzles(3000);
    let plain = scratch.file("plain", &text);
    let gzip = scratch.path("gzip");
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(text.as_bytes()).unwrap();
    fs::write(&gzip, writer.finish().unwrap()).unwrap();
    let csv: String = (0..3000).map(|i| format!("{i},{PUZZLE}\n")).collect();
    let csv = scratch.file("csv", &format!("id,puzzle\n{csv}"));
    let table: String = (0..1500)
        .map(|i| format!("\"{i}\n\";{PUZZLE}\r\n"))
        .collect();
    let table = scratch.file("table", &format!("id;puzzle\r\n{table}"));
    let board: String = (0..9)
        .map(|i| format!("{}\n", &PUZZLE[9 * i..9 * i + 9]))
        .collect();
    let boards: String = (0..1500).map(|i| format!("Grid {i:04}\n{board}")).collect();
    let boards = scratch.file("boards", &boards);
    let small = scratch.file("small", &puzzles(300));
    let empty = scratch.file("empty", "");
    let output = scratch.path("out");
    let cases: [&[&str]; 9] = [
        &[&plain],
        &[&plain, "--no-mmap"],
        &[&plain, "--shard", "1/2"],
        &[&gzip],
        &[&csv, "--output-format", "csv"],
        &[
            &table,
            &empty,
            &table,
            "--append-column",
            "guesses,solution",
        ],
        &[&boards],
        &[&small, &empty, &gzip, &plain],
        &[&plain, &small, "--trailer", "--explain", "--only", "solved"],
    ];
    for args in cases {
        let (rows, whole) = undisturbed(&scratch, args);
        broken_off(&output, args);
        let args = [args, &["--resume", "-o", &output]].concat();
        let done = ended(reported(&args));
        assert_eq!(done.code, whole.code, "{args:?} {}", done.stderr);
        assert!(fs::read(&output).unwrap() == rows, "{args:?}");
        let report = |done: &Ended| Ended {
            code: None,
            rows: Vec::new(),
            stderr: done.stderr.lines().next().unwrap_or_default().to_owned(),
        };
        assert_eq!(counts(&report(&done)), counts(&report(&whole)), "{args:?}");
        fs::remove_file(&output).unwrap();
        assert_eq!(
            scratch.names(),
            ["boards", "csv", "empty", "gzip", "plain", "small", "table"]
        );
    }
}

#[test]
fn an_undisturbed_run_leaves_its_output_alone() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(1000));
    let output = scratch.path("out");
    let (rows, whole) = undisturbed(&scratch, &[&input]);
    let flag = "--resume";
    let done = ended(reported(&[&input, "-o", &output, flag]));
    assert_eq!((done.code, counts(&done)), (whole.code, counts(&whole)));
    assert_eq!(fs::read(&output).unwrap(), rows);
    assert_eq!(scratch.names(), ["in", "out"]);
    // The same refusal, and the same way to resume.
    ended(solve(&[&input, "-o", &output, flag])).failed(2, &["exists", "--force"]);
    let done = ended(solve(&[&input, "-o", &output, flag, "-f"]));
    assert_eq!(done.code, whole.code, "{}", done.stderr);
    fs::remove_file(&output).unwrap();
}

/// A run with a checkpoint that has written rows of `out` and waits.
fn stopped_at_work(scratch: &Scratch, args: &[&str]) -> Child {
    let child = reported(&[args, &["--resume"]].concat())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let part = scratch.path("out.part");
    wait_for("rows", || {
        fs::metadata(&part).is_ok_and(|m| m.len() > 100_000)
    });
    signal(&child, "STOP");
    child
}

#[test]
fn a_signal_keeps_what_was_done() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(30_000));
    let output = scratch.file("out", "precious");
    let (rows, _) = undisturbed(&scratch, &[&input]);
    let args = [&input, "-f", "-o", &output, "--engine", "dlx"];
    let child = stopped_at_work(&scratch, &args);
    // Nobody else may write there meanwhile.
    ended(reported(&[&args[..], &["--resume"]].concat())).failed(2, &["another run is writing it"]);
    assert!(scratch.names().contains(&"out.ckpt".to_owned()));
    signal(&child, "CONT");
    signal(&child, "TERM");
    let done: Ended = child.wait_with_output().unwrap().into();
    done.failed(143, &["stopped after", "--resume continues after line"]);
    assert_eq!(fs::read(&output).unwrap(), b"precious");
    assert_eq!(scratch.names(), ["in", "out", "out.ckpt", "out.part"]);
    let done = ended(reported(&[&args[..], &["--resume"]].concat()));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(fs::read(&output).unwrap() == rows);
}

#[test]
fn a_run_whose_input_has_changed_does_not_offer_to_resume() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(30_000));
    let output = scratch.path("out");
    let args = [&input, "-o", &output, "--engine", "dlx"];
    let child = stopped_at_work(&scratch, &args);
    let mut text = fs::File::options().append(true).open(&input).unwrap();
    writeln!(text, "{PUZZLE}").unwrap();
    signal(&child, "CONT");
    let done: Ended = child.wait_with_output().unwrap().into();
    assert!(
        !done.stderr.contains("--resume continues"),
        "{}",
        done.stderr
    );
    done.failed(3, &["(an input has changed", "out.ckpt and "]);
    // As the message says.
    let done = ended(reported(&[&args[..], &["--resume"]].concat()));
    done.failed(3, &["changed since the run began"]);
    for name in ["out.ckpt", "out.part"] {
        fs::remove_file(scratch.path(name)).unwrap();
    }
    let done = ended(reported(&[&args[..], &["--resume"]].concat()));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
}

#[test]
fn a_run_that_was_killed_before_its_first_row_begins_again() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(3000));
    let output = scratch.path("out");
    let (rows, _) = undisturbed(&scratch, &[&input]);
    broken_off(&output, &[&input]);
    // The checkpoint comes before the part.
    let file = scratch.path("out.ckpt");
    let mut first = Checkpoint::parse(&fs::read(&file).unwrap()).unwrap();
    first.state = State::default();
    fs::write(&file, first.to_text()).unwrap();
    fs::remove_file(scratch.path("out.part")).unwrap();
    let done = ended(reported(&[&input, "-o", &output, "--resume"]));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(fs::read(&output).unwrap() == rows);
    // And a run that fails before its first row leaves nothing.
    let output = scratch.path("other");
    let bad = scratch.file("bad.gz", "\x1f\u{8b}");
    ended(solve(&[&bad, "-o", &output, "--resume"])).failed(3, &["bad.gz"]);
    assert_eq!(scratch.names(), ["bad.gz", "in", "out"]);
}

#[test]
fn what_no_checkpoint_of_ours_counts_stays() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(10));
    let output = scratch.path("out");
    for (name, text) in [
        ("out.part", "precious"),
        ("out.part", ""),
        ("out.ckpt", "precious"),
        ("out.ckpt", ""),
    ] {
        let path = scratch.file(name, text);
        for flags in [&["--resume"][..], &["--resume", "--force"]] {
            let done = ended(solve(&[&[&input, "-o", &output], flags].concat()));
            assert!(matches!(done.code, Some(2 | 3)), "{name} {}", done.stderr);
            assert!(done.stderr.contains(name), "{}", done.stderr);
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "{flags:?}");
            assert_eq!(scratch.names(), ["in", name], "{flags:?}");
        }
        fs::remove_file(path).unwrap();
    }
    // A name that only looks like one of ours.
    let new = scratch.file("out.ckpt.new", "precious");
    let done = ended(reported(&[&input, "-o", &output, "--resume"]));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(fs::read_to_string(new).unwrap(), "precious");
}

#[test]
fn the_rows_are_on_the_disk_before_they_are_counted() {
    if !tool("strace", &["-V"]) {
        return skipped("no strace (apt-get install strace)");
    }
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(1000));
    let (output, log) = (scratch.path("out"), scratch.path("log"));
    let run = reported(&[&input, "-f", "-o", &output, "--resume"]);
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-o", &log, "-e"]);
    command.arg("trace=write,pwrite64,fdatasync,fsync,rename,renameat,renameat2,link,linkat");
    command.arg(run.get_program()).args(run.get_args());
    let done = ended(command);
    if !Path::new(&log).exists() || fs::metadata(&log).unwrap().len() == 0 {
        return skipped("strace may not trace here");
    }
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    // Rows written since they were last synced.
    let (mut rows, mut new) = (0, 0);
    let (mut checkpoints, mut with_rows, mut is_new) = (0, 0, false);
    for line in fs::read_to_string(&log).unwrap().lines() {
        let call = line.split_whitespace().nth(1).unwrap_or_default();
        let part = call.contains("out.part>") || line.contains("out.part>");
        if (call.starts_with("write(") || call.starts_with("pwrite64(")) && part {
            rows += 1;
            is_new = true;
        } else if call.starts_with("write(") && line.contains(".out.ckpt.") {
            new += 1;
        } else if (call.starts_with("fdatasync(") || call.starts_with("fsync(")) && part {
            rows = 0;
        } else if call.starts_with("fsync(") && line.contains(".out.ckpt.") {
            new = 0;
        } else if call.starts_with("rename") && line.contains("out.ckpt") {
            checkpoints += 1;
            with_rows += u32::from(std::mem::take(&mut is_new));
            assert_eq!((rows, new), (0, 0), "{line}");
        } else if call.starts_with("rename") || call.starts_with("link") {
            assert_eq!(rows, 0, "{line}");
        }
    }
    // Rows that it counts were written before it, except for the first and perhaps the last.
    assert!(checkpoints > 5, "{checkpoints}");
    assert!(with_rows >= checkpoints - 2, "{with_rows} of {checkpoints}");
}
