//! Proof that the CPU has certain instructions, vectors of bytes, and the CPU's time counter.
//!
//! A *token* is a value that only its `detect` creates, and only after it has asked the CPU. The
//! holder of a token may use its instructions. So operations on vectors that take a token are safe
//! to call.
//!
//! Kernels and the checker of answers only share this module and the definition of a puzzle
//! ([`crate::grid`]). They share no code that solves or checks.
#![allow(unsafe_code)]

/// Calls intrinsics of the features that `self`, a token, proves: those that are unsafe only
/// because of these features. An intrinsic that reads or writes memory needs its own block, which
/// says why that memory is valid. A test of the kernel's back ends checks that.
#[allow(unused_macros)]
macro_rules! op {
    ($call:expr) => {{
        // SAFETY: `self` is a token, so `detect` has found the features of its type, and the called
        // intrinsic needs no others. It takes values, and touches no memory.
        #[allow(unused_unsafe)]
        unsafe {
            $call
        }
    }};
}
/// Operations that are names for intrinsics: for each, a method whose body is [`op`] of the
/// expression.
#[allow(unused_macros)]
macro_rules! ops {
    ($(
        $(#[$doc:meta])*
        $vis:vis $name:ident $(<const $k:ident: $of:ty>)?
            ($token:ident $(, $arg:ident: $type:ty)*) -> $out:ty = $call:expr;
    )*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $vis fn $name $(<const $k: $of>)? ($token $(, $arg: $type)*) -> $out {
            op!($call)
        }
    )*};
}

#[allow(unused_imports)]
pub(crate) use {op, ops};

/// Puts a value on the stack that is aligned to a page, so that the compiler aligns the function's
/// frame. So no spilled vector crosses two cache lines. It also fixes the last twelve bits of the
/// frame's addresses: if they match others, loads wait, and that must not depend on chance.
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
pub mod counter;
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

/// Calls `work` in a separate function, which has AVX2 if the CPU has it. It is for loops that
/// compilers vectorise.
#[inline(always)]
pub(crate) fn vectorised<A, R>(on: A, work: impl FnOnce(A) -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.run(on, work);
    }
    apart(on, work)
}

/// Calls `work` in a separate function.
#[inline(never)]
pub(crate) fn apart<A, R>(on: A, work: impl FnOnce(A) -> R) -> R {
    align_frame!();
    work(on)
}
