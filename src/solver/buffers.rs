//! Buffers for a batch.

use super::{Batch, Outcome};
use crate::grid::{BLANK_ROW, Row};

/// Buffers for everything of a batch except its text. They are used again for the next batch.
#[derive(Debug, Default)]
pub(crate) struct BatchBuffers {
    /// Where each puzzle begins in the text.
    pub(crate) starts: Vec<u32>,
    /// The puzzles' first solutions.
    pub(crate) rows: Vec<Row>,
    /// The outcomes of the puzzles.
    pub(crate) outcomes: Vec<Outcome>,
}

impl BatchBuffers {
    /// Sets the starts of `count` puzzles that are `stride` bytes apart, the first at the start of
    /// the text.
    pub(crate) fn space(&mut self, count: usize, stride: usize) {
        self.starts.clear();
        self.starts.extend((0..count).map(|i| (i * stride) as u32));
    }

    /// The batch of all puzzles that begin in `text`. Its rows and outcomes may still be those of
    /// an earlier batch.
    pub(crate) fn batch<'a>(&'a mut self, text: &'a [u8]) -> Batch<'a> {
        let count = self.starts.len();
        self.rows.resize(count, BLANK_ROW);
        self.outcomes.resize(count, Outcome::default());
        Batch::new(text, &self.starts, &mut self.rows, &mut self.outcomes)
    }
}
