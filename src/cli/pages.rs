//! Completions and manual pages, made from the arguments themselves.

use super::args::Cli;
use super::failure::Failure;
use super::print;
use clap::CommandFactory;
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
pub(crate) fn man(directory: Option<&Path>) -> Result<u8, Failure> {
    match directory {
        None => {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
            rendered.map_err(|error| Failure::write("memory", &error))?;
            print(&page)?;
        }
        Some(directory) => {
            let failed =
                |error: io::Error| Failure::write(&directory.display().to_string(), &error);
            fs::create_dir_all(directory).map_err(failed)?;
            clap_mangen::generate_to(Cli::command(), directory).map_err(failed)?;
        }
    }
    Ok(0)
}
