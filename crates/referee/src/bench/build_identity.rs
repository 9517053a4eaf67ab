//! Identifies the build of a solver in a row of a result.

use super::record::{ExternalDetails, Record, ResultRow, SolverBuild};
use ninefold_files::escape::escape;
use std::fmt;

/// The build of a row. Rows with the same identity are from the same code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildIdentity<'a> {
    /// The revision, if it is known.
    revision: Option<&'a str>,
    /// SHA-256 of an external solver's file. A revision may have been changed before it was built.
    sha256: Option<&'a str>,
}

impl fmt::Display for BuildIdentity<'_> {
    /// The revision, or else the first digits of the hash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.revision, self.sha256) {
            (Some(revision), _) => write!(f, "{}", escape(revision)),
            (None, Some(hash)) => write!(f, "{hash:.12}"),
            (None, None) => write!(f, "unknown"),
        }
    }
}

impl BuildIdentity<'_> {
    /// Whether another one has the same name and is another file.
    pub(crate) fn is_namesake_of(&self, other: &BuildIdentity<'_>) -> bool {
        self.revision.is_some() && self.revision == other.revision && self.sha256 != other.sha256
    }

    /// The name with the first digits of the hash, which tells builds of one revision apart.
    pub(crate) fn with_hash(&self) -> String {
        match self.sha256 {
            Some(hash) => format!("{self} ({hash:.8})"),
            None => self.to_string(),
        }
    }
}

impl SolverBuild {
    /// What distinguishes it.
    pub(crate) fn identity(&self) -> BuildIdentity<'_> {
        BuildIdentity {
            revision: self.revision.as_deref(),
            sha256: self.sha256.as_deref(),
        }
    }
}

impl ExternalDetails {
    /// The solver as specified, its revision, and at most this many digits of its hash, as far as
    /// known: `./mine, revision v1.2, SHA-256 0123456789ab`.
    pub(crate) fn build_words(&self, digits: usize) -> String {
        let revision = self.revision.iter();
        let revision = revision.map(|revision| format!(", revision {revision}"));
        let sha256 = self.sha256.iter();
        let known = revision.chain(sha256.map(|hash| format!(", SHA-256 {hash:.digits$}")));
        self.target.clone() + &known.collect::<String>()
    }
}

impl Record {
    /// Whether an external solver has a row.
    #[must_use]
    pub fn has_external(&self) -> bool {
        self.rows.iter().any(|row| row.external.is_some())
    }

    /// The rows of external solvers alone.
    #[must_use]
    pub fn external(&self) -> Record {
        let mut record = self.clone();
        record.rows.retain(|row| row.external.is_some());
        record
    }

    /// The measured builds, in words: `mine v1.2, lanes abc1234`.
    #[must_use]
    pub fn builds(&self) -> String {
        let mut builds: Vec<String> = Vec::new();
        for row in &self.rows {
            let build = format!("{} {}", row.case.engine, self.build_of(row));
            if !builds.contains(&build) {
                builds.push(build);
            }
        }
        builds.join(", ")
    }

    /// The build of a row of this result: for Ninefold's engines its own revision, for an external
    /// solver the solver's, with the hash of its file.
    #[must_use]
    pub fn build_of<'a>(&'a self, row: &'a ResultRow) -> BuildIdentity<'a> {
        match &row.external {
            None => BuildIdentity {
                revision: Some(&self.build.revision),
                sha256: None,
            },
            Some(external) => BuildIdentity {
                revision: external.revision.as_deref(),
                sha256: external.sha256.as_deref(),
            },
        }
    }
}
