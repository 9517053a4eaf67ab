//! Which column of a table, or member of objects, holds the puzzles where no name tells: by what
//! stands in it.

use super::cells::{is_full, is_open};
use crate::grid::CELLS;

/// Lines, without blank ones and comments, by which a text is told.
pub(super) const SAMPLE: usize = 20;

/// The first lines of a text, as many as tell what it is.
pub(super) fn sample(text: &[u8]) -> &[u8] {
    let mut lines = 0;
    let feeds = memchr::memchr_iter(b'\n', text);
    let mut start = 0;
    for feed in feeds {
        let line = text[start..feed].trim_ascii();
        lines += usize::from(!line.is_empty() && !is_comment(line));
        start = feed + 1;
        if lines == SAMPLE {
            return &text[..start];
        }
    }
    text
}

/// Whether a line, without white space at its start, is a comment: not a tag of SadMan's files, which is
/// one letter.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let is_tag = |rest: &[u8]| match rest {
        [b'A'..=b'U', rest @ ..] => !matches!(rest, [b'a'..=b'z', ..]),
        _ => false,
    };
    line.strip_prefix(b"#").is_some_and(|rest| !is_tag(rest))
}

/// Whether a record names columns: each of its fields, of which there are several, begins as a name
/// does, and none is as long as a puzzle or ends as a sentence does. Above an index, which comes first, there may be no name.
pub(super) fn has_names<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> bool {
    let is_name = |field: &[u8]| {
        let first = field.first();
        first.is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80)
            && field.len() < CELLS / 2
            && !field.ends_with(b".")
    };
    let fields = fields.into_iter().map(<[u8]>::trim_ascii).enumerate();
    let mut count = 0;
    let all = fields
        .inspect(|_| count += 1)
        .all(|(i, field)| is_name(field) || i == 0 && field.is_empty());
    all && count > 1
}

/// A column, and the grids that stand in it.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// Grids with blanks.
    open: usize,
    /// Grids without.
    full: usize,
}

/// Which of some columns holds the puzzles.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// None of them holds grids.
    None,
    /// This one; and the one that holds their solutions, if there is one.
    One(usize, Option<usize>),
    /// These could.
    Several(Vec<usize>),
}

impl Column {
    pub(super) fn new(name: String) -> Column {
        Column {
            name,
            open: 0,
            full: 0,
        }
    }

    /// Looks at what stands in it in one more row.
    pub(super) fn look(&mut self, field: &[u8]) {
        let field = field.trim_ascii();
        self.open += usize::from(is_open(field));
        self.full += usize::from(is_full(field));
    }

    /// Whether more than one row has a puzzle in it.
    pub(super) fn has_puzzles(&self) -> bool {
        self.open > 1
    }

    /// Grids of both kinds.
    pub(super) fn grids(&self) -> usize {
        self.open + self.full
    }
}

/// Weighs columns against each other: puzzles have blanks, solutions have none.
pub(super) fn choose(columns: &[Column]) -> Choice {
    let those = |count: &dyn Fn(&Column) -> usize| -> Vec<usize> {
        let most = columns.iter().map(count).max().unwrap_or(0);
        let many = |i: &usize| count(&columns[*i]) > 0 && 2 * count(&columns[*i]) >= most;
        (0..columns.len()).filter(many).collect()
    };
    let open = those(&|column| column.open);
    let full = those(&|column| if column.open == 0 { column.full } else { 0 });
    match (&open[..], &full[..]) {
        ([], []) => Choice::None,
        (&[puzzle], &[known]) => Choice::One(puzzle, Some(known)),
        (&[puzzle], _) | (&[], &[puzzle]) => Choice::One(puzzle, None),
        ([], several) | (several, _) => Choice::Several(several.to_vec()),
    }
}

/// What is said where several columns, or members, could hold the puzzles.
pub(super) fn several(columns: &[Column], which: &[usize], option: &str) -> String {
    let names = which.iter().map(|&i| format!("'{}'", columns[i].name));
    let names: Vec<String> = names.collect();
    format!(
        "the puzzles could be {} ({option} says which)",
        names.join(" or ")
    )
}

/// What is said where none does.
pub(super) fn none(columns: &[Column], option: &str) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    format!(
        "no puzzles of 81 cells in {} ({option} names where they are)",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(open: usize, full: usize) -> Column {
        Column {
            open,
            full,
            ..Column::new(String::new())
        }
    }

    #[test]
    fn puzzles_have_blanks_and_solutions_have_none() {
        let choose = |columns: &[(usize, usize)]| {
            let columns = columns.iter().map(|&(open, full)| column(open, full));
            super::choose(&columns.collect::<Vec<_>>())
        };
        assert_eq!(choose(&[]), Choice::None);
        assert_eq!(choose(&[(0, 0), (0, 0)]), Choice::None);
        assert_eq!(choose(&[(0, 0), (9, 1), (0, 10)]), Choice::One(1, Some(2)));
        assert_eq!(choose(&[(0, 9), (0, 9), (8, 0)]), Choice::One(2, None));
        assert_eq!(choose(&[(0, 0), (0, 5)]), Choice::One(1, None));
        // One row that looks like a puzzle makes no column of them.
        assert_eq!(choose(&[(9, 0), (1, 0)]), Choice::One(0, None));
        assert_eq!(choose(&[(9, 0), (7, 0)]), Choice::Several(vec![0, 1]));
        assert_eq!(choose(&[(0, 9), (0, 9)]), Choice::Several(vec![0, 1]));
    }

    #[test]
    fn names_begin_as_names_do() {
        let names = |record: &str| has_names(record.split(',').map(str::as_bytes));
        for record in [
            "id,grid",
            ",grid,answer",
            "Unnamed: 0,grid",
            "_a, b",
            "数独,答え",
        ] {
            assert!(names(record), "{record}");
        }
        let long = format!("id,{}", "x".repeat(CELLS));
        for record in [
            "grid",
            "",
            ",",
            "grid,",
            "1,grid",
            "a,,b",
            "So, it ends.",
            &long,
        ] {
            assert!(!names(record), "{record}");
        }
    }

    #[test]
    fn a_sample_has_so_many_lines_that_are_neither_blank_nor_comments() {
        assert_eq!(sample(b"a\n\nb"), b"a\n\nb");
        let text = "\n\nx\n".repeat(30);
        assert_eq!(sample(text.as_bytes()).len(), 4 * SAMPLE);
        let text = "# c\nx\n".repeat(30);
        assert_eq!(sample(text.as_bytes()).len(), 6 * SAMPLE);
        for (line, comment) in [
            ("#", true),
            ("# A", true),
            ("#Author", true),
            ("#AMe", false),
            ("A#", false),
        ] {
            assert_eq!(is_comment(line.as_bytes()), comment, "{line}");
        }
    }
}
