//! Time a puzzle by the size of a batch: `cargo run --release --example sizes -- CORPUS...`
//!
//! For each corpus of lines, `solve_many` on one thread beside a batch of the engine, whose
//! solutions are not checked. Both take the same puzzles in turns. Medians of the rounds.

use ninefold::engine::{Batch, ENGINES, EngineOptions, Limits, NoObserver, Outcome};
use ninefold::grid::BLANK_ROW;
use ninefold::{Puzzles, Request, solve_many};
use std::error::Error;
use std::time::Instant;

const SIZES: [usize; 7] = [32, 33, 48, 100, 200, 1000, 10_000];
const LINE: usize = BLANK_ROW.len();

/// Puzzles of one round, so that its time is long enough for the clock.
const ROUND: usize = 10_000;

const ROUNDS: usize = 21;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| corpus | limit | puzzles a call | `solve_many`, ns a puzzle | engine, ns a puzzle | ratio |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for name in std::env::args().skip(1) {
        let corpus = std::fs::read_to_string(&name)?;
        let lines = corpus.lines().filter(|line| line.len() == LINE - 1);
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        if text.is_empty() {
            return Err(format!("{name} has no lines of 81 characters").into());
        }
        let text = text.repeat(ROUND.div_ceil(text.len() / LINE));
        let text = &text.as_bytes()[..ROUND * LINE];
        for limit in [1, 2] {
            for size in SIZES {
                let (library, engine) = measure(text, size, limit)?;
                let ratio = library / engine;
                println!("| {name} | {limit} | {size} | {library:.0} | {engine:.0} | {ratio:.2} |");
            }
        }
    }
    Ok(())
}

/// Nanoseconds a puzzle, of the library and of the engine.
fn measure(text: &[u8], size: usize, limit: u64) -> Result<(f64, f64), Box<dyn Error>> {
    let request = Request::new().threads(1).limit(limit);
    let limits = Limits::default().solutions(limit);
    let mut solver = ENGINES[0].make(&EngineOptions::default())?;
    let starts: Vec<u32> = (0..size).map(|i| (i * LINE) as u32).collect();
    let mut rows = vec![BLANK_ROW; size];
    let mut outcomes = vec![Outcome::default(); size];
    let mut solutions = vec![0; size * LINE];
    let mut times = [Vec::new(), Vec::new()];
    // The first round is the warm-up.
    for round in 0..=ROUNDS {
        let start = Instant::now();
        for part in text.chunks_exact(size * LINE) {
            let puzzles = Puzzles::strided(part, LINE);
            solve_many(&puzzles, &mut solutions, &mut outcomes, &request)?;
        }
        let library = start.elapsed();
        let start = Instant::now();
        for part in text.chunks_exact(size * LINE) {
            let mut batch = Batch::new(part, &starts, &mut rows, &mut outcomes);
            solver.solve(&mut batch, &limits, &mut NoObserver);
        }
        if round > 0 {
            times[0].push(library.as_nanos());
            times[1].push(start.elapsed().as_nanos());
        }
    }
    let puzzles = (ROUND / size * size) as f64;
    let [library, engine] = times.map(|mut times| {
        times.sort_unstable();
        times[ROUNDS / 2] as f64 / puzzles
    });
    Ok((library, engine))
}
