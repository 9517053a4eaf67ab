//! Generates, rates and verifies puzzles. Arguments and results are JSON.

use crate::number;
use ninefold::corpus::{GenerateSpec, Rating};
use ninefold::grid::Puzzle;
use ninefold_files::escape::escape;
use serde_json::{Value, json};
use std::error::Error;
use std::ops::RangeInclusive;

/// Answers a question: `generate`, `rate` or `verify`, with its arguments.
pub(crate) fn answer(question: &str, arguments: &Value) -> Result<Value, Box<dyn Error>> {
    match question {
        "generate" => generate(arguments),
        "rate" => rate(arguments),
        "verify" => verify(arguments),
        _ => Err(format!("there is no question '{}'", escape(question)).into()),
    }
}

/// Texts of puzzles.
fn generate(options: &Value) -> Result<Value, Box<dyn Error>> {
    let count = number(options, "count", 0)?.ok_or("'count' is missing")?;
    let mut spec = GenerateSpec::default()
        .clues(clues(&options["clues"])?)
        .minimal(options["minimal"] == true);
    if let Some(seed) = number(options, "seed", 0)? {
        spec = spec.seed(seed);
    }
    if let Some(difficulty) = options["difficulty"].as_str() {
        spec = spec.difficulty(difficulty.parse()?);
    }
    if let Some(kind) = options["kind"].as_str() {
        spec = spec.kind(kind.parse()?);
    }
    let made = ninefold::generate(&spec, 0..count)?;
    Ok(made.iter().map(|made| made.puzzle.to_string()).collect())
}

/// A number of clues, or the smallest and the largest.
fn clues(value: &Value) -> Result<Option<RangeInclusive<usize>>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let ends = match value.as_array().map(Vec::as_slice) {
        Some([low, high]) => [low, high],
        _ => [value, value],
    };
    let [low, high] = ends.map(Value::as_u64);
    let (Some(low), Some(high)) = (low, high) else {
        return Err(format!("'clues' is a whole number, or two, not {value}"));
    };
    Ok(Some(low as usize..=high as usize))
}

/// The rating of each puzzle, or `null` for what is none.
fn rate(options: &Value) -> Result<Value, Box<dyn Error>> {
    let limit = number(options, "limit", 2)?.unwrap_or(2);
    let texts = texts(options, "puzzles")?;
    let puzzles = texts.iter().map(|text| text.parse().ok());
    let puzzles: Vec<Option<Puzzle>> = puzzles.collect();
    let known: Vec<Puzzle> = puzzles.iter().copied().flatten().collect();
    let mut ratings = ninefold::rate(&known, limit).into_iter();
    let rating = |puzzle: &Option<Puzzle>| puzzle.and_then(|_| ratings.next()).map(rated);
    Ok(puzzles.iter().map(rating).collect())
}

fn rated(rating: Rating) -> Value {
    json!({
        "clues": rating.puzzle.clues(),
        "solutions": rating.solutions,
        "level": rating.level().map(|level| level.name()),
        "guesses": rating.hardness.map(|hardness| hardness.guesses),
        "minimal": rating.minimal,
    })
}

/// What is wrong with each answer, or `null`.
fn verify(options: &Value) -> Result<Value, Box<dyn Error>> {
    let puzzles = texts(options, "puzzles")?;
    let answers = texts(options, "answers")?;
    if puzzles.len() != answers.len() {
        let [puzzles, answers] = [puzzles.len(), answers.len()];
        return Err(format!("there are {puzzles} puzzles and {answers} answers").into());
    }
    let mut wrong = Vec::with_capacity(puzzles.len());
    for (puzzle, answer) in puzzles.into_iter().zip(answers) {
        let error = ninefold::verify(puzzle, answer).err();
        wrong.push(error.map(|error| error.with_cause()));
    }
    Ok(wrong.into())
}

/// A list of texts.
fn texts<'a>(options: &'a Value, name: &str) -> Result<Vec<&'a str>, String> {
    let list = options[name].as_array();
    let texts = list.and_then(|list| list.iter().map(Value::as_str).collect());
    texts.ok_or_else(|| format!("'{name}' is an array of texts"))
}
