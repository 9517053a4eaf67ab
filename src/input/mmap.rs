//! Regular files, mapped into memory.
//!
//! A mapped file can be changed by others while it is read: bytes that Rust takes for
//! constant then change, which no code of ours can make sound, and cutting the file short
//! turns a read into a signal. So nothing is mapped without an [`Allowed`], which is
//! `unsafe` to make: the library reads, unless its user promises that the files stay as
//! they are. The program takes it (`cli/mapping.rs`), for what is done about files that
//! change all the same, in layers:
//!
//! 1. Only a regular file of more than 0 bytes is mapped; where mapping fails,
//!    the file is read instead.
//! 2. Before a chunk is handed out its pages are asked for
//!    (`MADV_POPULATE_READ`), which reports a file cut short, or a read error,
//!    as an error and not as a signal.
//! 3. A program may install [`install_sigbus_guard`]: a fault in one of our maps
//!    then finds zero pages. [`Part::is_intact`] says so afterwards; it also says
//!    where size or time of change are others, because a file cut short within its
//!    last page, or cut and grown again, reads as zeros without any fault.
//! 4. Engines read each byte of a puzzle once, so that what was validated is
//!    what is solved; the check reads it again and can only refuse.
//! 5. At the end size and time of change must be those of the start.
//!
//! Mapping is no faster than reading in chunks (both take 15 GB/s from the page cache on one
//! thread); it saves the copy and the buffer. Pages behind the reader are given
//! back, so that a file may be larger than the memory.
#![allow(unsafe_code)]

use super::error::InputError;
use super::identity::Identity;
use memmap2::Mmap;
use std::fs::File;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The permission to map files, for [`OpenOptions`](super::OpenOptions).
#[derive(Debug, Clone, Copy)]
pub struct Allowed(());

impl Allowed {
    /// Permits files to be mapped.
    ///
    /// ```
    /// use ninefold::input::{OpenOptions, mmap::Allowed, open};
    /// // SAFETY: the file is part of a release that nobody writes to.
    /// let allowed = unsafe { Allowed::new() };
    /// let source = open("datasets/sample.txt".as_ref(), &OpenOptions::default().mmap(allowed))?;
    /// # drop(source);
    /// # Ok::<(), ninefold::input::InputError>(())
    /// ```
    ///
    /// # Safety
    /// As long as a source that was opened with it lives, or a chunk of one, nobody writes
    /// to its file or cuts it short, in this process or any other: chunks hand out `&[u8]`
    /// of the file's own pages.
    #[must_use]
    pub unsafe fn new() -> Allowed {
        Allowed(())
    }
}

/// A mapped file.
#[derive(Debug)]
pub(super) struct Map {
    /// Dropped first: an address is watched no longer than it is mapped.
    #[cfg(unix)]
    guard: guard::Entry,
    map: Mmap,
    pub(super) file: File,
    pub(super) identity: Identity,
}

impl Map {
    /// Maps a regular file; `None` where that cannot be done.
    pub(super) fn of(file: &File, _allowed: Allowed) -> Option<Map> {
        let identity = Identity::of(file).ok()?;
        let file = file.try_clone().ok()?;
        // SAFETY: who made the permission has promised that nobody changes the file while
        // the map, which is read only and private, is used.
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

    /// Has the pages read in, or says that they are not there.
    pub(super) fn populate(&self, range: Range<usize>, name: &str) -> Result<(), InputError> {
        #[cfg(target_os = "linux")]
        if let Err(cause) = advise_to_the_end(&self.map, range.clone(), libc::MADV_POPULATE_READ) {
            return match cause.raw_os_error() {
                Some(libc::EFAULT | libc::EHWPOISON) => {
                    self.identity.check(&self.file, name)?;
                    Err(InputError::Read {
                        name: name.to_owned(),
                        offset: range.start as u64,
                        cause: std::io::Error::other("the disk gave an error"),
                    })
                }
                // An old kernel does without.
                Some(libc::EINVAL | libc::ENOSYS) => Ok(()),
                _ => Err(InputError::Read {
                    name: name.to_owned(),
                    offset: range.start as u64,
                    cause,
                }),
            };
        }
        let _ = (range, name);
        Ok(())
    }

    /// Gives back the pages of a range.
    pub(super) fn give_back(&self, range: Range<usize>) {
        #[cfg(target_os = "linux")]
        let _ = advise(&self.map, range, libc::MADV_DONTNEED);
        #[cfg(not(target_os = "linux"))]
        let _ = range;
    }
}

/// A part of a mapped file.
#[derive(Debug, Clone)]
pub struct Part {
    map: Arc<Map>,
    range: Range<usize>,
}

impl Deref for Part {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map.map[self.range.clone()]
    }
}

impl Part {
    /// These bytes of a file.
    pub(super) fn new(map: &Arc<Map>, range: Range<usize>) -> Part {
        let map = Arc::clone(map);
        Part { map, range }
    }

    /// Whether no fault was seen before the part's end, and the file has the
    /// size and the time of change that it had. One system call.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        #[cfg(unix)]
        if self.map.guard.first_fault() < self.range.end {
            return false;
        }
        Identity::of(&self.map.file).is_ok_and(|now| now == self.map.identity)
    }
}

/// Advises the kernel on the pages of a range.
#[cfg(target_os = "linux")]
fn advise(map: &Mmap, range: Range<usize>, advice: libc::c_int) -> std::io::Result<()> {
    // SAFETY: the number of a page size is asked for, nothing else.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    let start = range.start / page * page;
    let end = range.end.min(map.len());
    if start >= end {
        return Ok(());
    }
    // SAFETY: the range lies in the map, which lives; neither advice changes
    // what is read from a private, read-only map of a file.
    let done = unsafe {
        let address = map.as_ptr().add(start).cast_mut().cast();
        libc::madvise(address, end - start, advice)
    };
    if done == 0 {
        Ok(())
    } else {
        Err(std::io::Error::last_os_error())
    }
}

/// Makes reads beyond the end of a file that was cut short find zeros in our
/// maps, instead of a signal that ends the process.
///
/// For programs, not for libraries: it replaces the process's handler of `SIGBUS`. Faults
/// elsewhere go to the handler before it. Does nothing where there is no such signal.
pub fn install_sigbus_guard() {
    #[cfg(unix)]
    guard::install();
}

#[cfg(unix)]
mod guard {
    use std::mem::MaybeUninit;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Once, OnceLock};

    /// Maps that are watched at a time; more are left unwatched.
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

    /// A map's place in the table, for as long as it is mapped.
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
            // SAFETY: an all-zero `sigaction` is a valid one; the handler has the
            // signature that SA_SIGINFO asks for and lives as long as the process.
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

    /// Only what a signal handler may do: atomics, `mmap`, `sigaction`.
    extern "C" fn on_sigbus(
        _signal: libc::c_int,
        info: *mut libc::siginfo_t,
        _context: *mut libc::c_void,
    ) {
        // SAFETY: the system hands a valid `info` to a handler with SA_SIGINFO.
        let address = unsafe { (*info).si_addr() } as usize;
        if cover(address) {
            return;
        }
        // Not ours: the handler before this one takes the fault, which comes
        // again as soon as this returns.
        // SAFETY: the old action was given by the system itself; an all-zero one
        // is the default action.
        unsafe {
            let default = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
            let previous = PREVIOUS.get().unwrap_or(&default);
            libc::sigaction(libc::SIGBUS, previous, std::ptr::null_mut());
        }
    }

    /// Puts zero pages from the fault's page to its map's end; whether the
    /// address lies in one of our maps.
    fn cover(address: usize) -> bool {
        for slot in &SLOTS {
            let start = slot.start.load(Ordering::Acquire);
            let length = slot.length.load(Ordering::Acquire);
            if start == 0 || address < start || address >= start + length {
                continue;
            }
            // SAFETY: asks for a number.
            let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) });
            let page = page.unwrap_or(4096);
            let from = address / page * page;
            // SAFETY: the pages belong to a map of ours that is still mapped;
            // they become zero pages, readable as before.
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
/// As [`advise`], also where a signal interrupts it.
#[cfg(target_os = "linux")]
fn advise_to_the_end(map: &Mmap, range: Range<usize>, advice: i32) -> std::io::Result<()> {
    loop {
        match advise(map, range.clone(), advice) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
