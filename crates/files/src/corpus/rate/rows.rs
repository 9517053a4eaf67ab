//! Writes ratings as columns added to a table, or as separate csv.

use crate::corpus::stream::{Begin, Lines};
use crate::format::{
    Beside, NewColumns, OneTable, OtherKind, Unfit, Value, quote_csv, tail, write_table,
};
use ninefold::corpus::Rating;

/// The names of the [values](values_of) of a rating.
const VALUE_NAMES: [&str; 5] = ["clues", "count", "level", "guesses", "minimal"];

/// The values, texts of one word or numbers.
fn values_of(rating: &Rating) -> [Value<'static>; VALUE_NAMES.len()] {
    let level = match (&rating.hardness, rating.solutions) {
        (None, _) => Value::name("invalid"),
        // Reasoning that stops at a guess says nothing about several solutions.
        (Some(_), Some(2..)) => Value::Nothing,
        (Some(hardness), _) => Value::name(hardness.level.name()),
    };
    [
        Value::Number(rating.puzzle.clues() as u64),
        rating.solutions.into(),
        level,
        rating.hardness.map(|hardness| hardness.guesses).into(),
        match rating.minimal {
            Some(true) => Value::name("yes"),
            Some(false) => Value::name("no"),
            None => Value::Nothing,
        },
    ]
}

/// How to write the ratings of an input.
#[derive(Clone, Default)]
pub(super) struct RatingLayout {
    /// The new columns, if the table is kept.
    table: Option<NewColumns>,
    /// Whether to write the text after a puzzle on its line.
    tails: bool,
}

impl RatingLayout {
    pub(super) fn is_table(&self) -> bool {
        self.table.is_some()
    }
}

/// Chooses the layout of each input.
pub(super) fn layouts(beside: Beside, one_table: Option<OneTable>) -> Begin<RatingLayout> {
    let Some(mut one_table) = one_table else {
        return Box::new(|_| Ok(RatingLayout::default()));
    };
    let tails = beside == Beside::Tails;
    Box::new(move |input| {
        let table = one_table.columns(input, &VALUE_NAMES)?;
        Ok(RatingLayout { table, tails })
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
    if let Some(columns) = &lines.own.table {
        return write_table(
            lines.read.text(),
            &lines.read.records,
            columns,
            |kind| kind == OtherKind::Blank,
            // Records without values, such as malformed ones, are left out.
            |record, values: &mut Vec<_>| match rating_of(record) {
                Some(rating) => {
                    values.extend(values_of(rating));
                    true
                }
                None => false,
            },
            |_, _| false,
            out,
        );
    }
    for (record, &start) in lines.read.records.starts.iter().enumerate() {
        let Some(rating) = rating_of(record) else {
            continue;
        };
        out.extend_from_slice(&rating.puzzle.to_text());
        for value in values_of(rating) {
            out.push(b',');
            value.csv(b',', out);
        }
        if lines.own.tails {
            out.push(b',');
            quote_csv(tail(lines.read.text(), start as usize), b',', out);
        }
        out.push(b'\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_say_what_a_rating_says() {
        let full =
            "143628579572139468986754231391542786468917352725863914237481695619275843854396127";
        let one_less = full.replacen('1', ".", 1).parse().unwrap();
        let clash = full.replacen('1', "4", 1).parse().unwrap();
        let ratings = ninefold::rate(&[one_less, clash], 2);
        let row = |rating: &Rating| {
            let fields = values_of(rating).map(|value| {
                let mut field = Vec::new();
                value.csv(b',', &mut field);
                String::from_utf8(field).unwrap()
            });
            fields.join(",")
        };
        assert_eq!(row(&ratings[0]), "80,1,naked-singles,0,no");
        assert_eq!(row(&ratings[1]), "81,,invalid,,");
    }
}
