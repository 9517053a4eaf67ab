//! Ninefold in a worker of a browser or of Node: solves a corpus from its first byte to its last
//! row, and generates, rates and verifies puzzles ([`corpus`]). JavaScript reads the bytes and
//! takes the rows, so memory is bounded whatever the size of the file.

mod corpus;

use ninefold::Stop;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{Batch, Counters, EngineInfo, Limits, Observer, Solver};
use ninefold::internal::with_own_solver;
use ninefold_files::escape::escape;
use ninefold_files::format::{self, FormatOptions, Kind, OutputFormat};
use ninefold_files::input::{OpenOptions, open_reader};
use ninefold_files::metrics::summary::Summary;
use ninefold_files::pipeline::{Job, Position, Progress, Sink, run};
use serde_json::{Map, Value, json};
use std::error::Error;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The file to solve, and who waits for the answers.
    pub type Host;

    /// Fills the buffer with the next bytes. Returns their number, 0 at the end.
    #[wasm_bindgen(method, catch)]
    fn read(this: &Host, buffer: &mut [u8]) -> Result<u32, JsValue>;

    /// Takes rows, which are only valid during the call, and the number of puzzles solved so far.
    #[wasm_bindgen(method, catch)]
    fn write(this: &Host, rows: &[u8], puzzles: f64) -> Result<(), JsValue>;
}

/// Solves a corpus of any format that Ninefold reads. `name` is for messages. `options` is JSON, an
/// object with any of these:
///
/// - `unique`: a solution must be the only one
/// - `count`: rows are numbers of solutions
/// - `limit`: search for this many solutions
/// - `maxGuesses`: give up on a puzzle after this many guesses
/// - `outputFormat`: a format of rows, in place of that of the input
/// - `lines`: the corpus is one puzzle a line, whatever its first lines look like
///
/// Returns what was found, as JSON.
///
/// # Errors
/// The words of the program.
#[wasm_bindgen]
pub fn solve(host: Host, name: &str, options: &str) -> Result<String, JsError> {
    name_bugs();
    let found = solve_corpus(host, name, options);
    found.map_err(|error| JsError::new(&error.to_string()))
}

/// Answers a question: `generate`, `rate` or `verify`. Arguments and result are JSON: index.d.ts
/// says which.
///
/// # Errors
/// The arguments are none for the question, or no puzzle can fit them.
#[wasm_bindgen]
pub fn ask(question: &str, arguments: &str) -> Result<String, JsError> {
    name_bugs();
    let arguments = serde_json::from_str(arguments)?;
    let found = corpus::answer(question, &arguments);
    found
        .map(|found| found.to_string())
        .map_err(|error| JsError::new(&error.to_string()))
}

/// Makes the text of a panic say that it is a bug.
fn name_bugs() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            wasm_bindgen::throw_str(&format!("{panic}; this is a bug in ninefold"))
        }));
    });
}

fn solve_corpus(host: Host, name: &str, options: &str) -> Result<String, Box<dyn Error>> {
    let options = serde_json::from_str(options)?;
    let job = job(&options)?;
    let mut input = FormatOptions::default();
    if options["lines"] == true {
        input = input.kind(Kind::Line);
    }
    for puzzles in &GUESSES {
        puzzles.store(0, Ordering::Relaxed);
    }
    let host = Arc::new(host);
    let file = Box::new(HostReader(Arc::clone(&host)));
    let source = open_reader(&escape(name).to_string(), file, &OpenOptions::default())?;
    let opened = format::open(source, &input)?;
    let kind = opened.kind;
    let guessed = opened.guessed.clone();
    let progress = Arc::new(Progress::default());
    let mut rows = HostSink {
        host,
        progress: Arc::clone(&progress),
    };
    let summary = run([Ok(opened)], &job, &mut rows, &progress, &Stop::new())?;
    let mut found = findings(&summary);
    found["format"] = kind.name().into();
    found["column"] = guessed.into();
    Ok(found.to_string())
}

/// The limit of solutions of a count, as in the program.
const COUNT_LIMIT: u64 = 1_000_000;

fn job(options: &Value) -> Result<Job, String> {
    let is_given = |name: &str| options[name] == true;
    let mode = match (is_given("unique"), is_given("count")) {
        (true, true) => return Err("pass 'unique' or 'count', not both".to_owned()),
        (true, false) => Mode::Unique,
        (false, true) => Mode::Count,
        (false, false) => Mode::First,
    };
    let mut limits = Limits::default();
    if mode == Mode::Count {
        limits = limits.solutions(COUNT_LIMIT);
    }
    if let Some(solutions) = number(options, "limit", 1)? {
        limits = limits.solutions(solutions);
    }
    if let Some(guesses) = number(options, "maxGuesses", 0)? {
        limits = limits.guesses(guesses);
    }
    let output = options["outputFormat"].as_str().map(output_format);
    Ok(Job::default()
        .engine(&COUNTING)
        .mode(mode)
        .limits(limits)
        .output(output.transpose()?)
        .timed(false))
}

/// A number of the options, if it is there.
fn number(options: &Value, name: &str, least: u64) -> Result<Option<u64>, String> {
    match &options[name] {
        Value::Null => Ok(None),
        value => {
            let number = value.as_u64().filter(|&number| number >= least);
            let number = number.map(Some);
            number.ok_or_else(|| format!("'{name}' is a whole number from {least} on, not {value}"))
        }
    }
}

fn output_format(name: &str) -> Result<OutputFormat, String> {
    let mut all = OutputFormat::ALL.iter().copied();
    let unknown = || format!("there is no output format '{}'", escape(name));
    all.find(|format| format.name() == name).ok_or_else(unknown)
}

/// What the page shows.
fn findings(summary: &Summary) -> Value {
    let verdicts = Verdict::ALL.map(|verdict| (verdict.name(), summary.verdicts.of(verdict)));
    let verdicts = verdicts.map(|(name, count)| (name.to_owned(), count.into()));
    let examples = summary.examples.iter().map(|(verdict, places)| {
        let lines: Vec<u64> = places.iter().map(|place| place.line).collect();
        (verdict.name().to_owned(), lines.into())
    });
    let classes = GUESSES
        .iter()
        .map(|puzzles| puzzles.load(Ordering::Relaxed));
    let classes: Vec<u64> = classes.collect();
    let used = classes.iter().rposition(|&puzzles| puzzles > 0);
    json!({
        "lines": summary.lines,
        "puzzles": summary.verdicts.total(),
        "verdicts": Map::from_iter(verdicts),
        "examples": Map::from_iter(examples),
        "statedAnswers": summary.known.compared,
        "wrongStatedAnswers": summary.known.wrong,
        "guesses": summary.counters.guesses,
        "guessClasses": classes[..used.map_or(0, |last| last + 1)],
        "bytesIn": summary.bytes_in,
        "bytesOut": summary.bytes_out,
    })
}

/// The bytes of the file.
struct HostReader(Arc<Host>);

impl Read for HostReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer);
        read.map(|count| count as usize).map_err(io_error)
    }
}

/// The taker of the rows.
struct HostSink {
    host: Arc<Host>,
    progress: Arc<Progress>,
}

impl Sink for HostSink {
    fn rows(&mut self, rows: &[u8], _position: &Position) -> io::Result<()> {
        let puzzles = self.progress.puzzles.load(Ordering::Relaxed);
        self.host.write(rows, puzzles as f64).map_err(io_error)
    }
}

fn io_error(thrown: JsValue) -> io::Error {
    io::Error::other(
        thrown
            .as_string()
            .unwrap_or_else(|| "JavaScript threw".to_owned()),
    )
}

/// Number of classes of guesses: 0, 1, 2, 3 to 4, 5 to 8, and so on, each up to a power of two.
const GUESS_CLASSES: usize = 66;

fn guess_class(guesses: u64) -> usize {
    match guesses {
        0 => 0,
        n => 1 + (u64::BITS - (n - 1).leading_zeros()) as usize,
    }
}

/// Puzzles by class of guesses.
static GUESSES: [AtomicU64; GUESS_CLASSES] = [const { AtomicU64::new(0) }; GUESS_CLASSES];

/// The default engine, which counts the puzzles of each class of guesses.
static COUNTING: EngineInfo = EngineInfo::new("lanes", |_| Ok(Box::new(CountingSolver)));

/// The solver that this thread keeps from one call to the next.
struct CountingSolver;

impl Solver for CountingSolver {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let counters = with_own_solver(|solver| solver.solve(batch, limits, observer));
        for outcome in &*batch.outcomes {
            GUESSES[guess_class(outcome.guesses)].fetch_add(1, Ordering::Relaxed);
        }
        counters
    }
}
