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
    noise: &'a RefCell<Noise>,
    order: &'a RefCell<String>,
    side: Side,
    /// How slow the process is by luck.
    own: f64,
    /// How much slower than the old program it is on each case.
    slowdown: [f64; 2],
}

impl PairedRunner for Fake<'_> {
    type Error = Infallible;

    fn record(&self) -> Record {
        example()
    }

    fn renew(&mut self) -> Result<(), Infallible> {
        self.own = 1.0 + (self.noise.borrow_mut().unit() - 0.5) * 0.02;
        Ok(())
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
        Ok(times(wall_ns, cpu_ns, None))
    }
}

fn times(wall_ns: f64, cpu_ns: Option<f64>, idle_ns: Option<f64>) -> SampleTimes {
    SampleTimes {
        wall_ns,
        cpu_ns,
        idle_ns,
        start_up_ns: None,
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
    let mut sides = [(Side::Old, [0.0; 2]), (Side::New, slowdown)].map(|(side, slowdown)| Fake {
        noise: &noise,
        order: &order,
        side,
        own: 1.0,
        slowdown,
    });
    let comparison = run(plan, &mut sides, &mut |_| ()).unwrap_or_else(|_| panic!("must run"));
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

#[test]
fn a_pair_that_time_runs_out_in_is_not_counted() {
    let none = forever().time(Duration::ZERO);
    let mut sides = [Side::Old, Side::New].map(|side| Busy(example(), side, 0.0));
    let found = run(&none, &mut sides, &mut |_| ());
    assert_eq!(found.unwrap_err(), PairedError::OutOfTime);
    let endless = forever().time(Duration::MAX);
    let found = run(&endless, &mut sides, &mut |_| ()).unwrap();
    assert_eq!(found.rows[0].samples, 20);
}

/// Fails on one side.
struct Failing(Side);

impl PairedRunner for Failing {
    type Error = Side;

    fn record(&self) -> Record {
        example()
    }

    fn renew(&mut self) -> Result<(), Side> {
        Ok(())
    }

    fn sample(&mut self, _case: usize) -> Result<SampleTimes, Side> {
        match self.0 {
            Side::Old => Ok(times(1e6, None, None)),
            Side::New => Err(Side::New),
        }
    }
}

#[test]
fn a_failure_has_its_side() {
    let mut sides = [Failing(Side::Old), Failing(Side::New)];
    let found = run(&forever(), &mut sides, &mut |_| ()).map(|_| ());
    assert!(matches!(
        found,
        Err(PairedError::Runner(Side::New, Side::New))
    ));
}

/// The side's process on a busy machine, idle for this share of its time.
struct Busy(Record, Side, f64);

impl PairedRunner for Busy {
    type Error = Infallible;

    fn record(&self) -> Record {
        self.0.clone()
    }

    fn renew(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    /// By the wall, the old one is twice as slow. By the CPU, both are the same.
    fn sample(&mut self, _case: usize) -> Result<SampleTimes, Infallible> {
        let wall_ns = match self.1 {
            Side::Old => 2e7,
            Side::New => 1e7,
        };
        let cpu = 1e6;
        Ok(times(
            wall_ns,
            Some(cpu),
            Some(cpu * self.2 / (1.0 - self.2)),
        ))
    }
}

#[test]
fn cpu_time_decides_unless_a_solver_is_idle() {
    for (idle, by_cpu) in [([0.0, 0.1], true), ([0.1, 0.4], false), ([0.3, 0.0], false)] {
        let mut record = example();
        record.rows.iter_mut().for_each(|row| row.case.threads = 1);
        let sides = [Side::Old, Side::New];
        let mut sides = sides.map(|side| Busy(record.clone(), side, idle[side as usize]));
        let found = run(&forever(), &mut sides, &mut |_| ()).unwrap_or_else(|_| panic!("must run"));
        assert_eq!(found.cpu_time, by_cpu, "{idle:?}");
        assert_eq!(found.idle.is_some(), !by_cpu, "{idle:?}");
        let verdict = match by_cpu {
            true => Judgement::Same,
            false => Judgement::Faster,
        };
        assert_eq!(found.verdict, verdict, "{idle:?}");
    }
}
