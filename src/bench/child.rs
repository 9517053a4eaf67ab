//! A program that is spoken to in lines. It may do anything: not answer, write
//! without end, go away, leave children behind.

use crate::pipeline::Stop;
use crate::shown::shown;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// No line is longer, whatever program it is.
const LONGEST_LINE: u64 = 64 << 20;
/// How often is looked whether somebody asked to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of standard error that are kept, and lines of it that are told.
const KEPT: usize = 4096;
const TOLD: usize = 5;
/// How long the end of standard error is waited for when the program has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How long an answer is waited for.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// After this time a program that has not answered is given up.
    pub timeout: Duration,
    /// Somebody may ask to stop.
    pub stop: Stop,
}

/// Why there is no answer.
pub(super) enum Silence {
    /// Its output ended.
    Ended,
    /// It took too long.
    TimedOut,
    /// Somebody asked to stop.
    Stopped,
    /// Its output is no text, or could not be read.
    Failed(io::Error),
}

/// A program that runs. Dropped, it and its children are ended.
pub(super) struct Child {
    process: process::Child,
    orders: Option<ChildStdin>,
    lines: Receiver<io::Result<String>>,
    said: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl Child {
    /// Starts a program, in a process group of its own, so that what it starts can be
    /// ended with it.
    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = pipes.stderr(Stdio::piped()).spawn()?;
        let (send, lines) = sync_channel(1);
        let said = Arc::new(Mutex::new(Vec::new()));
        let mut child = Child {
            orders: process.stdin.take(),
            lines,
            said: Arc::clone(&said),
            listener: None,
            process,
        };
        if let Some(answers) = child.process.stdout.take() {
            spawn(move || read_lines(answers, &send))?;
        }
        if let Some(errors) = child.process.stderr.take() {
            child.listener = Some(spawn(move || keep_last(errors, &said))?);
        }
        Ok(child)
    }

    /// Gives it an order.
    pub(super) fn order(&mut self, order: &str) -> bool {
        let sent = self
            .orders
            .as_mut()
            .map(|orders| orders.write_all(order.as_bytes()));
        matches!(sent, Some(Ok(())))
    }

    /// Waits for its next line.
    pub(super) fn line(&mut self, waiting: &Waiting) -> Result<String, Silence> {
        let since = Instant::now();
        loop {
            if waiting.stop.is_stopped() {
                return Err(Silence::Stopped);
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(error)) => return Err(Silence::Failed(error)),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if since.elapsed() >= waiting.timeout => {
                    return Err(Silence::TimedOut);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends it: its input ends, and after some time whatever is left of it is
    /// killed. Its status, if it ended by itself.
    pub(super) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.orders = None;
        let until = Instant::now() + patience;
        let by_itself = loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(_) => {}
                Err(error) => break error == RecvTimeoutError::Disconnected,
            }
        };
        self.kill();
        let status = self.process.wait().ok();
        status.filter(|_| by_itself)
    }

    /// Kills it and what it started. Before it is waited for: its number is its own.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let group = i32::try_from(self.process.id())
                .ok()
                .and_then(Pid::from_raw);
            let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        }
        let _ = self.process.kill();
    }

    /// The last lines that it wrote to standard error; empty where there are none.
    pub(super) fn last_words(&self) -> String {
        let since = Instant::now();
        let open = |listener: &JoinHandle<()>| !listener.is_finished();
        while self.listener.as_ref().is_some_and(open) && since.elapsed() < LAST_WORDS {
            thread::sleep(Duration::from_millis(1));
        }
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> = said
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(TOLD)..];
        last.iter()
            .map(|line| format!("\n  {}", shown(*line)))
            .collect()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        let _ = self.process.wait();
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let thread = thread::Builder::new().name("ninefold-answers".to_owned());
    thread.spawn(work)
}

/// Hands on line after line, until there are no more or nobody wants them.
fn read_lines(answers: ChildStdout, send: &SyncSender<io::Result<String>>) {
    let mut answers = BufReader::new(answers);
    loop {
        let mut line = String::new();
        let read = (&mut answers).take(LONGEST_LINE).read_line(&mut line);
        let ended = match read {
            Ok(_) if line.ends_with('\n') => false,
            // What was begun and not ended is no answer.
            Ok(read) if (read as u64) < LONGEST_LINE => return,
            _ => true,
        };
        let too_long = || io::Error::other("a line of more than 64 MiB");
        let line = match read {
            Ok(_) if ended => Err(too_long()),
            Ok(_) => Ok(line),
            Err(error) => Err(error),
        };
        if send.send(line).is_err() || ended {
            return;
        }
    }
}

/// Keeps the end of what comes.
fn keep_last(mut errors: ChildStderr, said: &Mutex<Vec<u8>>) {
    let mut block = [0; KEPT];
    while let Ok(read @ 1..) = errors.read(&mut block) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(&block[..read]);
        let over = said.len().saturating_sub(KEPT);
        said.drain(..over);
    }
}
