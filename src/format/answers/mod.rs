//! Reads anybody's answers: recognises their form and converts them to rows.
//!
//! Lines that each have an answer stay unchanged and are read in parallel ([`read_line`]). Boards
//! and arrays are read by the readers of puzzles ([`super::blocks`]), which pass on claims between
//! them, such as `No solution`. From these and from the rows of tables, a source makes lines of
//! fields ([`read_fields`]), so that the code that judges only knows lines. If puzzles with blanks
//! stand above their answers, they are paired on the way.
//!
//! Whatever is recognised wrongly here must never make a wrong answer right: every solution is
//! checked against its puzzle.

mod detect;
mod form;
mod normalize;
mod options;
mod row;
mod table;

pub use form::Form;
pub use options::AnswerOptions;
pub use row::{Answer, StatedVerdict, is_copy, read_fields, read_line};
#[cfg(feature = "measure")]
pub(crate) use row::{claims_none, first_count};
pub(crate) use row::{is_number, may_answer, solutions};

use super::blocks::BlockReader;
use super::cut::TableReader;
use super::peek::{first_chunks, head};
use super::refuse::no_text;
use crate::input::{HEAD, InputError, Peeked, Source};
use detect::AnswerShape;
use normalize::{FromText, Normalized};
use row::stated_none;
use table::RowForm;

/// Answers whose form is known.
#[derive(Debug)]
pub struct Answers {
    /// The source of their lines.
    pub source: Box<dyn Source>,
    /// How to read them.
    pub form: Form,
    /// Whether the first line that is neither blank nor a comment is a header.
    pub header: bool,
    /// Describes the recognised form.
    pub label: String,
    /// The first answer, if it is only a number.
    pub number: Option<i64>,
    /// Whether they are a table with a column of solutions, or the first is a line with a puzzle and
    /// its solution.
    pub has_puzzles: bool,
}

/// The complete lines of a text.
fn whole_lines(text: &[u8]) -> &[u8] {
    if text.len() < HEAD {
        return text;
    }
    memchr::memrchr(b'\n', text).map_or(text, |end| &text[..=end])
}

/// Recognises the form of answers by their first lines.
///
/// ```
/// use ninefold::format::answers;
/// use ninefold::input::{self, OpenOptions};
/// let source = input::open("datasets/sample.txt".as_ref(), &OpenOptions::default())?;
/// let answers = answers::open(source, &Default::default())?;
/// assert_eq!(answers.form, answers::Form::Lines);
/// # Ok::<(), ninefold::input::InputError>(())
/// ```
///
/// # Errors
/// Errors of reading the first chunk; a csv file without the column; a file that is not a text of
/// lines.
pub fn open(mut source: Box<dyn Source>, options: &AnswerOptions) -> Result<Answers, InputError> {
    let chunks = first_chunks(&mut *source, |_| false)?;
    let head = whole_lines(head(&chunks));
    let name = source.name().to_owned();
    let found = match no_text(head) {
        Some(reason) => Err(reason),
        None => detect::find(head, options),
    };
    let found = match found {
        Ok(found) => found,
        Err(reason) => return Err(InputError::Refused { name, reason }),
    };
    let source: Box<dyn Source> = Box::new(Peeked {
        name,
        chunks,
        source,
    });
    let (form, header) = match &found.shape {
        AnswerShape::Lines { header } => (Form::Lines, *header),
        _ => (Form::Fields, false),
    };
    let (source, from, below): (Box<dyn Source>, FromText, bool) = match found.shape {
        AnswerShape::BelowLines => (source, FromText::Lines, true),
        AnswerShape::Boards(kind, below) => {
            let boards = BlockReader::with_claims(kind, source, stated_none);
            (Box::new(boards), FromText::Boards, below)
        }
        AnswerShape::Lines { .. } => (source, FromText::Lines, false),
        AnswerShape::Table(table) => match table.rows {
            RowForm::Csv {
                delimiter, width, ..
            } => {
                let records = TableReader::new(source, delimiter, width, None);
                (Box::new(records), FromText::Table(table), false)
            }
            RowForm::Json(_) => (source, FromText::Table(table), false),
        },
    };
    Ok(Answers {
        source: match form {
            Form::Lines => source,
            Form::Fields => Box::new(Normalized::new(source, from, below)),
        },
        form,
        header,
        label: found.label,
        number: found.number,
        has_puzzles: found.has_puzzles,
    })
}
