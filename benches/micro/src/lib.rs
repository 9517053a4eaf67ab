//! The parts of Ninefold that the benches of this crate measure, each with prepared input.

use hdrhistogram::Histogram;
use ninefold::Stop;
use ninefold::engine::{
    Batch, Counters, EngineInfo, EngineOptions, Limits, NoObserver, Outcome, Solver, registry,
};
use ninefold::grid::{BLANK_ROW, CELLS, Row, check};
use ninefold_files::format::{self, Format, FormatOptions, Kind, Records, WriteOptions};
use ninefold_files::input::{Bytes, Chunk, InputError, Source};
use ninefold_files::pipeline::{self, Job, Progress};

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

/// The engines that are not slow, on each back end that this CPU can run, for [`Solving::new`].
pub fn engines() -> Vec<String> {
    let variants = registry::variants().into_iter();
    let quick = variants.filter(|(engine, _)| !engine.slow);
    let name = |(engine, options): (&EngineInfo, EngineOptions)| match options.backend {
        Some(backend) => format!("{}/{backend}", engine.name),
        None => engine.name.to_owned(),
    };
    quick.map(name).collect()
}

impl Solving {
    /// Prepares an engine, such as `mrv` or `lanes/avx2`, with the puzzles repeated `times` times.
    /// `None` if this CPU cannot run it.
    pub fn new(engine: &str, times: usize) -> Option<Solving> {
        let (engine, options) = registry::choose(engine).ok()?;
        let solver = engine.make(&options).ok()?;
        let text = TEXT.repeat(times);
        let mut records = Records::default();
        format::find(&Format::Line, &text, &mut records);
        let puzzles = records.starts.len();
        let mut solving = Solving {
            solver,
            text,
            records,
            rows: vec![BLANK_ROW; puzzles],
            outcomes: vec![Outcome::default(); puzzles],
        };
        // The first batch allocates.
        solving.solve(2);
        Some(solving)
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Solves the batch, with this limit of solutions for each puzzle.
    pub fn solve(&mut self, solutions: u64) -> Counters {
        let limits = Limits::default().solutions(solutions);
        let starts = &self.records.starts;
        let mut batch = Batch::new(&self.text, starts, &mut self.rows, &mut self.outcomes);
        self.solver.solve(&mut batch, &limits, &mut NoObserver)
    }

    /// Finds the puzzles in the text. Returns their number.
    pub fn find(&mut self) -> usize {
        format::find(&Format::Line, &self.text, &mut self.records);
        self.records.starts.len()
    }

    /// Each puzzle with its position and its answer.
    fn answers(&self) -> impl Iterator<Item = (u32, &[u8; CELLS], &[u8; CELLS])> {
        let cells = |text| <&[u8; CELLS]>::try_from(text).expect("81 cells");
        let rows = self.records.starts.iter().zip(&self.rows);
        rows.map(move |(&start, row)| {
            let puzzle = &self.text[start as usize..][..CELLS];
            (start, cells(puzzle), cells(&row[..CELLS]))
        })
    }

    /// Checks every answer separately. Returns the number of right ones.
    pub fn check(&self) -> usize {
        self.answers()
            .filter(|(_, puzzle, answer)| check::check(puzzle, answer).is_ok())
            .count()
    }

    /// Checks all answers together. Returns whether they are right.
    pub fn check_all(&self) -> bool {
        check::first_wrong(self.answers()).is_none()
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

/// Full grids, one a chunk, in memory and not checked. They need almost no solving, so the time is
/// mostly the pipeline's own work.
pub struct Glue {
    job: Job,
    text: Vec<u8>,
}

const FULL_GRID: &[u8] =
    b"143628579572139468986754231391542786468917352725863914237481695619275843854396127\n";

impl Glue {
    /// Prepares this many full grids.
    pub fn new(puzzles: usize) -> Glue {
        let engine = registry::find("mrv").expect("there is such an engine");
        let job = Job::default().engine(engine).threads(1).verify(false);
        Glue {
            job,
            text: FULL_GRID.repeat(puzzles),
        }
    }

    /// Number of puzzles.
    pub fn puzzles(&self) -> u64 {
        (self.text.len() / BLANK_ROW.len()) as u64
    }

    /// Runs from chunks to rows. Returns the number of puzzles solved.
    pub fn run(self) -> u64 {
        let source = Box::new(Lines {
            text: self.text,
            at: 0,
        });
        let input = format::open(source, &FormatOptions::default().kind(Kind::Line));
        let mut rows = Vec::new();
        let progress = Progress::default().into();
        let summary = pipeline::run([input], &self.job, &mut rows, &progress, &Stop::new());
        summary.expect("full grids are solved").verdicts.total()
    }
}

/// Lines in memory as an input.
struct Lines {
    text: Vec<u8>,
    at: usize,
}

impl Source for Lines {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let end = (self.at + BLANK_ROW.len()).min(self.text.len());
        if self.at == end {
            return Ok(None);
        }
        let mut bytes = recycled.unwrap_or_default();
        bytes.clear();
        bytes.extend_from_slice(&self.text[self.at..end]);
        let offset = std::mem::replace(&mut self.at, end) as u64;
        Ok(Some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: 0,
            offset,
            origins: None,
            broken: None,
            is_piece: false,
        }))
    }

    fn size_hint(&self) -> Option<u64> {
        Some(self.text.len() as u64)
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "memory"
    }
}

/// A histogram like the program's.
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
