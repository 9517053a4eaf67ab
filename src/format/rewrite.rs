//! Lines out as they came, with other puzzles in the place of theirs.

use super::append::line_end;
use super::records::{OtherKind, Records};
use super::write::tail;
use crate::grid::CELLS;

/// What stands beside puzzles and is written with what becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Beside {
    /// Nothing: the puzzles alone.
    #[default]
    Nothing,
    /// Comments, blank lines, and the other columns of tables.
    Lines,
    /// The same, and what stands behind a puzzle on its line.
    Tails,
}

/// What becomes of a puzzle.
pub(crate) struct Replacement {
    pub(crate) cells: [u8; CELLS],
    /// What becomes of the solution that the text states; `None` leaves it as it is.
    pub(crate) known: Option<Vec<u8>>,
}

/// How the lines of a chunk are written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rewriting {
    pub(crate) beside: Beside,
    /// Whether a table's header is written; that of the first input is.
    pub(crate) header: bool,
}

/// Appends the lines of a chunk to `out`, each puzzle replaced by what it becomes. Its line is
/// left out if that is nothing, as lines that are no puzzle are. Returns how many puzzles were written.
pub(crate) fn rewrite(
    text: &[u8],
    records: &Records,
    how: Rewriting,
    mut replace: impl FnMut(usize) -> Option<Replacement>,
    out: &mut Vec<u8>,
) -> u64 {
    let mut written = 0;
    let mut others = records.others.iter().peekable();
    for i in 0..=records.starts.len() {
        while let Some(other) = others.next_if(|other| other.before as usize == i) {
            let is_kept = match other.kind {
                OtherKind::Blank | OtherKind::Comment => how.beside != Beside::Nothing,
                OtherKind::Header => how.header,
                OtherKind::End | OtherKind::Malformed => false,
            };
            if is_kept {
                out.extend_from_slice(&text[other.start as usize..other.end as usize]);
                out.extend_from_slice(end_of_line(text, records, other.end));
            }
        }
        let Some(&start) = records.starts.get(i) else {
            break;
        };
        let Some(replacement) = replace(i) else {
            continue;
        };
        written += 1;
        let span = records.spans.get(i);
        if let Some(span) = span.filter(|_| how.beside != Beside::Nothing) {
            let known = span.known.zip(replacement.known.as_deref());
            let cells = (start, &replacement.cells[..]);
            let mut changes = [Some(cells), known];
            changes.sort_by_key(|change| change.map(|(at, _)| at));
            let mut at = span.start as usize;
            for (place, new) in changes.into_iter().flatten() {
                out.extend_from_slice(&text[at..place as usize]);
                out.extend_from_slice(new);
                at = place as usize + CELLS;
            }
            out.extend_from_slice(&text[at..span.end as usize]);
            out.extend_from_slice(end_of_line(text, records, span.end));
            continue;
        }
        out.extend_from_slice(&replacement.cells);
        if how.beside == Beside::Tails {
            let tail = tail(text, start as usize);
            match records.known_of(i).zip(replacement.known.as_deref()) {
                Some((at, known)) => {
                    let (before, rest) = tail.split_at(at as usize - start as usize - CELLS);
                    out.extend_from_slice(before);
                    out.extend_from_slice(known);
                    out.extend_from_slice(&rest[CELLS..]);
                }
                None => out.extend_from_slice(tail),
            }
        }
        out.push(b'\n');
    }
    written
}

/// What ends a line: of a table what ended it before.
fn end_of_line<'a>(text: &'a [u8], records: &Records, end: u32) -> &'a [u8] {
    match records.format.is_table() {
        true => line_end(text, end),
        false => b"\n",
    }
}
