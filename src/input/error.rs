//! Why an input could not be read.

use std::io;
use thiserror::Error;

/// A text whose line goes on for longer than this has no lines: it is not read
/// on, because it may have no end either (`/dev/zero`).
pub(crate) const ENDLESS_LINE: u64 = 1 << 30;

/// Why an input could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// It could not be opened.
    #[error("cannot open {name}: {cause}")]
    Open {
        /// The input.
        name: String,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
    /// It could not be read on.
    #[error("cannot read {name} at byte {offset}: {cause}")]
    Read {
        /// The input.
        name: String,
        /// Place in the (decompressed) input.
        offset: u64,
        /// What the system, or the decoder, says.
        #[source]
        cause: io::Error,
    },
    /// Size or time of change are not those of the start.
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
    /// A part was asked of an input that has no places to begin at.
    #[error("{name}: --range and --shard need an uncompressed regular file, by its name")]
    NoRange {
        /// The input.
        name: String,
    },
    /// What was asked cannot be done with it.
    #[error("{name}: {reason}")]
    Refused {
        /// The input.
        name: String,
        /// Why not, and what could be done instead.
        reason: String,
    },
}

impl InputError {
    /// Whether the input is refused for what it is, and nothing failed.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            InputError::NoRange { .. } | InputError::Refused { .. }
        )
    }
}
