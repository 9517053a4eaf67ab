//! The two compared sides: what each of them measures, and with which program.

use super::args::CompareArgs;
use crate::bench::{copies, own_program};
use crate::failure::Failure;
use crate::select::{BESIDE_OTHERS, Select};
use ninefold::Stop;
use ninefold::bench::copies::BinaryCopies;
use ninefold::bench::corpus::Corpus;
use ninefold::bench::measure::Plan;
use ninefold::bench::outcome::Side;
use ninefold::escape::escape;
use ninefold::external::SolverSpec;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// How long to wait for an answer by default.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The default length of a sample. Short samples make more pairs, and on a busy machine more pairs tell more than
/// longer pairs do (`benches/record/paired-experiment.md`). In a shorter one, a command waits for its puzzles for a
/// noticeable part.
const SAMPLE: Duration = Duration::from_millis(2);
const COMMAND_SAMPLE: Duration = Duration::from_millis(10);

/// A command that starts slowly takes a part of the time this small for the samples of a pair.
const SAMPLES: u32 = 40;

/// The compared sides.
pub(super) struct Sides<'a> {
    args: &'a CompareArgs,
    select: Select,
    /// `None` if they are builds of ninefold.
    solvers: Option<[SolverSpec; 2]>,
    copies: Rc<BinaryCopies>,
    stop: Stop,
}

impl<'a> Sides<'a> {
    pub(super) fn of(args: &'a CompareArgs, stop: &Stop) -> Result<Sides<'a>, Failure> {
        Ok(Sides {
            args,
            select: args.select.or_engines(&BESIDE_OTHERS),
            solvers: contest(args, &args.solvers.solvers()?)?,
            copies: copies()?,
            stop: stop.clone(),
        })
    }

    /// Checks that instructions can be counted.
    ///
    /// # Errors
    /// A side is not a command. Threads of our own engines share their work in another way each time.
    pub(super) fn check_commands(&self) -> Result<(), Failure> {
        let are_commands =
            |solvers: &[SolverSpec; 2]| solvers.iter().all(|solver| !solver.is_library());
        match self.solvers.as_ref().is_some_and(are_commands) {
            true => Ok(()),
            false => Err(Failure::refused(
                "--instructions is for two solvers that are commands (--solver)",
            )),
        }
    }

    /// The default length of a sample.
    pub(super) fn sample(&self) -> Duration {
        let mut solvers = self.solvers.iter().flatten();
        match solvers.any(|solver| !solver.is_library()) {
            true => COMMAND_SAMPLE,
            false => SAMPLE,
        }
    }

    /// The plan of a side.
    ///
    /// # Errors
    /// As [`Select::cases`].
    pub(super) fn plan(&self, side: Side, corpora: &[Corpus]) -> Result<Plan, Failure> {
        // Both have the name of the new one, so that their cases match.
        let solver = self.solvers.as_ref().map(|solvers| SolverSpec {
            name: solvers[1].name.clone(),
            ..solvers[side as usize].clone()
        });
        let (cases, program) = match &solver {
            None => {
                let cases = self.select.cases(corpora, &[])?;
                (cases, self.args.program(side).clone())
            }
            Some(solver) => {
                let solvers = std::slice::from_ref(solver);
                let cases = self.select.only(&solver.name).cases(corpora, solvers)?;
                (cases, own_program()?)
            }
        };
        let pairs = &self.args.pairs;
        // A side that hangs must be told from one for which there is no time.
        let timeout = pairs.timeout.unwrap_or(TIMEOUT).min(pairs.time / 2);
        Ok(Plan {
            guess_limit: self.select.max_guesses,
            // Each of this many samples may take its share, with its start.
            time: Some(pairs.time / SAMPLES),
            fresh: !self.args.pairs.fixed,
            restarts: true,
            solvers: solver.into_iter().collect(),
            limits: self.args.solvers.limits(timeout, self.stop.clone()),
            ..Plan::new(cases, program, Rc::clone(&self.copies))
        })
    }
}

/// The solvers that OLD and NEW name, if they do.
fn contest(args: &CompareArgs, solvers: &[SolverSpec]) -> Result<Option<[SolverSpec; 2]>, Failure> {
    let find = |path: &PathBuf| {
        let mut solvers = solvers.iter();
        solvers.find(|spec| path.to_str() == Some(&*spec.name))
    };
    let other = match (find(&args.old), find(&args.new)) {
        (Some(_), Some(_)) if args.select.names_engines() => {
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
