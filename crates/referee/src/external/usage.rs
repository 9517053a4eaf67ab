//! What the system tells of one process: CPU time, memory, threads.

#![allow(unsafe_code)]

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// What a solver used, as far as known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// CPU time of all its processes.
    pub(crate) cpu: Option<Duration>,
    /// Time in which its threads waited for a CPU, all together.
    pub(crate) queued: Option<Duration>,
    /// Instructions outside the kernel.
    pub(crate) instructions: Option<u64>,
    /// The most bytes of memory.
    pub(crate) peak: Option<u64>,
    /// The most threads.
    pub(crate) threads: Option<u64>,
}

/// The time between two moments, if both are known.
fn between(before: Option<Duration>, after: Option<Duration>) -> Option<Duration> {
    let both = after.zip(before);
    both.map(|(after, before)| after.saturating_sub(before))
}

impl Usage {
    /// The times of this process.
    pub(crate) fn own() -> Usage {
        // First, because reading the others takes time.
        let cpu = own_cpu();
        let queued = queued(std::process::id());
        Usage {
            cpu,
            queued: (!queued.is_empty()).then(|| queued.values().sum()),
            ..Usage::default()
        }
    }

    /// The times since an earlier moment, and the peaks as they are.
    pub(crate) fn since(self, before: Usage) -> Usage {
        let counts = self.instructions.zip(before.instructions);
        Usage {
            cpu: between(before.cpu, self.cpu),
            queued: between(before.queued, self.queued),
            instructions: counts.map(|(after, before)| after.saturating_sub(before)),
            ..self
        }
    }

    /// Adds the times of another part of the work.
    pub(super) fn add(&mut self, more: Usage) {
        self.cpu = self.cpu.zip(more.cpu).map(|(a, b)| a + b);
        self.queued = self.queued.zip(more.queued).map(|(a, b)| a + b);
        let counts = self.instructions.zip(more.instructions);
        self.instructions = counts.map(|(a, b)| a + b);
        self.peak = self.peak.max(more.peak);
        self.threads = self.threads.max(more.threads);
    }

    /// No time at all.
    pub(super) fn nothing() -> Usage {
        Usage {
            cpu: Some(Duration::ZERO),
            queued: Some(Duration::ZERO),
            instructions: Some(0),
            ..Usage::default()
        }
    }

    /// The time in which its threads and processes ran or waited for a CPU, all together. Waiting
    /// counts at most half as much as running: on a busy machine, threads that do little wait for
    /// long.
    pub(crate) fn busy(self) -> Duration {
        let ran = self.cpu.unwrap_or_default();
        ran + self.queued.unwrap_or_default().min(ran / 2)
    }
}

/// What the system tells of a process at a moment.
#[derive(Debug, Clone, Default)]
pub(super) struct ProcessState {
    /// When it started, since the system did. With its number, it is unique.
    pub(super) started: u64,
    /// CPU time of its threads, also of those that have ended.
    pub(super) cpu: Duration,
    /// Time in which each of its threads waited for a CPU. The system forgets those that ended.
    pub(super) queued: HashMap<u32, Duration>,
    /// CPU time of the processes that it waited for, to 10 ms.
    pub(super) waited_for: Duration,
    /// Bytes in memory, and the most so far.
    pub(super) resident: u64,
    pub(super) peak: u64,
    pub(super) threads: u64,
}

/// The state of a process, also of one that has ended while nobody has waited for it. `None` if the
/// system does not tell.
pub(super) fn state(pid: u32) -> Option<ProcessState> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program is in brackets, and may have any characters.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let field = |i: usize| fields.get(i)?.parse::<u64>().ok();
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    Some(ProcessState {
        started: field(19)?,
        cpu: cpu_of(pid)?,
        queued: queued(pid),
        waited_for: Duration::from_millis(10 * (field(13)? + field(14)?)),
        resident: memory(&status, "VmRSS:"),
        peak: memory(&status, "VmHWM:"),
        threads: field(17)?,
    })
}

/// The bytes after a name in the status of a process. An ended one has no memory.
fn memory(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) << 10
}

/// The processes that a process started and that still belong to it, or were left to it.
pub(super) fn children(pid: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let mut all = Vec::new();
    for list in lists {
        all.extend(
            list.split_whitespace()
                .filter_map(|pid| pid.parse::<u32>().ok()),
        );
    }
    all
}

/// Time in which each thread of a process waited for a CPU, by the thread's number.
fn queued(pid: u32) -> HashMap<u32, Duration> {
    let mut all = HashMap::new();
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    for thread in threads.into_iter().flatten().flatten() {
        let number = thread
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        // One may have ended meanwhile.
        let waited = queued_in(&thread.path().join("schedstat").to_string_lossy());
        all.extend(number.zip(waited));
    }
    all
}

/// Time in which this thread waited for a CPU.
pub(super) fn own_thread_queued() -> Duration {
    queued_in("/proc/thread-self/schedstat").unwrap_or_default()
}

fn queued_in(schedstat: &str) -> Option<Duration> {
    let times = fs::read_to_string(schedstat).ok()?;
    let waited = times.split_whitespace().nth(1)?;
    waited.parse().ok().map(Duration::from_nanos)
}

#[cfg(target_os = "linux")]
fn cpu_of(pid: u32) -> Option<Duration> {
    let pid = i32::try_from(pid).ok()?;
    let mut clock = 0;
    // SAFETY: it only writes to the given location, a variable of the right type that lives until
    // it returns.
    let done = unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) } == 0;
    done.then(|| read(clock)).flatten()
}

/// CPU time of this process, all of its threads together.
#[cfg(unix)]
pub(crate) fn own_cpu() -> Option<Duration> {
    read(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// CPU time of this process, all of its threads together.
#[cfg(not(unix))]
pub(crate) fn own_cpu() -> Option<Duration> {
    None
}

#[cfg(unix)]
fn read(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: it only writes to the given location, a variable of the right type that lives until
    // it returns.
    let done = unsafe { libc::clock_gettime(clock, &raw mut time) } == 0;
    let seconds = Duration::from_secs(u64::try_from(time.tv_sec).ok()?);
    done.then_some(seconds + Duration::from_nanos(u64::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(target_os = "linux"))]
fn cpu_of(_pid: u32) -> Option<Duration> {
    None
}

/// Waits for a child to end. Returns the CPU time of the child and of those of its children that it
/// waited for. Call it once for each.
///
/// The system's maximum of their memory is useless, because it includes the memory that this
/// process had when it started the child.
///
/// # Errors
/// The system's error, if it is not a child any more.
#[cfg(unix)]
pub(super) fn wait(pid: u32) -> std::io::Result<(std::process::ExitStatus, Duration)> {
    use std::os::unix::process::ExitStatusExt;
    let pid = libc::pid_t::try_from(pid).map_err(std::io::Error::other)?;
    let mut status = 0;
    let mut used = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: `status` and `used` have the right types, and live until the call returns.
        let found = unsafe { libc::wait4(pid, &raw mut status, 0, used.as_mut_ptr()) };
        if found == pid {
            break;
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: it was zeroed, and each of its fields is a number, for which zero is valid.
    let used = unsafe { used.assume_init() };
    let cpu = duration(used.ru_utime) + duration(used.ru_stime);
    Ok((std::process::ExitStatus::from_raw(status), cpu))
}

#[cfg(unix)]
fn duration(time: libc::timeval) -> Duration {
    let seconds = Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0));
    seconds + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

/// Other systems do not tell.
#[cfg(not(unix))]
pub(super) fn wait(_pid: u32) -> std::io::Result<(std::process::ExitStatus, Duration)> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_that_runs_can_be_looked_at() {
        let own = std::process::id();
        let seen = state(own).unwrap();
        assert!(seen.threads >= 1 && seen.peak >= seen.resident && seen.resident > 1 << 16);
        let cpu = || state(own).unwrap().cpu;
        let before = cpu();
        let mut sum = 0u64;
        while cpu() < before + Duration::from_millis(2) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(state(u32::MAX).is_none() && children(u32::MAX).is_empty());
    }

    #[test]
    fn a_child_that_ends_says_what_it_used() {
        let mut command = Command::new("sh");
        let command = command.args([
            "-c",
            "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 7",
        ]);
        let mut child = command.stdin(Stdio::null()).spawn().unwrap();
        // Another thread may wait for its own child meanwhile, and not for this one.
        let (status, cpu) = wait(child.id()).unwrap();
        assert_eq!(status.code(), Some(7));
        assert!(cpu > Duration::ZERO, "{cpu:?}");
        assert!(child.wait().is_err());
    }

    #[test]
    fn what_another_thread_starts_is_a_child_too() {
        let started = std::thread::spawn(|| {
            let mut sleep = Command::new("sleep").arg("1000").spawn().unwrap();
            let found = children(std::process::id()).contains(&sleep.id());
            sleep.kill().unwrap();
            sleep.wait().unwrap();
            found
        });
        let found = started.join().unwrap();
        assert!(
            found || children(1).is_empty(),
            "this kernel names children"
        );
    }
}
