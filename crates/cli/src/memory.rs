//! The memory that a run is known to need, asked for when it starts. If the system refuses memory
//! later, the runtime ends the process.

use super::failure::Failure;
use ninefold::numbers::bytes;
use std::hint::black_box;

/// Bytes that a thread takes: its stack and its solver.
const THREAD: usize = 3 << 20;
/// The buffers of a chunk, as a multiple of its size.
const BUFFERS: usize = 5;

/// Refuses a run with this many threads and this size of chunk (0: it reads nothing) if the system
/// does not give it the memory.
pub(crate) fn request(threads: usize, chunk: usize) -> Result<(), Failure> {
    let need = threads * THREAD + (2 * threads + 2) * BUFFERS * chunk;
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
