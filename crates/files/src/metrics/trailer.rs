//! The trailer of an output: its number of lines and bytes, and its checksum.
//!
//! Checksums of parts can be joined, so the trailers of a run's shards give the trailer of the
//! whole.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Line count, byte count and checksum of an output.
///
/// ```
/// use ninefold_files::metrics::trailer::Trailer;
/// let whole = Trailer::of(b"one\ntwo\n");
/// let mut parts = Trailer::of(b"one\n");
/// parts.append(&Trailer::of(b"two\n"));
/// assert_eq!(parts, whole);
/// assert_eq!(whole.to_string().parse(), Ok(whole));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trailer {
    /// Line feeds.
    pub lines: u64,
    /// Bytes.
    pub bytes: u64,
    /// CRC-32 of all bytes, the one of gzip and zlib.
    pub crc32: u32,
}

/// The text is not a trailer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a trailer (ninefold-trailer lines=N bytes=N crc32=HEX)")]
pub struct TrailerError;

const NAME: &str = "ninefold-trailer";

impl Trailer {
    /// The trailer of a text. It processes about 10 GB/s.
    #[must_use]
    pub fn of(text: &[u8]) -> Trailer {
        Trailer {
            lines: memchr::memchr_iter(b'\n', text).count() as u64,
            bytes: text.len() as u64,
            crc32: crc32fast::hash(text),
        }
    }

    /// Appends: makes this the trailer of its text followed by the other's.
    pub fn append(&mut self, other: &Trailer) {
        let mut whole = crc32fast::Hasher::new_with_initial_len(self.crc32, self.bytes);
        let part = crc32fast::Hasher::new_with_initial_len(other.crc32, other.bytes);
        whole.combine(&part);
        self.lines += other.lines;
        self.bytes += other.bytes;
        self.crc32 = whole.finalize();
    }

    /// Joins all trailers in a text, such as the standard error of a run, in order. It ignores
    /// other lines.
    ///
    /// # Errors
    /// A line begins like a trailer but is not one, or there is no trailer.
    pub fn find_all(text: &str) -> Result<Trailer, TrailerError> {
        let mut all: Option<Trailer> = None;
        for line in text.lines().filter(|line| line.starts_with(NAME)) {
            let trailer = line.parse()?;
            all.get_or_insert_default().append(&trailer);
        }
        all.ok_or(TrailerError)
    }
}

impl fmt::Display for Trailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trailer {
            lines,
            bytes,
            crc32,
        } = self;
        write!(f, "{NAME} lines={lines} bytes={bytes} crc32={crc32:08x}")
    }
}

impl FromStr for Trailer {
    type Err = TrailerError;

    fn from_str(text: &str) -> Result<Trailer, TrailerError> {
        parse(text).ok_or(TrailerError)
    }
}

fn parse(text: &str) -> Option<Trailer> {
    let mut words = text.split_whitespace();
    words.next().filter(|name| *name == NAME)?;
    let lines = words.next()?.strip_prefix("lines=")?;
    let bytes = words.next()?.strip_prefix("bytes=")?;
    let crc32 = words.next()?.strip_prefix("crc32=")?;
    Some(Trailer {
        lines: lines.parse().ok()?,
        bytes: bytes.parse().ok()?,
        crc32: u32::from_str_radix(crc32, 16).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_gzip() {
        assert_eq!(Trailer::of(b"123456789").crc32, 0xcbf4_3926);
    }

    #[test]
    fn trailers_are_found_among_other_lines() {
        let one = Trailer::of(b"1\n");
        let two = Trailer::of(b"22\n");
        let log = format!("12 puzzles\n{one}\nnoise\n{two}\n");
        assert_eq!(Trailer::find_all(&log), Ok(Trailer::of(b"1\n22\n")));
        assert_eq!(Trailer::find_all("nothing"), Err(TrailerError));
        assert!(Trailer::find_all("ninefold-trailer lines=1").is_err());
        assert!(Trailer::find_all("ninefold-trailer lines=1 bytes=2 crc32=xyz").is_err());
    }
}
