//! Judges whether an answer is right.

use crate::format::answers::{Answer, Form, StatedVerdict, is_copy, solutions};
use ninefold::engine::verdict::Verdict;
use ninefold::grid::{CELLS, Puzzle, check};

/// The judgement of an answer.
pub(super) enum AnswerJudgement {
    Right,
    /// A claim that cannot be checked.
    Unanswered,
    /// What is wrong.
    Wrong(String),
    /// The line is not a puzzle, so nothing about it can be judged. Whether the answer says so,
    /// too.
    NotRead(bool),
}

/// Judges a line of the answers, or a missing one, as the answer to a puzzle, all of whose bytes
/// are cells, or to a malformed line.
pub(super) fn judge(puzzle: Option<&[u8; CELLS]>, line: &[u8], form: Form) -> AnswerJudgement {
    if let (Some(puzzle), Ok(answer), Form::Lines) = (puzzle, line.try_into(), form)
        && check::check(puzzle, answer).is_ok()
    {
        return AnswerJudgement::Right;
    }
    let answer = form.read(line, puzzle);
    match puzzle {
        Some(_) if answer.stated == StatedVerdict::Other && solutions(line).nth(1).is_some() => {
            wrong("several solutions, which differ")
        }
        Some(puzzle) => to_puzzle(puzzle, &answer),
        None => to_nothing(&answer),
    }
}

fn wrong(what: &str) -> AnswerJudgement {
    AnswerJudgement::Wrong(what.to_owned())
}

/// What is wrong with an answer that is a puzzle, to a puzzle that is its solution.
pub const SWAPPED: &str = "the puzzle and answer files appear to be swapped";

fn to_nothing(answer: &Answer<'_>) -> AnswerJudgement {
    // In a table, the field of a missing solution is empty.
    let says_so = matches!(
        answer.stated,
        StatedVerdict::Verdict(Verdict::Malformed) | StatedVerdict::NoSolution
    );
    AnswerJudgement::NotRead(says_so)
}

fn to_puzzle(puzzle: &[u8; CELLS], answer: &Answer<'_>) -> AnswerJudgement {
    if answer.puzzle.is_some_and(|named| !is_copy(named, puzzle)) {
        return wrong("answers another puzzle");
    }
    match answer.stated {
        StatedVerdict::Solution(digits) => match check::check(puzzle, digits) {
            Ok(()) => AnswerJudgement::Right,
            // Some programs print a puzzle that they could not solve.
            Err(_) if is_copy(digits, puzzle) => AnswerJudgement::Unanswered,
            Err(_) if check::check(digits, puzzle).is_ok() => wrong(SWAPPED),
            Err(fault) => wrong(&fault.to_string()),
        },
        StatedVerdict::Verdict(Verdict::Malformed) => wrong("the line is a puzzle"),
        StatedVerdict::Verdict(Verdict::Invalid) => {
            // This is not the check by which engines call a puzzle invalid: one mistake must not
            // hide another.
            if Puzzle::from_text(puzzle).is_ok_and(|puzzle| check::clash(&puzzle).is_some()) {
                AnswerJudgement::Right
            } else {
                wrong("no clues clash")
            }
        }
        StatedVerdict::Verdict(_) | StatedVerdict::Claim | StatedVerdict::NoSolution => {
            AnswerJudgement::Unanswered
        }
        StatedVerdict::Other => wrong("neither 81 digits nor a word for no solution"),
    }
}
