//! The help of `-h`: one screen for each verb. `--help` has everything.

use clap::{Arg, ArgGroup, Command};
use std::ffi::OsString;

/// The screen of a verb.
struct ShortHelp {
    verb: &'static str,
    /// The options that most people need, in order: the long name, and a line about it.
    options: &'static [(&'static str, &'static str)],
    examples: &'static str,
}

const SCREENS: [ShortHelp; 9] = [
    ShortHelp {
        verb: "solve",
        options: &[
            (
                "input",
                "Files of puzzles, compressed or not; '-' is standard input",
            ),
            ("output", "Write the answers to FILE"),
            ("force", "Replace FILE if it exists"),
            ("unique", "Prove that each solution is the only one"),
            ("count", "Count the solutions, a million at most"),
            ("all", "Print every solution, a million at most"),
            ("limit", "Stop at N solutions instead [default: 1]"),
            (
                "input-format",
                "line, csv, jsonl, ... [default: recognised]",
            ),
            ("column", "Column of the puzzles [default: recognised]"),
            (
                "output-format",
                "solution, line, csv, ... [default: solution]",
            ),
            ("append-column", "Add verdict, guesses, ... to a table"),
            ("only", "Write only solved, unsolved, ... puzzles"),
            ("explain", "Say why a line is malformed or invalid"),
            ("resume", "Continue a killed run; needs -o"),
            ("threads", "Use N threads [default: one for each CPU]"),
            ("quiet", "No progress and no report"),
        ],
        examples: "  ninefold solve puzzles.txt -o answers.txt       one answer a line, in order
  zcat puzzles.gz | ninefold solve > answers.txt  the same in a pipe
  ninefold solve puzzles.txt --unique             is each solution unique?
  ninefold solve quizzes.csv -o solved.csv        all columns, and 'solution'",
    },
    ShortHelp {
        verb: "verify",
        options: &[
            (
                "puzzles",
                "The puzzles, or a table that has the answers too",
            ),
            ("solutions", "The answers, in the order of the puzzles"),
            ("solver", "Judge the answers of a command: NAME=COMMAND"),
            ("trailer", "Compare with the checksum of 'solve --trailer'"),
            ("answer-format", "The answers' format [default: recognised]"),
            (
                "answer-column",
                "Column of the solutions [default: recognised]",
            ),
            ("input-format", "The puzzles' format [default: recognised]"),
            ("column", "Column of the puzzles [default: recognised]"),
            ("show", "Name at most N wrong lines [default: 100]"),
            ("timeout", "End a silent solver after TIME [default: 30s]"),
            ("threads", "Use N threads [default: one for each CPU]"),
            ("quiet", "Print nothing; the exit code tells"),
        ],
        examples: "  ninefold verify puzzles.txt answers.txt          who is wrong, and where?
  ninefold verify solved.csv                       both columns in one table
  ./mine < puzzles.txt | ninefold verify puzzles.txt -
  ninefold verify puzzles.txt --solver mine=./mine",
    },
    ShortHelp {
        verb: "generate",
        options: &[
            ("count", "How many puzzles [default: 100]"),
            ("seed", "The same seed gives the same puzzles [default: 1]"),
            ("output", "Write the puzzles to FILE"),
            ("force", "Replace FILE if it exists"),
            (
                "difficulty",
                "easy, medium, hard, extreme or guesses:LO..HI",
            ),
            ("clues", "The number of clues, or a range"),
            ("minimal", "Every clue is needed"),
            ("symmetry", "none, rotational, quarter, ... [default: none]"),
            ("multiple", "Two solutions or more"),
            ("unsolvable", "No solution, though no two clues clash"),
            ("hard-search", "Search for puzzles that need many guesses"),
            ("few-search", "Search for puzzles with few clues"),
            ("time", "Stop after TIME, as 90s or 5m"),
            ("threads", "Use N threads [default: one for each CPU]"),
            ("quiet", "No progress and no report"),
        ],
        examples: "  ninefold generate -n 1000000 -o easy.txt         a million puzzles
  ninefold generate -n 500 --difficulty hard
  ninefold generate -n 100 --minimal --symmetry rotational --seed 7
  ninefold generate -n 20 --hard-search --time 10m",
    },
    ShortHelp {
        verb: "transform",
        options: &[
            (
                "input",
                "Files of puzzles, compressed or not; '-' is standard input",
            ),
            ("isomorph", "Replace each puzzle by a random equivalent one"),
            (
                "canonical",
                "Replace each puzzle by its first equivalent form",
            ),
            ("dedupe", "Keep the first of equivalent puzzles"),
            ("minimize", "Remove clues that are not needed"),
            ("shuffle", "Put the puzzles in random order"),
            ("sample", "Keep N puzzles, chosen at random"),
            ("seed", "The same seed gives the same result [default: 1]"),
            ("output", "Write the puzzles to FILE"),
            ("force", "Replace FILE if it exists"),
            ("bare", "Leave out comments, columns and blank lines"),
            (
                "memory",
                "Memory for --dedupe and --shuffle [default: 512M]",
            ),
            ("threads", "Use N threads [default: one for each CPU]"),
            ("quiet", "No progress and no report"),
        ],
        examples: "  ninefold transform --isomorph --seed 3 puzzles.txt -o others.txt
  ninefold transform --dedupe all.txt -o distinct.txt
  ninefold transform --minimize puzzles.txt -o minimal.txt
  ninefold transform --sample 1000 big.txt -o few.txt",
    },
    ShortHelp {
        verb: "rate",
        options: &[
            (
                "input",
                "Files of puzzles, compressed or not; '-' is standard input",
            ),
            ("no-rows", "Print the summary and no rows"),
            ("limit", "Count solutions up to N [default: 2]"),
            (
                "engines",
                "Count the guesses of these engines [default: one]",
            ),
            ("save", "Write the summary to FILE too, for report"),
            (
                "report",
                "The summary's form: human or json [default: human]",
            ),
            ("output", "Write the rows to FILE"),
            ("force", "Replace FILE if it exists"),
            ("bare", "Leave out comments, columns and blank lines"),
            ("threads", "Use N threads [default: one for each CPU]"),
            ("quiet", "No progress and no report"),
        ],
        examples: "  ninefold rate puzzles.txt -o ratings.txt         a row for each puzzle
  ninefold rate --no-rows puzzles.txt              a summary
  ninefold rate --no-rows --save ratings.json puzzles.txt
  ninefold report ratings.json -o page.html",
    },
    ShortHelp {
        verb: "bench",
        options: &[
            ("inputs", "Files of puzzles [default: built-in data sets]"),
            ("solver", "Measure a command or a library too"),
            ("against", "Compare with the last result in FILE"),
            ("append", "Add the result to a history"),
            ("save", "Write the result as JSON, for compare and report"),
            ("force", "Replace FILE of --save if it exists"),
            (
                "engines",
                "Engines, as lanes,mrv or lanes/avx2 [default: all]",
            ),
            (
                "limits",
                "1: a solution; 2: is it the only one? [default: 1]",
            ),
            ("threads", "Numbers of threads, as 1,2,all [default: 1]"),
            ("max-puzzles", "Only the first N puzzles of each file"),
            ("time", "Take as many rounds as fit TIME, as 30s or 5m"),
            ("rounds", "Take N rounds [default: 30, a minute at most]"),
            ("reference", "Show ratios to this engine or solver"),
            ("wide", "Show times, guesses and latencies too"),
            ("markdown", "Print the table as Markdown"),
            ("quiet", "No progress"),
        ],
        examples: "  ninefold bench puzzles.txt                       Ninefold's engines
  ninefold bench puzzles.txt --solver mine=./mine  your solver beside them
  ninefold bench --append history.jsonl            a line of a history
  ninefold bench --save result.json                for compare and report",
    },
    ShortHelp {
        verb: "compare",
        options: &[
            (
                "old",
                "A program or solver (--paired), or a result of bench --save",
            ),
            ("new", "The other one, which may be slower"),
            ("inputs", "Files of puzzles [default: built-in data sets]"),
            ("paired", "Run both programs now, in turns"),
            ("solver", "A command or a library to compare"),
            ("time", "Take TIME at most, as 30s or 5m [default: 2m]"),
            (
                "threshold",
                "Changes up to PERCENT count as none [default: 2]",
            ),
            ("engines", "Engines, as lanes,mrv [default: lanes,mrv]"),
            (
                "limits",
                "1: a solution; 2: is it the only one? [default: 1]",
            ),
            ("max-puzzles", "Only the first N puzzles of each file"),
            (
                "accept-counters",
                "More guesses than before do not count as slower",
            ),
            ("json", "Write the comparison to FILE as JSON"),
            ("force", "Replace FILE of --json if it exists"),
            ("markdown", "Print Markdown, ready for a comment"),
            ("quiet", "No progress"),
        ],
        examples: "  ninefold compare --paired old/ninefold new/ninefold
  ninefold compare --paired a b --solver a=./old --solver b=./new
  ninefold compare --paired OLD NEW --time 5m --threshold 5
  ninefold compare old.json new.json               two saved results",
    },
    ShortHelp {
        verb: "report",
        options: &[
            (
                "results",
                "Results and histories of bench, summaries of rate; oldest first",
            ),
            ("reference", "Show ratios to this engine or solver"),
            ("output", "Write the page to FILE"),
            ("force", "Replace FILE if it exists"),
        ],
        examples: "  ninefold report result.json -o page.html         of bench --save
  ninefold report old.json new.json -o page.html   what changed
  ninefold report history.jsonl -o page.html       of bench --append
  ninefold report ratings.json -o page.html        of rate --save",
    },
    ShortHelp {
        verb: "engines",
        options: &[("json", "Print JSON, for programs")],
        examples: "  ninefold engines                                 all, and what this CPU has
  ninefold engines --json                          for programs
  ninefold solve puzzles.txt --engine mrv          solve with one of them
  ninefold bench puzzles.txt --engines lanes,mrv   measure some of them",
    },
];

/// The examples of `ninefold -h`.
const FIRST: &str = "\
Examples:
  ninefold solve puzzles.txt -o answers.txt
  ninefold bench puzzles.txt --solver mine=./mine";

/// The parts of a help text, examples first.
const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// The command with the requested help: one screen for `-h`, otherwise everything.
pub(crate) fn with_help(command: Command, typed: &[OsString]) -> Command {
    let command = command.before_help(FIRST).help_template(TEMPLATE);
    if typed.iter().any(|word| word == "-h") {
        let command = SCREENS.iter().fold(command, |command, screen| {
            command.mut_subcommand(screen.verb, |verb| screen.apply_to(verb))
        });
        return command.after_help(None::<&str>);
    }
    command.mut_subcommands(examples_first)
}

/// Puts the examples of a verb before its options.
fn examples_first(verb: Command) -> Command {
    let notes = verb.get_after_help().map(ToString::to_string);
    let Some((examples, rest)) = notes.as_deref().and_then(|notes| notes.split_once("\n\n")) else {
        return verb;
    };
    if !examples.starts_with("Examples:") {
        return verb;
    }
    let (examples, rest) = (examples.to_owned(), rest.to_owned());
    verb.before_help(examples)
        .after_help(rest)
        .help_template(TEMPLATE)
}

impl ShortHelp {
    /// The verb with this screen.
    fn apply_to(&self, mut verb: Command) -> Command {
        verb = verb.mut_args(|arg| arg.hide_short_help(true));
        for (place, (name, text)) in self.options.iter().enumerate() {
            let is_meant = |arg: &&Arg| arg.get_long() == Some(*name) || arg.get_id() == name;
            let Some(id) = verb
                .get_arguments()
                .find(is_meant)
                .map(|arg| arg.get_id().clone())
            else {
                unreachable!("{}: no option is called {name}", self.verb);
            };
            verb = verb.mut_arg(id, |arg| {
                let takes_value = arg.get_action().takes_values();
                arg.hide_short_help(false)
                    .help(*text)
                    .help_heading(None::<&str>)
                    .display_order(place)
                    .hide_default_value(takes_value)
                    .hide_possible_values(takes_value)
                    .hide_env(takes_value)
                    .visible_alias(None)
            });
        }
        let name = self.verb;
        if verb.get_groups().any(ArgGroup::is_required_set) {
            verb = verb.override_usage(format!("ninefold {name} [OPTIONS] <WHAT> [INPUT]..."));
        }
        verb.disable_version_flag(true)
            .before_help(format!("Examples:\n{}", self.examples))
            .after_help(format!("All options: ninefold {name} --help"))
            .help_template(TEMPLATE)
    }
}
