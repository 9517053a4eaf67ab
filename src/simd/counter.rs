//! The processor's time counter, which is faster to read than the system's clock.
#![allow(unsafe_code)]

pub(crate) use own::{read, runs_evenly};

/// The time stamp counter.
#[cfg(target_arch = "x86_64")]
mod own {
    use std::arch::x86_64::{__cpuid, _rdtsc};

    /// Whether it counts at a constant rate, whatever the cores do (`invariant TSC`).
    pub(crate) fn runs_evenly() -> bool {
        const POWER: u32 = 0x8000_0007;
        // SAFETY: every x86-64 has the instruction, which reads only its operand.
        #[allow(unused_unsafe)]
        let (last, power) = unsafe { (__cpuid(0x8000_0000).eax, __cpuid(POWER).edx) };
        last >= POWER && power >> 8 & 1 == 1
    }

    #[inline]
    pub(crate) fn read() -> u64 {
        // SAFETY: every x86-64 has the instruction, and it touches no memory.
        unsafe { _rdtsc() }
    }
}

/// The virtual counter, which every program may read under the systems that we know.
#[cfg(target_arch = "aarch64")]
mod own {
    pub(crate) fn runs_evenly() -> bool {
        true
    }

    #[inline]
    pub(crate) fn read() -> u64 {
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
    pub(crate) fn runs_evenly() -> bool {
        false
    }

    pub(crate) fn read() -> u64 {
        0
    }
}
