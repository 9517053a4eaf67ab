//! POJ 2676: the board in nine lines of nine digits, 0 for a blank.

use super::BoardForm;

/// Nine lines of digits.
pub(crate) const BOARD: BoardForm = BoardForm {
    first: "",
    open: "",
    between: "",
    close: "",
    next: "\n",
    last: "",
    blank: Some(b'0'),
};
