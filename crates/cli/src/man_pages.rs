//! Completions and manual pages, made from the arguments themselves.

use super::command::Cli;
use super::failure::Failure;
use super::outputs::{Outputs, to_standard_output};
use super::signals;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use ninefold_files::escape::escape;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process;

/// Prints completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut <Cli>::command(), "ninefold", &mut script);
    to_standard_output(&script)?;
    Ok(0)
}

/// Shows the main page, or writes all pages into a directory.
pub(crate) fn man(directory: Option<&Path>, force: bool) -> Result<u8, Failure> {
    let mut program = <Cli>::command().disable_help_subcommand(true);
    program.build();
    let Some(directory) = directory else {
        let text = page(&program).map_err(|error| Failure::write("memory", &error))?;
        if io::stdout().is_terminal() {
            show(&text)?;
        } else {
            to_standard_output(&text)?;
        }
        return Ok(0);
    };
    let failed = |error: io::Error| Failure::write(&escape(directory).to_string(), &error);
    signals::end_at_once()?;
    fs::create_dir_all(directory).map_err(failed)?;
    let mut outputs = Outputs::new(force, &[]);
    let mut pages = Vec::new();
    for command in program.get_subcommands().chain([&program]) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = directory.join(format!("{name}.1"));
        pages.push((outputs.open(Some(&path))?, page(command).map_err(failed)?));
    }
    for (output, page) in pages {
        output.put(&page)?;
    }
    Ok(0)
}

/// Shows a page by `man`, which opens the user's pager.
fn show(page: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::write("a temporary file", &error);
    let mut builder = tempfile::Builder::new();
    let file = builder.prefix("ninefold-").suffix(".1").tempfile();
    let mut file = file.map_err(failed)?;
    file.write_all(page).map_err(failed)?;
    let shown = process::Command::new("man").arg(file.path()).status();
    match shown {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Failure::io(
            "man could not show this page: 'ninefold help' and 'ninefold VERB --help' have the same text",
        )),
    }
}

/// The page of the program or of a verb, with the examples behind the options.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let notes = [command.get_before_help(), command.get_after_long_help()];
    let notes: Vec<String> = notes
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    let command = command.clone().after_long_help(notes.join("\n\n"));
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
