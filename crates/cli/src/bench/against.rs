//! Compares a result with an older one.

use crate::failure::Failure;
use crate::messages::warn;
use ninefold::bench::baseline::{self, Comparison, NoBaselineError, Thresholds};
use ninefold::bench::corpus::Corpus;
use ninefold::bench::export::{self, Style};
use ninefold::bench::measure::Plan;
use ninefold::bench::record::{ExternalDetails, Record};
use ninefold::bench::stats::Judgement;
use ninefold::bench::store;
use ninefold::escape::escape;
use ninefold::external::SolverSpec;
use std::io::Write;
use std::path::Path;

/// What `--against` names, read: a history or a result.
pub(super) struct OlderResults<'a> {
    path: &'a Path,
    /// Whether the run adds to it or replaces it.
    pub(super) is_output: bool,
    records: Vec<Record>,
}

/// The older result.
pub(super) struct Baseline(Record);

impl OlderResults<'_> {
    /// Reads a file. One that is an output of the run may be empty, or not there yet.
    ///
    /// # Errors
    /// A file that cannot be read, or holds no result.
    pub(super) fn read(path: &Path, is_output: bool) -> Result<OlderResults<'_>, Failure> {
        let has_text = path
            .metadata()
            .is_ok_and(|file| file.is_file() && file.len() > 0);
        let records = match has_text || !is_output {
            true => store::load(path, &mut warn).map_err(Failure::io)?,
            false => Vec::new(),
        };
        Ok(OlderResults {
            path,
            is_output,
            records,
        })
    }

    /// The last one that can be compared with what a plan measures. There is none yet if the file is an
    /// output of the run.
    ///
    /// # Errors
    /// There is none, and the file is an input.
    pub(super) fn baseline(
        &self,
        plan: &Plan,
        corpora: &[Corpus],
    ) -> Result<Option<Baseline>, Failure> {
        let path = escape(self.path);
        if self.records.is_empty() {
            warn(&format!("{path}: no result yet to compare with"));
            return Ok(None);
        }
        let mut passed_over = |text: &str| warn(&format!("{path}: {text}"));
        let new = plan.without_samples(corpora);
        match baseline::last_comparable(&self.records, &new, &mut passed_over) {
            Ok(record) => Ok(Some(Baseline(record.clone()))),
            Err(NoBaselineError::Stopped) if self.is_output => {
                warn(&format!("{path}: no complete result yet to compare with"));
                Ok(None)
            }
            Err(error) => Err(Failure::refused(format!("--against {path}: {error}"))),
        }
    }
}

impl Baseline {
    /// Writes what changed from this one to a new result, and how to be sure of it: a command with
    /// these inputs and options, and one of these solvers. Returns whether something is slower.
    pub(super) fn compare(
        &self,
        new: &Record,
        asked: &[String],
        solvers: &[SolverSpec],
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
        let found = Comparison {
            names: ["last time", "now"].map(str::to_owned),
            ..found
        };
        let date = old.date.replace('T', " ").replace('Z', " UTC");
        writeln!(
            out,
            "\nAgainst the result of {} ({}): {}.\n",
            escape(&date),
            escape(&old.builds()),
            found.verdict
        )
        .map_err(Failure::io)?;
        export::comparison(&found, style, out).map_err(Failure::io)?;
        let failed = |spec: &&SolverSpec| new.failures.iter().any(|f| f.case.engine == spec.name);
        let how = match solvers.iter().find(failed) {
            Some(failed) => once_it_works(failed, asked),
            None => how_to_be_sure(old, new, asked),
        };
        out.write_all(how.as_bytes()).map_err(Failure::io)?;
        Ok(found.verdict == Judgement::Slower)
    }
}

/// How to compare a solver that failed with its build of then.
fn once_it_works(failed: &SolverSpec, asked: &[String]) -> String {
    let solvers = ["old=OLD".to_owned(), format!("new={}", failed.typed)];
    format!(
        "\n{0} failed, so nothing above is about it. When it works again, compare it with its last build (OLD): {1}\n",
        escape(&failed.name),
        paired(&["old", "new"], asked, &solvers)
    )
}

/// How to be sure: a command for each solver that runs old and new in turns.
fn how_to_be_sure(old: &Record, new: &Record, asked: &[String]) -> String {
    let mut text = "\nThe two were measured at different times, so other work of the machine is part of each change.\n".to_owned();
    let mut seen: Vec<&str> = Vec::new();
    for row in &new.rows {
        let name = &*row.case.engine;
        let then = old.rows.iter().find(|old| old.case == row.case);
        let then = then.and_then(|then| then.external.as_ref());
        if let Some((then, now)) = then.zip(row.external.as_ref())
            && !seen.contains(&name)
        {
            seen.push(name);
            text += &how_to_be_sure_of(name, then, now, asked);
        }
    }
    if seen.is_empty() {
        let command = paired(&["OLD_PROGRAM", "NEW_PROGRAM"], asked, &[]);
        text += &format!("To be sure: {command}\n");
    }
    text
}

fn how_to_be_sure_of(
    name: &str,
    then: &ExternalDetails,
    now: &ExternalDetails,
    asked: &[String],
) -> String {
    let name = escape(name);
    if now.sha256.is_some() && then.sha256 == now.sha256 {
        return format!("{name} is the same file as it was then.\n");
    }
    let (was, keep) = match is_still(then) {
        true => (&*then.target, ""),
        false => ("OLD", " (OLD: its build of then)"),
    };
    let solvers = [format!("old={was}"), format!("new={}", now.target)];
    let command = paired(&["old", "new"], asked, &solvers);
    format!("To be sure of {name}{keep}: {command}\n")
}

/// The command that compares two sides in turns, as a shell takes it.
fn paired(sides: &[&str; 2], asked: &[String], solvers: &[String]) -> String {
    let first = ["ninefold", "compare", "--paired"];
    let words = first.iter().chain(sides).copied();
    let words = words.chain(asked.iter().map(String::as_str));
    let solvers = solvers.iter().flat_map(|solver| ["--solver", solver]);
    let quoted = words.chain(solvers).map(|word| {
        let quoted = shlex::try_quote(word);
        quoted.map_or_else(|_| word.to_owned(), String::from)
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Whether the measured file is unchanged.
fn is_still(solver: &ExternalDetails) -> bool {
    let now = SolverSpec::parse(&format!("old={}", solver.target));
    let now = now.map(|spec| spec.sha256());
    solver.sha256.is_some() && now == Ok(solver.sha256.clone())
}
