use super::*;
use crate::bench::record::tests::example;

fn page(history: &[Record]) -> String {
    let mut out = Vec::new();
    write(history, &[], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A history with a drop of a tenth at the sixth of twelve results.
fn history() -> Vec<Record> {
    let result = |i: usize| {
        let mut record = example();
        record.build.revision = format!("rev{i:02}");
        for ns in record.rows.iter_mut().flat_map(|row| &mut row.samples_ns) {
            *ns *= if i < 6 { 1.0 } else { 1.1 } * (1.0 + (i * 7 % 5) as f64 / 2000.0);
        }
        record
    };
    (0..12).map(result).collect()
}

#[test]
fn every_row_has_its_mark_with_its_figure() {
    let html = page(&[example()]);
    for row in &example().rows {
        let value = row
            .figures(&Settings::default())
            .unwrap()
            .puzzles_per_second
            .value;
        let case = svg::escape(&row.case.to_string());
        let mark =
            format!("data-case=\"{case}\" data-what=\"puzzles_per_second\" data-value=\"{value}\"");
        assert_eq!(html.matches(&mark).count(), 1, "{mark}");
    }
    assert_eq!(html.matches("data-plot=\"throughput\"").count(), 1);
    assert_eq!(html.matches("data-plot=\"guesses\"").count(), 1);
    assert_eq!(html.matches("data-plot=\"scaling\"").count(), 0);
    assert_eq!(html.matches("data-plot=\"history\"").count(), 0);
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let html = page(&history());
    for foreign in ["<script", "http://", "https://", "@import", "url("] {
        let allowed = html.matches("http://www.w3.org/2000/svg").count();
        let found = html.matches(foreign).count();
        assert_eq!(
            found,
            if foreign == "http://" { allowed } else { 0 },
            "{foreign}"
        );
    }
}

#[test]
fn odd_names_are_escaped() {
    let mut record = example();
    let evil = "<img src=x onerror=alert(1)>\"'";
    record.machine.cpu = evil.to_owned();
    record.build.revision = evil.to_owned();
    record.corpora[0].name = evil.to_owned();
    record
        .rows
        .iter_mut()
        .for_each(|row| row.case.corpus = evil.to_owned());
    let html = page(&[record]);
    assert!(!html.contains("<img"));
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;"));
}

#[test]
fn a_history_shows_every_revision_and_marks_the_drop() {
    let html = page(&history());
    assert_eq!(html.matches("data-plot=\"history\"").count(), 2);
    assert_eq!(html.matches("data-what=\"rev07\"").count(), 2);
    assert_eq!(html.matches("<line class=\"change worse\"").count(), 2);
    assert!(
        html.contains(">-9.1 %</text>"),
        "the speed falls by 1 - 1/1.1"
    );
}

#[test]
fn results_of_other_cpus_are_left_out_of_the_history_and_counted() {
    let mut records = history();
    records[0].machine.cpu = "another".to_owned();
    let html = page(&records);
    assert!(html.contains("Left out as taken on other CPUs: 1."));
    assert!(!html.contains("data-what=\"rev00\""));
}

#[test]
fn threads_are_plotted_as_speed_over_one_thread() {
    let mut record = example();
    record.rows[1].case = record.rows[0].case.clone();
    record.rows[1].case.threads = 4;
    let html = page(&[record]);
    assert_eq!(html.matches("data-plot=\"scaling\"").count(), 1);
    assert_eq!(html.matches("data-what=\"speedup\"").count(), 2);
    assert!(html.contains("data-what=\"speedup\" data-value=\"0.1"));
}

#[test]
fn one_sample_and_no_result_are_handled() {
    let mut record = example();
    record
        .rows
        .iter_mut()
        .for_each(|row| row.samples_ns.truncate(1));
    let html = page(&[record.clone()]);
    assert!(!html.contains("NaN") && !html.contains("inf\""));
    record.rows.clear();
    assert!(matches!(
        write(&[record], &[], &mut Vec::new()),
        Err(HtmlError::Nothing)
    ));
    assert!(matches!(
        write(&[], &[], &mut Vec::new()),
        Err(HtmlError::Nothing)
    ));
}

#[test]
fn summaries_of_ratings_have_their_plots_alone_and_beside_results() {
    let mut ratings = crate::generate::ratings::tests::example();
    ratings.name = "<b>".to_owned();
    let mut out = Vec::new();
    write(&[], &[ratings.clone()], &mut out).unwrap();
    let html = String::from_utf8(out).unwrap();
    assert!(!html.contains("<b>") && html.contains("Puzzles of &lt;b&gt;"));
    for (plot, bars) in [("clues", 31), ("level", 4), ("search", 4), ("backdoor", 3)] {
        let start = html.find(&format!("data-plot=\"{plot}\"")).unwrap();
        let svg = &html[start..start + html[start..].find("</svg>").unwrap()];
        assert_eq!(svg.matches("<rect class=\"bar").count(), bars, "{plot}");
    }
    assert!(html.contains("data-what=\"24\" data-value=\"1\""));
    assert!(html.contains("Guesses of mrv to count solutions up to 2: 9."));
    let mut out = Vec::new();
    write(&[example()], &[ratings.clone(), ratings], &mut out).unwrap();
    let both = String::from_utf8(out).unwrap();
    assert_eq!(both.matches("data-plot=\"clues\"").count(), 2);
    assert_eq!(both.matches("data-plot=\"throughput\"").count(), 1);
}
