//! The resources that a process used: CPU time, memory, threads. As far as the system tells.

#![allow(unsafe_code)]

use crate::solver::Counters;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Maximum number of related processes to examine.
const MANY: usize = 64;

/// The resources that a program used, as far as known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// CPU time of all its threads, since it started.
    pub(crate) cpu: Option<Duration>,
    /// Time that it waited for a CPU, since it started.
    pub(crate) queued: Option<Duration>,
    /// Instructions outside the kernel, since it started.
    pub(crate) instructions: Option<u64>,
    /// CPU time of processes that came and went, of a program that still runs.
    pub(crate) reaped: Duration,
    /// The most bytes of memory.
    pub(crate) peak: Option<u64>,
    /// The most threads.
    pub(crate) threads: Option<u64>,
}

impl Usage {
    /// The times of this process.
    pub(crate) fn own() -> Usage {
        Usage {
            cpu: own_cpu(),
            queued: queued(std::process::id()),
            ..Usage::default()
        }
    }

    /// The times since an earlier moment, and the peaks as they are.
    pub(crate) fn since(self, before: Usage) -> Usage {
        let since = |after: Option<Duration>, before| {
            let both = after.zip(before);
            both.map(|(after, before): (Duration, Duration)| after.saturating_sub(before))
        };
        let counts = self.instructions.zip(before.instructions);
        Usage {
            cpu: since(self.cpu, before.cpu),
            queued: since(self.queued, before.queued),
            instructions: counts.map(|(after, before)| after.saturating_sub(before)),
            reaped: self.reaped.saturating_sub(before.reaped),
            ..self
        }
    }

    /// The time in which its threads and processes ran or waited for a CPU, all together. Waiting counts at most half
    /// as much as running: on a busy machine, threads that do little wait for long.
    pub(crate) fn busy(self) -> Duration {
        let ran = self.cpu.unwrap_or_default() + self.reaped;
        ran + self.queued.unwrap_or_default().min(ran / 2)
    }

    /// The part of a time in which it neither ran nor waited for a CPU: it slept, or others worked for it.
    pub(crate) fn idle(self, wall: Duration) -> Option<Duration> {
        let busy = self.cpu.zip(self.queued);
        busy.map(|(cpu, queued)| wall.saturating_sub(cpu + queued))
    }
}

/// What the work on a request took, as our worker says it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WorkUsed {
    /// Time of all passes together, in nanoseconds.
    pub(crate) wall_ns: u64,
    /// CPU time of all passes and threads together, if the system tells.
    pub(crate) cpu_ns: Option<u64>,
    /// Time in which its threads waited for a CPU, all together, if the system tells.
    pub(crate) queued_ns: Option<u64>,
    /// Instructions of all passes and threads together, if the system counts them. Older workers do not say.
    pub(crate) instructions: Option<u64>,
    /// Deterministic counts of one pass.
    pub(crate) counters: Counters,
}

/// The current memory and threads of a process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ProcessSize {
    /// Bytes in memory.
    pub(super) resident: u64,
    /// The maximum bytes so far.
    pub(super) peak: u64,
    /// Threads.
    pub(super) threads: u64,
}

/// Examines a process and those that it started, together. `None` if it has ended, or if the system
/// does not tell.
pub(super) fn look(pid: u32) -> Option<ProcessSize> {
    let mut all = look_at(pid)?;
    for one in family(pid).into_iter().skip(1).filter_map(look_at) {
        all.resident += one.resident;
        all.peak += one.peak;
        all.threads += one.threads;
    }
    Some(all)
}

fn look_at(pid: u32) -> Option<ProcessSize> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    // An ended process has no memory.
    let value = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some(ProcessSize {
        resident: value("VmRSS:")? << 10,
        peak: value("VmHWM:")? << 10,
        threads: value("Threads:")?,
    })
}

/// A process, those that its first thread started, and theirs: a script and the programs that it
/// runs. If there are very many, only some.
fn family(pid: u32) -> Vec<u32> {
    let mut all = vec![pid];
    let mut next = 0;
    while next < all.len() && all.len() < MANY {
        all.extend(children(all[next]));
        next += 1;
    }
    all
}

/// The processes that a process's first thread started, or that were left to it.
pub(super) fn children(pid: u32) -> Vec<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    let children = children.split_whitespace().map(str::parse::<u32>);
    children.filter_map(Result::ok).collect()
}

/// The times of a running process and of the running processes that it started, since they started. The CPU time of
/// processes that they waited for is known to 10 ms.
pub(super) fn times_so_far(pid: u32) -> Usage {
    let others = family(pid);
    let sum = |of: fn(u32) -> Option<Duration>| {
        let others = others.iter().skip(1).copied().filter_map(of);
        Some(of(pid)? + others.sum::<Duration>())
    };
    Usage {
        cpu: sum(cpu_of),
        queued: sum(queued),
        reaped: sum(reaped).unwrap_or_default(),
        ..Usage::default()
    }
}

/// Time in which the threads of a process waited for a CPU, all together.
pub(super) fn queued(pid: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let waited = |thread: std::fs::DirEntry| {
        let times = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let waited = times.split_whitespace().nth(1)?;
        waited.parse().ok().map(Duration::from_nanos)
    };
    // One may have ended meanwhile.
    threads
        .flatten()
        .filter_map(waited)
        .reduce(|all, one| all + one)
}

fn reaped(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program is in brackets, and may have any characters.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(13).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
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
    let time = |time: libc::timeval| {
        let seconds = Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0));
        seconds + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
    };
    let cpu = time(used.ru_utime) + time(used.ru_stime);
    Ok((std::process::ExitStatus::from_raw(status), cpu))
}

/// Other systems do not tell.
#[cfg(not(unix))]
pub(super) fn wait(_pid: u32) -> std::io::Result<(std::process::ExitStatus, Duration)> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_that_runs_can_be_looked_at() {
        let own = std::process::id();
        let seen = look(own).unwrap();
        assert!(seen.threads >= 1 && seen.peak >= seen.resident && seen.resident > 1 << 16);
        let cpu = || times_so_far(own).cpu.unwrap();
        let (before, mut sum) = (cpu(), 0u64);
        while cpu() < before + Duration::from_millis(2) {
            sum = std::hint::black_box(sum + 1);
        }
        assert_eq!(look(u32::MAX), None);
        assert_eq!(times_so_far(u32::MAX), Usage::default());
    }

    #[test]
    fn what_a_script_runs_belongs_to_it() {
        let own = std::process::id();
        if std::fs::read_to_string(format!("/proc/{own}/task/{own}/children")).is_err() {
            eprintln!("skipped: this kernel names no children");
            return;
        }
        // The script itself stays small. The program that it runs has megabytes, because Linux does
        // not count a few pages exactly: it adds up the count of each CPU late.
        let much = "x=$(head -c 16000000 /dev/zero | tr '\\0' x); echo ready; sleep 1000; echo $x";
        let mut shell = Command::new("sh");
        shell.args(["-c", "sh -c \"$1\" & wait", "sh", much]);
        shell.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        let mut ready = [0; 6];
        let stdout = shell.stdout.as_mut().unwrap();
        stdout.read_exact(&mut ready).unwrap();
        let since = std::time::Instant::now();
        let seen = loop {
            let seen = look(shell.id()).unwrap();
            if seen.threads == 3 || since.elapsed() > Duration::from_secs(30) {
                break seen;
            }
        };
        let all = family(shell.id());
        let own = look_at(shell.id()).unwrap();
        for pid in &all {
            let _ = Command::new("kill")
                .args(["-KILL", &pid.to_string()])
                .status();
        }
        shell.wait().unwrap();
        assert_eq!((seen.threads, all.len(), own.threads), (3, 3, 1));
        assert!(seen.resident > 15_000_000 && own.resident < 8_000_000);
        assert!(seen.peak > 15_000_000);
        assert_eq!(look(shell.id()), None);
    }

    #[test]
    fn a_child_that_ends_says_what_it_used() {
        let mut command = Command::new("sh");
        let command = command.args([
            "-c",
            "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 7",
        ]);
        let mut child = command.stdin(Stdio::null()).spawn().unwrap();
        let (status, cpu) = wait(child.id()).unwrap();
        assert_eq!(status.code(), Some(7));
        assert!(cpu > Duration::ZERO, "{cpu:?}");
        assert!(child.wait().is_err());
    }
}
