//! Rounds in which all cases take turns.

use super::bench::Bench;
use super::identities::SolverIdentities;
use super::plan::{MeasureProgress, Plan};
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::record::Record;
use crate::bench::stats::MIN_SAMPLES;
use std::time::{Duration, Instant};

/// Measures all cases of a plan. If it is stopped ([`Plan::stop`]), it returns the samples so far.
///
/// # Errors
/// Any [`MeasureError`]. If one answer was wrong, nothing of the run is kept.
pub fn run(
    plan: &Plan,
    corpora: &[Corpus],
    progress: &mut dyn MeasureProgress,
) -> Result<Record, MeasureError> {
    let began = Instant::now();
    let identities = SolverIdentities::of(&plan.solvers, progress);
    let mut bench = Bench::prepare(plan, corpora, progress)?;
    let mut samples = vec![Vec::new(); bench.len()];
    let mut clock = Clock::new(plan, began);
    let mut is_stopped = false;
    while let Some(round) = clock.next_round() {
        if bench.failures().count() == bench.len() {
            break;
        }
        let taken = take_round(plan, &mut bench, &round, &mut samples, progress);
        is_stopped = plan.stop.is_stopped();
        if is_stopped {
            // What went wrong, if anything did, is that it was stopped.
            break;
        }
        taken?;
        if !round.is_kept {
            bench.forget();
        }
    }
    bench.end_rounds();
    let failed = (0..bench.len()).filter(|&i| bench.has_failed(i)).count();
    if samples.iter().filter(|taken| taken.is_empty()).count() > failed {
        return Err(MeasureError::Stopped);
    }
    let mut record = bench.record(samples);
    if is_stopped {
        keep_complete_rounds(&mut record);
    }
    identities.add_to(&mut record, progress);
    Ok(record)
}

/// Takes off the samples of the round in which the run was stopped, and marks the result.
fn keep_complete_rounds(record: &mut Record) {
    let rounds = record.rows.iter().map(|row| row.samples_ns.len()).min();
    let rounds = rounds.unwrap_or(0);
    for row in &mut record.rows {
        row.samples_ns.truncate(rounds);
        if let Some(external) = &mut row.external {
            external.start_up_ns.truncate(rounds);
            external.cpu_ns.truncate(rounds);
        }
    }
    record.method.rounds = rounds;
    record.method.stopped = true;
}

/// Takes a sample of each case.
fn take_round(
    plan: &Plan,
    bench: &mut Bench<'_>,
    round: &Round,
    samples: &mut [Vec<f64>],
    progress: &mut dyn MeasureProgress,
) -> Result<(), MeasureError> {
    bench.begin_round(round.done, progress)?;
    for step in 0..bench.len() {
        let i = match round.goes_backwards {
            false => step,
            true => bench.len() - 1 - step,
        };
        if bench.has_failed(i) || plan.stop.is_stopped() {
            continue;
        }
        let doing = if round.is_kept { "measure" } else { "warm up" };
        progress.next(round.done, doing, &plan.cases[i]);
        let sample = bench.sample_or_leave_out(i, progress)?;
        if let Some(text) = warning(plan) {
            progress.warn(&text);
        }
        if round.is_kept {
            samples[i].extend(sample);
        }
    }
    Ok(())
}

/// Why the measured program is not a copy.
fn warning(plan: &Plan) -> Option<String> {
    plan.worker.as_ref()?.copies.take_warning()
}

/// Decides which round comes next, and when there is no time for one.
struct Clock<'a> {
    plan: &'a Plan,
    began: Instant,
    /// When the first round began.
    started: Instant,
    /// Rounds started, and those of them that are kept.
    rounds: usize,
    kept: usize,
}

/// The next step.
enum Phase {
    /// A round whose samples are not kept.
    WarmUp,
    Measure,
    End,
}

struct Round {
    is_kept: bool,
    /// Every other one does.
    goes_backwards: bool,
    /// Finished share of the budget.
    done: f64,
}

impl<'a> Clock<'a> {
    fn new(plan: &'a Plan, began: Instant) -> Clock<'a> {
        Clock {
            plan,
            began,
            started: Instant::now(),
            rounds: 0,
            kept: 0,
        }
    }

    fn next_round(&mut self) -> Option<Round> {
        let spent = self.began.elapsed();
        let is_kept = match self.phase(spent) {
            Phase::WarmUp => false,
            Phase::Measure => true,
            Phase::End => return None,
        };
        let round = Round {
            is_kept,
            goes_backwards: self.rounds % 2 == 1,
            done: self.done(spent),
        };
        self.rounds += 1;
        self.kept += usize::from(is_kept);
        Some(round)
    }

    fn phase(&self, spent: Duration) -> Phase {
        let budget = self.plan.budget;
        let fits = |rounds: usize| {
            let needed = spent + self.mean_round().mul_f64(rounds as f64);
            budget.time().is_none_or(|time| needed <= time)
        };
        let to_warm_up = self.plan.warm_up.saturating_sub(self.rounds);
        // If there is no time for a warm-up, preparing was one.
        if self.kept == 0 && to_warm_up > 0 && fits(to_warm_up + MIN_SAMPLES) {
            return Phase::WarmUp;
        }
        let is_needed = self.kept < budget.fewest();
        if self.kept < budget.most() && (is_needed || fits(1)) {
            return Phase::Measure;
        }
        Phase::End
    }

    /// The mean time of a round.
    fn mean_round(&self) -> Duration {
        match self.rounds {
            // Preparing solves each case about as often.
            0 => self.started - self.began,
            rounds => self.started.elapsed().div_f64(rounds as f64),
        }
    }

    /// Finished share of the budget.
    fn done(&self, spent: Duration) -> f64 {
        let budget = self.plan.budget;
        let of_rounds = self.rounds as f64 / (budget.most() as f64 + self.plan.warm_up as f64);
        let of_time = budget.time().map_or(0.0, |time| {
            spent.as_secs_f64() / time.as_secs_f64().max(1e-9)
        });
        of_rounds.max(of_time).min(0.999)
    }
}
