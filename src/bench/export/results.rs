//! The table of a result, aligned for a terminal or as Markdown for a comment.

use super::ExportError;
use super::columns::{Style, TextTable};
use crate::bench::ranking::is_named;
use crate::bench::record::{CorpusInfo, Figures, LatencySummary, Outside, Record, ResultRow};
use crate::bench::stats::{self, Estimate, Settings, StatsError};
use crate::escape::escape;
use crate::numbers::{bytes, count, counted, time};
use std::io::Write;

/// What is known of solvers that are not ours, and of no engine.
const OUTSIDE: [&str; 4] = ["start-up", "CPU/wall", "memory", "its threads"];

/// Writes the table of a result, and what is left out. Ratios are speeds over that of `reference`,
/// the name of an engine (or of engine and back end, as `lanes/avx2`), on the
/// same threads, corpus and limit.
///
/// # Errors
/// [`ExportError::Io`] and [`ExportError::Stats`].
pub fn results(
    record: &Record,
    reference: Option<&str>,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let RowCells { header, rows } = cells(record, reference)?;
    let noisy = rows.iter().flatten().any(|cell| cell.ends_with(NOISY));
    let table = TextTable {
        header: &header,
        keys: 4,
        left: &[0, 2],
        rows,
    };
    if !table.rows.is_empty() {
        table.draw(style, out)?;
        writeln!(out)?;
        puzzles(&record.corpora, style, out)?;
    }
    if noisy {
        writeln!(
            out,
            "\n{NOISY} More than {:.0} % either way: smaller differences do not show. Take more\n\
             --time, leave the machine alone, or ask 'ninefold compare --paired'.",
            100.0 * NOISE,
        )?;
    }
    left_out(record, style, out)
}

/// How many puzzles each corpus has, and what of it is no puzzle.
pub(super) fn puzzles(
    corpora: &[CorpusInfo],
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let item = match style {
        Style::Plain(_) => "",
        Style::Markdown => "- ",
    };
    for corpus in corpora {
        write!(
            out,
            "{item}{}: {}",
            escape(&corpus.name),
            counted(corpus.puzzles, "puzzle")
        )?;
        if let Some(left_out) = &corpus.left_out {
            write!(out, "; {left_out}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The table of a result, as text.
pub(crate) struct RowCells {
    /// A heading for each column.
    pub(crate) header: Vec<&'static str>,
    /// A cell for each column, for each row of the record.
    pub(crate) rows: Vec<Vec<String>>,
}

/// The columns of all solvers.
const COLUMNS: [&str; 13] = [
    "engine",
    "threads",
    "corpus",
    "limit",
    "puzzles/s",
    "±99 %",
    "time/puzzle",
    "ratio",
    "guesses/puzzle",
    "no guess",
    "p50",
    "p99",
    "max",
];

/// The table of a result. Columns in which nothing is known of any row are left out.
///
/// # Errors
/// [`ExportError::Stats`].
pub(crate) fn cells(record: &Record, reference: Option<&str>) -> Result<RowCells, ExportError> {
    let mut header = COLUMNS.to_vec();
    let has_outside = record.rows.iter().any(|row| row.outside.is_some());
    if has_outside {
        header.extend(OUTSIDE);
    }
    let settings = Settings::default();
    let figures: Result<Vec<Figures>, StatsError> = record
        .rows
        .iter()
        .map(|row| row.figures(&settings))
        .collect();
    let figures = figures?;
    let mut rows = Vec::new();
    for (row, own) in record.rows.iter().zip(&figures) {
        let is_base =
            |other: &ResultRow| reference.is_some_and(|name| is_reference(row, other, name));
        let base = record.rows.iter().position(is_base);
        let base = base.map(|base| figures[base].puzzles_per_second.value);
        let ratio = base.map(|base| own.puzzles_per_second.value / base);
        let mut cells = common(row, own, ratio).to_vec();
        if has_outside {
            cells.extend(outside(row));
        }
        rows.push(cells);
    }
    drop_unknown(&mut header, &mut rows);
    Ok(RowCells { header, rows })
}

/// Whether a row's ratio is to another, which is that of the engine called `name`.
fn is_reference(row: &ResultRow, other: &ResultRow, name: &str) -> bool {
    let setting = |row: &ResultRow| (row.case.threads, row.case.limit);
    is_named(other, name) && row.case.corpus == other.case.corpus && setting(row) == setting(other)
}

/// The cells of [`COLUMNS`].
fn common(row: &ResultRow, figures: &Figures, ratio: Option<f64>) -> [String; 13] {
    let none = || "-".to_owned();
    let nanos = |pick: fn(&LatencySummary) -> u64| {
        let latency = row.latency.as_ref();
        latency.map_or_else(none, |latency| time(pick(latency) as f64))
    };
    let counted = |text: String| match row.guesses.is_empty() {
        true => none(),
        false => text,
    };
    let speed = figures.puzzles_per_second;
    [
        row.case.engine_and_backend(),
        row.case.threads.to_string(),
        row.case.corpus.clone(),
        row.case.limit.to_string(),
        count(speed.value.round() as u64),
        spread(&speed),
        time(figures.ns_per_puzzle),
        ratio.map_or_else(none, |ratio| format!("{ratio:.2}x")),
        counted(format!("{:.3}", figures.guesses_per_puzzle)),
        counted(format!("{:.1} %", 100.0 * figures.without_guess)),
        nanos(|latency| latency.p50_ns),
        nanos(|latency| latency.p99_ns),
        nanos(|latency| latency.max_ns),
    ]
}

/// The mark of a speed whose interval's half is wider than [`NOISE`], the change that is looked for.
const NOISY: &str = "(!)";
const NOISE: f64 = 0.02;

fn is_noisy(speed: &Estimate) -> bool {
    half_width(speed).is_none_or(|half| half > NOISE)
}

/// Half of the interval as a share of the estimate, where it is known.
fn half_width(estimate: &Estimate) -> Option<f64> {
    let interval = &estimate.interval;
    let half = (interval.high - interval.low) / 2.0 / estimate.value;
    interval.is_known().then_some(half)
}

/// Takes out the columns in which nothing is known of any row.
fn drop_unknown(header: &mut Vec<&str>, rows: &mut [Vec<String>]) {
    let known = |column: usize| rows.iter().any(|row| row[column] != "-");
    let known: Vec<bool> = (0..header.len()).map(known).collect();
    let mut kept = known.iter();
    header.retain(|_| *kept.next().unwrap_or(&true));
    for row in rows {
        let mut kept = known.iter();
        row.retain(|_| *kept.next().unwrap_or(&true));
    }
}

/// The cells of [`OUTSIDE`].
fn outside(row: &ResultRow) -> [String; 4] {
    let none = || "-".to_owned();
    let Some(outside) = &row.outside else {
        return std::array::from_fn(|_| none());
    };
    let Outside {
        start_up_ns,
        cpu_ns,
        peak_bytes,
        threads,
        ..
    } = outside;
    let middle = |samples: &[f64]| stats::median(samples).ok();
    let share = middle(cpu_ns).zip(middle(&row.samples_ns));
    [
        middle(start_up_ns).map_or_else(none, |nanos| time(nanos.round())),
        share.map_or_else(none, |(cpu, wall)| format!("{:.2}", cpu / wall)),
        peak_bytes.map_or_else(none, bytes),
        threads.map_or_else(none, |threads| threads.to_string()),
    ]
}

/// Which cases have no row, and why.
fn left_out(record: &Record, style: Style, out: &mut dyn Write) -> Result<(), ExportError> {
    for (i, failure) in record.failures.iter().enumerate() {
        if i > 0 || !record.rows.is_empty() {
            writeln!(out)?;
        }
        let case = escape(&failure.case.to_string()).to_string();
        let mut lines = failure.reason.lines();
        let first = lines.next().unwrap_or_default();
        match style {
            Style::Plain(_) => writeln!(out, "Left out: {case}: {first}")?,
            Style::Markdown => writeln!(out, "**Left out: {case}**: {first}")?,
        }
        let rest: Vec<&str> = lines.collect();
        if style == Style::Markdown && !rest.is_empty() {
            writeln!(out, "\n```text\n{}\n```", rest.join("\n"))?;
        } else {
            rest.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
    }
    Ok(())
}

fn spread(estimate: &Estimate) -> String {
    let half = half_width(estimate).map_or("?".to_owned(), |half| format!("{:.1} %", 100.0 * half));
    let mark = if is_noisy(estimate) { NOISY } else { "" };
    format!("{half}{mark}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;
    use super::*;
    use crate::bench::record::tests::example;

    #[test]
    fn a_result_is_a_table_with_ratios_to_the_reference() {
        let table =
            text(|out| results(&example(), Some("mrv-scan"), Style::Plain(usize::MAX), out));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[3..], ["", "tiny: 1,000 puzzles"]);
        assert!(lines[0].starts_with("engine") && lines[0].ends_with("no guess"));
        assert!(
            lines[1].starts_with("lanes/avx2") && lines[1].contains("  10.00x  "),
            "{table}"
        );
        assert!(
            lines[1].contains("9,803,922") && lines[1].contains("75.0 %"),
            "{table}"
        );
        assert!(lines[2].contains("  1.00x  "));
        let none = text(|out| results(&example(), None, Style::Plain(usize::MAX), out));
        // Nothing is known of ratios and latencies, and nothing noisy was seen.
        assert!(!none.contains("ratio") && !none.contains("p50"), "{none}");
        assert!(!none.contains(NOISY), "{none}");
    }

    #[test]
    fn noise_is_marked_where_it_is_printed() {
        let mut record = example();
        let noisy = (0..20).map(|i| 1e5 * (1.0 + f64::from(i % 5) / 5.0));
        record.rows[0].samples_ns = noisy.collect();
        let table = text(|out| results(&record, None, Style::Plain(80), out));
        let marked = |engine: &str| {
            let mut lines = table.lines().filter(|line| line.starts_with(engine));
            lines.any(|line| line.contains(NOISY))
        };
        assert!(marked("lanes/avx2") && !marked("mrv-scan"), "{table}");
        assert!(table.contains("(!) More than 2 % either way"), "{table}");
    }

    #[test]
    fn a_table_is_cut_between_columns_and_no_cell_is_lost() {
        let whole = text(|out| results(&example(), Some("mrv-scan"), Style::Plain(500), out));
        let cells = |text: &str| -> std::collections::BTreeSet<String> {
            let cells = text.lines().flat_map(|line| line.split("  "));
            cells
                .map(|cell| cell.trim().to_owned())
                .filter(|cell| !cell.is_empty())
                .collect()
        };
        for columns in [80, 60, 40, 1] {
            let table =
                text(|out| results(&example(), Some("mrv-scan"), Style::Plain(columns), out));
            let longest = table.lines().map(|line| line.chars().count()).max();
            assert!(columns < 40 || longest <= Some(columns), "{table}");
            let (have, want) = (cells(&table), cells(&whole));
            let missing: Vec<&String> = want.difference(&have).collect();
            // What is the same in all rows is said above them.
            assert!(
                missing
                    .iter()
                    .all(|cell| table.lines().next().unwrap().contains(cell.as_str())),
                "{missing:?}: {table}"
            );
        }
    }

    #[test]
    fn names_in_a_table_are_escaped() {
        let mut record = example();
        record.rows[0].case.corpus = "a\x1b[2Jb\nc".to_owned();
        for style in [Style::Plain(80), Style::Markdown] {
            let table = text(|out| results(&record, None, style, out));
            assert!(
                table.contains(r"a\u{1b}[2Jb\nc") && !table.contains('\x1b'),
                "{table}"
            );
        }
    }

    #[test]
    fn markdown_has_a_rule_and_a_column_for_each_cell() {
        let mut record = example();
        record.rows[0].case.corpus = "a|b".to_owned();
        let table = text(|out| results(&record, None, Style::Markdown, out));
        assert!(
            table
                .lines()
                .nth(1)
                .unwrap()
                .starts_with("| :-- | --: | :-- |")
        );
        assert!(table.contains("a\\|b"));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let rows = table.lines().take_while(|line| !line.is_empty());
        assert_eq!(rows.clone().count(), 4);
        assert!(rows.clone().all(|line| bars(line) == 10), "{table}");
    }

    #[test]
    fn what_is_known_of_other_solvers_has_columns_and_failures_are_below() {
        let mut record = example();
        let plain = text(|out| results(&record, None, Style::Plain(usize::MAX), out));
        assert!(!plain.contains("CPU/wall"), "{plain}");
        record.rows[1].guesses.clear();
        record.rows[1].outside = Some(Outside {
            start_up_ns: vec![1.5e6, 2.5e6, 9e6],
            cpu_ns: vec![2.04e6],
            peak_bytes: Some(3 << 20),
            threads: Some(4),
            ..Outside::default()
        });
        record.failures.push(crate::bench::record::CaseFailure {
            case: record.rows[1].case.clone(),
            reason: "puzzle 3: r1c1 is no digit\n  said    \"x\"".to_owned(),
            refused: false,
        });
        let table = text(|out| results(&record, None, Style::Plain(usize::MAX), out));
        let lines: Vec<&str> = table.lines().collect();
        assert!(
            lines[0].ends_with("start-up  CPU/wall    memory  its threads"),
            "{table}"
        );
        assert!(
            lines[1].ends_with("-         -         -            -"),
            "{table}"
        );
        assert!(
            lines[2].ends_with("2.50 ms      2.00  3.00 MiB            4"),
            "{table}"
        );
        assert_eq!(
            lines[3..],
            [
                "",
                "tiny: 1,000 puzzles",
                "",
                "Left out: mrv-scan x1 tiny limit 2: puzzle 3: r1c1 is no digit",
                "  said    \"x\""
            ]
        );
        record.rows.clear();
        let none = text(|out| results(&record, None, Style::Markdown, out));
        assert!(none.starts_with("**Left out: mrv-scan"), "{none}");
        assert!(
            none.ends_with("\n```text\n  said    \"x\"\n```\n"),
            "{none}"
        );
    }
}
