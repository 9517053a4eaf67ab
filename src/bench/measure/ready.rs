//! One case made ready to be measured: its engine, or the solver that is not ours.

use super::plan::{Plan, Progress};
use crate::bench::copies::Apart;
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::guest::{CommandGuest, Guest, LibraryGuest, Load};
use crate::bench::judge::{self, Truth};
use crate::bench::prepared::{Make, Prepared, Room, Theirs};
use crate::bench::record::{Case, Failure, Outside};
use crate::bench::worker::Errand;
use crate::engine::{EngineOptions, registry};
use crate::foreign::{Command, Spec, Target};
use crate::solver::NoObserver;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Who is measured.
pub(super) enum Who {
    Here(Box<Prepared>),
    Outside(Guest),
    /// Nobody any more.
    Failed(Failure),
}

/// A command that is shared by its cases, or why it cannot be used.
type Invited = Result<Rc<RefCell<Command>>, String>;

/// Makes cases ready, one after the other, and keeps what they share.
pub(super) struct Maker<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    room: Room,
    /// What is right on a corpus, up to a limit of solutions.
    truths: HashMap<(usize, u64), Arc<Truth>>,
    /// Commands by name, limit and threads.
    commands: HashMap<(String, u64, usize), Invited>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(plan: &'a Plan, corpora: &'a [Corpus]) -> Maker<'a> {
        Maker {
            plan,
            corpora,
            room: Room::default(),
            truths: HashMap::new(),
            commands: HashMap::new(),
        }
    }

    /// The room in which samples are taken, when all cases are ready.
    pub(super) fn into_room(self) -> Room {
        self.room
    }

    /// Who is measured in a case, on the corpus at `place`.
    pub(super) fn make(
        &mut self,
        case: &Case,
        place: usize,
        progress: &mut dyn Progress,
    ) -> Result<Who, MeasureError> {
        let mut solvers = self.plan.solvers.iter();
        match solvers.find(|spec| spec.name == case.engine) {
            None => Ok(Who::Here(Box::new(self.engine(case, place)?))),
            Some(spec) => self.invite(spec, case, place, progress),
        }
    }

    fn engine(&mut self, case: &Case, place: usize) -> Result<Prepared, MeasureError> {
        let engine = registry::find(&case.engine)?;
        let options = EngineOptions {
            backend: case.backend.clone(),
        };
        let make = Box::new(move || Ok(engine.make(&options)?));
        self.here(case, place, make, None)
    }

    /// Makes a case ready that is measured in this process.
    fn here(
        &mut self,
        case: &Case,
        place: usize,
        make: Make,
        theirs: Option<Theirs>,
    ) -> Result<Prepared, MeasureError> {
        let (plan, corpus) = (self.plan, &self.corpora[place]);
        let (guesses, handicap) = (plan.guess_limit, plan.handicap);
        let room = &mut self.room;
        let mut ready = Prepared::new(case, make, theirs, corpus, guesses, handicap, room)?;
        // One pass is enough: how long it takes need not be known.
        if plan.least_sample.is_zero() {
            return Ok(ready);
        }
        // No more than 4 million rows (330 MB) in one sample.
        let most = (4_000_000 / corpus.len()).max(1);
        let mut shortest = Duration::MAX;
        // A first pass finds cold memory, and any may be held up: several say more.
        for _ in 0..2 {
            let pass = ready.sample(corpus, &mut self.room, || NoObserver, drop)?;
            shortest = shortest.min(pass.wall);
            let wanted = plan.least_sample.as_secs_f64() / shortest.as_secs_f64().max(1e-9);
            ready.repeats = (wanted.ceil() as usize).clamp(1, most);
            if ready.repeats == 1 {
                break;
            }
        }
        Ok(ready)
    }

    /// Makes a case of a solver ready that is not ours; what is wrong with it is no error.
    fn invite(
        &mut self,
        spec: &Spec,
        case: &Case,
        place: usize,
        progress: &mut dyn Progress,
    ) -> Result<Who, MeasureError> {
        let found = self.try_invite(spec, case, place);
        let (reason, refused) = match found {
            Ok(who) => return Ok(who),
            Err(Unfit::Failed(MeasureError::Outside(reason))) => (reason, false),
            Err(Unfit::Failed(error)) => return Err(error),
            Err(Unfit::Refused(reason)) => (reason, true),
        };
        let failure = Failure {
            case: case.clone(),
            reason,
            refused,
        };
        progress.failed(&failure);
        Ok(Who::Failed(failure))
    }

    fn try_invite(&mut self, spec: &Spec, case: &Case, place: usize) -> Result<Who, Unfit> {
        let outside = |kind: &str| Outside {
            target: spec.typed.clone(),
            kind: kind.to_owned(),
            ..Outside::default()
        };
        match (&spec.target, &self.plan.apart) {
            (Target::Library(_), Some(apart)) => {
                let load = self.load_apart(apart, spec, case, place);
                let sample = self.plan.least_sample;
                let copies = Rc::clone(&apart.copies);
                let guest = LibraryGuest::new(load, sample, copies, outside("library"))?;
                Ok(Who::Outside(Guest::Library(Box::new(guest))))
            }
            (Target::Library(path), None) => {
                let truth = self.truth(case, place)?;
                let (make, theirs) = load(path, truth)?;
                let ready = self.here(case, place, make, Some(theirs))?;
                Ok(Who::Here(Box::new(ready)))
            }
            (Target::Command(words), _) => {
                let command = self.command(spec, words, case)?;
                let stays_up = command.borrow().stays_up();
                if case.limit > 1 && !stays_up && !spec.names("limit") {
                    return Err(Unfit::Refused(format!(
                        "it cannot be asked for {} solutions: write {{limit}} where its command takes the number, \
                         or measure it with --limits 1",
                        case.limit
                    )));
                }
                let kind = if stays_up { "stays-up" } else { "command" };
                let truth = self.truth(case, place)?;
                let guest = CommandGuest::new(
                    command,
                    &self.corpora[place],
                    case.limit,
                    truth,
                    self.plan.least_sample..=self.plan.longest_sample(),
                    outside(kind),
                )?;
                Ok(Who::Outside(Guest::Command(Box::new(guest))))
            }
        }
    }

    /// What is right on a corpus.
    fn truth(&mut self, case: &Case, place: usize) -> Result<Arc<Truth>, MeasureError> {
        let key = (place, case.limit);
        if let Some(truth) = self.truths.get(&key) {
            return Ok(Arc::clone(truth));
        }
        let ours = Case {
            engine: judge::engine().to_owned(),
            ..case.clone()
        };
        let engine = registry::find(&ours.engine)?;
        let make = Box::new(move || Ok(engine.make(&EngineOptions::default())?));
        let corpus = &self.corpora[place];
        let guesses = self.plan.guess_limit;
        Prepared::new(&ours, make, None, corpus, guesses, 0.0, &mut self.room)?;
        let truth = Arc::new(Truth::new(self.room.outcomes(), case.limit));
        self.truths.insert(key, Arc::clone(&truth));
        Ok(truth)
    }

    fn command(
        &mut self,
        spec: &Spec,
        words: &[String],
        case: &Case,
    ) -> Result<Rc<RefCell<Command>>, MeasureError> {
        let key = (spec.name.clone(), case.limit, case.threads);
        let terms = &self.plan.terms;
        let found = self.commands.entry(key).or_insert_with(|| {
            let command = Command::new(words, case.limit, case.threads, terms)?;
            Ok(Rc::new(RefCell::new(command)))
        });
        found.clone().map_err(MeasureError::Outside)
    }

    /// Lets other ninefolds load a library, and measure it on a corpus.
    fn load_apart(&self, apart: &Apart, spec: &Spec, case: &Case, place: usize) -> Load {
        let (apart, spec, plan) = (apart.clone(), spec.clone(), self.plan);
        let (waiting, handicap) = (plan.terms.waiting(), plan.handicap);
        let errand = Errand::of_cases(&[case], plan.guess_limit).corpus(&self.corpora[place]);
        Box::new(move |sample| {
            let errand = errand
                .clone()
                .solver(&spec.name, &apart.copies.typed(&spec))
                .sampling(sample, 0, handicap);
            apart.start(Path::new(&spec.name), &errand, &waiting)
        })
    }
}

/// Why a solver that is not ours is not measured.
enum Unfit {
    Failed(MeasureError),
    /// It was not even asked.
    Refused(String),
}

impl From<MeasureError> for Unfit {
    fn from(error: MeasureError) -> Unfit {
        Unfit::Failed(error)
    }
}

impl From<String> for Unfit {
    fn from(reason: String) -> Unfit {
        Unfit::Failed(MeasureError::Outside(reason))
    }
}

/// Loads a library into this process.
#[cfg(feature = "solver-library")]
fn load(path: &Path, truth: Arc<Truth>) -> Result<(Make, Theirs), String> {
    let library = crate::foreign::library::Library::load(path)?;
    let watched = Arc::clone(&library);
    let theirs = Theirs {
        truth,
        failed: Box::new(move || watched.failed().map(str::to_owned)),
    };
    let make = Box::new(move || library.solver().map_err(MeasureError::Outside));
    Ok((make, theirs))
}

#[cfg(not(feature = "solver-library"))]
fn load(_path: &Path, _truth: Arc<Truth>) -> Result<(Make, Theirs), String> {
    let reason = "this ninefold was built without the feature 'solver-library'";
    Err(reason.to_owned())
}
