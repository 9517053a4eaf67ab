//! Speed by number of threads, relative to one thread.

use super::page::{self, Key, Page, group_title, panel, panels, ratio};
use super::svg::{Figure, Plot, Scale, WIDTH};
use crate::bench::record::Case;
use crate::numbers::trimmed;

const LEFT: f64 = 48.0;
const BOTTOM: f64 = 230.0;

/// An engine's speeds by number of threads.
struct Series {
    name: String,
    colour: usize,
    points: Vec<(Case, f64)>,
}

pub(super) fn section(page: &Page<'_>) -> String {
    let plots: Vec<String> = page
        .groups()
        .into_iter()
        .filter_map(|group| {
            let series = series(page, group);
            let key = series.iter().map(|s| Key {
                class: format!("s{}", s.colour),
                name: s.name.clone(),
            });
            let key: Vec<_> = key.collect();
            (!series.is_empty()).then(|| panel(&group_title(group), &plot(group, &series), &key))
        })
        .collect();
    let about = "Speed-up over the fewest threads that were measured. The dotted line is a linear speed-up.";
    panels("scaling", "Scaling with threads", about, &plots)
}

/// The engines that were measured with different numbers of threads.
fn series(page: &Page<'_>, group: (&str, u64)) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for (row, figures) in page.rows() {
        if (&*row.case.corpus, row.case.limit) != group {
            continue;
        }
        let name = row.case.engine_and_backend();
        let point = (row.case.clone(), figures.puzzles_per_second.value);
        match all.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => all.push(Series {
                colour: page.colour(&name),
                name,
                points: vec![point],
            }),
        }
    }
    all.retain(|series| series.points.len() > 1);
    for series in &mut all {
        series.points.sort_by_key(|(case, _)| case.threads);
    }
    all
}

fn plot(group: (&str, u64), all: &[Series]) -> String {
    let threads = || {
        all.iter()
            .flat_map(|s| s.points.iter().map(|(case, _)| case.threads as f64))
    };
    let (fewest, most) = (
        threads().fold(f64::INFINITY, f64::min),
        threads().fold(1.0, f64::max),
    );
    let times = |series: &Series| -> Vec<f64> {
        let base = series.points[0].1;
        series
            .points
            .iter()
            .map(|(_, speed)| speed / base)
            .collect()
    };
    let highest = all.iter().flat_map(times).fold(most / fewest, f64::max);
    let x = Scale::linear(fewest, most, LEFT + 10.0, WIDTH - 20.0);
    let y = Scale::linear(0.0, highest * 1.05, BOTTOM, 24.0);
    let about = format!("Speed by number of threads on {}", group_title(group));
    let mut plot = Plot::new("scaling", &about, BOTTOM + 40.0);
    plot.y_axis(&y, LEFT, WIDTH - 14.0, |times| {
        trimmed(times, 3).to_string()
    });
    let title = "times as fast as with the fewest threads";
    plot.text("axis", "start", (0.0, 12.0), title);
    let mut labelled: Vec<f64> = threads().collect();
    labelled.sort_by(f64::total_cmp);
    labelled.dedup();
    for threads in labelled {
        plot.tick((x.at(threads), BOTTOM + 16.0), &threads.to_string());
    }
    plot.text("axis", "end", (WIDTH - 8.0, BOTTOM + 34.0), "threads");
    plot.path(
        "ideal",
        &[(x.at(fewest), y.at(1.0)), (x.at(most), y.at(most / fewest))],
    );
    for series in all {
        let times = times(series);
        let place =
            |((case, _), times): (&(Case, f64), &f64)| (x.at(case.threads as f64), y.at(*times));
        let places: Vec<_> = series.points.iter().zip(&times).map(place).collect();
        plot.path(&format!("curve s{}", series.colour), &places);
        for (((case, _), at), times) in series.points.iter().zip(&places).zip(&times) {
            let figure = Figure {
                colour: series.colour,
                case: &case.to_string(),
                what: "speedup",
                value: *times,
                reads: format!(
                    "{}, {}: {} times as fast",
                    series.name,
                    page::threads(case.threads),
                    ratio(*times)
                ),
            };
            plot.mark(*at, &figure);
        }
    }
    plot.finish()
}
