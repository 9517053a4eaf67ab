//! The arguments of the program: the verbs, and what is wrong with anything else.

use super::args::{EXIT_CODES, STYLES, with_help};
use super::bench::BenchArgs;
use super::compare::CompareArgs;
use super::engines::EnginesArgs;
use super::generate::GenerateArgs;
use super::hints::no_file;
use super::rate::RateArgs;
use super::report::ReportArgs;
use super::solve::{self, SolveArgs};
use super::terminal;
use super::transform::TransformArgs;
use super::verify::VerifyArgs;
use super::version;
use super::worker::WorkerArgs;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use ninefold_files::escape::escape;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The examples of `ninefold -h`.
const FIRST: &str = "\
Examples:
  ninefold solve puzzles.txt -o answers.txt
  ninefold bench puzzles.txt --solver mine=./mine";

/// Solves files of millions of Sudoku puzzles, checks every answer, and benchmarks
/// solvers.
#[derive(Debug, Parser)]
#[command(name = "ninefold", version, long_version = version::LONG, styles = STYLES, max_term_width = 100)]
#[command(before_help = FIRST, after_long_help = EXIT_CODES)]
#[command(arg_required_else_help = true)]
pub(crate) struct Cli<V: Subcommand = Verb> {
    #[command(subcommand)]
    pub(crate) verb: V,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Solve(Box<SolveArgs>),
    Verify(VerifyArgs),
    Generate(Box<GenerateArgs>),
    Transform(Box<TransformArgs>),
    Rate(Box<RateArgs>),
    Engines(EnginesArgs),
    Bench(Box<BenchArgs>),
    Compare(Box<CompareArgs>),
    Report(ReportArgs),
    /// Not for people, so neither help nor completions have it ([`Frequent`]).
    #[command(skip)]
    Worker(WorkerArgs),
    /// Start a solver for the program that started this one, and account for it.
    #[command(hide = true)]
    Supervise,
    /// Print completions for a shell.
    ///
    /// Example: ninefold completions bash > ~/.local/share/bash-completion/completions/ninefold
    ///
    /// The guide says where other shells look for them. Release archives have them in 'share'.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Show the manual page, or write one page for each verb into a directory.
    ///
    /// On a terminal, 'man' shows the page. Elsewhere, the page is printed as it is.
    Man {
        /// Write ninefold.1, ninefold-solve.1 and so on here.
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        out: Option<PathBuf>,
        /// Replace pages that exist.
        #[arg(short, long, requires = "out")]
        force: bool,
    },
}

/// The verb that many a script runs once a file, and the one that this program runs. Building the
/// parser of the other verbs' options takes longer than solving one puzzle.
#[derive(Debug, Subcommand)]
enum Frequent {
    Solve(Box<SolveArgs>),
    /// Solve for the program that started this one.
    Worker(WorkerArgs),
}

impl From<Frequent> for Verb {
    fn from(verb: Frequent) -> Verb {
        match verb {
            Frequent::Solve(args) => Verb::Solve(args),
            Frequent::Worker(args) => Verb::Worker(args),
        }
    }
}

/// Reads the arguments of this process.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let typed: Vec<OsString> = env::args_os().collect();
    if let Some(cli) = parse_frequent(&typed) {
        return Ok(cli);
    }
    let mut command = with_help(<Cli>::command());
    if terminal::is_dumb() {
        command = command.color(clap::ColorChoice::Never);
    }
    let verb = typed.get(1).cloned().unwrap_or_default();
    read::<Verb>(&mut command, &typed).map_err(|error| match no_verb(&error) {
        Some(message) => command.error(ErrorKind::InvalidSubcommand, message),
        None => no_format(&command, &verb.to_string_lossy(), error),
    })
}

/// For `--format`, the most similar option is `--force`, which would replace files.
fn no_format(command: &clap::Command, verb: &str, mut error: clap::Error) -> clap::Error {
    let is_format = matches!(error.get(ContextKind::InvalidArg),
        Some(ContextValue::String(typed)) if typed.starts_with("--form"));
    if is_format {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        let verb = command.find_subcommand(verb);
        let mut options = verb.into_iter().flat_map(clap::Command::get_arguments);
        if options.any(|option| option.get_long() == Some("input-format")) {
            let format = ContextValue::String("--input-format".to_owned());
            error.insert(ContextKind::SuggestedArg, format);
        }
    }
    error
}

/// Reads the arguments of a frequent verb. Returns `None` if they need the whole parser: for other
/// verbs, and if they lead to a message.
fn parse_frequent(typed: &[OsString]) -> Option<Cli> {
    typed
        .get(1)
        .filter(|verb| *verb == "solve" || *verb == "worker")?;
    read::<Frequent>(&mut Cli::<Frequent>::command(), typed).ok()
}

/// Reads arguments by the parser of all verbs, or of the frequent ones.
fn read<V: Subcommand + Into<Verb>>(
    command: &mut clap::Command,
    typed: &[OsString],
) -> Result<Cli, clap::Error> {
    let matches = command.try_get_matches_from_mut(typed)?;
    let mut verb = Cli::<V>::from_arg_matches(&matches)?.verb.into();
    if let Verb::Solve(args) = &mut verb
        && let Some((name, matches)) = matches.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        args.given = solve::given_options(command, matches);
    }
    Ok(Cli { verb })
}

/// A file or a puzzle where a verb belongs.
fn no_verb(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    if let Some(hint) = no_file(typed) {
        return Some(hint);
    }
    let file = escape(typed);
    Path::new(typed)
        .exists()
        .then(|| format!("'{file}' is a file, not a command: try 'ninefold solve {file}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_frequent_verb_reads_is_what_all_verbs_read() {
        let is_read = |line: &str| {
            let typed: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let all = read::<Verb>(&mut <Cli>::command(), &typed).ok();
            let frequent = parse_frequent(&typed);
            let shown = |cli: &Option<Cli>| cli.as_ref().map(|cli| format!("{cli:?}"));
            assert!(
                frequent.is_none() || shown(&frequent) == shown(&all),
                "{line}"
            );
            frequent.is_some()
        };
        for line in [
            "ninefold solve",
            "ninefold solve a b -o c -q --threads 3",
            "ninefold solve --unique --findings-exit-code 0 - --report full",
            "ninefold solve -- --help",
        ] {
            assert!(is_read(line), "{line}");
        }
        for line in [
            "ninefold",
            "ninefold solv a",
            "ninefold solve --help",
            "ninefold solve --version",
            "ninefold solve --threads 0 a",
            "ninefold solve --unique --count a",
            "ninefold verify a b",
        ] {
            assert!(!is_read(line), "{line}");
        }
    }
}
