//! A bounded channel that sleeps while it waits.
//!
//! Channels of libraries spin first, and yield to any other thread (`sched_yield`). On a busy
//! machine that costs a slice of several milliseconds each time, for a wait of microseconds.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Why nothing was received.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Empty {
    /// Nothing has come yet.
    Waiting,
    /// Nothing can come any more.
    Closed,
}

/// The channel is full, or there is no receiver.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotSent;

struct Shared<M> {
    state: Mutex<State<M>>,
    /// Something has come, or the last sender has gone.
    has_come: Condvar,
    /// Something was taken, or the receiver has gone.
    not_full: Condvar,
}

struct State<M> {
    waiting: VecDeque<M>,
    capacity: usize,
    senders: usize,
    is_received: bool,
}

/// The sending end.
pub(crate) struct Sender<M>(Arc<Shared<M>>);

/// The receiving end. Messages come in order.
pub(crate) struct Receiver<M>(Arc<Shared<M>>);

/// A channel for at most `capacity` messages.
pub(crate) fn channel<M>(capacity: usize) -> (Sender<M>, Receiver<M>) {
    let state = State {
        waiting: VecDeque::with_capacity(capacity),
        capacity,
        senders: 1,
        is_received: true,
    };
    let shared = Arc::new(Shared {
        state: Mutex::new(state),
        has_come: Condvar::new(),
        not_full: Condvar::new(),
    });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

impl<M> Shared<M> {
    /// Nothing in here panics, so the state is consistent even after a panic.
    fn state(&self) -> MutexGuard<'_, State<M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M> State<M> {
    fn is_full(&self) -> bool {
        self.is_received && self.waiting.len() == self.capacity
    }

    fn take(&mut self) -> Result<M, Empty> {
        let closed = self.senders == 0;
        let none = if closed {
            Empty::Closed
        } else {
            Empty::Waiting
        };
        self.waiting.pop_front().ok_or(none)
    }
}

impl<M> Sender<M> {
    /// Sends, and waits while the channel is full.
    ///
    /// # Errors
    /// There is no receiver any more.
    pub(crate) fn send(&self, message: M) -> Result<(), NotSent> {
        let state = self.0.state();
        let state = self.0.not_full.wait_while(state, |state| state.is_full());
        self.put(state.unwrap_or_else(PoisonError::into_inner), message)
    }

    /// Sends if the channel is not full.
    ///
    /// # Errors
    /// The channel is full, or there is no receiver any more.
    pub(crate) fn try_send(&self, message: M) -> Result<(), NotSent> {
        let state = self.0.state();
        if state.is_full() {
            Err(NotSent)
        } else {
            self.put(state, message)
        }
    }

    fn put(&self, mut state: MutexGuard<'_, State<M>>, message: M) -> Result<(), NotSent> {
        if !state.is_received {
            return Err(NotSent);
        }
        state.waiting.push_back(message);
        drop(state);
        self.0.has_come.notify_one();
        Ok(())
    }
}

impl<M> Receiver<M> {
    /// Waits for the next message. `None` if none can come any more.
    pub(crate) fn recv(&self) -> Option<M> {
        let state = self.0.state();
        let state = self
            .0
            .has_come
            .wait_while(state, |state| state.waiting.is_empty() && state.senders > 0);
        self.took(state.unwrap_or_else(PoisonError::into_inner))
            .ok()
    }

    /// The next message, if one comes in time.
    ///
    /// # Errors
    /// None has come, or none can come any more.
    pub(crate) fn recv_timeout(&self, patience: Duration) -> Result<M, Empty> {
        let until = Instant::now() + patience;
        let mut state = self.0.state();
        while state.waiting.is_empty() && state.senders > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.0.has_come.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.took(state)
    }

    /// The next message, if there is one.
    ///
    /// # Errors
    /// None has come, or none can come any more.
    pub(crate) fn try_recv(&self) -> Result<M, Empty> {
        self.took(self.0.state())
    }

    fn took(&self, mut state: MutexGuard<'_, State<M>>) -> Result<M, Empty> {
        let taken = state.take();
        drop(state);
        if taken.is_ok() {
            self.0.not_full.notify_one();
        }
        taken
    }
}

impl<M> Clone for Sender<M> {
    fn clone(&self) -> Sender<M> {
        self.0.state().senders += 1;
        Sender(Arc::clone(&self.0))
    }
}

impl<M> Drop for Sender<M> {
    fn drop(&mut self) {
        self.0.state().senders -= 1;
        self.0.has_come.notify_one();
    }
}

impl<M> Drop for Receiver<M> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_received = false;
        // They may hold things that belong to others.
        let left = std::mem::take(&mut state.waiting);
        drop(state);
        drop(left);
        self.0.not_full.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn messages_come_in_order_and_never_more_than_there_is_room_for() {
        let (send, receive) = channel(3);
        let sender = thread::spawn(move || (0..1000).try_for_each(|number| send.send(number)));
        for number in 0..1000 {
            assert!(receive.0.state().waiting.len() <= 3);
            assert_eq!(receive.recv(), Some(number));
        }
        assert_eq!(receive.recv(), None);
        assert_eq!(sender.join().unwrap(), Ok(()));
    }

    #[test]
    fn what_was_sent_comes_before_the_end() {
        let (send, receive) = channel(2);
        let other = send.clone();
        send.send(1).unwrap();
        other.send(2).unwrap();
        drop(send);
        assert_eq!(receive.recv_timeout(Duration::from_secs(60)), Ok(1));
        assert_eq!(receive.try_recv(), Ok(2));
        assert_eq!(receive.try_recv(), Err(Empty::Waiting));
        assert_eq!(receive.recv_timeout(Duration::ZERO), Err(Empty::Waiting));
        drop(other);
        assert_eq!(receive.try_recv(), Err(Empty::Closed));
        assert_eq!(
            receive.recv_timeout(Duration::from_secs(60)),
            Err(Empty::Closed)
        );
    }

    #[test]
    fn who_waits_for_room_is_told_that_nobody_receives() {
        let (send, receive) = channel(1);
        let held = Arc::new(());
        send.send(Arc::clone(&held)).unwrap();
        assert_eq!(send.try_send(Arc::clone(&held)), Err(NotSent));
        let waits = send.clone();
        let also_held = Arc::clone(&held);
        let sender = thread::spawn(move || waits.send(also_held));
        drop(receive);
        assert_eq!(sender.join().unwrap(), Err(NotSent));
        assert_eq!(send.send(Arc::clone(&held)), Err(NotSent));
        assert_eq!(Arc::strong_count(&held), 1, "nothing is kept");
    }
}
