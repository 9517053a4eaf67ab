//! The token of 64-bit Arm.

/// Proof that the CPU has NEON, which every 64-bit Arm CPU has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neon(());

impl Neon {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Neon> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}
