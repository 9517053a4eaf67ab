//! Room for answers, and for what finds them.
//!
//! Rust ends the process where there is no memory, and PyO3 panics where there is none for an
//! object. So all that grows with the puzzles or with the threads is taken here, or
//! asked for here before it is taken, and is a `MemoryError` where there is none.
//!
//! The system clears pages of memory when they are first written to: huge ones in
//! a fifth of the time that small ones take. [`zeroed`] asks Linux for them, and so does numpy, from 4
//! MiB on and in newer versions.

use memmap2::{MmapMut, MmapOptions};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// What a call takes beside what is asked for one by one, at most.
const SMALL: usize = 2 << 20;

/// What a thread takes that solves, at most: its stack of 2 MiB, its solver and its buffers.
const THREAD: usize = 3 << 20;

/// Addresses that the C library takes for what a thread allocates, where there are others, before
/// it goes without.
const ARENA: usize = match cfg!(all(target_os = "linux", target_env = "gnu")) {
    true => 64 << 20,
    false => 0,
};

/// Refuses where there is no memory for so many bytes more.
pub(crate) fn check(bytes: usize) -> PyResult<()> {
    let bytes = bytes.saturating_add(SMALL);
    // Asked for and given back. Nothing is written to it, so that it costs some microseconds.
    let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
    map.map(drop).map_err(|_| none(bytes))
}

fn none(bytes: usize) -> PyErr {
    let needed = bytes.div_ceil(1 << 20);
    PyMemoryError::new_err(format!("there is no memory for {needed} MiB more"))
}

/// As many of the threads that are wanted as there is memory for.
pub(crate) fn threads(wanted: usize) -> PyResult<usize> {
    let mut count = wanted;
    loop {
        let needed = match count {
            1 => THREAD,
            // One more waits for them, and another for signals.
            _ => count.saturating_add(2).saturating_mul(THREAD + ARENA),
        };
        match check(needed) {
            Err(error) if count == 1 => return Err(error),
            Err(_) => count /= 2,
            Ok(()) => return Ok(count),
        }
    }
}

/// Room for so many values.
pub(crate) fn reserved<T>(count: usize) -> PyResult<Vec<T>> {
    let mut values = Vec::new();
    let reserved = values.try_reserve_exact(count);
    reserved.map_err(|_| none(count.saturating_mul(size_of::<T>())))?;
    Ok(values)
}

/// These values.
pub(crate) fn collected<T>(values: impl ExactSizeIterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = reserved(values.len())?;
    all.extend(values);
    Ok(all)
}

/// So many bytes of 0.
pub(crate) fn zeroed(length: usize) -> PyResult<MmapMut> {
    let map = MmapMut::map_anon(length).map_err(|_| none(length))?;
    #[cfg(target_os = "linux")]
    {
        // A system without huge pages gives small ones.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    Ok(map)
}

/// A new array of numpy, of one dimension, that nobody else has yet.
pub(crate) struct NumpyArray<'py, T: Element> {
    array: Bound<'py, PyAny>,
    buffer: PyBuffer<T>,
}

impl<'py, T: Element> NumpyArray<'py, T> {
    /// So many times 0. `dtype` is numpy's name for T.
    pub(crate) fn zeros(py: Python<'py>, length: usize, dtype: &str) -> PyResult<Self> {
        let array = py.import("numpy")?.call_method1("zeros", (length, dtype))?;
        let buffer = PyBuffer::get(&array)?;
        Ok(NumpyArray { array, buffer })
    }

    /// These values.
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
        // SAFETY: The values lie in an array that numpy made for this alone, initialised and of this type,
        // and stay there as long as `buffer`. Nobody gets the array before this is taken apart, so
        // that whoever has this alone has the values alone.
        #[allow(unsafe_code)]
        unsafe {
            values.as_mut()
        }
    }

    /// The array, for everybody.
    pub(crate) fn into_inner(self) -> Bound<'py, PyAny> {
        self.array
    }
}
