//! The solver in a hundred lines, the one of many tutorials: it lists the empty cells, tries them
//! in order (`--lexicographic` finds the same solution), and prints the grid under a heading.

use super::BoardForm;

/// `ans:`, and three spaces after each number.
pub(crate) const BOARD: BoardForm = BoardForm {
    first: "ans: \n",
    open: "",
    between: "   ",
    close: "   ",
    next: "\n",
    last: "",
    blank: None,
};
