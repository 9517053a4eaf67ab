//! The display on a terminal while cases are measured: a bar, and the state of each case.

use crate::messages::warn;
use crate::terminal;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use ninefold::bench::measure::MeasureProgress;
use ninefold::bench::record::Case;
use ninefold::escape::escape;
use ninefold::numbers::{count, counted};

/// The maximum number of cases to show.
const SHOWN: usize = 16;

/// A bar on standard error, and a line for each case, if that is a terminal.
pub(super) struct LiveTable {
    all: MultiProgress,
    bar: ProgressBar,
    lines: Vec<Line>,
}

/// The state of a case.
struct Line {
    case: Case,
    shown: ProgressBar,
}

impl LiveTable {
    /// Shows these cases, unless it is to be quiet.
    pub(super) fn new(cases: &[Case], quiet: bool) -> LiveTable {
        let is_shown = !quiet && terminal::can_repaint();
        let all = terminal::bars(is_shown);
        let bar = all.add(ProgressBar::new(1000));
        let line = "{prefix:>8} [{bar:20}] {percent:>3} %  {wide_msg}";
        bar.set_style(terminal::style(line, "{percent} %"));
        let lines = match is_shown && !terminal::is_narrow() {
            true => lines(cases, &all),
            false => Vec::new(),
        };
        LiveTable { all, bar, lines }
    }

    /// Removes everything from the terminal.
    pub(super) fn clear(self) {
        // Includes the results since the last paint.
        self.lines.iter().for_each(|line| line.shown.abandon());
        let _ = self.all.clear();
        self.all.set_draw_target(ProgressDrawTarget::hidden());
    }
}

fn lines(cases: &[Case], all: &MultiProgress) -> Vec<Line> {
    let shown = &cases[..cases.len().min(SHOWN)];
    let name = |case: &Case| escape(&case.to_string()).to_string();
    let widest = shown.iter().map(|case| name(case).chars().count()).max();
    let widest = widest.unwrap_or(0);
    let style = ProgressStyle::with_template("{prefix}{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let line = |case: &Case| {
        let shown = all.add(ProgressBar::new(1));
        shown.set_style(style.clone());
        shown.set_prefix(format!("{:widest$}  ", name(case)));
        Line {
            case: case.clone(),
            shown,
        }
    };
    shown.iter().map(line).collect()
}

impl MeasureProgress for LiveTable {
    fn next(&mut self, done: f64, doing: &str, case: &Case) {
        if !self.bar.is_hidden() {
            self.bar.set_prefix(doing.to_owned());
            self.bar.set_message(case.to_string());
            self.bar.set_position((done * 1000.0) as u64);
        }
    }

    fn estimate(&mut self, case: &Case, ns_per_puzzle: f64, rounds: usize) {
        if let Some(line) = self.lines.iter().find(|line| line.case == *case) {
            let speed = count((1e9 / ns_per_puzzle).round() as u64);
            let how_sure = match rounds {
                0 => "first estimate".to_owned(),
                rounds => counted(rounds as u64, "round"),
            };
            let text = format!("{speed:>11} puzzles/s  {how_sure}");
            line.shown.set_message(text);
        }
    }

    fn warn(&mut self, text: &str) {
        self.all.suspend(|| warn(text));
    }
}
