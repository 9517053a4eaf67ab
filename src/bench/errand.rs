//! What a worker is sent out to measure: the one place that knows the options of
//! `bench --worker` from outside.

use super::corpus::Corpus;
use crate::foreign::Terms;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a [`Worker`](super::worker::Worker) is to measure, and how.
///
/// Every option goes by the name that an older program knows too, and one that says nothing
/// is left out.
///
/// ```
/// use ninefold::bench::worker::Errand;
/// use std::time::Duration;
/// let errand = Errand::new("lanes,mrv", "1,all", &[1, 2], 10_000_000)
///     .take(Some(1000))
///     .sampling(Duration::from_millis(10), 1, 0.0);
/// assert_eq!(errand.args()[0], "--engines=lanes,mrv");
/// ```
#[derive(Debug, Clone)]
pub struct Errand {
    options: Vec<OsString>,
    inputs: Vec<OsString>,
    corpus: Option<Arc<[u8]>>,
}

impl Errand {
    /// These engines or solvers and numbers of threads, by name with commas between, on
    /// each of these limits of solutions, giving up after so many guesses.
    pub fn new(engines: &str, threads: &str, limits: &[u64], guesses: u64) -> Errand {
        let limits: Vec<String> = limits.iter().map(u64::to_string).collect();
        let errand = Errand {
            options: Vec::new(),
            inputs: Vec::new(),
            corpus: None,
        };
        errand
            .option("engines", engines)
            .option("threads", threads)
            .option("limits", limits.join(","))
            .option("guess-limit", guesses)
    }

    /// These back ends, by name.
    #[must_use]
    pub fn backends(self, names: &[String]) -> Errand {
        match names.is_empty() {
            true => self,
            false => self.option("backends", names.join(",")),
        }
    }

    /// So many puzzles of each corpus.
    #[must_use]
    pub fn take(self, puzzles: Option<u64>) -> Errand {
        match puzzles {
            None => self,
            Some(puzzles) => self.option("take", puzzles),
        }
    }

    /// A solver that is not ours, by the name that it has among the engines.
    #[must_use]
    pub fn solver(self, name: &str, target: &str) -> Errand {
        self.option("solver", format_args!("{name}={target}"))
    }

    /// On which terms such a solver works.
    #[must_use]
    pub fn terms(self, terms: &Terms) -> Errand {
        self.option("solver-memory", terms.memory)
            .option("timeout", nanos(terms.timeout))
    }

    /// Samples of at least this time, after so many rounds for warming up, each slowed down by
    /// this share of its time.
    #[must_use]
    pub fn sampling(self, least: Duration, warm_up: usize, handicap: f64) -> Errand {
        let errand = self
            .option("least-sample", nanos(least))
            .option("warm-up", warm_up);
        match handicap > 0.0 {
            true => errand.option("handicap", handicap),
            false => errand,
        }
    }

    /// Within about this time: samples of a solver that is not ours are chosen by it.
    #[must_use]
    pub fn time(self, time: Duration) -> Errand {
        self.option("time", nanos(time))
    }

    /// On this corpus, which is handed over as it is.
    #[must_use]
    pub fn corpus(self, corpus: &Corpus) -> Errand {
        let name = format_args!("{}:{}", corpus.len(), corpus.name());
        Errand {
            corpus: Some(corpus.lines().into()),
            ..self.option("worker-corpus", name)
        }
    }

    /// On the puzzles of these files.
    #[must_use]
    pub fn inputs(mut self, paths: &[PathBuf]) -> Errand {
        self.inputs = paths.iter().map(OsString::from).collect();
        self
    }

    /// The arguments behind `bench --worker`.
    pub fn args(&self) -> Vec<OsString> {
        let mut args = self.options.clone();
        if !self.inputs.is_empty() {
            args.push("--".into());
            args.extend_from_slice(&self.inputs);
        }
        args
    }

    /// What the worker reads before it reads orders.
    pub(super) fn handed_over(&self) -> Option<Arc<[u8]>> {
        self.corpus.clone()
    }

    fn option(mut self, name: &str, value: impl Display) -> Errand {
        self.options.push(format!("--{name}={value}").into());
        self
    }
}

fn nanos(time: Duration) -> String {
    format!("{}ns", time.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_left_out_and_files_come_last() {
        let inputs = [PathBuf::from("-a.txt"), PathBuf::from("b.txt")];
        let errand = Errand::new("lanes", "1,all", &[1, 2], 7)
            .inputs(&inputs)
            .backends(&[])
            .take(None)
            .sampling(Duration::from_millis(10), 1, 0.0);
        let expected = "--engines=lanes --threads=1,all --limits=1,2 --guess-limit=7 \
                        --least-sample=10000000ns --warm-up=1 -- -a.txt b.txt";
        assert_eq!(errand.args(), expected.split(' ').collect::<Vec<_>>());
        assert!(errand.handed_over().is_none());
    }

    #[test]
    fn a_solver_comes_with_its_terms_and_its_corpus() {
        let puzzle = [b'.'; crate::grid::CELLS];
        let errand = Errand::new("mine", "1", &[2], 7)
            .solver("mine", "./mine {limit}")
            .terms(&Terms::default().timeout(Duration::from_secs(1)).memory(9))
            .sampling(Duration::from_nanos(1), 0, 0.5)
            .time(Duration::from_micros(1))
            .corpus(&Corpus::new("two words", [&puzzle; 3], None));
        let expected = [
            "--solver=mine=./mine {limit}",
            "--solver-memory=9",
            "--timeout=1000000000ns",
            "--least-sample=1ns",
            "--warm-up=0",
            "--handicap=0.5",
            "--time=1000ns",
            "--worker-corpus=3:two words",
        ];
        assert_eq!(errand.args()[4..], expected);
        assert_eq!(errand.handed_over().map(|text| text.len()), Some(3 * 82));
    }
}
