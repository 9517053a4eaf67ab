//! Completions and manual pages, made from the arguments themselves.

use super::args::Cli;
use super::failure::Failure;
use super::outputs::Outputs;
use super::print;
use super::signals;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::Path;

/// Prints completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ninefold", &mut script);
    print(&script)?;
    Ok(0)
}

/// Prints the main page, or writes all pages into a directory.
pub(crate) fn man(directory: Option<&Path>, force: bool) -> Result<u8, Failure> {
    match directory {
        None => {
            let mut page = Vec::new();
            let rendered = Man::new(Cli::command()).render(&mut page);
            rendered.map_err(|error| Failure::write("memory", &error))?;
            print(&page)?;
        }
        Some(directory) => {
            let failed =
                |error: io::Error| Failure::write(&directory.display().to_string(), &error);
            signals::end_at_once()?;
            fs::create_dir_all(directory).map_err(failed)?;
            let mut outputs = Outputs::new(force, &[]);
            let mut pages = Vec::new();
            for page in all_pages() {
                let path = directory.join(page.get_filename());
                pages.push((outputs.open(Some(&path))?, page));
            }
            for (output, page) in pages {
                let mut text = Vec::new();
                page.render(&mut text).map_err(failed)?;
                output.put(&text)?;
            }
        }
    }
    Ok(0)
}

/// A page of the program, and one of each verb.
fn all_pages() -> Vec<Man> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let verbs = program.get_subcommands().filter(|verb| !verb.is_hide_set());
    let mut pages: Vec<Man> = verbs.cloned().map(Man::new).collect();
    pages.push(Man::new(program));
    pages
}
