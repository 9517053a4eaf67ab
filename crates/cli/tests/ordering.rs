//! The same bytes for any number of threads, any size of chunk and any way
//! of reading.

#[path = "program/common/mod.rs"]
mod common;

use common::{Scratch, feed, ninefold, run, sample};
use std::io::Write;
use std::process::Command;

/// Lines of all kinds. The first delays its chunk, because its solutions are counted one by one.
fn corpus() -> String {
    let mut text = format!("{}\n", ".".repeat(81));
    for (i, line) in sample().repeat(6).lines().enumerate() {
        match i % 17 {
            3 => text.push('\n'),
            5 => text
                .push_str("# a comment, and a long one, so that no line is as long as another\n"),
            8 => text.push_str("not a puzzle\n"),
            11 => text.push_str(&format!("55{}\n", &line[2..])),
            _ => {}
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

const COUNT: [&str; 5] = ["solve", "-q", "--count", "--limit", "20000"];

/// The output of one thread, with one chunk.
fn expected(path: &str) -> String {
    let mut args = COUNT.to_vec();
    args.extend([path, "--threads", "1", "--chunk-size", "64M"]);
    let done = run(&args, "");
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert_eq!(done.stdout.lines().count(), corpus().lines().count());
    assert!(done.stdout.starts_with(">=20000\n1\n"));
    done.stdout
}

#[test]
fn threads_chunks_and_ways_of_reading_do_not_matter() {
    let scratch = Scratch::new();
    let path = scratch.file("in.txt", &corpus());
    let packed = scratch.path("in.gz");
    let file = std::fs::File::create(&packed).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    encoder.write_all(corpus().as_bytes()).unwrap();
    encoder.finish().unwrap();
    let expected = expected(&path);
    for threads in ["1", "2", "8"] {
        for chunk in ["150", "2000", "16K"] {
            for input in [
                &[path.as_str()][..],
                &[path.as_str(), "--no-mmap"],
                &["-"],
                &[packed.as_str()],
            ] {
                let mut args = COUNT.to_vec();
                args.extend(["--threads", threads, "--chunk-size", chunk]);
                args.extend(input);
                let done = run(&args, &corpus());
                assert!(done.stdout == expected, "{args:?}");
            }
        }
    }
}

#[test]
fn one_cpu_is_enough() {
    let scratch = Scratch::new();
    let path = scratch.file("in.txt", &corpus());
    let expected = expected(&path);
    let program = ninefold();
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(program.get_program());
    command
        .args(COUNT)
        .args([&path, "--threads", "4", "--chunk-size", "500"]);
    match Command::new("taskset").arg("--version").output() {
        Ok(output) if output.status.success() => {
            assert!(feed(&mut command, "").stdout == expected);
        }
        _ => println!("skipped: no taskset on this machine"),
    }
}

#[test]
fn the_rows_of_solutions_are_the_same_too() {
    let text = corpus();
    let reference = run(&["solve", "-q", "--unique", "--threads", "1"], &text).stdout;
    for (threads, chunk) in [("1", "83"), ("2", "400"), ("4", "5K")] {
        let args = [
            "solve",
            "-q",
            "--unique",
            "--threads",
            threads,
            "--chunk-size",
            chunk,
        ];
        assert!(run(&args, &text).stdout == reference, "{args:?}");
    }
    let several = run(&["solve", "-q", "--unique"], &text).stdout;
    assert!(several == reference);
}
