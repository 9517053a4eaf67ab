//! Input formats and their names.

use super::choices::choice;
use std::fmt;

choice! {
    /// A format of input.
    Kind {
        Line "line" "one puzzle a line: 81 cells, then anything after a separator",
        Csv "csv" "a header row and a column of puzzles",
        Jsonl "jsonl" "JSON lines: one object a line, with the puzzle in one member",
        Json "json" "JSON: objects with the puzzle in one member, in lists or other objects",
        Sdk "sdk" "lines from #A to #U, then 9 rows; or sections, one called Puzzle",
        Grid "grid" "9x9 cells with or without spaces, frames and headings",
        Poj2676 "poj2676" "a number, then 9 lines of 9 digits each",
        Poj3074 "poj3074" "one puzzle a line, and a line 'end' below them",
        Noip2009 "noip2009" "9 lines of 9 integers; the answer is the largest score",
        Spaced "spaced" "9 lines of 9 integers between spaces",
        Leetcode "leetcode" "a JSON board of one-character strings",
        Hodoku "hodoku" "HoDoKu's library: ':technique:digits:', then 81 cells, '+' before placed ones",
        Array "array" "81 numbers with separators, a board a line; JSON arrays of 81 numbers, or of nine arrays of nine",
        Text "text" "81 cells anywhere in a text: strings of a program, XML, SQL, records with a key",
    }
}

impl Kind {
    /// Whether its records may be cut anywhere, so that a line may be as long as the text.
    pub(super) fn is_in_pieces(self) -> bool {
        matches!(self, Kind::Json | Kind::Text | Kind::Array | Kind::Leetcode)
    }

    /// Whether it has one puzzle a line, so that chunks are read in parallel.
    #[must_use]
    pub fn is_lines(self) -> bool {
        matches!(self, Kind::Line | Kind::Csv | Kind::Jsonl | Kind::Poj3074)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
