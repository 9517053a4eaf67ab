//! Columns of answers, which other libraries take by Arrow's interface.

use super::Layout;
use crate::memory::{collected, reserved};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ffi::FFI_ArrowArray;
use arrow_data::{ArrayData, ArrayDataBuilder};
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

pub(super) fn nulls(valid: BooleanBuffer) -> Option<NullBuffer> {
    Some(NullBuffer::new(valid)).filter(|nulls| nulls.null_count() > 0)
}

/// A column of texts that follow each other, with these lengths.
pub(super) fn texts(
    layout: Layout,
    text: Buffer,
    lengths: impl ExactSizeIterator<Item = usize>,
    nulls: Option<NullBuffer>,
) -> PyResult<Column> {
    let count = lengths.len();
    let ends = lengths.scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    let data = ArrayDataBuilder::new(layout.data_type()).len(count);
    let data = match layout {
        Layout::Small | Layout::Null => {
            let mut offsets: Vec<i32> = reserved(count + 1)?;
            offsets.push(0);
            offsets.extend(ends.map(|end| end as i32));
            data.add_buffer(Buffer::from(offsets)).add_buffer(text)
        }
        Layout::Large => {
            let mut offsets: Vec<i64> = reserved(count + 1)?;
            offsets.push(0);
            offsets.extend(ends.map(|end| end as i64));
            data.add_buffer(Buffer::from(offsets)).add_buffer(text)
        }
        Layout::View => {
            let mut from = 0;
            let mut views: Vec<u128> = reserved(count)?;
            views.extend(ends.map(|end| view(&text[from..end], std::mem::replace(&mut from, end))));
            data.add_buffer(Buffer::from(views)).add_buffer(text)
        }
    };
    Column::new(data.nulls(nulls))
}

/// A view of a text in the first buffer; see [`viewed`](super::viewed).
fn view(text: &[u8], at: usize) -> u128 {
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
    if text.len() <= 12 {
        view[4..4 + text.len()].copy_from_slice(text);
    } else {
        view[4..8].copy_from_slice(&text[..4]);
        view[12..].copy_from_slice(&(at as u32).to_ne_bytes());
    }
    u128::from_ne_bytes(view)
}

pub(super) fn numbers(
    numbers: impl ExactSizeIterator<Item = u64>,
    nulls: Option<NullBuffer>,
) -> PyResult<Column> {
    let data = ArrayDataBuilder::new(DataType::UInt64).len(numbers.len());
    let numbers: Vec<u64> = collected(numbers)?;
    Column::new(data.add_buffer(Buffer::from(numbers)).nulls(nulls))
}

/// A column of answers with Arrow's PyCapsule interface.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Column(ArrayData);

impl Column {
    fn new(data: ArrayDataBuilder) -> PyResult<Column> {
        let data = data.build();
        data.map(Column)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns a schema and an array. By the interface, a requested schema is only a wish. It is
    /// ignored.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let schema = FFI_ArrowSchema::try_from(self.0.data_type());
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let array = FFI_ArrowArray::new(&self.0);
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }
}
