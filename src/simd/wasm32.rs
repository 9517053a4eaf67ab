//! The token of WebAssembly.

/// Proof that the module has vectors of 128 bits (`-C target-feature=+simd128`). The build decides
/// that, because a machine without them refuses the whole module.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Simd128(());

impl Simd128 {
    /// A token, if the module was built with the instructions.
    pub(crate) fn detect() -> Option<Simd128> {
        Some(Simd128(()))
    }
}
