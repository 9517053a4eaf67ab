//! Measures Sudoku solvers for the program `ninefold`, and judges what it measured. It is not for
//! others: its interface changes at any time.
//!
//! [`external`] runs other people's solvers. [`mod@bench`] measures them and Ninefold's engines,
//! compares results, and stores them. [`html`] makes pages of them.

pub mod bench;
pub mod external;
pub mod html;
