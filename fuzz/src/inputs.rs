//! Every way of reading gives the same lines.

use super::material::{LONGEST_LINE, Options, lines};
use ninefold::input::{Chunk, InputError, OpenOptions, Share, Source, open};
use std::io::Write;
use std::path::{Path, PathBuf};

const BOM: &[u8] = b"\xef\xbb\xbf";
/// More than this is not read of what is damaged.
const ENOUGH: usize = 4 << 20;

/// Bytes that tell what a file is compressed by.
const MAGIC: usize = 6;

/// A folder for the files of one input.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a directory can be made"))
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("a file can be written");
        path
    }
}

/// What came of a source, up to its end or its error.
fn drain(source: &mut dyn Source, most: usize) -> (Vec<Chunk>, Option<InputError>) {
    let (mut chunks, mut bytes) = (Vec::new(), 0);
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

/// The lines of some text as a chunk may have them: without their ends, and
/// no longer than what is kept.
fn kept(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines(text).into_iter().map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        &line[..line.len().min(LONGEST_LINE)]
    })
}

fn sizes(mmap: bool, chunk_size: usize) -> OpenOptions {
    OpenOptions { mmap, chunk_size }
}

/// Chunks are whole lines, each at its place in the text; all of them are the
/// text's lines from `from` on.
fn assert_lines(chunks: &[Chunk], text: &[u8], from: usize, way: &str) {
    for chunk in chunks {
        let bytes: &[u8] = &chunk.bytes;
        let place = usize::try_from(chunk.offset).expect("it fits");
        assert!(text[place..].starts_with(bytes), "{way}: not at {place}");
        assert!(chunk.bytes.is_intact());
        assert!(chunk.origins.is_none());
    }
    let last = chunks.len().saturating_sub(1);
    for chunk in &chunks[..last] {
        let whole = chunk.bytes.last() == Some(&b'\n');
        let long = lines(&chunk.bytes).pop().map_or(0, <[u8]>::len) == LONGEST_LINE;
        assert!(whole || long, "{way}: chunks are whole lines");
    }
    let found = chunks.iter().flat_map(|chunk| kept(&chunk.bytes));
    assert!(found.eq(kept(&text[from..])), "{way}: other lines");
}

fn after_mark(text: &[u8]) -> usize {
    if text.starts_with(BOM) { BOM.len() } else { 0 }
}

/// Wherever a text is cut into chunks, its lines are the same; parts of a file
/// have each line once.
pub fn chunks(data: &[u8]) {
    let mut options = Options(data);
    let chunk_size = (options.byte() + 1) << (options.byte() % 12);
    let count = 1 + options.byte() as u32 % 9;
    let text = options.text();
    // Of a long text, 65,000 chunks would show no more than 250.
    let least = 1 + text.len() / 256;
    let chunk_size = chunk_size.max(least);
    let folder = Folder::new();
    let path = folder.file("text", &text);
    for mmap in [true, false] {
        for size in [least, chunk_size, 1 << 18] {
            let mut source = open(&path, &sizes(mmap, size)).expect("it opens");
            let (chunks, error) = drain(&mut *source, usize::MAX);
            assert!(error.is_none(), "{error:?}");
            assert_lines(&chunks, &text, after_mark(&text), "whole");
        }
        if !text.is_empty() {
            shares(&path, &text, count, &sizes(mmap, chunk_size));
        }
    }
}

/// Shards that touch, and two ranges, have each line once.
fn shares(path: &Path, text: &[u8], count: u32, options: &OpenOptions) {
    let shards = (1..=count).map(|index| Share::Shard { index, count });
    let place = text.len() as u64 / u64::from(count + 1);
    let range = |offset, length| Share::Range { offset, length };
    let ranges = [range(0, place), range(place, u64::MAX)];
    for shares in [shards.collect::<Vec<_>>(), ranges.to_vec()] {
        let mut all = Vec::new();
        for share in shares {
            let part = share.of(&[text.len() as u64]).remove(0);
            let mut source = open(path, options).expect("it opens");
            match source.restrict(part) {
                Ok(()) => {
                    let (chunks, error) = drain(&mut *source, usize::MAX);
                    assert!(error.is_none(), "{error:?}");
                    all.extend(chunks);
                }
                // By chance it begins as something compressed does.
                Err(InputError::NoRange { .. }) => return,
                Err(error) => panic!("{error}"),
            }
        }
        assert_lines(&all, text, after_mark(text), "shares");
    }
}

/// Mapped, read, by a pipe, and compressed in any way: the same lines.
pub fn inputs(data: &[u8]) {
    let mut options = Options(data);
    let chunk_size = (options.byte() + 1) << (options.byte() % 12);
    let (cut, (name, compress)) = (options.byte(), options.choose(&COMPRESSIONS));
    let text = options.text();
    if looks_compressed(&text) {
        return;
    }
    let chunk_size = chunk_size.max(1 + text.len() / 256);
    let folder = Folder::new();
    let plain = folder.file("plain", &text);
    let from = after_mark(&text);
    for mmap in [true, false] {
        let mut source = open(&plain, &sizes(mmap, chunk_size)).expect("it opens");
        let (chunks, error) = drain(&mut *source, usize::MAX);
        assert!(error.is_none(), "{error:?}");
        assert_lines(&chunks, &text, from, if mmap { "mapped" } else { "read" });
    }
    let piped = by_pipe(&text, chunk_size).expect("a pipe can be read");
    assert_lines(&piped, &text, from, "pipe");
    // In two members, streams or frames.
    let (a, b) = text.split_at(cut * text.len() / 255);
    let both = [compress(a), compress(b)].concat();
    let piped = by_pipe(&both, chunk_size).expect("a pipe can be read");
    assert_lines(&piped, &text, from, name);
    let path = folder.file(name, &both);
    let mut source = open(&path, &sizes(true, chunk_size)).expect("it opens");
    let (chunks, error) = drain(&mut *source, usize::MAX);
    assert!(error.is_none(), "{name}: {error:?}");
    assert_lines(&chunks, &text, from, name);
}

/// Whether a text begins as something compressed does.
fn looks_compressed(text: &[u8]) -> bool {
    let magics: [&[u8]; 5] = [
        b"\x1f\x8b",
        b"\x28\xb5\x2f\xfd",
        b"\xfd7zXZ\0",
        b"BZh",
        b"\x04\x22\x4d\x18",
    ];
    let skippable = matches!(text, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
    skippable || magics.iter().any(|magic| text.starts_with(magic))
}

/// Reads bytes through a pipe; without pipes, says that there is nothing.
fn by_pipe(bytes: &[u8], chunk_size: usize) -> Result<Vec<Chunk>, InputError> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let (reader, mut writer) = std::io::pipe().expect("a pipe can be made");
        let path = format!("/proc/self/fd/{}", reader.as_raw_fd());
        let bytes = bytes.to_vec();
        // The pipe may hold less than there is; the reader may stop early.
        let thread = std::thread::spawn(move || {
            let _ = writer.write_all(&bytes);
        });
        let source = open(path.as_ref(), &sizes(true, chunk_size));
        drop(reader);
        let (chunks, error) = match source {
            Ok(mut source) => drain(&mut *source, ENOUGH),
            Err(error) => (Vec::new(), Some(error)),
        };
        thread.join().expect("the writer ends");
        error.map_or(Ok(chunks), Err)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let folder = Folder::new();
        let path = folder.file("no-pipe", bytes);
        let (chunks, error) = drain(&mut *open(&path, &sizes(true, chunk_size))?, ENOUGH);
        error.map_or(Ok(chunks), Err)
    }
}

type Compress = fn(&[u8]) -> Vec<u8>;

const COMPRESSIONS: [(&str, Compress); 5] = [
    ("gzip", gzip),
    ("zstd", zstd),
    ("xz", xz),
    ("bzip2", bzip2),
    ("lz4", lz4),
];

fn gzip(part: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::fast();
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
    writer.write_all(part).expect("memory can be written to");
    writer.finish().expect("memory can be written to")
}

fn zstd(part: &[u8]) -> Vec<u8> {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress_to_vec(part, level)
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

fn lz4(part: &[u8]) -> Vec<u8> {
    let mut writer = lz4_flex::frame::FrameEncoder::new(Vec::new());
    writer.write_all(part).expect("memory can be written to");
    writer.finish().expect("memory can be written to")
}

/// Compressed input that is damaged gives an error or lines, the same by file
/// and by pipe; what is cut short never passes for whole.
pub fn damaged(data: &[u8]) {
    let mut options = Options(data);
    let way = options.byte();
    let Some(&(name, compress)) = COMPRESSIONS.get(way % 8) else {
        // As they are: the seeds are files of all kinds.
        return same_by_file_and_pipe(options.0);
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
    let intact = edits.iter().all(|(_, change)| *change == 0);
    // Less than this does not tell what it is.
    if intact && bytes.len() < whole && bytes.len() >= MAGIC {
        let read = by_pipe(&bytes, 1 << 12);
        assert!(
            read.is_err(),
            "{name}: {} of {whole} bytes pass",
            bytes.len()
        );
    }
    same_by_file_and_pipe(&bytes);
}

fn same_by_file_and_pipe(bytes: &[u8]) {
    let folder = Folder::new();
    let path = folder.file("damaged", bytes);
    let read = |source: Result<Box<dyn Source>, InputError>| match source {
        Ok(mut source) => drain(&mut *source, ENOUGH),
        Err(error) => (Vec::new(), Some(error)),
    };
    let (chunks, error) = read(open(&path, &sizes(true, 1 << 12)));
    let (again, second) = read(open(&path, &sizes(false, 1 << 12)));
    let all = |chunks: &[Chunk]| -> Vec<u8> {
        chunks
            .iter()
            .flat_map(|chunk| chunk.bytes.to_vec())
            .collect()
    };
    assert!(
        all(&chunks) == all(&again),
        "read otherwise the second time"
    );
    let said = |error: &Option<InputError>| error.as_ref().map(ToString::to_string);
    assert_eq!(said(&error), said(&second));
    match (by_pipe(bytes, 1 << 12), error) {
        (Ok(piped), None) => assert!(all(&piped) == all(&chunks), "the pipe has other lines"),
        (Err(_), Some(_)) => {}
        (piped, error) => panic!("by pipe {:?}, by file {error:?}", piped.err()),
    }
}
