//! Work in parallel, results in order, memory bounded.
//!
//! Everything that flows is a *set*: the buffers of one chunk. There are as
//! many sets as credits, and they go round:
//!
//! ```text
//!        credits                          queue, in input order
//!   +--> [ set set ] --> reader --+--> [ set set set ] --> collector --+
//!   |                  (a thread) |      ^ each set's own   (caller)   |
//!   |                             +--> pool worker                     |
//!   +------------------------------------------------------------------+
//! ```
//!
//! The reader takes a credit before it reads, puts the set into the queue and
//! spawns the work, whose end goes into the set's own one-slot channel. The
//! collector takes the sets in the order of the queue and waits for the end of
//! each. A slow first chunk therefore stops the reader
//! once all credits are out, and nothing can grow; the queue has room for
//! every credit, so nothing can wait in a circle. The reader has a thread of
//! its own outside the pool, so that one CPU is enough. No sequence numbers:
//! the queue is the order.
//!
//! What goes through the channels is the number of a set. The sets stay where they are, each
//! behind a lock for which nobody ever waits: whoever has the number has the set. So the
//! channels are compiled once and not for each kind of set.
//!
//! After start-up nothing here allocates but rayon's box of a few words for
//! each chunk spawned.

use super::Stop;
use super::channel::{Empty, Receiver, Sender, channel};
use rayon::ThreadPool;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long the collector may sleep before it looks whether it was stopped.
const PATIENCE: Duration = Duration::from_millis(50);

/// Why not every set was collected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OrderedError<E> {
    /// The reader or the collector failed.
    Own(E),
    /// The reader's thread could not be started, or panicked.
    Reader(String),
    /// A set never came back from the pool.
    Lost,
    /// [`Stop::stop`] was called.
    Stopped,
}

/// The sets, and where the end of the work on each is told.
struct Sets<T> {
    sets: Vec<Mutex<T>>,
    ends: Vec<Channel<End>>,
}

/// Both ends of a channel.
struct Channel<M> {
    sender: Sender<M>,
    receiver: Receiver<M>,
}

/// How the work on a set ended.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Done,
    /// The panic's message.
    Panicked(String),
    /// It was never done.
    Vanished,
}

/// What the queue has, in the order of the input.
enum Queued {
    /// The set of that number has a chunk.
    Chunk(usize),
    /// The reader failed, and has returned the error.
    Failed,
    /// The end of the input, and how many chunks came before it.
    End(u64),
}

impl<T> Sets<T> {
    fn new(sets: Vec<T>) -> Sets<T> {
        let end = |_: &T| {
            let (sender, receiver) = channel(1);
            Channel { sender, receiver }
        };
        Sets {
            ends: sets.iter().map(end).collect(),
            sets: sets.into_iter().map(Mutex::new).collect(),
        }
    }

    /// The set of that number, for whoever has the number.
    fn set(&self, number: usize) -> MutexGuard<'_, T> {
        self.sets[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs `read` on a thread of its own until it returns `false`, `work` on
/// every set it filled in `pool`, and `collect` here on each in the order in
/// which they were read, with the message if its work panicked.
///
/// On an error the reader is not waited for: it ends after the read it may be
/// in.
pub(crate) fn ordered<T, E>(
    pool: &Arc<ThreadPool>,
    sets: Vec<T>,
    stop: &Stop,
    read: impl FnMut(&mut T) -> Result<bool, E> + Send + 'static,
    work: impl Fn(&mut T) + Send + Sync + 'static,
    mut collect: impl FnMut(&mut T, Option<String>) -> Result<(), E>,
) -> Result<(), OrderedError<E>>
where
    T: Send + 'static,
    E: Send + 'static,
{
    let (give, credits) = channel(sets.len());
    let (queue, turns) = channel(sets.len() + 1);
    for number in 0..sets.len() {
        give.send(number).expect("there is room for every set");
    }
    let sets = Arc::new(Sets::new(sets));
    let reader = Feeder {
        sets: Arc::clone(&sets),
        credits,
        queue,
        pool: Arc::clone(pool),
        work: Arc::new(work),
    };
    let thread = thread::Builder::new()
        .name("ninefold-reader".to_owned())
        .spawn(move || reader.run(read))
        .map_err(|error| OrderedError::Reader(format!("no thread for reading: {error}")))?;
    let mut collected = 0;
    loop {
        match receive(&turns, stop)? {
            // Nothing comes behind a failure, so the reader is at its end.
            None | Some(Queued::Failed) => return Err(why_it_ended(thread)),
            Some(Queued::End(sent)) if sent == collected => return Ok(()),
            Some(Queued::End(_)) => return Err(OrderedError::Lost),
            Some(Queued::Chunk(number)) => {
                let panic = match receive(&sets.ends[number].receiver, stop)? {
                    Some(End::Done) => None,
                    Some(End::Panicked(message)) => Some(message),
                    None | Some(End::Vanished) => return Err(OrderedError::Lost),
                };
                collect(&mut sets.set(number), panic).map_err(OrderedError::Own)?;
                collected += 1;
                // The reader may have come to its end already.
                let _ = give.send(number);
            }
        }
    }
}

/// Why the reader ended though there was no end of the input.
fn why_it_ended<E>(reader: JoinHandle<Result<(), E>>) -> OrderedError<E> {
    match reader.join() {
        Ok(Err(error)) => OrderedError::Own(error),
        Ok(Ok(())) => ended_early("the reader ended too early"),
        Err(panic) => ended_early(&message_of(panic)),
    }
}

fn ended_early<E>(message: &str) -> OrderedError<E> {
    OrderedError::Reader(format!("{message}; this is a bug in ninefold"))
}

/// The next message, or `None` where none can come any more. Nothing that came after the stop is
/// believed: whoever reads or works may have come to an early end by it.
fn receive<M, E>(channel: &Receiver<M>, stop: &Stop) -> Result<Option<M>, OrderedError<E>> {
    loop {
        let received = channel.recv_timeout(PATIENCE);
        if stop.is_stopped() {
            return Err(OrderedError::Stopped);
        }
        match received {
            Ok(message) => return Ok(Some(message)),
            Err(Empty::Waiting) => {}
            Err(Empty::Closed) => return Ok(None),
        }
    }
}

struct Feeder<T, W> {
    sets: Arc<Sets<T>>,
    credits: Receiver<usize>,
    queue: Sender<Queued>,
    pool: Arc<ThreadPool>,
    work: Arc<W>,
}

impl<T, W> Feeder<T, W>
where
    T: Send + 'static,
    W: Fn(&mut T) + Send + Sync + 'static,
{
    fn run<E>(self, mut read: impl FnMut(&mut T) -> Result<bool, E>) -> Result<(), E> {
        let mut sent = 0;
        // No credit, or no room in the queue: the collector has given up.
        while let Some(number) = self.credits.recv() {
            let more = read(&mut self.sets.set(number));
            let queued = match more {
                Ok(true) => Queued::Chunk(number),
                Ok(false) => Queued::End(sent),
                Err(_) => Queued::Failed,
            };
            let last = !matches!(queued, Queued::Chunk(_));
            if self.queue.send(queued).is_err() || last {
                return more.map(|_| ());
            }
            sent += 1;
            let work = Arc::clone(&self.work);
            let job = WorkOnSet {
                sets: Arc::clone(&self.sets),
                number,
                is_done: false,
            };
            self.pool.spawn(move || job.finish(&*work));
        }
        Ok(())
    }
}

/// Work to be done on a set. If it vanishes undone the collector is told, who
/// would wait for it for ever.
struct WorkOnSet<T> {
    sets: Arc<Sets<T>>,
    number: usize,
    is_done: bool,
}

impl<T> WorkOnSet<T> {
    /// Does the work and tells the collector.
    fn finish(mut self, work: &impl Fn(&mut T)) {
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut self.sets.set(self.number))));
        self.is_done = true;
        self.tell(match done {
            Ok(()) => End::Done,
            Err(panic) => End::Panicked(message_of(panic)),
        });
    }

    fn tell(&self, end: End) {
        // There is room for one, and here is a receiver.
        let _ = self.sets.ends[self.number].sender.send(end);
    }
}

impl<T> Drop for WorkOnSet<T> {
    fn drop(&mut self) {
        if !self.is_done {
            self.tell(End::Vanished);
        }
    }
}

fn message_of(panic: Box<dyn Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().map_or_else(
            |_| "a panic without a message".to_owned(),
            |m| (*m).to_owned(),
        ),
    }
}

#[cfg(test)]
#[path = "ordered_tests.rs"]
mod tests;
