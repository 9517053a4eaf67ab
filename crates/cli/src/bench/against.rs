//! Compares a result with an older one.

use crate::failure::Failure;
use crate::messages::warn;
use ninefold_files::escape::escape;
use ninefold_referee::bench::baseline::{self, Comparison, Thresholds};
use ninefold_referee::bench::corpus::Corpus;
use ninefold_referee::bench::export::{self, ViewBlock};
use ninefold_referee::bench::measure::Plan;
use ninefold_referee::bench::record::Record;
use ninefold_referee::bench::stats::Judgement;
use ninefold_referee::bench::store;
use std::path::Path;

/// What `--against` names, read: a history or a result.
pub(super) struct OlderResults<'a> {
    path: &'a Path,
    /// Whether the run adds to it or replaces it.
    pub(super) is_output: bool,
    records: Vec<Record>,
}

impl OlderResults<'_> {
    /// Reads a file. One that is an output of the run may be empty, or not there yet.
    ///
    /// # Errors
    /// A file that cannot be read, or holds no result.
    pub(super) fn read(path: &Path, is_output: bool) -> Result<OlderResults<'_>, Failure> {
        let has_text = path
            .metadata()
            .is_ok_and(|file| file.is_file() && file.len() > 0);
        let records = if has_text || !is_output {
            store::load(path, &mut warn).map_err(Failure::io)?
        } else {
            Vec::new()
        };
        Ok(OlderResults {
            path,
            is_output,
            records,
        })
    }

    /// The last one that can be compared with what a plan measures. If there is none and the file
    /// is an output of the run, the run has the first one.
    ///
    /// # Errors
    /// There is none, and the file is an input.
    pub(super) fn baseline(
        &self,
        plan: &Plan,
        corpora: &[Corpus],
    ) -> Result<Option<&Record>, Failure> {
        let path = escape(self.path);
        if self.records.is_empty() {
            warn(&format!("{path}: no result yet to compare with"));
            return Ok(None);
        }
        let mut passed_over = |text: &str| warn(&format!("{path}: {text}"));
        let new = plan.without_samples(corpora);
        match baseline::last_comparable(&self.records, &new, &mut passed_over) {
            Ok(Some(record)) => Ok(Some(record)),
            Ok(None) if self.is_output => {
                warn(&format!("{path}: no complete result yet to compare with"));
                Ok(None)
            }
            Ok(None) => Err(Failure::refused(format!(
                "--against {path}: it has no complete result of what is measured now"
            ))),
            Err(reason) if self.is_output => {
                warn(&format!("{path}: no result yet to compare with: {reason}"));
                Ok(None)
            }
            Err(reason) => Err(Failure::refused(format!("--against {path}: {reason}"))),
        }
    }
}

/// What changed from an older result to a new one, and whether something is slower.
pub(super) fn changes(old: &Record, new: &Record) -> (Vec<ViewBlock>, bool) {
    // If there is an external solver, changes of the engines show the state of the machine, not
    // of the solver.
    let external = new.has_external().then(|| [old.external(), new.external()]);
    let [old, new] = match &external {
        Some(external) => external.each_ref(),
        None => [old, new],
    };
    let found = Comparison {
        names: ["last time", "now"].map(str::to_owned),
        ..baseline::compare(old, new, &Thresholds::default())
    };
    let date = old.date.replace('T', " ").replace('Z', " UTC");
    let builds = old.builds();
    let verdict = found.verdict;
    let heading = format!("Against the result of {date} ({builds}): {verdict}.");
    let mut blocks = vec![ViewBlock::List(vec![heading])];
    blocks.extend(export::comparison(&found));
    let sure = "The two were measured at different times, so other work of the machine is part of each change. To be \
                sure, measure both builds in turns: 'ninefold compare --paired'.";
    blocks.push(ViewBlock::Text(sure.to_owned()));
    (blocks, found.verdict == Judgement::Slower)
}
