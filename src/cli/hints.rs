//! What a user may have meant whose arguments mean nothing.

use super::args::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use ninefold::grid::{CELLS, Puzzle};
use ninefold::shown::shown;
use std::ffi::OsString;
use std::path::Path;

/// Options that a variable stands in for: long and short name, and the variable.
const VARIABLES: [(&str, Option<char>, &str); 2] = [
    ("--threads", Some('j'), "NINEFOLD_THREADS"),
    ("--backend", None, "NINEFOLD_BACKEND"),
];

/// Reads the arguments of this process.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    if super::terminal::is_dumb() {
        command = command.color(clap::ColorChoice::Never);
    }
    let matches = command.clone().try_get_matches();
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map_err(|mut error| {
        name_variable(&mut error);
        match no_verb(&error) {
            Some(message) => command.error(ErrorKind::InvalidSubcommand, message),
            None => error,
        }
    })
}

/// A file or a puzzle where a verb belongs.
fn no_verb(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    if is_puzzle(typed.as_ref()) {
        return Some(no_file(typed));
    }
    let file = shown(typed);
    Path::new(typed)
        .exists()
        .then(|| format!("'{file}' is a file, not a command: try 'ninefold solve {file}'"))
}

/// Whether a name is a puzzle that was typed where a file belongs.
pub(crate) fn is_puzzle(name: &Path) -> bool {
    let cells: Option<&[u8; CELLS]> = name.as_os_str().as_encoded_bytes().try_into().ok();
    cells.is_some_and(|cells| Puzzle::from_text(cells).is_ok())
}

/// What to do with a puzzle that is in no file.
pub(crate) fn no_file(puzzle: &str) -> String {
    format!(
        "this is a puzzle, not a file or a command; puzzles are read from files or standard \
         input: try\n  echo '{}' | ninefold solve -",
        shown(puzzle)
    )
}

/// A value that nobody typed comes from a variable: names that.
fn name_variable(error: &mut clap::Error) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let option = option.split(' ').next().unwrap_or_default();
    let variable = VARIABLES.iter().find(|(long, ..)| *long == option);
    let Some((long, short, variable)) = variable else {
        return;
    };
    let was_typed = |arg: &OsString| {
        let arg = arg.to_string_lossy();
        let letters = arg.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        arg.split('=').next() == Some(long)
            || short.is_some_and(|short| letters.is_some_and(|letters| letters.contains(short)))
    };
    if !std::env::args_os().skip(1).any(|arg| was_typed(&arg)) {
        let name = ContextValue::String(format!("{variable} (environment variable)"));
        error.insert(ContextKind::InvalidArg, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_told_from_a_file() {
        assert!(is_puzzle(".".repeat(81).as_ref()));
        assert!(!is_puzzle(".".repeat(80).as_ref()));
        assert!(!is_puzzle("puzzles.txt".as_ref()));
    }
}
