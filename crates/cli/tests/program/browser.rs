//! The HTML report in a real browser: every plot is there, and every mark is where the number in
//! the JSON belongs.
//!
//! Needs Chromium or Chrome (`apt-get install chromium`, or its path in `CHROME`). Without one, the
//! test says so and passes, unless `NINEFOLD_BROWSER=required`.

use super::common;

use common::{Scratch, run};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::process::Command;

/// Inserted into a copy of the page: records where the browser has put every mark, what sticks out
/// of its plot or is cut, and how wide the page is.
const PROBE: &str = r#"<script>
document.querySelectorAll('details').forEach(e => { e.open = true; });
const place = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
const marks = [...document.querySelectorAll('.mark')].map(e => ({
  plot: e.closest('svg').dataset.plot, svg: [...document.querySelectorAll('svg')].indexOf(e.closest('svg')),
  of: e.dataset.case, what: e.dataset.what, value: Number(e.dataset.value), at: place(e)}));
const out = [...document.querySelectorAll('svg.plot *')].filter(e => {
  const [a, b] = [e, e.closest('svg')].map(e => e.getBoundingClientRect());
  return a.width + a.height > 0 && (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1);
}).map(e => e.closest('svg').dataset.plot + ': ' + e.outerHTML);
const stuck = [...document.querySelectorAll('.scroll')].every(e => {
  e.scrollLeft = 10000;
  return Math.abs(e.querySelector('td').getBoundingClientRect().left - e.getBoundingClientRect().left) < 1;
});
parent.document.getElementById('probe').textContent = 'PROBE' + JSON.stringify({
  marks, out, stuck, plots: [...document.querySelectorAll('svg.plot')].map(e => e.getBoundingClientRect().width),
  cut: [...document.querySelectorAll('section > .scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).length,
  width: document.documentElement.scrollWidth, window: innerWidth,
  page: getComputedStyle(document.body).backgroundColor,
  dark: matchMedia('(prefers-color-scheme: dark)').matches}) + 'EBORP';
</script>"#;

fn browser() -> Option<String> {
    let named = std::env::var("CHROME").ok();
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let names = named.into_iter().chain(names.map(str::to_owned));
    names.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    })
}

/// The probe's findings in a frame of this width. Windows have a minimum width.
fn look(browser: &str, scratch: &Scratch, page: &str, width: u32, dark: bool) -> Value {
    let probed = page.replace("</body>", &format!("{PROBE}</body>"));
    let framed = probed.replace('&', "&amp;").replace('"', "&quot;");
    let frame = format!(
        "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\"><pre id=\"probe\"></pre>\
         <iframe style=\"border:0;color-scheme:light dark;width:{width}px;height:1200px\" srcdoc=\"{framed}\"></iframe>"
    );
    let file = scratch.file("probed.html", &frame);
    let mut command = Command::new(browser);
    command.args([
        "--headless",
        "--disable-gpu",
        "--no-sandbox",
        "--hide-scrollbars",
        "--dump-dom",
    ]);
    command.arg(format!("--user-data-dir={}", scratch.path("profile")));
    command.arg("--window-size=1600,1200");
    // 0 is dark and 1 is light.
    command.arg(format!(
        "--blink-settings=preferredColorScheme={}",
        u8::from(!dark)
    ));
    let output = command
        .arg(format!("file://{file}"))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let found = dom
        .split_once("PROBE{")
        .and_then(|(_, rest)| rest.split_once("}EBORP"));
    let (found, _) =
        found.unwrap_or_else(|| panic!("no probe: {}", String::from_utf8_lossy(&output.stderr)));
    let text = found
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    serde_json::from_str(&format!("{{{text}}}")).expect("the probe is JSON")
}

/// A history of 14 results that falls by a tenth at the eighth.
fn history(scratch: &Scratch) -> (String, Value) {
    let saved = scratch.path("saved.json");
    let args = [
        "bench",
        "--quiet",
        "--engines=mrv,lanes",
        "--threads=1,2",
        "--max-puzzles=8",
        "--rounds=8",
        "--min-sample-time=100us",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/sample.txt"),
        "--save",
        &saved,
    ];
    let done = run(&args, "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let mut lines = String::new();
    let mut last = Value::Null;
    for i in 0..14 {
        let mut result: Value = serde_json::from_slice(&fs::read(&saved).unwrap()).unwrap();
        result["build"]["revision"] = format!("rev{i:02}").into();
        for (r, row) in result["rows"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .enumerate()
        {
            let level = (r + 1) as f64 * if i < 7 { 1e5 } else { 1.1e5 };
            let sample = |s: i32| level * (1.0 + f64::from((s * 5 + i * 3) % 7) / 2000.0);
            if row["case"]["engine"] == "mrv" {
                let outside = serde_json::json!({"target": "m", "kind": "command", "start_up_ns": [1.5e6],
                    "cpu_ns": [level], "peak_bytes": 3_000_000, "threads": 1, "revision": format!("rev{i:02}")});
                row["outside"] = outside;
            }
            row["samples_ns"] = (0..20).map(sample).collect::<Vec<f64>>().into();
            row["clock"] = "wall".into();
        }
        let case = result["rows"][0]["case"].clone();
        let reason = format!(
            "puzzle 1: it gives no solution\n  puzzle  {}",
            ".".repeat(81)
        );
        result["failures"] =
            serde_json::json!([{"case": case, "reason": reason, "refused": false}]);
        lines += &format!("{result}\n");
        last = result;
    }
    (scratch.file("history.jsonl", &lines), last)
}

fn speed(row: &Value) -> f64 {
    let mut samples: Vec<f64> = row["samples_ns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ns| ns.as_f64().unwrap())
        .collect();
    samples.sort_by(f64::total_cmp);
    let middle = (samples[9].ln() + samples[10].ln()) / 2.0;
    row["puzzles"].as_f64().unwrap() * 1e9 / middle.exp()
}

fn case(row: &Value) -> String {
    let case = &row["case"];
    let name = case["engine"].as_str().unwrap();
    format!(
        "{name} x{} {} limit {}",
        case["threads"],
        case["corpus"].as_str().unwrap(),
        case["limit"]
    )
}

/// The marks of a plot as (svg, case, what, value, x).
fn marks(probe: &Value, plot: &str) -> Vec<Mark> {
    let all = probe["marks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|mark| mark["plot"] == plot);
    let text = |mark: &Value, key: &str| mark[key].as_str().unwrap().to_owned();
    let mark = |m: &Value| {
        let number = |v: &Value| v.as_f64().unwrap();
        (
            m["svg"].as_u64().unwrap(),
            text(m, "of"),
            text(m, "what"),
            number(&m["value"]),
            number(&m["at"][0]),
        )
    };
    all.map(mark).collect()
}

/// A mark, as [`marks`] gives it.
type Mark = (u64, String, String, f64, f64);

/// A value of each mark, as a list for each plot.
fn by_plot(marks: &[Mark], pick: fn(&Mark) -> (f64, f64)) -> Vec<Vec<(f64, f64)>> {
    let mut plots: HashMap<u64, Vec<(f64, f64)>> = HashMap::new();
    for mark in marks {
        plots.entry(mark.0).or_default().push(pick(mark));
    }
    plots.into_values().collect()
}

/// All points of one plot are on one straight line of figure against position.
fn assert_straight(plot: &str, points: &[(f64, f64)]) {
    let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
    let (low, high) = (
        points.iter().min_by(by_value).unwrap(),
        points.iter().max_by(by_value).unwrap(),
    );
    if high.0 - low.0 < 1e-9 {
        return;
    }
    let slope = (high.1 - low.1) / (high.0 - low.0);
    for (value, place) in points {
        let expected = low.1 + (value - low.0) * slope;
        assert!(
            (place - expected).abs() < 1.0,
            "{plot}: {value} stands at {place}, not at {expected}"
        );
    }
}

#[test]
fn the_browser_shows_the_numbers_of_the_json() {
    let Some(browser) = browser() else {
        let required = std::env::var("NINEFOLD_BROWSER").is_ok_and(|value| value == "required");
        assert!(
            !required,
            "no browser was found (apt-get install chromium, or set CHROME)"
        );
        eprintln!("skipped: no browser was found (apt-get install chromium, or set CHROME)");
        return;
    };
    let scratch = Scratch::new();
    let (history, last) = history(&scratch);
    let page = run(&["report", &history], "").stdout;
    let wide = look(&browser, &scratch, &page, 1400, false);
    let rows = last["rows"].as_array().unwrap();

    let shown = marks(&wide, "speeds");
    assert_eq!(shown.len(), rows.len());
    for row in rows {
        let found: Vec<_> = shown.iter().filter(|mark| mark.1 == case(row)).collect();
        assert_eq!(found.len(), 1, "{}", case(row));
        assert!(
            (found[0].3 / speed(row) - 1.0).abs() < 1e-9,
            "{}",
            case(row)
        );
    }
    for points in by_plot(&shown, |m| (m.3.ln(), m.4)) {
        assert_straight("speeds", &points);
    }

    let shown = marks(&wide, "history");
    assert_eq!(shown.len(), 14 * rows.len());
    for points in by_plot(&shown, |m| (m.3.ln(), m.4)) {
        assert_straight("history", &points);
    }
    assert_eq!(page.matches("class=\"mark worse\"").count(), rows.len());
    let newest = shown
        .iter()
        .find(|m| m.1 == case(&rows[0]) && m.2 == "rev13")
        .unwrap();
    assert!((newest.3 / speed(&rows[0]) - 1.0).abs() < 1e-9);

    let desk = look(&browser, &scratch, &page, 1280, false);
    let phone = look(&browser, &scratch, &page, 390, true);
    assert_eq!(
        (wide["dark"].as_bool(), phone["dark"].as_bool()),
        (Some(false), Some(true))
    );
    assert_ne!(wide["page"], phone["page"], "dark and light differ");
    assert_eq!(desk["cut"], 0, "no column is cut");
    for (probe, width) in [(&wide, 1400), (&desk, 1280), (&phone, 390)] {
        assert_fits(probe, width);
        let widths = probe["plots"].as_array().unwrap().iter();
        let widths: Vec<f64> = widths.map(|width| width.as_f64().unwrap()).collect();
        assert!(!widths.is_empty() && widths.into_iter().all(|width| width > 200.0));
    }
}

#[test]
fn the_browser_shows_eight_solvers_on_ten_corpora_on_a_phone() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no browser was found (apt-get install chromium, or set CHROME)");
        return;
    };
    let scratch = Scratch::new();
    let (_, mut result) = history(&scratch);
    let row = result["rows"][0].clone();
    let corpus = result["corpora"][0].clone();
    let named = |i: i32| format!("a_corpus_with_a_rather_long_name_{i}");
    let corpora = (0..10).map(|i| {
        let mut corpus = corpus.clone();
        corpus["name"] = named(i).into();
        corpus
    });
    result["corpora"] = corpora.collect();
    result["failures"] = serde_json::json!([]);
    let mut rows = Vec::new();
    for i in 0..80 {
        let mut row = row.clone();
        row["case"]["engine"] = format!("a_solver_with_a_rather_long_name_{}", i % 8).into();
        row["case"]["corpus"] = named(i / 8).into();
        let level = 3e3 * f64::powi(1.19, i * 37 % 80);
        let sample = |s: i32| level * (1.0 + f64::from(s % 7) / 10.0);
        row["samples_ns"] = (0..20).map(sample).collect::<Vec<f64>>().into();
        row["clock"] = "wall".into();
        rows.push(row);
    }
    result["rows"] = rows.into();
    let saved = scratch.file("many.json", &result.to_string());
    let done = run(&["report", &saved], "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    for (width, dark) in [(1280, false), (390, true)] {
        let probe = look(&browser, &scratch, &done.stdout, width, dark);
        assert_fits(&probe, width);
        let shown = marks(&probe, "speeds");
        assert_eq!(shown.len(), 80);
        let points: Vec<_> = shown.iter().map(|m| (m.3.ln(), m.4)).collect();
        assert_straight("one axis for all corpora", &points);
        assert_eq!(probe["stuck"], true, "first columns stay in sight");
    }
}

/// Nothing sticks out of the page or of its plot.
fn assert_fits(probe: &Value, width: u32) {
    assert_eq!(probe["window"], width);
    assert!(
        probe["width"].as_f64() <= probe["window"].as_f64(),
        "nothing sticks out: {}",
        probe["width"]
    );
    assert_eq!(probe["out"], serde_json::json!([]), "at {width}");
}
