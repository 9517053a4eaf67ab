//! The token of WebAssembly.

/// Proof that the module has vectors of 128 bits (`-C target-feature=+simd128`): whether it does is
/// settled when it is built, since a machine without them refuses it whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Simd128(());

impl Simd128 {
    /// A token, if the module is built with the instructions.
    pub(crate) fn detect() -> Option<Simd128> {
        Some(Simd128(()))
    }
}
