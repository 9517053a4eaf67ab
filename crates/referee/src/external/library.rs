//! A solver that is a shared library with the interface of `include/ninefold_solver.h`.

#![allow(unsafe_code)]

use libloading::Library as Loaded;
use ninefold::grid::{CELLS, Row};
use ninefold_files::escape::escape;
use ninefold_files::numbers::counted;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

/// The supported version of the interface: `NINEFOLD_SOLVER_VERSION`.
const VERSION: u32 = 1;
/// The distance from one puzzle, or row, to the next: `NINEFOLD_SOLVER_STRIDE`.
const STRIDE: usize = CELLS + 1;
/// Whether this program is static, and so cannot load libraries.
const STATIC: bool = cfg!(all(target_env = "musl", target_feature = "crt-static"));

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
            _loaded: loaded,
        }))
    }

    /// What one thread needs to solve.
    ///
    /// # Errors
    /// The library returned no state.
    pub(crate) fn solver(self: &Arc<Library>) -> Result<LibrarySolver, String> {
        // SAFETY: the header gives the function this type, and it may be called at any time.
        let state = NonNull::new(unsafe { (self.new)() });
        let path = &self.path;
        let state =
            state.ok_or_else(|| format!("{path}: ninefold_solver_new gave no state, but NULL"))?;
        Ok(LibrarySolver {
            state,
            library: Arc::clone(self),
        })
    }

    /// The error that a call returned, in words.
    pub(crate) fn error(&self, code: i32, puzzles: usize) -> String {
        format!(
            "{}: ninefold_solver_solve returned {code} for a batch of {}",
            self.path,
            counted(puzzles as u64, "puzzle")
        )
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
pub(crate) struct LibrarySolver {
    state: NonNull<c_void>,
    library: Arc<Library>,
}

// SAFETY: the header allows handing a state from one thread to another between two calls.
unsafe impl Send for LibrarySolver {}

impl Drop for LibrarySolver {
    fn drop(&mut self) {
        // SAFETY: the state comes from the library's own `new`, and is not used again.
        unsafe { (self.library.free)(self.state.as_ptr()) };
    }
}

impl LibrarySolver {
    /// Calls the library, and does nothing else: this is timed. The text has a line for each row,
    /// and there is a number of solutions and one of guesses for each.
    ///
    /// # Errors
    /// The number that the library returned, if it is not 0.
    pub(crate) fn solve(
        &mut self,
        text: &[u8],
        limit: u64,
        rows: &mut [Row],
        solutions: &mut [u64],
        guesses: &mut [u64],
    ) -> Result<(), i32> {
        let count = rows.len();
        assert_eq!(size_of::<Row>(), STRIDE);
        assert_eq!(text.len(), count * STRIDE);
        assert_eq!((solutions.len(), guesses.len()), (count, count));
        // SAFETY: the state comes from the library's own `new`, and only this thread has it. The
        // text and the rows have `count` times 82 bytes, and there are `count` numbers of each
        // kind, as checked above. None of the four overlaps another: each is borrowed here, and all
        // except the text for writing.
        let code = unsafe {
            (self.library.solve)(
                self.state.as_ptr(),
                text.as_ptr(),
                count,
                limit,
                rows.as_mut_ptr().cast(),
                solutions.as_mut_ptr(),
                guesses.as_mut_ptr(),
            )
        };
        match code {
            0 => Ok(()),
            code => Err(code),
        }
    }
}
