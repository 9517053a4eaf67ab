//! What a corpus is like: clues, what settles its puzzles, guesses.

use super::svg::{Bar, Plot, Scale, WIDTH, escape, short};
use super::{panel, panels};
use crate::generate::logic::Level;
use crate::generate::{Ratings, summary};

const LEFT: f64 = 52.0;
const BOTTOM: f64 = 190.0;

/// What a bar is called and how many puzzles it stands for.
type Class = (String, u64);

pub(super) fn section(i: usize, ratings: &Ratings) -> String {
    let summary = &ratings.summary;
    let clues = summary.clues.iter().enumerate();
    let clues = clues.map(|(clues, &count)| (clues.to_string(), count));
    let levels = Level::ALL.iter().zip(summary.levels);
    let levels = levels.map(|(level, count)| (level.name().replace('-', " "), count));
    let guesses = summary.guesses.iter().enumerate();
    let guesses = guesses.map(|(i, &count)| (summary::bucket(i), count));
    let [none, one, more] = summary.backdoors;
    let backdoors = [("none", none), ("one", one), ("more", more)];
    let backdoors = backdoors.map(|(name, count)| (name.to_owned(), count));
    let plots = [
        ("clues", "Clues", "clues", part(clues.collect())),
        ("level", "What settles it", "", levels.collect()),
        (
            "search",
            "Guesses of a fixed search",
            "guesses",
            part(guesses.collect()),
        ),
        (
            "backdoor",
            "Digits to be told",
            "digits",
            backdoors.to_vec(),
        ),
    ];
    let plots = plots.into_iter().filter(|(.., classes)| total(classes) > 0);
    let plots: Vec<String> = plots
        .map(|(name, title, axis, classes)| {
            panel(title, &plot(name, &ratings.name, axis, &classes), &[])
        })
        .collect();
    let heading = format!("Puzzles of {}", escape(&ratings.name));
    panels(&format!("ratings-{i}"), &heading, &about(ratings), &plots)
}

fn total(classes: &[Class]) -> u64 {
    classes.iter().map(|class| class.1).sum()
}

/// Without the empty classes before the first and behind the last.
fn part(classes: Vec<Class>) -> Vec<Class> {
    let some = |class: &Class| class.1 > 0;
    let first = classes.iter().position(some).unwrap_or(0);
    let end = classes
        .iter()
        .rposition(some)
        .map_or(first, |last| last + 1);
    classes[first..end].to_vec()
}

fn about(ratings: &Ratings) -> String {
    let summary = &ratings.summary;
    let [none, one, more] = summary.solutions;
    let mut text = format!(
        "{} puzzles: {one} with one solution ({} of them minimal), {more} with more, {none} with none, {} invalid",
        summary.puzzles, summary.minimal, summary.invalid
    );
    for (count, what) in [
        (summary.gave_up, "given up"),
        (summary.malformed, "lines hold no puzzle"),
    ] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    text += ". The search reasons with naked singles, hidden singles and locked candidates and belongs to no engine; \
             digits are told so that singles do the rest.";
    for (engine, guesses) in ratings.engines.iter().zip(&summary.engine_guesses) {
        text += &format!(
            " Guesses of {} to count solutions up to {}: {guesses}.",
            escape(engine),
            ratings.limit
        );
    }
    text
}

fn plot(name: &'static str, corpus: &str, axis: &str, classes: &[Class]) -> String {
    let most = classes
        .iter()
        .map(|class| class.1)
        .max()
        .unwrap_or(1)
        .max(1);
    let y = Scale::linear(0.0, most as f64, BOTTOM, 14.0);
    let mut plot = Plot::new(name, &format!("{name} of {corpus}"), BOTTOM + 40.0);
    plot.y_axis(&y, LEFT, WIDTH - 8.0, short);
    let step = (WIDTH - 8.0 - LEFT) / classes.len() as f64;
    // Only as many names as do not touch; words stand one below the other.
    let words = classes.iter().flat_map(|class| class.0.split(' '));
    let longest = words.map(str::len).max().unwrap_or(1);
    let every = (longest as f64 * 7.5 / step).ceil().max(1.0) as usize;
    for (i, (class, count)) in classes.iter().enumerate() {
        let left = LEFT + i as f64 * step;
        plot.bar(&Bar {
            colour: 0,
            left: left + step * 0.1,
            width: step * 0.8,
            top: y.at(*count as f64),
            bottom: BOTTOM,
            case: corpus,
            what: class,
            value: *count,
            reads: format!("{class} {axis}: {count} puzzles"),
        });
        if i % every == 0 {
            let middle = left + step / 2.0;
            for (line, word) in class.split(' ').enumerate() {
                let y = BOTTOM + 16.0 + 14.0 * line as f64;
                plot.text("tick", "middle", (middle, y), word);
            }
        }
    }
    plot.text("axis", "end", (WIDTH - 8.0, BOTTOM + 34.0), axis);
    plot.finish()
}
