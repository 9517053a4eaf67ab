//! Times of the parts, for work on one of them: `cargo bench --bench times`. For a verdict, use
//! `ninefold compare --paired`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ninefold_files::format::{OutputFormat, WriteOptions};
use ninefold_micro::{Glue, Solving, engines, histogram, record};

const TIMES: usize = 100;

const MEDIUM: &str = include_str!("../../../datasets/medium.txt");

fn solve(criterion: &mut Criterion) {
    for limit in [1, 2] {
        let mut group = criterion.benchmark_group(format!("solve/limit {limit}"));
        for engine in engines() {
            let mut solving = Solving::new(&engine, TIMES).expect("it can run here");
            group.throughput(Throughput::Elements(solving.len() as u64));
            group.bench_function(engine, |bencher| bencher.iter(|| solving.solve(limit)));
        }
    }
}

/// One puzzle a call, like a user of the library.
fn one(criterion: &mut Criterion) {
    let puzzles: Vec<&str> = MEDIUM.lines().filter(|line| line.len() == 81).collect();
    let mut group = criterion.benchmark_group("one");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group.bench_function("solve", |bencher| {
        bencher.iter(|| {
            puzzles
                .iter()
                .filter(|text| ninefold::solve(**text).is_ok())
                .count()
        })
    });
    group.bench_function("is_unique", |bencher| {
        bencher.iter(|| {
            puzzles
                .iter()
                .filter(|text| ninefold::is_unique(**text) == Ok(true))
                .count()
        })
    });
}

fn parts(criterion: &mut Criterion) {
    let Some(mut solving) = Solving::new("mrv", TIMES) else {
        return;
    };
    let mut group = criterion.benchmark_group("parts");
    group.throughput(Throughput::Elements(solving.len() as u64));
    group.bench_function("find", |bencher| bencher.iter(|| solving.find()));
    group.bench_function("check, one by one", |bencher| {
        bencher.iter(|| solving.check())
    });
    group.bench_function("check, all at once", |bencher| {
        bencher.iter(|| solving.check_all())
    });
    let mut out = Vec::new();
    for format in [
        OutputFormat::Solution,
        OutputFormat::Line,
        OutputFormat::Jsonl,
    ] {
        let options = WriteOptions::default().format(format);
        let name = format!("write {}", format.name());
        group.bench_function(name, |bencher| {
            bencher.iter(|| solving.write(&options, &mut out))
        });
    }
    group.throughput(Throughput::Elements(Glue::new(5000).puzzles()));
    group.bench_function("pipeline glue", |bencher| {
        bencher.iter_batched(|| Glue::new(5000), Glue::run, BatchSize::LargeInput)
    });
    group.throughput(Throughput::Elements(1000));
    let mut times = histogram();
    group.bench_function("record times", |bencher| {
        bencher.iter(|| record(&mut times))
    });
}

criterion_group!(benches, solve, one, parts);
criterion_main!(benches);
