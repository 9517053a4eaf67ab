//! The verbs that measure, from a user's view. No time decides whether a test passes: tests of a
//! verdict use made-up times.

use super::common::{Finished, Scratch, feed, sample};
use serde_json::{Value, json};
use std::fs;

const QUICK: &str = "bench -q --engines=mrv --min-sample-time=100us --rounds=8 --max-puzzles=8";

const PROGRAM: &str = env!("CARGO_BIN_EXE_ninefold");

/// A directory with puzzles in `in`, and their result in `base.json`.
fn measured() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    let done = scratch.run(&format!("{QUICK} in --save base.json"));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    scratch
}

fn json(scratch: &Scratch, name: &str) -> Value {
    serde_json::from_str(&scratch.read(name)).unwrap()
}

/// Writes a result with made-up times: 30 samples of about `ns`.
fn made_up(scratch: &Scratch, name: &str, ns: f64, change: impl Fn(&mut Value)) {
    let mut result = json(scratch, "base.json");
    let sample = |i: i32| ns * (1.0 + f64::from(i % 7) / 1000.0);
    result["rows"][0]["samples_ns"] = (0..30).map(sample).collect::<Vec<f64>>().into();
    result["rows"][0]["clock"] = "wall".into();
    change(&mut result);
    scratch.file(name, &result.to_string());
}

#[test]
fn bench_measures_what_the_program_carries_and_prints_a_table() {
    let options = "--limits=1,2 --threads=1,2 --reference=mrv";
    let done = Scratch::new().run(&format!("{QUICK} {options}"));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let mut lines = done.stdout.lines();
    let header = lines.next().unwrap();
    assert!(
        header.starts_with("corpus (puzzles)") && header.ends_with("vs mrv"),
        "{header}"
    );
    let rows: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert!(rows.len() >= 5, "{}", done.stdout);
    assert!(
        rows.iter()
            .all(|line| line.contains("  mrv ") && line.contains("  1.00x"))
    );
}

#[test]
fn every_export_is_written_and_holds_every_row() {
    let scratch = measured();
    let exports = "--save r.json --append h.jsonl --bencher bencher --github github";
    for force in ["", "--force"] {
        let done = scratch.run(&format!("{QUICK} {exports} --limits=1,2 in {force}"));
        assert_eq!(done.code, Some(0), "{}", done.stderr);
    }
    let result = json(&scratch, "r.json");
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter()
            .all(|row| row["samples_ns"].as_array().unwrap().len() == 8)
    );
    assert_eq!(
        (&rows[0]["case"]["corpus"], &rows[0]["puzzles"]),
        (&json!("in"), &json!(8))
    );
    assert_eq!(result["schema"], "ninefold.bench");
    assert_eq!(scratch.read("h.jsonl").lines().count(), 2);
    assert_eq!(json(&scratch, "bencher").as_object().unwrap().len(), 2);
    assert_eq!(json(&scratch, "github").as_array().unwrap().len(), 2);
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
    let scratch = measured();
    let rated = scratch.run("rate -q --no-rows --report json in").stdout;
    let text = include_str!("../../../../benches/SCHEMA.md");
    let (results, ratings) = text.split_once("## `ninefold.rating`").unwrap();
    for (saved, text) in [(scratch.read("base.json"), results), (rated, ratings)] {
        let mut names = Vec::new();
        fields(&serde_json::from_str(&saved).unwrap(), &mut names);
        assert!(names.len() > 8, "{saved}");
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
fn what_cannot_be_measured_or_compared_is_refused_before_it_is() {
    let scratch = Scratch::new();
    scratch.file("empty", "# nothing\n\n");
    scratch.file("foreign", "{\"a\": 1}\n");
    let paired = format!("compare --paired {PROGRAM}");
    for (args, code, message) in [
        ("bench --engines=abacus", 2, "abacus"),
        ("bench --threads=none", 2, "'none'"),
        ("bench empty", 3, "there is no puzzle in it"),
        ("bench /no/such/file", 3, "/no/such/file"),
        (
            "bench --save /no/such/r.json",
            3,
            "/no/such/r.json: No such file",
        ),
        ("bench --append foreign", 3, "not a result of ninefold"),
        (
            &format!("{paired} /no/such/program"),
            3,
            "/no/such/program: cannot be run",
        ),
        (&format!("{paired} {PROGRAM} --engines=abacus"), 2, "abacus"),
        ("compare a b input.txt", 2, "--paired"),
    ] {
        let done = scratch.run(&format!("{args} -q"));
        assert_eq!(done.code, Some(code), "{args}: {}", done.stderr);
        assert!(done.stderr.contains(message), "{args}: {}", done.stderr);
    }
    assert_eq!(scratch.read("foreign"), "{\"a\": 1}\n");
}

#[test]
fn saved_results_are_compared_and_the_exit_code_says_how() {
    let scratch = measured();
    made_up(&scratch, "old", 1e6, |_| ());
    for (ns, code, word) in [
        (1e6, 0, "same"),
        (1.2e6, 1, "slower"),
        (0.8e6, 0, "faster"),
        (1.02e6, 4, "cannot tell"),
    ] {
        made_up(&scratch, "new", ns, |_| ());
        let done = scratch.run("compare old new");
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
    // Counts that grew decide unless they are accepted.
    made_up(&scratch, "new", 1e6, |result| {
        let nodes = &mut result["rows"][0]["counters"]["nodes"];
        *nodes = (nodes.as_u64().unwrap() + 1).into();
    });
    let done = scratch.run("compare old new");
    assert_eq!(done.code, Some(1), "{}", done.stdout);
    for words in [
        "Counts\n",
        "slower, because a count is worse\n",
        "--accept-counters",
    ] {
        assert!(done.stdout.contains(words), "{}", done.stdout);
    }
    assert_eq!(
        scratch.run("compare old new --accept-counters").code,
        Some(0)
    );
}

#[test]
fn results_that_do_not_belong_together_are_refused_and_the_way_on_is_named() {
    let scratch = measured();
    made_up(&scratch, "other", 1e6, |result| {
        result["machine"]["cpu"] = "abacus".into()
    });
    let done = scratch.run("compare base.json other");
    assert_eq!(done.code, Some(2));
    for part in ["\"abacus\" in the new", "--paired"] {
        assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
    }
    made_up(&scratch, "other", 1e6, |result| {
        result["rows"][0]["case"]["engine"] = "mine".into();
    });
    let done = scratch.run("compare base.json other");
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(done.stderr.contains("no case in common"), "{}", done.stderr);
}

/// `report` and `compare` only accept whole and valid results.
#[test]
fn damaged_results_are_refused_with_file_place_and_reason() {
    let scratch = measured();
    let text = scratch.read("base.json");
    let with = |change: fn(&mut Value)| {
        let mut bad = json(&scratch, "base.json");
        change(&mut bad);
        bad.to_string()
    };
    for (bad, reason) in [
        (text[..text.len() / 2].to_owned(), "cut short"),
        (
            text.replacen("\"version\": 2", "\"version\": 0", 1),
            "\"version\"",
        ),
        ("[1, 2, 3]".to_owned(), "not valid JSON"),
        (
            with(|bad| bad["rows"][0]["repeats"] = 0.into()),
            "rows[0].repeats",
        ),
        (
            with(|bad| bad["rows"][0]["case"]["threads"] = 0.into()),
            "rows[0].case.threads",
        ),
        (
            with(|bad| bad["rows"] = json!([bad["rows"][0], bad["rows"][0]])),
            "rows[1].case: ",
        ),
        (with(|bad| bad["schema"] = 1.into()), "\"schema\""),
    ] {
        scratch.file("bad", &bad);
        for args in [
            "compare base.json bad",
            "compare bad base.json",
            "report bad base.json",
        ] {
            let done = scratch.run(args);
            assert_eq!(done.code, Some(3), "{args}: {}", done.stderr);
            for words in ["bad", reason] {
                assert!(done.stderr.contains(words), "{words}: {}", done.stderr);
            }
        }
    }
    // A byte-order mark is fine, as in a file of puzzles.
    scratch.file("marked", &format!("\u{feff}{text}"));
    assert_eq!(scratch.run("report marked").code, Some(0));
    let done = scratch.run("compare base.json marked");
    assert!(matches!(done.code, Some(0 | 4)), "{}", done.stderr);
}

/// Compares the program with itself.
fn with_itself(scratch: &Scratch, more: &str) -> Finished {
    let args = format!("compare --paired {PROGRAM} {PROGRAM} --engines=mrv --pairs=8 {more}");
    let done = scratch.run(&args);
    assert!(
        matches!(done.code, Some(0 | 1 | 4)),
        "{}{}",
        done.stdout,
        done.stderr
    );
    done
}

#[test]
fn two_programs_are_measured_in_turns() {
    let scratch = measured();
    let done = with_itself(&scratch, "in --max-puzzles=4 -q --json pairs --markdown");
    for words in [
        "| case | old | new |",
        "Guesses, nodes and passes: the same in both",
        "\n- in: 4 puzzles\n",
    ] {
        assert!(done.stdout.contains(words), "{}", done.stdout);
    }
    let found = json(&scratch, "pairs");
    assert_eq!(found["paired"], true);
    assert_eq!(found["rows"][0]["pairs"].as_array().unwrap().len(), 8);
    assert_eq!(found["corpora"][0]["puzzles"], 4);
    // Enough time for all of it on any machine.
    let done = with_itself(&scratch, "--time=1h --json all");
    assert_eq!(done.stderr, "");
    let found = json(&scratch, "all");
    assert_eq!(found["rows"].as_array().unwrap().len(), 4);
    assert!(found["together"]["ratio"].as_f64() > Some(0.0));
    assert!(done.stdout.contains("all together"), "{}", done.stdout);
}

#[test]
fn the_variable_names_the_back_end_where_none_is_typed() {
    let scratch = measured();
    for (typed, backend) in [("lanes", "portable"), ("lanes/sse2", "sse2")] {
        if backend == "sse2" && !cfg!(target_arch = "x86_64") {
            continue;
        }
        let args = format!("bench in --rounds=1 --min-sample-time=1us -q --engines={typed}");
        let mut command = scratch.command(&format!("{args} --save {backend}"));
        let done = feed(command.env("NINEFOLD_BACKEND", "portable"), "");
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert_eq!(
            json(&scratch, backend)["rows"][0]["case"]["backend"],
            backend
        );
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_is_twice_as_slow_is_slower() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = measured();
    // Ninefold, except for the times that it reports.
    for (name, ns) in [("old", 2_000_000), ("new", 4_000_000)] {
        let times = format!("\"wall_ns\":{ns},\"cpu_ns\":{ns}");
        let sed = format!("s/\"wall_ns\":[0-9]*,\"cpu_ns\":[0-9]*/{times}/");
        let made_up = format!("#!/bin/sh\n'{PROGRAM}' \"$@\" | sed -u '{sed}'\n");
        let path = scratch.file(name, &made_up);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let done = scratch.run("compare --paired ./old ./new in --engines=mrv --pairs=8 -q");
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    for words in ["Verdict: slower", "  2.0 times slower  "] {
        assert!(done.stdout.contains(words), "{}", done.stdout);
    }
}

#[test]
fn a_report_goes_to_a_file_or_to_standard_output() {
    let scratch = measured();
    assert_eq!(scratch.run("report base.json -o page").code, Some(0));
    scratch
        .run("report base.json")
        .printed(0, &scratch.read("page"));
    assert!(scratch.read("page").starts_with("<!DOCTYPE html>"));
}

/// Every file of `benches/record` can be shown, or says that it is something else.
#[test]
fn every_file_of_the_record_is_read_or_says_what_it_is() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/record");
    let folders = fs::read_dir(root).unwrap().flatten();
    let files = folders
        .filter_map(|folder| fs::read_dir(folder.path()).ok())
        .flatten();
    let paths = files.map(|file| file.unwrap().path());
    let is_json = |path: &std::path::PathBuf| {
        path.extension()
            .is_some_and(|kind| kind == "json" || kind == "jsonl")
    };
    let mut read = 0;
    for path in paths.filter(is_json) {
        let is_other = path.ends_with("peers.json");
        match ninefold::bench::store::load(&path, &mut |warning| panic!("{warning}")) {
            Ok(results) => assert!(!is_other && !results.is_empty(), "{path:?}"),
            Err(error) => assert!(is_other && error.to_string().contains("\"schema\"")),
        }
        read += usize::from(!is_other);
    }
    assert!(read > 3);
}
