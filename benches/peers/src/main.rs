//! Runs Ninefold's engines and other crates' Sudoku solvers side by side.

mod corpus;
mod easy;
mod measure;
mod report;
mod solvers;

use clap::{Args, Parser, Subcommand};
use corpus::Corpus;
use measure::{Figures, Plan};
use ninefold::engine::ENGINES;
use ninefold::grid::CELLS;
use ninefold::input::OpenOptions;
use ninefold::shown::shown;
use solvers::{Entrant, EntryError, PEERS};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Runs Ninefold's engines and other crates' Sudoku solvers side by side.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Measures solvers on corpora; exit code 1 if any answer is wrong.
    Run(Run),
    /// Writes easy puzzles that naked and hidden singles solve.
    Easy(Easy),
    /// Lists engines and peers with their licences.
    List,
}

#[derive(Args)]
struct Run {
    /// Files of puzzles, 81 cells a line.
    #[arg(required = true)]
    corpora: Vec<PathBuf>,
    /// Ninefold's engines: 'all', 'none', or names, also name:backend.
    #[arg(long, value_delimiter = ',', default_value = "all")]
    engines: Vec<String>,
    /// Peers: 'all', 'none', or names; without 'sudoku' there are no ratios.
    #[arg(long, value_delimiter = ',', default_value = "all")]
    peers: Vec<String>,
    /// Stop at this many solutions: 1 finds one, 2 proves that it is the only one.
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_parser = clap::value_parser!(u64).range(1..))]
    limits: Vec<u64>,
    /// Rounds that count, after one to warm up.
    #[arg(long, default_value_t = 10, value_parser = positive)]
    rounds: usize,
    /// Take at most this many puzzles of a corpus, evenly spread.
    #[arg(long, value_parser = positive)]
    max_puzzles: Option<usize>,
    /// Leave out who would need more seconds for one round.
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    max_seconds: f64,
    /// Puzzles an engine gets at a time; the default is a chunk of `solve`.
    #[arg(long, default_value_t = OpenOptions::default().chunk_size / (CELLS + 1), value_parser = positive)]
    batch: usize,
    /// Write all figures, every round included, to this file.
    #[arg(long)]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct Easy {
    /// File to write; standard output without it.
    out: Option<PathBuf>,
    /// Number of puzzles.
    #[arg(long, default_value_t = 10_000)]
    count: usize,
    /// Clues of each.
    #[arg(long, default_value_t = 34, value_parser = clues)]
    clues: usize,
    /// The same seed gives the same file.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What stops the driver.
#[derive(Debug, Error)]
enum Fault {
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error("{}: {source}", shown(path))]
    File { path: PathBuf, source: io::Error },
    #[error("{}: no line of it is a puzzle", shown(.0))]
    Empty(PathBuf),
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

impl Fault {
    fn exit_code(&self) -> ExitCode {
        match self {
            Fault::Entry(_) => ExitCode::from(2),
            _ => ExitCode::from(3),
        }
    }
}

fn main() -> ExitCode {
    let done = match Cli::parse().verb {
        Verb::Run(run) => measure_all(&run),
        Verb::Easy(easy) => make_easy(&easy).map(|()| true),
        Verb::List => report::list(&mut io::stdout().lock())
            .map(|()| true)
            .map_err(Fault::from),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(fault) => {
            // Nothing is left to tell where standard error is gone too.
            let _ = writeln!(io::stderr(), "ninefold-peers: {fault}");
            fault.exit_code()
        }
    }
}

/// Measures everything asked for; whether all answers were right.
fn measure_all(run: &Run) -> Result<bool, Fault> {
    let plan = Plan {
        rounds: run.rounds,
        batch: run.batch,
        most_per_round: Duration::from_secs_f64(run.max_seconds),
    };
    let mut entrants = entrants(run)?;
    let out = &mut io::stdout().lock();
    report::header(out, &plan)?;
    let mut results = Vec::new();
    for path in &run.corpora {
        let corpus = read(path, run.max_puzzles, out)?;
        for &limit in &run.limits {
            let outcome = measure::measure(&mut entrants, &corpus, limit, &plan);
            report::table(out, &outcome)?;
            results.extend(outcome.figures);
        }
    }
    if let Some(path) = &run.json {
        write_json(path, &plan, &results)?;
    }
    Ok(results
        .iter()
        .all(|row| row.wrong_answers == 0 && row.other_counts == 0))
}

fn read(path: &Path, most: Option<usize>, out: &mut impl Write) -> Result<Corpus, Fault> {
    let (corpus, others) = Corpus::read(path, most).map_err(|source| Fault::File {
        path: path.to_owned(),
        source,
    })?;
    if corpus.len() == 0 {
        return Err(Fault::Empty(path.to_owned()));
    }
    if others > 0 {
        writeln!(
            out,
            "\n{}: {others} lines are no puzzles and were passed over",
            corpus.name
        )?;
    }
    Ok(corpus)
}

/// Peers first, so that the reference heads every table.
fn entrants(run: &Run) -> Result<Vec<Entrant>, EntryError> {
    let peers = names(&run.peers, PEERS.iter().map(|peer| peer.name));
    let engines = names(&run.engines, ENGINES.iter().map(|engine| engine.name));
    let peers = peers.iter().map(|name| solvers::peer(name));
    peers
        .chain(engines.iter().map(|spec| solvers::engine(spec)))
        .collect()
}

/// What 'all' and 'none' stand for.
fn names(asked: &[String], all: impl Iterator<Item = &'static str>) -> Vec<String> {
    match asked {
        [one] if one == "all" => all.map(str::to_owned).collect(),
        [one] if one == "none" => Vec::new(),
        names => names.to_vec(),
    }
}

fn write_json(path: &Path, plan: &Plan, results: &[Figures]) -> Result<(), Fault> {
    let record = report::Record {
        schema: 1,
        cpu: report::cpu(),
        arch: std::env::consts::ARCH,
        os: std::env::consts::OS,
        threads: 1,
        rounds: plan.rounds,
        batch: plan.batch,
        results,
    };
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        serde_json::to_writer_pretty(&mut file, &record)?;
        file.write_all(b"\n")?;
        file.flush()
    };
    write().map_err(|source| Fault::File {
        path: path.to_owned(),
        source,
    })
}

fn make_easy(easy: &Easy) -> Result<(), Fault> {
    let Some(path) = &easy.out else {
        let mut out = BufWriter::new(io::stdout().lock());
        return Ok(easy::write(&mut out, easy.count, easy.clues, easy.seed)?);
    };
    let write = || {
        let mut out = BufWriter::new(File::create(path)?);
        easy::write(&mut out, easy.count, easy.clues, easy.seed)
    };
    write().map_err(|source| Fault::File {
        path: path.to_owned(),
        source,
    })
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(error.to_string()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("must be more than 0 and at most 86400".to_owned()),
    }
}

fn clues(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(clues @ 24..=81) => Ok(clues),
        _ => Err("must be from 24 to 81".to_owned()),
    }
}
