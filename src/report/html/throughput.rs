//! Speeds as ratios to the reference: a dot with its interval, on a logarithmic axis because
//! engines differ by orders of magnitude.

use super::page::{Page, group_title, panel, panels, ratio, setting_title, threads};
use super::svg::{Figure, Plot, Scale, WIDTH, cut};
use crate::bench::ranking::Rankings;
use crate::bench::stats::Estimate;
use crate::numbers::short;

const ROW: f64 = 36.0;
const LEFT: f64 = 14.0;
const RIGHT: f64 = WIDTH - 20.0;

/// An engine in a plot.
struct Line<'a> {
    engine: &'a str,
    ratio: Estimate,
    /// Puzzles a second, where it is one corpus.
    speed: Option<f64>,
    case: String,
}

pub(super) fn section(page: &Page<'_>) -> String {
    let mut plots = Vec::new();
    for standings in &page.standings {
        let setting = setting_title(standings.threads, standings.limit);
        if standings.corpora.len() > 1 {
            let lines = standings.engines.iter().filter_map(|standing| {
                Some(Line {
                    engine: &standing.engine,
                    ratio: standing.overall?,
                    speed: None,
                    case: format!("all corpora, {setting}"),
                })
            });
            let plot = plot(page, "all corpora", &standings.reference, lines.collect());
            plots.push(panel(&format!("all corpora, {setting}"), &plot, &[]));
        }
        for i in 0..standings.corpora.len() {
            plots.push(corpus(page, standings, i));
        }
    }
    let about = "How many times as fast as the reference: middle of the ratios of all rounds with its 99 % interval, \
                 fastest first, with the puzzles a second. Solving only, without reading and writing files. The axis \
                 is logarithmic, and of each plot as long as its differences need.";
    panels("throughput", "Throughput", about, &plots)
}

fn corpus(page: &Page<'_>, standings: &Rankings, i: usize) -> String {
    let corpus = &standings.corpora[i];
    let rows = page.rows().filter(|(row, _)| {
        let case = &row.case;
        (&case.corpus, case.threads, case.limit)
            == (&corpus.name, standings.threads, standings.limit)
    });
    let lines = rows.filter_map(|(row, figures)| {
        let name = row.case.engine_and_backend();
        let standing = standings
            .engines
            .iter()
            .find(|standing| standing.engine == name)?;
        Some(Line {
            engine: &standing.engine,
            ratio: standing.on[i]?.ratio,
            speed: Some(figures.puzzles_per_second.value),
            case: row.case.to_string(),
        })
    });
    let mut title = group_title((&corpus.name, standings.limit));
    if page
        .standings
        .iter()
        .any(|other| other.threads != standings.threads)
    {
        title += &format!(", {}", threads(standings.threads));
    }
    let plot = plot(page, &title, &corpus.reference, lines.collect());
    panel(&title, &plot, &[])
}

fn plot(page: &Page<'_>, title: &str, reference: &str, mut lines: Vec<Line<'_>>) -> String {
    lines.sort_by(|a, b| b.ratio.value.total_cmp(&a.ratio.value));
    let ends = |line: &Line<'_>| match line.ratio.interval.is_known() {
        true => [line.ratio.interval.low, line.ratio.interval.high],
        false => [line.ratio.value; 2],
    };
    let all = || lines.iter().flat_map(ends).chain([1.0]);
    let (low, high) = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    // Samples may be as odd as they like; the axis may not.
    let (low, high) = (low.max(1e-9), high.min(1e9));
    let scale = Scale::log(low / 1.05, high * 1.05, LEFT, RIGHT);
    let bottom = lines.len() as f64 * ROW + 4.0;
    let about = format!("Times as fast as {reference} on {title}");
    let mut plot = Plot::new("throughput", &about, bottom + 40.0);
    plot.x_axis(&scale, bottom, 0.0, |tick| {
        let text = ratio(tick);
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        }
    });
    plot.text(
        "axis",
        "end",
        (RIGHT, bottom + 34.0),
        &format!("times as fast as {}", cut(reference, 40)),
    );
    plot.line("ideal", (scale.at(1.0), 0.0), (scale.at(1.0), bottom));
    for (i, line) in lines.iter().enumerate() {
        let y = i as f64 * ROW + 28.0;
        let speed = line
            .speed
            .map_or(String::new(), |speed| format!(" ({}/s)", short(speed)));
        let value = format!("{}×{speed}", ratio(line.ratio.value));
        plot.text(
            "label",
            "start",
            (LEFT - 6.0, y - 9.0),
            &cut(line.engine, 32),
        );
        plot.text("value", "end", (RIGHT + 6.0, y - 9.0), &value);
        plot.line("track", (LEFT, y), (RIGHT, y));
        let colour = page.colour(line.engine);
        let [low, high] = ends(line).map(|end| scale.at(end));
        if low < high {
            plot.line(&format!("whisker s{colour}"), (low, y), (high, y));
        }
        plot.mark(
            (scale.at(line.ratio.value), y),
            &Figure {
                colour,
                case: &line.case,
                what: "ratio",
                value: line.ratio.value,
                reads: format!("{}: {value}", line.engine),
            },
        );
    }
    plot.finish()
}
