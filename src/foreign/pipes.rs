//! The three pipes of a program that runs, with a thread at each: whatever the program does or leaves
//! undone, nobody else waits for a read or a write.

use crate::escape::escape;
use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes that are read at a time.
const BLOCK: usize = 64 << 10;
/// Bytes of standard error that are kept, and lines of it that are told.
const KEPT: usize = 4096;
const TOLD: usize = 5;

/// What comes from its output.
#[derive(Debug)]
pub(super) enum Event {
    /// Some bytes, and when they came.
    Block(Vec<u8>, Instant),
    Failed(io::Error),
    Ended(Instant),
}

/// Its standard input. By default nothing takes what is given.
#[derive(Debug, Default)]
pub(super) struct Orders {
    queue: Option<Sender<Arc<[u8]>>>,
    /// When the last order began to be written.
    begun: Arc<Mutex<Option<Instant>>>,
}

impl Orders {
    /// Writes what is given to `input`.
    pub(super) fn to(input: ChildStdin) -> io::Result<Orders> {
        let (queue, orders) = channel();
        let begun = Arc::default();
        let noted = Arc::clone(&begun);
        spawn(move || write_orders(input, &orders, &noted))?;
        Ok(Orders {
            queue: Some(queue),
            begun,
        })
    }

    /// Has an order written after those before it.
    pub(super) fn give(&mut self, order: Arc<[u8]>) {
        *lock(&self.begun) = None;
        if let Some(queue) = &self.queue {
            let _ = queue.send(order);
        }
    }

    /// When the last order began to be written; none where that has not begun.
    pub(super) fn begun(&self) -> Option<Instant> {
        *lock(&self.begun)
    }

    /// The input ends after the orders that were given.
    pub(super) fn close(&mut self) {
        self.queue = None;
    }
}

/// The end of what came from its standard error.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    kept: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl LastWords {
    /// Listens to `errors`.
    pub(super) fn of(errors: ChildStderr) -> io::Result<LastWords> {
        let kept = Arc::default();
        let keeps = Arc::clone(&kept);
        let listener = spawn(move || keep_last(errors, &keeps))?;
        Ok(LastWords {
            kept,
            listener: Some(listener),
        })
    }

    /// The last lines, each on a line of its own behind a heading; empty where there are none. The end
    /// of standard error is waited for, no longer than `patience`.
    pub(super) fn told(&self, patience: Duration) -> String {
        let since = Instant::now();
        let open = |listener: &JoinHandle<()>| !listener.is_finished();
        while self.listener.as_ref().is_some_and(open) && since.elapsed() < patience {
            thread::sleep(Duration::from_millis(1));
        }
        let kept = lock(&self.kept);
        let kept = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = kept
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(TOLD)..];
        let last: String = last
            .iter()
            .map(|line| format!("\n  {}", escape(*line)))
            .collect();
        match last.as_str() {
            "" => last,
            _ => format!("; it said:{last}"),
        }
    }
}

/// Hands on what comes from `output`, block after block.
pub(super) fn hand_on(output: ChildStdout, send: SyncSender<Event>) -> io::Result<()> {
    spawn(move || read_blocks(output, &send)).map(drop)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let thread = thread::Builder::new().name("ninefold-answers".to_owned());
    thread.spawn(work)
}

/// Writes order after order, until there are no more or the program takes none.
fn write_orders(
    mut input: ChildStdin,
    orders: &Receiver<Arc<[u8]>>,
    ordered: &Mutex<Option<Instant>>,
) {
    for order in orders {
        *lock(ordered) = Some(Instant::now());
        if input.write_all(&order).is_err() {
            return;
        }
    }
}

/// Hands on block after block, until there are no more or nobody wants them.
fn read_blocks(mut output: ChildStdout, send: &SyncSender<Event>) {
    let mut block = vec![0; BLOCK];
    loop {
        let event = match output.read(&mut block) {
            Ok(0) => Event::Ended(Instant::now()),
            Ok(read) => {
                let came = Instant::now();
                Event::Block(block[..read].to_vec(), came)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Event::Failed(error),
        };
        let is_last = !matches!(event, Event::Block(..));
        if send.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Keeps the end of what comes.
fn keep_last(mut errors: ChildStderr, said: &Mutex<Vec<u8>>) {
    let mut block = [0; KEPT];
    while let Ok(read @ 1..) = errors.read(&mut block) {
        let mut said = lock(said);
        said.extend_from_slice(&block[..read]);
        let over = said.len().saturating_sub(KEPT);
        said.drain(..over);
    }
}
