//! Tells the program what it was built from and with: results carry it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

const LIBRARY: &str = "../../src";
/// `git archive` writes the commit into this file, so that packages carry it.
const REVISION: &str = "revision";
/// Digits of a revision.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed={REVISION}");
    // The library, where the two lie side by side.
    if Path::new(LIBRARY).exists() {
        println!("cargo::rerun-if-changed={LIBRARY}");
    }
    println!("cargo::rerun-if-env-changed=NINEFOLD_REVISION");
    // Written at every commit and checkout.
    let log = output("git", &["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let revision = env::var("NINEFOLD_REVISION")
        .ok()
        .or_else(packed_revision)
        .or_else(revision);
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let unknown = || "unknown".to_owned();
    set("REVISION", &revision.unwrap_or_else(unknown));
    set(
        "RUSTC",
        &output(&rustc, &["--version"]).unwrap_or_else(unknown),
    );
    for (name, from) in [
        ("TARGET", "TARGET"),
        ("PROFILE", "PROFILE"),
        ("TARGET_FEATURES", "CARGO_CFG_TARGET_FEATURE"),
    ] {
        set(name, &env::var(from).unwrap_or_default());
    }
}

/// The revision that was packed with this source. In a checkout the file has a placeholder.
fn packed_revision() -> Option<String> {
    let text = fs::read_to_string(REVISION).ok()?;
    let revision = text.trim();
    let is_hash = revision.len() >= DIGITS && revision.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| revision[..DIGITS].to_owned())
}

/// The revision of this package's own checkout; a package that was unpacked
/// inside somebody else's checkout has none.
fn revision() -> Option<String> {
    let top = output("git", &["rev-parse", "--show-prefix"])?;
    if top != "crates/cli/" {
        return None;
    }
    let abbreviated = format!("--abbrev={DIGITS}");
    output(
        "git",
        &["describe", "--always", "--dirty", &abbreviated, "--match="],
    )
}

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env=NINEFOLD_BUILT_{name}={value}");
}
