//! A child process that communicates by standard input and output. It may do anything: not answer,
//! write without end, take all memory, exit, leave children behind.

use super::groups;
use super::instructions::InstructionCounter;
use super::limits::ResourceLimits;
use super::pipes::{self, Block, LastWords, Orders};
use super::usage::{self, ProcessSize, Usage};
use std::io;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of blocks of its output that wait.
const BLOCKS: usize = 16;
/// How often to check for a stop and for the resources that the program uses.
const LOOK: Duration = Duration::from_millis(10);
/// How long what a program left running may take to end.
const GRACE: Duration = Duration::from_millis(100);
/// How long the output of an ended program may stay open. On a busy machine, its reader may be
/// late.
const LEFT_OPEN: Duration = Duration::from_secs(2);
/// How long to wait for the end of standard error after the program has ended.
const LAST_WORDS: Duration = LEFT_OPEN;

/// Why there is no answer.
pub(crate) enum ReadError {
    /// Its output ended, at this moment.
    Ended(Instant),
    /// It took too long.
    TimedOut,
    /// A stop was requested.
    Stopped,
    /// It has this many bytes of memory, more than allowed.
    TooLarge(u64),
    /// It ended, but a process that it started keeps its output open.
    LeftOpen,
}

/// A running program. Dropping it ends it and its children.
#[derive(Debug)]
pub(crate) struct Child {
    process: process::Child,
    /// Command lines of the processes that it left running, and that were killed.
    left: Vec<String>,
    /// The moment before it was started.
    pub(super) started: Instant,
    /// Whether it was waited for, and its exit status.
    finished: bool,
    ended: Option<ExitStatus>,
    /// What it gets. Its answers show whether it has read them.
    pub(super) orders: Orders,
    output: Receiver<Block>,
    /// When its output ended.
    over: Option<Instant>,
    errors: LastWords,
    usage: Usage,
    instructions: Option<InstructionCounter>,
    /// CPU time of the processes that it left running and that have ended.
    orphans_cpu: Duration,
    looked: Option<Instant>,
}

impl Child {
    /// Starts a program.
    pub(crate) fn start(mut command: Command) -> io::Result<Child> {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        pipes.stderr(Stdio::piped());
        let (send, output) = sync_channel(BLOCKS);
        let (send_process, process) = channel();
        // A program has the counters of the thread that starts it, and may ask to be ended with that thread. So the
        // thread that reads its output starts it, and stays until this is dropped.
        pipes::spawn(move || {
            let instructions = InstructionCounter::of_programs();
            let mut started = groups::start(&mut command);
            let process = started.as_mut().ok();
            let output = process.and_then(|(process, _)| process.stdout.take());
            let _ = send_process.send((started, instructions));
            if let Some(output) = output {
                pipes::read_blocks(output, &send);
            }
        })?;
        let (started, instructions) = process.recv().map_err(io::Error::other)?;
        let (mut process, started) = started?;
        let pipes = (process.stdin.take(), process.stderr.take());
        // From here on, it is ended if something fails.
        let mut child = Child {
            process,
            left: Vec::new(),
            started,
            finished: false,
            ended: None,
            orders: Orders::default(),
            output,
            over: None,
            errors: LastWords::default(),
            usage: Usage::default(),
            instructions,
            orphans_cpu: Duration::ZERO,
            looked: None,
        };
        if let (Some(input), Some(errors)) = pipes {
            child.orders = Orders::to(input)?;
            child.errors = LastWords::of(errors)?;
        }
        Ok(child)
    }

    /// Waits for its next output until `until` at most, and gives it up if it exceeds these limits. Returns some bytes,
    /// and when they came.
    pub(crate) fn block(
        &mut self,
        limits: &ResourceLimits,
        until: Option<Instant>,
    ) -> Result<Block, ReadError> {
        let end = Instant::now().checked_add(limits.timeout);
        let end = [end, until].into_iter().flatten().min();
        let mut gone = None;
        loop {
            if limits.stop.is_stopped() {
                return Err(ReadError::Stopped);
            }
            if let Some(over) = self.over {
                return Err(ReadError::Ended(over));
            }
            self.look(limits.memory)?;
            match self.output.recv_timeout(LOOK) {
                Ok((block, over)) if block.is_empty() => self.over = Some(over),
                Ok(block) => return Ok(block),
                Err(RecvTimeoutError::Disconnected) => self.over = Some(Instant::now()),
                Err(RecvTimeoutError::Timeout) => {
                    if end.is_some_and(|end| Instant::now() >= end) {
                        return Err(ReadError::TimedOut);
                    }
                    if self.has_ended() {
                        let gone: &mut Instant = gone.get_or_insert_with(Instant::now);
                        if gone.elapsed() > LEFT_OPEN {
                            return Err(ReadError::LeftOpen);
                        }
                    }
                }
            }
        }
    }

    /// Whether it printed something that nobody has read. It shows only what has come already.
    pub(crate) fn has_printed(&mut self) -> bool {
        matches!(self.output.try_recv(), Ok((block, _)) if !block.is_empty())
    }

    /// Checks its resources, unless it did so just before. It checks a young program more often:
    /// one that runs for a few milliseconds has used almost nothing at the first check.
    fn look(&mut self, most: u64) -> Result<(), ReadError> {
        if let Some(looked) = self.looked {
            let age = looked.saturating_duration_since(self.started);
            if looked.elapsed() < age.min(LOOK) {
                return Ok(());
            }
        }
        self.looked = Some(Instant::now());
        let Some(ProcessSize {
            resident,
            peak,
            threads,
        }) = usage::look(self.process.id()).filter(|_| !self.finished)
        else {
            return Ok(());
        };
        self.usage.peak = self.usage.peak.max(Some(peak));
        self.usage.threads = self.usage.threads.max(Some(threads));
        match resident > most {
            true => Err(ReadError::TooLarge(resident)),
            false => Ok(()),
        }
    }

    /// The resources that it has used so far.
    pub(crate) fn usage(&mut self) -> Usage {
        if !self.finished {
            let _ = self.look(u64::MAX);
            self.usage = Usage {
                peak: self.usage.peak,
                threads: self.usage.threads,
                ..usage::times_so_far(self.process.id())
            };
        }
        let counter = self.instructions.as_mut();
        self.usage.instructions = counter.and_then(InstructionCounter::read);
        self.usage
    }

    /// Whether the program itself has ended.
    fn has_ended(&mut self) -> bool {
        self.finished
            || match cfg!(unix) {
                // Its process number stays reserved.
                true => groups::has_ended(self.process.id()),
                false => matches!(self.process.try_wait(), Ok(Some(_))),
            }
    }

    /// Waits until the program itself has ended, at most this long. Then ends the processes that it
    /// left behind, and returns its status.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(50);
        while !self.has_ended() {
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LOOK);
        }
        self.finish();
        self.ended
    }

    /// Kills it and the processes that it started, and notes its resources. It is killed before it
    /// is waited for, while its process number is reserved.
    pub(crate) fn finish(&mut self) {
        if std::mem::replace(&mut self.finished, true) {
            return;
        }
        let id = self.process.id();
        self.note_left(GRACE);
        groups::kill_group(id);
        let _ = self.process.kill();
        // Afterwards the system has forgotten it.
        self.usage.queued = usage::queued(id);
        match usage::wait(id) {
            Ok((status, cpu)) => {
                self.ended = Some(status);
                self.usage.cpu = Some(cpu + self.orphans_cpu);
            }
            Err(_) => self.ended = self.process.wait().ok(),
        }
        groups::forget(id);
        // Their parents were killed just now.
        groups::end_left(Duration::ZERO);
    }

    fn note_left(&mut self, grace: Duration) {
        let (left, cpu) = groups::end_left(grace);
        self.left.extend(left);
        self.orphans_cpu += cpu;
    }

    /// Ends the processes that the program left running, and describes them.
    pub(crate) fn end_left(&mut self) -> Option<String> {
        if !self.finished {
            self.note_left(GRACE);
        }
        let left = std::mem::take(&mut self.left);
        (!left.is_empty()).then(|| {
            format!(
                "it left other processes running, which were killed: {}",
                left.join(", ")
            )
        })
    }

    /// The last lines that it wrote to standard error, each on its own line after a heading. Empty
    /// if there are none.
    pub(crate) fn last_words(&self) -> String {
        self.errors.text(LAST_WORDS)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_ends_with_its_starter_outlives_its_output() {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "sh", "-c"]);
        command.arg("read -r line; exec >&-; sleep 0.2; exit 7");
        let Ok(mut child) = Child::start(command) else {
            eprintln!("skipped: there is no setpriv");
            return;
        };
        child.orders.give(b"go\n".to_vec());
        let status = child.wait(Duration::from_secs(60)).unwrap();
        assert_eq!(status.code(), Some(7), "{status}");
    }

    #[test]
    fn what_this_process_has_is_not_the_programs() {
        // More than `cat` has.
        const MUCH: u64 = 64 << 20;
        let own = vec![1u8; MUCH as usize];
        let limits = ResourceLimits {
            memory: MUCH,
            ..ResourceLimits::default()
        };
        for _ in 0..300 {
            let mut child = Child::start(Command::new("cat")).unwrap();
            assert!(child.look(MUCH).is_ok());
            child.orders.give(b"some line\n".to_vec());
            assert!(child.block(&limits, None).is_ok());
            child.finish();
            let peak = child.usage().peak.unwrap();
            assert!(peak < MUCH, "{peak}");
        }
        assert!(own.iter().all(|&byte| byte == 1));
    }
}
