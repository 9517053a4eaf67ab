//! Work in parallel, results in order, memory bounded.
//!
//! Everything that flows is a *set*: the buffers of one chunk. There are as
//! many sets as credits, and they go round:
//!
//! ```text
//!        credits                          queue, in input order
//!   +--> [ set set ] --> reader --+--> [ slot slot slot ] --> collector --+
//!   |                  (a thread) |      ^ each set's own      (caller)   |
//!   |                             +--> pool worker                        |
//!   +---------------------------------------------------------------------+
//! ```
//!
//! The reader takes a credit before it reads, puts the receiving end of the
//! set's one-slot channel into the queue and spawns the work. The collector
//! takes the receivers in order. A slow first chunk therefore stops the reader
//! once all credits are out, and nothing can grow; the queue has room for
//! every credit, so nothing can wait in a circle. The reader has a thread of
//! its own outside the pool, so that one CPU is enough. No sequence numbers:
//! the queue is the order.
//!
//! After start-up nothing here allocates but rayon's box of a few words for
//! each chunk spawned.

use super::Stop;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rayon::ThreadPool;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
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

/// A set of buffers and its way from the pool to the collector. The way goes
/// round with the set, so that none is made for each chunk.
struct Slot<T> {
    set: T,
    way: Way<T>,
}

/// Both ends of a channel for one set. Nothing that lies in the channel holds an
/// end of it: what is on its way when a run ends is dropped with the channel.
struct Way<T> {
    sender: Sender<Option<Done<T>>>,
    receiver: Receiver<Option<Done<T>>>,
}

/// A set whose work is done.
struct Done<T> {
    set: T,
    /// Why it is not: the panic's message.
    panic: Option<String>,
}

/// What the queue has, in the order of the input.
enum Queued<T, E> {
    Chunk(Way<T>),
    Failed(E),
    /// The end, and how many chunks came before it.
    End(u64),
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
    let (give, credits) = bounded(sets.len());
    let (queue, turns) = bounded(sets.len() + 1);
    for set in sets {
        let (sender, receiver) = bounded(1);
        let way = Way { sender, receiver };
        give.send(Slot { set, way })
            .expect("there is room for every set");
    }
    let reader = Feeder {
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
            None => {
                let message = message_of(thread.join().err());
                return Err(OrderedError::Reader(format!(
                    "{message}; this is a bug in ninefold"
                )));
            }
            Some(Queued::Failed(error)) => return Err(OrderedError::Own(error)),
            Some(Queued::End(sent)) => {
                return if sent == collected {
                    Ok(())
                } else {
                    Err(OrderedError::Lost)
                };
            }
            Some(Queued::Chunk(way)) => {
                let done = receive(&way.receiver, stop)?.flatten();
                let Done { mut set, panic } = done.ok_or(OrderedError::Lost)?;
                collect(&mut set, panic).map_err(OrderedError::Own)?;
                collected += 1;
                // The reader may have come to its end already.
                let _ = give.send(Slot { set, way });
            }
        }
    }
}

/// The next message, or `None` where none can come any more.
fn receive<M, E>(channel: &Receiver<M>, stop: &Stop) -> Result<Option<M>, OrderedError<E>> {
    loop {
        if stop.is_stopped() {
            return Err(OrderedError::Stopped);
        }
        match channel.recv_timeout(PATIENCE) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

struct Feeder<T, E, W> {
    credits: Receiver<Slot<T>>,
    queue: Sender<Queued<T, E>>,
    pool: Arc<ThreadPool>,
    work: Arc<W>,
}

impl<T, E, W> Feeder<T, E, W>
where
    T: Send + 'static,
    W: Fn(&mut T) + Send + Sync + 'static,
{
    fn run(self, mut read: impl FnMut(&mut T) -> Result<bool, E>) {
        let mut sent = 0;
        // No credit, or no room in the queue: the collector has given up.
        while let Ok(Slot { mut set, way }) = self.credits.recv() {
            let sender = way.sender.clone();
            let queued = match read(&mut set) {
                Ok(true) => Queued::Chunk(way),
                Ok(false) => Queued::End(sent),
                Err(error) => Queued::Failed(error),
            };
            let last = !matches!(queued, Queued::Chunk(_));
            if self.queue.send(queued).is_err() || last {
                return;
            }
            sent += 1;
            let work = Arc::clone(&self.work);
            let job = WorkOnSet {
                set: Some(set),
                sender,
            };
            self.pool.spawn(move || job.finish(&*work));
        }
    }
}

/// Work to be done on a set. If it vanishes undone the collector is told, who
/// would wait for it for ever.
struct WorkOnSet<T> {
    set: Option<T>,
    sender: Sender<Option<Done<T>>>,
}

impl<T> WorkOnSet<T> {
    /// Does the work and hands the set to the collector.
    fn finish(mut self, work: &impl Fn(&mut T)) {
        let mut set = self.set.take().expect("it is done once");
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut set)));
        let panic = done.err().map(|panic| message_of(Some(panic)));
        // The collector may have given up.
        let _ = self.sender.send(Some(Done { set, panic }));
    }
}

impl<T> Drop for WorkOnSet<T> {
    fn drop(&mut self) {
        if self.set.is_some() {
            let _ = self.sender.send(None);
        }
    }
}

fn message_of(panic: Option<Box<dyn Any + Send>>) -> String {
    let Some(panic) = panic else {
        return "the reader ended too early".to_owned();
    };
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().map_or_else(
            |_| "a panic without a message".to_owned(),
            |m| (*m).to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;

    fn pool(threads: usize) -> Arc<ThreadPool> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        Arc::new(builder.build().unwrap())
    }

    #[derive(Default, Clone)]
    struct Set {
        number: u64,
        result: u64,
    }

    /// Reads the numbers below `count`.
    fn numbers(count: u64) -> impl FnMut(&mut Set) -> Result<bool, String> + Send {
        let mut next = 0;
        move |set| {
            set.number = next;
            next += 1;
            Ok(set.number < count)
        }
    }

    #[test]
    fn results_come_in_order_though_the_first_is_slow() {
        for (threads, sets) in [(1, 1), (1, 4), (2, 3), (4, 9)] {
            let read = Arc::new(AtomicUsize::new(0));
            let (seen, mut inner) = (Arc::clone(&read), numbers(100));
            let mut results = Vec::new();
            let done = ordered(
                &pool(threads),
                vec![Set::default(); sets],
                &Stop::new(),
                move |set| {
                    seen.fetch_add(1, Ordering::SeqCst);
                    inner(set)
                },
                move |set| {
                    if set.number == 0 {
                        thread::sleep(Duration::from_millis(30));
                    }
                    set.result = set.number * set.number;
                },
                |set, panic| {
                    assert_eq!(panic, None);
                    if results.is_empty() {
                        assert!(read.load(Ordering::SeqCst) <= sets, "the window holds");
                    }
                    results.push(set.result);
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(results, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_of_the_reader_comes_after_what_was_read_before() {
        let mut inner = numbers(100);
        let mut collected = 0;
        let done = ordered(
            &pool(2),
            vec![Set::default(); 4],
            &Stop::new(),
            move |set| {
                inner(set)?;
                if set.number == 7 {
                    return Err("seven".to_owned());
                }
                Ok(true)
            },
            |_| {},
            |_, _| {
                collected += 1;
                Ok(())
            },
        );
        assert_eq!(done, Err(OrderedError::Own("seven".to_owned())));
        assert_eq!(collected, 7);
    }

    #[test]
    fn a_panic_is_told_in_its_place() {
        let mut panics = Vec::new();
        let done = ordered(
            &pool(2),
            vec![Set::default(); 4],
            &Stop::new(),
            numbers(20),
            |set| {
                assert!(set.number != 11, "number {}", set.number);
            },
            |set, panic| {
                panics.extend(panic.map(|message| (set.number, message)));
                Ok(())
            },
        );
        assert_eq!(done, Ok(()));
        assert_eq!(panics, [(11, "number 11".to_owned())]);
    }

    #[test]
    fn a_reader_that_panics_is_an_error_and_not_the_end() {
        let mut inner = numbers(100);
        let done = ordered(
            &pool(2),
            vec![Set::default(); 4],
            &Stop::new(),
            move |set| {
                let more = inner(set);
                assert!(set.number < 5, "no further");
                more
            },
            |_| {},
            |_, _| Ok(()),
        );
        assert_eq!(
            done,
            Err(OrderedError::Reader(
                "no further; this is a bug in ninefold".to_owned()
            ))
        );
    }

    /// A set that lives on would keep its count.
    #[test]
    fn no_set_outlives_a_run_that_ends_early() {
        let alive = Arc::new(());
        let set = || (Set::default(), Arc::clone(&alive));
        for round in 0..20 {
            let mut inner = numbers(u64::MAX);
            let pool = pool(2);
            let done = ordered(
                &pool,
                (0..4).map(|_| set()).collect(),
                &Stop::new(),
                move |set: &mut (Set, Arc<()>)| inner(&mut set.0),
                |_| {},
                |set, _| match set.0.number {
                    number if number == round => Err("enough".to_owned()),
                    _ => Ok(()),
                },
            );
            assert_eq!(done, Err(OrderedError::Own("enough".to_owned())));
        }
        let patience = std::time::Instant::now() + Duration::from_secs(20);
        while Arc::strong_count(&alive) > 1 {
            assert!(std::time::Instant::now() < patience, "a set is kept");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn work_that_vanishes_is_told() {
        let (sender, receiver) = bounded(1);
        drop(WorkOnSet {
            set: Some(7),
            sender,
        });
        assert!(receiver.recv().is_ok_and(|done| done.is_none()));
        let (sender, receiver) = bounded(1);
        let job = WorkOnSet {
            set: Some(7),
            sender,
        };
        job.finish(&|set| *set += 1);
        let done = receiver.recv().ok().flatten().expect("it is done");
        assert_eq!((done.set, done.panic), (8, None));
        assert!(receiver.recv().is_err(), "told once");
    }

    #[test]
    fn the_collector_can_give_up_and_a_stop_ends_a_wait() {
        let done = ordered(
            &pool(2),
            vec![Set::default(); 4],
            &Stop::new(),
            numbers(u64::MAX),
            |_| {},
            |set, _| match set.number {
                5 => Err("enough".to_owned()),
                _ => Ok(()),
            },
        );
        assert_eq!(done, Err(OrderedError::Own("enough".to_owned())));

        let stop = Stop::new();
        let (asked, (_keep, never)) = (stop.clone(), bounded::<()>(0));
        let done = ordered(
            &pool(1),
            vec![Set::default(); 2],
            &stop,
            move |_| {
                asked.stop();
                let _ = never.recv();
                Err::<bool, _>("not reached".to_owned())
            },
            |_| {},
            |_, _| Ok(()),
        );
        assert_eq!(done, Err(OrderedError::Stopped));
    }
}
