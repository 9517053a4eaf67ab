//! What the text beside a puzzle states of its solution: the same in every form.
//!
//! A full grid beside a puzzle is its known solution, whatever its place is called. It may be 81
//! digits together, or have something between its cells or rows. More digits together than any
//! number has, which are no grid, could not be compared.

use super::cells::{LONGEST_NUMBER, count_blanks, has_board, is_digit, is_full, separated};
use ninefold::grid::{CELLS, Puzzle};
use ninefold::internal::cells_at;
use std::ops::Range;

/// The most digits that a solution may have lost. With more blanks, a grid is a puzzle.
pub(super) const MOST_LOST: usize = CELLS / 4;

/// A longer text is no grid, however its cells are written.
const LONGEST: usize = 1 << 10;

/// What the text beside a puzzle states of its solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stated {
    /// No solution.
    Nothing,
    /// 81 digits, which begin here in the text.
    At(usize),
    /// These digits, in another form.
    Digits([u8; CELLS]),
    /// Something like a solution, that is none: it has another length or blanks, or its cells stand
    /// in a form that is not read.
    NotComparable,
    /// Another puzzle, which begins here.
    Puzzle(usize),
}

/// The digits of a solution, which have something between them in the text.
#[derive(Debug, Clone)]
struct DigitsApart {
    puzzle: u32,
    place: Range<usize>,
    digits: [u8; CELLS],
}

/// The solutions that a text states of its puzzles.
#[derive(Debug, Default)]
pub(super) struct StatedSolutions {
    /// The puzzles whose solutions stand there in 81 digits, and where those begin.
    at: Vec<(u32, u32)>,
    /// The solutions that stand there in another form.
    digits: Vec<DigitsApart>,
    /// The puzzles for which something stands there that cannot be compared.
    pub(super) not_comparable: Vec<u32>,
}

impl StatedSolutions {
    /// Adds the solutions that the text beside a puzzle states, without repetitions of the first.
    /// The text begins at `from`.
    #[inline]
    pub(super) fn read(&mut self, puzzle: usize, text: &[u8], from: usize) {
        let found = stated(text);
        self.add(puzzle, found, from..from + text.len());
        if let Stated::At(start) = found {
            self.read_others(puzzle, text, start, from);
        }
    }

    /// Adds what follows a solution that begins at `first`, and is another one.
    fn read_others(&mut self, puzzle: usize, text: &[u8], first: usize, from: usize) {
        let (before, mut rest) = text.split_at(first + CELLS);
        let solution = &before[first..];
        while rest.len() > LONGEST_NUMBER {
            let place = from + text.len() - rest.len()..from + text.len();
            match stated(rest) {
                Stated::At(start) => {
                    if rest[start..start + CELLS] != *solution {
                        self.add(puzzle, Stated::At(start), place);
                    }
                    rest = &rest[start + CELLS..];
                }
                found => return self.add(puzzle, found, place),
            }
        }
    }

    /// Adds what the text at `place` states of the solution of a puzzle.
    #[inline]
    pub(super) fn add(&mut self, puzzle: usize, stated: Stated, place: Range<usize>) {
        let puzzle = puzzle as u32;
        match stated {
            Stated::Nothing | Stated::Puzzle(_) => {}
            Stated::At(start) => self.at.push((puzzle, (place.start + start) as u32)),
            Stated::Digits(digits) => self.digits.push(DigitsApart {
                puzzle,
                place,
                digits,
            }),
            Stated::NotComparable if self.not_comparable.last() == Some(&puzzle) => {}
            Stated::NotComparable => self.not_comparable.push(puzzle),
        }
    }

    /// Whether something was added for the last puzzle.
    pub(super) fn has(&self, puzzle: usize) -> bool {
        let puzzle = puzzle as u32;
        self.at.last().is_some_and(|(of, _)| *of == puzzle)
            || self.digits.last().is_some_and(|last| last.puzzle == puzzle)
            || self.not_comparable.last() == Some(&puzzle)
    }

    /// Forgets the solutions of the last puzzle, because its record is malformed.
    pub(super) fn retract(&mut self, puzzle: usize) {
        let puzzle = puzzle as u32;
        while self.at.pop_if(|(of, _)| *of == puzzle).is_some() {}
        while self.digits.pop_if(|last| last.puzzle == puzzle).is_some() {}
        while self.not_comparable.pop_if(|of| *of == puzzle).is_some() {}
    }

    /// The number of a puzzle, and the digits of its solution.
    pub(super) fn all<'a>(
        &'a self,
        text: &'a [u8],
    ) -> impl Iterator<Item = (usize, &'a [u8; CELLS])> {
        let at = self.at.iter();
        let at = at.map(|&(puzzle, at)| (puzzle as usize, cells_at(text, at as usize)));
        let digits = self.digits.iter();
        at.chain(digits.map(|apart| (apart.puzzle as usize, &apart.digits)))
    }

    /// The solutions of a puzzle that have something between their digits, and where they stand.
    pub(super) fn apart(
        &self,
        puzzle: usize,
    ) -> impl Iterator<Item = (Range<usize>, &[u8; CELLS])> {
        let first = self
            .digits
            .partition_point(|of| (of.puzzle as usize) < puzzle);
        let of_puzzle = self.digits[first..].iter();
        of_puzzle
            .take_while(move |of| of.puzzle as usize == puzzle)
            .map(|of| (of.place.clone(), &of.digits))
    }

    /// Forgets everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.at.clear();
        self.digits.clear();
        self.not_comparable.clear();
    }
}

/// What a text beside a puzzle states.
#[inline]
pub(super) fn stated(text: &[u8]) -> Stated {
    if text.len() <= LONGEST_NUMBER {
        return Stated::Nothing;
    }
    // Most are a separator and the solution, or the solution alone.
    if is_full(&text[1..]) {
        return Stated::At(1);
    }
    if is_full(text) {
        return Stated::At(0);
    }
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return Stated::Nothing;
    }
    match in_runs(text) {
        Stated::Nothing => in_other_form(text),
        found => found,
    }
}

/// What cells with something between them state.
fn in_other_form(text: &[u8]) -> Stated {
    if (CELLS..=LONGEST).contains(&text.len())
        && let Some(cells) = separated(text)
    {
        return match count_blanks(&cells) {
            0 => Stated::Digits(cells),
            1..=MOST_LOST => Stated::NotComparable,
            _ => Stated::Nothing,
        };
    }
    if has_board(text) {
        Stated::NotComparable
    } else {
        Stated::Nothing
    }
}

/// What the cells that stand together state.
fn in_runs(text: &[u8]) -> Stated {
    let mut found = Stated::Nothing;
    for (at, run) in runs(text) {
        if run.len() <= LONGEST_NUMBER || !run.iter().any(u8::is_ascii_digit) {
            continue;
        }
        let digits = run.iter().filter(|&&byte| is_digit(byte));
        let digits = digits.count();
        match found {
            // If a line end was lost, another solution may stand before the other puzzle.
            _ if (CELLS..=3 * CELLS).contains(&run.len()) && run.len() - digits > MOST_LOST => {
                return Stated::Puzzle(at);
            }
            Stated::Nothing if digits == CELLS && run.len() == CELLS => {
                found = Stated::At(at);
            }
            // The first. What follows it is read next.
            Stated::At(_) => {}
            _ => found = Stated::NotComparable,
        }
    }
    found
}

/// The runs of cells of a text, and where each begins.
pub(super) fn runs(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    text.split(|&byte| !Puzzle::is_cell(byte)).map(move |run| {
        let start = at;
        at += run.len() + 1;
        (start, run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn what_stands_beside_a_puzzle_is_told_by_its_cells() {
        let [p, s] = [PUZZLE, ANSWER];
        let damaged = s.replacen('5', ".", 1);
        let digits = Stated::Digits(s.as_bytes().try_into().unwrap());
        let rows: Vec<&str> = (0..9).map(|row| &s[9 * row..9 * row + 9]).collect();
        let damaged_rows: Vec<&str> = (0..9).map(|row| &damaged[9 * row..9 * row + 9]).collect();
        let cells: Vec<&str> = s.split("").filter(|cell| !cell.is_empty()).collect();
        for (text, expected) in [
            (String::new(), Stated::Nothing),
            (" ED=1.2/1.2/1.2".to_owned(), Stated::Nothing),
            (format!(" {}", "x".repeat(81)), Stated::Nothing),
            (s.to_owned(), Stated::At(0)),
            (format!(",{s}"), Stated::At(1)),
            (format!(":1:{s}:x"), Stated::At(3)),
            (format!(" # 0.3 s: {s}"), Stated::At(10)),
            (format!(",{s},{s}"), Stated::At(1)),
            (format!(",{s},{}", s.replace('5', "6")), Stated::At(1)),
            (format!(",{}", &s[..70]), Stated::NotComparable),
            (format!(",{}", &s[..40]), Stated::NotComparable),
            (format!(",{}", &s[..39]), Stated::Nothing),
            (format!(",{s}1"), Stated::NotComparable),
            (format!(",{damaged}"), Stated::NotComparable),
            (format!(" {p}"), Stated::Puzzle(1)),
            (format!(",{s},{p}"), Stated::Puzzle(83)),
            (format!(",{s}{p},{s}"), Stated::Puzzle(1)),
            (format!(" ED=1.2{p}"), Stated::Puzzle(4)),
            (format!(" {}", rows.join(" ")), digits),
            (format!("[{}]", cells.join(",")), digits),
            (rows.join("\n"), digits),
            (rows[..5].join(" "), Stated::NotComparable),
            (cells[..41].join(","), Stated::NotComparable),
            (cells[..40].join(","), Stated::Nothing),
            (damaged_rows.join(" "), Stated::NotComparable),
        ] {
            assert_eq!(stated(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn each_solution_beside_a_puzzle_is_read_once() {
        let s = ANSWER;
        let other = s.replace('5', "6");
        for (text, solutions, not_comparable) in [
            (format!(",{s},{s}"), &[s][..], 0),
            (format!(",{s},{other}"), &[s, &other], 0),
            (format!(",{s} {other} {s} {other}"), &[s, &other, &other], 0),
            (format!(",{s},{}", &s[..70]), &[s], 1),
            (format!(",{},{s}", &s[..70]), &[], 1),
        ] {
            let mut found = StatedSolutions::default();
            found.read(3, text.as_bytes(), 0);
            let all: Vec<(usize, &[u8])> = found
                .all(text.as_bytes())
                .map(|(puzzle, digits)| (puzzle, &digits[..]))
                .collect();
            let expected: Vec<(usize, &[u8])> = solutions
                .iter()
                .map(|digits| (3, digits.as_bytes()))
                .collect();
            assert_eq!(all, expected, "{text}");
            assert_eq!(found.not_comparable.len(), not_comparable, "{text}");
        }
    }
}
