//! What became of the two sides of a comparison, and what follows: the one place that decides.
//!
//! Each side answers all puzzles of each input, before any pair of samples and outside the clock.
//! It is *measured* if all answers are right. It *failed* if an answer is wrong or did not come:
//! then times say nothing about it. It is *unfinished* if the time was over while it was answering:
//! it may be right, and nobody knows. The new side is never the same or faster while it has not
//! answered all. [`decide`] is the rule, and its test the table of all cases.

use super::error::CaseError;
use super::record::CaseKey;
use super::stats::Judgement;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The old program.
    Old,
    /// The new program.
    New,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Old => "old",
            Side::New => "new",
        })
    }
}

/// What became of a side on an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SideOutcome {
    /// It answered all puzzles, and all answers are right.
    Measured,
    /// It gave a wrong answer, ended, hung, or broke another rule.
    Failed(CaseError),
    /// The time was over after this many right answers.
    Unfinished(u64),
}

/// A side that failed on an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFailure {
    /// Which one.
    pub side: Side,
    /// The case.
    pub case: CaseKey,
    /// What it did, with the puzzle. It has several lines.
    pub reason: String,
}

/// An input of which a side did not answer all puzzles in time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unchecked {
    /// Which one.
    pub side: Side,
    /// Name of the corpus.
    pub corpus: String,
    /// Puzzles with a right answer.
    pub answered: u64,
    /// All its puzzles.
    pub puzzles: u64,
}

/// The verdict on the outcomes of old and new for each input, and on the times of what both
/// answered; and the side that failed, the new one if both did. If `is_specified`, the user
/// specified the inputs, so that all of their puzzles count.
pub(super) fn decide(
    inputs: &[[SideOutcome; 2]],
    is_specified: bool,
    times: Judgement,
) -> (Judgement, Option<Side>) {
    let mut new_ones = inputs.iter().map(|[_, new]| new);
    let is_unchecked =
        is_specified && new_ones.any(|new| matches!(new, SideOutcome::Unfinished(_)));
    if has_failed(inputs, Side::New) {
        return (Judgement::Failed, Some(Side::New));
    }
    let failed = has_failed(inputs, Side::Old).then_some(Side::Old);
    let verdict = match times {
        Judgement::Slower => Judgement::Slower,
        _ if is_unchecked => Judgement::Inconclusive,
        _ if failed.is_some() => Judgement::Failed,
        times => times,
    };
    (verdict, failed)
}

/// Whether a side failed on one of the inputs.
pub(super) fn has_failed(inputs: &[[SideOutcome; 2]], side: Side) -> bool {
    let mut outcomes = inputs.iter().map(|input| &input[side as usize]);
    outcomes.any(|outcome| matches!(outcome, SideOutcome::Failed(_)))
}

/// The exit code of `compare` for a verdict.
#[must_use]
pub fn exit_code(verdict: Judgement) -> u8 {
    match verdict {
        Judgement::Same | Judgement::Faster => 0,
        Judgement::Slower => 1,
        Judgement::Failed => 3,
        Judgement::Inconclusive => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judgement::{Failed, Faster, Inconclusive, Same, Slower};

    /// `m`easured, `f`ailed, `u`nfinished.
    fn outcome(letter: char) -> SideOutcome {
        match letter {
            'm' => SideOutcome::Measured,
            'f' => SideOutcome::Failed(CaseError::Wrong("puzzle 1".to_owned())),
            _ => SideOutcome::Unfinished(7),
        }
    }

    /// Every pair of outcomes of old and new on an input, for each verdict on the times.
    #[test]
    fn the_table() {
        let old = Some(Side::Old);
        let new = Some(Side::New);
        let table = [
            // Old and new; the verdict where the times are the same, faster, slower, cannot tell;
            // who failed.
            ("mm", [Same, Faster, Slower, Inconclusive], None),
            ("um", [Same, Faster, Slower, Inconclusive], None),
            ("fm", [Failed, Failed, Slower, Failed], old),
            ("mf", [Failed; 4], new),
            ("uf", [Failed; 4], new),
            ("ff", [Failed; 4], new),
            (
                "mu",
                [Inconclusive, Inconclusive, Slower, Inconclusive],
                None,
            ),
            (
                "uu",
                [Inconclusive, Inconclusive, Slower, Inconclusive],
                None,
            ),
            (
                "fu",
                [Inconclusive, Inconclusive, Slower, Inconclusive],
                old,
            ),
        ];
        for (sides, verdicts, failed) in table {
            for (times, verdict) in [Same, Faster, Slower, Inconclusive]
                .into_iter()
                .zip(verdicts)
            {
                let input = || {
                    let mut sides = sides.chars().map(outcome);
                    [(); 2].map(|()| sides.next().unwrap())
                };
                let whole = || [outcome('m'), outcome('m')];
                // Whatever the other inputs are.
                for inputs in [
                    vec![input()],
                    vec![input(), whole()],
                    vec![whole(), input()],
                ] {
                    let found = decide(&inputs, true, times);
                    assert_eq!(found, (verdict, failed), "{sides} {times}");
                }
                // Nobody named the data sets that are measured by default.
                let (found, _) = decide(&[input()], false, times);
                let is_open = sides.ends_with('u') && failed.is_none();
                assert_eq!(
                    found,
                    if is_open {
                        times
                    } else if sides == "fu" && times != Slower {
                        Failed
                    } else {
                        verdict
                    },
                    "{sides}"
                );
            }
        }
        let codes = [
            (Same, 0),
            (Faster, 0),
            (Slower, 1),
            (Failed, 3),
            (Inconclusive, 4),
        ];
        for (verdict, code) in codes {
            assert_eq!(exit_code(verdict), code);
        }
    }
}
