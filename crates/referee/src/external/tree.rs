//! All processes of a solver, and what they used: those that live, those that somebody waited for,
//! and those that left their parents, such as a daemon. Nobody but their supervisor accounts for
//! them.
//!
//! This process is the supervisor ([`super::supervisor`]): it starts one solver and nothing else,
//! and it is the one that processes without a parent are left to. So all below it are the solver's.

use super::cgroup::Cgroup;
use super::usage::{self, ProcessState, Usage};
use ninefold_files::escape::escape;
use std::collections::HashMap;
use std::process;
use std::thread;
use std::time::{Duration, Instant};
pub(super) use system::{has_ended, kill_group};

/// Maximum number of processes of a solver. More take too long to examine.
pub(super) const MANY: usize = 1024;
/// How often to look for processes that end, and how many times for killed ones.
const LOOK: Duration = Duration::from_millis(1);
const TRIES: usize = 1000;
/// If processes had more than this share of the CPU time that nobody saw, nobody knows how long
/// they waited for it.
const UNSEEN: f64 = 0.2;
/// Maximum number of characters of a command line to show.
const SHOWN: usize = 80;

/// What was last seen of a process, and of each of its threads.
#[derive(Debug)]
struct LastSeen {
    state: ProcessState,
    lives: bool,
}

impl LastSeen {
    /// Time in which its threads waited for a CPU.
    fn queued(&self) -> Duration {
        self.state.queued.values().sum()
    }
}

/// The processes of a solver, from its start to its end.
#[derive(Debug)]
pub(super) struct Tree {
    /// The first one.
    leader: u32,
    seen: HashMap<(u32, u64), LastSeen>,
    /// CPU time of those that this process waited for, with those that they waited for.
    waited_for: Duration,
    peak: Option<u64>,
    threads: Option<u64>,
    /// CPU time in the control group before it.
    before: Option<Duration>,
    /// Whether there were once more than [`MANY`].
    pub(super) has_too_many: bool,
}

impl Tree {
    /// The processes below this one, in its control group if there is one. The first of them has
    /// just started.
    pub(super) fn new(leader: u32, group: Option<&Cgroup>) -> Tree {
        Tree {
            leader,
            seen: HashMap::new(),
            waited_for: Duration::ZERO,
            peak: None,
            threads: None,
            before: group.and_then(Cgroup::cpu),
            has_too_many: false,
        }
    }

    /// Examines all processes. Returns their bytes in memory.
    pub(super) fn look(&mut self, group: Option<&Cgroup>) -> u64 {
        self.seen.values_mut().for_each(|seen| seen.lives = false);
        let mut resident = 0;
        let mut peak = 0;
        let mut threads = 0;
        let all = processes(group);
        self.has_too_many |= all.len() > MANY;
        for pid in all {
            let Some(mut state) = usage::state(pid) else {
                continue;
            };
            resident += state.resident;
            peak += state.peak;
            threads += state.threads;
            let process = (pid, state.started);
            if let Some(before) = self.seen.remove(&process) {
                let mut queued = before.state.queued;
                queued.extend(state.queued);
                state.queued = queued;
            }
            let lives = true;
            self.seen.insert(process, LastSeen { state, lives });
        }
        if peak > 0 {
            self.peak = self.peak.max(Some(peak));
            self.threads = self.threads.max(Some(threads));
        }
        resident
    }

    /// Whether there was more than one process when they were last examined.
    pub(super) fn has_several(&self) -> bool {
        self.seen.values().filter(|seen| seen.lives).count() > 1
    }

    /// What all processes used so far, as it was when they were last examined.
    pub(super) fn used(&self, group: Option<&Cgroup>) -> Usage {
        let mut running = Duration::ZERO;
        let mut waiting = Duration::ZERO;
        let mut gone = self.waited_for;
        let mut seen_of_gone = Duration::ZERO;
        let mut waited = Duration::ZERO;
        for seen in self.seen.values() {
            let state = &seen.state;
            if seen.lives {
                running += state.cpu;
                waiting += seen.queued();
                gone += state.waited_for;
            } else {
                seen_of_gone += state.cpu;
                waited += seen.queued();
            }
        }
        // The system forgets the time of those for which nobody may wait.
        let gone = gone.max(seen_of_gone);
        let in_group = group.and_then(Cgroup::cpu).zip(self.before);
        let in_group = in_group.map(|(now, before)| now.saturating_sub(before));
        let cpu = (running + gone).max(in_group.unwrap_or_default());
        // How long those waited that came and went unseen is not known. They waited as those did
        // that were seen.
        let gone = cpu - running;
        let unseen = gone.saturating_sub(seen_of_gone);
        let more = gone.as_secs_f64() / seen_of_gone.as_secs_f64().max(1e-9);
        let queued = if unseen > cpu.mul_f64(UNSEEN) {
            None
        } else {
            Some(waited.mul_f64(more.min(1.0 + UNSEEN)))
        };
        let is_known = !self.seen.is_empty() || self.waited_for > Duration::ZERO;
        Usage {
            cpu: is_known.then_some(cpu),
            queued: queued.map(|queued| queued + waiting),
            instructions: None,
            peak: self.peak,
            threads: self.threads,
        }
    }

    /// Waits for a child of this process, which has ended, and adds what it used.
    fn wait_for(&mut self, child: u32) -> Option<process::ExitStatus> {
        let (status, cpu) = usage::wait(child).ok()?;
        self.waited_for += cpu;
        for ((pid, _), seen) in &mut self.seen {
            seen.lives &= *pid != child;
        }
        Some(status)
    }

    /// The processes that run on without a parent. Waits for those that have ended.
    fn orphans(&mut self) -> Vec<u32> {
        loop {
            let mut found = usage::children(process::id());
            found.retain(|&pid| pid != self.leader);
            let (ended, running): (Vec<u32>, Vec<u32>) =
                found.into_iter().partition(|&pid| has_ended(pid));
            // What has ended may have left others to this process meanwhile.
            if ended.is_empty() {
                return running;
            }
            for pid in ended {
                self.wait_for(pid);
            }
        }
    }

    /// The command lines of the processes without a parent that do not end within `grace`. They are
    /// killed.
    pub(super) fn end_orphans(&mut self, grace: Duration) -> Vec<String> {
        let since = Instant::now();
        let mut left = self.orphans();
        while !left.is_empty() && since.elapsed() < grace {
            thread::sleep(LOOK);
            left = self.orphans();
        }
        let named = left.into_iter().map(command_line).collect();
        for _ in 0..TRIES {
            let orphans = self.orphans();
            if orphans.is_empty() {
                break;
            }
            orphans.into_iter().for_each(system::kill);
            thread::sleep(LOOK);
        }
        named
    }

    /// Kills the first process and its group, waits for it, and kills what is left then. Returns
    /// its status.
    pub(super) fn end(&mut self, group: Option<&Cgroup>) -> Option<process::ExitStatus> {
        kill_group(self.leader);
        system::kill(self.leader);
        for _ in 0..TRIES {
            if has_ended(self.leader) {
                break;
            }
            thread::sleep(LOOK);
        }
        self.look(group);
        let status = self.wait_for(self.leader);
        self.end_orphans(Duration::ZERO);
        status
    }
}

/// The processes below this one, and those in its control group. If there are more than [`MANY`],
/// only some, but more than that.
fn processes(group: Option<&Cgroup>) -> Vec<u32> {
    let mut all = descendants(process::id(), usage::children);
    for pid in group.map(Cgroup::processes).unwrap_or_default() {
        if !all.contains(&pid) {
            all.push(pid);
        }
    }
    all
}

/// The processes below one. If there are more than [`MANY`], only some, but more than that.
fn descendants(of: u32, children: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
    let mut all = children(of);
    let mut next = 0;
    while next < all.len() && all.len() <= MANY {
        all.extend(children(all[next]));
        next += 1;
    }
    all
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
        Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
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

    /// Whether a child has ended. Its process number is still reserved.
    pub(in crate::external) fn has_ended(child: u32) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let found = pid(child).map(|child| waitid(WaitId::Pid(child), options));
        matches!(found, Some(Ok(Some(_))))
    }
}

/// Other systems tell less: there, a program is ended alone.
#[cfg(not(unix))]
mod system {
    pub(in crate::external) fn kill_group(_leader: u32) {}

    pub(super) fn kill(_process: u32) {}

    pub(in crate::external) fn has_ended(_child: u32) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    /// Idle children must not hide one that works.
    #[test]
    fn a_process_below_many_is_found_unless_there_are_too_many() {
        const WORKS: u32 = 1_000_000;
        let found = |idle: u32| {
            descendants(1, |pid| match pid {
                1 => (2..2 + idle).collect(),
                2 => vec![WORKS],
                _ => Vec::new(),
            })
        };
        for idle in [1, 300, MANY as u32 - 1] {
            assert!(found(idle).contains(&WORKS), "{idle}");
            assert!(found(idle).len() <= MANY, "{idle}");
        }
        for idle in [MANY as u32, 5000] {
            assert!(found(idle).len() > MANY, "{idle}");
        }
    }

    /// The system forgets how long a thread waited when it ends.
    #[test]
    fn what_threads_waited_stays_known_when_they_end() {
        if !std::path::Path::new("/proc/thread-self/schedstat").exists() {
            eprintln!("skipped: this system does not tell how long threads wait");
            return;
        }
        const ROLE: &str = "NINEFOLD_TEST_ROLE";
        const NAME: &str = "what_threads_waited_stays_known_when_they_end";
        let this = |role: &str| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.arg(NAME).env(ROLE, role);
            command
        };
        match std::env::var(ROLE).as_deref() {
            Ok("threads") => wait_for_cpus(),
            Ok(_) => assert_never_less(&mut this("threads")),
            // Children of other tests would be in the tree.
            Err(_) => {
                let done = this("alone").output().unwrap();
                let text = String::from_utf8_lossy(&done.stdout);
                assert!(done.status.success(), "{text}");
            }
        }
    }

    /// Several threads for each CPU work for a while. Then this process does nothing.
    fn wait_for_cpus() {
        let cpus = thread::available_parallelism().unwrap().get();
        let work = || {
            let until = Instant::now() + Duration::from_millis(100);
            while Instant::now() < until {}
        };
        thread::scope(|scope| {
            for _ in 0..4 * cpus {
                scope.spawn(work);
            }
        });
        thread::sleep(Duration::from_millis(100));
    }

    fn assert_never_less(command: &mut Command) {
        let mut child = command.stdout(process::Stdio::null()).spawn().unwrap();
        let mut tree = Tree::new(child.id(), None);
        let mut most = Duration::ZERO;
        while !has_ended(child.id()) {
            tree.look(None);
            let queued = tree.used(None).queued.unwrap_or_default();
            assert!(queued >= most, "{queued:?} after {most:?}");
            most = queued;
            thread::sleep(LOOK);
        }
        tree.look(None);
        assert!(tree.used(None).queued >= Some(most));
        assert!(most > Duration::ZERO);
        child.wait().unwrap();
    }
}
