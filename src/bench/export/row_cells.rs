//! The cells of a result's table: a row for each case, with all possible columns.

use super::ExportError;
use super::columns::{Style, TextTable};
use crate::bench::ranking::Rankings;
use crate::bench::record::{ExternalDetails, Figures, Record, ResultRow, limit_words};
use crate::bench::stats::{self, Estimate};
use crate::escape::escape;
use crate::numbers::{self, bytes, count, counted, ratio as ratio_text, time};
use std::io::Write;

/// The table of a result, as text.
pub(crate) struct RowCells {
    /// A heading for each column.
    pub(crate) header: Vec<&'static str>,
    /// A cell for each column, for each row of the record.
    pub(crate) rows: Vec<Vec<String>>,
}

const CORPUS: &str = "corpus (puzzles)";
const LIMIT: &str = "limit";
const THREADS: &str = "threads";
const SOLVER: &str = "solver";
const RATIO: &str = "ratio";
/// The columns, in order. The last ones are for external solvers only.
const COLUMNS: [&str; 14] = [
    CORPUS,
    LIMIT,
    THREADS,
    SOLVER,
    "puzzles/s",
    "±99 %",
    RATIO,
    "time/puzzle",
    "slow rounds",
    "guesses/puzzle",
    "no guess",
    "start-up",
    "CPU/wall",
    "memory",
];
/// The columns that identify a row.
pub(crate) const KEYS: [&str; 4] = [CORPUS, LIMIT, THREADS, SOLVER];
/// The columns of the brief table.
const BRIEF: [&str; 7] = [CORPUS, LIMIT, THREADS, SOLVER, "puzzles/s", "±99 %", RATIO];

impl RowCells {
    fn keep(&mut self, is_kept: impl Fn(&str) -> bool) {
        let kept: Vec<bool> = self.header.iter().map(|column| is_kept(column)).collect();
        let mut columns = kept.iter();
        self.header.retain(|_| *columns.next().unwrap_or(&true));
        for row in &mut self.rows {
            let mut columns = kept.iter();
            row.retain(|_| *columns.next().unwrap_or(&true));
        }
    }

    /// Removes all but the columns of the brief table.
    pub(super) fn keep_brief(&mut self) {
        self.keep(|column| BRIEF.contains(&column));
    }

    /// Removes threads and limit if they are the same in all rows, and returns them in words.
    pub(crate) fn take_same(&mut self, record: &Record) -> Vec<String> {
        let Some(first) = record.rows.first().map(|row| &row.case) else {
            return Vec::new();
        };
        let mut cases = record.rows.iter().map(|row| &row.case);
        let mut words = Vec::new();
        if cases.clone().all(|case| case.threads == first.threads) {
            words.push(counted(first.threads as u64, "thread"));
            self.keep(|column| column != THREADS);
        }
        if cases.all(|case| case.limit == first.limit) {
            words.push(limit_words(first.limit));
            self.keep(|column| column != LIMIT);
        }
        words
    }

    pub(super) fn draw(
        self,
        rankings: &[Rankings],
        style: Style,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        let ratio = match rankings {
            [first, rest @ ..] if rest.iter().all(|other| other.reference == first.reference) => {
                format!("vs {}", escape(&first.reference))
            }
            _ => RATIO.to_owned(),
        };
        let header = self.header.iter().map(|&column| match column {
            RATIO => &*ratio,
            column => column,
        });
        let keys = self.header.iter().filter(|column| KEYS.contains(column));
        let keys = keys.count();
        let table = TextTable {
            header: &header.collect::<Vec<_>>(),
            keys,
            left: &[0, keys - 1],
            rows: self.rows,
        };
        table.draw(style, out)
    }
}

/// The table of a result, with the figures of its rows. Columns without any value are left out.
pub(crate) fn cells(record: &Record, figures: &[Figures], rankings: &[Rankings]) -> RowCells {
    let row = |(row, figures): (&ResultRow, &Figures)| {
        let on = rankings.iter().find_map(|rankings| rankings.on_corpus(row));
        // One round says nothing about a ratio.
        let ratio = on.map(|on| on.ratio).filter(|ratio| ratio.samples > 1);
        let cells = keys(row).into_iter();
        let cells = cells.chain(measured(row, figures, ratio.as_ref()));
        cells.chain(external(row)).collect()
    };
    let rows: Vec<Vec<String>> = record.rows.iter().zip(figures).map(row).collect();
    let is_known = |column: &usize| rows.iter().any(|row| row[*column] != UNKNOWN);
    let known = (0..COLUMNS.len()).filter(is_known);
    let known: Vec<&str> = known.map(|column| COLUMNS[column]).collect();
    let mut cells = RowCells {
        header: COLUMNS.to_vec(),
        rows,
    };
    cells.keep(|column| known.contains(&column));
    cells
}

/// The cell of an unknown value.
const UNKNOWN: &str = "-";

fn unknown() -> String {
    UNKNOWN.to_owned()
}

fn keys(row: &ResultRow) -> [String; 4] {
    [
        format!("{} ({})", row.case.corpus, count(row.puzzles)),
        row.case.limit.to_string(),
        row.case.threads.to_string(),
        row.case.engine_and_backend(),
    ]
}

fn measured(row: &ResultRow, figures: &Figures, ratio: Option<&Estimate>) -> [String; 7] {
    let counted = |text: String| match row.guesses.is_empty() {
        true => unknown(),
        false => text,
    };
    let speed = figures.puzzles_per_second;
    [
        numbers::speed(speed.value),
        spread(&speed),
        ratio.map_or_else(unknown, |ratio| ratio_text(ratio.value)),
        time(figures.ns_per_puzzle),
        figures.slow_group.map_or_else(unknown, |slow| {
            format!("{:.0} % at {:.2}x", 100.0 * slow.share, slow.factor)
        }),
        counted(format!("{:.3}", figures.guesses_per_puzzle)),
        counted(format!("{:.1} %", 100.0 * figures.without_guess)),
    ]
}

/// The cells about external solvers.
fn external(row: &ResultRow) -> [String; 3] {
    let Some(external) = &row.external else {
        return std::array::from_fn(|_| unknown());
    };
    let ExternalDetails {
        start_up_ns,
        cpu_ns,
        peak_bytes,
        ..
    } = external;
    let middle = |samples: &[f64]| stats::median(samples).ok();
    let share = middle(cpu_ns).zip(middle(&row.samples_ns));
    [
        middle(start_up_ns).map_or_else(unknown, |nanos| time(nanos.round())),
        share.map_or_else(unknown, |(cpu, wall)| format!("{:.2}", cpu / wall)),
        peak_bytes.map_or_else(unknown, bytes),
    ]
}

/// The marks of a speed whose interval has a half wider than [`NOISE`], the change to detect, and
/// of a speed without interval.
pub(super) const NOISY: &str = "(!)";
pub(super) const NOISE: f64 = 0.02;
pub(super) const NO_INTERVAL: &str = "?";

/// Half of the interval as a share of the estimate, if known.
pub(super) fn half_width(estimate: &Estimate) -> Option<f64> {
    let interval = &estimate.interval;
    let half = (interval.high - interval.low) / 2.0 / estimate.value;
    interval.is_known().then_some(half)
}

fn spread(estimate: &Estimate) -> String {
    match half_width(estimate) {
        None => NO_INTERVAL.to_owned(),
        Some(half) if half > NOISE => format!("{:.1} %{NOISY}", 100.0 * half),
        Some(half) => format!("{:.1} %", 100.0 * half),
    }
}
