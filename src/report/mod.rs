//! What is said of a run or a result: printing only, no arithmetic.

pub mod html;
