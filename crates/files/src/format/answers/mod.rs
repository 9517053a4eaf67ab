//! Reads anybody's answers: recognises their form and converts them to rows.
//!
//! Lines that each have an answer stay unchanged ([`read_line`]). Boards and arrays are read by the
//! readers of puzzles ([`super::blocks`]), which pass on claims between them, such as `No
//! solution`. Of these and of the rows of tables, [`rows`] makes lines of fields ([`read_fields`]),
//! so that the code that judges only knows lines. If puzzles with blanks stand above their answers,
//! they are paired on the way.
//!
//! Whatever is recognised wrongly here must never make a wrong answer right: every solution is
//! checked against its puzzle.

mod beside;
mod detect;
mod row;
mod rows;
mod table;

pub use super::options::AnswerOptions;
pub use row::{Answer, StatedVerdict, first_count, is_copy, read_fields, read_line, solutions};
pub(crate) use row::{Form, as_number, may_answer};
pub(crate) use rows::{AnswerLine, AnswerRows};

use super::open::Opened;
use super::peek::{first_chunks, head};
use super::refuse::no_text;
use crate::input::{HEAD, InputError, Peeked, Source};
use beside::BesideForm;
use rows::{AnswerForm, LineForm};

/// Answers whose form is known.
#[derive(Debug)]
pub struct Answers {
    /// Describes the recognised form.
    pub label: String,
    /// Whether their puzzles stand beside them: in a table with a column of solutions, on the first
    /// line, or above each board.
    pub has_puzzles: bool,
    pub(crate) rows: AnswerRows,
}

impl Answers {
    /// Answers that are one a line, with this description.
    #[must_use]
    pub fn of_lines(source: Box<dyn Source>, label: String) -> Answers {
        Answers {
            label,
            has_puzzles: false,
            rows: AnswerRows::new(source, AnswerForm::Lines(LineForm::Answers)),
        }
    }

    /// All answers in memory, each as a line that ends with a line feed.
    ///
    /// # Errors
    /// The answers cannot be read.
    pub fn into_lines(mut self) -> Result<Vec<u8>, InputError> {
        self.rows.fill(usize::MAX)?;
        let mut lines = Vec::new();
        while self.rows.take(&mut lines).is_some() {
            lines.push(b'\n');
        }
        Ok(lines)
    }

    /// The solutions that stand beside the puzzles of an input. In JSON, those of a `member`, or of
    /// all.
    #[must_use]
    pub fn beside(input: Opened, member: Option<String>) -> Answers {
        let form = AnswerForm::Beside(Box::new(BesideForm::new(input.format, member)));
        Answers {
            label: form.label(),
            has_puzzles: true,
            rows: AnswerRows::new(input.source, form),
        }
    }
}

/// Recognises the form of answers by their first lines.
///
/// ```
/// use ninefold_files::format::answers;
/// use ninefold_files::input::{self, OpenOptions};
/// let source = input::open("../../datasets/sample.txt".as_ref(), &OpenOptions::default())?;
/// let answers = answers::open(source, &Default::default())?;
/// assert_eq!(answers.label, "lines");
/// # Ok::<(), ninefold_files::input::InputError>(())
/// ```
///
/// # Errors
/// Errors of reading the first chunk; a csv file without the column; a file that is not a text of
/// lines.
pub fn open(mut source: Box<dyn Source>, options: &AnswerOptions) -> Result<Answers, InputError> {
    let chunks = first_chunks(&mut *source, |_| false)?.chunks;
    let mut head = head(&chunks);
    if head.len() >= HEAD {
        // The last line may be incomplete.
        head = &head[..memchr::memrchr(b'\n', head).map_or(head.len(), |end| end + 1)];
    }
    let name = source.name().to_owned();
    let reads =
        |converted: &[u8]| detect::find(converted, options).is_ok_and(|form| form.is_known());
    let found = no_text(head, reads).map_or_else(|| detect::find(head, options), Err);
    let form = match found {
        Ok(form) => form,
        Err(reason) => return Err(InputError::Refused { name, reason }),
    };
    let source = Peeked {
        name,
        chunks,
        source,
    };
    Ok(Answers {
        label: form.label(),
        has_puzzles: form.has_puzzles(),
        rows: AnswerRows::new(Box::new(source), form),
    })
}
