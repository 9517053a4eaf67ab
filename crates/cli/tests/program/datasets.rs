//! The committed data sets and the scripts around them.

use super::common::{Scratch, feed, ninefold};
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

#[cfg(unix)]
#[test]
fn the_script_makes_the_data_sets_again() {
    let scratch = Scratch::new();
    let make = |name: &str| {
        let mut command = std::process::Command::new(root().join("scripts/make-datasets"));
        command.env("NINEFOLD", ninefold().get_program());
        feed(command.arg(scratch.path("")).arg(name), "")
    };
    let done = make("sample");
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(scratch.read("sample.txt") == fs::read_to_string(path("sample.txt")).unwrap());
    assert_eq!(make("nosuch").code, Some(2));
}
