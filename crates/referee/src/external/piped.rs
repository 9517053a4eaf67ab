//! A started program and its three pipes, with a thread at each. Whatever the program does, no
//! other thread waits for a read or a write.

use super::instructions::InstructionCounter;
use super::usage;
use ninefold_files::escape::escape;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes to read at a time.
const BLOCK: usize = 64 << 10;
/// Maximum number of blocks of its output that wait.
const BLOCKS: usize = 16;
/// The size of a pipe to ask the system for, so that a whole request fits: then the program does
/// not wait for us.
pub(super) const PIPE: usize = 1 << 20;
/// Maximum bytes of standard error to keep, and lines of it to show.
const KEPT: usize = 4096;
const MOST_LINES: usize = 5;
/// How long to wait for the end of standard error.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// Two reads between which less time than this is not accounted for follow each other at once.
const AT_ONCE: Duration = Duration::from_micros(200);
/// How often to try to start a program whose file another process still writes.
const TRIES: usize = 1000;

/// Some bytes of its output. Its end has none.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    pub(super) arrival: Arrival,
}

/// When output was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) came: Instant,
    /// How long it may have been there: as long as the thread that read it waited for a CPU, or for
    /// us, since the block before.
    pub(super) late: Duration,
    /// Whether that thread only did so since then, and did not wait for the program.
    is_at_once: bool,
}

impl Arrival {
    pub(super) fn now() -> Arrival {
        Arrival {
            came: Instant::now(),
            late: Duration::ZERO,
            is_at_once: false,
        }
    }

    /// The same after an earlier block. If nobody waited for the program in between, this was there
    /// with that one, perhaps. If the program has printed more than its pipe holds, it waited for
    /// us itself.
    pub(super) fn after(self, earlier: Arrival, printed: usize) -> Arrival {
        let adds = self.is_at_once || printed > PIPE;
        let earlier = if adds { earlier.late } else { Duration::ZERO };
        Arrival {
            late: self.late + earlier,
            ..self
        }
    }
}

/// Its standard input.
pub(super) enum ProgramInput {
    /// A pipe for [`Piped::give`].
    Orders,
    /// What is in a file.
    File(File),
}

/// A running program.
#[derive(Debug)]
pub(super) struct Piped {
    pub(super) process: process::Child,
    /// The moment before it was started.
    pub(super) started: Instant,
    orders: Option<Sender<Vec<u8>>>,
    /// When the writing of the last order began.
    ordered: Arc<Mutex<Option<Instant>>>,
    /// Bytes that its standard input holds, if that is a pipe and the system tells.
    pub(super) holds: Option<usize>,
    output: Receiver<Block>,
    /// The end of its standard error.
    errors: Arc<Mutex<Vec<u8>>>,
    listener: JoinHandle<()>,
    pub(super) instructions: Option<InstructionCounter>,
}

impl Piped {
    /// Starts a program in a process group of its own, perhaps with its instructions counted.
    pub(super) fn start(
        mut command: Command,
        input: ProgramInput,
        counts: bool,
    ) -> io::Result<Piped> {
        command.stdin(match input {
            ProgramInput::Orders => Stdio::piped(),
            ProgramInput::File(file) => file.into(),
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let (send, output) = sync_channel(BLOCKS);
        let (send_process, process) = channel();
        // A program has the counters of the thread that starts it, and may ask to be ended with
        // that thread. So the thread that reads its output starts it, and stays until this is
        // dropped.
        spawn(move || {
            let instructions = counts.then(InstructionCounter::of_programs).flatten();
            // Short programs may end before this thread gets a CPU again.
            let queued = usage::own_thread_queued();
            let mut started = start(&mut command);
            let process = started.as_mut().ok();
            let output = process.and_then(|(process, _)| process.stdout.take());
            if let Some(output) = &output {
                resize(output);
            }
            let _ = send_process.send((started, instructions));
            if let Some(output) = output {
                read_blocks(output, &send, queued);
            }
        })?;
        let (started, instructions) = process.recv().map_err(io::Error::other)?;
        let (mut process, started) = started?;
        let input = process.stdin.take();
        let errors = process.stderr.take();
        let holds = input.as_ref().and_then(resize);
        let ordered = Arc::default();
        let orders = input.map(|input| write_orders(input, &ordered));
        let kept = Arc::default();
        let listener = errors.map(|errors| keep_last(errors, &kept));
        let (orders, listener) = match (orders.transpose(), listener) {
            (Ok(orders), Some(Ok(listener))) => (orders, listener),
            (Err(error), _) | (_, Some(Err(error))) => return Err(abandon(process, error)),
            (_, None) => return Err(abandon(process, io::ErrorKind::BrokenPipe.into())),
        };
        Ok(Piped {
            process,
            started,
            orders,
            ordered,
            holds,
            output,
            errors: kept,
            listener,
            instructions,
        })
    }

    /// Writes an order after those before it.
    pub(super) fn give(&mut self, order: Vec<u8>) {
        *lock(&self.ordered) = None;
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }

    /// When the writing of the last order began. `None` if it has not begun.
    pub(super) fn ordered(&self) -> Option<Instant> {
        *lock(&self.ordered)
    }

    /// Ends its input after the orders so far.
    pub(super) fn close(&mut self) {
        self.orders = None;
    }

    /// Waits this long for its next output. `None` if there is none yet. After its end, each one is
    /// empty.
    pub(super) fn next(&mut self, wait: Duration) -> Option<Block> {
        match self.output.recv_timeout(wait) {
            Ok(block) => Some(block),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Block {
                bytes: Vec::new(),
                arrival: Arrival::now(),
            }),
        }
    }

    /// Whether it printed something that nobody has read. It shows only what has come already.
    pub(super) fn has_printed(&mut self) -> bool {
        matches!(self.output.try_recv(), Ok(block) if !block.bytes.is_empty())
    }

    /// The last lines that it wrote to standard error, each on its own line after a heading. Empty
    /// if there are none. Waits for the end of standard error for a while.
    pub(super) fn last_words(&self) -> String {
        let since = Instant::now();
        while !self.listener.is_finished() && since.elapsed() < LAST_WORDS {
            thread::sleep(Duration::from_millis(1));
        }
        let kept = lock(&self.errors);
        let kept = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = kept
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(MOST_LINES)..];
        let last = last.iter().map(|line| format!("\n  {}", escape(*line)));
        match last.collect::<String>().as_str() {
            "" => String::new(),
            last => format!("; it said:{last}"),
        }
    }
}

/// Ends a program that cannot be used.
fn abandon(mut process: process::Child, error: io::Error) -> io::Error {
    let _ = process.kill();
    let _ = process.wait();
    error
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread at a pipe.
fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let thread = thread::Builder::new().name("ninefold-answers".to_owned());
    thread.spawn(work)
}

/// Starts a program, and returns the moment before.
fn start(command: &mut Command) -> io::Result<(process::Child, Instant)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(unix)]
    let (mut until_exec, held) = io::pipe()?;
    let at = Instant::now();
    let mut tries = 0..TRIES;
    let process = loop {
        match command.spawn() {
            // Another thread started a program while a copy of this one was written: until that has
            // begun, it has the file open.
            Err(error)
                if error.kind() == io::ErrorKind::ExecutableFileBusy && tries.next().is_some() =>
            {
                thread::sleep(Duration::from_millis(1));
            }
            spawned => break spawned?,
        }
    };
    // On Linux, `spawn` may return shortly before the child has released the memory of this
    // process. The child's end of the pipe is closed shortly after.
    #[cfg(unix)]
    {
        drop(held);
        let _ = until_exec.read(&mut [0]);
    }
    Ok((process, at))
}

/// Asks for a large pipe. Returns how many bytes it holds, if the system tells.
#[cfg(target_os = "linux")]
fn resize(pipe: &impl std::os::fd::AsFd) -> Option<usize> {
    // If the user has many pipes already, it stays as it is.
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE);
    rustix::pipe::fcntl_getpipe_size(pipe).ok()
}

#[cfg(not(target_os = "linux"))]
fn resize<T>(_pipe: &T) -> Option<usize> {
    None
}

/// Writes orders until there are no more, or the program reads none.
fn write_orders(
    mut input: ChildStdin,
    ordered: &Arc<Mutex<Option<Instant>>>,
) -> io::Result<Sender<Vec<u8>>> {
    let (send, orders) = channel::<Vec<u8>>();
    let ordered = Arc::clone(ordered);
    spawn(move || {
        for order in orders {
            *lock(&ordered) = Some(Instant::now());
            if input.write_all(&order).is_err() {
                return;
            }
        }
    })?;
    Ok(send)
}

/// Sends blocks until there is no receiver. After the last one it says that this is the end, as
/// often as there is room. This thread had waited so long for a CPU when it started the program.
fn read_blocks(mut output: ChildStdout, send: &SyncSender<Block>, mut queued: Duration) {
    let mut block = vec![0; BLOCK];
    let mut last = Instant::now();
    let mut sending = Duration::ZERO;
    loop {
        let read = match output.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.unwrap_or(0),
        };
        let came = Instant::now();
        let before = std::mem::replace(&mut queued, usage::own_thread_queued());
        let late = queued.saturating_sub(before) + sending;
        let between = came - std::mem::replace(&mut last, came);
        let block = Block {
            bytes: block[..read].to_vec(),
            arrival: Arrival {
                came,
                late,
                is_at_once: between <= late + AT_ONCE,
            },
        };
        let sent = Instant::now();
        if send.send(block).is_err() {
            return;
        }
        sending = sent.elapsed();
    }
}

/// Keeps the end of the output.
fn keep_last(mut errors: ChildStderr, kept: &Arc<Mutex<Vec<u8>>>) -> io::Result<JoinHandle<()>> {
    let tail = Arc::clone(kept);
    spawn(move || {
        let mut block = [0; KEPT];
        while let Ok(read @ 1..) = errors.read(&mut block) {
            let mut tail = lock(&tail);
            tail.extend_from_slice(&block[..read]);
            let over = tail.len().saturating_sub(KEPT);
            tail.drain(..over);
        }
    })
}
