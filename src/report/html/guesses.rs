//! How many puzzles took how many guesses.

use super::svg::{Mark, Plot, Scale, WIDTH};
use super::{Page, group_title, panel, panels};
use crate::bench::record::{GuessClass, Row};

const LEFT: f64 = 48.0;
const BOTTOM: f64 = 190.0;

pub(super) fn section(page: &Page<'_>) -> String {
    let plots: Vec<String> = page
        .groups()
        .into_iter()
        .map(|group| {
            let rows = rows(page, group);
            let key: Vec<_> = rows
                .iter()
                .map(|row| (page.colour(&row.case), row.case.engine_and_backend()))
                .collect();
            panel(&group_title(group), &plot(page, group, &rows), &key)
        })
        .collect();
    let about = "Share of the puzzles that took so many guesses (a candidate tried while another was left to try). \
                 The same on every machine and with any number of threads.";
    panels("guesses", "Guesses", about, &plots)
}

/// The rows of a group, one for each engine: threads change nothing.
fn rows<'a>(page: &'a Page<'_>, group: (&str, u64)) -> Vec<&'a Row> {
    let mut rows: Vec<&Row> = Vec::new();
    for row in &page.record.rows {
        let name = row.case.engine_and_backend();
        let new = rows
            .iter()
            .all(|other| other.case.engine_and_backend() != name);
        if new && (&*row.case.corpus, row.case.limit) == group {
            rows.push(row);
        }
    }
    rows
}

fn plot(page: &Page<'_>, group: (&str, u64), rows: &[&Row]) -> String {
    let widest = rows.iter().max_by_key(|row| row.guesses.len());
    let classes: &[GuessClass] = widest.map_or(&[], |row| &row.guesses);
    let last = classes.len().saturating_sub(1).max(1) as f64;
    let x = Scale::linear(0.0, last, LEFT + 14.0, WIDTH - 20.0);
    let y = Scale::linear(0.0, 1.0, BOTTOM, 10.0);
    let about = format!("Distribution of guesses on {}", group_title(group));
    let mut plot = Plot::new("guesses", &about, BOTTOM + 40.0);
    plot.y_axis(&y, LEFT, WIDTH - 14.0, |share| {
        format!("{:.0} %", share * 100.0)
    });
    // Only as many labels as do not touch.
    let longest = classes.iter().map(|class| label(class).len()).max();
    let room = (x.at(1.0) - x.at(0.0)).max(1.0);
    let every = (longest.unwrap_or(1) as f64 * 7.5 / room).ceil().max(1.0) as usize;
    for (i, class) in classes.iter().enumerate().filter(|(i, _)| i % every == 0) {
        let (anchor, at) = match x.at(i as f64) {
            at if at > WIDTH - 30.0 => ("end", WIDTH - 4.0),
            at => ("middle", at),
        };
        plot.text("tick", anchor, (at, BOTTOM + 16.0), &label(class));
    }
    plot.text("axis", "end", (WIDTH - 8.0, BOTTOM + 34.0), "guesses");
    for row in rows {
        let colour = page.colour(&row.case);
        let case = row.case.to_string();
        let share = |class: &GuessClass| class.puzzles as f64 / row.puzzles as f64;
        let place = |(i, class): (usize, &GuessClass)| (x.at(i as f64), y.at(share(class)));
        let places: Vec<_> = row.guesses.iter().enumerate().map(place).collect();
        plot.path(&format!("curve s{colour}"), &places);
        for (at, class) in places.iter().zip(&row.guesses) {
            plot.mark(&Mark {
                colour,
                at: *at,
                case: &case,
                what: &label(class),
                value: class.puzzles as f64,
                reads: format!(
                    "{case}: {} guesses: {} puzzles",
                    label(class),
                    class.puzzles
                ),
            });
        }
    }
    plot.finish()
}

/// The guesses of a class: `3-4`.
fn label(class: &GuessClass) -> String {
    match (class.from, class.to) {
        (from, to) if from == to => from.to_string(),
        (from, to) if to < 1000 => format!("{from}-{to}"),
        (_, to) => format!("-{}", super::svg::short(to as f64)),
    }
}
