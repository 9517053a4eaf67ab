//! The committed data sets and the scripts around them.

use super::common::{PROGRAM, ROOT, Scratch, feed};
use sha2::{Digest, Sha256};
use std::fs;

#[test]
fn the_data_sets_have_their_hashes_and_are_small() {
    let read = |name: &str| fs::read(format!("{ROOT}/datasets/{name}")).expect(name);
    let text = |name: &str| String::from_utf8(read(name)).unwrap();
    let sums = text("SHA256SUMS");
    let readme = text("README.md");
    let mut bytes = 0;
    assert_eq!(sums.lines().count(), 9);
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let text = read(name);
        let hash = Sha256::digest(&text);
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, sum, "{name}");
        assert!(readme.contains(sum), "README.md lacks the hash of {name}");
        bytes += text.len();
    }
    assert!(bytes < 8 << 20, "{bytes}");
}

#[cfg(unix)]
#[test]
fn the_script_makes_the_data_sets_again() {
    let scratch = Scratch::new();
    let make = |name: &str| {
        let mut command = std::process::Command::new(format!("{ROOT}/scripts/make-datasets"));
        command.env("NINEFOLD", PROGRAM);
        feed(command.arg(scratch.path("")).arg(name), "")
    };
    // It compares them itself.
    make("sample").ended(0, &[]);
    assert_eq!(scratch.read("sample.txt").lines().count(), 500);
    make("nosuch").ended(2, &[]);
}
