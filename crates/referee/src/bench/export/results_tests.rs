//! The view of a result.

use super::super::{Style, draw};
use super::*;
use crate::bench::record::tests::{example, set_times};
use crate::bench::record::{CaseKey, ExternalDetails};

fn table(record: &Record) -> String {
    draw(&results(record, None), Style::Plain)
}

fn wide_table(record: &Record) -> String {
    draw(&Measured::new(record, None).table(true), Style::Plain)
}

#[track_caller]
fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_result_is_a_table_with_ratios_and_what_all_rows_share_is_above() {
    let brief = table(&example());
    let lines: Vec<&str> = brief.lines().collect();
    assert_eq!(
        lines,
        [
            "1 thread, wall clock, uniqueness proved",
            "",
            "corpus (puzzles)  solver      puzzles/s  ±99 %  vs lanes/avx2",
            "tiny (1,000)      lanes/avx2  9,803,922  2.0 %          1.00x",
            "tiny (1,000)      mrv-scan      980,392  2.0 %         0.100x",
        ],
        "{brief}"
    );
    let wide = wide_table(&example());
    says(&wide, &["guesses/puzzle", "0.500"]);
    let other = results(&example(), Some("mrv-scan"));
    let other = draw(&other, Style::Plain);
    says(&other, &["vs mrv-scan", "10.0x"]);
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
    let brief = table(&record);
    let rows: Vec<Vec<&str>> = brief
        .lines()
        .skip(3)
        .map(|line| line.split_whitespace().skip(2).take(2).collect())
        .collect();
    assert!(
        brief.starts_with("1 thread, wall clock\n\ncorpus (puzzles)  limit  solver"),
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
    let brief = table(&record);
    says(&brief, &["vs mrv-scan", "10.0x"]);
}

#[test]
fn marks_are_explained_where_they_are_printed() {
    let mut record = example();
    let noisy = (0..20).map(|i| 1e5 * (1.0 + f64::from(i % 5) / 5.0));
    set_times(&mut record.rows[0], noisy);
    let found = table(&record);
    let marked = |engine: &str| {
        let mut lines = found.lines().filter(|line| line.contains(engine));
        lines.any(|line| line.contains(NOISY))
    };
    assert!(marked("  lanes/avx2") && !marked("mrv-scan"), "{found}");
    says(&found, &["\n\n(!) More than 2 % either way"]);
    record.rows[0].samples.truncate(7);
    let few = table(&record);
    assert!(!few.contains(NOISY), "{few}");
    says(
        &few,
        &["\n\n? An interval needs at least 8 rounds; this run had 7.\n"],
    );
}

#[test]
fn failures_are_below_the_table() {
    let mut record = example();
    record.failures.push(crate::bench::record::CaseFailure {
        case: CaseKey {
            threads: 7,
            ..record.rows[1].case.clone()
        },
        reason: "puzzle 3: r1c1 is not a digit\n  said    \"x\"".to_owned(),
        refused: false,
        build: None,
    });
    let failure =
        "\n\nLeft out: mrv-scan x7 tiny limit 2: puzzle 3: r1c1 is not a digit\n  said    \"x\"\n";
    let brief = table(&record);
    assert!(brief.ends_with(failure), "{brief}");
    assert!(!brief.contains("gave up"), "{brief}");
    record.rows[1].answers.gave_up = 12;
    assert!(table(&record).contains("gave up\n"));
    record.rows.clear();
    let none = results(&record, None);
    let none = draw(&none, Style::Markdown);
    assert!(none.starts_with("    Left out: mrv-scan"), "{none}");
    assert!(none.ends_with("digit\n      said    \"x\"\n"), "{none}");
}

#[test]
fn one_round_gives_no_ratio() {
    let mut record = example();
    for row in &mut record.rows {
        row.samples.truncate(1);
    }
    record.rows[1].external = Some(ExternalDetails::default());
    let found = table(&record);
    assert!(!found.contains("vs ") && !found.contains(".00x"), "{found}");
    says(&found, &["mrv-scan is right on all 1,000 puzzles."]);
}

/// A solver that takes this many times as long as `lanes`, on a corpus each.
fn beside(factors: &[f64]) -> Record {
    let mut record = example();
    let ours = record.rows.remove(0);
    let corpus = record.corpora.remove(0);
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
        row.samples
            .iter_mut()
            .for_each(|sample| sample.wall_ns *= factor);
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

#[test]
fn a_sentence_says_how_an_external_solver_stands_and_its_build_is_below() {
    let sentence = |record: &Record| {
        let text = table(record);
        let start = text.find("\nmine ").unwrap_or_else(|| panic!("{text}"));
        text[start + 1..].to_owned()
    };
    for (factors, expected) in [
        (
            &[6.1][..],
            "takes 6.1 times as long as lanes on c0, and is right on all 1,000 puzzles.",
        ),
        (
            &[0.5],
            "is 2.0 times as fast as lanes on c0, and is right on all 1,000 puzzles.",
        ),
        (
            &[1.25],
            "is 25 % slower than lanes on c0, and is right on all 1,000 puzzles.",
        ),
        (
            &[1.0],
            "is not certainly slower or faster than lanes on c0, and is right on all 1,000 puzzles.",
        ),
        (
            &[2.0, 8.0],
            "takes 4.0 times as long as lanes over 2 corpora, and is right on all 2,000 puzzles.",
        ),
    ] {
        let build = "mine: ./mine --fast, revision v1.2, SHA-256 0123456789ab\n";
        assert_eq!(
            sentence(&beside(factors)),
            format!("mine {expected}\n{build}")
        );
    }
    let mut few = beside(&[6.1]);
    few.rows.iter_mut().for_each(|row| row.samples.truncate(3));
    assert!(sentence(&few).starts_with("mine takes about 6.1 times as long as lanes"));
    // No other engine is measured, or there is another limit as well.
    let mut alone = beside(&[2.0]);
    alone.rows.remove(0);
    assert!(sentence(&alone).starts_with("mine is right on all 1,000 puzzles.\n"));
    let mut row = alone.rows[0].clone();
    row.case.limit = 1;
    alone.rows.push(row);
    let limited = "mine is right on all 1,000 puzzles (1 thread, first solution).";
    assert!(table(&alone).contains(limited));
}

#[test]
fn two_groups_of_samples_are_said_and_figures_are_of_the_quiet_one() {
    let mut record = example();
    for (row, factor) in record.rows.iter_mut().zip([1.7, 1.1]) {
        let first = row.samples[0].wall_ns;
        let time = |i: usize| first * if i.is_multiple_of(3) { factor } else { 1.0 };
        set_times(row, (0..30).map(|i| time(i) + i as f64));
    }
    let brief = table(&record);
    // The other row has one group, and its ratio is of the quiet rounds of the first.
    says(&brief, &["  9,998,", "  0.100x\n"]);
    let note = "\n\nlanes/avx2 on tiny: 33 % of the rounds were 1.7 times as slow";
    says(&brief, &[note]);
    assert!(!brief.contains("from all rounds"));
    assert!(!table(&example()).contains("of the rounds"));
    // Only six are quiet.
    let time = |i| if i < 24 { 1.7e5 } else { 1e5 } + f64::from(i);
    set_times(&mut record.rows[0], (0..30).map(time));
    let loud = table(&record);
    let all = "so speeds and ratios come from all rounds: lanes/avx2 on tiny.";
    assert!(loud.replace('\n', " ").contains(all), "{loud}");
    assert!(!loud.contains("lanes/avx2 on tiny: "), "{loud}");
}

#[test]
fn all_figures_on_a_corpus_are_of_the_same_rounds() {
    let mut record = example();
    // Two rounds of three are slow. For one row they are always as slow, and for the other now more,
    // now less, so that nobody can tell its groups apart.
    let clear = |i: usize| if i.is_multiple_of(3) { 1.0 } else { 1.6 };
    let blurred = |i: usize| {
        let spread = (i * 7 % 20) as f64 / 20.0;
        spread + if i.is_multiple_of(3) { 1.0 } else { 1.4 }
    };
    for (row, factor) in record.rows.iter_mut().zip([clear, blurred]) {
        let first = row.samples[0].wall_ns;
        set_times(row, (0..60).map(|i| first * factor(i) + i as f64));
    }
    let measured = Measured::new(&record, None);
    let grouped = measured
        .rows
        .iter()
        .filter(|of| of.figures.groups.is_some());
    assert_eq!(grouped.count(), 1);
    assert!(measured.rows.iter().all(|of| of.is_of_quiet));
    let [fast, slow] = [0, 1].map(|i| &measured.rows[i]);
    let ratio = [fast, slow].map(|of| of.ratio.unwrap().value);
    let speed = [fast, slow].map(|of| of.speed().value);
    let apart = (ratio[0] / ratio[1]) / (speed[0] / speed[1]);
    assert!((apart - 1.0).abs() < 0.01, "{ratio:?} {speed:?}");
}

#[test]
fn what_was_not_measured_is_said() {
    let mut record = example();
    record.corpora[0].left_out = Some(crate::bench::record::LeftOut {
        lines: 2,
        first_line: 7,
        reason: "length 5".to_owned(),
    });
    let text = table(&record);
    let said = "\n\ntiny: 1,000 puzzles; 2 lines are not puzzles and left out, the first in line 7: length 5\n";
    assert!(text.ends_with(said), "{text}");
}
