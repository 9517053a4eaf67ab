//! Makes the next piece of a chunk's rows, if every solution has its own.

use super::Job;
use super::chunk::{ChunkSet, Wrong};
use super::listing::Open;
use crate::format::{Only, WriteOptions, write_other, write_puzzle};
use crate::metrics::clock::Clock;
use crate::metrics::service::is_over;
use ninefold::engine::Solutions;
use ninefold::engine::verdict::Verdict;
use ninefold::engine::{Outcome, Status};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, Row, check};
use ninefold::internal::cells_at;

/// Bytes after which a piece ends.
const PIECE: usize = 4 << 20;

impl ChunkSet {
    /// Makes the next piece of the chunk's rows.
    pub(super) fn list(&mut self, job: &Job, clock: &Clock) {
        let started = clock.ticks();
        self.output.clear();
        let options = job.row_options(self.kind);
        // A puzzle with solutions to list has several, although the first row counts one.
        let several = options.only == Some(Only::Multiple);
        let listed = options.clone().only(options.only.filter(|_| !several));
        if self.found.wrong.is_some() {
            self.listing.end();
        }
        while self.listing.has_more() && self.output.text.len() < PIECE {
            match self.listing.open.take() {
                Some(open) => self.next_solution(open, job, clock, &listed),
                None => self.next_line(job, clock, &options),
            }
        }
        self.found.solving += clock.nanos(started, clock.ticks());
    }

    /// Writes the next line's row, or starts its solutions.
    fn next_line(&mut self, job: &Job, clock: &Clock, options: &WriteOptions) {
        let text = self.read.text();
        let i = self.listing.puzzles;
        let other = self.read.records.others.get(self.listing.others);
        let out = &mut self.output.text;
        if let Some(other) = other.filter(|other| other.before as usize == i) {
            write_other(text, &self.read.records, other, options, out);
            self.listing.others += 1;
            return;
        }
        let Some(&start) = self.read.records.starts.get(i) else {
            return self.listing.end();
        };
        let row = &self.output.rows[i];
        let outcome = &self.outcomes[i];
        let cells = *cells_at(text, start as usize);
        if outcome.solutions < 2 {
            let start = start as usize;
            write_puzzle(text, start, row, outcome, options, out);
            self.listing.puzzles += 1;
            return;
        }
        let Ok(puzzle) = Puzzle::from_text(&cells) else {
            return self.refuse("no puzzle any more");
        };
        let left = job.limits.guesses.saturating_sub(outcome.guesses);
        self.listing.open = Some(Box::new(Open {
            cells,
            solutions: Solutions::new(&puzzle, left),
            before: outcome.guesses,
            began: clock.ticks(),
            row: BLANK_ROW,
        }));
    }

    /// Writes the row of an open puzzle's next solution, or of the end of its list.
    fn next_solution(
        &mut self,
        mut open: Box<Open>,
        job: &Job,
        clock: &Clock,
        options: &WriteOptions,
    ) {
        let listed = open.solutions.outcome().solutions;
        let began = open.began;
        let is_out_of_time = || is_over(clock, began, job.deadline);
        let next = open.solutions.next_in_time(&is_out_of_time);
        let mut outcome = open.solutions.outcome();
        outcome.guesses += open.before;
        outcome.cap(job.limits.solutions);
        if let Some(solution) = next.filter(|_| listed < job.limits.solutions) {
            if job.verify
                && let Err(fault) = verified(&open, &solution)
            {
                return self.refuse(&fault);
            }
            open.row[..CELLS].copy_from_slice(&solution);
            self.write_solution(&open.row, &outcome, options);
            self.listing.open = Some(open);
            return;
        }
        let i = self.listing.puzzles;
        if outcome.status == Status::Finished && listed < self.outcomes[i].solutions {
            let fault = format!("{listed} solutions listed, and there are more");
            return self.refuse(&fault);
        }
        if outcome.status != Status::Finished {
            self.write_solution(&open.row, &outcome, options);
        }
        self.found.counters.guesses += outcome.guesses - open.before;
        self.found.counters.nodes += open.solutions.nodes();
        self.found
            .verdicts
            .count(Verdict::of(&outcome, job.mode), 1);
        self.outcomes[i] = outcome;
        self.listing.puzzles += 1;
    }

    fn write_solution(&mut self, row: &Row, outcome: &Outcome, options: &WriteOptions) {
        let text = self.read.text();
        let start = self.read.records.starts[self.listing.puzzles] as usize;
        let out = &mut self.output.text;
        write_puzzle(text, start, row, outcome, options, out);
    }

    /// Notes that a row to write is wrong.
    fn refuse(&mut self, fault: &str) {
        self.found.wrong = Some(Wrong {
            puzzle: self.listing.puzzles as u32,
            fault: fault.to_owned(),
        });
        self.listing.end();
    }
}

/// Checks that a row is a solution and follows the last in order, so that none comes twice.
fn verified(open: &Open, solution: &[u8; CELLS]) -> Result<(), String> {
    check::check(&open.cells, solution).map_err(|fault| fault.to_string())?;
    // Blanks come before digits.
    if open.row[..CELLS] < solution[..] {
        return Ok(());
    }
    Err("a solution is listed out of order".to_owned())
}
