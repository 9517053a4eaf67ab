//! Rounds, as the referee takes them with the program as the worker.

use super::PROGRAM;
use crate::common::sample;
use ninefold::Stop;
use ninefold_referee::bench::copies::BinaryCopies;
use ninefold_referee::bench::corpus::Corpus;
use ninefold_referee::bench::measure::{self, MeasureProgress, Plan};
use ninefold_referee::bench::record::{CaseKey, Record};
use ninefold_referee::bench::stats::MIN_SAMPLES;
use std::time::Duration;

fn corpus() -> Corpus {
    let two = sample();
    Corpus::new("two", two.lines().take(2).map(|line| line.parse().unwrap()))
}

fn case(threads: usize, limit: u64) -> CaseKey {
    CaseKey {
        engine: "mrv-scan".to_owned(),
        backend: None,
        threads,
        corpus: "two".to_owned(),
        limit,
    }
}

fn quick(cases: Vec<CaseKey>) -> Plan {
    Plan {
        rounds: 3..=3,
        min_sample_time: Duration::from_micros(50),
        ..Plan::new(cases, PROGRAM.into(), BinaryCopies::new().unwrap().into())
    }
}

/// Records which cases were measured in which order, and stops at a step if wanted.
#[derive(Default)]
struct Order {
    steps: Vec<(String, usize)>,
    stop_at: Option<(usize, Stop)>,
}

impl Order {
    fn next(&mut self, done: f64, doing: &str, case: &CaseKey) {
        assert!((0.0..1.0).contains(&done));
        self.steps.push((doing.to_owned(), case.threads));
        let measured = self.steps.iter().filter(|(doing, _)| doing == "measure");
        let measured = measured.count();
        if let Some((_, stop)) = self.stop_at.as_ref().filter(|(at, _)| *at == measured) {
            stop.stop();
        }
    }
}

fn measured(plan: &Plan, progress: &mut MeasureProgress<'_>) -> Record {
    measure::run(plan, &[corpus()], progress, &mut |_| {}).unwrap()
}

#[test]
fn rounds_are_interleaved_and_every_other_one_goes_backwards() {
    let plan = quick(vec![case(1, 1), case(2, 1)]);
    let mut order = Order::default();
    let record = measured(&plan, &mut |done, doing, case, _| {
        order.next(done, doing, case);
    });
    let threads = |doing| -> Vec<usize> {
        let steps = order.steps.iter().filter(|(what, _)| what == doing);
        steps.map(|&(_, threads)| threads).collect()
    };
    assert_eq!(threads("measure"), [1, 2, 2, 1, 1, 2]);
    assert!(record.rows.iter().all(|row| row.samples.len() == 3));
    assert!(record.method.fresh && !record.method.stopped);
}

#[test]
fn a_stopped_run_keeps_its_complete_rounds_and_says_so() {
    let stop = Stop::new();
    let mut plan = quick(vec![case(1, 1), case(2, 1)]);
    plan.limits.stop = stop.clone();
    // In the midst of the third round.
    let stop_at = Some((5, stop));
    let mut order = Order {
        stop_at,
        ..Order::default()
    };
    let record = measured(&plan, &mut |done, doing, case, _| {
        order.next(done, doing, case);
    });
    assert_eq!((record.method.rounds, record.method.stopped), (2, true));
    assert!(record.rows.iter().all(|row| row.samples.len() == 2));
}

#[test]
fn what_cannot_be_measured_is_left_out() {
    let mut unknown = case(1, 1);
    unknown.engine = "abacus".to_owned();
    let plan = quick(vec![unknown]);
    let record = measured(&plan, &mut |_, _, _, _| {});
    assert!(record.rows.is_empty() && record.failures[0].reason.contains("'abacus'"));
}

#[test]
fn a_time_budget_is_kept_and_the_default_gives_the_samples_an_interval_needs() {
    let samples = |rounds, time| {
        let plan = Plan {
            rounds,
            time: Some(time),
            ..quick(vec![case(1, 1)])
        };
        let record = measured(&plan, &mut |_, _, _, _| {});
        record.rows[0].samples.len()
    };
    let none = Duration::from_nanos(1);
    let day = Duration::from_secs(86_400);
    assert_eq!(samples(1..=usize::MAX, none), 1);
    assert_eq!(samples(MIN_SAMPLES..=100, none), MIN_SAMPLES);
    assert_eq!(samples(2..=3, day), 3);
}
