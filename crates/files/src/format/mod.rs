//! Reads records from bytes, and writes them.
//!
//! A *line format* has one puzzle a line, and its lines are found in parallel ([`fn@find`]). For
//! every other format, a reader before the workers ([`blocks`]) converts each record to such a
//! line, so workers only know lines. [`open`](fn@open) combines the two. [`render`] writes the
//! answers.
//!
//! The way of a text:
//!
//! - `peek` reads its first lines; `likeliest` runs the readers over them (`reading`) and compares
//!   the puzzles that they find; `refuse` says what a text looks like that is no corpus; `detect`
//!   takes what the user specified, or asks these two.
//! - `roles` decides which grids are puzzles, and which are what the text states of their
//!   solutions, whatever found them. A grid without blanks is a solution until the user says
//!   otherwise. `stated` reads what stands beside a puzzle.
//! - `cut` splits csv into records; `assembler` puts records together from lines: boards (`rows`),
//!   arrays, `objects`, and grids `anywhere`. `record_lines` has the lines that they become, and
//!   pairs solutions with their puzzles. What cells look like, `cells` alone knows, and rows with
//!   gaps instead of blanks `gaps`. `fields` finds grids in any line, and `claims` words that say
//!   that there is no solution.
//! - `find` gives the position of each puzzle of a chunk, and the other lines, as `records`.
//! - `write` writes rows in the order of the records, `annotate` a table with new columns (`append`
//!   chooses those of `solve`), and `rewrite` the lines of the input with other puzzles.
//! - [`answers`] are records of the same readers, with claims between them.
//! - `known` counts how the solutions that a text states compare with the ones that were found.
//!
//! The words: a *grid* is 81 cells. It is *open* if some are blank, and *full* if none is. A *known
//! solution* is one that the text states of its own puzzle. Cells are *together* or *apart*, with
//! something between them.
//!
//! To add a format of input, name it in `kind` and read its records in `assembler`, which makes
//! lines of them. `likeliest` lists it among the candidates, the strictest first. The compiler asks
//! for the usual form of its answers ([`own_output`](crate::pipeline::own_output)). To add a column
//! of output, name it in `output` and give its value in `write`.
//!
//! What must stay true: no line is dropped without a row or a refusal; a bad record costs no other;
//! no puzzle is made of the rows of two; the result does not depend on how the text is divided into
//! chunks; and where a text could mean two things, it is refused with the option that decides.

mod annotate;
pub mod answers;
mod anywhere;
pub(crate) mod append;
mod arrays;
mod assembler;
mod blocks;
mod cells;
mod choices;
mod claims;
mod columns;
mod cut;
mod detect;
mod fields;
mod find;
mod gaps;
mod hodoku;
mod inputs;
mod json;
mod kind;
mod known;
mod layout;
mod likeliest;
mod lines;
mod members;
mod objects;
mod open;
mod options;
mod output;
mod peek;
mod reading;
mod record_lines;
mod records;
mod refuse;
mod rewrite;
mod roles;
mod rows;
mod stated;
mod table;
mod text;
mod usable;
mod write;

pub(crate) use annotate::{NewColumns, Unfit, write_table};
pub use append::OneTable;
pub(crate) use cells::is_digit;
pub use cut::{Cutter, TableReader};
pub use detect::detect;
pub use find::{find, find_in};
pub(crate) use inputs::{InputIter, Inputs, ReadChunk};
pub use kind::Kind;
pub use known::{KnownAnswers, without_blanks};
pub use layout::{Format, Layout, Members};
pub use open::{Opened, open, open_part};
pub use options::FormatOptions;
pub use output::{Column, Only, OutputFormat, WriteOptions};
pub use records::{Other, OtherKind, Records};
pub use rewrite::Beside;
pub(crate) use rewrite::{Replacement, Rewriting, rewrite};
pub(crate) use text::{Value, quote_csv};
pub(crate) use usable::left_out;
pub use usable::{UnusableLine, Usable};
pub use write::render;
pub(crate) use write::{tail, write_other, write_puzzle};
