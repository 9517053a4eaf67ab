//! Grids that stand anywhere in a text: strings of a program, XML, SQL, records with a key.

use super::cells::{
    LONGEST_NUMBER, MostCells, has_board, has_odd_grid, is_between, is_digit, is_full, is_of_run,
};
use super::record_lines::{FoundGrid, RecordLines};
use crate::input::Origin;
use ninefold::grid::CELLS;

/// The grids of a line of text, wherever they stand, and what stands there in another form.
pub(super) fn grids_of_line(line: &[u8], at: Origin, out: &mut RecordLines) {
    let grids = runs_of(line, at, out);
    out.end_line_of_grids();
    let rest = match (grids.first(), grids.last()) {
        (None, _) => line,
        (Some(Some((_, false))), _) if grids.len() == 1 => b"",
        (Some(Some((first, _))), Some(Some((last, _)))) => {
            let before = &line[..*first];
            let after = &line[last + CELLS..];
            if has_board(before) { before } else { after }
        }
        _ => b"",
    };
    let cells = rows_of(rest);
    out.other_form(&cells);
    if cells.is_empty() && grids.is_empty() && line.iter().any(u8::is_ascii_alphanumeric) {
        out.end_other_form();
    }
}

/// The grids of a piece of a line of text. A dash may be a blank. Returns where each begins, and
/// whether it has blanks, or `None` for one of another length.
pub(super) fn runs_of(
    text: &[u8],
    at: Origin,
    out: &mut RecordLines,
) -> Vec<Option<(usize, bool)>> {
    let mut found = Vec::new();
    if has_odd_grid(text) {
        out.malformed(at, "81 cells with another sign for blanks");
    }
    let mut start = 0;
    for run in text.split(|&byte| !is_of_run(byte)) {
        let began = start;
        start += run.len() + 1;
        if run.len() <= LONGEST_NUMBER || !is_meant(run) {
            continue;
        }
        let at = Origin {
            offset: at.offset + began as u64,
            ..at
        };
        let Ok(cells) = <[u8; CELLS]>::try_from(run) else {
            out.malformed(at, &format!("length {}", run.len()));
            found.push(None);
            continue;
        };
        let cells = cells.map(|cell| if cell == b'-' { b'.' } else { cell });
        found.push(Some((began, !is_full(&cells))));
        out.grid_of_line(FoundGrid {
            cells,
            began: at,
            label: Vec::new(),
        });
    }
    found
}

/// The cells of a text that is a row of nine, several, a board with something between its cells, or
/// some single cells and nothing else.
fn rows_of(text: &[u8]) -> Vec<u8> {
    let most = MostCells::of(text);
    let mut fields = text.split(|&byte| is_between(byte));
    let are_cells = fields.all(|field| match field {
        [] => true,
        [byte] => is_of_run(*byte),
        _ => false,
    });
    if most.apart.max(most.in_rows) < 9 && !are_cells {
        return Vec::new();
    }
    text.iter().copied().filter(u8::is_ascii_digit).collect()
}

/// Whether a long run of cells is meant as a grid, and no line that is drawn.
fn is_meant(run: &[u8]) -> bool {
    let has_digit = run.iter().any(|&byte| is_digit(byte));
    has_digit || run.len() == CELLS && run.iter().all(|byte| b".0".contains(byte))
}
