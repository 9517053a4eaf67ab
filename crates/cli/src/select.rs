//! Chooses the cases to measure.

use super::args::names;
use super::failure::Failure;
use super::inputs::noted;
use super::messages::warn;
use super::stdio;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use ninefold::engine::ENGINES;
use ninefold::grid::Puzzle;
use ninefold::internal::{DATASETS, cpus};
use ninefold_files::escape::escape;
use ninefold_files::format::{self, Beside, FormatOptions, Records, Usable};
use ninefold_files::input::{self, OpenOptions};
use ninefold_referee::bench::corpus::Corpus;
use ninefold_referee::bench::record::CaseKey;
use ninefold_referee::external::SolverSpec;
use std::path::{Path, PathBuf};

/// The engines to compare, or to measure beside other solvers, if none is specified: the default,
/// and one that solves puzzle by puzzle.
pub(crate) const BESIDE_OTHERS: [&str; 2] = ["lanes", "mrv"];

/// The cases, as specified.
#[derive(Debug, Clone, Args)]
pub(crate) struct Select {
    /// Engines of Ninefold, such as `lanes,mrv` or `lanes/avx2` (`ninefold engines` lists them), or
    /// `all`, which leaves out the slow ones [default: all; with --solver and in compare,
    /// lanes,mrv]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub(crate) engines: Vec<String>,
    /// Numbers of threads, such as `1,2,all`
    #[arg(
        short = 'j',
        long,
        value_delimiter = ',',
        default_value = "1",
        value_name = "NUMBERS",
        value_parser = threads
    )]
    threads: Vec<usize>,
    /// Stop at this many solutions of a puzzle: 1 finds one, 2 proves that it is
    /// the only one
    #[arg(long, value_delimiter = ',', default_value = "1", value_name = "NUMBERS",
          value_parser = clap::value_parser!(u64).range(1..))]
    limits: Vec<u64>,
    /// Use only the first N puzzles of each corpus
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) max_puzzles: Option<usize>,
}

impl Select {
    /// The cases on these corpora, of the specified engines or else these, and of all solvers.
    ///
    /// # Errors
    /// An unknown engine, back end or number of threads, or a specified back end that this CPU
    /// cannot run.
    pub(crate) fn cases(
        &self,
        corpora: &[Corpus],
        solvers: &[SolverSpec],
        default: &[&str],
    ) -> Result<Vec<CaseKey>, Failure> {
        let engines = self.engines(solvers, default)?;
        // A command without `{threads}` decides itself how many threads to use.
        let mut once: Vec<&str> = Vec::new();
        for spec in solvers {
            if !spec.is_library() && !spec.names("threads") {
                once.push(&spec.name);
            }
        }
        let mut cases = Vec::new();
        for corpus in corpora {
            for &limit in &self.limits {
                for (nth, &threads) in self.threads.iter().enumerate() {
                    let engines = engines
                        .iter()
                        .filter(|(name, _)| nth == 0 || !once.contains(&name.as_str()));
                    cases.extend(engines.map(|(engine, backend)| CaseKey {
                        engine: engine.clone(),
                        backend: backend.clone(),
                        threads,
                        corpus: corpus.name().to_owned(),
                        limit,
                    }));
                }
            }
        }
        let mut seen = std::collections::HashSet::new();
        cases.retain(|case| seen.insert(case.clone()));
        Ok(cases)
    }

    /// Names of engines and solvers, with back ends.
    fn engines(
        &self,
        solvers: &[SolverSpec],
        default: &[&str],
    ) -> Result<Vec<(String, Option<String>)>, Failure> {
        let mut chosen = Vec::new();
        let mut typed = self.engines.clone();
        if typed.is_empty() {
            typed.extend(default.iter().map(|name| (*name).to_owned()));
        }
        typed.extend(solvers.iter().map(|spec| spec.name.clone()));
        for typed in &typed {
            if typed == "all" {
                for engine in ENGINES.iter().filter(|engine| !engine.slow) {
                    chosen.push(engine_and_backend(engine.name)?);
                }
            } else if solvers.iter().any(|spec| spec.name == *typed) {
                chosen.push((typed.clone(), None));
            } else {
                chosen.push(engine_and_backend(typed)?);
            }
        }
        Ok(chosen)
    }

    /// Reads the corpora. If no input is specified, takes the data sets of these names.
    ///
    /// # Errors
    /// A file cannot be read or has no puzzle.
    pub(crate) fn corpora(
        &self,
        inputs: &[PathBuf],
        carried: &[&str],
    ) -> Result<Vec<Corpus>, Failure> {
        let most = self.max_puzzles.unwrap_or(usize::MAX);
        if inputs.is_empty() {
            let wanted = DATASETS.iter().filter(|(name, _)| carried.contains(name));
            let built_in = wanted.map(|(name, text)| {
                let lines = text.split(|&byte| byte == b'\n');
                let puzzles = lines.filter_map(|line| Puzzle::from_text(line.first_chunk()?).ok());
                Corpus::new(*name, puzzles.take(most))
            });
            return Ok(built_in.collect());
        }
        let mut corpora: Vec<Corpus> = Vec::new();
        for path in inputs {
            stdio::check_input(path)?;
            let name = escape(path.file_stem().unwrap_or(path.as_os_str())).to_string();
            if corpora.iter().any(|corpus| corpus.name() == name) {
                return Err(Failure::refused(format!(
                    "two inputs are called '{name}', and results are named after the files: rename or link one"
                )));
            }
            let open = OpenOptions::default();
            let read = FormatOptions::default();
            corpora.push(read_corpus(path, name, most, &open, &read)?);
        }
        Ok(corpora)
    }
}

/// A number of threads, or `all`.
fn threads(typed: &str) -> Result<usize, String> {
    match (typed, typed.parse()) {
        ("all", _) => Ok(cpus()),
        (_, Ok(threads @ 1..=4096)) => Ok(threads),
        _ => Err("expected a number from 1 to 4096, or 'all'".to_owned()),
    }
}

/// Reads the puzzles of a file in any format. Leaves out records that are not puzzles.
pub(crate) fn read_corpus(
    path: &Path,
    name: String,
    most: usize,
    open: &OpenOptions,
    read: &FormatOptions,
) -> Result<Corpus, Failure> {
    let source = input::open(path, open).map_err(Failure::input)?;
    let input = format::open(source, read);
    let mut input = input
        .map(|input| noted(input, false))
        .map_err(Failure::input)?;
    let mut puzzles = Vec::new();
    let mut usable = Usable::default();
    let mut records = Records::default();
    while let Some(chunk) = input.source.next(None).map_err(Failure::io)? {
        format::find_in(&input.format, &chunk, &mut records);
        usable.add_chunk(input.source.name(), &chunk, &records, &mut puzzles);
        input.format = input.format.after(&chunk);
        if puzzles.len() >= most {
            break;
        }
    }
    if let Some(refusal) = usable.refusal() {
        return Err(Failure::refused(refusal));
    }
    if let Some(left_out) = usable.left_out() {
        warn(&format!("{left_out}: left out"));
    }
    if usable.beside == Beside::Tails {
        warn(&format!(
            "{}: text beside the puzzles is left out",
            escape(path)
        ));
    }
    let corpus = Corpus::new(name, puzzles.into_iter().take(most)).read(&usable);
    if corpus.is_empty() {
        return Err(Failure::io(format!(
            "{}: there is no puzzle in it",
            escape(path)
        )));
    }
    Ok(corpus)
}

/// The engine, and its back end, of a name that somebody typed.
fn engine_and_backend(typed: &str) -> Result<(String, Option<String>), Failure> {
    let (engine, options) = names::choose(typed)?;
    Ok((engine.name.to_owned(), options.backend))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        select: Select,
    }

    fn select(args: &str) -> Select {
        Typed::parse_from(["test"].into_iter().chain(args.split_whitespace())).select
    }

    fn corpora() -> Vec<Corpus> {
        vec![
            Corpus::new("a", [Puzzle::EMPTY]),
            Corpus::new("b", [Puzzle::EMPTY]),
        ]
    }

    fn refused(args: &str) -> String {
        let refused = select(args).cases(&corpora(), &[], &["all"]);
        refused.expect_err(args).message
    }

    #[test]
    fn cases_are_all_combinations_once() {
        let cases = |args: &str| {
            let cases = select(args).cases(&corpora(), &[], &["all"]);
            cases.unwrap().len()
        };
        assert_eq!(cases("--engines mrv-scan --threads 1,2 --limits 1,2"), 8);
        assert_eq!(cases("--engines mrv-scan,mrv-scan --threads 1,1"), 2);
        let engines = ENGINES.iter().filter(|engine| !engine.slow).count();
        assert_eq!(cases(""), 2 * engines);
    }

    #[test]
    fn commands_have_a_case_for_each_number_of_threads_that_they_are_told() {
        let spec = |text| SolverSpec::parse(text).unwrap();
        let solvers = ["once=./a", "told=./b -j {threads}", "lib=./c.so"].map(spec);
        let cases = |args: &str| -> Vec<String> {
            let cases = select(args);
            let cases = cases
                .cases(&corpora()[..1], &solvers, &BESIDE_OTHERS)
                .unwrap();
            let name = |case: &CaseKey| format!("{} x{}", case.engine, case.threads);
            cases.iter().map(name).collect()
        };
        let expected = [
            "lanes x2", "mrv x2", "once x2", "told x2", "lib x2", "lanes x1", "mrv x1", "told x1",
            "lib x1",
        ];
        assert_eq!(cases("--threads 2,1"), expected);
        assert_eq!(
            cases("--engines mrv"),
            ["mrv x1", "once x1", "told x1", "lib x1"]
        );
    }

    #[test]
    fn what_is_unknown_is_refused_by_name() {
        assert!(refused("--engines abacus").contains("'abacus'"));
        assert!(refused("--engines mrv-scan/avx2").contains("no back ends"));
        for (option, wrong) in [
            ("threads", "0"),
            ("threads", "many"),
            ("limits", "0"),
            ("max-puzzles", "0"),
        ] {
            let typed = format!("--{option}={wrong}");
            let refused = Typed::try_parse_from(["test", &typed]).err().unwrap();
            assert!(
                refused.to_string().contains(&format!("'{wrong}'")),
                "{typed}"
            );
        }
    }
}
