//! The built-in sample.

use ninefold::corpus::datasets::SAMPLE;
use ninefold::format::Opened;
use ninefold::input::{Bytes, Chunk, InputError, Source};

/// The sample as an input, in one chunk.
pub(crate) struct Sample {
    read: bool,
}

impl Sample {
    /// The sample, opened.
    pub(crate) fn opened() -> Opened {
        Opened::of_lines(Box::new(Sample { read: false }))
    }

    /// Number of puzzles in it.
    pub(crate) fn puzzles() -> usize {
        SAMPLE.iter().filter(|&&byte| byte == b'\n').count()
    }
}

impl Source for Sample {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        if self.read {
            return Ok(None);
        }
        self.read = true;
        let mut bytes = recycled.unwrap_or_default();
        bytes.clear();
        bytes.extend_from_slice(SAMPLE);
        Ok(Some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: 0,
            offset: 0,
            origins: None,
            broken: None,
        }))
    }

    fn size_hint(&self) -> Option<u64> {
        Some(SAMPLE.len() as u64)
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "sample"
    }
}
