use super::*;
use std::iter;

/// Normal deviates by the sum of twelve, with a heavy tail now and then.
fn noise(seed: u64, n: usize, spread: f64, interrupted: u64) -> Vec<f64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let unit =
        |random: &mut Xoshiro256PlusPlus| (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    iter::repeat_with(|| {
        let sum: f64 = (0..12).map(|_| unit(&mut random)).sum();
        let hit = interrupted > 0 && random.next_u64() % interrupted == 0;
        let jolt = if hit {
            (unit(&mut random) - 0.5) * 100.0
        } else {
            0.0
        };
        (sum - 6.0 + jolt) * spread
    })
    .take(n)
    .collect()
}

#[test]
fn one_sample_and_few_samples_have_a_value_but_no_interval() {
    let one = bootstrap(&[3.0], Centre::Midmean, &Settings::default());
    assert_eq!((one.value, one.samples), (3.0, 1));
    assert_eq!(one.interval, Interval::UNKNOWN);
    let few = bootstrap(
        &[3.0; MIN_SAMPLES - 1],
        Centre::Median,
        &Settings::default(),
    );
    assert!(!few.interval.is_known());
    let side = bootstrap_difference(&[1.0; 20], &[2.0], Centre::Median, &Settings::default());
    assert_eq!(side.interval, Interval::UNKNOWN);
}

#[test]
fn identical_samples_have_an_interval_of_no_width() {
    for centre in [Centre::Median, Centre::Midmean] {
        let value = 0.1 + 0.2;
        let same = bootstrap(&[value; 31], centre, &Settings::default());
        assert_eq!(
            (same.value, same.interval.low, same.interval.high),
            (value, value, value)
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_interval_and_another_seed_nearly() {
    let values = noise(1, 100, 0.01, 10);
    let run = |seed| {
        let mut draws = Draws::new(&values, Centre::Midmean, seed);
        estimate(0.0, 100, &Settings::default(), || draws.draw()).interval
    };
    assert_eq!(run(1), run(1));
    assert!((run(1).low - run(2).low).abs() < 5e-4);
}

#[test]
fn counted_centres_are_those_of_the_sample_written_out() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for n in 1..40 {
        let mut draws = Draws::new(&noise(n, n as usize, 1.0, 0), Centre::Midmean, n);
        draws.centre = if random.next_u64() % 2 == 0 {
            Centre::Median
        } else {
            Centre::Midmean
        };
        let centre = draws.draw();
        let counts = draws.sorted.iter().zip(&draws.counts);
        let written: Vec<f64> = counts
            .flat_map(|(&v, &c)| iter::repeat_n(v, c as usize))
            .collect();
        assert!(
            (centre - Draws::new(&written, draws.centre, 0).centre()).abs() < 1e-12,
            "n = {n}"
        );
    }
}

/// The interval misses the truth about as often as it promises, also with noise like that of a
/// loaded machine.
#[test]
fn the_interval_covers_the_truth_as_often_as_it_says() {
    for (centre, interrupted) in [
        (Centre::Midmean, 0),
        (Centre::Midmean, 8),
        (Centre::Median, 8),
    ] {
        let settings = Settings {
            error: 0.1,
            resamples: 400,
        };
        let covered = (0..500).filter(|&trial| {
            let values = noise(1000 + trial, 40, 0.01, interrupted);
            let interval = bootstrap(&values, centre, &settings).interval;
            interval.low <= 0.0 && 0.0 <= interval.high
        });
        let covered = covered.count();
        assert!(
            (425..=480).contains(&covered),
            "{centre:?} {interrupted}: {covered} of 500"
        );
    }
}

#[test]
fn a_difference_of_unpaired_samples_is_found() {
    let old = noise(1, 200, 0.02, 20);
    let new: Vec<f64> = noise(2, 150, 0.02, 20).iter().map(|v| v + 0.05).collect();
    let found = bootstrap_difference(&old, &new, Centre::Median, &Settings::default());
    assert_eq!(found.samples, 150);
    assert!(
        found.interval.low > 0.03 && found.interval.high < 0.07,
        "{found:?}"
    );
}

#[test]
fn nothing_known_stays_nothing_under_a_map() {
    assert_eq!(Interval::UNKNOWN.map(f64::exp), Interval::UNKNOWN);
    let known = Interval {
        low: 0.0,
        high: 1.0,
    };
    assert_eq!(
        known.map(|v| v + 1.0),
        Interval {
            low: 1.0,
            high: 2.0
        }
    );
}
