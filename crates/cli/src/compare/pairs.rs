//! Pairs of samples of two programs, as many as a verdict needs.

use super::answers::FirstPass;
use super::args::CompareArgs;
use super::sampling::{self, GivenSampling, SamplingPlan, Trial};
use super::sides::{Contest, Sides};
use crate::failure::Failure;
use crate::messages::{eprint, warn};
use ninefold::Stop;
use ninefold::bench::baseline::{Comparison, Thresholds, Unchecked};
use ninefold::bench::corpus::Corpus;
use ninefold::bench::paired::{self, Interim, PairedError, PairedPlan, Side};
use ninefold::bench::record::{Case, CorpusInfo};
use ninefold::bench::stats::Judgement;
use ninefold::bench::worker::WorkerError;
use ninefold::numbers::counted;
use std::time::{Duration, Instant};

/// The corpora to compare if none is specified: puzzles without search, with few clues, with
/// search, and with several solutions.
const CORPORA: [&str; 4] = ["easy", "few-clues", "hard", "multiple"];

/// The share of the time in which the new side may answer all puzzles of the given inputs, and the share for all
/// others: those of the old side, and of the data sets that nobody named.
const NAMED: u32 = 2;
const OTHERS: u32 = 6;

/// The least time of a sample of a command. In a shorter one, it waits for its puzzles for a noticeable part.
const COMMAND_SAMPLE: Duration = Duration::from_millis(10);

/// The exit code of a verdict.
pub(super) fn exit_code(verdict: Judgement) -> u8 {
    match verdict {
        Judgement::Same | Judgement::Faster => 0,
        Judgement::Slower => 1,
        Judgement::Inconclusive => 4,
    }
}

/// Compares two programs.
pub(super) fn take_pairs(
    args: &CompareArgs,
    thresholds: Thresholds,
    stop: Stop,
) -> Result<Comparison, Failure> {
    let end = Instant::now().checked_add(args.pairs.time);
    let mut plan = PairedPlan::default()
        .thresholds(thresholds)
        .max_pairs(args.pairs.max_pairs as usize)
        .time(args.pairs.time);
    let pairs = Pairs::prepare(args, stop, end)?;
    let left = |all: Duration| end.map_or(all, |end| end.saturating_duration_since(Instant::now()));
    let named = !args.inputs.is_empty();
    let share = |of: u32| Instant::now().checked_add(left(args.pairs.time) / of);
    // The old side is asked for little before the new one has answered all: its failure is the smaller news.
    let unchecked = pairs.check(Side::New, share(if named { NAMED } else { OTHERS }))?;
    pairs.check(Side::Old, share(OTHERS))?;
    let trial = pairs.trial()?;
    plan.time = left(plan.time);
    let choice = SamplingPlan::new(&trial, &pairs.corpora, &plan, &pairs.given());
    plan.blocks = choice.taken.blocks;
    if !choice.taken.fits(&plan) {
        return Err(pairs.no_pair("no pair fits into", &plan, &choice));
    }
    if !args.quiet {
        eprint(&choice.describe(&plan, args.pairs.time));
    }
    if let Some(missing) = choice.missing(&plan) {
        warn(&missing);
    }
    let mut found = pairs.take(&plan, &choice)?;
    if named && !unchecked.is_empty() {
        if matches!(found.verdict, Judgement::Same | Judgement::Faster) {
            found.verdict = Judgement::Inconclusive;
        }
        found.unchecked = unchecked;
    } else if !unchecked.is_empty() && choice.leaves_out() {
        warn(
            "no time to check the answers to all puzzles: only those to the measured puzzles are checked",
        );
    }
    Ok(found)
}

/// Two programs, and the cases that both measure.
struct Pairs<'a> {
    args: &'a CompareArgs,
    sides: Sides<'a>,
    corpora: Vec<Corpus>,
    old: Vec<Case>,
    new: Vec<Case>,
}

impl<'a> Pairs<'a> {
    /// Reads the puzzles, and finds out which cases each side can measure.
    fn prepare(
        args: &'a CompareArgs,
        stop: Stop,
        end: Option<Instant>,
    ) -> Result<Pairs<'a>, Failure> {
        let sides = Sides::of(args, stop, end)?;
        let corpora = sides.select.corpora(&args.inputs, &CORPORA)?;
        let (old, notes) = sides.cases(Side::Old, &corpora)?;
        let (new, _) = sides.cases(Side::New, &corpora)?;
        notes.iter().for_each(|note| warn(note));
        Ok(Pairs {
            args,
            sides,
            corpora,
            old,
            new,
        })
    }

    /// Measures each case of the old program once, on few puzzles.
    fn trial(&self) -> Result<Trial, Failure> {
        let (tried, tries) = match self.sides.solvers {
            None => (sampling::TRIED, sampling::TRIES),
            Some(_) => (sampling::FEWEST, 1),
        };
        let few = sampling::taken(&self.corpora, &sampling::at_most(tried, &self.corpora));
        let least = Duration::from_nanos(1);
        let start = || self.sides.start(Side::Old, &self.old, least, &few);
        Trial::of(&self.corpora, tries, start).map_err(|error| match error {
            WorkerError::OutOfTime { .. } => too_short(format!(
                "--time {} was over before one of the programs had solved some puzzles of each corpus",
                self.time()
            )),
            error => self.sides.failure(error),
        })
    }

    /// Makes a side answer all puzzles, of which only a sample is measured. Returns the corpora for which there was no
    /// time. A wrong answer, or none, is an error.
    fn check(&self, side: Side, until: Option<Instant>) -> Result<Vec<Unchecked>, Failure> {
        let cases = match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        };
        let pass = FirstPass {
            sides: &self.sides,
            side,
            cases,
            until,
            timeout: self.sides.timeout(),
        };
        let unchecked = pass.run(&self.corpora);
        unchecked.map_err(|error| self.sides.failure(error))
    }

    /// The specified options of sampling.
    fn given(&self) -> GivenSampling {
        let pairs = &self.args.pairs;
        let solvers = self.sides.solvers.as_ref();
        let of_command = solvers.is_some_and(Contest::has_command);
        let of_command = of_command.then_some(COMMAND_SAMPLE);
        GivenSampling {
            whole: self.sides.select.takes_so_many(),
            sample: pairs.min_sample_time.or(of_command),
            blocks: pairs.blocks.map(|blocks| blocks as usize),
        }
    }

    /// Takes pairs until there is a verdict.
    fn take(&self, plan: &PairedPlan, choice: &SamplingPlan<'_>) -> Result<Comparison, Failure> {
        let taken = sampling::taken(&self.corpora, &choice.taken.counts);
        let is_taken = |case: &&Case| taken.iter().any(|corpus| corpus.name() == case.corpus);
        let of_taken = |cases: &[Case]| cases.iter().filter(is_taken).cloned().collect();
        let (old, new): (Vec<Case>, Vec<Case>) = (of_taken(&self.old), of_taken(&self.new));
        let mut seen = |state: &Interim<'_>| {
            if !self.args.quiet && state.pairs.is_power_of_two() {
                eprint(&so_far(state));
            }
        };
        let mut start = |side| {
            let cases = match side {
                Side::Old => &old,
                Side::New => &new,
            };
            self.sides.start(side, cases, choice.taken.sample, &taken)
        };
        let mut found = paired::run(plan, &mut start, &mut seen).map_err(|error| match error {
            PairedError::OutOfTime => self.no_pair("no pair was complete within", plan, choice),
            PairedError::Runner(error) => self.sides.failure(error),
            PairedError::Stats(reason) => Failure::io(reason),
            error @ PairedError::Different(_) => {
                Failure::refused(format!("{error}; name engines and inputs that both have"))
            }
        })?;
        // The programs got only a part of the puzzles.
        let measured = choice.taken.counts.iter().chain(std::iter::repeat(&0));
        let info = |(corpus, &measured): (&Corpus, &usize)| CorpusInfo {
            measured: (measured < corpus.len()).then_some(measured as u64),
            ..corpus.info()
        };
        found.corpora = self.corpora.iter().zip(measured).map(info).collect();
        self.sides.name_cases(&mut found);
        Ok(found)
    }

    /// No pair could be taken.
    fn no_pair(&self, what: &str, plan: &PairedPlan, choice: &SamplingPlan<'_>) -> Failure {
        let pairs = plan.thresholds.min_samples;
        let least = choice.taken.least(plan).as_secs_f64().ceil();
        let starts = match &self.sides.solvers {
            Some(solvers) if solvers.has_command() => {
                "; a command starts for each sample, and a persistent solver starts once"
            }
            _ => "",
        };
        too_short(format!(
            "{what} --time {}: the {pairs} pairs of a first verdict take about {least} s, and more may be needed: \
             use {}, or name fewer inputs{starts}",
            self.time(),
            choice.advised(plan)
        ))
    }

    /// The available time, formatted for people.
    fn time(&self) -> humantime::FormattedDuration {
        humantime::format_duration(self.args.pairs.time)
    }
}

/// The time was too short for a verdict.
fn too_short(message: String) -> Failure {
    Failure {
        code: exit_code(Judgement::Inconclusive),
        message,
    }
}

/// The number of pairs so far.
fn so_far(state: &Interim<'_>) -> String {
    let last = state.last.map_or("no verdict yet".to_owned(), |look| {
        format!("so far: {}", look.verdict)
    });
    let seconds = state.elapsed.as_secs_f64();
    let pairs = counted(state.pairs as u64, "pair");
    format!("ninefold: {pairs} in {seconds:.1} s, {last}\n")
}
