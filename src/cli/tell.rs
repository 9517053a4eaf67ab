//! What is said on standard error.

use ninefold::input::Waiting;
use ninefold::shown::shown;
use std::io::{self, Write};

/// Something that the user should know, of one line or several: whatever it quotes, it commands no
/// terminal.
pub(crate) fn warn(what: &str) {
    let lines: Vec<String> = what
        .split('\n')
        .map(|line| shown(line).to_string())
        .collect();
    tell(&format!("ninefold: {}\n", lines.join("\n")));
}

/// Writes to standard error. Where that fails there is nobody left to tell.
pub(crate) fn tell(text: &str) {
    let mut stderr = Waiting(io::stderr().lock());
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}
