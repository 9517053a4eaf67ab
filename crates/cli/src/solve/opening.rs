//! The inputs of a run, opened one after the other.

use super::args::SolveReport;
use super::config::Config;
use crate::inputs::{InputPaths, noted, size_of};
use crate::messages::warn;
use crate::sample;
use ninefold::engine::verdict::Mode;
use ninefold_files::format::{self, FormatOptions, Opened};
use ninefold_files::input::{self, InputError, OpenOptions};
use ninefold_files::pipeline::state::NextChunk;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::vec;

/// Opens one input after the other.
pub(super) struct Opening {
    paths: vec::IntoIter<(PathBuf, Option<Range<u64>>)>,
    /// The position in the first input at which to begin.
    next: NextChunk,
    sample: bool,
    /// Whether there is no report for people.
    is_quiet: bool,
    /// Whether a table's column of answers has another name if it has a column `solution`.
    may_rename: bool,
    options: OpenOptions,
    format: FormatOptions,
    /// Bytes of all inputs, for the progress line. 0 if the size of one is unknown.
    pub(super) total: Arc<AtomicU64>,
}

impl Opening {
    pub(super) fn new(config: &Config, paths: &[PathBuf], next: NextChunk) -> Opening {
        let parts = config.parts.as_ref().map(|parts| &parts.of_inputs);
        let mut all = Vec::with_capacity(paths.len());
        let mut total = Some(0);
        for (i, path) in paths.iter().enumerate() {
            let part = parts.map(|parts| parts[i].clone());
            let size = match &part {
                Some(part) => Some(part.end - part.start),
                None => size_of(path),
            };
            total = total.zip(size).map(|(total, size)| total + size);
            all.push((path.clone(), part));
        }
        let left = all.get(next.input..).unwrap_or_default();
        Opening {
            paths: Vec::from(left).into_iter(),
            next,
            sample: config.inputs == InputPaths::Sample,
            is_quiet: matches!(config.report, None | Some(SolveReport::Json)),
            may_rename: config.job.columns.is_empty()
                && config.job.one_table().is_some()
                && config.job.mode != Mode::Count,
            options: config.open.clone(),
            format: config.format.clone(),
            total: Arc::new(AtomicU64::new(total.unwrap_or(0))),
        }
    }
}

impl Iterator for Opening {
    type Item = Result<Opened, InputError>;

    fn next(&mut self) -> Option<Result<Opened, InputError>> {
        if std::mem::take(&mut self.sample) {
            return Some(sample::opened());
        }
        let (path, part) = self.paths.next()?;
        let next = std::mem::take(&mut self.next);
        let opened = self.open(&path, part, &next);
        if let Ok(opened) = &opened
            && std::mem::take(&mut self.may_rename)
            && !self.is_quiet
            && opened
                .names
                .iter()
                .any(|name| name.eq_ignore_ascii_case("solution"))
        {
            warn(&format!(
                "{}: the answers are in column 'ninefold_solution', because there is a column \
                 'solution'",
                opened.source.name()
            ));
        }
        Some(opened)
    }
}

impl Opening {
    /// Opens an input, or its part, at the chunk where the run resumes.
    fn open(
        &self,
        path: &Path,
        part: Option<Range<u64>>,
        next: &NextChunk,
    ) -> Result<Opened, InputError> {
        let source = input::open(path, &self.options)?;
        if source.size_hint().is_none() {
            self.total.store(0, Ordering::Relaxed);
        }
        let end = part.as_ref().map_or(u64::MAX, |part| part.end);
        let mut opened = noted(
            format::open_part(source, &self.format, part)?,
            self.is_quiet,
        );
        if next.chunks == 0 {
            return Ok(opened);
        }
        opened.format = opened.format.after_first();
        // Reading can start in the middle of a plain file of lines. Input that is compressed,
        // assembled from several lines, or split outside quotes must be read up to there.
        match opened.source.restrict(next.offset..end) {
            Err(InputError::NoRange { .. }) => {
                opened.source = input::skip(opened.source, next.chunks, next.offset)?;
            }
            done => done?,
        }
        Ok(opened)
    }
}
