//! The final report for programs: one JSON object on one line.
//!
//! Times are in nanoseconds, rates in puzzles a second. `schema` names the layout. Within a
//! version, keys are only added. Names of inputs are as in messages, with control characters
//! escaped. `benches/SCHEMA.md` lists all keys.

use super::Setting;
use ninefold::engine::verdict::Verdict;
use ninefold_files::metrics::latency::Latency;
use ninefold_files::metrics::summary::Summary;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Name and version of the layout.
pub(crate) const SCHEMA: &str = "ninefold-solve-3";

/// The report as a JSON value.
#[must_use]
pub(crate) fn value(summary: &Summary, setting: &Setting) -> Value {
    let number = |verdict: Verdict| summary.verdicts.of(verdict).into();
    let verdicts = Verdict::ALL.map(|verdict| (verdict.name().to_owned(), number(verdict)));
    let verdicts = Map::from_iter(verdicts);
    let examples = summary.examples.iter();
    let examples = examples.map(|(verdict, places)| (verdict.name().to_owned(), json!(places)));
    let examples: Map<String, Value> = examples.collect();
    json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "engine": setting.engine,
        "backend": setting.backend,
        "threads": summary.threads,
        "busy_threads": summary.busy_threads(),
        "verified": setting.verified,
        "lines": summary.lines,
        "puzzles": summary.verdicts.total(),
        "verdicts": verdicts,
        "examples": examples,
        "malformed_reason": summary.malformed_reason,
        "known_solutions": {
            "compared": summary.known.compared,
            "wrong": summary.known.wrong,
            "other": summary.known.other,
            "not_comparable": summary.known.not_comparable,
            "first_wrong": summary.known_wrong,
            "first_not_comparable": summary.known_not_comparable,
        },
        "without_blanks": summary.without_blanks,
        "guesses": summary.counters.guesses,
        "nodes": summary.counters.nodes,
        "lane_passes": summary.counters.lane_passes,
        "bytes_in": summary.bytes_in,
        "bytes_out": summary.bytes_out,
        "chunks": summary.chunks,
        "trailer": summary.trailer.map(|trailer| json!({
            "lines": trailer.lines,
            "bytes": trailer.bytes,
            "crc32": format!("{:08x}", trailer.crc32),
        })),
        "wall_nanos": summary.wall,
        "solving_nanos": summary.solving,
        "checking_nanos": summary.checking,
        "working_nanos": summary.working,
        "puzzles_per_second": summary.total_rate(),
        "puzzles_per_second_solving": summary.solving_rate(),
        "service_nanos": times(&summary.service, setting.timed),
        "chunk_nanos": times(&summary.chunk, true),
        "turnaround_nanos": times(&summary.turnaround, true),
    })
}

fn times(latency: &Latency, taken: bool) -> Value {
    json!(taken.then(|| latency.quantiles()))
}

/// Writes the report and a line feed.
///
/// # Errors
/// The errors of `out`.
pub(crate) fn write(summary: &Summary, setting: &Setting, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", value(summary, setting))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold_files::metrics::trailer::Trailer;

    #[test]
    fn every_figure_has_its_key() {
        let mut summary = Summary::default();
        summary.trailer = Some(Trailer::of(b"123456789"));
        summary.verdicts.count(Verdict::GaveUp, 3);
        summary.service.record(10, 3);
        let value = value(&summary, &Setting::default());
        assert_eq!(value["schema"], SCHEMA);
        assert_eq!(value["puzzles"], 3);
        assert_eq!(value["verdicts"]["gave-up"], 3);
        assert_eq!(value["verdicts"]["solved"], 0);
        assert_eq!(value["trailer"]["crc32"], "cbf43926");
        assert_eq!(value["service_nanos"], Value::Null);
        assert_eq!(value["turnaround_nanos"]["count"], 0);
    }
}
