//! Work on several threads with results in order.
//!
//! [`ordered`](ordered()) is the shape of every run over files: a reader fills sets of buffers, the
//! workers of a rayon pool work on them, and the caller collects them in the order of reading. A
//! credit for each set bounds the memory. The channel between them sleeps while it waits, so that a
//! busy machine loses nothing by them.
//!
//! What must stay true: what was read is collected in order, or there is an error; work that
//! panics or vanishes is an error that names its chunk, never a gap; after [`Stop::stop`] the
//! caller returns without waiting for the reader or a worker.
//!
//! [`Stop::stop`]: ninefold::Stop::stop

mod channel;
mod ordered;

pub(crate) use channel::{Receiver, Sender, channel};
pub(crate) use ordered::{OrderedError, ordered, sets, workers};
