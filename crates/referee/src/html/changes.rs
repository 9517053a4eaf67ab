//! A saved comparison: its verdict, and its changes as dots and as tables.

use super::dots::{Axis, Dot};
use super::parts::{blocks, escape_html, listed, section};
use crate::bench::baseline::Comparison;
use crate::bench::export;
use crate::bench::stats::{Estimate, Interval, Judgement};
use ninefold_files::numbers::{change, trimmed};

/// The title of a page of comparisons, and what it is about.
pub(super) fn heading(comparisons: &[Comparison]) -> (String, String) {
    let corpora = comparisons.iter().flat_map(|found| &found.corpora);
    let corpora = listed(corpora.map(|corpus| corpus.name.clone()));
    let title = format!("{} on {corpora}", listed(comparisons.iter().map(against)));
    let places = comparisons.iter().map(|found| {
        let date = found.date.split('T').next().unwrap_or_default();
        let parts = [&*found.cpu, date]
            .into_iter()
            .filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    });
    let places = listed(places);
    let about = format!("Compared by ninefold compare on {places}. Every answer was checked.");
    (title, about)
}

fn against(found: &Comparison) -> String {
    let [old, new] = &found.names;
    format!("{new} against {old}")
}

/// The section of a saved comparison.
pub(super) fn compared(found: &Comparison) -> String {
    section("comparison", &escape_html(&against(found)), &view(found))
}

/// The verdict first, then the changes as dots and as tables.
fn view(found: &Comparison) -> String {
    let how = if found.paired {
        "Both were measured in turns, so that other work of the machine slows both alike."
    } else {
        "These results are not paired: they were measured at different times, so other work of the machine is part \
             of each change. <code>ninefold compare --paired</code> measures both in turns."
    };
    let mut parts = export::comparison(found);
    if found.rows.is_empty() {
        return blocks(&parts);
    }
    // The verdict stands first.
    parts.pop();
    let parts = blocks(&parts);
    format!(
        "<p class=\"answer {}\">{}</p>\n<p>{how} Slower or faster: the whole interval lies beyond the threshold. Same: \
         it lies within.</p>\n{}{parts}",
        class(found.verdict),
        export::verdict(found),
        plot(found),
    )
}

/// The dot of a change, and its interval if both ends are known.
fn dot(name: String, ratio: f64, ends: [Option<f64>; 2], verdict: Judgement) -> Dot {
    let interval = match ends {
        [Some(low), Some(high)] => Interval { low, high },
        _ => Interval::UNKNOWN,
    };
    let note = match verdict {
        Judgement::Slower | Judgement::Faster => change(ratio),
        other => other.name().to_owned(),
    };
    Dot {
        title: format!("{name}: {}, {verdict}", change(ratio)),
        figure: Some(Estimate {
            value: ratio,
            interval,
            samples: 0,
        }),
        note,
        class: class(verdict).to_owned(),
        case: name.clone(),
        what: "ratio".to_owned(),
        name,
    }
}

/// Changes of time as dots with their intervals.
fn plot(found: &Comparison) -> String {
    let rows = found.rows.iter().map(|row| {
        let ends = [row.ratio_low, row.ratio_high];
        dot(row.case.to_string(), row.ratio, ends, row.verdict)
    });
    let all = found.together.iter().map(|all| {
        let ends = [all.ratio_low, all.ratio_high];
        dot("all together".to_owned(), all.ratio, ends, all.verdict)
    });
    let dots: Vec<Dot> = rows.chain(all).collect();
    let no_change = Estimate {
        value: 1.0,
        interval: Interval::UNKNOWN,
        samples: 0,
    };
    let figures = dots.iter().filter_map(|dot| dot.figure).chain([no_change]);
    let figures: Vec<Estimate> = figures.collect();
    let axis = Axis::of(&figures, |ratio| trimmed(ratio, 4).to_string());
    let axis = axis.expect("there is a figure");
    format!(
        "<figure>\n<div class=\"dots\">\n{}{}</div>\n</figure>\n",
        axis.lines("comparison", "Change of time", &dots),
        axis.draw_axis("time of new divided by time of old: right of 1 is slower")
    )
}

/// The class of what has a verdict: its colour.
fn class(verdict: Judgement) -> &'static str {
    match verdict {
        Judgement::Slower | Judgement::Failed => "worse",
        Judgement::Faster => "better",
        Judgement::Same | Judgement::Inconclusive => "",
    }
}
