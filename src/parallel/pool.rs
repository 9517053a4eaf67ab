//! A pool of things that threads borrow and return.

use std::fmt::{self, Debug};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A pool of expensive things of one kind, such as solvers. For our own packages.
///
/// Their number is not fixed. If a thread takes up other work in the middle of its own, as threads
/// of rayon do, the pool creates another one. If a panic loses one, nobody misses it.
pub struct Pool<T> {
    idle: Mutex<Vec<T>>,
    make: Box<dyn Fn() -> T + Send + Sync>,
}

impl<T> fmt::Debug for Pool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let idle = self.idle().len();
        f.debug_struct("Pool").field("idle", &idle).finish()
    }
}

impl<T> Pool<T> {
    /// A pool of `count` things created by `make`.
    ///
    /// # Errors
    /// The error of `make`. If `make` succeeded once, it must succeed again.
    pub fn new<E: Debug>(
        count: usize,
        make: impl Fn() -> Result<T, E> + Send + Sync + 'static,
    ) -> Result<Pool<T>, E> {
        let idle: Result<Vec<T>, E> = (0..count).map(|_| make()).collect();
        Ok(Pool {
            idle: Mutex::new(idle?),
            make: Box::new(move || make().expect("one of its kind was made before")),
        })
    }

    /// Takes an idle one, or creates one. Return it with [`put`](Pool::put).
    ///
    /// # Panics
    /// None is idle, and `make` fails.
    pub fn take(&self) -> T {
        let idle = self.idle().pop();
        idle.unwrap_or_else(|| (self.make)())
    }

    /// Returns one.
    pub fn put(&self, one: T) {
        self.idle().push(one);
    }

    /// The idle ones.
    pub fn idle(&self) -> MutexGuard<'_, Vec<T>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A pool of numbers, in the order in which they were made.
    fn numbers(count: usize) -> (Pool<u32>, Arc<AtomicU32>) {
        let count_made = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&count_made);
        let make = move || Ok::<_, String>(counter.fetch_add(1, Ordering::Relaxed));
        (Pool::new(count, make).unwrap(), count_made)
    }

    #[test]
    fn what_was_given_back_is_taken_again() {
        let (pool, count_made) = numbers(2);
        let one = pool.take();
        let other = pool.take();
        assert_eq!(count_made.load(Ordering::Relaxed), 2);
        pool.put(one);
        assert_eq!(pool.take(), one);
        pool.put(other);
        assert_eq!(*pool.idle(), [other]);
    }

    #[test]
    #[cfg_attr(panic = "abort", ignore = "a panic ends it all")]
    fn what_is_in_use_or_lost_is_made_anew() {
        let (pool, count_made) = numbers(1);
        let lost = catch_unwind(AssertUnwindSafe(|| {
            let _one = pool.take();
            panic!("lost");
        }));
        assert!(lost.is_err());
        assert_eq!((pool.take(), pool.take()), (1, 2));
        assert_eq!(count_made.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn what_cannot_be_made_is_told_at_once() {
        let failed = Pool::<u32>::new(1, || Err("no"));
        assert_eq!(failed.err(), Some("no"));
    }
}
