//! Csv: compares records with those of another reader.

use super::material::{LONGEST, Options, Text, lines};
use ninefold::grid::CELLS;
use ninefold_files::format::{
    Cutter, Format, FormatOptions, Kind, Opened, Records, TableReader, find_in, open,
};
use ninefold_files::input::Source;
use std::sync::Arc;

/// The content read from a table.
#[derive(Debug, Default, PartialEq)]
struct Read {
    text: Vec<u8>,
    /// The cells of each record. `None` if it has no puzzle.
    records: Vec<Option<Vec<u8>>>,
    lines: usize,
}

fn read(source: &mut dyn Source, mut format: Format, recycle: bool) -> Read {
    let mut read = Read::default();
    let mut records = Records::default();
    let mut spare = None;
    while let Some(chunk) = source.next(spare.take()).expect("a text is read") {
        assert_eq!(
            chunk.offset as usize,
            read.text.len(),
            "chunks have no gaps"
        );
        find_in(&format, &chunk, &mut records);
        format = format.after(&chunk);
        assert_eq!(chunk.broken, None, "no line is too long");
        read.lines += records.lines as usize;
        let cells = |start: &u32| chunk.bytes[*start as usize..*start as usize + CELLS].to_vec();
        let mut others = records.others.iter().peekable();
        for (i, start) in records.starts.iter().enumerate() {
            while others.next_if(|other| other.before as usize == i).is_some() {
                read.records.push(None);
            }
            read.records.push(Some(cells(start)));
        }
        read.records.extend(others.map(|_| None));
        read.text.extend_from_slice(&chunk.bytes);
        spare = chunk.bytes.into_buffer().filter(|_| recycle);
    }
    read
}

/// Chunks and shares make no difference. Every record has its position. If the records of the crate
/// `csv` all have the right number of fields, they are those.
pub fn tables(data: &[u8]) {
    let mut options = Options(data);
    let delimiter = options.choose(b",;\t|");
    let at = options.byte();
    let column = options.byte() % 3;
    let ways = options.byte();
    // Reading csv is slow, so few inputs are as long as the longest record.
    let longest = if ways >= 0xf0 { LONGEST } else { 4096 };
    let mut header = ["a", "b", "\"c\nd\""];
    header[column] = "puzzle";
    let separator = char::from(delimiter).to_string();
    let mut text = (header.join(&separator) + "\n").into_bytes();
    let body = options.text_within(longest);
    text.extend(body.into_iter().filter(|&byte| byte != b'\r'));
    if ways & 1 == 1 {
        let lines = text.split(|&byte| byte == b'\n');
        text = lines.collect::<Vec<_>>().join(&b"\r\n"[..]);
    }
    let text: Arc<[u8]> = text.into();
    // For a long text, 60,000 chunks would show no more than 250.
    let least = lines(&text).count() / 250;
    let pieces = [1, 2, 5].map(|count: usize| count.max(least));
    let opened = |count| {
        let wanted = FormatOptions::default().kind(Kind::Csv);
        open(Text::source(&text, count), &wanted).map_err(|error| error.to_string())
    };
    let Opened {
        mut source,
        format,
        guessed,
        ..
    } = match opened(usize::MAX) {
        Ok(whole) => whole,
        Err(reason) => {
            let known = [
                "the puzzles could be",
                "only full grids",
                "mostly full grids",
            ];
            assert!(known.iter().any(|part| reason.contains(part)), "{reason}");
            for count in pieces {
                assert_eq!(opened(count).err().as_ref(), Some(&reason));
            }
            return;
        }
    };
    let whole = read(&mut *source, format.clone(), true);
    for count in pieces {
        let mut other = opened(count).expect("it was opened before");
        assert_eq!((&other.format, &other.guessed), (&format, &guessed));
        let other = read(&mut *other.source, format.clone(), count % 2 == 1);
        assert!(
            other == whole,
            "chunks of {count} lines: {other:?}, {whole:?}"
        );
    }
    assert!(whole.text == *text, "all bytes are kept");
    assert_eq!(whole.lines, lines(&text).count());
    // If no puzzle is below its name, the column may be another.
    let is_guessed = |name: &&str| guessed.as_ref().is_some_and(|other| is_same(other, name));
    let column = header.iter().position(is_guessed).unwrap_or(column);
    assert_records(&whole, delimiter, column);
    assert_shares(&text, least, delimiter, at * text.len() / 255);
}

/// Whether a name of the header is this one.
fn is_same(name: &str, written: &str) -> bool {
    name.replace('\r', "") == written.trim_matches('"')
}

/// If all records of the other reader have three fields, and none is long or odd, they are the
/// same.
fn assert_records(whole: &Read, delimiter: u8, column: usize) {
    let plain = plain(&whole.text, delimiter, column);
    if plain.iter().all(|record| record.is_sound) {
        assert_same(&whole.records, &plain);
    }
}

/// A record, as read by the crate `csv`.
struct Plain {
    /// The cells, if it is a puzzle.
    cells: Option<Vec<u8>>,
    /// Whether there is a quote in it.
    quotes: bool,
    /// Whether it has three fields, is not long, and what is quoted is nothing but quoted.
    is_sound: bool,
}

fn reader(text: &[u8], delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .terminator(csv::Terminator::Any(b'\n'))
        .has_headers(false)
        .flexible(true)
        .from_reader(text)
}

/// Whether each quoted field of a record of several lines is closed, with nothing but white space
/// behind it. The other reader takes more; for Ninefold the lines of any other are records.
fn is_clean(record: &[u8], delimiter: u8) -> bool {
    let mut rest = record;
    loop {
        let is_quoted = rest.first() == Some(&b'"');
        if is_quoted {
            let Some(behind) = behind_quotes(&rest[1..]) else {
                return false;
            };
            rest = behind;
        }
        let end = memchr::memchr(delimiter, rest).unwrap_or(rest.len());
        if is_quoted && !rest[..end].trim_ascii().is_empty() {
            return false;
        }
        match rest.get(end + 1..) {
            Some(more) => rest = more,
            None => return true,
        }
    }
}

/// What follows the quote that closes a field. Two together are one in it.
fn behind_quotes(mut text: &[u8]) -> Option<&[u8]> {
    loop {
        text = &text[memchr::memchr(b'"', text)? + 1..];
        match text.strip_prefix(b"\"") {
            Some(more) => text = more,
            None => return Some(text),
        }
    }
}

/// All records of the crate `csv`. The first is a header.
fn plain(text: &[u8], delimiter: u8, column: usize) -> Vec<Plain> {
    let mut reader = reader(text, delimiter);
    let mut record = csv::ByteRecord::new();
    let mut all = Vec::new();
    while reader
        .read_byte_record(&mut record)
        .expect("memory can be read")
    {
        let begin = record.position().map_or(0, |at| at.byte() as usize);
        let written = &text[begin..reader.position().byte() as usize];
        // Blank lines before it are not part of it.
        let blank = written.iter().take_while(|byte| b"\r\n".contains(byte));
        let body = &written[blank.count()..];
        let body = body.strip_suffix(b"\n").unwrap_or(body);
        // An empty field in quotes is not a blank line, though it looks the same as a record. The
        // text tells.
        if record.len() == 1 && &record[0] == b"\r" && written[0] == b'\r' {
            continue;
        }
        let is_header = all.is_empty();
        let field = record
            .get(column)
            .filter(|_| !is_header && record.len() <= 3);
        let cells = field.map(<[u8]>::trim_ascii).unwrap_or_default();
        // For that reader, a quote after white space is part of the field.
        let cells = match cells {
            [b'"', inner @ .., b'"'] => inner.trim_ascii(),
            cells => cells,
        };
        let is_puzzle = cells.len() == CELLS && !cells.contains(&b'\n');
        all.push(Plain {
            cells: is_puzzle.then(|| cells.to_vec()),
            quotes: written.contains(&b'"'),
            is_sound: record.len() == 3
                && written.len() < 1 << 16
                && (!body.contains(&b'\n') || is_clean(body, delimiter)),
        });
    }
    all
}

/// Compares records. If a field is assembled from several quoted parts, its cells are not in the
/// text, and it is not a puzzle. What has a quote among 81 bytes, the engine refuses.
fn assert_same(records: &[Option<Vec<u8>>], plain: &[Plain]) {
    assert_eq!(records.len(), plain.len());
    for (number, (found, wanted)) in records.iter().zip(plain).enumerate() {
        let has_quote = found.as_ref().is_some_and(|cells| cells.contains(&b'"'));
        if (found.is_some() || !wanted.quotes) && !has_quote {
            assert_eq!(found, &wanted.cells, "record {number}");
        }
    }
}

/// Adjacent shares together have each record once, in order.
fn assert_shares(text: &Arc<[u8]>, least: usize, delimiter: u8, place: usize) {
    let share = |range| {
        let source = Text::source(text, least.max(2));
        let mut reader = TableReader::new(Cutter::new(delimiter, Some(3)), source, Some(range));
        let mut all = Vec::new();
        while let Some(chunk) = reader.next(None).expect("the whole could be read") {
            all.extend_from_slice(&chunk.bytes);
        }
        all
    };
    let parts = [share(0..place as u64), share(place as u64..u64::MAX)].concat();
    assert!(parts == **text, "shares at byte {place}");
}
