//! The program as its users run it, a file for each subject. One program of tests, since
//! each would link all of Ninefold.

mod all_solutions;
mod bench;
mod browser;
mod cli;
mod common;
mod datasets;
#[cfg(unix)]
mod faults;
mod generate;
#[cfg(unix)]
mod referee;
mod seeds;
mod shares;
mod tables;
#[cfg(unix)]
mod terminal;
mod transform;
#[cfg(unix)]
mod usage;
mod verify;
