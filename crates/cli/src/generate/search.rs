//! `ninefold generate --hard-search` and `--few-search`.

use super::args::GenerateArgs;
use crate::explain;
use crate::failure::{self, Failure};
use crate::messages::eprint;
use crate::outputs::Outputs;
use crate::signals::Signals;
use crate::terminal;
use indicatif::ProgressBar;
use ninefold::Stop;
use ninefold::corpus::search::{Goal, HardSearch, Workers};
use ninefold::escape::escape;
use ninefold::numbers::counted;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the state is saved during the search.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// Searches until the rounds are done, time is up or a signal comes.
pub(crate) fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let started = Instant::now();
    let plan = &args.search;
    let goal = match plan.few_search {
        true => Goal::Clues,
        false => Goal::Guesses,
    };
    let keep = usize::try_from(args.count).unwrap_or(usize::MAX);
    let wanted = HardSearch::new(args.seed, goal, keep, plan.walks, plan.patience);
    let stop = Stop::new();
    let signals = Signals::new(&stop);
    let mut outputs = Outputs::new(args.to.force, &[]).stopped_by(&signals);
    if let Some(state) = &plan.state {
        outputs.take_own("--state", state)?;
    }
    let mut output = outputs.open(args.to.path())?;
    let mut search = load(plan.state.as_deref(), wanted)?;
    let engine = args.engine.engine()?;
    let options = args.engine.options(engine)?;
    signals.watch()?;
    let workers = Workers::new(engine, options, args.engine.threads()?)
        .map_err(|error| explain::corpus(error, output.name(), &signals))?;
    // An output that cannot be written must be found now, not after hours.
    save(plan.state.as_deref(), &search)?;
    let bar = bar(args, plan.rounds);
    let until = args.time.and_then(|time| started.checked_add(time));
    let mut saved = Instant::now();
    while search.round() < plan.rounds
        && until.is_none_or(|until| Instant::now() < until)
        && !stop.is_stopped()
    {
        let stepped = search.step(&workers);
        stepped.map_err(|error| explain::corpus(error, output.name(), &signals))?;
        bar.set_position(search.round());
        if saved.elapsed() >= SAVE_EVERY {
            save(plan.state.as_deref(), &search)?;
            saved = Instant::now();
            bar.set_message(summary(&search, goal));
        }
    }
    bar.finish_and_clear();
    save(plan.state.as_deref(), &search)?;
    // A signal is not the end of `--time`.
    if stop.is_stopped() && search.round() < plan.rounds {
        return Err(Failure {
            code: signals.exit_code().unwrap_or(failure::IO),
            message: format!("stopped after {}", counted(search.round(), "round")),
        });
    }
    let best = search.best();
    let text: String = best
        .iter()
        .flat_map(|top| [top.puzzle.as_str(), "\n"])
        .collect();
    let written = output.write(text.as_bytes());
    written.map_err(|error| Failure::write(output.name(), &error))?;
    output.commit()?;
    if !args.quiet {
        let rounds = counted(search.round(), "round");
        let seconds = started.elapsed().as_secs_f64();
        let found = summary(&search, goal);
        eprint(&format!("{rounds} in {seconds:.2} s: {found}\n"));
    }
    Ok(if best.len() == keep && search.round() >= plan.rounds {
        0
    } else {
        failure::NEGATIVE
    })
}

fn summary(search: &HardSearch, goal: Goal) -> String {
    let scores: Vec<u64> = search.best().iter().map(|top| top.score).collect();
    let (Some(best), Some(worst)) = (scores.first(), scores.last()) else {
        return "no puzzles".to_owned();
    };
    let puzzles = counted(scores.len() as u64, "puzzle");
    match goal {
        Goal::Guesses => format!("{puzzles}, {worst} to {best} guesses"),
        Goal::Clues => format!("{puzzles}, {} to {} clues", 81 - best, 81 - worst),
    }
}

fn bar(args: &GenerateArgs, rounds: u64) -> ProgressBar {
    if args.quiet || !terminal::paints(args.to.path().is_some()) {
        return ProgressBar::hidden();
    }
    let style = terminal::style("{bar:16} {pos}/{len} rounds  {wide_msg}", "{percent} %");
    let bar = terminal::bar().with_style(style.progress_chars("━╸─"));
    bar.set_length(rounds);
    bar
}

fn load(path: Option<&Path>, wanted: HardSearch) -> Result<HardSearch, Failure> {
    let Some(path) = path else { return Ok(wanted) };
    let name = escape(path);
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(wanted),
        Err(error) => Err(Failure::io(format!("cannot read {name}: {error}"))),
        Ok(text) => HardSearch::load(&text, &wanted).map_err(|error| {
            use ninefold::corpus::search::StateError::{Damaged, Form};
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

/// Saves the search. A file that it replaces was read before as a state of this search.
fn save(path: Option<&Path>, search: &HardSearch) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let file = Outputs::new(true, &[]).open(Some(path))?;
    file.put(search.save().as_bytes())
}
