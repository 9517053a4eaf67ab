//! Decides which grids are puzzles, and which are their known solutions. Nothing else decides that.
//!
//! **A grid without a blank is a solution until somebody says otherwise.** A reader that finds
//! grids lists the *places* where they stand: the columns of a table, the members of objects, or,
//! for boards below each other, every first and every second board. [`decide`] chooses among the
//! places. A name only chooses between places whose content allows both. `--column` and
//! `--input-format` say otherwise.
//!
//! A single full grid beside or below a puzzle is its known solution if it has its clues
//! ([`fits`]), or if it stands in the place of known solutions. Anywhere else it is a puzzle
//! without blanks, and every summary counts those.

use super::cells::{count_blanks, is_blank, is_digit, is_full, is_grid, is_open, separated};
use super::stated::MOST_LOST;
use crate::escape::escape;
use ninefold::grid::CELLS;

/// Usual names of the place with the puzzles, the likeliest first.
const PUZZLES: [&str; 4] = ["puzzle", "quiz", "quizzes", "question"];

/// Usual names of the place with the known solutions, the likeliest first.
const SOLUTIONS: [&str; 5] = ["solution", "solutions", "answer", "answers", "solved"];

/// Whether this is a usual name of the place with the puzzles.
pub(super) fn is_puzzle_name(name: &str) -> bool {
    PUZZLES.iter().any(|usual| usual.eq_ignore_ascii_case(name))
}

/// A place where grids stand, and what was seen there.
#[derive(Debug, Clone, Default)]
pub(super) struct GridPlace {
    pub(super) name: String,
    /// Grids with blanks, without masks.
    pub(super) open: usize,
    /// Grids without blanks.
    pub(super) full: usize,
    /// Other values.
    pub(super) others: usize,
    /// Those of them that are grids with something between their cells.
    pub(super) boards: usize,
    /// The first of the other values.
    pub(super) first_other: Vec<u8>,
}

impl GridPlace {
    pub(super) fn new(name: String) -> GridPlace {
        GridPlace {
            name,
            ..GridPlace::default()
        }
    }

    /// Counts one more value.
    pub(super) fn see(&mut self, value: &[u8]) {
        let cells = value.trim_ascii();
        if is_open(cells) && !is_mask(cells) {
            self.open += 1;
        } else if is_full(cells) {
            self.full += 1;
        } else if !cells.is_empty() {
            if self.others == 0 {
                self.first_other = cells.to_vec();
            }
            self.others += 1;
            self.boards += usize::from(separated(cells).is_some());
        }
    }

    pub(super) fn grids(&self) -> usize {
        self.open + self.full
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Whether a grid has one digit alone, more often than a puzzle can have it. So it marks cells.
fn is_mask(cells: &[u8]) -> bool {
    let mut digits = cells.iter().filter(|&&cell| is_digit(cell));
    let Some(first) = digits.next() else {
        return false;
    };
    let mut count = 1;
    for digit in digits {
        if digit != first {
            return false;
        }
        count += 1;
    }
    count > 9
}

/// Which place has the puzzles, and which the known solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Roles {
    pub(super) puzzle: usize,
    pub(super) known: Option<usize>,
    /// Other places with puzzles, among which a name decided.
    pub(super) others: Vec<usize>,
}

/// Why no place has the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoRole {
    /// There are no grids.
    NoGrids,
    /// All grids are full, so they are solutions. Their places.
    OnlySolutions(Vec<usize>),
    /// Several places could have the puzzles.
    Several(Vec<usize>),
}

/// Decides by the content of the places: puzzles have blanks, solutions have none. Names decide
/// among those that are left.
pub(super) fn decide(places: &[GridPlace]) -> Result<Roles, NoRole> {
    let (puzzle, others) = puzzle_place(places)?;
    Ok(Roles {
        puzzle,
        known: known_place(places, puzzle),
        others,
    })
}

/// The place of the puzzles, and those that could be it, too.
fn puzzle_place(places: &[GridPlace]) -> Result<(usize, Vec<usize>), NoRole> {
    let most = places.iter().map(|place| place.open).max().unwrap_or(0);
    let mut could = Vec::new();
    for (i, place) in places.iter().enumerate() {
        // A puzzle may be solved, and a solution may have lost a digit.
        let are_puzzles = place.open >= place.full || is_puzzle_name(&place.name);
        if place.open > 0 && 2 * place.open >= most && are_puzzles {
            could.push(i);
        }
    }
    if could.is_empty() {
        return Ok((named_for_puzzles(places)?, could));
    }
    let puzzle = match &could[..] {
        [puzzle] => Some(*puzzle),
        _ => only_named(places, &could),
    };
    let Some(puzzle) = puzzle else {
        return Err(NoRole::Several(could));
    };
    could.retain(|&i| !places[i].has_name(&places[puzzle].name));
    Ok((puzzle, could))
}

/// The only one of some places with a usual name, or the first of those with the same.
fn only_named(places: &[GridPlace], among: &[usize]) -> Option<usize> {
    let among = among.iter().copied();
    let mut named = among.filter(|&i| is_puzzle_name(&places[i].name));
    let first = named.next()?;
    let is_same = named.all(|i| places[i].has_name(&places[first].name));
    is_same.then_some(first)
}

/// If no place has puzzles, the one that is named so, unless it has solutions.
fn named_for_puzzles(places: &[GridPlace]) -> Result<usize, NoRole> {
    let empty: Vec<usize> = (0..places.len())
        .filter(|&i| places[i].grids() == 0)
        .collect();
    if let Some(named) = by_name(places, &empty, &PUZZLES) {
        return Ok(named);
    }
    let solutions: Vec<usize> = (0..places.len()).filter(|&i| places[i].full > 0).collect();
    Err(if solutions.is_empty() {
        NoRole::NoGrids
    } else {
        NoRole::OnlySolutions(solutions)
    })
}

/// The place of the known solutions: the only one with mostly full grids, or of several the one
/// that is named so. If there are none, the place that is named so, whose values are no grids.
pub(super) fn known_place(places: &[GridPlace], puzzle: usize) -> Option<usize> {
    let others: Vec<usize> = (0..places.len()).filter(|&i| i != puzzle).collect();
    let mut full = others.clone();
    full.retain(|&i| places[i].full > places[i].open);
    match &full[..] {
        [known] => Some(*known),
        [] => by_name(places, &others, &SOLUTIONS),
        _ => by_name(places, &full, &SOLUTIONS),
    }
}

/// The first of some places that has one of these names, the likeliest name first.
fn by_name(places: &[GridPlace], among: &[usize], names: &[&str]) -> Option<usize> {
    for name in names {
        if let Some(&place) = among.iter().find(|&&i| places[i].has_name(name)) {
            return Some(place);
        }
    }
    None
}

/// The names of places, for a message.
pub(super) fn name_places(places: &[GridPlace], which: &[usize], between: &str) -> String {
    let names: Vec<String> = which
        .iter()
        .map(|&i| format!("'{}'", places[i].name))
        .collect();
    escape(&names.join(between)).to_string()
}

/// Whether cells have all clues of a puzzle.
pub(super) fn fits(puzzle: &[u8], cells: &[u8]) -> bool {
    let mut pairs = puzzle.iter().zip(cells);
    puzzle.len() == CELLS
        && cells.len() == CELLS
        && pairs.all(|(&clue, &cell)| clue == cell || !is_digit(clue))
}

/// How puzzles and their known solutions follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Order {
    /// They do not alternate. A full grid is the solution of a neighbour if it has its clues.
    #[default]
    Loose,
    /// Each puzzle has its solution below.
    SolutionBelow,
    /// Each puzzle has its solution above.
    SolutionAbove,
}

/// The order of the first grids of a text, in which those that could not be read count, too. If all
/// alternate, each full one is a solution, also a wrong one. A single one must fit, and no more of
/// them may fit the puzzle on their other side. If some were lost, most of the full ones must fit.
pub(super) fn order(grids: &[&[u8]]) -> Order {
    let mut places = [GridPlace::default(), GridPlace::default()];
    for (i, grid) in grids.iter().enumerate() {
        let beside = &grids[i.saturating_sub(1)..grids.len().min(i + 2)];
        if beside.iter().any(|puzzle| is_solution(grid, puzzle)) {
            places[i % 2].full += 1;
        } else {
            places[i % 2].see(grid);
        }
    }
    let [first, second] = &places;
    let mut below = 0;
    let mut above = 0;
    for pair in grids.windows(2) {
        match Order::Loose.pair(pair[0], pair[1]) {
            Pair::SolutionSecond => below += 1,
            Pair::SolutionFirst => above += 1,
            Pair::Apart => {}
        }
    }
    let is_certain = first.full + second.full > 1 || below + above > 0;
    match decide(&places) {
        _ if !is_certain => Order::Loose,
        Ok(Roles {
            puzzle: 0,
            known: Some(_),
            ..
        }) if first.full == 0 && second.open == 0 && below >= above => Order::SolutionBelow,
        Ok(Roles {
            puzzle: 1,
            known: Some(_),
            ..
        }) if second.full == 0 && first.open == 0 && above >= below => Order::SolutionAbove,
        _ => most_fit(grids, below, above),
    }
}

/// The order of grids that do not alternate, by how many have their solution `below` and `above`
/// them.
fn most_fit(grids: &[&[u8]], below: usize, above: usize) -> Order {
    let full = grids.iter().filter(|grid| is_full(grid)).count();
    if are_most(below, above, full) {
        Order::SolutionBelow
    } else if are_most(above, below, full) {
        Order::SolutionAbove
    } else {
        Order::Loose
    }
}

/// Whether enough of the full grids fit on one side, and few enough on the other, for the grids to
/// have an order.
fn are_most(fit: usize, others: usize, full: usize) -> bool {
    fit > 1 && 2 * fit > full && fit > 4 * others
}

/// Whether the second of two neighbours is, or the first, the known solution of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// They have nothing to do with each other.
    Apart,
    /// The second is the solution of the first.
    SolutionSecond,
    /// The first is the solution of the second.
    SolutionFirst,
}

impl Order {
    /// What two grids are to each other that follow each other.
    pub(super) fn pair(self, first: &[u8], second: &[u8]) -> Pair {
        let is_below = self == Order::SolutionBelow && is_full(second);
        if is_open(first) && (is_below || is_solution(second, first)) {
            return Pair::SolutionSecond;
        }
        let is_above = self == Order::SolutionAbove && is_full(first);
        if is_open(second) && (is_above || is_solution(first, second)) {
            return Pair::SolutionFirst;
        }
        Pair::Apart
    }
}

/// Whether a grid is the solution of a puzzle, by its clues. It may have lost some digits.
fn is_solution(grid: &[u8], puzzle: &[u8]) -> bool {
    let mut pairs = grid.iter().zip(puzzle);
    let lost = count_blanks(grid);
    is_grid(grid)
        && is_grid(puzzle)
        && lost <= MOST_LOST
        && lost < count_blanks(puzzle)
        && pairs.all(|(&one, &other)| one == other || is_blank(one) || is_blank(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(counts: &[(&str, usize, usize)]) -> Vec<GridPlace> {
        let place = |&(name, open, full): &(&str, usize, usize)| GridPlace {
            open,
            full,
            ..GridPlace::new(name.to_owned())
        };
        counts.iter().map(place).collect()
    }

    #[test]
    fn puzzles_have_blanks_and_solutions_have_none() {
        for (counts, expected) in [
            (&[("", 0, 0), ("", 9, 1), ("", 0, 10)][..], Ok((1, Some(2)))),
            (&[("", 9, 0), ("", 1, 8)], Ok((0, Some(1)))),
            // A single row that looks like a puzzle is not enough for a column.
            (&[("", 9, 0), ("", 1, 0)], Ok((0, None))),
            // Of two solutions, neither.
            (&[("", 0, 9), ("", 0, 9), ("", 8, 0)], Ok((2, None))),
            (&[], Err(NoRole::NoGrids)),
            (&[("", 0, 0), ("", 0, 0)], Err(NoRole::NoGrids)),
            (
                &[("", 0, 0), ("", 0, 5)],
                Err(NoRole::OnlySolutions(vec![1])),
            ),
            // Some solutions lost a digit.
            (
                &[("", 0, 0), ("", 1, 5)],
                Err(NoRole::OnlySolutions(vec![1])),
            ),
            (&[("", 9, 0), ("", 7, 0)], Err(NoRole::Several(vec![0, 1]))),
        ] {
            let roles = decide(&places(counts));
            assert_eq!(
                roles.map(|roles| (roles.puzzle, roles.known)),
                expected,
                "{counts:?}"
            );
        }
    }

    #[test]
    fn names_choose_only_among_what_the_content_allows() {
        for (counts, expected) in [
            // The header names the wrong column.
            (&[("id", 9, 0), ("puzzle", 0, 9)][..], Ok((0, Some(1)))),
            (&[("solution", 9, 0), ("puzzle", 0, 9)], Ok((0, Some(1)))),
            (&[("grid", 9, 0), ("Quiz", 8, 0)], Ok((1, None))),
            (
                &[("question", 9, 0), ("puzzle", 9, 0)],
                Err(NoRole::Several(vec![0, 1])),
            ),
            (&[("puzzle", 9, 0), ("PUZZLE", 9, 0)], Ok((0, None))),
            // Most puzzles are solved already.
            (&[("puzzle", 2, 7), ("x", 0, 9)], Ok((0, Some(1)))),
            (
                &[("puzzle", 9, 0), ("a", 0, 9), ("Answer", 0, 9)],
                Ok((0, Some(2))),
            ),
            (&[("puzzle", 9, 0), ("solved", 0, 0)], Ok((0, Some(1)))),
            // No row has a grid in it.
            (&[("puzzle", 0, 0), ("solution", 0, 9)], Ok((0, Some(1)))),
            (
                &[("puzzle", 0, 9), ("x", 0, 0)],
                Err(NoRole::OnlySolutions(vec![0])),
            ),
        ] {
            let roles = decide(&places(counts));
            assert_eq!(
                roles.map(|roles| (roles.puzzle, roles.known)),
                expected,
                "{counts:?}"
            );
        }
    }

    #[test]
    fn a_grid_with_many_of_one_digit_is_a_mask_and_no_puzzle() {
        let mut place = GridPlace::new("mask".to_owned());
        place.see(&[b'0'; CELLS]);
        place.see(&PUZZLE.map(|cell| if cell == b'.' { b'0' } else { b'1' }));
        place.see(PUZZLE);
        place.see(
            b"1................................................................................",
        );
        assert_eq!([place.open, place.full, place.others], [3, 0, 1]);
    }

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const OTHER: &[u8; CELLS] =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

    #[test]
    fn a_full_grid_is_the_solution_of_its_neighbour_if_it_fits_or_all_alternate() {
        let [p, s, o]: [&[u8]; 3] = [PUZZLE, ANSWER, OTHER];
        // The puzzle of the third, and the second without a digit.
        let other = &OTHER.map(|digit| if digit < b'5' { digit } else { b'.' })[..];
        let mut damaged = *ANSWER;
        damaged[40] = b'.';
        let damaged = &damaged[..];
        for (grids, expected) in [
            (&[p, s, p, s][..], Order::SolutionBelow),
            (&[p, o, p, o], Order::SolutionBelow),
            (&[p, s], Order::SolutionBelow),
            // A single grid that does not fit is no solution.
            (&[p, o], Order::Loose),
            (&[p, o, p], Order::Loose),
            (&[p, o, p, b"?", p, o], Order::SolutionBelow),
            (&[p, damaged, p, o], Order::SolutionBelow),
            (&[s, p, s, p], Order::SolutionAbove),
            (&[p, p, s], Order::Loose),
            (&[p, p], Order::Loose),
            (&[p, s, s, p], Order::Loose),
            // A puzzle was lost, a solution, or the first line end.
            (&[s, other, o, p, s], Order::SolutionBelow),
            (&[p, s, other, p, s, other, s], Order::SolutionBelow),
            (&[p, s, other, o, o, p, s], Order::SolutionBelow),
            (&[s, p, o, s, p], Order::SolutionAbove),
            (&[b"?", s, p, o, other], Order::SolutionAbove),
            (&[s, s], Order::Loose),
            (&[], Order::Loose),
        ] {
            assert_eq!(order(grids), expected);
        }
        for (order, first, second, expected) in [
            (Order::Loose, p, s, Pair::SolutionSecond),
            (Order::Loose, s, p, Pair::SolutionFirst),
            (Order::Loose, p, o, Pair::Apart),
            (Order::Loose, o, p, Pair::Apart),
            (Order::SolutionBelow, p, o, Pair::SolutionSecond),
            (Order::SolutionBelow, o, p, Pair::Apart),
            (Order::SolutionAbove, o, p, Pair::SolutionFirst),
            (Order::SolutionAbove, p, p, Pair::Apart),
            (Order::SolutionBelow, s, s, Pair::Apart),
            // A solution that lost a digit.
            (Order::Loose, p, damaged, Pair::SolutionSecond),
            (Order::SolutionBelow, damaged, p, Pair::SolutionFirst),
            (Order::Loose, damaged, damaged, Pair::Apart),
        ] {
            assert_eq!(order.pair(first, second), expected);
        }
    }
}
