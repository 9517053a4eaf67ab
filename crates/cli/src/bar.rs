//! The bar on a terminal while cases are measured.

use super::terminal;
use indicatif::ProgressBar;
use ninefold_referee::bench::record::CaseKey;

/// A bar on standard error, if that is a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// Shows it, unless the run is to be quiet.
    pub(crate) fn new(quiet: bool) -> Bar {
        let bar = if !quiet && terminal::can_repaint() {
            terminal::bar()
        } else {
            ProgressBar::hidden()
        };
        bar.set_length(1000);
        let line = "{prefix:>8} [{bar:20}] {percent:>3} %  {wide_msg}";
        bar.set_style(terminal::style(line));
        Bar(bar)
    }

    /// Shows the finished share of the work, the next step, and how far that is.
    pub(crate) fn next(&self, done: f64, doing: &str, case: &CaseKey, far: &str) {
        if !self.0.is_hidden() {
            self.0.set_prefix(doing.to_owned());
            self.0.set_message(format!("{case}  {far}"));
            self.0.set_position((done * 1000.0) as u64);
        }
    }

    /// Removes it from the terminal.
    pub(crate) fn clear(self) {
        self.0.finish_and_clear();
    }
}
