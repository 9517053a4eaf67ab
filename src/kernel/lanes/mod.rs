#![doc = include_str!("README.md")]
#![allow(unsafe_code)]
// Constant indices over small arrays say which word of the layout is meant.
#![allow(clippy::needless_range_loop)]
// Loops, not functions of the standard library: see `vector`.
#![allow(clippy::manual_memcpy)]

mod answers;
mod arch;
pub(super) mod choose;
mod clash;
mod completions;
mod exchange;
mod feed;
mod incoming;
pub(super) mod isa;
pub(super) mod layout;
mod merge;
mod pass;
pub(super) mod search;
mod stack;
mod state;
pub(super) mod tables;
mod team;
#[cfg(test)]
mod tests;
mod text;
pub(super) mod turns;
pub(super) mod vector;
mod work_stealing;

#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512, Sse2};
use crate::solver::{Counters, Limits, Observer};
pub(super) use arch::Portable;
pub(crate) use feed::{Feed, SplitPuzzle};
pub(super) use incoming::FIRST;
use isa::PassForm;
pub(crate) use layout::StackEntry;
use state::Search;

/// A back end: the kind of vectors that the kernel uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Forty-eight lanes, sixteen in a vector, and the pass in assembly.
    Avx512,
    /// The same with the compiled pass.
    Avx512Rust,
    /// Twenty-four lanes, eight in a vector, and the pass in assembly.
    Avx2,
    /// The same with the compiled pass.
    Avx2Rust,
    /// Four lanes, any 64-bit x86.
    Sse2,
    /// Four lanes, 64-bit Arm.
    Neon,
    /// Four lanes, WebAssembly built with `-C target-feature=+simd128`.
    Simd128,
    /// Four lanes in plain Rust, on any CPU.
    Portable,
}

impl Backend {
    /// All back ends, the fastest first.
    pub const ALL: [Backend; 8] = [
        Backend::Avx512,
        Backend::Avx512Rust,
        Backend::Avx2,
        Backend::Avx2Rust,
        Backend::Sse2,
        Backend::Neon,
        Backend::Simd128,
        Backend::Portable,
    ];

    /// Its name as an option.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Backend::Avx512 => "avx512",
            Backend::Avx512Rust => "avx512-rust",
            Backend::Avx2 => "avx2",
            Backend::Avx2Rust => "avx2-rust",
            Backend::Sse2 => "sse2",
            Backend::Neon => "neon",
            Backend::Simd128 => "simd128",
            Backend::Portable => "portable",
        }
    }

    /// The CPU features that it needs.
    #[must_use]
    pub fn needs(self) -> &'static str {
        match self {
            Backend::Avx512 | Backend::Avx512Rust => "AVX-512 F, BW, DQ, VL, VBMI and VBMI2",
            Backend::Avx2 | Backend::Avx2Rust => "AVX2 and BMI2",
            Backend::Sse2 => "SSE2",
            Backend::Neon => "NEON",
            Backend::Simd128 => "WebAssembly with simd128",
            Backend::Portable => "nothing",
        }
    }

    /// Number of lanes: puzzles solved at the same time.
    #[must_use]
    pub fn lanes(self) -> usize {
        match self {
            Backend::Avx512 | Backend::Avx512Rust => 48,
            Backend::Avx2 | Backend::Avx2Rust => 24,
            Backend::Sse2 | Backend::Neon | Backend::Simd128 | Backend::Portable => 4,
        }
    }

    /// Whether this CPU can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 | Backend::Avx512Rust => Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::Avx2Rust => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Sse2 => Sse2::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => Neon::detect().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => Simd128::detect().is_some(),
            Backend::Portable => true,
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }

    /// The state of one thread, if this CPU can run the back end.
    pub(crate) fn state(self) -> Option<AnySearch> {
        let form = match self {
            Backend::Avx512Rust | Backend::Avx2Rust => PassForm::Compiled,
            _ => PassForm::Best,
        };
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 | Backend::Avx512Rust => {
                Avx512::detect().map(|l| AnySearch::Avx512(Search::new(l, form)))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::Avx2Rust => {
                Avx2::detect().map(|l| AnySearch::Avx2(Search::new(l, form)))
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Sse2 => Sse2::detect().map(|l| AnySearch::Sse2(Search::new(l, form))),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => Neon::detect().map(|l| AnySearch::Neon(Search::new(l, form))),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => Simd128::detect().map(|l| AnySearch::Simd128(Search::new(l, form))),
            Backend::Portable => Some(AnySearch::Portable(Search::new(Portable, form))),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }
}

/// One thread's state on some back end; dispatched once a batch.
pub(crate) enum AnySearch {
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Search<Avx512>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Search<Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Box<Search<Sse2>>),
    #[cfg(target_arch = "aarch64")]
    Neon(Box<Search<Neon>>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Box<Search<Simd128>>),
    Portable(Box<Search<Portable>>),
}

impl AnySearch {
    /// Solves a batch.
    pub(crate) fn run(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        match self {
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx512(search) => search.run(feed, limits, observer),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx2(search) => search.run(feed, limits, observer),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Sse2(search) => search.run(feed, limits, observer),
            #[cfg(target_arch = "aarch64")]
            AnySearch::Neon(search) => search.run(feed, limits, observer),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            AnySearch::Simd128(search) => search.run(feed, limits, observer),
            AnySearch::Portable(search) => search.run(feed, limits, observer),
        }
    }

    /// Puzzles that the last run handed out, and their states.
    pub(crate) fn handed_out(&self) -> (&[SplitPuzzle], &[StackEntry]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx512(search) => (&search.split_puzzles, &search.handed_out),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Avx2(search) => (&search.split_puzzles, &search.handed_out),
            #[cfg(target_arch = "x86_64")]
            AnySearch::Sse2(search) => (&search.split_puzzles, &search.handed_out),
            #[cfg(target_arch = "aarch64")]
            AnySearch::Neon(search) => (&search.split_puzzles, &search.handed_out),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            AnySearch::Simd128(search) => (&search.split_puzzles, &search.handed_out),
            AnySearch::Portable(search) => (&search.split_puzzles, &search.handed_out),
        }
    }
}
