//! The puzzles of a paired comparison: of each corpus as many as the time allows.

use ninefold::bench::corpus::Corpus;
use ninefold::bench::paired::{PairedPlan, PairedRunner};
use ninefold::bench::worker::{Worker, WorkerError};
use ninefold::escape::escape;
use ninefold::numbers::{count, counted};
use std::time::{Duration, Instant};

/// Puzzles of each corpus that are tried, to know what a puzzle costs.
pub(crate) const TRIED: usize = 100;
/// Fewest puzzles of a corpus that are measured: less fills no vector. As many are tried of a
/// solver that is not ours, which may be slow.
pub(crate) const FEWEST: usize = 32;
/// The length of a sample where the time allows it, and the least. Short samples make more pairs,
/// and on a busy machine more pairs tell more than longer ones do
/// (`benches/record/paired-experiment.md`).
const SAMPLE: Duration = Duration::from_millis(2);
const LEAST_SAMPLE: Duration = Duration::from_millis(1);
/// How often the order old, new, new, old is gone through in a pair, where the time allows it.
const BLOCKS: usize = 4;
/// The pairs that a verdict takes fit so many times into the time that there is.
const TIMES: u32 = 3;

/// That many puzzles of each corpus.
pub(crate) fn taken(corpora: &[Corpus], counts: &[usize]) -> Vec<Corpus> {
    let taken = corpora.iter().zip(counts);
    taken.map(|(corpus, &count)| corpus.sample(count)).collect()
}

/// So many puzzles of each corpus, or all that it has.
pub(crate) fn at_most(puzzles: usize, corpora: &[Corpus]) -> Vec<usize> {
    let of = |corpus: &Corpus| corpus.len().min(puzzles);
    corpora.iter().map(of).collect()
}

/// What a trial showed.
pub(crate) struct Trial {
    /// Time until a program is ready to be measured.
    start: Duration,
    cases: Vec<Cost>,
}

struct Cost {
    corpus: usize,
    /// Seconds that a puzzle takes.
    puzzle: f64,
    /// Seconds of a sample beside its solving.
    beside: f64,
}

impl Trial {
    /// Measures each case of a program once.
    pub(crate) fn of(
        corpora: &[Corpus],
        start: impl FnOnce() -> Result<Worker, WorkerError>,
    ) -> Result<Trial, WorkerError> {
        let began = Instant::now();
        let mut program = start()?;
        let start = began.elapsed();
        let mut cases = Vec::new();
        for case in 0..program.record().rows.len() {
            let began = Instant::now();
            let pass = program.sample(case, false)? / 1e9;
            let took = began.elapsed().as_secs_f64();
            let row = &program.record().rows[case];
            let same = |corpus: &Corpus| corpus.name() == row.case.corpus;
            cases.push(Cost {
                corpus: corpora.iter().position(same).unwrap_or(0),
                puzzle: pass / row.puzzles.max(1) as f64,
                beside: (took - pass * row.repeats as f64).max(0.0),
            });
        }
        Ok(Trial { start, cases })
    }
}

/// What was said of it.
#[derive(Default)]
pub(crate) struct GivenSampling {
    /// All puzzles of each corpus.
    pub(crate) whole: bool,
    /// The least time of a sample.
    pub(crate) sample: Option<Duration>,
    /// The blocks of a pair.
    pub(crate) blocks: Option<usize>,
}

/// What is measured, and what it will take.
#[derive(Debug, PartialEq)]
pub(crate) struct Sampling {
    /// Puzzles of each corpus.
    pub(crate) counts: Vec<usize>,
    /// The least time of a sample.
    pub(crate) sample: Duration,
    /// How often the order old, new, new, old is gone through in a pair.
    pub(crate) blocks: usize,
    /// The time of a pair, by the trial.
    pair: Duration,
}

impl Sampling {
    /// As much as lets the fewest pairs fit the plan's time several times over: what is
    /// not said shrinks, first the samples, then their number.
    pub(crate) fn new(
        trial: &Trial,
        corpora: &[Corpus],
        plan: &PairedPlan,
        said: &GivenSampling,
    ) -> Sampling {
        let time = plan.time / TIMES / plan.terms.min_samples.max(1) as u32;
        let mut length = said.sample.unwrap_or(SAMPLE);
        let mut blocks = said.blocks.unwrap_or(BLOCKS);
        loop {
            let sampling = trial.sampling(corpora, blocks, said.whole, length);
            let shorter = length.mul_f64(0.8);
            if sampling.pair <= time {
                return sampling;
            } else if said.sample.is_none() && shorter >= LEAST_SAMPLE {
                length = shorter;
            } else if said.blocks.is_none() && blocks > 1 {
                blocks /= 2;
            } else {
                return sampling;
            }
        }
    }

    /// The time of the fewest pairs.
    pub(crate) fn least(&self, plan: &PairedPlan) -> Duration {
        self.pair * plan.terms.min_samples as u32
    }

    /// Whether a pair fits the plan's time.
    pub(crate) fn has_room(&self, plan: &PairedPlan) -> bool {
        self.pair <= plan.time
    }

    /// The plan in words, with what it costs.
    pub(crate) fn told(&self, trial: &Trial, corpora: &[Corpus], plan: &PairedPlan) -> String {
        let cases = trial.cases.len();
        let least = self.least(plan);
        let corpora = corpora.iter().zip(&self.counts).map(|(corpus, &taken)| {
            let of = match taken < corpus.len() {
                true => format!(" of {}", count(corpus.len() as u64)),
                false => String::new(),
            };
            format!("{} ({}{of})", escape(corpus.name()), count(taken as u64))
        });
        let corpora: Vec<String> = corpora.collect();
        let short = match least > plan.time {
            true => {
                "ninefold: that is too short for a verdict: more --time, or fewer rows, will tell\n"
            }
            false => "",
        };
        format!(
            "ninefold: {}, on puzzles of {}\n\
             ninefold: {} at least, about {:.0} s; {} at most (--time)\n{short}",
            counted(cases as u64, "row"),
            corpora.join(", "),
            counted(plan.terms.min_samples as u64, "pair"),
            least.as_secs_f64().ceil(),
            humantime::format_duration(plan.time),
        )
    }
}

impl Trial {
    fn sampling(
        &self,
        corpora: &[Corpus],
        blocks: usize,
        whole: bool,
        sample: Duration,
    ) -> Sampling {
        let length = sample.as_secs_f64();
        let fit = |(index, corpus): (usize, &Corpus)| {
            let costs = self.cases.iter().filter(|case| case.corpus == index);
            let dearest = costs.map(|case| case.puzzle).fold(1e-9, f64::max);
            match whole {
                true => corpus.len(),
                false => ((length / dearest) as usize).max(FEWEST).min(corpus.len()),
            }
        };
        let counts: Vec<usize> = corpora.iter().enumerate().map(fit).collect();
        let of_case = |case: &Cost| {
            let pass = counts[case.corpus] as f64 * case.puzzle;
            let sample = pass.max(length) + case.beside;
            // Both programs solve and check all of it, find out how often a pass fits a
            // sample, and warm up, before they are asked for the first time.
            (4 * blocks) as f64 * sample + 2.0 * (2.0 * pass + sample)
        };
        let pair = 2.0 * self.start.as_secs_f64() + self.cases.iter().map(of_case).sum::<f64>();
        Sampling {
            counts,
            sample,
            blocks,
            pair: Duration::from_secs_f64(pair),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpora() -> Vec<Corpus> {
        let puzzles = vec![[b'.'; 81]; 5000];
        let corpus = |name| Corpus::new(name, &puzzles, None);
        vec![corpus("easy"), corpus("hard")]
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
        }
    }

    fn plan(seconds: u64) -> PairedPlan {
        PairedPlan::default().time(Duration::from_secs(seconds))
    }

    fn sampling(seconds: u64, said: &GivenSampling) -> Sampling {
        Sampling::new(&trial(), &corpora(), &plan(seconds), said)
    }

    #[test]
    fn the_fewest_pairs_fit_the_time_several_times() {
        let nothing = GivenSampling::default();
        let long = sampling(600, &nothing);
        // As many of each corpus as its slowest case solves within a sample.
        assert_eq!((long.counts, long.sample), (vec![2000, 32], SAMPLE));
        assert_eq!(long.blocks, BLOCKS);
        let shorter = sampling(50, &nothing);
        assert!(shorter.sample < SAMPLE && shorter.sample >= LEAST_SAMPLE);
        assert!(shorter.pair * 20 * TIMES <= Duration::from_secs(50));
        let shortest = sampling(1, &nothing);
        assert!(shortest.sample < LEAST_SAMPLE.mul_f64(1.25));
        assert_eq!(shortest.blocks, 1);
        let said = sampling(
            1,
            &GivenSampling {
                whole: true,
                sample: Some(SAMPLE),
                blocks: Some(3),
            },
        );
        assert_eq!(
            (said.counts, said.sample, said.blocks),
            (vec![5000, 5000], SAMPLE, 3)
        );
    }

    #[test]
    fn the_plan_says_what_is_left_out_and_what_it_takes() {
        let told = |seconds| {
            let sampling = sampling(seconds, &GivenSampling::default());
            sampling.told(&trial(), &corpora(), &plan(seconds))
        };
        let long = told(600);
        assert!(
            long.contains("4 rows, on puzzles of easy (2,000 of 5,000), hard (32 of 5,000)"),
            "{long}"
        );
        assert!(long.contains("20 pairs at least, about"), "{long}");
        assert!(
            long.contains("10m at most") && !long.contains("too short"),
            "{long}"
        );
        assert!(told(1).contains("too short for a verdict"), "{}", told(1));
    }
}
