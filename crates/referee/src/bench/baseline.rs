//! Compares two results: deterministic counts exactly and first, times by
//! their interval.

pub use super::comparison::{
    Comparison, CountChange, SCHEMA, TimeChange, Together, Unmatched, VERSION,
};
use super::figures::common_clock;
use super::outcome::Side;
use super::record::{CaseClock, CaseKey, CorpusInfo, Record, ResultRow};
use super::stats::{self, Centre, Estimate, Judgement, Settings};
use ninefold::engine::Counters;
use ninefold_files::escape::escape;
use ninefold_files::numbers::counted;

/// The rules for comparing two results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// The bootstrap. All rows and looks share its error.
    pub settings: Settings,
    /// Changes of the time up to this share count as none.
    pub threshold: f64,
    /// Fewest pairs for a verdict.
    pub min_samples: usize,
    /// Whether counts that grew are only reported and do not decide.
    pub accept_counters: bool,
}

impl Default for Thresholds {
    /// 99 % intervals, a threshold of 2 %, at least 20 pairs.
    fn default() -> Thresholds {
        Thresholds {
            settings: Settings::default(),
            threshold: 0.02,
            min_samples: 20,
            accept_counters: false,
        }
    }
}

/// If all rows together are the same or faster, how many thresholds a single row may at most be
/// slower.
pub const ROW_THRESHOLDS: f64 = 2.5;

/// Everything that makes the times of two results incomparable: what differs, and that in words.
/// Version, revision and date may differ.
#[must_use]
pub fn mismatches(old: &Record, new: &Record) -> Vec<(String, String)> {
    let all = circumstances(new);
    let mut mismatches = Vec::new();
    for (what, old) in circumstances(old) {
        let same = all.iter().find(|(other, _)| *other == what);
        if let Some((_, new)) = same.filter(|(_, new)| *new != old) {
            let text = format!("{what}: {old:?} in the old, {new:?} in the new");
            mismatches.push((what, text));
        }
    }
    mismatches
}

/// What must be the same where both results have it.
fn circumstances(record: &Record) -> Vec<(String, String)> {
    let machine = &record.machine;
    let build = &record.build;
    let method = &record.method;
    let mut all = vec![
        ("CPU", machine.cpu.clone()),
        ("CPU features", machine.features.join(" ")),
        ("CPUs", machine.logical_cpus.to_string()),
        ("architecture", machine.arch.clone()),
        ("operating system", machine.os.clone()),
        ("guess limit", method.guess_limit.to_string()),
        ("fresh puzzles in each round", method.fresh.to_string()),
    ];
    // The build of Ninefold does not matter for external solvers.
    if record.rows.iter().any(|row| row.external.is_none()) {
        all.extend([
            ("compiler", build.rustc.clone()),
            ("target", build.target.clone()),
            ("profile", build.profile.clone()),
            ("target features", build.target_features.join(" ")),
        ]);
    }
    let all = all.into_iter().map(|(what, text)| (what.to_owned(), text));
    let mut all: Vec<(String, String)> = all.collect();
    for corpus in &record.corpora {
        let puzzles = counted(corpus.puzzles, "puzzle");
        let text = format!("{puzzles}, {:.16}", corpus.sha256);
        all.push((format!("corpus {}", corpus.name), text));
    }
    all
}

/// The last complete result of a history, oldest first, that has a case of another result (if that
/// has external solvers, one of theirs) and is from the same machine, build and puzzles
/// ([`mismatches`]). `warn` gets a line for each that is passed over: that only a stop excludes
/// ([`Method::stopped`](super::record::Method)), or in which a solver has no row because it failed
/// and is measured now.
///
/// # Errors
/// There is none, none was passed over, and why: in words.
pub fn last_comparable<'a>(
    history: &'a [Record],
    new: &Record,
    warn: &mut dyn FnMut(&str),
) -> Result<Option<&'a Record>, String> {
    let has_external = new.has_external();
    let mut newest = None;
    for old in history.iter().rev() {
        let mut pass_over = |why: String| {
            let date = escape(&old.date);
            warn(&format!("the result of {date} is passed over: {why}"));
        };
        if let Some(name) = failed_in(old, new) {
            pass_over(format!("{} failed in it", escape(name)));
            newest.get_or_insert(Ok(None));
            continue;
        }
        let mut both = matched(old, new).into_iter();
        if !both.any(|(old, new)| !has_external || old.external.is_some() && new.external.is_some())
        {
            continue;
        }
        let found = mismatches(old, new);
        match (&found[..], old.method.stopped) {
            ([], false) => return Ok(Some(old)),
            ([], true) => {
                let rounds = counted(old.method.rounds as u64, "round");
                pass_over(format!("it was stopped after {rounds}"));
                newest.get_or_insert(Ok(None));
            }
            (found, _) => {
                let texts: Vec<&str> = found.iter().map(|(_, text)| &**text).collect();
                newest.get_or_insert(Err(format!(
                    "its last result cannot be compared with this one: {}",
                    escape(&texts.join("; "))
                )));
            }
        }
    }
    newest.unwrap_or_else(|| {
        let cases = history.last().into_iter().flat_map(|last| &last.rows);
        let mut cases: Vec<String> = cases.map(|row| row.case.to_string()).collect();
        cases.dedup();
        Err(format!(
            "it has no result for the cases measured now; the last one is of {}",
            escape(&cases.join(", "))
        ))
    })
}

/// The first solver of another result that failed in this one, and has no row there. Beside a row,
/// it did not answer some puzzle after those that were measured.
fn failed_in<'a>(old: &'a Record, new: &Record) -> Option<&'a str> {
    let has = |record: &Record, case: &CaseKey| record.rows.iter().any(|row| row.case == *case);
    let mut failed = old.failures.iter().map(|failure| &failure.case);
    let case = failed.find(|&case| has(new, case) && !has(old, case));
    case.map(|case| &*case.engine)
}

/// Compares two results that were not taken side by side, with all their samples. If the samples of
/// a side make two groups, nobody can tell: the machine may have changed between them, or the
/// solver, and how often depends on the hour.
///
/// The interval of a row alone decides, however many samples it is from. It is known from 8 on. In
/// simulations of equal solvers (4,000 each of 8 to 30 samples, of normal, exponential and
/// disturbed times of 2 and 10 % deviation), at most 0.9 % of the 99 % intervals left out zero, and
/// 0.3 % were beyond 2 %.
#[must_use]
pub fn compare(old: &Record, new: &Record, thresholds: &Thresholds) -> Comparison {
    let both = matched(old, new);
    let settings = thresholds.settings.share(both.len());
    let thresholds = &Thresholds {
        min_samples: 0,
        ..*thresholds
    };
    let mut rows = Vec::new();
    for &(old, new) in &both {
        let clock = common_clock([old, new].into_iter());
        let [a, b] = [old, new].map(|row| row.times(clock));
        let [of_old, of_new] = [&a, &b].map(|times| stats::sample_groups(times));
        let groups = of_old.into_iter().chain(of_new);
        let factor = groups.map(|groups| groups.factor).reduce(f64::max);
        let times = (stats::median(&a), stats::median(&b));
        let a = stats::logs(&a);
        let b = stats::logs(&b);
        let estimate = stats::bootstrap_difference(&a, &b, Centre::Median, &settings);
        let row = time_change([old, new], times, &estimate, Vec::new(), thresholds);
        rows.push(TimeChange {
            two_groups: factor,
            verdict: match factor {
                Some(_) => Judgement::Inconclusive,
                None => row.verdict,
            },
            ..row
        });
    }
    finish(old, new, rows, None, thresholds)
}

/// Compares two programs from pairs: the samples of a row of both, in order. `looks` is how often
/// the verdict may be looked at.
///
/// The verdict is *slower* if one row is, or if all together are. For *same* or *faster*, all rows
/// together count, and no row may be slower by [`ROW_THRESHOLDS`] thresholds or more. If every row
/// had to be as certain as all together, the noise of the worst row would decide.
#[must_use]
pub fn compare_pairs(
    old: &Record,
    new: &Record,
    looks: usize,
    thresholds: &Thresholds,
) -> Comparison {
    // All rows together count as one more row.
    let both = matched(old, new);
    let settings = thresholds.settings.share(looks * (both.len() + 1));
    let mut rows = Vec::with_capacity(both.len());
    for (old, new) in both {
        let clock = common_clock([old, new].into_iter());
        let [a, b] = [old, new].map(|row| row.times(clock));
        let ratios = stats::log_ratios(&a, &b);
        let estimate = stats::bootstrap(&ratios, Centre::Midmean, &settings);
        let times = (stats::median(&a), stats::median(&b));
        rows.push(time_change(
            [old, new],
            times,
            &estimate,
            ratios,
            thresholds,
        ));
    }
    let together = together(&rows, &settings, thresholds);
    finish(old, new, rows, together, thresholds)
}

fn together(rows: &[TimeChange], settings: &Settings, thresholds: &Thresholds) -> Option<Together> {
    let taken = rows.iter().map(|row| row.pairs.len()).min().unwrap_or(0);
    if rows.len() < 2 || taken == 0 {
        return None;
    }
    let mut means = Vec::with_capacity(taken);
    for pair in 0..taken {
        let sum: f64 = rows.iter().map(|row| row.pairs[pair]).sum();
        means.push(sum / rows.len() as f64);
    }
    let estimate = stats::bootstrap(&means, Centre::Midmean, settings);
    Some(Together::of(&estimate, thresholds))
}

impl Together {
    /// The change whose logarithm is estimated.
    fn of(log_ratio: &Estimate, thresholds: &Thresholds) -> Together {
        let ratio = log_ratio.map(f64::exp);
        let known = Some(ratio.interval).filter(|interval| interval.is_known());
        Together {
            ratio: ratio.value,
            ratio_low: known.map(|interval| interval.low),
            ratio_high: known.map(|interval| interval.high),
            verdict: stats::judge(log_ratio, thresholds.threshold, thresholds.min_samples),
        }
    }
}

fn time_change(
    [old, new]: [&ResultRow; 2],
    (old_ns, new_ns): (f64, f64),
    log_ratio: &Estimate,
    pairs: Vec<f64>,
    thresholds: &Thresholds,
) -> TimeChange {
    let change = Together::of(log_ratio, thresholds);
    let [before, now] = [old, new].map(ResultRow::instructions_per_puzzle);
    TimeChange {
        case: old.case.clone(),
        old_ns,
        new_ns,
        ratio: change.ratio,
        ratio_low: change.ratio_low,
        ratio_high: change.ratio_high,
        instructions: now.zip(before).map(|(now, before)| now / before),
        two_groups: None,
        samples: log_ratio.samples,
        pairs,
        verdict: change.verdict,
    }
}

fn finish(
    old: &Record,
    new: &Record,
    rows: Vec<TimeChange>,
    together: Option<Together>,
    thresholds: &Thresholds,
) -> Comparison {
    let single = matched(old, new).into_iter();
    let single = single.filter(|(old, _)| old.case.threads == 1);
    let single: Vec<_> = single.flat_map(|(old, new)| [old, new]).collect();
    let counts = count_changes(old, new);
    let by_counts = counts
        .iter()
        .any(|change| change.worse && !thresholds.accept_counters);
    let verdict = if by_counts {
        Judgement::Slower
    } else {
        verdict_on(&rows, together.as_ref(), thresholds)
    };
    Comparison {
        schema: SCHEMA.to_owned(),
        version: VERSION,
        names: ["old", "new"].map(str::to_owned),
        date: new.date.clone(),
        cpu: new.machine.cpu.clone(),
        paired: rows.iter().any(|row| !row.pairs.is_empty()),
        cpu_time: !single.is_empty() && common_clock(single.into_iter()) == CaseClock::Cpu,
        idle: None,
        corpora: corpora(old, new),
        counts,
        rows,
        together,
        unmatched: unmatched(old, new),
        unchecked: Vec::new(),
        failures: Vec::new(),
        failed_side: None,
        verdict,
        by_counts,
        by_instructions: false,
        has_counts: matched(old, new).iter().any(|(old, _)| has_counts(old)),
    }
}

/// Whether a row has counts of its solver.
fn has_counts(row: &ResultRow) -> bool {
    row.external.is_none() || row.counters != Counters::default()
}

/// The verdict on the times: see [`compare_pairs`].
fn verdict_on(
    rows: &[TimeChange],
    together: Option<&Together>,
    thresholds: &Thresholds,
) -> Judgement {
    let all = stats::overall(rows.iter().map(|row| row.verdict));
    let Some(together) = together else {
        return all;
    };
    let most = 1.0 + ROW_THRESHOLDS * thresholds.threshold;
    let mut highs = rows
        .iter()
        .map(|row| row.ratio_high.unwrap_or(f64::INFINITY));
    match (all, together.verdict) {
        (Judgement::Slower, _) | (_, Judgement::Slower) => Judgement::Slower,
        (_, Judgement::Inconclusive) => Judgement::Inconclusive,
        _ if highs.any(|high| high > most) => Judgement::Inconclusive,
        (Judgement::Faster, _) => Judgement::Faster,
        (_, together) => together,
    }
}

/// The corpora of both, without duplicates.
fn corpora(old: &Record, new: &Record) -> Vec<CorpusInfo> {
    let mut all = old.corpora.clone();
    for corpus in &new.corpora {
        if all.iter().all(|other| other.name != corpus.name) {
            all.push(corpus.clone());
        }
    }
    all
}

/// The rows of the cases that both have, in the order of the old result. Those of other puzzles are
/// of another case: a slow solver is measured on as many of the first ones as there was time for.
fn matched<'a>(old: &'a Record, new: &'a Record) -> Vec<(&'a ResultRow, &'a ResultRow)> {
    let mut matched = Vec::new();
    for row in &old.rows {
        let other = new.rows.iter().find(|other| are_of_one_case(row, other));
        matched.extend(other.map(|other| (row, other)));
    }
    matched
}

fn are_of_one_case(one: &ResultRow, other: &ResultRow) -> bool {
    // A row without samples is yet to be measured.
    let are_known = !one.samples.is_empty() && !other.samples.is_empty();
    one.case == other.case && (one.puzzles == other.puzzles || !are_known)
}

fn unmatched(old: &Record, new: &Record) -> Vec<Unmatched> {
    let both = matched(old, new);
    let mut unmatched = Vec::new();
    for (only_in, record) in [(Side::Old, old), (Side::New, new)] {
        for row in &record.rows {
            let is_in_both = both.iter().any(|(old, new)| {
                let side = [old, new][only_in as usize];
                side.case == row.case
            });
            if !is_in_both {
                unmatched.push(Unmatched {
                    case: row.case.clone(),
                    only_in,
                    puzzles: row.puzzles,
                });
            }
        }
    }
    unmatched
}

/// Deterministic counts that differ, for the cases that both have. More is worse. All answers are
/// right, but for those that an engine gave up.
#[must_use]
pub fn count_changes(old: &Record, new: &Record) -> Vec<CountChange> {
    let mut changes = Vec::new();
    for (old, new) in matched(old, new) {
        for ((count, was), (_, is)) in counts(old).into_iter().zip(counts(new)) {
            if was != is {
                changes.push(CountChange {
                    case: old.case.clone(),
                    count: count.to_owned(),
                    old: was,
                    new: is,
                    worse: is > was,
                });
            }
        }
    }
    changes
}

/// Name and value of every count.
fn counts(row: &ResultRow) -> [(&'static str, u64); 4] {
    let of = &row.counters;
    [
        ("gave up", row.answers.gave_up),
        ("guesses", of.guesses),
        ("nodes", of.nodes),
        ("lane passes", of.lane_passes),
    ]
}

#[cfg(test)]
#[path = "baseline_tests.rs"]
mod tests;
