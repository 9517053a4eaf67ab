//! The progress line on the terminal.
//!
//! Workers add to two atomics for each chunk. A separate thread paints ten times a second. It shows
//! nothing in the first moments, so that short runs stay quiet.

use super::terminal;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use ninefold::numbers::short;
use ninefold::pipeline::Progress;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(100);
/// Ticks over which the current rate is measured.
const WINDOW: usize = 15;
/// Ticks before anything is shown.
const QUIET: usize = 3;
/// Columns of the bar and its percentage, and of the spinner in their place.
const BESIDE: usize = 24;
const SPINNER: usize = 2;

/// A painter at work. It clears its line when it is dropped.
pub(crate) struct Painter {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Painter {
    /// Paints `progress` towards `total` bytes (0: unknown), in colours if wanted. If no thread can
    /// start, it paints nothing.
    pub(crate) fn start(
        progress: &Arc<Progress>,
        total: &Arc<AtomicU64>,
        colours: bool,
    ) -> Painter {
        let (done, end) = bounded::<()>(0);
        let (progress, total) = (Arc::clone(progress), Arc::clone(total));
        let thread = thread::Builder::new()
            .name("ninefold-progress".to_owned())
            .spawn(move || {
                let mut display = Display::new(colours);
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
    colours: bool,
    started: Instant,
    ticks: usize,
    /// Times of the last ticks, and the puzzles solved by then.
    recent: VecDeque<(Instant, u64)>,
}

impl Display {
    fn new(colours: bool) -> Display {
        Display {
            bar: terminal::bar(),
            colours,
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
        // The terminal may have been made narrower.
        self.bar.set_style(style(total > 0, self.colours));
        if total > 0 {
            self.bar.set_length(total);
        }
        self.bar.set_position(bytes.min(total.max(1)));
        let parts = self.parts(now, puzzles, bytes, total);
        let width = terminal::line_width().saturating_sub(if total > 0 { BESIDE } else { SPINNER });
        self.bar.set_message(fit(&parts, width));
        self.bar.set_prefix(short(puzzles as f64));
        self.bar.tick();
    }

    /// The parts of the line, the most important first.
    fn parts(&self, now: Instant, puzzles: u64, bytes: u64, total: u64) -> Vec<String> {
        let elapsed = now - self.started;
        let overall = per_second(puzzles, elapsed);
        let (then, before) = self.recent[0];
        let current = match now - then {
            Duration::ZERO => overall,
            since => per_second(puzzles - before, since),
        };
        let mut parts = vec![
            format!("{} puzzles", short(puzzles as f64)),
            format!("{}/s now", short(current)),
        ];
        if (1..total).contains(&bytes) {
            let left = elapsed.mul_f64((total - bytes) as f64 / bytes as f64);
            parts.push(format!("{:#} left", HumanDuration(left)));
        }
        parts.push(format!("{}/s overall", short(overall)));
        parts
    }
}

/// As many of the parts as fit, from the first. None is cut.
fn fit(parts: &[String], width: usize) -> String {
    let mut text = String::new();
    for part in parts {
        let comma = if text.is_empty() { "" } else { ", " };
        if text.chars().count() + comma.len() + part.chars().count() > width {
            break;
        }
        text.push_str(comma);
        text.push_str(part);
    }
    text
}

fn style(bounded: bool, colours: bool) -> ProgressStyle {
    let (on, off) = if colours {
        ("\x1b[36m", "\x1b[39m")
    } else {
        ("", "")
    };
    let template = match bounded {
        true => format!("{on}{{bar:16}}{off} {{percent:>3}} %  {{wide_msg}}"),
        false => format!("{on}{{spinner}}{off} {{wide_msg}}"),
    };
    let number = if bounded { "{percent} %" } else { "{prefix}" };
    terminal::style(&template, number).progress_chars("━╸─")
}

fn per_second(events: u64, time: Duration) -> f64 {
    events as f64 / time.as_secs_f64().max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_rates_and_time_left() {
        let mut display = Display::new(false);
        let now = Instant::now();
        display.started = now - Duration::from_secs(10);
        display
            .recent
            .push_back((now - Duration::from_secs(1), 1_000_000));
        assert_eq!(
            display.parts(now, 1_500_000, 250, 1000).join(", "),
            "1.5M puzzles, 500k/s now, 30s left, 150k/s overall"
        );
        assert_eq!(
            display.parts(now, 1_500_000, 250, 0).join(", "),
            "1.5M puzzles, 500k/s now, 150k/s overall"
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out_from_the_end() {
        let parts = [
            "99.9M puzzles",
            "99.9M/s now",
            "59m left",
            "99.9M/s overall",
        ];
        let parts = parts.map(str::to_owned);
        assert_eq!(fit(&parts, 79 - BESIDE), parts.join(", "));
        assert_eq!(fit(&parts, 53), parts.join(", "));
        assert_eq!(fit(&parts, 52), parts[..3].join(", "));
        assert_eq!(fit(&parts, 13), parts[0]);
        assert_eq!(fit(&parts, 12), "");
    }
}
