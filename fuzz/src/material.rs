//! Turns a fuzzer's bytes into material for properties.

use ninefold::grid::CELLS;
use ninefold_files::input::mmap::{Allowed, install_sigbus_guard};
use ninefold_files::input::{Bytes, Chunk, InputError, OpenOptions, Source, open_reader};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The puzzles for single bytes: easy, 17 clues, hard to search row by row, many solutions,
/// none, clues that clash, full, empty.
pub(crate) const PUZZLES: [&[u8; CELLS]; 8] = [
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    b"...1.....456............1........................................................",
    b"12345678.........9...............................................................",
    b"11...............................................................................",
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    b".................................................................................",
];

/// The first of these bytes stands for the first of [`PUZZLES`].
const PUZZLE: u8 = 0xf0;
/// Stands for repetitions: the two bytes after it give the number and the byte.
const MANY: u8 = 0xf8;
/// Maximum length of a text: twice what is kept of a line that is too long.
pub(crate) const LONGEST: usize = 150_000;

/// Takes options from the front of the bytes.
pub(crate) struct Options<'a>(pub(crate) &'a [u8]);

impl Options<'_> {
    /// The next byte, or 0 after the end.
    pub(crate) fn byte(&mut self) -> usize {
        let Some((&byte, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        usize::from(byte)
    }

    /// One bit.
    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// One of several values.
    pub(crate) fn choose<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.byte() % among.len()]
    }

    /// The rest as a text. A byte from 0xf0 to 0xf7 is a puzzle, 0xf8 repeats a byte, and any other
    /// byte is itself.
    pub(crate) fn text(&self) -> Vec<u8> {
        self.text_within(LONGEST)
    }

    /// Like [`text`](Options::text), but repetitions are limited to this length.
    pub(crate) fn text_within(&self, longest: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let mut bytes = self.0.iter().copied();
        while let Some(byte) = bytes.next() {
            match byte {
                PUZZLE..MANY => text.extend(PUZZLES[usize::from(byte - PUZZLE)]),
                MANY => {
                    let count = usize::from(bytes.next().unwrap_or(0));
                    // 255 gives 65,025: about what is kept of a line that is too long.
                    let left = longest.saturating_sub(text.len());
                    let count = (count * count + count / 2 * 4).min(left);
                    text.extend(std::iter::repeat_n(bytes.next().unwrap_or(b'.'), count));
                }
                _ => text.push(byte),
            }
        }
        text
    }
}

/// The lines of a text, each with its line feed.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |feed| feed + 1);
        let (line, more) = rest.split_at(end);
        rest = more;
        (!line.is_empty()).then_some(line)
    })
}

/// Lines in a chunk of a text, few, depending on its length: for a long text, 65,000 chunks would
/// show no more than 250.
pub(crate) fn lines_in_chunk(text: &[u8]) -> usize {
    [1, 2, 5][text.len() % 3].max(lines(text).count() / 250)
}

/// A file of this thread, with these bytes. It is always the same file, because creating one takes
/// longer than many properties do.
pub(crate) fn file(name: &str, bytes: &[u8]) -> PathBuf {
    thread_local! {
        static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a directory can be made");
    }
    let path = FOLDER.with(|folder| folder.path().join(name));
    std::fs::write(&path, bytes).expect("a file can be written");
    path
}

/// The permission to map the file of [`file`].
#[allow(unsafe_code)]
pub(crate) fn mapping() -> Allowed {
    install_sigbus_guard();
    // SAFETY: it is this thread's own file, and is written only when nobody reads it.
    unsafe { Allowed::new() }
}

/// The name of the input of [`piped`].
pub(crate) const PIPE: &str = "a pipe";

/// Bytes as from a pipe.
pub(crate) fn piped(
    bytes: &Arc<[u8]>,
    options: &OpenOptions,
) -> Result<Box<dyn Source>, InputError> {
    let read = std::io::Cursor::new(Arc::clone(bytes));
    open_reader(PIPE, Box::new(read), options)
}

/// A text as a source, in chunks of this many lines.
pub(crate) struct Text {
    text: Arc<[u8]>,
    at: usize,
    end: usize,
    lines: usize,
}

impl Text {
    pub(crate) fn source(text: &Arc<[u8]>, lines: usize) -> Box<dyn Source> {
        let text = Arc::clone(text);
        let end = text.len();
        Box::new(Text {
            text,
            at: 0,
            end,
            lines,
        })
    }
}

impl Source for Text {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let rest = &self.text[self.at..self.end.max(self.at)];
        let length: usize = lines(rest).take(self.lines).map(<[u8]>::len).sum();
        if length == 0 {
            return Ok(None);
        }
        let mut bytes = recycled.unwrap_or_default();
        bytes.clear();
        bytes.extend(&rest[..length]);
        let offset = self.at as u64;
        self.at += length;
        Ok(Some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: 0,
            offset,
            origins: None,
            broken: None,
            is_piece: false,
        }))
    }

    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        let place = |at: u64| (at as usize).min(self.text.len());
        // The first line that begins at or after the offset.
        let line = |at: usize| match at.checked_sub(1) {
            Some(before) => before + lines(&self.text[before..]).next().map_or(1, <[u8]>::len),
            None => 0,
        };
        (self.at, self.end) = (line(place(part.start)), line(place(part.end)));
        Ok(())
    }

    fn size_hint(&self) -> Option<u64> {
        Some(self.text.len() as u64)
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "a text"
    }
}
