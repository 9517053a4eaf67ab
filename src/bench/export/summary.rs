//! Describes external solvers, in a sentence each.

use super::ExportError;
use super::columns::Style;
use crate::bench::ranking::{self, Rankings};
use crate::bench::record::{Record, ResultRow, setting_words};
use crate::bench::stats::{Estimate, StatsError};
use crate::escape::escape;
use crate::numbers::{self, count};
use std::io::Write;

/// Corpora to list with a ratio each. If there are more, only the smallest and the largest ratio
/// are given.
const LISTED: usize = 4;

/// Writes a paragraph for each external solver of each setting, and a line that identifies its
/// build.
pub(super) fn write(
    record: &Record,
    rankings: &[Rankings],
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let mut named: Vec<&str> = Vec::new();
    for rankings in rankings {
        for ranking in &rankings.engines {
            let rows = rows(record, rankings, &ranking.engine);
            if rows.first().is_none_or(|row| row.external.is_none()) {
                continue;
            }
            let sentence = sentence(record, rankings, &rows)?;
            writeln!(out, "\n{}", style.text(&sentence))?;
            let name = &*rows[0].case.engine;
            let is_new = !named.contains(&name);
            named.push(name);
            if is_new && let Some(build) = build(rows[0]) {
                if style == Style::Markdown {
                    writeln!(out)?;
                }
                writeln!(out, "{}", style.text(&build))?;
            }
        }
    }
    Ok(())
}

/// The rows of an engine in a setting.
fn rows<'a>(record: &'a Record, rankings: &Rankings, engine: &str) -> Vec<&'a ResultRow> {
    let rows = record.rows.iter();
    let is = |row: &&ResultRow| rankings.has(row) && row.case.engine_and_backend() == engine;
    rows.filter(is).collect()
}

/// `mine is 6.1 times slower than lanes on easy, right on all 10,000 puzzles.`
fn sentence(
    record: &Record,
    rankings: &Rankings,
    rows: &[&ResultRow],
) -> Result<String, StatsError> {
    let name = escape(&rows[0].case.engine).to_string();
    let mut others = rankings.engines.iter().map(|ranking| &*ranking.engine);
    let is_ours = |other: &&str| {
        let rows = self::rows(record, rankings, other);
        rows.first().is_some_and(|row| row.external.is_none())
    };
    let ours = others.clone().find(is_ours);
    let other = ours.or_else(|| others.find(|other| **other != *rows[0].case.engine));
    let mut found = Vec::new();
    for row in rows {
        let same = |base: &&ResultRow| base.case.corpus == row.case.corpus;
        let base = other.and_then(|other| {
            let rows = self::rows(record, rankings, other);
            rows.into_iter().find(same)
        });
        if let Some(base) = base {
            let ratio = ranking::speed_over(base, row)?;
            // One round says nothing about a ratio.
            if ratio.samples > 1 {
                found.push((&*row.case.corpus, ratio));
            }
        }
    }
    let puzzles: u64 = rows.iter().map(|row| row.puzzles).sum();
    let right = match puzzles {
        1 => "right on its puzzle".to_owned(),
        puzzles => format!("right on all {} puzzles", count(puzzles)),
    };
    let setting = format!(" ({})", setting_words(rankings.threads, rankings.limit));
    let setting = match record.rows.iter().all(|row| rankings.has(row)) {
        true => String::new(),
        false => setting,
    };
    Ok(match (other, &found[..]) {
        (Some(other), [_, ..]) => {
            format!(
                "{name} is {}, {right}{setting}.",
                against(&escape(other).to_string(), &found)
            )
        }
        _ => format!("{name} is {right}{setting}."),
    })
}

/// How fast a solver is compared with another, whose relative speed is known on some corpora: `6.1
/// times slower than lanes on easy, 40 % slower on hard`.
fn against(other: &str, found: &[(&str, Estimate)]) -> String {
    let beside = [Beside::Slower, Beside::Same, Beside::Faster];
    let groups = beside.map(|beside| {
        let group = found
            .iter()
            .filter(|(_, ratio)| Beside::of(ratio) == beside);
        (beside, group.collect::<Vec<_>>())
    });
    let groups = groups.iter().filter(|(_, group)| !group.is_empty());
    let texts = groups.map(|(beside, group)| beside.text(other, group));
    texts.collect::<Vec<String>>().join(", ")
}

/// A speed relative to another.
#[derive(Clone, Copy, PartialEq)]
enum Beside {
    Slower,
    /// The difference is not certain.
    Same,
    Faster,
}

impl Beside {
    /// From the other's speed divided by this one's.
    fn of(ratio: &Estimate) -> Beside {
        let interval = ratio.interval;
        match ratio.value > 1.0 {
            _ if interval.is_known() && interval.low <= 1.0 && interval.high >= 1.0 => Beside::Same,
            true => Beside::Slower,
            false => Beside::Faster,
        }
    }

    fn text(self, other: &str, group: &[&(&str, Estimate)]) -> String {
        let corpora: Vec<String> = group
            .iter()
            .map(|(name, _)| escape(name).to_string())
            .collect();
        let on = match group.len() {
            ..=LISTED => format!("on {}", corpora.join(" and ")),
            many => format!("on {many} corpora"),
        };
        let word = match self {
            Beside::Slower => "slower",
            Beside::Same => return format!("not certainly slower or faster than {other} {on}"),
            Beside::Faster => "faster",
        };
        let about = match group.iter().all(|(_, ratio)| ratio.interval.is_known()) {
            true => "",
            false => "about ",
        };
        let mut factors: Vec<f64> = group
            .iter()
            .map(|(_, ratio)| ratio.value.max(1.0 / ratio.value))
            .collect();
        if factors.len() > LISTED {
            factors.sort_by(f64::total_cmp);
            let (least, most) = (
                numbers::factor(factors[0]),
                numbers::factor(factors[factors.len() - 1]),
            );
            return format!("{about}{least} to {most} {word} than {other} {on}");
        }
        let first = format!(
            "{about}{} {word} than {other} on {}",
            numbers::factor(factors[0]),
            corpora[0]
        );
        let rest = factors.iter().zip(&corpora).skip(1);
        let rest = rest
            .map(|(&factor, corpus)| format!(", {} {word} on {corpus}", numbers::factor(factor)));
        first + &rest.collect::<String>()
    }
}

/// `mine: ./mine, revision v1.2, SHA-256 0123456789ab`.
fn build(row: &ResultRow) -> Option<String> {
    let words = row.external.as_ref()?.build_words(12);
    Some(format!("{}: {}", escape(&row.case.engine), escape(&words)))
}

#[cfg(test)]
mod tests {
    use super::super::results::{TableDetail, results};
    use super::super::tests::text;
    use super::*;
    use crate::bench::record::ExternalDetails;
    use crate::bench::record::tests::example;

    /// A solver that takes this many times as long as `lanes`, on a corpus each.
    fn beside(factors: &[f64]) -> Record {
        let mut record = example();
        let (ours, corpus) = (record.rows.remove(0), record.corpora.remove(0));
        record.rows.clear();
        for (i, factor) in factors.iter().enumerate() {
            let mut row = ours.clone();
            row.case.corpus = format!("c{i}");
            row.case.backend = None;
            let mut corpus = corpus.clone();
            corpus.name.clone_from(&row.case.corpus);
            record.corpora.push(corpus);
            record.rows.push(row.clone());
            row.case.engine = "mine".to_owned();
            row.samples_ns.iter_mut().for_each(|ns| *ns *= factor);
            row.external = Some(ExternalDetails {
                target: "./mine --fast".to_owned(),
                revision: Some("v1.2".to_owned()),
                sha256: Some("0123456789abcdef".to_owned()),
                ..ExternalDetails::default()
            });
            record.rows.push(row);
        }
        record
    }

    fn below(record: &Record) -> String {
        let table = text(|out| {
            let style = Style::Plain(80);
            results(record, None, TableDetail::Brief, style, out)
        });
        let parts = table.split("\n\n").skip(2);
        parts.collect::<Vec<_>>().join("\n\n")
    }

    #[test]
    fn a_sentence_says_how_an_external_solver_stands_to_ours() {
        let sentence = |factors: &[f64]| {
            let text = below(&beside(factors));
            text.lines().next().unwrap_or_default().to_owned()
        };
        for (factors, expected) in [
            (
                &[6.1][..],
                "6.1 times slower than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[0.5],
                "2.0 times faster than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[1e4],
                "10,000 times slower than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[1.0],
                "not certainly slower or faster than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[6.1, 0.8, 30.0, 1.0],
                "6.1 times slower than lanes on c0, 30 times slower on c2, \
                 not certainly slower or faster than lanes on c3, 25 % faster than lanes on c1, right on all 4,000 puzzles.",
            ),
            (
                &[2.0, 3.0, 4.0, 5.0, 1.2],
                "20 % to 5.0 times slower than lanes on 5 corpora, right on all 5,000 puzzles.",
            ),
        ] {
            assert_eq!(sentence(factors), format!("mine is {expected}"));
        }
        let mut few = beside(&[6.1]);
        few.rows
            .iter_mut()
            .for_each(|row| row.samples_ns.truncate(3));
        assert!(
            below(&few).contains("mine is about 6.1 times slower"),
            "{}",
            below(&few)
        );
        // No other engine is measured, or there is another limit as well.
        let mut alone = beside(&[2.0]);
        alone.rows.remove(0);
        assert!(below(&alone).starts_with("mine is right on all 1,000 puzzles.\n"));
        let mut row = alone.rows[0].clone();
        row.case.limit = 1;
        alone.rows.push(row);
        assert!(
            below(&alone)
                .contains("mine is right on all 1,000 puzzles (1 thread, first solution)."),
            "{}",
            below(&alone)
        );
    }

    #[test]
    fn the_build_is_named_below_the_sentence() {
        let text = below(&beside(&[2.0, 2.0]));
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            ["mine: ./mine --fast, revision v1.2, SHA-256 0123456789ab"]
        );
    }
}
