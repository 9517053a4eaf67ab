//! Rounds in which all entrants meet the same puzzles, one after the other.

use crate::corpus::{Answers, Corpus};
use crate::solvers::{self, Entrant, REFERENCE};
use ninefold::engine::Counters;
use ninefold::grid::check;
use serde::Serialize;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// What is asked of a measurement.
pub(crate) struct Plan {
    pub(crate) rounds: usize,
    /// Puzzles an engine gets at a time.
    pub(crate) batch: usize,
    /// Who would need longer for one round is left out.
    pub(crate) most_per_round: Duration,
}

/// One entrant's figures on one corpus with one limit.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Figures {
    pub(crate) corpus: String,
    pub(crate) puzzles: usize,
    pub(crate) limit: u64,
    pub(crate) name: String,
    pub(crate) version: &'static str,
    pub(crate) licence: &'static str,
    /// Nanoseconds a round took, round by round; round `i` of all entrants
    /// belongs together.
    pub(crate) round_ns: Vec<u64>,
    pub(crate) min_ns_per_puzzle: f64,
    pub(crate) median_ns_per_puzzle: f64,
    pub(crate) puzzles_per_second: f64,
    /// Reference's time divided by this one's, the median over rounds: more
    /// than 1 is faster than the reference.
    pub(crate) times_reference: Option<f64>,
    /// Ninefold's counters per puzzle; zero for peers.
    pub(crate) guesses_per_puzzle: f64,
    pub(crate) nodes_per_puzzle: f64,
    pub(crate) lane_passes_per_puzzle: f64,
    /// Answers that the independent checker refused, over all rounds.
    pub(crate) wrong_answers: u64,
    /// Puzzles whose number of solutions differs from the majority's.
    pub(crate) other_counts: u64,
    /// Puzzles given up.
    pub(crate) gave_up: u64,
}

/// What came of one corpus and limit.
pub(crate) struct Outcome {
    pub(crate) figures: Vec<Figures>,
    /// Who did not take part, and why.
    pub(crate) left_out: Vec<String>,
}

#[derive(Default)]
struct Sheet {
    round_ns: Vec<u64>,
    counters: Counters,
    wrong: u64,
    gave_up: u64,
    counts: Vec<u64>,
}

/// Measures all entrants on one corpus with one limit.
pub(crate) fn measure(
    entrants: &mut [Entrant],
    corpus: &Corpus,
    limit: u64,
    plan: &Plan,
) -> Outcome {
    let mut left_out = Vec::new();
    let mut field: Vec<&mut Entrant> = Vec::new();
    for entrant in entrants {
        match hindrance(entrant, corpus, limit, plan) {
            Some(why) => left_out.push(format!("{}: {why}", entrant.name)),
            None => field.push(entrant),
        }
    }
    let sheets = rounds(&mut field, corpus, limit, plan);
    Outcome {
        figures: figures(&field, &sheets, corpus, limit),
        left_out,
    }
}

/// Why this entrant cannot take part here.
fn hindrance(entrant: &mut Entrant, corpus: &Corpus, limit: u64, plan: &Plan) -> Option<String> {
    let estimate = estimate(entrant, corpus, limit, plan);
    (estimate > plan.most_per_round).then(|| {
        format!(
            "a round would take about {:.0} s, more than --max-seconds",
            estimate.as_secs_f64()
        )
    })
}

/// How long a round would take, by a growing sample of the corpus.
fn estimate(entrant: &mut Entrant, corpus: &Corpus, limit: u64, plan: &Plan) -> Duration {
    let mut size = 8;
    loop {
        let sample = corpus.sample(size);
        let mut answers = Answers::new(sample.len());
        let start = Instant::now();
        entrant.solve(&sample, limit, plan.batch, &mut answers);
        let took = start.elapsed();
        let whole = took.mul_f64(corpus.len() as f64 / sample.len() as f64);
        if took * 50 > plan.most_per_round || sample.len() == corpus.len() || size >= 4096 {
            return whole;
        }
        size *= 4;
    }
}

/// One round to warm up, then the rounds that count, each the other way round
/// than the one before.
fn rounds(field: &mut [&mut Entrant], corpus: &Corpus, limit: u64, plan: &Plan) -> Vec<Sheet> {
    let mut answers = Answers::new(corpus.len());
    let mut sheets: Vec<Sheet> = field.iter().map(|_| Sheet::default()).collect();
    for round in 0..=plan.rounds {
        let mut order: Vec<usize> = (0..field.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for i in order {
            answers.wipe();
            let start = Instant::now();
            let counters = field[i].solve(corpus, limit, plan.batch, &mut answers);
            let took = start.elapsed();
            let sheet = &mut sheets[i];
            sheet.counters = counters;
            sheet.wrong += wrong(corpus, &answers);
            sheet.gave_up = solvers::gave_up(&answers) as u64;
            sheet.counts = answers
                .outcomes
                .iter()
                .map(|outcome| outcome.solutions)
                .collect();
            if round > 0 {
                sheet.round_ns.push(took.as_nanos() as u64);
            }
        }
    }
    sheets
}

/// Answers that claim a solution and are none.
fn wrong(corpus: &Corpus, answers: &Answers) -> u64 {
    let claims = answers.rows.iter().zip(&answers.outcomes).enumerate();
    let refused = claims.filter(|(i, (row, outcome))| {
        let answer = row.first_chunk().expect("a row has 81 cells");
        outcome.solutions > 0 && check::check(corpus.puzzle(*i), answer).is_err()
    });
    refused.count() as u64
}

fn figures(field: &[&mut Entrant], sheets: &[Sheet], corpus: &Corpus, limit: u64) -> Vec<Figures> {
    let agreed = majority(sheets, corpus.len());
    let reference = field.iter().position(|entrant| entrant.name == REFERENCE);
    let per_puzzle = |value: f64| value / corpus.len() as f64;
    let row = |(entrant, sheet): (&&mut Entrant, &Sheet)| {
        let times = reference.map(|reference| times(&sheets[reference].round_ns, &sheet.round_ns));
        let ns: Vec<f64> = sheet
            .round_ns
            .iter()
            .map(|&ns| per_puzzle(ns as f64))
            .collect();
        let median_ns = median(&ns);
        Figures {
            corpus: corpus.name.clone(),
            puzzles: corpus.len(),
            limit,
            name: entrant.name.clone(),
            version: entrant.version,
            licence: entrant.licence,
            round_ns: sheet.round_ns.clone(),
            min_ns_per_puzzle: ns.iter().copied().fold(f64::INFINITY, f64::min),
            median_ns_per_puzzle: median_ns,
            puzzles_per_second: 1e9 / median_ns,
            times_reference: times,
            guesses_per_puzzle: per_puzzle(sheet.counters.guesses as f64),
            nodes_per_puzzle: per_puzzle(sheet.counters.nodes as f64),
            lane_passes_per_puzzle: per_puzzle(sheet.counters.lane_passes as f64),
            wrong_answers: sheet.wrong,
            other_counts: differing(&sheet.counts, &agreed),
            gave_up: sheet.gave_up,
        }
    };
    field.iter().zip(sheets).map(row).collect()
}

/// The median over rounds of the reference's time divided by another's.
fn times(reference: &[u64], other: &[u64]) -> f64 {
    let pairs = reference.iter().zip(other);
    median(
        &pairs
            .map(|(&a, &b)| a as f64 / b as f64)
            .collect::<Vec<_>>(),
    )
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    }
}

/// For each puzzle the number of solutions that most entrants found.
fn majority(sheets: &[Sheet], puzzles: usize) -> Vec<u64> {
    let most = |i: usize| {
        let mut votes: HashMap<u64, usize> = HashMap::new();
        for sheet in sheets {
            *votes.entry(sheet.counts[i]).or_default() += 1;
        }
        let best = votes
            .into_iter()
            .max_by_key(|&(count, votes)| (votes, count));
        best.map_or(0, |(count, _)| count)
    };
    (0..puzzles).map(most).collect()
}

fn differing(counts: &[u64], agreed: &[u64]) -> u64 {
    counts.iter().zip(agreed).filter(|(a, b)| a != b).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_paired_by_round() {
        assert_eq!(times(&[100, 300, 200], &[50, 100, 200]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn the_odd_one_out_is_found() {
        let sheet = |counts: &[u64]| Sheet {
            counts: counts.to_vec(),
            ..Sheet::default()
        };
        let sheets = [sheet(&[1, 2, 0]), sheet(&[1, 1, 0]), sheet(&[1, 2, 0])];
        let agreed = majority(&sheets, 3);
        assert_eq!(agreed, [1, 2, 0]);
        assert_eq!(differing(&sheets[1].counts, &agreed), 1);
    }
}
