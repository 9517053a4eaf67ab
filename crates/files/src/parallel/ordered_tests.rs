//! Readers, workers and collectors that are slow, fail, panic, vanish or stop.

use super::*;
use std::iter;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

/// This many threads. With 0, the caller works.
fn pool(threads: usize) -> OptionalPool {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    (threads > 0).then(|| Arc::new(builder.build().unwrap()))
}

#[derive(Default, Clone)]
struct Set {
    number: u64,
    result: u64,
}

/// Reads the numbers below `count`.
fn numbers(count: u64) -> impl FnMut(&mut Set) -> Result<bool, String> + Send {
    let mut next = 0;
    move |set| {
        set.number = next;
        next += 1;
        Ok(set.number < count)
    }
}

/// Runs with four sets and these threads.
fn run(
    threads: usize,
    stop: &Stop,
    read: impl FnMut(&mut Set) -> Result<bool, String> + Send + 'static,
    work: impl Fn(&mut Set) + Send + Sync + 'static,
    collect: impl FnMut(&mut Set, Option<String>) -> Result<(), String>,
) -> Result<(), OrderedError<String>> {
    let sets = vec![Set::default(); 4];
    ordered(&pool(threads), sets, stop, read, work, collect)
}

#[test]
fn results_come_in_order_though_the_first_is_slow() {
    for (threads, sets) in [(0, 1), (0, 4), (1, 1), (1, 4), (2, 3), (4, 9)] {
        let read = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&read);
        let mut inner = numbers(100);
        let reader = move |set: &mut Set| {
            seen.fetch_add(1, Ordering::SeqCst);
            inner(set)
        };
        let work = |set: &mut Set| {
            if set.number == 0 {
                thread::sleep(Duration::from_millis(30));
            }
            set.result = set.number * set.number;
        };
        let mut results = Vec::new();
        let collect = |set: &mut Set, panic| {
            assert_eq!(panic, None);
            if results.is_empty() {
                assert!(read.load(Ordering::SeqCst) <= sets, "the window holds");
            }
            results.push(set.result);
            Ok(())
        };
        let all = vec![Set::default(); sets];
        let done = ordered(&pool(threads), all, &Stop::new(), reader, work, collect);
        assert_eq!(done, Ok(()));
        assert_eq!(results, (0..100).map(|n| n * n).collect::<Vec<_>>());
    }
}

/// What a reader does at number 7: it fails, or it panics.
#[test]
fn an_error_or_panic_of_the_reader_comes_after_what_was_read_before() {
    for (threads, panics) in [(0, false), (2, false), (0, true), (2, true)] {
        let mut inner = numbers(100);
        let mut collected = 0;
        let read = move |set: &mut Set| {
            inner(set)?;
            match set.number {
                7 if panics => panic!("no further"),
                7 => Err("seven".to_owned()),
                _ => Ok(true),
            }
        };
        let collect = |_: &mut Set, _| {
            collected += 1;
            Ok(())
        };
        let done = run(threads, &Stop::new(), read, |_| {}, collect);
        let expected = if panics {
            OrderedError::Reader("no further; this is a bug in ninefold".to_owned())
        } else {
            OrderedError::Own("seven".to_owned())
        };
        assert_eq!((done, collected), (Err(expected), 7));
    }
}

#[test]
fn a_panic_is_told_in_its_place() {
    for threads in [0, 2] {
        let mut panics = Vec::new();
        let work = |set: &mut Set| assert!(set.number != 11, "number {}", set.number);
        let done = run(threads, &Stop::new(), numbers(20), work, |set, panic| {
            panics.extend(panic.map(|message| (set.number, message)));
            Ok(())
        });
        assert_eq!(done, Ok(()));
        assert_eq!(panics, [(11, "number 11".to_owned())]);
    }
}

/// A set that still lives would keep its count.
#[test]
fn no_set_outlives_a_run_that_ends_early() {
    let alive = Arc::new(());
    let set = || (Set::default(), Arc::clone(&alive));
    for round in 0..20 {
        let mut inner = numbers(u64::MAX);
        let read = move |set: &mut (Set, Arc<()>)| inner(&mut set.0);
        let collect = |set: &mut (Set, Arc<()>), _| match set.0.number {
            number if number == round => Err("enough".to_owned()),
            _ => Ok(()),
        };
        let sets = (0..4).map(|_| set()).collect();
        let done = ordered(&pool(2), sets, &Stop::new(), read, |_| {}, collect);
        assert_eq!(done, Err(OrderedError::Own("enough".to_owned())));
    }
    let patience = std::time::Instant::now() + Duration::from_secs(20);
    while Arc::strong_count(&alive) > 1 {
        assert!(std::time::Instant::now() < patience, "a set is kept");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn work_that_vanishes_is_told() {
    let sets = Arc::new(Sets::new(vec![6, 7]));
    let job = || WorkOnSet {
        sets: Arc::clone(&sets),
        number: 1,
        is_done: false,
    };
    let ends = || iter::from_fn(|| sets.ends[1].receiver.try_recv().ok()).collect::<Vec<_>>();
    drop(job());
    assert_eq!(ends(), [End::Vanished]);
    job().finish(&|set| *set += 1);
    assert_eq!((ends(), *sets.set(1)), (vec![End::Done], 8));
    job().finish(&|set| panic!("at {set}"));
    assert_eq!(ends(), [End::Panicked("at 8".to_owned())]);
    assert_eq!(*sets.set(0), 6);
}

#[test]
fn the_collector_can_give_up() {
    for threads in [0, 2] {
        let collect = |set: &mut Set, _| match set.number {
            5 => Err("enough".to_owned()),
            _ => Ok(()),
        };
        let done = run(threads, &Stop::new(), numbers(u64::MAX), |_| {}, collect);
        assert_eq!(done, Err(OrderedError::Own("enough".to_owned())));
    }
}

/// A stop ends the reader or the work while the collector waits for them, and a reader that never
/// comes back.
#[test]
fn a_stop_ends_every_wait() {
    for (by_reader, threads) in [(true, 0), (true, 1), (false, 0), (false, 1)] {
        let stop = Stop::new();
        let asked = stop.clone();
        let also_asked = stop.clone();
        let mut left = 3;
        let read = move |_: &mut Set| {
            if by_reader {
                asked.stop();
            }
            left -= 1;
            Ok(!by_reader && left > 0)
        };
        let nothing = |_: &mut Set, _| panic!("nothing was made");
        let done = run(threads, &stop, read, move |_| also_asked.stop(), nothing);
        assert_eq!(done, Err(OrderedError::Stopped));
    }
    let stop = Stop::new();
    let asked = stop.clone();
    let (_keep, never) = channel::<()>(1);
    let read = move |_: &mut Set| {
        asked.stop();
        let _ = never.recv();
        Err("not reached".to_owned())
    };
    let done = run(1, &stop, read, |_| {}, |_, _| Ok(()));
    assert_eq!(done, Err(OrderedError::Stopped));
}
