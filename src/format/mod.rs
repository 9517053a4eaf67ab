//! Bytes to records and back. (Scaffold of the contract: lines alone.)

use crate::engine::Outcome;
use crate::engine::verdict::{Mode, Verdict};
use crate::grid::Row;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    #[default]
    Line,
}

#[derive(Debug, Default)]
pub struct Records {
    pub starts: Vec<u32>,
    pub others: Vec<Other>,
    pub lines: u32,
}

#[derive(Debug, Clone, Copy)]
pub struct Other {
    pub before: u32,
    pub start: u32,
    pub end: u32,
    pub kind: OtherKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherKind {
    Blank,
    Comment,
    Malformed,
}

pub fn find(_format: Format, text: &[u8], records: &mut Records) {
    records.starts.clear();
    records.others.clear();
    records.lines = 0;
    let mut start = 0;
    while start < text.len() {
        let end = if text.get(start + 81) == Some(&b'\n') {
            start + 81
        } else {
            memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n)
        };
        if end - start == 81 {
            records.starts.push(start as u32);
        } else {
            let kind = match text[start..end].first() {
                None => OtherKind::Blank,
                Some(b'#') => OtherKind::Comment,
                _ => OtherKind::Malformed,
            };
            records.others.push(Other {
                before: records.starts.len() as u32,
                start: start as u32,
                end: end as u32,
                kind,
            });
        }
        records.lines += 1;
        start = end + 1;
    }
}

#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    pub mode: Mode,
}

/// Returns true where the rows are the output.
pub fn render(
    text: &[u8],
    records: &Records,
    rows: &[Row],
    outcomes: &[Outcome],
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> bool {
    out.clear();
    let solved = |o: &Outcome| Verdict::of(o, options.mode) == Verdict::Solved;
    if records.others.is_empty() && options.mode != Mode::Count && outcomes.iter().all(solved) {
        return true;
    }
    let mut others = records.others.iter().peekable();
    for i in 0..=rows.len() {
        while let Some(other) = others.next_if(|o| o.before as usize == i) {
            match other.kind {
                OtherKind::Malformed => out.extend_from_slice(b"!malformed"),
                _ => out.extend_from_slice(&text[other.start as usize..other.end as usize]),
            }
            out.push(b'\n');
        }
        if i == rows.len() {
            break;
        }
        match Verdict::of(&outcomes[i], options.mode) {
            Verdict::Solved if options.mode == Mode::Count => {
                out.extend_from_slice(format!("{}\n", outcomes[i].solutions).as_bytes());
            }
            Verdict::Solved => out.extend_from_slice(&rows[i]),
            verdict => {
                out.push(b'!');
                out.extend_from_slice(verdict.name().as_bytes());
                out.push(b'\n');
            }
        }
    }
    false
}
