//! Converts formats whose puzzles take several lines, or stand anywhere on a line, to lines.

use super::assembler::Assembler;
use super::kind::Kind;
use super::layout::Detected;
use super::made::MadeLines;
use super::peek::copied;
use crate::input::{Bytes, Chunk, InputError, Origin, Source};
use std::mem;
use std::ops::Range;

/// Reads records of several lines and yields them as lines of 81 cells, with the position where
/// each began. A malformed record becomes a malformed line.
#[derive(Debug)]
pub(super) struct BlockReader {
    source: Box<dyn Source>,
    lines: Assembler,
    made: MadeLines,
    offset: u64,
    ended: bool,
    /// A line that is too long, which follows the records before it.
    broken: Option<Chunk>,
}

impl BlockReader {
    /// Reads records from a source: those whose first line begins in a part of it. It still reads
    /// the source from its start.
    pub(super) fn new(
        known: &Detected,
        source: Box<dyn Source>,
        part: Option<Range<u64>>,
    ) -> BlockReader {
        BlockReader {
            source,
            lines: Assembler::of(known),
            made: MadeLines::new(part.unwrap_or(0..u64::MAX), known.order),
            offset: 0,
            ended: false,
            broken: None,
        }
    }

    /// Reads answers, between which there may be claims and other text.
    pub(super) fn of_answers(kind: Kind, source: Box<dyn Source>) -> BlockReader {
        BlockReader {
            source,
            lines: Assembler::new(kind, true),
            made: MadeLines::new(0..u64::MAX, None),
            offset: 0,
            ended: false,
            broken: None,
        }
    }

    /// Gives records, or a line that is too long, their position in the output.
    fn place(&mut self, mut chunk: Chunk, origins: Vec<Origin>) -> Chunk {
        (chunk.offset, chunk.origins) = (self.offset, Some(origins));
        self.offset += chunk.bytes.len() as u64;
        chunk
    }

    /// Reads until there are records, or a line that is too long, or the end.
    fn fill(&mut self) -> Result<(), InputError> {
        while self.made.text.is_empty() && self.broken.is_none() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.lines.end(&mut self.made);
                self.ended = true;
                break;
            };
            if chunk.broken.is_some() {
                // A record of its own.
                self.lines.begin_line(chunk.offset);
                self.lines.interrupt(&mut self.made);
                self.ended = self.made.past || chunk.offset >= self.made.part.end;
                self.broken = Some(chunk).filter(|line| self.made.part.contains(&line.offset));
                continue;
            }
            self.lines.read(&chunk, &mut self.made);
            copied(&chunk, self.source.name())?;
            // Records come in the order in which they begin.
            self.ended = self.made.past;
        }
        Ok(())
    }
}

impl Source for BlockReader {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut text = recycled.unwrap_or_default();
        text.clear();
        self.made.text = text;
        self.fill()?;
        if self.made.text.is_empty() {
            let line = self.broken.take();
            return Ok(line.map(|line| self.place(line, vec![self.lines.at])));
        }
        let records = Chunk::new(Bytes::Owned(mem::take(&mut self.made.text)), 0);
        let origins = mem::take(&mut self.made.origins);
        self.made.last_lines.clear();
        Ok(Some(self.place(records, origins)))
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
