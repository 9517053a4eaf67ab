//! The best score, compared with plain enumeration.

use super::{ANSWER, Random, hopeless, text};
use ninefold::engine::noip2009;
use ninefold::engine::{Batch, Limits, NoObserver, Outcome, scorer};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle, check};

#[test]
fn the_best_score_is_that_of_plain_enumeration() {
    let mut scorer = scorer();
    let mut best = |cells: &[u8; CELLS]| -> Option<[u8; CELLS]> {
        let mut rows = [BLANK_ROW];
        let mut outcomes = [Outcome::default()];
        let mut batch = Batch::new(cells, &[0], &mut rows, &mut outcomes);
        scorer.solve(&mut batch, &Limits::default(), &mut NoObserver);
        let row = *rows[0].first_chunk().unwrap();
        (outcomes[0].solutions == 1).then_some(row)
    };
    let mut random = Random(17);
    let mut enumerated = 0;
    while enumerated < 12 {
        let mut cells = text(ANSWER);
        for _ in 0..60 {
            cells[random.below(CELLS)] = b'.';
        }
        let puzzle = Puzzle::from_text(&cells).unwrap();
        let scores = enumerate(&puzzle);
        if !(100..20_000).contains(&scores.len()) {
            continue;
        }
        enumerated += 1;
        let digits = best(&cells).unwrap();
        let score = noip2009::score(&digits.map(|digit| digit - b'0'));
        assert_eq!(Some(&score), scores.iter().max());
        assert_eq!(check::check(&cells, &digits), Ok(()));
    }
    for cells in hopeless() {
        assert_eq!(best(&cells), None);
    }
}

/// Scores of all solutions, at most 20,000 of them, by trying every digit in every cell.
fn enumerate(puzzle: &Puzzle) -> Vec<u32> {
    fn fill(cells: &mut [u8; CELLS], scores: &mut Vec<u32>) {
        let Some(cell) = cells.iter().position(|&digit| digit == 0) else {
            scores.push(noip2009::score(cells));
            return;
        };
        for digit in 1..=9 {
            if scores.len() >= 20_000 {
                return;
            }
            let sees = |&other: &usize| {
                cells[other] == digit
                    && (other / 9 == cell / 9
                        || other % 9 == cell % 9
                        || other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3)
            };
            if !(0..CELLS).any(|other| sees(&other)) {
                cells[cell] = digit;
                fill(cells, scores);
                cells[cell] = 0;
            }
        }
    }
    let mut scores = Vec::new();
    fill(&mut puzzle.cells().clone(), &mut scores);
    scores
}
