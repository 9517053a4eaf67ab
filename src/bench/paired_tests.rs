use super::super::record::tests::example;
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::RefCell;
use std::convert::Infallible;

/// A machine that drifts, is interrupted now and then, and gives each process
/// a speed of its own.
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
}

impl Runner for Fake<'_> {
    type Error = Infallible;

    fn record(&self) -> &Record {
        &self.record
    }

    fn sample(&mut self, case: usize) -> Result<f64, Infallible> {
        if case == 0 {
            let letter = if self.side == Side::Old { 'A' } else { 'B' };
            self.order.borrow_mut().push(letter);
        }
        Ok(1e6 * self.own * self.noise.borrow_mut().time())
    }
}

fn compare(seed: u64, slowdown: f64, plan: &PairedPlan) -> (Comparison, String) {
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
            own: if side == Side::New {
                own * (1.0 + slowdown)
            } else {
                own
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
    let verdicts = |slowdown| -> Vec<Verdict> {
        let verdict = |seed| compare(seed, slowdown, &forever()).0.verdict;
        (0..20).map(verdict).collect()
    };
    let equal = verdicts(0.0);
    assert!(
        equal.iter().all(|verdict| *verdict == Verdict::Same),
        "{equal:?}"
    );
    let slower = verdicts(0.05);
    assert!(
        slower.iter().all(|verdict| *verdict == Verdict::Slower),
        "{slower:?}"
    );
    let faster = verdicts(-0.05);
    assert!(
        faster.iter().all(|verdict| *verdict == Verdict::Faster),
        "{faster:?}"
    );
}

#[test]
fn a_slowdown_at_the_threshold_stays_open_until_the_pairs_are_used_up() {
    let plan = PairedPlan {
        max_pairs: 40,
        ..forever()
    };
    let (comparison, _) = compare(3, 0.02, &plan);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(comparison.rows[0].samples, 40);
}

#[test]
fn without_time_there_is_one_pair_and_no_verdict() {
    let plan = PairedPlan {
        time: Duration::ZERO,
        ..PairedPlan::default()
    };
    let (comparison, _) = compare(3, 0.5, &plan);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(comparison.rows[0].samples, 1);
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
