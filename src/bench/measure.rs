//! Measures cases side by side.
//!
//! Every case is made ready first: its corpus is solved once, every answer is
//! checked by [`crate::grid::check`], and engines that differ on a puzzle are
//! caught. Then come rounds; in each round every case gives one sample, and
//! every other round goes backwards through the cases, so that whatever slows
//! the machine down for a while hits all of them alike. Only the solving is
//! timed: no reading, no parsing of files, no writing; the answers of every
//! sample are compared with the checked ones after the clock was stopped.
//!
//! A solver that is not ours may take part ([`Plan::solvers`]). It is measured in the same
//! rounds, its answers are judged by what the default engine found, and if it fails its
//! case alone is left out.

use super::corpus::Corpus;
use super::environment;
pub use super::error::MeasureError;
use super::guest::{CommandGuest, Guest, LibraryGuest, reason};
use super::judge::{self, Truth};
use super::latency::Latencies;
use super::prepared::{Make, Prepared, Room, Theirs};
use super::record::{Answers, Case, Failure, Method, Outside, Record, Row, SCHEMA, VERSION, Work};
use super::worker::{Errand, Worker};
use crate::engine::{EngineOptions, registry};
use crate::foreign::{Command, Spec, Target, Terms};
use crate::setters::setters;
use crate::solver::NoObserver;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Rounds in which latencies are taken, after the timed ones, each beside a sample
/// without.
const LATENCY_ROUNDS: usize = 5;

/// When to stop taking rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// After so many.
    Rounds(usize),
    /// When the time is over, checks before and latencies after the rounds included; at
    /// least the number of rounds that an interval needs.
    Time(Duration),
    /// At whichever of both comes first.
    Either(usize, Duration),
}

impl Budget {
    /// The time after which it is spent, if there is one.
    fn time(self) -> Option<Duration> {
        match self {
            Budget::Rounds(_) => None,
            Budget::Time(time) | Budget::Either(_, time) => Some(time),
        }
    }
}

/// What to measure, and how.
///
/// ```
/// use ninefold::bench::measure::{Budget, Plan};
/// let plan = Plan::new(Vec::new()).budget(Budget::Rounds(100)).latency(false);
/// # drop(plan);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
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
    /// Solvers that are not ours: the engine of a case may be one of them.
    pub solvers: Vec<Spec>,
    /// On which terms those work.
    pub terms: Terms,
    /// The ninefold by which libraries are loaded, in a process of its own each; none: they
    /// are loaded by this one.
    pub loader: Option<PathBuf>,
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
            solvers: Vec::new(),
            terms: Terms::default(),
            loader: None,
        }
    }
}

setters! {
    Plan {
        cases: Vec<Case>,
        guess_limit: u64,
        warm_up: usize,
        budget: Budget,
        least_sample: Duration,
        latency: bool,
        handicap: f64,
        solvers: Vec<Spec>,
        terms: Terms,
        loader: impl Into<Option<PathBuf>>,
    }
}

/// Hears how far the measuring is.
pub trait Progress {
    /// Called before each sample with the share of the work that is done (0
    /// to 1) and what comes next.
    fn next(&mut self, done: f64, doing: &str, case: &Case);

    /// A case of a solver that is not ours is left out.
    fn failed(&mut self, failure: &Failure) {
        let _ = failure;
    }
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn next(&mut self, _done: f64, _doing: &str, _case: &Case) {}
}

/// A case made ready.
struct Ready {
    case: Case,
    /// Place of its corpus.
    place: usize,
    who: Who,
}

/// Who is measured.
enum Who {
    Here(Box<Prepared>),
    Outside(Guest),
    /// Nobody any more.
    Failed(Failure),
}

/// A command that is shared by its cases, or why it cannot be used.
type Invited = Result<Rc<RefCell<Command>>, String>;

/// Cases made ready to be sampled.
pub struct Bench<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    cases: Vec<Ready>,
    room: Room,
    /// What is right on a corpus, up to a limit of solutions.
    truths: HashMap<(usize, u64), Arc<Truth>>,
    /// Commands by name, limit and threads.
    commands: HashMap<(String, u64, usize), Invited>,
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
        let mut bench = Bench {
            plan,
            corpora,
            cases: Vec::new(),
            room: Room::default(),
            truths: HashMap::new(),
            commands: HashMap::new(),
        };
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
            let who = match plan.solvers.iter().find(|spec| spec.name == case.engine) {
                None => Who::Here(Box::new(bench.engine(case, place)?)),
                Some(spec) => bench.invite(spec, case, place, progress)?,
            };
            bench.cases.push(Ready {
                case: case.clone(),
                place,
                who,
            });
            if let Who::Here(ours) = &bench.cases[i].who
                && !ours.is_theirs()
            {
                let one = *first.entry((place, case.limit)).or_insert(i);
                if let Who::Here(one) = &bench.cases[one].who {
                    agree(one, ours)?;
                }
            }
        }
        // Needed no more: one a case would be much memory.
        for ready in &mut bench.cases {
            if let Who::Here(case) = &mut ready.who {
                case.verdicts = Vec::new();
            }
        }
        bench.truths.clear();
        Ok(bench)
    }

    fn engine(&mut self, case: &Case, place: usize) -> Result<Prepared, MeasureError> {
        let engine = registry::find(&case.engine)?;
        let options = EngineOptions {
            backend: case.backend.clone(),
        };
        let make = Box::new(move || Ok(engine.make(&options)?));
        self.here(case, place, make, None)
    }

    /// Makes a case ready that is measured in this process.
    fn here(
        &mut self,
        case: &Case,
        place: usize,
        make: Make,
        theirs: Option<Theirs>,
    ) -> Result<Prepared, MeasureError> {
        let (plan, corpus) = (self.plan, &self.corpora[place]);
        let (guesses, handicap) = (plan.guess_limit, plan.handicap);
        let room = &mut self.room;
        let mut ready = Prepared::new(case, make, theirs, corpus, guesses, handicap, room)?;
        // No more than 4 million rows (330 MB) in one sample.
        let most = (4_000_000 / corpus.len()).max(1);
        let mut shortest = Duration::MAX;
        // A first pass finds cold memory, and any may be held up: several say more.
        for _ in 0..2 {
            let pass = ready.sample(corpus, &mut self.room, || NoObserver, drop)?;
            shortest = shortest.min(pass.wall);
            let wanted = plan.least_sample.as_secs_f64() / shortest.as_secs_f64().max(1e-9);
            ready.repeats = (wanted.ceil() as usize).clamp(1, most);
            if ready.repeats == 1 {
                break;
            }
        }
        Ok(ready)
    }

    /// Makes a case of a solver ready that is not ours; what is wrong with it is no error.
    fn invite(
        &mut self,
        spec: &Spec,
        case: &Case,
        place: usize,
        progress: &mut dyn Progress,
    ) -> Result<Who, MeasureError> {
        let found = self.try_invite(spec, case, place);
        let (reason, refused) = match found {
            Ok(who) => return Ok(who),
            Err(Unfit::Failed(MeasureError::Outside(reason))) => (reason, false),
            Err(Unfit::Failed(error)) => return Err(error),
            Err(Unfit::Refused(reason)) => (reason, true),
        };
        let failure = Failure {
            case: case.clone(),
            reason,
            refused,
        };
        progress.failed(&failure);
        Ok(Who::Failed(failure))
    }

    fn try_invite(&mut self, spec: &Spec, case: &Case, place: usize) -> Result<Who, Unfit> {
        let outside = |kind: &str| Outside {
            target: spec.typed.clone(),
            kind: kind.to_owned(),
            ..Outside::default()
        };
        match (&spec.target, &self.plan.loader) {
            (Target::Library(_), Some(loader)) => {
                let worker = self.load_apart(loader, spec, case, place)?;
                Ok(Who::Outside(Guest::Library(Box::new(LibraryGuest {
                    worker,
                    outside: outside("library"),
                }))))
            }
            (Target::Library(path), None) => {
                let truth = self.truth(case, place)?;
                let (make, theirs) = load(path, truth)?;
                let ready = self.here(case, place, make, Some(theirs))?;
                Ok(Who::Here(Box::new(ready)))
            }
            (Target::Command(words), _) => {
                let command = self.command(spec, words, case)?;
                let stays_up = command.borrow().stays_up();
                if case.limit > 1 && !stays_up && !spec.names("limit") {
                    return Err(Unfit::Refused(format!(
                        "it cannot be asked for {} solutions: write {{limit}} where its command takes the number, \
                         or measure it with --limits 1",
                        case.limit
                    )));
                }
                let kind = if stays_up { "stays-up" } else { "command" };
                let truth = self.truth(case, place)?;
                let guest = CommandGuest::new(
                    command,
                    &self.corpora[place],
                    case.limit,
                    truth,
                    self.plan.least_sample,
                    outside(kind),
                )?;
                Ok(Who::Outside(Guest::Command(Box::new(guest))))
            }
        }
    }

    /// What is right on a corpus.
    fn truth(&mut self, case: &Case, place: usize) -> Result<Arc<Truth>, MeasureError> {
        let key = (place, case.limit);
        if let Some(truth) = self.truths.get(&key) {
            return Ok(Arc::clone(truth));
        }
        let ours = Case {
            engine: judge::engine().to_owned(),
            ..case.clone()
        };
        let engine = registry::find(&ours.engine)?;
        let make = Box::new(move || Ok(engine.make(&EngineOptions::default())?));
        let corpus = &self.corpora[place];
        let guesses = self.plan.guess_limit;
        Prepared::new(&ours, make, None, corpus, guesses, 0.0, &mut self.room)?;
        let truth = Arc::new(Truth::new(self.room.outcomes(), case.limit));
        self.truths.insert(key, Arc::clone(&truth));
        Ok(truth)
    }

    fn command(
        &mut self,
        spec: &Spec,
        words: &[String],
        case: &Case,
    ) -> Result<Rc<RefCell<Command>>, MeasureError> {
        let key = (spec.name.clone(), case.limit, case.threads);
        let terms = &self.plan.terms;
        let found = self.commands.entry(key).or_insert_with(|| {
            let command = Command::new(words, case.limit, case.threads, terms)?;
            Ok(Rc::new(RefCell::new(command)))
        });
        found.clone().map_err(MeasureError::Outside)
    }

    /// Lets another ninefold load a library, and measure it on a corpus.
    fn load_apart(
        &self,
        loader: &Path,
        spec: &Spec,
        case: &Case,
        place: usize,
    ) -> Result<Worker, MeasureError> {
        let (plan, corpus) = (self.plan, &self.corpora[place]);
        let (name, typed) = (&spec.name, &spec.typed);
        let args = [
            format!("--solver={name}={typed}"),
            format!("--engines={name}"),
            format!("--threads={}", case.threads),
            format!("--limits={}", case.limit),
            format!("--max-guesses={}", plan.guess_limit),
            format!("--least-sample={}ns", plan.least_sample.as_nanos()),
            format!("--handicap={}", plan.handicap),
            "--warm-up=0".to_owned(),
            format!("--worker-corpus={}:{}", corpus.len(), corpus.name()),
        ];
        let args = args.map(OsString::from);
        let errand = Errand {
            program: loader,
            name: Path::new(name),
            args: &args,
            corpus: Some(corpus.lines().into()),
        };
        let worker = Worker::start(&errand, &plan.terms.waiting());
        worker.map_err(|error| MeasureError::Outside(reason(error)))
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
        self.sample_with_cpu(i).map(|(nanos, _)| nanos)
    }

    /// The same with the nanoseconds of the CPUs, of a library in this process.
    pub(super) fn sample_with_cpu(&mut self, i: usize) -> Result<(f64, Option<f64>), MeasureError> {
        let ready = &mut self.cases[i];
        let corpus = &self.corpora[ready.place];
        let (nanos, cpu) = match &mut ready.who {
            Who::Here(case) => {
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
    fn sample_or_leave_out(
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

    /// The rounds so far were for warming up.
    fn forget(&mut self) {
        for ready in &mut self.cases {
            if let Who::Outside(guest) = &mut ready.who {
                guest.forget();
            }
        }
    }

    fn has_failed(&self, i: usize) -> bool {
        matches!(self.cases[i].who, Who::Failed(_))
    }

    /// None where the case is not measured in this process.
    fn latencies(&mut self, i: usize, into: &Latencies) -> Result<Option<f64>, MeasureError> {
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

/// Why a solver that is not ours is not measured.
enum Unfit {
    Failed(MeasureError),
    /// It was not even asked.
    Refused(String),
}

impl From<MeasureError> for Unfit {
    fn from(error: MeasureError) -> Unfit {
        Unfit::Failed(error)
    }
}

impl From<String> for Unfit {
    fn from(reason: String) -> Unfit {
        Unfit::Failed(MeasureError::Outside(reason))
    }
}

/// Loads a library into this process.
#[cfg(feature = "solver-library")]
fn load(path: &Path, truth: Arc<Truth>) -> Result<(Make, Theirs), String> {
    let library = crate::foreign::library::Library::load(path)?;
    let watched = Arc::clone(&library);
    let theirs = Theirs {
        truth,
        failed: Box::new(move || watched.failed().map(str::to_owned)),
    };
    let make = Box::new(move || library.solver().map_err(MeasureError::Outside));
    Ok((make, theirs))
}

#[cfg(not(feature = "solver-library"))]
fn load(_path: &Path, _truth: Arc<Truth>) -> Result<(Make, Theirs), String> {
    let reason = "this ninefold was built without the feature 'solver-library'";
    Err(reason.to_owned())
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
        add_latencies(&mut bench, &mut record, end, progress)?;
    }
    Ok(record)
}

/// Share of the budget that is spent.
fn share(plan: &Plan, round: usize, elapsed: Duration) -> f64 {
    let kept = round.saturating_sub(plan.warm_up);
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

/// Takes the latencies of the cases in turns, once at least and no further round behind `end`.
fn add_latencies(
    bench: &mut Bench<'_>,
    record: &mut Record,
    end: Option<Instant>,
    progress: &mut dyn Progress,
) -> Result<(), MeasureError> {
    let here = |i: &usize| matches!(bench.cases[*i].who, Who::Here(_));
    let here: Vec<usize> = (0..bench.len()).filter(here).collect();
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
            progress.next(done, "latency", &bench.cases[i].case);
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
        let case = &bench.cases[i].case;
        let row = record.rows.iter_mut().find(|row| row.case == *case);
        if let Some(row) = row {
            row.latency = latencies.summary(&ratios);
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "measure_tests.rs"]
mod tests;
