//! Distribution of guesses: a row of bars for each engine, below each other, so that none hides
//! another.

use super::page::{Page, group_title, panel, panels};
use super::svg::{Figure, Plot, WIDTH, cut, escape_html};
use crate::bench::record::{GuessClass, ResultRow};
use crate::numbers::{count, counted};

const LEFT: f64 = 8.0;
const RIGHT: f64 = WIDTH - 8.0;
/// Height of an engine's name, with the number above its highest bar.
const NAME: f64 = 46.0;
/// Height of the highest bar.
const BAR: f64 = 44.0;

/// Engines whose guesses are the same.
struct Series<'a> {
    names: Vec<String>,
    row: &'a ResultRow,
}

pub(super) fn section(page: &Page<'_>) -> String {
    let (mut plots, mut none) = (Vec::new(), Vec::new());
    for group in page.groups() {
        let series = series(page, group);
        match series.iter().map(|series| series.row.guesses.len()).max() {
            None => {}
            Some(0 | 1) => none.push(escape_html(&group_title(group))),
            Some(classes) => {
                let plot = plot(page, group, &series, classes);
                plots.push(panel(&group_title(group), &plot, &[]));
            }
        }
    }
    let mut about = "Percentage of the puzzles by number of guesses. A guess is a candidate tried while another is left. The \
                     counts are the same on every machine and with any number of threads."
        .to_owned();
    if !none.is_empty() {
        about += &format!(" None took any: {}.", none.join("; "));
    }
    panels("guesses", "Guesses", &about, &plots)
}

/// The engines of a group that count guesses. The number of threads does not matter.
fn series<'a>(page: &'a Page<'_>, group: (&str, u64)) -> Vec<Series<'a>> {
    let mut all: Vec<Series<'a>> = Vec::new();
    for (row, _) in page.rows() {
        let name = row.case.engine_and_backend();
        let known = all.iter().any(|series| series.names.contains(&name));
        if known || row.guesses.is_empty() || (&*row.case.corpus, row.case.limit) != group {
            continue;
        }
        match all
            .iter_mut()
            .find(|series| series.row.guesses == row.guesses)
        {
            Some(series) => series.names.push(name),
            None => all.push(Series {
                names: vec![name],
                row,
            }),
        }
    }
    all
}

fn plot(page: &Page<'_>, group: (&str, u64), all: &[Series<'_>], classes: usize) -> String {
    let bottom = all.len() as f64 * (NAME + BAR);
    let about = format!("Distribution of guesses on {}", group_title(group));
    let mut plot = Plot::new("guesses", &about, bottom + 38.0);
    let step = (RIGHT - LEFT) / classes as f64;
    let share = |row: &ResultRow, class: &GuessClass| class.puzzles as f64 / row.puzzles as f64;
    let shares = all.iter().flat_map(|series| {
        series
            .row
            .guesses
            .iter()
            .map(|class| share(series.row, class))
    });
    let highest = shares.fold(f64::MIN_POSITIVE, f64::max);
    for (i, Series { names, row }) in all.iter().enumerate() {
        let foot = (i + 1) as f64 * (NAME + BAR);
        let colour = page.colour(&names[0]);
        let case = row.case.to_string();
        let name = match &names[..] {
            [first, others @ ..] if names.iter().map(String::len).sum::<usize>() > 50 => {
                format!("{} and {} more", cut(first, 40), others.len())
            }
            names => names.join(", "),
        };
        plot.text("label", "start", (LEFT, foot - BAR - 22.0), &cut(&name, 60));
        plot.line("track", (LEFT, foot), (RIGHT, foot));
        for (class, left) in row
            .guesses
            .iter()
            .zip((0..).map(|i| LEFT + step * f64::from(i)))
        {
            let share = share(row, class);
            let height = BAR * share / highest;
            let figure = Figure {
                colour,
                case: &case,
                what: &label(class),
                value: class.puzzles as f64,
                reads: format!(
                    "guesses {}: {} of {}",
                    label(class),
                    count(class.puzzles),
                    counted(row.puzzles, "puzzle")
                ),
            };
            plot.bar(
                (left + step * 0.1, foot - height, step * 0.8, height),
                &figure,
            );
            if class.puzzles > 0 {
                plot.text(
                    "small",
                    "middle",
                    (left + step / 2.0, foot - height - 4.0),
                    &percent(share, step),
                );
            }
        }
    }
    let widest = all.iter().max_by_key(|series| series.row.guesses.len());
    let labels: Vec<String> = widest.map_or(vec![], |series| {
        series.row.guesses.iter().map(label).collect()
    });
    // Only as many labels as fit without touching.
    let longest = labels.iter().map(String::len).max().unwrap_or(1);
    let every = (longest as f64 * 7.0 / step).ceil().max(1.0) as usize;
    for (i, label) in labels.iter().enumerate().filter(|(i, _)| i % every == 0) {
        let middle = LEFT + step * (i as f64 + 0.5);
        plot.tick((middle, bottom + 16.0), label);
    }
    plot.text("axis", "end", (RIGHT, bottom + 33.0), "guesses of a puzzle");
    plot.finish()
}

/// A share in whole percent, with their sign where there is room for it.
fn percent(share: f64, width: f64) -> String {
    let sign = if width < 32.0 { "" } else { " %" };
    match 100.0 * share {
        percent if percent < 1.0 => format!("<1{sign}"),
        percent => format!("{percent:.0}{sign}"),
    }
}

/// The guesses of a class: `3-4`.
fn label(class: &GuessClass) -> String {
    match (class.from, class.to) {
        (from, to) if from == to => from.to_string(),
        (from, to) if to < 1000 => format!("{from}-{to}"),
        (_, to) => format!("to {}", count(to)),
    }
}
