//! Why the program maps its inputs.

use ninefold_files::input::mmap::{Allowed, install_sigbus_guard};

/// The permission to map inputs. `None` if address space is limited, because buffers and threads
/// need it more.
#[allow(unsafe_code)]
pub(crate) fn mapping() -> Option<Allowed> {
    if is_limited() {
        return None;
    }
    install_sigbus_guard();
    // SAFETY: the user promises that nobody writes to an input: the manual asks for it, and
    // `--no-mmap` reads instead. If the user breaks the promise, the effect is bounded. Every index
    // into a chunk is checked against the length of its slice, which does not change, whatever its
    // bytes say. An answer that does not fit the bytes at the time of the check stops the run. A
    // fault finds zeros instead of killing the process. If size or modification time of a file have
    // changed, the run fails (layers 2 to 5 of `input::mmap`).
    Some(unsafe { Allowed::new() })
}

/// Whether there is a limit of address space (`ulimit -v`).
#[cfg(unix)]
fn is_limited() -> bool {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::As).current.is_some()
}

#[cfg(not(unix))]
fn is_limited() -> bool {
    false
}
