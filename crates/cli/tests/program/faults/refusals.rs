//! Checkpoints that are damaged, foreign or of another run.

use super::checkpoint::{broken_off, puzzles, reported, undisturbed};
use super::common::{Scratch, ninefold};
use super::{ended, solve};
use ninefold::pipeline::checkpoint::Checkpoint;
use std::fs;
use std::io::Write;

#[test]
fn what_cannot_be_gone_on_with_is_refused_at_once() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &puzzles(10));
    let output = scratch.path("out");
    let flag = "--resume";
    let refused = |args: &[&str], words: &[&str]| {
        ended(solve(&[args, &[flag]].concat())).failed(2, words);
    };
    refused(&["-", "-o", &output], &["standard input"]);
    refused(&["-o", &output], &["standard input"]);
    refused(&["/dev/null", "-o", &output], &["/dev/null"]);
    refused(&[&input], &["-o FILE"]);
    refused(&[&input, "-o", "-"], &["-o FILE"]);
    refused(&[&input, "-o", "/dev/null"], &["plain file"]);
    refused(&[&input, "-f", "-o", &input], &["same file"]);
    let every = ended(solve(&[
        flag,
        &input,
        "-o",
        &output,
        "--checkpoint-every",
        "x",
    ]));
    assert_eq!(every.code, Some(2));
    assert!(every.stderr.contains("expected a size"), "{}", every.stderr);
    // The name of the part or of the checkpoint is that of an input.
    let part = scratch.file("out.part", &puzzles(10));
    ended(solve(&[&part, "-f", "-o", &output, "--resume"])).failed(2, &["same file"]);
    assert_eq!(fs::read_to_string(&part).unwrap(), puzzles(10));
    assert_eq!(scratch.names(), ["in", "out.part"]);
}

/// Copies of a run's files, to be damaged one after another.
struct Left {
    scratch: Scratch,
    input: String,
    output: String,
}

impl Left {
    fn new() -> Left {
        let scratch = Scratch::new();
        let input = scratch.file("in", &puzzles(3000));
        let output = scratch.path("out");
        broken_off(&output, &[&input]);
        Left {
            scratch,
            input,
            output,
        }
    }

    fn file(&self) -> String {
        format!("{}.ckpt", self.output)
    }

    fn part(&self) -> String {
        format!("{}.part", self.output)
    }

    /// Damages a file, expects the refusal, and restores it.
    #[track_caller]
    fn spoilt(&self, path: &str, spoil: impl Fn(&mut Vec<u8>), code: i32, words: &[&str]) {
        let good = fs::read(path).unwrap();
        let mut bad = good.clone();
        spoil(&mut bad);
        fs::write(path, &bad).unwrap();
        let part = fs::read(self.part()).unwrap();
        let done = ended(reported(&[&self.input, "-o", &self.output, "--resume"]));
        done.failed(code, words);
        assert!(fs::read(path).unwrap() == bad, "nothing is written");
        assert!(fs::read(self.part()).unwrap() == part);
        fs::write(path, good).unwrap();
    }
}

#[test]
fn a_checkpoint_that_is_not_right_is_refused_with_name_place_and_reason() {
    let left = Left::new();
    let (file, part) = (left.file(), left.part());
    // The library's tests have all that a checkpoint may have wrong.
    left.spoilt(
        &file,
        |bytes| bytes[100] ^= 1,
        3,
        &[&file, "line 2, from byte 37"],
    );
    left.spoilt(&file, Vec::clear, 3, &[&file, "line 1, byte 0"]);
    left.spoilt(&part, |bytes| bytes.truncate(900), 3, &[&part, "900 bytes"]);
    left.spoilt(&part, |bytes| bytes[900] ^= 1, 3, &[&part]);
    let resume = |more: &[&str]| {
        let args = [&[&left.input, "-o", &left.output, "--resume"], more].concat();
        ended(reported(&args))
    };
    // The input has other bytes.
    let time = fs::metadata(&left.input).unwrap().modified().unwrap();
    let text = fs::read(&left.input).unwrap();
    fs::write(&left.input, [&b"2"[..], &text[1..]].concat()).unwrap();
    resume(&[]).failed(3, &[&left.input]);
    fs::write(&left.input, text).unwrap();
    let input = fs::File::options().write(true).open(&left.input);
    input.unwrap().set_modified(time).unwrap();
    for (more, option) in [
        (&["--explain"][..], "--explain"),
        (&["--engine", "dlx"], "--engine"),
        (&["--only", "solved"], "--only"),
        (&["--shard", "1/2"], "--shard"),
        (&["--unique"], "--unique"),
        (&[&left.input], "2 inputs"),
    ] {
        resume(more).failed(2, &[option]);
    }
    let mut other = ninefold();
    let args = [
        "solve",
        "-q",
        "--chunk-size",
        "8K",
        &left.input,
        "-o",
        &left.output,
        "--resume",
    ];
    other.args(args);
    ended(other).failed(2, &["--chunk-size 4096"]);
    // The part is gone.
    let kept = fs::read(&part).unwrap();
    fs::remove_file(&part).unwrap();
    resume(&[]).failed(3, &[&part]);
    fs::write(&part, kept).unwrap();
    // After all of that it still resumes: with rows after the checkpoint, with another number of
    // threads, read and not mapped, and without the size of a chunk specified again.
    fs::File::options()
        .append(true)
        .open(&part)
        .unwrap()
        .write_all(b"half a row")
        .unwrap();
    let mut command = ninefold();
    command.args(["solve", "--report", "json", "--threads", "1", "--no-mmap"]);
    command.args([&left.input, "-o", &left.output, "--resume"]);
    let done = ended(command);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let rows = fs::read(&left.output).unwrap();
    assert!(rows == undisturbed(&left.scratch, &[&left.input]).0);
    assert_eq!(left.scratch.names(), ["in", "out"]);
}

#[test]
fn a_run_killed_between_its_two_last_steps_is_done() {
    let left = Left::new();
    let (rows, _) = undisturbed(&left.scratch, &[&left.input]);
    let mut last = Checkpoint::parse(&fs::read(left.file()).unwrap()).unwrap();
    last.state.next.input = 1;
    last.state.output.bytes = rows.len() as u64;
    last.state.output.crc32 = crc32fast::hash(&rows);
    fs::write(left.file(), last.to_text()).unwrap();
    fs::remove_file(left.part()).unwrap();
    // Another file does not pass for it.
    fs::write(&left.output, vec![b'1'; rows.len()]).unwrap();
    let resume = || ended(reported(&[&left.input, "-o", &left.output, "--resume"]));
    resume().failed(2, &["exists"]);
    fs::write(&left.output, &rows).unwrap();
    assert_eq!(resume().code, Some(1));
    assert!(fs::read(&left.output).unwrap() == rows);
    assert_eq!(left.scratch.names(), ["in", "out"]);
}
