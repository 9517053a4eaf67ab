//! The HTML report in a real browser: every plot is there, and every mark is where the number in
//! the JSON belongs.
//!
//! Needs Chromium or Chrome (`apt-get install chromium`, or its path in `CHROME`). Without one, the
//! test says so and passes, unless `NINEFOLD_BROWSER=required`.

use super::common::{Scratch, feed, skipped, tool};
use serde_json::{Value, json};
use std::collections::HashMap;
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
  width: document.documentElement.scrollWidth, window: innerWidth,
  page: getComputedStyle(document.body).backgroundColor,
  dark: matchMedia('(prefers-color-scheme: dark)').matches}) + 'EBORP';
</script>"#;

fn browser() -> Option<String> {
    let names = "chromium chromium-browser google-chrome google-chrome-stable";
    let named = std::env::var("CHROME").ok().into_iter();
    let mut names = named.chain(names.split(' ').map(str::to_owned));
    names.find(|name| tool(name, &["--version"]))
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
    let options = "--headless --disable-gpu --no-sandbox --hide-scrollbars --dump-dom --window-size=1600,1200";
    command.args(options.split(' '));
    command.arg(format!("--user-data-dir={}", scratch.path("profile")));
    // 0 is dark and 1 is light.
    let scheme = u8::from(!dark);
    command.arg(format!("--blink-settings=preferredColorScheme={scheme}"));
    let done = feed(command.arg(format!("file://{file}")), "");
    let (_, found) = done.stdout.split_once("PROBE{").expect("a probe");
    let (found, _) = found.split_once("}EBORP").expect("the probe's end");
    let text = found.replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&amp;", "&");
    serde_json::from_str(&format!("{{{text}}}")).expect("the probe is JSON")
}

/// How many results the history has. From the eighth, they are a tenth slower.
const RESULTS: usize = 14;

/// A history of eight solvers on three corpora with long names.
fn history(scratch: &Scratch) -> Value {
    let bench = "bench -q --engines=mrv --max-puzzles=8 --rounds=8 --min-sample-time=100us";
    scratch.run(&format!("{bench} --save saved")).ended(0, &[]);
    let saved = scratch.json("saved");
    let mut lines = String::new();
    let mut last = Value::Null;
    for i in 0..RESULTS {
        let mut result = saved.clone();
        let revision = format!("rev{i:02}");
        result["build"]["revision"] = revision.clone().into();
        let corpus = |j| {
            let mut corpus = saved["corpora"][0].clone();
            corpus["name"] = format!("a_corpus_with_a_rather_long_name_{j}").into();
            corpus
        };
        result["corpora"] = (0..3).map(corpus).collect();
        let row = |j: i32| {
            let mut row = saved["rows"][0].clone();
            row["case"]["engine"] = format!("a_solver_with_a_rather_long_name_{}", j % 8).into();
            row["case"]["corpus"] = result["corpora"][j as usize / 8]["name"].clone();
            let level = 3e3 * f64::powi(1.5, j * 7 % 24) * if i < 7 { 1.0 } else { 1.1 };
            let sample = |s: i32| level * (1.0 + f64::from((s * 5 + i as i32 * 3) % 7) / 2000.0);
            if j % 8 == 0 {
                row["external"] = json!({"target": "m", "kind": "command", "start_up_ns": [1.5e6],
                    "peak_bytes": 3_000_000, "threads": 1, "revision": revision});
            }
            row["samples_ns"] = (0..20).map(sample).collect::<Vec<f64>>().into();
            row["clock"] = "wall".into();
            row
        };
        result["rows"] = (0..24).map(row).collect();
        let reason = format!("puzzle 1: it gives no solution\n  puzzle  {:.<81}", "");
        let case = &result["rows"][0]["case"];
        result["failures"] = json!([{"case": case, "reason": reason, "refused": false}]);
        lines += &format!("{result}\n");
        last = result;
    }
    scratch.file("history.jsonl", &lines);
    last
}

fn speed(row: &Value) -> f64 {
    let samples = row["samples_ns"].as_array().unwrap().iter();
    let mut samples: Vec<f64> = samples.map(|ns| ns.as_f64().unwrap()).collect();
    samples.sort_by(f64::total_cmp);
    let middle = (samples[9].ln() + samples[10].ln()) / 2.0;
    row["puzzles"].as_f64().unwrap() * 1e9 / middle.exp()
}

fn case(row: &Value) -> String {
    let case = &row["case"];
    let [engine, corpus] = ["engine", "corpus"].map(|key| case[key].as_str().unwrap());
    let threads = &case["threads"];
    let limit = &case["limit"];
    format!("{engine} x{threads} {corpus} limit {limit}")
}

/// The marks of a kind of plot, of which each plot has one straight line of figure against place.
fn straight_marks<'a>(probe: &'a Value, plot: &str) -> Vec<&'a Value> {
    let marks = probe["marks"].as_array().unwrap().iter();
    let marks: Vec<&Value> = marks.filter(|mark| mark["plot"] == plot).collect();
    let mut plots: HashMap<u64, Vec<(f64, f64)>> = HashMap::new();
    for mark in &marks {
        let plot = plots.entry(mark["svg"].as_u64().unwrap()).or_default();
        let [value, x] = [&mark["value"], &mark["at"][0]].map(|n| n.as_f64().unwrap());
        plot.push((value.ln(), x));
    }
    for mut points in plots.into_values() {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let low = points[0];
        let high = points[points.len() - 1];
        let slope = (high.1 - low.1) / (high.0 - low.0).max(1e-9);
        for (value, place) in points {
            let off = place - (low.1 + (value - low.0) * slope);
            assert!(off.abs() < 1.0, "{plot}: {value} at {place}, {off} off");
        }
    }
    marks
}

#[test]
fn the_browser_shows_the_numbers_of_the_json() {
    let Some(browser) = browser() else {
        let missing = "no browser was found (apt-get install chromium, or set CHROME)";
        let required = std::env::var("NINEFOLD_BROWSER").is_ok_and(|value| value == "required");
        assert!(!required, "{missing}");
        return skipped(missing);
    };
    let scratch = Scratch::new();
    let last = history(&scratch);
    let rows = last["rows"].as_array().unwrap();
    let page = scratch.run("report history.jsonl").stdout;
    assert_eq!(page.matches("class=\"mark worse\"").count(), rows.len());
    let mut colours = Vec::new();
    for (width, dark) in [(1280, false), (390, true)] {
        let probe = look(&browser, &scratch, &page, width, dark);
        let speeds = straight_marks(&probe, "speeds");
        let history = straight_marks(&probe, "history");
        assert_eq!(history.len(), RESULTS * rows.len());
        let newest = history.iter().filter(|mark| mark["what"] == "rev13");
        let newest: Vec<&Value> = newest.copied().collect();
        for marks in [&speeds, &newest] {
            assert_eq!(marks.len(), rows.len());
            for row in rows {
                let mark = marks.iter().find(|mark| mark["of"] == case(row));
                let value = mark.expect("it is shown")["value"].as_f64().unwrap();
                assert!((value / speed(row) - 1.0).abs() < 1e-9, "{}", case(row));
            }
        }
        // Nothing sticks out of the page or of its plot, and first columns stay in sight.
        assert_eq!(probe["window"], width);
        assert!(probe["width"].as_u64() <= Some(width.into()));
        assert_eq!(probe["out"], json!([]), "{width}");
        assert_eq!(probe["stuck"], true, "{width}");
        let mut widths = probe["plots"].as_array().unwrap().iter();
        assert!(widths.all(|width| width.as_f64() > Some(200.0)));
        assert_eq!(probe["dark"], dark);
        colours.push(probe["page"].clone());
    }
    assert_ne!(colours[0], colours[1], "dark and light differ");
}
