//! Missing memory. The program checks the memory that a run is known to need before it creates
//! anything. Memory that is refused later ends the run as any other fault does: with a line, exit
//! code 3, and no temporary file left.

#![allow(unsafe_code)]

use super::failure::{self, Failure};
use super::inputs::size_of;
use super::temporary;
use ninefold::grid::CELLS;
use ninefold::input::{OpenOptions, decoding_memory};
use ninefold::numbers::bytes;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Bytes that a thread takes: its stack and its working memory, of which AVX-512 needs the most.
const THREAD: u64 = 12 << 18;
/// The same for a thread that writes.
const WRITER: u64 = 9 << 19;
/// Threads besides those that work and write.
const OTHERS: u64 = 2;
/// The buffers of a chunk, as a multiple of its size.
const BUFFERS: u64 = 4;
/// Bytes that measuring keeps for each puzzle, about: its text, its answers, and their times.
const OF_PUZZLE: u64 = 1 << 10;
/// Bytes to add to an estimate so that it is enough.
const MARGIN: u64 = 2 << 20;
/// Bytes that a process needs to end itself.
const RESERVE: usize = 256 << 10;

/// What a run will need.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Need {
    /// Threads that work.
    pub(crate) threads: usize,
    /// Threads that write.
    pub(crate) writers: usize,
    /// Bytes of a chunk. 0 if there is nothing to read.
    pub(crate) chunk: usize,
    /// Bytes of all input, if known.
    pub(crate) input: Option<u64>,
    /// Bytes that decoding an input takes, if any input is compressed.
    pub(crate) decoding: Option<u64>,
    /// Bytes that the rows of a chunk may take in addition, however short it is.
    pub(crate) rows: usize,
    /// Bytes that the run may keep, whatever the number of threads.
    pub(crate) kept: u64,
}

impl Need {
    /// What reading these inputs takes, with this size of chunk and this many threads.
    pub(crate) fn reading(paths: &[PathBuf], chunk: usize, threads: usize) -> Need {
        let decoding = paths.iter().filter_map(|path| decoding_memory(path)).max();
        let sizes = || paths.iter().map(|path| size_of(path)).sum();
        Need {
            threads,
            chunk,
            input: decoding.map_or_else(sizes, |_| None),
            decoding,
            ..Need::default()
        }
    }

    /// What measuring takes: it reads programs and keeps them to copy them, and keeps answers to
    /// judge them.
    pub(crate) fn measuring(programs: &[PathBuf], inputs: &[PathBuf], threads: usize) -> Need {
        let programs: u64 = programs.iter().filter_map(|path| size_of(path)).sum();
        let need = Need::reading(inputs, OpenOptions::default().chunk_size, threads);
        let puzzles = need.input.unwrap_or(0) / CELLS as u64;
        Need {
            kept: 2 * programs + OF_PUZZLE * puzzles,
            ..need
        }
    }

    /// Chunks that exist at the same time.
    fn chunks(&self) -> u64 {
        let most = 2 * self.threads as u64 + 2;
        let all = self
            .input
            .map(|input| input.div_ceil(self.chunk.max(1) as u64));
        all.map_or(most, |all| all.min(most))
    }

    /// Bytes of address space that a run needs at least, about.
    fn least(&self) -> u64 {
        let chunks = self.chunks() * self.chunk as u64;
        let chunks = self.input.map_or(chunks, |input| input.min(chunks));
        let decoding = self.decoding.map_or(0, |decoding| decoding + THREAD);
        (self.threads as u64 + OTHERS) * THREAD
            + self.writers as u64 * WRITER
            + BUFFERS * chunks
            + decoding
    }

    /// Bytes of address space that are enough.
    fn most(&self) -> u64 {
        // A decoder may still end while the next one begins.
        let decoding = self.decoding.map_or(0, |decoding| decoding + THREAD);
        self.least() + decoding + self.chunks() * self.rows as u64 + self.kept + MARGIN
    }

    /// Refuses a run if there is not enough address space, and says how much would be enough.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let Some(limit) = limit() else {
            return Ok(());
        };
        let Some(used) = used() else {
            return Ok(());
        };
        ENOUGH.store(self.enough(used), Ordering::Relaxed);
        self.fits(limit, used).map_err(Failure::io)
    }

    /// A limit that is enough, in KiB.
    fn enough(&self, used: u64) -> u64 {
        (used + self.most()).div_ceil(1 << 10)
    }

    /// Whether it fits. If not, why, and what would fit, in words.
    fn fits(&self, limit: u64, used: u64) -> Result<(), String> {
        let left = limit.saturating_sub(used);
        if self.least() <= left {
            return Ok(());
        }
        let fits = |&threads: &usize| Need { threads, ..*self }.most() <= left;
        let fewer = (1..self.threads).rev().find(fits);
        let fewer = fewer.map_or(String::new(), |threads| format!(", or --threads {threads}"));
        Err(format!(
            "not enough memory: --threads {} takes about {} more, and the limit of the address space \
             leaves {}: 'ulimit -v {}' would do{fewer}",
            self.threads,
            bytes(self.least()),
            bytes(left),
            self.enough(used),
        ))
    }
}

/// The limit that is enough for this run, in KiB. 0 if it is not known.
static ENOUGH: AtomicU64 = AtomicU64::new(0);

/// The maximum bytes of address space of this process.
#[cfg(unix)]
fn limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::As).current
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}

/// The bytes of address space that it uses, if the system tells.
fn used() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = status
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))?;
    let size: u64 = size.split_whitespace().next()?.parse().ok()?;
    Some(size << 10)
}

/// Whether address space is limited. Then mapped files take space from everything else.
pub(crate) fn is_limited() -> bool {
    limit().is_some()
}

/// Memory to give back first when memory is refused, for the messages and names at the end.
static SPARE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Prepares for refused memory. Call it before there are other threads.
pub(crate) fn begin() {
    if let Ok(mut spare) = SPARE.lock() {
        spare.reserve_exact(RESERVE);
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if is_limited() {
        // Otherwise each thread would take 64 MiB of addresses for its own arena if it can.
        // SAFETY: it sets a number of the allocator, under the allocator's own lock.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

/// The system's allocator, until it refuses.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: every call goes to the system's allocator, and its result is returned.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[inline]
fn given(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() {
        refused(size);
    }
    memory
}

thread_local! {
    /// Whether this thread ends the process.
    static ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Ends the process, after the system refused this many bytes.
#[cold]
fn refused(size: usize) -> ! {
    static ENDED: AtomicBool = AtomicBool::new(false);
    if ENDS.get() {
        // Nothing is left for the end itself.
        signal_hook::low_level::exit(i32::from(failure::IO));
    }
    if ENDED.swap(true, Ordering::Relaxed) {
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    ENDS.set(true);
    if let Ok(mut spare) = SPARE.try_lock() {
        *spare = Vec::new();
    }
    let mut line = [0; 200];
    let mut rest = &mut line[..];
    let _ = write!(
        rest,
        "ninefold: not enough memory: the system refused {size} more bytes (ulimit -v, or the machine's own limit); "
    );
    let _ = match ENOUGH.load(Ordering::Relaxed) {
        0 => writeln!(rest, "use fewer --threads"),
        enough => writeln!(rest, "'ulimit -v {enough}' would be enough"),
    };
    let left = rest.len();
    let _ = io::stderr().write_all(&line[..line.len() - left]);
    temporary::end(failure::IO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_fit_is_said_and_fits() {
        let need = Need {
            threads: 8,
            chunk: 1 << 20,
            ..Need::default()
        };
        let used = 10 << 20;
        let message = need.fits(60 << 20, used).unwrap_err();
        assert!(message.contains("--threads 8 takes about"), "{message}");
        assert!(
            message.contains(" leaves 50.0 MiB: 'ulimit -v "),
            "{message}"
        );
        let number = |before: &str| -> u64 {
            let rest = message.split(before).nth(1).unwrap();
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            rest[..end].parse().unwrap()
        };
        assert_eq!(need.fits(number("ulimit -v ") << 10, used), Ok(()));
        let threads = number("or --threads ") as usize;
        assert!((1..8).contains(&threads));
        let most = |threads| Need { threads, ..need }.most();
        assert!(most(threads) <= 50 << 20 && most(threads + 1) > 50 << 20);
        let message = need.fits(12 << 20, used).unwrap_err();
        assert!(!message.contains("or --threads"), "{message}");
        // A small input takes little.
        let small = Need {
            input: Some(1 << 10),
            ..need
        };
        assert_eq!(small.fits(60 << 20, used), Ok(()));
        // What may be needed is named, and not refused before it is.
        let kept = Need {
            kept: 100 << 20,
            ..small
        };
        assert_eq!(kept.fits(60 << 20, used), Ok(()));
        assert!(kept.enough(used) > 100 << 10);
    }
}
