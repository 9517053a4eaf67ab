//! The process groups of the programs that this process started, and what is left of them: so that it can end all at
//! once.
//!
//! Each program has a group of its own. What it starts in another group or session becomes a child of this process
//! when its parents are gone, on Linux: an orphan. An orphan is a child in a foreign group that was not started here.

use super::usage;
use crate::escape::escape;
use std::io;
use std::process::{self, Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
pub(super) use system::{has_ended, kill_group};

/// How often to look for orphans that end, and how many times for killed ones.
const LOOK: Duration = Duration::from_millis(1);
const TRIES: usize = 1000;
/// Maximum number of characters of a command line to show.
const SHOWN: usize = 80;

static GROUPS: Mutex<Groups> = Mutex::new(Groups {
    leaders: Vec::new(),
    is_over: false,
});

struct Groups {
    /// Leaders of the groups that were started and not ended.
    leaders: Vec<u32>,
    /// Whether all of them were ended, and no more may be started.
    is_over: bool,
}

fn lock() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The groups. Once all were ended, the caller waits for ever: this process is about to end itself, starts no other
/// program, and does not report killed ones.
fn open() -> MutexGuard<'static, Groups> {
    let groups = lock();
    if !groups.is_over {
        return groups;
    }
    drop(groups);
    loop {
        thread::park();
    }
}

impl Groups {
    /// The running orphans. Reaps those that have ended, and adds their CPU time.
    fn orphans(&self, cpu: &mut Duration) -> Vec<u32> {
        loop {
            let mut found = usage::children(process::id());
            found.retain(|&pid| !self.leaders.contains(&pid) && system::is_in_other_group(pid));
            let (ended, running): (Vec<u32>, Vec<u32>) =
                found.into_iter().partition(|&pid| has_ended(pid));
            // What has ended may have left others to this process meanwhile.
            if ended.is_empty() {
                return running;
            }
            let times = ended.into_iter().filter_map(|pid| usage::wait(pid).ok());
            *cpu += times.map(|(_, cpu)| cpu).sum::<Duration>();
        }
    }

    /// Waits until the leaders have ended, which were killed. Then what they started in other groups is left to
    /// this process.
    fn wait_for_leaders(&self) {
        for _ in 0..TRIES {
            if !self
                .leaders
                .iter()
                .any(|&leader| system::is_running(leader))
            {
                return;
            }
            thread::sleep(LOOK);
        }
    }

    /// Kills all orphans, and those that are left then.
    fn end_orphans(&self, cpu: &mut Duration) {
        for _ in 0..TRIES {
            let orphans = self.orphans(cpu);
            if orphans.is_empty() {
                return;
            }
            orphans.into_iter().for_each(system::kill);
            thread::sleep(LOOK);
        }
    }
}

/// Starts a program, and returns the moment before. From the first moment it is ended with all others.
pub(super) fn start(command: &mut Command) -> io::Result<(Child, Instant)> {
    let mut groups = open();
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // If the system refuses, there are no orphans.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    #[cfg(unix)]
    let (mut until_exec, held) = io::pipe()?;
    let at = Instant::now();
    let mut tries = 0..TRIES;
    let process = loop {
        match command.spawn() {
            // Another thread started a program while a copy of this one was written: until that has begun, it has
            // the file open.
            Err(error)
                if error.kind() == io::ErrorKind::ExecutableFileBusy && tries.next().is_some() =>
            {
                thread::sleep(LOOK);
            }
            spawned => break spawned?,
        }
    };
    groups.leaders.push(process.id());
    // On Linux, `spawn` may return shortly before the child has released the memory of this
    // process. The child's end of the pipe is closed shortly after.
    #[cfg(unix)]
    {
        drop(held);
        let _ = io::Read::read(&mut until_exec, &mut [0]);
    }
    Ok((process, at))
}

/// Notes that a group was ended.
pub(super) fn forget(leader: u32) {
    open().leaders.retain(|&group| group != leader);
}

/// Ends every started program, and the processes that those started. Call it before this process
/// ends itself: no other program starts afterwards.
pub fn end_all() {
    let mut groups = lock();
    groups.is_over = true;
    groups.leaders.iter().copied().for_each(kill_group);
    groups.wait_for_leaders();
    let mut cpu = Duration::ZERO;
    groups.end_orphans(&mut cpu);
}

/// Kills the orphans that do not end within `grace`. Returns their command lines, and the CPU time of all orphans that
/// have ended.
pub(super) fn end_left(grace: Duration) -> (Vec<String>, Duration) {
    let (groups, since, mut cpu) = (open(), Instant::now(), Duration::ZERO);
    let mut left = groups.orphans(&mut cpu);
    while !left.is_empty() && since.elapsed() < grace {
        thread::sleep(LOOK);
        left = groups.orphans(&mut cpu);
    }
    let named = left.into_iter().map(command_line).collect();
    groups.end_orphans(&mut cpu);
    (named, cpu)
}

fn command_line(pid: u32) -> String {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let line = String::from_utf8_lossy(&line).replace('\0', " ");
    let line: String = line.trim_end().chars().take(SHOWN).collect();
    format!("{} (process {pid})", escape(&line))
}

#[cfg(unix)]
mod system {
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, getpgid, getpgrp, kill_process, kill_process_group,
        waitid,
    };

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }

    /// Kills everything in a group.
    pub(in crate::external) fn kill_group(leader: u32) {
        let _ = pid(leader).map(|group| kill_process_group(group, Signal::KILL));
    }

    pub(super) fn kill(process: u32) {
        let _ = pid(process).map(|pid| kill_process(pid, Signal::KILL));
    }

    pub(super) fn is_in_other_group(process: u32) -> bool {
        let group = pid(process).and_then(|pid| getpgid(Some(pid)).ok());
        group.is_some_and(|group| group != getpgrp())
    }

    /// Whether a child has ended. Its process number is still reserved.
    pub(in crate::external) fn has_ended(child: u32) -> bool {
        look(child) == Some(true)
    }

    /// Whether it is a child that has not ended.
    pub(super) fn is_running(child: u32) -> bool {
        look(child) == Some(false)
    }

    /// Whether a child has ended. `None` if it is no child, or was reaped.
    fn look(child: u32) -> Option<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let found = waitid(WaitId::Pid(pid(child)?), options).ok()?;
        Some(found.is_some())
    }
}

/// Other systems tell less: there, a program is ended alone.
#[cfg(not(unix))]
mod system {
    pub(in crate::external) fn kill_group(_leader: u32) {}

    pub(super) fn kill(_process: u32) {}

    pub(super) fn is_in_other_group(_process: u32) -> bool {
        false
    }

    pub(in crate::external) fn has_ended(_child: u32) -> bool {
        false
    }

    pub(super) fn is_running(_child: u32) -> bool {
        false
    }
}
