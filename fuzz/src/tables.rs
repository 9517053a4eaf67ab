//! Csv: records held against those of another reader.

use super::material::{LONGEST, Options, Text};
use ninefold::format::{Format, FormatOptions, Kind, Records, TableReader, find_in, open};
use ninefold::grid::CELLS;
use ninefold::input::Source;
use std::sync::Arc;

/// What was read of a table.
#[derive(Debug, Default, PartialEq)]
struct Read {
    text: Vec<u8>,
    /// The cells of each record; `None` where it holds no puzzle.
    records: Vec<Option<Vec<u8>>>,
    lines: usize,
    /// Records before the first line whose quote is not closed.
    whole: Option<usize>,
}

fn read(source: &mut dyn Source, mut format: Format, recycle: bool) -> Result<Read, String> {
    let (mut read, mut records) = (Read::default(), Records::default());
    let mut spare = None;
    while let Some(chunk) = source
        .next(spare.take())
        .map_err(|error| error.to_string())?
    {
        assert_eq!(
            chunk.offset as usize,
            read.text.len(),
            "chunks have no gaps"
        );
        find_in(format, &chunk, &mut records);
        format = format.after(&chunk);
        if chunk.broken.is_some() {
            read.whole = read.whole.or(Some(read.records.len()));
        }
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
    source.finish().map_err(|error| error.to_string())?;
    Ok(read)
}

/// Chunks and shares make no difference, every record has its place, and records
/// and fields are those that the crate `csv` reads.
pub fn tables(data: &[u8]) {
    let mut options = Options(data);
    let delimiter = options.choose(b",;\t|");
    let (at, column) = (options.byte(), options.byte() % 3);
    let ways = options.byte();
    let windows = ways & 1 == 1;
    // Csv takes its time: few inputs are as long as the longest record.
    let longest = if ways >= 0xf0 { LONGEST } else { 4096 };
    let mut header = ["a", "b", "\"c\nd\""];
    header[column] = "puzzle";
    let mut text = (header.join(&char::from(delimiter).to_string()) + "\n").into_bytes();
    let body = options.text_within(longest);
    let quotes = body.contains(&b'"');
    text.extend(body.into_iter().filter(|&byte| byte != b'\r'));
    if windows {
        let lines = text.split(|&byte| byte == b'\n');
        text = lines.collect::<Vec<_>>().join(&b"\r\n"[..]);
    }
    let text: Arc<[u8]> = text.into();
    let wanted = FormatOptions::default().kind(Kind::Csv);
    let opened = |lines| open(Text::source(&text, lines), &wanted).expect("there is a header");
    let format = opened(1).format;
    let whole = read(&mut *opened(usize::MAX).source, format, true);
    // Of a long text, 60,000 chunks would show no more than 250.
    let least = super::material::lines(&text).count() / 250;
    for lines in [1, 2, 5].map(|lines: usize| lines.max(least)) {
        assert_eq!(opened(lines).format, format);
        let other = read(&mut *opened(lines).source, format, lines % 2 == 1);
        assert_eq!(other, whole, "chunks of {lines} lines");
    }
    let Ok(whole) = whole else {
        return;
    };
    assert!(whole.text == *text, "all bytes are kept");
    assert_eq!(whole.lines, super::material::lines(&text).count());
    let (mut found, mut wanted) = (&whole.records[..], &plain(&text, delimiter, column)[..]);
    if let Some(count) = whole.whole {
        // To the other reader, the record goes on to the next quote or to the end.
        assert!(wanted.len() > count);
        (found, wanted) = (&found[..count], &wanted[..count]);
    }
    assert_same(found, wanted, quotes);
    assert_shares(&text, least, delimiter, at * text.len() / 255);
}

/// What the crate `csv` reads: of each record the cells, if it is a puzzle.
fn plain(text: &[u8], delimiter: u8, column: usize) -> Vec<Option<Vec<u8>>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .terminator(csv::Terminator::Any(b'\n'))
        .has_headers(false)
        .flexible(true)
        .from_reader(text);
    // A field of nothing in quotes is no blank line, though it ends alike: the text tells.
    let begins = |record: &csv::ByteRecord| record.position().map_or(0, |at| at.byte() as usize);
    let is_blank = |record: &csv::ByteRecord| {
        record.len() == 1 && &record[0] == b"\r" && text[begins(record)] == b'\r'
    };
    let records = reader
        .byte_records()
        .map(|record| record.expect("memory can be read"));
    let records = records.filter(|record| !is_blank(record)).enumerate();
    let cells = |(number, record): (usize, csv::ByteRecord)| {
        let field = record
            .get(column)
            .filter(|_| number > 0 && record.len() <= 3);
        let cells = field.map(<[u8]>::trim_ascii).unwrap_or_default();
        (cells.len() == CELLS && !cells.contains(&b'\n')).then(|| cells.to_vec())
    };
    records.map(cells).collect()
}

/// The same records; where a field is put together from several quoted parts its
/// cells do not stand in the text, and it is no puzzle.
fn assert_same(records: &[Option<Vec<u8>>], plain: &[Option<Vec<u8>>], quotes: bool) {
    assert_eq!(records.len(), plain.len());
    for (number, (found, wanted)) in records.iter().zip(plain).enumerate() {
        let quoted = |cells: &Vec<u8>| cells.contains(&b'"');
        match (found, wanted) {
            (Some(found), _) if quoted(found) => {}
            (None, Some(_)) if quotes => {}
            _ => assert_eq!(found, wanted, "record {number}"),
        }
    }
}

/// Shares that touch have each record once, in order.
fn assert_shares(text: &Arc<[u8]>, least: usize, delimiter: u8, place: usize) {
    let share = |range| {
        let source = Text::source(text, least.max(2));
        let mut reader = TableReader::new(source, delimiter, Some(range));
        let mut all = Vec::new();
        while let Some(chunk) = reader.next(None).expect("the whole could be read") {
            all.extend_from_slice(&chunk.bytes);
        }
        all
    };
    let parts = [share(0..place as u64), share(place as u64..u64::MAX)].concat();
    assert!(parts == **text, "shares at byte {place}");
}
