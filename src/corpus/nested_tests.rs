//! Work that a thread takes up in the middle of other work.
//!
//! An engine may use the thread pool within a batch. Then its thread takes up any waiting work:
//! another block, while the first block's solver is still in use.

use super::generate::{GenerateSpec, GeneratedPuzzle, Run, run};
use super::rate::{Rate, rate};
use super::transform::{Change, Transform, transform};
use crate::engine::{EngineInfo, EngineOptions, registry};
use crate::format::{FormatOptions, open as recognise};
use crate::input::{OpenOptions, open};
use crate::parallel::Stop;
use crate::pipeline::Progress;
use crate::solver::{Batch, Counters, Limits, Observer, Solver};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Batches during which other work was taken up.
static NESTED: AtomicU32 = AtomicU32::new(0);

/// `lanes`, but its thread takes up other work before each batch.
static NESTING: EngineInfo = EngineInfo {
    name: "nesting",
    about: "",
    source: "",
    slow: false,
    lexicographic: false,
    backends: Vec::new,
    make_solver: |options| Ok(Box::new(Nesting(lanes().make(options)?))),
};

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

/// The results of both engines for the same work. The second engine must have nested.
fn assert_same<T: PartialEq + std::fmt::Debug>(work: impl Fn(&'static EngineInfo) -> T) {
    let expected = work(lanes());
    let before = NESTED.load(Ordering::Relaxed);
    assert_eq!(work(&NESTING), expected);
    assert!(
        NESTED.load(Ordering::Relaxed) > before,
        "nothing was nested"
    );
}

/// Puzzles as a file that is read in small chunks.
fn with_puzzles(
    work: impl Fn(&dyn Fn() -> Vec<Result<crate::format::Opened, crate::input::InputError>>),
) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles");
    std::fs::write(&path, generated(lanes())).unwrap();
    work(&|| {
        let options = OpenOptions {
            chunk_size: 20 * 82,
            ..OpenOptions::default()
        };
        let source = open(&path, &options).unwrap();
        vec![recognise(source, &FormatOptions::default())]
    });
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

#[test]
fn a_corpus_has_every_block() {
    assert_same(generated);
}

#[test]
fn every_puzzle_is_rated() {
    with_puzzles(|inputs| {
        assert_same(|engine| {
            let job = Rate::new(engine).threads(1);
            let mut text = Vec::new();
            let mut sink = |rows: &[u8]| {
                text.extend_from_slice(rows);
                Ok(())
            };
            let progress = Progress::default().into();
            let rated = rate(
                &job,
                Box::new(inputs().into_iter()),
                &mut sink,
                &progress,
                &Stop::new(),
            );
            assert_eq!(rated.unwrap().0.puzzles, 120);
            text
        });
    });
}

#[test]
fn every_puzzle_is_transformed() {
    with_puzzles(|inputs| {
        assert_same(|engine| {
            let job = Transform::new(Change::Minimize)
                .seed(1)
                .engine(engine)
                .threads(1);
            let mut text = Vec::new();
            let mut sink = |rows: &[u8]| {
                text.extend_from_slice(rows);
                Ok(())
            };
            let progress = Progress::default().into();
            transform(
                &job,
                Box::new(inputs().into_iter()),
                &mut sink,
                &progress,
                &Stop::new(),
            )
            .unwrap();
            text
        });
    });
}
