//! The view of a comparison.

use super::blocks::{ViewBlock, ViewColumn};
use crate::bench::baseline::Comparison;
use crate::bench::record::{CorpusInfo, setting_words};
use crate::bench::stats::Judgement;
use ninefold_files::escape::escape;
use ninefold_files::numbers::{change, count, counted, factor, time};
use std::cmp::Ordering;

/// The view of a comparison: counts first, then times, then how much of each corpus was measured,
/// then the overall verdict.
#[must_use]
pub fn comparison(found: &Comparison) -> Vec<ViewBlock> {
    let none = "They have no case in common, so nothing is compared.";
    let has_failed = !found.failures.is_empty();
    let is_empty = found.rows.is_empty() && found.counts.is_empty();
    let mut blocks = if !is_empty {
        counts(found)
    } else if has_failed {
        Vec::new()
    } else {
        vec![ViewBlock::Text(none.to_owned())]
    };
    let unmatched = found.unmatched.iter();
    let unmatched = unmatched.map(|of| {
        let puzzles = counted(of.puzzles, "puzzle");
        format!("Only in the {} result: {} ({puzzles})", of.only_in, of.case)
    });
    let unmatched: Vec<String> = unmatched.collect();
    if !unmatched.is_empty() {
        blocks.push(ViewBlock::List(unmatched));
    }
    if is_empty && !has_failed {
        return blocks;
    }
    if !found.rows.is_empty() {
        blocks.push(ViewBlock::Heading(format!("Times ({})", how(found))));
        blocks.push(times(found));
        blocks.extend(groups(found).map(ViewBlock::Text));
    }
    if !found.corpora.is_empty() {
        let corpora = found.corpora.iter().map(CorpusInfo::extent);
        blocks.push(ViewBlock::List(corpora.collect()));
    }
    for of in &found.unchecked {
        blocks.push(ViewBlock::Text(format!(
            "Not checked: {}: {} answered {} of {} puzzles in time; give more --time, or ask for fewer with \
             --max-puzzles",
            of.corpus,
            found.names[of.side as usize],
            count(of.answered),
            count(of.puzzles)
        )));
    }
    for of in &found.failures {
        let text = format!(
            "{} failed on {} ({}): {}",
            found.names[of.side as usize],
            escape(&of.case.corpus),
            setting_words(of.case.threads, of.case.limit),
            of.reason
        );
        let lines = text.lines().map(str::to_owned);
        blocks.push(ViewBlock::Lines(lines.collect()));
    }
    blocks.push(ViewBlock::Heading(verdict(found)));
    blocks
}

/// The overall verdict in words.
pub(crate) fn verdict(found: &Comparison) -> String {
    let why = match found.failed_side {
        Some(side) => format!(" ({})", found.names[side as usize]),
        None if found.by_counts => ", because a count is worse".to_owned(),
        None if found.by_instructions && !found.rows.is_empty() => {
            " by the number of instructions, because the times cannot tell".to_owned()
        }
        None if found.by_instructions => " by the number of instructions".to_owned(),
        None => String::new(),
    };
    format!("Verdict: {}{why}", found.verdict)
}

/// How the times were measured.
fn how(found: &Comparison) -> String {
    let clock = match (found.cpu_time, found.idle) {
        (true, _) => "CPU time of one thread, wall clock of several".to_owned(),
        (false, Some(idle)) => format!(
            "wall clock, because a solver slept {:.0} % of its time or let others work",
            100.0 * idle
        ),
        (false, None) => "wall clock".to_owned(),
    };
    if found.paired {
        format!("paired; {clock}")
    } else {
        format!("{clock}; not paired: taken at different times")
    }
}

/// The counts that differ.
fn counts(found: &Comparison) -> Vec<ViewBlock> {
    if found.counts.is_empty() {
        let same = "Guesses, nodes and passes: the same in both";
        let same = found.has_counts.then(|| ViewBlock::Text(same.to_owned()));
        return same.into_iter().collect();
    }
    let mut rows = Vec::with_capacity(found.counts.len());
    for of in &found.counts {
        rows.push([
            of.case.to_string(),
            of.count.clone(),
            count(of.old),
            count(of.new),
            amount(of.new as f64 / of.old as f64),
        ]);
    }
    let [old, new] = &found.names;
    let names = ["case", "count", old, new, ""];
    let table = columns(names, [true, true, false, false, true], &rows);
    let heading = "Counts".to_owned();
    vec![ViewBlock::Heading(heading), ViewBlock::Table(table)]
}

fn times(found: &Comparison) -> ViewBlock {
    let [old, new] = &found.names;
    let taken = if found.paired { "pairs" } else { "samples" };
    let mut rows = Vec::with_capacity(found.rows.len() + 1);
    for row in &found.rows {
        rows.push([
            row.case.to_string(),
            time(row.old_ns),
            time(row.new_ns),
            known(row.ratio, row.ratio_low),
            interval(row.ratio_low, row.ratio_high),
            row.samples.to_string(),
            mark(row.verdict),
        ]);
    }
    if let Some(all) = &found.together {
        rows.push([
            "all together".to_owned(),
            String::new(),
            String::new(),
            known(all.ratio, all.ratio_low),
            interval(all.ratio_low, all.ratio_high),
            String::new(),
            mark(all.verdict),
        ]);
    }
    let against = format!("{new} against {old}");
    let names = ["case", old, new, &against, "interval", taken, "verdict"];
    let has_words = [true, false, false, false, false, false, true];
    let mut table = columns(names, has_words, &rows);
    if found.rows.iter().any(|row| row.instructions.is_some()) {
        let amounts = found
            .rows
            .iter()
            .map(|row| row.instructions.map_or_else(String::new, amount));
        let cells = amounts.chain(found.together.iter().map(|_| String::new()));
        table.insert(
            table.len() - 1,
            ViewColumn::new("instructions", false, cells),
        );
    }
    ViewBlock::Table(table)
}

/// How much more or less it is.
fn amount(ratio: f64) -> String {
    let factor = factor(ratio.max(1.0 / ratio));
    match ratio.total_cmp(&1.0) {
        Ordering::Equal => "the same".to_owned(),
        Ordering::Greater => format!("{factor} more"),
        Ordering::Less => format!("{factor} less"),
    }
}

/// The columns of a table of rows.
fn columns<const N: usize>(
    names: [&str; N],
    has_words: [bool; N],
    rows: &[[String; N]],
) -> Vec<ViewColumn> {
    let mut columns = Vec::with_capacity(N);
    for i in 0..N {
        let cells = rows.iter().map(|row| row[i].clone());
        columns.push(ViewColumn::new(names[i], has_words[i], cells));
    }
    columns
}

/// A change whose interval is known. Without one, a few samples may show anything.
fn known(ratio: f64, low: Option<f64>) -> String {
    low.map_or_else(|| "unknown".to_owned(), |_| change(ratio))
}

fn interval(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{} to {}", change(low), change(high)),
        _ => "too few samples".to_owned(),
    }
}

fn mark(verdict: Judgement) -> String {
    match verdict {
        Judgement::Slower => "slower (!)".to_owned(),
        other => other.name().to_owned(),
    }
}

/// Of which changes nobody can tell, because the samples of a side make two groups.
fn groups(found: &Comparison) -> Option<String> {
    let rows = found.rows.iter().filter(|row| row.two_groups.is_some());
    let cases: Vec<String> = rows.clone().map(|row| row.case.to_string()).collect();
    let factor = rows.filter_map(|row| row.two_groups).reduce(f64::max)?;
    Some(format!(
        "Two groups of samples, one up to {factor:.1} times as slow as the other: {}. Either other programs used the \
         machine, or the solver is sometimes slower. Results of different hours cannot tell which, so the verdict is \
         that nobody can tell: measure both builds in turns with 'ninefold compare --paired'.",
        cases.join(", "),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{Style, draw};
    use super::*;
    use crate::bench::baseline::{Thresholds, compare};
    use crate::bench::record::ExternalDetails;
    use crate::bench::record::tests::{example, set_times};
    use ninefold::engine::Counters;

    #[test]
    fn a_comparison_shows_counts_then_times_then_the_verdict() {
        let mut new = example();
        new.rows[0].counters.guesses = 600;
        let slower = new.rows[1].samples.iter_mut();
        slower.for_each(|sample| sample.wall_ns *= 2e6);
        let mut found = compare(&example(), &new, &Thresholds::default());
        found.names = ["mine", "yours"].map(str::to_owned);
        found.rows[0].instructions = Some(1.03);
        for style in [Style::Plain, Style::Markdown] {
            let text = draw(&comparison(&found), style);
            let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
            assert!(place("guesses") < place("not paired"));
            assert!(place("not paired") < place("puzzles\n"));
            assert!(place("puzzles\n") < place("Verdict"));
            assert!(place("not paired") < place("Verdict: slower, because a count is worse"));
            assert!(
                text.contains("2e6 times as long") && text.contains("slower (!)"),
                "{text}"
            );
            assert!(text.contains("yours against mine"), "{text}");
            assert!(text.contains("instructions") && text.contains("3 % more"));
        }
    }

    #[test]
    fn a_comparison_without_enough_samples_says_so() {
        let mut few = example();
        few.rows.iter_mut().for_each(|row| row.samples.truncate(2));
        let found = compare(&few, &few, &Thresholds::default());
        let text = draw(&comparison(&found), Style::Plain);
        assert!(
            text.contains("unknown  too few samples") && text.contains("the same in both"),
            "{text}"
        );
    }

    #[test]
    fn what_was_not_measured_is_named_wherever_a_comparison_is_shown() {
        let mut found = compare(&example(), &example(), &Thresholds::default());
        found.corpora[0].puzzles = 20_000;
        found.corpora[0].measured = Some(44);
        let mut none = found.corpora[0].clone();
        (none.name, none.measured) = ("hard".to_owned(), Some(0));
        found.corpora.push(none);
        for style in [Style::Plain, Style::Markdown] {
            let text = draw(&comparison(&found), style);
            assert!(
                text.contains("tiny: 44 of 20,000 puzzles measured"),
                "{text}"
            );
            assert!(
                text.contains("hard: not measured, for lack of time (20,000 puzzles)"),
                "{text}"
            );
        }
        let json = serde_json::to_value(&found).unwrap();
        assert_eq!(json["corpora"][0]["measured"], 44);
        assert_eq!(json["corpora"][1]["measured"], 0);
        let read: Comparison = serde_json::from_value(json).unwrap();
        assert_eq!(read, found);
    }

    #[test]
    fn two_groups_on_one_side_are_said() {
        let shown = |slow: usize| {
            let mut new = example();
            let time = |i| 1e5 * if i < slow { 1.7 } else { 1.0 } + i as f64;
            set_times(&mut new.rows[0], (0..30).map(time));
            let found = compare(&example(), &new, &Thresholds::default());
            draw(&comparison(&found), Style::Plain).replace('\n', " ")
        };
        let two = "Two groups of samples, one up to 1.7 times as slow as the other: lanes/avx2 x1 tiny limit 2.";
        for slow in [10, 20, 25] {
            assert!(shown(slow).contains(two), "{}", shown(slow));
            assert!(
                shown(slow).contains("Verdict: cannot tell"),
                "{}",
                shown(slow)
            );
        }
        assert!(!shown(0).contains("groups"), "{}", shown(0));
    }

    #[test]
    fn what_reports_no_counts_is_not_said_to_have_the_same() {
        let mut commands = example();
        for row in &mut commands.rows {
            row.external = Some(ExternalDetails::default());
            row.counters = Counters::default();
        }
        let found = compare(&commands, &commands, &Thresholds::default());
        assert!(!draw(&comparison(&found), Style::Plain).contains("Guesses"));
    }

    #[test]
    fn it_is_said_that_instructions_decided() {
        let mut found = compare(&example(), &example(), &Thresholds::default());
        (found.by_instructions, found.verdict) = (true, Judgement::Slower);
        let text = verdict(&found);
        assert!(
            text.starts_with("Verdict: slower by the number of instructions, because"),
            "{text}"
        );
        found.rows.clear();
        assert_eq!(
            verdict(&found),
            "Verdict: slower by the number of instructions"
        );
    }
}
