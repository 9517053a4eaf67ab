use super::super::record::CaseFailure;
use super::super::record::tests::{example, set_times};
use super::*;

fn scaled(samples: usize, factor: f64) -> Record {
    let mut record = example();
    for row in &mut record.rows {
        row.samples.truncate(samples);
        let samples = row.samples.iter_mut();
        samples.for_each(|sample| sample.wall_ns *= factor);
    }
    record
}

fn compare(old: &Record, new: &Record) -> Comparison {
    super::compare(old, new, &Thresholds::default())
}

#[test]
fn all_rows_together_are_known_better_than_each() {
    // Two cases with opposite noise: neither is certain, but both together are.
    let compare = |amount: f64, slower: f64| {
        let mut old = example();
        let mut new = example();
        for i in 0..2 {
            let sign = |pair: usize| {
                if (pair + i).is_multiple_of(2) {
                    1.0
                } else {
                    -1.0
                }
            };
            let time = |pair| (sign(pair) * amount).exp() * (1.0 + slower);
            set_times(&mut old.rows[i], (0..40).map(|_| 1.0));
            set_times(&mut new.rows[i], (0..40).map(time));
        }
        compare_pairs(&old, &new, 1, &Thresholds::default())
    };
    let same = compare(0.05, 0.0);
    assert_eq!(same.rows[0].verdict, Judgement::Inconclusive);
    assert_eq!(same.together.unwrap().verdict, Judgement::Same);
    assert_eq!(same.verdict, Judgement::Same);
    assert_eq!(compare(0.05, 0.04).verdict, Judgement::Slower);
    assert_eq!(compare(0.05, -0.04).verdict, Judgement::Faster);
    // A row that may be slower by more than the rows' own threshold decides nothing.
    assert_eq!(compare(0.2, 0.0).verdict, Judgement::Inconclusive);
}

#[test]
fn a_result_without_a_verdict_has_a_ratio_but_no_interval() {
    let comparison = compare(&scaled(1, 1.0), &scaled(20, 3.0));
    assert_eq!(comparison.verdict, Judgement::Inconclusive);
    let row = &comparison.rows[0];
    assert_eq!(
        (row.samples, row.ratio_low, row.ratio_high),
        (1, None, None)
    );
    assert!(row.ratio > 2.9);
    let json = serde_json::to_value(&comparison).unwrap();
    assert_eq!(json["rows"][0]["ratio_low"], serde_json::Value::Null);
}

#[test]
fn counts_are_compared_exactly_and_more_work_decides() {
    let mut new = example();
    new.rows[0].counters.guesses += 1;
    new.rows[1].counters.nodes -= 1;
    let comparison = compare(&example(), &new);
    let counts = comparison.counts.iter();
    let shown: Vec<_> = counts.map(|c| (&*c.count, c.old, c.new, c.worse)).collect();
    assert_eq!(
        shown,
        [("guesses", 500, 501, true), ("nodes", 2000, 1999, false)]
    );
    let judged = |found: &Comparison| (found.verdict, found.by_counts);
    assert_eq!(judged(&comparison), (Judgement::Slower, true));
    let accepting = Thresholds {
        accept_counters: true,
        ..Thresholds::default()
    };
    let accepted = super::compare(&example(), &new, &accepting);
    assert_eq!(judged(&accepted), (Judgement::Same, false));
}

#[test]
fn who_gives_up_more_often_is_worse() {
    let mut new = example();
    new.rows[0].answers.solved -= 1;
    new.rows[0].answers.gave_up += 1;
    let comparison = compare(&example(), &new);
    let counts = comparison
        .counts
        .iter()
        .map(|change| (&*change.count, change.worse));
    assert_eq!(counts.collect::<Vec<_>>(), [("gave up", true)]);
}

#[test]
fn other_machines_builds_and_corpora_are_named_but_not_other_revisions() {
    let mut new = example();
    new.build.revision = "fffffff".to_owned();
    new.build.version = "9.9.9".to_owned();
    new.date = "2030-01-01T00:00:00Z".to_owned();
    assert_eq!(mismatches(&example(), &new), []);
    new.machine.cpu = "abacus".to_owned();
    new.build.profile = "debug".to_owned();
    new.corpora[0].sha256 = "11".to_owned();
    let found = mismatches(&example(), &new);
    let names: Vec<&str> = found.iter().map(|(what, _)| &**what).collect();
    assert_eq!(names, ["CPU", "profile", "corpus tiny"]);
    assert!(found[0].1.ends_with("\"abacus\" in the new"));
}

#[test]
fn cases_of_only_one_side_are_named() {
    let mut new = example();
    new.rows[0].case.threads = 2;
    let comparison = compare(&example(), &new);
    assert_eq!(comparison.rows.len(), 1);
    let only = comparison
        .unmatched
        .iter()
        .map(|u| (u.only_in, u.case.threads));
    assert_eq!(only.collect::<Vec<_>>(), [(Side::Old, 1), (Side::New, 2)]);
    new.rows.clear();
    let nothing = compare(&example(), &new);
    assert_eq!(nothing.verdict, Judgement::Inconclusive);
}

#[test]
fn pairs_share_the_error_and_keep_their_ratios() {
    let of = |factor: f64| {
        let mut record = example();
        for row in &mut record.rows {
            set_times(row, (1..=40).map(|i| f64::from(i) * factor));
        }
        record
    };
    let compared = compare_pairs(&of(1.0), &of(1.1), 5, &Thresholds::default());
    assert!(compared.paired);
    assert_eq!(compared.verdict, Judgement::Slower);
    assert_eq!(compared.rows[1].pairs.len(), 40);
    assert!((compared.rows[0].ratio - 1.1).abs() < 1e-9);
}

/// Thirty samples of `ns` each, the last of which were taken while the machine took 1.6 times as
/// long.
fn disturbed(record: &mut Record, ns: f64, slow: usize) {
    let sample = |i: usize| {
        let state = if i + slow < 30 { 1.0 } else { 1.6 };
        ns * state * (1.0 + (i % 5) as f64 / 1000.0)
    };
    record.rows.truncate(1);
    set_times(&mut record.rows[0], (0..30).map(sample));
}

#[test]
fn results_of_different_hours_cannot_tell_if_a_side_has_two_groups() {
    let mut old = example();
    let mut new = example();
    disturbed(&mut old, 1e5, 0);
    for slow in [8, 18, 22] {
        disturbed(&mut new, 1e5, slow);
        for (old, new) in [(&old, &new), (&new, &old), (&new, &new)] {
            let found = compare(old, new);
            let row = &found.rows[0];
            assert_eq!((row.samples, found.verdict), (30, Judgement::Inconclusive));
            assert!((row.two_groups.unwrap() - 1.6).abs() < 0.01, "{row:?}");
        }
        // The change is of all samples.
        let medians = (slow > 15, compare(&old, &new).rows[0].ratio > 1.5);
        assert_eq!(medians.0, medians.1);
    }
    // One group that is slower is slower.
    disturbed(&mut new, 1.6e5, 0);
    assert_eq!(compare(&old, &new).verdict, Judgement::Slower);
}

#[test]
fn rows_of_other_puzzles_are_not_compared() {
    let mut new = example();
    new.rows[0].puzzles = 50;
    let found = compare(&example(), &new);
    assert_eq!(found.rows.len(), 1);
    let puzzles = found.unmatched.iter().map(|of| of.puzzles);
    assert_eq!(puzzles.collect::<Vec<_>>(), [1000, 50]);
}

#[test]
fn a_result_in_which_a_solver_failed_on_one_corpus_is_no_baseline() {
    let complete = example();
    let mut failed = example();
    let row = failed.rows.pop().unwrap();
    failed.failures.push(CaseFailure {
        case: row.case,
        reason: "it ended".to_owned(),
        refused: false,
        build: None,
    });
    let history = [complete.clone(), failed];
    let found = last_comparable(&history, &complete, &mut |_| ());
    assert_eq!(found, Ok(Some(&history[0])));
}

#[test]
fn a_puzzle_that_was_not_answered_after_those_of_a_row_leaves_the_row_a_baseline() {
    let new = example();
    let mut old = example();
    old.failures.push(CaseFailure {
        case: old.rows[0].case.clone(),
        reason: "puzzle 1,001 of tiny: no answer".to_owned(),
        refused: false,
        build: None,
    });
    let history = [old];
    let found = last_comparable(&history, &new, &mut |text| panic!("{text}"));
    assert_eq!(found, Ok(Some(&history[0])));
}

#[test]
fn what_was_stopped_is_passed_over_as_a_baseline() {
    let mut stopped = example();
    stopped.date = "2026-02-03T00:00:00Z".to_owned();
    stopped.method.rounds = 3;
    stopped.method.stopped = true;
    let complete = example();
    // In the later one, the solver failed.
    let mut failed = example();
    failed.date = "2026-02-04T00:00:00Z".to_owned();
    for row in failed.rows.drain(..) {
        failed.failures.push(CaseFailure {
            case: row.case,
            reason: "it ended".to_owned(),
            refused: false,
            build: None,
        });
    }
    let messages = std::cell::RefCell::new(Vec::new());
    let find = |history: &[&Record]| {
        let history: Vec<Record> = history.iter().copied().cloned().collect();
        let mut tell = |text: &str| messages.borrow_mut().push(text.to_owned());
        let found = last_comparable(&history, &complete, &mut tell);
        found.map(Option::<&Record>::cloned)
    };
    assert_eq!(find(&[&complete, &stopped]), Ok(Some(complete.clone())));
    assert_eq!(find(&[&stopped]), Ok(None));
    assert_eq!(find(&[&failed]), Ok(None));
    assert_eq!(find(&[&complete, &failed]), Ok(Some(complete.clone())));
    // One of another machine would not have been taken anyway.
    stopped.machine.cpu = "abacus".to_owned();
    assert_eq!(find(&[&complete, &stopped]), Ok(Some(complete.clone())));
    let passed = "the result of 2026-02-03T00:00:00Z is passed over: it was stopped after 3 rounds";
    let name = &complete.rows[0].case.engine;
    let later = format!("the result of 2026-02-04T00:00:00Z is passed over: {name} failed in it");
    assert_eq!(messages.into_inner(), [passed, passed, &later, &later]);
}

#[test]
fn the_interval_of_saved_results_decides_however_few_samples_it_is_from() {
    for (samples, factor, expected) in [
        (20, 1.0, Judgement::Same),
        (20, 1.02, Judgement::Inconclusive),
        (20, 1e300, Judgement::Slower),
        (8, 1.5, Judgement::Slower),
        (10, 0.5, Judgement::Faster),
        (7, 1.5, Judgement::Inconclusive),
    ] {
        let found = compare(&scaled(samples, 1.0), &scaled(samples, factor));
        assert_eq!(found.verdict, expected, "{samples} {factor}");
        assert!(!found.paired);
    }
}
