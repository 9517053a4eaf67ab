//! The same bytes for any number of threads, any size of chunk and any way of reading.

use crate::common::{Scratch, feed, ninefold, run, sample};
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

#[test]
fn threads_chunks_and_ways_of_reading_do_not_matter() {
    let scratch = Scratch::new();
    let path = scratch.file("in.txt", &corpus());
    let packed = scratch.path("in.gz");
    let file = std::fs::File::create(&packed).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    encoder.write_all(corpus().as_bytes()).unwrap();
    encoder.finish().unwrap();
    let ways: [&[&str]; 4] = [&[&path], &[&path, "--no-mmap"], &["-"], &[&packed]];
    for question in [&["--count", "--limit", "5000"][..], &["--unique"]] {
        let solve = |threads, chunk, input: &[&str]| {
            let spread = ["--threads", threads, "--chunk-size", chunk];
            let args = [&["solve", "-q"], question, &spread, input].concat();
            let done = run(&args, &corpus());
            assert_eq!(done.code, Some(1), "{args:?}: {}", done.stderr);
            done.stdout
        };
        let expected = solve("1", "64M", &[&path]);
        assert_eq!(expected.lines().count(), corpus().lines().count());
        // Each way with each number of threads, and with each size of chunks.
        for (i, threads) in ["1", "2", "8"].into_iter().enumerate() {
            for (j, way) in ways.iter().enumerate() {
                let chunk = ["150", "2000", "16K"][(i + j) % 3];
                let rows = solve(threads, chunk, way);
                assert!(rows == expected, "{question:?} {threads} {chunk} {way:?}");
            }
        }
    }
}

#[test]
fn one_cpu_is_enough() {
    let mut command = Command::new("taskset");
    command
        .args(["-c", "0"])
        .arg(ninefold().get_program())
        .args(["solve", "-q", "--threads", "4", "--chunk-size", "500"]);
    match Command::new("taskset").arg("--version").output() {
        Ok(output) if output.status.success() => {
            let expected = run(&["solve", "-q", "--threads", "1"], &corpus()).stdout;
            assert!(feed(&mut command, &corpus()).stdout == expected);
        }
        _ => println!("skipped: no taskset on this machine"),
    }
}
