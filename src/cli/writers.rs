//! Threads that write a file around the page cache, so that one that is large is not limited
//! by what a single thread can write, nor waits for the disk when all is solved.
//!
//! ```text
//!                    jobs                     each writer: copy, write
//!   collector --> [ rows at a place ] --+--> block --> file (O_DIRECT)
//!       ^                               +--> block --> file
//!       +---------- buffers, errors ----+
//! ```
//!
//! Rows are gathered until they are [`JOB`] bytes, and get their place in the file; writers
//! take them in any order. Such writes begin and end at multiples of [`BLOCK`], in the file as in
//! memory, so a writer copies its rows into a block of its own, and the end of a job that
//! does not fill a block is the head of the next.
//!
//! Several threads, because the file system serves such writes side by side; those through the page
//! cache it does one at a time for each file.

use crossbeam_channel::{Receiver, Sender, bounded};
use ninefold::pipeline::RowBuffer;
use std::fs::File;
use std::io;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// What places, lengths and addresses are multiples of: a page, and at least every disk's sector.
const BLOCK: usize = 4096;
/// Bytes that a job has at least.
const JOB: usize = 1 << 20;
/// Bytes written by one call at most.
const LARGEST: usize = 4 << 20;
/// Bytes by which a file grows whose length is not known.
const AHEAD: u64 = 256 << 20;

/// Rows, and their place in the file.
#[derive(Debug)]
struct Job {
    at: u64,
    /// What the job before did not write of its rows.
    head: Vec<u8>,
    rows: Vec<RowBuffer>,
    /// Bytes of these to be written.
    bytes: usize,
}

/// A job that is done, to be used again, and how it went.
struct Done {
    job: Job,
    result: io::Result<()>,
}

/// The threads, and what is not theirs yet.
#[derive(Debug)]
pub(crate) struct Writers {
    file: Arc<File>,
    /// `None` once they are told to end.
    jobs: Option<Sender<Job>>,
    done: Receiver<Done>,
    threads: Vec<JoinHandle<()>>,
    /// Jobs on their way.
    under_way: usize,
    /// The next job; of its bytes all that there are.
    next: Job,
    /// Length of the file.
    length: u64,
    /// What came back.
    buffers: Vec<RowBuffer>,
    lists: Vec<Job>,
}

impl Writers {
    /// Begins to write `file`, open for reading and writing, behind its first `written` bytes.
    /// Its final length is about `expected`, if that is known.
    ///
    /// `None` where threads would gain nothing, unless they were `asked` for: where the file
    /// system has no writes around the page cache. And where there are not enough threads or
    /// descriptors.
    pub(crate) fn start(
        file: &File,
        written: u64,
        expected: u64,
        threads: usize,
        asked: bool,
    ) -> Option<Writers> {
        let direct = direct::open(file);
        if direct.is_none() && !asked {
            return None;
        }
        let mut head = vec![0; written as usize % BLOCK];
        let at = written - head.len() as u64;
        positioned::read(file, &mut head, at).ok()?;
        let (jobs, work) = bounded(threads);
        // Room for all that can be under way, so that no writer waits.
        let (finished, done) = bounded(2 * threads + 2);
        let mut writers = Writers {
            file: Arc::new(file.try_clone().ok()?),
            jobs: Some(jobs),
            done,
            threads: Vec::new(),
            under_way: 0,
            next: Job {
                at,
                bytes: head.len(),
                head,
                rows: Vec::new(),
            },
            length: written,
            buffers: Vec::new(),
            lists: Vec::new(),
        };
        let direct = direct.map(Arc::new);
        for _ in 0..threads {
            let mut writer = Writer {
                file: Arc::clone(&writers.file),
                direct: direct.clone(),
                block: Block::new(),
            };
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
        self.next.bytes += rows.bytes().len();
        self.next.rows.push(rows);
        match self.next.bytes < JOB {
            true => Ok(()),
            false => self.hand_over(),
        }
    }

    /// Waits until all rows are in the file. There it ends, or is longer.
    ///
    /// # Errors
    /// Whatever kept them from being written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.hand_over()?;
        while self.under_way > 0 {
            let done = self.done.recv().map_err(|_| gone())?;
            self.recycle(done)?;
        }
        // Less than a block, which no writer can write. It is written again with the next job.
        let Job { at, head, rows, .. } = &self.next;
        let mut at = *at;
        for part in parts(head, rows) {
            positioned::write(&self.file, part, at)?;
            at += part.len() as u64;
        }
        Ok(())
    }

    /// Gives what is gathered to the writers, but for the end that fills no block.
    fn hand_over(&mut self) -> io::Result<()> {
        let end = self.next.bytes % BLOCK;
        let whole = self.next.bytes - end;
        if whole == 0 {
            return Ok(());
        }
        let at = self.next.at + whole as u64;
        if at > self.length {
            self.grow(at + AHEAD);
        }
        let mut next = self.lists.pop().unwrap_or_else(|| Job {
            at: 0,
            head: Vec::with_capacity(BLOCK),
            rows: Vec::new(),
            bytes: 0,
        });
        (next.at, next.bytes) = (at, end);
        let mut skip = whole;
        for part in parts(&self.next.head, &self.next.rows) {
            let skipped = skip.min(part.len());
            next.head.extend_from_slice(&part[skipped..]);
            skip -= skipped;
        }
        let mut job = std::mem::replace(&mut self.next, next);
        job.bytes = whole;
        let jobs = self.jobs.as_ref().ok_or_else(gone)?;
        jobs.send(job).map_err(|_| gone())?;
        self.under_way += 1;
        Ok(())
    }

    fn recycle(&mut self, Done { mut job, result }: Done) -> io::Result<()> {
        self.under_way -= 1;
        self.buffers.append(&mut job.rows);
        job.head.clear();
        self.lists.push(job);
        result
    }

    /// Makes the file this long, since what makes it longer is written by one thread at a time.
    fn grow(&mut self, length: u64) {
        if length > self.length {
            // Where that fails, the writes will do it, or say why not.
            let _ = self.file.set_len(length);
            self.length = length;
        }
    }
}

impl Drop for Writers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // It catches its panics.
            let _ = thread.join();
        }
    }
}

/// The pieces of a job, in order.
fn parts<'a>(head: &'a [u8], rows: &'a [RowBuffer]) -> impl Iterator<Item = &'a [u8]> {
    iter::once(head).chain(rows.iter().map(RowBuffer::bytes))
}

fn gone() -> io::Error {
    io::Error::other("the threads that write it are gone")
}

/// One thread's state.
struct Writer {
    file: Arc<File>,
    /// The same file, open for writes around the page cache.
    direct: Option<Arc<File>>,
    block: Block,
}

impl Writer {
    fn run(&mut self, jobs: &Receiver<Job>, done: &Sender<Done>) {
        for job in jobs {
            let result = catch_unwind(AssertUnwindSafe(|| self.write(&job)));
            let result = result.unwrap_or_else(|_| Err(gone()));
            // Nobody may be waiting for it any more.
            let _ = done.send(Done { job, result });
        }
    }

    fn write(&mut self, job: &Job) -> io::Result<()> {
        let (mut at, mut left) = (job.at, job.bytes);
        let mut filled = 0;
        for mut part in parts(&job.head, &job.rows) {
            while left > 0 && !part.is_empty() {
                let bytes = part.len().min(left).min(LARGEST - filled);
                let (now, rest) = part.split_at(bytes);
                self.block.bytes()[filled..filled + bytes].copy_from_slice(now);
                part = rest;
                left -= bytes;
                filled += bytes;
                if left == 0 || filled == LARGEST {
                    self.put(filled, at)?;
                    at += filled as u64;
                    filled = 0;
                }
            }
        }
        Ok(())
    }

    /// Writes the block's first bytes.
    fn put(&mut self, bytes: usize, at: u64) -> io::Result<()> {
        let block = &self.block.bytes()[..bytes];
        if let Some(direct) = &self.direct {
            match positioned::write(direct, block, at) {
                // Not here, or not in this way.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => self.direct = None,
                result => return result,
            }
        }
        positioned::write(&self.file, block, at)
    }
}

/// [`LARGEST`] bytes whose address is a multiple of [`BLOCK`].
struct Block {
    room: Vec<u8>,
    start: usize,
}

impl Block {
    fn new() -> Block {
        let room = vec![0; LARGEST + BLOCK];
        let start = room.as_ptr().align_offset(BLOCK);
        Block { room, start }
    }

    fn bytes(&mut self) -> &mut [u8] {
        &mut self.room[self.start..self.start + LARGEST]
    }
}

#[cfg(unix)]
mod positioned {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;

    pub(super) fn read(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
        file.read_exact_at(bytes, at)
    }

    pub(super) fn write(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
        file.write_all_at(bytes, at)
    }
}

/// Elsewhere there are no writers: the first read says so.
#[cfg(not(unix))]
mod positioned {
    use std::fs::File;
    use std::io;

    pub(super) fn read(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn write(_: &File, _: &[u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(target_os = "linux")]
mod direct {
    use rustix::fs::{self, FsWord, Mode, OFlags};
    use std::fs::File;
    use std::os::fd::AsRawFd;

    /// Files in memory, of which the page cache is the disk (`TMPFS_MAGIC`).
    const TMPFS: FsWord = 0x0102_1994;

    /// Opens a file again for writes around the page cache, if its file system has those.
    pub(super) fn open(file: &File) -> Option<File> {
        let system = fs::fstatfs(file).ok()?;
        if system.f_type == TMPFS {
            return None;
        }
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        let flags = OFlags::WRONLY | OFlags::DIRECT | OFlags::CLOEXEC;
        fs::open(path, flags, Mode::empty()).ok().map(File::from)
    }
}

#[cfg(not(target_os = "linux"))]
mod direct {
    use std::fs::File;

    pub(super) fn open(_: &File) -> Option<File> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
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
            JOB,
            3,
            LARGEST + 5,
            0,
            100_000,
            JOB - 1,
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
            // Whole jobs are written even if nobody waits for them.
            let kept = writers.next.at as usize;
            drop(writers);
            let mut there = vec![0; kept];
            file.read_exact_at(&mut there, 0).unwrap();
            assert!(kept > right.len() - 2 * JOB && there == right[..kept]);
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
                rows = RowBuffer::from(text(JOB / 3, 0));
                made += 1;
            }
            writers.take(&mut rows).unwrap();
        }
        // Of six jobs at most: one gathered, one handed over, two waiting and two being written.
        assert!(made <= 6 * 4, "{made}");
        writers.flush().unwrap();
        assert!(writers.under_way == 0 && writers.lists.len() <= 6);
    }

    #[test]
    fn what_cannot_be_written_is_told() {
        let Ok(full) = OpenOptions::new().read(true).write(true).open("/dev/full") else {
            return eprintln!("skipped: no /dev/full");
        };
        let mut writers = Writers::start(&full, 0, 0, 2, true).unwrap();
        let failed = (0..100).find_map(|_| {
            let taken = writers.take(&mut RowBuffer::from(text(JOB, 0)));
            taken.and_then(|()| writers.flush()).err()
        });
        assert_eq!(failed.unwrap().kind(), io::ErrorKind::StorageFull);
        // Less than a block is written by the caller.
        let mut writers = Writers::start(&full, 0, 0, 1, true).unwrap();
        writers.take(&mut RowBuffer::from(text(81, 0))).unwrap();
        let failed = writers.flush().unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::StorageFull);
    }
}
