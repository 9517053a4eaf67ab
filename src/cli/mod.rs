//! One file a verb. Arguments become plans for the library here; what goes
//! wrong becomes a message and an exit code.

pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod report;
mod select;

use std::io;

/// Why a verb could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong or refused usage: exit code 2.
    Usage(String),
    /// Something could not be read or written, or was damaged: exit code 3.
    Io(String),
}

impl Failure {
    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Io(_) => 3,
        }
    }

    /// What to tell the user.
    pub(crate) fn message(&self) -> &str {
        match self {
            Failure::Usage(message) | Failure::Io(message) => message,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error.to_string())
    }
}
