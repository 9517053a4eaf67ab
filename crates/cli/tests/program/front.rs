//! The README's figures are those that the program prints about their result.

use super::common::run;
use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name)
}

/// The pages of the README's result, relative to each of the other solvers.
fn pages() -> Vec<(&'static str, String)> {
    let result = path("benches/record/zen3/front.json");
    let page = |reference| {
        let args = ["report", "--reference", reference, result.to_str().unwrap()];
        let done = run(&args, "");
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        (reference, done.stdout)
    };
    ["fastdoku", "sudoku", "tdoku"].map(page).into()
}

/// `9.54 (9.31 to 9.80)` as a cell of the page.
fn ratio_cell(text: &str) -> String {
    let (value, interval) = text.trim_end_matches(')').split_once(" (").unwrap();
    format!("{value}<small>{interval}</small>")
}

#[test]
fn the_table_of_the_readme_is_what_report_prints() {
    let readme = fs::read_to_string(path("README.md")).unwrap();
    let (_, rest) = readme
        .split_once("<!-- Made by scripts/front. -->")
        .unwrap();
    let (made, _) = rest.split_once("<!-- The end of what").unwrap();
    let rows: Vec<&str> = made.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 2 + 8, "{made}");
    let pages = pages();
    for row in &rows[2..] {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let [_, speeds @ .., ratio] = &cells[..] else {
            panic!("{row}");
        };
        assert_eq!(speeds.len(), 4, "{row}");
        for speed in speeds {
            let (value, spread) = speed.trim_end_matches(')').split_once(" (").unwrap();
            let printed = format!("<td>{value}</td><td>{spread}");
            assert!(pages[0].1.contains(&printed), "{printed}");
        }
        let printed = ratio_cell(ratio);
        assert!(
            pages.iter().any(|(_, page)| page.contains(&printed)),
            "{printed}"
        );
    }
}

#[test]
fn the_chart_of_the_readme_is_what_report_prints() {
    let chart = fs::read_to_string(path("docs/speed.svg")).unwrap();
    let titles = chart.split("<title>").skip(1);
    let titles: Vec<&str> = titles
        .map(|title| title.split('<').next().unwrap())
        .collect();
    assert_eq!(titles.len(), 8 * 3);
    let pages = pages();
    for title in titles {
        let (value, rest) = title.split_once(" times as fast as ").unwrap();
        let (other, interval) = rest.split_once(' ').unwrap();
        let (_, page) = pages.iter().find(|(name, _)| *name == other).unwrap();
        let printed = ratio_cell(&format!("{value} {interval}"));
        assert!(page.contains(&printed), "{title}");
    }
}
