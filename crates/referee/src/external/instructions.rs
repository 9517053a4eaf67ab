//! Instructions, where the system counts them: by `perf_event_open` of Linux, if it may be called
//! and the CPU counts. They hardly depend on what else the machine does, so they are recorded
//! beside the times. They decide only if the times cannot, because the same number of instructions
//! may take twice the time.

use std::fs::File;
use std::io::Read;

/// Counts the instructions of threads and processes outside the kernel.
#[derive(Debug)]
pub(crate) struct InstructionCounter(File);

impl InstructionCounter {
    /// Counts those of this thread, and of the threads that it starts from now on. `None` if nobody
    /// counts them.
    pub(crate) fn of_this_thread() -> Option<InstructionCounter> {
        system::open(false).map(InstructionCounter)
    }

    /// Counts those of the programs that this thread starts from now on, with all that they start.
    pub(super) fn of_programs() -> Option<InstructionCounter> {
        system::open(true).map(InstructionCounter)
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

#[cfg(all(target_os = "linux", target_endian = "little"))]
#[allow(unsafe_code)]
mod system {
    use std::fs::File;
    use std::os::fd::FromRawFd;

    /// The kind of event (`perf_event_attr.type`): of the CPU, or of the kernel. Event 1 of the CPU
    /// is an instruction, and that of the kernel a nanosecond of CPU time: that one is there for
    /// tests on machines that do not count.
    const KIND: u64 = if cfg!(test) { 1 } else { 0 };
    /// Bytes of `perf_event_attr` in its first version.
    const BYTES: u64 = 64;
    /// Read the time enabled and the time running, too.
    const FORMAT: u64 = 0b11;
    const INHERIT: u64 = 1 << 1;
    const EXCLUDE_KERNEL_AND_HYPERVISOR: u64 = 0b11 << 5;
    const DISABLED_UNTIL_EXEC: u64 = 1 << 12 | 1;
    const CLOSE_ON_EXEC: libc::c_ulong = 8;

    /// Opens a counter of this thread and what it starts; with `in_programs`, only from when that
    /// runs a program.
    pub(super) fn open(in_programs: bool) -> Option<File> {
        let until_exec = u64::from(in_programs) * DISABLED_UNTIL_EXEC;
        let flags = INHERIT | EXCLUDE_KERNEL_AND_HYPERVISOR | until_exec;
        // Event 1 of its kind.
        let attributes = [KIND | BYTES << 32, 1, 0, 0, FORMAT, flags, 0, 0];
        // SAFETY: it only reads `attributes`, which have the size that they say and live until it
        // returns.
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
    pub(super) fn open(_in_programs: bool) -> Option<std::fs::File> {
        None
    }
}

#[cfg(all(test, target_os = "linux", target_endian = "little"))]
mod tests {
    use super::*;
    use crate::external::piped::{Piped, ProgramInput};
    use std::process::Command;
    use std::thread;

    #[test]
    fn a_program_and_what_it_starts_are_counted_and_no_other() {
        let work = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let scripts = [
            "read -r x".to_owned(),
            work.to_owned(),
            format!("{work}; sh -c '{}'", [work; 5].join("; ")),
        ];
        let mut children = scripts.map(|script| {
            let mut command = Command::new("sh");
            command.args(["-c", &script]);
            Piped::start(command, ProgramInput::Orders, true).unwrap()
        });
        let counts = children.each_mut().map(|child| {
            child.close();
            child.process.wait().unwrap();
            child
                .instructions
                .as_mut()
                .and_then(InstructionCounter::read)
        });
        let [Some(idle), Some(once), Some(more)] = counts else {
            assert!(InstructionCounter::of_programs().is_none(), "{counts:?}");
            return;
        };
        // Six times the work; on a busy machine, the same work takes more time.
        assert!(0 < idle && idle < once && 2 * once < more, "{counts:?}");
    }

    #[test]
    fn threads_are_counted_too() {
        let Some(mut counter) = InstructionCounter::of_this_thread() else {
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
