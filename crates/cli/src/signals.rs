//! Signals: when a run is asked to end, it removes its temporary files.

use super::failure::Failure;
use super::messages::eprint;
use super::temporary;
use ninefold::Stop;
#[cfg(unix)]
use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
    /// Whether a run that does not end after a signal is ended a while later.
    ends_late: Arc<AtomicBool>,
}

impl Signals {
    /// Signals that will stop a run. None is watched yet.
    pub(crate) fn new(stop: &Stop) -> Signals {
        Signals {
            stop: stop.clone(),
            received: Arc::default(),
            are_watched: Cell::new(false),
            ends_late: Arc::default(),
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
        let _held = HeldSignals::new()?;
        let stop = || self.stop.flag();
        // If no thread can start, the second signal ends the process, whenever it comes.
        let ends = self.watcher().unwrap_or_else(|_| stop());
        for signal in asking() {
            let number = usize::try_from(signal).unwrap_or_default();
            let code = 128 + signal;
            signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&ends))?;
            signal_hook::flag::register_usize(signal, Arc::clone(&self.received), number)?;
            signal_hook::flag::register(signal, stop())?;
        }
        note_limit()
    }

    /// Starts the thread that measures the time since the first signal. Returns a flag that it sets
    /// when a signal is another request. It takes no file: some runs have few.
    fn watcher(&self) -> io::Result<Arc<AtomicBool>> {
        let another = Arc::<AtomicBool>::default();
        let (set, late) = (Arc::clone(&another), Arc::clone(&self.ends_late));
        let (received, stop) = (Arc::clone(&self.received), self.stop.clone());
        let watch = move || {
            let mut since = SinceStop::default();
            loop {
                thread::sleep(LOOK);
                let Some(time) = since.time(stop.is_stopped(), Instant::now()) else {
                    continue;
                };
                set.fetch_or(time >= SAME_STOP, Ordering::Relaxed);
                let is_late = time >= GRACE && late.load(Ordering::Relaxed);
                if let Some(code) = exit_code(&received).filter(|_| is_late) {
                    eprint("ninefold: stopped before all rows were written\n");
                    temporary::end(code);
                }
            }
        };
        let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
        watcher.spawn(watch)?;
        Ok(another)
    }

    /// If the run does not end after a signal, as when the reader of its rows has stopped, ends the
    /// process a while later. If no thread could start, the run waits.
    pub(crate) fn end_late(&self) {
        self.ends_late.store(true, Ordering::Relaxed);
    }

    /// The exit code for the signal: 128 plus its number.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        exit_code(&self.received)
    }
}

/// Lets the signals that ask the run to end wait until it is dropped. Without it, one that comes
/// after its handler is installed, and before that has something to do, would be lost.
#[cfg(unix)]
struct HeldSignals {
    before: SigSet,
}

#[cfg(unix)]
impl HeldSignals {
    /// Other threads must not have begun, because they would receive the signal.
    fn new() -> io::Result<HeldSignals> {
        let signals = ENDING.into_iter().map(Signal::try_from);
        let signals: SigSet = signals.collect::<Result<_, _>>()?;
        let before = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
        Ok(HeldSignals { before })
    }
}

#[cfg(unix)]
impl Drop for HeldSignals {
    fn drop(&mut self) {
        // It fails only for an unknown way to set the mask.
        let _ = self.before.thread_set_mask();
    }
}

/// The same for a system whose signals cannot wait.
#[cfg(not(unix))]
struct HeldSignals;

#[cfg(not(unix))]
impl HeldSignals {
    fn new() -> io::Result<HeldSignals> {
        Ok(HeldSignals)
    }
}

/// The time since the run was asked to stop.
#[derive(Default)]
struct SinceStop {
    /// When it was first seen.
    first: Option<Instant>,
}

impl SinceStop {
    fn time(&mut self, is_stopped: bool, now: Instant) -> Option<Duration> {
        is_stopped.then(|| now.saturating_duration_since(*self.first.get_or_insert(now)))
    }
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
        let _held = HeldSignals::new()?;
        note_limit()?;
        let mut signals = signal_hook::iterator::Signals::new(asking())?;
        let watcher = thread::Builder::new().name("ninefold-signals".to_owned());
        watcher.spawn(move || {
            if let Some(signal) = signals.forever().next() {
                ninefold::external::end_all();
                eprint("ninefold: stopped\n");
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
    fn signals_within_half_a_second_are_one_request() {
        let mut since = SinceStop::default();
        let began = Instant::now();
        let at = |millis| began + Duration::from_millis(millis);
        assert_eq!(since.time(false, at(9000)), None);
        let found = [9100, 9599, 9600, 9900].map(|millis| since.time(true, at(millis)));
        let is_another = found.map(|time| time.unwrap() >= SAME_STOP);
        assert_eq!(is_another, [false, false, true, true]);
    }
}
