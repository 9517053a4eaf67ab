//! Service times by percentile: both axes logarithmic, the percentile's as
//! 1/(1-percentile), so that the slow tail has as much room as the rest.

use super::svg::{Mark, Plot, Scale, WIDTH};
use super::{Page, group_title, panel, panels};
use crate::bench::export::short_ns;
use crate::bench::record::{Latency, Row};

const LEFT: f64 = 60.0;
const BOTTOM: f64 = 230.0;

pub(super) fn section(page: &Page<'_>) -> String {
    let plots: Vec<String> = page
        .groups()
        .into_iter()
        .filter_map(|group| {
            let rows: Vec<&Row> = page
                .record
                .rows
                .iter()
                .filter(|row| (&*row.case.corpus, row.case.limit) == group)
                .filter(|row| row.latency.is_some())
                .collect();
            let key = rows.iter().map(|row| (page.colour(&row.case), name(row)));
            let key: Vec<_> = key.collect();
            (!rows.is_empty()).then(|| panel(&group_title(group), &plot(page, group, &rows), &key))
        })
        .collect();
    let about = "Service time of single puzzles: entry into the kernel to its end. In the lane kernel that includes \
                 waiting in lockstep with the other lanes. Taken in passes of their own, because reading the clock \
                 costs time. Marks: half, 99 %, 99.9 % of the puzzles, and the slowest.";
    panels("latency", "Latency", about, &plots)
}

/// A row, its latencies, and the points of its curve.
type Curve<'a> = (&'a Row, &'a Latency, Vec<(f64, f64)>);

fn name(row: &Row) -> String {
    match row.case.threads {
        1 => row.case.engine_and_backend(),
        n => format!("{} x{n}", row.case.engine_and_backend()),
    }
}

fn plot(page: &Page<'_>, group: (&str, u64), rows: &[&Row]) -> String {
    let curves: Vec<Curve<'_>> = rows
        .iter()
        .filter_map(|row| {
            row.latency
                .as_ref()
                .map(|latency| (*row, latency, curve(latency)))
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
    let rarest = points().map(|point| point.0).fold(1000.0, f64::max);
    let x = Scale::log(1.0, rarest * 1.3, LEFT, WIDTH - 14.0);
    let y = Scale::log(low / 1.2, high * 1.2, BOTTOM, 10.0);
    let about = format!("Service time by percentile on {}", group_title(group));
    let mut plot = Plot::new("latency", &about, BOTTOM + 40.0);
    for rare in (0..=9)
        .map(|power| 10f64.powi(power))
        .filter(|rare| *rare <= rarest * 1.3)
    {
        plot.line("rule", (x.at(rare), 10.0), (x.at(rare), BOTTOM));
        plot.text(
            "tick",
            "middle",
            (x.at(rare), BOTTOM + 16.0),
            &percentile(rare),
        );
    }
    plot.text("axis", "end", (WIDTH - 8.0, BOTTOM + 34.0), "percentile");
    plot.y_axis(&y, LEFT, WIDTH - 14.0, short_ns);
    for (row, latency, curve) in &curves {
        let colour = page.colour(&row.case);
        let places: Vec<_> = curve
            .iter()
            .map(|&(rare, ns)| (x.at(rare), y.at(ns)))
            .collect();
        plot.path(
            &format!("curve s{colour} t{}", row.case.threads.min(2)),
            &places,
        );
        let case = row.case.to_string();
        let figures = [
            ("p50_ns", latency.p50_ns, 2.0),
            ("p99_ns", latency.p99_ns, 100.0),
            ("p999_ns", latency.p999_ns, 1000.0),
            (
                "max_ns",
                latency.max_ns,
                curve.last().map_or(1000.0, |last| last.0),
            ),
        ];
        for (what, ns, rare) in figures {
            plot.mark(&Mark {
                colour,
                at: (x.at(rare), y.at(ns as f64)),
                case: &case,
                what,
                value: ns as f64,
                reads: format!(
                    "{case}: {} {}",
                    what.trim_end_matches("_ns"),
                    short_ns(ns as f64)
                ),
            });
        }
    }
    plot.finish()
}

/// 1/(1-percentile) and time, from the fastest puzzle to the slowest, which
/// stands where one in all puzzles is.
fn curve(latency: &Latency) -> Vec<(f64, f64)> {
    let Ok(histogram) = latency.histogram() else {
        return Vec::new();
    };
    let all = histogram.len() as f64;
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
    fn percentiles_have_as_many_nines_as_they_need() {
        let shown = [1.0, 10.0, 100.0, 1000.0, 1e6].map(percentile);
        assert_eq!(shown, ["0", "90", "99", "99.9", "99.9999"]);
    }
}
