//! What must hold of a run, by what was written and what became of it.

use super::document::{Content, Document};
use super::runs::{SolveRun, VerifyRun};
use ninefold::engine::verdict::Verdict;
use ninefold::grid::{CELLS, check};

/// More cells together are what is left of a grid, and not a few digits.
const MEANT: usize = CELLS / 2;

/// A record of a text, as it was meant.
struct Record {
    number: usize,
    puzzle: Content,
    known: Content,
}

impl Record {
    /// The records of which something is left, in their order.
    fn all(document: &Document) -> Vec<Record> {
        let numbers = document.records_in_order().into_iter();
        let all = numbers.map(|number| Record {
            number,
            puzzle: document.grid(number, false),
            known: document.grid(number, true),
        });
        all.filter(|record| is_there(&record.puzzle) || is_there(&record.known))
            .collect()
    }

    fn is_known_right(&self) -> bool {
        let grids = self.puzzle.whole().zip(self.known.whole());
        grids.is_some_and(|(puzzle, known)| is_solution(puzzle, known))
    }
}

fn is_there(grid: &Content) -> bool {
    match grid {
        Content::Whole(_) => true,
        Content::Part(cells) => *cells > MEANT,
    }
}

fn is_solution(puzzle: &str, solution: &str) -> bool {
    let [puzzle, solution] = [puzzle, solution].map(|grid| grid.as_bytes().try_into().unwrap());
    check::check(puzzle, solution).is_ok()
}

/// What is wrong with a run of `solve`.
pub(super) fn fault_of_solve(
    document: &Document,
    base: &Document,
    run: &SolveRun,
) -> Option<String> {
    let records = Record::all(document);
    let mut left: Vec<&str> = run.solved.iter().map(String::as_str).collect();
    let mut lost = Vec::new();
    for record in &records {
        if !record
            .puzzle
            .whole()
            .is_some_and(|puzzle| take(&mut left, puzzle))
        {
            lost.push(record.number);
        }
    }
    let summary = &run.summary;
    let is_said = !run.is_clean() || summary.without_blanks > 0;
    let is_written = |grid: &str| {
        records
            .iter()
            .any(|record| record.puzzle.whole() == Some(grid))
    };
    let mut foreign = left
        .iter()
        .filter(|grid| grid.contains('.') && !is_written(grid));
    if let Some(foreign) = foreign.next().filter(|_| !is_said) {
        return Some(format!("{foreign} is solved, which nobody wrote"));
    }
    if !is_said && !lost.is_empty() {
        return Some(format!("records {lost:?} are lost without a word"));
    }
    let full = left.iter().filter(|grid| !grid.contains('.')).count() as u64;
    if full > summary.without_blanks {
        return Some(format!("{full} full grids are solved, and not counted"));
    }
    // Where nothing stands between boards, a fault may cost its neighbours, and one of the header
    // all rows.
    let is_untouched = |number: &&usize| {
        let around = document.around(**number);
        around.is_some() && around == base.around(**number)
    };
    let untouched: Vec<&usize> = lost.iter().filter(is_untouched).collect();
    let may_cost_others = document.is_dense() || document.header() != base.header();
    if !untouched.is_empty() && !may_cost_others {
        return Some(format!(
            "records {untouched:?} are lost, and nothing happened to them"
        ));
    }
    fault_of_known(&records, &lost, run)
}

/// Removes a value. Whether it was there.
fn take(from: &mut Vec<&str>, value: &str) -> bool {
    let at = from.iter().position(|own| *own == value);
    at.map(|at| from.swap_remove(at)).is_some()
}

/// What is wrong with that which is said of known solutions.
fn fault_of_known(records: &[Record], lost: &[usize], run: &SolveRun) -> Option<String> {
    let has_known = |record: &&Record| !matches!(record.known, Content::Part(0));
    let odd = records.iter().filter(|record| !record.is_known_right());
    let odd: Vec<&Record> = odd.filter(has_known).collect();
    let summary = &run.summary;
    let known = &summary.known;
    if known.wrong > odd.len() as u64 {
        return Some(format!("right known solutions are called wrong: {known:?}"));
    }
    let is_solved = |record: &&&Record| !lost.contains(&record.number) && is_there(&record.known);
    let solved = odd.iter().filter(is_solved).count() as u64;
    // Only whole solutions show that a place without a name is that of solutions.
    let read = records
        .iter()
        .filter(|record| !lost.contains(&record.number));
    let mut whole = read.filter(|record| record.known.whole().is_some());
    whole.next()?;
    let bad = summary.verdicts.total() - summary.verdicts.of(Verdict::Solved);
    let bad = bad.saturating_sub(lost.len() as u64);
    // A full grid that is called a puzzle may be the solution of one record in another's place.
    let said = known.wrong + known.not_comparable + 2 * summary.without_blanks + bad;
    if said < solved {
        return Some(format!(
            "of {solved} odd known solutions, only {said} are told: {known:?}"
        ));
    }
    None
}

/// What is wrong with a run of `verify`, if the answers are the known solutions of `answers`.
pub(super) fn fault_of_verify(
    puzzles: &Document,
    answers: &Document,
    run: &VerifyRun,
) -> Option<String> {
    let puzzles = Record::all(puzzles);
    let answers = Record::all(answers);
    let is_answered = |(i, record): (usize, &Record)| {
        let mut its_own = if puzzles.len() == answers.len() {
            answers[i..=i].iter()
        } else {
            answers.iter()
        };
        record.puzzle.whole().is_some_and(|puzzle| {
            its_own.any(|answer| {
                let known = answer.known.whole();
                known.is_some_and(|known| is_solution(puzzle, known))
            })
        })
    };
    let answered = puzzles.iter().enumerate().filter(|pair| is_answered(*pair));
    let right = answered.count() as u64;
    let all = puzzles.len() as u64;
    let found = &run.found;
    // A solution that lost digits is right of the puzzle that it became.
    let damaged = puzzles
        .iter()
        .filter(|record| record.known.whole().is_none())
        .count() as u64;
    let extra = if run.is_clean { 0 } else { damaged };
    if found.right > right + found.without_blanks + extra {
        return Some(format!("{} are called right, and {right} are", found.right));
    }
    if run.is_clean && (right < all || found.right != all) {
        return Some(format!(
            "all is called right, and {right} of {all} are: {found:?}"
        ));
    }
    None
}
