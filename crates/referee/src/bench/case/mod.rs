//! A case: a solver on a corpus, with its process, and what came of it.
//!
//! `check` makes it answer its puzzles, in requests that grow, so that a hang or a crash is known
//! at once, with its puzzle (`find`). `sample` takes its samples. Every answer of every request is
//! judged, after the clock has stopped.
//!
//! What must stay true:
//! - A worker is timed from text in memory to rows in memory, and a command from the request to the
//!   last answer. A plain one is timed from its start to its end: no CPU time is ever subtracted.
//! - The position of a program's code in memory can make all of its processes a little slower or
//!   faster than those of a copy. So workers start anew for each turn, from copies of its round
//!   ([`super::copies`]).

mod check;
mod find;
mod instructions;
mod sample;

pub(super) use check::Answered;
pub(super) use instructions::{COUNTED, can_count};

use super::corpus::{Corpus, SharedCorpus};
use super::error::{CaseError, MeasureError};
use super::judge::ReferenceAnswers;
use super::outcome::SideOutcome;
use super::plan::Plan;
use super::record::{AnswerCounts, CaseKey, ExternalDetails, ResultRow};
use crate::external::{
    Asked, Reply, SolverKind, SolverSpec, SolverStart, Supervised, Target, Trouble, filled, lines,
};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How often to time the start of a command, unless it takes longer than this in all.
const STARTS: usize = 3;
const STARTING: Duration = Duration::from_secs(2);

/// The corpora of a run, and the right answers for them by the limit of solutions.
#[derive(Debug)]
pub(super) struct Corpora {
    all: Vec<Rc<SharedCorpus>>,
    references: HashMap<(usize, u64), Rc<ReferenceAnswers>>,
}

impl Corpora {
    pub(super) fn new(corpora: &[Corpus], are_fresh: bool) -> Corpora {
        let mut all = Vec::with_capacity(corpora.len());
        for corpus in corpora {
            all.push(Rc::new(SharedCorpus::new(corpus.clone(), are_fresh)));
        }
        Corpora {
            all,
            references: HashMap::new(),
        }
    }

    /// The corpus of a case, and the right answers.
    fn of(
        &mut self,
        key: &CaseKey,
    ) -> Result<(Rc<SharedCorpus>, Rc<ReferenceAnswers>), MeasureError> {
        let mut corpora = self.all.iter();
        let at = corpora.position(|shared| shared.corpus.name() == key.corpus);
        let at = at.expect("each case is of one of the corpora");
        let shared = Rc::clone(&self.all[at]);
        assert!(!shared.corpus.is_empty(), "each corpus has puzzles");
        if let Some(reference) = self.references.get(&(at, key.limit)) {
            return Ok((shared, Rc::clone(reference)));
        }
        let found = ReferenceAnswers::find(&shared.corpus, key.limit);
        let found = Rc::new(found.map_err(MeasureError::Reference)?);
        self.references.insert((at, key.limit), Rc::clone(&found));
        Ok((shared, found))
    }
}

/// A solver on a corpus.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) plan: &'a Plan,
    /// The external solver, unless it is an engine.
    pub(super) spec: Option<&'a SolverSpec>,
    pub(super) corpus: Rc<SharedCorpus>,
    reference: Rc<ReferenceAnswers>,
    /// Its results so far.
    pub(super) row: ResultRow,
    pub(super) outcome: SideOutcome,
    /// Its supervisor with its process, if they run.
    solver: Option<Supervised>,
    /// Words before those of its command, such as those of valgrind.
    wrapper: Vec<String>,
    /// Whether its process has got a warm-up.
    is_warm: bool,
    /// Whether the next request is a sample, and for how many puzzles of a later one it takes
    /// memory.
    is_sample: bool,
    reserve: Option<usize>,
    /// Whether a sample that takes much longer than expected is cut off.
    is_cut: bool,
    /// Puzzles of a pass in the samples.
    pub(super) puzzles: usize,
    /// Nanoseconds that a puzzle takes, and the start of a plain command, as far as known, and how
    /// many times as long they take on this machine, which others use.
    pub(super) puzzle_ns: f64,
    pub(super) start_ns: f64,
    slowdown: f64,
    /// The time of each sample, and that in which its threads were busy, all together.
    busy: Vec<(Duration, Duration)>,
}

impl<'a> Case<'a> {
    /// A case of a plan. Nothing is started yet.
    pub(super) fn new(
        plan: &'a Plan,
        key: &CaseKey,
        corpora: &mut Corpora,
    ) -> Result<Case<'a>, MeasureError> {
        let (corpus, reference) = corpora.of(key)?;
        let spec = plan.solver(key);
        let external = spec.map(|spec| ExternalDetails {
            target: spec.typed.clone(),
            ..ExternalDetails::default()
        });
        let puzzles = corpus.corpus.len();
        let row = ResultRow {
            puzzles: puzzles as u64,
            repeats: 1,
            external,
            case: key.clone(),
            ..ResultRow::default()
        };
        Ok(Case {
            plan,
            spec,
            corpus,
            reference,
            row,
            outcome: SideOutcome::Measured,
            solver: None,
            wrapper: Vec::new(),
            is_warm: false,
            is_sample: false,
            reserve: None,
            is_cut: false,
            puzzles,
            puzzle_ns: 0.0,
            start_ns: 0.0,
            slowdown: 1.0,
            busy: Vec::new(),
        })
    }

    pub(super) fn has_failed(&self) -> bool {
        matches!(self.outcome, SideOutcome::Failed(_))
    }

    /// Leaves it out from now on, and ends its process.
    ///
    /// # Errors
    /// It is no fault of the solver.
    pub(super) fn fail(&mut self, error: CaseError) -> Result<(), MeasureError> {
        self.solver = None;
        match error {
            CaseError::Other(error) => Err(error),
            error => {
                self.outcome = SideOutcome::Failed(error);
                Ok(())
            }
        }
    }

    /// How many puzzles it answered, all right.
    pub(super) fn answered(&self) -> u64 {
        let AnswerCounts {
            solved,
            none,
            gave_up,
            refused,
            ..
        } = self.row.answers;
        solved + none + gave_up + refused
    }

    /// Makes it answer its puzzles again, because only some of them are measured.
    pub(super) fn forget_answers(&mut self) {
        self.row.answers = AnswerCounts::default();
    }

    /// The wall-clock nanoseconds of its start, and of each puzzle, as far as known.
    pub(super) fn costs(&self) -> (f64, f64) {
        (
            self.start_ns * self.slowdown,
            self.puzzle_ns * self.slowdown,
        )
    }

    /// Only measures its first puzzles.
    pub(super) fn cut(&mut self, corpus: &Rc<SharedCorpus>) {
        self.corpus = Rc::clone(corpus);
        self.puzzles = corpus.corpus.len();
        self.row.puzzles = self.puzzles as u64;
    }

    /// Begins a turn: starts the worker of an engine or a library anew, and perhaps a persistent
    /// command.
    pub(super) fn begin_turn(&mut self) -> Result<(), CaseError> {
        self.is_warm = false;
        let is_worker = self.spec.is_none_or(SolverSpec::is_library);
        match &mut self.solver {
            Some(_) if is_worker => self.reopen(),
            Some(solver) if self.plan.restarts => {
                let closed = solver.close();
                closed.map_err(|trouble| self.trouble(trouble))
            }
            _ => Ok(()),
        }
    }

    /// Ends a turn: a worker ends. A library's supervisor stays.
    pub(super) fn end_turn(&mut self) {
        match (&mut self.solver, self.spec) {
            (Some(solver), Some(spec)) if spec.is_library() => {
                let _ = solver.close();
            }
            (solver, None) => *solver = None,
            _ => {}
        }
    }

    /// Whether it is a command that starts for each request. Starts it.
    fn is_plain(&mut self) -> Result<bool, CaseError> {
        Ok(self.solver()?.kind == SolverKind::Plain)
    }

    /// Its solver, which is started when it is needed.
    fn solver(&mut self) -> Result<&mut Supervised, CaseError> {
        if self.solver.is_none() {
            self.reopen()?;
        }
        Ok(self.solver.as_mut().expect("it was started just now"))
    }

    fn reopen(&mut self) -> Result<(), CaseError> {
        let start = self.to_start()?;
        let plan = self.plan;
        let opened = match &mut self.solver {
            Some(solver) => solver.reopen(start),
            None => {
                let solver = Supervised::open(&plan.supervisor, start, &plan.limits.stop);
                solver.map(|solver| self.solver = Some(solver))
            }
        };
        if let Err(trouble) = opened {
            self.solver = None;
            return Err(self.trouble(trouble));
        }
        self.note_start()
    }

    /// What to start.
    fn to_start(&self) -> Result<SolverStart, CaseError> {
        let plan = self.plan;
        let key = &self.row.case;
        let mut memory = plan.limits.memory;
        let (words, worker) = match self.spec.map(|spec| &spec.target) {
            None => {
                memory = u64::MAX;
                let words = self.worker(&key.engine_and_backend())?;
                (words, Some(SolverKind::Engine))
            }
            Some(Target::Library(path)) => {
                let copy = plan.copies.of_library(path);
                let copy = copy.map_err(MeasureError::NotCopied)?;
                // A path without a folder would be an engine's name.
                let copy = std::path::absolute(&copy).unwrap_or(copy);
                let words = self.worker(&copy.to_string_lossy())?;
                // Under valgrind, its times mean nothing.
                let kind = if self.wrapper.is_empty() {
                    SolverKind::Library
                } else {
                    SolverKind::Engine
                };
                (words, Some(kind))
            }
            Some(Target::Command(words)) => (filled(words, key.limit, key.threads), None),
        };
        Ok(SolverStart {
            words: [&self.wrapper[..], &words].concat(),
            worker,
            timeout: plan.limits.timeout,
            memory,
        })
    }

    /// The command of a worker for an engine or a library.
    fn worker(&self, solver: &str) -> Result<Vec<String>, CaseError> {
        let copy = self.plan.copies.of_program(&self.plan.program);
        let copy = copy.map_err(MeasureError::NotCopied)?;
        let threads = self.row.case.threads.to_string();
        let program = copy.to_string_lossy();
        let words = [&*program, "worker", solver, "--threads", &threads];
        Ok(words.map(str::to_owned).to_vec())
    }

    /// Notes what is known of a solver after its first start.
    fn note_start(&mut self) -> Result<(), CaseError> {
        let (Some(spec), Some(solver)) = (self.spec, &mut self.solver) else {
            return Ok(());
        };
        let limit = self.row.case.limit;
        if solver.kind == SolverKind::Plain && limit > 1 && !spec.names("limit") {
            return Err(CaseError::Refused(format!(
                "it cannot be asked for {limit} solutions: write {{limit}} where its command takes the number, or \
                 measure it with --limits 1",
            )));
        }
        let external = self.row.external.get_or_insert_default();
        solver.kind.name().clone_into(&mut external.kind);
        let account = if solver.in_group {
            "cgroup"
        } else {
            "processes"
        };
        account.clone_into(&mut external.account);
        Ok(())
    }

    /// Times the start of a command a few times. Nobody needs it before the samples are planned,
    /// and it takes time.
    fn time_starts(&mut self) -> Result<(), CaseError> {
        if self.spec.is_none_or(SolverSpec::is_library) {
            return Ok(());
        }
        let mut starts = Vec::new();
        let began = Instant::now();
        while starts.len() < STARTS && began.elapsed() < STARTING {
            match self.solver()?.time_start() {
                Ok(took) => starts.push(took.as_nanos() as f64),
                Err(trouble) => return Err(self.trouble(trouble)),
            }
        }
        self.row.external.get_or_insert_default().start_up_ns = starts;
        Ok(())
    }

    /// Why its process did not answer, with the names of the original files.
    fn trouble(&self, trouble: Trouble) -> CaseError {
        if self.plan.limits.stop.is_stopped() {
            MeasureError::Stopped.into()
        } else {
            CaseError::Failed(Trouble {
                reason: self.plan.copies.named(trouble.reason),
                ..trouble
            })
        }
    }

    /// Sends puzzles to its process, and judges every answer. Gives it up after this time of
    /// silence, or this much CPU time.
    fn ask(
        &mut self,
        asked: &Corpus,
        passes: usize,
        timeout: Duration,
        most_cpu: Option<Duration>,
    ) -> Result<(Reply, AnswerCounts), CaseError> {
        let count = asked.len();
        let limit = self.row.case.limit;
        let request = Asked {
            count,
            limit,
            passes,
            most_cpu,
            is_sample: std::mem::take(&mut self.is_sample),
            reserve: self.reserve.take(),
        };
        let solver = self.solver()?;
        let reply = solver.ask(asked.lines(), request, timeout);
        let reply = reply.map_err(|trouble| self.trouble(trouble));
        let judged = reply.and_then(|reply| {
            let answers = self.judge(asked, &reply)?;
            Ok((reply, answers))
        });
        match (&judged, &mut self.row.external) {
            (Ok((reply, _)), Some(external)) => {
                let usage = reply.work.usage;
                external.peak_bytes = external.peak_bytes.max(usage.peak);
                external.threads = external.threads.max(usage.threads);
            }
            // It starts anew for the next request.
            (Err(_), _) => self.solver = None,
            (Ok(_), None) => {}
        }
        judged
    }

    /// Judges the answers to puzzles.
    fn judge(&self, asked: &Corpus, reply: &Reply) -> Result<AnswerCounts, CaseError> {
        let mut answers = AnswerCounts::default();
        let is_engine = self.spec.is_none();
        for (i, claimed) in lines(&reply.text).enumerate() {
            if is_engine && claimed.line.starts_with(b"gave up") {
                answers.gave_up += 1;
                continue;
            }
            let judged = self.reference.judge(asked, i, &claimed);
            let number = judged.map_err(CaseError::Wrong)?;
            match number {
                0 if is_engine && claimed.line.starts_with(b"refused") => answers.refused += 1,
                0 => answers.none += 1,
                _ => answers.solved += 1,
            }
            let limit = self.row.case.limit;
            answers.multiple += u64::from(limit > 1 && number >= limit);
        }
        Ok(answers)
    }
}
