//! What `verify` found, in words.

use ninefold_files::format::without_blanks;
use ninefold_files::numbers::{count, counted};
use ninefold_files::pipeline::{Alone, SWAPPED, Verification};
use std::fmt::Write as _;
use std::mem;

/// Number of wrong answers to show if wrong answers and missing answers cannot be told apart.
const FEW: usize = 3;

/// Describes which lines of the puzzles have which answers.
pub(super) fn alignment(found: &Verification) -> String {
    let mut text = "one for each puzzle".to_owned();
    let of = &found.alignment;
    if of.skipped > 0 {
        let _ = write!(text, ", none for {}", lines(of.skipped));
    } else if of.malformed > 0 {
        let _ = write!(text, " and for {}", lines(of.malformed));
    }
    if of.skips_text() {
        text.push_str(", other text between them");
    }
    for (count, place) in [(of.headings, "above"), (of.below, "below")] {
        if count > 0 {
            let lines = counted(count as u64, "line");
            let _ = write!(text, ", {lines} of other text {place} them");
        }
    }
    text
}

fn lines(malformed: u64) -> String {
    match malformed {
        1 => "the line that is not a puzzle".to_owned(),
        _ => format!("the {} that are not puzzles", counted(malformed, "line")),
    }
}

pub(super) fn describe(found: &Verification, text: &mut String) {
    // After a missing answer all others are wrong.
    let few = if found.is_aligned() { usize::MAX } else { FEW };
    let shown = found.first_wrong.len().min(few);
    if shown > 0 && !found.is_aligned() {
        text.push_str(
            "not one answer for each puzzle, so right answers may be reported as wrong:\n",
        );
    }
    let mut more = found.wrong;
    let mut is_said = false;
    for wrong in &found.first_wrong[..shown] {
        // Swapped files are said once.
        if wrong.what == SWAPPED && mem::replace(&mut is_said, true) {
            continue;
        }
        more -= 1;
        let _ = write!(text, "line {}", wrong.puzzle_line);
        if wrong.answer_line != wrong.puzzle_line && wrong.answer_line > 0 {
            let _ = write!(text, " (answers: line {})", wrong.answer_line);
        }
        let _ = writeln!(text, ": {}", wrong.what);
    }
    if more > 0 {
        let _ = writeln!(text, "... and {} more wrong answers", count(more));
    }
    let _ = write!(
        text,
        "{} right, {} wrong, {} without an answer",
        count(found.right),
        count(found.wrong),
        count(found.unanswered)
    );
    if found.not_read > 0 {
        let lines = if found.not_read == 1 { "line" } else { "lines" };
        let _ = write!(text, ", {} {lines} not read", count(found.not_read));
    }
    text.push('\n');
    let puzzles = found.puzzles - found.not_read;
    if let Some(full) = without_blanks(found.without_blanks, puzzles) {
        let _ = writeln!(text, "{full}: a solution may be judged by itself");
    }
}

/// What the file of the puzzles states of their solutions.
pub(super) fn describe_known(found: &Verification, text: &mut String) {
    if let Some(known) = found.known.words() {
        let _ = writeln!(text, "{known}");
    }
}

/// Explains why answers cannot be assigned to puzzles, and what is known of them.
pub(super) fn unaligned(found: &Verification) -> String {
    let Verification {
        puzzles, answers, ..
    } = found;
    let mut text = counted(*puzzles, "puzzle");
    let malformed = found.alignment.malformed;
    if malformed > 0 {
        let whole = puzzles - malformed;
        let _ = write!(text, " ({whole} without {})", lines(malformed));
    }
    let _ = write!(text, ", but {}; ", counted(*answers, "answer"));
    let _ = match found.first_alone {
        Some(Alone::Answer(line)) => write!(text, "line {line} of the answers has no puzzle"),
        Some(Alone::Puzzle(line)) => write!(text, "line {line} of the puzzles has no answer"),
        None => Ok(()),
    };
    let _ = match found.first_wrong.first() {
        Some(_) if found.right == 0 => write!(text, "; no answer matches its puzzle"),
        Some(wrong) => write!(
            text,
            "; the first wrong one is that to line {} of the puzzles",
            wrong.puzzle_line
        ),
        None if found.wrong + found.unanswered == 0 && *answers > 0 => {
            write!(text, "; the first {} match", found.right)
        }
        None => Ok(()),
    };
    text.push_str(
        " (--answer-format specifies another format; an empty line is no answer, but '!none' is)",
    );
    text
}
