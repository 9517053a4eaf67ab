//! The tokens of x86-64, and functions that have their instructions.

/// Proof that the CPU has SSE2, which every 64-bit x86 CPU has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sse2(());

impl Sse2 {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Sse2> {
        is_x86_feature_detected!("sse2").then_some(Sse2(()))
    }
}

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }

    /// Calls `work` in a separate function that has the instructions. Code inlined in it may use
    /// them.
    ///
    /// The data is an argument, so that the compiler knows that no other reference leads to it. It
    /// does not know that of data that a closure borrows.
    #[inline(always)]
    pub(crate) fn run<A, R>(self, on: A, work: impl FnOnce(A) -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        #[inline(never)]
        fn inside<A, R>(on: A, work: impl FnOnce(A) -> R) -> R {
            align_frame!();
            work(on)
        }
        // SAFETY: `self` exists, so `detect` saw the features.
        unsafe { inside(on, work) }
    }
}

/// Proof that the CPU has AVX-512 F, BW, DQ, VL, VBMI and VBMI2, and what [`Avx2`] proves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(Avx2);

impl Avx512 {
    /// A token, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Avx512> {
        let avx2 = Avx2::detect()?;
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2"))
        .then_some(Avx512(avx2))
    }

    /// The proof of AVX2 in it.
    pub(crate) fn avx2(self) -> Avx2 {
        self.0
    }

    /// Calls `work` in a separate function that has the instructions. Code inlined in it may use
    /// them.
    ///
    /// The data is an argument, so that the compiler knows that no other reference leads to it. It
    /// does not know that of data that a closure borrows.
    #[inline(always)]
    pub(crate) fn run<A, R>(self, on: A, work: impl FnOnce(A) -> R) -> R {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt"
        )]
        #[inline(never)]
        fn inside<A, R>(on: A, work: impl FnOnce(A) -> R) -> R {
            align_frame!();
            work(on)
        }
        // SAFETY: `self` exists, so `detect` saw the features.
        unsafe { inside(on, work) }
    }
}
