//! Every input format: recognition, reading, and reading back printed puzzles.

use super::inputs::{after_mark, looks_compressed};
use super::material::{Options, PUZZLES, Text, lines, lines_in_chunk, piped};
use ninefold::grid::{CELLS, Puzzle};
use ninefold_files::format::{
    Format, FormatOptions, Kind, Opened, Records, find_in, open, open_part,
};
use ninefold_files::input::{OpenOptions, Source};
use std::sync::Arc;

/// The result of reading a text.
#[derive(Debug, PartialEq)]
struct Read {
    kind: Kind,
    format: Format,
    /// The column, if its content decided.
    guessed: Option<String>,
    /// The complete text in lines.
    text: Vec<u8>,
    /// The line on which each record began, if the format tells.
    origins: Vec<u64>,
    /// The cells of each puzzle found.
    puzzles: Vec<Vec<u8>>,
    /// Number of lines found.
    lines: usize,
}

fn read(text: &Arc<[u8]>, options: &FormatOptions, chunk: usize) -> Result<Read, String> {
    read_source(Text::source(text, chunk), options)
}

fn read_source(source: Box<dyn Source>, options: &FormatOptions) -> Result<Read, String> {
    let opened = open(source, options).map_err(|error| error.to_string())?;
    read_opened(opened)
}

fn read_opened(opened: Opened) -> Result<Read, String> {
    let mut source = opened.source;
    let mut format = opened.format;
    let mut read = Read {
        kind: opened.kind,
        format: format.clone(),
        guessed: opened.guessed,
        text: Vec::new(),
        origins: Vec::new(),
        puzzles: Vec::new(),
        lines: 0,
    };
    let mut records = Records::default();
    let mut spare = None;
    while let Some(chunk) = source
        .next(spare.take())
        .map_err(|error| error.to_string())?
    {
        find_in(&format, &chunk, &mut records);
        format = format.after(&chunk);
        read.lines += records.lines as usize;
        if let Some(origins) = &chunk.origins {
            assert_eq!(
                origins.len(),
                records.lines as usize,
                "a place for a record"
            );
            read.origins
                .extend(origins.iter().map(|origin| origin.line));
        }
        let cells = |start: &u32| chunk.bytes[*start as usize..*start as usize + CELLS].to_vec();
        read.puzzles.extend(records.starts.iter().map(cells));
        read.text.extend_from_slice(&chunk.bytes);
        spare = chunk.bytes.into_buffer();
    }
    source.finish().map_err(|error| error.to_string())?;
    Ok(read)
}

/// No text makes a reader panic. Chunks make no difference. A line format has a line for each line,
/// another has a position within the text for each record.
pub fn formats(data: &[u8]) {
    let mut options = Options(data);
    let kind = options.byte() % (Kind::ALL.len() + 1);
    let asked = options.byte();
    let wanted = FormatOptions::default()
        .kind(Kind::ALL.get(kind).copied())
        .column((asked & 1 != 0).then(|| "puzzle".to_owned()))
        .delimiter((asked & 2 != 0).then_some(b';'));
    let text: Arc<[u8]> = options.text().into();
    let chunk = lines_in_chunk(&text);
    // Some lines are too long.
    let longest = [1000, 300, 82, 20][asked / 8 % 4];
    let has_limit = asked & 4 != 0 && !looks_compressed(&text);
    let (whole, parts) = if has_limit {
        let sizes = OpenOptions::default().max_record(longest);
        let read = |chunk_size| {
            let source = piped(&text, &sizes.clone().chunk_size(chunk_size));
            read_source(source.expect("memory can be read"), &wanted)
        };
        (read(longest), read(1 + text.len() / 256))
    } else {
        let whole = read(&text, &wanted, usize::MAX);
        (whole, read(&text, &wanted, chunk))
    };
    assert!(
        parts == whole,
        "in chunks of {chunk} lines: {parts:?}, {whole:?}"
    );
    let Ok(whole) = whole else {
        return;
    };
    let mark = if has_limit { after_mark(&text) } else { 0 };
    let count = lines(&text[mark..]).count();
    if whole.kind.is_lines() {
        // Lines that are too long keep their beginning: see the property `inputs`.
        assert!(has_limit || *whole.text == *text);
        assert_eq!(whole.lines, count, "a line for a line");
    } else {
        assert_eq!(whole.origins.len(), whole.lines, "a place for a record");
        assert!(whole.origins.is_sorted(), "{:?}", whole.origins);
        let within = |line: &u64| (1..=count.max(1) as u64).contains(line);
        assert!(whole.origins.iter().all(within), "{:?}", whole.origins);
    }
}

/// Adjacent parts of a file together have each record once, in order.
pub fn shares(data: &[u8]) {
    let mut options = Options(data);
    let kind = options.byte() % (2 * Kind::ALL.len());
    let wanted = FormatOptions::default().kind(Kind::ALL.get(kind).copied());
    let places = [options.byte(), options.byte()];
    let text: Arc<[u8]> = options.text().into();
    let whole = read(&text, &wanted, usize::MAX);
    let mut places = places.map(|place| (place * text.len() / 255) as u64);
    places.sort_unstable();
    let chunk = lines_in_chunk(&text);
    let [first, second] = places;
    let mut puzzles = Vec::new();
    for part in [0..first, first..second, second..u64::MAX] {
        let source = Text::source(&text, chunk);
        let part = open_part(source, &wanted, Some(part)).map_err(|error| error.to_string());
        match (part.and_then(read_opened), &whole) {
            (Ok(part), Ok(_)) => puzzles.extend(part.puzzles),
            // A share ends before a fault after it.
            (_, Err(_)) => return,
            (Err(error), Ok(_)) => panic!("a share of what can be read: {error}"),
        }
    }
    assert!(
        whole.is_ok_and(|whole| whole.puzzles == puzzles),
        "shares at bytes {places:?}"
    );
}

/// Puzzles printed in a format are read back as the same puzzles, with the format specified or
/// recognised.
pub fn round_trip(data: &[u8]) {
    let mut options = Options(data);
    let kind = options.choose(Kind::ALL);
    let blank = options.choose(b"0.");
    let end = options.choose(&["\n", "\r\n"]);
    let before = options.choose(&["", "\n", "\n\n"]);
    let puzzles = puzzles(&mut options);
    let mut text = before.to_owned() + &print(kind, &puzzles, char::from(blank));
    text = text.replace('\n', end);
    if options.flag() {
        text.truncate(text.trim_end().len());
    }
    for named in [true, false] {
        let wanted = FormatOptions::default().kind(named.then_some(kind));
        let read = read(&text.as_bytes().into(), &wanted, 3)
            .unwrap_or_else(|error| panic!("{kind}: {error}\n{text}"));
        let cells = read.puzzles.iter().map(|cells| {
            let cells: &[u8; CELLS] = cells[..].try_into().expect("81 cells");
            Puzzle::from_text(cells).unwrap_or_else(|error| panic!("{kind}: {error}\n{text}"))
        });
        assert!(
            cells.eq(puzzles.iter().copied()),
            "{kind} as {}:\n{text}",
            read.kind
        );
    }
}

/// A few puzzles with any cells.
fn puzzles(options: &mut Options<'_>) -> Vec<Puzzle> {
    let count = 1 + options.byte() % 3;
    let base: Vec<&[u8; CELLS]> = (0..count).map(|_| options.choose(&PUZZLES)).collect();
    let mut all: Vec<[u8; CELLS]> = base.into_iter().copied().collect();
    while !options.0.is_empty() {
        let puzzle = options.byte();
        let cell = options.byte();
        let value = options.byte();
        all[puzzle % count][cell % CELLS] = b".123456789"[value % 10];
    }
    let puzzle = |cells: &[u8; CELLS]| Puzzle::from_text(cells).expect("all are cells");
    all.iter().map(puzzle).collect()
}

/// Puzzles as text in a format.
fn print(kind: Kind, puzzles: &[Puzzle], blank: char) -> String {
    let zero = matches!(
        kind,
        Kind::Poj2676 | Kind::Noip2009 | Kind::Spaced | Kind::Text | Kind::Array
    );
    let blank = if zero { '0' } else { blank };
    let mut text = match kind {
        Kind::Csv => "id,puzzle\n".to_owned(),
        Kind::Poj2676 => format!("{}\n", puzzles.len()),
        Kind::Text => "<?xml version=\"1.0\"?>\n<opensudoku>\n".to_owned(),
        Kind::Json => "[\n".to_owned(),
        _ => String::new(),
    };
    for (number, puzzle) in puzzles.iter().enumerate() {
        let cells = puzzle.to_string().replace('.', &blank.to_string());
        text += &print_one(kind, number, &cells);
    }
    match kind {
        Kind::Poj3074 => text += "end\n",
        Kind::Text => text += "</opensudoku>\n",
        Kind::Json => text += "]\n",
        _ => {}
    }
    text
}

fn print_one(kind: Kind, number: usize, cells: &str) -> String {
    let row = |i: usize| &cells[9 * i..9 * i + 9];
    let rows = |between: &str| (0..9).map(row).collect::<Vec<_>>().join(between) + "\n";
    let spaced = |row: &str| row.chars().map(|c| format!("{c} ")).collect::<String>();
    let barred = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    match kind {
        Kind::Line | Kind::Poj3074 => format!("{cells}\n"),
        Kind::Csv => format!("{number},\"{cells}\"\n"),
        Kind::Jsonl => format!("{{\"id\": {number}, \"puzzle\": \"{cells}\"}}\n"),
        Kind::Json => format!("  {{\n    \"id\": {number},\n    \"puzzle\": \"{cells}\"\n  }},\n"),
        Kind::Sdk => format!("[Puzzle]\n{}", rows("\n")),
        Kind::Poj2676 => rows("\n"),
        Kind::Noip2009 | Kind::Spaced => (0..9)
            .map(|i| spaced(row(i)).trim_end().to_owned() + "\n")
            .collect(),
        Kind::Grid => {
            let rule = "---+---+---\n";
            let band = |i: usize| {
                if i > 0 && i.is_multiple_of(3) {
                    rule
                } else {
                    ""
                }
            };
            (0..9)
                .map(|i| band(i).to_owned() + &barred(row(i)) + "\n")
                .collect()
        }
        Kind::Leetcode => {
            let cell = |c: char| format!("\"{c}\"");
            let row = |i: usize| row(i).chars().map(cell).collect::<Vec<_>>().join(",");
            let rows: Vec<String> = (0..9).map(|i| format!("[{}]", row(i))).collect();
            format!("[{}]\n", rows.join(","))
        }
        Kind::Hodoku => format!(":0000:x:{cells}:::\n"),
        Kind::Array => {
            let cells: Vec<String> = cells.chars().map(String::from).collect();
            format!("[{}]\n", cells.join(","))
        }
        Kind::Text => format!("  <game data=\"{cells}\"/>\n"),
        _ => panic!("{kind}: how does a record of it look?"),
    }
}
