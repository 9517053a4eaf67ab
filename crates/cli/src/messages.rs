//! Messages on standard error.

use super::failure::Failure;
use super::stdio;
use ninefold_files::escape::escape;
use ninefold_files::input::BlockingStream;
use std::io::{self, Write};

/// Something that the user should know, of one line or several. Control characters in quoted text
/// cannot act on the terminal.
pub(crate) fn warn(what: &str) {
    let lines: Vec<String> = what
        .split('\n')
        .map(|line| escape(line).to_string())
        .collect();
    eprint(&format!("ninefold: {}\n", lines.join("\n")));
}

/// Writes requested text to standard error.
///
/// # Errors
/// It cannot be written there.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let (file, name) = stdio::open(stdio::ERROR)?;
    let written = BlockingStream(file).write_all(text.as_bytes());
    written.map_err(|error| Failure::write(name, &error))
}

/// Writes to standard error. Ignores a failure, because there is nowhere to report it.
pub(crate) fn eprint(text: &str) {
    let mut stderr = BlockingStream(io::stderr().lock());
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}
