//! Instructions of the parts, counted under valgrind. They are the same in every run, so a small
//! change shows at once.
//!
//! valgrind has no AVX-512, and its CPUID hides it, so the lane engine chooses AVX2. Needs valgrind
//! and `gungraun-runner` of the same version as the `gungraun` crate. It fails (exit code 3) if
//! there are more than 3 % more instructions than in the run before (or than `--baseline=NAME`).
//! For the pipeline, whose threads do not always meet in the same way, the limit is 10 %.

use gungraun::prelude::*;
use gungraun::{Callgrind, EntryPoint, EventKind};
use hdrhistogram::Histogram;
use ninefold_files::format::WriteOptions;
use ninefold_micro::{Glue, Solving, histogram, record};
use std::hint::black_box;

fn solving(engine: &str) -> Option<Solving> {
    Solving::new(engine, 1)
}

#[library_benchmark(setup = solving)]
#[bench::mrv("mrv")]
#[bench::exact_cover("dlx")]
#[bench::lanes_avx2("lanes/avx2")]
#[bench::lanes_portable("lanes/portable")]
fn solve(mut solving: Option<Solving>) -> Option<Solving> {
    // Counts nothing if the CPU, or valgrind's model of it, lacks the back end.
    if let Some(solving) = &mut solving {
        black_box(solving.solve(2));
    }
    solving
}

#[library_benchmark(setup = solving)]
#[bench::lines("mrv")]
fn parse(mut solving: Option<Solving>) -> Option<Solving> {
    black_box(solving.as_mut().map(Solving::find));
    solving
}

#[library_benchmark(setup = solving)]
#[bench::answers("mrv")]
fn check(solving: Option<Solving>) -> Option<Solving> {
    black_box(solving.as_ref().map(Solving::check));
    solving
}

#[library_benchmark(setup = solving)]
#[bench::rows("mrv")]
fn write(solving: Option<Solving>) -> Option<Solving> {
    let mut out = Vec::new();
    black_box(
        solving
            .as_ref()
            .map(|s| s.write(&WriteOptions::default(), &mut out)),
    );
    solving
}

#[library_benchmark(setup = histogram)]
#[bench::thousand()]
fn record_times(mut times: Histogram<u64>) -> Histogram<u64> {
    record(&mut times);
    black_box(times)
}

// Several threads do the work, so the whole process is counted. How often a thread looks for work
// in vain differs between runs. So the limit is wider.
#[library_benchmark(
    setup = Glue::new,
    config = LibraryBenchmarkConfig::default().tool(
        Callgrind::with_args(["--collect-atstart=yes"])
            .entry_point(EntryPoint::None)
            .soft_limits([(EventKind::Ir, 10.0)])
            .fail_fast(false)
    )
)]
#[bench::chunks(5000)]
fn pipeline_glue(glue: Glue) -> u64 {
    let puzzles = glue.puzzles();
    let solved = black_box(glue.run());
    assert_eq!(solved, puzzles);
    solved
}

library_benchmark_group!(
    name = parts,
    benchmarks = [solve, parse, check, write, record_times, pipeline_glue]
);
main!(
    config = LibraryBenchmarkConfig::default().tool(
        Callgrind::default()
            .soft_limits([(EventKind::Ir, 3.0)])
            .fail_fast(false)
    ),
    library_benchmark_groups = parts
);
