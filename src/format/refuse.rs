//! Says why a text is no corpus, by what its first lines look like, and what to do.

use super::cells::{is_blank, is_full, puzzle_within};
use super::json::names;
use super::lines::content_lines;
use super::reading::Reading;
use crate::escape::escape;
use crate::grid::{CELLS, Puzzle};
use crate::numbers::counted;
use memchr::memchr;

/// Fewer bad lines are those of a small corpus, if nothing tells what they are instead.
const ENOUGH: usize = 10;

/// How many bytes of a line to show.
const SHOWN: usize = 60;

/// The first bytes of files that are no text of puzzles, what the files are, and what to do.
const MAGICS: [(&[u8], &str); 6] = [
    (
        b"PAR1",
        "a Parquet file: the Python package solves it, python -m ninefold FILE -o OUTPUT",
    ),
    (
        b"PK\x03\x04",
        "a zip archive: unzip -p FILE | ninefold solve - (a workbook: save the sheet as csv)",
    ),
    (b"\xff\xfe", "UTF-16: iconv -f UTF-16 -t UTF-8 FILE"),
    (b"\xfe\xff", "UTF-16: iconv -f UTF-16 -t UTF-8 FILE"),
    (
        b"version https://git-lfs.github.com/",
        "a pointer of git LFS: git lfs pull fetches the file itself",
    ),
    (b"<!DOCTYPE html", "a web page"),
];

/// The kind of a file that has no lines of puzzles, by its beginning.
pub(super) fn no_text(head: &[u8]) -> Option<String> {
    if let Some((_, what)) = MAGICS.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(format!("not a text of puzzles, but {what}"));
    }
    let ended = head.trim_ascii_end();
    (memchr(b'\n', ended).is_none() && memchr(b'\r', ended).is_some()).then(|| {
        "its lines end in carriage returns alone: convert it with tr '\\r' '\\n' < FILE".to_owned()
    })
}

/// Refuses a text if more of its first lines or records are not understood than are, with the first
/// of those.
pub(super) fn doubt(text: &[u8], reading: &Reading<'_>) -> Result<(), String> {
    let content = content_lines(text).count();
    if content == 0 {
        let mut comments = text.split(|&byte| byte == b'\n');
        return if comments.any(|line| puzzle_within(line).is_some()) {
            Err("all its puzzles are in comments, lines that begin with '#'".to_owned())
        } else {
            Ok(())
        };
    }
    let (puzzles, unread) = (reading.puzzles.len(), &reading.unread);
    let skipped = content.saturating_sub(reading.explained + reading.spoilt);
    let is_much = |bad: usize, good: usize| bad >= ENOUGH && bad > good;
    let is_doubted = is_much(unread.len(), puzzles) || is_much(skipped, reading.explained);
    if puzzles > 0 && !is_doubted {
        return Ok(());
    }
    if puzzles == 0 && memchr(0, text).is_some() {
        return Err("no puzzle in its first 64 KiB, but NUL bytes: it is not text".to_owned());
    }
    let lines: Vec<(u64, &[u8])> = if unread.is_empty() {
        numbered(text).collect()
    } else {
        unread.clone()
    };
    let hint = first_look(&lines);
    if content < ENOUGH && hint.is_none() {
        return Ok(());
    }
    let found = match puzzles {
        0 => "no puzzle".to_owned(),
        some => format!("only {}", counted(some as u64, "puzzle")),
    };
    let (line, what) = match hint {
        Some(hint) => hint,
        None => {
            let (line, text) = lines[0];
            let shown = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]);
            (line, format!("is {}", escape(shown.trim())))
        }
    };
    Err(format!(
        "{found} in its first {}, read as {}. Line {line} {what} (specify the format with \
         --input-format, or a column with --column)",
        counted(content as u64, "line"),
        reading.kind,
    ))
}

/// What the first line looks like that looks like something.
pub(super) fn hint(text: &[u8]) -> Option<String> {
    let lines: Vec<(u64, &[u8])> = numbered(text).collect();
    first_look(&lines)
        .map(|(line, what)| format!("no puzzle in its first lines. Line {line} {what}"))
}

fn first_look(lines: &[(u64, &[u8])]) -> Option<(u64, String)> {
    let looks = |(line, text): &(u64, &[u8])| Some((*line, looks(text)?));
    lines.iter().find_map(looks)
}

/// The lines that are neither blank nor comments, with their numbers.
fn numbered(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let lines = text.split(|&byte| byte == b'\n').zip(1..);
    lines
        .filter(|(line, _)| content_lines(line).next().is_some())
        .map(|(line, i)| (i, line))
}

/// Cells in a row of boards of other sizes, and of the lists of candidates of a board.
const SIDES: [usize; 8] = [4, 6, 8, 12, 15, 16, 25, 27];

/// What a line that is no puzzle looks like.
fn looks(line: &[u8]) -> Option<String> {
    let line = line.trim_ascii_end();
    let fields = line.split(|byte| b",;\t|\"".contains(byte));
    let parts = std::iter::once(line).chain(fields);
    let bare = line.trim_ascii_start();
    let is_json = bare.starts_with(b"{") || bare.starts_with(b"[{");
    let within = puzzle_within(line);
    let is_element = is_json && within.is_some() && names(line).is_none();
    if let Some(at) = within.filter(|_| !is_element) {
        let place = format!(
            "has a puzzle that does not stand alone, in column {}",
            at + 1
        );
        // A command would take solutions for puzzles.
        let runs = line.split(|&byte| !Puzzle::is_cell(byte));
        return Some(match runs.filter(|run| is_full(run)).count() {
            0 => format!("{place}: grep -oE '[0-9._*xX]{{{CELLS}}}' FILE writes each on a line"),
            _ => format!("{place}: write each on a line of its own"),
        });
    }
    if let Some(blank) = parts.clone().find_map(odd_blank) {
        let blank = char::from(blank);
        return Some(format!(
            "has '{blank}' for its blanks: tr '{blank}' . < FILE"
        ));
    }
    let is_cells = |part: &&[u8]| {
        let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || is_blank(*byte);
        part.iter().all(is_cell)
            && part
                .iter()
                .any(|byte| byte.is_ascii_digit() || is_blank(*byte))
    };
    let boards = parts.map(<[u8]>::trim_ascii).filter(is_cells);
    let count = boards.map(<[u8]>::len).max().unwrap_or(0);
    if SIDES.iter().any(|side| side * side == count) {
        return Some(format!("has {count} cells, and boards are of 9x9"));
    }
    (is_element || is_json && line.len() > 2 * CELLS).then(|| {
        "is JSON: jq writes one object a line (jq -c '.[]' FILE), or a member with the boards (jq \
         -c .NAME FILE)"
            .to_owned()
    })
}

/// The sign for all blanks of 81 cells, or of nine, if it is not a valid blank.
fn odd_blank(cells: &[u8]) -> Option<u8> {
    let mut others = cells.iter().filter(|byte| !(b'1'..=b'9').contains(byte));
    let &blank = others
        .next()
        .filter(|_| [9, CELLS].contains(&cells.len()))?;
    let is_sign = (b' '..=b'~').contains(&blank) && !Puzzle::is_cell(blank);
    let has_digit = cells.iter().any(u8::is_ascii_digit);
    (is_sign && has_digit && others.all(|&byte| byte == blank)).then_some(blank)
}
