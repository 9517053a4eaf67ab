//! Counts instructions with valgrind. Counts do not depend on what else the machine does, so they show small changes
//! that are too noisy for times.

use super::Case;
use crate::bench::corpus::Selection;
use crate::bench::error::CaseError;
use crate::external::find_program;
use std::fs;
use std::path::Path;

/// Maximum number of puzzles: valgrind makes a program some fifty times as slow.
pub(in crate::bench) const COUNTED: usize = 200;

/// Whether there is a valgrind.
pub(in crate::bench) fn can_count() -> bool {
    find_program(Path::new("valgrind")).is_ok()
}

impl Case<'_> {
    /// The instructions that at most this many of its puzzles take: of a library the function that solves, and of a command
    /// all of its processes, less those for one puzzle, if there are several. valgrind writes them into this folder.
    ///
    /// # Errors
    /// The solver failed, or valgrind did not count.
    pub(in crate::bench) fn instructions(
        &mut self,
        most: usize,
        folder: &Path,
    ) -> Result<u64, CaseError> {
        let is_library = self.spec.is_some_and(|spec| spec.is_library());
        let log = folder.join("%p");
        let mut words = vec![
            "valgrind".to_owned(),
            "--tool=callgrind".to_owned(),
            "--trace-children=yes".to_owned(),
            "--callgrind-out-file=/dev/null".to_owned(),
            format!("--log-file={}", log.to_string_lossy()),
        ];
        if is_library {
            words.push("--toggle-collect=ninefold_solver_solve".to_owned());
        }
        self.wrapper = words;
        let puzzles = self.puzzles.min(most);
        let start = match puzzles {
            2.. if !is_library => self.count(1, folder),
            _ => Ok(0),
        };
        let all = start.and_then(|start| Ok(self.count(puzzles, folder)?.saturating_sub(start)));
        self.wrapper.clear();
        self.solver = None;
        match all? {
            0 => Err(CaseError::failed("valgrind counted nothing")),
            count => Ok(count),
        }
    }

    fn count(&mut self, puzzles: usize, folder: &Path) -> Result<u64, CaseError> {
        // The same text in every run.
        let asked = self.corpus.text(Selection {
            puzzles,
            passes: 1,
            number: 0,
        });
        self.solver = None;
        let emptied = || {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder).map_err(|error| CaseError::failed(error.to_string()))
        };
        emptied()?;
        // A plain command starts anew for the request, and what it was started for before does not count.
        if self.is_plain()? {
            emptied()?;
        }
        self.ask(&asked, 1, self.plan.limits.timeout, None)?;
        if let Some(solver) = &mut self.solver {
            let ended = solver.end();
            ended.map_err(|trouble| self.trouble(trouble))?;
        }
        let mut all = 0;
        let mut said = String::new();
        for log in fs::read_dir(folder).into_iter().flatten().flatten() {
            said = fs::read_to_string(log.path()).unwrap_or_default();
            let number = said.split_once("Collected :").and_then(|(_, rest)| {
                let number = rest.lines().next()?;
                number.trim().parse::<u64>().ok()
            });
            all += number.unwrap_or(0);
        }
        let _ = fs::remove_dir_all(folder);
        match all {
            0 => {
                let said = said.lines().last().unwrap_or("nothing");
                Err(CaseError::failed(format!(
                    "valgrind did not count its instructions: it said {said}"
                )))
            }
            all => Ok(all),
        }
    }
}
