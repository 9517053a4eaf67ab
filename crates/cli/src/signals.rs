//! Signals: when a run is asked to end, it removes its temporary files.

use super::failure::Failure;
#[cfg(unix)]
use super::messages::eprint;
#[cfg(unix)]
use super::temporary;
use ninefold::Stop;
use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(unix)]
use std::thread;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

/// How long a run that writes rows may take to end after a signal. Its reader may have stopped, or
/// one of its puzzles may be very hard.
const GRACE: Duration = Duration::from_secs(2);
/// Signals that come within this time of the first are the same request: `timeout` sends one to the
/// process and one to its group.
#[cfg(unix)]
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
    /// How long the run may take to end. `None`: until another request.
    #[cfg_attr(not(unix), allow(dead_code))]
    grace: Option<Duration>,
}

impl Signals {
    /// Signals that will stop a run, which may then take a while to complete what it writes. None
    /// is watched yet.
    pub(crate) fn new(stop: &Stop) -> Signals {
        Signals {
            stop: stop.clone(),
            received: Arc::default(),
            are_watched: Cell::new(false),
            grace: None,
        }
    }

    /// Signals that will stop a run with this many threads, which ends soon after. Without threads
    /// it ends at once: the only thread solves, and does not look whether it should stop.
    pub(crate) fn of_rows(stop: &Stop, threads: usize) -> Signals {
        let grace = if threads == 0 { Duration::ZERO } else { GRACE };
        Signals {
            grace: Some(grace),
            ..Signals::new(stop)
        }
    }

    /// From now on, SIGHUP, SIGINT and SIGTERM stop the run, unless the parent ignored them. If it
    /// does not end in time, or at another request, the process ends. SIGXFSZ is only noted, so
    /// that the write itself fails and is reported.
    ///
    /// Call it before the run creates its first file, because a signal would leave that file
    /// behind. But open a pipe before, because a signal must be able to end the wait for its
    /// reader.
    pub(crate) fn watch(&self) -> Result<(), Failure> {
        if self.are_watched.replace(true) {
            return Ok(());
        }
        self.register().map_err(unwatched)
    }

    /// The same for a run that has no file yet: its rows go to standard output. If it ends at once,
    /// there is nothing to watch for.
    pub(crate) fn watch_stream(&self) -> Result<(), Failure> {
        match self.grace {
            Some(Duration::ZERO) => note_limit().map_err(unwatched),
            _ => self.watch(),
        }
    }

    fn register(&self) -> io::Result<()> {
        for signal in asking() {
            // On Windows, where nothing watches the time, a second one ends the process.
            #[cfg(not(unix))]
            signal_hook::flag::register_conditional_shutdown(
                signal,
                128 + signal,
                self.stop.flag(),
            )?;
            let number = usize::try_from(signal).unwrap_or_default();
            signal_hook::flag::register_usize(signal, Arc::clone(&self.received), number)?;
            signal_hook::flag::register(signal, self.stop.flag())?;
        }
        // If no thread can start, the run takes as long as it takes.
        #[cfg(unix)]
        let _ = end_after(self.grace);
        note_limit()
    }

    /// The exit code for the signal: 128 plus its number.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self.received.load(Ordering::Relaxed) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }
}

/// Starts a thread that ends the process, with its temporary files: this long after the first
/// signal, or at another request. Supervisors of solvers end when it has gone. Until then it
/// sleeps, and takes no time from a measurement.
#[cfg(unix)]
fn end_after(grace: Option<Duration>) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(asking())?;
    let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
    let watch = move || {
        if let Some(signal) = signals.forever().next() {
            let first = Instant::now();
            match grace {
                Some(grace) => thread::sleep(grace),
                None => drop(signals.forever().find(|_| first.elapsed() >= SAME_STOP)),
            }
            eprint("ninefold: stopped\n");
            temporary::end(u8::try_from(128 + signal).unwrap_or(u8::MAX));
        }
    };
    watcher.spawn(watch).map(drop)
}

/// Lets the signals end a run that cannot stop by itself, at once.
pub(crate) fn end_at_once() -> Result<(), Failure> {
    #[cfg(unix)]
    note_limit()
        .and_then(|()| end_after(Some(Duration::ZERO)))
        .map_err(unwatched)?;
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
