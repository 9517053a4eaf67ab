//! What a worker is sent out to measure: the one place that knows the options of
//! `bench --worker` from outside.

use super::corpus::Corpus;
use super::record::Case;
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
    corpora: Vec<Arc<[u8]>>,
}

impl Errand {
    /// These engines or solvers and numbers of threads, by name with commas between, on
    /// each of these limits of solutions, giving up after so many guesses.
    pub fn new(engines: &str, threads: &str, limits: &[u64], guesses: u64) -> Errand {
        let limits: Vec<String> = limits.iter().map(u64::to_string).collect();
        Errand::by_name(engines, threads, &limits.join(","), guesses)
    }

    fn by_name(engines: &str, threads: &str, limits: &str, guesses: u64) -> Errand {
        let errand = Errand {
            options: Vec::new(),
            inputs: Vec::new(),
            corpora: Vec::new(),
        };
        errand
            .option("engines", engines)
            .option("threads", threads)
            .option("limits", limits)
            .option("guess-limit", guesses)
    }

    /// All that these cases are made of: their engines with back ends, numbers of threads and
    /// limits, giving up after so many guesses.
    pub(super) fn of_cases(cases: &[&Case], guesses: u64) -> Errand {
        let distinct = |of: fn(&Case) -> String| {
            let mut all: Vec<String> = Vec::new();
            for one in cases.iter().map(|case| of(case)) {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
            all.join(",")
        };
        let engines = distinct(Case::engine_and_backend);
        let threads = distinct(|case| case.threads.to_string());
        let limits = distinct(|case| case.limit.to_string());
        Errand::by_name(&engines, &threads, &limits, guesses)
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

    /// On this corpus, beside those before it, which is handed over as it is.
    #[must_use]
    pub fn corpus(self, corpus: &Corpus) -> Errand {
        let name = format_args!("{}:{}", corpus.len(), corpus.name());
        let mut errand = self.option("worker-corpus", name);
        errand.corpora.push(corpus.shared_lines());
        errand
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
    pub(super) fn handed_over(&self) -> &[Arc<[u8]>] {
        &self.corpora
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
        assert!(errand.handed_over().is_empty());
    }

    #[test]
    fn a_solver_comes_with_its_terms_and_its_corpus() {
        let puzzle = [b'.'; crate::grid::CELLS];
        let errand = Errand::new("mine", "1", &[2], 7)
            .solver("mine", "./mine {limit}")
            .terms(&Terms::default().timeout(Duration::from_secs(1)).memory(9))
            .sampling(Duration::from_nanos(1), 0, 0.5)
            .time(Duration::from_micros(1))
            .corpus(&Corpus::new("two words", [&puzzle; 3], None))
            .corpus(&Corpus::new("b", [&puzzle; 1], None));
        let expected = [
            "--solver=mine=./mine {limit}",
            "--solver-memory=9",
            "--timeout=1000000000ns",
            "--least-sample=1ns",
            "--warm-up=0",
            "--handicap=0.5",
            "--time=1000ns",
            "--worker-corpus=3:two words",
            "--worker-corpus=1:b",
        ];
        assert_eq!(errand.args()[4..], expected);
        let handed = errand.handed_over().iter().map(|text| text.len());
        assert_eq!(handed.collect::<Vec<_>>(), [3 * 82, 82]);
    }

    #[test]
    fn an_errand_has_all_that_its_cases_are_made_of_once() {
        let case = |backend: Option<&str>, threads, limit| Case {
            engine: "lanes".to_owned(),
            backend: backend.map(str::to_owned),
            threads,
            corpus: "a".to_owned(),
            limit,
        };
        let cases = [
            case(Some("avx2"), 1, 2),
            case(None, 1, 2),
            case(Some("avx2"), 4, 2),
            case(None, 4, 1),
        ];
        let cases: Vec<&Case> = cases.iter().collect();
        let args = Errand::of_cases(&cases, 7).args();
        let expected = "--engines=lanes/avx2,lanes --threads=1,4 --limits=2,1 --guess-limit=7";
        assert_eq!(args, expected.split(' ').collect::<Vec<_>>());
    }
}
