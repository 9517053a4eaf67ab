//! The samples of a paired comparison: as many puzzles of each corpus as make a sample, and as many samples in a pair
//! as fit into the time.

use super::args::CompareArgs;
use ninefold::bench::measure::{Bench, CaseError};
use ninefold::bench::paired::{PairedPlan, Side};
use std::time::Duration;

/// Fewest puzzles of a corpus in a sample, if there is time: fewer do not fill a vector.
const FEWEST: usize = 32;
/// The default length of a sample. Short samples make more pairs, and on a busy machine more pairs tell more than
/// longer pairs do (`benches/record/paired-experiment.md`). In a shorter one, a command waits for its puzzles for a
/// noticeable part.
const SAMPLE: Duration = Duration::from_millis(2);
const COMMAND_SAMPLE: Duration = Duration::from_millis(10);
/// Default number of times that a pair goes through old, new, new, old.
const BLOCKS: usize = 4;
/// The pairs that a verdict needs should fit this many times into the available time.
const TIMES: u32 = 3;
/// The expected time to start a worker.
const START: Duration = Duration::from_millis(30);

/// What a pair has.
pub(super) struct Sampling {
    /// Puzzles in a sample of each case.
    puzzles: Vec<usize>,
    sample: Duration,
    /// How many times a pair goes through old, new, new, old.
    pub(super) blocks: usize,
    /// The expected time of a pair.
    pub(super) pair: Duration,
}

impl Sampling {
    /// Chooses so that the fewest pairs fit into the plan's time several times, if that is possible: first fewer blocks,
    /// then fewer puzzles.
    pub(super) fn new(
        args: &CompareArgs,
        sides: &[Bench<'_>; 2],
        has_command: bool,
        plan: &PairedPlan,
    ) -> Sampling {
        let default = if has_command { COMMAND_SAMPLE } else { SAMPLE };
        let sample = args.pairs.min_sample_time.unwrap_or(default);
        let wanted = plan.time / TIMES / plan.thresholds.min_samples.max(1) as u32;
        let mut fewest = FEWEST;
        let mut sampling = Sampling {
            puzzles: Vec::new(),
            sample,
            blocks: args.pairs.blocks.map_or(BLOCKS, |blocks| blocks as usize),
            pair: Duration::ZERO,
        };
        loop {
            sampling.fit(args, sides, fewest);
            if sampling.pair <= wanted {
                return sampling;
            } else if sampling.blocks > 1 && args.pairs.blocks.is_none() {
                sampling.blocks /= 2;
            } else if fewest > 1 {
                fewest /= 2;
            } else {
                return sampling;
            }
        }
    }

    /// Takes at least this many puzzles of each corpus.
    fn fit(&mut self, args: &CompareArgs, sides: &[Bench<'_>; 2], fewest: usize) {
        let (mut pair, sample) = (4 * START, self.sample);
        let puzzles = (0..sides[0].len()).map(|case| {
            let [old, new] = sides;
            let all = old.puzzles(case);
            let slower = old.puzzle_ns(case).max(new.puzzle_ns(case)).max(1.0);
            let enough = (sample.as_nanos() as f64 / slower) as usize;
            let puzzles = match args.select.takes_so_many() {
                true => all,
                false => enough.max(fewest).min(all),
            };
            let both = old.expected(case, puzzles, sample) + new.expected(case, puzzles, sample);
            // And one sample of each to warm up.
            pair += both * (2 * self.blocks as u32 + 1);
            puzzles
        });
        self.puzzles = puzzles.collect();
        self.pair = pair;
    }

    /// Sets the samples of both sides: as many passes as the one needs that takes longer to get a sample full.
    pub(super) fn apply(&self, sides: &mut [Bench<'_>; 2]) -> Result<(), (Side, CaseError)> {
        for (case, &puzzles) in self.puzzles.iter().enumerate() {
            let mut repeats = 1;
            for side in [Side::Old, Side::New] {
                let bench = &mut sides[side as usize];
                let set = bench.set_size(case, puzzles, self.sample);
                set.map_err(|error| (side, error))?;
                repeats = repeats.max(bench.repeats(case));
            }
            sides
                .iter_mut()
                .for_each(|side| side.set_repeats(case, repeats));
        }
        Ok(())
    }

    /// The time that the fewest pairs take.
    pub(super) fn least(&self, plan: &PairedPlan) -> Duration {
        self.pair * plan.thresholds.min_samples as u32
    }
}
