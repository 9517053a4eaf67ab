//! The formats of output, and their options.

use super::choices::choice;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::internal::options;

choice! {
    /// Which rows to write.
    Only {
        Solved "solved" "Those with a (unique, if asked for) solution",
        Unsolved "unsolved" "Those without",
        Multiple "multiple" "Those with more than one solution, if a second is searched for",
        Invalid "invalid" "Malformed lines and puzzles whose clues clash",
    }
}

impl Only {
    /// Whether it includes a puzzle with this many solutions found.
    pub(super) fn takes(self, verdict: Verdict, solutions: u64) -> bool {
        match self {
            Only::Solved => verdict.is_answer(),
            Only::Unsolved => !verdict.is_answer(),
            Only::Multiple => verdict == Verdict::Multiple || solutions > 1,
            Only::Invalid => matches!(verdict, Verdict::Invalid | Verdict::Malformed),
        }
    }
}

choice! {
    /// A format of output.
    #[derive(Default)]
    OutputFormat {
        #[default]
        Solution "solution" "a line a puzzle: 81 digits, or ! and the verdict",
        Line "line" "puzzle, solution and verdict, with tabs between",
        Csv "csv" "a header, then puzzle, solution, verdict, count, guesses",
        Jsonl "jsonl" "the same as one JSON object a line",
        Grid "grid" "9 lines with bars and rules, for people",
        Poj2676 "poj2676" "9 lines of 9 digits; without solution the puzzle as it was, 0 for a blank",
        Spaced "spaced" "9 lines of 9 integers between spaces",
        HundredLines "hundred-lines" "'ans: ', then 9 lines of 9 integers, three spaces after each",
        Leetcode "leetcode" "a JSON board of strings; without solution the puzzle as it was",
    }
}

choice! {
    /// A column of csv, a member of JSON lines, or a column added to a table. The file `write` has
    /// its values.
    Column {
        Solution "solution" "the 81 digits of the solution, or nothing if there is none to show",
        Verdict "verdict" "the verdict",
        Count "count" "solutions found",
        Guesses "guesses" "number of guesses",
        Reason "reason" "the reason why there is no answer",
    }
}

options! {
    /// How to write rows.
    ///
    /// ```
    /// use ninefold_files::format::{Only, OutputFormat, WriteOptions};
    /// // As JSON lines, those without a solution alone, with the reason.
    /// let options = WriteOptions::default()
    ///     .format(OutputFormat::Jsonl)
    ///     .only(Only::Unsolved)
    ///     .explain(true);
    /// # drop(options);
    /// ```
    #[derive(Debug, Clone, Default)]
    #[non_exhaustive]
    pub struct WriteOptions {
        /// The question about the puzzles.
        pub mode: Mode,
        /// The format of a row.
        pub format: OutputFormat,
        /// Whether to write the text after a puzzle on its line after its row.
        pub keep_tail: bool,
        /// Whether a row without an answer says why.
        pub explain: bool,
        /// Which rows to write. `None` for all.
        pub only: Option<Only> as into,
    }
}

impl WriteOptions {
    /// The text before the first row.
    #[must_use]
    pub fn header(&self) -> String {
        if self.format != OutputFormat::Csv {
            return String::new();
        }
        let mut names = vec!["puzzle"];
        names.extend(Column::ALL.iter().map(|column| column.name()));
        if self.keep_tail {
            names.push("tail");
        }
        names.join(",") + "\n"
    }

    /// Whether a row may be a solution and nothing else.
    pub(super) fn may_be_bare(&self) -> bool {
        self.format == OutputFormat::Solution
            && self.mode != Mode::Count
            && !self.keep_tail
            && self.only.is_none_or(|only| only == Only::Solved)
    }
}
