//! Room for answers. The system clears pages of memory when they are first written to; huge ones,
//! of which numpy and this ask for where an answer is large, in a fifth of the time.

use memmap2::MmapMut;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// So many bytes of 0.
pub(crate) fn room(length: usize) -> PyResult<MmapMut> {
    let map = MmapMut::map_anon(length);
    let map = map.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    #[cfg(target_os = "linux")]
    {
        // A system without huge pages gives small ones.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    Ok(map)
}

/// A new array of numpy, of zeros, that nobody else has yet.
pub(crate) struct Array<'py, T: Element> {
    array: Bound<'py, PyAny>,
    buffer: PyBuffer<T>,
}

impl<'py, T: Element> Array<'py, T> {
    /// An array of one dimension, whose `dtype` is T.
    pub(crate) fn zeros(py: Python<'py>, length: usize, dtype: &str) -> PyResult<Array<'py, T>> {
        let array = py.import("numpy")?.call_method1("zeros", (length, dtype))?;
        let buffer = PyBuffer::get(&array)?;
        Ok(Array { array, buffer })
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        let mut values = self.buffer.as_slice_ptr().expect("it has one dimension");
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
