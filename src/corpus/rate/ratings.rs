//! A summary of ratings, for people and as JSON.

use super::summary::RatingSummary;
use serde::Serialize;
use std::fmt;

/// The ratings, with their inputs and options. In JSON, the fields of [`RatingSummary`] are beside
/// the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// [`Ratings::SCHEMA`].
    pub schema: String,
    /// [`Ratings::VERSION`].
    pub version: u32,
    /// The name of the rated inputs.
    pub name: String,
    /// The limit for counting solutions.
    pub limit: u64,
    /// Engines whose guesses were counted, as many as [`RatingSummary::engine_guesses`] has sums.
    /// The first counted the solutions.
    pub engines: Vec<String>,
    /// The sum of all ratings.
    #[serde(flatten)]
    pub summary: RatingSummary,
}

impl Ratings {
    /// The first field of every stored summary.
    pub const SCHEMA: &str = "ninefold.rating";
    /// The version of the schema.
    pub const VERSION: u32 = 1;

    /// A summary with its name.
    #[must_use]
    pub fn new(
        name: String,
        limit: u64,
        engines: Vec<String>,
        mut summary: RatingSummary,
    ) -> Ratings {
        summary.engine_guesses.resize(engines.len(), 0);
        Ratings {
            schema: Ratings::SCHEMA.to_owned(),
            version: Ratings::VERSION,
            name,
            limit,
            engines,
            summary,
        }
    }
}

impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.summary)?;
        for (engine, guesses) in self.engines.iter().zip(&self.summary.engine_guesses) {
            writeln!(f, "guesses of {engine}: {guesses}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_summary_are_beside_the_others() {
        let summary = RatingSummary {
            puzzles: 3,
            engine_guesses: vec![9],
            ..RatingSummary::default()
        };
        let ratings = Ratings::new("three".to_owned(), 2, vec!["mrv".to_owned()], summary);
        let json = serde_json::to_value(&ratings).unwrap();
        assert_eq!(
            (&json["name"], &json["puzzles"]),
            (&"three".into(), &3.into())
        );
        let words = ratings.to_string();
        assert!(words.ends_with("\nguesses of mrv: 9\n"), "{words}");
    }
}
