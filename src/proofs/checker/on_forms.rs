//! The checks with vectors and words, compiled for linear forms.

use super::linear::{
    Byte, ByteVector, Bytes32, HalfVector, LinearWord as Word, WideVector,
};
use crate::grid::CELLS;
use crate::grid::check::codes::{CODE, EACH, FULL};

#[path = "../../grid/check/half.rs"]
pub(super) mod half;
#[path = "../../grid/check/wide.rs"]
pub(super) mod wide;
#[path = "../../grid/check/words.rs"]
pub(super) mod words;
