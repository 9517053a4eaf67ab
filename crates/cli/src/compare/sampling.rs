//! Chooses the puzzles of a paired comparison: from each corpus as many as represent it and fit
//! into the time, and as many corpora as then fit.

use crate::args::time_option;
use ninefold::bench::corpus::Corpus;
use ninefold::bench::paired::{PairedPlan, PairedRunner};
use ninefold::bench::worker::{Worker, WorkerError};
use ninefold::engine::Outcome;
use ninefold::escape::escape;
use ninefold::grid::CELLS;
use ninefold::numbers::{count, counted};
use ninefold::{Puzzles, SolveOptions, solve_many};
use std::time::{Duration, Instant};

/// Puzzles of each corpus in the trial that measures the cost of a puzzle, and the number of tries:
/// one try may fall into a slow moment.
pub(crate) const TRIED: usize = 100;
pub(crate) const TRIES: usize = 3;
/// Fewest puzzles of a corpus to measure: fewer do not fill a vector. The trial of an external
/// solver, which may be slow, takes this many, once.
pub(crate) const FEWEST: usize = 32;
/// Largest accepted standard error of the mean work of the chosen puzzles, as a share.
const ERROR: f64 = 0.05;
/// Puzzles of a corpus that show how much puzzles differ, and the limit of guesses for each.
const LOOKED_AT: usize = 1000;
const MOST_GUESSES: u64 = 10_000;
/// The default length of a sample, and the least. Short samples make more pairs, and on a busy
/// machine more pairs tell more than longer pairs do (`benches/record/paired-experiment.md`).
const SAMPLE: Duration = Duration::from_millis(2);
const LEAST_SAMPLE: Duration = Duration::from_millis(1);
/// Default number of times that a pair goes through old, new, new, old.
const BLOCKS: usize = 4;
/// The pairs that a verdict needs must fit this many times into the available time.
const TIMES: u32 = 3;
/// The fewest pairs fit this many times into the suggested time: the trial is short, and the first
/// look may be inconclusive.
const ADVISED: u32 = 2;

/// This many puzzles of each corpus.
pub(crate) fn taken(corpora: &[Corpus], counts: &[usize]) -> Vec<Corpus> {
    let taken = corpora.iter().zip(counts);
    taken.map(|(corpus, &count)| corpus.sample(count)).collect()
}

/// This many puzzles of each corpus, or all that it has.
pub(crate) fn at_most(puzzles: usize, corpora: &[Corpus]) -> Vec<usize> {
    let of = |corpus: &Corpus| corpus.len().min(puzzles);
    corpora.iter().map(of).collect()
}

/// The number of puzzles that represent a corpus. If puzzles differ by orders of magnitude, a few
/// hard ones dominate its time, and a small sample has too many of those or none.
///
/// The guesses of the default engine show how much puzzles differ. Times of the compared programs
/// would show it better, but a slow solver would take the time that this must save. Counting
/// guesses takes milliseconds, and guesses are the same for any solver on any machine.
pub(crate) fn representative(corpus: &Corpus) -> usize {
    let some = corpus.sample(LOOKED_AT);
    let mut outcomes = vec![Outcome::default(); some.len()];
    let puzzles = Puzzles::strided(some.lines(), CELLS + 1);
    let options = SolveOptions::new().max_guesses(MOST_GUESSES);
    if solve_many(&puzzles, &mut [], &mut outcomes, &options).is_err() {
        return FEWEST;
    }
    let work = || outcomes.iter().map(|outcome| 1.0 + outcome.guesses as f64);
    let mean = work().sum::<f64>() / some.len() as f64;
    let variance = work().map(|work| (work - mean).powi(2)).sum::<f64>() / some.len() as f64;
    let puzzles = variance / (mean * ERROR).powi(2);
    (puzzles.ceil() as usize).max(FEWEST).min(corpus.len())
}

/// The result of a trial.
pub(crate) struct Trial {
    /// Time until a program is ready to be measured.
    start: Duration,
    cases: Vec<Cost>,
    /// The time of the trial itself.
    took: Duration,
}

struct Cost {
    corpus: usize,
    /// Seconds that a puzzle takes.
    puzzle: f64,
    /// Seconds of a sample besides solving.
    beside: f64,
}

impl Trial {
    /// Measures each case of a program, `tries` times.
    pub(crate) fn of(
        corpora: &[Corpus],
        tries: usize,
        start: impl FnOnce() -> Result<Worker, WorkerError>,
    ) -> Result<Trial, WorkerError> {
        let began = Instant::now();
        let mut program = start()?;
        let start = began.elapsed();
        let mut cases = Vec::new();
        for case in 0..program.record().rows.len() {
            let (mut pass, mut took) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..tries {
                let began = Instant::now();
                pass = pass.min(program.sample(case)?.wall_ns / 1e9);
                took = took.min(began.elapsed().as_secs_f64());
            }
            let row = &program.record().rows[case];
            let same = |corpus: &Corpus| corpus.name() == row.case.corpus;
            cases.push(Cost {
                corpus: corpora.iter().position(same).unwrap_or(0),
                puzzle: pass / row.puzzles.max(1) as f64,
                beside: (took - pass * row.repeats as f64).max(0.0),
            });
        }
        Ok(Trial {
            start,
            cases,
            took: began.elapsed(),
        })
    }
}

/// The specified options of sampling.
#[derive(Default)]
pub(crate) struct GivenSampling {
    /// Whether to take all puzzles of each corpus.
    pub(crate) whole: bool,
    /// The least time of a sample.
    pub(crate) sample: Option<Duration>,
    /// The blocks of a pair.
    pub(crate) blocks: Option<usize>,
}

/// The puzzles to measure, and the time that they will take.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sampling {
    /// Puzzles of each chosen corpus. The corpora are the first of those specified.
    pub(crate) counts: Vec<usize>,
    /// The least time of a sample.
    pub(crate) sample: Duration,
    /// The number of times that a pair goes through old, new, new, old.
    pub(crate) blocks: usize,
    /// The time of a pair, estimated by the trial.
    pair: Duration,
    rows: usize,
}

impl Sampling {
    /// As many corpora as fit into the plan's time, each with as many puzzles as represent it
    /// (`wanted`): a few puzzles of many corpora tell less than enough puzzles of fewer corpora.
    /// Only if the first corpus does not fit are fewer of its puzzles taken.
    pub(crate) fn new(
        trial: &Trial,
        corpora: &[Corpus],
        wanted: &[usize],
        plan: &PairedPlan,
        given: &GivenSampling,
    ) -> Sampling {
        let fewer_corpora = (1..=wanted.len()).rev().map(|corpora| (corpora, 1));
        let fewer_puzzles = [2, 4, usize::MAX].map(|part| (1, part));
        let mut last = None;
        for (taken, part) in fewer_corpora.chain(fewer_puzzles) {
            let least = wanted[..taken].iter().map(|count| count / part);
            let least: Vec<usize> = least.map(|count| count.max(FEWEST)).collect();
            let sampling = Sampling::within(trial, corpora, &least, plan, given);
            if sampling.least(plan) <= plan.time {
                return sampling;
            }
            last = Some(sampling);
        }
        last.unwrap_or_default()
    }

    /// Takes at least this many puzzles of each corpus, and chooses the sampling so that the fewest
    /// pairs fit into the plan's time several times. Options that are not specified shrink: first
    /// the samples, then their number.
    fn within(
        trial: &Trial,
        corpora: &[Corpus],
        least: &[usize],
        plan: &PairedPlan,
        given: &GivenSampling,
    ) -> Sampling {
        let time = plan.time / TIMES / plan.thresholds.min_samples.max(1) as u32;
        let mut length = given.sample.unwrap_or(SAMPLE);
        let mut blocks = given.blocks.unwrap_or(BLOCKS);
        loop {
            let sampling = trial.sampling(corpora, least, blocks, given.whole, length);
            let shorter = length.mul_f64(0.8);
            if sampling.pair <= time {
                return sampling;
            } else if given.sample.is_none() && shorter >= LEAST_SAMPLE {
                length = shorter;
            } else if given.blocks.is_none() && blocks > 1 {
                blocks /= 2;
            } else {
                return sampling;
            }
        }
    }

    /// The time that the fewest pairs take.
    pub(crate) fn least(&self, plan: &PairedPlan) -> Duration {
        self.pair * plan.thresholds.min_samples as u32
    }

    /// Whether a pair fits into the plan's time.
    pub(crate) fn fits(&self, plan: &PairedPlan) -> bool {
        self.pair <= plan.time
    }
}

/// The choice, and what would be chosen with more time.
pub(crate) struct SamplingPlan<'a> {
    pub(crate) trial: &'a Trial,
    pub(crate) corpora: &'a [Corpus],
    pub(crate) taken: Sampling,
    pub(crate) all: Sampling,
}

impl<'a> SamplingPlan<'a> {
    /// Chooses from the result of a trial.
    pub(crate) fn new(
        trial: &'a Trial,
        corpora: &'a [Corpus],
        plan: &PairedPlan,
        given: &GivenSampling,
    ) -> SamplingPlan<'a> {
        let wanted: Vec<usize> = corpora.iter().map(representative).collect();
        SamplingPlan {
            trial,
            corpora,
            taken: Sampling::new(trial, corpora, &wanted, plan, given),
            all: Sampling::within(trial, corpora, &wanted, plan, given),
        }
    }

    /// The plan in words, with its cost. `time` is the specified time for all of it.
    pub(crate) fn describe(&self, plan: &PairedPlan, time: Duration) -> String {
        let least = self.taken.least(plan);
        let corpora = self.corpora.iter().zip(&self.taken.counts);
        let corpora = corpora.map(|(corpus, &taken)| {
            let of = match taken < corpus.len() {
                true => format!(" of {}", count(corpus.len() as u64)),
                false => String::new(),
            };
            format!("{} ({}{of})", escape(corpus.name()), count(taken as u64))
        });
        let corpora: Vec<String> = corpora.collect();
        let short = match least > plan.time {
            true => format!(
                "ninefold: that is too short for a verdict: give it {}\n",
                self.advised(plan)
            ),
            false => String::new(),
        };
        format!(
            "ninefold: {}, puzzles: {}\n\
             ninefold: {} at least, about {:.0} s; {} at most (--time)\n{short}",
            counted(self.taken.rows as u64, "row"),
            corpora.join(", "),
            counted(plan.thresholds.min_samples as u64, "pair"),
            least.as_secs_f64().ceil(),
            humantime::format_duration(time),
        )
    }

    /// A `--time` that is enough for a verdict on the chosen puzzles.
    pub(crate) fn advised(&self, plan: &PairedPlan) -> String {
        advised(self.trial, &self.taken, plan)
    }

    /// Whether some puzzles are not measured.
    pub(crate) fn leaves_out(&self) -> bool {
        at_most(usize::MAX, self.corpora) != self.taken.counts
    }

    /// The corpora that were left out, and a time that is enough for all.
    pub(crate) fn missing(&self, plan: &PairedPlan) -> Option<String> {
        let both = self.taken.counts.iter().zip(&self.all.counts);
        let fewer = both
            .zip(self.corpora)
            .filter(|((taken, all), _)| taken < all);
        let fewer = fewer.map(|((_, &all), corpus)| {
            format!("{} of {}", counted(all as u64, "puzzle"), corpus.name())
        });
        let left_out = self.corpora.iter().skip(self.taken.counts.len());
        let left_out = left_out.map(|corpus| corpus.name().to_owned());
        let missing: Vec<String> = fewer.chain(left_out).collect();
        (!missing.is_empty()).then(|| {
            let time = advised(self.trial, &self.all, plan);
            format!(
                "no time for {}: {time} is enough for all",
                missing.join(", ")
            )
        })
    }
}

fn advised(trial: &Trial, sampling: &Sampling, plan: &PairedPlan) -> String {
    time_option((trial.took + ADVISED * sampling.least(plan)).as_secs_f64())
}

impl Trial {
    fn sampling(
        &self,
        corpora: &[Corpus],
        least: &[usize],
        blocks: usize,
        whole: bool,
        sample: Duration,
    ) -> Sampling {
        let length = sample.as_secs_f64();
        let fit = |(index, (corpus, &least)): (usize, (&Corpus, &usize))| {
            let costs = self.cases.iter().filter(|case| case.corpus == index);
            let dearest = costs.map(|case| case.puzzle).fold(1e-9, f64::max);
            match whole {
                true => corpus.len(),
                false => ((length / dearest) as usize).max(least).min(corpus.len()),
            }
        };
        let counts = corpora.iter().zip(least).enumerate().map(fit);
        let counts: Vec<usize> = counts.collect();
        let of_case = |case: &Cost| {
            let pass = counts[case.corpus] as f64 * case.puzzle;
            let sample = pass.max(length) + case.beside;
            // Before the first sample, both programs solve and check everything, find out how often
            // a pass fits into a sample, and warm up.
            (4 * blocks) as f64 * sample + 2.0 * (2.0 * pass + sample)
        };
        let taken = self.cases.iter().filter(|case| case.corpus < counts.len());
        let costs: Vec<f64> = taken.map(of_case).collect();
        let pair = 2.0 * self.start.as_secs_f64() + costs.iter().sum::<f64>();
        Sampling {
            sample,
            blocks,
            pair: Duration::from_secs_f64(pair),
            rows: costs.len(),
            counts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::corpus::datasets::DATASETS;

    fn corpora() -> Vec<Corpus> {
        let puzzles = vec![[b'.'; CELLS]; 5000];
        let corpus = |name| Corpus::new(name, &puzzles, None);
        vec![corpus("easy"), corpus("hard")]
    }

    fn carried(name: &str) -> Corpus {
        let (_, text) = DATASETS.iter().find(|(known, _)| *known == name).unwrap();
        let puzzles = text.split(|&byte| byte == b'\n');
        let puzzles: Vec<_> = puzzles.filter_map(|line| line.try_into().ok()).collect();
        Corpus::new(name, puzzles, None)
    }

    fn trial() -> Trial {
        let case = |corpus, puzzle| Cost {
            corpus,
            puzzle,
            beside: 0.0001,
        };
        Trial {
            start: Duration::from_millis(20),
            cases: vec![case(0, 1e-7), case(0, 1e-6), case(1, 1e-5), case(1, 1e-3)],
            took: Duration::from_millis(100),
        }
    }

    fn plan(seconds: u64) -> PairedPlan {
        PairedPlan::default().time(Duration::from_secs(seconds))
    }

    /// The choice if 32 puzzles represent the first corpus, and this many the second.
    fn sampling(seconds: u64, hard: usize, given: &GivenSampling) -> Sampling {
        Sampling::new(&trial(), &corpora(), &[32, hard], &plan(seconds), given)
    }

    #[test]
    fn the_fewest_pairs_fit_the_time_several_times() {
        let nothing = GivenSampling::default();
        let long = sampling(600, 32, &nothing);
        // As many of each corpus as its slowest case solves within a sample.
        assert_eq!((long.counts, long.sample), (vec![2000, 32], SAMPLE));
        assert_eq!((long.blocks, long.rows), (BLOCKS, 4));
        let shorter = sampling(50, 32, &nothing);
        assert!(shorter.sample < SAMPLE && shorter.sample >= LEAST_SAMPLE);
        assert!(shorter.pair * 20 * TIMES <= Duration::from_secs(50));
        let shortest = sampling(1, 32, &nothing);
        assert!(shortest.sample < LEAST_SAMPLE.mul_f64(1.25));
        assert_eq!(shortest.blocks, 1);
        let given = GivenSampling {
            whole: true,
            sample: Some(SAMPLE),
            blocks: Some(3),
        };
        let given = sampling(10_000, 32, &given);
        assert_eq!(
            (given.counts, given.sample, given.blocks),
            (vec![5000, 5000], SAMPLE, 3)
        );
    }

    #[test]
    fn corpora_are_left_out_before_puzzles() {
        let nothing = GivenSampling::default();
        let all = sampling(600, 500, &nothing);
        assert_eq!((all.counts.len(), all.counts[1]), (2, 500));
        // Twenty pairs with half a second a sample have no room.
        let first = sampling(20, 500, &nothing);
        assert_eq!((first.counts.len(), first.rows), (1, 2));
        assert!(first.counts[0] >= 1000);
        // With one slow corpus there is none to leave out.
        let slow = |seconds| {
            let nothing = GivenSampling::default();
            let corpora = &corpora()[1..];
            let mut trial = trial();
            trial.cases.drain(..2);
            trial.cases.iter_mut().for_each(|case| case.corpus = 0);
            Sampling::new(&trial, corpora, &[500], &plan(seconds), &nothing).counts
        };
        assert_eq!([slow(600), slow(60), slow(1)], [[500], [250], [32]]);
    }

    #[test]
    fn puzzles_that_differ_take_more_to_stand_for_their_corpus() {
        let [easy, few_clues] = ["easy", "few-clues"].map(|name| representative(&carried(name)));
        assert_eq!(easy, FEWEST);
        assert!((200..=500).contains(&few_clues), "{few_clues}");
        assert_eq!(representative(&carried("few-clues").sample(9)), 9);
    }

    fn choice<'a>(trial: &'a Trial, corpora: &'a [Corpus], seconds: u64) -> SamplingPlan<'a> {
        SamplingPlan::new(trial, corpora, &plan(seconds), &GivenSampling::default())
    }

    #[test]
    fn the_plan_says_what_is_left_out_and_what_it_takes() {
        let (trial, corpora) = (trial(), corpora());
        let described = |seconds| {
            let choice = choice(&trial, &corpora, seconds);
            let given = Duration::from_secs(seconds);
            (
                choice.describe(&plan(seconds), given),
                choice.missing(&plan(seconds)),
            )
        };
        let (long, missing) = described(600);
        assert!(
            long.contains("4 rows, puzzles: easy (2,000 of 5,000), hard (32 of 5,000)"),
            "{long}"
        );
        assert!(long.contains("20 pairs at least, about"), "{long}");
        assert!(
            long.contains("10m at most") && !long.contains("too short"),
            "{long}"
        );
        assert_eq!(missing, None);
        let (short, missing) = described(1);
        assert!(
            short.contains("too short for a verdict: give it --time 10s\n"),
            "{short}"
        );
        assert!(!short.contains("hard"), "{short}");
        assert_eq!(
            missing.unwrap(),
            "no time for hard: --time 20s is enough for all"
        );
    }

    #[test]
    fn the_time_that_is_advised_suffices() {
        let (trial, corpora) = (trial(), [carried("easy"), carried("few-clues")]);
        for short in [1, 5, 20] {
            let short = choice(&trial, &corpora, short);
            let advised = short.missing(&plan(1)).unwrap();
            let advised = advised.split_once("--time ").unwrap().1;
            let advised = advised.split(' ').next().unwrap();
            let advised = humantime::parse_duration(advised).unwrap().as_secs();
            assert_eq!(
                choice(&trial, &corpora, advised).missing(&plan(advised)),
                None
            );
        }
    }
}
