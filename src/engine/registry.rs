//! The one table of engines. The program, its documentation, the tests and the benches use it.

use super::options::{EngineError, EngineOptions};
use super::scalar::OneByOne;
use crate::kernel;
use crate::solver::{Kernel, Solver};

/// Creates a solver for one thread.
pub type Make = fn(&EngineOptions) -> Result<Box<dyn Solver>, EngineError>;

/// An engine: its name, a description, and how to create a solver.
#[derive(Debug)]
#[non_exhaustive]
pub struct EngineInfo {
    /// Its name.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    /// The source of the idea.
    pub source: &'static str,
    /// Whether it tries cells and digits in order, so that it finds the first solution in
    /// lexicographic order.
    pub lexicographic: bool,
    /// Whether it is so slow on hard puzzles that tests and benches of whole corpora leave it out.
    pub slow: bool,
    /// Names of the back ends that this CPU can run. Empty if the engine has no back ends.
    pub backends: fn() -> Vec<&'static str>,
    /// Creates a solver for one thread. [`EngineInfo::make`] checks the options first. Your own
    /// engine does not need to be in the table.
    pub make_solver: Make,
}

impl EngineInfo {
    /// Your own engine, with a name and a function that creates its solvers. It has no back ends
    /// and finds solutions in any order, unless you set the fields otherwise.
    ///
    /// ```
    /// use ninefold::engine::{ENGINES, EngineInfo};
    /// use ninefold::{Request, solve_lines};
    /// static MINE: EngineInfo = EngineInfo::new("mine", |options| ENGINES[1].make(options));
    /// let mut rows = Vec::new();
    /// solve_lines(&b"no puzzle\n"[..], &mut rows, &Request::new().engine(&MINE))?;
    /// # Ok::<(), ninefold::StreamError>(())
    /// ```
    pub const fn new(name: &'static str, make_solver: Make) -> EngineInfo {
        EngineInfo {
            name,
            about: "",
            source: "",
            lexicographic: false,
            slow: false,
            backends: none,
            make_solver,
        }
    }

    /// Creates a solver for one thread.
    ///
    /// # Errors
    /// The back end does not exist, this CPU cannot run it, or the engine has no back ends.
    pub fn make(&self, options: &EngineOptions) -> Result<Box<dyn Solver>, EngineError> {
        match &options.backend {
            Some(_) if (self.backends)().is_empty() => Err(EngineError::NoBackends(self.name)),
            _ => (self.make_solver)(options),
        }
    }
}

/// No choice of back ends.
fn none() -> Vec<&'static str> {
    Vec::new()
}

/// All engines, the default first.
pub static ENGINES: &[EngineInfo] = &[
    EngineInfo {
        about: "one puzzle in each SIMD lane; a free lane takes the next puzzle",
        source: "bit-sliced propagation over many puzzles at once",
        backends: super::options::backends,
        ..EngineInfo::new("lanes", super::lanes::make)
    },
    EngineInfo {
        about: "one puzzle over all lanes, for few puzzles; the answers are those of lanes",
        source: "the propagation of lanes, transposed",
        backends: super::options::backends,
        ..EngineInfo::new("single", super::single::make)
    },
    EngineInfo {
        about: "depth-first search with bit masks, fewest candidates first",
        source: "bitmask depth-first search, as for POJ 3074 and POJ 2676",
        ..EngineInfo::new("mrv", |_| one_by_one(kernel::mrv::Mrv::new()))
    },
    EngineInfo {
        about: "mrv in its simplest form: looks at all 81 cells for each guess",
        source: "bitmask depth-first search, as for POJ 3074 and POJ 2676",
        slow: true,
        ..EngineInfo::new("mrv-scan", |_| one_by_one(kernel::mrv_scan::MrvScan::new()))
    },
    EngineInfo {
        about: "tries the cells in order, each with the first digit that fits",
        source: "LeetCode 37",
        lexicographic: true,
        slow: true,
        ..EngineInfo::new("dfs", |_| one_by_one(kernel::naive::Dfs::new()))
    },
    EngineInfo {
        about: "dancing links on the exact cover matrix, smallest column first",
        source: "Knuth, Dancing Links; NOIP 2009 \"target sudoku\"",
        ..EngineInfo::new("dlx", |_| {
            one_by_one(kernel::exact_cover::ExactCover::default())
        })
    },
];

/// A solver that gives the puzzles of a batch to a kernel one by one.
fn one_by_one(kernel: impl Kernel + 'static) -> Result<Box<dyn Solver>, EngineError> {
    Ok(Box::new(OneByOne(kernel)))
}

/// The engine called `name`.
///
/// ```
/// use ninefold::engine::registry::find;
/// assert_eq!(find("mrv")?.name, "mrv");
/// assert!(find("magic").is_err());
/// # Ok::<(), ninefold::engine::EngineError>(())
/// ```
///
/// # Errors
/// [`EngineError::UnknownEngine`].
pub fn find(name: &str) -> Result<&'static EngineInfo, EngineError> {
    ENGINES
        .iter()
        .find(|engine| engine.name == name)
        .ok_or_else(|| EngineError::UnknownEngine(name.to_owned()))
}

/// The engine of a name that may have a back end, such as `lanes` or `lanes/avx2`, and options with
/// that back end. [`EngineInfo::make`] checks it.
///
/// # Errors
/// [`EngineError::UnknownEngine`].
pub fn choose(name: &str) -> Result<(&'static EngineInfo, EngineOptions), EngineError> {
    let (name, backend) = match name.split_once('/') {
        Some((name, backend)) => (name, Some(backend.to_owned())),
        None => (name, None),
    };
    Ok((find(name)?, EngineOptions { backend }))
}

/// Every engine on every back end that this CPU can run.
#[must_use]
pub fn variants() -> Vec<(&'static EngineInfo, EngineOptions)> {
    let mut all = Vec::new();
    for engine in ENGINES {
        let backends = (engine.backends)();
        if backends.is_empty() {
            all.push((engine, EngineOptions::default()));
        }
        for backend in backends {
            let backend = Some(backend.to_owned());
            all.push((engine, EngineOptions { backend }));
        }
    }
    all
}
