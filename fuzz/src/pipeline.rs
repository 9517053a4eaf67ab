//! The whole program: bytes in, rows out.

use super::inputs::Folder;
use super::material::{Options, lines};
use ninefold::engine::registry::ENGINES;
use ninefold::engine::verdict::Mode;
use ninefold::engine::{EngineOptions, Limits};
use ninefold::format::answers::{self, AnswerOptions};
use ninefold::format::{FormatOptions, Kind, Only, OutputFormat, WriteOptions, open as recognise};
use ninefold::input::{self, InputError, OpenOptions};
use ninefold::metrics::summary::Summary;
use ninefold::metrics::trailer::Trailer;
use ninefold::pipeline::{Job, Progress, Stop, Task, run, verify};
use std::path::Path;

/// How the same input is run.
struct Way {
    threads: usize,
    chunk_size: usize,
    mmap: bool,
}

/// What a run gave.
struct Ran {
    rows: Vec<u8>,
    done: Result<Summary, String>,
    kind: Option<Kind>,
}

/// Rows are the same for any number of threads, size of chunk and way of
/// reading; a line gives a line; what is written passes the independent check.
pub fn pipeline(data: &[u8]) {
    let mut options = Options(data);
    let (job, wanted) = (job(&mut options), formats(&mut options));
    let chunk_size = (options.byte() + 1) << (options.byte() % 9);
    let threads = 1 + options.byte() % 3;
    let text = options.text();
    let folder = Folder::new();
    let path = folder.file("text", &text);
    let plain = Way {
        threads: 1,
        chunk_size: 1 << 20,
        mmap: true,
    };
    let one = ran(&path, &job, &wanted, &plain);
    let other = Way {
        threads,
        chunk_size,
        mmap: false,
    };
    let two = ran(&path, &job, &wanted, &other);
    assert_same(&one, &two, chunk_size);
    if let (Ok(summary), Some(kind)) = (&one.done, one.kind) {
        assert_whole(&text, &job, kind, &one.rows, summary);
        if kind == Kind::Line && answers_alone(&job) {
            let rows = folder.file("rows", &one.rows);
            assert_verified(&path, &rows);
        }
    }
}

fn job(options: &mut Options<'_>) -> Job {
    let engine = &ENGINES[options.byte() % ENGINES.len()];
    let backend = options.byte();
    let backends = (engine.backends)();
    let backend = (!backends.is_empty()).then(|| backends[backend % backends.len()].to_owned());
    Job {
        engine,
        options: EngineOptions { backend },
        limits: Limits {
            solutions: options.choose(&[1, 2, 20]),
            guesses: options.choose(&[30, 300, 0, 5000]),
        },
        mode: options.choose(&[Mode::First, Mode::Unique, Mode::Count]),
        task: options.choose(&[
            Task::Rows,
            Task::Rows,
            Task::Rows,
            Task::Score,
            Task::Corners,
        ]),
        writing: WriteOptions {
            keep_tail: options.flag(),
            explain: options.flag(),
            only: options.choose(&[None, None, None, Some(Only::Solved), Some(Only::Invalid)]),
            ..WriteOptions::default()
        },
        output: {
            let number = options.byte() % (2 * OutputFormat::ALL.len());
            OutputFormat::ALL.get(number).copied()
        },
        strict: options.byte() % 8 == 7,
        checksum: true,
        ..Job::default()
    }
}

fn formats(options: &mut Options<'_>) -> FormatOptions {
    let number = options.byte() % (2 * Kind::ALL.len());
    FormatOptions {
        kind: Kind::ALL.get(number).copied(),
        ..FormatOptions::default()
    }
}

fn ran(path: &Path, job: &Job, wanted: &FormatOptions, way: &Way) -> Ran {
    let opening = OpenOptions {
        mmap: way.mmap,
        chunk_size: way.chunk_size,
    };
    let opened = input::open(path, &opening).and_then(|source| recognise(source, wanted));
    let kind = opened.as_ref().ok().map(|opened| opened.kind);
    let job = Job {
        threads: way.threads,
        timed: way.mmap,
        ..job.clone()
    };
    let mut rows = Vec::new();
    let progress = Progress::default().into();
    let inputs: [Result<_, InputError>; 1] = [opened];
    let done = run(inputs, &job, &mut rows, &progress, &Stop::new());
    Ran {
        rows,
        done: done.map_err(|error| error.to_string()),
        kind,
    }
}

/// The same rows and counts; of a run that failed, a part of them.
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
            let counts = |s: &Summary| {
                (
                    s.lines,
                    s.puzzles,
                    s.verdicts,
                    s.counters.guesses,
                    s.corners,
                    s.trailer,
                )
            };
            assert_eq!(counts(a), counts(b), "counts in chunks of {chunk_size}");
            assert_eq!(a.examples, b.examples, "examples in chunks of {chunk_size}");
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

/// What a whole run says of itself is so; a line gives a line.
fn assert_whole(text: &[u8], job: &Job, kind: Kind, rows: &[u8], summary: &Summary) {
    assert_eq!(summary.trailer, Some(Trailer::of(rows)));
    assert_eq!(summary.bytes_out, rows.len() as u64);
    assert_eq!(summary.puzzles, summary.verdicts.total());
    assert!(rows.last().is_none_or(|&last| last == b'\n'), "whole lines");
    if !kind.is_lines() {
        return;
    }
    let mark = usize::from(text.starts_with(b"\xef\xbb\xbf"));
    let count = lines(&text[3 * mark..]).len() as u64;
    assert_eq!(summary.lines, count, "lines in");
    // Of a table the records count, not the lines: see the property `tables`.
    let of_a_line = kind != Kind::Csv
        && matches!(
            job.output,
            None | Some(OutputFormat::Solution | OutputFormat::Line | OutputFormat::Jsonl)
        );
    if of_a_line && job.writing.only.is_none() && job.task == Task::Rows {
        let feeds = Trailer::of(rows).lines;
        // Where the format was recognised, `end` has no answer.
        let is_end = |line: &&[u8]| line.trim_ascii().eq_ignore_ascii_case(b"end");
        let ends = lines(&text[3 * mark..]).into_iter().filter(is_end).count() as u64;
        assert!(
            feeds == count || feeds + ends == count,
            "lines in, lines out"
        );
    }
}

/// Whether the rows are answers and nothing else.
fn answers_alone(job: &Job) -> bool {
    let plain = matches!(job.output, None | Some(OutputFormat::Solution));
    plain
        && job.task == Task::Rows
        && job.mode != Mode::Count
        && job.writing.only.is_none()
        && !job.writing.keep_tail
}

/// The verb `verify` finds nothing wrong.
fn assert_verified(puzzles: &Path, rows: &Path) {
    let opened = |path: &Path| {
        let options = OpenOptions {
            chunk_size: 1 << 12,
            ..OpenOptions::default()
        };
        input::open(path, &options).expect("it opens")
    };
    let wanted = FormatOptions {
        kind: Some(Kind::Line),
        ..FormatOptions::default()
    };
    let named = AnswerOptions {
        format: Some(OutputFormat::Solution),
        ..AnswerOptions::default()
    };
    let puzzles = recognise(opened(puzzles), &wanted).expect("it can be read");
    let rows = answers::open(opened(rows), &named).expect("it can be read");
    let found = verify(puzzles, rows, 2, 3, &Stop::new());
    let found = found.expect("both can be read");
    assert_eq!((found.wrong, found.first_wrong.len()), (0, 0), "{found:?}");
    assert!(found.is_aligned(), "{found:?}");
}
