//! Why the program maps its inputs.

use super::memory;
use ninefold::input::mmap::{Allowed, install_sigbus_guard};

/// The permission to map inputs; none where address space is limited, which buffers and threads
/// need more.
#[allow(unsafe_code)]
pub(crate) fn mapping() -> Option<Allowed> {
    if memory::is_limited() {
        return None;
    }
    install_sigbus_guard();
    // SAFETY: that nobody writes to an input is the user's word: the manual asks for it,
    // and `--no-mmap` reads instead. Where it is broken what follows is bounded. Every
    // place in a chunk is checked against the length of its slice, which does not
    // change, whatever its bytes say; an answer that does not fit the bytes as they are when
    // it is checked stops the run; a fault finds zeros instead of killing the process; and
    // a file that has not the size and the time of change that it had fails the run
    // (layers 2 to 5 of `input::mmap`).
    Some(unsafe { Allowed::new() })
}
