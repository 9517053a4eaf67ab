//! Lists the engines: what each can do and what this CPU offers.

use super::args::EXIT_CODES;
use super::failure::Failure;
use super::outputs::print;
use clap::Args;
use ninefold::engine::{ENGINES, EngineInfo};
use serde_json::json;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  ninefold engines                                 all, and what this CPU has
  ninefold engines --json                          for programs
  ninefold solve puzzles.txt --engine mrv          solve with one of them
  ninefold bench puzzles.txt --engines lanes,mrv   measure some of them";

/// List the engines: what each can do and what this CPU offers.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = EXIT_CODES)]
pub(crate) struct EnginesArgs {
    /// As JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// The engine that finds NOIP 2009 scores.
pub(crate) const SCORER: &str = "dlx";

/// Prints the list.
pub(crate) fn run(args: &EnginesArgs) -> Result<u8, Failure> {
    let text = if args.json { as_json() } else { as_text() };
    print(text.as_bytes())?;
    Ok(0)
}

/// Remarks on what an engine can do besides solving, or cannot.
fn remarks(place: usize, engine: &EngineInfo) -> Vec<&'static str> {
    let mut remarks = Vec::new();
    if place == 0 {
        remarks.push("default");
    }
    if engine.name == SCORER {
        remarks.push("scores NOIP 2009");
    }
    if engine.lexicographic {
        remarks.push("first solution in lexicographic order");
    }
    if engine.slow {
        remarks.push("slow on hard puzzles");
    }
    remarks
}

fn as_text() -> String {
    let mut text = String::from("Engines:\n");
    for (place, engine) in ENGINES.iter().enumerate() {
        let remarks = remarks(place, engine).join(", ");
        let remarks = match remarks.as_str() {
            "" => String::new(),
            remarks => format!(" [{remarks}]"),
        };
        let _ = writeln!(text, "  {:<12}{}{remarks}", engine.name, engine.about);
        let _ = writeln!(text, "  {:<12}idea: {}", "", engine.source);
        let backends = (engine.backends)();
        if !backends.is_empty() {
            let backends = backends.join(", ");
            let _ = writeln!(
                text,
                "  {:<12}back ends on this CPU, best first: {backends}",
                ""
            );
        }
    }
    let _ = writeln!(text, "\nThis CPU ({}):", std::env::consts::ARCH);
    for (feature, has) in features() {
        let _ = writeln!(text, "  {feature:<18}{}", if has { "yes" } else { "no" });
    }
    text
}

fn as_json() -> String {
    let engines: Vec<_> = ENGINES
        .iter()
        .enumerate()
        .map(|(place, engine)| {
            json!({
                "name": engine.name,
                "about": engine.about,
                "source": engine.source,
                "default": place == 0,
                "scores": engine.name == SCORER,
                "lexicographic": engine.lexicographic,
                "slow": engine.slow,
                "backends": (engine.backends)(),
            })
        })
        .collect();
    let features: serde_json::Map<_, _> = features()
        .into_iter()
        .map(|(feature, has)| (feature.to_owned(), has.into()))
        .collect();
    let list = json!({
        "engines": engines,
        "cpu": {"arch": std::env::consts::ARCH, "features": features},
    });
    format!("{list}\n")
}

/// The vector extensions that matter here, and whether this CPU has them.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<(&'static str, bool)> {
    macro_rules! detect {
        ($($name:tt),*) => { vec![$(($name, std::arch::is_x86_feature_detected!($name))),*] };
    }
    detect!(
        "sse4.1",
        "avx2",
        "bmi2",
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2"
    )
}

/// The vector extensions that matter here, and whether this CPU has them.
#[cfg(target_arch = "aarch64")]
fn features() -> Vec<(&'static str, bool)> {
    vec![("neon", std::arch::is_aarch64_feature_detected!("neon"))]
}

/// The vector extensions that matter here, and whether this CPU has them.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<(&'static str, bool)> {
    Vec::new()
}
