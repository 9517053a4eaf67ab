//! The program from a user's view, with a file for each subject. It is one test program, because
//! each would link all of Ninefold.

mod advice;
mod all_solutions;
mod bench;
mod browser;
mod common;
mod datasets;
#[cfg(unix)]
mod faults;
mod generate;
mod ordering;
mod parts;
#[cfg(unix)]
mod referee;
mod seeds;
mod solve;
mod tables;
#[cfg(unix)]
mod terminal;
mod transform;
#[cfg(unix)]
mod usage;
mod verify;
