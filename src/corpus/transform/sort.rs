//! Sorting more records than fit into memory.
//!
//! Records of a fixed size are collected in memory, sorted, and written out as a run. At the end
//! all runs are merged. Temporary files have no names, so nothing is left behind, however the
//! program ends.

use crate::corpus::ScratchError;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Runs merged at once: each is an open file with a buffer.
const FAN: usize = 64;
const BUFFER: usize = 1 << 18;

/// Sorts records of `N` bytes by their bytes.
pub(super) struct Sorter<const N: usize> {
    records: Vec<[u8; N]>,
    /// Maximum number of records in memory.
    capacity: usize,
    runs: Vec<File>,
    directory: PathBuf,
}

impl<const N: usize> Sorter<N> {
    /// A sorter that uses about `memory` bytes, and temporary files in `directory` for the rest.
    pub(super) fn new(memory: usize, directory: &Path) -> Sorter<N> {
        Sorter {
            records: Vec::new(),
            capacity: (memory / N).max(2),
            runs: Vec::new(),
            directory: directory.to_owned(),
        }
    }

    pub(super) fn push(&mut self, record: [u8; N]) -> io::Result<()> {
        if self.records.len() == self.capacity {
            self.spill()?;
        }
        if self.records.len() == self.records.capacity() {
            // Twice as many, but no more than fit.
            let more = self.records.len().max(1 << 10);
            self.records
                .reserve_exact(more.min(self.capacity - self.records.len()));
        }
        self.records.push(record);
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        let run = write_run(&self.directory, self.records.iter().copied().map(Ok))?;
        self.records.clear();
        self.runs.push(run);
        if self.runs.len() == FAN {
            let runs = std::mem::take(&mut self.runs);
            let merged = Merge::<N>::new(runs, Vec::new(), &self.directory)?;
            self.runs.push(write_run(&self.directory, merged)?);
        }
        Ok(())
    }

    /// All records in order.
    pub(super) fn finish(mut self) -> io::Result<Merge<N>> {
        self.records.sort_unstable();
        Merge::new(self.runs, self.records, &self.directory)
    }
}

fn write_run<const N: usize>(
    directory: &Path,
    records: impl Iterator<Item = io::Result<[u8; N]>>,
) -> io::Result<File> {
    let failed = |cause| ScratchError::of(cause, directory);
    let file = tempfile::tempfile_in(directory).map_err(failed)?;
    let mut out = BufWriter::with_capacity(BUFFER, file);
    for record in records {
        out.write_all(&record?).map_err(failed)?;
    }
    let file = out.into_inner().map_err(io::IntoInnerError::into_error);
    let mut file = file.map_err(failed)?;
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    Ok(file)
}

/// Merges sorted runs, and iterates over all records in order.
pub(super) struct Merge<const N: usize> {
    runs: Vec<BufReader<File>>,
    memory: std::vec::IntoIter<[u8; N]>,
    /// The next record of each run. The records in memory count as the last run.
    heap: BinaryHeap<Reverse<([u8; N], usize)>>,
    /// The directory of the runs.
    directory: PathBuf,
}

impl<const N: usize> Merge<N> {
    fn new(runs: Vec<File>, memory: Vec<[u8; N]>, directory: &Path) -> io::Result<Merge<N>> {
        let readers = runs.into_iter();
        let mut merge = Merge {
            runs: readers
                .map(|run| BufReader::with_capacity(BUFFER, run))
                .collect(),
            memory: memory.into_iter(),
            heap: BinaryHeap::new(),
            directory: directory.to_owned(),
        };
        for run in 0..=merge.runs.len() {
            merge.refill(run)?;
        }
        Ok(merge)
    }

    fn refill(&mut self, run: usize) -> io::Result<()> {
        let next = match self.runs.get_mut(run) {
            None => self.memory.next(),
            Some(reader) => {
                let mut record = [0; N];
                match reader.read_exact(&mut record) {
                    Ok(()) => Some(record),
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => None,
                    Err(error) => return Err(ScratchError::of(error, &self.directory)),
                }
            }
        };
        self.heap.extend(next.map(|record| Reverse((record, run))));
        Ok(())
    }
}

impl<const N: usize> Iterator for Merge<N> {
    type Item = io::Result<[u8; N]>;

    fn next(&mut self) -> Option<io::Result<[u8; N]>> {
        let Reverse((record, run)) = self.heap.pop()?;
        Some(self.refill(run).map(|()| record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Rng;

    #[test]
    fn what_does_not_fit_into_memory_is_sorted_too() {
        let directory = tempfile::tempdir().unwrap();
        // One run in memory; several; so many that they are merged in between.
        for (count, memory) in [(50, 10_000), (5_000, 16_000), (9_000, 160)] {
            let mut sorter = Sorter::<16>::new(memory, directory.path());
            let mut expected = Vec::new();
            for i in 0..count {
                let key = Rng::new(1, &[i]).next() % 1000;
                let record = (u128::from(key) << 64 | u128::from(i)).to_be_bytes();
                expected.push(record);
                sorter.push(record).unwrap();
            }
            expected.sort_unstable();
            let sorted: io::Result<Vec<_>> = sorter.finish().unwrap().collect();
            assert_eq!(sorted.unwrap(), expected);
        }
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_directory_that_is_not_there_is_an_error() {
        let mut sorter = Sorter::<2>::new(4, Path::new("/nonexistent/scratch"));
        sorter.push([1, 2]).unwrap();
        sorter.push([3, 4]).unwrap();
        let error = sorter.push([5, 6]).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("cannot use temporary files in /nonexistent/scratch: "),
            "{text}"
        );
    }
}
