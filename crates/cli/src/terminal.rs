//! The terminal and its abilities: width, colours, a line that can be repainted.

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use terminal_size::{Width, terminal_size_of};

/// Columns if the terminal does not tell.
const COLUMNS: usize = 80;

/// Whether the terminal understands only text.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether standard error gets colours: as the user asked, or as the terminal and NO_COLOR,
/// CLICOLOR and CLICOLOR_FORCE say.
pub(crate) fn has_colours() -> bool {
    !is_dumb() && AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Whether a line on standard error can be repainted.
pub(crate) fn can_repaint() -> bool {
    io::stderr().is_terminal() && !is_dumb()
}

/// Whether to paint a progress line: only if the terminal shows no rows.
pub(crate) fn paints(to_file: bool) -> bool {
    can_repaint() && (to_file || !io::stdout().is_terminal())
}

/// Columns of standard error.
fn columns() -> usize {
    let size = terminal_size_of(io::stderr());
    size.map_or(COLUMNS, |(Width(columns), _)| usize::from(columns))
        .max(1)
}

/// Columns of the line that [`bar`] paints. The last column stays free, so the terminal never wraps
/// the line. The line has at most 80 columns, so it rarely wraps if somebody makes the terminal
/// narrower.
pub(crate) fn line_width() -> usize {
    (columns().min(COLUMNS) - 1).max(1)
}

/// Columns below which a bar does not fit, and only a number is shown.
const NARROW: usize = 40;
/// Columns that the number takes.
const NUMBER: usize = 7;

/// The style of a painted line: this template, or only a number if the terminal is narrow, or
/// nothing.
pub(crate) fn style(template: &str, number: &str) -> ProgressStyle {
    let template = match line_width() + 1 {
        NARROW.. => template,
        NUMBER.. => number,
        _ => "",
    };
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A bar that paints one line on standard error.
pub(crate) fn bar() -> ProgressBar {
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(Line::default()), 20);
    ProgressBar::with_draw_target(None, target)
}

/// Lines of standard error that are painted repeatedly.
#[derive(Debug, Default)]
struct Line {
    /// Columns painted last.
    painted: AtomicUsize,
    /// Whether the line is full, so that further text belongs on the next one.
    is_full: AtomicBool,
}

impl Line {
    fn say(&self, text: &str) -> io::Result<()> {
        io::stderr().lock().write_all(text.as_bytes())
    }

    fn move_cursor(&self, n: usize, direction: char) -> io::Result<()> {
        self.is_full.store(false, Ordering::Relaxed);
        match n {
            0 => Ok(()),
            n => self.say(&format!("\x1b[{n}{direction}")),
        }
    }
}

impl TermLike for Line {
    fn width(&self) -> u16 {
        u16::try_from(line_width()).unwrap_or(u16::MAX)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.say(&format!("{text}\n"))
    }

    /// Writes a line without its trailing spaces, because a terminal would wrap them like text.
    /// Text after them begins another line.
    fn write_str(&self, text: &str) -> io::Result<()> {
        let text = text.trim_end_matches(' ');
        if text.is_empty() {
            self.is_full.store(true, Ordering::Relaxed);
            return Ok(());
        }
        if self.is_full.swap(false, Ordering::Relaxed) {
            self.say("\n")?;
        }
        let columns = strip_str(text).to_string().chars().count();
        self.painted.store(columns, Ordering::Relaxed);
        self.say(text)
    }

    /// Clears the line. It takes several rows if the terminal was made narrower and has wrapped it.
    fn clear_line(&self) -> io::Result<()> {
        let painted = self.painted.load(Ordering::Relaxed).max(1);
        self.move_cursor_up(painted.div_ceil(columns()) - 1)?;
        self.say("\r\x1b[J")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
