//! Checks whether a file has changed.

use super::error::InputError;
use std::fs::File;
use std::io;

/// The properties that must be the same at the start and the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) size: u64,
    modified: Option<std::time::SystemTime>,
}

impl Identity {
    pub(crate) fn of(file: &File) -> io::Result<Identity> {
        let metadata = file.metadata()?;
        Ok(Identity {
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    /// Checks whether a file has changed.
    pub(crate) fn check(&self, file: &File, name: &str) -> Result<(), InputError> {
        let what = match Identity::of(file) {
            Ok(now) if now == *self => return Ok(()),
            Ok(now) if now.size < self.size => "it is shorter now",
            Ok(now) if now.size > self.size => "it is longer now",
            Ok(_) => "it was written to",
            Err(_) => "its size and time can no longer be read",
        };
        Err(InputError::Changed {
            name: name.to_owned(),
            what,
        })
    }
}
