//! Who is fastest: a sentence for each solver, and the speeds on each corpus.

use super::dots::{Axis, Dot};
use super::parts::{escape_html, section as section_of};
use crate::bench::export::{Measured, MeasuredRow};
use crate::bench::ranking::Ranking;
use crate::bench::record::setting_words;
use crate::bench::stats::Estimate;
use ninefold_files::numbers::{self, counted, short};

pub(super) fn section(of: &Measured<'_>) -> String {
    let speeds: Vec<Estimate> = of.rows.iter().map(|row| *row.speed()).collect();
    let Some(axis) = Axis::of(&speeds, short) else {
        return String::new();
    };
    let mut sentences = String::new();
    for ranking in &of.rankings {
        for solver in &ranking.solvers {
            let sentence = escape_html(&of.sentence(ranking, solver));
            sentences += &format!("<li>{sentence}</li>\n");
        }
    }
    let charts = of.rankings.iter().map(|ranking| chart(of, ranking, &axis));
    let content = format!(
        "<ul class=\"answer\">\n{sentences}</ul>\n<p>A dot is the speed of a solver, the line its 99 % interval. An \
         arrow marks an interval that goes beyond the chart. Only solving is timed, not reading and writing files. \
         The axis is logarithmic and the same in all charts.</p>\n<div class=\"panels\">\n{}</div>\n",
        charts.collect::<String>()
    );
    section_of("speeds", "Who is fastest", &content)
}

/// The speeds of one number of threads and limit.
fn chart(of: &Measured<'_>, ranking: &Ranking<'_>, axis: &Axis) -> String {
    let setting = setting_words(ranking.threads, ranking.limit);
    let mut html = format!("<figure>\n<figcaption>{setting}</figcaption>\n<div class=\"dots\">\n");
    let rows = of.rows.iter().filter(|of| ranking.has(of.row));
    let rows: Vec<&MeasuredRow<'_>> = rows.collect();
    for group in rows.chunk_by(|a, b| a.row.case.corpus == b.row.case.corpus) {
        let corpus = &group[0].row.case.corpus;
        let puzzles = group[0].row.puzzles;
        let puzzles = counted(puzzles, "puzzle");
        html += &format!(
            "<h3>{} <small>{puzzles}</small></h3>\n",
            escape_html(corpus)
        );
        let dots: Vec<Dot> = group.iter().map(|of| dot(of)).collect();
        html += &axis.lines("speeds", &format!("Puzzles a second on {corpus}"), &dots);
    }
    html + &axis.draw_axis("puzzles a second") + "</div>\n</figure>\n"
}

fn dot(of: &MeasuredRow<'_>) -> Dot {
    let case = &of.row.case;
    let speed = of.speed();
    let name = case.engine_and_backend();
    Dot {
        title: format!("{name}: {} puzzles a second", numbers::speed(speed.value)),
        name,
        figure: Some(*speed),
        note: short(speed.value),
        class: String::new(),
        case: case.to_string(),
        what: "puzzles_per_second".to_owned(),
    }
}
