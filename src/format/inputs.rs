//! One input after the other, chunk by chunk.

use super::open::Opened;
use crate::input::{Chunk, InputError};

/// Inputs that are opened as they are asked for. In a box, so that what reads them is
/// compiled once, and not in every crate that has an iterator of its own.
pub(crate) type InputIter = Box<dyn Iterator<Item = Result<Opened, InputError>> + Send>;

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

    /// The next chunk, in the `spare` buffer if there is one, and what it is of;
    /// `None` behind the last. `begin` is given each input when it is opened.
    pub(crate) fn next<E: From<InputError>>(
        &mut self,
        spare: &mut Option<Vec<u8>>,
        mut begin: impl FnMut(&Opened) -> Result<T, E>,
    ) -> Result<Option<(Chunk, &mut Opened, &mut T)>, E> {
        let mut chunk = loop {
            let Some((input, _)) = &mut self.current else {
                let Some(input) = self.inputs.next().transpose()? else {
                    return Ok(None);
                };
                let own = begin(&input)?;
                self.current = Some((input, own));
                continue;
            };
            if let Some(chunk) = input.source.next(spare.take())? {
                break chunk;
            }
            input.source.finish()?;
            self.comments += input.source.comments();
            self.current = None;
            self.index += 1;
        };
        chunk.source = self.index;
        let current = self.current.as_mut();
        Ok(current.map(|(input, own)| (chunk, input, own)))
    }
}
