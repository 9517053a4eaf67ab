//! Parallel work with results in order and bounded memory.
//!
//! Everything that flows is a *set*: the buffers of one chunk. There is one credit for each set,
//! and they go in a circle:
//!
//! ```text
//!        credits                          queue, in input order
//!   +--> [ set set ] --> reader --+--> [ set set set ] --> collector --+
//!   |                  (a thread) |      ^ each set's own   (caller)   |
//!   |                             +--> pool worker                     |
//!   +------------------------------------------------------------------+
//! ```
//!
//! The reader takes a credit before it reads, puts the set into the queue, and spawns the work. The
//! result of the work goes into the set's own one-slot channel. The collector takes the sets in the
//! order of the queue and waits for each result. So a slow first chunk stops the reader once all
//! credits are in use, and nothing can grow. The queue has a slot for every credit, so there is no
//! deadlock. The reader has its own thread outside the pool, so one CPU is enough. There are no
//! sequence numbers: the queue is the order.
//!
//! The channels carry the numbers of sets. The sets stay in place, each behind a lock that is never
//! contended: the holder of the number owns the set. So the channels are compiled once and not for
//! each kind of set.
//!
//! After start-up, only rayon's box of a few words allocates here, for each spawned chunk.
//!
//! Without workers, the caller reads, works and collects in turn, on one set: where the target has
//! no threads, and for inputs of one chunk, for which it takes longer to start them than to work.

use super::channel::{Empty, Receiver, Sender, channel};
use ninefold::Stop;
use ninefold::internal::{HAS_THREADS, threads};
use rayon::{ThreadPool, ThreadPoolBuildError};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long the collector sleeps at most before it checks for a stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Why not every set was collected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OrderedError<E> {
    /// The reader or the collector failed.
    Own(E),
    /// The reader's thread could not start, or panicked.
    Reader(String),
    /// A set never came back from the pool.
    Lost,
    /// [`Stop::stop`] was called.
    Stopped,
}

/// The sets, and the channels that report the end of the work on each.
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
    /// The work was never done.
    Vanished,
}

/// The content of the queue, in the order of the input.
enum Queued {
    /// The set of this number has a chunk.
    Chunk(usize),
    /// The reader failed, and has returned the error.
    Failed,
    /// The end of the input, with the number of chunks before it.
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

    /// The set of this number, for the holder of the number.
    fn set(&self, number: usize) -> MutexGuard<'_, T> {
        self.sets[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads that work. `None` if the caller does.
pub(crate) type OptionalPool = Option<Arc<ThreadPool>>;

/// Creates `count` workers. With 0, or if the target has no threads, the caller works.
///
/// # Errors
/// The system refused them.
pub(crate) fn workers(count: usize) -> Result<OptionalPool, ThreadPoolBuildError> {
    let are_wanted = HAS_THREADS && count > 0;
    are_wanted.then(|| threads(count)).transpose()
}

/// Sets for this many workers: two for each, and one each for the reader and the collector.
pub(crate) fn sets<T: Default>(workers: usize) -> Vec<T> {
    (0..2 * workers + 2).map(|_| T::default()).collect()
}

/// Runs `read` on a separate thread until it returns `false`, `work` by `workers` on every set that
/// it filled, and `collect` here on each in the order of reading, with the panic's message if its
/// work panicked.
///
/// After an error it does not wait for the reader, which ends after its current read.
pub(crate) fn ordered<T, E>(
    workers: &OptionalPool,
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
    let Some(pool) = workers else {
        return in_turn(sets, stop, read, work, collect);
    };
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
            // Nothing follows a failure, so the reader has ended.
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
                // The reader may already have ended.
                let _ = give.send(number);
            }
        }
    }
}

/// Does the same on the caller's thread.
fn in_turn<T, E>(
    sets: Vec<T>,
    stop: &Stop,
    mut read: impl FnMut(&mut T) -> Result<bool, E>,
    work: impl Fn(&mut T),
    mut collect: impl FnMut(&mut T, Option<String>) -> Result<(), E>,
) -> Result<(), OrderedError<E>> {
    let mut set = sets.into_iter().next().ok_or(OrderedError::Lost)?;
    // As there, a stop comes before what it brought about.
    let unless_stopped = |done: Result<bool, E>| {
        if stop.is_stopped() {
            Err(OrderedError::Stopped)
        } else {
            done.map_err(OrderedError::Own)
        }
    };
    loop {
        let read = catch_unwind(AssertUnwindSafe(|| read(&mut set)));
        let more = read.map_err(|panic| ended_early(&message_of(panic)))?;
        if !unless_stopped(more)? {
            return Ok(());
        }
        let panic = catch_unwind(AssertUnwindSafe(|| work(&mut set))).err();
        unless_stopped(Ok(true))?;
        collect(&mut set, panic.map(message_of)).map_err(OrderedError::Own)?;
    }
}

/// Why the reader ended before the end of the input.
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

/// The next message, or `None` if none can come any more. It ignores everything after a stop,
/// because a reader or worker may have ended early by it.
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
        // There is no credit, or no slot in the queue: the collector has given up.
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

/// Work to do on a set. If it vanishes undone, the collector gets a report. Otherwise the collector
/// would wait for ever.
struct WorkOnSet<T> {
    sets: Arc<Sets<T>>,
    number: usize,
    is_done: bool,
}

impl<T> WorkOnSet<T> {
    /// Does the work and reports to the collector.
    fn finish(mut self, work: &impl Fn(&mut T)) {
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut self.sets.set(self.number))));
        self.is_done = true;
        self.report(match done {
            Ok(()) => End::Done,
            Err(panic) => End::Panicked(message_of(panic)),
        });
    }

    fn report(&self, end: End) {
        // There is a slot for one, and a receiver.
        let _ = self.sets.ends[self.number].sender.send(end);
    }
}

impl<T> Drop for WorkOnSet<T> {
    fn drop(&mut self) {
        if !self.is_done {
            self.report(End::Vanished);
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
