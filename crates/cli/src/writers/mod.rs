//! Threads that write a file around the page cache. So a large file is not limited by what a single
//! thread can write, and does not wait for the disk when everything is solved.
//!
//! ```text
//!                 blocks of the file       each writer: copy, write
//!   collector --> [ rows, their place ] --+--> buffer --> file (O_DIRECT)
//!       ^                                 +--> buffer --> file
//!       +---------- buffers, errors ------+
//! ```
//!
//! Rows are collected in blocks of [`STRETCH`] bytes, which get their place in the file. Writers
//! take blocks in any order. Such writes begin and end at multiples of [`ALIGNMENT`], in the file
//! as in memory. So a writer copies the rows into an aligned buffer, and the bytes after the last
//! multiple go to the next block.
//!
//! There are several threads, because the file system serves such writes in parallel. Writes
//! through the page cache it serves one at a time for each file.

mod block;
mod file;
mod writer;

use block::{ALIGNMENT, WriteBlock};
use crossbeam_channel::{Receiver, Sender, bounded};
use ninefold::pipeline::RowBuffer;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use writer::{Writer, Written, gone};

/// Bytes of a block, unless the rows end before.
const STRETCH: usize = 1 << 20;
/// Maximum number of buffers in a block.
const BUFFERS: usize = 8;
/// Bytes by which a file of unknown length grows.
const AHEAD: u64 = 256 << 20;

/// The threads, and the rows that they have not got yet.
#[derive(Debug)]
pub(crate) struct Writers {
    file: Arc<File>,
    /// `None` after the threads were asked to end.
    work: Option<Sender<WriteBlock>>,
    done: Receiver<Written>,
    threads: Vec<JoinHandle<()>>,
    /// Blocks that writers have.
    under_way: usize,
    /// The block that collects rows. `bytes` counts all of them.
    next: WriteBlock,
    /// Length of the file.
    length: u64,
    /// The length that this process has given the file. If the file is shorter, somebody else
    /// truncated it.
    floor: u64,
    /// Buffers and blocks that were written, to be used again.
    buffers: Vec<RowBuffer>,
    spare: Vec<WriteBlock>,
}

impl Writers {
    /// Starts to write `file`, open for reading and writing, after its first `written` bytes. Its
    /// final length is about `expected`, or unknown (0).
    ///
    /// `None` if the file system has no writes around the page cache and threads were not `asked`
    /// for. Also `None` if there are not enough threads, descriptors or memory.
    pub(crate) fn start(
        file: &File,
        written: u64,
        expected: u64,
        threads: usize,
        asked: bool,
    ) -> Option<Writers> {
        let direct = file::open_direct(file);
        if direct.is_none() && !asked {
            return None;
        }
        let mut head = vec![0; written as usize % ALIGNMENT];
        let at = written - head.len() as u64;
        file::read(file, &mut head, at).ok()?;
        let (give, work) = bounded(threads);
        // Space for every block that can be under way, so that no writer waits.
        let (finished, done) = bounded(2 * threads + 2);
        let mut writers = Writers {
            file: Arc::new(file.try_clone().ok()?),
            work: Some(give),
            done,
            threads: Vec::new(),
            under_way: 0,
            next: WriteBlock {
                at,
                bytes: head.len(),
                head,
                rows: Vec::new(),
            },
            length: written,
            floor: written,
            buffers: Vec::new(),
            spare: Vec::new(),
        };
        let direct = direct.map(Arc::new);
        for _ in 0..threads {
            let mut writer = Writer::new(&writers.file, direct.as_ref())?;
            let (work, finished) = (work.clone(), finished.clone());
            let thread = thread::Builder::new().name("ninefold-writer".to_owned());
            let thread = thread.spawn(move || writer.run(&work, &finished));
            writers.threads.push(thread.ok()?);
        }
        writers.grow(expected);
        Some(writers)
    }

    /// Takes rows, and leaves an empty buffer.
    ///
    /// # Errors
    /// The error that kept earlier rows from being written.
    pub(crate) fn take(&mut self, rows: &mut RowBuffer) -> io::Result<()> {
        while let Ok(done) = self.done.try_recv() {
            self.recycle(done)?;
        }
        let spare = self.buffers.pop().unwrap_or_default();
        let rows = std::mem::replace(rows, spare);
        let next = &mut self.next;
        next.bytes += rows.bytes().len();
        next.rows.push(rows);
        if next.bytes >= STRETCH {
            return self.hand_over();
        }
        // Buffers with few rows take as much memory as others, so they are not kept.
        if next.rows.len() == BUFFERS {
            for rows in next.rows.drain(..) {
                next.head.extend_from_slice(rows.bytes());
                self.buffers.push(rows);
            }
        }
        Ok(())
    }

    /// Waits until all rows are in the file. The file may be longer than the rows.
    ///
    /// # Errors
    /// The error that kept rows from being written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        while self.under_way > 0 {
            let done = self.done.recv().map_err(|_| gone())?;
            self.recycle(done)?;
        }
        // The bytes after the last multiple are written here, without a writer, and again later.
        let mut at = self.next.at;
        for part in self.next.parts() {
            file::write(&self.file, part, at)?;
            at += part.len() as u64;
        }
        Ok(())
    }

    /// Gives the collected rows to the writers, except the bytes after the last multiple.
    fn hand_over(&mut self) -> io::Result<()> {
        let end = self.next.bytes % ALIGNMENT;
        let whole = self.next.bytes - end;
        if whole == 0 {
            return Ok(());
        }
        let at = self.next.at + whole as u64;
        if self.file.metadata()?.len() < self.floor {
            return Err(cut_short());
        }
        if at > self.length {
            self.grow(at + AHEAD);
        }
        let mut next = self.spare.pop().unwrap_or_default();
        (next.at, next.bytes) = (at, end);
        let mut skip = whole;
        for part in self.next.parts() {
            let skipped = skip.min(part.len());
            next.head.extend_from_slice(&part[skipped..]);
            skip -= skipped;
        }
        let mut block = std::mem::replace(&mut self.next, next);
        block.bytes = whole;
        let work = self.work.as_ref().ok_or_else(gone)?;
        work.send(block).map_err(|_| gone())?;
        self.under_way += 1;
        Ok(())
    }

    fn recycle(&mut self, done: Written) -> io::Result<()> {
        let mut block = done.block;
        self.under_way -= 1;
        self.buffers.append(&mut block.rows);
        block.head.clear();
        self.spare.push(block);
        done.result
    }

    /// Makes the file this long at once, because the file system serves writes that extend a file
    /// one at a time.
    fn grow(&mut self, length: u64) {
        if cfg!(target_os = "linux") && length > self.length {
            // If that fails, the writes will extend it, or say why they cannot.
            if self.file.set_len(length).is_ok() {
                self.floor = length;
            }
            self.length = length;
        }
    }
}

/// The error for a file that somebody else has truncated.
pub(super) fn cut_short() -> io::Error {
    io::Error::other("somebody else truncated it during the run")
}

impl Drop for Writers {
    fn drop(&mut self) {
        self.work = None;
        for thread in self.threads.drain(..) {
            // It catches its panics.
            let _ = thread.join();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::writer::LARGEST;
    use super::*;
    use std::fs::OpenOptions;
    use std::os::unix::fs::FileExt;

    /// Bytes that differ from position to position.
    fn text(bytes: usize, seed: usize) -> Vec<u8> {
        (0..bytes).map(|i| ((i * 7 + seed) % 251) as u8).collect()
    }

    #[test]
    fn rows_of_any_size_are_where_they_belong() {
        let sizes = [
            0,
            1,
            81,
            4095,
            4096,
            4097,
            STRETCH,
            3,
            LARGEST + 5,
            0,
            100_000,
            STRETCH - 1,
            12,
        ];
        for (threads, written) in [(1, 0), (1, 4096), (2, 1), (3, 10_001)] {
            let file = tempfile::tempfile().unwrap();
            let mut right = text(written, 0);
            file.write_all_at(&right, 0).unwrap();
            let started = Writers::start(&file, written as u64, 50_000, threads, true);
            let mut writers = started.expect("they were asked for");
            for (i, &size) in sizes.iter().cycle().take(40).enumerate() {
                let rows = text(size, i);
                right.extend_from_slice(&rows);
                writers.take(&mut RowBuffer::from(rows)).unwrap();
                if i % 7 == 6 {
                    writers.flush().unwrap();
                    let mut there = vec![0; right.len()];
                    file.read_exact_at(&mut there, 0).unwrap();
                    assert!(there == right, "{threads} threads, {written} bytes, {i}");
                }
            }
            // Whole blocks are written even if nobody waits for them.
            let kept = writers.next.at as usize;
            drop(writers);
            let mut there = vec![0; kept];
            file.read_exact_at(&mut there, 0).unwrap();
            assert!(kept > right.len() - 2 * STRETCH && there == right[..kept]);
        }
    }

    #[test]
    fn buffers_come_back() {
        let file = tempfile::tempfile().unwrap();
        let mut writers = Writers::start(&file, 0, 0, 2, true).unwrap();
        let mut blocks = 0;
        let mut rows = RowBuffer::default();
        for _ in 0..200 {
            if rows.bytes().is_empty() {
                rows = RowBuffer::from(text(STRETCH / 3, 0));
                blocks += 1;
            }
            writers.take(&mut rows).unwrap();
        }
        // Six blocks at most: one being collected, one handed over, two waiting and two being
        // written.
        assert!(blocks <= 6 * 4, "{blocks}");
        writers.flush().unwrap();
        assert!(writers.under_way == 0 && writers.spare.len() <= 6);
    }

    #[test]
    fn buffers_with_few_rows_are_not_kept() {
        let file = tempfile::tempfile().unwrap();
        let mut writers = Writers::start(&file, 0, 0, 1, true).unwrap();
        let mut right = Vec::new();
        for i in 0..10_000 {
            let rows = text([0, 10, 300][i % 3], i);
            right.extend_from_slice(&rows);
            writers.take(&mut RowBuffer::from(rows)).unwrap();
            assert!(writers.next.rows.len() < BUFFERS);
        }
        writers.flush().unwrap();
        let mut there = vec![0; right.len()];
        file.read_exact_at(&mut there, 0).unwrap();
        assert!(there == right);
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let Ok(full) = OpenOptions::new().read(true).write(true).open("/dev/full") else {
            return eprintln!("skipped: no /dev/full");
        };
        // Detected by a later take, and by the flush.
        let mut writers = Writers::start(&full, 0, 0, 2, true).unwrap();
        let failed = (0..1000).find_map(|_| {
            let taken = writers.take(&mut RowBuffer::from(text(STRETCH, 0)));
            taken.err()
        });
        assert_eq!(failed.unwrap().kind(), io::ErrorKind::StorageFull);
        let mut writers = Writers::start(&full, 0, 0, 2, true).unwrap();
        writers
            .take(&mut RowBuffer::from(text(STRETCH, 0)))
            .unwrap();
        let failed = writers.flush().unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::StorageFull);
        // The caller itself writes less than the alignment.
        let mut writers = Writers::start(&full, 0, 0, 1, true).unwrap();
        writers.take(&mut RowBuffer::from(text(81, 0))).unwrap();
        let failed = writers.flush().unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::StorageFull);
    }
}
