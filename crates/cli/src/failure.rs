//! Errors, as a message and an exit code. The package that finds an error chooses its words, and
//! this file the exit code.

use super::hints::no_file;
use ninefold_files::corpus::RunError;
use ninefold_files::input::InputError;
use ninefold_files::pipeline::PipelineError;
use std::error::Error;
use std::io;

/// Finished, but found something wrong.
pub(crate) const NEGATIVE: u8 = 1;
/// Wrong usage, or refused.
pub(crate) const REFUSED: u8 = 2;
/// Input or output failed, or the input is damaged or changed.
pub(crate) const IO: u8 = 3;
/// The exit code of a process that a closed pipe ends: 128 + SIGPIPE.
pub(crate) const CLOSED_PIPE: u8 = 128 + 13;

/// Why a verb did not finish.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The process's exit code.
    pub(crate) code: u8,
    /// The message to print. If it is empty, print nothing.
    pub(crate) message: String,
}

impl Failure {
    /// Wrong usage, or an action that is refused.
    pub(crate) fn refused(message: impl ToString) -> Failure {
        Failure {
            code: REFUSED,
            message: message.to_string(),
        }
    }

    /// Failed input or output.
    pub(crate) fn io(message: impl ToString) -> Failure {
        Failure {
            code: IO,
            message: message.to_string(),
        }
    }

    /// An input that cannot be read, or that is refused.
    pub(crate) fn input(error: InputError) -> Failure {
        if let InputError::Open { name, cause } = &error
            && cause.kind() == io::ErrorKind::NotFound
            && let Some(hint) = no_file(name)
        {
            return Failure::refused(hint);
        }
        if error.is_refusal() {
            Failure::refused(error)
        } else {
            Failure::io(error)
        }
    }

    /// An error of a pipeline that writes the output of this name. `stop_code` is the exit code of
    /// a signal that stopped it.
    pub(crate) fn pipeline(error: PipelineError, output: &str, stop_code: Option<u8>) -> Failure {
        match &error {
            PipelineError::Engine(_) => Failure::refused(error),
            PipelineError::Input(input) if input.is_refusal() => Failure::refused(error),
            PipelineError::Write(cause) => Failure::write(output, cause),
            PipelineError::Stopped(_) => Failure::stopped(&error, stop_code),
            _ => Failure::io(error),
        }
    }

    /// An error of a run that makes a corpus and writes the output of this name.
    pub(crate) fn corpus(error: RunError, output: &str, stop_code: Option<u8>) -> Failure {
        match error {
            RunError::Pipeline(error) => Failure::pipeline(error, output, stop_code),
            RunError::Spec(_) | RunError::Engine(_) | RunError::Unusable(_) => {
                Failure::refused(error)
            }
            RunError::Write(cause) => Failure::write(output, &cause),
            RunError::Stopped => Failure::stopped(&error, stop_code),
            _ => Failure::io(error),
        }
    }

    fn stopped(error: &dyn Error, stop_code: Option<u8>) -> Failure {
        Failure {
            code: stop_code.unwrap_or(IO),
            message: error.to_string(),
        }
    }

    /// A write to `name` failed; a closed pipe ends quietly.
    pub(crate) fn write(name: &str, error: &io::Error) -> Failure {
        if is_closed_pipe(error) {
            return Failure {
                code: CLOSED_PIPE,
                message: String::new(),
            };
        }
        Failure::io(format!("cannot write {name}: {error}"))
    }
}

/// Whether nobody reads any more. One of the errors of Windows that mean this has no kind.
fn is_closed_pipe(error: &io::Error) -> bool {
    const PIPE_NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_file_is_taken_for_a_puzzle() {
        for (kind, code) in [
            (io::ErrorKind::NotFound, REFUSED),
            (io::ErrorKind::PermissionDenied, IO),
        ] {
            let error = InputError::Open {
                name: ".".repeat(81),
                cause: kind.into(),
            };
            assert_eq!(Failure::input(error).code, code, "{kind}");
        }
    }
}
