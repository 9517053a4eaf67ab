//! NOIP 2009, "target sudoku": the best score of all solutions, or -1.

use ninefold::engine::noip2009::score;
use ninefold::engine::verdict::Verdict;
use ninefold::grid::{CELLS, Row};

/// Writes the answer to a puzzle whose row is the solution with the largest score.
pub(crate) fn write_answer(verdict: Verdict, row: &Row, out: &mut Vec<u8>) {
    match verdict {
        Verdict::Solved => {
            let digits: &[u8; CELLS] = row.first_chunk().expect("a row");
            let score = score(&digits.map(|digit| digit - b'0'));
            out.extend_from_slice(score.to_string().as_bytes());
        }
        Verdict::None | Verdict::Invalid => out.extend_from_slice(b"-1"),
        _ => verdict.write(out),
    }
    out.push(b'\n');
}
