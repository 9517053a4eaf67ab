//! Identifies the builds of the measured external solvers.

use super::plan::MeasureProgress;
use crate::bench::record::{CaseFailure, Record};
use crate::escape::escape;
use crate::external::{SolverIdentity, SolverSpec};

/// The identity of each external solver before the first sample.
pub(super) struct SolverIdentities<'a>(Vec<(&'a SolverSpec, SolverIdentity)>);

impl<'a> SolverIdentities<'a> {
    /// Reads the solvers' files, and warns if one cannot be read.
    pub(super) fn of(solvers: &'a [SolverSpec], progress: &mut dyn MeasureProgress) -> Self {
        let mut identities = Vec::new();
        for spec in solvers {
            let identity = spec.identity();
            // A solver without a file fails when it is started.
            if identity.sha256.is_none() && !spec.files().is_empty() {
                progress.warn(&format!(
                    "solver '{name}': its file cannot be read. Only a revision tells its builds apart: \
                     --solver '{name}@REVISION={}'",
                    escape(&spec.typed),
                    name = spec.name,
                ));
            }
            identities.push((spec, identity));
        }
        SolverIdentities(identities)
    }

    /// Writes the identities into the rows of a result. A solver whose file was replaced meanwhile
    /// loses its rows, because its samples are from two builds.
    pub(super) fn add_to(self, record: &mut Record, progress: &mut dyn MeasureProgress) {
        for (spec, identity) in self.0 {
            // A library is loaded from the content that was first read.
            if !spec.is_library() && spec.sha256() != identity.sha256 {
                for row in record
                    .rows
                    .extract_if(.., |row| row.case.engine == spec.name)
                {
                    let failure = CaseFailure {
                        case: row.case,
                        reason: format!(
                            "'{}' was replaced while it was measured",
                            escape(&spec.typed)
                        ),
                        refused: false,
                    };
                    progress.failed(&failure);
                    record.failures.push(failure);
                }
            }
            for row in record
                .rows
                .iter_mut()
                .filter(|row| row.case.engine == spec.name)
            {
                if let Some(external) = &mut row.external {
                    external.revision.clone_from(&identity.revision);
                    external.subject.clone_from(&identity.subject);
                    external.sha256.clone_from(&identity.sha256);
                }
            }
        }
    }
}
