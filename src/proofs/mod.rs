//! Proofs, for all states, that the kernels miss no solution, and that the checker accepts nothing
//! else. The guide (`docs/src/proofs.md`) lists the claims.
//!
//! The code of the kernels runs on a [token](token) whose words are [formulas](formula). What comes
//! out is a formula for each bit of the result. The [solver] shows that no values of the variables
//! make a [claim](theorem) wrong, and that some do if a [fault] is planted in the code.
//!
//! | modules | content |
//! | --- | --- |
//! | `formula`, `solver`, `theorem`, `fault` | formulas, and how claims about them are proved |
//! | `token`, `states`, `random` | vectors of formulas; states as formulas; random states |
//! | `lanes`, `model`, `single`, `assembly`, `checker` | the claims |
//! | `backends` | tests that each back end's operations are those of the token |

// Indices say which bit, lane or cell is meant.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
mod assembly;
mod backends;
mod checker;
mod fault;
mod formula;
mod lanes;
mod model;
mod random;
mod single;
mod solver;
mod states;
mod theorem;
mod token;
