//! Scales, ticks and the SVG elements of the plots.

use crate::bench::stats::Estimate;
use crate::escape::escape;
use std::fmt::Write;

/// Width of every plot in its own units. It scales with its panel.
pub(super) const WIDTH: f64 = 440.0;

/// Text that is safe between tags and in quoted attributes.
pub(super) fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escape(text).to_string().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A name shortened to this many characters for a plot, where lines do not wrap.
pub(super) fn cut(name: &str, most: usize) -> String {
    match name.chars().count() {
        n if n <= most => name.to_owned(),
        _ => name.chars().take(most - 1).chain(['…']).collect(),
    }
}

/// The ends of an axis that shows all figures, and their intervals as far as most are wide. So one
/// wide interval does not flatten a plot: [`Plot::level_interval`] cuts it.
pub(super) fn axis_of(figures: &[Estimate]) -> (f64, f64) {
    let values = || figures.iter().map(|figure| figure.value);
    let (low, high) = (
        values().fold(f64::INFINITY, f64::min),
        values().fold(f64::NEG_INFINITY, f64::max),
    );
    let known = figures.iter().map(|figure| figure.interval);
    let known = known.filter(|interval| interval.is_known());
    let mut halves: Vec<f64> = known.map(|i| (i.high - i.low) / 2.0).collect();
    halves.sort_by(f64::total_cmp);
    let typical = halves.get(halves.len().saturating_sub(1) / 2);
    let margin = 1.5 * typical.unwrap_or(&0.0) + 0.05 * (high - low);
    (low - margin, high + margin)
}

/// Maps figures to positions in a plot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    log: bool,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A linear scale of figures, between the positions `from` and `to`.
    pub(super) fn linear(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let margin = if high > low {
            0.0
        } else {
            low.abs().max(1.0) * 0.05
        };
        Scale {
            log: false,
            low: low - margin,
            high: high + margin,
            from,
            to,
        }
    }

    /// A logarithmic scale. Figures must be above zero.
    pub(super) fn log(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let margin = if high > low * 1.1 { 1.0 } else { 1.5 };
        Scale {
            log: true,
            low: low / margin,
            high: high * margin,
            from,
            to,
        }
    }

    /// The position of a figure.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = if self.log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + part.clamp(-0.05, 1.05) * (self.to - self.from)
    }

    /// Round figures to label, between three and a dozen.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.log {
            self.log_ticks()
        } else {
            self.linear_ticks()
        }
    }

    fn linear_ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 4.0;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
        let step = steps
            .into_iter()
            .find(|&step| step >= rough)
            .unwrap_or(10.0 * power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    fn log_ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        // Steps of 1, 2 and 5 would give one tick or none.
        if decades < 0.6 {
            return self.linear_ticks();
        }
        let within = &[1.0, 2.0, 5.0][..if decades < 2.5 { 3 } else { 1 }];
        let every = (decades / 7.0).ceil().max(1.0) as i32;
        let (first, last) = (
            self.low.log10().floor() as i32,
            self.high.log10().ceil() as i32,
        );
        let decades = (first..=last).filter(|power| power.rem_euclid(every) == 0);
        let ticks =
            decades.flat_map(|power| within.iter().map(move |digit| digit * 10f64.powi(power)));
        // A rounding error must not drop a tick at the end of the scale.
        let (low, high) = (self.low * 0.999_999, self.high * 1.000_001);
        ticks.filter(|&tick| tick >= low && tick <= high).collect()
    }
}

/// The elements of a plot.
pub(super) struct Plot {
    body: String,
    height: f64,
    name: &'static str,
    about: String,
    /// Unit of horizontal positions: none, or percent.
    unit: &'static str,
}

impl Plot {
    /// An empty plot. `name` identifies it, and screen readers read `about` in its place.
    pub(super) fn new(name: &'static str, about: &str, height: f64) -> Plot {
        Plot {
            body: String::new(),
            height,
            name,
            about: escape_html(about),
            unit: "",
        }
    }

    /// A plot that fills the available width, with text of normal size. Horizontal positions are
    /// percentages, and its height is in pixels. It has no paths.
    pub(super) fn fluid(name: &'static str, about: &str, height: f64) -> Plot {
        Plot {
            unit: "%",
            ..Plot::new(name, about, height)
        }
    }

    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let unit = self.unit;
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.2}{unit}\" y1=\"{y1:.2}\" x2=\"{x2:.2}{unit}\" y2=\"{y2:.2}\"/>"
        );
    }

    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let mut d = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{x:.2} {y:.2}", if i == 0 { 'M' } else { 'L' });
        }
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{d}\"/>");
    }

    /// Text; `anchor` is `start`, `middle` or `end`.
    pub(super) fn text(&mut self, class: &str, anchor: &str, at: (f64, f64), text: &str) {
        let (x, y) = at;
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.2}{}\" y=\"{y:.2}\">{}</text>",
            self.unit,
            escape_html(text)
        );
    }

    /// The label of a tick that is slanted, so that many fit. Its title is the whole text.
    pub(super) fn slanted_tick(&mut self, (x, y): (f64, f64), label: &str, whole: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"tick\" text-anchor=\"end\" x=\"{x:.2}\" y=\"{y:.2}\" transform=\"rotate(-45 {x:.2} {y:.2})\">{}<title>{}</title></text>",
            escape_html(label),
            escape_html(whole)
        );
    }

    /// A mark for a figure.
    pub(super) fn mark(&mut self, at: (f64, f64), figure: &Figure<'_>) {
        self.dot("mark", at, figure);
    }

    /// A hollow mark, for a figure that is not confirmed.
    pub(super) fn hollow_mark(&mut self, at: (f64, f64), figure: &Figure<'_>) {
        self.dot("mark hollow", at, figure);
    }

    fn dot(&mut self, class: &str, (x, y): (f64, f64), figure: &Figure<'_>) {
        let shape = format!(
            "circle class=\"{class} s{}\" cx=\"{x:.2}{}\" cy=\"{y:.2}\" r=\"4\"",
            figure.colour, self.unit
        );
        self.figure("circle", &shape, figure);
    }

    /// A cross for a result without a figure.
    pub(super) fn cross(&mut self, (x, y): (f64, f64), case: &str, reads: &str) {
        let _ = writeln!(
            self.body,
            "<path class=\"failed\" d=\"M{:.2} {:.2}l8 8m0 -8l-8 8\" data-case=\"{}\" data-what=\"failed\"><title>{}</title></path>",
            x - 4.0,
            y - 4.0,
            escape_html(case),
            escape_html(reads)
        );
    }

    /// An upright interval at `x`, between positions. An end beyond the plot, which reaches from
    /// `top` to `bottom`, becomes an arrow.
    pub(super) fn upright_interval(
        &mut self,
        class: &str,
        x: f64,
        [low, high]: [f64; 2],
        [top, bottom]: [f64; 2],
    ) {
        self.line(class, (x, low.min(bottom)), (x, high.max(top)));
        if low > bottom {
            self.text("arrow", "middle", (x, bottom), "\u{25be}");
        }
        if high < top {
            self.text("arrow", "middle", (x, top + 6.0), "\u{25b4}");
        }
    }

    /// A level interval at `y` with its ends, between positions. An end beyond the plot, which
    /// reaches from `left` to `right`, becomes an arrow.
    pub(super) fn level_interval(
        &mut self,
        y: f64,
        [low, high]: [f64; 2],
        [left, right]: [f64; 2],
    ) {
        self.line("error", (low.max(left), y), (high.min(right), y));
        for (end, is_within, arrow) in [
            (low.max(left), low >= left, "\u{25c2}"),
            (high.min(right), high <= right, "\u{25b8}"),
        ] {
            match is_within {
                true => self.line("error", (end, y - 3.5), (end, y + 3.5)),
                false => self.text("arrow", "middle", (end, y + 4.5), arrow),
            }
        }
    }

    /// A bar for a figure: left, top, width and height. The bar of a figure above zero is always
    /// visible.
    pub(super) fn bar(&mut self, (x, y, width, height): (f64, f64, f64, f64), figure: &Figure<'_>) {
        let least = if figure.value > 0.0 { 1.5 } else { 0.0 };
        let (width, up) = (width.max(least), height.max(least));
        let shape = format!(
            "rect class=\"bar s{}\" x=\"{x:.2}{unit}\" y=\"{:.2}\" width=\"{width:.2}{unit}\" height=\"{up:.2}\"",
            figure.colour,
            y + height - up,
            unit = self.unit
        );
        self.figure("rect", &shape, figure);
    }

    fn figure(&mut self, tag: &str, shape: &str, figure: &Figure<'_>) {
        let _ = writeln!(
            self.body,
            "<{shape} data-case=\"{}\" data-what=\"{}\" data-value=\"{}\"><title>{}</title></{tag}>",
            escape_html(figure.case),
            escape_html(figure.what),
            figure.value,
            escape_html(&figure.reads)
        );
    }

    /// The ticks of a vertical axis along `x`, with rules to `right`.
    pub(super) fn y_axis(
        &mut self,
        scale: &Scale,
        x: f64,
        right: f64,
        label: impl Fn(f64) -> String,
    ) {
        for tick in scale.ticks() {
            let y = scale.at(tick);
            self.line("rule", (x, y), (right, y));
            self.text("tick", "end", (x - 6.0, y + 4.0), &label(tick));
        }
    }

    /// With another height than it started with.
    pub(super) fn of_height(self, height: f64) -> Plot {
        Plot { height, ..self }
    }

    /// The finished element.
    pub(super) fn finish(self) -> String {
        let Plot {
            body,
            height,
            name,
            about,
            unit,
        } = self;
        let size = match unit {
            "" => format!("viewBox=\"0 0 {WIDTH} {height:.0}\""),
            _ => format!("style=\"height:{height:.0}px\""),
        };
        format!(
            "<svg class=\"plot\" data-plot=\"{name}\" {size} role=\"img\" \
             aria-label=\"{about}\" xmlns=\"http://www.w3.org/2000/svg\">\n{body}</svg>\n"
        )
    }
}

/// A figure in a plot.
pub(super) struct Figure<'a> {
    /// The number of its colour.
    pub(super) colour: usize,
    /// Its case.
    pub(super) case: &'a str,
    /// The kind of figure.
    pub(super) what: &'a str,
    /// Its value.
    pub(super) value: f64,
    /// Its text.
    pub(super) reads: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::stats::Interval;

    #[test]
    fn odd_text_cannot_leave_its_place() {
        assert_eq!(
            escape_html("<a b=\"c\">&'\u{1}"),
            r"&lt;a b=&quot;c&quot;&gt;&amp;&#39;\u{1}"
        );
    }

    #[test]
    fn scales_put_their_ends_at_the_ends() {
        for scale in [
            Scale::linear(2.0, 6.0, 10.0, 50.0),
            Scale::log(2.0, 200.0, 10.0, 50.0),
        ] {
            assert!((scale.at(scale.low) - 10.0).abs() < 1e-9);
            assert!((scale.at(scale.high) - 50.0).abs() < 1e-9);
        }
        let log = Scale::log(1.0, 100.0, 0.0, 2.0);
        assert!((log.at(10.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn every_scale_has_some_ticks_and_all_lie_within() {
        let spans = [
            (1.0, 1.0),
            (0.5, 0.6),
            (0.0, 7e9),
            (90.0, 110.0),
            (1e-3, 1e12),
        ];
        for (low, high) in spans {
            for scale in [
                Scale::linear(low, high, 0.0, 1.0),
                Scale::log(low.max(1e-3), high, 0.0, 1.0),
            ] {
                let ticks = scale.ticks();
                assert!((1..=12).contains(&ticks.len()), "{scale:?}: {ticks:?}");
                assert!(
                    ticks
                        .iter()
                        .all(|&tick| (-0.001..=1.001).contains(&scale.at(tick))),
                    "{scale:?}"
                );
            }
        }
    }

    #[test]
    fn one_wide_interval_does_not_flatten_a_plot_and_is_cut_with_an_arrow() {
        let figure = |value: f64, half: f64| Estimate {
            value,
            interval: Interval {
                low: value - half,
                high: value + half,
            },
            samples: 20,
        };
        let figures = [figure(100.0, 1.0), figure(104.0, 1.0), figure(102.0, 500.0)];
        let (low, high) = axis_of(&figures);
        assert!(low > 95.0 && low < 99.0 && high > 105.0 && high < 109.0);
        let scale = Scale::linear(low, high, 0.0, 100.0);
        let drawn = |figure: &Estimate| {
            let mut plot = Plot::fluid("test", "", 20.0);
            let ends = [figure.interval.low, figure.interval.high];
            plot.level_interval(10.0, ends.map(|end| scale.at(end)), [0.0, 100.0]);
            plot.upright_interval("whisker", 5.0, [250.0, -50.0], [0.0, 200.0]);
            plot.finish()
        };
        let arrows = |svg: &str| ["◂", "▸", "▴", "▾"].map(|arrow| svg.matches(arrow).count());
        assert_eq!(arrows(&drawn(&figures[2])), [1, 1, 1, 1]);
        assert_eq!(arrows(&drawn(&figures[0])), [0, 0, 1, 1]);
        let unknown = Estimate {
            interval: Interval::UNKNOWN,
            ..figures[0]
        };
        assert_eq!(axis_of(&[unknown]), (100.0, 100.0));
    }
}
