use super::*;
use std::iter;

/// Normal deviates by the sum of twelve, with a heavy tail now and then.
fn noise(seed: u64, n: usize, spread: f64, interrupted: u64) -> Vec<f64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let noise = || {
        let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let sum: f64 = (0..12).map(|_| unit()).sum();
        let jolt = (unit() - 0.5) * 100.0;
        let is_hit = interrupted > 0 && random.next_u64() % interrupted == 0;
        (sum - 6.0 + if is_hit { jolt } else { 0.0 }) * spread
    };
    iter::repeat_with(noise).take(n).collect()
}

#[test]
fn one_sample_and_few_samples_have_a_value_but_no_interval() {
    let settings = Settings::default();
    let one = bootstrap(&[3.0], Centre::Midmean, &settings);
    assert_eq!((one.value, one.samples), (3.0, 1));
    let few = bootstrap(&[3.0; MIN_SAMPLES - 1], Centre::Median, &settings);
    let side = bootstrap_difference(&[1.0; 20], &[2.0], Centre::Median, &settings);
    for estimate in [one, few, side] {
        assert_eq!(estimate.interval, Interval::UNKNOWN);
        assert!(!estimate.map(f64::exp).interval.is_known());
    }
}

#[test]
fn identical_samples_have_an_interval_of_no_width() {
    for centre in [Centre::Median, Centre::Midmean] {
        let value = 0.1 + 0.2;
        let same = bootstrap(&[value; 31], centre, &Settings::default());
        let all = [same.value, same.interval.low, same.interval.high];
        assert_eq!(all, [value; 3]);
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
    for n in 1..40 {
        let mut draws = Draws::new(&noise(n, n as usize, 1.0, 0), Centre::Midmean, n);
        draws.centre = [Centre::Median, Centre::Midmean][n as usize / 2 % 2];
        let centre = draws.draw();
        let counts = draws.sorted.iter().zip(&draws.counts);
        let written = counts.flat_map(|(&v, &c)| iter::repeat_n(v, c as usize));
        let written: Vec<f64> = written.collect();
        let written = Draws::new(&written, draws.centre, 0).centre();
        assert!((centre - written).abs() < 1e-12, "n = {n}");
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
        assert!((425..=480).contains(&covered), "{centre:?}: {covered}");
    }
}

#[test]
fn a_difference_of_unpaired_samples_is_found() {
    let old = noise(1, 200, 0.02, 20);
    let new: Vec<f64> = noise(2, 150, 0.02, 20).iter().map(|v| v + 0.05).collect();
    let found = bootstrap_difference(&old, &new, Centre::Median, &Settings::default());
    assert_eq!(found.samples, 150);
    let Interval { low, high } = found.interval;
    assert!(low > 0.03 && high < 0.07, "{found:?}");
    let turned = found.map(|v| -v).interval;
    assert_eq!((turned.low, turned.high), (-high, -low));
}
