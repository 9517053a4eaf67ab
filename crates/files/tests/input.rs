//! All ways of reading give the same input.

use ninefold_files::input::mmap::{Allowed, install_sigbus_guard};
use ninefold_files::input::{
    Chunk, InputError, InputPart, OpenOptions, Source, open, open_reader, skip,
};
use proptest::prelude::*;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// All bytes of a source, chunk by chunk, and the error after them.
fn drain(source: &mut dyn Source) -> (Vec<Chunk>, Option<InputError>) {
    let mut chunks = Vec::new();
    loop {
        match source.next(None) {
            Ok(Some(chunk)) => chunks.push(chunk),
            Ok(None) => return (chunks, source.finish().err()),
            Err(error) => return (chunks, Some(error)),
        }
    }
}

fn bytes<'a>(chunks: impl IntoIterator<Item = &'a Chunk>) -> Vec<u8> {
    let bytes = chunks.into_iter().flat_map(|chunk| chunk.bytes.to_vec());
    bytes.collect()
}

/// All chunks of a source without an error.
#[track_caller]
fn whole(mut source: Box<dyn Source>) -> Vec<Chunk> {
    let (chunks, error) = drain(&mut *source);
    assert!(error.is_none(), "{error:?}");
    chunks
}

fn read(path: &Path, options: &OpenOptions) -> Vec<u8> {
    let chunks = whole(open(path, options).expect("it opens"));
    for pair in chunks.windows(2) {
        assert_eq!(pair[0].bytes.last(), Some(&b'\n'), "chunks are whole lines");
        assert_eq!(pair[0].offset + pair[0].bytes.len() as u64, pair[1].offset);
    }
    bytes(&chunks)
}

#[allow(unsafe_code)]
fn options(mmap: bool, chunk_size: usize) -> OpenOptions {
    OpenOptions::default()
        .mmap(mmap.then(|| {
            install_sigbus_guard();
            // SAFETY: the files belong to the tests. A test that changes one is about that, and
            // reads only chunks that are thrown away.
            unsafe { Allowed::new() }
        }))
        .chunk_size(chunk_size)
}

/// A text by every compression, in two members, streams or frames each.
fn compressed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let (a, b) = text.split_at(text.len() / 2);
    macro_rules! pack {
        ($writer:expr) => {{
            let mut packed = Vec::new();
            for part in [a, b] {
                let mut writer = $writer;
                writer.write_all(part).unwrap();
                packed.extend(writer.finish().unwrap());
            }
            packed
        }};
    }
    use bzip2::write::BzEncoder;
    use flate2::write::GzEncoder;
    use lzma_rust2::{XzOptions, XzWriter};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    vec![
        (
            "gzip",
            pack!(GzEncoder::new(Vec::new(), flate2::Compression::fast())),
        ),
        (
            "zstd",
            [a, b]
                .map(|part| compress_to_vec(part, CompressionLevel::Fastest))
                .concat(),
        ),
        (
            "xz",
            pack!(XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap()),
        ),
        (
            "bzip2",
            pack!(BzEncoder::new(Vec::new(), bzip2::Compression::fast())),
        ),
    ]
}

fn file(directory: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = directory.join(name);
    fs::write(&path, content).unwrap();
    path
}

fn lines(n: usize) -> Vec<u8> {
    let line = |i| format!("{:081}\n", i * 7919).into_bytes();
    (0..n).flat_map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn mapped_read_and_decoded_are_the_same(
        text in "([0-9.]{0,90}(\n|\r\n)){0,40}[0-9]{0,20}",
        chunk_size in 1_usize..400,
    ) {
        let directory = tempfile::tempdir().unwrap();
        let path = file(directory.path(), "text", text.as_bytes());
        for mmap in [true, false] {
            prop_assert_eq!(read(&path, &options(mmap, chunk_size)), text.as_bytes());
        }
        for (name, data) in compressed(text.as_bytes()) {
            let path = file(directory.path(), name, &data);
            prop_assert_eq!(read(&path, &options(true, chunk_size)), text.as_bytes(), "{}", name);
        }
    }

    #[test]
    fn shards_and_ranges_have_each_line_once(
        text in "([0-9]{0,30}\n){1,30}[0-9]{0,10}",
        count in 1_u32..9,
        chunk_size in 1_usize..100,
    ) {
        let directory = tempfile::tempdir().unwrap();
        let path = file(directory.path(), "text", text.as_bytes());
        for mmap in [true, false] {
            let part = |whole_part: InputPart| {
                let range = whole_part.of(&[text.len() as u64]).remove(0);
                let mut source = open(&path, &options(mmap, chunk_size)).expect("it opens");
                // Earlier reads do not matter.
                drop(source.next(None));
                source.restrict(range).expect("a plain file has places");
                bytes(&whole(source))
            };
            let mut all = Vec::new();
            for index in 1..=count {
                all.extend(part(InputPart { index, count }));
            }
            prop_assert_eq!(&all, text.as_bytes());
        }
    }
}

#[test]
fn a_text_larger_than_a_block_is_decoded_whole() {
    let directory = tempfile::tempdir().unwrap();
    let text = lines(20_000);
    for (name, data) in compressed(&text) {
        let path = file(directory.path(), name, &data);
        assert_eq!(read(&path, &OpenOptions::default()), text, "{name}");
    }
}

#[test]
fn any_reader_is_read_as_a_pipe_is() {
    let text = lines(500);
    let plain = ("plain", text.clone());
    for (name, data) in compressed(&text).into_iter().chain([plain]) {
        let read = Box::new(io::Cursor::new(data));
        let source = open_reader(name, read, &options(true, 5000)).unwrap();
        assert_eq!(source.name(), name);
        let chunks = whole(source);
        assert!(chunks.len() > 5, "{name}");
        assert_eq!(bytes(&chunks), text, "{name}");
    }
    let mut source = open_reader("a pipe", Box::new(&b"1\n"[..]), &OpenOptions::default()).unwrap();
    let refused = source.restrict(0..1).unwrap_err();
    assert!(matches!(refused, InputError::NoRange { .. }), "{refused}");
}

/// Yields a text a few bytes at a time, sometimes interrupted, and fails at its end.
struct Slow {
    text: io::Cursor<Vec<u8>>,
    reads: usize,
}

impl io::Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        if self.reads.is_multiple_of(3) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let few = buffer.len().min(self.reads % 700 + 1);
        match self.text.read(&mut buffer[..few])? {
            0 => Err(io::Error::other("it broke")),
            given => Ok(given),
        }
    }
}

#[test]
fn what_comes_bit_by_bit_is_cut_as_what_comes_at_once() {
    let mut text = b"\xef\xbb\xbf".to_vec();
    text.extend(lines(3000));
    for chunk_size in [1, 100, 5000, 1 << 20] {
        let begun = io::Cursor::new([&text[..], b"half a line"].concat());
        let slow = Slow {
            text: begun,
            reads: 0,
        };
        let options = options(false, chunk_size);
        let mut source = open_reader("slow", Box::new(slow), &options).unwrap();
        let (chunks, error) = drain(&mut *source);
        let at_once = io::Cursor::new(text.clone());
        let all = whole(open_reader("", Box::new(at_once), &options).unwrap());
        let places = |chunks: &[Chunk]| -> Vec<(u64, usize)> {
            let place = |chunk: &Chunk| (chunk.offset, chunk.bytes.len());
            chunks.iter().map(place).collect()
        };
        assert_eq!(places(&chunks), places(&all), "{chunk_size}");
        assert_eq!(bytes(&chunks), bytes(&all), "{chunk_size}");
        match error {
            Some(InputError::Read { offset, .. }) => assert_eq!(offset, text.len() as u64 + 11),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_source_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let text = lines(2000);
    let plain = file(directory.path(), "plain", &text);
    for mmap in [true, false] {
        let options = options(mmap, 5000);
        let chunks = whole(open(&plain, &options).unwrap());
        let offset = chunks[3].offset;
        let mut source = open(&plain, &options).unwrap();
        source.restrict(offset..u64::MAX).unwrap();
        let rest = whole(source);
        assert_eq!(bytes(&rest), text[offset as usize..]);
        assert_eq!(rest[0].offset, offset);
        assert_eq!(rest.len(), chunks.len() - 3);
    }
    for (name, data) in compressed(&text) {
        let packed = file(directory.path(), name, &data);
        let source = || open(&packed, &options(true, 5000)).unwrap();
        let offset = whole(source())[3].offset;
        let rest = whole(skip(source(), 3, offset).unwrap());
        assert_eq!(bytes(&rest), text[offset as usize..], "{name}");
        // At another offset, or missing.
        for (chunks, offset) in [(3, offset + 1), (9999, offset)] {
            let error = skip(source(), chunks, offset).expect_err("an error");
            assert!(matches!(error, InputError::Changed { .. }), "{error}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let directory = tempfile::tempdir().unwrap();
    let path = file(directory.path(), "text", b"\xef\xbb\xbfabc\ndef\n");
    for mmap in [true, false] {
        let chunks = whole(open(&path, &options(mmap, 4)).unwrap());
        assert_eq!(bytes(&chunks), b"abc\ndef\n");
        assert_eq!(chunks[0].offset, 3);
    }
}

/// Those around it are whole.
#[test]
fn of_a_line_that_is_too_long_as_much_is_kept_by_every_way() {
    let directory = tempfile::tempdir().unwrap();
    for length in [90, 5000, 70_000, 3_000_000] {
        let long = [&vec![b'1'; length][..], b"\n"].concat();
        let text = [b"before\n", &long[..], b"after\n"].concat();
        let plain = ("plain", text.clone());
        for (name, data) in compressed(&text).into_iter().chain([plain]) {
            let path = file(directory.path(), name, &data);
            for (mmap, chunk_size) in [(true, 10), (false, 10), (false, 6000)] {
                let options = options(mmap, chunk_size).max_record(20);
                let chunks = whole(open(&path, &options).unwrap());
                assert_eq!(chunks.last().unwrap().offset, text.len() as u64 - 6);
                let is_broken = |chunk: &&Chunk| chunk.broken.is_some();
                let (broken, others): (Vec<_>, Vec<_>) = chunks.iter().partition(is_broken);
                assert_eq!(bytes(others), b"before\nafter\n", "{name}");
                assert_eq!(broken.len(), 1, "{name}");
                assert_eq!(broken[0].length(), long.len() as u64, "{name}");
                let kept: &[u8] = &broken[0].bytes;
                assert_eq!(kept.len(), long.len().min(1 << 16), "{name}, of {length}");
                assert!(long.starts_with(kept), "{name}");
            }
        }
    }
}

#[test]
fn what_cannot_be_opened_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing");
    let of = |path: &Path| open(path, &OpenOptions::default()).expect_err("an error");
    let error = of(&missing);
    assert!(error.to_string().contains("missing"), "{error}");
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    assert_eq!(cause.map(io::Error::kind), Some(io::ErrorKind::NotFound));
    assert!(of(directory.path()).to_string().contains("directory"));
    for (name, data) in compressed(&lines(3)) {
        let path = file(directory.path(), name, &data);
        let mut source = open(&path, &OpenOptions::default()).expect("it opens");
        let error = source.restrict(0..9).expect_err("it has no places");
        assert!(error.is_refusal(), "{name}");
        assert!(error.to_string().contains("--shard"), "{name}");
    }
    let empty = file(directory.path(), "empty", b"");
    assert_eq!(read(&empty, &OpenOptions::default()), b"");
}
