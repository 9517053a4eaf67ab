//! Memory for answers, and for finding them.
//!
//! Rust ends the process if there is no memory, and PyO3 panics if there is none for an object. So
//! everything that grows with the puzzles or the threads is allocated here, or tested here before
//! it is allocated. If there is no memory, the caller gets a `MemoryError`.
//!
//! The system clears pages of memory when they are first written to. Huge pages take a fifth of the
//! time of small ones. [`zeroed`] asks Linux for them, and so does numpy, from 4 MiB on and in
//! newer versions.

use memmap2::{MmapMut, MmapOptions};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::ops::{Deref, DerefMut};

/// Maximum bytes that a call takes besides the memory that it asks for separately.
const SMALL: usize = 2 << 20;

/// Maximum bytes of a thread that solves: its stack of 2 MiB, its solver and its buffers.
const THREAD: usize = 3 << 20;

/// Addresses that the C library reserves for the allocations of a thread, if available.
const ARENA: usize = if cfg!(all(target_os = "linux", target_env = "gnu")) {
    64 << 20
} else {
    0
};

/// Refuses if there is no memory for this many more bytes.
pub(crate) fn check(bytes: usize) -> PyResult<()> {
    let bytes = bytes.saturating_add(SMALL);
    // Allocated and freed. Nothing is written to it, so it takes some microseconds.
    let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
    map.map(drop).map_err(|_| none(bytes))
}

fn none(bytes: usize) -> PyErr {
    let needed = bytes.div_ceil(1 << 20);
    PyMemoryError::new_err(format!("there is no memory for {needed} MiB more"))
}

/// As many of the wanted threads as there is memory for.
pub(crate) fn threads(wanted: usize) -> PyResult<usize> {
    let mut count = wanted;
    loop {
        let needed = match count {
            1 => THREAD,
            // One more thread waits for them, and another for signals.
            _ => count.saturating_add(2).saturating_mul(THREAD + ARENA),
        };
        match check(needed) {
            Err(error) if count == 1 => return Err(error),
            Err(_) => count /= 2,
            Ok(()) => return Ok(count),
        }
    }
}

/// An empty vector with this capacity.
pub(crate) fn reserved<T>(count: usize) -> PyResult<Vec<T>> {
    let mut values = Vec::new();
    let reserved = values.try_reserve_exact(count);
    reserved.map_err(|_| none(count.saturating_mul(size_of::<T>())))?;
    Ok(values)
}

/// A vector of these values.
pub(crate) fn collected<T>(values: impl ExactSizeIterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = reserved(values.len())?;
    all.extend(values);
    Ok(all)
}

/// Bytes of answers that are zero at first.
pub(crate) enum Zeroed {
    /// In the program's own memory.
    Few(Vec<u8>),
    /// In pages of their own.
    Many(MmapMut),
}

/// Bytes for which pages of their own are not worthwhile, because none of them would be huge. The
/// system clears new pages for every call; the program's own memory is used again.
const FEW: usize = 2 << 20;

impl Deref for Zeroed {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Zeroed::Few(bytes) => bytes,
            Zeroed::Many(map) => map,
        }
    }
}

impl DerefMut for Zeroed {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Zeroed::Few(bytes) => bytes,
            Zeroed::Many(map) => map,
        }
    }
}

impl AsRef<[u8]> for Zeroed {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// This many zero bytes.
pub(crate) fn zeroed(length: usize) -> PyResult<Zeroed> {
    if length <= FEW {
        let mut bytes = reserved(length)?;
        bytes.resize(length, 0);
        return Ok(Zeroed::Few(bytes));
    }
    let map = MmapMut::map_anon(length).map_err(|_| none(length))?;
    #[cfg(target_os = "linux")]
    {
        // A system without huge pages provides small ones.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    Ok(Zeroed::Many(map))
}

/// A new one-dimensional numpy array that nobody else has yet.
pub(crate) struct NumpyArray<'py, T: Element> {
    array: Bound<'py, PyAny>,
    buffer: PyBuffer<T>,
}

impl<'py, T: Element> NumpyArray<'py, T> {
    /// This many zeros. `dtype` is numpy's name for T.
    pub(crate) fn zeros(py: Python<'py>, length: usize, dtype: &str) -> PyResult<Self> {
        let array = py.import("numpy")?.call_method1("zeros", (length, dtype))?;
        let buffer = PyBuffer::get(&array)?;
        Ok(NumpyArray { array, buffer })
    }

    /// An array of these values.
    pub(crate) fn of(
        py: Python<'py>,
        dtype: &str,
        values: impl ExactSizeIterator<Item = T>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = NumpyArray::zeros(py, values.len(), dtype)?;
        let places = array.as_mut_slice().iter_mut().zip(values);
        places.for_each(|(place, value)| *place = value);
        Ok(array.into_inner())
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        let mut values = self.buffer.as_slice_ptr().expect("zeros are contiguous");
        // SAFETY: The values are in an array that numpy made for this alone, initialised and of
        // this type, and stay there as long as `buffer`. Nobody gets the array before `into_inner`,
        // so exclusive access to this is exclusive access to the values.
        #[allow(unsafe_code)]
        unsafe {
            values.as_mut()
        }
    }

    /// Returns the array.
    pub(crate) fn into_inner(self) -> Bound<'py, PyAny> {
        self.array
    }
}
