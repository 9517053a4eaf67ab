//! Errors of reading an input.

use std::io;
use thiserror::Error;

/// If a line is longer than this, Ninefold stops reading: the text may have no end either
/// (`/dev/zero`).
pub(crate) const ENDLESS_LINE: u64 = 1 << 30;

/// The error of an input that cannot be opened.
pub(super) fn cannot_open(name: &str, cause: io::Error) -> InputError {
    InputError::Open {
        name: name.to_owned(),
        cause,
    }
}

/// Why an input could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// It could not be opened.
    #[error("cannot open {name}: {cause}")]
    Open {
        /// The input.
        name: String,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
    /// Reading failed after it was opened.
    #[error("cannot read {name} at byte {offset}: {cause}")]
    Read {
        /// The input.
        name: String,
        /// Offset in the (decompressed) input.
        offset: u64,
        /// The error of the system, or of the decoder.
        #[source]
        cause: io::Error,
    },
    /// Its size or modification time has changed.
    #[error("{name} changed while it was read ({what})")]
    Changed {
        /// The input.
        name: String,
        /// What is different.
        what: &'static str,
    },
    /// A line does not end.
    #[error("{name}: no line feed in the {} MiB from byte {offset}", ENDLESS_LINE >> 20)]
    NoLines {
        /// The input.
        name: String,
        /// Where the line begins.
        offset: u64,
    },
    /// A part was requested of an input that has no offsets.
    #[error(
        "{name}: --shard needs an uncompressed regular file, by its name: unpack it, or save it in one"
    )]
    NoRange {
        /// The input.
        name: String,
    },
    /// The input is refused.
    #[error("{name}: {reason}")]
    Refused {
        /// The input.
        name: String,
        /// The reason, and what the user can do instead.
        reason: String,
    },
}

impl InputError {
    /// Whether the input is refused, as opposed to a failure.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            InputError::NoRange { .. } | InputError::Refused { .. }
        )
    }
}
