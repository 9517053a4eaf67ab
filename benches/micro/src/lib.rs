//! The parts of Ninefold that the benches of this crate measure, each with
//! what it works on made ready.

use hdrhistogram::Histogram;
use ninefold::engine::{
    Batch, Counters, EngineOptions, Limits, NoWatch, Outcome, Solver, registry,
};
use ninefold::format::{self, Format, Records, WriteOptions};
use ninefold::grid::{BLANK_ROW, CELLS, Row, check};

/// The puzzles: some of every kind.
pub const TEXT: &[u8] = include_bytes!("../../../datasets/sample.txt");

/// A solver with a batch of puzzles.
pub struct Solving {
    solver: Box<dyn Solver>,
    text: Vec<u8>,
    records: Records,
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
}

impl Solving {
    /// Of an engine, as `mrv` or `lanes/avx2`; the puzzles are taken `times`
    /// times. `None` where this CPU cannot run it.
    pub fn new(engine: &str, times: usize) -> Option<Solving> {
        let (name, backend) = match engine.split_once('/') {
            Some((name, backend)) => (name, Some(backend.to_owned())),
            None => (engine, None),
        };
        let solver = registry::find(name)
            .ok()?
            .make(&EngineOptions { backend })
            .ok()?;
        let text = TEXT.repeat(times);
        let mut records = Records::default();
        format::find(Format::Line, &text, &mut records);
        let puzzles = records.starts.len();
        let mut solving = Solving {
            solver,
            text,
            records,
            rows: vec![BLANK_ROW; puzzles],
            outcomes: vec![Outcome::default(); puzzles],
        };
        // The first batch allocates.
        solving.solve();
        Some(solving)
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Solves the batch, looking for a second solution too.
    pub fn solve(&mut self) -> Counters {
        let limits = Limits {
            solutions: 2,
            ..Limits::default()
        };
        let starts = &self.records.starts;
        let mut batch = Batch::new(&self.text, starts, &mut self.rows, &mut self.outcomes);
        self.solver.solve(&mut batch, &limits, &mut NoWatch)
    }

    /// Finds the puzzles in the text. Returns their number.
    pub fn find(&mut self) -> usize {
        format::find(Format::Line, &self.text, &mut self.records);
        self.records.starts.len()
    }

    /// Checks every answer. Returns the number of right ones.
    pub fn check(&self) -> usize {
        let answers = self.records.starts.iter().zip(&self.rows);
        let right = answers.filter(|&(&start, row)| {
            let puzzle: &[u8; CELLS] = self.text[start as usize..][..CELLS]
                .try_into()
                .expect("81 cells");
            check::check(puzzle, row[..CELLS].try_into().expect("81 cells")).is_ok()
        });
        right.count()
    }

    /// Renders the rows into `out`.
    pub fn write(&self, options: &WriteOptions, out: &mut Vec<u8>) -> bool {
        format::render(
            &self.text,
            &self.records,
            &self.rows,
            &self.outcomes,
            options,
            out,
        )
    }
}

/// A histogram as the program has them.
pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 3_600_000_000_000, 3).expect("the bounds are in order")
}

/// Records a thousand times of all sizes.
pub fn record(histogram: &mut Histogram<u64>) {
    let mut time = 1u64;
    for _ in 0..1000 {
        time = time
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        histogram.saturating_record((time >> 44).max(1));
    }
}
