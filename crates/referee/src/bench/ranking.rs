//! Finds out who is fastest, by how much, and how sure that is: ratios of speeds, taken round by
//! round.
//!
//! In a round every case gives one sample, so a slow moment of the machine affects both sides of a
//! ratio.

use super::figures::{all_rounds, common_clock, quiet_rounds};
use super::record::{CaseClock, Record, ResultRow};
use super::stats::{self, Centre, Estimate, Interval, Settings};
use ninefold::engine::ENGINES;
use std::collections::BTreeMap;

/// The solvers of a result with the same number of threads and the same limit.
#[derive(Debug)]
pub struct Ranking<'a> {
    /// Threads.
    pub threads: usize,
    /// Limit of solutions.
    pub limit: u64,
    /// The solver that ratios are relative to, with its back end.
    pub reference: String,
    /// The solvers, with their back ends: those that share the most corpora with the reference
    /// first, and of these the fastest first.
    pub solvers: Vec<String>,
    rows: Vec<&'a ResultRow>,
    /// By corpus.
    rounds: BTreeMap<&'a str, CorpusRounds>,
}

/// The rounds from which all speeds and ratios on a corpus are taken, so that they can be compared.
#[derive(Debug)]
pub(crate) struct CorpusRounds {
    pub(crate) rounds: Vec<usize>,
    /// Whether these are the quiet ones, and not all.
    pub(crate) are_quiet: bool,
}

/// Ranks the solvers of a result, for each number of threads and limit. The ratios are relative to
/// `reference`, the name of an engine (or of engine and back end), if it has a row; otherwise to
/// the first external solver, else to the default engine, else to the first engine.
#[must_use]
pub fn rankings<'a>(record: &'a Record, reference: Option<&str>) -> Vec<Ranking<'a>> {
    let mut all: Vec<Ranking<'a>> = Vec::new();
    for row in &record.rows {
        let threads = row.case.threads;
        let limit = row.case.limit;
        match all.iter_mut().find(|ranking| ranking.has(row)) {
            Some(ranking) => ranking.rows.push(row),
            None => all.push(Ranking {
                threads,
                limit,
                reference: String::new(),
                solvers: Vec::new(),
                rows: vec![row],
                rounds: BTreeMap::new(),
            }),
        }
    }
    for ranking in &mut all {
        ranking.rounds = rounds_by_corpus(&ranking.rows);
        ranking.reference = ranking.reference(reference);
        ranking.solvers = ranking.by_speed();
    }
    all
}

/// The speed of a row, to be compared with those of other hours: puzzles a second, or divided by
/// that of another row of its result. It is of all rounds: how many are quiet depends on the hour,
/// and a solver that is sometimes slower has quiet rounds, too.
pub(crate) fn speed_of_hour(
    row: &ResultRow,
    base: Option<&ResultRow>,
    clock: CaseClock,
) -> Estimate {
    match base {
        None => row.speed_in(&all_rounds(&[row]), clock),
        Some(base) => ratio([row, base], &all_rounds(&[row, base]), clock),
    }
}

impl Ranking<'_> {
    /// Whether a row belongs to this setting.
    pub(crate) fn has(&self, row: &ResultRow) -> bool {
        (row.case.threads, row.case.limit) == (self.threads, self.limit)
    }

    /// The rows of a solver.
    pub(crate) fn rows_of(&self, solver: &str) -> impl Iterator<Item = &ResultRow> {
        let rows = self.rows.iter().copied();
        rows.filter(move |row| row.case.engine_and_backend() == solver)
    }

    /// The rounds of the corpus of a row.
    pub(crate) fn rounds_of(&self, row: &ResultRow) -> &CorpusRounds {
        &self.rounds[&*row.case.corpus]
    }

    /// The speed of a row divided by that of the reference, if it has solved the corpus.
    pub(crate) fn ratio(&self, row: &ResultRow) -> Option<Estimate> {
        let solver = row.case.engine_and_backend();
        let pairs = self.pairs(&solver, &self.reference);
        let pair = pairs.into_iter().find(|[other, _]| other.case == row.case);
        pair.map(|pair| self.ratio_of(pair))
    }

    /// The speed of a solver divided by that of another, the geometric mean of their ratios on the
    /// corpora that both solved, and the number of those. `None` if there is none. Its interval is
    /// as wide as if chance erred in the same direction on each corpus.
    #[must_use]
    pub fn speed_over(&self, solver: &str, other: &str) -> Option<(Estimate, usize)> {
        let pairs = self.pairs(solver, other);
        let ratios = pairs.iter().map(|&pair| self.ratio_of(pair));
        let ratios: Vec<Estimate> = ratios.collect();
        let mean = |of: fn(&Estimate) -> f64| {
            let logs = ratios.iter().map(|ratio| of(ratio).ln());
            (logs.sum::<f64>() / ratios.len() as f64).exp()
        };
        let mean = Estimate {
            value: mean(|ratio| ratio.value),
            interval: Interval {
                low: mean(|ratio| ratio.interval.low),
                high: mean(|ratio| ratio.interval.high),
            },
            samples: ratios.iter().map(|ratio| ratio.samples).min()?,
        };
        Some((mean, ratios.len()))
    }

    /// The ratio of the speeds of two rows of one corpus.
    ///
    /// A disturbance does not slow both by the same factor, but favours the solver that waits more.
    fn ratio_of(&self, pair: [&ResultRow; 2]) -> Estimate {
        let clock = common_clock(pair.into_iter());
        ratio(pair, &self.rounds_of(pair[0]).rounds, clock)
    }

    fn reference(&self, named: Option<&str>) -> String {
        let mut rows = self.rows.iter();
        let wanted = rows.find(|row| named.is_some_and(|name| row.case.is_of(name)));
        let mut rows = self.rows.iter();
        let external = rows.find(|row| row.external.is_some());
        let mut rows = self.rows.iter();
        let default = rows.find(|row| row.case.engine == ENGINES[0].name);
        let row = wanted.or(external).or(default);
        row.unwrap_or(&self.rows[0]).case.engine_and_backend()
    }

    fn by_speed(&self) -> Vec<String> {
        let mut solvers: Vec<(usize, f64, String)> = Vec::new();
        for row in &self.rows {
            let solver = row.case.engine_and_backend();
            if solvers.iter().all(|(.., other)| *other != solver) {
                let found = self.speed_over(&solver, &self.reference);
                let (corpora, speed) = found.map_or((0, 0.0), |(of, corpora)| (corpora, of.value));
                solvers.push((corpora, speed, solver));
            }
        }
        solvers.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        solvers.into_iter().map(|(.., solver)| solver).collect()
    }

    /// The rows of two solvers on each corpus that both solved.
    fn pairs(&self, solver: &str, other: &str) -> Vec<[&ResultRow; 2]> {
        let mut pairs = Vec::new();
        for row in self.rows_of(solver) {
            let mut others = self.rows_of(other);
            let base = others.find(|base| base.case.corpus == row.case.corpus);
            pairs.extend(base.map(|base| [row, base]));
        }
        pairs
    }
}

/// The quiet rounds of each corpus, or all if these are too few.
fn rounds_by_corpus<'a>(rows: &[&'a ResultRow]) -> BTreeMap<&'a str, CorpusRounds> {
    let mut by_corpus: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
    for &row in rows {
        by_corpus.entry(&row.case.corpus).or_default().push(row);
    }
    let rounds = by_corpus.into_iter().map(|(corpus, rows)| {
        let quiet = quiet_rounds(&rows);
        let are_quiet = quiet.is_some();
        let rounds = quiet.unwrap_or_else(|| all_rounds(&rows));
        (corpus, CorpusRounds { rounds, are_quiet })
    });
    rounds.collect()
}

/// The ratio of the speeds of two rows in these rounds.
fn ratio(pair: [&ResultRow; 2], rounds: &[usize], clock: CaseClock) -> Estimate {
    let [times, base] = pair.map(|row| row.times_in(rounds, clock));
    let logs = stats::log_ratios(&times, &base);
    stats::bootstrap(&logs, Centre::Midmean, &Settings::default()).map(f64::exp)
}

#[cfg(test)]
mod tests {
    use super::super::record::ExternalDetails;
    use super::super::record::tests::{example, set_times};
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
                set_times(&mut row, (0..20).map(|i| time * noise(i)));
                record.rows.push(row);
            }
        }
        record
    }

    fn one<'a>(record: &'a Record, reference: Option<&str>) -> Ranking<'a> {
        let mut all = rankings(record, reference);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    fn near(found: Estimate, expected: f64) -> bool {
        let Estimate {
            value, interval, ..
        } = found;
        (value / expected - 1.0).abs() < 0.03
            && interval.low > value * 0.9
            && interval.high < value * 1.1
    }

    #[test]
    fn ratios_are_of_rounds_and_their_mean_is_geometric() {
        let record = three();
        let found = one(&record, None);
        assert_eq!((&*found.reference, found.solvers.len()), ("a", 3));
        assert_eq!(found.solvers, ["c", "b", "a"]);
        for (solver, other, expected) in [("c", "a", 4.0), ("b", "a", 2.0), ("c", "b", 2.0)] {
            let (speed, corpora) = found.speed_over(solver, other).unwrap();
            assert!(near(speed, expected) && corpora == 2, "{speed:?}");
        }
        let ratio = found.ratio(&record.rows[5]).unwrap();
        assert!(near(ratio, 8.0), "{ratio:?}");
    }

    #[test]
    fn the_mean_of_corpora_is_that_of_their_ratios_whatever_rounds_are_quiet() {
        let mut record = three();
        record.rows.retain(|row| row.case.engine != "b");
        for (k, row) in record.rows.iter_mut().enumerate() {
            let wave = |i: usize| 1.0 + (i % 5) as f64 / 1000.0;
            // The first corpus is quiet in the last ten rounds. Before, its ratio is another. On
            // the second the ratio falls slowly.
            let time = |i: usize| match (k, i < 20) {
                (0, is_slow) => [100.0, 170.0][usize::from(is_slow)],
                (1, is_slow) => [10.0, 27.0][usize::from(is_slow)],
                (2, _) => 100.0,
                _ => 10.0 + i as f64 / 10.0,
            };
            set_times(row, (0..30).map(|i| time(i) * wave(i)));
        }
        let found = one(&record, None);
        let ratios = [1, 3].map(|i| found.ratio(&record.rows[i]).unwrap());
        assert!(near(ratios[0], 10.0), "{ratios:?}");
        assert!(near(ratios[1], 100.0 / 11.45), "{ratios:?}");
        let (speed, _) = found.speed_over("c", "a").unwrap();
        let mean = (ratios[0].value * ratios[1].value).sqrt();
        assert!((speed.value / mean - 1.0).abs() < 1e-9, "{speed:?}");
        let high = ratios[0].interval.high * ratios[1].interval.high;
        assert!((speed.interval.high / high.sqrt() - 1.0).abs() < 1e-9);
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
        // The fastest lacks the corpus x.
        record.rows.remove(2);
        let found = one(&record, None);
        assert_eq!(found.solvers, ["b", "a", "c"]);
        let (speed, corpora) = found.speed_over("c", "a").unwrap();
        assert!(near(speed, 8.0) && corpora == 1);
        let other = one(&record, Some("c"));
        assert_eq!(other.ratio(&record.rows[0]), None);
        assert!(near(other.ratio(&record.rows[3]).unwrap(), 10.0 / 80.2));
    }

    #[test]
    fn threads_and_limits_stand_apart_and_few_rounds_have_no_interval() {
        let mut record = example();
        record.rows[1].case.limit = 1;
        for row in &mut record.rows {
            row.samples.truncate(3);
        }
        let found = rankings(&record, None);
        assert_eq!((found.len(), found[0].limit, found[1].limit), (2, 2, 1));
        let ratio = found[0].ratio(&record.rows[0]).unwrap();
        assert!(!ratio.interval.is_known());
        record.rows.clear();
        assert!(rankings(&record, None).is_empty());
    }
}
