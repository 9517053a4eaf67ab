use super::*;
use crate::bench::record::ExternalDetails;
use crate::bench::record::tests::example;
use crate::bench::stats::Settings;

fn page(history: &[Record]) -> String {
    let mut out = Vec::new();
    write(history, &[], &[], None, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A section of a page.
fn section<'a>(html: &'a str, id: &str) -> &'a str {
    let (_, rest) = html.split_once(&format!("<section id=\"{id}\">")).unwrap();
    rest.split_once("</section>").unwrap().0
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
        let speed = row.figures(&Settings::default()).unwrap();
        let speed = speed.puzzles_per_second.value;
        let case = format!("data-case=\"{}\"", row.case);
        let mark = format!("{case} data-what=\"puzzles_per_second\" data-value=\"{speed}\"");
        assert_eq!(html.matches(&mark).count(), 1, "{mark}");
    }
    assert_eq!(html.matches("data-plot=\"throughput\"").count(), 1);
    assert_eq!(html.matches("data-plot=\"history\"").count(), 0);
}

#[test]
fn a_title_names_solvers_and_corpora_and_of_many_how_many_more() {
    let mut record = example();
    record.rows[1].case.engine = "mine".to_owned();
    record.rows[1].external = Some(ExternalDetails::default());
    let titled = |record: &Record, title: &str| {
        let html = page(std::slice::from_ref(record));
        let found = [("<title>", "</title>"), ("<h1>", "</h1>")];
        let found = found.map(|(start, end)| html.contains(&format!("{start}{title}{end}")));
        assert_eq!(found, [true, true], "{title}: {html}");
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
fn there_is_a_chart_for_each_limit_on_one_axis_with_the_puzzles_of_each_corpus() {
    let mut record = example();
    let mut other = record.rows.clone();
    for row in &mut other {
        row.case.limit = 1;
        row.samples_ns.iter_mut().for_each(|ns| *ns *= 3.0);
    }
    record.rows.extend(other);
    let html = page(&[record.clone()]);
    assert_eq!(html.matches("<div class=\"bars\">").count(), 2);
    assert_eq!(
        html.matches("<h3>tiny <small>1,000 puzzles</small></h3>")
            .count(),
        2
    );
    // The slowest, 326,797 a second over 1.3, is above 200k.
    assert!(html.contains("logarithmic and the same in all charts."));
    assert_eq!(html.matches("logarithmic from 200k</p>").count(), 2);
    assert_eq!(html.matches("<line class=\"error\"").count(), 4 * 3);
    record
        .rows
        .iter_mut()
        .for_each(|row| row.samples_ns.truncate(7));
    assert!(!page(&[record]).contains("<line class=\"error\""));
}

#[test]
fn the_page_says_first_who_is_fastest_and_by_how_much() {
    let html = page(&[example()]);
    let sentence = "<strong>lanes/avx2</strong> is the fastest, 10.0 times as fast as mrv-scan, the next \
                    (99 % interval 10.0 to 10.0), on one corpus.";
    assert!(html.contains(sentence), "{html}");
    assert!(html.find(sentence) < html.find("<svg"));
    assert!(html.contains("Times as fast as lanes/avx2 (1 thread, uniqueness proved)"));
    let to = |name: &str| {
        let mut out = Vec::new();
        let written = write(&[example()], &[], &[], Some(name), &mut out);
        written.map(|()| String::from_utf8(out).unwrap())
    };
    for name in ["lanes", "lanes/avx2"] {
        assert!(to(name).unwrap().contains("Times as fast as lanes/avx2 ("));
    }
    assert!(
        to("mrv-scan")
            .unwrap()
            .contains("Times as fast as mrv-scan (")
    );
    let unknown = to("dlx").unwrap_err().to_string();
    let expected = "--reference: this result has no dlx; choose from lanes/avx2, mrv-scan";
    assert_eq!(unknown, expected);
    // What is the same within its noise is not called faster.
    let mut even = example();
    even.rows[1].samples_ns = even.rows[0].samples_ns.iter().rev().copied().collect();
    let html = page(&[even]);
    assert!(html.contains("</strong> cannot be told apart: "), "{html}");
    assert_eq!(html.matches("<td class=\"best\">").count(), 2);
}

#[test]
fn with_too_few_rounds_nobody_is_the_fastest_and_nothing_is_bold() {
    let mut record = example();
    let mut more = record.rows.clone();
    for row in &mut more {
        row.case.corpus = "other".to_owned();
    }
    record.rows.extend(more);
    for row in &mut record.rows {
        row.samples_ns.truncate(7);
    }
    let html = page(&[record]);
    let sentence = "The rounds are too few to tell who is fastest: it takes 8. In those taken, lanes/avx2 was 10.0 \
                    times as fast as mrv-scan, the next, over all 2 corpora.</p>";
    assert!(html.contains(sentence), "{html}");
    assert!(html.contains("Nothing is bold: the rounds are too few"));
    assert!(!html.contains("class=\"best\"") && !html.contains("another is faster"));
}

#[test]
fn each_setting_has_its_sentence_and_says_on_how_many_corpora() {
    let mut record = example();
    let mut alone = record.rows[1].clone();
    alone.case.corpus = "other".to_owned();
    record.rows.push(alone);
    let html = page(&[record.clone()]);
    assert!(
        html.contains("over the 1 of 2 corpora that both solved and on each of them."),
        "{html}"
    );
    assert!(html.contains("<td>other<small>to mrv-scan</small></td>"));
    record.rows[2].case.threads = 2;
    let html = page(&[record]);
    assert!(
        html.contains(">1 thread, uniqueness proved: <strong>lanes/avx2</strong> is the fastest")
    );
    assert!(html.contains(">Only mrv-scan was measured (2 threads, uniqueness proved).<"));
}

#[test]
fn two_results_are_compared_and_a_mismatch_takes_the_verdict_away() {
    let mut slower = example();
    for ns in &mut slower.rows[1].samples_ns {
        *ns *= 1.2;
    }
    slower.rows[0].counters.guesses -= 1;
    let html = page(&[example(), slower.clone()]);
    assert!(html.contains("Verdict: <strong class=\"slower\">slower</strong> (1 slower, 1 same)"));
    let order = [
        "<section id=\"changes\">",
        "Verdict: ",
        "These results are not paired",
        "<table>",
        "<section id=\"answer\">",
    ];
    let places = order.map(|text| html.find(text).unwrap());
    assert!(places.is_sorted(), "{places:?}");
    let row = "<tr class=\"slower\"><td class=\"words\">mrv-scan, 1 thread, tiny, uniqueness proved</td>\
               <td class=\"words\">slower</td><td>20 % slower</td>";
    assert!(html.contains(row), "{html}");
    assert!(html.contains("<td class=\"words\">guesses</td><td>500</td><td>499</td>"));
    assert_eq!(html.matches("data-plot=\"history\"").count(), 0);
    slower.rows[0].counters.guesses += 2;
    let html = page(&[example(), slower.clone()]);
    assert!(html.contains("slower</strong> (a count is worse, 1 slower, 1 same)"));
    slower.machine.cpu = "abacus".to_owned();
    let html = page(&[example(), slower]);
    assert!(html.contains("so they are not compared:</p>\n<ul>\n<li>CPU: &quot;Example"));
    let changes = section(&html, "changes");
    let shown = ["Verdict", "slower", "faster", "<table>", "Guesses, nodes"];
    assert!(
        shown.iter().all(|word| !changes.contains(word)),
        "{changes}"
    );
}

#[test]
fn solvers_that_do_not_count_have_no_guesses_and_failures_are_told() {
    let mut record = example();
    record.rows[1].guesses.clear();
    record.failures.push(crate::bench::record::CaseFailure {
        case: record.rows[1].case.clone(),
        reason: "it said <b>\n  right   1".to_owned(),
        refused: false,
    });
    let html = page(&[record.clone()]);
    assert!(
        html.contains("<td>0.500</td><td>75.0 %</td>") && html.contains("<td>-</td><td>-</td>")
    );
    let failure = "mrv-scan, 1 thread, tiny, uniqueness proved</td><td class=\"words\"><pre>it said &lt;b&gt;\n  right";
    assert!(html.contains(failure), "{html}");
    record.rows.clear();
    let html = page(&[record]);
    assert!(html.contains(failure) && !html.contains("<svg"));
}

#[test]
fn numbers_have_one_form() {
    let html = page(&[example()]);
    assert!(html.contains("<details>\n<summary><h2>Figures</h2></summary>"));
    assert!(html.contains("<td>9,803,922</td>") && html.contains("10,000,000"));
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
        html.contains(">10 % slower</text>"),
        "the speed falls by 1 - 1/1.1"
    );
}

#[test]
fn a_history_marks_results_of_stopped_runs_in_words() {
    let mut records = history();
    records[4].method.stopped = true;
    records[4].method.rounds = 3;
    let html = page(&records);
    assert_eq!(html.matches(">stopped</text>").count(), 2, "{html}");
    assert_eq!(html.matches("a second (stopped after 3 rounds)").count(), 2);
    // With two results as well.
    let html = page(&[records[4].clone(), records[5].clone()]);
    let changes = section(&html, "changes");
    assert!(changes.contains(", stopped after 3 rounds)"), "{changes}");
}

#[test]
fn a_history_cuts_hashes_and_no_names() {
    let hash = "0123456789abcdef0123456789abcdef01234567";
    let long = "feature/try-another-order-of-cells-2";
    for (revision, shown) in [
        ("mine@v1.2.3-rc1", ">mine@v1.2.3-r…".to_owned()),
        ("2199318039ea", ">2199318039ea".to_owned()),
        (hash, ">0123456".to_owned()),
        (&format!("{hash}-dirty"), ">0123456-dirty".to_owned()),
        (long, ">feature/try-a…".to_owned()),
    ] {
        let mut records = history();
        records[0].build.revision = revision.to_owned();
        let html = page(&records);
        let shown = format!("{shown}<title>{revision}</title></text>");
        assert!(html.contains(&shown), "{shown}: {html}");
    }
}

#[test]
fn who_fails_in_the_last_result_keeps_the_history() {
    let mut history = vec![example(); 4];
    history[3].rows.pop();
    let html = page(&history);
    let marks = html.matches("data-case=\"mrv-scan x1 tiny limit 2\" data-what=\"abc1234\"");
    assert_eq!(marks.count(), 3, "{html}");
}

#[test]
fn a_failure_is_a_mark_and_neither_level_nor_neighbour() {
    let mut records = history();
    let case = records[5].rows[1].case.clone();
    for record in &mut records[5..7] {
        record.rows.pop();
        record.failures.push(crate::bench::record::CaseFailure {
            case: case.clone(),
            reason: "no answer in <30 s>\nmore".to_owned(),
            refused: false,
        });
    }
    let html = page(&records);
    assert_eq!(html.matches("data-what=\"failed\"").count(), 2, "{html}");
    assert_eq!(
        html.matches("failed: no answer in &lt;30 s&gt;</title>")
            .count(),
        2
    );
    // The drop at the sixth is hidden by the failures, and marked at the first result after them.
    assert_eq!(html.matches("<line class=\"change worse\"").count(), 2);
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
        // A slow machine slows both.
        let factor = if i == 3 { 2.0 } else { 1.0 };
        for ns in record.rows.iter_mut().flat_map(|row| &mut row.samples_ns) {
            *ns *= factor;
        }
    }
    let html = page(&records);
    assert_eq!(html.matches("data-plot=\"history\"").count(), 1, "{html}");
    assert!(html.contains(">times as fast as lanes/avx2</text>"));
    assert!(
        html.contains("data-what=\"mine03\" data-value=\"0.1"),
        "{html}"
    );
    assert!(!html.contains("class=\"change"), "both fall together");
}

#[test]
fn the_last_change_is_hollow_until_two_results_confirm_it() {
    let marks = |results: usize| {
        let html = page(&history()[..results]);
        [
            "<line class=\"change worse\"",
            "<line class=\"change worse provisional\"",
            "mark hollow",
        ]
        .map(|mark| html.matches(mark).count())
    };
    assert_eq!(marks(6), [0, 0, 0]);
    assert_eq!(marks(7), [0, 2, 2]);
    assert_eq!(marks(8), [0, 2, 2]);
    assert_eq!(marks(9), [2, 0, 0]);
}

#[test]
fn a_paired_comparison_has_a_page() {
    use crate::bench::baseline::{self, Thresholds};
    let (old, mut new) = (example(), example());
    new.rows[1].samples_ns.iter_mut().for_each(|ns| *ns *= 1.2);
    let mut pairs: Vec<Vec<(f64, f64)>> = Vec::new();
    for (old, new) in old.rows.iter().zip(&new.rows) {
        let both = old.samples_ns.iter().zip(&new.samples_ns);
        pairs.push(both.map(|(old, new)| (*old, *new)).collect());
    }
    let thresholds = Thresholds::default();
    let mut found = baseline::compare_pairs(&old, &new, &pairs, 1, &thresholds).unwrap();
    found.names = ["base", "<head>"].map(str::to_owned);
    found.corpora[0].measured = Some(44);
    let mut out = Vec::new();
    write(&[], &[found], &[], None, &mut out).unwrap();
    let html = String::from_utf8(out).unwrap();
    for part in [
        "<title>&lt;head&gt; against base on tiny</title>",
        "Verdict: <strong class=\"slower\">slower</strong> (1 slower, 1 same)",
        "tiny: 44 of 1,000 puzzles measured",
        "<td>20 % slower</td>",
        "data-plot=\"comparison\"",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert_eq!(html.matches("data-what=\"change_percent\"").count(), 3);
    assert!(!html.contains("not paired") && !html.contains("<head>a"));
}

#[test]
fn results_of_one_revision_are_no_change_however_they_drift() {
    let mut drifting = history();
    for record in &mut drifting {
        record.build.revision = "abc1234".to_owned();
    }
    assert!(!page(&drifting).contains("class=\"change"));
    // Nor are other revisions whose intervals hold both levels.
    let mut noisy = history();
    for ns in noisy.iter_mut().flat_map(|record| &mut record.rows) {
        for (i, ns) in ns.samples_ns.iter_mut().enumerate() {
            *ns *= if i.is_multiple_of(2) { 1.3 } else { 0.8 };
        }
    }
    assert!(!page(&noisy).contains("class=\"change"));
}

#[test]
fn results_that_do_not_belong_are_left_out_of_the_history_and_it_says_why() {
    let mut records = history();
    records[0].machine.cpu = "another".to_owned();
    records[1].corpora[0].sha256 = "11".to_owned();
    records[2].method.guess_limit = 7;
    let why = |left_out: &str| {
        format!(
            "Left out as they do not belong to the last result: {left_out}, with another CPU, corpus tiny and guess limit."
        )
    };
    let html = page(&records);
    assert!(html.contains(&why("3 older results")), "{html}");
    for revision in ["rev00", "rev01", "rev02"] {
        assert!(!html.contains(&format!("data-what=\"{revision}\"")));
    }
    // Nothing is left to be plotted.
    records.drain(3..11);
    let html = page(&records);
    assert!(
        section(&html, "history").contains(&why("3 older results")),
        "{html}"
    );
}

#[test]
fn results_without_a_common_case_are_not_compared() {
    let mut other = example();
    for row in &mut other.rows {
        row.case.limit = 1;
    }
    let html = page(&[example(), other]);
    let changes = section(&html, "changes");
    assert!(
        changes.contains("no case in common, so nothing is compared"),
        "{changes}"
    );
    assert!(
        !changes.contains("Verdict") && !changes.contains("are the same"),
        "{changes}"
    );
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
        write(&[record], &[], &[], None, &mut Vec::new()),
        Err(HtmlError::Nothing)
    ));
    assert!(matches!(
        write(&[], &[], &[], None, &mut Vec::new()),
        Err(HtmlError::Nothing)
    ));
}

#[test]
fn long_names_are_cut_in_plots_and_whole_elsewhere() {
    let mut record = example();
    let name = "n".repeat(70);
    record.rows[1].case.engine = name.clone();
    let html = page(&[record]);
    let plots = html.split("<svg class=\"plot\"").skip(1);
    let texts = plots.flat_map(|plot| plot.split("<text ").skip(1));
    let shown = texts.filter_map(|text| text.split('>').nth(1)?.split('<').next());
    assert!(shown.clone().count() > 0 && { shown }.all(|text| text.chars().count() <= 60));
    assert!(html.contains(&format!("<td class=\"words\">{name}</td>")));
}

#[test]
fn samples_beyond_measure_have_a_page() {
    let mut record = example();
    record.rows[0].samples_ns.fill(f64::MIN_POSITIVE);
    record.rows[1].samples_ns.fill(f64::MAX);
    let html = page(&[record]);
    assert!(!html.contains("=\"NaN") && !html.contains("cx=\"inf"));
    assert_eq!(html.matches("data-what=\"puzzles_per_second\"").count(), 2);
}

#[test]
fn summaries_of_ratings_have_their_plots_alone_and_beside_results() {
    let mut ratings = crate::corpus::rate::ratings::tests::example();
    ratings.name = "<b>".to_owned();
    ratings.summary.malformed = 2;
    ratings.summary.first_malformed = Some(crate::format::UnusableLine {
        input: "<in>".to_owned(),
        line: 7,
        reason: "length 5".to_owned(),
    });
    let mut out = Vec::new();
    write(&[], &[], &[ratings.clone()], None, &mut out).unwrap();
    let html = String::from_utf8(out).unwrap();
    assert!(!html.contains("<b>") && html.contains("Puzzles of &lt;b&gt;"));
    for (plot, bars) in [("clues", 31), ("level", 4), ("search", 4), ("backdoor", 3)] {
        let start = html.find(&format!("data-plot=\"{plot}\"")).unwrap();
        let svg = &html[start..start + html[start..].find("</svg>").unwrap()];
        assert_eq!(svg.matches("<rect class=\"bar").count(), bars, "{plot}");
    }
    let first = "<p>&lt;b&gt;: 2 of 5 lines are not puzzles, the first in line 7 of &lt;in&gt;: length 5</p>";
    assert!(html.contains(first), "{html}");
    assert!(html.contains("data-what=\"24\" data-value=\"1\""));
    assert!(html.contains(">1 (33 %)</text>"));
    assert!(html.contains("guesses of mrv, limit 2</th>") && html.contains("<td>9</td>"));
    let mut other = ratings.clone();
    other.name = "other".to_owned();
    let mut out = Vec::new();
    write(&[example()], &[], &[ratings, other], None, &mut out).unwrap();
    let both = String::from_utf8(out).unwrap();
    assert_eq!(both.matches("data-plot=\"clues\"").count(), 1);
    assert_eq!(
        both.matches("data-case=\"other\" data-what=\"24\"").count(),
        1
    );
    assert_eq!(both.matches("data-plot=\"throughput\"").count(), 1);
}

#[test]
fn changes_and_speeds_are_of_the_same_rounds() {
    let mut old = example();
    old.rows[0].samples_ns = vec![1e5; 30];
    let mut new = old.clone();
    new.rows[0].samples_ns[12..].fill(1.6e5);
    let html = page(&[old, new]);
    let quiet =
        "<p class=\"caption\">lanes/avx2 x1 tiny limit 2: two groups of samples. Most likely";
    let changes = section(&html, "changes");
    assert!(
        changes.contains(quiet) && changes.contains("<td>no change</td>"),
        "{changes}"
    );
    let speeds = "Speeds and ratios are of the quiet rounds.</p>";
    assert!(html.contains(speeds) && !html.contains("\\n"), "{html}");
}
