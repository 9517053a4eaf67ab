//! The processes of the cases: a worker for an engine or a library, and commands.

use super::plan::Plan;
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::record::Case;
use crate::external::{Command, ResourceLimits, Target};
use std::collections::HashMap;
use std::path::PathBuf;

/// Starts processes when they are needed, and keeps them.
#[derive(Debug)]
pub(super) struct Children<'a> {
    pub(super) plan: &'a Plan,
    /// Running ones, and why others cannot run, by [`Children::key`].
    started: HashMap<Case, Result<Command, CaseError>>,
    /// Words before every command, such as those of valgrind.
    wrapper: Vec<String>,
    /// The copy of the program from which the workers of a round start.
    program: Option<PathBuf>,
}

impl<'a> Children<'a> {
    pub(super) fn new(plan: &'a Plan) -> Children<'a> {
        Children {
            plan,
            started: HashMap::new(),
            wrapper: Vec::new(),
            program: None,
        }
    }

    /// Starts all commands by these words from now on.
    pub(super) fn wrap(&mut self, words: Vec<String>) {
        self.started.clear();
        self.wrapper = words;
    }

    /// Cases that differ in their corpus share a process. Those of a worker may differ in their limit, too: it is 0.
    fn key(&self, case: &Case) -> Case {
        let spec = self.plan.solver(case);
        let is_command = spec.is_some_and(|spec| !spec.is_library());
        Case {
            corpus: String::new(),
            limit: if is_command { case.limit } else { 0 },
            ..case.clone()
        }
    }

    /// The process of a case.
    pub(super) fn of(&mut self, case: &Case) -> Result<&mut Command, CaseError> {
        let key = self.key(case);
        if !self.started.contains_key(&key) {
            let started = self.start(case);
            self.release();
            self.started.insert(key.clone(), started);
        }
        let started = self.started.get_mut(&key).expect("it was started just now");
        started.as_mut().map_err(|error| error.clone())
    }

    /// Makes the next request go to a new process.
    pub(super) fn restart(&mut self, case: &Case) {
        let key = self.key(case);
        match self.started.get_mut(&key) {
            // Its copy is gone.
            _ if key.limit == 0 => drop(self.started.remove(&key)),
            Some(Ok(command)) => command.restart(),
            _ => {}
        }
    }

    /// Lets the process of a case end by itself.
    pub(super) fn end(&mut self, case: &Case) {
        if let Some(Ok(mut command)) = self.started.remove(&self.key(case)) {
            command.end();
        }
    }

    /// Starts the workers of these cases anew, from new copies, and perhaps also persistent commands.
    pub(super) fn renew<'c>(&mut self, cases: impl Iterator<Item = &'c Case>) {
        let all = self.plan.restarts;
        for case in cases {
            let key = self.key(case);
            let is_worker = key.limit == 0;
            if is_worker && self.program.is_none() {
                // The first one of this round.
                self.started.retain(|key, _| key.limit > 0);
            }
            match self.started.get_mut(&key) {
                Some(Ok(command)) if !is_worker && all => command.restart(),
                None if is_worker => {
                    let started = self.start(case);
                    self.started.insert(key, started);
                }
                _ => {}
            }
        }
        self.release();
    }

    /// Removes the copies: the processes that are ready have loaded theirs.
    fn release(&mut self) {
        self.program = None;
        self.plan.copies.remove();
    }

    fn start(&mut self, case: &Case) -> Result<Command, CaseError> {
        let plan = self.plan;
        let Some(spec) = plan.solver(case) else {
            let limits = ResourceLimits {
                memory: u64::MAX,
                ..plan.limits.clone()
            };
            return self.worker(&case.engine_and_backend(), case.threads, &limits);
        };
        let words = match &spec.target {
            Target::Library(path) => {
                let copy = plan.copies.of_library(path);
                let copy = copy.map_err(MeasureError::NotCopied)?;
                // A path without a folder would be an engine's name.
                let copy = std::path::absolute(&copy).unwrap_or(copy);
                return self.worker(&copy.to_string_lossy(), case.threads, &plan.limits);
            }
            Target::Command(words) => [&self.wrapper[..], words].concat(),
        };
        let command = Command::new(&words, case.limit, case.threads, &plan.limits);
        let command = command.map_err(|reason| plan.failure(reason))?;
        if !command.is_persistent() && case.limit > 1 && !spec.names("limit") {
            return Err(CaseError::Refused(format!(
                "it cannot be asked for {} solutions: write {{limit}} where its command takes the number, or measure it \
                 with --limits 1",
                case.limit
            )));
        }
        Ok(command)
    }

    fn worker(
        &mut self,
        solver: &str,
        threads: usize,
        limits: &ResourceLimits,
    ) -> Result<Command, CaseError> {
        let plan = self.plan;
        let copy = match self.program.take() {
            Some(copy) => copy,
            None => {
                let copy = plan.copies.of_program(&plan.program);
                copy.map_err(MeasureError::NotCopied)?
            }
        };
        let program = self.program.insert(copy).to_string_lossy();
        let words = [
            &*program,
            "worker",
            solver,
            "--threads",
            &threads.to_string(),
        ];
        let started = Command::worker(words.map(str::to_owned).to_vec(), limits);
        started.map_err(|reason| plan.failure(reason))
    }
}
