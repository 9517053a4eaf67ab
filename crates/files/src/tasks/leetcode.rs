//! LeetCode 37: the board as nine JSON arrays of strings, `"."` for a blank.

use super::BoardForm;

/// `[["5","3",...],...]`.
pub(crate) const BOARD: BoardForm = BoardForm {
    first: "[",
    open: "[\"",
    between: "\",\"",
    close: "\"]",
    next: ",",
    last: "]",
    blank: Some(b'.'),
};
