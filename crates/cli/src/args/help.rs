//! The common parts of all help texts.

use clap::Command;
use clap::builder::styling::{AnsiColor, Styles};

/// The colours of help texts.
pub(crate) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The heading of options that most people need. `-h` shows these, and hides the others.
pub(crate) const COMMON: Option<&str> = None;

/// The exit codes, at the end of every verb's help.
pub(crate) const EXIT_CODES: &str = "\
Exit codes, the same for all verbs:
  0      finished, nothing wrong
  1      finished, but found something: a line without a (unique) solution,
         a wrong answer (3 in compare), or a slower solver
         (if a verb has --findings-exit-code, 0 with --findings-exit-code 0)
  2      wrong usage, or refused (for instance, the output file exists)
  3      input or output failed, or the input is damaged or changed during the run
  4      cannot tell (compare)
  128+n  ended by signal n (a closed pipe: 141)";

/// A verb's notes, and the exit codes.
pub(crate) fn with_exit_codes(notes: &str) -> String {
    format!("{notes}\n\n{EXIT_CODES}")
}

/// The parts of a help text, examples first.
const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// The command with its help texts in order. `-h` shows the first paragraph about each option that
/// does not hide it, and `--help` everything.
pub(crate) fn with_help(command: Command) -> Command {
    let command = command.help_template(TEMPLATE);
    command.mut_subcommands(|verb| {
        let all = format!("All options: ninefold {} --help", verb.get_name());
        verb.help_template(TEMPLATE).after_help(all)
    })
}
