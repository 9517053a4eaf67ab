//! The whole pipeline, from bytes to rows.

use super::material::{Options, PIPE, file, lines, mapping, piped};
use ninefold::Stop;
use ninefold::engine::registry::ENGINES;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{EngineOptions, Limits};
use ninefold_files::escape::escape;
use ninefold_files::format::answers::{self, AnswerOptions};
use ninefold_files::format::{
    FormatOptions, Kind, Only, OutputFormat, WriteOptions, open as recognise,
};
use ninefold_files::input::{self, InputError, OpenOptions};
use ninefold_files::metrics::summary::Summary;
use ninefold_files::metrics::trailer::Trailer;
use ninefold_files::pipeline::{Job, Progress, Task, run, verify};
use std::sync::Arc;

/// A way to run the same input.
struct Reading {
    threads: usize,
    chunk_size: usize,
    /// Whether it is mapped, and the time of every puzzle measured.
    mapped: bool,
    max_record: usize,
}

/// The result of a run.
struct Ran {
    rows: Vec<u8>,
    done: Result<Summary, String>,
    kind: Option<Kind>,
}

/// Rows are the same for any number of threads, size of chunk and way of reading. A line gives a
/// line. The output passes the independent check.
pub fn pipeline(data: &[u8]) {
    let mut options = Options(data);
    let job = job(&mut options);
    let (wanted, max_record) = formats(&mut options);
    let chunk_size = (options.byte() + 1) << (options.byte() % 9);
    let ways = options.byte();
    let text: Arc<[u8]> = options.text().into();
    let plain = Reading {
        threads: 1,
        chunk_size: 1 << 20,
        mapped: ways >= 0xe0,
        max_record,
    };
    let one = ran(&text, &job, &wanted, &plain);
    let other = Reading {
        threads: 1 + ways % 3,
        // For a long text, 65,000 chunks would show no more than 250.
        chunk_size: chunk_size.max(text.len() / 250),
        mapped: false,
        max_record,
    };
    let two = ran(&text, &job, &wanted, &other);
    assert_same(&one, &two, chunk_size);
    if let (Ok(summary), Some(kind)) = (&one.done, one.kind) {
        assert_whole(&text, &job, kind, &one.rows, summary);
        if kind == Kind::Line && answers_alone(&job) {
            assert_verified(&text, &one.rows, max_record);
        }
    }
}

fn job(options: &mut Options<'_>) -> Job {
    let engine = &ENGINES[options.byte() % ENGINES.len()];
    let backend = options.byte();
    let backends = (engine.backends)();
    let backend = (!backends.is_empty()).then(|| backends[backend % backends.len()].to_owned());
    let limits = Limits::default()
        .solutions(options.choose(&[1, 2, 20]))
        .guesses(options.choose(&[30, 100, 0, 300]));
    let mode = options.choose(&[Mode::First, Mode::Unique, Mode::Count, Mode::All]);
    let task = options.choose(&[Task::Rows, Task::Rows, Task::Rows, Task::Score]);
    let writing = WriteOptions::default()
        .keep_tail(options.flag())
        .explain(options.flag())
        .only(options.choose(&[None, None, None, Some(Only::Solved), Some(Only::Invalid)]));
    let number = options.byte() % (2 * OutputFormat::ALL.len());
    Job::default()
        .engine(engine)
        .options(EngineOptions::default().backend(backend))
        .limits(limits)
        .mode(mode)
        .task(task)
        .writing(writing)
        .output(OutputFormat::ALL.get(number).copied())
        .checksum(true)
}

/// Options for the format, and for the length of a line.
fn formats(options: &mut Options<'_>) -> (FormatOptions, usize) {
    let number = options.byte();
    let kind = Kind::ALL.get(number % (2 * Kind::ALL.len())).copied();
    let max_record = match number / (2 * Kind::ALL.len()) {
        5 => 1000,
        6 => 200,
        7 => 82,
        _ => 1 << 24,
    };
    (FormatOptions::default().kind(kind), max_record)
}

fn ran(text: &Arc<[u8]>, job: &Job, wanted: &FormatOptions, reading: &Reading) -> Ran {
    let opening = OpenOptions::default()
        .mmap(reading.mapped.then(mapping))
        .chunk_size(reading.chunk_size)
        .max_record(reading.max_record);
    let path = reading.mapped.then(|| file("text", text));
    let source = match &path {
        Some(path) => input::open(path, &opening),
        None => piped(text, &opening),
    };
    let opened = source.and_then(|source| recognise(source, wanted));
    let kind = opened.as_ref().ok().map(|opened| opened.kind);
    let job = job.clone().threads(reading.threads).timed(reading.mapped);
    let mut rows = Vec::new();
    let progress = Progress::default().into();
    let inputs: [Result<_, InputError>; 1] = [opened];
    let stop = Stop::new();
    let done = run(inputs, &job, &mut rows, &progress, &stop);
    Ran {
        rows,
        done: done.map_err(|error| match path {
            Some(path) => error.to_string().replace(&escape(&path).to_string(), PIPE),
            None => error.to_string(),
        }),
        kind,
    }
}

/// Compares rows and counts. After a failed run, they are a part of the others.
fn assert_same(one: &Ran, two: &Ran, chunk_size: usize) {
    assert_eq!(
        one.kind, two.kind,
        "recognised otherwise in chunks of {chunk_size}"
    );
    match (&one.done, &two.done) {
        (Ok(a), Ok(b)) => {
            let shown = |ran: &Ran| String::from_utf8_lossy(&ran.rows).into_owned();
            assert_eq!(shown(one), shown(two), "rows in chunks of {chunk_size}");
            assert!(one.rows == two.rows, "rows in chunks of {chunk_size}");
            let counts = |s: &Summary| (s.lines, s.verdicts, s.counters.guesses, s.trailer);
            assert_eq!(counts(a), counts(b), "counts in chunks of {chunk_size}");
            assert!(
                examples(a).eq(examples(b)),
                "examples in chunks of {chunk_size}"
            );
        }
        (Err(a), Err(b)) => {
            assert_eq!(a, b, "in chunks of {chunk_size}");
            assert!(!a.contains("bug in ninefold"), "{a}");
        }
        (a, b) => panic!(
            "{:?} but {:?} in chunks of {chunk_size}",
            a.is_ok(),
            b.as_ref().err()
        ),
    }
}

/// The first bad lines.
fn examples(summary: &Summary) -> impl Iterator<Item = (Verdict, u64)> {
    let all = summary.examples.iter();
    all.flat_map(|(verdict, places)| places.iter().map(|place| (*verdict, place.line)))
}

/// A complete run reports correct counts, and a line gives a line.
fn assert_whole(text: &[u8], job: &Job, kind: Kind, rows: &[u8], summary: &Summary) {
    assert_eq!(summary.trailer, Some(Trailer::of(rows)));
    assert_eq!(summary.bytes_out, rows.len() as u64);
    assert!(rows.last().is_none_or(|&last| last == b'\n'), "whole lines");
    if !kind.is_lines() {
        return;
    }
    let mark = usize::from(text.starts_with(b"\xef\xbb\xbf"));
    let count = lines(&text[3 * mark..]).count() as u64;
    assert_eq!(summary.lines, count, "lines in");
    // In a table, records count, not lines: see the property `tables`.
    let of_a_line = kind != Kind::Csv
        && matches!(
            job.output,
            None | Some(OutputFormat::Solution | OutputFormat::Line | OutputFormat::Jsonl)
        );
    if of_a_line && job.mode != Mode::All && job.writing.only.is_none() && job.task == Task::Rows {
        let feeds = Trailer::of(rows).lines;
        // If the format was recognised, `end` has no answer.
        let is_end = |line: &&[u8]| line.trim_ascii().eq_ignore_ascii_case(b"end");
        let ends = lines(&text[3 * mark..]).filter(is_end).count() as u64;
        assert!(
            feeds == count || feeds + ends == count,
            "lines in, lines out"
        );
    }
}

/// Whether the rows are only answers.
fn answers_alone(job: &Job) -> bool {
    let plain = matches!(job.output, None | Some(OutputFormat::Solution));
    plain
        && job.task == Task::Rows
        && !matches!(job.mode, Mode::Count | Mode::All)
        && job.writing.only.is_none()
        && !job.writing.keep_tail
}

/// The verb `verify` finds nothing wrong.
fn assert_verified(puzzles: &Arc<[u8]>, rows: &[u8], max_record: usize) {
    let opened = |text: &Arc<[u8]>, max_record| {
        let options = OpenOptions::default()
            .chunk_size(1 << 12)
            .max_record(max_record);
        piped(text, &options).expect("it opens")
    };
    let wanted = FormatOptions::default().kind(Kind::Line);
    let named = AnswerOptions::default().format(OutputFormat::Solution);
    let puzzles = recognise(opened(puzzles, max_record), &wanted).expect("it can be read");
    let rows = answers::open(opened(&rows.into(), 1 << 24), &named).expect("it can be read");
    let found = verify(puzzles, rows, 1, 3, &Stop::new());
    let found = found.expect("both can be read");
    assert_eq!((found.wrong, found.first_wrong.len()), (0, 0), "{found:?}");
    assert!(found.is_aligned(), "{found:?}");
}
