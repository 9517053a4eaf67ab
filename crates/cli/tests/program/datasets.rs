//! The committed data sets and the scripts around them.

use super::common;

use common::{Scratch, feed, ninefold, run};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

fn path(name: &str) -> PathBuf {
    root().join("datasets").join(name)
}

#[test]
fn the_data_sets_have_their_hashes_and_are_small() {
    let sums = fs::read_to_string(path("SHA256SUMS")).unwrap();
    let mut bytes = 0;
    assert_eq!(sums.lines().count(), 9);
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let text = fs::read(path(name)).unwrap();
        assert_eq!(sha256(&text), sum, "{name}");
        bytes += text.len();
        let readme = fs::read_to_string(path("README.md")).unwrap();
        assert!(readme.contains(sum), "README.md lacks the hash of {name}");
    }
    assert!(bytes < 8 << 20, "{bytes}");
}

#[test]
fn the_data_sets_are_what_they_say() {
    for (name, verdict) in [
        ("sample", "solved"),
        ("few-clues", "solved"),
        ("multiple", "multiple"),
        ("unsolvable", "none"),
        ("invalid", "invalid"),
    ] {
        let file = path(&format!("{name}.txt"));
        let file = file.to_str().unwrap();
        let args = ["solve", "-q", "--unique", "--report", "json", file];
        let rows = run(&args, "").stdout;
        let bad = rows.lines().find(|row| match row.strip_prefix('!') {
            None => verdict != "solved",
            Some(other) => other != verdict,
        });
        assert_eq!(bad, None, "{name}");
        assert_eq!(
            rows.lines().count(),
            fs::read_to_string(file).unwrap().lines().count()
        );
    }
    for (name, level) in [
        ("easy", "naked-singles"),
        ("medium", "hidden-singles"),
        ("hard", "guessing"),
    ] {
        let text = fs::read_to_string(path(&format!("{name}.txt"))).unwrap();
        let first: String = text
            .lines()
            .take(300)
            .flat_map(|line| [line, "\n"])
            .collect();
        let rated = run(&["rate", "-q"], &first);
        assert_eq!(rated.code, Some(0));
        for row in rated.stdout.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            assert_eq!((fields[2], fields[3]), ("1", level), "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_script_makes_the_data_sets_again() {
    let script = root().join("scripts/make-datasets");
    let program = ninefold().get_program().to_owned();
    let mut command = std::process::Command::new(&script);
    command.env("NINEFOLD", &program);
    let names = ["sample", "multiple", "invalid", "tricky"];
    let done = feed(command.args(names), "");
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let same: String = names
        .iter()
        .map(|name| format!("{name}.txt: same\n"))
        .collect();
    assert_eq!(done.stdout, same);
    let mut command = std::process::Command::new(&script);
    let done = feed(command.env("NINEFOLD", &program).arg("nosuch"), "");
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("no data set is called 'nosuch'"));
}

#[cfg(unix)]
#[test]
fn corpora_are_fetched_checked_and_resumed() {
    if std::process::Command::new("curl")
        .arg("--version")
        .output()
        .is_err()
    {
        println!("skipped: corpora_are_fetched_checked_and_resumed: there is no curl");
        return;
    }
    let scratch = Scratch::new();
    let text = ".".repeat(5000);
    fs::create_dir(scratch.path("mirror")).unwrap();
    let mirror = scratch.path("mirror");
    scratch.file("mirror/a.txt", &text);
    scratch.file("mirror/b.txt", "damaged on the way");
    let good = sha256(text.as_bytes());
    let list =
        format!("# a list\na.txt\t{good}\thttps://invalid/a\nb.txt\t{good}\thttps://invalid/b\n");
    let list = scratch.file("list.tsv", &list);
    let to = scratch.path("to");
    let fetch = |more: &[&str]| {
        let mut command = std::process::Command::new(root().join("scripts/fetch-corpora"));
        let base = ["--list", &list, "--to", &to, "--from", &mirror];
        feed(command.args(base).args(more), "")
    };
    // The first half was downloaded before.
    fs::create_dir(&to).unwrap();
    scratch.file("to/a.txt.part", &text[..2500]);
    let done = fetch(&["a.txt"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert_eq!(fs::read_to_string(scratch.path("to/a.txt")).unwrap(), text);
    let done = fetch(&[]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.stdout.contains("a.txt: here already"),
        "{}",
        done.stdout
    );
    assert!(done.stderr.contains("b.txt: deleted"), "{}", done.stderr);
    assert!(!Path::new(&scratch.path("to/b.txt")).exists());
    assert!(!Path::new(&scratch.path("to/b.txt.part")).exists());
    assert_eq!(fetch(&["c.txt"]).code, Some(2));
    assert_eq!(fetch(&["--nosuch"]).code, Some(2));
}
