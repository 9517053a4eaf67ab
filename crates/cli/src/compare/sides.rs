//! The two compared sides: what each of them measures, and with which program.

use super::args::CompareArgs;
use crate::bench::{copies, own_program};
use crate::failure::Failure;
use crate::select::BESIDE_OTHERS;
use ninefold::Stop;
use ninefold_files::escape::escape;
use ninefold_referee::bench::copies::BinaryCopies;
use ninefold_referee::bench::corpus::Corpus;
use ninefold_referee::bench::measure::Plan;
use ninefold_referee::bench::outcome::Side;
use ninefold_referee::external::SolverSpec;
use std::path::PathBuf;
use std::rc::Rc;
use std::slice;
use std::time::Duration;

/// How long to wait for an answer by default.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The default length of a sample. Short samples make more pairs, and on a busy machine more pairs
/// tell more than longer pairs do (`benches/record/paired-experiment.md`). In a shorter one, a
/// command waits for its puzzles for a noticeable part.
const SAMPLE: Duration = Duration::from_millis(2);
const COMMAND_SAMPLE: Duration = Duration::from_millis(10);

/// A command that starts slowly takes a part of the time this small for the samples of a pair.
const SAMPLES: u32 = 40;

/// The default length of a sample of these solvers, or of two builds of ninefold.
pub(super) fn sample(solvers: Option<&[SolverSpec; 2]>) -> Duration {
    let mut solvers = solvers.into_iter().flatten();
    if solvers.any(|solver| !solver.is_library()) {
        COMMAND_SAMPLE
    } else {
        SAMPLE
    }
}

/// The plans of both sides.
///
/// # Errors
/// As [`Select::cases`](crate::select::Select::cases).
pub(super) fn plans(
    args: &CompareArgs,
    solvers: Option<&[SolverSpec; 2]>,
    corpora: &[Corpus],
    stop: &Stop,
) -> Result<[Plan; 2], Failure> {
    let copies = copies()?;
    Ok([
        plan(Side::Old, args, solvers, corpora, stop, &copies)?,
        plan(Side::New, args, solvers, corpora, stop, &copies)?,
    ])
}

/// The plan of one side.
fn plan(
    side: Side,
    args: &CompareArgs,
    solvers: Option<&[SolverSpec; 2]>,
    corpora: &[Corpus],
    stop: &Stop,
    copies: &Rc<BinaryCopies>,
) -> Result<Plan, Failure> {
    let pairs = &args.pairs;
    // A side that hangs must be told from one for which there is no time.
    let timeout = pairs.timeout.unwrap_or(TIMEOUT).min(pairs.time / 2);
    // Both have the name of the new one, so that their cases match.
    let solver = solvers.map(|solvers| SolverSpec {
        name: solvers[1].name.clone(),
        ..solvers[side as usize].clone()
    });
    let (cases, program) = match &solver {
        None => {
            let cases = args.select.cases(corpora, &[], &BESIDE_OTHERS);
            (cases?, args.program(side).clone())
        }
        Some(solver) => {
            let cases = args.select.cases(corpora, slice::from_ref(solver), &[]);
            (cases?, own_program()?)
        }
    };
    Ok(Plan {
        // Each of this many samples may take its share, with its start.
        time: Some(pairs.time / SAMPLES),
        fresh: !pairs.fixed,
        restarts: true,
        solvers: solver.into_iter().collect(),
        limits: args.solvers.limits(timeout, stop.clone()),
        supervisor: own_program()?,
        ..Plan::new(cases, program, Rc::clone(copies))
    })
}

/// The solvers that OLD and NEW name, if they do.
pub(super) fn contest(args: &CompareArgs) -> Result<Option<[SolverSpec; 2]>, Failure> {
    let solvers = args.solvers.solvers()?;
    let find = |path: &PathBuf| {
        let mut solvers = solvers.iter();
        solvers.find(|spec| path.to_str() == Some(&*spec.name))
    };
    let other = match (find(&args.old), find(&args.new)) {
        (Some(_), Some(_)) if !args.select.engines.is_empty() => {
            return Err(Failure::refused(
                "--engines is for builds of ninefold; with --solver, OLD and NEW name the solvers to measure",
            ));
        }
        (Some(old), Some(new)) => return Ok(Some([old.clone(), new.clone()])),
        (None, None) if solvers.is_empty() => return Ok(None),
        (Some(_), None) => &args.new,
        (None, _) => &args.old,
    };
    Err(Failure::refused(format!(
        "there is no solver '{}': with --solver, OLD and NEW must be names of solvers",
        escape(other)
    )))
}
