//! Describes corpora: clues, the techniques that their puzzles need, guesses. All corpora are in
//! the same plots, as shares of their puzzles.

use super::page::{Key, PageColumn, panel, table};
use super::svg::{Figure, Plot, Scale, WIDTH, escape_html};
use crate::corpus::logic::Level;
use crate::corpus::rate::{Ratings, summary};
use crate::numbers::count;

/// Height of a bar, and of the gap after those of a class.
const BAR: f64 = 16.0;
const GAP: f64 = 11.0;
/// Space for the number after the longest bar.
const NUMBER: f64 = 110.0;

/// A question about a corpus: names of the classes, and the number of puzzles in each.
struct Question {
    name: &'static str,
    title: &'static str,
    classes: Vec<String>,
    counts: Vec<Vec<u64>>,
}

pub(super) fn section(all: &[Ratings]) -> String {
    let of = |pick: fn(&Ratings) -> Vec<u64>| all.iter().map(pick).collect::<Vec<_>>();
    let levels = Level::ALL.map(|level| match level {
        Level::NakedSingles => "naked singles: one digit is left for a cell",
        Level::HiddenSingles => "hidden singles: one place is left for a digit",
        Level::LockedCandidates => "locked candidates: a box and a line share a digit's places",
        Level::Guessing => "guessing: none of these is enough",
    });
    let classes = ["none: it is easy as it is", "one", "more than one"];
    let questions = [
        Question {
            name: "clues",
            title: "How many digits are given",
            classes: (0..82).map(|clues: u32| clues.to_string()).collect(),
            counts: of(|r| r.summary.clues.clone()),
        },
        Question {
            name: "level",
            title: "The hardest step that is needed",
            classes: levels.map(str::to_owned).to_vec(),
            counts: of(|r| r.summary.levels.to_vec()),
        },
        Question {
            name: "search",
            title: "How often a simple search has to guess",
            classes: (0..all[0].summary.guesses.len())
                .map(summary::bucket)
                .collect(),
            counts: of(|r| r.summary.guesses.to_vec()),
        },
        Question {
            name: "backdoor",
            title: "How many digits one must be told to make it easy",
            classes: classes.map(str::to_owned).to_vec(),
            counts: of(|r| r.summary.backdoors.to_vec()),
        },
    ];
    let key = |(i, ratings): (usize, &Ratings)| Key {
        class: format!("bars s{}", i % 8),
        name: ratings.name.clone(),
    };
    let key: Vec<Key> = match all.len() {
        1 => vec![],
        _ => all.iter().enumerate().map(key).collect(),
    };
    let plots = questions.iter().filter_map(|question| {
        let svg = plot(all, question)?;
        Some(panel(question.title, &svg, &key))
    });
    let plots: Vec<String> = plots.collect();
    let heading = match all {
        [one] => format!("Puzzles of {}", escape_html(&one.name)),
        _ => "Puzzles of these corpora".to_owned(),
    };
    let about = "Number and share of the puzzles of each corpus. Steps and guesses are those of puzzles with one solution \
                 or none, and the digits one must be told those of puzzles with one solution. Naked and hidden singles \
                 solve easy puzzles. The simple search uses the three kinds of steps, and is not one of the engines.";
    format!(
        "<section id=\"ratings\">\n<h2>{heading}</h2>\n<p>{about}</p>\n{}<div class=\"panels\">\n{}</div>\n</section>\n",
        totals(all),
        plots.concat()
    )
}

/// A row of totals for each corpus, and the lines without a puzzle.
fn totals(all: &[Ratings]) -> String {
    let mut columns = vec![PageColumn::left("corpus")];
    let names = [
        "puzzles",
        "one solution",
        "minimal",
        "several",
        "none",
        "clues clash",
        "given up",
        "lines without a puzzle",
    ];
    columns.extend(names.map(PageColumn::right));
    let mut engines: Vec<(&str, u64)> = Vec::new();
    for ratings in all {
        for name in &ratings.engines {
            if !engines.contains(&(name, ratings.limit)) {
                engines.push((name, ratings.limit));
            }
        }
    }
    let titles = engines
        .iter()
        .map(|(name, limit)| format!("guesses of {name}, limit {limit}"));
    let titles: Vec<String> = titles.collect();
    columns.extend(titles.iter().map(|title| PageColumn::right(title)));
    let rows = all.iter().map(|ratings| {
        let summary = &ratings.summary;
        let [none, one, several] = summary.solutions;
        let numbers = [
            summary.puzzles,
            one,
            summary.minimal,
            several,
            none,
            summary.invalid,
            summary.gave_up,
            summary.malformed,
        ];
        let mut cells = vec![ratings.name.clone()];
        cells.extend(numbers.map(|number| {
            if number > 0 {
                count(number)
            } else {
                "-".to_owned()
            }
        }));
        cells.extend(engines.iter().map(|engine| {
            let place = ratings
                .engines
                .iter()
                .position(|name| (&**name, ratings.limit) == *engine);
            place.map_or("-".to_owned(), |place| count(summary.engine_guesses[place]))
        }));
        ("", cells)
    });
    let notes = all.iter().filter_map(|ratings| {
        let note = format!("{}: {}", ratings.name, ratings.summary.left_out()?);
        Some(format!("<p>{}</p>\n", escape_html(&note)))
    });
    table(&columns, &rows.collect::<Vec<_>>()) + &notes.collect::<String>()
}

fn plot(all: &[Ratings], question: &Question) -> Option<String> {
    let Question {
        name,
        title,
        classes,
        counts,
    } = question;
    let some = |class: &usize| counts.iter().any(|counts| counts[*class] > 0);
    // Labels in words stand above their bars, and all are shown. Of numbers, only those from the
    // first to the last that occur.
    let above = classes.iter().any(|class| class.contains(' '));
    let (first, last) = (
        (0..classes.len()).find(some)?,
        (0..classes.len()).rfind(some)?,
    );
    let (first, last) = if above {
        (0, classes.len() - 1)
    } else {
        (first, last)
    };
    let longest = classes[first..=last]
        .iter()
        .map(String::len)
        .max()
        .unwrap_or(1);
    let totals: Vec<u64> = counts.iter().map(|counts| counts.iter().sum()).collect();
    let share =
        |corpus: usize, class: usize| counts[corpus][class] as f64 / totals[corpus].max(1) as f64;
    let shares = (0..all.len()).flat_map(|corpus| (first..=last).map(move |class| (corpus, class)));
    let most = shares
        .map(|(corpus, class)| share(corpus, class))
        .fold(0.0, f64::max);
    let left = if above {
        8.0
    } else {
        longest as f64 * 8.0 + 10.0
    };
    let scale = Scale::linear(0.0, most, left, WIDTH - NUMBER);
    let mut plot = Plot::new(name, title, 0.0);
    let mut y = 4.0;
    for class in first..=last {
        let label = &classes[class];
        if above {
            plot.text("label", "start", (left, y + 12.0), label);
            y += 18.0;
        } else {
            let middle = y + BAR * all.len() as f64 / 2.0;
            plot.text("label", "end", (left - 8.0, middle + 4.5), label);
        }
        for (corpus, ratings) in all.iter().enumerate() {
            let (value, share) = (counts[corpus][class], share(corpus, class));
            let reads = format!("{} ({})", count(value), percent(share));
            let end = scale.at(share);
            let figure = Figure {
                colour: corpus % 8,
                case: &ratings.name,
                what: label,
                value: value as f64,
                reads: format!("{}, {label}: {reads}", ratings.name),
            };
            plot.bar((left, y + 1.0, end - left, BAR - 2.0), &figure);
            if value > 0 {
                plot.text("number", "start", (end + 6.0, y + 12.5), &reads);
            }
            y += BAR;
        }
        y += GAP;
    }
    Some(plot.of_height(y).finish())
}

fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 0.0 && percent < 0.1 => "<0.1 %".to_owned(),
        percent if percent < 10.0 => format!("{percent:.1} %"),
        percent => format!("{percent:.0} %"),
    }
}
