use super::super::baseline::Thresholds;
use super::super::record::tests::example;
use super::super::record::{CaseClock, Record, Sample};
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

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
        let is_hit = self.unit() < 0.1;
        let hit = if is_hit { 2.0 * self.unit() } else { 0.0 };
        (self.drift + hit + (self.unit() - 0.5) * 0.02).exp()
    }
}

/// Both sides, as a test has them.
trait Sides {
    fn renew(&mut self) {}

    fn sample(&mut self, side: Side, case: usize, number: u64) -> Sample;
}

/// Both sides on such a machine.
struct Fake {
    noise: Noise,
    order: String,
    /// How slow each process is by luck.
    own: [f64; 2],
    /// How much slower than the old program the new one is on each case.
    slowdown: [f64; 2],
}

impl Sides for Fake {
    fn renew(&mut self) {
        self.own = [(); 2].map(|()| 1.0 + (self.noise.unit() - 0.5) * 0.02);
    }

    fn sample(&mut self, side: Side, case: usize, number: u64) -> Sample {
        if case == 0 {
            let letter = if side == Side::Old { 'A' } else { 'B' };
            self.order += &format!("{letter}{number} ");
        }
        let slower = [1.0, 1.0 + self.slowdown[case]][side as usize];
        let wall_ns = 1e6 * self.own[side as usize] * slower * self.noise.time();
        // Only one of the two tells it.
        let cpu_ns = (side == Side::New).then_some(1.0);
        times(wall_ns, cpu_ns)
    }
}

fn times(wall_ns: f64, cpu_ns: Option<f64>) -> Sample {
    Sample {
        wall_ns,
        cpu_ns,
        instructions: Some(2.0 * wall_ns),
        idle: Some(0.0),
    }
}

fn usual() -> PairedPlan {
    PairedPlan {
        thresholds: Thresholds::default(),
        max_pairs: 320,
        min_sample_time: Duration::ZERO,
        time: Duration::MAX,
        has_all_puzzles: false,
        counts_instructions: false,
        is_specified: true,
    }
}

/// The comparison after this many pairs at most.
fn compare_pairs_of(sides: &mut dyn Sides, record: &Record, plan: &PairedPlan) -> Comparison {
    let looks = stats::looks(plan.thresholds.min_samples, plan.max_pairs);
    let mut turns = Turns::new();
    let mut samples = vec![Vec::new(); 4];
    loop {
        sides.renew();
        let pairs = turns.take(2, 4, None, &mut |side, case, number| {
            Ok::<_, ()>(sides.sample(side, case, number))
        });
        for (case, [old, new]) in pairs.unwrap().unwrap().into_iter().enumerate() {
            samples[case].push(old);
            samples[2 + case].push(new);
        }
        let taken = samples[0].len();
        if looks.contains(&taken) {
            let mut old = record.clone();
            let mut new = record.clone();
            let rows = old.rows.iter_mut().chain(&mut new.rows);
            for (row, samples) in rows.zip(&samples) {
                row.samples.clone_from(samples);
            }
            let found = compare_pairs(&old, &new, looks.len(), &plan.thresholds);
            if taken >= plan.max_pairs || found.verdict != Judgement::Inconclusive {
                return found;
            }
        }
    }
}

fn compare(seed: u64, slowdown: [f64; 2], max_pairs: usize) -> (Comparison, String) {
    let mut sides = Fake {
        noise: Noise {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            drift: 0.0,
        },
        order: String::new(),
        own: [1.0; 2],
        slowdown,
    };
    let plan = PairedPlan {
        max_pairs,
        ..usual()
    };
    let found = compare_pairs_of(&mut sides, &example(), &plan);
    (found, sides.order)
}

#[test]
fn the_order_is_abba_and_turns_round_with_every_pair() {
    let (_, order) = compare(1, [0.0; 2], 2);
    let turns = order.split_whitespace().map(|turn| turn.split_at(1));
    let (sides, numbers): (String, Vec<&str>) = turns.unzip();
    let pattern = "ABBA".repeat(4) + &"BAAB".repeat(4);
    assert!(sides.starts_with(&pattern), "{sides}");
    // Both get the same puzzles, and never twice.
    let numbers: Vec<u64> = numbers
        .iter()
        .map(|number| number.parse().unwrap())
        .collect();
    let expected = (0..8).flat_map(|i| [numbers[0] + i; 2]);
    assert!(numbers[..16].iter().copied().eq(expected), "{numbers:?}");
}

#[test]
fn equal_programs_are_the_same_and_slower_ones_are_found() {
    for (slowdown, expected) in [
        ([0.0, 0.0], Judgement::Same),
        ([0.05, 0.05], Judgement::Slower),
        ([-0.05, -0.05], Judgement::Faster),
        // One case is slower, among others that are not.
        ([0.0, 0.06], Judgement::Slower),
        ([-0.06, 0.06], Judgement::Slower),
    ] {
        for seed in 0..6 {
            let (comparison, _) = compare(seed, slowdown, 320);
            assert_eq!(comparison.verdict, expected, "{slowdown:?} {seed}");
        }
    }
}

#[test]
fn a_slowdown_at_the_threshold_stays_open_until_the_pairs_are_used_up() {
    let (comparison, _) = compare(3, [0.02; 2], 40);
    assert_eq!(comparison.verdict, Judgement::Inconclusive);
    assert_eq!(comparison.rows[0].samples, 40);
}

#[test]
fn a_pair_that_does_not_end_is_not_counted() {
    let mut turns = Turns::new();
    let mut sample = |side, _case, _number| match side {
        Side::Old => Ok(times(1e6, None)),
        Side::New => Err("it ended"),
    };
    let over = turns.take(2, 4, Some(Instant::now()), &mut sample);
    assert!(matches!(over, Ok(None)));
    let failed = turns.take(2, 4, None, &mut sample);
    assert_eq!(failed.unwrap_err(), "it ended");
    let far = Instant::now().checked_add(Duration::from_secs(3600));
    let mut sample = |_side, _case, _number| Ok::<_, ()>(times(1e6, None));
    let pairs = turns.take(1, 4, far, &mut sample).unwrap();
    assert_eq!(pairs.unwrap().len(), 1);
}

/// A busy machine.
struct Busy;

impl Sides for Busy {
    /// By the wall, the old one is twice as slow. By the CPU, both are the same.
    fn sample(&mut self, side: Side, _case: usize, _number: u64) -> Sample {
        let wall_ns = match side {
            Side::Old => 2e7,
            Side::New => 1e7,
        };
        times(wall_ns, Some(1e6))
    }
}

#[test]
fn the_clock_of_both_decides() {
    for (clock, verdict) in [
        (CaseClock::Cpu, Judgement::Same),
        (CaseClock::Wall, Judgement::Faster),
    ] {
        let mut record = example();
        for row in &mut record.rows {
            row.case.threads = 1;
            row.clock = clock;
        }
        let found = compare_pairs_of(&mut Busy, &record, &usual());
        assert_eq!(found.cpu_time, clock == CaseClock::Cpu);
        assert_eq!(found.verdict, verdict, "{clock:?}");
    }
}
