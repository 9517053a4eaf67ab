//! Proofs, for all states, that the passes and the choice of the kernels are right.

mod fault;
mod formula;
mod lanes;
mod model;
mod random;
mod solver;
mod states;
mod theorem;
mod token;
