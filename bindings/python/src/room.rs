//! Room for answers.

use memmap2::MmapMut;
use pyo3::PyResult;
use pyo3::exceptions::PyMemoryError;

/// So many bytes of 0. The system clears its pages when they are written to; huge ones,
/// of which many small ones would be needed, in a fifth of the time.
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
