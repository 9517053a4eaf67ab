//! Throughput over revisions, with intervals, and with the changes marked
//! that lasted.

use super::svg::{Mark, Plot, Scale, WIDTH, short};
use super::{HtmlError, Page, panel, panels};
use crate::bench::record::{Case, Record};
use crate::bench::stats::{Estimate, Settings, change_points};

const LEFT: f64 = 62.0;
const BOTTOM: f64 = 190.0;
/// Lasting changes below this share are not marked.
const LEAST_CHANGE: f64 = 0.01;

/// A revision and what was measured of it.
struct Point<'a> {
    record: &'a Record,
    speed: Estimate,
}

pub(super) fn section(page: &Page<'_>) -> Result<String, HtmlError> {
    let comparable = |record: &&Record| record.machine.cpu == page.record.machine.cpu;
    let records: Vec<&Record> = page.history.iter().filter(comparable).collect();
    if records.len() < 2 {
        return Ok(String::new());
    }
    let mut plots = Vec::new();
    for row in &page.record.rows {
        let points = points(&records, &row.case)?;
        if points.len() > 1 {
            let svg = plot(page.colour(&row.case), &row.case, &points)?;
            plots.push(panel(&row.case.to_string(), &svg, &[]));
        }
    }
    let mut about = "Puzzles a second of each result in the history, oldest left, with its interval. A vertical line \
                     marks a lasting change of at least 1 % (permutation test, 1 in 100). The axis does not begin at \
                     zero."
        .to_owned();
    let others = page.history.len() - records.len();
    if others > 0 {
        about += &format!(" Left out as taken on other CPUs: {others}.");
    }
    Ok(panels("history", "History", &about, &plots))
}

fn points<'a>(records: &[&'a Record], case: &Case) -> Result<Vec<Point<'a>>, HtmlError> {
    let mut points = Vec::new();
    for &record in records {
        if let Some(row) = record.rows.iter().find(|row| row.case == *case) {
            let speed = row.figures(&Settings::default())?.puzzles_per_second;
            points.push(Point { record, speed });
        }
    }
    Ok(points)
}

fn plot(colour: usize, case: &Case, points: &[Point<'_>]) -> Result<String, HtmlError> {
    let known = |end: f64, value: f64| if end.is_finite() { end } else { value };
    let lows = points
        .iter()
        .map(|p| known(p.speed.interval.low, p.speed.value));
    let highs = points
        .iter()
        .map(|p| known(p.speed.interval.high, p.speed.value));
    let (low, high) = (
        lows.fold(f64::INFINITY, f64::min),
        highs.fold(0.0, f64::max),
    );
    let room = (high - low) * 0.08;
    let x = Scale::linear(0.0, (points.len() - 1) as f64, LEFT + 10.0, WIDTH - 20.0);
    let y = Scale::linear(low - room, high + room, BOTTOM, 22.0);
    let mut plot = Plot::new("history", &format!("History of {case}"), BOTTOM + 40.0);
    plot.y_axis(&y, LEFT, WIDTH - 14.0, short);
    mark_changes(&mut plot, points, &x)?;
    let place = |(i, point): (usize, &Point<'_>)| (x.at(i as f64), y.at(point.speed.value));
    let places: Vec<_> = points.iter().enumerate().map(place).collect();
    plot.path(&format!("curve s{colour}"), &places);
    let name = case.to_string();
    for (point, &at) in points.iter().zip(&places) {
        if point.speed.interval.is_known() {
            let (low, high) = (
                y.at(point.speed.interval.low),
                y.at(point.speed.interval.high),
            );
            plot.line(
                &format!("whisker thin s{colour}"),
                (at.0, low),
                (at.0, high),
            );
        }
        plot.mark(&Mark {
            colour,
            at,
            case: &name,
            what: &point.record.build.revision,
            value: point.speed.value,
            reads: format!(
                "{} {}: {:.0} puzzles/s",
                point.record.build.revision, point.record.date, point.speed.value
            ),
        });
    }
    for (point, at, anchor) in [(0, LEFT, "start"), (points.len() - 1, WIDTH - 8.0, "end")] {
        let revision: String = points[point]
            .record
            .build
            .revision
            .chars()
            .take(12)
            .collect();
        plot.text("tick", anchor, (at, BOTTOM + 18.0), &revision);
    }
    plot.text("axis", "end", (WIDTH - 8.0, BOTTOM + 34.0), "revision");
    Ok(plot.finish())
}

fn mark_changes(plot: &mut Plot, points: &[Point<'_>], x: &Scale) -> Result<(), HtmlError> {
    let logs: Vec<f64> = points.iter().map(|point| point.speed.value.ln()).collect();
    for change in change_points(&logs, LEAST_CHANGE.ln_1p())? {
        let at = x.at(change.index as f64 - 0.5);
        let percent = 100.0 * ((change.after - change.before).exp() - 1.0);
        let class = if percent < 0.0 {
            "change worse"
        } else {
            "change better"
        };
        plot.line(class, (at, 18.0), (at, BOTTOM));
        plot.text(class, "middle", (at, 13.0), &format!("{percent:+.1} %"));
    }
    Ok(())
}
