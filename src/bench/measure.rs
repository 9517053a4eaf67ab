//! Measures cases side by side.
//!
//! Every case is made ready first: its corpus is solved once, every answer is
//! checked by [`crate::grid::check`], and engines that differ on a puzzle are
//! caught. Then come rounds; in each round every case gives one sample, and
//! every other round goes backwards through the cases, so that whatever slows
//! the machine down for a while hits all of them alike. Only the solving is
//! timed: no reading, no parsing of files, no writing; the answers of every
//! sample are compared with the checked ones after the clock was stopped.

use super::corpus::Corpus;
use super::environment;
use super::latency::Latencies;
use super::prepared::{Prepared, Room};
use super::record::{Case, Method, Record, Row, SCHEMA, VERSION};
use crate::engine::{EngineError, EngineOptions, NoWatch, registry};
use crate::grid::check::Fault;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Rounds in which latencies are taken, after the timed ones, each beside a sample
/// without.
const LATENCY_ROUNDS: usize = 5;

/// Why nothing could be measured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MeasureError {
    /// There is no such engine or back end here.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There is nothing to solve.
    #[error("corpus {0:?} holds no puzzle")]
    NoPuzzles(String),
    /// A case names a corpus that is not there.
    #[error("there is no corpus called {0:?}")]
    NoCorpus(String),
    /// Threads could not be had.
    #[error("{0} threads cannot be had: {1}")]
    Threads(usize, String),
    /// An answer is wrong.
    #[error("{case}: the answer to puzzle {puzzle} is wrong: {fault}")]
    Wrong {
        /// Who gave it.
        case: Box<Case>,
        /// Which puzzle of the corpus, from 1.
        puzzle: usize,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Two engines differ.
    #[error("{one} and {other} differ on how many solutions puzzle {puzzle} has")]
    Disagree {
        /// One engine's case.
        one: Box<Case>,
        /// The other's.
        other: Box<Case>,
        /// Which puzzle of the corpus, from 1.
        puzzle: usize,
    },
    /// A case gave other answers or counters than the time before.
    #[error("{0}: the {1} differ from one pass to the next")]
    Unsteady(Box<Case>, &'static str),
}

/// When to stop taking rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// After so many.
    Rounds(usize),
    /// When the time is over; at least the number of rounds that an interval
    /// needs.
    Time(Duration),
    /// At whichever of both comes first.
    Either(usize, Duration),
}

/// What to measure, and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The cases, in the order of the rows.
    pub cases: Vec<Case>,
    /// Guesses after which a puzzle is given up.
    pub guess_limit: u64,
    /// Rounds that are not kept.
    pub warm_up: usize,
    /// When to stop.
    pub budget: Budget,
    /// Shorter passes are repeated within one sample up to this time.
    pub least_sample: Duration,
    /// Whether to take latencies in rounds of their own.
    pub latency: bool,
    /// Slows every case down by this share of its time: to try whether a
    /// comparison finds it.
    pub handicap: f64,
}

impl Plan {
    /// A plan with 30 rounds after 2 for warming up, and samples of at least
    /// 20 ms.
    pub fn new(cases: Vec<Case>) -> Plan {
        Plan {
            cases,
            guess_limit: 10_000_000,
            warm_up: 2,
            budget: Budget::Rounds(30),
            least_sample: Duration::from_millis(20),
            latency: true,
            handicap: 0.0,
        }
    }
}

/// Hears how far the measuring is.
pub trait Progress {
    /// Called before each sample with the share of the work that is done (0
    /// to 1) and what comes next.
    fn next(&mut self, done: f64, doing: &str, case: &Case);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn next(&mut self, _done: f64, _doing: &str, _case: &Case) {}
}

/// Cases made ready to be sampled.
pub struct Bench<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    cases: Vec<Prepared>,
    /// Place of each case's corpus.
    places: Vec<usize>,
    room: Room,
}

impl<'a> Bench<'a> {
    /// Solves every case once, checks all answers, finds out how often each
    /// pass has to be repeated.
    ///
    /// # Errors
    /// Any [`MeasureError`].
    pub fn prepare(
        plan: &'a Plan,
        corpora: &'a [Corpus],
        progress: &mut dyn Progress,
    ) -> Result<Bench<'a>, MeasureError> {
        let mut bench = Bench {
            plan,
            corpora,
            cases: Vec::new(),
            places: Vec::new(),
            room: Room::default(),
        };
        let mut first: HashMap<(usize, u64), usize> = HashMap::new();
        for (i, case) in plan.cases.iter().enumerate() {
            progress.next(i as f64 / plan.cases.len() as f64, "check", case);
            let place = corpora
                .iter()
                .position(|corpus| corpus.name() == case.corpus);
            let place = place.ok_or_else(|| MeasureError::NoCorpus(case.corpus.clone()))?;
            bench.add(case, place)?;
            let one = *first.entry((place, case.limit)).or_insert(i);
            agree(&bench.cases[one], &bench.cases[i])?;
        }
        // Needed no more: one a case would be much memory.
        bench
            .cases
            .iter_mut()
            .for_each(|case| case.verdicts = Vec::new());
        Ok(bench)
    }

    fn add(&mut self, case: &Case, place: usize) -> Result<(), MeasureError> {
        let (plan, corpus) = (self.plan, &self.corpora[place]);
        if corpus.is_empty() {
            return Err(MeasureError::NoPuzzles(case.corpus.clone()));
        }
        let engine = registry::find(&case.engine)?;
        let options = EngineOptions {
            backend: case.backend.clone(),
        };
        let make = Box::new(move || engine.make(&options));
        let mut ready = Prepared::new(
            case,
            make,
            corpus,
            plan.guess_limit,
            plan.handicap,
            &mut self.room,
        )?;
        let pass = ready.sample(corpus, &mut self.room, || NoWatch, drop)?;
        let wanted = plan.least_sample.as_secs_f64() / pass.as_secs_f64().max(1e-9);
        // No more than 4 million rows (330 MB) in one sample.
        let most = (4_000_000 / corpus.len()).max(1);
        ready.repeats = (wanted.ceil() as usize).clamp(1, most);
        self.cases.push(ready);
        self.places.push(place);
        Ok(())
    }

    /// The cases' number.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there is no case.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Takes one sample of case `i`: nanoseconds of one pass.
    ///
    /// # Errors
    /// Answers or counters that differ from the checked ones.
    ///
    /// # Panics
    /// If there is no case `i`.
    pub fn sample(&mut self, i: usize) -> Result<f64, MeasureError> {
        let corpus = &self.corpora[self.places[i]];
        let time = self.cases[i].sample(corpus, &mut self.room, || NoWatch, drop)?;
        Ok((time.as_nanos() as f64).max(1.0))
    }

    fn latencies(&mut self, i: usize, into: &Latencies) -> Result<f64, MeasureError> {
        let corpus = &self.corpora[self.places[i]];
        let case = &self.cases[i];
        let time = case.sample(
            corpus,
            &mut self.room,
            || into.watch(),
            |watch| into.take(watch),
        )?;
        Ok(time.as_nanos() as f64)
    }

    /// The record of samples that were taken, a list for each case.
    pub fn record(&self, samples: Vec<Vec<f64>>) -> Record {
        let rows = self.cases.iter().zip(samples).map(|(case, samples_ns)| {
            let corpus = self
                .corpora
                .iter()
                .find(|corpus| corpus.name() == case.case.corpus);
            Row {
                case: case.case.clone(),
                puzzles: corpus.map_or(0, |corpus| corpus.len() as u64),
                answers: case.answers,
                counters: case.counters().into(),
                guesses: case.guesses.clone(),
                repeats: case.repeats as u64,
                samples_ns,
                latency: None,
            }
        });
        let rows: Vec<Row> = rows.collect();
        let used = |corpus: &&Corpus| rows.iter().any(|row| row.case.corpus == corpus.name());
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: environment::date(),
            build: environment::build(),
            machine: environment::machine(),
            method: Method {
                rounds: rows.first().map_or(0, |row| row.samples_ns.len()),
                warm_up: self.plan.warm_up,
                guess_limit: self.plan.guess_limit,
                least_sample_ns: self.plan.least_sample.as_nanos() as u64,
            },
            corpora: self.corpora.iter().filter(used).map(Corpus::info).collect(),
            rows,
        }
    }
}

/// Both engines found as many solutions of each puzzle, where neither gave up.
fn agree(one: &Prepared, other: &Prepared) -> Result<(), MeasureError> {
    let differ = |(a, b): (&Option<u64>, &Option<u64>)| a.is_some() && b.is_some() && a != b;
    match one.verdicts.iter().zip(&other.verdicts).position(differ) {
        None => Ok(()),
        Some(puzzle) => Err(MeasureError::Disagree {
            one: one.case.clone().into(),
            other: other.case.clone().into(),
            puzzle: puzzle + 1,
        }),
    }
}

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
    let mut bench = Bench::prepare(plan, corpora, progress)?;
    let mut samples = vec![Vec::new(); bench.len()];
    let started = Instant::now();
    for round in 0usize.. {
        let kept = round.saturating_sub(plan.warm_up);
        let done = share(plan, round, kept, started.elapsed());
        if done >= 1.0 {
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
            progress.next(done, doing, &plan.cases[i]);
            let sample = bench.sample(i)?;
            if round >= plan.warm_up {
                samples[i].push(sample);
            }
        }
    }
    let mut record = bench.record(samples);
    if plan.latency {
        add_latencies(&mut bench, &mut record, progress)?;
    }
    Ok(record)
}

/// Share of the budget that is spent.
fn share(plan: &Plan, round: usize, kept: usize, elapsed: Duration) -> f64 {
    let of_rounds = |rounds: usize| round as f64 / (rounds.max(1) + plan.warm_up) as f64;
    let of_time = |time: Duration| {
        let spent = elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9);
        spent.min(kept as f64 / super::stats::MIN_SAMPLES as f64)
    };
    match plan.budget {
        Budget::Rounds(rounds) => of_rounds(rounds),
        Budget::Time(time) => of_time(time),
        Budget::Either(rounds, time) => of_rounds(rounds).max(of_time(time)),
    }
}

fn add_latencies(
    bench: &mut Bench<'_>,
    record: &mut Record,
    progress: &mut dyn Progress,
) -> Result<(), MeasureError> {
    for i in 0..bench.len() {
        let latencies = Latencies::new();
        let mut ratios = Vec::new();
        for round in 0..LATENCY_ROUNDS {
            let done = (i * LATENCY_ROUNDS + round) as f64 / (bench.len() * LATENCY_ROUNDS) as f64;
            progress.next(done, "latency", &record.rows[i].case);
            let (watched, unwatched) = if round % 2 == 0 {
                let watched = bench.latencies(i, &latencies)?;
                (watched, bench.sample(i)?)
            } else {
                let unwatched = bench.sample(i)?;
                (bench.latencies(i, &latencies)?, unwatched)
            };
            ratios.push(watched / unwatched);
        }
        record.rows[i].latency = latencies.summary(&ratios);
    }
    Ok(())
}

#[cfg(test)]
#[path = "measure_tests.rs"]
mod tests;
