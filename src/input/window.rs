//! Estimates the memory for decoding by the beginning of a compressed file.

use super::decompress::{BLOCKS, Compression, of_head};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// Bytes that are enough to find the window.
const HEAD: u64 = 64;
/// Bytes besides the window and the blocks.
const TABLES: u64 = 1 << 20;

/// Maximum bytes of memory to decode a file, as far as its beginning tells. `None` if it is not
/// compressed or not a regular file.
///
/// ```
/// assert_eq!(ninefold::input::decoding_memory("Cargo.toml".as_ref()), None);
/// ```
#[must_use]
pub fn decoding_memory(path: &Path) -> Option<u64> {
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut head = Vec::new();
    let file = File::open(path).ok()?;
    file.take(HEAD).read_to_end(&mut head).ok()?;
    let window = match of_head(&head)? {
        Compression::Gzip => 1 << 16,
        // Sorted blocks of 900 kB; blocks of 4 MiB and their decoded data.
        Compression::Bzip2 | Compression::Lz4 => 8 << 20,
        Compression::Zstd => zstd(&head).unwrap_or(8 << 20),
        Compression::Xz => xz(&head).unwrap_or(64 << 20),
    };
    Some(window + BLOCKS as u64 + TABLES)
}

/// The window of the first frame, or its content if that is smaller.
fn zstd(head: &[u8]) -> Option<u64> {
    let (&about, rest) = head.strip_prefix(b"\x28\xb5\x2f\xfd")?.split_first()?;
    let is_single = about & 0x20 != 0;
    if !is_single {
        let window = rest.first()?;
        let base = 1 << (10 + (window >> 3));
        return Some(base + base / 8 * u64::from(window & 7));
    }
    let dictionary = [0, 1, 2, 4][usize::from(about & 3)];
    let length = 1 << (about >> 6);
    let content = rest.get(dictionary..dictionary + length)?;
    let content = content.iter().rev();
    Some(content.fold(0, |content, &byte| content << 8 | u64::from(byte)) + 256)
}

/// The dictionary of the first block.
fn xz(head: &[u8]) -> Option<u64> {
    let (&flags, mut header) = head.get(13..)?.split_first()?;
    for size in [0x40, 0x80] {
        if flags & size != 0 {
            number(&mut header)?;
        }
    }
    for _ in 0..=(flags & 3) {
        let (filter, length) = (number(&mut header)?, number(&mut header)?);
        let properties = header.get(..usize::try_from(length).ok()?)?;
        header = &header[properties.len()..];
        if filter == 0x21 {
            let bits = u64::from(*properties.first()? & 0x3f);
            return Some((2 | bits & 1) << (bits / 2 + 11));
        }
    }
    None
}

/// Takes a number with seven bits a byte.
fn number(text: &mut &[u8]) -> Option<u64> {
    let end = text.iter().take(9).position(|byte| byte & 0x80 == 0)?;
    let (bytes, rest) = text.split_at(end + 1);
    *text = rest;
    let bytes = bytes.iter().rev();
    Some(bytes.fold(0, |number, &byte| number << 7 | u64::from(byte & 0x7f)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_those_of_the_heads() {
        assert_eq!(zstd(b"\x28\xb5\x2f\xfd\x04\x48"), Some(512 << 10));
        assert_eq!(zstd(b"\x28\xb5\x2f\xfd\x04\x69"), Some(9 << 20));
        assert_eq!(zstd(b"\x28\xb5\x2f\xfd\x60\x00\x10"), Some(4096 + 256));
        assert_eq!(zstd(b"\x28\xb5\x2f\xfd"), None);
        let xz_of = |block: &[u8]| xz(&[&[0; 12], block].concat());
        assert_eq!(xz_of(b"\x02\x00\x21\x01\x16"), Some(8 << 20));
        assert_eq!(xz_of(b"\x03\xc0\x81\x01\x05\x21\x01\x0c"), Some(256 << 10));
        // It follows a filter for programs.
        assert_eq!(xz_of(b"\x03\x01\x04\x00\x21\x01\x16"), Some(8 << 20));
        assert_eq!(xz_of(b"\x02\x00\x21"), None);
    }
}
