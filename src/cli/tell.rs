//! What is said on standard error.

use std::io::{self, Write};

/// Something that the user should know, and that stops nothing.
pub(crate) fn warn(what: &str) {
    tell(&format!("ninefold: {what}\n"));
}

/// Writes to standard error. Where that fails there is nobody left to tell.
pub(crate) fn tell(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}
