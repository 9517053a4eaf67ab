use super::*;
use crate::bench::record::tests::{example, set_times};
use crate::bench::record::{CaseFailure, CaseKey, ExternalDetails, SolverBuild};

fn page(history: &[Record]) -> String {
    super::page(history, &[], None).unwrap()
}

/// A section of a page.
fn section<'a>(html: &'a str, id: &str) -> &'a str {
    let (_, rest) = html.split_once(&format!("<section id=\"{id}\">")).unwrap();
    rest.split_once("</section>").unwrap().0
}

/// How often each of these is in a text.
#[track_caller]
fn holds(html: &str, parts: &[(&str, usize)]) {
    for (part, count) in parts {
        assert_eq!(html.matches(part).count(), *count, "{part}: {html}");
    }
}

fn failure(case: CaseKey, reason: &str) -> CaseFailure {
    CaseFailure {
        case,
        reason: reason.to_owned(),
        refused: false,
        build: None,
    }
}

/// A result with each time multiplied by a factor.
fn slow(record: &mut Record, factor: f64) {
    let samples = record.rows.iter_mut().flat_map(|row| &mut row.samples);
    samples.for_each(|sample| sample.wall_ns *= factor);
}

/// A history with a drop of a tenth at the sixth of twelve results.
fn history() -> Vec<Record> {
    let result = |i: usize| {
        let mut record = example();
        record.build.revision = format!("rev{i:02}");
        let level = if i < 6 { 1.0 } else { 1.1 };
        slow(&mut record, level * (1.0 + (i * 7 % 5) as f64 / 2000.0));
        record
    };
    (0..12).map(result).collect()
}

#[test]
fn every_row_has_its_mark_with_its_figure() {
    let html = page(&[example()]);
    for row in &example().rows {
        let all: Vec<usize> = (0..row.samples.len()).collect();
        let speed = row.figures(&all);
        let speed = speed.puzzles_per_second.value;
        let case = format!("data-case=\"{}\"", row.case);
        let mark = format!("{case} data-what=\"puzzles_per_second\" data-value=\"{speed}\"");
        holds(&html, &[(&mark, 1)]);
    }
    holds(
        &html,
        &[("data-plot=\"speeds\"", 1), ("data-plot=\"history\"", 0)],
    );
}

#[test]
fn a_title_names_solvers_and_corpora_and_of_many_how_many_more() {
    let mut record = example();
    record.rows[1].case.engine = "mine".to_owned();
    record.rows[1].external = Some(ExternalDetails::default());
    let titled = |record: &Record, title: &str| {
        let html = page(std::slice::from_ref(record));
        let [title, heading] = ["title", "h1"].map(|tag| format!("<{tag}>{title}</{tag}>"));
        holds(&html, &[(&title, 1), (&heading, 1)]);
    };
    titled(&record, "mine and lanes/avx2 on tiny");
    for i in 0..7 {
        let mut row = record.rows[0].clone();
        row.case.engine = format!("e{i}");
        row.case.corpus = if i < 3 { "<b>" } else { "hard" }.to_owned();
        record.rows.push(row);
    }
    let title = "mine, lanes/avx2, e0/avx2 and 6 more on tiny, &lt;b&gt; and hard";
    titled(&record, title);
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let html = page(&history()).replace("http://www.w3.org/2000/svg", "");
    for foreign in ["<script", "http://", "https://", "@import", "url("] {
        holds(&html, &[(foreign, 0)]);
    }
}

#[test]
fn odd_names_are_escaped() {
    let mut record = example();
    let evil = "<img src=x onerror=alert(1)>\"'";
    record.machine.cpu = evil.to_owned();
    record.build.revision = evil.to_owned();
    record.corpora[0].name = evil.to_owned();
    for row in &mut record.rows {
        row.case.corpus = evil.to_owned();
    }
    let html = page(&[record]);
    assert!(!html.contains("<img"));
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;"));
}

#[test]
fn who_fails_in_the_last_result_keeps_the_history() {
    let mut history = vec![example(); 4];
    history[3].rows.pop();
    let mark = "data-case=\"mrv-scan x1 tiny limit 2\" data-what=\"abc1234\"";
    holds(&page(&history), &[(mark, 3)]);
}

#[test]
fn results_that_do_not_belong_are_left_out_of_the_history_and_it_says_why() {
    let mut records = history();
    records[0].machine.cpu = "another".to_owned();
    records[1].corpora[0].sha256 = "11".to_owned();
    records[2].method.guess_limit = 7;
    let why = "3 older results, with another CPU, corpus tiny and guess limit.";
    let html = page(&records);
    holds(&html, &[(why, 1)]);
    for revision in ["rev00", "rev01", "rev02"] {
        holds(&html, &[(&format!("data-what=\"{revision}\""), 0)]);
    }
    // Nothing is left to be plotted.
    records.drain(3..11);
    holds(section(&page(&records), "history"), &[(why, 1)]);
}

#[test]
fn there_is_a_chart_for_each_limit_on_one_axis_with_the_puzzles_of_each_corpus() {
    let mut record = example();
    let mut other = record.rows.clone();
    other.iter_mut().for_each(|row| row.case.limit = 1);
    record.rows.extend(other);
    let heading = "<h3>tiny <small>1,000 puzzles</small></h3>";
    let whisker = "<line class=\"whisker\"";
    let html = page(&[record.clone()]);
    holds(
        &html,
        &[("<div class=\"dots\">", 2), (heading, 2), (whisker, 4 * 3)],
    );
    for row in &mut record.rows {
        row.samples.truncate(7);
    }
    holds(&page(&[record]), &[(whisker, 0)]);
}

#[test]
fn the_page_says_first_who_is_fastest_and_by_how_much() {
    let html = page(&[example()]);
    let sentence = "<li>lanes/avx2 is 10 times as fast as mrv-scan on tiny, and is right on all 1,000 puzzles.</li>";
    assert!(html.find(sentence).unwrap() < html.find("<svg").unwrap());
    let to = |name: &str| super::page(&[example()], &[], Some(name));
    assert!(to("lanes").unwrap().contains("vs lanes/<wbr>avx2"));
    assert!(to("mrv-scan").unwrap().contains("vs mrv-scan"));
    let unknown = to("dlx").unwrap_err().to_string();
    let expected = "--reference dlx: no engine or solver of this name is measured; choose from lanes/avx2, mrv-scan";
    assert_eq!(unknown, expected);
}

#[test]
fn what_was_left_out_is_named() {
    let mut record = example();
    let case = record.rows.pop().unwrap().case;
    record
        .failures
        .push(failure(case, "it said <b>\n  right   1"));
    let failure = "<pre>Left out: mrv-scan x1 tiny limit 2: it said &lt;b&gt;\n  right   1</pre>";
    assert!(section(&page(&[record.clone()]), "left-out").contains(failure));
    record.rows.clear();
    let html = page(&[record]);
    assert!(html.contains(failure) && !html.contains("<svg"));
}

#[test]
fn a_history_shows_every_revision_newest_first_and_names_the_drop() {
    let html = page(&history());
    let plots = ("data-plot=\"history\"", 2);
    holds(
        &html,
        &[plots, ("data-what=\"rev07\"", 2), ("<details open>", 2)],
    );
    // The speed falls by 1 - 1/1.1.
    holds(
        &html,
        &[(">10 % slower</text>", 2), ("class=\"mark worse\"", 2)],
    );
    let history = section(&html, "history");
    assert!(history.find("rev11") < history.find("rev00"));
    let many: Vec<Record> = (0..5).flat_map(|_| self::history()).collect();
    holds(&page(&many), &[("the last 40 of 60 results", 2)]);
}

#[test]
fn results_of_stopped_runs_say_so() {
    let mut records = history();
    records[4].method.stopped = true;
    records[4].method.rounds = 3;
    let title = "(stopped after 3 rounds)</title>";
    holds(&page(&records), &[(">stopped</text>", 2), (title, 2)]);
    // A history of two is one, too.
    let html = page(&records[4..6]);
    assert!(section(&html, "history").contains(title));
}

#[test]
fn a_history_names_commits_by_their_subjects_and_cuts_hashes_and_no_names() {
    let hash = "0123456789abcdef0123456789abcdef01234567";
    for (revision, shown) in [
        ("mine@v1.2.3-rc1", "mine@v1.2.3-rc1"),
        (hash, "0123456"),
        (&format!("{hash}-dirty"), "0123456-dirty"),
    ] {
        let mut records = history();
        records[0].build.revision = revision.to_owned();
        records[3].rows[0].external = Some(ExternalDetails {
            revision: Some("3".repeat(40)),
            subject: Some("<3> with fewer guesses".to_owned()),
            ..ExternalDetails::default()
        });
        let html = page(&records);
        let whole = format!("<li title=\"{revision}, ");
        let shown = format!(">{shown}</li>");
        holds(&html, &[(&whole, 2), (&shown, 2)]);
        assert!(html.contains(">3333333 &lt;3&gt; with fewer"), "{html}");
        assert!(html.contains(", &lt;3&gt; with fewer guesses, "), "{html}");
    }
}

#[test]
fn a_failure_is_a_mark_and_neither_level_nor_neighbour() {
    let mut records = history();
    for record in &mut records[5..7] {
        let case = record.rows.pop().unwrap().case;
        let failure = failure(case, "no answer in <30 s>\nmore");
        record.failures.push(failure);
    }
    let html = page(&records);
    let title = "failed: no answer in &lt;30 s&gt;</title>";
    holds(&html, &[("data-what=\"failed\"", 2), (title, 2)]);
    // The drop at the sixth is hidden by the failures, and marked at the first result after them.
    holds(&html, &[("class=\"mark worse\"", 2)]);
}

#[test]
fn a_commit_that_fails_on_everything_has_its_name() {
    let mut records = vec![example(); 3];
    for row in std::mem::take(&mut records[1].rows) {
        let mut failure = failure(row.case, "it ended");
        failure.build = Some(SolverBuild {
            revision: Some("0123456789ab".to_owned()),
            subject: Some("crashes".to_owned()),
            ..SolverBuild::default()
        });
        records[1].failures.push(failure);
    }
    holds(&page(&records), &[(">0123456 crashes</li>", 2)]);
}

#[test]
fn builds_of_one_commit_are_told_apart_by_their_files() {
    let mut records = history();
    for (i, record) in records.iter_mut().enumerate() {
        record.rows[0].external = Some(ExternalDetails {
            revision: Some("v1".to_owned()),
            sha256: Some(format!("{:08x}", i / 6).repeat(8)),
            ..ExternalDetails::default()
        });
    }
    let html = page(&records);
    holds(
        &html,
        &[(">v1 (00000000)</li>", 6), (">v1 (00000001)</li>", 6)],
    );
}

#[test]
fn a_history_is_relative_to_the_solver_that_stayed_the_same() {
    let mut records = history();
    for (i, record) in records.iter_mut().enumerate() {
        record.build.revision = "abc1234".to_owned();
        record.rows[1].external = Some(ExternalDetails {
            revision: Some(format!("mine{i:02}")),
            ..ExternalDetails::default()
        });
    }
    // A slow machine slows both.
    slow(&mut records[3], 2.0);
    let html = page(&records);
    let plot = ("data-plot=\"history\"", 1);
    holds(&html, &[plot, ("<p>times as fast as lanes/avx2</p>", 1)]);
    // Both fall together.
    let mark = "data-what=\"mine03\" data-value=\"0.1";
    holds(&html, &[(mark, 1), ("no change</small>", 1)]);
}

/// Two of three samples take 1.7 times as long. It may be the solver, so no quiet ones are chosen.
#[test]
fn a_history_is_of_all_samples_though_a_third_is_quiet() {
    let mut records = history()[..4].to_vec();
    for (i, record) in records.iter_mut().enumerate() {
        let is_new = i == 3;
        let time = |sample: usize| {
            let is_slow = is_new && !sample.is_multiple_of(3);
            if is_slow { 1.7e5 } else { 1e5 }
        };
        for row in &mut record.rows {
            set_times(row, (0..90).map(time));
        }
    }
    let html = page(&records);
    holds(
        &html,
        &[("mark worse hollow\"", 2), ("1.7 times as long?</text>", 2)],
    );
    // The same relative to a solver that stayed the same.
    for (i, record) in records.iter_mut().enumerate() {
        record.build.revision = "abc1234".to_owned();
        record.rows[1].external = Some(ExternalDetails {
            revision: Some(format!("mine{i}")),
            ..ExternalDetails::default()
        });
        set_times(&mut record.rows[0], [1e5; 90].into_iter());
    }
    let html = page(&records);
    for (i, value) in ["1\"", "1\"", "1\"", "0.6"].into_iter().enumerate() {
        let mark = format!("data-what=\"mine{i}\" data-value=\"{value}");
        holds(&html, &[(&mark, 1)]);
    }
}

#[test]
fn the_last_change_is_hollow_until_two_results_confirm_it() {
    for (results, full, hollow) in [(6, 0, 0), (7, 0, 2), (8, 0, 2), (9, 2, 0)] {
        let html = page(&history()[..results]);
        holds(&html, &[("mark worse\"", full), ("10 % slower?", hollow)]);
        holds(&html, &[("mark worse hollow\"", hollow)]);
    }
}

#[test]
fn a_paired_comparison_has_a_page() {
    use crate::bench::baseline::{self, Thresholds};
    let old = example();
    let mut new = example();
    let samples = new.rows[1].samples.iter_mut();
    samples.for_each(|sample| sample.wall_ns *= 1.2);
    let mut found = baseline::compare_pairs(&old, &new, 1, &Thresholds::default());
    found.names = ["base", "<head>"].map(str::to_owned);
    found.corpora[0].measured = Some(44);
    let html = super::page(&[], &[found], None).unwrap();
    let verdict = "mrv-scan x1 tiny limit 2: 20 % slower, slower";
    for part in [
        "<title>&lt;head&gt; against base on tiny</title>",
        "Verdict: slower",
        "<li>tiny: 44 of 1,000 puzzles measured</li>",
        "<td>20 % slower</td>",
        &format!("<li title=\"{verdict}\">mrv-scan x1 tiny limit 2</li>"),
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    holds(
        &html,
        &[
            ("data-what=\"ratio\"", 3),
            ("not paired", 0),
            ("<head>a", 0),
        ],
    );
}

#[test]
fn results_of_one_revision_are_no_change_however_they_drift() {
    let mut drifting = history();
    for record in &mut drifting {
        record.build.revision = "abc1234".to_owned();
    }
    let unmarked = [("mark worse", 0), ("mark better", 0)];
    holds(&page(&drifting), &unmarked);
    // Nor are other revisions whose intervals hold both levels.
    let mut noisy = history();
    for row in noisy.iter_mut().flat_map(|record| &mut record.rows) {
        for (i, sample) in row.samples.iter_mut().enumerate() {
            sample.wall_ns *= if i.is_multiple_of(2) { 1.3 } else { 0.8 };
        }
    }
    holds(&page(&noisy), &unmarked);
}

#[test]
fn samples_beyond_measure_one_sample_and_no_result_are_handled() {
    let mut record = example();
    set_times(&mut record.rows[0], [f64::MIN_POSITIVE; 20].into_iter());
    set_times(&mut record.rows[1], [f64::MAX; 20].into_iter());
    let html = page(&[record]);
    let what = "data-what=\"puzzles_per_second\"";
    holds(&html, &[("=\"NaN", 0), ("cx=\"inf", 0), (what, 2)]);
    let mut record = example();
    for row in &mut record.rows {
        row.samples.truncate(1);
    }
    let html = page(&[record.clone()]);
    holds(&html, &[("NaN", 0), ("inf\"", 0), ("inf%", 0)]);
    record.rows.clear();
    for history in [vec![record], vec![]] {
        let nothing = super::page(&history, &[], None);
        assert!(matches!(nothing, Err(HtmlError::Nothing)));
    }
}
