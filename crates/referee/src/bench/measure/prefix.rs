//! How many of the puzzles of a corpus are measured: as many as its slowest solver can answer in
//! the time.

use crate::bench::case::{Answered, Case};
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::plan::{MeasureProgress, Plan};
use crate::bench::stats::MIN_SAMPLES;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A corpus that may be left out is, if fewer of its puzzles can be measured in its share of the
/// time.
const FEWEST: usize = 10;
/// The share of the time that is left which the samples for an interval may be planned to take.
const PLANNED: f64 = 0.8;
/// The least CPU time for the first puzzle of a corpus.
const LEAST: Duration = Duration::from_secs(1);

/// What a corpus gets of the time.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// The moment until which external solvers answer its puzzles.
    pub(super) until: Instant,
    /// The number of corpora that share the time for samples.
    pub(super) corpora: usize,
    /// Whether it is left out if too few of its puzzles fit. Otherwise one puzzle is enough.
    pub(super) may_leave_out: bool,
}

impl Share {
    /// Whether a corpus is left out of which this many puzzles could be measured.
    fn is_too_little(&self, puzzles: usize, whole: usize) -> bool {
        self.may_leave_out && puzzles < FEWEST.min(whole)
    }
}

/// What came of the puzzles of a corpus.
pub(super) struct Prefix {
    /// How many of the first ones are measured. None: it does not fit the time.
    pub(super) puzzles: usize,
    /// What solvers that answer more slowly than the time-out did not answer: the place of the
    /// case, and that in words.
    pub(super) too_slow: Vec<(usize, CaseError)>,
}

/// Makes the cases of a corpus answer its puzzles: external solvers as many as its share of the
/// time allows, and then engines those that all of them have answered. `done` is the finished share
/// of the work. Cuts the corpus of all cases to what is measured.
///
/// # Errors
/// It is no fault of a solver.
pub(super) fn check(
    plan: &Plan,
    cases: &mut [&mut Case<'_>],
    share: Share,
    done: f64,
    progress: &mut MeasureProgress<'_>,
) -> Result<Prefix, MeasureError> {
    let whole = cases[0].corpus.corpus.len();
    let mut found = check_externals(cases, share, done, progress)?;
    if !share.is_too_little(found.puzzles, whole) {
        found.puzzles = chosen(plan, cases, share, found.puzzles);
    }
    if share.is_too_little(found.puzzles, whole) {
        found.puzzles = 0;
        return Ok(found);
    }
    if found.puzzles < whole {
        cut(cases, found.puzzles);
    }
    check_others(cases, found.puzzles, done, progress)?;
    Ok(found)
}

/// Makes external solvers answer as many puzzles as they can in the corpus's share of the time,
/// each in a part of it. Stops if those of one are too few.
fn check_externals(
    cases: &mut [&mut Case<'_>],
    share: Share,
    done: f64,
    progress: &mut MeasureProgress<'_>,
) -> Result<Prefix, MeasureError> {
    let whole = cases[0].corpus.corpus.len();
    let mut found = Prefix {
        puzzles: whole,
        too_slow: Vec::new(),
    };
    let externals = cases.iter().filter(|case| case.spec.is_some());
    let mut left = externals.count() as u32;
    for (i, case) in cases.iter_mut().enumerate() {
        if case.spec.is_none() || case.has_failed() {
            continue;
        }
        let now = Instant::now();
        let part = share.until.saturating_duration_since(now) / left.max(1);
        left -= 1;
        let on_first = share.may_leave_out.then(|| part.max(LEAST));
        match case.check(Some(now + part), on_first, done, progress) {
            Ok(Answered { puzzles, too_slow }) => {
                found.puzzles = found.puzzles.min(puzzles);
                found.too_slow.extend(too_slow.map(|error| (i, error)));
            }
            Err(CaseError::Failed(trouble)) if share.may_leave_out && trouble.worked.is_some() => {
                found.puzzles = 0;
            }
            Err(error) => case.fail(error)?,
        }
        if share.is_too_little(found.puzzles, whole) {
            break;
        }
    }
    Ok(found)
}

/// How many of the answered puzzles to measure: as many as the plan prefers, if they were answered.
fn chosen(plan: &Plan, cases: &[&mut Case<'_>], share: Share, answered: usize) -> usize {
    let name = &cases[0].row.case.corpus;
    let preferred = plan.prefixes.iter().find(|(corpus, _)| corpus == name);
    // None are preferred of a corpus that the older result left out.
    let preferred = preferred.filter(|(_, puzzles)| *puzzles > 0 || share.may_leave_out);
    match preferred {
        Some(&(_, puzzles)) if puzzles as usize <= answered => puzzles as usize,
        _ => fitting(plan, cases, share, answered),
    }
}

/// Leaves all cases only the first puzzles. One that has answered more forgets its answers.
fn cut(cases: &mut [&mut Case<'_>], puzzles: usize) {
    let first = Rc::new(cases[0].corpus.first(puzzles));
    for case in cases {
        if case.answered() > puzzles as u64 {
            case.forget_answers();
        }
        case.cut(&first);
    }
}

/// Makes the cases that have not answered just these puzzles answer them.
fn check_others(
    cases: &mut [&mut Case<'_>],
    puzzles: usize,
    done: f64,
    progress: &mut MeasureProgress<'_>,
) -> Result<(), MeasureError> {
    for case in cases {
        let is_checked = case.answered() == puzzles as u64;
        if case.has_failed() || is_checked {
            continue;
        }
        if let Err(error) = case.check(None, None, done, progress) {
            case.fail(error)?;
        }
    }
    Ok(())
}

/// How many puzzles to measure so that the samples for an interval fit into the time of a corpus.
fn fitting(plan: &Plan, cases: &[&mut Case<'_>], share: Share, answered: usize) -> usize {
    let Some(time) = plan.time else {
        return round(answered, cases[0].corpus.corpus.len());
    };
    let planned = time.saturating_sub(plan.check_time).mul_f64(PLANNED);
    let planned = planned / share.corpora.max(1) as u32;
    let live = cases
        .iter()
        .filter(|case| case.spec.is_some() && !case.has_failed());
    let costs: Vec<(f64, f64)> = live.map(|case| case.costs()).collect();
    let start: f64 = costs.iter().map(|(start, _)| start).sum();
    let puzzle: f64 = costs.iter().map(|(_, puzzle)| puzzle).sum();
    let sample = planned.as_nanos() as f64 / MIN_SAMPLES as f64 - start;
    let fitting = (sample / puzzle.max(1.0)).max(1.0);
    round(answered.min(fitting as usize), cases[0].corpus.corpus.len())
}

/// A round number of puzzles, so that the next run measures as many, unless it is all.
fn round(puzzles: usize, all: usize) -> usize {
    if puzzles >= all {
        return all;
    }
    let mut power = 1;
    while power * 10 <= puzzles {
        power *= 10;
    }
    let steps = [5, 2, 1].map(|step| step * power);
    steps.into_iter().find(|&step| step <= puzzles).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::round;

    #[test]
    fn a_part_is_a_round_number() {
        let rounded = [1, 2, 4, 5, 19, 20, 99, 100, 7_000].map(|puzzles| round(puzzles, 10_000));
        assert_eq!(rounded, [1, 2, 2, 5, 10, 20, 50, 100, 5_000]);
        assert_eq!((round(300, 300), round(0, 300)), (300, 1));
    }
}
