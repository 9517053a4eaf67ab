//! Cases made ready to be sampled, and the samples.

use super::engines::Engines;
use super::plan::{Plan, Progress};
use super::ready::{Maker, Who};
use crate::bench::corpus::Corpus;
use crate::bench::environment;
use crate::bench::error::MeasureError;
use crate::bench::latency::Latencies;
use crate::bench::prepared::{Prepared, Room};
use crate::bench::record::{Answers, Case, Failure, Method, Record, Row, SCHEMA, VERSION, Work};
use crate::solver::NoObserver;
use std::collections::HashMap;
use std::time::Duration;

/// A case made ready.
struct Ready {
    case: Case,
    /// Place of its corpus.
    place: usize,
    who: Who,
}

/// Cases made ready to be sampled.
pub struct Bench<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    cases: Vec<Ready>,
    room: Room,
    /// Where not this process takes their samples.
    engines: Option<Engines>,
}

impl<'a> Bench<'a> {
    /// Solves every case once, checks all answers, finds out how often each
    /// pass has to be repeated.
    ///
    /// # Errors
    /// Any [`MeasureError`]. A solver that is not ours and fails is none: see
    /// [`Bench::failures`].
    pub fn prepare(
        plan: &'a Plan,
        corpora: &'a [Corpus],
        progress: &mut dyn Progress,
    ) -> Result<Bench<'a>, MeasureError> {
        let mut maker = Maker::new(plan, corpora);
        let mut cases: Vec<Ready> = Vec::new();
        let mut first: HashMap<(usize, u64), usize> = HashMap::new();
        for (i, case) in plan.cases.iter().enumerate() {
            progress.next(i as f64 / plan.cases.len() as f64, "check", case);
            let place = corpora
                .iter()
                .position(|corpus| corpus.name() == case.corpus);
            let place = place.ok_or_else(|| MeasureError::NoCorpus(case.corpus.clone()))?;
            if corpora[place].is_empty() {
                return Err(MeasureError::NoPuzzles(case.corpus.clone()));
            }
            cases.push(Ready {
                case: case.clone(),
                place,
                who: maker.make(case, place, progress)?,
            });
            if let Who::Here(ours) = &cases[i].who
                && !ours.is_theirs()
            {
                let one = *first.entry((place, case.limit)).or_insert(i);
                if let Who::Here(one) = &cases[one].who {
                    agree(one, ours)?;
                }
            }
        }
        // Needed no more: one a case would be much memory.
        for ready in &mut cases {
            if let Who::Here(case) = &mut ready.who {
                case.verdicts = Vec::new();
            }
        }
        let here = |ready: &&Ready| matches!(ready.who, Who::Here(_));
        let ours = cases.iter().filter(here);
        let ours: Vec<(&Case, usize)> = ours.map(|ready| (&ready.case, ready.place)).collect();
        let apart = plan.apart.as_ref();
        let engines = apart.and_then(|apart| Engines::of(apart, plan, corpora, &ours));
        Ok(Bench {
            plan,
            corpora,
            cases,
            room: maker.into_room(),
            engines,
        })
    }

    /// The cases' number.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there is no case.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Cases that failed so far.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.cases.iter().filter_map(|ready| match &ready.who {
            Who::Failed(failure) => Some(failure),
            _ => None,
        })
    }

    /// Takes one sample of case `i`: nanoseconds of one pass.
    ///
    /// # Errors
    /// Answers or counters that differ from the checked ones; of a solver that is not ours
    /// whatever went wrong, now or before.
    ///
    /// # Panics
    /// If there is no case `i`.
    pub fn sample(&mut self, i: usize) -> Result<f64, MeasureError> {
        self.sample_with_cpu(i, None).map(|(nanos, _)| nanos)
    }

    /// The same in a sample of so many passes, where their number is given, with the
    /// nanoseconds of the CPUs where they are known.
    pub(in crate::bench) fn sample_with_cpu(
        &mut self,
        i: usize,
        repeats: Option<usize>,
    ) -> Result<(f64, Option<f64>), MeasureError> {
        let ready = &mut self.cases[i];
        let corpus = &self.corpora[ready.place];
        let (nanos, cpu) = match &mut ready.who {
            Who::Here(case) => {
                if let Some(repeats) = repeats {
                    // Short passes find cold caches where others were at work meanwhile.
                    if repeats > 1 {
                        case.repeats = 1;
                        case.sample(corpus, &mut self.room, || NoObserver, drop)?;
                    }
                    case.repeats = repeats;
                }
                let engines = self.engines.as_mut();
                let sample = engines.and_then(|engines| engines.sample(&ready.case, case.repeats));
                if let Some(sample) = sample {
                    return sample;
                }
                let taken = case.sample(corpus, &mut self.room, || NoObserver, drop)?;
                let nanos = |time: Duration| time.as_nanos() as f64;
                (nanos(taken.wall), taken.cpu.map(nanos))
            }
            Who::Outside(guest) => {
                let nanos = guest.sample(corpus).map_err(MeasureError::Outside)?;
                (nanos, None)
            }
            Who::Failed(failure) => return Err(MeasureError::Outside(failure.reason.clone())),
        };
        Ok((nanos.max(1.0), cpu))
    }

    /// As [`Bench::sample`], where a solver that is not ours and fails now is left out from here on:
    /// then there is no sample.
    pub(super) fn sample_or_leave_out(
        &mut self,
        i: usize,
        progress: &mut dyn Progress,
    ) -> Result<Option<f64>, MeasureError> {
        match self.sample(i) {
            Ok(sample) => Ok(Some(sample)),
            Err(MeasureError::Outside(reason)) => {
                let case = self.cases[i].case.clone();
                let refused = false;
                let failure = Failure {
                    case,
                    reason,
                    refused,
                };
                progress.failed(&failure);
                self.cases[i].who = Who::Failed(failure);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// From here on another process takes the samples of engines, where this one does not. Where
    /// there can be none, this one does from then on.
    pub(super) fn begin_round(
        &mut self,
        done: f64,
        progress: &mut dyn Progress,
    ) -> Result<(), MeasureError> {
        let Some(engines) = &mut self.engines else {
            return Ok(());
        };
        progress.next(done, "start", engines.first());
        // The other process needs as much.
        self.room = Room::default();
        let record = match engines.begin_round() {
            Ok(record) => record,
            Err(reason) => {
                progress.warn(&format!(
                    "{reason}\nengines are measured by this process from here on, and one file of a program can be slower \
                     than another with the same content"
                ));
                self.engines = None;
                return Ok(());
            }
        };
        for row in &record.rows {
            let same = |ready: &&Ready| ready.case == row.case;
            let Some(Who::Here(case)) = self.cases.iter().find(same).map(|ready| &ready.who) else {
                continue;
            };
            let unsteady = |what| MeasureError::Unsteady(row.case.clone().into(), what);
            if row.answers != case.answers {
                return Err(unsteady("answers"));
            } else if row.counters != case.counters().into() {
                return Err(unsteady("counters"));
            }
        }
        Ok(())
    }

    /// What is measured from here on is measured in this process.
    pub(super) fn end_rounds(&mut self) {
        self.engines = None;
    }

    /// The last round was for warming up.
    pub(super) fn forget(&mut self) {
        for ready in &mut self.cases {
            if let Who::Outside(guest) = &mut ready.who {
                guest.forget();
            }
        }
    }

    pub(super) fn has_failed(&self, i: usize) -> bool {
        matches!(self.cases[i].who, Who::Failed(_))
    }

    /// Whether the case is measured in this process.
    pub(super) fn is_here(&self, i: usize) -> bool {
        matches!(self.cases[i].who, Who::Here(_))
    }

    /// None where the case is not measured in this process.
    pub(super) fn latencies(
        &mut self,
        i: usize,
        into: &Latencies,
    ) -> Result<Option<f64>, MeasureError> {
        let ready = &self.cases[i];
        let corpus = &self.corpora[ready.place];
        let Who::Here(case) = &ready.who else {
            return Ok(None);
        };
        let taken = case.sample(
            corpus,
            &mut self.room,
            || into.observer(),
            |observer| into.take(observer),
        )?;
        Ok(Some(taken.wall.as_nanos() as f64))
    }

    /// The record of samples that were taken, a list for each case; cases that failed have
    /// no row.
    pub fn record(&self, samples: Vec<Vec<f64>>) -> Record {
        let rows = self.cases.iter().zip(samples);
        let rows = rows.filter_map(|(ready, samples)| self.row(ready, samples));
        let rows: Vec<Row> = rows.collect();
        let used = |corpus: &&Corpus| rows.iter().any(|row| row.case.corpus == corpus.name());
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: environment::date(),
            build: self.plan.build.clone(),
            machine: environment::machine(),
            method: Method {
                rounds: rows.first().map_or(0, |row| row.samples_ns.len()),
                warm_up: self.plan.warm_up,
                guess_limit: self.plan.guess_limit,
                least_sample_ns: self.plan.least_sample.as_nanos() as u64,
            },
            corpora: self.corpora.iter().filter(used).map(Corpus::info).collect(),
            rows,
            failures: self.failures().cloned().collect(),
        }
    }

    fn row(&self, ready: &Ready, samples_ns: Vec<f64>) -> Option<Row> {
        let mut row = Row {
            case: ready.case.clone(),
            puzzles: self.corpora[ready.place].len() as u64,
            answers: Answers::default(),
            counters: Work::default(),
            guesses: Vec::new(),
            repeats: 0,
            samples_ns,
            latency: None,
            outside: None,
        };
        match &ready.who {
            Who::Here(case) => {
                row.answers = case.answers;
                row.counters = case.counters().into();
                row.guesses = case.guesses.clone();
                row.repeats = case.repeats as u64;
            }
            Who::Outside(guest) => guest.describe(&mut row),
            Who::Failed(_) => return None,
        }
        Some(row)
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
