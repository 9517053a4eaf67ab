//! A solver that is a shared library with the interface of `include/ninefold_solver.h`.

#![allow(unsafe_code)]

use crate::escape::escape;
use crate::grid::{CELLS, Row};
use crate::numbers::counted;
use crate::solver::{Batch, Counters, Limits, Observer, Outcome, Solver, Status};
use libloading::Library as Loaded;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

/// The supported version of the interface: `NINEFOLD_SOLVER_VERSION`.
const VERSION: u32 = 1;
/// The distance from one puzzle, or row, to the next: `NINEFOLD_SOLVER_STRIDE`.
const STRIDE: usize = CELLS + 1;
/// Whether this program is static, and so cannot load libraries.
const STATIC: bool = cfg!(all(target_env = "musl", target_feature = "crt-static"));
/// Maximum guesses of a puzzle to count, so that no sum overflows.
const MOST_GUESSES: u64 = 1 << 32;

type Version = unsafe extern "C" fn() -> u32;
type New = unsafe extern "C" fn() -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);
type Solve =
    unsafe extern "C" fn(*mut c_void, *const u8, usize, u64, *mut u8, *mut u64, *mut u64) -> i32;

/// A loaded library with the supported version of the interface.
pub(crate) struct Library {
    new: New,
    free: Free,
    solve: Solve,
    path: String,
    /// The error of a batch, if any.
    failed: OnceLock<String>,
    /// Keeps the functions loaded.
    _loaded: Loaded,
}

impl Library {
    /// Loads a library.
    ///
    /// # Errors
    /// It cannot be loaded, lacks one of the four functions, or was built for another version: in
    /// words.
    pub(crate) fn load(path: &Path) -> Result<Arc<Library>, String> {
        let name = escape(path).to_string();
        if STATIC {
            return Err(format!(
                "{name}: this build of Ninefold is static and cannot load libraries: use the build for glibc"
            ));
        }
        // The system would search for a name without a folder where it keeps libraries.
        let absolute = std::path::absolute(path).map_err(|error| format!("{name}: {error}"))?;
        // SAFETY: the library's code may do anything when it is loaded, like any program that is
        // run. The user who specifies it trusts it. The process that loads it does nothing else.
        let loaded = unsafe { Loaded::new(&absolute) };
        let loaded =
            loaded.map_err(|error| format!("{name}: cannot be loaded: {}", message(&error)))?;
        let version: Version = symbol(&loaded, &name, "ninefold_solver_version")?;
        // SAFETY: the header gives the function this type, and it may be called at any time.
        let version = unsafe { version() };
        if version != VERSION {
            return Err(format!(
                "{name}: built for version {version} of ninefold_solver.h; this ninefold knows version {VERSION}"
            ));
        }
        Ok(Arc::new(Library {
            new: symbol(&loaded, &name, "ninefold_solver_new")?,
            free: symbol(&loaded, &name, "ninefold_solver_free")?,
            solve: symbol(&loaded, &name, "ninefold_solver_solve")?,
            path: name,
            failed: OnceLock::new(),
            _loaded: loaded,
        }))
    }

    /// A solver for one thread.
    ///
    /// # Errors
    /// The library returned no state.
    pub(crate) fn solver(self: &Arc<Library>) -> Result<Box<dyn Solver>, String> {
        // SAFETY: the header gives the function this type, and it may be called at any time.
        let state = NonNull::new(unsafe { (self.new)() });
        let path = &self.path;
        let state =
            state.ok_or_else(|| format!("{path}: ninefold_solver_new gave no state, but NULL"))?;
        Ok(Box::new(LibraryState {
            state,
            library: Arc::clone(self),
            solutions: Vec::new(),
            guesses: Vec::new(),
        }))
    }

    /// The error of a batch, if one failed.
    pub(crate) fn failed(&self) -> Option<&str> {
        self.failed.get().map(String::as_str)
    }
}

/// A function of a library, by name and type.
fn symbol<T: Copy>(loaded: &Loaded, path: &str, name: &str) -> Result<T, String> {
    // SAFETY: the type is that of the header's function of this name, and the library claims to
    // follow the header. It is called only while the library is loaded.
    let found = unsafe { loaded.get::<T>(name.as_bytes()) };
    found.map(|function| *function).map_err(|error| {
        format!(
            "{path}: has no function {name} (ninefold_solver.h): {}",
            message(&error)
        )
    })
}

/// The message of the system.
fn message(error: &libloading::Error) -> String {
    use std::error::Error;
    let text = error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string);
    escape(&text).to_string()
}

/// One thread's state of a library.
struct LibraryState {
    state: NonNull<c_void>,
    library: Arc<Library>,
    solutions: Vec<u64>,
    guesses: Vec<u64>,
}

// SAFETY: the header allows handing a state from one thread to another between two calls.
unsafe impl Send for LibraryState {}

impl Drop for LibraryState {
    fn drop(&mut self) {
        // SAFETY: the state comes from the library's own `new`, and is not used again.
        unsafe { (self.library.free)(self.state.as_ptr()) };
    }
}

impl Solver for LibraryState {
    /// Puzzles must follow each other, each with a line feed.
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        _observer: &mut dyn Observer,
    ) -> Counters {
        let count = batch.len();
        if count == 0 {
            return Counters::default();
        }
        let text = batch.lines().expect("puzzles lie one behind the other");
        assert_eq!(text.len(), count * STRIDE);
        assert_eq!(size_of::<Row>(), STRIDE);
        self.solutions.clear();
        self.solutions.resize(count, 0);
        self.guesses.clear();
        self.guesses.resize(count, 0);
        // SAFETY: the state comes from the library's own `new`, and only this thread has it. The
        // text and the rows have `count` times 82 bytes, and there are `count` numbers of each
        // kind, as checked above. None of the four overlaps another: each is borrowed here, and all
        // except the text for writing.
        let code = unsafe {
            (self.library.solve)(
                self.state.as_ptr(),
                text.as_ptr(),
                count,
                limits.solutions,
                batch.rows.as_mut_ptr().cast(),
                self.solutions.as_mut_ptr(),
                self.guesses.as_mut_ptr(),
            )
        };
        if code != 0 {
            let path = &self.library.path;
            let text = format!(
                "{path}: ninefold_solver_solve returned {code} for a batch of {}",
                counted(count as u64, "puzzle")
            );
            let _ = self.library.failed.set(text);
        }
        let mut counters = Counters::default();
        let found = self.solutions.iter().zip(&self.guesses);
        for (outcome, (&solutions, &guesses)) in batch.outcomes.iter_mut().zip(found) {
            *outcome = Outcome {
                solutions: solutions.min(limits.solutions),
                guesses: guesses.min(MOST_GUESSES),
                status: Status::Finished,
            };
            counters.guesses += outcome.guesses;
        }
        counters
    }
}
