//! Signals: a run that is asked to end takes its temporary file with it.

use ninefold::pipeline::Stop;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
