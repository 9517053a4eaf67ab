//! How to find the puzzles of a text, known before the first chunk is processed.

use super::kind::Kind;
use crate::input::Chunk;
use std::fmt;

/// How a worker finds the puzzles of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// The first field, if it is 81 bytes long.
    #[default]
    Line,
    /// The same, but a line `end` has no answer. The input of POJ 3074 ends with it, and looks like
    /// other lines before.
    LineOrEnd,
    /// Field 2 of `hash puzzle rating`.
    Bank,
    /// A column of comma-separated values.
    Csv(Layout),
    /// A member of a JSON object.
    Json(Member),
}

/// Usual names of the column, or the member, with the puzzles.
pub(super) const NAMES: [&str; 4] = ["puzzle", "quiz", "quizzes", "question"];

/// Whether this is one of them.
pub(super) fn is_usual(name: &str) -> bool {
    NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name))
}

/// What a message says if there is none.
pub(super) const PUZZLES: [&str; 2] = ["puzzle, quiz, quizzes or question", "--column"];

impl Format {
    /// Whether a puzzle is in a record with other columns, or members.
    pub(crate) fn is_table(self) -> bool {
        matches!(self, Format::Csv(_) | Format::Json(_))
    }

    /// The format of the chunks after the first.
    #[must_use]
    pub fn after_first(self) -> Format {
        match self {
            Format::Csv(layout) => Format::Csv(Layout {
                above: false,
                header: false,
                ..layout
            }),
            other => other,
        }
    }

    /// The format after a chunk. A broken line is not a header.
    #[must_use]
    pub fn after(self, chunk: &Chunk) -> Format {
        match chunk.broken {
            Some(_) => self,
            None => self.after_first(),
        }
    }
}

/// What the beginning of a text shows.
#[derive(Debug, Clone)]
pub(super) struct Detected {
    pub(super) kind: Kind,
    pub(super) format: Format,
    /// The names of a table's columns, or of the members of its first object.
    pub(super) names: Vec<String>,
    /// The column, or member, with the puzzles, if it was found by its content and not by its name.
    pub(super) guessed: Option<String>,
    /// Whether the whole text is blank lines.
    pub(super) is_blank: bool,
}

impl Detected {
    pub(super) fn new(kind: Kind, format: Format) -> Detected {
        Detected {
            kind,
            format,
            names: Vec::new(),
            guessed: None,
            is_blank: false,
        }
    }
}

/// Usual names of the column with known solutions.
pub(super) const KNOWN: [&str; 4] = ["solution", "solutions", "answer", "answers"];

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
}

/// The name of the member with the puzzles, short enough to be copied with the format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Member {
    name: [u8; Member::LONGEST],
    length: u8,
}

impl Member {
    /// Bytes of the longest name.
    pub const LONGEST: usize = 62;

    /// The member of this name, unless the name is too long.
    #[must_use]
    pub fn new(name: &str) -> Option<Member> {
        let mut member = Member {
            name: [0; Member::LONGEST],
            length: u8::try_from(name.len()).ok()?,
        };
        let place = member.name.get_mut(..name.len())?;
        place.copy_from_slice(name.as_bytes());
        Some(member)
    }

    pub(super) fn is(&self, name: &str) -> bool {
        let own = &self.name[..usize::from(self.length)];
        own.eq_ignore_ascii_case(name.as_bytes())
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name[..usize::from(self.length)];
        write!(f, "{:?}", String::from_utf8_lossy(name))
    }
}
