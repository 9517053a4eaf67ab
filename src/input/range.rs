//! Parts of inputs: who owns which lines.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// Which part of the inputs is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// The records that begin in these bytes.
    Range {
        /// First byte.
        offset: u64,
        /// Number of bytes.
        length: u64,
    },
    /// The `index`th of `count` parts of equal length, from 1.
    Shard {
        /// Which, from 1.
        index: u32,
        /// Of how many.
        count: u32,
    },
}

impl Share {
    /// The share's bytes of each of several inputs, which are one text in this
    /// order.
    ///
    /// ```
    /// use ninefold::input::Share;
    /// let second = Share::Shard { index: 2, count: 3 };
    /// assert_eq!(second.of(&[100, 200]), [100..100, 0..100]);
    /// ```
    pub fn of(self, sizes: &[u64]) -> Vec<Range<u64>> {
        let (from, to) = self.bytes(sizes.iter().sum());
        let mut before = 0;
        let part = |&size: &u64| {
            let place = |at: u64| at.saturating_sub(before).min(size);
            let part = place(from)..place(to);
            before += size;
            part
        };
        sizes.iter().map(part).collect()
    }

    /// Whether it is the one that begins a text of so many bytes: what stands
    /// before the first row is written by that one.
    pub fn begins(self, size: u64) -> bool {
        match self {
            Share::Shard { index, .. } => index == 1,
            Share::Range { offset, length } => offset == 0 && (length > 0 || size == 0),
        }
    }

    /// Its bytes of a text of so many.
    fn bytes(self, size: u64) -> (u64, u64) {
        match self {
            Share::Range { offset, length } => {
                (offset.min(size), offset.saturating_add(length).min(size))
            }
            Share::Shard { index, count } => {
                let place = |i: u32| (u128::from(size) * u128::from(i) / u128::from(count)) as u64;
                (place(index - 1), place(index))
            }
        }
    }
}

/// The bytes of the lines that begin in a part of a file, as Hadoop's input splits have
/// it: a line belongs to the part in which its first byte lies, so that
/// parts that touch have each line once.
pub(super) fn lines_of(file: &File, size: u64, part: &Range<u64>) -> io::Result<Range<u64>> {
    let start = line_start(file, part.start, size)?;
    Ok(start..line_start(file, part.end, size)?.max(start))
}

/// The first line start at or behind a place.
fn line_start(file: &File, place: u64, size: u64) -> io::Result<u64> {
    if place == 0 || place >= size {
        return Ok(place.min(size));
    }
    let mut file = file;
    let mut at = place - 1;
    file.seek(SeekFrom::Start(at))?;
    let mut buffer = [0; 4096];
    let found = loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            break size;
        }
        if let Some(end) = memchr::memchr(b'\n', &buffer[..n]) {
            break at + end as u64 + 1;
        }
        at += n as u64;
    };
    file.seek(SeekFrom::Start(0))?;
    Ok(found)
}
