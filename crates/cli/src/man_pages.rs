//! Completions and manual pages, made from the arguments themselves.

use super::command::Cli;
use super::failure::Failure;
use super::outputs::{Outputs, print};
use super::signals;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use ninefold::escape::escape;
use std::fs;
use std::io;
use std::path::Path;

/// Prints completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut <Cli>::command(), "ninefold", &mut script);
    print(&script)?;
    Ok(0)
}

/// Prints the main page, or writes all pages into a directory.
pub(crate) fn man(directory: Option<&Path>, force: bool) -> Result<u8, Failure> {
    let mut program = <Cli>::command().disable_help_subcommand(true);
    program.build();
    let Some(directory) = directory else {
        print(&page(&program).map_err(|error| Failure::write("memory", &error))?)?;
        return Ok(0);
    };
    let failed = |error: io::Error| Failure::write(&escape(directory).to_string(), &error);
    signals::end_at_once()?;
    fs::create_dir_all(directory).map_err(failed)?;
    let mut outputs = Outputs::new(force, &[]);
    let mut pages = Vec::new();
    let verbs = program.get_subcommands().filter(|verb| !verb.is_hide_set());
    for command in verbs.chain([&program]) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = directory.join(format!("{name}.1"));
        pages.push((outputs.open(Some(&path))?, page(command).map_err(failed)?));
    }
    for (output, page) in pages {
        output.put(&page)?;
    }
    Ok(0)
}

/// The page of the program or of a verb.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let notes = [command.get_before_help(), command.get_after_long_help()];
    for notes in notes.into_iter().flatten() {
        notes_section(&notes.to_string(), &mut page)?;
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// The text after the options, line by line as it is.
fn notes_section(notes: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    for paragraph in notes.split("\n\n") {
        roff.control("SH", [heading(paragraph)]);
        roff.control("EX", []);
        for line in paragraph.lines() {
            roff.text([roman(line)]);
        }
        roff.control("EE", []);
    }
    roff.to_writer(page)
}

fn heading(paragraph: &str) -> &'static str {
    match paragraph {
        text if text.starts_with("Exit codes") => "EXIT STATUS",
        text if text.starts_with("Examples:") => "EXAMPLES",
        _ => "NOTES",
    }
}
