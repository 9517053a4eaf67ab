//! Who is fastest, by how much, and how sure that is: in a sentence, and on each corpus.

use super::page::{Page, ratio, setting_title};
use super::svg::escape_html;
use crate::bench::ranking::{OnCorpus, Ranking, Rankings};
use crate::bench::stats::Estimate;
use std::fmt::Write;

pub(super) fn section(page: &Page<'_>) -> String {
    let all = page
        .standings
        .iter()
        .map(|standings| answer(page, standings));
    let all: String = all.collect();
    if all.is_empty() {
        return all;
    }
    format!("<section id=\"answer\">\n<h2>Who is fastest</h2>\n{all}</section>\n")
}

fn answer(page: &Page<'_>, standings: &Rankings) -> String {
    let setting = setting_title(standings.threads, standings.limit);
    let first = escape_html(&standings.engines[0].engine);
    let (Some(second), Some(lead)) = (standings.engines.get(1), standings.lead) else {
        return match standings.engines.len() {
            1 => format!("<p class=\"answer\">Only {first} was measured ({setting}).</p>\n"),
            _ => format!(
                "<p class=\"answer\">No two engines solved the same corpus ({setting}).</p>\n"
            ),
        };
    };
    let second = escape_html(&second.engine);
    let sure = match lead.interval.is_known() {
        true => format!("99 % interval {}", interval(&lead)),
        false => "too few rounds to say how sure that is".to_owned(),
    };
    let before = match page.standings.len() {
        1 => String::new(),
        _ => format!("{setting}: "),
    };
    let times = format!("{} times", ratio(lead.value));
    let mut text = match lead.interval.low > 1.0 || !lead.interval.is_known() {
        true => format!(
            "<strong>{first}</strong> is the fastest, {times} as fast as {second}, the next ({sure})"
        ),
        false => format!(
            "<strong>{first}</strong> and <strong>{second}</strong> cannot be told apart: {times} as fast ({sure})"
        ),
    };
    let number = standings.corpora.len();
    let both = |i: &usize| {
        standings.engines[..2]
            .iter()
            .all(|engine| engine.on[*i].is_some())
    };
    let _ = match (number, (0..number).filter(both).count()) {
        (1, _) => write!(text, ", on one corpus"),
        (all, both) if both < all => {
            write!(text, ", over the {both} of {all} corpora that both solved")
        }
        (all, _) => write!(text, ", over all {all} corpora"),
    };
    let led = |i: &usize| standings.engines[0].on[*i].is_none_or(|on| on.leads);
    let others: Vec<String> = (0..number)
        .filter(|i| !led(i))
        .map(|i| escape_html(&standings.corpora[i].name))
        .collect();
    text += &match (&others[..], number) {
        (_, 1) => ".".to_owned(),
        ([], _) => " and on each of them.".to_owned(),
        (others, _) => format!("; another is faster on {}.", others.join(", ")),
    };
    format!(
        "<p class=\"answer\">{before}{text}</p>\n{}",
        table(page, standings, &setting)
    )
}

/// Ratios of all engines on all corpora.
fn table(page: &Page<'_>, standings: &Rankings, setting: &str) -> String {
    let reference = escape_html(&standings.reference);
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"ratios\">\n<caption>Times as fast as {reference} \
         ({setting}), with 99 % intervals. Bold: the fastest, and what cannot be told apart from it.\
         </caption>\n<tr><th></th>"
    );
    for standing in &standings.engines {
        let colour = page.colour(&standing.engine);
        let _ = write!(
            html,
            "<th class=\"s{colour}\">{}</th>",
            escape_html(&standing.engine)
        );
    }
    html.push_str("</tr>\n");
    let number = standings.corpora.len();
    if number > 1 {
        html.push_str("<tr class=\"all\"><td>all corpora, geometric mean</td>");
        for standing in &standings.engines {
            let note = match standing.common == number {
                true => String::new(),
                false => format!(
                    "<small>only {} of {number} corpora</small>",
                    standing.common
                ),
            };
            html += &cell(standing.overall.as_ref(), leads(standings, standing), &note);
        }
        html.push_str("</tr>\n");
    }
    for (i, corpus) in standings.corpora.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}", escape_html(&corpus.name));
        if corpus.reference != standings.reference {
            let _ = write!(html, "<small>to {}</small>", escape_html(&corpus.reference));
        }
        html.push_str("</td>");
        for standing in &standings.engines {
            let on: Option<OnCorpus> = standing.on[i];
            let leads = on.is_some_and(|on| on.leads);
            html += &cell(on.map(|on| on.ratio).as_ref(), leads, "");
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n"
}

/// Whether an engine is the first, or the second that cannot be told apart from it.
fn leads(standings: &Rankings, standing: &Ranking) -> bool {
    let place = standings
        .engines
        .iter()
        .position(|other| other.engine == standing.engine);
    let even = standings.lead.is_some_and(|lead| lead.interval.low <= 1.0);
    place == Some(0) || place == Some(1) && even
}

fn cell(found: Option<&Estimate>, leads: bool, note: &str) -> String {
    let class = if leads { " class=\"best\"" } else { "" };
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
