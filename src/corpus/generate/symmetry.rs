//! Symmetric patterns of clues: which cells belong together.

use crate::grid::CELLS;

/// The symmetry of a pattern of clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Half a turn.
    Rotational,
    /// A quarter turn.
    Quarter,
    /// The mirror that swaps left and right.
    Horizontal,
    /// The mirror that swaps top and bottom.
    Vertical,
    /// The mirror on the diagonal from the top left.
    Diagonal,
    /// The mirror on the diagonal from the top right.
    Antidiagonal,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 7] = [
        Symmetry::None,
        Symmetry::Rotational,
        Symmetry::Quarter,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotational => "rotational",
            Symmetry::Quarter => "quarter",
            Symmetry::Horizontal => "horizontal",
            Symmetry::Vertical => "vertical",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
        }
    }

    /// The image of a cell.
    #[must_use]
    pub fn image(self, cell: usize) -> usize {
        let (row, column) = (cell / 9, cell % 9);
        match self {
            Symmetry::None => cell,
            Symmetry::Rotational => 80 - cell,
            Symmetry::Quarter => column * 9 + 8 - row,
            Symmetry::Horizontal => row * 9 + 8 - column,
            Symmetry::Vertical => (8 - row) * 9 + column,
            Symmetry::Diagonal => column * 9 + row,
            Symmetry::Antidiagonal => (8 - column) * 9 + 8 - row,
        }
    }

    /// The orbits: sets of cells that belong together, ordered by their first cell.
    #[must_use]
    pub fn orbits(self) -> Vec<Vec<u8>> {
        let mut seen = [false; CELLS];
        let mut orbits = Vec::new();
        for first in 0..CELLS {
            let (mut orbit, mut cell) = (Vec::new(), first);
            while !seen[cell] {
                seen[cell] = true;
                orbit.push(cell as u8);
                cell = self.image(cell);
            }
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Whether some pattern with this symmetry has `clues` clues.
    pub fn allows(self, clues: usize) -> bool {
        // Orbits have at most two sizes, and one divides the other.
        let orbits = self.orbits();
        let small = orbits.iter().map(Vec::len).min().unwrap_or(1);
        let large = orbits.iter().map(Vec::len).max().unwrap_or(1);
        let smalls = orbits.iter().filter(|orbit| orbit.len() == small).count();
        let larges = orbits.len() - smalls;
        (0..=larges).any(|k| {
            let rest = clues.checked_sub(k * large);
            rest.is_some_and(|rest| rest % small == 0 && rest / small <= smalls)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_cells_and_are_closed() {
        for symmetry in Symmetry::ALL {
            let orbits = symmetry.orbits();
            let mut cells: Vec<u8> = orbits.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..81), "{}", symmetry.name());
            for orbit in orbits {
                for &cell in &orbit {
                    assert!(orbit.contains(&(symmetry.image(cell.into()) as u8)));
                }
            }
        }
    }

    #[test]
    fn a_quarter_turn_allows_multiples_of_four_and_one_more() {
        let allowed: Vec<usize> = (0..82).filter(|&n| Symmetry::Quarter.allows(n)).collect();
        assert!(allowed.iter().all(|n| n % 4 <= 1));
        assert_eq!(allowed.len(), 42);
        assert!((0..82).all(|n| Symmetry::None.allows(n)));
        assert!((0..82).all(|n| Symmetry::Rotational.allows(n)));
        assert!(!Symmetry::None.allows(82));
    }
}
