//! Inputs, outputs and shares, and how a run ends.

use super::{ANSWER, PUZZLE};
use crate::common::{Scratch, run, sample};
use ninefold::metrics::trailer::Trailer;
use std::fs;

#[test]
fn several_inputs_and_directories_come_in_order() {
    let scratch = Scratch::new();
    let (one, two) = (format!("{PUZZLE}\n"), "# two\n".to_owned());
    fs::create_dir(scratch.path("sub")).unwrap();
    let first = scratch.file("sub/b.txt", &one);
    let second = scratch.file("sub/a.txt", &two);
    let done = run(&["solve", "-q", &first, "-", &second], "# stdin\n");
    assert_eq!(done.stdout, format!("{ANSWER}\n# stdin\n# two\n"));
    // Lines are counted from the start of each.
    let bad = scratch.file("bad", "nonsense\n");
    let done = run(&["solve", &first, &bad], "");
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("bad:1\n"), "{}", done.stderr);
    let done = run(&["solve", "-q", &scratch.path("sub")], "");
    assert_eq!(done.code, Some(2));
    let done = run(&["solve", "-q", &scratch.path("missing")], "");
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("missing"));
}

#[test]
fn a_trailer_tells_lines_and_checksum_and_verify_checks_it() {
    let scratch = Scratch::new();
    let puzzles = scratch.file("in.txt", &sample());
    let answers = scratch.path("out.txt");
    let done = run(&["solve", "-q", "--trailer", &puzzles, "-o", &answers], "");
    assert!(
        done.stderr
            .starts_with("ninefold-trailer lines=48 bytes=3936 crc32=")
    );
    let log = scratch.file("log", &done.stderr);
    let done = run(&["verify", &puzzles, &answers, "--trailer", &log], "");
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert_eq!(
        done.stdout,
        "answers: solution, one a line; one for each puzzle\n\
         48 right, 0 wrong, 0 without an answer\n"
    );

    // Of rows with a header it counts that, too.
    let csv = [
        "solve",
        "-q",
        "--trailer",
        "--output-format",
        "csv",
        &puzzles,
    ];
    let csv = run(&csv, "");
    let trailer = Trailer::of(csv.stdout.as_bytes());
    assert_eq!(csv.stderr, format!("{trailer}\n"));

    let rows = fs::read_to_string(&answers).unwrap();
    let mut lines: Vec<&str> = rows.lines().collect();
    lines.swap(3, 4);
    lines[9] = "!none";
    lines.pop();
    fs::write(&answers, lines.join("\n")).unwrap();
    let done = run(&["verify", &puzzles, &answers, "--trailer", &log], "");
    assert_eq!(done.code, Some(2));
    let out = &done.stdout;
    assert!(
        out.contains("line 4: ") && out.contains("line 5: "),
        "{out}"
    );
    assert!(
        out.contains("44 right, 2 wrong, 1 without an answer"),
        "{out}"
    );
    let message = &done.stderr;
    assert!(message.contains("48 puzzles, but 47 answers"), "{message}");
    assert!(
        message.contains("line 48 of the puzzles has no"),
        "{message}"
    );
    assert!(
        out.contains("trailer: expected ninefold-trailer lines=48"),
        "{out}"
    );
}
