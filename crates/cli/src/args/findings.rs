//! The exit code of findings.

use crate::failure;
use clap::Args;

/// For verbs that write all of their output whatever they find.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FindingsArgs {
    /// The exit code if the run finished but found something wrong: 1, or 0 for a
    /// scheduler that takes 1 for a failure. Errors and refusals keep their own codes.
    #[arg(long, value_name = "CODE", default_value_t = failure::NEGATIVE)]
    #[arg(help_heading = "Exit code", hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=1))]
    findings_exit_code: u8,
}

impl FindingsArgs {
    /// The exit code of a run that finished.
    pub(crate) fn code(self, is_clean: bool) -> u8 {
        if is_clean { 0 } else { self.findings_exit_code }
    }
}
