//! `ninefold bench`: measures engines side by side.

use super::args::{SolverArgs, TimeoutArgs, duration, with_exit_codes};
use super::failure::{self, Failure};
use super::memory::Need;
use super::messages::warn;
use super::output::Output;
use super::outputs::Outputs;
use super::select::Select;
use super::{signals, temporary, terminal, version};
use clap::Args;
use indicatif::ProgressBar;
use ninefold::bench::copies::{BinaryCopies, WorkerProgram};
use ninefold::bench::export::{self, ExportError, Style, TableDetail};
use ninefold::bench::measure::{self, Budget, MeasureError, MeasureProgress, Plan};
use ninefold::bench::record::{self, Case, Record};
use ninefold::bench::stats::MIN_SAMPLES;
use ninefold::bench::store;
use ninefold::corpus::datasets::DATASETS;
use ninefold::escape::escape;
use ninefold::numbers::counted;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const HELP: &str = "\
Examples:
  ninefold bench                                    what the program carries
  ninefold bench puzzles.txt --engines lanes,mrv --reference mrv
  ninefold bench puzzles.txt --engines lanes --backends all --limits 1,2
  ninefold bench puzzles.txt --engines lanes --threads 1,2,all --time 2m
  ninefold bench puzzles.txt --save result.json     for compare and report
  ninefold bench --quiet --append history.jsonl     once a revision
  ninefold bench puzzles.txt --solver 'mine=./solve --fast' --solver other=./libother.so
  ninefold bench puzzles.txt --limits 1,2 --solver 'mine=./solve --limit {limit}'

Only solving is timed: text in memory in, rows in memory out. Every answer is
checked outside the timed region. Engines take turns round by round, so that a
slow moment hits all alike. The speed is the median of the rounds, with the
half width of its 99 % interval beside it; p50, p99 and max are of single
puzzles, taken in passes of their own. Where the intervals are wide the machine
is busy: take more rounds, or see ninefold compare --paired. Each round is taken by a
process of its own, from another copy of the program, and of libraries, in the folder for
temporary files (TMPDIR): one file can be slower than another of the same content, by
where it lies in memory.

A solver of your own gets puzzles as lines on its standard input, 81 characters
each, '.' for a blank, and prints a line for each: the solution, and where
--limits is above 1 the number of solutions up to {limit}. What starting it takes
is measured beside each sample and taken off; or it stays up, which
benches/README.md explains, as it does libraries. Its answers are judged by the
default engine's. One that is wrong, hangs or dies is left out and named below the
table, the others' results are kept, and the exit code is 1; 2 where all that is
left out could not be asked for so many solutions.";

/// Measure engines side by side, and say how far to trust the figures
#[derive(Debug, Args)]
#[command(after_help = with_exit_codes(HELP))]
pub(crate) struct BenchArgs {
    /// Files of puzzles, one corpus each [default: the data sets that the program
    /// carries: easy, medium, few-clues, hard, multiple, unsolvable, invalid, tricky]
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    select: Select,
    /// Rounds of samples; in each, every case gives one [default: 30, or as many
    /// as a minute allows]
    #[arg(long, value_name = "N", conflicts_with = "time",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rounds: Option<u64>,
    /// Take as many rounds as fit this time instead, one at least, as `30s` or `5m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Rounds before the first one that counts
    #[arg(long, default_value_t = 2, value_name = "N")]
    warm_up: usize,
    /// Repeat short passes within a sample until it takes so long
    #[arg(
        long,
        alias = "least-sample",
        default_value = "20ms",
        value_name = "TIME",
        value_parser = duration
    )]
    min_sample_time: Duration,
    /// Engine or solver to whose speed the others' are compared, as `mrv` or
    /// `lanes/avx2` [default: the first external solver, else the default engine]
    #[arg(long, value_name = "NAME")]
    reference: Option<String>,
    /// Do not take the times of single puzzles
    #[arg(long)]
    no_latency: bool,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print all columns: times, guesses, latencies, and what external solvers used
    #[arg(long)]
    wide: bool,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    exports: Exports,
    #[command(flatten)]
    solvers: SolverArgs,
    #[command(flatten)]
    patience: TimeoutArgs,
}

/// Where results go besides the table.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
struct Exports {
    /// Write the whole result as JSON: for `compare` and `report`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Add the result as a line to a history, which may exist: for `report`
    #[arg(long, value_name = "FILE")]
    append: Option<PathBuf>,
    /// Write every sample as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write Bencher Metric Format
    #[arg(long, value_name = "FILE")]
    bencher: Option<PathBuf>,
    /// Write github-action-benchmark's customBiggerIsBetter
    #[arg(long, value_name = "FILE")]
    github: Option<PathBuf>,
    /// Write JSON of hyperfine's shape
    #[arg(long, value_name = "FILE")]
    hyperfine: Option<PathBuf>,
    /// Write latencies as an HdrHistogram log
    #[arg(long, value_name = "FILE", conflicts_with = "no_latency")]
    hlog: Option<PathBuf>,
    /// Write latencies as percentile tables, a file for each case
    #[arg(long, value_name = "FOLDER", conflicts_with = "no_latency")]
    hgrm: Option<PathBuf>,
    /// Replace outputs that exist
    #[arg(short, long)]
    force: bool,
}

/// Measures, prints, exports. The exit code says whether a solver that is not ours was
/// left out.
///
/// # Errors
/// Wrong usage, input that cannot be read, a wrong answer of ours, output that cannot
/// be written.
pub(crate) fn run(args: &BenchArgs) -> Result<u8, Failure> {
    let mut read = args.inputs.clone();
    read.extend(args.solvers.files()?);
    let mut outputs = Outputs::new(args.exports.force, &read);
    signals::end_at_once()?;
    let (printed, opened) = (outputs.open(None)?, args.exports.open(&mut outputs)?);
    let mut programs = args.solvers.files()?;
    programs.push(own_program()?);
    Need::measuring(&programs, &args.inputs, args.select.most_threads()?).check()?;
    // While its file is what it was.
    let worker = worker_program()?;
    let solvers = args.solvers.solvers()?;
    let carried = DATASETS.map(|(name, _)| name);
    let corpora = args.select.corpora(&args.inputs, &carried)?;
    let (cases, notes) = args.select.cases(&corpora, &solvers)?;
    check_reference(args.reference.as_deref(), &cases)?;
    let plan = Plan::new(cases)
        .build(version::build())
        .guess_limit(args.select.max_guesses)
        .warm_up(args.warm_up)
        .budget(args.budget())
        .least_sample(args.min_sample_time)
        .latency(!args.no_latency)
        .solvers(solvers.all())
        .limits(args.solvers.limits(args.patience.timeout()))
        .worker(worker);
    for note in notes {
        warn(&note);
    }
    let tables = args.exports.open_tables(&plan.cases, &mut outputs)?;
    let mut bar = Bar::new(args.quiet);
    let record = measure::run(&plan, &corpora, &mut bar).map_err(failure)?;
    bar.0.finish_and_clear();
    if let (Some(time), 1..MIN_SAMPLES) = (args.time, record.method.rounds) {
        let rounds = counted(record.method.rounds as u64, "round");
        let time = humantime::format_duration(time);
        warn(&format!(
            "--time {time} had room for {rounds}; an interval takes {MIN_SAMPLES}"
        ));
    }
    // Files first: a closed pipe must not lose them.
    opened.write(&record)?;
    write_tables(&record, &plan.cases, tables)?;
    let style = if args.markdown {
        Style::Markdown
    } else {
        Style::Plain(terminal::columns())
    };
    let reference = args.reference.as_deref();
    let mut table = Vec::new();
    let detail = match args.wide {
        true => TableDetail::Wide,
        false => TableDetail::Brief,
    };
    export::results(&record, reference, detail, style, &mut table).map_err(Failure::io)?;
    printed.put(&table)?;
    Ok(code(&record.failures))
}

impl BenchArgs {
    fn budget(&self) -> Budget {
        match (self.time, self.rounds) {
            (Some(time), _) => Budget::Time(time),
            (None, Some(rounds)) => Budget::Rounds(rounds as usize),
            (None, None) => Budget::Either(30, Duration::from_secs(60)),
        }
    }
}

/// What the others are compared with must be measured.
fn check_reference(name: Option<&str>, cases: &[Case]) -> Result<(), Failure> {
    let is = |case: &Case, name: &str| case.engine == name || case.engine_and_backend() == name;
    match name.filter(|name| !cases.iter().any(|case| is(case, name))) {
        None => Ok(()),
        Some(name) => Err(Failure::refused(format!(
            "--reference {}: no engine or solver of this name is measured",
            escape(name)
        ))),
    }
}

fn code(failures: &[record::CaseFailure]) -> u8 {
    match failures {
        [] => 0,
        all if all.iter().all(|failure| failure.refused) => failure::REFUSED,
        _ => failure::NEGATIVE,
    }
}

/// This very program, to be a worker.
pub(super) fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| {
        Failure::io(format!(
            "cannot find out which file this program is, to start it once more: {error}"
        ))
    })
}

/// This program, copies of which take the samples.
fn worker_program() -> Result<WorkerProgram, Failure> {
    let copies = temporary::noted(BinaryCopies::new, BinaryCopies::folder);
    Ok(WorkerProgram::new(own_program()?, copies))
}

fn failure(error: MeasureError) -> Failure {
    match error {
        MeasureError::Engine(_) | MeasureError::Threads(..) => Failure::refused(error),
        _ => Failure::io(error),
    }
}

type Export = fn(&Record, &mut dyn Write) -> Result<(), ExportError>;

/// Where the results go, opened.
struct Opened {
    save: Option<Output>,
    history: Option<History>,
    exports: Vec<(Output, Export)>,
}

/// A history that is added to.
enum History {
    /// There is none: it is written as any other output.
    New(Output, PathBuf),
    There(PathBuf),
}

impl Exports {
    /// Finds out before the measuring what would fail after it.
    fn open(&self, outputs: &mut Outputs<'_>) -> Result<Opened, Failure> {
        let save = outputs.open_if(self.save.as_deref())?;
        let history = self.append.as_deref();
        let history = history
            .map(|path| History::open(path, outputs))
            .transpose()?;
        let files: [(&Option<PathBuf>, Export); 5] = [
            (&self.csv, export::write_csv),
            (&self.bencher, export::write_bencher),
            (&self.github, export::write_github),
            (&self.hyperfine, export::write_hyperfine),
            (&self.hlog, export::write_hlog),
        ];
        let mut exports = Vec::new();
        for (path, export) in files {
            exports.extend(
                outputs
                    .open_if(path.as_deref())?
                    .map(|output| (output, export)),
            );
        }
        Ok(Opened {
            save,
            history,
            exports,
        })
    }

    /// A percentile table for each case, in the cases' order.
    fn open_tables(
        &self,
        cases: &[Case],
        outputs: &mut Outputs<'_>,
    ) -> Result<Vec<Output>, Failure> {
        let Some(folder) = &self.hgrm else {
            return Ok(Vec::new());
        };
        std::fs::create_dir_all(folder).map_err(|error| of_file(folder, &error))?;
        let path = |case| folder.join(format!("{}.hgrm", export::slug(case)));
        cases
            .iter()
            .map(|case| outputs.open(Some(&path(case))))
            .collect()
    }
}

impl Opened {
    fn write(self, record: &Record) -> Result<(), Failure> {
        if let Some(save) = self.save {
            save.put(&store::to_text(record))?;
        }
        if let Some(history) = self.history {
            history.add(record)?;
        }
        for (output, export) in self.exports {
            let mut text = Vec::new();
            export(record, &mut text)
                .map_err(|error| Failure::io(format!("{}: {error}", output.name())))?;
            output.put(&text)?;
        }
        Ok(())
    }
}

impl History {
    fn open(path: &Path, outputs: &mut Outputs<'_>) -> Result<History, Failure> {
        let (target, there) = outputs.take_own("--append", path)?;
        if there.is_none() {
            // One that another run begins meanwhile is not replaced, even by force.
            let output = Outputs::new(false, &[]).open(Some(&target))?;
            return Ok(History::New(output, target));
        }
        let file = std::fs::OpenOptions::new().append(true).open(&target);
        let file = file.map_err(|error| Failure::write(&escape(path).to_string(), &error))?;
        if file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            store::load(&target, &mut warn).map_err(Failure::io)?;
        }
        Ok(History::There(target))
    }

    fn add(self, record: &Record) -> Result<(), Failure> {
        match self {
            // Another run may have begun it meanwhile.
            History::New(output, target) if !target.exists() => output.put(&store::to_line(record)),
            History::New(_, target) | History::There(target) => {
                store::append(record, &target).map_err(Failure::io)
            }
        }
    }
}

fn write_tables(record: &Record, cases: &[Case], tables: Vec<Output>) -> Result<(), Failure> {
    for (case, output) in cases.iter().zip(tables) {
        let row = record.rows.iter().find(|row| row.case == *case);
        let Some(latency) = row.and_then(|row| row.latency.as_ref()) else {
            continue;
        };
        let failed = |error| Failure::io(format!("{}: {error}", output.name()));
        let histogram = latency.histogram().map_err(failed)?;
        let mut text = Vec::new();
        export::write_hgrm(&histogram, &mut text).map_err(Failure::io)?;
        output.put(&text)?;
    }
    Ok(())
}

fn of_file(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::io(format!("{}: {error}", escape(path)))
}

/// A bar on standard error, where that is a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new(quiet: bool) -> Bar {
        if quiet || !terminal::can_repaint() {
            return Bar(ProgressBar::hidden());
        }
        let bar = terminal::bar();
        bar.set_length(1000);
        let line = "{prefix:>8} [{bar:20}] {percent:>3} %  {wide_msg}";
        bar.set_style(terminal::style(line, "{percent} %"));
        Bar(bar)
    }
}

impl MeasureProgress for Bar {
    fn next(&mut self, done: f64, doing: &str, case: &Case) {
        if !self.0.is_hidden() {
            self.0.set_prefix(doing.to_owned());
            self.0.set_message(case.to_string());
            self.0.set_position((done * 1000.0) as u64);
        }
    }

    fn warn(&mut self, text: &str) {
        self.0.suspend(|| warn(text));
    }
}
