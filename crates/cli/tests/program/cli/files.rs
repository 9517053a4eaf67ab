//! Inputs, outputs and shares, and how a run ends.

use super::{ANSWER, PUZZLE};
use crate::common::{Scratch, assert_right, ninefold, run, sample, wait_for};
use std::fs;
use std::io::Read;
use std::process::Stdio;

#[test]
fn the_output_appears_whole_or_stays_as_it_was() {
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let output = scratch.path("out.txt");
    let done = run(&["solve", "-q", &input, "-o", &output], "");
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), ""));
    assert_right(&sample(), &fs::read_to_string(&output).unwrap());
    assert_eq!(scratch.names(), ["in.txt", "out.txt"]);

    fs::write(&output, "precious").unwrap();
    let done = run(&["solve", "-q", &input, "-o", &output], "");
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("--force"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");

    // A failing run leaves the old file, and no temporary one.
    let bad = scratch.file("bad.txt", "nonsense\n");
    let done = run(
        &["solve", "-q", &input, &bad, "--strict", "-f", "-o", &output],
        "",
    );
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("bad.txt, line 1: "), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    assert_eq!(scratch.names(), ["bad.txt", "in.txt", "out.txt"]);

    let done = run(&["solve", "-q", &input, "-f", "-o", &output], "");
    assert_eq!(done.code, Some(0));
    assert_right(&sample(), &fs::read_to_string(&output).unwrap());
}

#[test]
fn an_input_is_never_the_output() {
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let done = run(&["solve", &input, "-f", "-o", &input], "");
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("same file"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&input).unwrap(), sample());

    // Not even if the shell appends to it.
    let append = fs::OpenOptions::new().append(true).open(&input).unwrap();
    let child = ninefold()
        .args(["solve", &input])
        .stdout(append)
        .stderr(Stdio::null())
        .status();
    assert_eq!(child.unwrap().code(), Some(2));
    assert_eq!(fs::read_to_string(&input).unwrap(), sample());
}

#[test]
fn several_inputs_and_directories_come_in_order() {
    let scratch = Scratch::new();
    let (one, two) = (format!("{PUZZLE}\n"), "# two\n".to_owned());
    fs::create_dir(scratch.path("sub")).unwrap();
    let first = scratch.file("sub/b.txt", &one);
    let second = scratch.file("sub/a.txt", &two);
    let done = run(&["solve", "-q", &first, "-", &second], "# stdin\n");
    assert_eq!(done.stdout, format!("{ANSWER}\n# stdin\n# two\n"));
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

#[test]
fn a_closed_pipe_ends_quietly() {
    let text = sample().repeat(2000);
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &text);
    let mut child = ninefold()
        .args(["solve", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 82];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let output = ninefold()
        .args(["solve", "-q", &input])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write standard output"));
    let done = run(&["solve", "-q", &input, "-o", "/dev/full"], "");
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("/dev/full"), "{}", done.stderr);
}

#[cfg(unix)]
#[test]
fn a_signal_takes_the_temporary_file_with_it() {
    let scratch = Scratch::new();
    let output = scratch.path("out.txt");
    let mut child = ninefold()
        .args(["solve", "-o", &output])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("temporary file", || scratch.names().len() == 1);
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(killed.unwrap().success());
    let pipe = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    drop(pipe);
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert!(stderr.contains("stopped after 0 lines"), "{stderr}");
    assert!(scratch.names().is_empty());
}

#[test]
fn shares_of_a_file_make_the_whole() {
    let scratch = Scratch::new();
    let text = format!("# first\n\n{}nonsense\n{}", sample(), sample());
    let input = scratch.file("in.txt", &text);
    let solve =
        |input: &str, part: &[&str]| run(&[&["solve", "-q", input], part].concat(), "").stdout;
    let whole = solve(&input, &[]);
    assert!(whole.lines().count() > 48);
    for count in [1, 2, 3, 7] {
        let shards: String = (1..=count)
            .map(|i| solve(&input, &["--shard", &format!("{i}/{count}")]))
            .collect();
        assert!(shards == whole, "{count} shards");
    }
    // A pipe has no offsets.
    assert_eq!(run(&["solve", "--shard", "1/2"], &text).code, Some(2));
}
