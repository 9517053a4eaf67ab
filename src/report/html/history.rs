//! Throughput over revisions, with intervals, and with lasting changes marked.

use super::page::{HtmlError, Page, case_title, listed, panel, panels, stopped};
use super::svg::{Figure, Plot, Scale, WIDTH, cut, escape_html};
use crate::bench::baseline;
use crate::bench::record::{BuildIdentity, Case, Record};
use crate::bench::stats::{Estimate, Settings, change_points};
use crate::numbers::{self, count, counted, short};
use std::borrow::Cow;

const LEFT: f64 = 62.0;
const TOP: f64 = 42.0;
const BOTTOM: f64 = 200.0;
/// Width of a date below the axis.
const DATE: f64 = 80.0;
/// Width of a character below the axis.
const CHARACTER: f64 = 6.8;
/// The longest name of a revision below the axis. The first is centred below the first point.
const LONGEST: usize = 21;
/// Lasting changes below this share are not marked.
const LEAST_CHANGE: f64 = 0.01;

/// A build and its results.
struct Point<'a> {
    record: &'a Record,
    build: BuildIdentity<'a>,
    speed: Estimate,
}

pub(super) fn section(page: &Page<'_>) -> Result<String, HtmlError> {
    // Two are shown side by side.
    if page.history.len() < 3 {
        return Ok(String::new());
    }
    let (mut records, mut others): (Vec<&Record>, Vec<String>) = Default::default();
    for record in page.history {
        match &baseline::mismatches(record, &page.record)[..] {
            [] => records.push(record),
            mismatches => others.extend(mismatches.iter().map(|mismatch| mismatch.what.clone())),
        }
    }
    let mut plots = Vec::new();
    for case in cases(page, &records) {
        let points = points(&records, case)?;
        if points.len() > 1 {
            let svg = plot(page.colour(&case.engine_and_backend()), case, &points)?;
            plots.push(panel(&case_title(case), &svg, &[]));
        }
    }
    let left_out = left_out((page.history.len() - records.len()) as u64, others);
    if plots.is_empty() && !left_out.is_empty() {
        return Ok(format!(
            "<section id=\"history\">\n<h2>History</h2>\n<p>{left_out}</p>\n</section>\n"
        ));
    }
    let about = "Puzzles a second of each result, oldest left, with its interval. The axis does not begin at \
                     zero. A vertical line marks where the speed changed and stayed so: with another revision, by at \
                     least 1 %, by more than the intervals before and after, and so clearly that less than 1 in 100 \
                     reshufflings of the revisions look like it. That takes at least three revisions on each side; \
                     results of one revision count as one. An external solver's revisions are its own. A result marked \
                     \u{201c}stopped\u{201d} has only the rounds before the stop, and bench --against passes it over.";
    let about = format!("{about} {left_out}");
    Ok(panels("history", "History", about.trim_end(), &plots))
}

/// How many results are left out, and in what they differ from the last one.
fn left_out(number: u64, differ: Vec<String>) -> String {
    if number == 0 {
        return String::new();
    }
    format!(
        "Left out as they do not belong to the last result: {}, with another {}.",
        counted(number, "older result"),
        escape_html(&listed(differ.into_iter()))
    )
}

/// The cases of the last result, and those that only older ones have: a solver that fails now had
/// rows before.
fn cases<'a>(page: &'a Page<'_>, records: &[&'a Record]) -> Vec<&'a Case> {
    let last = page.record.rows.iter();
    let older = records.iter().rev().flat_map(|record| &record.rows);
    let mut cases = Vec::new();
    for row in last.chain(older) {
        if !cases.contains(&&row.case) {
            cases.push(&row.case);
        }
    }
    cases
}

fn points<'a>(records: &[&'a Record], case: &Case) -> Result<Vec<Point<'a>>, HtmlError> {
    let mut points = Vec::new();
    for &record in records {
        if let Some(row) = record.rows.iter().find(|row| row.case == *case) {
            let speed = row.figures(&Settings::default())?.puzzles_per_second;
            let build = record.build_of(row);
            points.push(Point {
                record,
                build,
                speed,
            });
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
    let margin = (high - low) * 0.08;
    let last = (points.len() - 1) as f64;
    let x = Scale::linear(0.0, last, LEFT + 10.0, WIDTH - DATE / 2.0);
    let y = Scale::linear(low - margin, high + margin, BOTTOM, TOP);
    let title = case_title(case);
    let mut plot = Plot::new("history", &format!("History of {title}"), BOTTOM + 56.0);
    plot.text("axis", "start", (0.0, 12.0), "puzzles a second");
    plot.y_axis(&y, LEFT, WIDTH - 14.0, short);
    mark_changes(&mut plot, points, &x)?;
    let place = |(i, point): (usize, &Point<'_>)| (x.at(i as f64), y.at(point.speed.value));
    let places: Vec<_> = points.iter().enumerate().map(place).collect();
    plot.path(&format!("curve s{colour}"), &places);
    let name = case.to_string();
    for (point, &at) in points.iter().zip(&places) {
        let mut top = at.1;
        if point.speed.interval.is_known() {
            top = y.at(point.speed.interval.high);
            let low = y.at(point.speed.interval.low);
            plot.line(&format!("whisker thin s{colour}"), (at.0, low), (at.0, top));
        }
        let revision = point.build.to_string();
        let stopped = stopped(point.record);
        if stopped.is_some() {
            plot.text("tick", "middle", (at.0, top - 9.0), "stopped");
        }
        let stopped = stopped.map_or(String::new(), |stopped| format!(" ({stopped})"));
        let figure = Figure {
            colour,
            case: &name,
            what: &revision,
            value: point.speed.value,
            reads: format!(
                "{revision} {}: {} puzzles a second{stopped}",
                point.record.date,
                count(point.speed.value.round() as u64)
            ),
        };
        plot.mark(at, &figure);
    }
    // The first result of each revision, if it fits.
    let mut free = 0.0;
    for (i, point) in points.iter().enumerate() {
        let (at, new) = (x.at(i as f64), i == 0 || points[i - 1].build != point.build);
        let name = point.build.to_string();
        let shown = cut(&short_hash(&name), LONGEST);
        let half = (CHARACTER * shown.chars().count() as f64).max(DATE) / 2.0;
        if new && at - half >= free {
            let date = point.record.date.split('T').next().unwrap_or_default();
            plot.titled_tick((at, BOTTOM + 18.0), &shown, &name);
            plot.tick((at, BOTTOM + 33.0), date);
            free = at + half;
        }
    }
    plot.text(
        "axis",
        "end",
        (WIDTH - 8.0, BOTTOM + 51.0),
        "revision and date",
    );
    Ok(plot.finish())
}

/// The first digits of a whole hash of git or SHA-256. Any other name may differ from others at its
/// end.
fn short_hash(name: &str) -> Cow<'_, str> {
    let digits = name.bytes().take_while(u8::is_ascii_hexdigit).count();
    match digits {
        40 | 64 => Cow::Owned(format!("{:.10}{}", name, &name[digits..])),
        _ => Cow::Borrowed(name),
    }
}

fn mark_changes(plot: &mut Plot, points: &[Point<'_>], x: &Scale) -> Result<(), HtmlError> {
    let series = points
        .iter()
        .map(|point| (point.build, point.speed.map(f64::ln)));
    let series: Vec<_> = series.collect();
    for change in change_points(&series, LEAST_CHANGE.ln_1p())? {
        let at = x.at(change.index as f64 - 0.5);
        // Of times, whose logarithms are those of speeds but for the sign.
        let ratio = (change.before - change.after).exp();
        let class = match ratio > 1.0 {
            true => "change worse",
            false => "change better",
        };
        plot.line(class, (at, TOP - 6.0), (at, BOTTOM));
        plot.text(class, "middle", (at, TOP - 10.0), &numbers::change(ratio));
    }
    Ok(())
}
