//! Work on several threads: a pool of things that threads borrow, and the request to stop. It knows
//! nothing about puzzles.

mod pool;
mod stop;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::{Arc, OnceLock};
use std::thread;

pub use pool::Pool;
pub use stop::Stop;

/// Whether the target has threads. In a browser they are workers, which only scripts can start.
pub const HAS_THREADS: bool = !cfg!(all(
    target_family = "wasm",
    any(target_os = "unknown", not(target_feature = "atomics"))
));

/// CPUs that this process may use, and so how many threads are useful. It asks once, because that
/// reads several files.
pub fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    let ask = || thread::available_parallelism().map_or(1, usize::from);
    *CPUS.get_or_init(ask)
}

/// How many threads are useful: no more than are wanted, than there are CPUs, and than there are
/// pieces of work; but one. Without a wish, all CPUs.
pub(crate) fn useful_threads(wanted: Option<usize>, pieces: usize) -> usize {
    if !HAS_THREADS {
        return 1;
    }
    wanted.unwrap_or(usize::MAX).min(cpus()).min(pieces).max(1)
}

/// Creates `count` worker threads.
///
/// # Errors
/// The system refused them.
pub fn threads(count: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    let threads = ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(|i| format!("ninefold-worker-{i}"));
    threads.build().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
    fn no_more_threads_are_useful_than_there_are_cpus_and_pieces() {
        let all = cpus();
        assert_eq!(useful_threads(None, usize::MAX), all);
        assert_eq!(useful_threads(Some(usize::MAX), usize::MAX), all);
        assert_eq!(useful_threads(Some(1_000_000), 1), 1);
        assert_eq!(useful_threads(Some(1_000_000), 2), all.min(2));
        assert_eq!(useful_threads(Some(1), 1000), 1);
        assert_eq!(useful_threads(Some(0), 0), 1);
    }
}
