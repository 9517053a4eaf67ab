//! Rounds in which all cases take turns.

use super::memory::Numbers;
use super::prefix::{self, Prefix, Share};
use crate::bench::case::{Case, Corpora};
use crate::bench::corpus::Corpus;
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::outcome::SideOutcome;
use crate::bench::plan::{MeasureProgress, Plan};
use crate::bench::record::{CaseFailure, CorpusInfo, Record, SolverBuild};
use crate::external::{SolverIdentity, SolverSpec};
use ninefold_files::escape::escape;
use std::time::{Duration, Instant};

/// Measures all cases of a plan. If it is stopped ([`Plan::limits`]), it returns the samples so
/// far. A case that fails is left out, and the record says why. `warn` gets a text for each
/// external solver that fails on the first puzzle, before any other is measured.
///
/// # Errors
/// Any [`MeasureError`].
///
/// # Panics
/// A case has no corpus, or one without puzzles.
pub fn run(
    plan: &Plan,
    corpora: &[Corpus],
    progress: &mut MeasureProgress<'_>,
    warn: &mut dyn FnMut(&str),
) -> Result<Record, MeasureError> {
    let began = Instant::now();
    let identities: Vec<_> = plan.solvers.iter().map(SolverSpec::identity).collect();
    let mut infos: Vec<CorpusInfo> = corpora.iter().map(Corpus::info).collect();
    let mut shared = Corpora::new(corpora, plan.fresh);
    let cases = plan
        .cases
        .iter()
        .map(|key| Case::new(plan, key, &mut shared));
    let mut cases = cases.collect::<Result<Vec<_>, _>>()?;
    let mut bench = Bench {
        plan,
        began,
        failures: Vec::new(),
    };
    bench.try_first(&mut cases, progress, warn)?;
    bench.check(&mut cases, &mut infos, progress)?;
    bench.prepare(&mut cases, progress)?;
    let numbers = Numbers::new(plan.fresh);
    let taken = bench.take_rounds(&mut cases, numbers, progress);
    let stopped = match taken {
        Ok(()) => leave_out_cheats(&mut cases, numbers),
        stopped => stopped,
    };
    let live: Vec<&Case<'_>> = cases.iter().filter(|case| is_live(case)).collect();
    let rounds = live.iter().map(|case| case.row.samples.len()).min();
    let rounds = rounds.unwrap_or(0);
    match stopped {
        Err(MeasureError::Stopped) if rounds > 0 => {}
        other => other?,
    }
    let mut rows = Vec::new();
    if rounds > 0 {
        for case in live {
            let mut row = case.row.clone();
            // Not those of a round that was stopped.
            row.samples.truncate(rounds);
            rows.push(row);
        }
    }
    infos.retain(|info| {
        let is_left_out = info.measured == Some(0);
        is_left_out || rows.iter().any(|row| row.case.corpus == info.name)
    });
    let mut record = plan.record(rounds, infos, rows);
    record.failures = bench.failures;
    record.failures.extend(cases.iter().filter_map(failure));
    for (spec, identity) in plan.solvers.iter().zip(&identities) {
        identify(spec, identity, &mut record);
    }
    Ok(record)
}

/// The failure of a case, if it failed.
fn failure(case: &Case<'_>) -> Option<CaseFailure> {
    match &case.outcome {
        SideOutcome::Failed(error) => Some(failure_of(case, error)),
        _ => None,
    }
}

fn failure_of(case: &Case<'_>, error: &CaseError) -> CaseFailure {
    CaseFailure {
        case: case.row.case.clone(),
        reason: error.to_string(),
        refused: matches!(error, CaseError::Refused(_)),
        build: None,
    }
}

/// Whether a case is measured.
fn is_live(case: &Case<'_>) -> bool {
    matches!(case.outcome, SideOutcome::Measured)
}

/// A run of `bench`.
struct Bench<'a> {
    plan: &'a Plan,
    began: Instant,
    /// What cases failed on that are measured nevertheless.
    failures: Vec<CaseFailure>,
}

impl Bench<'_> {
    /// Makes each external solver answer the first puzzle of the first corpus.
    fn try_first(
        &self,
        cases: &mut [Case<'_>],
        progress: &mut MeasureProgress<'_>,
        warn: &mut dyn FnMut(&str),
    ) -> Result<(), MeasureError> {
        let first = cases.first().map(|case| case.row.case.corpus.clone());
        for case in cases {
            let key = case.row.case.clone();
            if Some(&key.corpus) != first.as_ref() || case.spec.is_none() {
                continue;
            }
            progress(0.0, "start", &key, "");
            if let Err(error) = case.try_first() {
                let reason = error.to_string().replace("; it said:", "");
                case.fail(error)?;
                // The table has the rest.
                let first = reason.lines().next().unwrap_or_default();
                warn(&format!("{key} is left out: {first}"));
            }
        }
        Ok(())
    }

    /// Makes all cases answer their puzzles, corpus by corpus, the first one last: it gets the time
    /// of those that are left out, and stays if all others are.
    fn check(
        &mut self,
        cases: &mut [Case<'_>],
        infos: &mut [CorpusInfo],
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(), MeasureError> {
        let plan = self.plan;
        let until = Instant::now() + plan.check_time;
        let all = infos.len().max(1);
        let mut measured = 0;
        for (i, info) in infos.iter_mut().rev().enumerate() {
            let of_corpus = cases.iter_mut();
            let of_corpus = of_corpus.filter(|case| case.row.case.corpus == info.name);
            let mut of_corpus: Vec<&mut Case<'_>> = of_corpus.collect();
            if of_corpus.is_empty() {
                continue;
            }
            let done = i as f64 / all as f64;
            let now = Instant::now();
            let is_last_chance = i + 1 == all && measured == 0;
            let share = Share {
                until: now + until.saturating_duration_since(now) / (all - i) as u32,
                corpora: all - i + measured,
                may_leave_out: plan.may_leave_out && !is_last_chance,
            };
            let found = prefix::check(plan, &mut of_corpus, share, done, progress)?;
            let Prefix { puzzles, too_slow } = found;
            let mut externals = of_corpus.iter().filter(|case| case.spec.is_some());
            let has_external = externals.any(|case| is_live(case));
            measured += usize::from(puzzles > 0 && has_external);
            for (at, error) in too_slow {
                self.failures.push(failure_of(of_corpus[at], &error));
            }
            if (puzzles as u64) < info.puzzles {
                info.measured = Some(puzzles as u64);
            }
            for case in of_corpus {
                if puzzles == 0 {
                    case.outcome = SideOutcome::Unfinished(0);
                }
                // There may be very many workers of engines.
                if case.spec.is_none() || !is_live(case) {
                    case.end_turn();
                }
            }
        }
        Ok(())
    }

    /// Finds out how long the samples must be.
    fn prepare(
        &self,
        cases: &mut [Case<'_>],
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(), MeasureError> {
        let plan = self.plan;
        let live = cases.iter().filter(|case| is_live(case)).count();
        let longest = plan.longest_sample(live);
        for case in cases.iter_mut().filter(|case| is_live(case)) {
            progress(0.0, "prepare", &case.row.case.clone(), "");
            let puzzles = case.row.puzzles as usize;
            if let Err(error) = case.set_size(puzzles, plan.min_sample_time, longest) {
                case.fail(error)?;
            }
            case.end_turn();
        }
        Ok(())
    }

    /// Takes rounds while there is time. Every other one goes backwards.
    fn take_rounds(
        &self,
        cases: &mut [Case<'_>],
        numbers: Numbers,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<(), MeasureError> {
        let plan = self.plan;
        let started = Instant::now();
        let mut mean = Duration::ZERO;
        let (fewest, most) = plan.rounds.clone().into_inner();
        for round in 0..most {
            let time = plan.time.unwrap_or(Duration::MAX);
            let is_over = round >= fewest && self.began.elapsed() + mean > time;
            if is_over || !cases.iter().any(is_live) {
                break;
            }
            let of_time = self.began.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9);
            let of_rounds = round as f64 / most as f64;
            let done = of_time.max(of_rounds).min(0.999);
            plan.copies.renew();
            let turns: Box<dyn Iterator<Item = &mut Case<'_>>> = match round % 2 {
                0 => Box::new(cases.iter_mut()),
                _ => Box::new(cases.iter_mut().rev()),
            };
            for case in turns.filter(|case| is_live(case)) {
                progress(done, "measure", &case.row.case, "");
                match case.turn(numbers.of(round)) {
                    Ok(sample) => case.row.samples.push(sample),
                    Err(error) => case.fail(error)?,
                }
            }
            mean = started.elapsed() / (round as u32 + 1);
        }
        for case in cases.iter_mut() {
            case.choose_clock();
        }
        Ok(())
    }
}

/// Leaves out who used more threads than asked for, and who is faster on what it may have seen.
fn leave_out_cheats(cases: &mut [Case<'_>], numbers: Numbers) -> Result<(), MeasureError> {
    for case in cases.iter_mut().filter(|case| is_live(case)) {
        let found = match case.uses_more_threads() {
            Some(error) => Ok(Some(error)),
            None => numbers.who_remembers(case),
        };
        match found {
            Ok(None) => {}
            Ok(Some(error)) | Err(error) => case.fail(error)?,
        }
    }
    Ok(())
}

/// Writes the identity of a solver before the first sample into its rows and failures. If its file
/// was replaced meanwhile, the samples are from two builds, and it loses its rows.
fn identify(spec: &SolverSpec, identity: &SolverIdentity, record: &mut Record) {
    // A library is loaded from the content that was first read.
    let is_replaced = !spec.is_library() && spec.sha256() != identity.sha256;
    let rows = &mut record.rows;
    for row in rows.extract_if(.., |row| is_replaced && row.case.engine == spec.name) {
        record.failures.push(CaseFailure {
            case: row.case,
            reason: format!(
                "'{}' was replaced while it was measured",
                escape(&spec.typed)
            ),
            refused: false,
            build: None,
        });
    }
    let build = SolverBuild {
        revision: identity.revision.clone(),
        sha256: identity.sha256.clone(),
        subject: identity.subject.clone(),
    };
    for row in rows.iter_mut().filter(|row| row.case.engine == spec.name) {
        if let Some(external) = &mut row.external {
            external.set_build(&build);
        }
    }
    let failures = record.failures.iter_mut();
    for failure in failures.filter(|failure| failure.case.engine == spec.name) {
        failure.build = Some(build.clone());
    }
}
