//! A program that is a solver, or runs one. It may do anything: not answer, write without end, take
//! all memory, exit, leave children behind.

use super::cgroup::Cgroup;
use super::instructions::InstructionCounter;
use super::limits::ResourceLimits;
use super::piped::{Arrival, Block, Piped, ProgramInput};
use super::tree::{self, Tree};
use super::usage::Usage;
use std::io;
use std::process::{Command, ExitStatus};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

/// How often to check for a stop and for the resources that the program uses.
const LOOK: Duration = Duration::from_millis(10);
/// The same while other processes work for it: these may come and go.
const OFTEN: Duration = Duration::from_millis(2);
/// How long what a program left running may take to end.
const GRACE: Duration = Duration::from_millis(100);
/// How long the output of an ended program may stay open. On a busy machine, its reader may be
/// late.
const LEFT_OPEN: Duration = Duration::from_secs(2);

/// Why there is no answer.
pub(super) enum ReadError {
    /// Its output ended.
    Ended(Arrival),
    /// It took too long.
    TimedOut,
    /// It used more CPU time than it may.
    UsedUp,
    /// A stop was requested.
    Stopped,
    /// It has this many bytes of memory, more than allowed.
    TooLarge(u64),
    /// It ended, but a process that it started keeps its output open.
    LeftOpen,
}

/// A running solver. Dropping it ends it and all of its processes.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) piped: Piped,
    tree: Tree,
    group: Option<Rc<Cgroup>>,
    /// Command lines of the processes that it left running, and that were killed.
    left: Vec<String>,
    /// Whether it was waited for, and its exit status.
    finished: bool,
    ended: Option<ExitStatus>,
    over: Option<Arrival>,
    looked: Instant,
}

impl Child {
    /// Starts a program.
    pub(super) fn start(
        command: Command,
        input: ProgramInput,
        group: Option<&Rc<Cgroup>>,
    ) -> io::Result<Child> {
        let piped = Piped::start(command, input, true)?;
        Ok(Child {
            tree: Tree::new(piped.process.id(), group.map(Rc::as_ref)),
            looked: piped.started,
            piped,
            group: group.cloned(),
            left: Vec::new(),
            finished: false,
            ended: None,
            over: None,
        })
    }

    /// Waits for its next output until `until` at most, and gives it up if it exceeds these limits,
    /// or if it has used this much CPU time in all.
    pub(super) fn block(
        &mut self,
        limits: &ResourceLimits,
        until: Option<Instant>,
        most_cpu: Option<Duration>,
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
            let pause = self.look(limits.memory)?;
            match self.piped.next(pause) {
                Some(Block { bytes, arrival }) if bytes.is_empty() => self.over = Some(arrival),
                Some(block) => return Ok(block),
                None if end.is_some_and(|end| Instant::now() >= end) => {
                    return Err(ReadError::TimedOut);
                }
                None if most_cpu.is_some_and(|most| self.used_cpu() > Some(most)) => {
                    return Err(ReadError::UsedUp);
                }
                None if self.has_ended() => {
                    let gone: &mut Instant = gone.get_or_insert_with(Instant::now);
                    if gone.elapsed() > LEFT_OPEN {
                        return Err(ReadError::LeftOpen);
                    }
                }
                None => {}
            }
        }
    }

    /// Examines its processes, unless it did so just before. A young one is examined more often:
    /// one that runs for a few milliseconds has used almost nothing at first. Returns when to look
    /// again.
    fn look(&mut self, most: u64) -> Result<Duration, ReadError> {
        let pause = if self.tree.has_several() { OFTEN } else { LOOK };
        let age = self.looked.saturating_duration_since(self.piped.started);
        if self.finished || age > Duration::ZERO && self.looked.elapsed() < age.min(pause) {
            return Ok(pause);
        }
        self.looked = Instant::now();
        let resident = self.tree.look(self.group.as_deref());
        if resident > most {
            Err(ReadError::TooLarge(resident))
        } else {
            Ok(pause)
        }
    }

    /// The CPU time that it had used when it was last examined.
    fn used_cpu(&self) -> Option<Duration> {
        self.tree.used(self.group.as_deref()).cpu
    }

    /// The resources that it has used so far.
    pub(super) fn usage(&mut self) -> Usage {
        if !self.finished {
            self.tree.look(self.group.as_deref());
        }
        let counter = self.piped.instructions.as_mut();
        Usage {
            instructions: counter.and_then(InstructionCounter::read),
            ..self.tree.used(self.group.as_deref())
        }
    }

    /// Whether the program itself has ended.
    fn has_ended(&mut self) -> bool {
        if self.finished {
            return true;
        }
        if cfg!(unix) {
            // Its process number stays reserved.
            tree::has_ended(self.piped.process.id())
        } else {
            matches!(self.piped.process.try_wait(), Ok(Some(_)))
        }
    }

    /// Waits until the program itself has ended, at most this long. Then ends the processes that it
    /// left behind, and returns its status.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(50);
        while !self.has_ended() {
            if Instant::now() >= until {
                return None;
            }
            let _ = self.look(u64::MAX);
            thread::sleep(pause);
            pause = (pause * 2).min(OFTEN);
        }
        self.finish();
        self.ended
    }

    /// Kills it and all of its processes, and notes their resources.
    pub(super) fn finish(&mut self) {
        if std::mem::replace(&mut self.finished, true) {
            return;
        }
        self.left.extend(self.tree.end_orphans(GRACE));
        self.ended = if cfg!(unix) {
            self.tree.end(self.group.as_deref())
        } else {
            let _ = self.piped.process.kill();
            self.piped.process.wait().ok()
        };
    }

    /// Whether it had more processes than can be examined.
    pub(super) fn has_too_many(&self) -> bool {
        self.tree.has_too_many
    }

    /// Ends the processes that left their parents, and describes them.
    pub(super) fn end_left(&mut self) -> Option<String> {
        if !self.finished {
            self.left.extend(self.tree.end_orphans(GRACE));
        }
        let left = std::mem::take(&mut self.left);
        (!left.is_empty()).then(|| {
            format!(
                "it left other processes running, which were killed: {}",
                left.join(", ")
            )
        })
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.finish();
    }
}
