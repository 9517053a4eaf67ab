//! One input after the other, chunk by chunk.

use super::find::find_in;
use super::layout::Format;
use super::open::Opened;
use super::records::Records;
use crate::input::{Chunk, InputError};

/// Inputs that are opened as they are asked for. In a box, so that what reads them is
/// compiled once, and not in every crate that has an iterator of its own.
pub(crate) type InputIter = Box<dyn Iterator<Item = Result<Opened, InputError>> + Send>;

/// A chunk that was read, and its records. The next one is read into the same buffers.
#[derive(Default)]
pub(crate) struct ReadChunk {
    /// `None` before the first.
    pub(crate) chunk: Option<Chunk>,
    /// A buffer for the next text, where the last was not mapped.
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
            find_in(self.format, chunk, &mut self.records);
        }
    }
}

/// Inputs that are opened, read and finished in turn; `T` is what belongs to each.
pub(crate) struct Inputs<T> {
    inputs: InputIter,
    current: Option<(Opened, T)>,
    /// Index of the current input, or of the next.
    index: usize,
    /// Comments of the inputs before that are in no chunk.
    comments: u64,
}

impl<T> Inputs<T> {
    /// The first of `inputs` is the one of that index.
    pub(crate) fn new(inputs: InputIter, index: usize) -> Inputs<T> {
        Inputs {
            inputs,
            current: None,
            index,
            comments: 0,
        }
    }

    /// Comments in the inputs that were read which are in no chunk.
    pub(crate) fn comments(&self) -> u64 {
        self.comments
    }

    /// Reads the next chunk into the place of one that is done with. What it is of; `None` behind
    /// the last. `begin` is given each input when it is opened.
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
            self.comments += input.source.comments();
            self.current = None;
            self.index += 1;
        };
        chunk.source = self.index;
        let current = self.current.as_mut();
        Ok(current.map(|(input, own)| {
            into.format = input.format;
            input.format = input.format.after(&chunk);
            into.chunk = Some(chunk);
            (&*input, own)
        }))
    }
}
