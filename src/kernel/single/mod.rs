#![doc = include_str!("README.md")]
#![allow(unsafe_code)]
// Constant indices over small arrays say which word of the layout is meant.
#![allow(clippy::needless_range_loop)]

mod arch;
mod choose;
mod pass;
mod quads;
mod search;
mod text;

use super::lanes::{Backend, Portable};
#[cfg(target_arch = "aarch64")]
use crate::simd::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512, Sse2};
use quads::Quads;
use search::SingleSearch;
pub(crate) use search::SolveOne;

/// A solver on this back end, if the CPU can run it.
pub(crate) fn solver(backend: Backend) -> Option<Box<dyn SolveOne>> {
    fn on<L: Quads>(l: L) -> Box<dyn SolveOne> {
        Box::new(SingleSearch::new(l))
    }
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 | Backend::Avx512Rust => Avx512::detect().map(on),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 | Backend::Avx2Rust => Avx2::detect().map(on),
        #[cfg(target_arch = "x86_64")]
        Backend::Sse2 => Sse2::detect().map(on),
        #[cfg(target_arch = "aarch64")]
        Backend::Neon => Neon::detect().map(on),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Backend::Simd128 => Simd128::detect().map(on),
        Backend::Portable => Some(on(Portable)),
        _ => None,
    }
}
