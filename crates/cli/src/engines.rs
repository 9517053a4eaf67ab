//! Lists the engines: what each can do, and its back ends on this CPU.

use super::args::EXIT_CODES;
use super::failure::Failure;
use super::outputs::print;
use clap::Args;
use ninefold::engine::{ENGINES, EngineInfo};
use serde_json::json;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  ninefold engines                                 all, and their back ends
  ninefold engines --json                          for programs
  ninefold solve puzzles.txt --engine mrv          solve with one of them
  ninefold bench puzzles.txt --engines lanes,mrv   measure some of them";

/// List the engines: what each can do, and its back ends on this CPU.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = EXIT_CODES)]
pub(crate) struct EnginesArgs {
    /// Print JSON, for programs.
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
    format!("{}\n", json!({ "engines": engines }))
}
