//! Pairs of samples of two programs, as many as a verdict needs.

use super::args::CompareArgs;
use super::sampling::Sampling;
use super::sides::Sides;
use crate::args::time_option;
use crate::failure::Failure;
use crate::messages::{eprint, warn};
use ninefold::Stop;
use ninefold::bench::baseline::{Comparison, Thresholds, Unchecked};
use ninefold::bench::corpus::Corpus;
use ninefold::bench::measure::{Bench, CaseError};
use ninefold::bench::paired::{self, Interim, PairedError, PairedPlan, Side};
use ninefold::bench::stats::Judgement;
use ninefold::numbers::counted;
use std::time::Instant;

/// The corpora to compare if none is specified: puzzles without search, with few clues, with
/// search, and with several solutions.
const CORPORA: [&str; 4] = ["easy", "few-clues", "hard", "multiple"];

/// The share of the time in which the new side may answer all puzzles of the given inputs, and the share for all
/// others: those of the old side, and of the data sets that nobody named.
const NAMED: u32 = 2;
const OTHERS: u32 = 6;

/// The fewest pairs fit this many times into the suggested time: the first look may be inconclusive.
const ADVISED: u32 = 2;

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
    let began = Instant::now();
    let left = || args.pairs.time.saturating_sub(began.elapsed());
    let sides = Sides::of(args, stop)?;
    let corpora = args.select.corpora(&args.inputs, &CORPORA)?;
    let old = sides.plan(Side::Old, &corpora)?;
    let new = sides.plan(Side::New, &corpora)?;
    let mut pair = [
        Bench::new(&old, &corpora).map_err(Failure::io)?,
        Bench::new(&new, &corpora).map_err(Failure::io)?,
    ];
    let named = !args.inputs.is_empty();
    // The old side gets little time before the new one has answered all: its failure is the smaller news.
    let shares = [
        (Side::New, if named { NAMED } else { OTHERS }),
        (Side::Old, OTHERS),
    ];
    let mut answered = [Vec::new(), Vec::new()];
    for (side, share) in shares {
        let until = Instant::now().checked_add(left() / share);
        let found = first_pass(&mut pair[side as usize], until);
        answered[side as usize] = found.map_err(|error| sides.failure(side, &error))?;
    }
    for case in 0..pair[0].len() {
        let all = pair[0].puzzles(case);
        // Counts of other puzzles are no change.
        if answered.iter().any(|answered| answered[case] < all) {
            pair.iter_mut().for_each(|side| side.forget_counts(case));
        }
    }
    let unchecked = unchecked(&pair[1], &answered[1], &corpora);
    let mut plan = PairedPlan::default()
        .thresholds(thresholds)
        .max_pairs(args.pairs.max_pairs as usize)
        .time(left());
    let sampling = Sampling::new(args, &pair, sides.has_command(), &plan);
    plan.blocks = sampling.blocks;
    let too_short = |what: &str| too_short(args, &sampling, &plan, began, what);
    if sampling.pair > plan.time {
        return Err(too_short("no pair fits into"));
    }
    if !args.quiet {
        eprint(&format!(
            "ninefold: {}; {} at least, about {:.0} s; {} at most (--time)\n",
            counted(pair[0].len() as u64, "row"),
            counted(plan.thresholds.min_samples as u64, "pair"),
            sampling.least(&plan).as_secs_f64().ceil(),
            humantime::format_duration(args.pairs.time),
        ));
    }
    let failure = |(side, error): (Side, CaseError)| sides.failure(side, &error);
    sampling.apply(&mut pair).map_err(failure)?;
    let plan = plan.time(left());
    let mut seen = |state: &Interim<'_>| {
        if !args.quiet && state.pairs.is_power_of_two() {
            eprint(&so_far(state));
        }
    };
    let mut found = paired::run(&plan, &mut pair, &mut seen).map_err(|error| match error {
        PairedError::OutOfTime => too_short("no pair was complete within"),
        PairedError::Runner(side, error) => failure((side, error)),
        PairedError::Stats(reason) => Failure::io(reason),
    })?;
    found.corpora = pair[0].measured();
    sides.name_cases(&mut found);
    if named && !unchecked.is_empty() {
        if matches!(found.verdict, Judgement::Same | Judgement::Faster) {
            found.verdict = Judgement::Inconclusive;
        }
        found.unchecked = unchecked;
    } else if !unchecked.is_empty() {
        warn(
            "no time to check the answers to all puzzles: only those to the measured puzzles are checked",
        );
    }
    Ok(found)
}

/// Makes a side answer all puzzles, of which only a part is measured. Returns for each case how many it answered in
/// time.
fn first_pass(side: &mut Bench<'_>, until: Option<Instant>) -> Result<Vec<usize>, CaseError> {
    let cases = 0..side.len();
    cases.map(|case| side.first_pass(case, until)).collect()
}

/// The corpora of which not all puzzles were answered.
fn unchecked(side: &Bench<'_>, answered: &[usize], corpora: &[Corpus]) -> Vec<Unchecked> {
    let unchecked = corpora.iter().enumerate().map(|(i, corpus)| {
        let of = answered
            .iter()
            .enumerate()
            .filter(|(case, _)| side.corpus(*case) == i);
        Unchecked {
            corpus: corpus.name().to_owned(),
            answered: of
                .map(|(_, &answered)| answered)
                .min()
                .unwrap_or(corpus.len()) as u64,
            puzzles: corpus.len() as u64,
        }
    });
    unchecked
        .filter(|corpus| corpus.answered < corpus.puzzles)
        .collect()
}

/// The time was too short for a verdict.
fn too_short(
    args: &CompareArgs,
    sampling: &Sampling,
    plan: &PairedPlan,
    began: Instant,
    what: &str,
) -> Failure {
    let spent = began.elapsed().min(args.pairs.time);
    let advised = spent + ADVISED * sampling.least(plan);
    Failure {
        code: exit_code(Judgement::Inconclusive),
        message: format!(
            "{what} --time {}: the {} pairs of a first verdict take about {} s, and more may be needed: use {}, or \
             name fewer inputs",
            humantime::format_duration(args.pairs.time),
            plan.thresholds.min_samples,
            sampling.least(plan).as_secs_f64().ceil(),
            time_option(advised.as_secs_f64())
        ),
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
