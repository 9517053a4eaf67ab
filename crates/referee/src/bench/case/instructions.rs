//! Counts instructions with valgrind. Counts do not depend on what else the machine does, so they
//! show small changes that are too noisy for times.

use super::Case;
use crate::bench::corpus::Selection;
use crate::bench::error::CaseError;
use crate::external::{SolverSpec, find_program};
use std::fs;
use std::path::Path;

/// Maximum number of puzzles: enough that the start of a program hardly counts.
pub(in crate::bench) const COUNTED: usize = 1000;

/// Whether there is a valgrind.
pub(in crate::bench) fn can_count() -> bool {
    find_program(Path::new("valgrind")).is_ok()
}

impl Case<'_> {
    /// The instructions that its first puzzles take, at most this many: of a library the function
    /// that solves, and of a command all of its processes, from their start. Nothing is subtracted,
    /// because a solver could do more in the part that is. valgrind writes them into this folder.
    ///
    /// # Errors
    /// The solver failed, or valgrind did not count.
    pub(in crate::bench) fn instructions(
        &mut self,
        most: usize,
        folder: &Path,
    ) -> Result<u64, CaseError> {
        self.wrapper = self.valgrind(folder);
        let counted = self.count(most, folder);
        self.wrapper.clear();
        self.solver = None;
        let _ = fs::remove_dir_all(folder);
        counted
    }

    /// The words before those of a solver that let valgrind count.
    fn valgrind(&self, folder: &Path) -> Vec<String> {
        let mut words = vec![
            "valgrind".to_owned(),
            "--tool=callgrind".to_owned(),
            "--trace-children=yes".to_owned(),
            "--callgrind-out-file=/dev/null".to_owned(),
            format!("--log-file={}", folder.join("%p").to_string_lossy()),
        ];
        if self.spec.is_some_and(SolverSpec::is_library) {
            words.push("--toggle-collect=ninefold_solver_solve".to_owned());
        }
        words
    }

    fn count(&mut self, most: usize, folder: &Path) -> Result<u64, CaseError> {
        // The same text in every run.
        let asked = self.corpus.text(Selection {
            puzzles: self.puzzles.min(most),
            passes: 1,
            number: 0,
        });
        self.solver = None;
        empty(folder)?;
        // A plain command starts anew for the request, and what it was started for before does not
        // count.
        if self.is_plain()? {
            empty(folder)?;
        }
        self.ask(&asked, 1, self.plan.limits.timeout, None)?;
        if let Some(solver) = &mut self.solver {
            let ended = solver.end();
            ended.map_err(|trouble| self.trouble(trouble))?;
        }
        counts(folder)
    }
}

/// Makes a folder that has nothing in it.
fn empty(folder: &Path) -> Result<(), CaseError> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| CaseError::failed(error.to_string()))
}

/// The sum of the counts that valgrind wrote, a file for each process.
fn counts(folder: &Path) -> Result<u64, CaseError> {
    let mut all = 0;
    let mut said = String::new();
    for log in fs::read_dir(folder).into_iter().flatten().flatten() {
        said = fs::read_to_string(log.path()).unwrap_or_default();
        let number = said.split_once("Collected :");
        let number = number.and_then(|(_, rest)| rest.lines().next()?.trim().parse::<u64>().ok());
        all += number.unwrap_or(0);
    }
    match all {
        0 => Err(CaseError::failed(format!(
            "valgrind did not count its instructions: it said {}",
            said.lines().last().unwrap_or("nothing")
        ))),
        all => Ok(all),
    }
}
