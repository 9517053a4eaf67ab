//! Writes ratings as columns added to a table, or as separate csv.

use super::rating::{Rating, VALUE_NAMES};
use crate::corpus::stream::{Begin, Lines};
use crate::format::{
    Alike, Beside, OtherKind, TableRows, Unfit, new_names, quote_csv, tail, write_table,
};
use std::sync::Arc;

/// How to write the ratings of an input.
#[derive(Clone, Default)]
pub(super) struct RatingLayout {
    /// If the table is kept, the names of the new columns.
    table: Option<Arc<[String]>>,
    /// Whether to write the table's header. Only the first input's header is written.
    header: bool,
    /// Whether to write the text after a puzzle on its line.
    tails: bool,
}

impl RatingLayout {
    pub(super) fn is_table(&self) -> bool {
        self.table.is_some()
    }
}

/// Chooses the layout of each input.
pub(super) fn forms(beside: Beside, alike: Option<Alike>) -> Begin<RatingLayout> {
    let Some(mut alike) = alike else {
        return Box::new(|_| Ok(RatingLayout::default()));
    };
    let mut table = None;
    Box::new(move |input| {
        let is_first = alike.is_first(input)?;
        if is_first == Some(true) && input.format.is_table() {
            let names = new_names(&VALUE_NAMES, &input.names);
            table = Some(Arc::from(names));
        }
        Ok(RatingLayout {
            table: table.clone().filter(|_| is_first.is_some()),
            header: is_first == Some(true),
            tails: beside == Beside::Tails,
        })
    })
}

/// The header of rows that are not those of a table.
pub(super) fn header(beside: Beside) -> String {
    let tail = if beside == Beside::Tails { ",tail" } else { "" };
    format!("puzzle,{}{tail}\n", VALUE_NAMES.join(","))
}

/// Appends the rows of a chunk's puzzles to `out`.
///
/// # Errors
/// See [`write_table`].
pub(super) fn write(
    lines: &Lines<'_, RatingLayout>,
    ratings: &[Rating],
    out: &mut Vec<u8>,
) -> Result<(), Unfit> {
    let rating_of = |record| Some(&ratings[lines.puzzle_of(record)?]);
    if let Some(names) = &lines.own.table {
        let table = TableRows {
            names,
            header: lines.own.header,
            keeps: |kind| kind == OtherKind::Blank,
        };
        // Records without values, such as malformed ones, are left out.
        let rated = |record, values: &mut Vec<_>| {
            let rating = rating_of(record);
            values.extend(rating.map(Rating::values).into_iter().flatten());
            rating.is_some()
        };
        return write_table(lines.text, lines.records, &table, rated, |_, _| false, out);
    }
    for (record, &start) in lines.records.starts.iter().enumerate() {
        let Some(rating) = rating_of(record) else {
            continue;
        };
        out.extend_from_slice(&rating.puzzle.to_text());
        for value in rating.values() {
            out.push(b',');
            value.csv(b',', out);
        }
        if lines.own.tails {
            out.push(b',');
            quote_csv(tail(lines.text, start as usize), b',', out);
        }
        out.push(b'\n');
    }
    Ok(())
}
