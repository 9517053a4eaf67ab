//! Errors of a run, as failures that a user sees.

use super::failure::{self, Failure};
use super::signals::Signals;
use ninefold_files::corpus::RunError;
use ninefold_files::pipeline::PipelineError;

/// An error of a pipeline that writes the output of this name.
pub(crate) fn pipeline(error: PipelineError, output: &str, signals: &Signals) -> Failure {
    match &error {
        PipelineError::Engine(_) => Failure::refused(error),
        PipelineError::Input(input) if input.is_refusal() => Failure::refused(error),
        PipelineError::Write(cause) => Failure::write(output, cause),
        PipelineError::Stopped(_) => stopped(&error, signals),
        _ => Failure::io(error),
    }
}

/// An error of a run that makes a corpus and writes the output of this name.
pub(crate) fn corpus(error: RunError, output: &str, signals: &Signals) -> Failure {
    match error {
        RunError::Pipeline(error) => pipeline(error, output, signals),
        RunError::Spec(_) | RunError::Engine(_) | RunError::Unusable(_) => Failure::refused(error),
        RunError::Write(cause) => Failure::write(output, &cause),
        RunError::Stopped => stopped(&error, signals),
        _ => Failure::io(error),
    }
}

fn stopped(error: &dyn std::error::Error, signals: &Signals) -> Failure {
    Failure {
        code: signals.exit_code().unwrap_or(failure::IO),
        message: error.to_string(),
    }
}
