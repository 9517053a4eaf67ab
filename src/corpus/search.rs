//! Local search for puzzles that digging does not find: hard ones, and ones with few clues.
//!
//! There are many walks side by side. In a round, each walk changes its puzzle in several random
//! ways (it removes a few clues and adds a few), asks the engine which of the changed puzzles have
//! one solution, and continues from the best of them if it is no worse. A walk that finds nothing
//! better for a long time has reached its top. The search keeps that puzzle, one of each climb, so
//! that the kept puzzles are not near copies of each other. Then the walk starts again from a new
//! grid.
//!
//! A walk's random numbers follow from seed, walk and round. So the state is small, and a search
//! that was saved and resumed takes the same path as one that was not.

use super::batch::BatchSolver;
use super::generate::{Digger, GenerateSpec};
use super::logic::{PEERS, hardness};
use super::random::cell_order;
use super::{Rng, RunError};
use crate::engine::{EngineInfo, EngineOptions};
use crate::grid::{CELLS, Puzzle};
use crate::parallel::{self, Pool};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// Changed puzzles that a walk tries in a round.
const TRIES: usize = 48;
/// Maximum number of guesses to count.
const MOST: u64 = 100_000;
/// The version of the saved state.
const VERSION: u32 = 1;

/// The goal of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Many guesses, by [`super::logic::hardness`].
    Guesses,
    /// Few clues.
    Clues,
}

/// A puzzle at the top of a climb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Top {
    /// Guesses, or 81 minus the clues.
    pub score: u64,
    /// The puzzle's 81 cells.
    pub puzzle: String,
}

/// A walk's state between rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SearchWalk {
    number: u64,
    /// Rounds since the last better puzzle.
    stale: u32,
    /// Its current puzzle. `None` before the first step of a climb.
    at: Option<Top>,
}

/// A search: everything to save in order to resume it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HardSearch {
    version: u32,
    seed: u64,
    goal: Goal,
    /// How many puzzles to keep.
    keep: usize,
    /// Rounds that a walk continues without finding better.
    patience: u32,
    round: u64,
    walks: Vec<SearchWalk>,
    kept: Vec<Top>,
}

/// Why a saved state cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StateError {
    /// It is not a saved search.
    #[error("not a saved search: {0}")]
    Form(#[from] serde_json::Error),
    /// Another version saved it.
    #[error("saved in version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A puzzle in it is invalid.
    #[error("a puzzle in the saved search is damaged")]
    Damaged,
    /// It belongs to a search with other options.
    #[error("saved by a search with another {0}")]
    Other(&'static str),
}

/// Threads and solvers of a search.
#[derive(Debug)]
pub struct Workers {
    pool: Arc<rayon::ThreadPool>,
    solvers: Pool<BatchSolver>,
    engine: &'static EngineInfo,
    options: EngineOptions,
}

impl Workers {
    /// Creates `threads` threads with their solvers.
    ///
    /// # Errors
    /// The system refused threads, or the engine could not create a solver.
    pub fn new(
        engine: &'static EngineInfo,
        options: EngineOptions,
        threads: usize,
    ) -> Result<Workers, RunError> {
        let means = options.clone();
        let solvers = Pool::new(threads, move || engine.make(&means).map(BatchSolver::new))?;
        Ok(Workers {
            pool: parallel::threads(threads)?,
            solvers,
            engine,
            options,
        })
    }
}

impl HardSearch {
    /// A search that has not started, for `keep` puzzles.
    #[must_use]
    pub fn new(seed: u64, goal: Goal, keep: usize, walks: u64, patience: u32) -> HardSearch {
        let walk = |number| SearchWalk {
            number,
            stale: 0,
            at: None,
        };
        HardSearch {
            version: VERSION,
            seed,
            goal,
            keep,
            patience,
            round: 0,
            walks: (0..walks).map(walk).collect(),
            kept: Vec::new(),
        }
    }

    /// The state as text.
    #[must_use]
    pub fn save(&self) -> String {
        serde_json::to_string(self).expect("numbers and text can be written")
    }

    /// Reads a state, for a search with the options of `wanted`.
    ///
    /// # Errors
    /// See [`StateError`].
    pub fn load(text: &str, wanted: &HardSearch) -> Result<HardSearch, StateError> {
        let search: HardSearch = serde_json::from_str(text)?;
        if search.version != VERSION {
            return Err(StateError::Version(search.version));
        }
        let differs = [
            ("seed", search.seed != wanted.seed),
            ("goal", search.goal != wanted.goal),
            ("count", search.keep != wanted.keep),
            ("patience", search.patience != wanted.patience),
            ("number of walks", search.walks.len() != wanted.walks.len()),
        ];
        if let Some((what, _)) = differs.iter().find(|(_, differs)| *differs) {
            return Err(StateError::Other(what));
        }
        let tops = search.walks.iter().filter_map(|walk| walk.at.as_ref());
        for top in tops.chain(&search.kept) {
            if top.puzzle.parse::<Puzzle>().is_err() {
                return Err(StateError::Damaged);
            }
        }
        Ok(search)
    }

    /// Rounds done.
    #[must_use]
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The best puzzles so far, including the current ones of walks, best first. At most as many as
    /// requested.
    #[must_use]
    pub fn best(&self) -> Vec<Top> {
        let mut best = self.kept.clone();
        best.extend(self.walks.iter().filter_map(|walk| walk.at.clone()));
        self.cut(&mut best);
        best
    }

    /// Sorts best first, removes duplicates, and cuts to the number to keep.
    fn cut(&self, tops: &mut Vec<Top>) {
        tops.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.puzzle.cmp(&b.puzzle)));
        tops.dedup();
        tops.truncate(self.keep);
    }

    /// Takes a step with every walk.
    ///
    /// # Errors
    /// The engine could not create a solver.
    pub fn step(&mut self, workers: &Workers) -> Result<(), RunError> {
        self.start(workers)?;
        let (seed, goal, round, patience) = (self.seed, self.goal, self.round, self.patience);
        let walks = &mut self.walks;
        let tops: Vec<Top> = workers.pool.install(|| {
            let steps = walks.par_iter_mut().filter_map(|walk| {
                let mut solver = workers.solvers.take();
                let mut rng = Rng::new(seed, &[1, walk.number, round]);
                walk.step(goal, &mut rng, &mut solver);
                workers.solvers.put(solver);
                (walk.stale >= patience).then(|| walk.at.take()).flatten()
            });
            steps.collect()
        });
        let mut kept = std::mem::take(&mut self.kept);
        kept.extend(tops);
        self.cut(&mut kept);
        self.kept = kept;
        self.round += 1;
        Ok(())
    }

    /// Gives each walk without a puzzle one dug from a new grid.
    fn start(&mut self, workers: &Workers) -> Result<(), RunError> {
        let waiting: Vec<&mut SearchWalk> =
            self.walks.iter_mut().filter(|w| w.at.is_none()).collect();
        if waiting.is_empty() {
            return Ok(());
        }
        let spec = GenerateSpec {
            seed: Rng::new(self.seed, &[0, self.round]).next(),
            ..GenerateSpec::default()
        };
        let mut puzzles = Vec::new();
        let mut digger = Digger::new(&spec, workers.engine.make(&workers.options)?)?;
        digger.dig(0..waiting.len() as u64, &|| false, &mut puzzles);
        for (walk, generated) in waiting.into_iter().zip(puzzles) {
            walk.stale = 0;
            walk.at = Some(Top {
                score: score(self.goal, &generated.puzzle),
                puzzle: generated.puzzle.to_string(),
            });
        }
        Ok(())
    }
}

fn score(goal: Goal, puzzle: &Puzzle) -> u64 {
    match goal {
        Goal::Guesses => hardness(puzzle, MOST).guesses,
        Goal::Clues => (CELLS - puzzle.clues()) as u64,
    }
}

impl SearchWalk {
    fn step(&mut self, goal: Goal, rng: &mut Rng, solver: &mut BatchSolver) {
        let Some(at) = &mut self.at else { return };
        let Ok(puzzle) = at.puzzle.parse::<Puzzle>() else {
            return;
        };
        let tries: Vec<Puzzle> = (0..TRIES).map(|_| change(&puzzle, goal, rng)).collect();
        let unique: Vec<bool> = solver.unique(&tries).collect();
        let tries = tries.into_iter().zip(unique);
        let mut good: Vec<Puzzle> = tries.filter_map(|(p, one)| one.then_some(p)).collect();
        let orders: Vec<[u8; CELLS]> = good.iter().map(|_| cell_order(rng)).collect();
        solver.minimize(&mut good, &orders);
        let best = good.iter().map(|puzzle| (score(goal, puzzle), puzzle));
        // The last of equals. Any would do, but it must always be the same.
        let best = best
            .filter(|(_, good)| **good != puzzle)
            .max_by_key(|(score, _)| *score);
        self.stale += 1;
        if let Some((score, puzzle)) = best.filter(|(score, _)| *score >= at.score) {
            if score > at.score {
                self.stale = 0;
            }
            *at = Top {
                score,
                puzzle: puzzle.to_string(),
            };
        }
    }
}

/// The puzzle with one to three clues removed and about as many others added.
fn change(puzzle: &Puzzle, goal: Goal, rng: &mut Rng) -> Puzzle {
    let mut cells = *puzzle.cells();
    let go = 1 + rng.below(3);
    let come = match goal {
        // Adding one more than were removed allows another minimal puzzle.
        Goal::Guesses => go + rng.below(2),
        Goal::Clues => (go + rng.below(2)).saturating_sub(1).max(1),
    };
    let order = cell_order(rng);
    let clues = order.iter().filter(|&&cell| cells[usize::from(cell)] != 0);
    let gone: Vec<u8> = clues.copied().take(go as usize).collect();
    for &cell in &gone {
        cells[usize::from(cell)] = 0;
    }
    let mut left = come;
    for &cell in order.iter().rev() {
        let cell = usize::from(cell);
        if left == 0 {
            break;
        }
        if cells[cell] == 0 && !gone.contains(&(cell as u8)) {
            let seen = (0..CELLS).filter(|&peer| PEERS[cell] >> peer & 1 == 1);
            let free = !seen.fold(1, |taken, peer| taken | 1u16 << cells[peer]) & 0x3fe;
            if free != 0 {
                cells[cell] = rng.bit(free).trailing_zeros() as u8;
                left -= 1;
            }
        }
    }
    Puzzle::from_cells(cells).expect("cells are 0 to 9")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry;

    fn workers(threads: usize) -> Workers {
        let engine = registry::find("lanes").unwrap();
        Workers::new(engine, EngineOptions::default(), threads).unwrap()
    }

    fn search(goal: Goal) -> HardSearch {
        HardSearch::new(3, goal, 6, 4, 8)
    }

    #[test]
    fn a_saved_search_goes_on_as_if_nothing_had_been() {
        let mut whole = search(Goal::Guesses);
        let (one, three) = (workers(1), workers(3));
        for _ in 0..24 {
            whole.step(&one).unwrap();
        }
        let mut parts = search(Goal::Guesses);
        for _ in 0..11 {
            parts.step(&three).unwrap();
        }
        let mut parts = HardSearch::load(&parts.save(), &search(Goal::Guesses)).unwrap();
        for _ in 11..24 {
            parts.step(&three).unwrap();
        }
        assert_eq!(parts, whole);
        assert_eq!(whole.round(), 24);
    }

    #[test]
    fn scores_rise_and_what_is_kept_is_unique_and_minimal() {
        for goal in [Goal::Guesses, Goal::Clues] {
            let workers = workers(2);
            let mut search = search(goal);
            search.step(&workers).unwrap();
            let first: u64 = search.best().iter().map(|top| top.score).sum();
            for _ in 1..25 {
                search.step(&workers).unwrap();
            }
            let best = search.best();
            assert!(best.is_sorted_by(|a, b| a.score >= b.score));
            assert!(best.len() >= 4);
            let sum: u64 = best[..4].iter().map(|top| top.score).sum();
            assert!(sum > first, "{sum} {first}");
            let mut solvers = workers.solvers.idle();
            for top in &best {
                let puzzle: Puzzle = top.puzzle.parse().unwrap();
                assert_eq!(score(goal, &puzzle), top.score);
                assert!(solvers[0].unique(&[puzzle]).eq([true]));
                let mut less = [puzzle];
                solvers[0].minimize(&mut less, &[cell_order(&mut Rng::new(0, &[]))]);
                assert_eq!(less, [puzzle]);
            }
        }
    }

    #[test]
    fn what_is_no_state_of_this_search_is_refused() {
        let wanted = search(Goal::Guesses);
        let refusal = |text: &str| HardSearch::load(text, &wanted).unwrap_err().to_string();
        assert!(refusal("{}").contains("not a saved search"));
        let other = HardSearch::new(4, Goal::Guesses, 6, 4, 8).save();
        assert!(refusal(&other).contains("another seed"));
        let newer = wanted.save().replace("\"version\":1", "\"version\":9");
        assert!(refusal(&newer).contains("version 9"));
        let mut damaged = wanted.clone();
        damaged.kept.push(Top {
            score: 1,
            puzzle: "12".to_owned(),
        });
        assert!(refusal(&damaged.save()).contains("damaged"));
        assert_eq!(HardSearch::load(&wanted.save(), &wanted).unwrap(), wanted);
    }
}
