//! Measures engines and external solvers, with evidence for every figure.
//!
//! A [`corpus`] is puzzles in memory. A `case` is a solver on a corpus: it owns its process, which
//! runs under a supervisor ([`crate::external`]; a [`worker`] for engines and libraries), its
//! puzzles, and what comes of them. It answers its puzzles, each answer is checked, and then it
//! gives samples, each of fresh forms of the puzzles. [`measure`] lets the cases of `bench` take
//! turns in rounds, and [`paired`] those of two builds until it can tell. What is measured becomes
//! a [`record`], which is stored ([`store`]) with every sample. Everything that people see is
//! computed from records: [`ranking`], [`baseline`] (two results), and the views of [`export`].
//!
//! What must stay true:
//!
//! - A speed counts only if every answer behind it was checked, outside of the time measured.
//! - [`outcome`] alone decides what a failure means for a comparison.
//! - A verdict needs an interval that is wholly on one side. Otherwise it is *cannot tell*.
//! - Old records stay readable.

pub mod baseline;
pub mod build_identity;
mod case;
mod comparison;
pub mod copies;
pub mod corpus;
pub mod environment;
mod error;
pub mod export;
pub(crate) mod figures;
mod judge;
pub mod measure;
pub mod outcome;
pub mod paired;
mod plan;
pub mod ranking;
pub mod record;
mod row;
pub mod stats;
pub mod store;
pub mod worker;
