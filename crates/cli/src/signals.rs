//! Signals: when a run is asked to end, it removes its temporary files.

use super::failure::Failure;
use super::messages::tell;
use super::temporary;
use ninefold::Stop;
use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often to check whether a signal came, and how long a started write may take after it.
const LOOK: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(1);

/// Signals that come within this time of the first are the same request: `timeout` sends one to the
/// process and one to its group.
const SAME_STOP: Duration = Duration::from_millis(500);

/// The signals that ask a run to end.
#[cfg(unix)]
const ENDING: [i32; 3] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    [SIGHUP, SIGINT, SIGTERM]
};
#[cfg(not(unix))]
const ENDING: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// The signal that asked the run to end, if any did.
pub(crate) struct Signals {
    stop: Stop,
    /// The number of the last one.
    received: Arc<AtomicUsize>,
    are_watched: Cell<bool>,
}

impl Signals {
    /// Signals that will stop a run. None is watched yet.
    pub(crate) fn new(stop: &Stop) -> Signals {
        Signals {
            stop: stop.clone(),
            received: Arc::default(),
            are_watched: Cell::new(false),
        }
    }

    /// From now on, SIGHUP, SIGINT and SIGTERM stop the run, unless the parent ignored them. One that
    /// comes half a second later or more ends the process at once. SIGXFSZ is only noted, so that
    /// the write itself fails and is reported.
    ///
    /// Call it before the run creates its first file, because a signal would leave that file
    /// behind. But open a pipe before, because a signal must be able to end the wait for its
    /// reader.
    pub(crate) fn watch(&self) -> Result<(), Failure> {
        match self.are_watched.replace(true) {
            true => Ok(()),
            false => self.register().map_err(unwatched),
        }
    }

    fn register(&self) -> io::Result<()> {
        let stop = || self.stop.flag();
        let ends_again = end_at_another().is_ok();
        for signal in asking() {
            let number = usize::try_from(signal).unwrap_or_default();
            if !ends_again {
                signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, stop())?;
            }
            signal_hook::flag::register_usize(signal, Arc::clone(&self.received), number)?;
            signal_hook::flag::register(signal, stop())?;
        }
        note_limit()
    }

    /// If the run does not end after a signal because the reader of its rows has stopped, ends the
    /// process a while later. If no thread can start, the run waits.
    pub(crate) fn end_late(&self) {
        let (received, stop) = (Arc::clone(&self.received), self.stop.clone());
        let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
        let _ = watcher.spawn(move || {
            loop {
                thread::sleep(LOOK);
                if let Some(code) = exit_code(&received).filter(|_| stop.is_stopped()) {
                    thread::sleep(GRACE);
                    tell("ninefold: stopped; nobody read the rows\n");
                    temporary::end(code);
                }
            }
        });
    }

    /// The exit code for the signal: 128 plus its number.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        exit_code(&self.received)
    }
}

/// When a run was first asked to stop.
#[derive(Default)]
struct StopRequests {
    first: Option<Instant>,
}

impl StopRequests {
    /// Takes a signal that came at this time. Whether it is another request, and not the first one or
    /// part of it.
    fn is_another(&mut self, now: Instant) -> bool {
        let first = *self.first.get_or_insert(now);
        now.saturating_duration_since(first) >= SAME_STOP
    }
}

/// Ends the process at once by a signal that asks another time. The thread that waits for it sleeps until
/// then.
#[cfg(unix)]
fn end_at_another() -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(asking())?;
    let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
    let wait = move || {
        let mut requests = StopRequests::default();
        let mut all = signals.forever();
        if let Some(signal) = all.find(|_| requests.is_another(Instant::now())) {
            signal_hook::low_level::exit(128 + signal);
        }
    };
    watcher.spawn(wait).map(drop)
}

#[cfg(not(unix))]
fn end_at_another() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn exit_code(received: &AtomicUsize) -> Option<u8> {
    match received.load(Ordering::Relaxed) {
        0 => None,
        signal => u8::try_from(128 + signal).ok(),
    }
}

/// Lets the signals end a run that cannot stop by itself, at once, with its temporary files. The
/// thread that waits for them takes no time from the measurement.
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

/// Makes a write beyond the limit of a file's size fail, instead of ending the process.
fn note_limit() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

fn unwatched(error: io::Error) -> Failure {
    Failure::io(format!("cannot watch for signals: {error}"))
}

/// The signals that ask a run to end, except those that were ignored when the process began, as
/// `nohup` and background shells do.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_within_a_moment_are_one_request() {
        let mut requests = StopRequests::default();
        let began = Instant::now();
        let mut is_another = |millis| requests.is_another(began + Duration::from_millis(millis));
        let found = [0, 0, 1, 499, 500, 900].map(&mut is_another);
        assert_eq!(found, [false, false, false, false, true, true]);
    }
}
