//! `ninefold compare`: did it get slower?

mod args;
mod pairs;
mod sampling;
mod sides;

use super::failure::Failure;
use super::messages::{eprint, warn};
use super::outputs::Outputs;
use super::signals::{self, Signals};
pub(crate) use args::CompareArgs;
use ninefold::Stop;
use ninefold::bench::baseline::{self, Comparison, Thresholds};
use ninefold::bench::export::{self, Style, ViewBlock};
use ninefold::bench::record::Record;
use ninefold::bench::stats::Settings;
use ninefold::bench::store;
use pairs::{exit_code, take_pairs};
use std::path::{Path, PathBuf};

/// Compares and prints. The exit code tells the verdict.
///
/// # Errors
/// Wrong or refused usage, unreadable results, or programs that cannot run.
pub(crate) fn run(args: &CompareArgs) -> Result<u8, Failure> {
    let settings = Settings::default()
        .error(1.0 - args.verdict.confidence / 100.0)
        .seed(args.verdict.seed);
    let thresholds = Thresholds::default()
        .settings(settings)
        .threshold(args.verdict.threshold / 100.0)
        .min_samples(args.pairs.min_pairs as usize)
        .accept_counters(args.verdict.accept_counters);
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
        // Ends its programs before it ends itself.
        true => outputs.stopped_by(&signals),
        false => {
            signals::end_at_once()?;
            outputs
        }
    };
    let table = outputs.open(None)?;
    let json = outputs.open_if(args.json.as_deref())?;
    let mut comparison = if args.paired {
        compare_programs(args, thresholds, stop, &signals)?
    } else {
        compare_results(args, &thresholds)?
    };
    comparison.names = args.names().map(str::to_owned);
    if let Some(json) = json {
        let text = serde_json::to_vec_pretty(&comparison).map_err(Failure::io)?;
        json.put(&text)?;
    }
    let style = if args.markdown {
        Style::Markdown
    } else {
        Style::Plain
    };
    let mut blocks = export::comparison(&comparison);
    if comparison.by_counts {
        blocks.push(ViewBlock::Text(
            "--accept-counters lets the times decide".to_owned(),
        ));
    }
    table.put(export::draw(&blocks, style).as_bytes())?;
    Ok(exit_code(comparison.verdict))
}

fn compare_results(args: &CompareArgs, thresholds: &Thresholds) -> Result<Comparison, Failure> {
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
        if !args.verdict.allow_mismatch {
            return Err(Failure::refused(format!(
                "these results do not belong together:\n{list}\
                 Measure both in the same place ('ninefold compare --paired OLD_PROGRAM NEW_PROGRAM' does), \
                 or compare them all the same with --allow-mismatch"
            )));
        }
        eprint(&format!(
            "ninefold: compared although they do not belong together:
{list}"
        ));
    }
    let found = baseline::compare(&old, &new, thresholds).map_err(Failure::io)?;
    if found.rows.is_empty() {
        let nothing = "these results have no case in common, so nothing can be compared";
        return Err(Failure::refused(nothing));
    }
    Ok(found)
}

fn compare_programs(
    args: &CompareArgs,
    thresholds: Thresholds,
    stop: Stop,
    signals: &Signals,
) -> Result<Comparison, Failure> {
    signals.watch()?;
    let found = take_pairs(args, thresholds, stop);
    match signals.exit_code() {
        None => found,
        Some(code) => Err(Failure {
            code,
            message: "stopped; both programs were ended".to_owned(),
        }),
    }
}
