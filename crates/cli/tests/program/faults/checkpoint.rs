//! Runs that are interrupted and resumed, or refused: checkpoints that are damaged, foreign or of
//! another run.

use super::{
    Finished, PUZZLE, Scratch, answers, has, limited, signal, skipped, start, tool, wait_for,
};
use crate::common::gzip;
use ninefold_files::pipeline::checkpoint::Checkpoint;
use ninefold_files::pipeline::state::State;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Child, Command};

/// `solve` with a report as JSON and a checkpoint every few chunks.
const OFTEN: &str = "solve -j 2 --report json --checkpoint-every 8K --chunk-size 4K";

/// A text of many lines, some of them bad.
fn text(lines: usize) -> String {
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

/// A directory with `in` of this many lines.
fn with(lines: usize) -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &text(lines));
    scratch
}

/// What must be the same in two reports: all but times and rates.
fn counts(done: &Finished) -> Vec<Value> {
    let first = done.stderr.lines().next().expect("a report");
    let report: Value = serde_json::from_str(first).expect("it is JSON");
    let counted = "lines puzzles verdicts examples guesses nodes lane_passes bytes_in bytes_out chunks trailer";
    let times = ["service_nanos", "chunk_nanos", "turnaround_nanos"];
    let times = times.map(|name| report[name]["count"].clone());
    let counted = counted.split(' ').map(|name| report[name].clone());
    counted.chain(times).collect()
}

/// The answer of a run that nothing interrupts.
fn undisturbed(scratch: &Scratch, args: &str) -> (String, Finished) {
    let done = scratch.run(&format!("{OFTEN} {args} -o undisturbed"));
    done.worked();
    let rows = scratch.read("undisturbed");
    fs::remove_file(scratch.path("undisturbed")).unwrap();
    (rows, done)
}

/// Starts a run into `out` that fails when its output has 64 KiB.
#[track_caller]
fn broken_off(scratch: &Scratch, args: &str) {
    let command = scratch.command(&format!("{OFTEN} {args} --resume -o out"));
    let done: Finished = limited("ulimit -f 128", &command).output().unwrap().into();
    let resume = "(--resume continues after line ";
    done.failed(3, &["File too large", resume, ".ckpt)"]);
    for name in ["out.part", "out.ckpt"] {
        assert!(fs::exists(scratch.path(name)).unwrap(), "{name}");
    }
}

fn resume(scratch: &Scratch, args: &str) -> Finished {
    scratch.run(&format!("{OFTEN} {args} --resume -o out"))
}

#[test]
fn a_run_that_broke_off_goes_on_to_the_same_end() {
    let scratch = with(3000);
    fs::write(scratch.path("gzip"), gzip(text(3000).as_bytes())).unwrap();
    let many = |name, lines, header: &str, record: &dyn Fn(u32) -> String| {
        let records: String = (0..lines).map(record).collect();
        scratch.file(name, &format!("{header}{records}"));
    };
    many("csv", 3000, "id,puzzle\n", &|i| format!("{i},{PUZZLE}\n"));
    let quoted = |i| format!("\"{i}\n\";{PUZZLE}\r\n");
    many("table", 1500, "id;puzzle\r\n", &quoted);
    many("few", 10, "id;puzzle\r\n", &quoted);
    let board: String = (0..9)
        .map(|i| PUZZLE[9 * i..][..9].to_owned() + "\n")
        .collect();
    many("boards", 2500, "", &|i| format!("Grid {i:04}\n{board}"));
    scratch.file("small", &text(300));
    scratch.file("empty", "");
    for args in [
        "in",
        "in --no-mmap",
        "in --shard 1/2",
        "boards --shard 2/2",
        "gzip",
        "csv --output-format csv",
        "table empty table --append-column guesses,solution",
        // It breaks off between two inputs.
        &"few ".repeat(50),
        "small empty gzip in",
        "in small --trailer --explain --only solved",
    ] {
        let (rows, whole) = undisturbed(&scratch, args);
        broken_off(&scratch, args);
        let done = resume(&scratch, args);
        assert_eq!(done.code, whole.code, "{args} {}", done.stderr);
        assert!(scratch.read("out") == rows, "{args}");
        assert_eq!(counts(&done), counts(&whole), "{args}");
        for name in ["out", "out.ckpt"] {
            fs::remove_file(scratch.path(name)).unwrap();
        }
        let names = [
            "boards", "csv", "empty", "few", "gzip", "in", "small", "table",
        ];
        assert_eq!(scratch.names(), names, "{args}");
    }
}

#[test]
fn an_undisturbed_run_leaves_its_output_alone() {
    let scratch = with(1000);
    let (rows, whole) = undisturbed(&scratch, "in");
    let done = resume(&scratch, "in");
    assert_eq!((done.code, counts(&done)), (whole.code, counts(&whole)));
    let names = ["in", "out", "out.ckpt"];
    has(&scratch, &names, "out", &rows);
    // Somebody who did not see its end runs the same command again.
    for args in ["in", "in -f"] {
        let again = resume(&scratch, args);
        assert_eq!((again.code, counts(&again)), (whole.code, counts(&whole)));
        has(&scratch, &names, "out", &rows);
    }
    // Another command has another output.
    resume(&scratch, "in --explain").failed(2, &["exists", "--force"]);
    assert_eq!(resume(&scratch, "in --explain -f").code, whole.code);
    assert!(scratch.read("out") != rows);
    resume(&scratch, "in").failed(2, &["exists", "--force"]);
    // So has one whose output was removed or changed.
    scratch.file("out", &"1".repeat(rows.len()));
    resume(&scratch, "in --explain").failed(2, &["exists"]);
    fs::remove_file(scratch.path("out")).unwrap();
    assert_eq!(resume(&scratch, "in").code, whole.code);
    has(&scratch, &names, "out", &rows);
}

/// A run with a checkpoint that has written rows of `out` and stands still.
fn stopped_at_work(scratch: &Scratch, args: &str) -> Child {
    let child = start(scratch.command(&format!("{OFTEN} {args} --engine dlx --resume -o out")));
    let part = scratch.path("out.part");
    wait_for("rows", || {
        fs::metadata(&part).is_ok_and(|file| file.len() > 100_000)
    });
    signal(&child, "STOP");
    child
}

#[test]
fn a_signal_keeps_what_was_done() {
    let scratch = with(60_000);
    scratch.file("out", "precious");
    let (rows, _) = undisturbed(&scratch, "in");
    let child = stopped_at_work(&scratch, "in -f");
    // Nobody else may write there meanwhile.
    resume(&scratch, "in -f --engine dlx").failed(2, &["another run is writing it"]);
    assert!(scratch.names().contains(&"out.ckpt".to_owned()));
    signal(&child, "CONT");
    signal(&child, "TERM");
    let done: Finished = child.wait_with_output().unwrap().into();
    done.failed(143, &["stopped after", "--resume continues after line"]);
    let names = ["in", "out", "out.ckpt", "out.part"];
    has(&scratch, &names, "out", "precious");
    assert_eq!(resume(&scratch, "in -f --engine dlx").code, Some(1));
    assert!(scratch.read("out") == rows);
}

#[test]
fn a_part_or_input_that_was_changed_meanwhile_is_told() {
    for change in ["input", "replaced", "cut"] {
        let scratch = with(60_000);
        let child = stopped_at_work(&scratch, "in");
        let part = scratch.path("out.part");
        let open = |path: &str| fs::File::options().append(true).open(path).unwrap();
        match change {
            "input" => writeln!(open(&scratch.path("in")), "{PUZZLE}").unwrap(),
            "cut" => open(&part).set_len(100).unwrap(),
            _ => fs::rename(scratch.file("other", "else"), part).unwrap(),
        }
        signal(&child, "CONT");
        let done: Finished = child.wait_with_output().unwrap().into();
        done.ended(3, &[]);
        assert!(!scratch.names().contains(&"out".to_owned()), "{change}");
        if change != "input" {
            continue;
        }
        done.failed(3, &["(an input has changed", "out.ckpt and "]);
        assert!(!done.stderr.contains("--resume continues"));
        // As the message says.
        resume(&scratch, "in --engine dlx").failed(3, &["changed since the run began"]);
        for name in ["out.ckpt", "out.part"] {
            fs::remove_file(scratch.path(name)).unwrap();
        }
        assert_eq!(resume(&scratch, "in").code, Some(1));
    }
}

#[test]
fn a_run_that_was_killed_before_its_first_row_begins_again() {
    let scratch = with(3000);
    let (rows, _) = undisturbed(&scratch, "in");
    broken_off(&scratch, "in");
    // The checkpoint comes before the part.
    let mut first = Checkpoint::parse(&fs::read(scratch.path("out.ckpt")).unwrap()).unwrap();
    first.state = State::default();
    fs::write(scratch.path("out.ckpt"), first.to_text()).unwrap();
    fs::remove_file(scratch.path("out.part")).unwrap();
    assert_eq!(resume(&scratch, "in").code, Some(1));
    assert!(scratch.read("out") == rows);
    // And a run that fails before its first row leaves nothing.
    fs::write(scratch.path("bad.gz"), [0x1f, 0x8b]).unwrap();
    let done = scratch.run("solve -q bad.gz -o other --resume");
    done.failed(3, &["bad.gz"]);
    assert_eq!(scratch.names(), ["bad.gz", "in", "out", "out.ckpt"]);
}

#[test]
fn a_run_without_resume_offers_to_continue_and_a_resumed_one_says_where() {
    let scratch = with(3000);
    let (rows, _) = undisturbed(&scratch, "in");
    broken_off(&scratch, "in");
    let last = Checkpoint::parse(&fs::read(scratch.path("out.ckpt")).unwrap()).unwrap();
    let line = format!("after line {}", last.state.lines());
    let offer = "out.ckpt is from a run that ended early, ";
    let way_out = "continue it with --resume, or remove out.ckpt and out.part";
    let plain = scratch.run("solve in -o out");
    plain.failed(2, &[offer, &line, way_out]);
    has(&scratch, &["in", "out.ckpt", "out.part"], "in", &text(3000));
    // Other outputs, and files of that name that are something else, are no matter.
    scratch.run("solve -q in -o other").ended(1, &[]);
    scratch.file("other.csv.ckpt", "of somebody");
    scratch.run("solve -q in -o other.csv").ended(1, &[]);
    let done = scratch.run(&format!(
        "{} in --resume -o out",
        OFTEN.replace("json", "human")
    ));
    done.ended(1, &[&format!("ninefold: continues {line}, from out.ckpt")]);
    assert!(scratch.read("out") == rows);
    // The checkpoint of a complete run has nothing to continue.
    let plain = scratch.run("solve -q in -o out");
    plain.failed(2, &["output out exists", "--force"]);
    fs::remove_file(scratch.path("out")).unwrap();
    scratch.run("solve -q in -o out").ended(1, &[]);
    assert!(scratch.read("out") == rows);
}

#[test]
fn a_run_killed_after_its_last_step_is_done() {
    let scratch = with(3000);
    let (rows, _) = undisturbed(&scratch, "in");
    broken_off(&scratch, "in");
    let mut last = Checkpoint::parse(&fs::read(scratch.path("out.ckpt")).unwrap()).unwrap();
    last.state.next.input = 1;
    last.state.output.bytes = rows.len() as u64;
    last.state.output.crc32 = crc32fast::hash(rows.as_bytes());
    fs::write(scratch.path("out.ckpt"), last.to_text()).unwrap();
    fs::remove_file(scratch.path("out.part")).unwrap();
    // Another file does not pass for it.
    scratch.file("out", &"1".repeat(rows.len()));
    resume(&scratch, "in").failed(2, &["exists"]);
    scratch.file("out", &rows);
    for _ in 0..2 {
        resume(&scratch, "in").ended(1, &[]);
        has(&scratch, &["in", "out", "out.ckpt"], "out", &rows);
    }
}

#[test]
fn what_no_checkpoint_of_ours_counts_stays() {
    let scratch = with(10);
    for name in ["out.part", "out.ckpt"] {
        for text in ["precious", ""] {
            let path = scratch.file(name, text);
            for args in ["in", "in -f"] {
                let done = resume(&scratch, args);
                assert!(matches!(done.code, Some(2 | 3)), "{name} {}", done.stderr);
                assert!(done.stderr.contains(name), "{}", done.stderr);
                has(&scratch, &["in", name], name, text);
            }
            fs::remove_file(path).unwrap();
        }
        // A pipe of that name is not waited for.
        assert!(tool("mkfifo", &[&scratch.path(name)]));
        for args in ["in", "in -f"] {
            resume(&scratch, args).failed(2, &[name, "not a plain file"]);
        }
        fs::remove_file(scratch.path(name)).unwrap();
    }
    // A name that only looks like one of ours.
    scratch.file("out.ckpt.new", "precious");
    assert_eq!(resume(&scratch, "in").code, Some(0));
    assert_eq!(scratch.read("out.ckpt.new"), "precious");
}

#[test]
fn the_rows_are_on_the_disk_before_they_are_counted() {
    let scratch = with(1000);
    let run = scratch.command(&format!("{OFTEN} in -f -o out --resume"));
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "-o", "log", "-e"]);
    strace.arg("trace=write,pwrite64,fdatasync,fsync,rename,renameat,renameat2,link,linkat");
    strace.arg(run.get_program()).args(run.get_args());
    let done = strace.current_dir(scratch.path("")).output();
    let log = fs::read_to_string(scratch.path("log")).unwrap_or_default();
    if done.is_err() || log.is_empty() {
        return skipped("no strace that may trace (apt-get install strace)");
    }
    assert_eq!(done.unwrap().status.code(), Some(1));
    // Rows, and lines of the checkpoint, written since they were last synced.
    let mut rows = 0;
    let mut new = 0;
    let mut checkpoints = 0;
    let mut with_rows = 0;
    let mut is_new = false;
    for line in log.lines() {
        let call = line.split_whitespace().nth(1).unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|name| call.starts_with(name));
        let part = line.contains("out.part>");
        let checkpoint = line.contains(".out.ckpt.");
        if is(&["write(", "pwrite64("]) && part {
            rows += 1;
            is_new = true;
        } else if is(&["write("]) && checkpoint {
            new += 1;
        } else if is(&["fdatasync(", "fsync("]) && part {
            rows = 0;
        } else if is(&["fsync("]) && checkpoint {
            new = 0;
        } else if is(&["rename"]) && line.contains("out.ckpt") {
            checkpoints += 1;
            with_rows += u32::from(std::mem::take(&mut is_new));
            assert_eq!((rows, new), (0, 0), "{line}");
        } else if is(&["rename", "link"]) {
            assert_eq!(rows, 0, "{line}");
        }
    }
    // Rows that it counts were written before it, except for the first and perhaps the last.
    assert!(checkpoints > 5, "{checkpoints}");
    assert!(with_rows >= checkpoints - 2, "{with_rows} of {checkpoints}");
}

#[test]
fn what_cannot_be_gone_on_with_is_refused_at_once() {
    let scratch = with(10);
    scratch.file("out.part", &text(10));
    // Of the last, the part's name is that of an input.
    scratch.check(
        "2 | solve -q --resume - -o out                     | standard input
         2 | solve -q --resume -o out                       | standard input
         2 | solve -q --resume /dev/null -o out             | /dev/null
         2 | solve -q --resume in                           | -o FILE
         2 | solve -q --resume in -o -                      | -o FILE
         2 | solve -q --resume in -o /dev/null              | plain file
         2 | solve -q --resume in -f -o in                  | same file
         2 | solve --resume in -o out --checkpoint-every x  | --checkpoint-every
         2 | solve -q --resume out.part -f -o out           | same file",
    );
    has(&scratch, &["in", "out.part"], "out.part", &text(10));
}

#[test]
fn a_checkpoint_that_is_not_right_is_refused_with_name_place_and_reason() {
    let scratch = with(3000);
    broken_off(&scratch, "in");
    let path = |name: &str| scratch.path(name);
    // The tests of `pipeline::checkpoint` have all that a checkpoint may have wrong.
    type Damage = fn(&mut Vec<u8>);
    let anew = "(to start anew, remove out.ckpt and out.part)";
    let damages: [(&str, Damage, &str); 8] = [
        ("out.ckpt", |bytes| bytes[100] ^= 1, "line 2, from byte 37"),
        ("out.ckpt", Vec::clear, "line 1, byte 0"),
        ("out.ckpt", |bytes| bytes[99] ^= 1, anew),
        ("out.part", |bytes| bytes.truncate(900), "900 bytes"),
        ("out.part", |bytes| bytes.truncate(899), anew),
        ("out.part", |bytes| bytes[900] ^= 1, anew),
        ("in", |bytes| bytes[0] = b'2', ""),
        ("in", |bytes| bytes.push(b'\n'), ""),
    ];
    let part = scratch.read("out.part");
    for (name, damage, words) in damages {
        let time = fs::metadata(path(name)).unwrap().modified().unwrap();
        let good = fs::read(path(name)).unwrap();
        let mut bad = good.clone();
        damage(&mut bad);
        fs::write(path(name), &bad).unwrap();
        resume(&scratch, "in").failed(3, &[name, words]);
        assert!(fs::read(path(name)).unwrap() == bad, "nothing is written");
        assert!(name == "out.part" || scratch.read("out.part") == part);
        fs::write(path(name), good).unwrap();
        let file = fs::File::options().write(true).open(path(name));
        file.unwrap().set_modified(time).unwrap();
    }
    fs::rename(path("out.part"), path("kept")).unwrap();
    resume(&scratch, "in").failed(3, &["out.part"]);
    fs::rename(path("kept"), path("out.part")).unwrap();
    for option in [
        "--explain",
        "--engine dlx",
        "--only solved",
        "--shard 1/2",
        "--unique",
    ] {
        let (name, _) = option.split_once(' ').unwrap_or((option, ""));
        resume(&scratch, &format!("in {option}")).failed(2, &[name]);
    }
    resume(&scratch, "in in").failed(2, &["2 inputs"]);
    let done = scratch.run("solve -q --chunk-size 8K in -o out --resume");
    done.failed(2, &["--chunk-size 4096"]);
    // After all of that it still resumes: with rows after the checkpoint, with another number of
    // threads, read and not mapped, and without the size of a chunk specified again.
    scratch.file("out.part", &(part + "half a row"));
    let done = scratch.run("solve --report json -j 1 --no-mmap in -o out --resume");
    done.ended(1, &[]);
    let rows = undisturbed(&scratch, "in").0;
    has(&scratch, &["in", "out", "out.ckpt"], "out", &rows);
    assert!(rows.starts_with(&answers(13)));
}
