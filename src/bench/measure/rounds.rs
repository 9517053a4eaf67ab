//! Rounds in which all cases take turns.

use super::cases::Bench;
use super::plan::{MeasureProgress, Plan};
use super::samples::SampleTimes;
use crate::bench::corpus::Corpus;
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::record::{CaseFailure, Record};
use crate::bench::stats::MIN_SAMPLES;
use crate::escape::escape;
use crate::external::{SolverIdentity, SolverSpec};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Instant;

/// The numbers of texts that no kept sample has: of warm-up rounds.
const WARM_UP: u64 = 4 << 40;
/// The numbers of texts that no run has had.
const UNHEARD: u64 = 5 << 40;
/// How many samples of them, and how many times the CPU time of the slowest sample each of them takes if it is remembering
/// that made the others fast. A neighbour on the same core, who comes at the end, makes it up to twice as much.
const CONTROLS: u64 = 3;
const REMEMBERS: f64 = 3.0;

/// Measures all cases of a plan. If it is stopped ([`Plan::limits`]), it returns the samples so far. A case that fails
/// is left out, and the record says why.
///
/// # Errors
/// Any [`MeasureError`].
pub fn run(
    plan: &Plan,
    corpora: &[Corpus],
    progress: &mut dyn MeasureProgress,
) -> Result<Record, MeasureError> {
    let began = Instant::now();
    let identities: Vec<_> = plan.solvers.iter().map(SolverSpec::identity).collect();
    let mut bench = Bench::new(&[plan], corpora)?;
    let (cases, mut failures) = (bench.cases.len(), Vec::new());
    for (i, case) in plan.cases.iter().enumerate() {
        progress.next(i as f64 / cases as f64, "check", case);
        let puzzles = bench.cases[i].row.puzzles as usize;
        let prepared = bench.first_pass(i, None);
        let prepared = prepared.and_then(|_| bench.set_size(i, puzzles, plan.min_sample_time));
        if plan.limits.stop.is_stopped() {
            return Err(MeasureError::Stopped);
        }
        if let Err(error) = prepared {
            failures.push(leave_out(&mut bench, i, &error, progress)?);
        }
    }
    let mut clock = Clock::new(plan, began);
    while let Some(round) = clock.next_round() {
        if plan.limits.stop.is_stopped() || bench.cases.iter().all(|case| case.is_left_out) {
            break;
        }
        take_round(plan, &mut bench, &round, progress, &mut failures)?;
    }
    who_cheats(plan, &mut bench, progress, &mut failures)?;
    let is_stopped = plan.limits.stop.is_stopped();
    let (records, _) = bench.records();
    let mut record = records.into_iter().next().expect("there is one plan");
    if is_stopped && record.method.rounds == 0 {
        return Err(MeasureError::Stopped);
    }
    record.failures = failures;
    for (spec, identity) in plan.solvers.iter().zip(&identities) {
        identify(spec, identity, &mut record, progress);
    }
    Ok(record)
}

/// Writes the identity of a solver before the first sample into its rows. If its file was replaced meanwhile, the
/// samples are from two builds, and it loses its rows.
fn identify(
    spec: &SolverSpec,
    identity: &SolverIdentity,
    record: &mut Record,
    progress: &mut dyn MeasureProgress,
) {
    // A library is loaded from the content that was first read.
    let is_replaced = !spec.is_library() && spec.sha256() != identity.sha256;
    let rows = &mut record.rows;
    for row in rows.extract_if(.., |row| is_replaced && row.case.engine == spec.name) {
        let failure = CaseFailure {
            case: row.case,
            reason: format!(
                "'{}' was replaced while it was measured",
                escape(&spec.typed)
            ),
            refused: false,
        };
        progress.failed(&failure);
        record.failures.push(failure);
    }
    for row in rows.iter_mut().filter(|row| row.case.engine == spec.name) {
        if let Some(external) = &mut row.external {
            external.revision.clone_from(&identity.revision);
            external.subject.clone_from(&identity.subject);
            external.sha256.clone_from(&identity.sha256);
        }
    }
}

/// Takes a sample of each case.
fn take_round(
    plan: &Plan,
    bench: &mut Bench<'_>,
    round: &Round,
    progress: &mut dyn MeasureProgress,
    failures: &mut Vec<CaseFailure>,
) -> Result<(), MeasureError> {
    progress.next(round.done, "start", &plan.cases[0]);
    bench.begin_round();
    let mut order: Vec<usize> = (0..bench.cases.len()).collect();
    if round.goes_backwards {
        order.reverse();
    }
    for i in order {
        if bench.cases[i].is_left_out || plan.limits.stop.is_stopped() {
            continue;
        }
        let doing = if round.is_kept { "measure" } else { "warm up" };
        progress.next(round.done, doing, &plan.cases[i]);
        match bench.sample(i, round.number) {
            Ok(times) if round.is_kept => bench.cases[i].keep(times),
            Ok(_) => {}
            // It was ended with the run.
            Err(_) if plan.limits.stop.is_stopped() => {}
            Err(error) => failures.push(leave_out(bench, i, &error, progress)?),
        }
    }
    Ok(())
}

/// Leaves out who used more threads than asked for, and who needs much more CPU time for puzzles in forms that nobody
/// can have asked before. Those of the rounds are the same in every run, so an earlier run may have left their answers
/// somewhere.
fn who_cheats(
    plan: &Plan,
    bench: &mut Bench<'_>,
    progress: &mut dyn MeasureProgress,
    failures: &mut Vec<CaseFailure>,
) -> Result<(), MeasureError> {
    let number = UNHEARD + (RandomState::new().build_hasher().finish() >> 32);
    for i in 0..bench.cases.len() {
        let runner = &bench.cases[i];
        if runner.is_left_out || plan.limits.stop.is_stopped() {
            continue;
        }
        if let Some(error) = runner.uses_more_threads() {
            failures.push(leave_out(bench, i, &error, progress)?);
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
        let samples = (0..CONTROLS)
            .map(|nth| bench.sample(i, number + nth))
            .collect();
        let least = |samples: Vec<SampleTimes>| cpu(&samples, f64::min);
        let error = match Result::map(samples, least) {
            Ok(Some(least)) if least > REMEMBERS * most => CaseError::Failed(format!(
                "it needs {:.1} times as much CPU time for puzzles in forms that no run has asked before: it remembers \
                 answers",
                least / most
            )),
            Ok(_) | Err(CaseError::Stopped) => continue,
            Err(error) => error,
        };
        failures.push(leave_out(bench, i, &error, progress)?);
    }
    Ok(())
}

/// Leaves a case out from now on.
///
/// # Errors
/// It is no fault of the solver.
fn leave_out(
    bench: &mut Bench<'_>,
    i: usize,
    error: &CaseError,
    progress: &mut dyn MeasureProgress,
) -> Result<CaseFailure, MeasureError> {
    if let CaseError::NotCopied(reason) = error {
        return Err(MeasureError::NotCopied(reason.clone()));
    }
    bench.cases[i].is_left_out = true;
    let failure = CaseFailure {
        case: bench.cases[i].row.case.clone(),
        reason: error.to_string(),
        refused: matches!(error, CaseError::Refused(_)),
    };
    progress.failed(&failure);
    Ok(failure)
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

struct Round {
    is_kept: bool,
    /// The number of its texts. It is the same in every run for the rounds that are kept.
    number: u64,
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
        let (budget, warm_up) = (self.plan.budget, self.plan.warm_up);
        let spent = self.began.elapsed();
        let mean = match self.rounds {
            // Preparing solves each case about as often.
            0 => self.started - self.began,
            rounds => self.started.elapsed().div_f64(rounds as f64),
        };
        let fits = |rounds: usize| {
            let needed = spent + mean.mul_f64(rounds as f64);
            budget.time.is_none_or(|time| needed <= time)
        };
        let to_warm_up = warm_up.saturating_sub(self.rounds);
        // If there is no time for a warm-up, preparing was one.
        let is_kept = self.kept > 0 || to_warm_up == 0 || !fits(to_warm_up + MIN_SAMPLES);
        let is_wanted = self.kept < budget.fewest || self.kept < budget.most && fits(1);
        if is_kept && !is_wanted {
            return None;
        }
        let of_rounds = self.rounds as f64 / (budget.most as f64 + warm_up as f64);
        let of_time = budget.time.map_or(0.0, |time| {
            spent.as_secs_f64() / time.as_secs_f64().max(1e-9)
        });
        let round = Round {
            is_kept,
            number: match is_kept {
                true => self.kept as u64,
                false => WARM_UP + self.rounds as u64,
            },
            goes_backwards: self.rounds % 2 == 1,
            done: of_rounds.max(of_time).min(0.999),
        };
        self.rounds += 1;
        self.kept += usize::from(is_kept);
        Some(round)
    }
}
