//! The built-in data sets (`datasets/README.md`): one puzzle a line.

/// The name of a data set, and its text.
pub(crate) type Dataset = (&'static str, &'static [u8]);

macro_rules! datasets {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../datasets/", $name, ".txt")))),*]
    };
}

/// All except the sample: easy ones first, then those without exactly one solution.
pub const DATASETS: [Dataset; 8] = datasets! {
    "easy" "medium" "few-clues" "hard" "multiple" "unsolvable" "invalid" "tricky"
};

/// 500 puzzles of all difficulties.
///
/// ```
/// use ninefold::{Request, internal::SAMPLE, solve_lines};
///
/// let totals = solve_lines(SAMPLE, std::io::sink(), &Request::new())?;
/// assert_eq!(totals.lines, 500);
/// # Ok::<(), ninefold::StreamError>(())
/// ```
pub const SAMPLE: &[u8] = include_bytes!("../../datasets/sample.txt");
