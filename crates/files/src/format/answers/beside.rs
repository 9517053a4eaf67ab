//! The solutions that stand beside their puzzles in one file, as the reader of the puzzles finds
//! them.

use super::table::AnswerRecord;
use crate::format::find::find_in;
use crate::format::records::Records;
use crate::format::{Format, OtherKind, members};
use crate::input::Chunk;
use ninefold::grid::check;
use ninefold::internal::{Line, cells_at};

/// How to read puzzles with their solutions beside them.
#[derive(Debug)]
pub(super) struct BesideForm {
    format: Format,
    /// The member with the solutions, if the user named it.
    member: Option<String>,
    records: Records,
}

impl BesideForm {
    pub(super) fn new(format: Format, member: Option<String>) -> BesideForm {
        BesideForm {
            format,
            member,
            records: Records::default(),
        }
    }

    /// Calls `each` with the puzzles of a chunk and their solutions, each with its line. Returns
    /// the number of lines of the chunk, which has this many `before` it.
    pub(super) fn read(
        &mut self,
        chunk: &Chunk,
        before: u64,
        mut each: impl FnMut(&AnswerRecord<'_>, u64),
    ) -> u64 {
        find_in(&self.format, chunk, &mut self.records);
        self.format = self.format.after(chunk);
        let records = &self.records;
        let text: &[u8] = &chunk.bytes;
        let solutions = match &self.member {
            Some(name) => of_member(name, text, records),
            None => stated(text, records),
        };
        for (number, line) in records.in_order().enumerate() {
            let mut record = AnswerRecord::default();
            match line {
                Line::Puzzle(i) => {
                    record.puzzle = cells_at(text, records.starts[i] as usize);
                    record.solution = &solutions[i];
                }
                Line::Other(other) if other.kind == OtherKind::Malformed => {
                    record.verdict = b"!malformed";
                }
                Line::Other(_) => continue,
            }
            let before = before + records.lines_before(number) as u64;
            each(&record, chunk.line_of(number, before));
        }
        u64::from(records.lines)
    }
}

/// What stands for a solution that could not be compared.
const NO_SOLUTION: &[u8] = b"?";

/// The solutions beside the puzzles. Empty where there is none that could be compared.
fn stated(text: &[u8], records: &Records) -> Vec<Vec<u8>> {
    let mut solutions = vec![Vec::new(); records.starts.len()];
    for (i, solution) in records.stated(text) {
        let puzzle = cells_at(text, records.starts[i] as usize);
        // Of several, a wrong one counts.
        if solutions[i].is_empty() || check::check(puzzle, solution).is_err() {
            solutions[i] = solution.to_vec();
        }
    }
    solutions
}

/// The values of this member of the objects with puzzles.
fn of_member(name: &str, text: &[u8], records: &Records) -> Vec<Vec<u8>> {
    let mut solutions = Vec::with_capacity(records.spans.len());
    for span in &records.spans {
        let object = &text[span.start as usize..span.end as usize];
        solutions.push(match members::value(object, name).flatten() {
            None | Some("null" | "\"\"") => Vec::new(),
            Some(value) => match members::grid_of(value) {
                Some(cells) => cells.to_vec(),
                None => NO_SOLUTION.to_vec(),
            },
        });
    }
    solutions
}
