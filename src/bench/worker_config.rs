//! The configuration of a worker process, which it reads first.
//!
//! It is a line of JSON, followed by the texts of the corpora, with the lengths given in the line.

use super::corpus::Corpus;
use super::record::Case;
use super::worker::PROTOCOL;
use crate::external::ResourceLimits;
use crate::grid::CELLS;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// What a [`Worker`](super::worker::Worker) measures, and how.
///
/// ```
/// use ninefold::bench::{corpus::Corpus, record::Case, worker::WorkerConfig};
/// use std::time::Duration;
///
/// let easy = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// let case = Case {
///     engine: "lanes".to_owned(),
///     backend: None,
///     threads: 1,
///     corpus: "easy".to_owned(),
///     limit: 2,
/// };
/// let config = WorkerConfig::new(vec![case], 10_000_000)
///     .sampling(Duration::from_millis(10), 1)
///     .corpus(&Corpus::new("easy", [easy], None));
/// # drop(config);
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WorkerConfig {
    pub(super) cases: Vec<Case>,
    pub(super) guess_limit: u64,
    pub(super) warm_up: usize,
    /// Other versions of the program read the old name.
    #[serde(rename = "least_sample")]
    pub(super) min_sample_time: Duration,
    /// The time for a sample of a command, if limited.
    pub(super) time: Option<Duration>,
    pub(super) solver: Option<SolverConfig>,
    #[serde(rename = "corpora")]
    heads: Vec<CorpusConfig>,
    /// Their texts follow the line.
    #[serde(skip)]
    pub(super) corpora: Vec<Corpus>,
}

/// An external solver that is the engine of cases.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SolverConfig {
    /// `NAME=TARGET`, as [`SolverSpec::parse`](crate::external::SolverSpec::parse) reads it.
    pub(super) spec: String,
    pub(super) timeout: Duration,
    pub(super) memory: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct CorpusConfig {
    name: String,
    puzzles: usize,
    /// Puzzles of the whole corpus before the first of these.
    #[serde(default)]
    before: usize,
}

/// The line: the protocol, then the configuration.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    protocol: u32,
    measure: T,
}

/// Why a worker cannot read its configuration.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// It could not be read.
    #[error("what to measure cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The line is not a configuration.
    #[error("what to measure is not understood: {0}")]
    Json(#[from] serde_json::Error),
    /// The other program has another version.
    #[error("the program that measures speaks version {0} of the protocol, this one {PROTOCOL}")]
    Protocol(u32),
}

impl WorkerConfig {
    /// These cases, on corpora that follow, with this limit of guesses.
    #[must_use]
    pub fn new(cases: Vec<Case>, guess_limit: u64) -> WorkerConfig {
        WorkerConfig {
            cases,
            guess_limit,
            warm_up: 0,
            min_sample_time: Duration::ZERO,
            time: None,
            solver: None,
            heads: Vec::new(),
            corpora: Vec::new(),
        }
    }

    /// Samples of at least this time, after this many warm-up rounds.
    #[must_use]
    pub fn sampling(mut self, least: Duration, warm_up: usize) -> WorkerConfig {
        (self.min_sample_time, self.warm_up) = (least, warm_up);
        self
    }

    /// Within about this time, which decides the samples of a command.
    #[must_use]
    pub fn time(mut self, time: Duration) -> WorkerConfig {
        self.time = Some(time);
        self
    }

    /// Adds an external solver, with its name among the cases' engines, and its resource limits.
    #[must_use]
    pub fn solver(mut self, name: &str, target: &str, limits: &ResourceLimits) -> WorkerConfig {
        self.solver = Some(SolverConfig {
            spec: format!("{name}={target}"),
            timeout: limits.timeout,
            memory: limits.memory,
        });
        self
    }

    /// Adds this corpus.
    #[must_use]
    pub fn corpus(mut self, corpus: &Corpus) -> WorkerConfig {
        self.heads.push(CorpusConfig {
            name: corpus.name().to_owned(),
            puzzles: corpus.len(),
            before: corpus.number(0) - 1,
        });
        self.corpora.push(corpus.clone());
        self
    }

    /// The maximum number of threads of a case.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.cases
            .iter()
            .map(|case| case.threads)
            .max()
            .unwrap_or(1)
    }

    /// The data that the worker reads.
    pub(super) fn to_parts(&self) -> Vec<Arc<[u8]>> {
        let line = Line {
            protocol: PROTOCOL,
            measure: self,
        };
        let mut line = serde_json::to_vec(&line).expect("numbers and texts can be written");
        line.push(b'\n');
        let texts = self.corpora.iter().map(Corpus::shared_lines);
        [line.into()].into_iter().chain(texts).collect()
    }

    /// Reads the configuration from the program that started this one.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn read(from: &mut dyn BufRead) -> Result<WorkerConfig, ConfigError> {
        let mut text = Vec::new();
        from.read_until(b'\n', &mut text)?;
        let line: Line<serde_json::Value> = serde_json::from_slice(&text)?;
        if line.protocol != PROTOCOL {
            return Err(ConfigError::Protocol(line.protocol));
        }
        let mut config: WorkerConfig = serde_json::from_value(line.measure)?;
        for head in &config.heads {
            let mut text = vec![0; head.puzzles * (CELLS + 1)];
            from.read_exact(&mut text)?;
            let lines = text.chunks(CELLS + 1).filter_map(<[u8]>::first_chunk);
            let corpus = Corpus::new(head.name.as_str(), lines, None);
            config.corpora.push(corpus.numbered_after(head.before));
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> WorkerConfig {
        let puzzle = [b'.'; CELLS];
        let case = Case {
            engine: "mine".to_owned(),
            backend: None,
            threads: 3,
            corpus: "two words".to_owned(),
            limit: 2,
        };
        let limits = ResourceLimits::default()
            .timeout(Duration::from_secs(1))
            .memory(9);
        WorkerConfig::new(vec![case], 7)
            .solver("mine", "./mine {limit}", &limits)
            .sampling(Duration::from_nanos(1), 5)
            .time(Duration::from_micros(1))
            .corpus(&Corpus::new("two words", [&puzzle; 3], None))
            .corpus(&Corpus::new("b", [&puzzle; 1], None))
    }

    #[test]
    fn a_worker_reads_what_was_written() {
        let written = config().to_parts().concat();
        let mut rest = &[&written[..], b"0 1\n"].concat()[..];
        let read = WorkerConfig::read(&mut rest).unwrap();
        assert_eq!(rest, b"0 1\n");
        assert_eq!(read.to_parts(), config().to_parts());
        assert_eq!(read.threads(), 3);
        // A comparison may start other versions of the program.
        let line = String::from_utf8_lossy(&written);
        assert!(line.contains("\"least_sample\":{"), "{line}");
        let sizes = read
            .corpora
            .iter()
            .map(|corpus| (corpus.name(), corpus.len()));
        assert_eq!(sizes.collect::<Vec<_>>(), [("two words", 3), ("b", 1)]);
    }

    #[test]
    fn other_versions_and_half_a_text_are_refused() {
        let written = config().to_parts().concat();
        let refused = |mut text: &[u8]| WorkerConfig::read(&mut text).unwrap_err();
        let short = refused(&written[..written.len() - 1]);
        assert!(matches!(short, ConfigError::Io(_)), "{short}");
        let now = format!("\"protocol\":{PROTOCOL}");
        let text = String::from_utf8(written).unwrap();
        let newer = refused(text.replace(&now, "\"protocol\":1000").as_bytes());
        assert!(matches!(newer, ConfigError::Protocol(1000)), "{newer}");
        assert!(matches!(refused(b"0 1\n"), ConfigError::Json(_)));
    }
}
