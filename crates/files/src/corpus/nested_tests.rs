//! Work that a thread takes up in the middle of other work.
//!
//! An engine may use the thread pool within a batch. Then its thread takes up any waiting work:
//! another block, while the first block's solver is still in use.

use super::generate::{Run, run};
use super::rate::{Rate, rate};
use super::transform::{Change, Transform, transform};
use crate::format::{FormatOptions, Opened, open as recognise};
use crate::input::{InputError, OpenOptions, open_reader};
use crate::pipeline::Progress;
use ninefold::Stop;
use ninefold::corpus::{GenerateSpec, GeneratedPuzzle};
use ninefold::engine::{Batch, Counters, Limits, Observer, Solver};
use ninefold::engine::{EngineInfo, EngineOptions, registry};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Batches during which other work was taken up.
static NESTED: AtomicU32 = AtomicU32::new(0);

/// `lanes`, but its thread takes up other work before each batch.
static NESTING: EngineInfo = EngineInfo::new("nesting", |options| {
    Ok(Box::new(Nesting(lanes().make(options)?)))
});

struct Nesting(Box<dyn Solver>);

impl Solver for Nesting {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        // The reader may need a moment until there is work to take up.
        for _ in 0..50 {
            match rayon::yield_now() {
                Some(rayon::Yield::Executed) => {
                    NESTED.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                Some(rayon::Yield::Idle) => std::thread::sleep(Duration::from_micros(100)),
                None => break,
            }
        }
        self.0.solve(batch, limits, observer)
    }
}

fn lanes() -> &'static EngineInfo {
    registry::find("lanes").unwrap()
}

fn generated(engine: &'static EngineInfo) -> Vec<u8> {
    let corpus = Run {
        spec: GenerateSpec::default(),
        count: 120,
        engine,
        options: EngineOptions::default(),
        threads: 1,
        until: None,
    };
    let mut text = Vec::new();
    let mut sink = |block: &[u8], _: &[GeneratedPuzzle]| {
        text.extend_from_slice(block);
        Ok(())
    };
    let progress = Progress::default().into();
    let tally = run(&corpus, &mut sink, &progress, &Stop::new()).unwrap();
    assert_eq!(tally.puzzles, 120);
    text
}

/// The generated puzzles, read in small chunks.
fn inputs() -> Box<dyn Iterator<Item = Result<Opened, InputError>> + Send> {
    let options = OpenOptions {
        chunk_size: 20 * 82,
        ..OpenOptions::default()
    };
    let read = Box::new(std::io::Cursor::new(generated(lanes())));
    let source = open_reader("puzzles", read, &options).unwrap();
    let opened = recognise(source, &FormatOptions::default());
    Box::new(std::iter::once(opened))
}

/// The rows that a job over these puzzles writes.
fn rows(job: impl Fn(&mut dyn FnMut(&[u8]) -> std::io::Result<()>)) -> Vec<u8> {
    let mut text = Vec::new();
    job(&mut |rows| {
        text.extend_from_slice(rows);
        Ok(())
    });
    text
}

fn rated(engine: &'static EngineInfo) -> Vec<u8> {
    let job = Rate::new(engine).threads(1);
    rows(|sink| {
        let progress = Progress::default().into();
        let rated = rate(&job, inputs(), sink, &progress, &Stop::new());
        assert_eq!(rated.unwrap().0.puzzles, 120);
    })
}

fn transformed(engine: &'static EngineInfo) -> Vec<u8> {
    let job = Transform::new(Change::Minimize).seed(1).engine(engine);
    let job = job.threads(1);
    rows(|sink| {
        let progress = Progress::default().into();
        transform(&job, inputs(), sink, &progress, &Stop::new()).unwrap();
    })
}

/// Both engines give the same for the same work. The second must have nested.
#[test]
fn nested_work_has_every_puzzle() {
    for work in [generated, rated, transformed] {
        let before = NESTED.load(Ordering::Relaxed);
        assert_eq!(work(&NESTING), work(lanes()));
        assert!(NESTED.load(Ordering::Relaxed) > before, "nothing nested");
    }
}
