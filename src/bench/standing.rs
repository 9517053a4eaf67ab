//! Who is fastest, by how much, and how sure that is: ratios of speeds, taken round by round.
//!
//! In a round every case gives one sample, so whatever slows the machine down for a while slows
//! down both sides of a ratio.

use super::record::{Record, Row};
use super::stats::{self, Centre, Estimate, Settings, StatsError};
use crate::engine::ENGINES;

/// The engines of a result that solved with the same number of threads and the same limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// Threads.
    pub threads: usize,
    /// Limit of solutions.
    pub limit: u64,
    /// The engine that the ratios are to.
    pub reference: String,
    /// What was solved.
    pub corpora: Vec<Corpus>,
    /// The engines: first those that solved the most corpora, of these the fastest first.
    pub engines: Vec<Standing>,
    /// Speed of the first engine over that of the second, as [`Standing::overall`].
    pub lead: Option<Estimate>,
}

/// A corpus and what its ratios are to.
#[derive(Debug, Clone, PartialEq)]
pub struct Corpus {
    /// Its name.
    pub name: String,
    /// The reference; where that has no row, the first engine that has one.
    pub reference: String,
}

/// An engine among the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Its name, with its back end.
    pub engine: String,
    /// Geometric mean of its ratios on all corpora that it and the reference solved; none where
    /// there is no such corpus.
    pub overall: Option<Estimate>,
    /// On how many corpora that mean rests.
    pub common: usize,
    /// What it did on each corpus, as [`Standings::corpora`]; none where it has no row.
    pub on: Vec<Option<OnCorpus>>,
}

/// What an engine did on a corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OnCorpus {
    /// Its speed over that of the corpus' reference.
    pub ratio: Estimate,
    /// Whether it is the fastest there, or cannot be told apart from the fastest.
    pub leads: bool,
}

/// Compares the engines of a result, for each number of threads and limit. The ratios are to
/// `reference`, the name of an engine (or of engine and back end), where it has a row; otherwise
/// to the first solver that is not Ninefold's, else to the first engine that is not the default
/// one, else to the first.
///
/// # Errors
/// Samples that are no times.
pub fn standings(record: &Record, reference: Option<&str>) -> Result<Vec<Standings>, StatsError> {
    let mut settings: Vec<(usize, u64)> = Vec::new();
    for row in &record.rows {
        let setting = (row.case.threads, row.case.limit);
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    let standing = |(threads, limit)| {
        let same = |row: &&Row| (row.case.threads, row.case.limit) == (threads, limit);
        let rows: Vec<&Row> = record.rows.iter().filter(same).collect();
        of_setting(&rows, threads, limit, reference)
    };
    settings.into_iter().map(standing).collect()
}

/// Whether `name` means the engine of a row.
pub fn is_named(row: &Row, name: &str) -> bool {
    row.case.engine == name || row.case.engine_and_backend() == name
}

fn of_setting(
    rows: &[&Row],
    threads: usize,
    limit: u64,
    reference: Option<&str>,
) -> Result<Standings, StatsError> {
    let named = rows
        .iter()
        .find(|row| reference.is_some_and(|name| is_named(row, name)));
    let outside = || rows.iter().find(|row| row.outside.is_some());
    let other = || rows.iter().find(|row| row.case.engine != ENGINES[0].name);
    let reference = named
        .or_else(outside)
        .or_else(other)
        .unwrap_or(&rows[0])
        .case
        .engine_and_backend();
    let (mut names, mut corpora): (Vec<String>, Vec<Corpus>) = (Vec::new(), Vec::new());
    let find = |corpus: &str, engine: &str| {
        let is = |row: &&Row| row.case.corpus == corpus && row.case.engine_and_backend() == engine;
        rows.iter().copied().find(is)
    };
    for row in rows {
        let name = row.case.engine_and_backend();
        if !corpora.iter().any(|corpus| corpus.name == row.case.corpus) {
            let there = find(&row.case.corpus, &reference).is_some();
            corpora.push(Corpus {
                name: row.case.corpus.clone(),
                reference: if there {
                    reference.clone()
                } else {
                    name.clone()
                },
            });
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut engines = Vec::new();
    for engine in names {
        let mut on = Vec::new();
        for Corpus { name, reference } in &corpora {
            let rows = find(name, &engine).zip(find(name, reference));
            on.push(match rows {
                None => None,
                Some((row, base)) => Some(OnCorpus {
                    ratio: estimate(&[ratios(row, base)?])?,
                    leads: false,
                }),
            });
        }
        let (overall, common) = overall(&corpora, &engine, &reference, &find)?;
        engines.push(Standing {
            engine,
            overall,
            common,
            on,
        });
    }
    for (i, corpus) in corpora.iter().enumerate() {
        mark_leaders(&mut engines, i, &|engine| find(&corpus.name, engine))?;
    }
    let speed = |standing: &Standing| standing.overall.map_or(0.0, |ratio| ratio.value);
    engines.sort_by(|a, b| b.common.cmp(&a.common).then(speed(b).total_cmp(&speed(a))));
    let lead = match &engines[..] {
        [first, second, ..] => overall(&corpora, &first.engine, &second.engine, &find)?.0,
        _ => None,
    };
    Ok(Standings {
        threads,
        limit,
        reference,
        corpora,
        engines,
        lead,
    })
}

/// Marks the fastest on a corpus, and what cannot be told apart from it.
fn mark_leaders<'a>(
    engines: &mut [Standing],
    corpus: usize,
    find: &dyn Fn(&str) -> Option<&'a Row>,
) -> Result<(), StatsError> {
    let ratio = |standing: &Standing| standing.on[corpus].map_or(0.0, |on| on.ratio.value);
    let fastest = engines.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let Some(fastest) = fastest.and_then(|standing| find(&standing.engine)) else {
        return Ok(());
    };
    for standing in engines {
        if let (Some(on), Some(row)) = (&mut standing.on[corpus], find(&standing.engine)) {
            let behind = estimate(&[ratios(row, fastest)?])?.interval.high < 1.0;
            on.leads = !behind;
        }
    }
    Ok(())
}

/// The mean ratio of the speeds of `engine` and `base` on the corpora that both solved, and how
/// many these are.
fn overall<'a>(
    corpora: &[Corpus],
    engine: &str,
    base: &str,
    find: &dyn Fn(&str, &str) -> Option<&'a Row>,
) -> Result<(Option<Estimate>, usize), StatsError> {
    let both = |corpus: &Corpus| find(&corpus.name, engine).zip(find(&corpus.name, base));
    let both = corpora.iter().filter_map(both);
    let all: Result<Vec<_>, _> = both.map(|(row, base)| ratios(row, base)).collect();
    let all = all?;
    let mean = (!all.is_empty()).then(|| estimate(&all)).transpose()?;
    Ok((mean, all.len()))
}

/// Logarithm of the speed of `row` over that of `base`, for each round that both have.
fn ratios(row: &Row, base: &Row) -> Result<Vec<f64>, StatsError> {
    let rounds = row.samples_ns.len().min(base.samples_ns.len());
    stats::log_ratios(&row.samples_ns[..rounds], &base.samples_ns[..rounds])
}

/// The ratio that is the geometric mean of several, from their logarithms in each round.
fn estimate(corpora: &[Vec<f64>]) -> Result<Estimate, StatsError> {
    let rounds = corpora.iter().map(Vec::len).min().unwrap_or(0);
    let mean =
        |round| corpora.iter().map(|corpus| corpus[round]).sum::<f64>() / corpora.len() as f64;
    let means: Vec<f64> = (0..rounds).map(mean).collect();
    let log = stats::bootstrap(&means, Centre::Midmean, &Settings::default())?;
    Ok(log.map(f64::exp))
}

#[cfg(test)]
mod tests {
    use super::super::record::Outside;
    use super::super::record::tests::example;
    use super::*;

    /// Three engines on two corpora; `c` is 2 times as fast as `a` on one and 8 times on the
    /// other, under load that comes and goes for all of them.
    fn three() -> Record {
        let mut record = example();
        let row = record.rows.remove(0);
        record.rows.clear();
        for (corpus, times) in [("x", [80.0, 20.0, 40.0]), ("y", [80.0, 80.2, 10.0])] {
            for (k, (engine, time)) in ["a", "b", "c"].iter().zip(times).enumerate() {
                let mut row = row.clone();
                (row.case.engine, row.case.backend) = ((*engine).to_owned(), None);
                row.case.corpus = corpus.to_owned();
                let noise = |i: usize| 1.0 + (i % 5) as f64 + ((i + 3 * k) % 7) as f64 / 100.0;
                row.samples_ns = (0..20).map(|i| time * noise(i)).collect();
                record.rows.push(row);
            }
        }
        record
    }

    fn one(record: &Record, reference: Option<&str>) -> Standings {
        let mut all = standings(record, reference).unwrap();
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    fn near(found: Option<Estimate>, expected: f64) -> bool {
        found.is_some_and(|found| {
            let Estimate {
                value, interval, ..
            } = found;
            (value / expected - 1.0).abs() < 0.03
                && interval.low > value * 0.9
                && interval.high < value * 1.1
        })
    }

    #[test]
    fn ratios_are_of_rounds_and_their_mean_is_geometric() {
        let found = one(&three(), None);
        assert_eq!(found.reference, "a");
        let names: Vec<&str> = found.engines.iter().map(|s| &*s.engine).collect();
        assert_eq!(names, ["c", "b", "a"]);
        assert!(near(found.engines[0].overall, 4.0), "{found:?}");
        assert!(near(found.engines[1].overall, 2.0), "{found:?}");
        assert_eq!(found.engines[2].overall.unwrap().value, 1.0);
        assert!(near(found.lead, 2.0), "{found:?}");
        assert!(near(found.engines[0].on[1].map(|on| on.ratio), 8.0));
    }

    #[test]
    fn the_fastest_of_each_corpus_is_marked_with_its_equals() {
        let mut record = three();
        let leads = |record: &Record| -> Vec<Vec<bool>> {
            let found = one(record, None);
            let on = |standing: &Standing| standing.on.iter().map(|on| on.unwrap().leads).collect();
            found.engines.iter().map(on).collect()
        };
        assert_eq!(
            leads(&record),
            [[false, true], [true, false], [false, false]]
        );
        record.rows.retain(|row| row.case.engine != "c");
        assert_eq!(
            leads(&record),
            [[true, true], [false, true]],
            "80 and 80.2 are too near"
        );
    }

    #[test]
    fn the_reference_is_the_one_named_or_the_first_from_outside() {
        let mut record = three();
        assert_eq!(one(&record, Some("b")).reference, "b");
        record.rows[2].outside = Some(Outside::default());
        assert_eq!(one(&record, None).reference, "c");
        assert_eq!(one(&record, Some("b")).reference, "b");
    }

    #[test]
    fn who_lacks_a_corpus_comes_last_and_its_mean_says_of_how_many() {
        let mut record = three();
        // The fastest lacks the corpus x, which is the reference's as well in the end.
        record.rows.remove(2);
        let found = one(&record, None);
        let last = found.engines.last().unwrap();
        assert_eq!((&*last.engine, last.common), ("c", 1));
        assert!(near(last.overall, 8.0) && last.on[0].is_none());
        let other = one(&record, Some("c"));
        let references: Vec<&str> = other.corpora.iter().map(|c| &*c.reference).collect();
        assert_eq!(references, ["a", "c"]);
        assert!(near(
            other
                .engines
                .iter()
                .find(|s| s.engine == "b")
                .unwrap()
                .overall,
            10.0 / 80.2
        ));
    }

    #[test]
    fn threads_and_limits_stand_apart_and_few_rounds_have_no_interval() {
        let mut record = example();
        record.rows[1].case.limit = 1;
        for row in &mut record.rows {
            row.samples_ns.truncate(3);
        }
        let found = standings(&record, None).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].limit, found[1].limit, found[0].lead),
            (2, 1, None)
        );
        assert!(!found[0].engines[0].overall.unwrap().interval.is_known());
        record.rows.clear();
        assert_eq!(standings(&record, None), Ok(vec![]));
    }
}
