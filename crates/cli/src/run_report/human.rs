//! The final report for people.

use super::Setting;
use ninefold::engine::verdict::Verdict;
use ninefold_files::escape::escape;
use ninefold_files::format::without_blanks;
use ninefold_files::metrics::latency::Quantiles;
use ninefold_files::metrics::summary::{InputLine, Summary};
use ninefold_files::numbers::{count, counted, plural, speed, time};
use std::io::{self, Write};

/// From this time on, in nanoseconds, a run has a rate. Starting threads takes most of a shorter
/// one.
const LONG: u64 = 100_000_000;
/// A run of [`MANY`] puzzles has a rate from this time on, in nanoseconds.
const SHORTEST: u64 = 5_000_000;
const MANY: u64 = 1_000;

/// Writes the report in about four lines: the number of puzzles, the rate, the verdicts and the
/// engine. With [`Setting::stats`] it adds latencies. [`json`](super::json) also has times and
/// bytes.
///
/// # Errors
/// The errors of `out`.
pub(crate) fn write(summary: &Summary, setting: &Setting, out: &mut dyn Write) -> io::Result<()> {
    rates(summary, out)?;
    verdicts(summary, out)?;
    known(summary, out)?;
    engine(summary, setting, out)?;
    if setting.stats {
        latencies(summary, setting, out)?;
    }
    Ok(())
}

fn rates(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let puzzles = summary.verdicts.puzzles();
    let malformed = match summary.verdicts.of(Verdict::Malformed) {
        0 => String::new(),
        malformed => format!(" and {}", counted(malformed, "malformed line")),
    };
    writeln!(
        out,
        "{} {}{malformed} in {}",
        count(puzzles),
        plural(puzzles, "puzzle"),
        time(summary.wall as f64),
    )?;
    if summary.wall < LONG && (puzzles < MANY || summary.wall < SHORTEST) {
        return line("rate", &["too short to measure".to_owned()], out);
    }
    let parts = [
        format!(
            "{} a second from file to file;",
            speed(summary.total_rate())
        ),
        format!("{} for solving alone", speed(summary.solving_rate())),
    ];
    line("rate", &parts, out)
}

/// A line with its name.
fn line(name: &str, parts: &[String], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {name:<11} {}", parts.join(" "))
}

fn verdicts(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let mut parts = Vec::new();
    for verdict in Verdict::ALL {
        let number = summary.verdicts.of(verdict);
        if number == 0 && verdict != Verdict::Solved {
            continue;
        }
        let mut text = format!("{} {}", count(number), verdict.name());
        if verdict == Verdict::AtLeast {
            text.push_str(" (more than --limit)");
        }
        parts.push(text);
    }
    line("verdicts", &parts, out)?;
    for (verdict, places) in &summary.examples {
        let reason = summary.malformed_reason.as_deref();
        let reason = reason.filter(|_| *verdict == Verdict::Malformed);
        let total = summary.verdicts.of(*verdict);
        first_lines(verdict.name(), places, total, reason, out)?;
    }
    Ok(())
}

/// The first lines of a verdict that occurs `total` times, each once, and the reason for the first.
fn first_lines(
    name: &str,
    places: &[InputLine],
    total: u64,
    reason: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "    {name:<9} ")?;
    let mut last: Option<&InputLine> = None;
    for place in places {
        match last {
            // Several records may stand on a line.
            Some(last) if last == place => {}
            Some(last) if last.input == place.input => write!(out, ", {}", place.line)?,
            Some(_) => write!(out, ", {}:{}", escape(&*place.input), place.line)?,
            None => write!(out, "{}:{}", escape(&*place.input), place.line)?,
        }
        last = Some(place);
    }
    if total > places.len() as u64 {
        write!(out, ", ...")?;
    }
    if let Some(reason) = reason {
        let first = if total > 1 { "the first: " } else { "" };
        write!(out, " ({first}{})", escape(reason))?;
    }
    writeln!(out)
}

/// What the input says of itself: puzzles that are full grids, and known solutions.
fn known(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let puzzles = summary.verdicts.puzzles();
    if let Some(words) = without_blanks(summary.without_blanks, puzzles) {
        line("blanks", &[words], out)?;
    }
    let known = &summary.known;
    let Some(words) = known.words() else {
        return Ok(());
    };
    line("known", &[words], out)?;
    if known.wrong > 0 {
        first_lines("wrong", &summary.known_wrong, known.wrong, None, out)?;
    }
    if known.not_comparable > 0 {
        let places = &summary.known_not_comparable;
        first_lines("other", places, known.not_comparable, None, out)?;
    }
    Ok(())
}

fn engine(summary: &Summary, setting: &Setting, out: &mut dyn Write) -> io::Result<()> {
    let backend = setting.backend.as_ref();
    let backend = backend.map_or(String::new(), |backend| format!(" ({backend})"));
    let threads = counted(summary.busy_threads(), "thread");
    let mut parts = vec![
        format!("{}{backend}, {threads};", setting.engine),
        counted(summary.counters.guesses, "guess"),
    ];
    let found = [Verdict::Solved, Verdict::AtLeast, Verdict::Multiple];
    if found
        .iter()
        .any(|verdict| summary.verdicts.of(*verdict) > 0)
    {
        parts[1].push(';');
        parts.push(if setting.verified {
            "every solution checked".to_owned()
        } else {
            "solutions not checked".to_owned()
        });
    }
    line("engine", &parts, out)
}

fn latencies(summary: &Summary, setting: &Setting, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "  {:<11}{:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "p50", "p90", "p99", "p99.9", "max"
    )?;
    if setting.timed {
        quantiles("service", &summary.service.quantiles(), out)?;
    }
    quantiles("chunk", &summary.chunk.quantiles(), out)?;
    quantiles("turnaround", &summary.turnaround.quantiles(), out)
}

fn quantiles(name: &str, times: &Quantiles, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  {name:<11}")?;
    for nanos in [times.p50, times.p90, times.p99, times.p999, times.max] {
        write!(out, "{:>9} ", time(nanos as f64))?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold_files::metrics::summary::InputLine;
    use std::sync::Arc;

    fn summary() -> Summary {
        let place = |line| InputLine {
            input: Arc::from("in.txt"),
            line,
        };
        let mut summary = Summary::default();
        summary.lines = 12;
        summary.threads = 2;
        summary.chunks = 2;
        summary.wall = 100_000_000;
        summary.solving = 100_000_000;
        summary.examples = vec![(Verdict::None, vec![place(3), place(9)])];
        summary.verdicts.count(Verdict::Solved, 8);
        summary.verdicts.count(Verdict::None, 3);
        summary.service.record(500, 11);
        summary.turnaround.record(3_600_000_000_000, 11);
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
        assert_eq!(lines[0], "11 puzzles in 100 ms");
        assert_eq!(
            lines[1], "  rate        110 a second from file to file; 220 for solving alone",
            "each thread solves for 50 ms, both 11 puzzles"
        );
        assert_eq!(lines[2], "  verdicts    8 solved 3 none");
        assert_eq!(lines[3], "    none      in.txt:3, 9, ...");
        assert_eq!(
            lines[4],
            "  engine      mrv, 2 threads; 0 guesses; every solution checked"
        );
        assert_eq!(lines.len(), 5);
        assert!(!text.contains('\x1b'));
    }

    #[test]
    fn a_short_run_has_no_rate() {
        for (wall, puzzles, has_rate) in [
            (LONG, 11, true),
            (LONG - 1, MANY - 1, false),
            (SHORTEST, MANY, true),
            (SHORTEST - 1, MANY, false),
        ] {
            let mut summary = summary();
            summary.verdicts.count(Verdict::Solved, puzzles - 11);
            summary.wall = wall;
            let mut out = Vec::new();
            write(&summary, &Setting::default(), &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let short = text.contains("\n  rate        too short to measure\n");
            assert_eq!(short, !has_rate, "{text}");
        }
        // Two seconds for each of 11 puzzles.
        let mut slow = summary();
        (slow.wall, slow.solving) = (22_000_000_000, 44_000_000_000);
        let mut out = Vec::new();
        write(&slow, &Setting::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains("  0.5 a second from file to file; 0.5 for"),
            "{text}"
        );
    }

    #[test]
    fn the_numbers_of_verdicts_add_up() {
        let mut summary = Summary::default();
        summary.verdicts.count(Verdict::Invalid, 1);
        summary.verdicts.count(Verdict::Malformed, 2);
        let mut out = Vec::new();
        write(&summary, &Setting::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.starts_with("1 puzzle and 2 malformed lines in "),
            "{text}"
        );
        assert!(text.contains("0 solved 1 invalid 2 malformed"), "{text}");
        assert!(!text.contains("checked"), "nothing was solved: {text}");
    }

    #[test]
    fn only_threads_that_had_work_are_named() {
        let mut summary = summary();
        summary.chunks = 1;
        let mut out = Vec::new();
        write(&summary, &Setting::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains(", 1 thread;") && !text.contains("2 threads"),
            "{text}"
        );
    }

    #[test]
    fn details_come_when_asked_for() {
        let text = text(&Setting {
            engine: "lanes".to_owned(),
            backend: Some("avx2".to_owned()),
            stats: true,
            ..Setting::default()
        });
        assert!(text.contains("11 puzzles"));
        assert!(text.contains("lanes (avx2), 2 threads; 0 guesses; solutions not checked"));
        assert!(text.contains("  chunk  "));
        assert!(!text.contains("  service"));
    }

    #[test]
    fn a_line_is_named_once_and_the_first_malformed_one_has_its_reason() {
        let mut summary = summary();
        summary.verdicts.count(Verdict::Malformed, 2);
        let place = summary.examples[0].1[0].clone();
        let places = vec![place.clone(), place];
        summary.examples = vec![(Verdict::Malformed, places)];
        summary.malformed_reason = Some("length 80".to_owned());
        let mut out = Vec::new();
        write(&summary, &Setting::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "    malformed in.txt:3 (the first: length 80)\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn names_of_files_are_escaped() {
        let mut summary = summary();
        let place = InputLine {
            input: Arc::from("a\x1b[2J\nb"),
            line: 1,
        };
        summary.examples[0].1[0] = place;
        let mut out = Vec::new();
        write(&summary, &Setting::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(r"a\u{1b}[2J\nb:1"), "{text}");
        assert!(!text.contains('\x1b'));
    }
}
