//! Rounds in which all cases take turns.

use super::cases::{Bench, CaseRunner};
use super::plan::{MeasureProgress, Plan};
use super::samples::SampleTimes;
use crate::bench::corpus::Corpus;
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::outcome::SideOutcome;
use crate::bench::record::{CaseFailure, Record};
use crate::escape::escape;
use crate::external::{SolverIdentity, SolverSpec};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

/// The numbers of texts that no run has had.
const UNHEARD: u64 = 5 << 40;
/// How many samples of them, and how many times the CPU time of the slowest sample each of them takes if it is remembering
/// that made the others fast. A neighbour on the same core, who comes at the end, makes it up to twice as much.
const CONTROLS: u64 = 3;
const REMEMBERS: f64 = 3.0;

/// Measures all cases of a plan. If it is stopped ([`Plan::limits`]), it returns the samples so far. A case that fails
/// is left out, and the record says why. `warn` gets a text for each external solver that fails on the first puzzle,
/// before any other is measured.
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
    let mut bench = Bench::new(&[plan], corpora)?;
    let cases = bench.cases.len();
    for (i, case) in plan.cases.iter().enumerate() {
        let runner = &bench.cases[i];
        if runner.corpus > 0 || runner.row.external.is_none() {
            continue;
        }
        progress(0.0, "start", case);
        if let Err(error) = bench.try_first(i) {
            let reason = error.to_string().replace("; it said:", "");
            bench.fail(i, error)?;
            // The table has the rest.
            let first = reason.lines().next().unwrap_or_default();
            warn(&format!("{case} is left out: {first}"));
        }
    }
    for (i, case) in plan.cases.iter().enumerate() {
        if bench.cases[i].is_left_out {
            continue;
        }
        progress(i as f64 / cases as f64, "check", case);
        let puzzles = bench.cases[i].row.puzzles as usize;
        let prepared = bench.first_pass(i, None);
        let prepared = prepared.and_then(|_| bench.set_size(i, puzzles, plan.min_sample_time));
        prepared.or_else(|error| bench.fail(i, error))?;
    }
    let stopped = match take_rounds(&mut bench, plan, began, progress) {
        Ok(()) => who_cheats(&mut bench, plan),
        stopped => stopped,
    };
    let (records, _) = bench.records();
    let mut record = records.into_iter().next().expect("there is one plan");
    match stopped {
        Err(MeasureError::Stopped) if record.method.rounds > 0 => {}
        other => other?,
    }
    let failure = |runner: &CaseRunner<'_>| match &runner.outcome {
        SideOutcome::Failed(error) => Some(CaseFailure {
            case: runner.row.case.clone(),
            reason: error.to_string(),
            refused: matches!(error, CaseError::Refused(_)),
        }),
        _ => None,
    };
    record.failures = bench.cases.iter().filter_map(failure).collect();
    for (spec, identity) in plan.solvers.iter().zip(&identities) {
        identify(spec, identity, &mut record);
    }
    Ok(record)
}

/// Takes rounds while there is time. Every other one goes backwards.
fn take_rounds(
    bench: &mut Bench<'_>,
    plan: &Plan,
    began: Instant,
    progress: &mut MeasureProgress<'_>,
) -> Result<(), MeasureError> {
    // The first one takes about as long as the checks: these ask each case about as often.
    let (started, mut mean) = (Instant::now(), began.elapsed());
    let (fewest, most) = plan.rounds.clone().into_inner();
    for round in 0..most {
        let fits = |time| began.elapsed() + mean <= time;
        let is_over = round >= fewest && !plan.time.is_none_or(fits);
        if is_over || bench.cases.iter().all(|runner| runner.is_left_out) {
            break;
        }
        let of_time = |time: Duration| began.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9);
        let of_rounds = round as f64 / most as f64;
        let done = plan.time.map_or(0.0, of_time).max(of_rounds).min(0.999);
        progress(done, "start", &plan.cases[0]);
        bench.begin_round();
        let mut order: Vec<usize> = (0..bench.cases.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for i in order {
            if bench.cases[i].is_left_out {
                continue;
            }
            progress(done, "measure", &plan.cases[i]);
            match bench.sample(i, round as u64) {
                Ok(times) => bench.cases[i].keep(times),
                Err(error) => bench.fail(i, error)?,
            }
        }
        mean = started.elapsed() / (round as u32 + 1);
    }
    Ok(())
}

/// Writes the identity of a solver before the first sample into its rows. If its file was replaced meanwhile, the
/// samples are from two builds, and it loses its rows.
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
        });
    }
    for row in rows.iter_mut().filter(|row| row.case.engine == spec.name) {
        if let Some(external) = &mut row.external {
            external.revision.clone_from(&identity.revision);
            external.subject.clone_from(&identity.subject);
            external.sha256.clone_from(&identity.sha256);
        }
    }
}

/// Leaves out who used more threads than asked for, and who needs much more CPU time for puzzles in forms that nobody
/// can have asked before. Those of the rounds are the same in every run, so an earlier run may have left their answers
/// somewhere.
fn who_cheats(bench: &mut Bench<'_>, plan: &Plan) -> Result<(), MeasureError> {
    let number = UNHEARD + (RandomState::new().build_hasher().finish() >> 32);
    for i in 0..bench.cases.len() {
        let runner = &bench.cases[i];
        if runner.is_left_out {
            continue;
        }
        if let Some(error) = runner.uses_more_threads() {
            bench.fail(i, error)?;
            continue;
        }
        let cpu = |samples: &[SampleTimes], of: fn(f64, f64) -> f64| {
            let known = samples.iter().filter_map(|times| times.cpu_ns);
            known.reduce(of)
        };
        let most = cpu(&runner.samples, f64::max);
        let is_asked = plan.fresh && runner.row.external.is_some();
        let Some(most) = most.filter(|_| is_asked) else {
            continue;
        };
        let samples = (0..CONTROLS).map(|nth| bench.sample(i, number + nth));
        match samples.collect::<Result<Vec<_>, _>>() {
            Ok(samples) => {
                let more = cpu(&samples, f64::min).unwrap_or(0.0) / most;
                if more > REMEMBERS {
                    let reason = format!(
                        "it needs {more:.1} times as much CPU time for puzzles in forms that no run has asked before: \
                         it remembers answers"
                    );
                    bench.fail(i, CaseError::Failed(reason))?;
                }
            }
            Err(error) => bench.fail(i, error)?,
        }
    }
    Ok(())
}
