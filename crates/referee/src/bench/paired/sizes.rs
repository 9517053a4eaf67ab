//! The samples of a comparison: as many puzzles of each corpus as make a sample, and as many
//! samples in a pair as fit into the time.

use super::Pair;
use super::plan::PairedPlan;
use crate::bench::error::MeasureError;
use crate::bench::outcome::Side;
use std::time::Duration;

/// Fewest puzzles of a corpus in a sample, if there is time: fewer do not fill a vector.
const FEWEST: usize = 32;
/// How many times a pair goes through old, new, new, old, if there is time.
const BLOCKS: usize = 4;
/// The pairs that a verdict needs should fit this many times into the available time.
const TIMES: u32 = 3;
/// And this many times into the suggested time: the first look may be inconclusive.
const ADVISED: u32 = 2;
/// The expected time to start a worker.
const START: Duration = Duration::from_millis(30);

/// The sizes of the samples, and of a pair of them.
pub(super) struct Sizes {
    /// Puzzles in a sample, of each case that is compared.
    puzzles: Vec<usize>,
    sample: Duration,
    /// How many times a pair goes through old, new, new, old.
    pub(super) blocks: usize,
    /// The expected time of a pair.
    pub(super) pair: Duration,
}

impl Sizes {
    /// Chooses so that the fewest pairs fit into the time that is left several times, if that is
    /// possible: first fewer blocks, then fewer puzzles.
    pub(super) fn new(plan: &PairedPlan, live: &[&mut Pair<'_>], left: Duration) -> Sizes {
        let wanted = left / TIMES / plan.thresholds.min_samples.max(1) as u32;
        let mut fewest = FEWEST;
        let mut sizes = Sizes {
            puzzles: Vec::new(),
            sample: plan.min_sample_time,
            blocks: BLOCKS,
            pair: Duration::ZERO,
        };
        loop {
            sizes.fit(plan, live, fewest);
            if sizes.pair <= wanted {
                return sizes;
            } else if sizes.blocks > 1 {
                sizes.blocks /= 2;
            } else if fewest > 1 {
                fewest /= 2;
            } else {
                return sizes;
            }
        }
    }

    /// The time to suggest for pairs.
    pub(super) fn advised(&self, plan: &PairedPlan) -> Duration {
        self.pair * plan.thresholds.min_samples as u32 * ADVISED
    }

    /// Takes at least this many puzzles of each corpus.
    fn fit(&mut self, plan: &PairedPlan, live: &[&mut Pair<'_>], fewest: usize) {
        let sample = self.sample;
        self.puzzles.clear();
        self.pair = 4 * START;
        for pair in live {
            let [old, new] = &pair.sides;
            let all = old.row.puzzles as usize;
            let slower = old.puzzle_ns.max(new.puzzle_ns).max(1.0);
            let enough = (sample.as_nanos() as f64 / slower) as usize;
            let puzzles = if plan.has_all_puzzles {
                all
            } else {
                enough.max(fewest).min(all)
            };
            // And one sample of each to warm up.
            let both = old.expected(puzzles, sample) + new.expected(puzzles, sample);
            self.pair += both * (2 * self.blocks as u32 + 1);
            self.puzzles.push(puzzles);
        }
    }

    /// Sets the samples of both sides, with the same number of passes: that of the side that needs
    /// more.
    pub(super) fn apply(&self, live: &mut [&mut Pair<'_>]) -> Result<(), MeasureError> {
        for (pair, &puzzles) in live.iter_mut().zip(&self.puzzles) {
            let mut repeats = 1;
            for side in [Side::Old, Side::New] {
                let case = pair.side(side);
                let longest = case.plan.longest_sample(case.plan.cases.len());
                let set = case.set_size(puzzles, self.sample, longest);
                repeats = repeats.max(case.row.repeats);
                if let Err(error) = set {
                    pair.fail(side, error)?;
                    break;
                }
            }
            for case in &mut pair.sides {
                case.row.repeats = repeats;
            }
        }
        Ok(())
    }
}
