//! Parts of inputs: which lines belong to which part.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The part of the inputs to read: the `index`th of `count` parts of equal length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputPart {
    /// The number of the part, from 1.
    pub index: u32,
    /// The number of parts.
    pub count: u32,
}

impl InputPart {
    /// The part's bytes of each of several inputs, which count as one text in this order.
    ///
    /// ```
    /// use ninefold_files::input::InputPart;
    /// let second = InputPart { index: 2, count: 3 };
    /// assert_eq!(second.of(&[100, 200]), [100..100, 0..100]);
    /// ```
    #[must_use]
    pub fn of(self, sizes: &[u64]) -> Vec<Range<u64>> {
        let (from, to) = self.bytes(sizes.iter().sum());
        let mut before = 0;
        let mut parts = Vec::with_capacity(sizes.len());
        for &size in sizes {
            let start = from.saturating_sub(before).min(size);
            let end = to.saturating_sub(before).min(size);
            parts.push(start..end);
            before += size;
        }
        parts
    }

    /// Its bytes of a text of this many bytes.
    fn bytes(self, size: u64) -> (u64, u64) {
        let [from, to] = [self.index - 1, self.index].map(|i| {
            let place = u128::from(size) * u128::from(i) / u128::from(self.count);
            place as u64
        });
        (from, to)
    }
}

/// The bytes of the lines that begin in a part of a file. As in Hadoop's input splits, a line
/// belongs to the part that has its first byte, so adjacent parts together have each line once. Of
/// a last line that is longer than `longest`, it includes only enough to show that.
pub(super) fn lines_of(
    file: &File,
    size: u64,
    part: &Range<u64>,
    longest: usize,
) -> io::Result<Range<u64>> {
    let end = part.end.min(size);
    let start = line_start(file, part.start, end)?;
    if start >= end {
        return Ok(end..end);
    }
    let ahead = part.end.saturating_add(longest as u64 + 1).min(size);
    Ok(start..line_start(file, part.end, ahead)?.max(start))
}

/// The first line start at or after an offset, or `most` if there is none before that.
fn line_start(file: &File, place: u64, most: u64) -> io::Result<u64> {
    if place == 0 || place >= most {
        return Ok(place.min(most));
    }
    let mut file = file;
    let mut at = place - 1;
    file.seek(SeekFrom::Start(at))?;
    let mut buffer = [0; 4096];
    let found = loop {
        let n = file.read(&mut buffer)?;
        let end = memchr::memchr(b'\n', &buffer[..n]);
        if let Some(end) = end {
            break (at + end as u64 + 1).min(most);
        }
        at += n as u64;
        if n == 0 || at >= most {
            break most;
        }
    };
    file.seek(SeekFrom::Start(0))?;
    Ok(found)
}
