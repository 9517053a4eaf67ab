//! Positioned reads and writes of a file, and writes around the page cache.

use std::fs::File;
use std::io;

#[cfg(unix)]
pub(super) fn read(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(unix)]
pub(super) fn write(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

/// Other systems have no writing threads: their first read fails.
#[cfg(not(unix))]
pub(super) fn read(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
pub(super) fn write(_: &File, _: &[u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Opens a file again for writes around the page cache, if its file system supports them.
#[cfg(target_os = "linux")]
pub(super) fn open_direct(file: &File) -> Option<File> {
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
pub(super) fn open_direct(_: &File) -> Option<File> {
    None
}
