//! The worker's side of the protocol: a program that another one measures ([`super::worker`]).

use super::error::MeasureError;
use super::measure::{Bench, Budget, NoProgress, Plan};
use super::record::Build;
use super::sampler::SampleTimes;
use super::worker::{Hello, PROTOCOL, Refusal};
use super::worker_config::WorkerConfig;
use crate::external::{ResourceLimits, SolverSpec, SolverSpecError};
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a worker stopped before the end of its input.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The external solver is not valid.
    #[error(transparent)]
    Solver(#[from] SolverSpecError),
    /// An answer was wrong.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The measuring program has gone.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// An order is not the number of a case with an optional number of passes.
    #[error("{0:?} is not the number of a case with an optional number of passes")]
    NoCase(String),
}

/// Measures the cases of `config`, and takes a sample for each line of `orders` until they end.
///
/// If something cannot be measured here, it answers with the reason, which is not an error.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    config: &WorkerConfig,
    build: Build,
    orders: &mut dyn BufRead,
    answers: &mut dyn Write,
) -> Result<(), ServeError> {
    let plan = plan(config, build)?;
    let mut bench = match Bench::prepare(&plan, &config.corpora, &mut NoProgress) {
        Err(error @ (MeasureError::Engine(_) | MeasureError::Threads(..))) => {
            return Ok(refuse(&error.to_string(), true, answers)?);
        }
        bench => bench?,
    };
    if let Some(failure) = bench.failures().next() {
        return Ok(refuse(&failure.reason, failure.refused, answers)?);
    }
    for case in 0..bench.len() {
        for _ in 0..plan.warm_up {
            match bench.sample(case) {
                Err(MeasureError::External(reason)) => return Ok(refuse(&reason, false, answers)?),
                sample => drop(sample?),
            }
        }
    }
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
        match sample(&mut bench, case, repeats) {
            Ok(times) => write_times(&times, answers)?,
            Err(MeasureError::External(reason)) => return Ok(refuse(&reason, false, answers)?),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The plan for the current build.
fn plan(config: &WorkerConfig, build: Build) -> Result<Plan, SolverSpecError> {
    let mut plan = Plan::new(config.cases.clone())
        .build(build)
        .guess_limit(config.guess_limit)
        .warm_up(config.warm_up)
        .min_sample_time(config.min_sample_time);
    if let Some(time) = config.time {
        plan.budget = Budget::Time(time);
    }
    if let Some(solver) = &config.solver {
        // The measuring program ends this process with its group.
        let limits = ResourceLimits::default()
            .timeout(solver.timeout)
            .memory(solver.memory)
            .own_group(false);
        let solvers = vec![SolverSpec::parse(&solver.spec)?];
        plan = plan.solvers(solvers).limits(limits);
    }
    Ok(plan)
}

fn sample(
    bench: &mut Bench<'_>,
    case: usize,
    repeats: Option<usize>,
) -> Result<SampleTimes, MeasureError> {
    if let Some(repeats) = repeats {
        bench.set_repeats(case, repeats)?;
    }
    bench.sample(case)
}

fn write_times(times: &SampleTimes, answers: &mut dyn Write) -> io::Result<()> {
    write!(answers, "{}", times.wall_ns)?;
    if let Some(cpu) = times.cpu_ns {
        write!(answers, " {cpu}")?;
        if let Some(idle) = times.idle_ns {
            write!(answers, " {idle}")?;
        }
    }
    answers.write_all(b"\n")?;
    answers.flush()
}

/// The number of a case, and the number of passes of its sample, if given.
fn read(order: &str) -> Option<(usize, Option<usize>)> {
    let mut words = order.split_whitespace().map(|word| word.parse().ok());
    let case = words.next()??;
    let repeats = match words.next() {
        None => None,
        Some(repeats) => Some(repeats.filter(|&repeats| repeats > 0)?),
    };
    words.next().is_none().then_some((case, repeats))
}

/// Says why nothing can be measured, in place of the first line or of a sample. `not_asked` if it
/// is not the solver's fault, because it cannot be measured so.
fn refuse(reason: &str, not_asked: bool, answers: &mut dyn Write) -> io::Result<()> {
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
    use super::super::record::Case;
    use super::*;
    use crate::grid::CELLS;
    use std::time::Duration;

    const EASY: &[u8; CELLS] =
        b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";

    /// The answers of a worker that reads `orders` after its configuration.
    fn answers(engine: &str, orders: &str) -> (Result<(), ServeError>, Vec<String>) {
        let case = Case {
            engine: engine.to_owned(),
            backend: None,
            threads: 1,
            corpus: "easy".to_owned(),
            limit: 1,
        };
        let config = WorkerConfig::new(vec![case], 1000)
            .sampling(Duration::from_micros(1), 1)
            .corpus(&Corpus::new("easy", [EASY], None));
        let input = [config.to_parts().concat(), orders.into()].concat();
        let mut input = &input[..];
        let config = WorkerConfig::read(&mut input).unwrap();
        let mut answers = Vec::new();
        let served = serve(&config, Build::default(), &mut input, &mut answers);
        let answers = String::from_utf8(answers).unwrap();
        (served, answers.lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_worker_says_what_it_measures_and_answers_each_order() {
        let (served, answers) = answers("mrv-scan", "0\n0 3\n");
        assert!(served.is_ok(), "{served:?}");
        let hello: Hello = serde_json::from_str(&answers[0]).unwrap();
        assert_eq!(hello.ninefold_worker, PROTOCOL);
        assert_eq!(hello.record.rows[0].case.engine, "mrv-scan");
        assert_eq!(answers.len(), 3);
        assert!(hello.cpu_time);
        // The wall-clock time, followed by the CPU time if the system tells.
        for answer in &answers[1..] {
            let times: Vec<f64> = answer.split(' ').map(|ns| ns.parse().unwrap()).collect();
            assert_eq!(times.len(), if cfg!(unix) { 2 } else { 1 });
            assert!(times[0] > 0.0, "{answer}");
        }
    }

    #[test]
    fn a_plan_has_all_of_the_configuration() {
        let limits = ResourceLimits::default()
            .timeout(Duration::from_secs(1))
            .memory(9);
        let config = WorkerConfig::new(Vec::new(), 7)
            .solver("mine", "./mine {limit}", &limits)
            .sampling(Duration::from_nanos(1), 5)
            .time(Duration::from_micros(1));
        let plan = plan(&config, Build::default()).unwrap();
        assert_eq!((plan.guess_limit, plan.warm_up), (7, 5));
        assert_eq!(plan.min_sample_time, Duration::from_nanos(1));
        assert_eq!(plan.budget, Budget::Time(Duration::from_micros(1)));
        assert_eq!(plan.solvers[0].typed, "./mine {limit}");
        let limits = &plan.limits;
        assert_eq!((limits.timeout.as_secs(), limits.memory), (1, 9));
        assert!(!limits.own_group);
        assert!(super::plan(&config.solver("a b", "./mine", limits), Build::default()).is_err());
    }

    #[test]
    fn orders_that_are_no_case_end_it() {
        for order in ["1", "x", "", "-1", "0 0", "0 x", "0 1 1"] {
            let (served, answers) = answers("mrv-scan", &format!("{order}\n"));
            assert!(matches!(served, Err(ServeError::NoCase(_))), "{served:?}");
            assert_eq!(answers.len(), 1);
        }
    }

    #[test]
    fn engines_that_are_not_here_are_answered_by_the_reason() {
        let (served, answers) = answers("abacus", "0\n");
        assert!(served.is_ok(), "{served:?}");
        let refusal: Refusal = serde_json::from_str(&answers[0]).unwrap();
        assert!(refusal.not_asked);
        assert!(refusal.ninefold_refusal.contains("'abacus'"));
        assert_eq!(answers.len(), 1);
    }
}
