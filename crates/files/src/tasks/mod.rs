//! Sudoku tasks of online judges, contests and tutorials: what is special to each, a file for each.
//! Programs for them read and write in forms of their own, which `--input-format` and
//! `--output-format` name. So `ninefold solve` takes the place of such a program: `format` has
//! these names in its tables, and calls the files here.
//!
//! | file | task | input | output |
//! | --- | --- | --- | --- |
//! | `poj2676` | POJ 2676, "Sudoku" | a number, then nine lines of nine digits each | nine lines of nine digits |
//! | `poj3074` | POJ 3074, "Sudoku" | 81 characters on a line, and `end` | 81 digits on a line |
//! | `noip2009` | NOIP 2009, "target sudoku" | nine lines of nine numbers | the best score of all solutions |
//! | `leetcode` | LeetCode 37, "Sudoku Solver" | a JSON board of strings | the same, filled |
//! | `hundred_lines` | the tutorials' solver in a hundred lines | nine lines of nine numbers | `ans:` and nine lines |

pub(crate) mod hundred_lines;
pub(crate) mod leetcode;
pub(crate) mod noip2009;
pub(crate) mod poj2676;
pub(crate) mod poj3074;

/// What a form of boards has besides its digits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BoardForm {
    /// Before the board.
    pub(crate) first: &'static str,
    /// Before each row.
    pub(crate) open: &'static str,
    /// Between two cells.
    pub(crate) between: &'static str,
    /// After each row.
    pub(crate) close: &'static str,
    /// Between two rows.
    pub(crate) next: &'static str,
    /// After the board.
    pub(crate) last: &'static str,
    /// The blank of a puzzle that stands, as it was, in place of a solution that does not exist:
    /// the program fills the board that it gets, and leaves it unchanged if it cannot.
    pub(crate) blank: Option<u8>,
}
