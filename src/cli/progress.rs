//! The line on the terminal while a run goes on.
//!
//! Workers add to two atomics once a chunk; a thread of its own paints ten
//! times a second. Nothing is shown in the first moments, so that short runs
//! stay quiet.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use ninefold::pipeline::Progress;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(100);
/// Ticks over which the rate of the moment is taken.
const WINDOW: usize = 15;
/// Ticks before anything is shown.
const QUIET: usize = 3;

/// A painter at work; it wipes its line when it is dropped.
pub(crate) struct Painter {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Painter {
    /// Paints `progress` towards `total` bytes (0: nobody knows). Where a
    /// thread is refused, nothing is painted.
    pub(crate) fn start(progress: &Arc<Progress>, total: &Arc<AtomicU64>) -> Painter {
        let (done, end) = channel();
        let (progress, total) = (Arc::clone(progress), Arc::clone(total));
        let thread = thread::Builder::new()
            .name("ninefold-progress".to_owned())
            .spawn(move || {
                let mut display = Display::new();
                while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    display.paint(&progress, total.load(Ordering::Relaxed));
                }
                display.bar.finish_and_clear();
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

struct Display {
    bar: ProgressBar,
    started: Instant,
    ticks: usize,
    /// Moments of the last ticks and the puzzles done by then.
    recent: VecDeque<(Instant, u64)>,
}

impl Display {
    fn new() -> Display {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Display {
            bar,
            started: Instant::now(),
            ticks: 0,
            recent: VecDeque::with_capacity(WINDOW + 1),
        }
    }

    fn paint(&mut self, progress: &Progress, total: u64) {
        let puzzles = progress.puzzles.load(Ordering::Relaxed);
        let bytes = progress.bytes.load(Ordering::Relaxed);
        let now = Instant::now();
        self.recent.push_back((now, puzzles));
        if self.recent.len() > WINDOW {
            self.recent.pop_front();
        }
        self.ticks += 1;
        if self.ticks <= QUIET {
            return;
        }
        if self.ticks == QUIET + 1 {
            self.bar.set_style(style(total > 0));
        }
        if total > 0 {
            self.bar.set_length(total);
        }
        self.bar.set_position(bytes.min(total.max(1)));
        self.bar
            .set_message(self.message(now, puzzles, bytes, total));
        self.bar.tick();
    }

    fn message(&self, now: Instant, puzzles: u64, bytes: u64, total: u64) -> String {
        let elapsed = now - self.started;
        let overall = per_second(puzzles, elapsed);
        let (then, before) = self.recent[0];
        let current = match now - then {
            Duration::ZERO => overall,
            since => per_second(puzzles - before, since),
        };
        let mut message = format!(
            "{} puzzles, {}/s now, {}/s overall",
            short(puzzles as f64),
            short(current),
            short(overall)
        );
        if (1..total).contains(&bytes) {
            let left = elapsed.mul_f64((total - bytes) as f64 / bytes as f64);
            message.push_str(&format!(", {} left", HumanDuration(left)));
        }
        message
    }
}

fn style(bounded: bool) -> ProgressStyle {
    let template = match bounded {
        true => "{bar:24.cyan} {percent:>3} %  {msg}",
        false => "{spinner:.cyan} {msg}",
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━╸─")
}

fn per_second(events: u64, time: Duration) -> f64 {
    events as f64 / time.as_secs_f64().max(1e-9)
}

/// A number with three digits and k, M or G.
fn short(number: f64) -> String {
    let (value, unit) = match number {
        ..1e3 => return format!("{number:.0}"),
        1e3..1e6 => (number / 1e3, "k"),
        1e6..1e9 => (number / 1e6, "M"),
        _ => (number / 1e9, "G"),
    };
    match value {
        ..10.0 => format!("{value:.2}{unit}"),
        10.0..100.0 => format!("{value:.1}{unit}"),
        _ => format!("{value:.0}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_rates_and_time_left() {
        let mut display = Display::new();
        let now = Instant::now();
        display.started = now - Duration::from_secs(10);
        display
            .recent
            .push_back((now - Duration::from_secs(1), 1_000_000));
        assert_eq!(
            display.message(now, 1_500_000, 250, 1000),
            "1.50M puzzles, 500k/s now, 150k/s overall, 30 seconds left"
        );
        assert_eq!(
            display.message(now, 1_500_000, 250, 0),
            "1.50M puzzles, 500k/s now, 150k/s overall"
        );
    }

    #[test]
    fn numbers_are_short() {
        let texts = [7.0, 999.0, 1234.0, 56_789.0, 1.5e6, 4.2e11].map(short);
        assert_eq!(texts, ["7", "999", "1.23k", "56.8k", "1.50M", "420G"]);
    }
}
