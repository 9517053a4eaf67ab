//! A thread that writes a large file around the page cache. So a run does not wait for the disk when
//! everything is solved, and the collector does not copy rows into the kernel.
//!
//! The collector copies rows into a block. A full block goes to the thread, which writes it and
//! sends it back. Such writes begin and end at multiples of [`ALIGNMENT`], in the file as in memory.
//! What [`BackgroundWriter::flush`] writes of a block that is not full goes through the page cache,
//! and once more with the full block.

use crossbeam_channel::{Receiver, Sender, bounded};
use memmap2::MmapMut;
use std::fs::File;
use std::io;
use std::thread::{self, JoinHandle};

/// All positions, lengths and addresses are multiples of this. Hardly any disk has larger sectors.
const ALIGNMENT: u64 = 4096;
/// Bytes of a block.
const BLOCK: usize = 2 << 20;
/// Blocks: one that is filled, one that waits, and one that is written.
const BLOCKS: usize = 3;

/// The thread, and the rows that it has not got yet.
#[derive(Debug)]
pub(crate) struct BackgroundWriter {
    file: File,
    /// `None` after the thread was asked to end.
    work: Option<Sender<Block>>,
    done: Receiver<io::Result<Block>>,
    thread: Option<JoinHandle<()>>,
    block: Block,
    spare: Vec<Block>,
}

/// A part of the file.
#[derive(Debug)]
struct Block {
    at: u64,
    /// Its address is a multiple of [`ALIGNMENT`], as the address of a page is.
    bytes: MmapMut,
    filled: usize,
}

impl Block {
    fn new(at: u64) -> io::Result<Block> {
        Ok(Block {
            at,
            bytes: MmapMut::map_anon(BLOCK)?,
            filled: 0,
        })
    }
}

impl BackgroundWriter {
    /// Starts to write `file`, open for reading and writing, after its first `written` bytes.
    ///
    /// `None` if the file system has no writes around the page cache, or if there are not enough
    /// threads, descriptors or memory.
    pub(crate) fn start(file: &File, written: u64) -> Option<BackgroundWriter> {
        let mut direct = Some(open_direct(file)?);
        let head = (written % ALIGNMENT) as usize;
        let mut block = Block::new(written - head as u64).ok()?;
        read(file, &mut block.bytes[..head], block.at).ok()?;
        block.filled = head;
        let spare = (1..BLOCKS).map(|_| Block::new(0));
        let spare = spare.collect::<io::Result<_>>().ok()?;
        let (give, work) = bounded::<Block>(BLOCKS);
        let (finished, done) = bounded(BLOCKS);
        let own = file.try_clone().ok()?;
        let thread = thread::Builder::new().name("ninefold-writer".to_owned());
        let run = move || {
            for block in work {
                let written = put(&own, &mut direct, &block);
                // The receiver may be gone.
                let _ = finished.send(written.map(|()| block));
            }
        };
        Some(BackgroundWriter {
            file: file.try_clone().ok()?,
            work: Some(give),
            done,
            thread: Some(thread.spawn(run).ok()?),
            block,
            spare,
        })
    }

    /// Takes rows.
    ///
    /// # Errors
    /// The error that kept earlier rows from being written.
    pub(crate) fn take(&mut self, mut rows: &[u8]) -> io::Result<()> {
        while !rows.is_empty() {
            let block = &mut self.block;
            let (now, rest) = rows.split_at(rows.len().min(BLOCK - block.filled));
            block.bytes[block.filled..][..now.len()].copy_from_slice(now);
            block.filled += now.len();
            rows = rest;
            if block.filled == BLOCK {
                self.hand_over()?;
            }
        }
        Ok(())
    }

    /// Waits until all rows are in the file.
    ///
    /// # Errors
    /// The error that kept rows from being written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        while self.spare.len() < BLOCKS - 1 {
            self.take_back()?;
        }
        write(
            &self.file,
            &self.block.bytes[..self.block.filled],
            self.block.at,
        )
    }

    /// Gives the full block to the thread.
    fn hand_over(&mut self) -> io::Result<()> {
        if self.spare.is_empty() {
            self.take_back()?;
        }
        let mut next = self.spare.pop().ok_or_else(gone)?;
        (next.at, next.filled) = (self.block.at + BLOCK as u64, 0);
        let full = std::mem::replace(&mut self.block, next);
        let work = self.work.as_ref().ok_or_else(gone)?;
        work.send(full).map_err(|_| gone())
    }

    /// Waits for a block that was written.
    fn take_back(&mut self) -> io::Result<()> {
        self.spare.push(self.done.recv().map_err(|_| gone())??);
        Ok(())
    }
}

impl Drop for BackgroundWriter {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // It is gone if it panicked, as `done` has told.
            let _ = thread.join();
        }
    }
}

/// Writes a full block. All blocks before it are in the file, unless somebody has truncated it.
fn put(file: &File, direct: &mut Option<File>, block: &Block) -> io::Result<()> {
    if file.metadata()?.len() < block.at {
        return Err(cut_short());
    }
    if let Some(around) = direct {
        match write(around, &block.bytes, block.at) {
            // The file system cannot do this write around the page cache.
            Err(error) if is_refusal(error.kind()) => *direct = None,
            result => return result,
        }
    }
    write(file, &block.bytes, block.at)
}

fn is_refusal(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

/// The error for a file that somebody else has truncated.
pub(crate) fn cut_short() -> io::Error {
    io::Error::other("somebody else truncated it during the run")
}

/// The error if the thread is gone.
fn gone() -> io::Error {
    io::Error::other("the thread that writes it is gone")
}

#[cfg(unix)]
fn read(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(unix)]
fn write(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

/// Other systems have no such thread: [`open_direct`] opens nothing.
#[cfg(not(unix))]
fn read(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn write(_: &File, _: &[u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Opens a file again for writes around the page cache, if its file system supports them.
#[cfg(target_os = "linux")]
fn open_direct(file: &File) -> Option<File> {
    use rustix::fs::{FsWord, Mode, OFlags, fstatfs, open};
    use std::os::fd::AsRawFd;

    /// File systems in memory, whose disk is the page cache (`TMPFS_MAGIC`), and file systems that
    /// write zeros when a file grows (`MSDOS_SUPER_MAGIC`, `EXFAT_SUPER_MAGIC`).
    const WITHOUT: [FsWord; 3] = [0x0102_1994, 0x4d44, 0x2011_bab0];

    if WITHOUT.contains(&fstatfs(file).ok()?.f_type) {
        return None;
    }
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    let flags = OFlags::WRONLY | OFlags::DIRECT | OFlags::CLOEXEC;
    open(path, flags, Mode::empty()).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn open_direct(_: &File) -> Option<File> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs::OpenOptions;
    use std::os::unix::fs::FileExt;

    /// Bytes that differ from position to position.
    fn text(bytes: usize, seed: usize) -> Vec<u8> {
        (0..bytes).map(|i| ((i * 7 + seed) % 251) as u8).collect()
    }

    /// A writer of this file; `None`, with a line, if it is in memory.
    fn started(file: &File, written: u64) -> Option<BackgroundWriter> {
        let writer = BackgroundWriter::start(file, written);
        if writer.is_none() {
            eprintln!("skipped: files are in memory here");
        }
        writer
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
            BLOCK,
            3,
            2 * BLOCK + 5,
            0,
            100_000,
        ];
        for written in [0, 1, 4096, 10_001] {
            let file = tempfile::tempfile().unwrap();
            let mut right = text(written, 0);
            file.write_all_at(&right, 0).unwrap();
            let Some(mut writer) = started(&file, written as u64) else {
                return;
            };
            for (i, &size) in sizes.iter().cycle().take(40).enumerate() {
                let rows = text(size, i);
                right.extend_from_slice(&rows);
                writer.take(&rows).unwrap();
                if i % 7 == 6 {
                    writer.flush().unwrap();
                    let mut there = vec![0; right.len()];
                    file.read_exact_at(&mut there, 0).unwrap();
                    assert!(there == right, "{written} bytes, {i}");
                }
            }
            // Whole blocks are written even if nobody waits for them.
            let kept = writer.block.at as usize;
            drop(writer);
            let mut there = vec![0; kept];
            file.read_exact_at(&mut there, 0).unwrap();
            assert!(kept + BLOCK > right.len() && there == right[..kept]);
        }
    }

    #[test]
    fn what_cannot_be_written_around_the_page_cache_is_written_through_it() {
        // Only for reading: every write is refused, though for another reason.
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut direct = Some(File::open(file.path()).unwrap());
        let mut block = Block::new(0).unwrap();
        block.bytes.fill(7);
        assert!(put(file.as_file(), &mut direct, &block).is_err());
        assert!(is_refusal(
            io::Error::from_raw_os_error(libc::EINVAL).kind()
        ));
        assert!(is_refusal(
            io::Error::from_raw_os_error(libc::EOPNOTSUPP).kind()
        ));
        put(file.as_file(), &mut None, &block).unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), [7; BLOCK]);
    }

    #[test]
    fn a_file_that_was_truncated_or_cannot_be_written_is_an_error() {
        let file = tempfile::tempfile().unwrap();
        let Some(mut writer) = started(&file, 0) else {
            return;
        };
        writer.take(&text(BLOCK, 0)).unwrap();
        writer.flush().unwrap();
        file.set_len(10).unwrap();
        writer.take(&text(BLOCK, 0)).unwrap();
        assert!(
            writer
                .flush()
                .unwrap_err()
                .to_string()
                .contains("truncated")
        );
        let Ok(full) = OpenOptions::new().read(true).write(true).open("/dev/full") else {
            return eprintln!("skipped: no /dev/full");
        };
        // The caller itself writes what is no full block.
        let mut writer = started(&file, 0).unwrap();
        writer.file = full;
        writer.take(&text(81, 0)).unwrap();
        let failed = writer.flush().unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::StorageFull);
    }
}
