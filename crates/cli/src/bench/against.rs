//! Compares a result with an older one.

use crate::failure::Failure;
use crate::messages::warn;
use ninefold::bench::baseline::{self, Thresholds};
use ninefold::bench::corpus::Corpus;
use ninefold::bench::export::{self, Style};
use ninefold::bench::measure::Plan;
use ninefold::bench::record::{Outside, Record};
use ninefold::bench::stats::Judgement;
use ninefold::bench::store;
use ninefold::escape::escape;
use ninefold::foreign::SolverSpec;
use std::io::Write;
use std::path::Path;

/// The older result.
pub(super) struct Baseline(Record);

impl Baseline {
    /// The last result in a file that can be compared with the plan's. `None` if the file is a
    /// history that the run starts.
    ///
    /// # Errors
    /// The file cannot be read, or has no such result.
    pub(super) fn find(
        path: &Path,
        is_begun: bool,
        plan: &Plan,
        corpora: &[Corpus],
    ) -> Result<Option<Baseline>, Failure> {
        if is_begun && path.metadata().map_or(true, |file| file.len() == 0) {
            warn(&format!("{}: no result yet to compare with", escape(path)));
            return Ok(None);
        }
        let history = store::load(path, &mut warn).map_err(Failure::io)?;
        let found = baseline::last_comparable(&history, &plan.without_samples(corpora));
        match found {
            Ok(record) => Ok(Some(Baseline(record.clone()))),
            Err(error) => Err(Failure::refused(format!(
                "--against {}: {error}",
                escape(path)
            ))),
        }
    }

    /// Writes what changed from the older result to a new one, and how to be sure of it. Returns
    /// whether something is slower.
    pub(super) fn compare(
        &self,
        new: &Record,
        style: Style,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        // If there is an external solver, changes of the engines show the state of the machine, not
        // of the solver.
        let external = new
            .has_external()
            .then(|| (self.0.external(), new.external()));
        let (old, new) = match &external {
            Some((old, new)) => (old, new),
            None => (&self.0, new),
        };
        let found = baseline::compare(old, new, &Thresholds::default()).map_err(Failure::io)?;
        let date = old.date.split('T').next().unwrap_or_default();
        writeln!(
            out,
            "\nAgainst the result of {} ({}): {}.\n",
            escape(date),
            escape(&old.builds()),
            found.verdict
        )
        .map_err(Failure::io)?;
        export::comparison(&found, ["last time", "now"], style, out).map_err(Failure::io)?;
        out.write_all(how_to_be_sure(old, new).as_bytes())
            .map_err(Failure::io)?;
        Ok(found.verdict == Judgement::Slower)
    }
}

/// How to be sure: the command that runs old and new in turns.
fn how_to_be_sure(old: &Record, new: &Record) -> String {
    let told = "\nThe two were measured at different times, so other work of the machine is part of each change.\n";
    let pairs = new.rows.iter().filter_map(|new| {
        let old = old.rows.iter().find(|old| old.case == new.case)?;
        Some((old.outside.as_ref()?, new))
    });
    let mut pairs = pairs.filter_map(|(old, new)| Some((old, new.outside.as_ref()?, &new.case)));
    let Some((old, new, case)) = pairs.next() else {
        return format!("{told}To be sure: ninefold compare --paired OLD_PROGRAM NEW_PROGRAM\n");
    };
    if new.sha256.is_some() && old.sha256 == new.sha256 {
        let name = escape(&case.engine);
        return format!("{told}{name} is the same file as it was then.\n");
    }
    let (was, keep) = match is_still(old) {
        true => (&*old.target, ""),
        false => ("OLD", " (OLD: its build of then)"),
    };
    let (was, is) = (option("old", was), option("new", &new.target));
    format!("{told}To be sure{keep}: ninefold compare --paired old new {was} {is}\n")
}

fn option(name: &str, target: &str) -> String {
    let typed = format!("{name}={target}");
    let quoted = shlex::try_quote(&typed).map(String::from);
    format!("--solver {}", quoted.unwrap_or(typed.clone()))
}

/// Whether the measured file is unchanged.
fn is_still(solver: &Outside) -> bool {
    let now = SolverSpec::parse(&format!("old={}", solver.target));
    let now = now.map(|spec| spec.sha256());
    solver.sha256.is_some() && now == Ok(solver.sha256.clone())
}
