//! What a solver printed, and how to say it.

use super::answer::{self, CommandAnswer, quoted};
use super::work::{Trouble, WorkUsed};
use ninefold_files::escape::escape;
use ninefold_files::numbers::{self, counted};
use std::io;
use std::path::Path;

/// Takes off the last line, in which a worker says what the work took.
pub(super) fn take_used(text: &mut Vec<u8>) -> Result<WorkUsed, Trouble> {
    let end = text.len().saturating_sub(1);
    let start = memchr::memrchr(b'\n', &text[..end]).map_or(0, |at| at + 1);
    let line = text.split_off(start);
    let used = line.strip_prefix(b"used ").unwrap_or_default();
    serde_json::from_slice(used)
        .map_err(|error| Trouble::from(format!("it does not say what it used: {error}")))
}

/// Why a worker refuses, if its text is a refusal.
pub(super) fn refusal(text: &[u8]) -> Option<String> {
    serde_json::from_slice(text.strip_prefix(b"failed ")?).ok()
}

/// Why a program cannot be run, in words.
pub(super) fn cannot_run(program: &str, error: &io::Error) -> String {
    // A shell would search its path, and not this folder.
    let is_here = error.kind() == io::ErrorKind::NotFound
        && !program.contains('/')
        && Path::new(program).is_file();
    let meant = if is_here {
        format!(" (did you mean ./{}?)", escape(program))
    } else {
        String::new()
    };
    format!(
        "cannot be run: {}: {error}{meant}",
        quoted(program.as_bytes())
    )
}

pub(super) fn answers(done: usize, count: usize) -> String {
    format!("{done} of {} answers", numbers::count(count as u64))
}

pub(super) fn first_line(text: &[u8]) -> &[u8] {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The last line of output, which has the number `lines`.
pub(super) fn last_line(text: &[u8], lines: usize) -> String {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    match (text.rsplit(|&byte| byte == b'\n').next(), lines) {
        (_, 0) | (None, _) => "it printed nothing".to_owned(),
        (Some(line), _) => format!("line {lines} is {}", quoted(line)),
    }
}

/// Describes the surplus line, and an earlier line that may be the reason: a banner.
pub(super) fn too_much(text: &[u8], count: usize) -> String {
    let all: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let mut reason = format!(
        "it printed more than the {} for {}: line {} is {}",
        counted(count as u64, "answer"),
        counted(count as u64, "puzzle"),
        count + 1,
        quoted(all.get(count).copied().unwrap_or_default())
    );
    let other = lines(text).take(count).position(|answer| {
        answer.solution.is_none() && answer.number.is_none() && !answer.line.starts_with(b"!")
    });
    if let Some(at) = other {
        let other = quoted(all[at]);
        reason += &format!(", and line {}, {other}, is not an answer", at + 1);
    }
    reason
}

/// The answers on the lines of a reply.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = CommandAnswer<'_>> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|&byte| byte == b'\n').map(answer::read)
}
