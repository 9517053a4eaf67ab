//! Parts of a file: who owns which lines.

use super::Share;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The bytes of the lines that begin in a share of a file, as Hadoop's input splits have
/// it: a line belongs to the share in which its first byte lies, so that
/// shares that touch have each line once.
pub(super) fn of_file(file: &File, size: u64, share: Share) -> io::Result<Range<u64>> {
    let (from, to) = match share {
        Share::Range { offset, length } => {
            (offset.min(size), offset.saturating_add(length).min(size))
        }
        Share::Shard { index, count } => {
            let place = |i: u32| (u128::from(size) * u128::from(i) / u128::from(count)) as u64;
            (place(index - 1), place(index))
        }
    };
    let start = line_start(file, from, size)?;
    Ok(start..line_start(file, to, size)?.max(start))
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
