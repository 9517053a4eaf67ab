//! Proofs, for all states, that the passes and the choice of the kernels are right.

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
