//! `ninefold generate --hard-search` and `--few-search`.

use super::config;
use super::failure::{self, Failure};
use super::generate::{GenerateArgs, explain};
use super::outputs::Outputs;
use super::signals::Signals;
use super::tell;
use super::terminal;
use clap::{Args, ValueHint};
use indicatif::{ProgressBar, ProgressStyle};
use ninefold::generate::{Crew, Goal, Search};
use ninefold::pipeline::Stop;
use ninefold::shown::shown;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the state is saved meanwhile.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// What digging does not reach.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// Search for puzzles that need many guesses: many walks change clues and
    /// keep what is no easier; the best of all climbs are written, best first.
    #[arg(long, group = "goal", conflicts_with_all = ["clues", "difficulty", "minimal", "symmetry",
        "multiple", "unsolvable", "invalid", "attempts"])]
    pub(crate) hard_search: bool,
    /// Search for puzzles with few clues in the same way.
    #[arg(long, group = "goal", conflicts_with_all = ["clues", "difficulty", "minimal", "symmetry",
        "multiple", "unsolvable", "invalid", "attempts"])]
    pub(crate) few_search: bool,
    /// Rounds in which every walk takes a step.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "goal")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rounds: u64,
    /// Walks side by side.
    #[arg(long, value_name = "N", default_value_t = 64, requires = "goal")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) walks: u64,
    /// Rounds without anything better after which a walk starts again.
    #[arg(long, value_name = "N", default_value_t = 40, requires = "goal")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) patience: u32,
    /// Save the search here (every 30 seconds, when it ends and when it is
    /// interrupted), and go on from what was saved.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "goal")]
    pub(crate) state: Option<PathBuf>,
}

/// Searches until the rounds are done, time is up or a signal comes.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let plan = &args.search;
    let goal = match plan.few_search {
        true => Goal::Clues,
        false => Goal::Guesses,
    };
    let keep = usize::try_from(args.count).unwrap_or(usize::MAX);
    let wanted = Search::new(args.seed, goal, keep, plan.walks, plan.patience);
    let mut outputs = Outputs::new(args.force, &[]);
    if let Some(state) = &plan.state {
        outputs.take_own("--state", state)?;
    }
    let mut output = outputs.open(args.output.as_deref())?;
    let mut search = load(plan.state.as_deref(), wanted)?;
    let (engine, options) = (args.means.engine()?, args.means.options());
    let stop = Stop::new();
    let signals = Signals::install(&stop)?;
    let crew = Crew::new(engine, options, args.means.threads())
        .map_err(|error| explain(error, output.name(), &signals))?;
    // A place that cannot be written must not show after hours.
    save(plan.state.as_deref(), &search)?;
    let bar = bar(args, plan.rounds);
    let until = args.time.and_then(|time| started.checked_add(time));
    let mut saved = Instant::now();
    while search.round() < plan.rounds && until.is_none_or(|until| Instant::now() < until) {
        if stop.is_stopped() {
            save(plan.state.as_deref(), &search)?;
            return Err(Failure {
                code: signals.exit_code().unwrap_or(failure::IO),
                message: format!("stopped after {} rounds", search.round()),
            });
        }
        let stepped = search.step(&crew);
        stepped.map_err(|error| explain(error, output.name(), &signals))?;
        bar.set_position(search.round());
        if saved.elapsed() >= SAVE_EVERY {
            save(plan.state.as_deref(), &search)?;
            saved = Instant::now();
            bar.set_message(summary(&search, goal));
        }
    }
    bar.finish_and_clear();
    save(plan.state.as_deref(), &search)?;
    let best = search.best();
    let text: String = best
        .iter()
        .flat_map(|top| [top.puzzle.as_str(), "\n"])
        .collect();
    let written = output.write(text.as_bytes());
    written.map_err(|error| Failure::write(output.name(), &error))?;
    output.commit()?;
    if !args.quiet {
        let (rounds, seconds) = (search.round(), started.elapsed().as_secs_f64());
        let found = summary(&search, goal);
        tell(&format!("{rounds} rounds in {seconds:.2} s: {found}\n"));
    }
    Ok(if best.len() == keep && search.round() >= plan.rounds {
        0
    } else {
        failure::NEGATIVE
    })
}

fn summary(search: &Search, goal: Goal) -> String {
    let scores: Vec<u64> = search.best().iter().map(|top| top.score).collect();
    let (Some(best), Some(worst)) = (scores.first(), scores.last()) else {
        return "no puzzles".to_owned();
    };
    let count = scores.len();
    match goal {
        Goal::Guesses => format!("{count} puzzles, {worst} to {best} guesses"),
        Goal::Clues => format!("{count} puzzles, {} to {} clues", 81 - best, 81 - worst),
    }
}

fn bar(args: &GenerateArgs, rounds: u64) -> ProgressBar {
    if args.quiet || !config::paints(args.output.is_some()) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:16} {pos}/{len} rounds  {wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = terminal::bar().with_style(style.progress_chars("━╸─"));
    bar.set_length(rounds);
    bar
}

fn load(path: Option<&Path>, wanted: Search) -> Result<Search, Failure> {
    let Some(path) = path else { return Ok(wanted) };
    let name = shown(path);
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(wanted),
        Err(error) => Err(Failure::io(format!("cannot read {name}: {error}"))),
        Ok(text) => Search::load(&text, &wanted).map_err(|error| {
            use ninefold::generate::StateError::{Damaged, Form};
            let code = match error {
                Form(_) | Damaged => failure::IO,
                _ => failure::REFUSED,
            };
            Failure {
                code,
                message: format!("{name}: {error}"),
            }
        }),
    }
}

/// Saves the search. What is replaced was read as a state of this search before.
fn save(path: Option<&Path>, search: &Search) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let file = Outputs::new(true, &[]).open(Some(path))?;
    file.put(search.save().as_bytes())
}
