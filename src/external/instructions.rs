//! Instructions, where the system counts them: by `perf_event_open` of Linux, if it may be called and the CPU counts. They
//! hardly depend on what else the machine does, so they are recorded beside the times. They decide nothing, because the
//! same number of instructions may take twice the time.

use std::fs::File;
use std::io::{self, Read};
use std::thread;

/// Counts the instructions of threads or processes, and of those that they start, outside the kernel.
#[derive(Debug)]
pub(crate) struct InstructionCounter(File);

impl InstructionCounter {
    /// Counts those of this thread, and of the threads that it starts from now on. `None` if nobody counts them.
    pub(crate) fn of_this_thread() -> Option<InstructionCounter> {
        system::open(system::INSTRUCTIONS, false).map(InstructionCounter)
    }

    /// Counts those of the process that `start` starts.
    ///
    /// # Errors
    /// That of `start`.
    pub(super) fn of_child<T: Send>(
        start: impl FnOnce() -> io::Result<T> + Send,
    ) -> io::Result<(T, Option<InstructionCounter>)> {
        match system::open(system::INSTRUCTIONS, true) {
            None => start().map(|child| (child, None)),
            Some(_) => of_child(system::INSTRUCTIONS, start),
        }
    }

    /// The number so far. `None` if the CPU counted something else for a part of the time.
    pub(crate) fn read(&mut self) -> Option<u64> {
        let mut numbers = [0; 24];
        self.0.read_exact(&mut numbers).ok()?;
        let [count, enabled, running] =
            [0, 8, 16].map(|at| u64::from_ne_bytes(std::array::from_fn(|i| numbers[at + i])));
        (running == enabled).then_some(count)
    }
}

/// Starts a process in a thread of its own: a process gets the counters of the thread that starts it, and this thread
/// starts no other.
fn of_child<T: Send>(
    event: u64,
    start: impl FnOnce() -> io::Result<T> + Send,
) -> io::Result<(T, Option<InstructionCounter>)> {
    let counted = || {
        let counter = system::open(event, true).map(InstructionCounter);
        start().map(|child| (child, counter))
    };
    thread::scope(|scope| scope.spawn(counted).join())
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(all(target_os = "linux", target_endian = "little"))]
#[allow(unsafe_code)]
mod system {
    use std::fs::File;
    use std::os::fd::FromRawFd;

    /// The kind of event (`perf_event_attr.type`). Each of the two has the number 1 within its kind.
    pub(super) const INSTRUCTIONS: u64 = 0;
    #[cfg(test)]
    pub(super) const TASK_CLOCK: u64 = 1;
    const NUMBER: u64 = 1;
    /// Bytes of `perf_event_attr` in its first version.
    const BYTES: u64 = 64;
    /// Read the time enabled and the time running, too.
    const FORMAT: u64 = 0b11;
    const DISABLED: u64 = 1;
    const INHERIT: u64 = 1 << 1;
    const EXCLUDE_KERNEL_AND_HYPERVISOR: u64 = 0b11 << 5;
    const ENABLE_ON_EXEC: u64 = 1 << 12;
    const CLOSE_ON_EXEC: u64 = 8;

    /// Opens a counter of this thread and what it starts. With `in_children`, only what they do after `exec` counts.
    pub(super) fn open(event: u64, in_children: bool) -> Option<File> {
        let enabled = if in_children {
            DISABLED | ENABLE_ON_EXEC
        } else {
            0
        };
        let flags = INHERIT | EXCLUDE_KERNEL_AND_HYPERVISOR | enabled;
        let attributes = [event | BYTES << 32, NUMBER, 0, 0, FORMAT, flags, 0, 0];
        // SAFETY: it only reads `attributes`, which have the size that they say and live until it returns.
        let file = unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                attributes.as_ptr(),
                0,
                -1,
                -1,
                CLOSE_ON_EXEC,
            )
        };
        let file = i32::try_from(file).ok().filter(|&file| file >= 0)?;
        // SAFETY: the system has just opened this file for us, and nobody else has its number.
        Some(unsafe { File::from_raw_fd(file) })
    }
}

/// Other systems do not count for everybody.
#[cfg(not(all(target_os = "linux", target_endian = "little")))]
mod system {
    pub(super) const INSTRUCTIONS: u64 = 0;

    pub(super) fn open(_event: u64, _in_children: bool) -> Option<std::fs::File> {
        None
    }
}

#[cfg(all(test, target_os = "linux", target_endian = "little"))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    /// Nanoseconds of CPU time stand for instructions, which few virtual machines count.
    fn started(script: &str) -> (std::process::Child, InstructionCounter) {
        let mut command = Command::new("sh");
        let command = command.args(["-c", script]).stdin(Stdio::null());
        let (child, counter) = of_child(system::TASK_CLOCK, || command.spawn()).unwrap();
        (child, counter.expect("a kernel that counts CPU time"))
    }

    #[test]
    fn a_process_and_what_it_starts_are_counted_and_no_other() {
        if system::open(system::TASK_CLOCK, true).is_none() {
            eprintln!("skipped: perf_event_open is not allowed");
            return;
        }
        let work = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let (mut idle, mut idle_counter) = started("read -r x");
        let (mut once, mut of_once) = started(work);
        let (mut twice, mut of_twice) = started(&format!("{work}; sh -c '{work}'"));
        for child in [&mut once, &mut twice, &mut idle] {
            assert!(child.wait().unwrap().code().is_some());
        }
        let [idle, once, twice] =
            [&mut idle_counter, &mut of_once, &mut of_twice].map(|counter| counter.read().unwrap());
        assert!(idle > 0 && once > 2 * idle, "{idle} {once}");
        assert!(twice > once * 3 / 2, "{once} {twice}");
    }

    #[test]
    fn threads_are_counted_too() {
        let Some(mut counter) = system::open(system::TASK_CLOCK, false).map(InstructionCounter)
        else {
            eprintln!("skipped: perf_event_open is not allowed");
            return;
        };
        let before = counter.read().unwrap();
        let work = || (0..30_000_000u64).fold(0, |sum, i| std::hint::black_box(sum ^ i));
        thread::spawn(work).join().unwrap();
        let alone = counter.read().unwrap() - before;
        assert!(alone > 1_000_000, "{alone} ns");
    }
}
