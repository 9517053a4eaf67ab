//! The memory that a run is known to need, asked for when it starts. If the system refuses memory
//! later, the runtime ends the process.

use super::failure::Failure;
use ninefold_files::numbers::bytes;
use std::hint::black_box;

/// Bytes of a thread's stack.
const STACK: usize = 2 << 20;
/// Bytes that a thread takes which solves: its stack and its solver.
const THREAD: usize = STACK + (1 << 20);
/// Threads besides those that solve, if these start: for signals, progress, reading and
/// decompressing.
const OTHERS: usize = 4;
/// The buffers of a chunk, as a multiple of its size.
const BUFFERS: usize = 5;

/// Refuses a run with this many threads and this size of chunk (0: it reads nothing) if the system
/// does not give it the memory.
pub(crate) fn request(threads: usize, chunk: usize) -> Result<(), Failure> {
    let others = if threads > 0 { OTHERS } else { 0 };
    let need = threads * THREAD + others * STACK + (2 * threads + 2) * BUFFERS * chunk;
    let mut memory: Vec<u8> = Vec::new();
    let given = memory.try_reserve_exact(need);
    black_box(&memory);
    given.map_err(|_| {
        Failure::io(format!(
            "not enough memory: this run takes about {}; try fewer --threads, or a smaller --chunk-size",
            bytes(need as u64)
        ))
    })
}
