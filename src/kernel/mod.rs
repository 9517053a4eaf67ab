//! The algorithms: each takes the text of one puzzle or of a batch, searches, and writes the first
//! solution and its counts. They know nothing of files, threads or clocks.
//!
//! | kernel | idea |
//! | --- | --- |
//! | [`lanes`] | one puzzle in each lane of the vectors, all in the same pass |
//! | [`single`] | the same pass turned, so that one puzzle fills a vector |
//! | [`mrv`] | bit masks, fewest candidates first; the one to read first |
//! | [`mrv_scan`], [`naive`] | the same without optimising, and depth-first search cell by cell |
//! | [`exact_cover`] | dancing links; it also finds the best score of NOIP 2009 |
//! | [`lexicographic`] | all solutions in order |
//!
//! What must stay true:
//!
//! - A kernel is deterministic: the answer, the guesses and the nodes of a puzzle depend on the
//!   puzzle and the limits alone, not on its neighbours in a batch, nor on the back end.
//! - `single` gives the answers, guesses and nodes of `lanes`.
//! - A kernel stops exactly at its limits of solutions and guesses, and says that it did.
//! - It does not allocate while it solves, and shares no code with [`crate::grid::check`].

pub(crate) mod exact_cover;
pub(crate) mod lanes;
pub(crate) mod lexicographic;
pub(crate) mod mrv;
pub(crate) mod mrv_scan;
pub(crate) mod naive;
pub mod noip2009;
pub(crate) mod single;
