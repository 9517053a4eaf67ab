//! Room for answers. The system clears pages of memory when they are first written to: huge ones in
//! a fifth of the time that small ones take. [`zeroed`] asks Linux for them, and so does numpy, from 4
//! MiB on and in newer versions.

use memmap2::MmapMut;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// So many bytes of 0.
pub(crate) fn zeroed(length: usize) -> PyResult<MmapMut> {
    let map = MmapMut::map_anon(length);
    let map = map.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
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
