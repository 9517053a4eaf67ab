//! Reads one input after another, chunk by chunk.

use super::annotate::Unfit;
use super::find::find_in;
use super::layout::Format;
use super::open::Opened;
use super::peek::check_intact;
use super::records::Records;
use crate::input::{Chunk, InputError};
use memchr::memchr_iter;

/// Inputs that are opened when needed. They are in a box, so that the code that reads them is
/// compiled once, and not in every crate that has its own iterator.
pub(crate) type InputIter = Box<dyn Iterator<Item = Result<Opened, InputError>> + Send>;

/// A chunk, and its records. The next chunk uses the same buffers.
#[derive(Default)]
pub(crate) struct ReadChunk {
    /// `None` before the first.
    pub(crate) chunk: Option<Chunk>,
    /// A buffer for the next text, if the last was not mapped.
    spare: Option<Vec<u8>>,
    format: Format,
    pub(crate) records: Records,
}

impl ReadChunk {
    /// The chunk's text.
    pub(crate) fn text(&self) -> &[u8] {
        self.chunk.as_ref().map_or(&[], |chunk| &chunk.bytes)
    }

    /// Finds the chunk's records.
    pub(crate) fn find(&mut self) {
        if let Some(chunk) = &self.chunk {
            find_in(&self.format, chunk, &mut self.records);
        }
    }

    /// The line of the input, from 1, on which the record of this number begins, if the chunk
    /// begins after `before` lines.
    pub(crate) fn line_of(&self, record: usize, before: u64) -> u64 {
        let before = before + self.records.lines_before(record) as u64;
        let chunk = self.chunk.as_ref();
        chunk.map_or(before + 1, |chunk| chunk.line_of(record, before))
    }

    /// Refuses the input because of a row that cannot be written.
    pub(crate) fn refused(&self, name: &str, before: u64, (at, why): &Unfit) -> InputError {
        let feeds = memchr_iter(b'\n', &self.text()[..*at as usize]).count();
        let line = before + feeds as u64 + 1;
        InputError::Refused {
            name: name.to_owned(),
            reason: format!("line {line}: {why}"),
        }
    }

    /// Checks that the chunk was still its input's when it was last used. `name` is the input's.
    pub(crate) fn check(&self, name: &str) -> Result<(), InputError> {
        self.chunk
            .as_ref()
            .map_or(Ok(()), |chunk| check_intact(chunk, name))
    }
}

/// Opens, reads and finishes inputs in turn. `T` is extra data of each input.
pub(crate) struct Inputs<T> {
    inputs: InputIter,
    current: Option<(Opened, T)>,
    /// Index of the current input, or of the next.
    index: usize,
}

impl<T> Inputs<T> {
    /// The first of `inputs` has this index.
    pub(crate) fn new(inputs: InputIter, index: usize) -> Inputs<T> {
        Inputs {
            inputs,
            current: None,
            index,
        }
    }

    /// Replaces a finished chunk by the next one. Returns the data of its input, or `None` after
    /// the last. Calls `begin` for each input that it opens.
    pub(crate) fn read<E: From<InputError>>(
        &mut self,
        into: &mut ReadChunk,
        mut begin: impl FnMut(&Opened) -> Result<T, E>,
    ) -> Result<Option<(&Opened, &mut T)>, E> {
        if let Some(done) = into.chunk.take() {
            into.spare = done.bytes.into_buffer().or(into.spare.take());
        }
        let mut chunk = loop {
            let Some((input, _)) = &mut self.current else {
                let Some(input) = self.inputs.next().transpose()? else {
                    return Ok(None);
                };
                let own = begin(&input)?;
                self.current = Some((input, own));
                continue;
            };
            if let Some(chunk) = input.source.next(into.spare.take())? {
                break chunk;
            }
            input.source.finish()?;
            self.current = None;
            self.index += 1;
        };
        chunk.source = self.index;
        let current = self.current.as_mut();
        Ok(current.map(|(input, own)| {
            let next = input.format.after(&chunk);
            into.format = std::mem::replace(&mut input.format, next);
            into.chunk = Some(chunk);
            (&*input, own)
        }))
    }
}
