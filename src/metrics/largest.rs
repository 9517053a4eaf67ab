//! The puzzles of a run with the longest times, or the most guesses.

/// How many are kept.
pub const KEPT: usize = 10;

/// The ten largest of many numbers, each with an item.
///
/// Offering a smaller number takes one comparison.
#[derive(Debug, Clone)]
pub struct Largest<T> {
    /// Largest first.
    kept: Vec<(u64, T)>,
    /// A number must exceed this to be kept. When full, it is the smallest kept number.
    bar: u64,
}

impl<T> Largest<T> {
    /// A number must exceed this to be kept.
    #[inline]
    #[must_use]
    pub fn bar(&self) -> u64 {
        self.bar
    }

    /// Keeps `item` if its number is among the largest. Of equal numbers, the first offered stay.
    pub fn offer(&mut self, number: u64, item: T) {
        if number <= self.bar {
            return;
        }
        let place = self.kept.partition_point(|(kept, _)| *kept >= number);
        self.kept.insert(place, (number, item));
        self.kept.truncate(KEPT);
        if self.kept.len() == KEPT {
            self.bar = self.kept[KEPT - 1].0;
        }
    }

    /// The kept items, largest first.
    pub fn iter(&self) -> impl Iterator<Item = &(u64, T)> {
        self.kept.iter()
    }

    /// Raises the bar to at least `bar`.
    pub fn raise(&mut self, bar: u64) {
        self.bar = self.bar.max(bar);
    }

    /// Forgets everything, including the bar.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.bar = 0;
    }
}

impl<T> Default for Largest<T> {
    /// None yet.
    fn default() -> Largest<T> {
        Largest {
            kept: Vec::with_capacity(KEPT + 1),
            bar: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_largest_stay_in_order() {
        let mut largest = Largest::default();
        for i in 0..1000_u64 {
            largest.offer(i * 7919 % 1009 + 1, i);
        }
        let mut all: Vec<u64> = (0..1000).map(|i| i * 7919 % 1009 + 1).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        let kept: Vec<u64> = largest.iter().map(|(number, _)| *number).collect();
        assert_eq!(kept, all[..KEPT]);
        assert_eq!(largest.bar(), all[KEPT - 1]);
    }

    #[test]
    fn of_equal_numbers_the_first_stay() {
        let mut largest = Largest::default();
        for i in 0..20 {
            largest.offer(5, i);
        }
        let kept: Vec<i32> = largest.iter().map(|(_, item)| *item).collect();
        assert_eq!(kept, (0..10).collect::<Vec<_>>());
    }
}
