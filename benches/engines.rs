//! Engines and checker on small corpora, for developers: `cargo bench`.
// Criterion's macros make items that have no text of their own.
#![allow(missing_docs)]
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ninefold::engine::registry::variants;
use ninefold::engine::{Batch, Limits, NoObserver, Outcome};
use ninefold::format::{Format, Records, find};
use ninefold::grid::{BLANK_ROW, CELLS, Row, check};
use std::hint::black_box;

const SAMPLE: &[u8] = include_bytes!("../datasets/sample.txt");

/// The sample so many times that lanes are seldom idle.
fn corpus() -> (Vec<u8>, Records) {
    let text = SAMPLE.repeat(20);
    let mut records = Records::default();
    find(Format::Line, &text, &mut records);
    (text, records)
}

fn engines(c: &mut Criterion) {
    let (text, records) = corpus();
    let n = records.starts.len();
    let mut rows: Vec<Row> = vec![BLANK_ROW; n];
    let mut outcomes = vec![Outcome::default(); n];
    for limit in [1, 2] {
        let mut group = c.benchmark_group(format!("solve/limit {limit}"));
        group
            .throughput(Throughput::Elements(n as u64))
            .sample_size(20);
        for (engine, options) in variants() {
            if engine.slow {
                continue;
            }
            let name = [Some(engine.name), options.backend.as_deref()];
            let name = name.into_iter().flatten().collect::<Vec<_>>().join(":");
            let mut solver = engine.make(&options).expect("it can run here");
            let limits = Limits::default().solutions(limit);
            group.bench_function(name, |b| {
                b.iter(|| {
                    let mut batch = Batch::new(&text, &records.starts, &mut rows, &mut outcomes);
                    solver.solve(&mut batch, &limits, &mut NoObserver)
                });
            });
        }
    }
}

fn around(c: &mut Criterion) {
    let (text, records) = corpus();
    let mut group = c.benchmark_group("around");
    group.throughput(Throughput::Elements(records.starts.len() as u64));
    group.bench_function("find", |b| {
        b.iter_batched_ref(
            Records::default,
            |records| find(Format::Line, black_box(&text), records),
            BatchSize::LargeInput,
        );
    });
    let mut rows: Vec<Row> = vec![BLANK_ROW; records.starts.len()];
    let mut outcomes = vec![Outcome::default(); rows.len()];
    let mut batch = Batch::new(&text, &records.starts, &mut rows, &mut outcomes);
    let mut solver = variants()[0].0.make(&variants()[0].1).expect("it can run");
    solver.solve(&mut batch, &Limits::default(), &mut NoObserver);
    let answers = || {
        records.starts.iter().zip(&rows).map(|(&start, row)| {
            let puzzle = &text[start as usize..][..CELLS];
            let answer = &row[..CELLS];
            (
                start,
                puzzle.try_into().expect("81"),
                answer.try_into().expect("81"),
            )
        })
    };
    group.bench_function("check, one by one", |b| {
        b.iter(|| answers().all(|(_, puzzle, answer)| check::check(puzzle, answer).is_ok()));
    });
    group.bench_function("check, all at once", |b| {
        b.iter(|| check::first_wrong(answers()));
    });
}

criterion_group!(all, engines, around);
criterion_main!(all);
