//! The two compared sides: what each of them measures, and with which program.

use super::args::CompareArgs;
use crate::args::Solvers;
use crate::bench::own_program;
use crate::failure::Failure;
use crate::select::{BESIDE_OTHERS, Select};
use ninefold::Stop;
use ninefold::bench::baseline::Comparison;
use ninefold::bench::copies::BinaryCopies;
use ninefold::bench::corpus::Corpus;
use ninefold::bench::measure::{Budget, CaseError, Plan};
use ninefold::bench::paired::Side;
use ninefold::escape::escape;
use ninefold::external::SolverSpec;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// How long to wait for an answer by default.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The common name of both solvers during the measurement, so that their cases match.
const COMMON: &str = "solver";

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
    pub(super) fn of(args: &'a CompareArgs, stop: Stop) -> Result<Sides<'a>, Failure> {
        Ok(Sides {
            args,
            select: args.select.or_engines(&BESIDE_OTHERS),
            solvers: contest(args, &args.solvers.solvers()?)?,
            copies: Rc::new(BinaryCopies::new()),
            stop,
        })
    }

    /// Whether one of them is a command.
    pub(super) fn has_command(&self) -> bool {
        let mut solvers = self.solvers.iter().flatten();
        solvers.any(|solver| !solver.is_library())
    }

    /// The plan of a side.
    ///
    /// # Errors
    /// As [`Select::cases`].
    pub(super) fn plan(&self, side: Side, corpora: &[Corpus]) -> Result<Plan, Failure> {
        let solver = self.solvers.as_ref().map(|solvers| SolverSpec {
            name: COMMON.to_owned(),
            ..solvers[side as usize].clone()
        });
        let (cases, program) = match &solver {
            None => {
                let cases = self.select.cases(corpora, &Solvers::default())?;
                (cases, self.program(side).clone())
            }
            Some(solver) => {
                let solvers = Solvers {
                    listed: vec![solver.clone()],
                    ..Solvers::default()
                };
                let cases = self.select.only(COMMON).cases(corpora, &solvers)?;
                (cases, own_program()?)
            }
        };
        let pairs = &self.args.pairs;
        // A side that hangs must be told from one for which there is no time.
        let timeout = pairs.timeout.unwrap_or(TIMEOUT).min(pairs.time / 2);
        let limits = self.args.solvers.limits(timeout).stop(self.stop.clone());
        let programs = 2.0 * pairs.min_pairs as f64;
        let plan = Plan::new(cases, program)
            .copies(Rc::clone(&self.copies))
            .guess_limit(self.select.max_guesses)
            .budget(Budget::Time(pairs.time.div_f64(programs)))
            .fresh(!self.args.fixed)
            .restarts(true)
            .solvers(solver.into_iter().collect())
            .limits(limits)
            .stop(self.stop.clone());
        Ok(plan)
    }

    fn program(&self, side: Side) -> &PathBuf {
        match side {
            Side::Old => &self.args.old,
            Side::New => &self.args.new,
        }
    }

    /// Gives the cases of solvers, which have a common name during the measurement, the new
    /// solver's name.
    pub(super) fn name_cases(&self, found: &mut Comparison) {
        let Some([_, new]) = &self.solvers else {
            return;
        };
        let rows = found.rows.iter_mut().map(|row| &mut row.case);
        let counts = found.counts.iter_mut().map(|count| &mut count.case);
        for case in rows.chain(counts) {
            case.engine = new.name.clone();
        }
    }

    /// The failure of a side.
    pub(super) fn failure(&self, side: Side, error: &CaseError) -> Failure {
        let program = escape(self.program(side));
        let mut message = format!("{program}: {error}");
        let is_other = message.contains("ninefold-solver") && !message.contains("too long");
        if self.solvers.is_none() && is_other {
            message += &format!(
                "\n  it is no ninefold that can be compared with this one: an older one, or another program, is a \
                 command: compare --paired old new --solver old='{program} solve - -q -j1' --solver new=..."
            );
        }
        match error {
            CaseError::Refused(_) => Failure::refused(message),
            _ => Failure::io(message),
        }
    }
}

/// The solvers that OLD and NEW name, if they do.
fn contest(args: &CompareArgs, solvers: &Solvers) -> Result<Option<[SolverSpec; 2]>, Failure> {
    let find = |path: &PathBuf| path.to_str().and_then(|name| solvers.find(name));
    let other = match (find(&args.old), find(&args.new)) {
        (Some(_), Some(_)) if args.select.names_engines() => {
            return Err(Failure::refused(
                "--engines is for builds of ninefold: with --solver, OLD and NEW say what is measured",
            ));
        }
        (Some(old), Some(new)) => return Ok(Some([old.clone(), new.clone()])),
        (None, None) if solvers.is_empty() => return Ok(None),
        (Some(_), None) => &args.new,
        (None, _) => &args.old,
    };
    Err(Failure::refused(format!(
        "there is no solver '{}': with --solver, OLD and NEW are both names of solvers",
        escape(other)
    )))
}
