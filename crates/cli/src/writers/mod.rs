//! Threads that write a file around the page cache, so that one that is large is not limited
//! by what a single thread can write, nor waits for the disk when all is solved.
//!
//! ```text
//!                 stretches of the file       each writer: copy, write
//!   collector --> [ rows, their place ] --+--> room --> file (O_DIRECT)
//!       ^                                 +--> room --> file
//!       +---------- buffers, errors ------+
//! ```
//!
//! Rows are gathered until they are [`STRETCH`] bytes, and get their place in the file; writers
//! take them in any order. Such writes begin and end at multiples of [`ALIGNMENT`], in the file as
//! in memory, so a writer copies the rows into a room of its own, and what is behind the last
//! multiple goes to the next stretch.
//!
//! Several threads, because the file system serves such writes side by side; those through the page
//! cache it does one at a time for each file.

mod file;
mod stretch;
mod writer;

use crossbeam_channel::{Receiver, Sender, bounded};
use ninefold::pipeline::RowBuffer;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use stretch::{ALIGNMENT, WriteBlock};
use writer::{Done, Writer, gone};

/// Bytes of a stretch, unless the rows end before.
const STRETCH: usize = 1 << 20;
/// Buffers of a stretch at most.
const BUFFERS: usize = 8;
/// Bytes by which a file grows whose length is not known.
const AHEAD: u64 = 256 << 20;

/// The threads, and what is not theirs yet.
#[derive(Debug)]
pub(crate) struct Writers {
    file: Arc<File>,
    /// `None` once they are told to end.
    work: Option<Sender<WriteBlock>>,
    done: Receiver<Done>,
    threads: Vec<JoinHandle<()>>,
    /// Stretches that writers have.
    under_way: usize,
    /// Where rows are gathered; `bytes` counts all of them.
    next: WriteBlock,
    /// Length of the file.
    length: u64,
    /// The length that it was made, below which nobody but others cuts it.
    floor: u64,
    /// Buffers and stretches that were written.
    buffers: Vec<RowBuffer>,
    spare: Vec<WriteBlock>,
}

impl Writers {
    /// Begins to write `file`, open for reading and writing, behind its first `written` bytes.
    /// Its final length is about `expected`, or not known (0).
    ///
    /// `None` where threads would gain nothing, unless they were `asked` for: where the file
    /// system has no writes around the page cache. And where there are not enough threads,
    /// descriptors or memory.
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
        // Room for all that can be under way, so that no writer waits.
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

    /// Takes rows, and leaves a buffer that was written.
    ///
    /// # Errors
    /// Whatever kept rows taken before from being written.
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
        // Buffers with few rows are as large as others: they are not kept.
        if next.rows.len() == BUFFERS {
            for rows in next.rows.drain(..) {
                next.head.extend_from_slice(rows.bytes());
                self.buffers.push(rows);
            }
        }
        Ok(())
    }

    /// Waits until all rows are in the file, which may be longer than they are.
    ///
    /// # Errors
    /// Whatever kept them from being written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        while self.under_way > 0 {
            let done = self.done.recv().map_err(|_| gone())?;
            self.recycle(done)?;
        }
        // What is behind the last multiple, for which no writer is needed, is written again later.
        let mut at = self.next.at;
        for part in self.next.parts() {
            file::write(&self.file, part, at)?;
            at += part.len() as u64;
        }
        Ok(())
    }

    /// Gives what is gathered to the writers, but for what is behind the last multiple.
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
        let mut stretch = std::mem::replace(&mut self.next, next);
        stretch.bytes = whole;
        let work = self.work.as_ref().ok_or_else(gone)?;
        work.send(stretch).map_err(|_| gone())?;
        self.under_way += 1;
        Ok(())
    }

    fn recycle(&mut self, done: Done) -> io::Result<()> {
        let mut stretch = done.stretch;
        self.under_way -= 1;
        self.buffers.append(&mut stretch.rows);
        stretch.head.clear();
        self.spare.push(stretch);
        done.result
    }

    /// Makes the file this long, since what makes it longer is written by one thread at a time.
    fn grow(&mut self, length: u64) {
        if cfg!(target_os = "linux") && length > self.length {
            // Where that fails, the writes will do it, or say why not.
            if self.file.set_len(length).is_ok() {
                self.floor = length;
            }
            self.length = length;
        }
    }
}

/// What is said of a file that somebody else has cut.
pub(super) fn cut_short() -> io::Error {
    io::Error::other("somebody else cut it while it was written")
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

    /// Bytes that differ from place to place.
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
            // Whole stretches are written even if nobody waits for them.
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
        let mut made = 0;
        let mut rows = RowBuffer::default();
        for _ in 0..200 {
            if rows.bytes().is_empty() {
                rows = RowBuffer::from(text(STRETCH / 3, 0));
                made += 1;
            }
            writers.take(&mut rows).unwrap();
        }
        // Of six stretches at most: one gathered, one handed over, two waiting and two being written.
        assert!(made <= 6 * 4, "{made}");
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
        // By what is taken later, and by the flush.
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
        // What is less than the alignment is written by the caller.
        let mut writers = Writers::start(&full, 0, 0, 1, true).unwrap();
        writers.take(&mut RowBuffer::from(text(81, 0))).unwrap();
        let failed = writers.flush().unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::StorageFull);
    }
}
