//! The three pipes of a running program, with a thread at each. Whatever the program does, no other
//! thread waits for a read or a write.

use crate::escape::escape;
use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes to read at a time.
const BLOCK: usize = 64 << 10;
/// Maximum bytes of standard error to keep, and lines of it to show.
const KEPT: usize = 4096;
const MOST_LINES: usize = 5;

/// Some bytes of its output, and when they came. Its end has none.
pub(super) type Block = (Vec<u8>, Instant);

/// Its standard input. The default discards everything.
#[derive(Debug, Default)]
pub(super) struct Orders {
    queue: Option<Sender<Vec<u8>>>,
    /// When the writing of the last order began.
    started: Arc<Mutex<Option<Instant>>>,
}

impl Orders {
    /// Writes orders to `input`.
    pub(super) fn to(input: ChildStdin) -> io::Result<Orders> {
        let (queue, orders) = channel();
        let started = Arc::default();
        let noted = Arc::clone(&started);
        spawn(move || write_orders(input, &orders, &noted))?;
        Ok(Orders {
            queue: Some(queue),
            started,
        })
    }

    /// Writes an order after those before it.
    pub(super) fn give(&mut self, order: Vec<u8>) {
        *lock(&self.started) = None;
        if let Some(queue) = &self.queue {
            let _ = queue.send(order);
        }
    }

    /// When the writing of the last order began. `None` if it has not begun.
    pub(super) fn started(&self) -> Option<Instant> {
        *lock(&self.started)
    }

    /// Ends the input after the orders so far.
    pub(super) fn close(&mut self) {
        self.queue = None;
    }
}

/// The end of its standard error.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    kept: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl LastWords {
    /// Reads `errors`.
    pub(super) fn of(errors: ChildStderr) -> io::Result<LastWords> {
        let kept = Arc::default();
        let keeps = Arc::clone(&kept);
        let listener = spawn(move || keep_last(errors, &keeps))?;
        Ok(LastWords {
            kept,
            listener: Some(listener),
        })
    }

    /// The last lines, each on its own line after a heading. Empty if there are none. Waits for the
    /// end of standard error, at most `patience`.
    pub(super) fn text(&self, patience: Duration) -> String {
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
        let last = &lines[lines.len().saturating_sub(MOST_LINES)..];
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread at a pipe.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let thread = thread::Builder::new().name("ninefold-answers".to_owned());
    thread.spawn(work)
}

/// Writes orders until there are no more, or the program reads none.
fn write_orders(
    mut input: ChildStdin,
    orders: &Receiver<Vec<u8>>,
    ordered: &Mutex<Option<Instant>>,
) {
    for order in orders {
        *lock(ordered) = Some(Instant::now());
        if input.write_all(&order).is_err() {
            return;
        }
    }
}

/// Sends blocks until there is no receiver. After the last one it says that this is the end, as often as there is room.
pub(super) fn read_blocks(mut output: ChildStdout, send: &SyncSender<Block>) {
    let mut block = vec![0; BLOCK];
    loop {
        let read = match output.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.unwrap_or(0),
        };
        if send.send((block[..read].to_vec(), Instant::now())).is_err() {
            return;
        }
    }
}

/// Keeps the end of the output.
fn keep_last(mut errors: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut block = [0; KEPT];
    while let Ok(read @ 1..) = errors.read(&mut block) {
        let mut tail = lock(tail);
        tail.extend_from_slice(&block[..read]);
        let over = tail.len().saturating_sub(KEPT);
        tail.drain(..over);
    }
}
