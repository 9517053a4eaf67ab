//! Service times by percentile. Both axes are logarithmic, the percentile's as 1/(1-percentile), so
//! the slow tail gets as much space as the rest.

use super::page::{Key, Page, group_title, panel, panels, threads};
use super::svg::{Figure, Plot, Scale, WIDTH};
use crate::bench::record::{LatencySummary, ResultRow};
use crate::numbers::time;
use hdrhistogram::Histogram;

const LEFT: f64 = 60.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 240.0;

pub(super) fn section(page: &Page<'_>) -> String {
    let plots: Vec<String> = page
        .groups()
        .into_iter()
        .filter_map(|group| {
            let rows: Vec<&ResultRow> = page
                .record
                .rows
                .iter()
                .filter(|row| (&*row.case.corpus, row.case.limit) == group)
                .filter(|row| row.latency.is_some())
                .collect();
            let key = rows.iter().map(|row| Key {
                class: class(page, row),
                name: name(row),
            });
            let key: Vec<_> = key.collect();
            (!rows.is_empty()).then(|| panel(&group_title(group), &plot(page, group, &rows), &key))
        })
        .collect();
    let about = "Time from a puzzle's entry into the kernel to its answer; for lanes, this includes waiting for other lanes. \
                 Ninefold takes these times in separate passes, because reading the clock costs time. The marks \
                 are the 50th, the 99th and the 99.9th percentile, and the slowest puzzle.";
    panels("latency", "Latency", about, &plots)
}

/// A row, its latencies, and the points of its curve.
type Curve<'a> = (&'a ResultRow, &'a LatencySummary, Vec<(f64, f64)>);

fn name(row: &ResultRow) -> String {
    format!(
        "{}, {}",
        row.case.engine_and_backend(),
        threads(row.case.threads)
    )
}

/// Classes of a curve: the colour of the engine, and a line style for each number of threads.
fn class(page: &Page<'_>, row: &ResultRow) -> String {
    let mut numbers: Vec<usize> = page
        .record
        .rows
        .iter()
        .map(|row| row.case.threads)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let style = numbers
        .iter()
        .position(|&number| number == row.case.threads);
    let colour = page.colour(&row.case.engine_and_backend());
    format!("s{colour} t{}", style.unwrap_or(0) % 3)
}

fn plot(page: &Page<'_>, group: (&str, u64), rows: &[&ResultRow]) -> String {
    let curves: Vec<Curve<'_>> = rows
        .iter()
        .filter_map(|row| {
            let latency = row.latency.as_ref()?;
            let histogram = latency.histogram();
            let curve = histogram.map_or_else(|_| Vec::new(), |all| curve(&all, row.puzzles));
            Some((*row, latency, curve))
        })
        .collect();
    let points = || curves.iter().flat_map(|(_, _, curve)| curve);
    let marks = || {
        curves
            .iter()
            .flat_map(|(_, latency, _)| [latency.p50_ns, latency.max_ns])
    };
    let times = || {
        points()
            .map(|point| point.1)
            .chain(marks().map(|ns| ns as f64))
    };
    let low = times().fold(f64::INFINITY, f64::min).max(1.0);
    let high = times().fold(1.0, f64::max);
    let rarest = points().map(|point| point.0).fold(10.0, f64::max);
    let x = Scale::log(1.0, rarest * 1.3, LEFT, WIDTH - 14.0);
    let y = Scale::log(low / 1.2, high * 1.2, BOTTOM, TOP);
    let about = format!("Service time by percentile on {}", group_title(group));
    let mut plot = Plot::new("latency", &about, BOTTOM + 40.0);
    for rare in (0..=9)
        .map(|power| 10f64.powi(power))
        .filter(|rare| *rare <= rarest * 1.3)
    {
        plot.line("rule", (x.at(rare), TOP), (x.at(rare), BOTTOM));
        plot.tick((x.at(rare), BOTTOM + 16.0), &percentile(rare));
    }
    let title = "% of the puzzles took no longer";
    plot.text("axis", "end", (WIDTH - 8.0, BOTTOM + 34.0), title);
    plot.text("axis", "start", (0.0, 12.0), "service time of a puzzle");
    plot.y_axis(&y, LEFT, WIDTH - 14.0, time);
    for (row, latency, curve) in &curves {
        let colour = page.colour(&row.case.engine_and_backend());
        let places: Vec<_> = curve
            .iter()
            .map(|&(rare, ns)| (x.at(rare), y.at(ns)))
            .collect();
        plot.path(&format!("curve {}", class(page, row)), &places);
        let case = row.case.to_string();
        // Nothing rarer than one of the puzzles is known.
        let slowest = curve.last().map_or(1.0, |last| last.0);
        let figures = [
            ("p50_ns", "half of the puzzles", latency.p50_ns, 2.0),
            ("p99_ns", "99 %", latency.p99_ns, 100.0),
            ("p999_ns", "99.9 %", latency.p999_ns, 1000.0),
            ("max_ns", "the slowest", latency.max_ns, slowest),
        ];
        for (what, reads, ns, rare) in figures.into_iter().filter(|figure| figure.3 <= slowest) {
            let figure = Figure {
                colour,
                case: &case,
                what,
                value: ns as f64,
                reads: format!("{}: {reads}: {}", name(row), time(ns as f64)),
            };
            plot.mark((x.at(rare), y.at(ns as f64)), &figure);
        }
    }
    plot.finish()
}

/// 1/(1-percentile) and time, from the fastest puzzle to the slowest, which is at one in all
/// puzzles, however often each was timed.
fn curve(histogram: &Histogram<u64>, puzzles: u64) -> Vec<(f64, f64)> {
    let all = histogram.len().min(puzzles) as f64;
    let steps = histogram.iter_quantiles(4).map(|step| {
        let rare = 1.0 / (1.0 - step.quantile_iterated_to()).max(1.0 / all);
        (rare, step.value_iterated_to() as f64)
    });
    let mut curve: Vec<_> = steps.collect();
    curve.dedup();
    curve
}

/// The label of a percentile: `99.9`.
fn percentile(rare: f64) -> String {
    match rare {
        r if r < 5.0 => "0".to_owned(),
        r => format!(
            "{:.*}",
            (r.log10() as usize).saturating_sub(2),
            100.0 - 100.0 / r
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_ends_at_one_of_all_puzzles_however_often_they_were_timed() {
        let mut times = Histogram::new(3).unwrap();
        (1..=4000).for_each(|i| times.record(1000 + i).unwrap());
        let rarest = |puzzles| curve(&times, puzzles).last().unwrap().0;
        assert_eq!([20, 4000, 5000].map(rarest), [20.0, 4000.0, 4000.0]);
    }

    #[test]
    fn percentiles_have_as_many_nines_as_they_need() {
        let shown = [1.0, 10.0, 100.0, 1000.0, 1e6].map(percentile);
        assert_eq!(shown, ["0", "90", "99", "99.9", "99.9999"]);
    }
}
