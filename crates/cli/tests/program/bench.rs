//! The verbs that measure, from a user's view. No time decides whether a test passes: tests of a
//! verdict use made-up times.

use super::common;

use common::{Finished, Scratch, run, sample};
use serde_json::Value;
use std::fs;

const QUICK: [&str; 5] = [
    "--engines=mrv",
    "--min-sample-time=100us",
    "--rounds=8",
    "--max-puzzles=8",
    "--quiet",
];

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/sample.txt");

/// Measures the sample quickly, saves the result, and returns its path.
fn measured(scratch: &Scratch, name: &str) -> String {
    let path = scratch.path(name);
    let done = bench(&["--save", &path, SAMPLE]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    path
}

fn bench(more: &[&str]) -> Finished {
    let args: Vec<&str> = ["bench"]
        .iter()
        .chain(&QUICK)
        .chain(more)
        .copied()
        .collect();
    run(&args, "")
}

fn json(path: &str) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Writes a result with made-up times: 30 samples of about `ns`.
fn made_up(
    scratch: &Scratch,
    base: &str,
    name: &str,
    ns: f64,
    change: impl Fn(&mut Value),
) -> String {
    let mut result = json(base);
    let samples: Vec<f64> = (0..30)
        .map(|i| ns * (1.0 + f64::from(i % 7) / 1000.0))
        .collect();
    result["rows"][0]["samples_ns"] = samples.into();
    result["rows"][0]["clock"] = "wall".into();
    change(&mut result);
    scratch.file(name, &result.to_string())
}

#[test]
fn bench_measures_what_the_program_carries_and_prints_a_table() {
    let done = bench(&["--limits=1,2", "--threads=1,2", "--reference=mrv"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let lines: Vec<&str> = done.stdout.lines().collect();
    let header = lines[0];
    assert!(header.starts_with("corpus (puzzles)"), "{}", done.stdout);
    assert!(header.ends_with("vs mrv"), "{}", done.stdout);
    let rows: Vec<&&str> = lines[1..]
        .iter()
        .take_while(|line| !line.is_empty())
        .collect();
    assert!(rows.len() >= 5, "{}", done.stdout);
    assert!(
        rows.iter()
            .all(|line| line.contains("  mrv ") && line.contains("  1.00x"))
    );
}

#[test]
fn every_export_is_written_and_holds_every_row() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path(name);
    let files = ["r.json", "h.jsonl", "bencher.json", "github.json"];
    let options = ["--save", "--append", "--bencher", "--github"];
    let places: Vec<String> = files.iter().map(|file| path(file)).collect();
    let args: Vec<&str> = options
        .iter()
        .zip(&places)
        .flat_map(|(o, p)| [*o, p.as_str()])
        .collect();
    let puzzles = scratch.file("some.txt", &sample());
    let args = [&args[..], &["--limits=1,2", &puzzles]].concat();
    for force in [&[][..], &["--force"]] {
        let done = bench(&[&args, force].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
    }
    let result = json(&path("r.json"));
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter()
            .all(|row| row["samples_ns"].as_array().unwrap().len() == 8)
    );
    assert_eq!(rows[0]["case"]["corpus"], "some");
    assert_eq!(rows[0]["puzzles"], 8);
    assert_eq!(result["schema"], "ninefold.bench");
    assert_eq!(
        fs::read_to_string(path("h.jsonl")).unwrap().lines().count(),
        2
    );
    assert_eq!(json(&path("bencher.json")).as_object().unwrap().len(), 2);
    assert_eq!(json(&path("github.json")).as_array().unwrap().len(), 2);
}

/// All names of fields.
fn fields(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                names.push(name.clone());
                fields(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn every_field_of_a_saved_file_is_documented() {
    let scratch = Scratch::new();
    let rate = ["rate", "-q", "--no-rows", "--report", "json"];
    let done = run(&rate, &sample());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let rated = scratch.file("rated.json", &done.stdout);
    let text = include_str!("../../../../benches/SCHEMA.md");
    let (results, ratings) = text.split_once("## `ninefold.rating`").unwrap();
    for (path, text) in [
        (measured(&scratch, "result.json"), results),
        (rated, ratings),
    ] {
        let mut names = Vec::new();
        fields(&json(&path), &mut names);
        assert!(names.len() > 8, "{path}");
        for name in names {
            let ways = [
                format!("`{name}`"),
                format!(".{name}`"),
                format!("{name}[]`"),
            ];
            assert!(ways.iter().any(|way| text.contains(way)), "{name}");
        }
    }
}

#[test]
fn bench_refuses_what_it_cannot_measure_before_it_measures() {
    let scratch = Scratch::new();
    let empty = scratch.file("empty.txt", "# nothing\n\n");
    let foreign = scratch.file("foreign.jsonl", "{\"a\": 1}\n");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["--engines=abacus"], 2, "abacus"),
        (&["--threads=none"], 2, "'none'"),
        (&[&empty], 3, "there is no puzzle in it"),
        (&["/no/such/file"], 3, "/no/such/file"),
        (
            &["--save", "/no/such/folder/r.json"],
            3,
            "/no/such/folder/r.json: No such file",
        ),
        (&["--append", &foreign], 3, "not a result of ninefold"),
    ];
    for (args, code, message) in cases {
        // Options may come twice in the list: only these count.
        let done = run(&[&["bench", "--quiet"], args].concat(), "");
        assert_eq!(done.code, Some(code), "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(message), "{args:?}: {}", done.stderr);
    }
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "{\"a\": 1}\n");
}

#[test]
fn saved_results_are_compared_and_the_exit_code_says_how() {
    let scratch = Scratch::new();
    let base = measured(&scratch, "base.json");
    let old = made_up(&scratch, &base, "old.json", 1e6, |_| ());
    for (ns, code, word) in [
        (1e6, 0, "same"),
        (1.2e6, 1, "slower"),
        (0.8e6, 0, "faster"),
        (1.02e6, 4, "cannot tell"),
    ] {
        let new = made_up(&scratch, &base, "new.json", ns, |_| ());
        let done = run(&["compare", &old, &new], "");
        assert_eq!(
            done.code,
            Some(code),
            "{word}: {}{}",
            done.stdout,
            done.stderr
        );
        assert!(
            done.stdout.contains(&format!("Verdict: {word}")),
            "{}",
            done.stdout
        );
        assert!(done.stdout.contains("not paired"), "{}", done.stdout);
    }
}

#[test]
fn counts_that_grew_decide_unless_they_are_accepted() {
    let scratch = Scratch::new();
    let base = measured(&scratch, "base.json");
    let old = made_up(&scratch, &base, "old.json", 1e6, |_| ());
    let new = made_up(&scratch, &base, "new.json", 1e6, |result| {
        let guesses = result["rows"][0]["counters"]["nodes"].as_u64().unwrap();
        result["rows"][0]["counters"]["nodes"] = (guesses + 1).into();
    });
    let done = run(&["compare", &old, &new], "");
    assert_eq!(done.code, Some(1), "{}", done.stdout);
    assert!(done.stdout.starts_with("Counts\n"), "{}", done.stdout);
    let end =
        "Verdict: slower, because a count is worse\n--accept-counters lets the times decide\n";
    assert!(done.stdout.ends_with(end), "{}", done.stdout);
    assert_eq!(
        run(&["compare", &old, &new, "--accept-counters"], "").code,
        Some(0)
    );
}

#[test]
fn results_that_do_not_belong_together_are_refused_and_the_way_on_is_named() {
    let scratch = Scratch::new();
    let base = measured(&scratch, "base.json");
    let other = made_up(&scratch, &base, "other.json", 1e6, |result| {
        result["machine"]["cpu"] = "abacus".into();
    });
    let done = run(&["compare", &base, &other], "");
    assert_eq!(done.code, Some(2));
    for part in ["\"abacus\" in the new", "--paired"] {
        assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
    }
}

#[test]
fn results_without_a_common_case_are_refused() {
    let scratch = Scratch::new();
    let base = measured(&scratch, "base.json");
    let other = made_up(&scratch, &base, "other.json", 1e6, |result| {
        for row in result["rows"].as_array_mut().unwrap() {
            row["case"]["engine"] = "mine".into();
        }
    });
    let done = run(&["compare", &base, &other], "");
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(done.stderr.contains("no case in common"), "{}", done.stderr);
}

#[test]
fn damaged_results_are_refused_with_file_place_and_reason() {
    let scratch = Scratch::new();
    let good = measured(&scratch, "good.json");
    let text = fs::read_to_string(&good).unwrap();
    let cut = scratch.file("cut.json", &text[..text.len() / 2]);
    let older = scratch.file(
        "older.json",
        &text.replacen("\"version\": 2", "\"version\": 0", 1),
    );
    let foreign = scratch.file("foreign.json", "[1, 2, 3]");
    for (file, reason) in [
        (&cut, "cut short"),
        (&older, "\"version\""),
        (&foreign, "not valid JSON"),
    ] {
        for args in [
            ["compare", &good, file],
            ["compare", file, &good],
            ["report", file, &good],
        ] {
            let done = run(&args, "");
            assert_eq!(done.code, Some(3), "{args:?}: {}", done.stderr);
            assert!(done.stderr.contains(file.as_str()), "{}", done.stderr);
            assert!(
                done.stderr.contains("line ") && done.stderr.contains(reason),
                "{}",
                done.stderr
            );
        }
    }
}

/// Compares the program with itself.
fn with_itself(more: &[&str]) -> Finished {
    let program = env!("CARGO_BIN_EXE_ninefold");
    run(
        &[&["compare", "--paired", program, program], more].concat(),
        "",
    )
}

#[test]
fn two_programs_are_measured_in_turns() {
    let scratch = Scratch::new();
    let out = scratch.path("pairs.json");
    let done = with_itself(&[
        SAMPLE,
        "--engines=mrv",
        "--max-puzzles=4",
        "--pairs=8",
        "--quiet",
        "--json",
        &out,
        "--markdown",
    ]);
    assert!(
        matches!(done.code, Some(0 | 1 | 4)),
        "{}{}",
        done.stdout,
        done.stderr
    );
    assert!(
        done.stdout.contains("| case | old | new |"),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .contains("Guesses, nodes and passes: the same in both"),
        "{}",
        done.stdout
    );
    let comparison = json(&out);
    assert_eq!(comparison["paired"], true);
    assert_eq!(comparison["rows"][0]["pairs"].as_array().unwrap().len(), 8);
    assert_eq!(comparison["corpora"][0]["puzzles"], 4);
    assert!(
        done.stdout.contains("\n- sample: 4 puzzles\n"),
        "{}",
        done.stdout
    );
}

#[test]
fn the_variable_names_the_back_end_where_none_is_typed() {
    let scratch = Scratch::new();
    for (typed, backend) in [
        (&["--engines=lanes"][..], "portable"),
        (&["--engines=lanes/sse2"], "sse2"),
    ] {
        if backend == "sse2" && !cfg!(target_arch = "x86_64") {
            continue;
        }
        let out = scratch.path(backend);
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_ninefold"))
            .args(["bench", SAMPLE, "--rounds=1", "--min-sample-time=1us"])
            .args(["--quiet", "--save", &out])
            .args(typed)
            .env("NINEFOLD_BACKEND", "portable")
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        assert_eq!(json(&out)["rows"][0]["case"]["backend"], backend);
    }
}

#[test]
fn a_comparison_of_several_rows_has_one_of_all_together() {
    let scratch = Scratch::new();
    let out = scratch.path("pairs.json");
    // Enough time for all of it on any machine.
    let done = with_itself(&["--engines=mrv", "--time=1h", "--pairs=8", "--json", &out]);
    assert!(matches!(done.code, Some(0 | 1 | 4)), "{}", done.stderr);
    assert_eq!(done.stderr, "");
    let comparison = json(&out);
    assert_eq!(comparison["rows"].as_array().unwrap().len(), 4);
    assert!(comparison["together"]["ratio"].as_f64().unwrap() > 0.0);
    assert!(done.stdout.contains("all together"), "{}", done.stdout);
}

#[cfg(unix)]
#[test]
fn a_program_that_is_twice_as_slow_is_slower() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    // Ninefold, except for the times that it reports.
    let takes = |name: &str, ns: u32| {
        let program = env!("CARGO_BIN_EXE_ninefold");
        let times = format!("\"wall_ns\":{ns},\"cpu_ns\":{ns}");
        let sed = format!("s/\"wall_ns\":[0-9]*,\"cpu_ns\":[0-9]*/{times}/");
        let made_up = format!("#!/bin/sh\n'{program}' \"$@\" | sed -u '{sed}'\n");
        let path = scratch.file(name, &made_up);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let (old, new) = (takes("old", 2_000_000), takes("new", 4_000_000));
    let quick = ["--engines=mrv", "--pairs=8", "--quiet"];
    let args = ["compare", "--paired", &old, &new, SAMPLE];
    let done = run(&[&args[..], &quick].concat(), "");
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("Verdict: slower"), "{}", done.stdout);
    assert!(
        done.stdout.contains("  2.0 times slower  "),
        "{}",
        done.stdout
    );
}

#[test]
fn programs_that_cannot_be_compared_are_named() {
    let program = env!("CARGO_BIN_EXE_ninefold");
    let missing = run(
        &[
            "compare",
            "--paired",
            program,
            "/no/such/program",
            "--quiet",
        ],
        "",
    );
    assert_eq!(missing.code, Some(3), "{}", missing.stderr);
    assert!(
        missing.stderr.contains("/no/such/program: cannot be run"),
        "{}",
        missing.stderr
    );
    let unknown = with_itself(&["--engines=abacus"]);
    assert_eq!(unknown.code, Some(2), "{}", unknown.stderr);
    assert!(unknown.stderr.contains("abacus"), "{}", unknown.stderr);
    let not_paired = run(&["compare", "a", "b", "input.txt"], "");
    assert_eq!(not_paired.code, Some(2), "{}", not_paired.stderr);
}

#[test]
fn a_report_goes_to_a_file_or_to_standard_output() {
    let scratch = Scratch::new();
    let result = measured(&scratch, "r.json");
    let page = scratch.path("page.html");
    assert_eq!(run(&["report", &result, "-o", &page], "").code, Some(0));
    let printed = run(&["report", &result], "");
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    assert_eq!(printed.stdout, fs::read_to_string(&page).unwrap());
    assert!(printed.stdout.starts_with("<!DOCTYPE html>"));
}

/// `report` and `compare` only accept valid results.
#[test]
fn results_that_say_what_cannot_be_are_refused() {
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", &sample());
    let save = scratch.path("r.json");
    let bench = ["bench", "-q", "--engines=mrv", "--limits=1,2", "--rounds=9"];
    let done = run(&[&bench[..], &["--save", &save, &input]].concat(), "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let good: Value = serde_json::from_str(&std::fs::read_to_string(&save).unwrap()).unwrap();
    let refused = |change: &dyn Fn(&mut Value), words: &[&str]| {
        let mut bad = good.clone();
        change(&mut bad);
        let path = scratch.file("bad.json", &bad.to_string());
        for args in [&["report", &path][..], &["compare", &save, &path]] {
            let done = run(args, "");
            assert_eq!(done.code, Some(3), "{args:?} {}", done.stderr);
            for word in words {
                assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
            }
        }
    };
    refused(
        &|bad| bad["rows"][1]["repeats"] = 0.into(),
        &["rows[1].repeats"],
    );
    refused(
        &|bad| bad["rows"][0]["case"]["threads"] = 0.into(),
        &["rows[0].case.threads"],
    );
    refused(
        &|bad| bad["rows"][1] = bad["rows"][0].clone(),
        &["rows[1].case: "],
    );
    refused(&|bad| bad["schema"] = 1.into(), &["\"schema\""]);
    // A byte-order mark is fine, as in a file of puzzles.
    let marked = scratch.file("marked.json", &format!("\u{feff}{good}"));
    let done = run(&["report", &marked], "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let done = run(&["compare", &save, &marked], "");
    assert!(matches!(done.code, Some(0 | 4)), "{}", done.stderr);
}

/// Every file of `benches/record` can be shown, or says that it is something else.
#[test]
fn every_file_of_the_record_is_read_or_says_what_it_is() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/record");
    if !root.exists() {
        return;
    }
    let folders = std::fs::read_dir(root).unwrap().flatten();
    let files = folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok());
    let mut read = 0;
    for file in files.flat_map(|files| files.flatten()) {
        let path = file.path().to_str().unwrap().to_owned();
        if !path.ends_with(".json") && !path.ends_with(".jsonl") {
            continue;
        }
        let is_other = path.ends_with("peers.json");
        let loaded =
            ninefold::bench::store::load(path.as_ref(), &mut |warning| panic!("{warning}"));
        match loaded {
            Ok(results) => assert!(!is_other && !results.is_empty(), "{path}"),
            Err(error) => assert!(is_other && error.to_string().contains("\"schema\"")),
        }
        read += usize::from(!is_other);
    }
    assert!(read > 3);
}
