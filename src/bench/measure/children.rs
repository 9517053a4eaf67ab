//! The processes of the cases: a worker for an engine or a library, and commands.

use super::plan::Plan;
use crate::bench::error::CaseError;
use crate::bench::record::Case;
use crate::external::{Command, ResourceLimits, SolverSpec, Target};
use std::collections::HashMap;
use std::path::PathBuf;

/// How a case is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SolverKind {
    /// A worker with one of our engines: it may get several passes of one text.
    Engine,
    /// A worker with a library.
    Library,
    /// A persistent command.
    Persistent,
    /// A command that starts for each request.
    Plain,
}

/// Cases with the same engine, back end and threads share a process. A command is another one for each limit.
type ChildKey = (String, Option<String>, usize, Option<u64>);

/// Starts processes when they are needed, and keeps them.
#[derive(Debug)]
pub(super) struct Children<'a> {
    pub(super) plan: &'a Plan,
    /// Running ones, and why others cannot run.
    started: HashMap<ChildKey, Result<Command, CaseError>>,
    /// The copy of the program from which the workers of a round start.
    program: Option<PathBuf>,
}

impl<'a> Children<'a> {
    pub(super) fn new(plan: &'a Plan) -> Children<'a> {
        Children {
            plan,
            started: HashMap::new(),
            program: None,
        }
    }

    fn key(&self, case: &Case) -> ChildKey {
        let is_command = self
            .plan
            .solver(case)
            .is_some_and(|spec| !spec.is_library());
        let limit = is_command.then_some(case.limit);
        (
            case.engine.clone(),
            case.backend.clone(),
            case.threads,
            limit,
        )
    }

    /// The process of a case, and what it is.
    pub(super) fn of(&mut self, case: &Case) -> Result<(&mut Command, SolverKind), CaseError> {
        let key = self.key(case);
        if !self.started.contains_key(&key) {
            let started = self.start(case);
            self.release();
            self.started.insert(key.clone(), started);
        }
        let kind = match self.plan.solver(case).map(SolverSpec::is_library) {
            None => SolverKind::Engine,
            Some(true) => SolverKind::Library,
            Some(false) => SolverKind::Plain,
        };
        let command = self.started.get_mut(&key).expect("it was started just now");
        let command = command.as_mut().map_err(|error| error.clone())?;
        Ok(match kind == SolverKind::Plain && command.is_persistent() {
            true => (command, SolverKind::Persistent),
            false => (command, kind),
        })
    }

    /// Makes the next request go to a new process.
    pub(super) fn restart(&mut self, case: &Case) {
        let key = self.key(case);
        match self.started.get_mut(&key) {
            // Its copy is gone.
            _ if key.3.is_none() => drop(self.started.remove(&key)),
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
            let is_worker = key.3.is_none();
            if is_worker && self.program.is_none() {
                // The first one of this round.
                self.started.retain(|key, _| key.3.is_some());
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
        let (plan, copies) = (self.plan, &self.plan.copies);
        match self.plan.solver(case).map(|spec| (spec, &spec.target)) {
            None => {
                let limits = ResourceLimits {
                    memory: u64::MAX,
                    ..plan.limits.clone()
                };
                self.worker(&case.engine_and_backend(), case.threads, &limits)
            }
            Some((_, Target::Library(path))) => {
                let copy = copies.of_library(path).map_err(CaseError::NotCopied)?;
                // A path without a folder would be an engine's name.
                let copy = std::path::absolute(&copy).unwrap_or(copy);
                self.worker(&copy.to_string_lossy(), case.threads, &plan.limits)
            }
            Some((spec, Target::Command(words))) => {
                let words = [&plan.wrapper[..], words].concat();
                let started = Command::new(&words, case.limit, case.threads, &plan.limits);
                let command = started.map_err(|reason| plan.failure(reason))?;
                if case.limit > 1 && !command.is_persistent() && !spec.names("limit") {
                    return Err(CaseError::Refused(format!(
                        "it cannot be asked for {} solutions: write {{limit}} where its command takes the number, \
                         or measure it with --limits 1",
                        case.limit
                    )));
                }
                Ok(command)
            }
        }
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
                copy.map_err(CaseError::NotCopied)?
            }
        };
        let program = self.program.insert(copy).to_string_lossy();
        let (threads, guesses) = (threads.to_string(), plan.guess_limit.to_string());
        let words = [&*program, "worker", solver, "--threads", &threads];
        let words = words.into_iter().chain(["--max-guesses", &guesses]);
        let words = words.map(str::to_owned).collect();
        let started = Command::worker(words, limits);
        started.map_err(|reason| plan.failure(reason))
    }
}
