//! The closing report for people.

use super::Setting;
use super::numbers::{bytes, count, time};
use crate::engine::verdict::Verdict;
use crate::metrics::latency::Quantiles;
use crate::metrics::summary::{Place, Summary};
use std::io::{self, Write};

/// Writes the report, one paragraph of about ten lines.
///
/// # Errors
/// Those of `out`.
pub fn write(summary: &Summary, setting: &Setting, out: &mut dyn Write) -> io::Result<()> {
    let paint = Paint(setting.color);
    rates(summary, &paint, out)?;
    verdicts(summary, &paint, out)?;
    known(summary, &paint, out)?;
    engine(summary, setting, out)?;
    latencies(summary, setting, &paint, out)?;
    slowest(summary, out)?;
    if setting.stats {
        details(summary, out)?;
    }
    Ok(())
}

struct Paint(bool);

impl Paint {
    fn with(&self, code: &str, text: &str) -> String {
        if self.0 {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn bold(&self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(&self, text: &str) -> String {
        self.with("2", text)
    }
}

fn rates(summary: &Summary, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{} puzzles in {}",
        paint.bold(&count(summary.puzzles)),
        paint.bold(&time(summary.wall)),
    )?;
    writeln!(
        out,
        "  rate        {} a second from file to file; {} solving alone (mean over {})",
        paint.bold(&count(summary.total_rate() as u64)),
        count(summary.solving_rate() as u64),
        threads(summary.busy_threads()),
    )
}

fn threads(number: u64) -> String {
    match number {
        1 => "1 thread".to_owned(),
        _ => format!("{number} threads"),
    }
}

fn verdicts(summary: &Summary, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  verdicts   ")?;
    for verdict in Verdict::ALL {
        let number = summary.verdicts.of(verdict);
        if number == 0 && verdict != Verdict::Solved {
            continue;
        }
        let mut text = format!("{} {}", count(number), verdict.name());
        if verdict == Verdict::AtLeast {
            text.push_str(" (more than --limit)");
        }
        let text = match verdict {
            Verdict::Solved => paint.with("32", &text),
            _ => paint.with("33", &text),
        };
        write!(out, " {text}")?;
    }
    writeln!(out)?;
    for (verdict, places) in &summary.examples {
        first_lines(verdict.name(), places, summary.verdicts.of(*verdict), out)?;
    }
    Ok(())
}

/// The first lines of what there is `total` of.
fn first_lines(name: &str, places: &[Place], total: u64, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "    {name:<9} ")?;
    for (i, place) in places.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        match i > 0 && places[i - 1].input == place.input {
            true => write!(out, "{comma}{}", place.line)?,
            false => write!(out, "{comma}{}:{}", place.input, place.line)?,
        }
    }
    let more = total > places.len() as u64;
    writeln!(out, "{}", if more { ", ..." } else { "" })
}

/// How the solutions in the input compare with ours.
fn known(summary: &Summary, paint: &Paint, out: &mut dyn Write) -> io::Result<()> {
    let known = &summary.known;
    if known.compared == 0 {
        return Ok(());
    }
    let wrong = format!("{} wrong", count(known.wrong));
    writeln!(
        out,
        "  known       {} solutions in the input compared: {}, {} right but not ours",
        count(known.compared),
        paint.with(if known.wrong == 0 { "32" } else { "33" }, &wrong),
        count(known.other),
    )?;
    if known.wrong > 0 {
        first_lines("wrong", &summary.known_wrong, known.wrong, out)?;
    }
    Ok(())
}

fn engine(summary: &Summary, setting: &Setting, out: &mut dyn Write) -> io::Result<()> {
    let backend = setting.backend.as_ref();
    let backend = backend.map_or(String::new(), |backend| format!(" ({backend})"));
    let checked = if setting.verified {
        "every solution checked"
    } else {
        "solutions not checked"
    };
    writeln!(
        out,
        "  engine      {}{backend}, {}; {} guesses; {checked}",
        setting.engine,
        threads(summary.threads as u64),
        count(summary.counters.guesses),
    )
}

fn latencies(
    summary: &Summary,
    setting: &Setting,
    paint: &Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let heading = format!(
        "  {:<11}{:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "p50", "p90", "p99", "p99.9", "max"
    );
    writeln!(out, "{}", paint.dim(&heading))?;
    if setting.timed {
        quantiles("service", &summary.service.quantiles(), out)?;
    }
    if setting.stats {
        quantiles("chunk", &summary.chunk.quantiles(), out)?;
    }
    quantiles("turnaround", &summary.turnaround.quantiles(), out)
}

fn quantiles(name: &str, times: &Quantiles, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  {name:<11}")?;
    for nanos in [times.p50, times.p90, times.p99, times.p999, times.max] {
        write!(out, "{:>9} ", time(nanos))?;
    }
    match times.saturated {
        0 => writeln!(out),
        longer => writeln!(out, "({} over an hour)", count(longer)),
    }
}

fn slowest(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    for (i, slow) in summary.slowest.iter().enumerate() {
        let heading = if i == 0 { "slowest" } else { "" };
        writeln!(
            out,
            "  {heading:<11}{:>9}  {}:{} ({} guesses)",
            time(slow.nanos),
            slow.place.input,
            slow.place.line,
            count(slow.guesses),
        )?;
    }
    Ok(())
}

fn details(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "  counters    {} nodes, {} lane passes",
        count(summary.counters.nodes),
        count(summary.counters.lane_passes),
    )?;
    writeln!(
        out,
        "  bytes       {} in ({} lines, {} chunks), {} out",
        bytes(summary.bytes_in),
        count(summary.lines),
        count(summary.chunks),
        bytes(summary.bytes_out),
    )?;
    writeln!(
        out,
        "  time        {} solving, {} checking, {} all work on chunks (all threads together)",
        time(summary.solving),
        time(summary.checking),
        time(summary.working),
    )?;
    writeln!(
        out,
        "  overhead    file to file {:.1} % above solving alone, {:.1} % above solving and checking",
        100.0 * summary.overhead(),
        100.0 * summary.pipeline_overhead(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::summary::{Place, SlowPuzzle};
    use std::sync::Arc;

    fn summary() -> Summary {
        let place = |line| Place {
            input: Arc::from("in.txt"),
            line,
        };
        let mut summary = Summary {
            lines: 12,
            puzzles: 11,
            threads: 2,
            chunks: 2,
            wall: 1_000_000,
            solving: 1_000_000,
            examples: vec![(Verdict::None, vec![place(3), place(9)])],
            slowest: vec![SlowPuzzle {
                place: place(7),
                nanos: 2_500_000,
                guesses: 1234,
            }],
            ..Summary::default()
        };
        summary.verdicts.count(Verdict::Solved, 8);
        summary.verdicts.count(Verdict::None, 3);
        summary.service.record(500, 11);
        summary.turnaround.record(u64::MAX, 11);
        summary
    }

    fn text(setting: &Setting) -> String {
        let mut out = Vec::new();
        write(&summary(), setting, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_report_says_what_happened() {
        let text = text(&Setting {
            engine: "mrv".to_owned(),
            verified: true,
            timed: true,
            ..Setting::default()
        });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "11 puzzles in 1.00 ms");
        assert!(lines[1].contains("11,000 a second from file to file; 22,000 solving alone"));
        assert_eq!(lines[2], "  verdicts    8 solved 3 none");
        assert_eq!(lines[3], "    none      in.txt:3, 9, ...");
        assert_eq!(
            lines[4],
            "  engine      mrv, 2 threads; 0 guesses; every solution checked"
        );
        assert!(lines[6].starts_with("  service       500 ns"));
        assert!(lines[7].ends_with("(11 over an hour)"));
        assert_eq!(lines[8], "  slowest      2.50 ms  in.txt:7 (1,234 guesses)");
        assert!(!text.contains('\x1b'));
    }

    #[test]
    fn colour_and_details_come_when_asked_for() {
        let text = text(&Setting {
            engine: "lanes".to_owned(),
            backend: Some("avx2".to_owned()),
            stats: true,
            color: true,
            ..Setting::default()
        });
        assert!(text.contains("\x1b[1m11\x1b[0m puzzles"));
        assert!(text.contains("lanes (avx2), 2 threads; 0 guesses; solutions not checked"));
        assert!(text.contains("lane passes") && text.contains("  chunk  "));
        assert!(!text.contains("  service"));
    }
}
