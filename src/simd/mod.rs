//! Proof that the CPU has certain instructions, vectors of bytes, and the CPU's counter of time.
//!
//! A *token* is a value that only its `detect` makes, and only after the CPU was asked.
//! Whoever holds one may use the instructions that it stands for: so operations on vectors
//! that take a token are safe to call.
//!
//! Kernels and the checker of answers stand on this and on what a puzzle is ([`crate::grid`]); nothing that
//! solves or judges is common to them.
#![allow(unsafe_code)]

/// Calls intrinsics of the features that `self`, a token, proves: such as are unsafe for the
/// sake of these features alone. One that reads or writes memory stands in a block of its own,
/// which says why that memory is there; a test of the kernel's back ends sees to it.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! op {
    ($call:expr) => {{
        // SAFETY: `self` is a token, so `detect` saw the features that its type stands for,
        // and what is called needs no others. It is given values, and touches no memory.
        #[allow(unused_unsafe)]
        unsafe {
            $call
        }
    }};
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use op;

/// Puts something on the stack that wants to begin with a page, so that the compiler aligns the
/// function's frame: no spilled vector lies across two cache lines, and whether a frame's addresses
/// agree with others in their last twelve bits, for which loads wait, is not left to chance.
macro_rules! align_frame {
    () => {
        #[repr(align(4096))]
        struct Line(#[allow(dead_code)] u8);
        let mut line = Line(0);
        std::hint::black_box(&mut line);
    };
}

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod bytes;
#[cfg(feature = "files")]
pub(crate) mod counter;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::Neon;
#[cfg(target_arch = "x86_64")]
pub(crate) use bytes::{ByteVector, Bytes32};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm32::Simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Avx2, Avx512, Sse2};

/// Does `work` in a function of its own, which has AVX2 where the CPU has: for loops that compilers
/// turn into vectors.
#[inline(always)]
pub(crate) fn vectorised<A, R>(on: A, work: impl FnOnce(A) -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.run(on, work);
    }
    apart(on, work)
}

/// Does `work` in a function of its own.
#[inline(never)]
pub(crate) fn apart<A, R>(on: A, work: impl FnOnce(A) -> R) -> R {
    align_frame!();
    work(on)
}
