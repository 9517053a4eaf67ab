//! The built-in sample.

use ninefold::internal::SAMPLE;
use ninefold_files::format::{self, FormatOptions, Opened};
use ninefold_files::input::{self, InputError, OpenOptions};

/// The sample, opened as an input.
pub(crate) fn opened() -> Result<Opened, InputError> {
    let source = input::open_reader("sample", Box::new(SAMPLE), &OpenOptions::default())?;
    format::open(source, &FormatOptions::default())
}

/// Number of puzzles in it.
pub(crate) fn puzzles() -> usize {
    SAMPLE.iter().filter(|&&byte| byte == b'\n').count()
}
