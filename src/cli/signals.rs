//! Signals: a run that is asked to end takes its temporary file with it.

use ninefold::pipeline::Stop;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How often is looked whether a signal came, and how long a write that was
/// begun may take after it.
const LOOK: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(1);

/// Which signal asked the run to end, if any did.
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Lets SIGINT and SIGTERM stop the run, unless the parent had them
    /// ignored; the second one ends the process at once. SIGXFSZ is only
    /// noted, so that the write itself fails and is reported.
    pub(crate) fn install(stop: &Stop) -> io::Result<Signals> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let received = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM] {
            if ignored(signal) {
                continue;
            }
            let number = usize::try_from(signal).unwrap_or_default();
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, stop.flag())?;
            signal_hook::flag::register_usize(signal, Arc::clone(&received), number)?;
            signal_hook::flag::register(signal, stop.flag())?;
        }
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        Ok(Signals(received))
    }

    /// Ends the process some time after a signal though it does not come to
    /// its end, because whoever should take its rows stands still. For outputs
    /// that need no clearing away. Where a thread is refused, it waits.
    pub(crate) fn end_late(&self, stop: &Stop) {
        let (received, stop) = (Signals(Arc::clone(&self.0)), stop.clone());
        let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
        let _ = watcher.spawn(move || {
            loop {
                thread::sleep(LOOK);
                if let Some(code) = received.exit_code().filter(|_| stop.is_stopped()) {
                    thread::sleep(GRACE);
                    super::tell("ninefold: stopped while nobody took the rows\n");
                    std::process::exit(i32::from(code));
                }
            }
        });
    }

    /// The exit code that the signal asks for: 128 and its number.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }
}

/// Whether the signal was ignored when the process began, as `nohup` and
/// shells in the background do.
#[cfg(target_os = "linux")]
fn ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return false;
    };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(target_os = "linux"))]
fn ignored(_signal: i32) -> bool {
    false
}
