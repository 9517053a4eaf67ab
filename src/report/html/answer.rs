//! Who is fastest, by how much, and how sure that is: in a sentence, and on each corpus.

use super::page::{Page, listed, ratio};
use super::svg::escape_html;
use crate::bench::ranking::{OnCorpus, Ranking, Rankings};
use crate::bench::record::setting_words;
use crate::bench::stats::{Estimate, MIN_SAMPLES};
use std::fmt::Write;

pub(super) fn section(page: &Page<'_>) -> String {
    let all = page.rankings.iter().map(|rankings| answer(page, rankings));
    let all: String = all.collect();
    if all.is_empty() {
        return all;
    }
    format!("<section id=\"answer\">\n<h2>Who is fastest</h2>\n{all}</section>\n")
}

fn answer(page: &Page<'_>, rankings: &Rankings) -> String {
    let setting = setting_words(rankings.threads, rankings.limit);
    let first = escape_html(&rankings.engines[0].engine);
    let (Some(second), Some(speed_up)) = (rankings.engines.get(1), rankings.speed_up) else {
        return match rankings.engines.len() {
            1 => format!("<p class=\"answer\">Only {first} was measured ({setting}).</p>\n"),
            _ => format!(
                "<p class=\"answer\">No two engines solved the same corpus ({setting}).</p>\n"
            ),
        };
    };
    let second = escape_html(&second.engine);
    let before = match page.rankings.len() {
        1 => String::new(),
        _ => format!("{setting}: "),
    };
    let (times, on) = (ratio(speed_up.value), common_corpora(rankings));
    let text = if speed_up.interval.is_known() {
        let who = match speed_up.interval.low > 1.0 {
            true => format!(
                "<strong>{first}</strong> is the fastest, {times} times as fast as {second}, the next"
            ),
            false => format!(
                "<strong>{first}</strong> and <strong>{second}</strong> cannot be told apart: {times} times as fast"
            ),
        };
        let sure = interval(&speed_up);
        format!("{who} (99 % interval {sure}), {on}{}", elsewhere(rankings))
    } else {
        format!(
            "The rounds are too few to tell who is fastest: it takes {MIN_SAMPLES}. In those taken, {first} was \
             {times} times as fast as {second}, the next, {on}."
        )
    };
    format!(
        "<p class=\"answer\">{before}{text}</p>\n{}",
        table(page, rankings, &setting)
    )
}

/// The corpora that the speed-up is computed from.
fn common_corpora(rankings: &Rankings) -> String {
    let all = rankings.corpora.len();
    let [first, second, ..] = &rankings.engines[..] else {
        return String::new();
    };
    let both = first.on.iter().zip(&second.on);
    let both = both
        .filter(|(first, second)| first.is_some() && second.is_some())
        .count();
    match all {
        1 => "on one corpus".to_owned(),
        _ if both < all => format!("over the {both} of {all} corpora that both solved"),
        _ => format!("over all {all} corpora"),
    }
}

/// The end of the sentence: where the overall fastest is not the fastest.
fn elsewhere(rankings: &Rankings) -> String {
    let first = &rankings.engines[0];
    let is_fastest = |ranking: &Ranking, i: usize| ranking.on[i].is_some_and(|on| on.is_fastest);
    let is_led_by_another = |&i: &usize| {
        first.on[i].is_some_and(|on| !on.is_fastest)
            && rankings.engines.iter().any(|other| is_fastest(other, i))
    };
    let others = (0..rankings.corpora.len()).filter(is_led_by_another);
    let others = others.map(|i| rankings.corpora[i].name.clone());
    match (&*listed(others), rankings.corpora.len()) {
        (_, 1) => ".".to_owned(),
        ("", _) => " and on each of them.".to_owned(),
        (others, _) => format!("; another is faster on {}.", escape_html(others)),
    }
}

/// Ratios of all engines on all corpora.
fn table(page: &Page<'_>, rankings: &Rankings, setting: &str) -> String {
    let reference = escape_html(&rankings.reference);
    let engines = &rankings.engines;
    let on = engines.iter().flat_map(|ranking| &ranking.on).flatten();
    let sure = match on.map(|on| on.is_fastest).max() {
        Some(true) => {
            ", with 99 % intervals. Bold: the fastest, and what cannot be told apart from it."
        }
        _ => ". Nothing is bold: the rounds are too few for intervals.",
    };
    let id = format!("ratios-{}-{}", rankings.threads, rankings.limit);
    let mut html = format!(
        "<p class=\"caption\" id=\"{id}\">Times as fast as {reference} ({setting}){sure}</p>\n\
         <div class=\"scroll\" tabindex=\"0\"><table class=\"ratios\" aria-labelledby=\"{id}\">\n<tr><th>corpus</th>"
    );
    for ranking in &rankings.engines {
        let colour = page.colour(&ranking.engine);
        let _ = write!(
            html,
            "<th class=\"s{colour}\">{}</th>",
            escape_html(&ranking.engine)
        );
    }
    html.push_str("</tr>\n");
    let number = rankings.corpora.len();
    if number > 1 {
        html.push_str("<tr class=\"all\"><td>all corpora, geometric mean</td>");
        for ranking in &rankings.engines {
            let note = match ranking.common == number {
                true => String::new(),
                false => format!("<small>only {} of {number} corpora</small>", ranking.common),
            };
            html += &cell(
                ranking.overall.as_ref(),
                is_fastest(rankings, ranking),
                &note,
            );
        }
        html.push_str("</tr>\n");
    }
    for (i, corpus) in rankings.corpora.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}", escape_html(&corpus.name));
        if corpus.reference != rankings.reference {
            let _ = write!(html, "<small>to {}</small>", escape_html(&corpus.reference));
        }
        html.push_str("</td>");
        for ranking in &rankings.engines {
            let on: Option<OnCorpus> = ranking.on[i];
            let is_fastest = on.is_some_and(|on| on.is_fastest);
            html += &cell(on.map(|on| on.ratio).as_ref(), is_fastest, "");
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n"
}

/// Whether an engine is the first, or the second that cannot be distinguished from it. No engine is
/// if there are too few rounds for a verdict.
fn is_fastest(rankings: &Rankings, ranking: &Ranking) -> bool {
    let place = rankings
        .engines
        .iter()
        .position(|other| other.engine == ranking.engine);
    let speed_up = rankings
        .speed_up
        .filter(|speed_up| speed_up.interval.is_known());
    speed_up.is_some_and(|speed_up| {
        place == Some(0) || place == Some(1) && speed_up.interval.low <= 1.0
    })
}

fn cell(found: Option<&Estimate>, is_fastest: bool, note: &str) -> String {
    let class = if is_fastest { " class=\"best\"" } else { "" };
    let Some(found) = found else {
        return format!("<td{class}>-{note}</td>");
    };
    let interval = match found.interval.is_known() && found.interval.low < found.interval.high {
        true => format!("<small>{}</small>", interval(found)),
        false => String::new(),
    };
    format!("<td{class}>{}{interval}{note}</td>", ratio(found.value))
}

fn interval(found: &Estimate) -> String {
    let found = found.interval;
    format!("{} to {}", ratio(found.low), ratio(found.high))
}
