//! Finds the descendants of a program, however many processes are between, and whatever groups and
//! sessions they create. Each carries a mark in its environment, which children inherit. By the
//! mark, this process finds the processes that a program left running, and another process finds
//! all of them if this one is killed.
//!
//! It works on Linux only.

#[cfg(target_os = "linux")]
pub(super) use linux::{Mark, watch};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{Mark, watch};

#[cfg(target_os = "linux")]
mod linux {
    use crate::escape::escape;
    use crate::external::usage;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
    use std::fs;
    use std::process::{self, Command, Stdio};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{LazyLock, OnceLock};
    use std::thread;
    use std::time::{Duration, Instant, SystemTime};

    /// The variable with the mark.
    const VARIABLE: &str = "NINEFOLD_ANCESTORS";
    /// How long the processes that a program left running may take to end, how often to check that,
    /// and how often to look for killed ones.
    const GRACE: Duration = Duration::from_millis(100);
    const LOOK: Duration = Duration::from_millis(1);
    const TRIES: usize = 1000;
    /// Maximum number of characters of a command line to show.
    const TOLD: usize = 80;

    /// Waits until its input ends, which happens when the process at the other end is gone, with
    /// everything that it was about to start. Then kills all processes with the mark. It looks
    /// twice, because a process may start between two looks.
    const GUARD: &str = r#"
        trap '' HUP INT QUIT TERM
        while read -r _; do :; done
        tries=0 none=0
        while [ $none -lt 2 ] && [ $tries -lt 500 ]; do
            tries=$((tries + 1)) none=$((none + 1))
            for file in $(grep -Fls -- "$1" /proc/[0-9]*/environ); do
                none=0 file=${file%/environ}
                kill -KILL "${file#/proc/}"
            done
            sleep 0.01
        done"#;

    /// The start of this process's marks: the mark that it has itself, and its identity.
    static OWN: LazyLock<String> = LazyLock::new(|| {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = since.unwrap_or_default().as_nanos();
        let own = format!("{}-{now:x}", process::id());
        match std::env::var(VARIABLE) {
            Ok(above) => format!("{above}/{own}"),
            Err(_) => own,
        }
    });

    /// Distinguishes the processes of one program from all others.
    #[derive(Debug)]
    pub(in crate::external) struct Mark(String);

    impl Mark {
        /// Marks a program that is about to start.
        pub(in crate::external) fn put_on(command: &mut Command) -> Mark {
            static ADOPTS: OnceLock<()> = OnceLock::new();
            ADOPTS.get_or_init(|| {
                // If the system refuses, processes that are left running are not found.
                let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
            });
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            // The length is always the same, because the length of the environment moves the
            // program's stack.
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let mark = format!("{}-{number:08x}", *OWN);
            command.env(VARIABLE, &mark);
            Mark(format!("{VARIABLE}={mark}"))
        }

        /// The processes that were left running, and so are children of this process, like the
        /// program.
        fn orphans(&self, program: u32) -> Vec<u32> {
            let children = usage::children(process::id()).into_iter();
            let others = children.filter(|&pid| pid != program);
            others.filter(|&pid| self.is_on(pid)).collect()
        }

        /// Whether a running process has it, or one derived from it.
        fn is_on(&self, pid: u32) -> bool {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let mut entries = environment.split(|&byte| byte == 0);
            let below = |entry: &[u8]| {
                matches!(entry.strip_prefix(self.0.as_bytes()), Some([] | [b'/', ..]))
            };
            entries.any(below)
        }

        /// Kills the processes that are left running and do not end soon. Returns their command
        /// lines.
        pub(in crate::external) fn end_left(&self, program: u32) -> Vec<String> {
            let since = Instant::now();
            let mut left = self.orphans(program);
            while !left.is_empty() && since.elapsed() < GRACE {
                thread::sleep(LOOK);
                left = self.orphans(program);
            }
            let named = left.into_iter().map(command_line).collect();
            self.end_orphans(program);
            named
        }

        /// Kills all processes that are left running, and those that are left then.
        pub(in crate::external) fn end_orphans(&self, program: u32) {
            for _ in 0..TRIES {
                let orphans = self.orphans(program);
                if orphans.is_empty() {
                    return;
                }
                for pid in orphans
                    .into_iter()
                    .filter_map(|pid| Pid::from_raw(pid as i32))
                {
                    let _ = kill_process(pid, Signal::KILL);
                    let _ = waitid(
                        WaitId::Pid(pid),
                        WaitIdOptions::EXITED | WaitIdOptions::NOHANG,
                    );
                }
                thread::sleep(LOOK);
            }
        }
    }

    /// Starts a guard that kills everything that this process starts if this process is killed,
    /// even by a signal that it cannot catch. Without a shell there is no guard.
    pub(in crate::external) fn watch() {
        static GUARDS: OnceLock<Option<process::Child>> = OnceLock::new();
        GUARDS.get_or_init(|| {
            let mut guard = Command::new("/bin/sh");
            guard.args([
                "-c",
                GUARD,
                "ninefold-guard",
                &format!("{VARIABLE}={}-", *OWN),
            ]);
            // Keys typed at the terminal must not reach it.
            std::os::unix::process::CommandExt::process_group(&mut guard, 0);
            let guard = guard.stdin(Stdio::piped()).stdout(Stdio::null());
            guard.stderr(Stdio::null()).spawn().ok()
        });
    }

    fn command_line(pid: u32) -> String {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let line: String = line.trim_end().chars().take(TOLD).collect();
        format!("{} (process {pid})", escape(&line))
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use std::process::Command;

    /// Distinguishes the processes of one program from all others, on other systems.
    #[derive(Debug)]
    pub(in crate::external) struct Mark;

    pub(in crate::external) fn watch() {}

    impl Mark {
        pub(in crate::external) fn put_on(_: &mut Command) -> Mark {
            Mark
        }

        pub(in crate::external) fn end_left(&self, _: u32) -> Vec<String> {
            Vec::new()
        }

        pub(in crate::external) fn end_orphans(&self, _: u32) {}
    }
}
