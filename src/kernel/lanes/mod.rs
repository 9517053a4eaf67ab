//! Many puzzles at once, one in each 32-bit lane of the SIMD registers.
//!
//! All lanes run the same propagation pass in lockstep ([`propagate`]); each
//! lane has its own depth-first stack, and a lane that is done takes the next
//! puzzle of the batch ([`search`]). The algorithm is written once over
//! [`vector::Vector`] and [`vector::Lanes`]; a back end is a file of
//! names for intrinsics; those for AVX-512 and AVX2 have the pass in assembly besides.
//!
//! What was tried, in short (16 lanes on Zen 4, below on Zen 5; whole and with commands
//! in `benches/record`):
//!
//! | what | found |
//! | --- | --- |
//! | fences that hold the stores of a pass in place | 108 to 94 ns a pass |
//! | the pass in assembly, its order and registers found by search (`scripts/lane-pass`) | 94 to 82 ns |
//! | lanes that guess packed into half the vectors, pushed through a transpose | hardest 5,290 to 4,640 ns a puzzle, 17 clues 158 to 153 |
//! | two groups of lanes with one event for both, lanes that guess, go back or write packed | hardest 4,370 to 4,180, magictour 750 to 713, minimal 181 to 168, 17 clues 148 to 142 |
//! | these groups in turn, eight of a kind an event | minimal 172 to 167, magictour 720 to 706, hardest 4,190 to 4,120 |
//! | rows fetched ahead, fewer branches, popped words not zeroed | over 24,000 puzzles: magictour 755 to 717, minimal 187 to 176 |
//! | triples strictly one behind the other; other forms of the matching | 104; 97 ns |
//! | three passes over new puzzles before they get a lane | easy 70 to 56 ns a puzzle |
//! | new puzzles as a group of their own until most of them wait | easy 56 to 51, 17 clues 160 to 144 |
//! | pass, choice and exchange as functions of their own | portable 1.4 to 2.7 times as fast, AVX2 1.06 to 1.2 |
//! | frames aligned to cache lines | AVX2 up to a third, where chance had them across |
//! | events when more than half of the lanes wait, not half; a third or a quarter | 1 %; 2 to 15 % |
//! | lanes that wait frozen | neighbours change nothing |
//! | scalar reads and not gathers at a push | faster |
//! | digits with two places where no cell has two candidates | at most 1 % of guesses: left out |
//! | Zen 5: the pass for AVX-512 in the program once, not at each call | easy 42 to 33 ns, minimal 131 to 120, 17 clues 117 to 105 |
//! | bytes looked up in their lanes, at places known to the compiler | easy 30.3 to 28.5 |
//! | planes of an answer in pairs of words, weights whose bits meet | easy 31.4 to 30.5 |
//! | two groups with AVX2 | hardest and magictour 8 to 10 % faster |
//! | settled is told when all cells are single, not when no digit had two places before | easy 5 % fewer passes, 17 clues 3 %: 2 to 3 and 2 to 5 % faster; magictour and hardest within 1 % |
//! | the pass in assembly with AVX2, too | 85 to 64 ns a pass, puzzles of all kinds 12 to 17 % faster |
#![allow(unsafe_code)]
// Constant indices over small arrays say which word of the layout is meant.
#![allow(clippy::needless_range_loop)]

/// Calls an intrinsic of the features that `self`, a token, proves.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! op {
    ($call:expr) => {{
        // SAFETY: `self` exists, so `detect` saw the features this needs, and
        // the intrinsic touches no memory but what its vector arguments hold.
        #[allow(unused_unsafe)]
        unsafe {
            $call
        }
    }};
}

/// Puts something on the stack that wants 64-byte alignment, so that the compiler
/// aligns the function's frame, and no spilled vector lies across two cache lines.
macro_rules! align_frame {
    () => {
        #[repr(align(64))]
        struct Line(#[allow(dead_code)] u8);
        let mut line = Line(0);
        std::hint::black_box(&mut line);
    };
}

#[cfg(target_arch = "x86_64")]
mod assembly;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) mod bytes;
mod choose;
mod feed;
#[cfg(target_arch = "x86_64")]
mod half;
#[cfg(test)]
mod model;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod pairs;
mod portable;
mod propagate;
pub(crate) mod score;
mod search;
mod text;
mod vector;

use crate::engine::{Counters, Limits, NoWatch, Watch};
pub(crate) use feed::{Feed, Heavy, Record};
use search::Search;

/// A back end: which vectors the kernel runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// Thirty-two lanes, sixteen to a vector.
    Avx512,
    /// Sixteen lanes, eight to a vector.
    Avx2,
    /// Four lanes, 64-bit Arm.
    Neon,
    /// Four lanes in plain Rust, on any CPU.
    Portable,
}

impl Backend {
    /// All back ends, the fastest first.
    pub const ALL: [Backend; 4] = [
        Backend::Avx512,
        Backend::Avx2,
        Backend::Neon,
        Backend::Portable,
    ];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Avx512 => "avx512",
            Backend::Avx2 => "avx2",
            Backend::Neon => "neon",
            Backend::Portable => "portable",
        }
    }

    /// What a CPU must have to run it.
    pub fn needs(self) -> &'static str {
        match self {
            Backend::Avx512 => "AVX-512 F, BW, DQ, VL, VBMI and VBMI2",
            Backend::Avx2 => "AVX2 and BMI2",
            Backend::Neon => "NEON",
            Backend::Portable => "nothing",
        }
    }

    /// Lanes, which is puzzles at a time.
    pub fn lanes(self) -> usize {
        match self {
            Backend::Avx512 => 32,
            Backend::Avx2 => 16,
            Backend::Neon | Backend::Portable => 4,
        }
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => avx512::Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => neon::Neon::detect().is_some(),
            Backend::Portable => true,
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }

    /// The state of one thread, where this CPU can run the back end.
    pub(crate) fn state(self) -> Option<State> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => avx512::Avx512::detect().map(|l| State::Avx512(Search::new(l))),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => avx2::Avx2::detect().map(|l| State::Avx2(Search::new(l))),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => neon::Neon::detect().map(|l| State::Neon(Search::new(l))),
            Backend::Portable => Some(State::Portable(Search::new(portable::Portable))),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }
}

/// One thread's state on some back end; dispatched once a batch.
pub(crate) enum State {
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Search<avx512::Avx512>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Search<avx2::Avx2>>),
    #[cfg(target_arch = "aarch64")]
    Neon(Box<Search<neon::Neon>>),
    Portable(Box<Search<portable::Portable>>),
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt"
)]
fn run_avx512<const SCORE: bool>(
    search: &mut Search<avx512::Avx512>,
    feed: &mut Feed<'_, '_>,
    limits: &Limits,
    watch: &mut dyn Watch,
    floor: u32,
) -> Counters {
    search.run::<SCORE>(feed, limits, watch, floor)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2<const SCORE: bool>(
    search: &mut Search<avx2::Avx2>,
    feed: &mut Feed<'_, '_>,
    limits: &Limits,
    watch: &mut dyn Watch,
    floor: u32,
) -> Counters {
    search.run::<SCORE>(feed, limits, watch, floor)
}

impl State {
    /// Solves a batch.
    pub(crate) fn run(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Counters {
        self.dispatch::<false>(feed, limits, watch, 0)
    }

    /// Finds solutions that score more than `floor`, each more than the last;
    /// the rows hold the last one. Digits are complemented: see [`score`].
    pub(crate) fn run_scored(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        floor: u32,
    ) -> Counters {
        self.dispatch::<true>(feed, limits, &mut NoWatch, floor)
    }

    fn dispatch<const SCORE: bool>(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        watch: &mut dyn Watch,
        floor: u32,
    ) -> Counters {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the search holds a token: this CPU has the features.
            State::Avx512(s) => unsafe { run_avx512::<SCORE>(s, feed, limits, watch, floor) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            State::Avx2(s) => unsafe { run_avx2::<SCORE>(s, feed, limits, watch, floor) },
            // NEON is part of the base architecture: no entry point of its own.
            #[cfg(target_arch = "aarch64")]
            State::Neon(s) => s.run::<SCORE>(feed, limits, watch, floor),
            State::Portable(s) => s.run::<SCORE>(feed, limits, watch, floor),
        }
    }

    /// Puzzles that the last run handed out, and their states.
    pub(crate) fn handed_out(&self) -> (&[Heavy], &[Record]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            State::Avx512(search) => (&search.heavy, &search.handed_out),
            #[cfg(target_arch = "x86_64")]
            State::Avx2(search) => (&search.heavy, &search.handed_out),
            #[cfg(target_arch = "aarch64")]
            State::Neon(search) => (&search.heavy, &search.handed_out),
            State::Portable(search) => (&search.heavy, &search.handed_out),
        }
    }
}
