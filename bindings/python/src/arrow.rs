//! Columns of text by [Arrow's C
//! interface](https://arrow.apache.org/docs/format/CDataInterface.html): borrowed from their
//! owners, answered with columns of the same type. All assumptions about other libraries are here.
#![allow(unsafe_code)]

mod column;

pub(crate) use column::Column;

use crate::answers::Answers;
use crate::memory::{self, Zeroed, reserved};
use crate::{AS_TEXT, CELLS};
use arrow_buffer::{BooleanBuffer, Buffer};
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use bytes::Bytes;
use column::{nulls, numbers, texts};
use ninefold::Puzzles;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};
use std::slice;

/// Rows in a piece of an answer, so that its offsets fit into 32 bits.
const PIECE: usize = i32::MAX as usize / CELLS;

/// The layout of texts in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Offsets of 32 bits.
    Small,
    /// Offsets of 64 bits.
    Large,
    /// Views of 16 bytes, which contain short texts.
    View,
    /// No texts: all are null.
    Null,
}

impl Layout {
    fn of(schema: &FFI_ArrowSchema) -> PyResult<Layout> {
        if schema.release().is_none() {
            return Err(released());
        }
        let dictionary = schema.dictionary().is_some();
        match schema.format() {
            "u" if !dictionary => Ok(Layout::Small),
            "U" if !dictionary => Ok(Layout::Large),
            "vu" if !dictionary => Ok(Layout::View),
            "n" => Ok(Layout::Null),
            _ => {
                let kind = DataType::try_from(schema);
                let hint = match &kind {
                    Ok(DataType::Struct(_)) => ": pass one of its columns",
                    Ok(kind) if kind.is_numeric() => AS_TEXT,
                    _ => "",
                };
                let kind = kind.map_or_else(|_| schema.format().to_owned(), |k| k.to_string());
                Err(PyTypeError::new_err(format!(
                    "puzzles are a column of strings, not of {kind}{hint}"
                )))
            }
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Layout::Small | Layout::Null => DataType::Utf8,
            Layout::Large => DataType::LargeUtf8,
            Layout::View => DataType::Utf8View,
        }
    }
}

/// Arrow's stream of arrays. Arrow's crates have it only together with all of its arrays.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: It was not released yet, and the function is its producer's own.
            unsafe { release(self) }
        }
    }
}

impl Stream {
    /// Calls one of the stream's functions, which fills its argument.
    fn call<T>(
        &mut self,
        function: Option<unsafe extern "C" fn(*mut Stream, *mut T) -> c_int>,
        mut out: T,
    ) -> PyResult<T> {
        let function = function.ok_or_else(released)?;
        // SAFETY: The stream is not released (`import_stream` checks), and `out` is an empty value
        // to fill.
        if unsafe { function(self, &mut out) } == 0 {
            return Ok(out);
        }
        let last = self.get_last_error.map_or(ptr::null(), |last| {
            // SAFETY: As above. The result is null or a text that lives until the next call.
            unsafe { last(self) }
        });
        let message = if last.is_null() {
            "a stream of Arrow failed".into()
        } else {
            // SAFETY: See above.
            unsafe { CStr::from_ptr(last) }.to_string_lossy()
        };
        Err(PyRuntimeError::new_err(message.into_owned()))
    }
}

fn released() -> PyErr {
    PyValueError::new_err("this capsule of Arrow was released, or taken before")
}

/// The content of a capsule.
fn held<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule
        .cast::<PyCapsule>()?
        .pointer_checked(Some(name))?
        .cast())
}

/// A column of text that belongs to another library.
pub(crate) struct Strings {
    layout: Layout,
    chunks: Vec<FFI_ArrowArray>,
    /// Which texts are not null. `None` if all are not.
    valid: Option<BooleanBuffer>,
}

impl Strings {
    /// Borrows a column from an object that has `__arrow_c_array__` or `__arrow_c_stream__`.
    pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Strings> {
        let (layout, chunks) = if object.hasattr("__arrow_c_array__")? {
            import_array(object)?
        } else {
            import_stream(object)?
        };
        let mut strings = Strings {
            layout,
            chunks,
            valid: None,
        };
        strings.valid = strings.validity()?;
        Ok(strings)
    }

    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(FFI_ArrowArray::len).sum()
    }

    fn validity(&self) -> PyResult<Option<BooleanBuffer>> {
        if self.layout == Layout::Null {
            memory::check(self.len() / 8)?;
            return Ok(Some(BooleanBuffer::new_unset(self.len())));
        }
        let none = |chunk: &FFI_ArrowArray| chunk.is_empty() || chunk.null_count_opt() == Some(0);
        if self.chunks.iter().all(none) {
            return Ok(None);
        }
        let mut bits = Vec::with_capacity(self.chunks.len());
        for chunk in &self.chunks {
            let bytes = (chunk.offset() + chunk.len()).div_ceil(8);
            bits.push(if none(chunk) || chunk.buffer(0).is_null() {
                None
            } else {
                Some(part::<u8>(chunk, 0, 0, bytes)?)
            });
        }
        let mut valid = reserved(self.len())?;
        for (chunk, bits) in self.chunks.iter().zip(bits) {
            let is_valid = |i: usize| bits.is_none_or(|bits| bits[i / 8] >> (i % 8) & 1 == 1);
            valid.extend((chunk.offset()..chunk.offset() + chunk.len()).map(is_valid));
        }
        memory::check(valid.len() / 8)?;
        Ok(Some(BooleanBuffer::from(valid)))
    }

    /// The texts in place, if they follow each other in memory.
    pub(crate) fn between_offsets(&self) -> Option<Puzzles<'_>> {
        let [chunk] = &self.chunks[..] else {
            return None;
        };
        match self.layout {
            Layout::Small => small(chunk)
                .ok()
                .map(|(o, text)| Puzzles::offsets32(text, o)),
            Layout::Large => large(chunk)
                .ok()
                .map(|(o, text)| Puzzles::offsets64(text, o)),
            Layout::View | Layout::Null => None,
        }
    }

    /// The texts one by one. Null ones are empty.
    pub(crate) fn slices(&self) -> PyResult<Vec<&[u8]>> {
        let mut slices = reserved(self.len())?;
        for chunk in &self.chunks {
            match self.layout {
                Layout::Small => {
                    let (offsets, text) = small(chunk)?;
                    for pair in offsets.windows(2) {
                        slices.push(between(text, pair[0].into(), pair[1].into()));
                    }
                }
                Layout::Large => {
                    let (offsets, text) = large(chunk)?;
                    for pair in offsets.windows(2) {
                        slices.push(between(text, pair[0], pair[1]));
                    }
                }
                Layout::View => viewed(chunk, &mut slices)?,
                Layout::Null => slices.resize(slices.len() + chunk.len(), &[]),
            }
        }
        if let Some(valid) = &self.valid {
            for (slice, _) in slices.iter_mut().zip(valid).filter(|(_, valid)| !valid) {
                *slice = &[];
            }
        }
        Ok(slices)
    }

    /// The answers as columns: solutions, and in full also numbers of solutions, guesses and
    /// verdicts.
    pub(crate) fn answer(
        &self,
        solutions: Zeroed,
        answers: &Answers,
        full: bool,
        in_pieces: bool,
    ) -> PyResult<crate::Columns> {
        let count = self.len();
        let size = match self.layout {
            Layout::Large => usize::MAX,
            _ => PIECE,
        };
        if count > size && !in_pieces {
            return Err(PyOverflowError::new_err(format!(
                "{count} solutions have no room in one array of {}: cast it to large_string, or \
                 make it chunked",
                self.layout.data_type()
            )));
        }
        let solutions = Buffer::from(Bytes::from_owner(solutions));
        let is_valid = |i: usize| self.valid.as_ref().is_none_or(|valid| valid.value(i));
        let mut columns = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut first = 0;
        // An answer has at least one piece, even if that is empty.
        while first < count || columns.0.is_empty() {
            let length = size.min(count - first);
            let rows = first..first + length;
            // The buffers' own crate allocates the bits.
            if length > crate::FEW {
                memory::check(2 * length / 8)?;
            }
            let valid = BooleanBuffer::collect_bool(length, |i| {
                let row = &solutions[CELLS * (first + i)..][..CELLS];
                is_valid(first + i) && answers.is_solved(first + i, row)
            });
            let text = solutions.slice_with_length(CELLS * first, CELLS * length);
            let lengths = rows.clone().map(|_| CELLS);
            columns
                .0
                .push(texts(self.layout, text, lengths, nulls(valid))?);
            if full {
                let valid = nulls(BooleanBuffer::collect_bool(length, |i| is_valid(first + i)));
                let counts = rows.clone().map(|i| answers.outcome(i).solutions);
                columns.1.push(numbers(counts, valid.clone())?);
                let guesses = rows.clone().map(|i| answers.outcome(i).guesses);
                columns.2.push(numbers(guesses, valid.clone())?);
                let words = || rows.clone().map(|i| answers.verdict(i).name());
                let lengths = words().map(str::len);
                let mut text: Vec<u8> = reserved(lengths.clone().sum())?;
                words().for_each(|word| text.extend_from_slice(word.as_bytes()));
                columns
                    .3
                    .push(texts(self.layout, Buffer::from(text), lengths, valid)?);
            }
            first += length;
        }
        let (solutions, counts, guesses, verdicts) = columns;
        Ok((solutions, full.then_some((counts, guesses, verdicts))))
    }
}

fn import_array(object: &Bound<'_, PyAny>) -> PyResult<(Layout, Vec<FFI_ArrowArray>)> {
    let pair = object.call_method0("__arrow_c_array__")?;
    let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
    let schema: NonNull<FFI_ArrowSchema> = held(&schema, c"arrow_schema")?;
    let array: NonNull<FFI_ArrowArray> = held(&array, c"arrow_array")?;
    // SAFETY: The capsules' names say what they hold, and they live as long as `pair`. The schema
    // is read in place, and the array is moved out, as the interface says.
    let (schema, array) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
    // An array that was taken before counts as released, and its pointers lead nowhere.
    if array.is_released() {
        return Err(released());
    }
    Ok((Layout::of(schema)?, vec![array]))
}

fn import_stream(object: &Bound<'_, PyAny>) -> PyResult<(Layout, Vec<FFI_ArrowArray>)> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let held: NonNull<Stream> = held(&capsule, c"arrow_array_stream")?;
    let empty = Stream {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: ptr::null_mut(),
    };
    // SAFETY: The capsule's name says what it holds, and it lives until the end of this function.
    // The stream is moved out, and the rest counts as released.
    let mut stream = unsafe { ptr::replace(held.as_ptr(), empty) };
    if stream.release.is_none() {
        return Err(released());
    }
    let schema = stream.call(stream.get_schema, FFI_ArrowSchema::empty())?;
    let layout = Layout::of(&schema)?;
    let mut chunks = Vec::new();
    loop {
        let chunk = stream.call(stream.get_next, FFI_ArrowArray::empty())?;
        if chunk.is_released() {
            return Ok((layout, chunks));
        }
        chunks.push(chunk);
    }
}

/// The values of one of an array's buffers.
fn part<T>(chunk: &FFI_ArrowArray, buffer: usize, from: usize, count: usize) -> PyResult<&[T]> {
    if count == 0 {
        return Ok(&[]);
    }
    let start = chunk.buffer(buffer).cast::<T>();
    if start.is_null() || !start.is_aligned() {
        return Err(PyValueError::new_err(format!(
            "buffer {buffer} of an array of Arrow is null or not aligned"
        )));
    }
    // SAFETY: By the interface, the buffer has that many values, which nobody changes until the
    // array is released, and dropping it releases it. Only numbers are read as numbers.
    Ok(unsafe { slice::from_raw_parts(start.add(from), count) })
}

/// Offsets of 32 bits, and the text that they point into.
fn small(chunk: &FFI_ArrowArray) -> PyResult<(&[i32], &[u8])> {
    let offsets = offsets(chunk)?;
    let end = offsets.last().map_or(0, |&end: &i32| end.max(0) as usize);
    Ok((offsets, part(chunk, 2, 0, end)?))
}

/// The same of 64 bits.
fn large(chunk: &FFI_ArrowArray) -> PyResult<(&[i64], &[u8])> {
    let offsets = offsets(chunk)?;
    let end = offsets.last().map_or(0, |&end: &i64| end.max(0) as usize);
    Ok((offsets, part(chunk, 2, 0, end)?))
}

/// One offset more than there are texts. An array without texts need not have any.
fn offsets<T>(chunk: &FFI_ArrowArray) -> PyResult<&[T]> {
    match chunk.len() {
        0 => Ok(&[]),
        length => part(chunk, 1, chunk.offset(), length + 1),
    }
}

/// The text between two offsets, or nothing if they are invalid.
fn between(text: &[u8], from: i64, to: i64) -> &[u8] {
    let range = usize::try_from(from).unwrap_or(usize::MAX)..usize::try_from(to).unwrap_or(0);
    text.get(range).unwrap_or_default()
}

/// The texts of views of 16 bytes: a length of 32 bits, then the text itself if it has at most 12
/// bytes, otherwise its first four, its buffer and its offset there.
fn viewed<'a>(chunk: &'a FFI_ArrowArray, slices: &mut Vec<&'a [u8]>) -> PyResult<()> {
    if chunk.is_empty() {
        return Ok(());
    }
    // Two buffers come first, and the lengths of all others at the end.
    let others = chunk.num_buffers().saturating_sub(3);
    let lengths: &[i64] = part(chunk, others + 2, 0, others)?;
    let mut buffers: Vec<&[u8]> = Vec::with_capacity(others);
    for (i, &length) in lengths.iter().enumerate() {
        buffers.push(part(chunk, i + 2, 0, length.max(0) as usize)?);
    }
    let views: &[[u8; 16]] = part(chunk, 1, chunk.offset(), chunk.len())?;
    let number = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("four bytes")) as usize;
    slices.extend(views.iter().map(|view| {
        let length = number(&view[..4]);
        if length <= 12 {
            return &view[4..4 + length];
        }
        let buffer = number(&view[8..12]);
        let at = number(&view[12..]);
        let buffer = buffers.get(buffer).copied().unwrap_or_default();
        buffer.get(at..at + length).unwrap_or_default()
    }));
    Ok(())
}
