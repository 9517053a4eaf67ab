//! Finds out who is fastest, by how much, and how sure that is: ratios of speeds, taken round by
//! round.
//!
//! In a round every case gives one sample, so a slow moment of the machine affects both sides of a
//! ratio.

use super::figures::{all_rounds, common_clock, used_rounds};
use super::record::{CaseClock, Record, ResultRow};
use super::stats::{self, Centre, Estimate, Settings};
use ninefold::engine::ENGINES;

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
            }),
        }
    }
    for ranking in &mut all {
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
        Some(base) => ratio(&[[row, base]], &all_rounds(&[row, base]), clock),
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

    /// The rounds from which all figures on a corpus are taken, so that they can be compared.
    pub(crate) fn rounds_on(&self, corpus: &str) -> Vec<usize> {
        let rows = self.rows.iter().copied();
        let rows: Vec<&ResultRow> = rows.filter(|row| row.case.corpus == corpus).collect();
        used_rounds(&rows, common_clock(rows.iter().copied()))
    }

    /// The speed of a row divided by that of the reference, if it has solved the corpus.
    pub(crate) fn ratio(&self, row: &ResultRow) -> Option<Estimate> {
        let solver = row.case.engine_and_backend();
        let mut pairs = self.pairs(&solver, &self.reference);
        pairs.retain(|[other, _]| other.case == row.case);
        let clock = common_clock(pairs.iter().flatten().copied());
        let rounds = self.rounds_on(&row.case.corpus);
        (!pairs.is_empty()).then(|| ratio(&pairs, &rounds, clock))
    }

    /// The speed of a solver divided by that of another, the geometric mean over the corpora that
    /// both solved, and the number of those. `None` if there is none.
    #[must_use]
    pub fn speed_over(&self, solver: &str, other: &str) -> Option<(Estimate, usize)> {
        let pairs = self.pairs(solver, other);
        of_pairs(&pairs).map(|ratio| (ratio, pairs.len()))
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

/// The ratio of some pairs of rows by the clock that all of them have. `None` if there is no pair.
fn of_pairs(pairs: &[[&ResultRow; 2]]) -> Option<Estimate> {
    let clock = common_clock(pairs.iter().flatten().copied());
    // A disturbance does not slow both rows of a pair by the same factor, but favours the solver
    // that waits more. So quiet rounds are those in which all rows were quiet.
    let rounds = used_rounds(&pairs.concat(), clock);
    (!pairs.is_empty()).then(|| ratio(pairs, &rounds, clock))
}

/// The geometric mean of the ratios of speeds of some pairs of rows, in these rounds.
fn ratio(pairs: &[[&ResultRow; 2]], rounds: &[usize], clock: CaseClock) -> Estimate {
    let mut means = vec![0.0; rounds.len()];
    for pair in pairs {
        let [times, base] = pair.map(|row| row.times_in(rounds, clock));
        for (mean, log) in means.iter_mut().zip(stats::log_ratios(&times, &base)) {
            *mean += log;
        }
    }
    for mean in &mut means {
        *mean /= pairs.len() as f64;
    }
    stats::bootstrap(&means, Centre::Midmean, &Settings::default()).map(f64::exp)
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
    fn the_mean_of_corpora_with_other_quiet_rounds_is_of_the_same_rounds() {
        let mut record = three();
        record.rows.retain(|row| row.case.engine != "b");
        for (k, row) in record.rows.iter_mut().enumerate() {
            let wave = |i: usize| 1.0 + (i % 5) as f64 / 1000.0;
            // The first corpus is quiet in the last ten rounds. On the second the ratio falls
            // slowly.
            let time = |i: usize| match (k, i < 20) {
                (0, is_slow) => [100.0, 170.0][usize::from(is_slow)],
                (1, is_slow) => [10.0, 17.0][usize::from(is_slow)],
                (2, _) => 100.0,
                _ => 10.0 + i as f64 / 10.0,
            };
            set_times(row, (0..30).map(|i| time(i) * wave(i)));
        }
        let found = one(&record, None);
        let falls_to = 100.0 / 12.45;
        let mean = (10.0_f64 * falls_to).sqrt();
        let (speed, _) = found.speed_over("c", "a").unwrap();
        assert!(near(speed, mean), "{speed:?}");
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
