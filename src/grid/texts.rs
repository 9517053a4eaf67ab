//! Puzzles and solutions in the formats of serde: as texts of 81 characters.

use super::{Puzzle, Solution};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Display;
use std::str::FromStr;

/// Reads a text, and from it what it stands for.
fn read<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(D::Error::custom)
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Puzzle, D::Error> {
        read(from)
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Solution, D::Error> {
        read(from)
    }
}
