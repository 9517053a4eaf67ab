//! The same bytes for any number of threads, any size of chunk and any way of reading.

use crate::common::{Scratch, feed, gzip, sample, skipped};
use std::process::Command;

/// Lines of all kinds. The first delays its chunk, because its solutions are counted one by one.
fn corpus() -> String {
    let mut text = format!("{}\n", ".".repeat(81));
    for (i, line) in sample().repeat(6).lines().enumerate() {
        text += &match i % 17 {
            3 => "\n".to_owned(),
            5 => format!("# a comment{}\n", ", and a long one".repeat(5)),
            8 => "not a puzzle\n".to_owned(),
            11 => format!("55{}\n", &line[2..]),
            _ => String::new(),
        };
        text += &format!("{line}\n");
    }
    text
}

#[test]
fn threads_chunks_and_ways_of_reading_do_not_matter() {
    let scratch = Scratch::new();
    let text = corpus();
    scratch.file("in", &text);
    std::fs::write(scratch.path("in.gz"), gzip(text.as_bytes())).unwrap();
    for question in ["--count --limit 500", "--unique"] {
        let solve = |threads: u32, chunk: &str, input: &str| {
            let args = format!("solve -q {question} -j {threads} --chunk-size {chunk} {input}");
            let done = feed(&mut scratch.command(&args), &text);
            done.ended(1, &[]).stdout.clone()
        };
        let expected = solve(1, "64M", "in");
        assert_eq!(expected.lines().count(), text.lines().count());
        // Each way with each number of threads, and with each size of chunks.
        for (i, threads) in [1, 2, 8].into_iter().enumerate() {
            for (j, way) in ["in", "in --no-mmap", "-", "in.gz"].into_iter().enumerate() {
                let chunk = ["150", "2000", "16K"][(i + j) % 3];
                let rows = solve(threads, chunk, way);
                assert!(rows == expected, "{question} {threads} {chunk} {way}");
            }
        }
        // One CPU is enough for many threads.
        let many = scratch.command(&format!("solve -q {question} -j 4 --chunk-size 500 in"));
        let mut one = Command::new("taskset");
        one.args(["-c", "0"]).arg(many.get_program());
        match one
            .args(many.get_args())
            .current_dir(scratch.path(""))
            .output()
        {
            Ok(done) if done.status.code() == Some(1) => {
                assert!(done.stdout == expected.as_bytes());
            }
            _ => skipped("no taskset on this machine"),
        }
    }
}
