//! A row of a result as it is in files: a list for each quantity in place of a list of samples.

use super::{AnswerCounts, CaseClock, CaseKey, ExternalDetails, ResultRow, Sample};
use ninefold::engine::Counters;
use serde::{Deserialize, Serialize};

/// A row in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowColumns {
    case: CaseKey,
    puzzles: u64,
    answers: AnswerCounts,
    counters: Counters,
    repeats: u64,
    #[serde(default)]
    clock: CaseClock,
    /// By the clock that decides.
    samples_ns: Vec<f64>,
    /// By the wall clock, if that does not decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wall_ns: Vec<f64>,
    /// CPU times, if they do not decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cpu_ns: Vec<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    instructions: Vec<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    external: Option<ExternalDetails>,
}

impl From<ResultRow> for RowColumns {
    fn from(row: ResultRow) -> RowColumns {
        let by_cpu = row.clock == CaseClock::Cpu;
        let samples = &row.samples;
        let wall = samples.iter().map(|sample| sample.wall_ns).collect();
        let cpu = of_all(samples, |sample| sample.cpu_ns);
        RowColumns {
            samples_ns: row.times(row.clock),
            wall_ns: if by_cpu { wall } else { Vec::new() },
            cpu_ns: if by_cpu { Vec::new() } else { cpu },
            instructions: of_all(samples, |sample| sample.instructions),
            case: row.case,
            puzzles: row.puzzles,
            answers: row.answers,
            counters: row.counters,
            repeats: row.repeats,
            clock: row.clock,
            external: row.external,
        }
    }
}

/// A quantity of each sample. Nothing if a sample lacks it.
fn of_all(samples: &[Sample], quantity: fn(&Sample) -> Option<f64>) -> Vec<f64> {
    let all: Option<Vec<f64>> = samples.iter().map(quantity).collect();
    all.unwrap_or_default()
}

impl From<RowColumns> for ResultRow {
    fn from(of: RowColumns) -> ResultRow {
        let by_cpu = of.clock == CaseClock::Cpu;
        let (wall, cpu) = if by_cpu {
            (&of.wall_ns, &of.samples_ns)
        } else {
            (&of.samples_ns, &of.cpu_ns)
        };
        let mut samples = Vec::new();
        for i in 0..of.samples_ns.len().max(wall.len()) {
            // What is missing is no time, and is refused.
            let cpu_ns = cpu.get(i).copied().or(by_cpu.then_some(f64::NAN));
            samples.push(Sample {
                wall_ns: wall.get(i).copied().unwrap_or(f64::NAN),
                cpu_ns,
                instructions: of.instructions.get(i).copied(),
                idle: None,
            });
        }
        ResultRow {
            samples,
            case: of.case,
            puzzles: of.puzzles,
            answers: of.answers,
            counters: of.counters,
            repeats: of.repeats,
            clock: of.clock,
            external: of.external,
        }
    }
}
