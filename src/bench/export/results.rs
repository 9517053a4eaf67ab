//! Writes the table of a result, aligned for a terminal or as Markdown for a comment.

use super::ExportError;
use super::columns::Style;
use super::row_cells::{NO_INTERVAL, NOISE, NOISY, cells, half_width};
use super::slow_rounds::slow_rounds;
use super::summary;
use crate::bench::ranking::{self, Rankings};
use crate::bench::record::{CorpusInfo, Figures, Record, ResultRow};
use crate::bench::stats::{MIN_SAMPLES, Settings, StatsError};
use crate::escape::escape;
use std::io::Write;

/// How much of a result its table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableDetail {
    /// Speeds, their intervals, and their ratios.
    Brief,
    /// Also times, guesses, latencies, and data about external solvers.
    Wide,
}

/// Writes the table of a result, with the fastest solver of each corpus first. Below it come a
/// sentence about each external solver, and the cases that could not be measured.
///
/// Ratios are speeds divided by that of `reference`, the name of an engine (or of engine and back
/// end, such as `lanes/avx2`), on the same threads, corpus and limit. The default is the first
/// external solver, or else the default engine.
///
/// # Errors
/// [`ExportError::Io`] and [`ExportError::Stats`].
pub fn results(
    record: &Record,
    reference: Option<&str>,
    detail: TableDetail,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let rankings = ranking::rankings(record, reference)?;
    let (record, figures) = &by_speed(record)?;
    let mut cells = cells(record, figures, &rankings);
    if !cells.rows.is_empty() {
        let same = cells.take_same(record);
        if !same.is_empty() {
            writeln!(out, "{}\n", style.text(&same.join(", ")))?;
        }
        if detail == TableDetail::Brief {
            cells.keep_brief();
        }
        let notes = notes(record, figures, &rankings);
        cells.draw(&rankings, style, out)?;
        for note in notes {
            writeln!(out, "\n{}", style.text(&note))?;
        }
        summary::write(record, &rankings, style, out)?;
        incomplete(record, style, out)?;
    }
    left_out(record, style, out)
}

/// A result with its rows ordered by limit, threads and corpus, the fastest first, and the figures
/// of each row.
///
/// # Errors
/// A sample is not a time.
pub(crate) fn by_speed(record: &Record) -> Result<(Record, Vec<Figures>), StatsError> {
    let place = |row: &ResultRow| {
        let mut corpora = record.corpora.iter();
        corpora.position(|corpus| corpus.name == row.case.corpus)
    };
    let key = |row: &ResultRow| (row.case.limit, row.case.threads, place(row));
    let speed = |figures: &Figures| figures.puzzles_per_second.value;
    let settings = Settings::default();
    let rows = record.rows.iter();
    let rows = rows.map(|row| Ok((row.clone(), row.figures(&settings)?)));
    let mut rows = rows.collect::<Result<Vec<_>, StatsError>>()?;
    rows.sort_by(|(a, x), (b, y)| key(a).cmp(&key(b)).then(speed(y).total_cmp(&speed(x))));
    let (rows, figures) = rows.into_iter().unzip();
    let record = Record {
        rows,
        ..record.clone()
    };
    Ok((record, figures))
}

/// The corpora of which not every line was measured.
fn incomplete(record: &Record, style: Style, out: &mut dyn Write) -> Result<(), ExportError> {
    let corpora = record.corpora.iter();
    let incomplete =
        corpora.filter(|corpus| corpus.left_out.is_some() || corpus.measured.is_some());
    for (i, corpus) in incomplete.enumerate() {
        if i == 0 {
            writeln!(out)?;
        }
        puzzles(corpus, style, out)?;
    }
    Ok(())
}

/// How many puzzles a corpus has, how many were measured, and how many of its lines are not puzzles.
pub(super) fn puzzles(
    corpus: &CorpusInfo,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let item = match style {
        Style::Plain(_) => "",
        Style::Markdown => "- ",
    };
    let name = escape(&corpus.name).to_string();
    let (name, extent) = (style.text(&name), corpus.extent());
    Ok(writeln!(out, "{item}{name}: {}", style.text(&extent))?)
}

/// Explains the marks in a table, and anything unusual about its samples.
fn notes(record: &Record, figures: &[Figures], rankings: &[Rankings]) -> Vec<String> {
    let half = |figures: &Figures| half_width(&figures.puzzles_per_second);
    let mut notes = Vec::new();
    let rows = record.rows.iter().zip(figures);
    let few = rows.filter(|(_, figures)| half(figures).is_none());
    if let Some(rounds) = few.map(|(row, _)| row.samples_ns.len()).min() {
        notes.push(format!(
            "{NO_INTERVAL} An interval needs at least {MIN_SAMPLES} rounds; this run had {rounds}."
        ));
    }
    if figures
        .iter()
        .any(|figures| half(figures).is_some_and(|half| half > NOISE))
    {
        notes.push(format!(
            "{NOISY} More than {:.0} % either way: this run cannot detect smaller differences.\n\
             Raise --time, stop other programs, or use 'ninefold compare --paired'.",
            100.0 * NOISE,
        ));
    }
    if rankings
        .iter()
        .any(|rankings| has_other_ratio(record, figures, rankings))
    {
        notes.push(
            "vs: the middle of the ratios of all rounds. A slow moment affects both sides\n\
             of a round, so this ratio is surer than the quotient of the two speeds."
                .to_owned(),
        );
    }
    notes.extend(slow_rounds(record, figures, rankings));
    notes
}

/// Whether a ratio of a table differs from the quotient of the speeds beside it by more than 1 %.
fn has_other_ratio(record: &Record, figures: &[Figures], rankings: &Rankings) -> bool {
    let rows = || record.rows.iter().zip(figures);
    let speed = |figures: &Figures| figures.puzzles_per_second.value;
    rows().any(|(row, of)| {
        let is_base = |other: &ResultRow| {
            let same = rankings.has(other) && other.case.corpus == row.case.corpus;
            same && other.case.engine_and_backend() == rankings.reference
        };
        let base = rows().find(|(other, _)| is_base(other));
        let on = rankings.on_corpus(row).filter(|on| on.ratio.samples > 1);
        base.zip(on).is_some_and(|((_, base), on)| {
            (on.ratio.value / (speed(of) / speed(base)) - 1.0).abs() > 0.01
        })
    })
}

/// The cases without a row, and why.
fn left_out(record: &Record, style: Style, out: &mut dyn Write) -> Result<(), ExportError> {
    for (i, failure) in record.failures.iter().enumerate() {
        if i > 0 || !record.rows.is_empty() {
            writeln!(out)?;
        }
        let case = escape(&failure.case.to_string()).to_string();
        let mut lines = failure.reason.lines();
        let first = lines.next().unwrap_or_default();
        let (case, first) = (style.text(&case), style.text(first));
        match style {
            Style::Plain(_) => writeln!(out, "Left out: {case}: {first}")?,
            Style::Markdown => writeln!(out, "**Left out: {case}**: {first}")?,
        }
        style.block(&lines.collect::<Vec<_>>(), out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;
    use super::*;
    use crate::bench::record::ExternalDetails;
    use crate::bench::record::tests::example;

    fn table(record: &Record, detail: TableDetail, columns: usize) -> String {
        text(|out| results(record, None, detail, Style::Plain(columns), out))
    }

    #[test]
    fn a_result_is_a_table_with_ratios_and_what_all_rows_share_is_above() {
        let brief = table(&example(), TableDetail::Brief, 80);
        let lines: Vec<&str> = brief.lines().collect();
        assert_eq!(
            lines,
            [
                "1 thread, uniqueness proved",
                "",
                "corpus (puzzles)  solver      puzzles/s  ±99 %  vs lanes/avx2",
                "tiny (1,000)      lanes/avx2  9,803,922  1.0 %          1.00x",
                "tiny (1,000)      mrv-scan      980,392  1.0 %          0.10x",
            ],
            "{brief}"
        );
        let wide = table(&example(), TableDetail::Wide, usize::MAX);
        assert!(
            wide.contains("no guess") && wide.contains("75.0 %"),
            "{wide}"
        );
        // Latencies are unknown.
        assert!(!wide.contains("p50"), "{wide}");
        let reference = Some("mrv-scan");
        let other = text(|out| {
            let style = Style::Plain(80);
            results(&example(), reference, TableDetail::Brief, style, out)
        });
        assert!(
            other.contains("vs mrv-scan") && other.contains("10.00x"),
            "{other}"
        );
    }

    #[test]
    fn rows_are_sorted_and_what_differs_between_them_has_a_column() {
        let mut record = example();
        record.rows.reverse();
        let mut more = record.rows.clone();
        for row in &mut more {
            row.case.limit = 1;
        }
        record.rows.extend(more);
        let brief = table(&record, TableDetail::Brief, 80);
        let rows: Vec<Vec<&str>> = brief
            .lines()
            .skip(3)
            .map(|line| line.split_whitespace().skip(2).take(2).collect())
            .collect();
        assert!(
            brief.starts_with("1 thread\n\ncorpus (puzzles)  limit  solver"),
            "{brief}"
        );
        assert_eq!(
            rows,
            [
                ["1", "lanes/avx2"],
                ["1", "mrv-scan"],
                ["2", "lanes/avx2"],
                ["2", "mrv-scan"]
            ],
            "{brief}"
        );
    }

    #[test]
    fn ratios_are_to_the_external_solver_that_was_named_first() {
        let mut record = example();
        record.rows.reverse();
        for row in &mut record.rows {
            row.external = Some(ExternalDetails::default());
        }
        let brief = table(&record, TableDetail::Brief, 80);
        assert!(
            brief.contains("vs mrv-scan") && brief.contains("10.00x"),
            "{brief}"
        );
    }

    #[test]
    fn marks_are_explained_where_they_are_printed() {
        let mut record = example();
        let noisy = (0..20).map(|i| 1e5 * (1.0 + f64::from(i % 5) / 5.0));
        record.rows[0].samples_ns = noisy.collect();
        let found = table(&record, TableDetail::Brief, 80);
        let marked = |engine: &str| {
            let mut lines = found.lines().filter(|line| line.contains(engine));
            lines.any(|line| line.contains(NOISY))
        };
        assert!(marked("  lanes/avx2") && !marked("mrv-scan"), "{found}");
        assert!(
            found.contains("\n\n(!) More than 2 % either way"),
            "{found}"
        );
        record.rows[0].samples_ns.truncate(7);
        let few = table(&record, TableDetail::Brief, 80);
        assert!(!few.contains(NOISY), "{few}");
        assert!(
            few.contains("\n\n? An interval needs at least 8 rounds; this run had 7.\n"),
            "{few}"
        );
    }

    #[test]
    fn a_table_is_cut_between_columns_and_no_cell_is_lost() {
        let cells = |text: &str| -> std::collections::BTreeSet<String> {
            let cells = text.lines().flat_map(|line| line.split("  "));
            cells
                .map(|cell| cell.trim().to_owned())
                .filter(|cell| !cell.is_empty())
                .collect()
        };
        let whole = cells(&table(&example(), TableDetail::Wide, 500));
        for columns in [80, 60, 40, 1] {
            let found = table(&example(), TableDetail::Wide, columns);
            let longest = found.lines().map(|line| line.chars().count()).max();
            assert!(columns < 60 || longest <= Some(columns), "{found}");
            let have = cells(&found);
            let missing: Vec<&String> = whole.difference(&have).collect();
            assert!(missing.is_empty(), "{missing:?}: {found}");
        }
    }

    #[test]
    fn names_in_a_table_are_escaped() {
        let mut record = example();
        for row in &mut record.rows {
            row.case.corpus = "a\x1b[2Jb\nc".to_owned();
        }
        for style in [Style::Plain(80), Style::Markdown] {
            let table = text(|out| results(&record, None, TableDetail::Brief, style, out));
            let name = style.text(r"a\u{1b}[2Jb\nc");
            assert!(table.contains(&*name) && !table.contains('\x1b'), "{table}");
        }
    }

    #[test]
    fn markdown_has_a_rule_and_a_column_for_each_cell() {
        let mut record = example();
        record.rows[0].case.corpus = "a|b".to_owned();
        let table = text(|out| results(&record, None, TableDetail::Brief, Style::Markdown, out));
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows[1], "| :-- | :-- | --: | --: | --: |", "{table}");
        assert!(table.contains("a\\|b"));
        let bars = |line: &&str| line.replace("\\|", "").matches('|').count();
        assert_eq!(rows.len(), 4);
        assert!(rows.iter().all(|line| bars(line) == 6), "{table}");
    }

    #[test]
    fn external_solvers_have_columns_and_failures_are_below() {
        let mut record = example();
        let plain = table(&record, TableDetail::Wide, usize::MAX);
        assert!(!plain.contains("CPU/wall"), "{plain}");
        record.rows[1].guesses.clear();
        record.rows[1].external = Some(ExternalDetails {
            start_up_ns: vec![1.5e6, 2.5e6, 9e6],
            cpu_ns: vec![2.04e6],
            peak_bytes: Some(3 << 20),
            threads: Some(4),
            ..ExternalDetails::default()
        });
        record.failures.push(crate::bench::record::CaseFailure {
            case: record.rows[1].case.clone(),
            reason: "puzzle 3: r1c1 is not a digit\n  said    \"x\"".to_owned(),
            refused: false,
        });
        let wide = table(&record, TableDetail::Wide, usize::MAX);
        let lines: Vec<&str> = wide.lines().skip(2).collect();
        assert!(lines[0].ends_with("start-up  CPU/wall    memory"), "{wide}");
        assert!(lines[1].ends_with("-         -         -"), "{wide}");
        assert!(lines[2].ends_with("2.50 ms      2.00  3.00 MiB"), "{wide}");
        let failure = "\n\nLeft out: mrv-scan x1 tiny limit 2: puzzle 3: r1c1 is not a digit\n  said    \"x\"\n";
        assert!(wide.ends_with(failure), "{wide}");
        let brief = table(&record, TableDetail::Brief, 80);
        assert!(
            !brief.contains("CPU/wall") && brief.ends_with(failure),
            "{brief}"
        );
        record.rows.clear();
        let none = text(|out| results(&record, None, TableDetail::Brief, Style::Markdown, out));
        assert!(none.starts_with("**Left out: mrv-scan"), "{none}");
        assert!(none.ends_with("\n\n      said    \"x\"\n"), "{none}");
    }

    #[test]
    fn a_ratio_that_is_not_the_quotient_of_the_speeds_is_explained() {
        let mut record = example();
        let vs = "\n\nvs: the middle of the ratios of all rounds.";
        assert!(!table(&record, TableDetail::Brief, 80).contains(vs));
        // Each is slow in the rounds in which the other is not.
        for (row, is_slow) in record.rows.iter_mut().zip([false, true]) {
            for (round, ns) in row.samples_ns.iter_mut().enumerate() {
                *ns *= if (round < 11) == is_slow { 3.0 } else { 1.0 };
            }
        }
        assert!(table(&record, TableDetail::Brief, 80).contains(vs));
    }

    #[test]
    fn one_round_gives_no_ratio() {
        let mut record = example();
        for row in &mut record.rows {
            row.samples_ns.truncate(1);
        }
        record.rows[1].external = Some(ExternalDetails::default());
        let found = table(&record, TableDetail::Brief, 80);
        assert!(!found.contains("vs ") && !found.contains(".00x"), "{found}");
        assert!(
            found.contains("mrv-scan is right on all 1,000 puzzles."),
            "{found}"
        );
    }

    #[test]
    fn names_and_output_of_solvers_are_text_in_markdown() {
        let mut record = example();
        let hostile = "[a](http://b.example) <img src=x> @someone #1 www.b.example `*_~&";
        record.rows[1].case.engine = hostile.to_owned();
        record.corpora[0].name = hostile.to_owned();
        for row in &mut record.rows {
            row.case.corpus = hostile.to_owned();
        }
        record.failures.push(crate::bench::record::CaseFailure {
            case: record.rows[1].case.clone(),
            reason: "one\n```\r@someone\n```\n".to_owned(),
            refused: false,
        });
        let markdown = text(|out| results(&record, None, TableDetail::Wide, Style::Markdown, out));
        for line in markdown.lines().filter(|line| !line.starts_with("    ")) {
            for part in ["[a](", " <img", "@s", "#1", "http://", "www.b", "```"] {
                assert!(!line.contains(part), "{part}: {line}");
            }
        }
        assert!(
            markdown.ends_with("\n    ``` @someone\n    ```\n"),
            "{markdown}"
        );
        let plain = text(|out| results(&record, None, TableDetail::Wide, Style::Plain(200), out));
        assert!(plain.contains(hostile), "{plain}");
    }
}
