//! The terminal and its abilities.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// Whether the terminal understands only text.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether a line on standard error can be repainted.
pub(crate) fn can_repaint() -> bool {
    io::stderr().is_terminal() && !is_dumb()
}

/// Whether to paint a progress line: only if the terminal shows no rows.
pub(crate) fn paints(to_file: bool) -> bool {
    can_repaint() && (to_file || !io::stdout().is_terminal())
}

/// The style of a painted line.
pub(crate) fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━╸─")
}

/// A bar that paints one line on standard error.
pub(crate) fn bar() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(20))
}
