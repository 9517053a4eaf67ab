//! Converts formats whose puzzles take several lines, or stand anywhere on a line, to lines.

use super::assembler::Assembler;
use super::kind::Kind;
use super::layout::Detected;
use super::peek::check_intact;
use super::record_lines::RecordLines;
use crate::input::{Bytes, Chunk, InputError, Origin, Source};
use std::mem;
use std::ops::Range;

/// Reads records of several lines and yields them as lines of 81 cells, with the position where
/// each began. A malformed record becomes a malformed line.
#[derive(Debug)]
pub(super) struct BlockReader {
    source: Box<dyn Source>,
    assembler: Assembler,
    lines: RecordLines,
    offset: u64,
    ended: bool,
    /// A line that is too long, which follows the records before it.
    broken: Option<Chunk>,
}

impl BlockReader {
    /// Reads records from a source: those whose first line begins in a part of it. It still reads
    /// the source from its start.
    pub(super) fn new(
        detected: &Detected,
        source: Box<dyn Source>,
        part: Option<Range<u64>>,
    ) -> BlockReader {
        BlockReader {
            source,
            assembler: Assembler::of(detected),
            lines: RecordLines::new(part.unwrap_or(0..u64::MAX), detected.order),
            offset: 0,
            ended: false,
            broken: None,
        }
    }

    /// Reads answers, between which there may be claims and other text.
    pub(super) fn of_answers(kind: Kind, source: Box<dyn Source>) -> BlockReader {
        BlockReader {
            source,
            assembler: Assembler::new(kind, true),
            lines: RecordLines::new(0..u64::MAX, None),
            offset: 0,
            ended: false,
            broken: None,
        }
    }

    /// Gives records, or a line that is too long, their position in the output.
    fn place(&mut self, mut chunk: Chunk, origins: Vec<Origin>) -> Chunk {
        chunk.offset = self.offset;
        chunk.origins = Some(origins);
        self.offset += chunk.bytes.len() as u64;
        chunk
    }

    /// Reads until there are records, or a line that is too long, or the end.
    fn fill(&mut self) -> Result<(), InputError> {
        while self.lines.text.is_empty() && self.broken.is_none() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.assembler.end(&mut self.lines);
                self.ended = true;
                break;
            };
            if chunk.broken.is_some() {
                // A record of its own.
                self.assembler.begin_line(chunk.offset);
                self.assembler.interrupt(&mut self.lines);
                self.ended = self.lines.past || chunk.offset >= self.lines.part.end;
                self.broken = Some(chunk).filter(|line| self.lines.part.contains(&line.offset));
                continue;
            }
            self.assembler.read(&chunk, &mut self.lines);
            check_intact(&chunk, self.source.name())?;
            // Records come in the order in which they begin.
            self.ended = self.lines.past;
        }
        Ok(())
    }
}

impl Source for BlockReader {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut text = recycled.unwrap_or_default();
        text.clear();
        self.lines.text = text;
        self.fill()?;
        if self.lines.text.is_empty() {
            let line = self.broken.take();
            return Ok(line.map(|line| self.place(line, vec![self.assembler.at])));
        }
        let records = Chunk::new(Bytes::Owned(mem::take(&mut self.lines.text)), 0);
        let origins = mem::take(&mut self.lines.origins);
        self.lines.last_lines.clear();
        Ok(Some(self.place(records, origins)))
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
