//! The bootstrap of a median without drawing. Binomial coefficients give the probability of each
//! median that a sample drawn again may have. So the interval is that of the bootstrap with ever
//! more draws, in the time of a few.

use super::interval::Interval;

/// Probabilities below this are ignored: together they are far smaller than the smallest allowed
/// error.
const NEGLIGIBLE: f64 = 1e-18;

/// The possible medians of a sample drawn again, in order, each with its probability.
pub(super) struct Medians(Vec<(f64, f64)>);

impl Medians {
    /// A number that is known.
    pub(super) fn certain(value: f64) -> Medians {
        Medians(vec![(value, 1.0)])
    }

    /// The medians of a sample that is sorted and not empty.
    pub(super) fn of_sorted(sorted: &[f64]) -> Medians {
        let ranks = Ranks::new(sorted.len());
        let mut medians = Vec::new();
        for place in ranks.likely_places() {
            let value = sorted[place];
            let mut alone = ranks.at(place);
            if sorted.len().is_multiple_of(2) {
                alone -= ranks.only_lower_at(place);
                for (upper, other) in sorted.iter().enumerate().skip(place + 1) {
                    let chance = ranks.at_both(place, upper);
                    if chance < NEGLIGIBLE {
                        break;
                    }
                    medians.push((value + (other - value) / 2.0, chance));
                }
            }
            medians.push((value, alone.max(0.0)));
        }
        medians.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        Medians(medians)
    }
}

/// The interval that `new` minus `old` misses with this probability, half of it on either side.
pub(super) fn difference(new: &Medians, old: &Medians, error: f64) -> Interval {
    let tail = (error / 2.0).clamp(0.0, 0.5);
    Interval {
        low: low_end(new, old, tail),
        high: 0.0 - low_end(old, new, tail),
    }
}

/// The smallest difference of `one` and `other` whose cumulative probability is above `tail`.
fn low_end(one: &Medians, other: &Medians, tail: f64) -> f64 {
    let (one, other) = (&one.0, &other.0);
    let mut sum = 0.0;
    // From each of them on, the probability of the others.
    let mut from: Vec<f64> = other
        .iter()
        .rev()
        .map(|(_, chance)| {
            sum += chance;
            sum
        })
        .collect();
    from.reverse();
    let (mut low, mut high) = (
        one[0].0 - other[other.len() - 1].0,
        one[one.len() - 1].0 - other[0].0,
    );
    while low < high {
        let middle = low / 2.0 + high / 2.0;
        let middle = if (low..high).contains(&middle) {
            middle
        } else {
            low
        };
        // The differences next to the middle, on both sides: one of them is the new end.
        let (mut chance, mut below, mut above) = (0.0, low, high);
        let mut j = 0;
        for (value, likely) in one {
            while j < other.len() && value - other[j].0 > middle {
                above = above.min(value - other[j].0);
                j += 1;
            }
            let Some((nearest, _)) = other.get(j) else {
                break;
            };
            below = below.max(value - nearest);
            chance += likely * from[j];
        }
        if chance > tail {
            high = below;
        } else {
            low = above;
        }
    }
    low
}

/// The ranks, in a sorted sample of `n` values, of the two middle values of a sample drawn from it:
/// the lower one is the `k`th of `n`. If `n` is odd, it alone is the median.
struct Ranks {
    n: usize,
    k: usize,
    /// The logarithm of the ways to choose `k` of `n`.
    ln_choose: f64,
}

impl Ranks {
    fn new(n: usize) -> Ranks {
        let k = n.div_ceil(2);
        let ln_choose = (1..=k).map(|i| (((n - k + i) as f64) / i as f64).ln());
        Ranks {
            n,
            k,
            ln_choose: ln_choose.sum(),
        }
    }

    /// All places within nine standard deviations of the middle.
    fn likely_places(&self) -> std::ops::Range<usize> {
        let reach = 2 + (4.5 * (self.n as f64).sqrt()) as usize;
        (self.n / 2).saturating_sub(reach)..(self.n / 2 + reach).min(self.n)
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.n as f64
    }

    /// The probability that at least `k` of `n` draws are among the first `count` values.
    fn within_first(&self, count: usize) -> f64 {
        let (inside, outside) = (self.share(count), self.share(self.n - count));
        if count == 0 || count == self.n {
            return inside;
        }
        let (k, rest) = (self.k as f64, (self.n - self.k) as f64);
        let mut exactly = (self.ln_choose + k * inside.ln() + rest * outside.ln()).exp();
        let mut sum = 0.0;
        for drawn in self.k..=self.n {
            sum += exactly;
            let more = (self.n - drawn) as f64 / (drawn + 1) as f64 * (inside / outside);
            if more < 1.0 && exactly < NEGLIGIBLE {
                break;
            }
            exactly *= more;
        }
        sum
    }

    /// The probability that the lower one is at a place, wherever the upper one is.
    fn at(&self, place: usize) -> f64 {
        self.within_first(place + 1) - self.within_first(place)
    }

    /// The same, divided by the ways to choose which draws are at this place and below.
    fn ln_lower(&self, place: usize) -> f64 {
        let below = (place as f64 / (place + 1) as f64).powf(self.k as f64);
        self.k as f64 * self.share(place + 1).ln() + (-below).ln_1p()
    }

    /// The probability that the lower one is at a place, and the upper one after it.
    fn only_lower_at(&self, place: usize) -> f64 {
        let above = (self.n - self.k) as f64 * self.share(self.n - place - 1).ln();
        (self.ln_choose + self.ln_lower(place) + above).exp()
    }

    /// The probability that the two are at different places.
    fn at_both(&self, lower: usize, upper: usize) -> f64 {
        let rest = (self.n - self.k) as f64;
        let above = self.n - upper;
        let beyond = ((above - 1) as f64 / above as f64).powf(rest);
        let ln_upper = rest * self.share(above).ln() + (-beyond).ln_1p();
        (self.ln_choose + self.ln_lower(lower) + ln_upper).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The medians of all samples that can be drawn, counted one by one.
    fn counted(sorted: &[f64]) -> Vec<f64> {
        let n = sorted.len();
        let mut medians: Vec<f64> = (0..n.pow(n as u32))
            .map(|mut code| {
                let mut drawn: Vec<f64> = Vec::new();
                for _ in 0..n {
                    drawn.push(sorted[code % n]);
                    code /= n;
                }
                drawn.sort_by(f64::total_cmp);
                super::super::Centre::Median.of_sorted(&drawn)
            })
            .collect();
        medians.sort_by(f64::total_cmp);
        medians
    }

    #[test]
    fn chances_are_those_of_all_samples_that_can_be_drawn() {
        for n in 1..=7 {
            let sorted: Vec<f64> = (0..n).map(|i| f64::from(i * i)).collect();
            let all = counted(&sorted);
            let medians = Medians::of_sorted(&sorted).0;
            let total: f64 = medians.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-12, "n = {n}: {total}");
            for (value, _) in &medians {
                let up_to = all.partition_point(|median| median <= value);
                let expected = up_to as f64 / all.len() as f64;
                let within = medians.iter().filter(|(other, _)| other <= value);
                let sum: f64 = within.map(|(_, chance)| chance).sum();
                assert!((sum - expected).abs() < 1e-12, "n = {n}, {value}");
            }
        }
    }

    #[test]
    fn chances_of_large_samples_add_up() {
        for n in [8, 101, 1000, 100_000] {
            let sorted: Vec<f64> = (0..n).map(f64::from).collect();
            let medians = Medians::of_sorted(&sorted).0;
            let total: f64 = medians.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-8, "n = {n}: {total}");
        }
    }

    #[test]
    fn ends_are_those_of_all_differences_written_out() {
        let sorted: Vec<f64> = (0..5).map(|i| f64::from(i * i)).collect();
        let other: Vec<f64> = (0..4).map(|i| f64::from(3 * i) - 1.0).collect();
        let (one, two) = (counted(&sorted), counted(&other));
        let mut all: Vec<f64> = one
            .iter()
            .flat_map(|one| two.iter().map(move |two| one - two))
            .collect();
        all.sort_by(f64::total_cmp);
        for error in [0.9, 0.2, 0.01, 0.0003] {
            // Not if the probability of a difference equals the tail's except for rounding.
            let error = error * 1.000_1;
            let low = (error / 2.0 * all.len() as f64) as usize;
            let (one, two) = (Medians::of_sorted(&sorted), Medians::of_sorted(&other));
            let found = difference(&one, &two, error);
            assert_eq!(found.low, all[low], "{error}");
            assert_eq!(found.high, all[all.len() - 1 - low], "{error}");
        }
    }
}
