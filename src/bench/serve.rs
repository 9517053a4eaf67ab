//! A program that is measured by another one ([`super::worker`]): what it answers.

use super::error::MeasureError;
use super::measure::Bench;
use super::worker::{Hello, PROTOCOL, Refusal};
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a worker stopped before its input did.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// An answer was wrong.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The one that asks went away.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Not the number of a case, and of passes or none.
    #[error("{0:?} is not the number of a case, and of passes or none")]
    NoCase(String),
}

/// Serves samples until `orders` ends.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    bench: &mut Bench<'_>,
    orders: &mut dyn BufRead,
    answers: &mut dyn Write,
) -> Result<(), ServeError> {
    let hello = Hello {
        ninefold_worker: PROTOCOL,
        cpu_time: true,
        record: bench.record(vec![Vec::new(); bench.len()]),
    };
    serde_json::to_writer(&mut *answers, &hello).map_err(io::Error::from)?;
    answers.write_all(b"\n")?;
    answers.flush()?;
    for order in orders.lines() {
        let order = order?;
        let read = read(&order).filter(|&(case, _)| case < bench.len());
        let (case, repeats) = read.ok_or(ServeError::NoCase(order))?;
        match bench.sample_with_cpu(case, repeats) {
            Ok((nanos, None)) => writeln!(answers, "{nanos}")?,
            Ok((nanos, Some(cpu))) => writeln!(answers, "{nanos} {cpu}")?,
            Err(MeasureError::Outside(reason)) => return Ok(refuse(&reason, false, answers)?),
            Err(error) => return Err(error.into()),
        }
        answers.flush()?;
    }
    Ok(())
}

/// The number of a case, and of the passes of its sample where it is given.
fn read(order: &str) -> Option<(usize, Option<usize>)> {
    let mut words = order.split_whitespace().map(|word| word.parse().ok());
    let case = words.next()??;
    let repeats = match words.next() {
        None => None,
        Some(repeats) => Some(repeats.filter(|&repeats| repeats > 0)?),
    };
    words.next().is_none().then_some((case, repeats))
}

/// Says why nothing can be measured, instead of the first line or of a sample; `not_asked`
/// where that is no fault of the solver, which cannot be measured so.
///
/// # Errors
/// The one that asks went away.
pub fn refuse(reason: &str, not_asked: bool, answers: &mut dyn Write) -> io::Result<()> {
    let refusal = Refusal {
        ninefold_refusal: reason.to_owned(),
        not_asked,
    };
    serde_json::to_writer(&mut *answers, &refusal)?;
    answers.write_all(b"\n")?;
    answers.flush()
}

#[cfg(test)]
mod tests {
    use super::super::corpus::Corpus;
    use super::super::measure::{NoProgress, Plan};
    use super::super::record::Case;
    use super::*;
    use crate::grid::CELLS;
    use std::time::Duration;

    const EASY: &[u8; CELLS] =
        b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";

    fn serve_orders(orders: &str) -> (Result<(), ServeError>, Vec<String>) {
        let corpora = [Corpus::new("easy", [EASY], None)];
        let plan = Plan {
            least_sample: Duration::from_micros(1),
            ..Plan::new(vec![Case {
                engine: "mrv-scan".to_owned(),
                backend: None,
                threads: 1,
                corpus: "easy".to_owned(),
                limit: 1,
            }])
        };
        let mut bench = Bench::prepare(&plan, &corpora, &mut NoProgress).unwrap();
        let mut answers = Vec::new();
        let served = serve(&mut bench, &mut orders.as_bytes(), &mut answers);
        let answers = String::from_utf8(answers).unwrap();
        (served, answers.lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_worker_says_what_it_measures_and_answers_each_order() {
        let (served, answers) = serve_orders("0\n0 3\n");
        assert!(served.is_ok(), "{served:?}");
        let hello: Hello = serde_json::from_str(&answers[0]).unwrap();
        assert_eq!(hello.ninefold_worker, PROTOCOL);
        assert_eq!(hello.record.rows[0].case.engine, "mrv-scan");
        assert_eq!(answers.len(), 3);
        // The time, and behind it that of the CPU where the system tells it.
        assert!(hello.cpu_time);
        for answer in &answers[1..] {
            let times: Vec<f64> = answer.split(' ').map(|ns| ns.parse().unwrap()).collect();
            assert_eq!(times.len(), if cfg!(unix) { 2 } else { 1 });
            assert!(times.iter().all(|&ns| ns > 0.0), "{answer}");
        }
    }

    #[test]
    fn a_foreign_order_is_refused() {
        for order in ["1\n", "x\n", "\n", "-1\n", "0 0\n", "0 x\n", "0 1 1\n"] {
            let (served, answers) = serve_orders(order);
            assert!(matches!(served, Err(ServeError::NoCase(_))), "{order:?}");
            assert_eq!(answers.len(), 1);
        }
    }
}
