//! `ninefold bench`: measures engines side by side.

mod against;
mod exports;

use super::args::{SolverArgs, TimeoutArgs, duration, too_short, with_exit_codes};
use super::bar::Bar;
use super::failure::{self, Failure};
use super::messages::{eprint, warn};
use super::outputs::Outputs;
use super::select::{BESIDE_OTHERS, Select};
use super::signals::Signals;
use super::{temporary, version};
use against::OlderResults;
use clap::{Args, ValueHint};
use exports::Exports;
use ninefold::Stop;
use ninefold::internal::DATASETS;
use ninefold_files::escape::escape;
use ninefold_files::numbers::counted;
use ninefold_referee::bench::copies::BinaryCopies;
use ninefold_referee::bench::export::{self, Style};
use ninefold_referee::bench::measure::{self, MeasureError, Plan};
use ninefold_referee::bench::record::{CaseFailure, CaseKey, Record};
use ninefold_referee::bench::stats::MIN_SAMPLES;
use ninefold_referee::external::{SolverSpec, is_program, may_not_run};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// More rounds say little more. In longer ones, less of the time goes into starting processes.
const ROUNDS: u32 = 100;
/// The default time.
const MINUTE: Duration = Duration::from_secs(60);
/// The data sets to choose from for somebody's solver: puzzles with a solution.
const BUILT_IN: [&str; 5] = ["easy", "medium", "hard", "few-clues", "multiple"];

const EXAMPLES: &str = "\
Examples:
  ninefold bench ./mine                            how fast is your solver?
  ninefold bench 'python3 mine.py' puzzles.txt     on your own puzzles
  ninefold bench puzzles.txt --solver old=./mine-1 --solver new=./mine-2
  ninefold bench ./mine --save result.json         for compare and report";

const NOTES: &str = "\
More examples:
  ninefold bench puzzles.txt --solver mine=./solve --against h.jsonl --append h.jsonl
  ninefold bench puzzles.txt                       Ninefold's engines alone
  ninefold bench puzzles.txt --engines lanes/avx512,lanes/avx2 --threads 1,2,all --time 2m
  ninefold bench puzzles.txt --limits 1,2 --solver 'mine=./solve --limit {limit}'
  ninefold bench puzzles.txt --solver mine@v2=./libmine.so

Only solving is timed, and every answer is checked. The speed is the median of the rounds,
and the column beside it is half the width of its 99 % interval. Each round has the puzzles
in other equivalent forms. Ctrl-C ends the rounds and keeps the complete ones (exit code 130).

Your own solver gets puzzles as lines on its standard input, 81 characters each, '.'
for a blank. It prints a line for each: the solution, and if --limits is above 1 also
the number of solutions up to {limit}. Its start-up is part of each sample, and is shown.
A slow solver is measured on as many of the first puzzles as there is time for. Of the
built-in data sets, those are measured that fit the time, but at least one.

A solver that is wrong, hangs, crashes or cheats is left out and named below the table, and
the exit code is 1 (or 2 if solvers were left out only because they cannot count that many
solutions). --against compares with the last result of the same machine and puzzles, and
the exit code is 1 if something is slower.";

/// Measure solvers side by side, and say how far to trust the figures
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES))]
pub(crate) struct BenchArgs {
    /// Files of puzzles, one corpus each, and solvers: a program, a library, or a command in
    /// quotes [default: the built-in data sets and Ninefold's engines]
    #[arg(value_name = "INPUT|SOLVER")]
    inputs: Vec<PathBuf>,
    /// Number of rounds. A round takes one sample of every case [default: 30, but
    /// stop after a minute]
    #[arg(long, value_name = "N", conflicts_with = "time",
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    rounds: Option<u64>,
    /// Take as many rounds as fit into this time, such as `30s` or `5m`, but at least one
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Repeat short passes within a sample until it takes this long [default: 20ms; with --time
    /// up to 100ms, so that there are about 100 rounds]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(hide_short_help = true)]
    min_sample_time: Option<Duration>,
    /// Show speeds relative to this engine or solver, such as `mrv` or `lanes/avx2`
    /// [default: the first external solver, else the default engine]
    #[arg(long, value_name = "NAME")]
    reference: Option<String>,
    /// Compare with the last comparable result of a history (`--append`) or a result
    /// (`--save`): slower, faster, the same, or cannot tell. The two are not paired
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    against: Option<PathBuf>,
    /// Measure the puzzles as they are, and not in other equivalent forms each round
    #[arg(long)]
    #[arg(hide_short_help = true)]
    fixed: bool,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    exports: Exports,
    #[command(flatten)]
    solvers: SolverArgs,
    #[command(flatten)]
    patience: TimeoutArgs,
}

/// The plan of these cases, with the times that the user gave.
fn plan(args: &BenchArgs, cases: Vec<CaseKey>, copies: Rc<BinaryCopies>) -> Result<Plan, Failure> {
    let (rounds, time) = match (args.time, args.rounds) {
        (Some(time), _) => (1..=usize::MAX, Some(time)),
        (None, Some(rounds)) => (rounds as usize..=rounds as usize, None),
        (None, None) => (MIN_SAMPLES..=30, Some(MINUTE)),
    };
    let sample = args.time.unwrap_or_default() / ROUNDS / cases.len() as u32;
    let sample = sample.clamp(Duration::from_millis(20), Duration::from_millis(100));
    Ok(Plan {
        check_time: time.unwrap_or(MINUTE) / 3,
        fresh: !args.fixed,
        build: version::build(),
        rounds,
        time,
        min_sample_time: args.min_sample_time.unwrap_or(sample),
        ..Plan::new(cases, own_program()?, copies)
    })
}

/// Measures, prints, exports. The exit code says whether an external solver was left out.
///
/// # Errors
/// Wrong usage, input that cannot be read, a wrong answer of our own engines, or output that cannot
/// be written.
pub(crate) fn run(args: &BenchArgs) -> Result<u8, Failure> {
    let stop = Stop::new();
    let signals = Signals::new(&stop);
    let (inputs, solvers) = args.inputs_and_solvers()?;
    let mut read = inputs.clone();
    read.extend(args.solvers.files_of(&solvers));
    // Before signals are watched: one must end the wait for a pipe.
    let older = args.older_results()?;
    let input = args.against.clone();
    read.extend(input.filter(|_| older.as_ref().is_some_and(|older| !older.is_output)));
    let mut outputs = Outputs::new(args.exports.force, &read).stopped_by(&signals);
    let printed = outputs.open(None)?;
    let opened = args.exports.open(&mut outputs, args.adds_to_older())?;
    signals.watch()?;
    let copies = copies()?;
    let carried = if solvers.is_empty() {
        DATASETS.map(|(name, _)| name).to_vec()
    } else {
        BUILT_IN.to_vec()
    };
    let corpora = args.select.corpora(&inputs, &carried)?;
    let default = if solvers.is_empty() {
        &["all"][..]
    } else {
        &BESIDE_OTHERS
    };
    let cases = args.select.cases(&corpora, &solvers, default)?;
    CaseKey::check_reference(args.reference.as_deref(), cases.iter()).map_err(Failure::refused)?;
    for solver in &solvers {
        let found = solver.check_file();
        found.map_err(|reason| Failure::io(format!("{}: {reason}", solver.name)))?;
    }
    let mut plan = Plan {
        may_leave_out: inputs.is_empty() && !solvers.is_empty(),
        solvers,
        limits: args.solvers.limits(args.patience.timeout, stop),
        ..plan(args, cases, copies)?
    };
    let baseline = older.as_ref().map(|older| older.baseline(&plan, &corpora));
    let baseline = baseline.transpose()?.flatten();
    let measured = baseline.iter().flat_map(|older| &older.corpora);
    let measured = measured.filter_map(|corpus| Some((corpus.name.clone(), corpus.measured?)));
    plan.prefixes = measured.collect();
    let bar = Bar::new(args.quiet);
    let mut progress = |done, doing: &_, case: &_, far: &_| bar.next(done, doing, case, far);
    let measured = measure::run(&plan, &corpora, &mut progress, &mut warn);
    bar.clear();
    let record = measured.map_err(|error| failure(error, &signals))?;
    args.warn_of_few_rounds(&record, &signals);
    // Writes files first: a closed pipe must not lose them.
    opened.write(&record)?;
    let mut blocks = export::results(&record, args.reference.as_deref());
    let changes = baseline.map(|baseline| against::changes(baseline, &record));
    let (changes, is_slower) = changes.unwrap_or_default();
    blocks.extend(changes);
    printed.put(export::draw(&blocks, Style::of(args.markdown)).as_bytes())?;
    Ok(match signals.exit_code() {
        Some(code) => code,
        None if is_slower => failure::NEGATIVE,
        None => code(&record.failures),
    })
}

impl BenchArgs {
    /// The files of puzzles and the solvers, in the order typed; solvers with a name come last.
    fn inputs_and_solvers(&self) -> Result<(Vec<PathBuf>, Vec<SolverSpec>), Failure> {
        let mut solvers = self.solvers.solvers()?;
        let named = solvers.len();
        let mut inputs = Vec::new();
        for typed in &self.inputs {
            let bare = typed
                .to_str()
                .and_then(|text| SolverSpec::bare(text, &solvers));
            match bare {
                Some(solver) => solvers.push(solver),
                None if may_not_run(typed) => {
                    return Err(Failure::refused(format!(
                        "{} is a program, but not executable (chmod +x)",
                        escape(typed)
                    )));
                }
                // As in a shell, a name alone is searched for in PATH.
                None if is_program(typed) => {
                    let name = escape(typed);
                    return Err(Failure::refused(format!(
                        "{name} is a program, not puzzles: to measure it, write ./{name}"
                    )));
                }
                None => inputs.push(typed.clone()),
            }
        }
        solvers.rotate_left(named);
        Ok((inputs, solvers))
    }

    /// What `--against` names, read.
    fn older_results(&self) -> Result<Option<OlderResults<'_>>, Failure> {
        let Some(path) = self.against.as_deref() else {
            return Ok(None);
        };
        let is_replaced = self.exports.save.as_deref();
        let is_replaced = is_replaced.is_some_and(|save| canonical(save) == canonical(path));
        OlderResults::read(path, is_replaced || self.adds_to_older()).map(Some)
    }

    /// Whether the result is added to the history that it is compared with.
    fn adds_to_older(&self) -> bool {
        let both = self.against.as_deref().zip(self.exports.append.as_deref());
        both.is_some_and(|(against, append)| canonical(against) == canonical(append))
    }

    fn warn_of_few_rounds(&self, record: &Record, signals: &Signals) {
        let rounds = counted(record.method.rounds as u64, "round");
        if signals.exit_code().is_some() {
            eprint(&format!(
                "ninefold: stopped after {rounds}; they are kept\n"
            ));
        } else if let (Some(time), taken @ 1..MIN_SAMPLES) = (self.time, record.method.rounds) {
            // The checks before the rounds take about as long as one.
            let more = (MIN_SAMPLES + 1) as f64 / (taken + 1) as f64;
            let enough_for = format!("{rounds}; an interval needs {MIN_SAMPLES}");
            warn(&too_short(time, &enough_for, more));
        }
    }
}

/// The file that a path means, whatever its name. A missing file is identified by its name.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn code(failures: &[CaseFailure]) -> u8 {
    match failures {
        [] => 0,
        all if all.iter().all(|failure| failure.refused) => failure::REFUSED,
        _ => failure::NEGATIVE,
    }
}

/// The copies of programs and libraries that this run makes.
pub(super) fn copies() -> Result<Rc<BinaryCopies>, Failure> {
    let copies = temporary::noted(BinaryCopies::new, BinaryCopies::folder);
    copies.map(Rc::new).map_err(|error| {
        let folder = std::env::temp_dir();
        Failure::io(format!(
            "cannot make a folder for copies in {}: {error}: set TMPDIR to another folder",
            escape(&folder)
        ))
    })
}

/// The file of this program, to start it as a worker.
pub(super) fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| {
        Failure::io(format!(
            "cannot find this program's file to start it again: {error}"
        ))
    })
}

fn failure(error: MeasureError, signals: &Signals) -> Failure {
    match error {
        MeasureError::Stopped => Failure {
            code: signals.exit_code().unwrap_or(failure::NEGATIVE),
            message: error.to_string(),
        },
        _ => Failure::io(error),
    }
}
