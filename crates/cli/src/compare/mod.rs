//! `ninefold compare`: did it get slower?

mod args;
mod sides;

use super::args::{time_option, too_short};
use super::bar::Bar;
use super::failure::Failure;
use super::messages::warn;
use super::outputs::Outputs;
use super::signals::{self, Signals};
pub(crate) use args::CompareArgs;
use ninefold::Stop;
use ninefold_files::escape::escape;
use ninefold_files::numbers::counted;
use ninefold_referee::bench::baseline::{self, Comparison, Thresholds};
use ninefold_referee::bench::export::{self, Style, ViewBlock};
use ninefold_referee::bench::outcome;
use ninefold_referee::bench::paired::{self, PairedError, PairedPlan};
use ninefold_referee::bench::stats::Judgement;
use ninefold_referee::bench::store;
use ninefold_referee::external::WORKER_GREETING;
use std::path::{Path, PathBuf};

/// The corpora to compare if none is specified: puzzles without search, with few clues, with
/// search, and with several solutions.
const CORPORA: [&str; 4] = ["easy", "few-clues", "hard", "multiple"];

/// The most pairs.
const MAX_PAIRS: usize = 320;

/// Compares and prints. The exit code tells the verdict.
///
/// # Errors
/// Wrong or refused usage, unreadable results, or programs that cannot run.
pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let default = Thresholds::default();
    let thresholds = Thresholds {
        threshold: args.verdict.threshold / 100.0,
        min_samples: args.pairs.pairs.unwrap_or(default.min_samples),
        accept_counters: args.verdict.accept_counters,
        ..default
    };
    let stop = Stop::new();
    let signals = Signals::new(&stop);
    let read: Vec<PathBuf> = [&args.old, &args.new]
        .into_iter()
        .chain(&args.inputs)
        .cloned()
        .chain(args.solvers.files()?)
        .collect();
    let outputs = Outputs::new(args.force, &read);
    let mut outputs = if args.paired {
        // Ends its programs before it ends itself.
        outputs.stopped_by(&signals)
    } else {
        signals::end_at_once()?;
        outputs
    };
    let table = outputs.open(None)?;
    let json = outputs.open_if(args.json.as_deref())?;
    let mut comparison = if args.paired {
        compare_programs(args, thresholds, &stop, &signals)?
    } else {
        compare_results(args, &thresholds)?
    };
    comparison.names = args.names().map(str::to_owned);
    if let Some(json) = json {
        json.put(&store::to_text(&comparison))?;
    }
    let style = Style::of(args.markdown);
    let mut blocks = export::comparison(&comparison);
    if comparison.by_counts && !args.pairs.instructions {
        blocks.push(ViewBlock::Text(
            "--accept-counters lets the times decide".to_owned(),
        ));
    }
    table.put(export::draw(&blocks, style).as_bytes())?;
    match (signals.exit_code(), failure(args, &comparison)) {
        (Some(code), _) => Ok(code),
        (None, Some(failure)) => Err(failure),
        (None, None) => Ok(outcome::exit_code(comparison.verdict)),
    }
}

fn compare_results(args: &CompareArgs, thresholds: &Thresholds) -> Result<Comparison, Failure> {
    if !args.solvers.solvers()?.is_empty() {
        let unpaired = "--solver needs --paired: two saved results have been measured already";
        return Err(Failure::refused(unpaired));
    }
    let load = |path: &Path| store::load_last(path, &mut warn).map_err(Failure::io);
    let old = load(&args.old)?;
    let new = load(&args.new)?;
    let mismatches = baseline::mismatches(&old, &new);
    if !mismatches.is_empty() {
        let list = mismatches.iter().map(|(_, text)| format!("  {text}\n"));
        return Err(Failure::refused(format!(
            "these results do not belong together:\n{}Measure both in the same place: \
             'ninefold compare --paired OLD_PROGRAM NEW_PROGRAM' does",
            list.collect::<String>()
        )));
    }
    let found = baseline::compare(&old, &new, thresholds);
    if found.rows.is_empty() {
        let nothing = "these results have no case in common, so nothing can be compared: measure the same files \
                       with the same solvers, --threads and --limits";
        return Err(Failure::refused(nothing));
    }
    Ok(found)
}

/// Measures both programs now.
fn compare_programs(
    args: &CompareArgs,
    thresholds: Thresholds,
    stop: &Stop,
    signals: &Signals,
) -> Result<Comparison, Failure> {
    signals.watch()?;
    let solvers = sides::contest(args)?;
    let solvers = solvers.as_ref();
    // valgrind has no AVX-512, so our own engines would do something else there.
    if args.pairs.instructions && solvers.is_none() {
        return Err(Failure::refused(
            "--instructions is for two solvers, commands or libraries (--solver)",
        ));
    }
    let corpora = args.select.corpora(&args.inputs, &CORPORA)?;
    let plans = sides::plans(args, solvers, &corpora, stop)?;
    let plan = PairedPlan {
        thresholds,
        max_pairs: args.pairs.pairs.unwrap_or(MAX_PAIRS),
        min_sample_time: sides::sample(solvers),
        time: args.pairs.time,
        has_all_puzzles: args.select.max_puzzles.is_some(),
        counts_instructions: args.pairs.instructions,
        is_specified: !args.inputs.is_empty(),
    };
    let bar = Bar::new(args.quiet);
    let found = paired::run(
        &plan,
        plans.each_ref(),
        &corpora,
        &mut |done, doing, case, far| bar.next(done, doing, case, far),
    );
    bar.clear();
    if let (Ok(found), None) = (&found, signals.exit_code())
        && found.failures.is_empty()
    {
        warn_of_few_pairs(found, &plan);
    }
    found.map_err(|error| match error {
        PairedError::OutOfTime(enough) => Failure {
            code: outcome::exit_code(Judgement::Inconclusive),
            message: format!(
                "--time {}: {error}: use {}, or name fewer inputs",
                humantime::format_duration(args.pairs.time),
                time_option(enough.as_secs_f64())
            ),
        },
        PairedError::Refused(side, reason) => {
            Failure::refused(format!("{}: {reason}", escape(args.program(side))))
        }
        error => match signals.exit_code() {
            None => Failure::io(error),
            Some(code) => Failure {
                code,
                message: "stopped; both programs were ended".to_owned(),
            },
        },
    })
}

/// Says that the time was too short for the pairs that a verdict needs.
fn warn_of_few_pairs(found: &Comparison, plan: &PairedPlan) {
    let taken = found.rows.iter().map(|row| row.samples).min();
    let wanted = plan.thresholds.min_samples;
    if let Some(taken) = taken.filter(|taken| (1..wanted).contains(taken)) {
        let enough_for = format!("{taken} of {}", counted(wanted as u64, "pair"));
        warn(&too_short(
            plan.time,
            &enough_for,
            wanted as f64 / taken as f64,
        ));
    }
}

/// The message about the side that failed, if that decides.
fn failure(args: &CompareArgs, found: &Comparison) -> Option<Failure> {
    let failed = found
        .failures
        .first()
        .filter(|_| found.verdict == Judgement::Failed)?;
    let program = escape(args.program(failed.side));
    let mut message = format!("{program}: {}", failed.reason);
    // A program that does not greet as our worker does is no build of Ninefold.
    if args.solvers.is_empty() && failed.reason.contains(WORKER_GREETING) {
        let [old, new] = [&args.old, &args.new].map(|program| escape(program).to_string());
        message += &format!(
            "\n  Without --solver, OLD and NEW are builds of Ninefold. To compare your solvers, name them: compare --paired \
             old new --solver old={old} --solver new={new}\n  An older build is such a command, too: --solver \
             old='{program} solve - -q -j1'"
        );
    }
    Some(Failure::io(message))
}
