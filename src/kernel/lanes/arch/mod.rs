//! The back ends: names for the instructions of their CPUs.

#[cfg(test)]
mod assembler;
#[cfg(target_arch = "x86_64")]
mod assembly;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(test)]
pub(crate) use plain::Plain;
pub(crate) use portable::Portable;

#[cfg(test)]
mod tests {
    /// The files whose operations are made by `op!` and `ops!`.
    const FILES: [&str; 10] = [
        include_str!("avx2.rs"),
        include_str!("avx2/text.rs"),
        include_str!("avx512.rs"),
        include_str!("neon.rs"),
        include_str!("sse2.rs"),
        include_str!("../../single/arch/avx2.rs"),
        include_str!("../../single/arch/avx512.rs"),
        include_str!("../../single/arch/neon.rs"),
        include_str!("../../single/arch/sse2.rs"),
        include_str!("../../../simd/bytes.rs"),
    ];
    /// Parts of the names of intrinsics that touch memory, and of functions that are unsafe for
    /// other reasons.
    const UNSAFE: [&str; 13] = [
        "load",
        "store",
        "gather",
        "scatter",
        "stream",
        "prefetch",
        "vld",
        "vst",
        "ptr",
        "unchecked",
        // Our own functions that load from tables.
        "self.row(",
        "self.twice(",
        "self.table(",
    ];

    /// The text from an opening bracket, which is before it, to the one that closes it.
    fn in_brackets(text: &str) -> &str {
        let mut depth = 1;
        let end = text.find(|c| {
            depth += i32::from("({[".contains(c)) - i32::from(")}]".contains(c));
            depth == 0
        });
        &text[..end.expect("it closes")]
    }

    #[test]
    fn stamped_operations_touch_no_memory() {
        let mut operations = 0;
        for file in FILES {
            let single = file.match_indices("op!(").map(|found| (found, 1));
            let tables = file
                .match_indices("ops! {")
                .map(|found| (found, usize::MAX));
            for ((at, start), most) in single.chain(tables) {
                let stamped = in_brackets(&file[at + start.len()..]);
                for word in UNSAFE {
                    assert!(!stamped.contains(word), "{word} in {start}{stamped}");
                }
                operations += stamped.matches("(self").count().clamp(1, most);
            }
        }
        assert!(operations > 100, "{operations}");
    }
}
