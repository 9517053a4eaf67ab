use super::super::record::tests::example;
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::RefCell;
use std::convert::Infallible;

/// A machine that drifts, is interrupted now and then, and gives each process its own speed.
struct Noise {
    random: Xoshiro256PlusPlus,
    drift: f64,
}

impl Noise {
    fn unit(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn time(&mut self) -> f64 {
        self.drift += (self.unit() - 0.5) * 0.02;
        let hit = if self.unit() < 0.1 {
            2.0 * self.unit()
        } else {
            0.0
        };
        (self.drift + hit + (self.unit() - 0.5) * 0.02).exp()
    }
}

struct Fake<'a> {
    record: Record,
    noise: &'a RefCell<Noise>,
    order: &'a RefCell<String>,
    side: Side,
    own: f64,
    /// How much slower than the old program it is on each case.
    slowdown: [f64; 2],
}

impl PairedRunner for Fake<'_> {
    type Error = Infallible;

    fn record(&self) -> &Record {
        &self.record
    }

    fn is_out_of_time(error: &Infallible) -> bool {
        match *error {}
    }

    fn sample(&mut self, case: usize) -> Result<SampleTimes, Infallible> {
        if case == 0 {
            let letter = if self.side == Side::Old { 'A' } else { 'B' };
            self.order.borrow_mut().push(letter);
        }
        let slower = 1.0 + self.slowdown[case];
        let wall_ns = 1e6 * self.own * slower * self.noise.borrow_mut().time();
        // Only one of the two tells it.
        let cpu_ns = (self.side == Side::New).then_some(1.0);
        Ok(SampleTimes {
            wall_ns,
            cpu_ns,
            idle_ns: None,
        })
    }
}

fn compare(seed: u64, slowdown: f64, plan: &PairedPlan) -> (Comparison, String) {
    compare_cases(seed, [slowdown; 2], plan)
}

fn compare_cases(seed: u64, slowdown: [f64; 2], plan: &PairedPlan) -> (Comparison, String) {
    let noise = RefCell::new(Noise {
        random: Xoshiro256PlusPlus::seed_from_u64(seed),
        drift: 0.0,
    });
    let order = RefCell::new(String::new());
    let mut start = |side| {
        let own = 1.0 + (noise.borrow_mut().unit() - 0.5) * 0.02;
        Ok(Fake {
            record: example(),
            noise: &noise,
            order: &order,
            side,
            own,
            slowdown: match side {
                Side::Old => [0.0; 2],
                Side::New => slowdown,
            },
        })
    };
    let comparison = run(plan, &mut start, &mut |_| ()).unwrap_or_else(|_| panic!("must run"));
    (comparison, order.into_inner())
}

fn forever() -> PairedPlan {
    PairedPlan {
        time: Duration::from_secs(3600),
        ..PairedPlan::default()
    }
}

#[test]
fn the_order_is_abba_and_turns_round_with_every_pair() {
    let plan = PairedPlan {
        max_pairs: 2,
        blocks: 2,
        ..forever()
    };
    let (_, order) = compare(1, 0.0, &plan);
    assert!(order.starts_with("ABBAABBABAABBAAB"), "{order}");
}

#[test]
fn equal_programs_are_the_same_and_slower_ones_are_found() {
    let verdicts = |slowdown| -> Vec<Judgement> {
        let verdict = |seed| compare(seed, slowdown, &forever()).0.verdict;
        (0..20).map(verdict).collect()
    };
    let equal = verdicts(0.0);
    assert!(
        equal.iter().all(|verdict| *verdict == Judgement::Same),
        "{equal:?}"
    );
    let slower = verdicts(0.05);
    assert!(
        slower.iter().all(|verdict| *verdict == Judgement::Slower),
        "{slower:?}"
    );
    let faster = verdicts(-0.05);
    assert!(
        faster.iter().all(|verdict| *verdict == Judgement::Faster),
        "{faster:?}"
    );
}

#[test]
fn one_case_that_is_slower_is_found_among_others_that_are_not() {
    for seed in 0..20 {
        let (comparison, _) = compare_cases(seed, [0.0, 0.06], &forever());
        assert_eq!(comparison.verdict, Judgement::Slower, "{seed}");
        let (comparison, _) = compare_cases(seed, [-0.06, 0.06], &forever());
        assert_eq!(comparison.verdict, Judgement::Slower, "{seed}");
    }
}

#[test]
fn a_slowdown_at_the_threshold_stays_open_until_the_pairs_are_used_up() {
    let plan = PairedPlan {
        max_pairs: 40,
        ..forever()
    };
    let (comparison, _) = compare(3, 0.02, &plan);
    assert_eq!(comparison.verdict, Judgement::Inconclusive);
    assert_eq!(comparison.rows[0].samples, 40);
}

/// How many samples a pair has of one case and of two programs.
const OF_PAIR: u32 = 32;

/// The number of pairs that count if time is over after this many samples.
fn pairs_of(samples: u32, plan: &PairedPlan) -> Result<usize, PairedError<Over>> {
    let left = RefCell::new(samples);
    let mut start = |_| Ok(Clocked(example(), &left));
    run(plan, &mut start, &mut |_| ()).map(|comparison| comparison.rows[0].samples)
}

#[test]
fn a_pair_that_time_runs_out_in_is_not_counted() {
    for (samples, pairs) in [(OF_PAIR, 1), (2 * OF_PAIR - 1, 1), (2 * OF_PAIR, 2)] {
        assert_eq!(pairs_of(samples, &forever()), Ok(pairs));
    }
    assert_eq!(
        pairs_of(OF_PAIR - 1, &forever()),
        Err(PairedError::OutOfTime)
    );
    let none = forever().time(Duration::ZERO);
    assert_eq!(pairs_of(1000, &none), Err(PairedError::OutOfTime));
    let endless = forever().time(Duration::MAX);
    assert_eq!(pairs_of(OF_PAIR, &endless), Ok(1));
}

#[derive(Debug, PartialEq)]
struct Over;

/// Has time for this many samples.
struct Clocked<'a>(Record, &'a RefCell<u32>);

impl PairedRunner for Clocked<'_> {
    type Error = Over;

    fn record(&self) -> &Record {
        &self.0
    }

    fn is_out_of_time(_error: &Over) -> bool {
        true
    }

    fn sample(&mut self, _case: usize) -> Result<SampleTimes, Over> {
        let left = self.1.borrow().checked_sub(1).ok_or(Over)?;
        *self.1.borrow_mut() = left;
        Ok(SampleTimes {
            wall_ns: 2e6,
            cpu_ns: Some(1e6),
            idle_ns: None,
        })
    }
}

/// The side's process on a busy machine, idle for this share of its time.
struct Busy(Record, Side, f64);

impl PairedRunner for Busy {
    type Error = Infallible;

    fn record(&self) -> &Record {
        &self.0
    }

    fn is_out_of_time(error: &Infallible) -> bool {
        match *error {}
    }

    /// By the wall, the old one is twice as slow. By the CPU, both are the same.
    fn sample(&mut self, _case: usize) -> Result<SampleTimes, Infallible> {
        let wall_ns = match self.1 {
            Side::Old => 2e7,
            Side::New => 1e7,
        };
        let cpu = 1e6;
        Ok(SampleTimes {
            wall_ns,
            cpu_ns: Some(cpu),
            idle_ns: Some(cpu * self.2 / (1.0 - self.2)),
        })
    }
}

#[test]
fn cpu_time_decides_unless_a_solver_is_idle() {
    for (idle, by_cpu) in [([0.0, 0.1], true), ([0.1, 0.4], false), ([0.3, 0.0], false)] {
        let mut record = example();
        record.rows.iter_mut().for_each(|row| row.case.threads = 1);
        let mut start = |side| {
            let share = idle[usize::from(side == Side::New)];
            Ok::<_, Infallible>(Busy(record.clone(), side, share))
        };
        let found = run(&forever(), &mut start, &mut |_| ()).unwrap_or_else(|_| panic!("must run"));
        assert_eq!(found.cpu_time, by_cpu, "{idle:?}");
        assert_eq!(found.idle.is_some(), !by_cpu, "{idle:?}");
        let verdict = match by_cpu {
            true => Judgement::Same,
            false => Judgement::Faster,
        };
        assert_eq!(found.verdict, verdict, "{idle:?}");
    }
}

#[test]
fn programs_that_measure_different_things_are_refused() {
    let refused = |change: fn(&mut Record)| {
        let mut other = example();
        change(&mut other);
        match same_cases::<Infallible>(&example(), &other) {
            Err(PairedError::Different(what)) => what,
            _ => panic!("must be refused"),
        }
    };
    assert!(refused(|r| r.rows[0].case.threads = 4).contains("lanes/avx2 x4"));
    assert!(refused(|r| r.rows.truncate(1)).contains("2 cases, the new one 1"));
    assert!(refused(|r| r.corpora[0].puzzles = 1).contains("corpus tiny"));
    let mut empty = example();
    empty.rows.clear();
    assert!(same_cases::<Infallible>(&empty, &empty).is_err());
}
