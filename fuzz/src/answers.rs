//! The judge of anybody's answers.

use super::material::{Options, PUZZLES, Text, lines_in_chunk};
use ninefold::Stop;
use ninefold_files::format::answers::{self, AnswerOptions};
use ninefold_files::format::{FormatOptions, Kind, OutputFormat, open};
use ninefold_files::pipeline::{Verification, verify};
use std::sync::Arc;

/// Number of wrong answers to show one by one.
const SHOWN: usize = 3;

/// No text of answers makes the judge panic. Chunks and threads make no difference. Every answer
/// counts once, and is right only beside a puzzle.
pub fn answers(data: &[u8]) {
    let mut options = Options(data);
    let form = options.byte() % (2 * OutputFormat::ALL.len());
    let wanted = AnswerOptions::default().format(OutputFormat::ALL.get(form).copied());
    let count = options.byte() % 32;
    let puzzles: Vec<u8> = (0..count)
        .flat_map(|_| [PUZZLES[options.byte() % PUZZLES.len()], &b"\n"[..]].concat())
        .collect();
    let puzzles: Arc<[u8]> = puzzles.into();
    let text: Arc<[u8]> = options.text().into();
    let whole = judged(&puzzles, &text, &wanted, usize::MAX, 1);
    let chunk = lines_in_chunk(&text);
    let parts = judged(&puzzles, &text, &wanted, chunk, 2);
    assert_eq!(parts, whole, "in chunks of {chunk} lines");
    if let Ok(found) = whole {
        assert_eq!(found.puzzles, count as u64);
        let judged = found.right + found.unanswered + found.wrong;
        assert!(
            judged <= found.answers && judged <= found.puzzles,
            "{found:?}"
        );
        assert!(found.first_wrong.len() as u64 <= found.wrong.min(SHOWN as u64));
    }
}

fn judged(
    puzzles: &Arc<[u8]>,
    text: &Arc<[u8]>,
    wanted: &AnswerOptions,
    chunk: usize,
    threads: usize,
) -> Result<Verification, String> {
    let line = FormatOptions::default().kind(Kind::Line);
    let puzzles = open(Text::source(puzzles, chunk), &line).expect("lines can be read");
    let answers = answers::open(Text::source(text, chunk), wanted);
    let answers = answers.map_err(|error| error.to_string())?;
    let judged = verify(puzzles, answers, threads, SHOWN, &Stop::new());
    judged.map_err(|error| error.to_string())
}
