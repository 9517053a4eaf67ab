//! The environment of a result: machine and time.

use super::record::Machine;
use std::time::SystemTime;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// The current machine. Unknown values are `unknown` or 0.
pub fn machine() -> Machine {
    let what = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(what);
    let cpu = system
        .cpus()
        .first()
        .map(|cpu| cpu.brand().trim().to_owned());
    Machine {
        cpu: or_unknown(cpu.filter(|name| !name.is_empty())),
        features: cpu_features(),
        logical_cpus: std::thread::available_parallelism().map_or(0, usize::from),
        memory_bytes: system.total_memory(),
        os: or_unknown(System::long_os_version()),
        kernel: or_unknown(System::kernel_version()),
        arch: std::env::consts::ARCH.to_owned(),
    }
}

fn or_unknown(name: Option<String>) -> String {
    name.unwrap_or_else(|| "unknown".to_owned())
}

/// The current time as RFC 3339 in UTC, to the second.
#[must_use]
pub fn date() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

macro_rules! detected {
    ($detect:ident: $($name:tt)*) => {
        [$(($name, std::arch::$detect!($name))),*]
    };
}

fn cpu_features() -> Vec<String> {
    #[cfg(target_arch = "x86_64")]
    let found = detected!(is_x86_feature_detected:
        "sse4.2" "popcnt" "bmi1" "bmi2" "avx" "avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl"
        "avx512cd" "avx512vbmi" "avx512vbmi2" "avx512bitalg" "avx512vpopcntdq" "gfni");
    #[cfg(target_arch = "aarch64")]
    let found = detected!(is_aarch64_feature_detected: "neon" "sve" "sve2");
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let found: [(&str, bool); 0] = [];
    let present = found.into_iter().filter(|(_, present)| *present);
    present.map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_names_this_machine() {
        let machine = machine();
        assert!(machine.logical_cpus > 0);
        assert!(!machine.cpu.is_empty() && !machine.os.is_empty());
    }

    #[test]
    fn the_date_is_utc_to_the_second() {
        let date = date();
        assert_eq!((date.len(), &date[10..11], &date[19..]), (20, "T", "Z"));
    }
}
