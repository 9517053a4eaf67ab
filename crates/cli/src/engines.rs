//! Lists the engines: what each can do, and its back ends on this CPU.

use super::args::EXIT_CODES;
use super::failure::Failure;
use super::outputs::to_standard_output;
use clap::Args;
use ninefold::engine::noip2009;
use ninefold::engine::{ENGINES, EngineInfo};
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  ninefold engines                                 all, and their back ends
  ninefold solve puzzles.txt --engine mrv          solve with one of them
  ninefold bench puzzles.txt --engines lanes,mrv   measure some of them";

/// List the engines: what each can do, and its back ends on this CPU.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = EXIT_CODES)]
pub(crate) struct EnginesArgs {}

/// Prints the list.
pub(crate) fn run() -> Result<u8, Failure> {
    to_standard_output(as_text().as_bytes())?;
    Ok(0)
}

/// Remarks on what an engine can do besides solving, or cannot.
fn remarks(place: usize, engine: &EngineInfo) -> Vec<&'static str> {
    let mut remarks = Vec::new();
    if place == 0 {
        remarks.push("default");
    }
    if engine.name == noip2009::ENGINE {
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
