//! Tells the program what it was built from and with: results carry it.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The library alone does not tell.
    if env::var_os("CARGO_FEATURE_CLI").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-env-changed=NINEFOLD_REVISION");
    // Written at every commit and checkout.
    let log = output("git", &["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let revision = env::var("NINEFOLD_REVISION").ok().or_else(revision);
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

/// The revision of this package's own checkout; a package that was unpacked
/// inside somebody else's checkout has none.
fn revision() -> Option<String> {
    let top = output("git", &["rev-parse", "--show-prefix"])?;
    if !top.is_empty() {
        return None;
    }
    output(
        "git",
        &["describe", "--always", "--dirty", "--abbrev=12", "--match="],
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
