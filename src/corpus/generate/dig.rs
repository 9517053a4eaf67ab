//! Makes one puzzle: from a full grid, removes clues while the test still passes.
//!
//! The cells are in a random order. Each is removed if the puzzle without it still passes. The
//! simple way takes one test for each. But a test that fails also fails with fewer clues, so a
//! whole run of cells may be tried at once. If the run passes, each of its parts would have passed.
//! If it fails, halving finds the first cell that must stay. The result is that of the simple way,
//! with a third of the tests.
//!
//! The state machine never calls an engine. It proposes a text and gets the outcome, so that the
//! tests of hundreds of puzzles form one batch.

use super::fill::full_grid;
use super::spec::{Difficulty, GenerateSpec, PuzzleKind};
use crate::corpus::logic::{self, Hardness, Level, MOST_GUESSES};
use crate::corpus::random::Rng;
use crate::corpus::random::cell_order;
use crate::grid::{CELLS, Puzzle};
use crate::solver::{Outcome, Status};

/// Clue changes to try for an unsolvable puzzle before giving up on a grid.
const SPOILS: u8 = 20;

/// Grids to try for one puzzle before it is left out.
const ATTEMPTS: u32 = 100_000;

/// What the puzzles of one run share.
#[derive(Debug)]
pub(super) struct DigPlan {
    pub(super) spec: GenerateSpec,
    /// The target numbers of clues. Empty to dig to the end.
    targets: Vec<usize>,
    /// Easy puzzles are dug with the reasoning that must solve them. If minimality is requested,
    /// the engine decides.
    level: Option<Level>,
}

impl DigPlan {
    pub(super) fn new(spec: &GenerateSpec) -> DigPlan {
        let range = spec.clue_range();
        let aims = if spec.aims() { Some(range) } else { None };
        let targets = aims.into_iter().flatten();
        DigPlan {
            spec: spec.clone(),
            targets: targets.collect(),
            level: spec
                .difficulty
                .cap()
                .filter(|_| spec.kind == PuzzleKind::Unique && !spec.minimal),
        }
    }
}

/// The next step for a puzzle.
#[derive(Debug)]
pub(super) enum Step {
    /// Test the text that was written.
    Question,
    /// The puzzle is made, or cannot be.
    Done(Option<(Puzzle, Hardness)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Cells are being removed.
    Dig,
    /// All clues to remove are removed. Are there several solutions?
    Open,
    /// A clue was changed. This many tries are left.
    Spoil(u8),
    /// Reasoning has finished digging. Does the engine agree?
    Agree,
    /// There is nothing left to test.
    Done,
}

/// A puzzle in the making.
#[derive(Debug)]
pub(super) struct Dig {
    pub(super) index: u64,
    pub(super) attempt: u32,
    rng: Rng,
    /// The current clues, 0 for none.
    cells: [u8; CELLS],
    clues: usize,
    target: usize,
    phase: Phase,
    /// Cells in the order in which to remove them.
    order: [u8; CELLS],
    /// The index of the next one.
    at: usize,
    /// How many of them the test in flight leaves out.
    run: usize,
    /// Not all of the next this many can be removed. 0 if unknown.
    bad: usize,
    /// The cell that [`Phase::Spoil`] changed, and its digit before.
    spoiled: (u8, u8),
}

impl Dig {
    pub(super) fn new(plan: &DigPlan, index: u64) -> Dig {
        let mut dig = Dig {
            index,
            attempt: 0,
            rng: Rng::new(plan.spec.seed, &[]),
            cells: [0; CELLS],
            clues: CELLS,
            target: 0,
            phase: Phase::Dig,
            order: [0; CELLS],
            at: 0,
            run: 0,
            bad: 0,
            spoiled: (0, 0),
        };
        dig.begin(plan, index);
        dig
    }

    /// Begins with puzzle `index`.
    pub(super) fn begin(&mut self, plan: &DigPlan, index: u64) {
        self.index = index;
        self.attempt = 0;
        self.start(plan);
    }

    fn start(&mut self, plan: &DigPlan) {
        self.rng = Rng::new(plan.spec.seed, &[self.index, u64::from(self.attempt)]);
        self.cells = full_grid(&mut self.rng);
        self.clues = CELLS;
        self.order = cell_order(&mut self.rng);
        self.target = match plan.targets.len() {
            0 => 0,
            count => plan.targets[self.rng.below(count as u32) as usize],
        };
        (self.at, self.run, self.bad) = (0, 0, 0);
        self.phase = Phase::Dig;
        if plan.spec.kind == PuzzleKind::Multiple {
            while self.choose_run() {
                self.take_run();
            }
            self.phase = Phase::Open;
        }
    }

    /// Continues until there is a test to make, written to `text`, or the puzzle is done.
    pub(super) fn step(&mut self, plan: &DigPlan, text: &mut [u8]) -> Step {
        loop {
            let phase = self.phase;
            let asks = match phase {
                Phase::Dig => self.dig(plan, text),
                Phase::Spoil(tries) if tries > 0 && self.spoil(plan.spec.kind) => {
                    self.write(text);
                    true
                }
                Phase::Open | Phase::Agree => {
                    self.write(text);
                    true
                }
                Phase::Done | Phase::Spoil(_) => {
                    let right = phase == Phase::Done;
                    let result = self.result(plan).filter(|_| right);
                    if result.is_some() || !self.retry(plan) {
                        return Step::Done(result);
                    }
                    false
                }
            };
            if asks {
                return Step::Question;
            }
        }
    }

    /// Chooses the next run and writes the text without it, or ends digging.
    fn dig(&mut self, plan: &DigPlan, text: &mut [u8]) -> bool {
        while self.choose_run() {
            match plan.level {
                None => {
                    self.write(text);
                    for cell in self.run_cells() {
                        text[cell] = b'.';
                    }
                    return true;
                }
                Some(level) => {
                    let mut cells = self.cells;
                    for cell in self.run_cells() {
                        cells[cell] = 0;
                    }
                    let passed = logic::solves(&puzzle(cells), level);
                    self.dig_on(passed);
                }
            }
        }
        self.dug(plan);
        false
    }

    /// Takes the engine's outcome for the text (limit: two solutions).
    ///
    /// Returns `false` if the puzzle cannot be made.
    pub(super) fn answer(&mut self, plan: &DigPlan, outcome: &Outcome) -> bool {
        let solutions = match outcome.status {
            Status::Finished => Some(outcome.solutions),
            _ => None,
        };
        match self.phase {
            Phase::Dig => {
                self.dig_on(solutions == Some(1));
                true
            }
            Phase::Open if solutions == Some(2) => {
                self.phase = Phase::Done;
                true
            }
            Phase::Agree if solutions == Some(1) => {
                self.phase = Phase::Done;
                true
            }
            Phase::Spoil(_) if solutions == Some(0) || outcome.status == Status::Invalid => {
                self.phase = Phase::Done;
                true
            }
            Phase::Spoil(tries) => {
                self.cells[usize::from(self.spoiled.0)] = self.spoiled.1;
                self.phase = Phase::Spoil(tries - 1);
                true
            }
            _ => self.retry(plan),
        }
    }

    /// Starts again with another grid, if attempts are left.
    fn retry(&mut self, plan: &DigPlan) -> bool {
        self.attempt += 1;
        let left = self.attempt < ATTEMPTS;
        if left {
            self.start(plan);
        }
        left
    }

    /// Chooses the next run. `false` if there is nothing left to remove.
    fn choose_run(&mut self) -> bool {
        if self.bad == 1 {
            // It is the only one left of a run that fails, so it stays.
            self.at += 1;
            self.bad = 0;
        }
        let wanted = match self.bad {
            0 => run_length(self.clues),
            bad => bad / 2,
        };
        let left = (CELLS - self.at).min(self.clues - self.target);
        self.run = wanted.min(left);
        self.run > 0
    }

    /// Takes the result of testing the run.
    fn dig_on(&mut self, passed: bool) {
        if passed {
            self.bad = self.bad.saturating_sub(self.run);
            self.take_run();
        } else {
            self.bad = self.run;
        }
    }

    fn take_run(&mut self) {
        for &cell in &self.order[self.at..self.at + self.run] {
            self.cells[usize::from(cell)] = 0;
        }
        self.clues -= self.run;
        self.at += self.run;
        self.run = 0;
    }

    /// Digging has ended: chooses what to ask next.
    fn dug(&mut self, plan: &DigPlan) {
        self.phase = match plan.spec.kind {
            PuzzleKind::Unsolvable | PuzzleKind::Invalid => Phase::Spoil(SPOILS),
            _ if plan.level.is_some() => Phase::Agree,
            _ => Phase::Done,
        };
    }

    /// Changes a clue to another digit: one that no clue in the same units has, or for an invalid
    /// puzzle one that some have. `false` if there is none.
    fn spoil(&mut self, kind: PuzzleKind) -> bool {
        for _ in 0..SPOILS {
            let cell = self.rng.below(CELLS as u32) as usize;
            let old = self.cells[cell];
            if old == 0 {
                continue;
            }
            let seen = (0..CELLS).filter(|&peer| logic::PEERS[cell] >> peer & 1 == 1);
            let taken = seen.fold(1 << old, |taken, peer| taken | 1u16 << self.cells[peer]);
            let free = match kind {
                PuzzleKind::Invalid => taken & !(1 << old) & 0x3fe,
                _ => !taken & 0x3fe,
            };
            if free != 0 {
                self.spoiled = (cell as u8, old);
                self.cells[cell] = self.rng.bit(free).trailing_zeros() as u8;
                return true;
            }
        }
        false
    }

    /// The puzzle, if it fits the options.
    fn result(&self, plan: &DigPlan) -> Option<(Puzzle, Hardness)> {
        if !plan.spec.clue_range().contains(&self.clues) {
            return None;
        }
        let puzzle = puzzle(self.cells);
        let most = match plan.spec.difficulty {
            // Its hardness is not needed.
            Difficulty::Any => 0,
            _ => MOST_GUESSES,
        };
        let hardness = logic::hardness(&puzzle, most);
        let admitted = plan.spec.difficulty.admits(&hardness);
        admitted.then_some((puzzle, hardness))
    }

    fn write(&self, text: &mut [u8]) {
        for (byte, cell) in text.iter_mut().zip(self.cells) {
            *byte = if cell == 0 { b'.' } else { b'0' + cell };
        }
    }

    fn run_cells(&self) -> impl Iterator<Item = usize> {
        let run = &self.order[self.at..self.at + self.run];
        run.iter().map(|&cell| usize::from(cell))
    }
}

fn puzzle(cells: [u8; CELLS]) -> Puzzle {
    Puzzle::from_cells(cells).expect("cells are 0 to 9")
}

/// How many cells to try at once with this many clues left: about as many as can be removed in half
/// of all cases. It affects only the time, not the puzzles.
fn run_length(clues: usize) -> usize {
    match clues {
        46.. => clues - 42,
        38..46 => 4,
        32..38 => 2,
        _ => 1,
    }
}
