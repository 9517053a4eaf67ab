//! What is said on standard error.

use ninefold::shown::shown;
use std::io::{self, Write};

/// Something that the user should know.
pub(crate) fn warn(what: &str) {
    tell(&format!("ninefold: {}\n", harmless(what)));
}

/// A message of one line or several as a terminal may have it, whatever it quotes.
pub(crate) fn harmless(message: &str) -> String {
    let lines: Vec<String> = message
        .split('\n')
        .map(|line| shown(line).to_string())
        .collect();
    lines.join("\n")
}

/// Writes to standard error. Where that fails there is nobody left to tell.
pub(crate) fn tell(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}
