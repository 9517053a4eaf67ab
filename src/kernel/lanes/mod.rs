#![doc = include_str!("README.md")]
#![allow(unsafe_code)]
// Constant indices over small arrays say which word of the layout is meant.
#![allow(clippy::needless_range_loop)]
// Loops, not functions of the standard library: see `vector`.
#![allow(clippy::manual_memcpy)]

mod answers;
mod arch;
pub(crate) mod choose;
pub(crate) mod clash;
mod completions;
pub(crate) mod exchange;
mod feed;
mod incoming;
pub(crate) mod isa;
pub(crate) mod layout;
pub(crate) mod pass;
pub(super) mod search;
mod stack;
mod state;
pub(crate) mod tables;
pub(crate) mod text;
pub(crate) mod turns;
pub(crate) mod vector;

use crate::solver::{Counters, Limits, Observer};
#[cfg(test)]
pub(crate) use arch::Plain;
pub(crate) use arch::Portable;
pub(crate) use feed::{Feed, SplitPuzzle};
pub(super) use incoming::FIRST;
pub(crate) use layout::StackEntry;
pub(crate) use search::SPLIT;
use state::Search;

/// Evaluates an expression with the token of a back end, if the CPU can run it.
macro_rules! on_backend {
    ($backend:expr, $l:ident => $value:expr) => {
        match $backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => crate::simd::Avx512::detect().map(|$l| $value),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => crate::simd::Avx2::detect().map(|$l| $value),
            #[cfg(target_arch = "x86_64")]
            Backend::Sse2 => crate::simd::Sse2::detect().map(|$l| $value),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => crate::simd::Neon::detect().map(|$l| $value),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => crate::simd::Simd128::detect().map(|$l| $value),
            Backend::Portable => Some(crate::kernel::lanes::Portable).map(|$l| $value),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    };
}
pub(super) use on_backend;

/// Runs a generic test on each back end that this CPU has.
#[cfg(test)]
macro_rules! on_every_back_end {
    ($test:ident) => {{
        let mut ran = 0;
        macro_rules! on {
            ($name:ident) => {
                if let Some(l) = crate::simd::$name::detect() {
                    $test(l);
                    ran += 1;
                }
            };
        }
        #[cfg(target_arch = "x86_64")]
        {
            on!(Avx512);
            on!(Avx2);
            on!(Sse2);
        }
        #[cfg(target_arch = "aarch64")]
        on!(Neon);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        on!(Simd128);
        $test(crate::kernel::lanes::Portable);
        let backends = crate::kernel::lanes::Backend::ALL.into_iter();
        assert_eq!(ran + 1, backends.filter(|b| b.is_available()).count());
    }};
}
#[cfg(test)]
pub(crate) use on_every_back_end;

/// A back end: the kind of vectors that the kernel uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Forty-eight lanes, sixteen in a vector.
    Avx512,
    /// Twenty-four lanes, eight in a vector.
    Avx2,
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
    pub const ALL: [Backend; 6] = [
        Backend::Avx512,
        Backend::Avx2,
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
            Backend::Avx2 => "avx2",
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
            Backend::Avx512 => "AVX-512 F, BW, DQ, VL, VBMI and VBMI2",
            Backend::Avx2 => "AVX2 and BMI2",
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
            Backend::Avx512 => 48,
            Backend::Avx2 => 24,
            Backend::Sse2 | Backend::Neon | Backend::Simd128 | Backend::Portable => 4,
        }
    }

    /// Whether this CPU can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        on_backend!(self, _l => ()).is_some()
    }

    /// The state of one thread, if this CPU can run the back end.
    pub(crate) fn state(self) -> Option<Box<dyn LaneSearch>> {
        on_backend!(self, l => Search::new(l) as Box<dyn LaneSearch>)
    }
}

/// One thread's state on some back end; dispatched once a batch.
pub(crate) trait LaneSearch: Send + Sync {
    /// Solves a batch.
    fn run(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters;
    /// Puzzles that the last run handed out, and their states.
    fn handed_out(&self) -> (&[SplitPuzzle], &[StackEntry]);
}
