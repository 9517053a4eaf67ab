//! Finds out who is fastest, by how much, and how sure that is: ratios of speeds, taken round by
//! round.
//!
//! In a round every case gives one sample, so a slow moment of the machine affects both sides of a
//! ratio.

use super::figures::{GroupedRow, comparable_rounds};
use super::record::{Case, Record, ResultRow, RoundsUsed};
use super::stats::{self, Centre, Estimate, MIN_SAMPLES, Settings, StatsError};
use crate::engine::ENGINES;

/// The engines of a result with the same number of threads and the same limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Rankings {
    /// Threads.
    pub threads: usize,
    /// Limit of solutions.
    pub limit: u64,
    /// The engine that ratios are relative to.
    pub reference: String,
    /// The corpora.
    pub corpora: Vec<CorpusRanking>,
    /// The engines: those that solved the most corpora first, and of these the fastest first.
    pub engines: Vec<Ranking>,
    /// Speed of the first engine divided by that of the second, as in [`Ranking::overall`].
    pub speed_up: Option<Estimate>,
}

/// A corpus and its reference.
#[derive(Debug, Clone, PartialEq)]
pub struct CorpusRanking {
    /// Its name.
    pub name: String,
    /// The reference, or if that has no row, the first engine that has one.
    pub reference: String,
}

/// An engine compared with the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Its name, with its back end.
    pub engine: String,
    /// Geometric mean of its ratios on all corpora that it and the reference solved. `None` if
    /// there is no such corpus.
    pub overall: Option<Estimate>,
    /// The number of those corpora.
    pub common: usize,
    /// Its result on each corpus, in the order of [`Rankings::corpora`]. `None` if it has no row.
    pub on: Vec<Option<OnCorpus>>,
}

/// The result of an engine on a corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OnCorpus {
    /// Its speed divided by that of the corpus' reference.
    pub ratio: Estimate,
    /// The rounds that the ratio is taken from.
    pub rounds: RoundsUsed,
    /// Whether it is the fastest there, or not distinguishable from the fastest. Never set if there
    /// are too few rounds for a verdict.
    pub is_fastest: bool,
}

/// Compares the engines of a result, for each number of threads and limit. The ratios are relative
/// to `reference`, the name of an engine (or of engine and back end), if it has a row; otherwise to
/// the first external solver, else to the default engine, else to the first engine.
///
/// # Errors
/// A sample is not a time.
pub fn rankings(record: &Record, reference: Option<&str>) -> Result<Vec<Rankings>, StatsError> {
    let mut settings: Vec<Setting> = Vec::new();
    for setting in record.rows.iter().map(Setting::of) {
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    let ranking = |setting| SettingRows::of(record, setting)?.rankings(reference);
    settings.into_iter().map(ranking).collect()
}

/// Whether `name` means the engine of a row.
#[must_use]
pub fn is_named(row: &ResultRow, name: &str) -> bool {
    row.case.engine == name || row.case.engine_and_backend() == name
}

/// Speed of `row` divided by that of `base`, from the rounds that both have.
///
/// # Errors
/// A sample is not a time.
pub(crate) fn speed_over(row: &ResultRow, base: &ResultRow) -> Result<Estimate, StatsError> {
    grouped_speed_over(&GroupedRow::of(row)?, &GroupedRow::of(base)?)
}

fn grouped_speed_over(row: &GroupedRow<'_>, base: &GroupedRow<'_>) -> Result<Estimate, StatsError> {
    estimate(&[ratios(row, base)?.0])
}

impl Rankings {
    /// Whether a row belongs to this setting.
    pub(super) fn has(&self, row: &ResultRow) -> bool {
        (row.case.threads, row.case.limit) == (self.threads, self.limit)
    }

    /// A row beside that of the reference, where both have solved its corpus.
    pub(super) fn on_corpus(&self, row: &ResultRow) -> Option<OnCorpus> {
        let mut corpora = self.corpora.iter();
        let place = corpora.position(|corpus| corpus.name == row.case.corpus)?;
        let name = row.case.engine_and_backend();
        let ranking = self.engines.iter().find(|ranking| ranking.engine == name)?;
        let same = self.has(row) && self.corpora[place].reference == self.reference;
        ranking.on[place].filter(|_| same)
    }
}

/// What rows must share to be compared.
#[derive(Clone, Copy, PartialEq)]
struct Setting {
    threads: usize,
    limit: u64,
}

impl Setting {
    fn of(row: &ResultRow) -> Setting {
        Setting {
            threads: row.case.threads,
            limit: row.case.limit,
        }
    }
}

/// The rows of a setting.
struct SettingRows<'a> {
    setting: Setting,
    rows: Vec<GroupedRow<'a>>,
}

/// Speed of an engine divided by that of another, on all corpora that both solved.
struct Overall {
    /// Geometric mean. `None` if there is no such corpus.
    ratio: Option<Estimate>,
    /// The number of those corpora.
    common: usize,
}

impl<'a> SettingRows<'a> {
    fn of(record: &'a Record, setting: Setting) -> Result<SettingRows<'a>, StatsError> {
        let same = |row: &&ResultRow| Setting::of(row) == setting;
        let rows = record.rows.iter().filter(same).map(GroupedRow::of);
        Ok(SettingRows {
            setting,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    fn rows(&self) -> impl Iterator<Item = &'a ResultRow> {
        self.rows.iter().map(|grouped| grouped.row)
    }

    fn rankings(&self, reference: Option<&str>) -> Result<Rankings, StatsError> {
        let reference = self.reference(reference);
        let corpora = self.corpora(&reference);
        let ranking = |engine| self.ranking(engine, &corpora, &reference);
        let engines: Result<Vec<_>, _> = self.engines().into_iter().map(ranking).collect();
        let mut engines = engines?;
        for (i, corpus) in corpora.iter().enumerate() {
            self.mark_fastest(&mut engines, i, corpus)?;
        }
        let speed = |ranking: &Ranking| ranking.overall.map_or(0.0, |ratio| ratio.value);
        engines.sort_by(|a, b| b.common.cmp(&a.common).then(speed(b).total_cmp(&speed(a))));
        let speed_up = match &engines[..] {
            [first, second, ..] => self.overall(&corpora, &first.engine, &second.engine)?.ratio,
            _ => None,
        };
        Ok(Rankings {
            threads: self.setting.threads,
            limit: self.setting.limit,
            reference,
            corpora,
            engines,
            speed_up,
        })
    }

    /// The engine that ratios are relative to.
    fn reference(&self, named: Option<&str>) -> String {
        let first = |is: &dyn Fn(&ResultRow) -> bool| self.rows().find(|row| is(row));
        first(&|row| named.is_some_and(|name| is_named(row, name)))
            .or_else(|| first(&|row| row.external.is_some()))
            .or_else(|| first(&|row| row.case.engine == ENGINES[0].name))
            .unwrap_or(self.rows[0].row)
            .case
            .engine_and_backend()
    }

    /// The corpora, in the order of their first rows.
    fn corpora(&self, reference: &str) -> Vec<CorpusRanking> {
        let mut corpora: Vec<CorpusRanking> = Vec::new();
        for row in self.rows() {
            let name = &row.case.corpus;
            if corpora.iter().any(|corpus| corpus.name == *name) {
                continue;
            }
            let reference = match self.find(name, reference) {
                Some(_) => reference.to_owned(),
                None => row.case.engine_and_backend(),
            };
            corpora.push(CorpusRanking {
                name: name.clone(),
                reference,
            });
        }
        corpora
    }

    /// The engines, in the order of their first rows.
    fn engines(&self) -> Vec<String> {
        let mut engines = Vec::new();
        for row in self.rows() {
            let engine = row.case.engine_and_backend();
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        engines
    }

    /// The ranking of an engine. Leaders are not marked yet.
    fn ranking(
        &self,
        engine: String,
        corpora: &[CorpusRanking],
        reference: &str,
    ) -> Result<Ranking, StatsError> {
        let on = |corpus: &CorpusRanking| {
            let both = self.both(corpus, &engine, &corpus.reference);
            let on = both.map(|(row, base)| {
                let (ratios, rounds) = ratios(row, base)?;
                Ok(OnCorpus {
                    ratio: estimate(&[ratios])?,
                    rounds,
                    is_fastest: false,
                })
            });
            on.transpose()
        };
        let on: Result<Vec<_>, _> = corpora.iter().map(on).collect();
        let Overall { ratio, common } = self.overall(corpora, &engine, reference)?;
        Ok(Ranking {
            on: on?,
            overall: ratio,
            common,
            engine,
        })
    }

    /// Marks the fastest on a corpus, and those that cannot be distinguished from it.
    fn mark_fastest(
        &self,
        engines: &mut [Ranking],
        place: usize,
        corpus: &CorpusRanking,
    ) -> Result<(), StatsError> {
        let ratio = |ranking: &Ranking| ranking.on[place].map_or(0.0, |on| on.ratio.value);
        let fastest = engines.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let Some(fastest) = fastest.and_then(|fastest| self.find(&corpus.name, &fastest.engine))
        else {
            return Ok(());
        };
        for ranking in engines {
            let row = self.find(&corpus.name, &ranking.engine);
            if let (Some(on), Some(row)) = (&mut ranking.on[place], row) {
                let to_fastest = grouped_speed_over(row, fastest)?.interval;
                on.is_fastest = to_fastest.is_known() && to_fastest.high >= 1.0;
            }
        }
        Ok(())
    }

    fn overall(
        &self,
        corpora: &[CorpusRanking],
        engine: &str,
        base: &str,
    ) -> Result<Overall, StatsError> {
        let both = corpora
            .iter()
            .filter_map(|corpus| self.both(corpus, engine, base));
        let both: Vec<_> = both.collect();
        let rounds = common_rounds(&both);
        let all = both.iter();
        let all = all.map(|(row, base)| ratios_in(&rounds, row, base));
        let all = all.collect::<Result<Vec<_>, StatsError>>()?;
        Ok(Overall {
            ratio: (!all.is_empty()).then(|| estimate(&all)).transpose()?,
            common: all.len(),
        })
    }

    /// The rows of two engines on a corpus that both solved.
    fn both(
        &self,
        corpus: &CorpusRanking,
        engine: &str,
        base: &str,
    ) -> Option<(&GroupedRow<'a>, &GroupedRow<'a>)> {
        let row = self.find(&corpus.name, engine);
        row.zip(self.find(&corpus.name, base))
    }

    fn find(&self, corpus: &str, engine: &str) -> Option<&GroupedRow<'a>> {
        let is = |case: &Case| case.corpus == corpus && case.engine_and_backend() == engine;
        self.rows.iter().find(|grouped| is(&grouped.row.case))
    }
}

/// Logarithm of the speed of `row` divided by that of `base`, in each round that the ratio is taken from.
///
/// A disturbance does not slow both by the same factor, but favours the solver that waits more.
fn ratios(
    row: &GroupedRow<'_>,
    base: &GroupedRow<'_>,
) -> Result<(Vec<f64>, RoundsUsed), StatsError> {
    let (rounds, used) = comparable_rounds(row, base);
    Ok((ratios_in(&rounds, row, base)?, used))
}

/// The same in these rounds.
fn ratios_in(
    rounds: &[usize],
    row: &GroupedRow<'_>,
    base: &GroupedRow<'_>,
) -> Result<Vec<f64>, StatsError> {
    stats::log_ratios(&row.samples(rounds), &base.samples(rounds))
}

/// The rounds that a mean over several pairs of rows is taken from: those that the ratio of every pair
/// is taken from, if these are enough, otherwise all.
fn common_rounds(pairs: &[(&GroupedRow<'_>, &GroupedRow<'_>)]) -> Vec<usize> {
    let lengths = pairs.iter().flat_map(|(row, base)| [row, base]);
    let lengths = lengths.map(|grouped| grouped.row.samples_ns.len());
    let all: Vec<usize> = (0..lengths.min().unwrap_or(0)).collect();
    let mut common = all.clone();
    for (row, base) in pairs {
        let (rounds, _) = comparable_rounds(row, base);
        common.retain(|round| rounds.binary_search(round).is_ok());
    }
    match common.len() {
        MIN_SAMPLES.. => common,
        _ => all,
    }
}

/// The geometric mean of several ratios, from their logarithms in each round.
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
    use super::super::record::ExternalDetails;
    use super::super::record::tests::example;
    use super::*;

    /// Three engines on two corpora. `c` is 2 times as fast as `a` on one and 8 times on the other,
    /// under load that varies for all of them.
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

    fn one(record: &Record, reference: Option<&str>) -> Rankings {
        let mut all = rankings(record, reference).unwrap();
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
        assert!(near(found.speed_up, 2.0), "{found:?}");
        assert!(near(found.engines[0].on[1].map(|on| on.ratio), 8.0));
    }

    #[test]
    fn the_mean_of_corpora_with_other_quiet_rounds_is_of_the_same_rounds() {
        let mut record = three();
        record.rows.retain(|row| row.case.engine != "b");
        for (k, row) in record.rows.iter_mut().enumerate() {
            let wave = |i: usize| 1.0 + (i % 5) as f64 / 1000.0;
            // The first corpus is quiet in the last ten rounds. On the second the ratio falls slowly.
            let time = |i: usize| match (k, i < 20) {
                (0, is_slow) => [100.0, 170.0][usize::from(is_slow)],
                (1, is_slow) => [10.0, 17.0][usize::from(is_slow)],
                (2, _) => 100.0,
                _ => 10.0 + i as f64 / 10.0,
            };
            row.samples_ns = (0..30).map(|i| time(i) * wave(i)).collect();
        }
        let found = one(&record, None);
        assert!(near(found.engines[0].on[0].map(|on| on.ratio), 10.0));
        let falls_to = 100.0 / 12.45;
        let mean = (10.0_f64 * falls_to).sqrt();
        assert!(near(found.engines[0].overall, mean), "{found:?}");
    }

    #[test]
    fn the_fastest_of_each_corpus_is_marked_with_its_equals() {
        let mut record = three();
        let is_fastest = |record: &Record| -> Vec<Vec<bool>> {
            let found = one(record, None);
            let on =
                |ranking: &Ranking| ranking.on.iter().map(|on| on.unwrap().is_fastest).collect();
            found.engines.iter().map(on).collect()
        };
        assert_eq!(
            is_fastest(&record),
            [[false, true], [true, false], [false, false]]
        );
        record.rows.retain(|row| row.case.engine != "c");
        assert_eq!(
            is_fastest(&record),
            [[true, true], [false, true]],
            "80 and 80.2 are too near"
        );
    }

    #[test]
    fn nobody_leads_where_the_rounds_are_too_few() {
        let mut record = three();
        for row in &mut record.rows {
            row.samples_ns.truncate(7);
        }
        let found = one(&record, None);
        let on = found.engines.iter().flat_map(|ranking| &ranking.on);
        assert!(on.flatten().all(|on| !on.is_fastest), "{found:?}");
    }

    #[test]
    fn the_reference_is_the_one_named_or_the_first_from_outside_or_the_default() {
        let mut record = three();
        assert_eq!(one(&record, Some("b")).reference, "b");
        for row in [1, 4] {
            ENGINES[0]
                .name
                .clone_into(&mut record.rows[row].case.engine);
        }
        assert_eq!(one(&record, None).reference, ENGINES[0].name);
        record.rows[2].external = Some(ExternalDetails::default());
        assert_eq!(one(&record, None).reference, "c");
        assert_eq!(one(&record, Some("a")).reference, "a");
    }

    #[test]
    fn who_lacks_a_corpus_comes_last_and_its_mean_says_of_how_many() {
        let mut record = three();
        // The fastest lacks the corpus x, and in the end the reference does too.
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
        let found = rankings(&record, None).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].limit, found[1].limit, found[0].speed_up),
            (2, 1, None)
        );
        assert!(!found[0].engines[0].overall.unwrap().interval.is_known());
        record.rows.clear();
        assert_eq!(rankings(&record, None), Ok(vec![]));
    }
}
