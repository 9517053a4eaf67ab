//! Views of results and comparisons: a function each from the record to what a reader or another
//! tool takes. They only print: [`super::stats`], [`super::ranking`] and [`super::record`] have the
//! arithmetic.
//!
//! [`results()`] and [`comparison()`] make [`ViewBlock`]s, which are parts of a view such as a
//! paragraph and a table. [`draw`] writes them for a terminal or as Markdown, and
//! [`report::html`](crate::html) as parts of a page, so that each fact has one text. Blocks hold
//! names as they are. Who writes a block escapes them.
//!
//! Every view says how much was measured and what was left out.

mod blocks;
mod comparison;
mod results;

pub use blocks::{Style, ViewBlock, ViewColumn, draw};
pub use comparison::comparison;
pub(crate) use comparison::verdict;
pub use results::results;
pub(crate) use results::{Measured, MeasuredRow, left_out};
