//! Two programs measured side by side.
//!
//! Both sides first answer all puzzles of all inputs, the new one first, and every answer is judged: who fails here, or
//! later, has failed, whatever the times are ([`super::outcome`]). Then come pairs of samples (`turns`), as many as the
//! verdict on the times needs or as fit into the time. `sizes` chooses the samples so that they fit.
//!
//! What must stay true:
//! - Both sides get the same puzzles in each sample, other ones in the next, and in the same forms.
//! - Where one side fails on an input, only the other inputs are compared. Where the new one fails, there is nothing to
//!   compare.
//! - A process keeps some conditions for its lifetime, such as the position of its memory, which can make it a little
//!   faster or slower than another process of the same program. So one pair of processes counts as *one* pair, however
//!   many samples it takes, and then both start anew, each from another copy of its file, because the code of a file is
//!   at the same place in memory for all its processes.

mod plan;
mod sizes;
mod turns;

pub use plan::{PairedError, PairedPlan};

use super::baseline::{Comparison, CountChange, compare_pairs};
use super::corpus::Corpus;
use super::error::{CaseError, MeasureError};
use super::measure::{Bench, MeasureProgress, Plan};
use super::outcome::{self, Side, SideFailure, SideOutcome, Unchecked};
use super::record::AnswerCounts;
use super::stats::{self, Judgement};
use crate::solver::Counters;
use sizes::Sizes;
use std::time::{Duration, Instant};
use turns::Turns;

/// The share of the time in which the new side may answer all puzzles of the given inputs, and the share for all
/// others: those of the old side, and of the data sets that nobody named.
const NAMED: u32 = 2;
const OTHERS: u32 = 6;
/// The new side comes first: its failure is the larger news.
const SIDES: [Side; 2] = [Side::New, Side::Old];
/// The fewest pairs fit this many times into the suggested time: the first look may be inconclusive.
const ADVISED: u32 = 2;

/// Compares the programs of two plans with the same cases, the old one first.
///
/// A stop ends it ([`Plan::limits`]); the comparison then has the complete pairs.
///
/// # Errors
/// See [`PairedError`]. A side that fails is none: the comparison says so.
pub fn run(
    plan: &PairedPlan,
    sides: [&Plan; 2],
    corpora: &[Corpus],
    progress: &mut MeasureProgress<'_>,
) -> Result<Comparison, PairedError> {
    let began = Instant::now();
    let mut contest = Contest {
        plan,
        bench: Bench::new(&sides, corpora)?,
        cases: sides[0].cases.len(),
        began,
    };
    contest.first_passes(progress)?;
    let (mut found, samples) = match plan.counts_instructions {
        true => (contest.count_instructions(sides[0])?, 1),
        false => contest.take_pairs(progress)?,
    };
    contest.add_outcomes(&mut found, samples);
    Ok(found)
}

impl Bench<'_> {
    /// The number of a side's case. Those of the old side come first, and those of the new one in the same order.
    fn of_side(&self, side: Side, case: usize) -> usize {
        side as usize * (self.cases.len() / 2) + case
    }
}

/// Both sides, and what became of them.
struct Contest<'a> {
    plan: &'a PairedPlan,
    bench: Bench<'a>,
    /// The number of cases of each side.
    cases: usize,
    began: Instant,
}

impl Contest<'_> {
    fn left(&self) -> Duration {
        self.plan.time.saturating_sub(self.began.elapsed())
    }

    /// The finished share of the work after this many pairs.
    fn done(&self, pairs: usize) -> f64 {
        let of_time = self.began.elapsed().as_secs_f64() / self.plan.time.as_secs_f64().max(1e-9);
        let of_pairs = pairs as f64 / self.plan.max_pairs as f64;
        of_time.max(of_pairs).min(0.999)
    }

    /// Makes both sides answer all puzzles, the new one first.
    fn first_passes(&mut self, progress: &mut MeasureProgress<'_>) -> Result<(), PairedError> {
        // The old side gets little time before the new one has answered all: its failure is the smaller news.
        let share = if self.plan.is_named { NAMED } else { OTHERS };
        self.first_pass(Side::New, share, progress)?;
        self.first_pass(Side::Old, OTHERS, progress)?;
        for (case, outcomes) in self.outcomes().into_iter().enumerate() {
            // Counts of other puzzles are no change.
            if outcomes != [SideOutcome::Measured, SideOutcome::Measured] {
                for side in SIDES {
                    let i = self.bench.of_side(side, case);
                    let row = &mut self.bench.cases[i].row;
                    (row.answers, row.counters) = <(AnswerCounts, Counters)>::default();
                }
            }
        }
        Ok(())
    }

    fn first_pass(
        &mut self,
        side: Side,
        share: u32,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(), PairedError> {
        let until = Instant::now().checked_add(self.left() / share);
        for case in 0..self.cases {
            // If the new one failed, it is worth knowing whether the old one fails there, too.
            if self.has_failed(Side::New) && self.live().contains(&case) {
                continue;
            }
            let i = self.bench.of_side(side, case);
            progress(self.done(0), "check", &self.bench.cases[i].row.case);
            match self.bench.first_pass(i, until) {
                Ok(answered) if answered < self.bench.cases[i].row.puzzles as usize => {
                    self.bench.cases[i].outcome = SideOutcome::Unfinished(answered as u64);
                }
                Ok(_) => {}
                Err(CaseError::Refused(reason)) => return Err(PairedError::Refused(side, reason)),
                Err(error) => self.bench.fail(i, error)?,
            }
        }
        Ok(())
    }

    /// What became of each case, old and new.
    fn outcomes(&self) -> Vec<[SideOutcome; 2]> {
        let of = |side, case| {
            self.bench.cases[self.bench.of_side(side, case)]
                .outcome
                .clone()
        };
        let cases = 0..self.cases;
        cases
            .map(|case| [of(Side::Old, case), of(Side::New, case)])
            .collect()
    }

    fn has_failed(&self, side: Side) -> bool {
        outcome::has_failed(&self.outcomes(), side)
    }

    /// The cases on which no side failed.
    fn live(&self) -> Vec<usize> {
        let cases = 0..self.cases;
        cases
            .filter(|&case| !self.bench.cases[case].is_left_out)
            .collect()
    }

    /// Counts instructions. More than the threshold allows is *slower*.
    fn count_instructions(&mut self, of: &Plan) -> Result<Comparison, PairedError> {
        let log = of.copies.folder().join("instructions");
        self.bench.count_instructions(&log);
        let mut counts = Vec::new();
        for case in self.live() {
            let mut both = [None; 2];
            for side in SIDES {
                let i = self.bench.of_side(side, case);
                match self.bench.instructions(i, &log) {
                    Ok(count) => both[side as usize] = Some(count),
                    Err(error) => self.bench.fail(i, error)?,
                }
            }
            if let [Some(old), Some(new)] = both {
                counts.push(CountChange {
                    case: self.bench.cases[case].row.case.clone(),
                    count: "instructions".to_owned(),
                    old,
                    new,
                    worse: new as f64 > old as f64 * (1.0 + self.plan.thresholds.threshold),
                });
            }
        }
        let mut found = self.times(1);
        found.counts.extend(counts);
        found.by_counts |= found.counts.iter().any(|change| change.worse);
        found.verdict = match found.by_counts {
            true => Judgement::Slower,
            false => Judgement::Same,
        };
        Ok(found)
    }

    /// Takes pairs until there is a verdict, or the limit of pairs or time is reached. Returns how many samples each case
    /// has, too.
    fn take_pairs(
        &mut self,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(Comparison, usize), PairedError> {
        let looks = stats::looks(self.plan.thresholds.min_samples, self.plan.max_pairs);
        let (mut turns, mut taken) = (Turns::new(), 0);
        let sizes = Sizes::new(self.plan, &self.bench, &self.live(), self.left());
        let least = sizes.pair * self.plan.thresholds.min_samples as u32;
        let too_short = |spent| PairedError::OutOfTime(spent + ADVISED * least);
        // There is no end if it is too far away to represent.
        let end = self.began.checked_add(self.plan.time);
        let mut longest = Duration::ZERO;
        if !self.has_failed(Side::New) && !self.live().is_empty() {
            if sizes.pair > self.left() {
                return Err(too_short(self.began.elapsed().min(self.plan.time)));
            }
            let live = self.live();
            if let Err((i, error)) = sizes.apply(&mut self.bench, &live) {
                self.bench.fail(i, error)?;
            }
        }
        loop {
            let live = self.live();
            if self.has_failed(Side::New) || live.is_empty() {
                break;
            }
            let case = &self.bench.cases[live[0]].row.case;
            progress(self.done(taken), &format!("pair {}", taken + 1), case);
            let pair_began = Instant::now();
            let bench = &mut self.bench;
            bench.begin_round();
            let pairs = turns.take(&live, sizes.blocks, end, &mut |side, case, number| {
                let i = bench.of_side(side, case);
                bench.sample(i, number).map_err(|error| (i, error))
            });
            let pairs = match pairs {
                Ok(pairs) => pairs,
                Err((_, CaseError::Other(MeasureError::Stopped))) if taken > 0 => break,
                Err((i, error)) => {
                    self.bench.fail(i, error)?;
                    continue;
                }
            };
            longest = longest.max(pair_began.elapsed());
            let is_complete = pairs.is_some();
            taken += usize::from(is_complete);
            for (pair, &case) in pairs.into_iter().flatten().zip(&live) {
                for side in SIDES {
                    let i = self.bench.of_side(side, case);
                    self.bench.cases[i].samples.push(pair[side as usize]);
                }
            }
            if taken == 0 {
                return Err(too_short(self.plan.time));
            }
            let is_over =
                !is_complete || taken >= self.plan.max_pairs || turns::is_over(end, longest);
            let is_known = || self.times(looks.len()).verdict != Judgement::Inconclusive;
            if is_over || looks.contains(&taken) && is_known() {
                break;
            }
        }
        let mut found = self.times(looks.len());
        for i in 0..self.bench.cases.len() {
            let runner = &self.bench.cases[i];
            // By CPU time, nobody gains by more threads.
            let by_wall = !found.cpu_time || runner.row.case.threads > 1;
            let error = runner.uses_more_threads();
            if let Some(error) = error.filter(|_| by_wall && !runner.is_left_out) {
                self.bench.fail(i, error)?;
            }
        }
        if found.rows.len() != self.live().len() {
            found = self.times(looks.len());
        }
        Ok((found, 2 * sizes.blocks * taken))
    }

    /// The comparison of the times of the pairs so far.
    fn times(&self, looks: usize) -> Comparison {
        let (mut records, idle) = self.bench.records();
        for record in &mut records {
            record.rows.retain(|row| !row.samples_ns.is_empty());
        }
        let thresholds = &self.plan.thresholds;
        Comparison {
            idle,
            ..compare_pairs(&records[0], &records[1], looks, thresholds)
        }
    }

    /// Adds what was measured, who failed, what was not checked, and what follows.
    fn add_outcomes(&self, found: &mut Comparison, samples: usize) {
        found.paired = true;
        found.corpora = self.bench.infos.clone();
        for (corpus, info) in found.corpora.iter_mut().enumerate() {
            let cases = self.bench.cases.iter().take(self.cases);
            let of = cases.filter(|runner| runner.corpus == corpus && !runner.is_left_out);
            let measured = of.map(|runner| (runner.puzzles * samples) as u64);
            info.measured = measured.min().filter(|&measured| measured < info.puzzles);
        }
        for case in 0..self.cases {
            for side in SIDES {
                let runner = &self.bench.cases[self.bench.of_side(side, case)];
                match &runner.outcome {
                    SideOutcome::Measured => {}
                    SideOutcome::Failed(error) => found.failures.push(SideFailure {
                        side,
                        case: runner.row.case.clone(),
                        reason: error.to_string(),
                    }),
                    SideOutcome::Unfinished(answered) => found.unchecked.push(Unchecked {
                        side,
                        corpus: runner.row.case.corpus.clone(),
                        answered: *answered,
                        puzzles: runner.row.puzzles,
                    }),
                }
            }
        }
        (found.verdict, found.failed_side) =
            outcome::decide(&self.outcomes(), self.plan.is_named, found.verdict);
    }
}

#[cfg(test)]
mod tests;
