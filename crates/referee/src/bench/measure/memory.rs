//! Who is faster on puzzles that it may have seen.
//!
//! In every other round, the puzzles have the forms that every run gives them in that round, so an
//! earlier run may have left their answers somewhere. The others are controls: nobody can have seen
//! their forms. They are as many, and count as much.

use crate::bench::case::Case;
use crate::bench::corpus::unseen_from;
use crate::bench::error::CaseError;
use crate::bench::stats;

/// From here on are the numbers of texts that no run has had.
const CONTROL: u64 = 5 << 40;
/// If the others are remembered, controls take this many times as long as they do, in the median.
const REMEMBERS: f64 = 1.2;
/// Two of eight others may be answered honestly, and one of 16 controls may be fast by chance.
const HONEST_OF_EIGHT: usize = 2;
/// Fewer others than this must all be fast, or chance would leave out too many solvers.
const FEWEST_WITH_HONEST: usize = 6;
const LUCKY: usize = 16;
/// Samples of each kind before somebody is left out. More of the others are asked for in short runs
/// only, because an earlier run may have shown no more of them than it had rounds. An honest solver
/// that is asked so few puzzles that their forms decide its times is left out by chance in 1 of
/// 4,000 runs.
const FEWEST_OTHERS: usize = 4;
const ENOUGH: usize = 32;

/// The numbers of the texts of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// That of the first control.
    control: u64,
    is_fresh: bool,
}

impl Numbers {
    pub(super) fn new(is_fresh: bool) -> Numbers {
        Numbers {
            control: unseen_from(CONTROL),
            is_fresh,
        }
    }

    /// The number of the text of a round. The first round is a control, so few rounds gain nothing.
    pub(super) fn of(self, round: usize) -> u64 {
        if self.is_fresh && is_control(round) {
            self.control + round as u64
        } else {
            round as u64
        }
    }

    /// Why a case is left out, if it is faster on what it may have seen. Asks it for more that
    /// nobody can have seen, if that seems so after few rounds.
    ///
    /// # Errors
    /// The solver failed meanwhile.
    pub(super) fn who_remembers(self, case: &mut Case<'_>) -> Result<Option<CaseError>, CaseError> {
        if !self.is_fresh || case.spec.is_none() {
            return Ok(None);
        }
        let times = case.row.times(case.row.clock);
        let mut controls = Vec::new();
        let mut others = Vec::new();
        for (round, &ns) in times.iter().enumerate() {
            if is_control(round) {
                controls.push(ns);
            } else {
                others.push(ns);
            }
        }
        let clock = case.row.clock;
        let mut round = times.len();
        while factor(&others, &controls).is_some() && controls.len() < ENOUGH {
            if others.len() < FEWEST_OTHERS {
                let known = 1 + 2 * (others.len() as u64);
                others.push(case.turn(known)?.ns(clock));
            }
            controls.push(case.turn(self.control + round as u64)?.ns(clock));
            round += 1;
        }
        Ok(factor(&others, &controls).map(|factor| {
            CaseError::failed(format!(
                "it is {factor:.1} times as fast on puzzles that an earlier run may have shown it as on others: it remembers \
                 answers"
            ))
        }))
    }
}

/// Whether nobody can have seen the puzzles of a round.
fn is_control(round: usize) -> bool {
    round.is_multiple_of(2)
}

/// How many times as long as the others controls take, if that is too long, and for nearly all.
fn factor(others: &[f64], controls: &[f64]) -> Option<f64> {
    if others.is_empty() || controls.is_empty() {
        return None;
    }
    let factor = stats::median(controls) / stats::median(others);
    let mut others = others.to_vec();
    others.sort_by(f64::total_cmp);
    let honest = match others.len() {
        ..FEWEST_WITH_HONEST => 0,
        count => count * HONEST_OF_EIGHT / 8,
    };
    let slowest = others[others.len() - 1 - honest];
    let lucky = controls.iter().filter(|&&ns| ns <= slowest).count();
    (factor > REMEMBERS && lucky * LUCKY <= controls.len()).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::{ENOUGH, FEWEST_OTHERS, FEWEST_WITH_HONEST, factor};
    use ninefold::internal::Rng;

    /// Times of puzzles that say nothing of who solves them, spread as those of a simple solver on
    /// few puzzles.
    fn by_chance(rng: &mut Rng) -> f64 {
        let spread: f64 = (0..12).map(|_| rng.below(1 << 20) as f64).sum();
        (spread / f64::from(1 << 20)).exp()
    }

    #[test]
    fn chance_leaves_nobody_out() {
        let mut rng = Rng::new(1, &[]);
        for count in FEWEST_OTHERS..=FEWEST_WITH_HONEST + 2 {
            let mut left_out = 0;
            for _ in 0..20_000 {
                let [mut others, mut controls] = [(); 2].map(|()| Vec::new());
                for _ in 0..count {
                    others.push(by_chance(&mut rng));
                    controls.push(by_chance(&mut rng));
                }
                while controls.len() < ENOUGH && factor(&others, &controls).is_some() {
                    controls.push(by_chance(&mut rng));
                }
                left_out += usize::from(factor(&others, &controls).is_some());
            }
            assert!(left_out < 10, "{left_out} of {count} others");
        }
    }

    #[test]
    fn who_solves_one_request_in_four_honestly_is_found() {
        let others: Vec<f64> = (0..16)
            .map(|i| if i % 4 == 3 { 24.0 } else { 1.0 })
            .collect();
        assert_eq!(factor(&others, &[24.0; 16]), Some(24.0));
        let others: Vec<f64> = (0..15)
            .map(|i| if i % 5 == 4 { 24.0 } else { 1.0 })
            .collect();
        assert_eq!(factor(&others, &[24.0; 16]), Some(24.0));
        // Noise, and one slow sample, are nothing.
        let noisy = |seed: usize| -> Vec<f64> {
            (0..16)
                .map(|i| 1.0 + ((i * seed) % 7) as f64 / 10.0)
                .collect()
        };
        assert_eq!(factor(&noisy(3), &noisy(5)), None);
        let mut half = vec![1.0; 16];
        half[..10].fill(2.0);
        assert_eq!(factor(&[1.0; 16], &half), None);
        assert_eq!(factor(&[], &[1.0]), None);
    }
}
