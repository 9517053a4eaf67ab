//! Reads anybody's answers: recognises their form and converts them to rows.
//!
//! Lines that each have an answer stay unchanged and are read in parallel ([`read_line`]). For
//! tables and boards, a reader in front makes lines of fields ([`read_fields`]). So the code that
//! judges only knows lines, like the workers of [`super::blocks`].

mod below;
mod boards;
mod columns;
mod detect;
mod form;
mod normalize;
mod options;
mod row;
mod table;

pub use columns::Columns;
pub use form::Form;
pub use options::AnswerOptions;
pub use row::{Answer, StatedVerdict, is_copy, read_fields, read_line};
#[cfg(feature = "measure")]
pub(crate) use row::{claims_none, first_count};
pub(crate) use row::{is_number, may_answer, solutions};

use super::columns::{numbered, sample};
use super::corpus::no_text;
use super::peek::{first_chunks, head};
use super::unsupported::coloured;
use crate::input::{HEAD, InputError, Peeked, Source};
use detect::AnswerShape;

/// Answers whose form is known.
#[derive(Debug)]
pub struct Answers {
    /// The source of their lines.
    pub source: Box<dyn Source>,
    /// How to read them.
    pub form: Form,
    /// Whether the first line that is neither blank nor a comment is a header.
    pub header: bool,
    /// Describes the recognised form, without the column.
    pub label: String,
    /// The columns that may have the solutions. The one that fits the puzzles is taken.
    pub columns: Columns,
    /// The first answer, if it is only a number.
    pub number: Option<i64>,
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
    let coloured = || coloured(&numbered(sample(head)));
    if let Some(reason) = no_text(head).or_else(coloured) {
        let name = source.name().to_owned();
        return Err(InputError::Refused { name, reason });
    }
    let found = detect::find(head, options).map_err(|reason| InputError::Refused {
        name: source.name().to_owned(),
        reason,
    })?;
    let source: Box<dyn Source> = Box::new(Peeked {
        name: source.name().to_owned(),
        chunks,
        source,
    });
    let (form, header) = match &found.shape {
        AnswerShape::Lines { header } => (Form::Lines, *header),
        _ => (Form::Fields, false),
    };
    let below = found.below;
    Ok(Answers {
        source: match found.shape {
            AnswerShape::Lines { .. } => source,
            AnswerShape::GridLines => normalize::by_lines(source, boards::GridLines, below),
            AnswerShape::Csv(table) => Box::new(table::Csv::new(source, table)),
            AnswerShape::Jsonl(json) => normalize::by_lines(source, json, below),
            AnswerShape::Leetcode => {
                normalize::by_lines(source, boards::Leetcode::default(), below)
            }
            AnswerShape::Separated(boards) => normalize::by_lines(source, boards, below),
            AnswerShape::Boards(layout) => {
                normalize::by_lines(source, boards::AnswerBoards::new(layout), below)
            }
        },
        form,
        header,
        label: found.label,
        columns: found.columns,
        number: found.number,
    })
}
