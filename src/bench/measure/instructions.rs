//! Counts instructions with valgrind. Counts do not depend on what else the machine does, so they show small changes
//! of commands that are too noisy for times.

use super::cases::Bench;
use crate::bench::error::CaseError;
use std::fs;
use std::path::Path;

/// Maximum number of puzzles: valgrind makes a program some fifty times as slow.
const COUNTED: usize = 200;

impl Bench<'_> {
    /// Lets valgrind count the instructions of commands from now on, and write the number to a file.
    pub(in crate::bench) fn count_instructions(&mut self, log: &Path) {
        let log = format!("--log-file={}", log.to_string_lossy());
        let words = [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            &log,
        ];
        for children in &mut self.children {
            children.wrap(words.map(str::to_owned).to_vec());
        }
    }

    /// The instructions that a case takes for at most [`COUNTED`] of its puzzles, less those for one of them, if there
    /// are several.
    ///
    /// # Errors
    /// The solver failed, or valgrind did not count.
    pub(in crate::bench) fn instructions(
        &mut self,
        i: usize,
        log: &Path,
    ) -> Result<u64, CaseError> {
        let puzzles = self.cases[i].puzzles.min(COUNTED);
        let start = match puzzles {
            1 => 0,
            _ => self.counted(i, 1, log)?,
        };
        match self.counted(i, puzzles, log)?.saturating_sub(start) {
            0 => Err(CaseError::Failed(
                "valgrind counted nothing: it counts the program of a command, and not what a script starts".to_owned(),
            )),
            count => Ok(count),
        }
    }

    fn counted(&mut self, i: usize, puzzles: usize, log: &Path) -> Result<u64, CaseError> {
        self.cases[i].puzzles = puzzles;
        // The same text in every run.
        let asked = self.text(i, 0, 1);
        let timeout = self.cases[i].plan.limits.timeout;
        self.send(i, &asked, 1, timeout)?;
        self.end(i);
        let text = fs::read_to_string(log).unwrap_or_default();
        let count = text.split_once("Collected :").and_then(|(_, rest)| {
            let number = rest.lines().next()?;
            number.trim().parse().ok()
        });
        count.ok_or_else(|| {
            let said = text.lines().last().unwrap_or("nothing");
            CaseError::Failed(format!(
                "valgrind did not count its instructions: it said {said}"
            ))
        })
    }
}
