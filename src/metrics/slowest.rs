//! The slowest puzzles of a run.

/// How many are kept.
pub const KEPT: usize = 10;

/// The ten largest of many times, each with what it belongs to.
///
/// Offering a time that is not among them costs one comparison.
#[derive(Debug, Clone)]
pub struct Slowest<T> {
    /// Largest first.
    kept: Vec<(u64, T)>,
    /// What a time must exceed to be kept; the smallest kept once full.
    bar: u64,
}

impl<T> Slowest<T> {
    /// None yet.
    pub fn new() -> Slowest<T> {
        Slowest {
            kept: Vec::with_capacity(KEPT + 1),
            bar: 0,
        }
    }

    /// What a time must exceed to be kept.
    #[inline]
    pub fn bar(&self) -> u64 {
        self.bar
    }

    /// Keeps `item` if its time is among the largest; of equal times the first
    /// offered stay.
    pub fn offer(&mut self, time: u64, item: T) {
        if time <= self.bar {
            return;
        }
        let place = self.kept.partition_point(|(kept, _)| *kept >= time);
        self.kept.insert(place, (time, item));
        self.kept.truncate(KEPT);
        if self.kept.len() == KEPT {
            self.bar = self.kept[KEPT - 1].0;
        }
    }

    /// Those kept, slowest first.
    pub fn iter(&self) -> impl Iterator<Item = &(u64, T)> {
        self.kept.iter()
    }

    /// Raises the bar to at least `bar`.
    pub fn raise(&mut self, bar: u64) {
        self.bar = self.bar.max(bar);
    }

    /// Forgets everything, the bar too.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.bar = 0;
    }
}

impl<T> Default for Slowest<T> {
    fn default() -> Slowest<T> {
        Slowest::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_largest_stay_in_order() {
        let mut slowest = Slowest::new();
        for i in 0..1000_u64 {
            slowest.offer(i * 7919 % 1009 + 1, i);
        }
        let mut all: Vec<u64> = (0..1000).map(|i| i * 7919 % 1009 + 1).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        let kept: Vec<u64> = slowest.iter().map(|(time, _)| *time).collect();
        assert_eq!(kept, all[..KEPT]);
        assert_eq!(slowest.bar(), all[KEPT - 1]);
    }

    #[test]
    fn of_equal_times_the_first_stay() {
        let mut slowest = Slowest::new();
        for i in 0..20 {
            slowest.offer(5, i);
        }
        let kept: Vec<i32> = slowest.iter().map(|(_, item)| *item).collect();
        assert_eq!(kept, (0..10).collect::<Vec<_>>());
    }
}
