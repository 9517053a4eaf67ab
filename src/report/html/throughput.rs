//! Puzzles a second by engine and corpus: a dot with its interval, on a
//! logarithmic axis because engines differ by orders of magnitude.

use super::svg::{Mark, Plot, Scale, WIDTH, escape, short};
use super::{Page, group_title, panel, panels};
use crate::bench::export::short_ns;
use std::fmt::Write;

const ROW: f64 = 36.0;

pub(super) fn section(page: &Page<'_>) -> String {
    let groups = page.groups();
    let plots: Vec<String> = groups
        .iter()
        .map(|&group| panel(&group_title(group), &plot(page, group), &[]))
        .collect();
    let about = "Puzzles a second, median of all rounds with its interval; solving only, without reading and \
                 writing files. The axis is logarithmic.";
    panels("throughput", "Throughput", about, &plots)
}

fn plot(page: &Page<'_>, group: (&str, u64)) -> String {
    let rows: Vec<_> = page
        .rows()
        .filter(|(_, row, _)| (&*row.case.corpus, row.case.limit) == group)
        .collect();
    let speeds = || {
        rows.iter()
            .map(|(_, _, figures)| figures.puzzles_per_second.value)
    };
    let low = speeds().fold(f64::INFINITY, f64::min);
    let high = speeds().fold(0.0, f64::max);
    let scale = Scale::log(low / 1.3, high * 1.3, 8.0, WIDTH - 16.0);
    let bottom = rows.len() as f64 * ROW + 4.0;
    let about = format!("Puzzles a second on {}", group_title(group));
    let mut plot = Plot::new("throughput", &about, bottom + 40.0);
    plot.x_axis(&scale, bottom, 0.0, short);
    plot.text("axis", "end", (WIDTH - 8.0, bottom + 34.0), "puzzles/s");
    for (i, (_, row, figures)) in rows.iter().enumerate() {
        let y = i as f64 * ROW + 28.0;
        let speed = figures.puzzles_per_second;
        let threads = match row.case.threads {
            1 => "1 thread".to_owned(),
            n => format!("{n} threads"),
        };
        let name = format!("{}, {threads}", row.case.engine_and_backend());
        plot.text("label", "start", (8.0, y - 9.0), &name);
        plot.text(
            "value",
            "end",
            (WIDTH - 8.0, y - 9.0),
            &format!("{} /s", short(speed.value)),
        );
        plot.line("track", (8.0, y), (WIDTH - 16.0, y));
        let colour = page.colour(&row.case);
        if speed.interval.is_known() {
            let (low, high) = (scale.at(speed.interval.low), scale.at(speed.interval.high));
            plot.line(&format!("whisker s{colour}"), (low, y), (high, y));
        }
        plot.mark(&Mark {
            colour,
            at: (scale.at(speed.value), y),
            case: &row.case.to_string(),
            what: "puzzles_per_second",
            value: speed.value,
            reads: format!("{name}: {:.0} puzzles/s", speed.value),
        });
    }
    plot.finish()
}

/// The same figures, and more, as a table.
pub(super) fn table(page: &Page<'_>) -> String {
    let header = [
        "engine",
        "threads",
        "corpus",
        "limit",
        "puzzles/s",
        "from",
        "to",
        "ns/puzzle",
        "guesses/puzzle",
        "without guess",
        "p50",
        "p99",
        "max",
        "solved",
        "gave up",
    ];
    let mut html = String::from(
        "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<tr>",
    );
    header.iter().for_each(|name| {
        let _ = write!(html, "<th>{name}</th>");
    });
    html.push_str("</tr>\n");
    for (_, row, figures) in page.rows() {
        let speed = figures.puzzles_per_second;
        let end = |value: f64| {
            if value.is_finite() {
                format!("{value:.0}")
            } else {
                "-".to_owned()
            }
        };
        let latency = |pick: fn(&crate::bench::record::Latency) -> u64| {
            row.latency
                .as_ref()
                .map_or("-".to_owned(), |latency| short_ns(pick(latency) as f64))
        };
        let cells = [
            row.case.engine_and_backend(),
            row.case.threads.to_string(),
            row.case.corpus.clone(),
            row.case.limit.to_string(),
            format!("{:.0}", speed.value),
            end(speed.interval.low),
            end(speed.interval.high),
            format!("{:.1}", figures.ns_per_puzzle),
            format!("{:.4}", figures.guesses_per_puzzle),
            format!("{:.2} %", 100.0 * figures.without_guess),
            latency(|latency| latency.p50_ns),
            latency(|latency| latency.p99_ns),
            latency(|latency| latency.max_ns),
            row.answers.solved.to_string(),
            row.answers.gave_up.to_string(),
        ];
        html.push_str("<tr>");
        cells.iter().for_each(|cell| {
            let _ = write!(html, "<td>{}</td>", escape(cell));
        });
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n</section>\n"
}
