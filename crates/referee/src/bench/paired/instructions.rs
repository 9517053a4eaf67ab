//! Instructions decide if times are inconclusive: other work on the machine does not change their
//! number.
//!
//! The CPU counts them beside the times, if the system allows that. Otherwise valgrind does.

use super::{Contest, Pair, PairedError, SIDES};
use crate::bench::baseline::{Comparison, CountChange};
use crate::bench::case::{COUNTED, Case, can_count};
use crate::bench::measure::{MeasureProgress, Plan};
use crate::bench::record::CaseKey;
use crate::bench::stats::{self, Centre, Judgement};
use std::time::Duration;

/// The share of the time that is kept for counting.
pub(super) const SHARE: f64 = 0.15;
/// How many times as slow valgrind makes a program.
const SLOWER: f64 = 60.0;

/// Whether instructions of these solvers may be counted by valgrind. Threads share the work of our
/// own engines in another way each time, and there is no AVX-512.
pub(super) fn may_count(sides: [&Plan; 2]) -> bool {
    let are_external = sides.iter().all(|plan| !plan.solvers.is_empty());
    are_external && sides[0].cases.iter().all(|case| case.threads == 1) && can_count()
}

impl Contest<'_> {
    /// Lets instructions decide, if they are asked for or if the times are inconclusive.
    pub(super) fn decide_by_instructions(
        &mut self,
        found: &mut Comparison,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(), PairedError> {
        let is_asked = self.plan.counts_instructions;
        let is_open = found.verdict == Judgement::Inconclusive;
        if !(is_asked || is_open) || !self.is_comparable() {
            return Ok(());
        }
        let mut verdicts = None;
        if !is_asked {
            verdicts = self.counted_beside_times(found);
        }
        if verdicts.is_none() && (is_asked || may_count(self.sides)) {
            verdicts = self.count(found, is_asked, progress)?;
        }
        let Some(verdicts) = verdicts else {
            return Ok(());
        };
        let verdict = stats::overall(verdicts);
        if is_asked || verdict != Judgement::Inconclusive {
            found.verdict = verdict;
            found.by_instructions = true;
        }
        Ok(())
    }

    /// The verdicts on the instructions that the CPU counted in each pair, if it did.
    fn counted_beside_times(&mut self, found: &Comparison) -> Option<Vec<Judgement>> {
        let thresholds = self.plan.thresholds;
        let settings = thresholds.settings.share(found.rows.len());
        let mut verdicts = Vec::new();
        for pair in self.live() {
            let [old, new] = &pair.sides;
            let ratios = stats::log_ratios(&counts_of(old)?, &counts_of(new)?);
            let estimate = stats::bootstrap(&ratios, Centre::Midmean, &settings);
            let case = &old.row.case;
            verdicts.push(if is_contradicted(found, case, estimate.value.exp()) {
                Judgement::Inconclusive
            } else {
                stats::judge(&estimate, thresholds.threshold, 0)
            });
        }
        (!verdicts.is_empty()).then_some(verdicts)
    }

    /// Lets valgrind count. Gives up on a side that it cannot run, unless instructions were asked
    /// for: then it has failed.
    fn count(
        &mut self,
        found: &mut Comparison,
        is_asked: bool,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<Option<Vec<Judgement>>, PairedError> {
        let folder = self.sides[0].copies.folder().join("instructions");
        let done = self.done(0);
        let share = self.left() / self.pairs.len().max(1) as u32;
        let mut verdicts = Vec::new();
        let mut counts = Vec::new();
        for pair in self.pairs.iter_mut().filter(|pair| pair.is_live()) {
            let most = pair.most_counted(share);
            let mut both = [0; 2];
            for side in SIDES {
                let case = pair.side(side);
                progress(done, "count", &case.row.case.clone(), "");
                match case.instructions(most, &folder) {
                    Ok(count) => both[side as usize] = count,
                    Err(_) if !is_asked => return Ok(None),
                    Err(error) => pair.fail(side, error)?,
                }
            }
            if pair.is_live() {
                let change = change(pair, both, self.plan.thresholds.threshold);
                verdicts.push(judge(&change, found, self.plan.thresholds.threshold));
                counts.push(change);
            }
        }
        found.counts.extend(counts);
        Ok(Some(verdicts))
    }
}

impl Pair<'_> {
    /// How many puzzles valgrind can count in this time on both sides.
    fn most_counted(&self, time: Duration) -> usize {
        let both: f64 = self.sides.iter().map(|case| case.costs().1).sum();
        let fits = time.as_nanos() as f64 / (both * SLOWER).max(1.0);
        (fits as usize).clamp(1, COUNTED)
    }
}

/// The instructions of each sample of a case. `None` if the CPU counted none.
fn counts_of(case: &Case<'_>) -> Option<Vec<f64>> {
    let samples = case.row.samples.iter();
    samples.map(|sample| sample.instructions).collect()
}

/// The change of the number of instructions of a pair.
fn change(pair: &Pair<'_>, [old, new]: [u64; 2], threshold: f64) -> CountChange {
    CountChange {
        case: pair.sides[0].row.case.clone(),
        count: "instructions".to_owned(),
        old,
        new,
        worse: new as f64 > old as f64 * (1.0 + threshold),
    }
}

/// The verdict on a change, and its ratio beside the times.
fn judge(change: &CountChange, found: &mut Comparison, threshold: f64) -> Judgement {
    let ratio = change.new as f64 / change.old as f64;
    let row = found.rows.iter_mut().find(|row| row.case == change.case);
    if let Some(row) = row {
        row.instructions = Some(ratio);
    }
    if is_contradicted(found, &change.case, ratio) {
        Judgement::Inconclusive
    } else if change.worse {
        Judgement::Slower
    } else if ratio < 1.0 / (1.0 + threshold) {
        Judgement::Faster
    } else {
        Judgement::Same
    }
}

/// Whether the interval of a case's times excludes this ratio: then the times are not noise.
fn is_contradicted(found: &Comparison, case: &CaseKey, ratio: f64) -> bool {
    let row = found.rows.iter().find(|row| row.case == *case);
    row.is_some_and(|row| {
        let is_below = row.ratio_low.is_some_and(|low| ratio < low);
        is_below || row.ratio_high.is_some_and(|high| ratio > high)
    })
}
