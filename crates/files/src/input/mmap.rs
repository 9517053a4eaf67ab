//! Regular files, mapped into memory.
//!
//! Other programs can change a mapped file while it is read. Then bytes change that Rust takes for
//! constant, which no code of ours can make sound, and truncating the file turns a read into a
//! signal. So mapping needs an [`Allowed`], which is `unsafe` to create: files are read, unless the
//! caller promises that they stay unchanged. The program takes this permission
//! (`crates/cli/src/mapping.rs`), because these layers handle files that change anyway:
//!
//! 1. Only a regular file of more than 0 bytes is mapped. If mapping fails, the file is read
//!    instead.
//! 2. Before a chunk is used, its pages are loaded (`MADV_POPULATE_READ`). This reports a truncated
//!    file, or a read error, as an error and not as a signal.
//! 3. A program may call [`install_sigbus_guard`]. Then a fault in one of our maps finds zero
//!    pages, and [`MappedRange::is_intact`] reports it. It also reports a changed size or
//!    modification time, because a file truncated within its last page, or truncated and grown
//!    again, reads as zeros without a fault.
//! 4. Engines read each byte of a puzzle once, so they solve exactly what they validated. The check
//!    reads it again and can only refuse.
//! 5. At the end, size and modification time must be those of the start.
//!
//! Mapping is not faster than reading in chunks (both take 15 GB/s from the page cache on one
//! thread). It saves the copy and the buffer. Pages behind the reader are released, so a file may
//! be larger than the memory.
#![allow(unsafe_code)]

use super::error::InputError;
use super::identity::Identity;
use memmap2::Mmap;
#[cfg(target_os = "linux")]
use memmap2::{Advice, UncheckedAdvice};
use std::fs::File;
#[cfg(target_os = "linux")]
use std::io;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The permission to map files, for [`OpenOptions`](super::OpenOptions).
#[derive(Debug, Clone, Copy)]
pub struct Allowed(());

impl Allowed {
    /// Permits mapping files.
    ///
    /// ```
    /// use ninefold_files::input::{OpenOptions, mmap::Allowed, open};
    /// // SAFETY: the file is part of a release that nobody writes to.
    /// let allowed = unsafe { Allowed::new() };
    /// let options = OpenOptions::default().mmap(allowed);
    /// let source = open("../../datasets/sample.txt".as_ref(), &options)?;
    /// # drop(source);
    /// # Ok::<(), ninefold_files::input::InputError>(())
    /// ```
    ///
    /// # Safety
    /// While a source that was opened with this permission lives, or a chunk of it, nobody may
    /// write to its file or truncate it, in this process or any other: chunks give out `&[u8]` of
    /// the file's own pages.
    #[must_use]
    pub unsafe fn new() -> Allowed {
        Allowed(())
    }
}

/// A mapped file.
#[derive(Debug)]
pub(super) struct Map {
    /// Dropped first, so that an address is not watched longer than it is mapped.
    #[cfg(unix)]
    guard: guard::Entry,
    map: Mmap,
    pub(super) file: File,
    pub(super) identity: Identity,
}

impl Map {
    /// Maps a regular file. `None` if that is not possible.
    pub(super) fn of(file: &File, _allowed: Allowed) -> Option<Map> {
        let identity = Identity::of(file).ok()?;
        let file = file.try_clone().ok()?;
        // SAFETY: the creator of the permission has promised that nobody changes the file while
        // this map is used. The map is private and read-only.
        let map = unsafe { Mmap::map(&file) }.ok()?;
        #[cfg(unix)]
        let guard = guard::Entry::new(map.as_ptr() as usize, map.len());
        Some(Map {
            #[cfg(unix)]
            guard,
            map,
            file,
            identity,
        })
    }

    /// The file's bytes.
    pub(super) fn text(&self) -> &[u8] {
        &self.map
    }

    /// Loads the pages, or returns an error if they are missing.
    pub(super) fn populate(&self, range: Range<usize>, name: &str) -> Result<(), InputError> {
        #[cfg(target_os = "linux")]
        while let Err(cause) = self
            .map
            .advise_range(Advice::PopulateRead, range.start, range.len())
        {
            let cause = match cause.raw_os_error() {
                Some(libc::EINTR) => continue,
                // Old kernels do not support it.
                Some(libc::EINVAL | libc::ENOSYS) => break,
                Some(libc::EFAULT | libc::EHWPOISON) => io::Error::other("the disk gave an error"),
                _ => cause,
            };
            self.identity.check(&self.file, name)?;
            return Err(InputError::Read {
                name: name.to_owned(),
                offset: range.start as u64,
                cause,
            });
        }
        let _ = (range, name);
        Ok(())
    }

    /// Releases the pages of a range.
    pub(super) fn give_back(&self, range: Range<usize>) {
        #[cfg(target_os = "linux")]
        // SAFETY: the map is of a file, private and never written to, so released pages are read
        // again with the same content.
        let _ = unsafe {
            self.map
                .unchecked_advise_range(UncheckedAdvice::DontNeed, range.start, range.len())
        };
        let _ = range;
    }
}

/// A part of a mapped file.
#[derive(Debug, Clone)]
pub struct MappedRange {
    map: Arc<Map>,
    range: Range<usize>,
}

impl Deref for MappedRange {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map.map[self.range.clone()]
    }
}

impl MappedRange {
    /// These bytes of a file.
    pub(super) fn new(map: &Arc<Map>, range: Range<usize>) -> MappedRange {
        let map = Arc::clone(map);
        MappedRange { map, range }
    }

    /// Whether no fault came before the part's end, and the file's size and modification time are
    /// unchanged. It takes one system call.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        #[cfg(unix)]
        if self.map.guard.first_fault() < self.range.end {
            return false;
        }
        Identity::of(&self.map.file).is_ok_and(|now| now == self.map.identity)
    }
}

/// Makes reads beyond the end of a truncated file find zeros in our maps, instead of a signal that
/// ends the process.
///
/// This is for programs, not for libraries: it replaces the process's handler of `SIGBUS`. Faults
/// elsewhere go to the previous handler. On systems without this signal it does nothing.
pub fn install_sigbus_guard() {
    #[cfg(unix)]
    guard::install();
}

#[cfg(unix)]
mod guard {
    use std::mem::MaybeUninit;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Once, OnceLock};

    /// Maximum number of maps to watch. Further maps are not watched.
    const MAPS: usize = 64;

    struct Slot {
        start: AtomicUsize,
        length: AtomicUsize,
        /// Offset of the first fault.
        fault: AtomicUsize,
    }

    static SLOTS: [Slot; MAPS] = [const {
        Slot {
            start: AtomicUsize::new(0),
            length: AtomicUsize::new(0),
            fault: AtomicUsize::new(usize::MAX),
        }
    }; MAPS];

    static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();

    /// The entry of a map in the table, for as long as it is mapped.
    #[derive(Debug)]
    pub(super) struct Entry(Option<usize>);

    impl Entry {
        pub(super) fn new(start: usize, length: usize) -> Entry {
            let free = SLOTS.iter().position(|slot| {
                let taken =
                    slot.start
                        .compare_exchange(0, start, Ordering::AcqRel, Ordering::Relaxed);
                taken.is_ok()
            });
            if let Some(slot) = free.map(|i| &SLOTS[i]) {
                slot.fault.store(usize::MAX, Ordering::Release);
                slot.length.store(length, Ordering::Release);
            }
            Entry(free)
        }

        pub(super) fn first_fault(&self) -> usize {
            self.0
                .map_or(usize::MAX, |i| SLOTS[i].fault.load(Ordering::Acquire))
        }
    }

    impl Drop for Entry {
        fn drop(&mut self) {
            if let Some(i) = self.0 {
                SLOTS[i].length.store(0, Ordering::Release);
                SLOTS[i].start.store(0, Ordering::Release);
            }
        }
    }

    pub(super) fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let mut previous = MaybeUninit::<libc::sigaction>::zeroed();
            let mut action = MaybeUninit::<libc::sigaction>::zeroed();
            let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                on_sigbus;
            // SAFETY: an all-zero `sigaction` is valid. The handler has the signature that
            // SA_SIGINFO requires and lives as long as the process.
            unsafe {
                let action = action.assume_init_mut();
                action.sa_sigaction = handler as libc::sighandler_t;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigemptyset(&raw mut action.sa_mask);
                if libc::sigaction(libc::SIGBUS, action, previous.as_mut_ptr()) == 0 {
                    let _ = PREVIOUS.set(previous.assume_init());
                }
            }
        });
    }

    /// Uses only what a signal handler may use: atomics, `mmap`, `sigaction`.
    extern "C" fn on_sigbus(
        _signal: libc::c_int,
        info: *mut libc::siginfo_t,
        _context: *mut libc::c_void,
    ) {
        // SAFETY: with SA_SIGINFO the system passes a valid `info` to a handler.
        let address = unsafe { (*info).si_addr() } as usize;
        if cover(address) {
            return;
        }
        // The address is not ours: the previous handler takes the fault, which comes again as soon
        // as this returns.
        // SAFETY: the old action came from the system itself. An all-zero one is the default
        // action.
        unsafe {
            let default = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
            let previous = PREVIOUS.get().unwrap_or(&default);
            libc::sigaction(libc::SIGBUS, previous, std::ptr::null_mut());
        }
    }

    /// Puts zero pages from the fault's page to its map's end. Returns whether the address is in
    /// one of our maps.
    fn cover(address: usize) -> bool {
        for slot in &SLOTS {
            let start = slot.start.load(Ordering::Acquire);
            let length = slot.length.load(Ordering::Acquire);
            if start == 0 || address < start || address >= start + length {
                continue;
            }
            // SAFETY: it only asks for a number.
            let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) });
            let page = page.unwrap_or(4096);
            let from = address / page * page;
            // SAFETY: the pages belong to one of our maps, which is still mapped. They become zero
            // pages, readable as before.
            let mapped = unsafe {
                libc::mmap(
                    from as *mut libc::c_void,
                    start + length - from,
                    libc::PROT_READ,
                    libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED,
                    -1,
                    0,
                )
            };
            slot.fault.fetch_min(from - start, Ordering::AcqRel);
            return mapped != libc::MAP_FAILED;
        }
        false
    }
}
