//! Rounds in which all cases take turns.

use super::bench::Bench;
use super::identities::SolverIdentities;
use super::plan::{Budget, MeasureProgress, Plan};
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::latency::Latencies;
use crate::bench::record::Record;
use crate::bench::stats::{self, MIN_SAMPLES};
use std::time::{Duration, Instant};

/// Rounds with latencies, after the timed ones. Each is beside a sample without latencies.
pub(super) const LATENCY_ROUNDS: usize = 5;

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
        let taken = take_round(plan, &mut bench, &mut clock, &round, &mut samples, progress);
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
    if plan.latency && !plan.stop.is_stopped() {
        let end = clock.end().map(|end| (end, clock.latency_round()));
        match add_latencies(plan, &mut bench, &mut record, end, progress) {
            Err(_) if plan.stop.is_stopped() => {}
            added => added?,
        }
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
    clock: &mut Clock<'_>,
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
        let began = Instant::now();
        let sample = bench.sample_or_leave_out(i, progress)?;
        if bench.has_latencies(i) {
            clock.engines += began.elapsed();
        }
        if let Some(text) = warning(plan) {
            progress.warn(&text);
        }
        if round.is_kept {
            samples[i].extend(sample);
        }
        let known = if round.is_kept {
            &samples[i]
        } else {
            sample.as_slice()
        };
        if let Ok(median) = stats::median(known) {
            let rounds = samples[i].len();
            progress.estimate(&plan.cases[i], median / bench.puzzles(i) as f64, rounds);
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
    /// The time of the engines' samples.
    engines: Duration,
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
            engines: Duration::ZERO,
        }
    }

    /// When the time is over, if it is limited.
    fn end(&self) -> Option<Instant> {
        let time = self.plan.budget.time();
        time.and_then(|time| self.began.checked_add(time))
    }

    fn next_round(&mut self) -> Option<Round> {
        let spent = self.spent();
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

    /// The time of a round of latencies: two samples of each engine.
    fn latency_round(&self) -> Duration {
        self.engines.div_f64(self.rounds.max(1) as f64) * 2
    }

    /// The elapsed time, plus the time for the latencies.
    fn spent(&self) -> Duration {
        let latencies = match self.plan.latency {
            true => self.latency_round() * LATENCY_ROUNDS as u32,
            false => Duration::ZERO,
        };
        self.began.elapsed() + latencies
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

/// Measures the latencies of the cases in turns. If time is limited, it starts no round that would
/// not end in time, as far as the time of a round is known. The first round may be left out only if
/// the budget is only a time.
fn add_latencies(
    plan: &Plan,
    bench: &mut Bench<'_>,
    record: &mut Record,
    end: Option<(Instant, Duration)>,
    progress: &mut dyn MeasureProgress,
) -> Result<(), MeasureError> {
    let here: Vec<usize> = (0..bench.len())
        .filter(|&i| bench.has_latencies(i))
        .collect();
    let mut taken: Vec<(Latencies, Vec<f64>)> = here
        .iter()
        .map(|_| (Latencies::new(), Vec::new()))
        .collect();
    for round in 0..LATENCY_ROUNDS {
        let may_end = round > 0 || matches!(plan.budget, Budget::Time(_));
        let is_over = end.is_some_and(|(end, takes)| Instant::now() + takes >= end);
        if plan.stop.is_stopped() || may_end && is_over {
            break;
        }
        for (nth, (&i, (latencies, ratios))) in here.iter().zip(&mut taken).enumerate() {
            let done = (round * here.len() + nth) as f64 / (here.len() * LATENCY_ROUNDS) as f64;
            progress.next(done, "latency", &plan.cases[i]);
            let (watched, unwatched) = if round % 2 == 0 {
                let watched = bench.sample_latencies(i, latencies)?;
                (watched, bench.sample(i)?.wall_ns)
            } else {
                let unwatched = bench.sample(i)?.wall_ns;
                (bench.sample_latencies(i, latencies)?, unwatched)
            };
            ratios.extend(watched.map(|watched| watched / unwatched));
        }
    }
    for (i, (latencies, ratios)) in here.into_iter().zip(taken) {
        let case = &plan.cases[i];
        let row = record.rows.iter_mut().find(|row| row.case == *case);
        if let Some(row) = row {
            row.latency = latencies.summary(&ratios);
        }
    }
    Ok(())
}
