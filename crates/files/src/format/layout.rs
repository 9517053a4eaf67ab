//! How to find the puzzles of a text, known before the first chunk is processed.

use super::kind::Kind;
use super::roles::Order;
use crate::input::Chunk;
use std::sync::Arc;

/// How a worker finds the puzzles of a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// The first field, if it is 81 bytes long.
    #[default]
    Line,
    /// The same, but a line `end` has no answer. The input of POJ 3074 ends with it, and looks like
    /// other lines before.
    LineOrEnd,
    /// A column of comma-separated values.
    Csv(Layout),
    /// A member of a JSON object.
    Json(Arc<Members>),
}

/// What a message says if no column has a usual name.
pub(super) const PUZZLES: [&str; 2] = ["puzzle, quiz, quizzes or question", "--column"];

impl Format {
    /// Whether a puzzle is in a record with other columns, or members.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self, Format::Csv(_) | Format::Json(_))
    }

    /// The format of the chunks after the first.
    #[must_use]
    pub fn after_first(&self) -> Format {
        match self {
            Format::Csv(layout) => Format::Csv(Layout {
                above: false,
                header: false,
                ..*layout
            }),
            other => other.clone(),
        }
    }

    /// The format after a chunk. A broken line is not a header.
    #[must_use]
    pub fn after(&self, chunk: &Chunk) -> Format {
        match chunk.broken {
            Some(_) => self.clone(),
            None => self.after_first(),
        }
    }
}

/// What the beginning of a text shows.
#[derive(Debug, Clone)]
pub(super) struct Detected {
    pub(super) kind: Kind,
    pub(super) format: Format,
    /// The names of a table's columns, or of the members of its first objects.
    pub(super) names: Vec<String>,
    /// The column, or member, with the puzzles, if it was found by its content and not by its name.
    pub(super) guessed: Option<String>,
    /// Other columns, or members, with puzzles, which are not read.
    pub(super) left_out: Vec<String>,
    /// Whether the whole text is blank lines.
    pub(super) is_blank: bool,
    /// Whether the user said what the puzzles are.
    pub(super) is_specified: bool,
    /// How puzzles and their known solutions follow each other, in a form of several lines. `None`
    /// if each grid is a puzzle, because the user named the form.
    pub(super) order: Option<Order>,
}

impl Detected {
    pub(super) fn new(kind: Kind, format: Format) -> Detected {
        Detected {
            kind,
            format,
            names: Vec::new(),
            guessed: None,
            left_out: Vec::new(),
            is_blank: false,
            is_specified: false,
            order: None,
        }
    }
}

/// How to read the records of a csv file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// What separates fields.
    pub delimiter: u8,
    /// Number of columns.
    pub columns: usize,
    /// The column with the puzzles, from 0.
    pub column: usize,
    /// The column with known solutions.
    pub known: Option<usize>,
    /// Whether the chunk begins above the header, or above the first row if there is none. There
    /// may be comments.
    pub above: bool,
    /// Whether the chunk's first record is the header.
    pub header: bool,
    /// Whether a header names the columns, or the user the one with the puzzles. Otherwise nothing
    /// tells what another puzzle in a row is.
    pub named: bool,
}

/// The members of objects that matter.
#[derive(Debug, PartialEq, Eq)]
pub struct Members {
    /// The member with the puzzles. Upper and lower case are equal.
    pub puzzle: String,
    /// The member with known solutions.
    pub known: Option<String>,
}
