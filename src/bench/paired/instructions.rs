//! Instructions decide where times cannot: other work on the machine does not change their number.
//!
//! They are those that the CPU counted beside the times, where the system lets us, or else those that valgrind counts.

use super::{Contest, PairedError, SIDES};
use crate::bench::baseline::{Comparison, CountChange};
use crate::bench::case::{COUNTED, can_count};
use crate::bench::measure::{MeasureProgress, Plan};
use crate::bench::outcome::Side;
use crate::bench::stats::{self, Centre, Judgement};
use std::time::Duration;

/// The share of the time that is kept for counting.
pub(super) const SHARE: f64 = 0.15;
/// How many times as slow valgrind makes a program, and how often each side is asked.
const SLOWER: f64 = 60.0;
const ASKED: f64 = 2.0;

/// Whether instructions of these solvers may be counted by valgrind. Threads share the work of our own engines in another
/// way each time, and there is no AVX-512.
pub(super) fn may_count(sides: [&Plan; 2]) -> bool {
    let are_external = sides.iter().all(|plan| !plan.solvers.is_empty());
    are_external && sides[0].cases.iter().all(|case| case.threads == 1) && can_count()
}

impl Contest<'_> {
    /// Lets instructions decide, if they are asked for or if the times cannot tell.
    pub(super) fn decide_by_instructions(
        &mut self,
        found: &mut Comparison,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(), PairedError> {
        let is_asked = self.plan.counts_instructions;
        let is_open = found.verdict == Judgement::Inconclusive;
        if !(is_asked || is_open) || !self.goes_on() {
            return Ok(());
        }
        let counted = match is_asked {
            true => None,
            false => self.counted_beside_times(found),
        };
        let verdicts = match counted {
            Some(verdicts) => verdicts,
            None if is_asked || may_count(self.sides) => {
                match self.count(found, is_asked, progress)? {
                    Some(verdicts) => verdicts,
                    None => return Ok(()),
                }
            }
            None => return Ok(()),
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
            let of = |case: usize| -> Option<Vec<f64>> {
                let samples = pair.sides[case].row.samples.iter();
                samples.map(|sample| sample.instructions).collect()
            };
            let ratios = stats::log_ratios(&of(0)?, &of(1)?);
            let estimate = stats::bootstrap(&ratios, Centre::Midmean, &settings);
            verdicts.push(stats::judge(&estimate, thresholds.threshold, 0));
        }
        (!verdicts.is_empty()).then_some(verdicts)
    }

    /// Lets valgrind count. Gives up on a side that it cannot run, unless instructions were asked for: then it has failed.
    fn count(
        &mut self,
        found: &mut Comparison,
        is_asked: bool,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<Option<Vec<Judgement>>, PairedError> {
        let folder = self.sides[0].copies.folder().join("instructions");
        let threshold = self.plan.thresholds.threshold;
        let done = self.done(0);
        let cases = self.pairs.len();
        let share = match is_asked {
            true => Duration::MAX,
            false => self.left() / cases.max(1) as u32,
        };
        let (mut verdicts, mut counts) = (Vec::new(), Vec::new());
        for pair in &mut self.pairs {
            if !pair.is_live() {
                continue;
            }
            let most = most_puzzles(pair.sides.iter().map(|case| case.costs().1), share);
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
            let [old, new] = both;
            if old == 0 || new == 0 {
                continue;
            }
            let ratio = new as f64 / old as f64;
            let case = pair.side(Side::Old).row.case.clone();
            let row = found.rows.iter_mut().find(|row| row.case == case);
            // Times that are known to differ from this are no noise.
            let agrees = row.is_none_or(|row| {
                row.instructions = Some(ratio);
                let is_within = row.ratio_low.is_none_or(|low| low <= ratio);
                is_within && row.ratio_high.is_none_or(|high| ratio <= high)
            });
            verdicts.push(match agrees {
                true if ratio > 1.0 + threshold => Judgement::Slower,
                true if ratio < 1.0 / (1.0 + threshold) => Judgement::Faster,
                true => Judgement::Same,
                false => Judgement::Inconclusive,
            });
            counts.push(CountChange {
                case,
                count: "instructions".to_owned(),
                old,
                new,
                worse: ratio > 1.0 + threshold,
            });
        }
        found.counts.extend(counts);
        Ok(Some(verdicts))
    }
}

/// How many puzzles valgrind can count in this time on both sides, given the nanoseconds that each takes.
fn most_puzzles(puzzle_ns: impl Iterator<Item = f64>, time: Duration) -> usize {
    let each: f64 = puzzle_ns.sum::<f64>() * SLOWER * ASKED;
    let fits = time.as_nanos() as f64 / each.max(1.0);
    (fits as usize).clamp(1, COUNTED)
}
