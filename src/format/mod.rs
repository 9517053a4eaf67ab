//! Reads records from bytes, and writes them.
//!
//! A *line format* has one puzzle a line, and its lines are found in parallel ([`fn@find`]). For
//! every other format, a reader in front ([`blocks`]) converts each record to such a line, so
//! workers only know lines. [`open`](fn@open) combines the two. [`render`] writes the answers.

mod alike;
mod annotate;
pub mod answers;
pub(crate) mod append;
pub mod blocks;
mod cells;
mod columns;
mod comments;
mod corpus;
mod cut;
mod detect;
mod evidence;
mod find;
mod inputs;
mod json;
mod kind;
mod layout;
mod leetcode;
mod lines;
mod open;
mod options;
mod output;
mod peek;
mod records;
mod rewrite;
mod rows;
mod table;
mod text;
mod unsupported;
mod usable;
mod write;
mod xml;

pub use alike::Alike;
pub(crate) use annotate::{Annotation, annotate, new_names};
pub(crate) use append::Unfit;
pub use append::{Append, Column};
pub use cut::TableReader;
pub use detect::detect;
pub(crate) use evidence::{Best, best};
pub use find::{find, find_in, malformed_reason};
pub(crate) use inputs::{InputIter, Inputs, ReadChunk};
pub use kind::{Kind, UnknownKind};
pub use layout::{Format, Layout, Member};
pub use open::{Opened, open, open_part};
pub use options::FormatOptions;
pub use output::{Only, OutputFormat, WriteOptions};
pub(crate) use peek::copied;
pub use records::{Other, OtherKind, Records};
pub use rewrite::Beside;
pub(crate) use rewrite::{Replacement, Rewriting, rewrite};
pub(crate) use text::quote_csv;
pub use usable::{UnusableLine, Usable};
pub(crate) use usable::{UsableInChunk, left_out};
pub use write::render;
pub(crate) use write::{tail, write_other, write_puzzle};
