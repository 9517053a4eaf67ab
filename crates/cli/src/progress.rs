//! The progress line on the terminal.
//!
//! Workers add to two atomics for each chunk. A separate thread paints ten times a second. It shows
//! nothing in the first moments, so that short runs stay quiet.

use super::terminal;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use indicatif::{HumanDuration, ProgressBar};
use ninefold_files::numbers::short;
use ninefold_files::pipeline::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(100);
/// Time before anything is shown.
const QUIET: Duration = Duration::from_millis(300);

/// A painter at work. It clears its line when it is dropped.
pub(crate) struct Painter {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Painter {
    /// Paints `progress` towards `total` bytes (0: unknown). If no thread can start, it paints
    /// nothing.
    pub(crate) fn start(progress: &Arc<Progress>, total: &Arc<AtomicU64>) -> Painter {
        let (done, end) = bounded::<()>(0);
        let progress = Arc::clone(progress);
        let total = Arc::clone(total);
        let thread = thread::Builder::new()
            .name("ninefold-progress".to_owned())
            .spawn(move || {
                let bar = terminal::bar();
                let started = Instant::now();
                while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    let elapsed = started.elapsed();
                    if elapsed > QUIET {
                        paint(&bar, &progress, total.load(Ordering::Relaxed), elapsed);
                    }
                }
                bar.finish_and_clear();
            });
        Painter {
            done: Some(done),
            thread: thread.ok(),
        }
    }
}

impl Drop for Painter {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn paint(bar: &ProgressBar, progress: &Progress, total: u64, elapsed: Duration) {
    let puzzles = progress.puzzles.load(Ordering::Relaxed);
    let bytes = progress.bytes.load(Ordering::Relaxed);
    if total > 0 {
        bar.set_length(total);
        bar.set_style(terminal::style("{bar:16} {percent:>3} %  {wide_msg}"));
    } else {
        bar.set_style(terminal::style("{spinner} {wide_msg}"));
    }
    bar.set_message(message(puzzles, bytes, total, elapsed));
    bar.set_position(bytes.min(total.max(1)));
}

fn message(puzzles: u64, bytes: u64, total: u64, elapsed: Duration) -> String {
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    let mut text = format!("{} puzzles, {}/s", short(puzzles as f64), short(rate));
    if (1..total).contains(&bytes) {
        let left = elapsed.mul_f64((total - bytes) as f64 / bytes as f64);
        text.push_str(&format!(", {:#} left", HumanDuration(left)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_the_rate_and_the_time_left() {
        let message = |total| message(1_500_000, 250, total, Duration::from_secs(10));
        assert_eq!(message(1000), "1.5M puzzles, 150k/s, 30s left");
        assert_eq!(message(0), "1.5M puzzles, 150k/s");
    }
}
