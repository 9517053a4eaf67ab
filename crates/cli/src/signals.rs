//! Signals: a run that is asked to end takes its temporary files with it.

use super::failure::Failure;
use super::messages::tell;
use super::temporary;
use ninefold::Stop;
use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How often is looked whether a signal came, and how long a write that was
/// begun may take after it.
const LOOK: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(1);

/// What asks a run to end.
#[cfg(unix)]
const ENDING: [i32; 3] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    [SIGHUP, SIGINT, SIGTERM]
};
#[cfg(not(unix))]
const ENDING: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// Which signal asked the run to end, if any did.
pub(crate) struct Signals {
    stop: Stop,
    /// The number of the last one.
    received: Arc<AtomicUsize>,
    are_watched: Cell<bool>,
}

impl Signals {
    /// Signals that are to stop a run. None is watched yet.
    pub(crate) fn new(stop: &Stop) -> Signals {
        Signals {
            stop: stop.clone(),
            received: Arc::default(),
            are_watched: Cell::new(false),
        }
    }

    /// From now on lets SIGHUP, SIGINT and SIGTERM stop the run, unless the parent had them
    /// ignored; the second one ends the process at once. SIGXFSZ is only
    /// noted, so that the write itself fails and is reported.
    ///
    /// The run's first file must not be there before: a signal would leave it behind. A pipe that
    /// nobody reads is opened before: a signal must end the wait for it.
    pub(crate) fn watch(&self) -> Result<(), Failure> {
        match self.are_watched.replace(true) {
            true => Ok(()),
            false => self.register().map_err(unwatched),
        }
    }

    fn register(&self) -> io::Result<()> {
        let stop = || self.stop.flag();
        for signal in asking() {
            let number = usize::try_from(signal).unwrap_or_default();
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, stop())?;
            signal_hook::flag::register_usize(signal, Arc::clone(&self.received), number)?;
            signal_hook::flag::register(signal, stop())?;
        }
        note_limit()
    }

    /// Ends the process some time after a signal though it does not come to
    /// its end, because whoever should take its rows stands still. Where a
    /// thread is refused, it waits.
    pub(crate) fn end_late(&self) {
        let (received, stop) = (Arc::clone(&self.received), self.stop.clone());
        let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
        let _ = watcher.spawn(move || {
            loop {
                thread::sleep(LOOK);
                if let Some(code) = exit_code(&received).filter(|_| stop.is_stopped()) {
                    thread::sleep(GRACE);
                    tell("ninefold: stopped while nobody took the rows\n");
                    temporary::end(code);
                }
            }
        });
    }

    /// The exit code that the signal asks for: 128 and its number.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        exit_code(&self.received)
    }
}

fn exit_code(received: &AtomicUsize) -> Option<u8> {
    match received.load(Ordering::Relaxed) {
        0 => None,
        signal => u8::try_from(128 + signal).ok(),
    }
}

/// Lets the signals end a run that has no place to stop at, at once, with its
/// temporary files. The thread that waits for them costs no time of the measured.
#[cfg(unix)]
pub(crate) fn end_at_once() -> Result<(), Failure> {
    let watch = || {
        note_limit()?;
        let mut signals = signal_hook::iterator::Signals::new(asking())?;
        let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
        watcher.spawn(move || {
            if let Some(signal) = signals.forever().next() {
                ninefold::foreign::end_all();
                tell("ninefold: stopped\n");
                temporary::end(u8::try_from(128 + signal).unwrap_or(u8::MAX));
            }
        })
    };
    watch().map(drop).map_err(unwatched)
}

#[cfg(not(unix))]
pub(crate) fn end_at_once() -> Result<(), Failure> {
    Ok(())
}

/// Lets a write beyond the limit of a file's size fail, and not end the process.
fn note_limit() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

fn unwatched(error: io::Error) -> Failure {
    Failure::io(format!("cannot watch for signals: {error}"))
}

/// What asks a run to end, but for what was ignored when the process began, as `nohup` and
/// shells in the background do.
fn asking() -> impl Iterator<Item = i32> {
    let ignored = ignored();
    let asks = move |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    ENDING.into_iter().filter(asks)
}

/// The signals that are ignored, a bit for each.
#[cfg(target_os = "linux")]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0)
}

#[cfg(not(target_os = "linux"))]
fn ignored() -> u64 {
    0
}
