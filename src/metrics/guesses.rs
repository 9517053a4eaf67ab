//! Classes of numbers of guesses: 0, 1, 2, 3 to 4, 5 to 8, and so on, each up to a power of two.

/// Number of classes.
pub const GUESS_CLASSES: usize = 66;

/// The class of a number of guesses, below [`GUESS_CLASSES`].
///
/// ```
/// use ninefold::metrics::guesses::guess_class;
/// assert_eq!([0, 1, 2, 3, 4, 5, 8, 9].map(guess_class), [0, 1, 2, 3, 3, 4, 4, 5]);
/// ```
#[must_use]
pub fn guess_class(guesses: u64) -> usize {
    match guesses {
        0 => 0,
        n => 1 + (u64::BITS - (n - 1).leading_zeros()) as usize,
    }
}
