//! The processor's time counter, which is faster to read than the system's clock.
#![allow(unsafe_code)]

/// Whether it counts at a constant rate, whatever the cores do.
#[must_use]
pub fn runs_evenly() -> bool {
    own::runs_evenly()
}

/// Its value. It begins anywhere.
#[inline]
#[must_use]
pub fn read() -> u64 {
    own::read()
}

/// The time stamp counter.
#[cfg(target_arch = "x86_64")]
mod own {
    use std::arch::x86_64::{__cpuid, _rdtsc};

    /// The CPU's word for it is `invariant TSC`.
    pub(super) fn runs_evenly() -> bool {
        const POWER: u32 = 0x8000_0007;
        // SAFETY: every x86-64 has the instruction, which reads only its operand.
        #[allow(unused_unsafe)]
        let (last, power) = unsafe { (__cpuid(0x8000_0000).eax, __cpuid(POWER).edx) };
        last >= POWER && power >> 8 & 1 == 1
    }

    #[inline]
    pub(super) fn read() -> u64 {
        // SAFETY: every x86-64 has the instruction, and it touches no memory.
        unsafe { _rdtsc() }
    }
}

/// The virtual counter, which every program may read under the systems that we know.
#[cfg(target_arch = "aarch64")]
mod own {
    pub(super) fn runs_evenly() -> bool {
        true
    }

    #[inline]
    pub(super) fn read() -> u64 {
        let count;
        // SAFETY: it copies a register, and changes neither memory nor flags.
        unsafe {
            std::arch::asm!("mrs {}, cntvct_el0", out(reg) count, options(nomem, nostack, preserves_flags));
        }
        count
    }
}

/// No known counter.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod own {
    pub(super) fn runs_evenly() -> bool {
        false
    }

    pub(super) fn read() -> u64 {
        0
    }
}
