//! The plot of a page: a line for each figure, with its name, a dot, and a whisker for its
//! interval.
//!
//! Names are HTML, so they keep their size on a phone. Positions in the SVG are percentages of its
//! width. The axis is logarithmic, so equal ratios are equally far apart.

use super::parts::escape_html;
use crate::bench::stats::{Estimate, Interval};
use std::fmt::Write;

/// Height of a line.
const LINE: f64 = 20.0;
/// Where the axis begins and ends.
const ENDS: [f64; 2] = [2.0, 98.0];
/// Maximum number of ticks that fit on a phone.
const MOST_TICKS: usize = 5;

/// A line of a plot.
pub(super) struct Dot {
    /// Its name, left of the plot, and what is known besides.
    pub(super) name: String,
    pub(super) title: String,
    /// `None` if there is only a note.
    pub(super) figure: Option<Estimate>,
    /// Beside the dot.
    pub(super) note: String,
    /// The look of dot and note: `worse`, `better`, `hollow` or nothing.
    pub(super) class: String,
    /// For readers of the page that are programs.
    pub(super) case: String,
    pub(super) what: String,
}

/// An axis of figures above zero.
pub(super) struct Axis {
    low: f64,
    high: f64,
    label: fn(f64) -> String,
}

/// The logarithm of a figure. Samples may be unusual, and the axis must stay valid.
fn log(value: f64) -> f64 {
    value.clamp(1e-9, 1e15).ln()
}

impl Axis {
    /// An axis that shows all figures, and their intervals as far as most are wide. So one wide
    /// interval does not flatten a plot. An arrow says that an interval goes on. `None` without
    /// figures.
    pub(super) fn of(figures: &[Estimate], label: fn(f64) -> String) -> Option<Axis> {
        let values = figures.iter().map(|figure| log(figure.value));
        let low = values.clone().min_by(f64::total_cmp)?;
        let high = values.max_by(f64::total_cmp)?;
        // An interval that is not known has infinite ends, which are no width.
        let known = figures.iter().map(|figure| figure.interval);
        let known = known.filter(Interval::is_known);
        let mut halves: Vec<f64> = known.map(|i| (log(i.high) - log(i.low)) / 2.0).collect();
        halves.sort_by(f64::total_cmp);
        let typical = halves.get(halves.len().saturating_sub(1) / 2);
        let margin = 1.5 * typical.unwrap_or(&0.0) + 0.05 * (high - low).max(0.1);
        Some(Axis {
            low: (low - margin).exp(),
            high: (high + margin).exp(),
            label,
        })
    }

    fn at(&self, value: f64) -> f64 {
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        ENDS[0] + part.clamp(-0.02, 1.02) * (ENDS[1] - ENDS[0])
    }

    /// Round figures within the axis.
    fn ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let mut ticks: Vec<f64> = if decades < 0.6 {
            let rough = (self.high - self.low) / 4.0;
            let power = 10f64.powf(rough.log10().floor());
            let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
            let step = steps.into_iter().find(|&step| step >= rough);
            let step = step.unwrap_or(10.0 * power);
            let first = (self.low / step).ceil() as i64;
            let last = (self.high / step).floor() as i64;
            (first..=last).map(|i| i as f64 * step).collect()
        } else {
            let digits = &[1.0, 2.0, 5.0][..if decades < 1.8 { 3 } else { 1 }];
            let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
            let ticks = powers.flat_map(|power| digits.iter().map(move |n| n * 10f64.powi(power)));
            ticks.collect()
        };
        // A rounding error must not drop a tick at an end.
        ticks.retain(|&tick| tick >= self.low * 0.999_999 && tick <= self.high * 1.000_001);
        let every = ticks.len().div_ceil(MOST_TICKS).max(1);
        ticks.into_iter().step_by(every).collect()
    }

    /// The lines of some dots. `name` identifies the plot, and screen readers read `about` in its
    /// place.
    pub(super) fn lines(&self, name: &str, about: &str, dots: &[Dot]) -> String {
        let height = LINE * dots.len() as f64;
        let mut names = String::new();
        let mut svg = String::new();
        for tick in self.ticks() {
            let class = if tick == 1.0 { "rule one" } else { "rule" };
            line(&mut svg, class, [self.at(tick); 2], [0.0, height]);
        }
        for (i, dot) in dots.iter().enumerate() {
            let name = escape_html(&dot.name);
            let title = escape_html(&dot.title);
            let _ = writeln!(names, "<li title=\"{title}\">{name}</li>");
            self.draw(&mut svg, (i as f64 + 0.5) * LINE, dot);
        }
        format!("<ul>{names}</ul>\n{}", plot(name, about, height, &svg))
    }

    fn draw(&self, svg: &mut String, y: f64, dot: &Dot) {
        let note = escape_html(&dot.note);
        let class = &dot.class;
        let Some(figure) = &dot.figure else {
            let case = escape_html(&dot.case);
            let title = escape_html(&dot.title);
            let _ = writeln!(
                svg,
                "<text class=\"value failed\" x=\"0\" y=\"{:.2}\" data-case=\"{case}\" data-what=\"failed\">\u{d7} \
                 {note}<title>{title}</title></text>",
                y + 4.5
            );
            return;
        };
        let at = self.at(figure.value);
        let [mut left, mut right] = [at; 2];
        if figure.interval.is_known() && figure.interval.low < figure.interval.high {
            let [low, high] = [figure.interval.low, figure.interval.high].map(|end| self.at(end));
            (left, right) = (low.max(0.0), high.min(100.0));
            line(svg, "whisker", [left, right], [y; 2]);
            for (end, is_within, arrow) in [
                (left, figure.interval.low >= self.low, "\u{25c2}"),
                (right, figure.interval.high <= self.high, "\u{25b8}"),
            ] {
                if is_within {
                    line(svg, "whisker", [end; 2], [y - 3.5, y + 3.5])
                } else {
                    let end = end.clamp(2.0, 98.0);
                    text(svg, "arrow", "middle", (end, y + 4.5), arrow);
                }
            }
        }
        let _ = writeln!(
            svg,
            "<circle class=\"mark {class}\" cx=\"{at:.2}%\" cy=\"{y:.2}\" r=\"4\" data-case=\"{}\" data-what=\"{}\" \
             data-value=\"{}\"><title>{}</title></circle>",
            escape_html(&dot.case),
            escape_html(&dot.what),
            figure.value,
            escape_html(&dot.title),
        );
        // Where there is more room.
        let (side, anchor, x) = if 100.0 - right >= left {
            ("right", "start", right)
        } else {
            ("left", "end", left)
        };
        text(
            svg,
            &format!("value {side} {class}"),
            anchor,
            (x, y + 4.5),
            &note,
        );
    }

    /// The labels of the ticks, and what the figures are.
    pub(super) fn draw_axis(&self, figures: &str) -> String {
        let mut svg = String::new();
        for tick in self.ticks() {
            let at = self.at(tick);
            let anchor = match at {
                ..8.0 => "start",
                92.0.. => "end",
                _ => "middle",
            };
            text(&mut svg, "tick", anchor, (at, 14.0), &(self.label)(tick));
        }
        plot("axis", figures, LINE, &svg) + &format!("<p>{}</p>\n", escape_html(figures))
    }
}

fn plot(name: &str, about: &str, height: f64, svg: &str) -> String {
    format!(
        "<svg class=\"plot\" data-plot=\"{name}\" style=\"height:{height:.0}px\" role=\"img\" aria-label=\"{}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n{svg}</svg>\n",
        escape_html(about)
    )
}

fn line(svg: &mut String, class: &str, [x1, x2]: [f64; 2], [y1, y2]: [f64; 2]) {
    let _ = writeln!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.2}%\" y1=\"{y1:.2}\" x2=\"{x2:.2}%\" y2=\"{y2:.2}\"/>"
    );
}

/// A text that is already escaped.
fn text(svg: &mut String, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.2}%\" y=\"{y:.2}\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold_files::numbers::short;

    fn figure(value: f64, half: f64) -> Estimate {
        Estimate {
            value,
            interval: Interval {
                low: value - half,
                high: value + half,
            },
            samples: 20,
        }
    }

    #[test]
    fn every_axis_has_some_ticks_and_all_lie_within() {
        for (low, high) in [
            (1.0, 1.0),
            (0.5, 0.6),
            (1.0, 7e9),
            (90.0, 110.0),
            (1e-3, 1e12),
            (f64::MIN_POSITIVE, f64::MAX),
        ] {
            let axis = Axis::of(&[figure(low, 0.0), figure(high, 0.0)], short).unwrap();
            let ticks = axis.ticks();
            assert!((1..=MOST_TICKS).contains(&ticks.len()), "{low}: {ticks:?}");
            let is_within = |&tick: &f64| (1.9..=98.1).contains(&axis.at(tick));
            assert!(ticks.iter().all(is_within), "{low}: {ticks:?}");
        }
        assert!(Axis::of(&[], short).is_none());
    }

    #[test]
    fn what_has_no_interval_does_not_widen_an_axis() {
        let unknown = |value| Estimate {
            interval: Interval::UNKNOWN,
            ..figure(value, 0.0)
        };
        let axis = Axis::of(&[unknown(250_000.0), unknown(1_000_000.0)], short).unwrap();
        assert!(axis.low > 100_000.0 && axis.high < 2_000_000.0);
    }

    #[test]
    fn one_wide_interval_does_not_flatten_a_plot_and_is_cut_with_arrows() {
        let figures = [figure(100.0, 1.0), figure(104.0, 1.0), figure(102.0, 90.0)];
        let axis = Axis::of(&figures, short).unwrap();
        assert!(axis.low > 95.0 && axis.high < 109.0);
        let arrows = |figure: Estimate| {
            let dot = Dot {
                name: "<n>".to_owned(),
                title: String::new(),
                figure: Some(figure),
                note: "<note>".to_owned(),
                class: String::new(),
                case: "<c>".to_owned(),
                what: String::new(),
            };
            let html = axis.lines("test", "", &[dot]);
            assert!(!html.contains("<n>") && !html.contains("<note>") && !html.contains("<c>"));
            ["◂", "▸"].map(|arrow| html.matches(arrow).count())
        };
        assert_eq!(arrows(figures[2]), [1, 1]);
        assert_eq!(arrows(figures[0]), [0, 0]);
    }
}
