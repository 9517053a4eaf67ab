//! Tables for people, JSON for programs.

use crate::measure::{Figures, Outcome, Plan};
use crate::solvers::PEERS;
use ninefold::engine::ENGINES;
use serde::Serialize;
use std::io::{self, Write};

/// What stands in the JSON file.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    pub(crate) schema: u32,
    pub(crate) cpu: String,
    pub(crate) arch: &'static str,
    pub(crate) os: &'static str,
    pub(crate) threads: u32,
    pub(crate) rounds: usize,
    pub(crate) batch: usize,
    pub(crate) results: &'a [Figures],
}

/// The processor's own name, where the system tells it.
pub(crate) fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name"));
    let name = model.and_then(|line| line.split_once(": "));
    name.map_or_else(|| "unknown CPU".to_owned(), |(_, name)| name.to_owned())
}

/// What is measured, on what, and under which licences.
pub(crate) fn header(out: &mut impl Write, plan: &Plan) -> io::Result<()> {
    writeln!(
        out,
        "{}, {} {}",
        cpu(),
        std::env::consts::ARCH,
        std::env::consts::OS
    )?;
    writeln!(
        out,
        "one thread, text in and text out, {} rounds in alternating order, engines in batches of {}",
        plan.rounds, plan.batch
    )?;
    let licences: Vec<String> = PEERS
        .iter()
        .map(|peer| format!("{} {}", peer.name, peer.licence))
        .collect();
    writeln!(
        out,
        "licences: ninefold MIT OR Apache-2.0; {}",
        licences.join("; ")
    )
}

/// The table of one corpus and limit.
pub(crate) fn table(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    let Some(first) = outcome.figures.first() else {
        return writeln!(out, "\nnobody could take part");
    };
    writeln!(
        out,
        "\n{}: {} puzzles, limit {}",
        first.corpus, first.puzzles, first.limit
    )?;
    writeln!(
        out,
        "{:<26} {:<18} {:>11} {:>11} {:>13} {:>9} {:>9}",
        "solver", "licence", "min ns", "median ns", "puzzles/s", "x sudoku", "guesses"
    )?;
    for row in &outcome.figures {
        line(out, row)?;
    }
    for why in &outcome.left_out {
        writeln!(out, "left out: {why}")?;
    }
    Ok(())
}

fn line(out: &mut impl Write, row: &Figures) -> io::Result<()> {
    let times = row
        .times_reference
        .map_or_else(|| "-".to_owned(), |times| format!("{times:.3}"));
    let guesses = if row.nodes_per_puzzle > 0.0 {
        format!("{:.2}", row.guesses_per_puzzle)
    } else {
        "-".to_owned()
    };
    write!(
        out,
        "{:<26} {:<18} {:>11.1} {:>11.1} {:>13.0} {:>9} {:>9}",
        row.name,
        row.licence,
        row.min_ns_per_puzzle,
        row.median_ns_per_puzzle,
        row.puzzles_per_second,
        times,
        guesses
    )?;
    let faults = [
        (row.wrong_answers, "WRONG ANSWERS"),
        (row.other_counts, "OTHER COUNTS"),
        (row.gave_up, "given up"),
    ];
    for (number, what) in faults {
        if number > 0 {
            write!(out, "  {number} {what}")?;
        }
    }
    writeln!(out)
}

/// Everyone who can take part.
pub(crate) fn list(out: &mut impl Write) -> io::Result<()> {
    for engine in ENGINES {
        writeln!(
            out,
            "engine {:<16} {:<18} {}",
            engine.name, "MIT OR Apache-2.0", engine.about
        )?;
    }
    for peer in PEERS {
        writeln!(
            out,
            "peer   {:<16} {:<18} {}; version {}",
            peer.name, peer.licence, peer.about, peer.version
        )?;
    }
    Ok(())
}
