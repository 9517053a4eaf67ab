//! The checks with vectors and words, compiled for linear forms.

use super::linear::{
    Byte, HalfVector, LinearByteVector as ByteVector, LinearBytes32 as Bytes32, LinearWord as Word,
    WideVector,
};
use crate::grid::CELLS;
use crate::grid::check::codes::{CODE, EACH, FULL};

#[allow(clippy::duplicate_mod)]
#[path = "../../grid/check/half.rs"]
pub(super) mod half;
#[allow(clippy::duplicate_mod)]
#[path = "../../grid/check/wide.rs"]
pub(super) mod wide;
#[allow(clippy::duplicate_mod)]
#[path = "../../grid/check/words.rs"]
pub(super) mod words;
