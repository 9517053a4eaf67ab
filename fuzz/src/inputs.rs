//! Every way of reading gives the same lines.

use super::material::{Options, file, lines, mapping, piped};
use ninefold_files::input::{Chunk, InputError, InputPart, OpenOptions, Source, TooLong, open};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

const BOM: &[u8] = b"\xef\xbb\xbf";
/// How much is kept of a line that is too long, as [`TooLong`] promises.
const KEPT: usize = 1 << 16;
/// How much to read of damaged input.
const ENOUGH: usize = 4 << 20;

/// Bytes that show the compression of a file.
const MAGIC: usize = 6;

/// The chunks of a source, up to its end or its error.
fn drain(source: &mut dyn Source, most: usize) -> (Vec<Chunk>, Option<InputError>) {
    let mut chunks = Vec::new();
    let mut bytes = 0;
    loop {
        match source.next(None) {
            Ok(Some(chunk)) => {
                assert!(!chunk.bytes.is_empty(), "a chunk has lines");
                bytes += chunk.bytes.len();
                chunks.push(chunk);
                if bytes > most {
                    return (chunks, None);
                }
            }
            Ok(None) => return (chunks, source.finish().err()),
            Err(error) => return (chunks, Some(error)),
        }
    }
}

/// Options for reading a text, which may make lines too long.
fn sizes(mmap: bool, chunk_size: usize, text: &[u8]) -> OpenOptions {
    OpenOptions::default()
        .mmap(mmap.then(mapping))
        .chunk_size(chunk_size)
        .max_record([1 << 24, 1 << 16, 1000, 82, 20][text.len() % 5])
}

/// Chunks are whole lines, each at its offset in the text, or the beginning of one that is too
/// long. Together they are the text's lines from `from`.
fn assert_lines(chunks: &[Chunk], text: &[u8], from: usize, longest: usize, way: &str) {
    let bare = |line: &[u8]| line.len() - usize::from(line.ends_with(b"\n"));
    let mut at = from;
    for chunk in chunks {
        let bytes: &[u8] = &chunk.bytes;
        assert_eq!(chunk.offset, at as u64, "{way}: its place");
        assert!(text[at..].starts_with(bytes), "{way}: not at {at}");
        assert!(chunk.bytes.is_intact());
        assert!(chunk.origins.is_none());
        let line = lines(&text[at..]).next().expect("there is more");
        at += match chunk.broken {
            None => {
                assert!(
                    lines(bytes).all(|line| bare(line) <= longest),
                    "{way}: too long"
                );
                bytes.len()
            }
            Some(TooLong { length }) => {
                assert!(bare(line) > longest, "{way}: not too long");
                assert!(
                    length > longest as u64 && length <= line.len() as u64,
                    "{way}: {length}"
                );
                assert_eq!(
                    bytes.len(),
                    line.len().min(KEPT).min(length as usize),
                    "{way}"
                );
                line.len()
            }
        };
        assert!(
            at == text.len() || text[at - 1] == b'\n',
            "{way}: chunks are whole lines"
        );
    }
    assert_eq!(at, text.len(), "{way}: all of it");
}

/// Where the first line begins.
pub(crate) fn after_mark(text: &[u8]) -> usize {
    if text.starts_with(BOM) { BOM.len() } else { 0 }
}

/// However a text is divided into chunks, its lines are the same. Parts of a file have each line
/// once.
pub fn chunks(data: &[u8]) {
    let mut options = Options(data);
    let chunk_size = (options.byte() + 1) << (options.byte() % 12);
    let way = options.byte();
    let mut text = options.text();
    // A text that begins like a compressed file is read as one. Other properties test that.
    if let Some(first) = text.first_mut()
        && matches!(first, 0x1f | 0x28 | 0x50..=0x5f | 0xfd | b'B' | 0x04)
    {
        *first = b'.';
    }
    // For a long text, 65,000 chunks would show no more than 250.
    let least = 1 + text.len() / 256;
    let sizes = sizes(way & 8 == 0, chunk_size.max(least), &text);
    let path = file("text", &text);
    if way & 16 == 0 || text.is_empty() {
        let mut source = open(&path, &sizes).expect("it opens");
        let (chunks, error) = drain(&mut *source, usize::MAX);
        assert!(error.is_none(), "{error:?}");
        return assert_lines(&chunks, &text, after_mark(&text), sizes.max_record, "whole");
    }
    let count = 1 + way as u32 % 8;
    shares(
        &path,
        &text,
        (1..=count).map(|index| InputPart { index, count }),
        &sizes,
    );
}

/// Adjacent shares together have each line once.
fn shares(
    path: &Path,
    text: &[u8],
    shares: impl Iterator<Item = InputPart>,
    options: &OpenOptions,
) {
    let mut all = Vec::new();
    for piece in shares {
        let part = piece.of(&[text.len() as u64]).remove(0);
        let mut source = open(path, options).expect("it opens");
        match source.restrict(part) {
            Ok(()) => {
                let (chunks, error) = drain(&mut *source, usize::MAX);
                assert!(error.is_none(), "{error:?}");
                all.extend(chunks);
            }
            // By chance it begins like compressed data.
            Err(InputError::NoRange { .. }) => return,
            Err(error) => panic!("{error}"),
        }
    }
    assert_lines(&all, text, after_mark(text), options.max_record, "shares");
}

/// A mapped file, a read file, a pipe and any compression give the same lines.
pub fn inputs(data: &[u8]) {
    let mut options = Options(data);
    let chunk_size = (options.byte() + 1) << (options.byte() % 12);
    let cut = options.byte();
    let way = options.byte();
    let text = options.text();
    if looks_compressed(&text) {
        return;
    }
    let sizes = sizes(way & 1 == 0, chunk_size.max(1 + text.len() / 256), &text);
    let longest = sizes.max_record;
    // Unchanged, or in two members, streams or frames.
    let (name, bytes) = match COMPRESSIONS.get(way / 4 % 8) {
        None => ("plain", text.clone()),
        Some((name, compress)) => {
            let (a, b) = text.split_at(cut * text.len() / 255);
            (*name, [compress(a), compress(b)].concat())
        }
    };
    let source = if way & 2 == 0 {
        open(&file("input", &bytes), &sizes)
    } else {
        piped(&bytes.into(), &sizes)
    };
    let (chunks, error) = drain(&mut *source.expect("it opens"), usize::MAX);
    assert!(error.is_none(), "{name}: {error:?}");
    assert_lines(&chunks, &text, after_mark(&text), longest, name);
}

/// Whether a text begins like compressed data.
pub(crate) fn looks_compressed(text: &[u8]) -> bool {
    let magics: [&[u8]; 4] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"BZh"];
    let skippable = matches!(text, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
    skippable || magics.iter().any(|magic| text.starts_with(magic))
}

type Compress = fn(&[u8]) -> Vec<u8>;

const COMPRESSIONS: [(&str, Compress); 3] = [("gzip", gzip), ("xz", xz), ("bzip2", bzip2)];

fn gzip(part: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::fast();
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
    writer.write_all(part).expect("memory can be written to");
    writer.finish().expect("memory can be written to")
}

fn xz(part: &[u8]) -> Vec<u8> {
    let mut options = lzma_rust2::XzOptions::with_preset(0);
    options.lzma_options.dict_size = 1 << 16;
    let writer = lzma_rust2::XzWriter::new(Vec::new(), options);
    let mut writer = writer.expect("the options are right");
    writer.write_all(part).expect("memory can be written to");
    writer.finish().expect("memory can be written to")
}

fn bzip2(part: &[u8]) -> Vec<u8> {
    let level = bzip2::Compression::fast();
    let mut writer = bzip2::write::BzEncoder::new(Vec::new(), level);
    writer.write_all(part).expect("memory can be written to");
    writer.finish().expect("memory can be written to")
}

/// Damaged compressed input gives an error or lines, the same from a file and from a pipe.
/// Truncated input never passes for complete.
pub fn damaged(data: &[u8]) {
    let mut options = Options(data);
    let way = options.byte();
    let Some(&(name, compress)) = COMPRESSIONS.get(way % 8) else {
        // Unchanged: the seeds are files of all kinds.
        same_by_file_and_pipe(options.0);
        return;
    };
    let edits: Vec<(usize, u8)> = (0..way / 64)
        .map(|_| (options.byte() << 8 | options.byte(), options.byte() as u8))
        .collect();
    let cut = options.byte() << 8 | options.byte();
    let mut bytes = compress(&options.text());
    let whole = bytes.len();
    for (place, change) in &edits {
        bytes[place % whole] ^= change;
    }
    bytes.truncate(whole - cut % whole);
    let failed = same_by_file_and_pipe(&bytes);
    let intact = edits.iter().all(|(_, change)| *change == 0);
    // Fewer bytes do not show the compression.
    if intact && bytes.len() < whole && bytes.len() >= MAGIC {
        assert!(failed, "{name}: {} of {whole} bytes pass", bytes.len());
    }
}

/// Whether both failed.
fn same_by_file_and_pipe(bytes: &[u8]) -> bool {
    let sizes = sizes(true, 1 << 12, &[]);
    let by_file = read(open(&file("damaged", bytes), &sizes));
    let by_pipe = read(piped(&Arc::from(bytes), &sizes));
    assert!(
        by_file == by_pipe,
        "{:?} by pipe, {:?}",
        by_pipe.1,
        by_file.1
    );
    by_file.1.is_some()
}

/// The lines read, and where and why reading ended.
fn read(source: Result<Box<dyn Source>, InputError>) -> (Vec<u8>, Option<(u64, String)>) {
    let (chunks, error) = match source {
        Ok(mut source) => drain(&mut *source, ENOUGH),
        Err(error) => (Vec::new(), Some(error)),
    };
    let bytes: Vec<&[u8]> = chunks.iter().map(|chunk| &*chunk.bytes).collect();
    let error = error.map(|error| match error {
        InputError::Read { offset, cause, .. } => (offset, cause.to_string()),
        InputError::NoLines { offset, .. } => (offset, "no line feed".to_owned()),
        error => panic!("{error}"),
    });
    (bytes.concat(), error)
}
