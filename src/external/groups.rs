//! The process groups of the programs that this process started, so that it can end all of them at
//! once.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// The process group of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessGroup {
    /// Its own, so that everything that it starts is ended with it.
    Own,
    /// That of this process, which is itself a child and is ended with its group.
    Shared,
}

/// A program that was started.
pub(super) struct Started {
    pub(super) process: Child,
    /// The moment before its start.
    pub(super) at: Instant,
}

static GROUPS: Groups = Groups::new();

/// Process groups, for code that starts and ends programs.
struct Groups(Mutex<State>);

struct State {
    /// Leaders of the groups that were started and not ended.
    leaders: Vec<u32>,
    /// Whether all of them were ended, and no more may be started.
    is_over: bool,
}

impl Groups {
    const fn new() -> Groups {
        Groups(Mutex::new(State {
            leaders: Vec::new(),
            is_over: false,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The locked groups. `None` once all were ended.
    fn open(&self) -> Option<MutexGuard<'_, State>> {
        Some(self.lock()).filter(|state| !state.is_over)
    }

    /// The locked groups. Once all were ended, the caller waits for ever: this process is about to
    /// end itself, starts no other program, and does not report killed ones.
    fn open_or_wait(&self) -> MutexGuard<'_, State> {
        match self.open() {
            Some(state) => state,
            None => loop {
                thread::park();
            },
        }
    }

    fn end_all(&self) {
        if let Some(mut state) = self.open() {
            state.is_over = true;
            state.leaders.iter().copied().for_each(kill);
        }
    }
}

/// Starts a program. From the first moment it is ended with all others.
pub(super) fn start(command: &mut Command, group: ProcessGroup) -> io::Result<Started> {
    let mut groups = GROUPS.open_or_wait();
    #[cfg(unix)]
    let (mut until_exec, held) = io::pipe()?;
    let at = Instant::now();
    let process = command.spawn()?;
    if group == ProcessGroup::Own {
        groups.leaders.push(process.id());
    }
    // On Linux, `spawn` may return shortly before the child has released the memory of this
    // process. The child's end of the pipe is closed shortly after.
    #[cfg(unix)]
    {
        drop(held);
        let _ = io::Read::read(&mut until_exec, &mut [0]);
    }
    Ok(Started { process, at })
}

/// Notes that a group was ended.
pub(super) fn forget(leader: u32) {
    let mut groups = GROUPS.open_or_wait();
    groups.leaders.retain(|&group| group != leader);
}

/// Ends every started program, and the processes that those started. Call it before this process
/// ends itself: no other program starts afterwards.
pub fn end_all() {
    GROUPS.end_all();
}

/// Kills everything in a group.
pub(super) fn kill(leader: u32) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(leader).ok().and_then(Pid::from_raw);
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    }
    #[cfg(not(unix))]
    let _ = leader;
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn once_all_were_ended_nothing_is_started() {
        let groups = Groups::new();
        assert!(groups.open().is_some(), "first");
        assert!(groups.open().is_some(), "it was given back");
        groups.end_all();
        assert!(groups.open().is_none());
        // Another end does not wait for it.
        groups.end_all();
    }
}
