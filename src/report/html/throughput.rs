//! Speeds as dots with their intervals: a chart for each limit and number of threads, with the
//! solvers of each corpus.

use super::page::{Page, panels};
use super::svg::{Figure, Plot, Scale, axis_of, escape_html};
use crate::bench::export;
use crate::bench::ranking::Rankings;
use crate::bench::record::{Figures, ResultRow, setting_words};
use crate::bench::stats::Estimate;
use crate::numbers::{self, counted, short};
use std::fmt::Write;

/// Height of a line with a name and its dot.
pub(super) const ROW: f64 = 20.0;
/// Where the axis ends, in percent of the width. The rest is for the numbers.
pub(super) const END: f64 = 72.0;
/// Maximum number of ticks that fit on a phone.
const MOST_TICKS: usize = 5;

pub(super) fn section(page: &Page<'_>) -> String {
    let Some(axis) = Axis::of(page) else {
        return String::new();
    };
    let charts = page.rankings.iter();
    let charts: Vec<String> = charts
        .map(|rankings| chart(page, rankings, &axis))
        .collect();
    let about = format!(
        "A dot is the speed of a solver in puzzles a second, the line its 99 % interval. An arrow marks an interval \
         that goes beyond the chart. Only solving is timed, not reading and writing files. The axis is logarithmic{}.",
        match charts.len() {
            1 => "",
            _ => " and the same in all charts",
        }
    );
    let slow = export::slow_rounds(&page.record, &page.figures, &page.rankings);
    let slow = slow.map_or_else(String::new, |note| {
        format!("</p>\n<p>{}", escape_html(&note.replace('\n', " ")))
    });
    panels("throughput", "Throughput", &(about + &slow), &charts)
}

/// The axis of puzzles a second, the same in all charts.
struct Axis {
    low: f64,
    scale: Scale,
}

impl Axis {
    /// An axis for all rows, if there are any.
    fn of(page: &Page<'_>) -> Option<Axis> {
        // Samples may be unusual. The axis must stay valid.
        let speeds = page.rows().map(|(_, figures)| figures.puzzles_per_second);
        let speeds: Vec<Estimate> = speeds.map(|speed| speed.map(f64::ln)).collect();
        if speeds.is_empty() {
            return None;
        }
        let (low, high) = axis_of(&speeds);
        let valid = |log: f64| log.exp().clamp(1e-6, 1e12);
        let low = round_below(valid(low) / 1.3);
        let high = valid(high).max(low);
        let high = low * (high / low).powf(100.0 / END);
        let scale = Scale::log(low, high, 0.0, 100.0);
        Some(Axis { low, scale })
    }

    /// Round figures whose labels touch neither each other nor the right end.
    fn ticks(&self) -> Vec<f64> {
        let mut ticks = self.scale.ticks();
        ticks.retain(|&tick| self.scale.at(tick) < 92.0);
        if ticks.len() > MOST_TICKS {
            let power = |tick: &f64| (tick.log10() - tick.log10().round()).abs() < 1e-6;
            ticks.retain(power);
        }
        let every = ticks.len().div_ceil(MOST_TICKS).max(1);
        ticks.into_iter().step_by(every).collect()
    }

    fn draw(&self) -> String {
        let mut plot = Plot::fluid("axis", "Puzzles a second", ROW);
        for tick in self.ticks() {
            let place = self.scale.at(tick);
            let anchor = if place < 4.0 { "start" } else { "middle" };
            plot.text("tick", anchor, (place, 14.0), &short(tick));
        }
        let low = short(self.low);
        plot.finish() + &format!("<p>puzzles a second, logarithmic from {low}</p>\n")
    }
}

/// The largest of 1, 2 and 5 times a power of ten that is not above a figure.
fn round_below(figure: f64) -> f64 {
    let power = 10f64.powf(figure.log10().floor());
    let digit = [5.0, 2.0].into_iter().find(|digit| digit * power <= figure);
    digit.unwrap_or(1.0) * power
}

fn chart(page: &Page<'_>, rankings: &Rankings, axis: &Axis) -> String {
    let setting = setting_words(rankings.threads, rankings.limit);
    let mut html = format!("<figure>\n<figcaption>{setting}</figcaption>\n<div class=\"bars\">\n");
    for corpus in &rankings.corpora {
        let rows = page.rows().filter(|(row, _)| {
            (row.case.threads, row.case.limit) == (rankings.threads, rankings.limit)
                && row.case.corpus == corpus.name
        });
        let mut rows: Vec<_> = rows.collect();
        // On each corpus in the order of the overall ranking.
        rows.sort_by_key(|(row, _)| page.place(&row.case.engine_and_backend()));
        html += &group(page, &rows, axis);
    }
    html + &axis.draw() + "</div>\n</figure>\n"
}

/// The dots of a corpus, beside the names of their solvers.
fn group(page: &Page<'_>, rows: &[(&ResultRow, &Figures)], axis: &Axis) -> String {
    let Some((first, _)) = rows.first() else {
        return String::new();
    };
    let corpus = escape_html(&first.case.corpus);
    let mut html = format!(
        "<h3>{corpus} <small>{}</small></h3>\n<ul>",
        counted(first.puzzles, "puzzle")
    );
    let height = rows.len() as f64 * ROW;
    let about = format!("Puzzles a second on {}", first.case.corpus);
    let mut plot = Plot::fluid("throughput", &about, height);
    for tick in axis.ticks() {
        let place = axis.scale.at(tick);
        plot.line("rule", (place, 0.0), (place, height));
    }
    for (i, (row, figures)) in rows.iter().enumerate() {
        let _ = write!(
            html,
            "<li>{}</li>",
            escape_html(&row.case.engine_and_backend())
        );
        dot(&mut plot, i as f64 * ROW, page, row, figures, axis);
    }
    html + "</ul>\n" + &plot.finish()
}

fn dot(
    plot: &mut Plot,
    top: f64,
    page: &Page<'_>,
    row: &ResultRow,
    figures: &Figures,
    axis: &Axis,
) {
    let engine = row.case.engine_and_backend();
    let speed = figures.puzzles_per_second;
    let figure = Figure {
        colour: page.colour(&engine),
        case: &row.case.to_string(),
        what: "puzzles_per_second",
        value: speed.value,
        reads: format!("{engine}: {} puzzles a second", numbers::speed(speed.value)),
    };
    let (at, middle) = (axis.scale.at(speed.value), top + ROW / 2.0);
    let mut right = at;
    if speed.interval.is_known() && speed.interval.low < speed.interval.high {
        let ends = [speed.interval.low, speed.interval.high].map(|end| axis.scale.at(end));
        plot.level_interval(middle, ends, [0.0, END]);
        right = ends[1].min(END).max(at);
    }
    plot.mark((at, middle), &figure);
    plot.text("value", "start", (right, middle + 4.5), &short(speed.value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_begins_at_a_round_figure() {
        let shown = [0.9, 1.0, 1.99, 2.5, 4_999.0, 5_000.0].map(round_below);
        assert_eq!(shown, [0.5, 1.0, 1.0, 2.0, 2_000.0, 5_000.0]);
    }
}
