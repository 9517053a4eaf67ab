//! The outputs of the parts of inputs, one after another, are the output of the whole, for every
//! format and option, or all of them are refused.

use super::common::{Scratch, board, feed, gzip};
use ninefold::Stop;
use ninefold::engine::verdict::Mode;
use ninefold_files::format::{FormatOptions, Kind, Only, OutputFormat, WriteOptions, open_part};
use ninefold_files::input::mmap::Allowed;
use ninefold_files::input::{InputPart, OpenOptions, open};
use ninefold_files::metrics::trailer::Trailer;
use ninefold_files::pipeline::{self, Job, PipelineError, Progress, Task};
use proptest::prelude::*;
use std::ops::Range;
use std::path::PathBuf;

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107",
    "11...............................................................................",
];

/// One record of a format, with all its lines.
fn record(kind: Kind, number: usize, cells: &str) -> String {
    let zeros = cells.replace('.', "0");
    let rows = |cells: &str, cell: &str, row: &str| board(cells, cell, row) + row;
    match kind {
        Kind::Line | Kind::Poj3074 => format!("{cells}\n"),
        Kind::Csv if number.is_multiple_of(2) => format!("{number},\"{cells}\",\"a, b\"\n"),
        Kind::Csv => format!("{number},{cells},x\n"),
        Kind::Jsonl => format!("{{\"id\":{number},\"puzzle\":\"{cells}\"}}\n"),
        Kind::Json => format!("  {{\n    \"id\": {number},\n    \"puzzle\": \"{cells}\"\n  }},\n"),
        Kind::Sdk => format!("#AN. N.\n[Puzzle]\n{}", rows(cells, "", "\n")),
        Kind::Grid => format!("Number {number}\n+---+\n{}\n", rows(cells, "", "|\n")),
        Kind::Poj2676 => rows(&zeros, "", "\n"),
        Kind::Noip2009 | Kind::Spaced => rows(&zeros, " ", "\n"),
        Kind::Leetcode => format!("[[\"{}\"]]\n", board(cells, "\",\"", "\"],\n[\"")),
        Kind::Hodoku => {
            let placed = cells.replacen('1', "+1", 1);
            format!(":{number:04}:1:{placed}:174 274::\n")
        }
        Kind::Array => format!("[{}]\n", board(&zeros, ",", ",\n")),
        Kind::Text => format!("<game data=\"{zeros}\"/>\n"),
        _ => panic!("{kind}: how does a record of it look?"),
    }
}

/// A piece of text among the records.
#[derive(Debug, Clone)]
enum Piece {
    Puzzle(usize),
    /// One cell short, or one too many.
    Malformed(bool),
    Blank,
    Comment,
    Number,
}

#[derive(Debug, Clone)]
struct Text {
    pieces: Vec<Piece>,
    crlf: bool,
    mark: bool,
    /// Whether the last line feed is there.
    ended: bool,
}

fn print(kind: Kind, text: &Text) -> Vec<u8> {
    let mut all = match kind {
        Kind::Csv => "\nid,puzzle,note\n".to_owned(),
        Kind::Poj2676 => format!("{}\n", text.pieces.len()),
        Kind::Text => "<?xml version=\"1.0\"?>\n<opensudoku>\n".to_owned(),
        Kind::Json => "[\n".to_owned(),
        _ => String::new(),
    };
    for (number, piece) in text.pieces.iter().enumerate() {
        all += &match piece {
            Piece::Puzzle(i) => record(kind, number, PUZZLES[*i]),
            Piece::Malformed(true) => record(kind, number, &PUZZLES[0][1..]),
            Piece::Malformed(false) => record(kind, number, &(PUZZLES[0].to_owned() + "1")),
            Piece::Blank => "\n".to_owned(),
            Piece::Comment => "# a comment, \"quoted\n".to_owned(),
            Piece::Number => "76\n".to_owned(),
        };
    }
    match kind {
        Kind::Poj3074 => all += "end\n",
        Kind::Text => all += "</opensudoku>\n",
        Kind::Json => all += "]\n",
        _ => {}
    }
    if !text.ended {
        all.truncate(all.trim_end().len());
    }
    if text.crlf {
        all = all.replace('\n', "\r\n");
    }
    let mark = if text.mark { "\u{feff}" } else { "" };
    format!("{mark}{all}").into_bytes()
}

/// Format of the output, and which of its rows; the question; `--keep-tail` and `--explain`.
type Answers = (Option<OutputFormat>, Option<Only>, Mode, bool, bool);

/// A way to read and solve the inputs.
#[derive(Debug, Clone)]
struct Reading {
    kind: Option<Kind>,
    mmap: bool,
    chunk_size: usize,
    answers: Answers,
}

impl Reading {
    fn job(&self, header: bool) -> Job {
        let (output, only, mode, keep_tail, explain) = self.answers;
        let task = match (self.kind, output) {
            (Some(Kind::Noip2009), None) => Task::Score,
            _ => Task::Rows,
        };
        let writing = WriteOptions::default().keep_tail(keep_tail);
        let engine = ninefold::engine::registry::find("mrv").expect("it is in the table");
        let job = Job::default().mode(mode).output(output).header(header);
        let job = job.writing(writing.explain(explain).only(only));
        let job = job.task(task).engine(engine).threads(1);
        job.timed(false).checksum(true)
    }

    /// Rows and trailer of a part of each file, or of all.
    fn run(
        &self,
        paths: &[PathBuf],
        parts: Option<Vec<Range<u64>>>,
        header: bool,
    ) -> Result<(Vec<u8>, Trailer), String> {
        // SAFETY: the files belong to the test, and nobody writes to them.
        #[allow(unsafe_code)]
        let mmap = self.mmap.then(|| unsafe { Allowed::new() });
        let options = OpenOptions::default()
            .chunk_size(self.chunk_size)
            .mmap(mmap);
        let format = FormatOptions::default().kind(self.kind);
        let inputs: Vec<PathBuf> = paths.into();
        let inputs = inputs.into_iter().enumerate();
        let inputs = inputs.map(move |(i, path)| {
            let part = parts.as_ref().map(|parts| parts[i].clone());
            open_part(open(&path, &options)?, &format, part)
        });
        let mut rows = Vec::new();
        let progress = Progress::default().into();
        let job = self.job(header);
        match pipeline::run(inputs, &job, &mut rows, &progress, &Stop::new()) {
            Ok(summary) => Ok((rows, summary.trailer.expect("it was asked for"))),
            Err(PipelineError::Input(error)) if error.is_refusal() => Err("refused".to_owned()),
            Err(error) => panic!("{error}"),
        }
    }
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        4 => (0..PUZZLES.len()).prop_map(Piece::Puzzle),
        1 => any::<bool>().prop_map(Piece::Malformed),
        1 => Just(Piece::Blank),
        1 => Just(Piece::Comment),
        1 => Just(Piece::Number),
    ]
}

prop_compose! {
    fn text()(
        pieces in prop::collection::vec(piece(), 0..7),
        crlf in any::<bool>(),
        mark in any::<bool>(),
        ended in any::<bool>(),
    ) -> Text {
        Text { pieces, crlf, mark, ended }
    }
}

fn answers() -> impl Strategy<Value = Answers> {
    let mut formats = vec![None, None, Some(OutputFormat::Csv)];
    formats.extend(OutputFormat::ALL.iter().copied().map(Some));
    let only = vec![None, None, Some(Only::Solved), Some(Only::Invalid)];
    let modes = vec![Mode::First, Mode::Unique, Mode::Count];
    use prop::sample::select;
    (
        select(formats),
        select(only),
        select(modes),
        any::<bool>(),
        any::<bool>(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn shares_make_the_whole(
        kind in prop::sample::select(Kind::ALL),
        named in any::<bool>(),
        texts in prop::collection::vec(text(), 1..4),
        count in prop::sample::select(vec![1, 2, 3, 7, 19, 64]),
        mmap in any::<bool>(),
        chunk_size in prop::sample::select(vec![1, 50, 300, 1 << 16]),
        answers in answers(),
    ) {
        let scratch = Scratch::new();
        let texts: Vec<Vec<u8>> = texts.iter().map(|text| print(kind, text)).collect();
        let paths = texts.iter().enumerate().map(|(i, text)| {
            let path = PathBuf::from(scratch.path(&i.to_string()));
            std::fs::write(&path, text).expect("a file can be written");
            path
        });
        let paths: Vec<PathBuf> = paths.collect();
        let sizes: Vec<u64> = texts.iter().map(|text| text.len() as u64).collect();
        let reading = Reading { kind: named.then_some(kind), mmap, chunk_size, answers };
        let whole = reading.run(&paths, None, true);
        let mut rows = Vec::new();
        let mut trailer = Trailer::default();
        for index in 1..=count {
            let shard = InputPart { index, count };
            match (reading.run(&paths, Some(shard.of(&sizes)), index == 1), &whole) {
                (Ok((part, its)), Ok(_)) => {
                    rows.extend(part);
                    trailer.append(&its);
                }
                (part, whole) => prop_assert_eq!(part.err(), whole.clone().err()),
            }
        }
        if let Ok((whole, its)) = whole {
            let shown = |rows: &[u8]| String::from_utf8_lossy(rows).into_owned();
            prop_assert_eq!(shown(&rows), shown(&whole));
            prop_assert_eq!(trailer, its);
        }
    }
}

/// The output of the whole and of all parts, which are the same.
#[track_caller]
fn same(scratch: &Scratch, args: &str, count: usize) -> String {
    let solve = |part: &str| {
        let done = scratch.run(&format!("solve -q {args} {part}"));
        done.worked().stdout.clone()
    };
    let whole = solve("");
    let part = |i| solve(&format!("--shard {i}/{count}"));
    let shards: String = (1..=count).map(part).collect();
    assert_eq!(shards, whole, "{args}");
    whole
}

#[test]
fn shares_of_one_input_or_several_are_the_whole() {
    let scratch = Scratch::new();
    let puzzle = format!("{}\n", PUZZLES[0]);
    // The second of two parts begins with what looks like another format.
    scratch.file("in", &(puzzle.repeat(28) + "76\n" + &puzzle.repeat(27)));
    let rows = same(&scratch, "in", 2);
    assert_eq!(rows.lines().count(), 56);
    assert_eq!(rows.matches("!malformed").count(), 1);
    // A table has its header once, and its column everywhere.
    let row = |i: usize| format!("\"a, \"\"{i}\"\"\",{},x\n", PUZZLES[i % 2]);
    let rows: String = (0..20).map(row).collect();
    scratch.file("csv", &format!("note,puzzle,x\n{rows}"));
    let out = same(&scratch, "csv", 7);
    assert!(out.starts_with("note,puzzle,x,solution\n"));
    let solved = |row: &&str| row.rsplit(',').next().unwrap().len() == 81;
    assert_eq!(out.lines().filter(solved).count(), 20);
    // Several inputs are one text.
    scratch.file("small", &format!("# small\n{}", PUZZLES[0]));
    scratch.file("empty", "");
    let args = "small empty csv --output-format csv --keep-tail";
    let out = same(&scratch, args, 5);
    assert_eq!(out.matches("puzzle,solution,verdict").count(), 1);
    assert_eq!(out.matches(",solved,").count(), 21);
    // Their rows do not make one table in any part, not even in one that has only rows of the
    // large input.
    scratch.check(
        "2 | solve -q --shard 1/7 small empty csv | its columns
         2 | solve -q --shard 7/7 small empty csv | its columns",
    );
}

#[test]
fn empty_inputs_and_empty_shares_are_empty_outputs() {
    let scratch = Scratch::new();
    scratch.file("empty", "");
    scratch.file("blank", "\n");
    scratch.file("one", "5\n");
    for args in [
        "solve -q empty",
        "solve -q --shard 2/2 empty",
        "solve -q --input-format csv empty",
        "solve -q --column quiz empty",
        "solve -q --shard 3/64 one",
        "transform -q --canonical empty",
        "verify -q empty blank",
    ] {
        scratch.run(args).printed(0, "");
    }
    let header = same(&scratch, "empty --output-format csv", 3);
    assert_eq!(header.lines().count(), 1);
    assert_eq!(same(&scratch, "one", 8), "!malformed\n");
}

#[test]
fn what_has_no_shares_is_refused() {
    let scratch = Scratch::new();
    let text = format!("{}\n", PUZZLES[0]);
    scratch.file("in", &text);
    std::fs::write(scratch.path("in.gz"), gzip(text.as_bytes())).unwrap();
    for inputs in ["-", "", "in.gz", "in in.gz", "/dev/null"] {
        let mut command = scratch.command(&format!("solve --shard 1/2 -o out {inputs}"));
        let done = feed(&mut command, &text);
        done.failed(2, &["uncompressed regular file"]);
    }
    assert_eq!(scratch.names(), ["in", "in.gz"]);
}

#[test]
fn messages_of_a_share_say_from_where_lines_are_counted() {
    let scratch = Scratch::new();
    scratch.file("in", &format!("{0}\n{0}\n{0}\nbad\n", PUZZLES[0]));
    let report = scratch.run("solve --report json --shard 2/2 in").report();
    let bad = &report["examples"]["malformed"][0];
    assert_eq!(bad["input"], "in from byte 164");
    assert_eq!(bad["line"], 2);
    // An input that is read from its start knows its line numbers.
    let text: String = (0..8).map(|i| record(Kind::Grid, i, PUZZLES[2])).collect();
    scratch.file("euler", &text);
    let args = "solve --report json --shard 2/2 euler";
    let bad = &scratch.run(args).report()["examples"]["invalid"][0];
    assert_eq!(bad["input"], "euler");
    assert_eq!(bad["line"], 51);
}
