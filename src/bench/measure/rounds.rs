//! Rounds in which all cases take turns.

use super::bench::Bench;
use super::plan::{Budget, Plan, Progress};
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::latency::Latencies;
use crate::bench::record::Record;
use crate::bench::stats::MIN_SAMPLES;
use std::time::{Duration, Instant};

/// Rounds in which latencies are taken, after the timed ones, each beside a sample
/// without.
pub(super) const LATENCY_ROUNDS: usize = 5;

/// Measures all cases of a plan.
///
/// # Errors
/// Any [`MeasureError`]; nothing is kept of a run in which one answer was
/// wrong.
pub fn run(
    plan: &Plan,
    corpora: &[Corpus],
    progress: &mut dyn Progress,
) -> Result<Record, MeasureError> {
    let began = Instant::now();
    let mut bench = Bench::prepare(plan, corpora, progress)?;
    let mut samples = vec![Vec::new(); bench.len()];
    let started = Instant::now();
    for round in 0usize.. {
        // What the latencies will take is spoken for.
        let passes = if plan.latency { 2 * LATENCY_ROUNDS } else { 0 };
        let later = started
            .elapsed()
            .mul_f64(passes as f64 / round.max(1) as f64);
        let done = share(plan, round, began.elapsed() + later);
        if done >= 1.0 || bench.failures().count() == bench.len() {
            break;
        }
        let doing = if round < plan.warm_up {
            "warm up"
        } else {
            "measure"
        };
        for step in 0..bench.len() {
            // Backwards every other round.
            let i = if round % 2 == 0 {
                step
            } else {
                bench.len() - 1 - step
            };
            if bench.has_failed(i) {
                continue;
            }
            progress.next(done, doing, &plan.cases[i]);
            let sample = bench.sample_or_leave_out(i, progress)?;
            if round >= plan.warm_up {
                samples[i].extend(sample);
            }
        }
        if round + 1 == plan.warm_up {
            bench.forget();
        }
    }
    let mut record = bench.record(samples);
    if plan.latency {
        let end = plan.budget.time().map(|time| began + time);
        add_latencies(plan, &mut bench, &mut record, end, progress)?;
    }
    Ok(record)
}

/// Share of the budget that is spent.
fn share(plan: &Plan, round: usize, elapsed: Duration) -> f64 {
    let kept = round.saturating_sub(plan.warm_up);
    let of_rounds = |rounds: usize| round as f64 / (rounds.max(1) + plan.warm_up) as f64;
    let of_time = |time: Duration| {
        let spent = elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9);
        spent.min(kept as f64 / MIN_SAMPLES as f64)
    };
    match plan.budget {
        Budget::Rounds(rounds) => of_rounds(rounds),
        Budget::Time(time) => of_time(time),
        Budget::Either(rounds, time) => of_rounds(rounds).max(of_time(time)),
    }
}

/// Takes the latencies of the cases in turns, once at least and no further round behind `end`.
fn add_latencies(
    plan: &Plan,
    bench: &mut Bench<'_>,
    record: &mut Record,
    end: Option<Instant>,
    progress: &mut dyn Progress,
) -> Result<(), MeasureError> {
    let here: Vec<usize> = (0..bench.len()).filter(|&i| bench.is_here(i)).collect();
    let mut taken: Vec<(Latencies, Vec<f64>)> = here
        .iter()
        .map(|_| (Latencies::new(), Vec::new()))
        .collect();
    for round in 0..LATENCY_ROUNDS {
        if round > 0 && end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        for (nth, (&i, (latencies, ratios))) in here.iter().zip(&mut taken).enumerate() {
            let done = (round * here.len() + nth) as f64 / (here.len() * LATENCY_ROUNDS) as f64;
            progress.next(done, "latency", &plan.cases[i]);
            let (watched, unwatched) = if round % 2 == 0 {
                let watched = bench.latencies(i, latencies)?;
                (watched, bench.sample(i)?)
            } else {
                let unwatched = bench.sample(i)?;
                (bench.latencies(i, latencies)?, unwatched)
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
