//! `ninefold compare`: did it get slower?

mod args;
mod sampling;
mod sides;

use super::failure::Failure;
use super::memory::Need;
use super::messages::{tell, warn};
use super::outputs::Outputs;
use super::signals::{self, Signals};
use super::terminal;
pub(crate) use args::CompareArgs;
use ninefold::Stop;
use ninefold::bench::baseline::{self, Comparison, Thresholds};
use ninefold::bench::corpus::Corpus;
use ninefold::bench::export::{self, Style};
use ninefold::bench::paired::{self, Interim, PairedError, PairedPlan, Side};
use ninefold::bench::record::Record;
use ninefold::bench::stats::{Judgement, Settings};
use ninefold::bench::store;
use ninefold::bench::worker::WorkerError;
use ninefold::numbers::counted;
use sampling::{GivenSampling, Sampling, Trial};
use sides::Sides;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is compared where nothing is named: puzzles without search, with few clues, with search,
/// and with several solutions.
const CORPORA: [&str; 4] = ["easy", "few-clues", "hard", "multiple"];

/// Compares, prints, and says by the exit code what came out.
///
/// # Errors
/// Wrong or refused usage, results that cannot be read, programs that cannot
/// be run.
pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let settings = Settings::default()
        .error(1.0 - args.terms.confidence / 100.0)
        .seed(args.terms.seed);
    let terms = Thresholds::default()
        .settings(settings)
        .threshold(args.terms.threshold / 100.0)
        .min_samples(args.pairs.min_pairs as usize)
        .accept_counters(args.terms.accept_counters);
    let stop = Stop::new();
    let signals = Signals::new(&stop);
    let read: Vec<PathBuf> = [&args.old, &args.new]
        .into_iter()
        .chain(&args.inputs)
        .cloned()
        .chain(args.solvers.files()?)
        .collect();
    let outputs = Outputs::new(args.force, &read);
    let mut outputs = match args.paired {
        // Its programs must be ended before it ends.
        true => outputs.stopped_by(&signals),
        false => {
            signals::end_at_once()?;
            outputs
        }
    };
    let table = outputs.open(None)?;
    let json = outputs.open_if(args.json.as_deref())?;
    let comparison = if args.paired {
        compare_programs(args, terms, stop, &signals)?
    } else {
        compare_results(args, &terms)?
    };
    if let Some(json) = json {
        let text = serde_json::to_vec_pretty(&comparison).map_err(Failure::io)?;
        json.put(&text)?;
    }
    let style = if args.markdown {
        Style::Markdown
    } else {
        Style::Plain(terminal::columns())
    };
    let mut tables = Vec::new();
    export::comparison(&comparison, style, &mut tables).map_err(Failure::io)?;
    table.put(&tables)?;
    Ok(code(comparison.verdict))
}

fn code(verdict: Judgement) -> u8 {
    match verdict {
        Judgement::Same | Judgement::Faster => 0,
        Judgement::Slower => 1,
        Judgement::Inconclusive => 4,
    }
}

fn compare_results(args: &CompareArgs, terms: &Thresholds) -> Result<Comparison, Failure> {
    if !args.solvers.solvers()?.is_empty() {
        let unpaired = "--solver needs --paired: two saved results have been measured already";
        return Err(Failure::refused(unpaired));
    }
    let load = |path: &Path| -> Result<Record, Failure> {
        store::load_last(path, &mut warn).map_err(Failure::io)
    };
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    let mismatches = baseline::mismatches(&old, &new);
    if !mismatches.is_empty() {
        let list: Vec<String> = mismatches
            .iter()
            .map(|mismatch| format!("  {mismatch}\n"))
            .collect();
        let list = list.concat();
        if !args.terms.allow_mismatch {
            return Err(Failure::refused(format!(
                "these results do not belong together:\n{list}\
                 Measure both in the same place ('ninefold compare --paired OLD_PROGRAM NEW_PROGRAM' does), \
                 or compare them all the same with --allow-mismatch"
            )));
        }
        tell(&format!(
            "ninefold: compared although they do not belong together:
{list}"
        ));
    }
    baseline::compare(&old, &new, terms).map_err(Failure::io)
}

fn compare_programs(
    args: &CompareArgs,
    terms: Thresholds,
    stop: Stop,
    signals: &Signals,
) -> Result<Comparison, Failure> {
    signals.watch()?;
    let found = take_pairs(args, terms, stop);
    match signals.exit_code() {
        None => found,
        Some(code) => Err(Failure {
            code,
            message: "stopped; both programs were ended".to_owned(),
        }),
    }
}

fn take_pairs(args: &CompareArgs, terms: Thresholds, stop: Stop) -> Result<Comparison, Failure> {
    let end = Instant::now().checked_add(args.pairs.time);
    let mut plan = PairedPlan::default()
        .terms(terms)
        .max_pairs(args.pairs.max_pairs as usize)
        .time(args.pairs.time);
    let sides = Sides::of(args, stop, end)?;
    let programs = [&args.old, &args.new].map(PathBuf::clone);
    Need::measuring(&programs, &args.inputs, 1).check()?;
    let corpora = sides.select.corpora(&args.inputs, &CORPORA)?;
    let tried = match sides.solvers {
        None => sampling::TRIED,
        Some(_) => sampling::FEWEST,
    };
    let (old, notes) = sides.cases(Side::Old, &corpora)?;
    let (new, _) = sides.cases(Side::New, &corpora)?;
    notes.iter().for_each(|note| warn(note));
    let cases = |side| match side {
        Side::Old => &old,
        Side::New => &new,
    };
    let few = sampling::taken(&corpora, &sampling::at_most(tried, &corpora));
    let trial = Trial::of(&corpora, || {
        sides.start(Side::Old, &old, Duration::from_nanos(1), &few)
    });
    let time = humantime::format_duration(args.pairs.time);
    let trial = trial.map_err(|error| match error {
        WorkerError::OutOfTime { .. } => too_short(format!(
            "--time {time} is over before one of the programs has solved some puzzles of each corpus"
        )),
        error => sides.failure(error),
    })?;
    let said = GivenSampling {
        whole: sides.select.takes_so_many(),
        sample: args.pairs.min_sample_time,
        blocks: args.pairs.blocks.map(|blocks| blocks as usize),
    };
    let sampling = Sampling::new(&trial, &corpora, &plan, &said);
    plan.blocks = sampling.blocks;
    let told = sampling.told(&trial, &corpora, &plan);
    let taken = sampling::taken(&corpora, &sampling.counts);
    plan.time = end.map_or(plan.time, |end| {
        end.saturating_duration_since(Instant::now())
    });
    let no_pair = |what: &str| {
        let pairs = plan.terms.min_samples;
        let least = sampling.least(&plan).as_secs_f64().ceil();
        too_short(format!(
            "{what} --time {time}: a verdict takes {pairs}, about {least} s (less with --max-puzzles, or fewer rows)"
        ))
    };
    if !sampling.has_room(&plan) {
        return Err(no_pair("no pair fits into"));
    }
    if !args.quiet {
        tell(&told);
    }
    let mut seen = |state: &Interim<'_>| {
        if !args.quiet && state.pairs.is_power_of_two() {
            tell(&so_far(state));
        }
    };
    let mut start = |side| sides.start(side, cases(side), sampling.sample, &taken);
    let mut found = paired::run(&plan, &mut start, &mut seen).map_err(|error| match error {
        PairedError::OutOfTime => no_pair("no pair was complete within"),
        PairedError::PairedRunner(error) => sides.failure(error),
        PairedError::Stats(reason) => Failure::io(reason),
        PairedError::Different(what) => Failure::refused(format!(
            "the two programs cannot be compared on this: {what}; name engines and inputs that both have"
        )),
    })?;
    // The programs were given a part of them.
    found.corpora = corpora.iter().map(Corpus::info).collect();
    Ok(found)
}

/// The time was too short to tell anything.
fn too_short(message: String) -> Failure {
    Failure {
        code: code(Judgement::Inconclusive),
        message,
    }
}

/// How far the pairs are.
fn so_far(state: &Interim<'_>) -> String {
    let last = state.last.map_or("no look yet".to_owned(), |look| {
        format!("last look: {}", look.verdict)
    });
    let seconds = state.elapsed.as_secs_f64();
    let pairs = counted(state.pairs as u64, "pair");
    format!("ninefold: {pairs} in {seconds:.1} s, {last}\n")
}
