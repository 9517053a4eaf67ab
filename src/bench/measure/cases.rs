//! Prepares cases for measuring.

use super::plan::{MeasureProgress, Plan};
use crate::bench::copies::WorkerProgram;
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::judge::{self, ReferenceAnswers};
use crate::bench::prepared::{MakeSolver, Prepared, Theirs};
use crate::bench::record::{Case, CaseFailure, ExternalDetails};
use crate::bench::sampler::Sampler;
use crate::bench::sampler::command::CommandSolver;
use crate::bench::sampler::engine::EngineSampler;
use crate::bench::sampler::library::{LibrarySolver, Load};
use crate::bench::sampler::subprocess::SubprocessSampler;
use crate::bench::worker::WorkerConfig;
use crate::engine::{EngineOptions, registry};
use crate::external::{Command, SolverSpec, Target};
use crate::solver::BatchBuffers;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// A prepared case.
pub(super) struct CaseRunner {
    pub(super) case: Case,
    /// Index of its corpus.
    pub(super) corpus: usize,
    /// The sampler, or why there is none any more.
    pub(super) sampler: Result<Box<dyn Sampler>, CaseFailure>,
}

/// A command that several cases share, or why it cannot be used.
type SharedCommand = Result<Rc<RefCell<Command>>, String>;

/// The first engine for a corpus and a limit, and its number of solutions for each puzzle.
type FirstEngine = (Case, Vec<Option<u64>>);

/// Prepares cases one after another, and keeps what they share.
pub(super) struct CaseBuilder<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    buffers: Rc<RefCell<BatchBuffers>>,
    worker: Rc<SubprocessSampler>,
    /// By index of the corpus, and limit.
    first: HashMap<(usize, u64), FirstEngine>,
    /// The right answers for a corpus, up to a limit of solutions.
    references: HashMap<(usize, u64), Arc<ReferenceAnswers>>,
    /// Commands by name, limit and threads.
    commands: HashMap<(String, u64, usize), SharedCommand>,
}

impl<'a> CaseBuilder<'a> {
    /// Engines use these buffers, and this worker if it has a process.
    pub(super) fn new(
        plan: &'a Plan,
        corpora: &'a [Corpus],
        buffers: Rc<RefCell<BatchBuffers>>,
        worker: Rc<SubprocessSampler>,
    ) -> CaseBuilder<'a> {
        CaseBuilder {
            plan,
            corpora,
            buffers,
            worker,
            first: HashMap::new(),
            references: HashMap::new(),
            commands: HashMap::new(),
        }
    }

    /// Solves a case once and checks every answer. A failing external solver is not an error.
    pub(super) fn build(
        &mut self,
        case: &Case,
        progress: &mut dyn MeasureProgress,
    ) -> Result<CaseRunner, MeasureError> {
        let mut corpora = self.corpora.iter();
        let corpus = corpora.position(|corpus| corpus.name() == case.corpus);
        let corpus = corpus.ok_or_else(|| MeasureError::NoCorpus(case.corpus.clone()))?;
        if self.corpora[corpus].is_empty() {
            return Err(MeasureError::NoPuzzles(case.corpus.clone()));
        }
        let mut solvers = self.plan.solvers.iter();
        let sampler = match solvers.find(|spec| spec.name == case.engine) {
            None => Ok(self.engine(case, corpus)?),
            Some(spec) => match self.external(spec, case, corpus) {
                Err(Unfit::Error(error)) => return Err(error),
                Err(Unfit::Failed(reason)) => Err((reason, false)),
                Err(Unfit::Refused(reason)) => Err((reason, true)),
                Ok(sampler) => Ok(sampler),
            },
        };
        let sampler = sampler.map_err(|(reason, refused)| {
            let failure = CaseFailure {
                case: case.clone(),
                reason,
                refused,
            };
            progress.failed(&failure);
            failure
        });
        Ok(CaseRunner {
            case: case.clone(),
            corpus,
            sampler,
        })
    }

    fn engine(&mut self, case: &Case, corpus: usize) -> Result<Box<dyn Sampler>, MeasureError> {
        let engine = registry::find(&case.engine)?;
        let options = EngineOptions {
            backend: case.backend.clone(),
        };
        let make = Box::new(move || Ok(engine.make(&options)?));
        let mut prepared = self.prepare(case, corpus, make, None)?;
        self.check_agreement(&mut prepared, corpus)?;
        Ok(self.sampler(prepared))
    }

    fn sampler(&self, prepared: Prepared) -> Box<dyn Sampler> {
        let (buffers, worker) = (Rc::clone(&self.buffers), Rc::clone(&self.worker));
        Box::new(EngineSampler::new(prepared, buffers, worker))
    }

    /// Checks that the engine found as many solutions of each puzzle as the first one, unless one
    /// gave up.
    fn check_agreement(
        &mut self,
        prepared: &mut Prepared,
        corpus: usize,
    ) -> Result<(), MeasureError> {
        // It is not needed any more: keeping one for each case would take much memory.
        let verdicts = std::mem::take(&mut prepared.verdicts);
        let key = (corpus, prepared.case.limit);
        let Some((one, expected)) = self.first.get(&key) else {
            self.first.insert(key, (prepared.case.clone(), verdicts));
            return Ok(());
        };
        let differ = |(a, b): (&Option<u64>, &Option<u64>)| a.is_some() && b.is_some() && a != b;
        match expected.iter().zip(&verdicts).position(differ) {
            None => Ok(()),
            Some(puzzle) => Err(MeasureError::Disagree {
                one: one.clone().into(),
                other: prepared.case.clone().into(),
                puzzle: puzzle + 1,
            }),
        }
    }

    /// Prepares a solver that works in this process, and finds out how often to repeat a pass.
    fn prepare(
        &mut self,
        case: &Case,
        corpus: usize,
        make: MakeSolver,
        theirs: Option<Theirs>,
    ) -> Result<Prepared, MeasureError> {
        let (plan, corpus) = (self.plan, &self.corpora[corpus]);
        let buffers = &mut self.buffers.borrow_mut();
        let mut prepared = Prepared::new(case, make, theirs, corpus, plan.guess_limit, buffers)?;
        // One pass is enough: its time does not matter.
        if plan.min_sample_time.is_zero() {
            return Ok(prepared);
        }
        // At most 4 million rows (330 MB) in one sample.
        let most = (4_000_000 / corpus.len()).max(1);
        let wanted = plan.min_sample_time.as_nanos() as f64;
        let mut shortest = f64::MAX;
        // A first pass finds a cold cache, and any pass may be interrupted. So several are timed.
        for _ in 0..2 {
            let pass = prepared.sample(corpus, buffers)?;
            shortest = shortest.min(pass.wall_ns.max(1.0));
            prepared.repeats = ((wanted / shortest).ceil() as usize).clamp(1, most);
            if prepared.repeats == 1 {
                break;
            }
        }
        Ok(prepared)
    }

    fn external(
        &mut self,
        spec: &SolverSpec,
        case: &Case,
        corpus: usize,
    ) -> Result<Box<dyn Sampler>, Unfit> {
        let details = |kind: &str| ExternalDetails {
            target: spec.typed.clone(),
            kind: kind.to_owned(),
            ..ExternalDetails::default()
        };
        match (&spec.target, &self.plan.worker) {
            (Target::Library(_), Some(program)) => {
                let load = self.load_in_worker(program, spec, case, corpus);
                let (sample, copies) = (self.plan.min_sample_time, Rc::clone(&program.copies));
                let solver = LibrarySolver::new(load, sample, copies, details("library"))?;
                Ok(Box::new(solver))
            }
            (Target::Library(path), None) => {
                let (make, theirs) = load(path, self.reference(case, corpus)?)?;
                let prepared = self.prepare(case, corpus, make, Some(theirs))?;
                Ok(self.sampler(prepared))
            }
            (Target::Command(words), _) => {
                let command = self.command(spec, words, case)?;
                let is_persistent = command.borrow().is_persistent();
                if case.limit > 1 && !is_persistent && !spec.names("limit") {
                    return Err(Unfit::Refused(format!(
                        "it cannot be asked for {} solutions: write {{limit}} where its command takes the number, \
                         or measure it with --limits 1",
                        case.limit
                    )));
                }
                let kind = if is_persistent { "stays-up" } else { "command" };
                let (limit, reference) = (case.limit, self.reference(case, corpus)?);
                let corpus = &self.corpora[corpus];
                let mut solver =
                    CommandSolver::new(command, corpus, limit, reference, details(kind));
                // The process that started a worker has checked before.
                if self.plan.worker.is_some() {
                    solver.first_look(corpus)?;
                }
                solver.prepare(
                    corpus,
                    self.plan.min_sample_time..=self.plan.longest_sample(),
                )?;
                Ok(Box::new(solver))
            }
        }
    }

    /// The right answers for a corpus.
    fn reference(
        &mut self,
        case: &Case,
        corpus: usize,
    ) -> Result<Arc<ReferenceAnswers>, MeasureError> {
        let key = (corpus, case.limit);
        if let Some(reference) = self.references.get(&key) {
            return Ok(Arc::clone(reference));
        }
        let ours = Case {
            engine: judge::engine().to_owned(),
            ..case.clone()
        };
        let engine = registry::find(&ours.engine)?;
        let make = Box::new(move || Ok(engine.make(&EngineOptions::default())?));
        let corpus = &self.corpora[corpus];
        let buffers = &mut self.buffers.borrow_mut();
        Prepared::new(&ours, make, None, corpus, self.plan.guess_limit, buffers)?;
        let reference = Arc::new(ReferenceAnswers::new(&buffers.outcomes, case.limit));
        self.references.insert(key, Arc::clone(&reference));
        Ok(reference)
    }

    fn command(
        &mut self,
        spec: &SolverSpec,
        words: &[String],
        case: &Case,
    ) -> Result<Rc<RefCell<Command>>, String> {
        let key = (spec.name.clone(), case.limit, case.threads);
        let limits = &self.plan.limits;
        let found = self.commands.entry(key).or_insert_with(|| {
            let command = Command::new(words, case.limit, case.threads, limits)?;
            Ok(Rc::new(RefCell::new(command)))
        });
        found.clone()
    }

    /// Makes worker processes load a library, and measure it on a corpus.
    fn load_in_worker(
        &self,
        program: &WorkerProgram,
        spec: &SolverSpec,
        case: &Case,
        corpus: usize,
    ) -> Load {
        let (program, spec) = (program.clone(), spec.clone());
        let limits = self.plan.limits.clone();
        let config = WorkerConfig::new(vec![case.clone()], self.plan.guess_limit)
            .corpus(&self.corpora[corpus]);
        Box::new(move |sample| {
            let target = program.copies.typed(&spec);
            let config = config.clone().sampling(sample, 0);
            let config = config.solver(&spec.name, &target, &limits);
            program.start(Path::new(&spec.name), &config, &limits.waiting())
        })
    }
}

/// Why an external solver is not measured.
enum Unfit {
    /// It failed, or gave a wrong answer.
    Failed(String),
    /// It was not asked.
    Refused(String),
    /// Nothing of this kind can be measured.
    Error(MeasureError),
}

impl From<MeasureError> for Unfit {
    fn from(error: MeasureError) -> Unfit {
        match error {
            MeasureError::External(reason) => Unfit::Failed(reason),
            error => Unfit::Error(error),
        }
    }
}

impl From<String> for Unfit {
    fn from(reason: String) -> Unfit {
        Unfit::Failed(reason)
    }
}

/// Loads a library into this process.
#[cfg(feature = "solver-library")]
fn load(path: &Path, reference: Arc<ReferenceAnswers>) -> Result<(MakeSolver, Theirs), String> {
    let library = crate::external::library::Library::load(path)?;
    let watched = Arc::clone(&library);
    let theirs = Theirs {
        reference,
        failed: Box::new(move || watched.failed().map(str::to_owned)),
    };
    let make = Box::new(move || library.solver().map_err(MeasureError::External));
    Ok((make, theirs))
}

#[cfg(not(feature = "solver-library"))]
fn load(_path: &Path, _reference: Arc<ReferenceAnswers>) -> Result<(MakeSolver, Theirs), String> {
    let reason = "this ninefold was built without the feature 'solver-library'";
    Err(reason.to_owned())
}
