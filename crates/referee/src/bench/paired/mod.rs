//! Two programs measured side by side.
//!
//! Both sides first answer all puzzles of all inputs, the new one first, and every answer is
//! judged. A side that fails here, or later, has failed, whatever its times ([`super::outcome`]).
//! Then come pairs of samples (`turns`), as many as the verdict on the times needs or as fit into
//! the time. `sizes` chooses the samples so that they fit. If the times are inconclusive, the
//! numbers of instructions decide, where they can be counted (`instructions`).
//!
//! What must stay true:
//! - Both sides get the same puzzles in each sample, other ones in the next, and in the same forms.
//! - If one side fails on an input, only the other inputs are compared. If the new one fails, there
//!   is nothing to compare.
//! - A process keeps some conditions for its lifetime, such as the position of its memory, which
//!   can make it a little faster or slower than another process of the same program. So one pair of
//!   processes counts as *one* pair, however many samples it takes, and then both start anew, each
//!   from another copy of its file, because the code of a file is at the same place in memory for
//!   all its processes.

mod instructions;
mod plan;
mod sizes;
mod turns;

pub use plan::{PairedError, PairedPlan};

use super::baseline::{Comparison, compare_pairs};
use super::case::{self, Case, Corpora, can_count};
use super::corpus::Corpus;
use super::error::{CaseError, MeasureError};
use super::measure::{MeasureProgress, Plan};
use super::outcome::{self, Side, SideFailure, SideOutcome, Unchecked};
use super::record::{AnswerCounts, CorpusInfo, Record};
use super::stats::{self, Judgement};
use ninefold::engine::Counters;
use sizes::Sizes;
use std::time::{Duration, Instant};
use turns::Turns;

/// The new side may take one part in this many of the time to answer all puzzles of the inputs that
/// the user specified.
const SPECIFIED: u32 = 2;
/// The same for the built-in data sets, and for the old side.
const OTHERS: u32 = 6;
/// The new side comes first: its failure is the larger news.
const SIDES: [Side; 2] = [Side::New, Side::Old];

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
    if plan.counts_instructions && !can_count() {
        return Err(PairedError::NoValgrind);
    }
    let mut shared = Corpora::new(corpora, sides[0].fresh);
    let mut pairs = Vec::new();
    for key in &sides[0].cases {
        let [old, new] = sides.map(|side| Case::new(side, key, &mut shared));
        pairs.push(Pair {
            sides: [old?, new?],
        });
    }
    let mut contest = Contest {
        plan,
        sides,
        pairs,
        infos: corpora.iter().map(Corpus::info).collect(),
        began: Instant::now(),
    };
    contest.first_passes(progress)?;
    let (mut found, samples) = if plan.counts_instructions {
        (contest.times(1), 1)
    } else {
        contest.take_pairs(progress)?
    };
    contest.decide_by_instructions(&mut found, progress)?;
    contest.add_outcomes(&mut found, samples);
    Ok(found)
}

/// A case of both sides.
#[derive(Debug)]
struct Pair<'a> {
    sides: [Case<'a>; 2],
}

impl<'a> Pair<'a> {
    fn side(&mut self, side: Side) -> &mut Case<'a> {
        &mut self.sides[side as usize]
    }

    /// Whether no side failed.
    fn is_live(&self) -> bool {
        !self.sides.iter().any(Case::has_failed)
    }

    /// What became of old and new.
    fn outcomes(&self) -> [SideOutcome; 2] {
        self.sides.each_ref().map(|case| case.outcome.clone())
    }

    /// Leaves both sides out from now on.
    fn fail(&mut self, side: Side, error: CaseError) -> Result<(), MeasureError> {
        self.side(side).fail(error)?;
        self.end_turn();
        Ok(())
    }

    fn end_turn(&mut self) {
        self.sides.iter_mut().for_each(Case::end_turn);
    }
}

/// Both sides, and what became of them.
struct Contest<'a> {
    plan: &'a PairedPlan,
    sides: [&'a Plan; 2],
    pairs: Vec<Pair<'a>>,
    infos: Vec<CorpusInfo>,
    began: Instant,
}

impl<'a> Contest<'a> {
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
        // The old side gets little time before the new one has answered all: its failure is the
        // smaller news.
        let share = if self.plan.is_specified {
            SPECIFIED
        } else {
            OTHERS
        };
        self.first_pass(Side::New, share, progress)?;
        self.first_pass(Side::Old, OTHERS, progress)?;
        for pair in &mut self.pairs {
            // Counts of other puzzles are no change.
            if pair.outcomes() != [SideOutcome::Measured, SideOutcome::Measured] {
                for case in &mut pair.sides {
                    case.row.answers = AnswerCounts::default();
                    case.row.counters = Counters::default();
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
        let done = self.done(0);
        for i in 0..self.pairs.len() {
            // If the new one failed, it is worth knowing whether the old one fails there, too.
            let has_failed = self.has_failed(Side::New);
            let pair = &mut self.pairs[i];
            if has_failed && pair.is_live() {
                continue;
            }
            let case = pair.side(side);
            let answered = match case.check(until, None, done, progress) {
                Ok(case::Answered {
                    too_slow: Some(error),
                    ..
                }) => Err(error),
                Ok(answered) => Ok(answered.puzzles as u64),
                Err(error) => Err(error),
            };
            match answered {
                Ok(answered) if answered < case.row.puzzles => {
                    case.outcome = SideOutcome::Unfinished(answered);
                }
                Ok(_) => {}
                Err(CaseError::Refused(reason)) => return Err(PairedError::Refused(side, reason)),
                Err(error) => pair.fail(side, error)?,
            }
        }
        Ok(())
    }

    /// What became of each case, old and new.
    fn outcomes(&self) -> Vec<[SideOutcome; 2]> {
        self.pairs.iter().map(Pair::outcomes).collect()
    }

    fn has_failed(&self, side: Side) -> bool {
        outcome::has_failed(&self.outcomes(), side)
    }

    /// The cases on which no side failed.
    fn live(&mut self) -> Vec<&mut Pair<'a>> {
        self.pairs
            .iter_mut()
            .filter(|pair| pair.is_live())
            .collect()
    }

    /// Whether there is something to compare.
    fn is_comparable(&mut self) -> bool {
        !self.has_failed(Side::New) && !self.live().is_empty()
    }

    /// The time in which pairs are taken: the rest is for counting instructions, if times cannot
    /// tell.
    fn time_for_pairs(&self) -> Duration {
        if instructions::may_count(self.sides) {
            self.plan.time.mul_f64(1.0 - instructions::SHARE)
        } else {
            self.plan.time
        }
    }

    /// Takes pairs until there is a verdict, or the limit of pairs or time is reached. Returns how
    /// many samples each case has, too.
    fn take_pairs(
        &mut self,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(Comparison, usize), PairedError> {
        let plan = self.plan;
        let looks = stats::looks(plan.thresholds.min_samples, plan.max_pairs);
        let time = self.time_for_pairs();
        // There is no end if it is too far away to represent.
        let end = self.began.checked_add(time);
        let sizes = self.prepare(time)?;
        let mut turns = Turns::new();
        let mut taken = 0;
        let mut longest = Duration::ZERO;
        while self.is_comparable() {
            let done = self.done(taken);
            let key = &self.live()[0].sides[0].row.case;
            progress(done, &format!("pair {}", taken + 1), key, "");
            let began = Instant::now();
            match self.take_pair(&mut turns, sizes.blocks, end) {
                Ok(Taken::Pair) => taken += 1,
                Ok(Taken::Failure) => continue,
                Ok(Taken::Nothing) if taken == 0 => {
                    return Err(PairedError::OutOfTime(plan.time + sizes.advised(plan)));
                }
                Ok(Taken::Nothing) => break,
                Err(MeasureError::Stopped) if taken > 0 => break,
                Err(error) => return Err(error.into()),
            }
            longest = longest.max(began.elapsed());
            if taken >= plan.max_pairs || turns::is_over(end, longest) {
                break;
            }
            if looks.contains(&taken) && self.times(looks.len()).verdict != Judgement::Inconclusive
            {
                break;
            }
        }
        let mut found = self.times(looks.len());
        self.fail_for_threads(&found)?;
        if found.rows.len() != self.live().len() {
            found = self.times(looks.len());
        }
        Ok((found, 2 * sizes.blocks * taken))
    }

    /// Chooses the sizes of the samples for pairs in this time, and sets them.
    fn prepare(&mut self, time: Duration) -> Result<Sizes, PairedError> {
        let plan = self.plan;
        let left = time.saturating_sub(self.began.elapsed());
        let sizes = Sizes::new(plan, &self.live(), left);
        if self.is_comparable() {
            if sizes.pair > left {
                let spent = self.began.elapsed().min(plan.time);
                return Err(PairedError::OutOfTime(spent + sizes.advised(plan)));
            }
            sizes.apply(&mut self.live())?;
        }
        Ok(sizes)
    }

    /// Takes one pair of samples of each case. If a side fails, leaves it out.
    fn take_pair(
        &mut self,
        turns: &mut Turns,
        blocks: usize,
        end: Option<Instant>,
    ) -> Result<Taken, MeasureError> {
        let mut live = self.live();
        match take(turns, &mut live, blocks, end) {
            Ok(Some(pairs)) => {
                for (samples, pair) in pairs.into_iter().zip(live) {
                    for (case, sample) in pair.sides.iter_mut().zip(samples) {
                        case.row.samples.push(sample);
                    }
                }
                Ok(Taken::Pair)
            }
            Ok(None) => Ok(Taken::Nothing),
            Err((i, side, error)) => {
                live[i].fail(side, error)?;
                Ok(Taken::Failure)
            }
        }
    }

    /// Fails each side that kept more threads busy than it may use. By CPU time of one thread,
    /// nobody gains by that.
    fn fail_for_threads(&mut self, found: &Comparison) -> Result<(), MeasureError> {
        for pair in self.live() {
            for side in SIDES {
                let case = pair.side(side);
                let by_wall = !found.cpu_time || case.row.case.threads > 1;
                if let Some(error) = case.uses_more_threads().filter(|_| by_wall) {
                    pair.fail(side, error)?;
                }
            }
        }
        Ok(())
    }

    /// The comparison of the times of the pairs so far.
    fn times(&mut self, looks: usize) -> Comparison {
        for pair in &mut self.pairs {
            pair.sides.iter_mut().for_each(Case::choose_clock);
        }
        let [old, new] = [Side::Old, Side::New].map(|side| self.record(side));
        let mut found = compare_pairs(&old, &new, looks, &self.plan.thresholds);
        let rows = old.rows.iter().chain(&new.rows);
        let idle = rows.filter_map(|row| row.external.as_ref()?.idle);
        let most = idle.reduce(f64::max);
        found.idle = most.filter(|&idle| idle >= stats::MOST_IDLE && !found.cpu_time);
        found
    }

    /// The record of a side with the samples so far. Failed cases have no row.
    fn record(&self, side: Side) -> Record {
        let plan = self.sides[side as usize];
        let live = self.pairs.iter().filter(|pair| pair.is_live());
        let rows = live.map(|pair| pair.sides[side as usize].row.clone());
        let rows: Vec<_> = rows.filter(|row| !row.samples.is_empty()).collect();
        let rounds = rows.iter().map(|row| row.samples.len()).min();
        plan.record(rounds.unwrap_or(0), self.infos.clone(), rows)
    }

    /// Adds what was measured, who failed, what was not checked, and what follows.
    fn add_outcomes(&self, found: &mut Comparison, samples: usize) {
        found.paired = true;
        found.corpora.clone_from(&self.infos);
        for info in &mut found.corpora {
            let live = self.pairs.iter().filter(|pair| pair.is_live());
            let cases = live.map(|pair| &pair.sides[0]);
            let of_corpus = cases.filter(|case| case.row.case.corpus == info.name);
            let measured = of_corpus.map(|case| (case.puzzles * samples) as u64);
            info.measured = measured.min().filter(|&measured| measured < info.puzzles);
        }
        for pair in &self.pairs {
            for side in SIDES {
                let case = &pair.sides[side as usize];
                match &case.outcome {
                    SideOutcome::Measured => {}
                    SideOutcome::Failed(error) => found.failures.push(SideFailure {
                        side,
                        case: case.row.case.clone(),
                        reason: error.to_string(),
                    }),
                    SideOutcome::Unfinished(answered) => found.unchecked.push(Unchecked {
                        side,
                        corpus: case.row.case.corpus.clone(),
                        answered: *answered,
                        puzzles: case.row.puzzles,
                    }),
                }
            }
        }
        (found.verdict, found.failed_side) =
            outcome::decide(&self.outcomes(), self.plan.is_specified, found.verdict);
    }
}

/// What came of taking a pair.
enum Taken {
    Pair,
    /// A side failed.
    Failure,
    /// The time was over.
    Nothing,
}

/// A side that failed, by the place of its pair, and on what.
type Failing = (usize, Side, CaseError);

/// Starts both sides of each pair anew, and lets them take turns. Returns a pair of samples of
/// each, or nothing if the time is over.
fn take(
    turns: &mut Turns,
    live: &mut [&mut Pair<'_>],
    blocks: usize,
    end: Option<Instant>,
) -> Result<Option<Vec<turns::SamplePair>>, Failing> {
    live[0].sides[0].plan.copies.renew();
    for (i, pair) in live.iter_mut().enumerate() {
        for side in SIDES {
            let begun = pair.side(side).begin_turn();
            begun.map_err(|error| (i, side, error))?;
        }
    }
    let pairs = turns.take(live.len(), blocks, end, &mut |side, i, number| {
        let sample = live[i].side(side).sample(number);
        sample.map_err(|error| (i, side, error))
    })?;
    live.iter_mut().for_each(|pair| pair.end_turn());
    Ok(pairs)
}

#[cfg(test)]
mod tests;
