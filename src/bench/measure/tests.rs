use super::*;
use crate::bench::corpus::Corpus;
use crate::bench::record::{Case, Record};
use crate::engine::ENGINES;
use crate::grid::CELLS;
use crate::parallel::Stop;
use std::time::Duration;

const PUZZLES: [&[u8; CELLS]; 3] = [
    b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"103000509002109400000704000300502006060000050700803004000401000009205800804000107",
];

fn corpus(name: &str) -> Corpus {
    // The first puzzle is hard for a plain search. The two easy ones are enough.
    Corpus::new(name, PUZZLES[1..].iter().copied(), None)
}

fn case(threads: usize, limit: u64) -> Case {
    Case {
        engine: "mrv-scan".to_owned(),
        backend: None,
        threads,
        corpus: "two".to_owned(),
        limit,
    }
}

fn quick(cases: Vec<Case>) -> Plan {
    Plan {
        budget: Budget::Rounds(3),
        warm_up: 1,
        min_sample_time: Duration::from_micros(50),
        ..Plan::new(cases)
    }
}

/// Records which cases were measured in which order.
#[derive(Default)]
struct Order(Vec<(String, usize)>);

impl MeasureProgress for Order {
    fn next(&mut self, done: f64, doing: &str, case: &Case) {
        assert!((0.0..1.0).contains(&done));
        self.0.push((doing.to_owned(), case.threads));
    }
}

#[test]
fn rounds_are_interleaved_and_every_other_one_goes_backwards() {
    let plan = quick(vec![case(1, 1), case(2, 1)]);
    let mut order = Order::default();
    let record = run(&plan, &[corpus("two")], &mut order).unwrap();
    let threads = |doing| -> Vec<usize> {
        let steps = order.0.iter().filter(|(what, _)| what == doing);
        steps.map(|&(_, threads)| threads).collect()
    };
    assert_eq!(threads("warm up"), [1, 2]);
    assert_eq!(threads("measure"), [2, 1, 1, 2, 2, 1]);
    assert!(record.rows.iter().all(|row| row.samples_ns.len() == 3));
}

/// Stops the run at a step of its rounds.
struct StopAt {
    stop: Stop,
    steps: usize,
}

impl MeasureProgress for StopAt {
    fn next(&mut self, _done: f64, doing: &str, _case: &Case) {
        self.steps -= usize::from(doing == "measure");
        if self.steps == 0 {
            self.stop.stop();
        }
    }
}

#[test]
fn a_stopped_run_keeps_its_complete_rounds_and_says_so() {
    let stop = Stop::new();
    let plan = quick(vec![case(1, 1), case(2, 1)]).stop(stop.clone());
    // In the midst of the third round.
    let mut progress = StopAt { stop, steps: 5 };
    let record = run(&plan, &[corpus("two")], &mut progress).unwrap();
    assert_eq!((record.method.rounds, record.method.stopped), (2, true));
    assert!(record.rows.iter().all(|row| row.samples_ns.len() == 2));
    let whole = run(&quick(vec![case(1, 1)]), &[corpus("two")], &mut NoProgress).unwrap();
    assert_eq!((whole.method.rounds, whole.method.stopped), (3, false));
}

#[test]
fn a_record_holds_answers_counters_and_guesses() {
    let plan = quick(vec![case(1, 2)]);
    let record = run(&plan, &[corpus("two"), corpus("unused")], &mut NoProgress).unwrap();
    assert_eq!(record.corpora.len(), 1);
    assert_eq!(record.method.rounds, 3);
    let row = &record.rows[0];
    assert_eq!(
        (row.puzzles, row.answers.solved, row.answers.multiple),
        (2, 2, 0)
    );
    assert!(row.counters.nodes > 0);
    assert_eq!(
        row.guesses.iter().map(|class| class.puzzles).sum::<u64>(),
        2
    );
    assert!(row.samples_ns.iter().all(|&ns| ns > 0.0));
}

#[test]
fn counters_are_the_same_for_any_number_of_threads_and_repeats() {
    let mut plan = quick(vec![case(1, 2), case(2, 2)]);
    let once = run(&plan, &[corpus("two")], &mut NoProgress).unwrap();
    // The number follows from the time of one pass, which is longer if another program runs.
    let often = (1..10)
        .map(|doubled| {
            plan.min_sample_time = Duration::from_millis(1 << doubled);
            run(&plan, &[corpus("two")], &mut NoProgress).unwrap()
        })
        .find(|often| often.rows[0].repeats > once.rows[0].repeats)
        .expect("half a second has room for more passes than 50 us");
    let counters = |record: &Record| {
        record
            .rows
            .iter()
            .map(|row| row.counters)
            .collect::<Vec<_>>()
    };
    assert_eq!(counters(&once), counters(&often));
    assert_eq!(once.rows[0].counters, once.rows[1].counters);
}

#[test]
fn bad_puzzles_are_counted_and_not_timed_wrongly() {
    let mut clash = *PUZZLES[1];
    clash[1] = b'5';
    let bad = [[b'a'; CELLS], clash, [b'.'; CELLS]];
    let corpus = [Corpus::new("two", &bad, None)];
    let record = run(&quick(vec![case(1, 2)]), &corpus, &mut NoProgress).unwrap();
    let answers = record.rows[0].answers;
    assert_eq!(
        (answers.refused, answers.solved, answers.multiple),
        (2, 1, 1)
    );
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let run =
        |case, corpora: &[Corpus]| run(&quick(vec![case]), corpora, &mut NoProgress).unwrap_err();
    let empty = Corpus::new("two", [], None);
    assert_eq!(
        run(case(1, 1), &[empty]),
        MeasureError::NoPuzzles("two".to_owned())
    );
    assert_eq!(
        run(case(1, 1), &[]),
        MeasureError::NoCorpus("two".to_owned())
    );
    let mut unknown = case(1, 1);
    unknown.engine = "abacus".to_owned();
    assert!(
        run(unknown, &[corpus("two")])
            .to_string()
            .contains("'abacus'")
    );
}

#[test]
fn a_time_budget_is_kept_and_the_default_gives_the_samples_an_interval_needs() {
    let mut plan = quick(vec![case(1, 1)]);
    let mut samples = |budget| {
        plan.budget = budget;
        let record = run(&plan, &[corpus("two")], &mut NoProgress).unwrap();
        record.rows[0].samples_ns.len()
    };
    let (none, day) = (Duration::from_nanos(1), Duration::from_secs(86_400));
    let least = crate::bench::stats::MIN_SAMPLES;
    assert_eq!(samples(Budget::Time(none)), 1);
    assert_eq!(samples(Budget::Either(100, none)), least);
    assert_eq!(samples(Budget::Either(3, day)), 3);
}

#[test]
fn every_engine_that_is_not_slow_can_be_measured() {
    let engines = ENGINES.iter().filter(|engine| !engine.slow);
    let cases = engines.map(|engine| Case {
        engine: engine.name.to_owned(),
        ..case(1, 2)
    });
    let plan = quick(cases.collect());
    let record = run(&plan, &[corpus("two")], &mut NoProgress).unwrap();
    assert_eq!(record.rows.len(), plan.cases.len());
    assert!(record.rows.iter().all(|row| row.answers.solved == 2));
}
