//! The back ends: names for what their CPUs can do.

#[cfg(target_arch = "x86_64")]
mod assembly;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod half;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

pub(crate) use portable::Portable;
