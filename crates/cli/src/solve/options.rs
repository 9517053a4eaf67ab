//! The options of a run in words, for its checkpoint.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use std::ffi::OsStr;

/// Options that change neither the rows nor the report.
const FREE: [&str; 11] = [
    "trailer",
    "input",
    "output",
    "force",
    "threads",
    "no_mmap",
    "chunk_size",
    "resume",
    "checkpoint_every",
    "report",
    "findings_exit_code",
];
/// The value of an option that is absent.
pub(super) const NOT_GIVEN: &str = "not given";

/// Every other option that the command line gives, and its value, after the version.
pub(crate) fn given_options(command: &Command, matches: &ArgMatches) -> Vec<(String, String)> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut options = vec![("ninefold's version".to_owned(), version)];
    for option in command.get_arguments() {
        let id = option.get_id().as_str();
        let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
        if is_given && !FREE.contains(&id) {
            let values = matches.get_raw(id).into_iter().flatten();
            let values: Vec<_> = values.map(OsStr::to_string_lossy).collect();
            let value = match values.join(",") {
                flag if flag == "true" => "given".to_owned(),
                value => value,
            };
            options.push((format!("--{}", id.replace('_', "-")), value));
        }
    }
    options
}
