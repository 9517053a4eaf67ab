//! The verbs that measure, from a user's view. No time decides whether a test passes: tests of a
//! verdict use made-up times.

use super::common::{Finished, PROGRAM, PUZZLE, ROOT, Scratch, feed, sample};
use serde_json::{Value, json};
use std::fs;

const QUICK: &str = "bench -q --engines=mrv --min-sample-time=100us --rounds=8 --max-puzzles=8";

/// A directory with puzzles in `in`, and their result in `base.json`.
fn measured() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    scratch
        .run(&format!("{QUICK} in --save base.json"))
        .ended(0, &[]);
    scratch
}

/// Writes a result with made-up times: 30 samples of about `ns`.
fn made_up(scratch: &Scratch, name: &str, ns: f64, change: impl Fn(&mut Value)) {
    let mut result = scratch.json("base.json");
    let sample = |i: i32| ns * (1.0 + f64::from(i % 7) / 1000.0);
    result["rows"][0]["samples_ns"] = (0..30).map(sample).collect::<Vec<f64>>().into();
    result["rows"][0]["clock"] = "wall".into();
    change(&mut result);
    scratch.file(name, &result.to_string());
}

#[test]
fn every_output_is_written_and_holds_every_row() {
    let scratch = measured();
    let exports = "--save r.json --append h.jsonl";
    for force in ["", "--force"] {
        let args = format!("{QUICK} {exports} --limits=1,2 in {force}");
        scratch.run(&args).ended(0, &[]);
    }
    let result = scratch.json("r.json");
    assert_eq!(result["schema"], "ninefold.bench");
    for row in result["rows"].as_array().unwrap() {
        assert_eq!(row["samples_ns"].as_array().unwrap().len(), 8);
        assert_eq!(
            [&row["case"]["corpus"], &row["puzzles"]],
            [&json!("in"), &json!(8)]
        );
    }
    assert_eq!(result["rows"].as_array().unwrap().len(), 2);
    assert_eq!(scratch.read("h.jsonl").lines().count(), 2);
}

#[cfg(unix)]
#[test]
fn puzzles_may_come_from_a_pipe() {
    let scratch = Scratch::new();
    let mut bench = scratch.command(&format!("{QUICK} /dev/stdin --save r.json"));
    feed(&mut bench, &sample()[..82 * 8]).ended(0, &[]);
    assert_eq!(scratch.json("r.json")["rows"][0]["puzzles"], 8);
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
    scratch.file("script.py", "#!/usr/bin/env python3\n");
    std::fs::create_dir(scratch.path("sub")).unwrap();
    for one in ["one", "sub/one"] {
        scratch.file(one, &format!("{PUZZLE}\n"));
    }
    let runs = "
        2 | bench -q --engines=abacus               | abacus
        2 | bench -q --threads=none                 | 'none'
        3 | bench -q empty                          | there is no puzzle in it
        3 | bench -q /no/such/file                  | /no/such/file
        3 | bench -q --save /no/such/r.json         | /no/such/r.json: there is no folder /no/such
        3 | bench -q --append foreign               | not a result of ninefold
        2 | bench -q --solver mine@=./x             | solver 'mine'
        3 | bench -q --save no/r.json               | cannot write no/r.json: there is no folder no (mkdir -p no)
        2 | bench -q one sub/one                    | two inputs are called 'one' & rename or link one
        2 | bench -q ./script.py                    | script.py is a program, but not executable (chmod +x)
        3 | compare -q --paired PROGRAM /no/program | /no/program: cannot be run
        2 | compare -q --paired PROGRAM PROGRAM --engines=abacus | abacus
        2 | compare -q a b input.txt                | --paired";
    scratch.check(&runs.replace("PROGRAM", PROGRAM));
    assert_eq!(scratch.read("foreign"), "{\"a\": 1}\n");
}

#[test]
fn saved_results_are_compared_and_the_exit_code_says_how() {
    let scratch = measured();
    made_up(&scratch, "old", 1e6, |_| ());
    for (ns, code, verdict) in [
        (1e6, 0, "Verdict: same"),
        (1.2e6, 1, "Verdict: slower"),
        (0.8e6, 0, "Verdict: faster"),
        (1.02e6, 4, "Verdict: cannot tell"),
    ] {
        made_up(&scratch, "new", ns, |_| ());
        let done = scratch.run("compare old new");
        done.ended(code, &[verdict, "not paired"]);
    }
    // Counts that grew decide unless they are accepted.
    made_up(&scratch, "new", 1e6, |result| {
        let nodes = &mut result["rows"][0]["counters"]["nodes"];
        *nodes = (nodes.as_u64().unwrap() + 1).into();
    });
    scratch.check(
        "1 | compare old new                   | slower, because a count is worse & --accept-counters
         0 | compare old new --accept-counters |",
    );
}

#[test]
fn results_that_do_not_belong_together_are_refused_and_the_way_on_is_named() {
    let scratch = measured();
    made_up(&scratch, "cpu", 1e6, |result| {
        result["machine"]["cpu"] = "abacus".into();
    });
    made_up(&scratch, "engine", 1e6, |result| {
        result["rows"][0]["case"]["engine"] = "mine".into();
    });
    scratch.check(
        "2 | compare base.json cpu    | \"abacus\" in the new & --paired
         2 | compare base.json engine | no case in common & measure the same files",
    );
}

/// `report` and `compare` only accept whole and valid results. The referee's tests have all that a
/// result may have wrong.
#[test]
fn damaged_results_are_refused_with_file_place_and_reason() {
    let scratch = measured();
    let text = scratch.read("base.json");
    scratch.file("cut", &text[..text.len() / 2]);
    let old = "\"threads\": 1";
    let new = "\"threads\": 0";
    scratch.file("odd", &text.replacen(old, new, 1));
    // A byte-order mark is fine, as in a file of puzzles.
    scratch.file("marked", &format!("\u{feff}{text}"));
    scratch.check(
        "3 | compare base.json cut | cut & cut short
         3 | compare cut base.json | cut & cut short
         3 | report cut base.json  | cut & cut short
         3 | report odd            | odd & rows[0].case.threads
         0 | report marked         | <!DOCTYPE html>",
    );
    scratch.run("compare base.json marked").worked();
}

/// Compares the program with itself.
fn with_itself(scratch: &Scratch, more: &str) -> Finished {
    let args = format!("compare --paired {PROGRAM} {PROGRAM} --engines=mrv --pairs=8 {more}");
    scratch.run(&args)
}

#[test]
fn two_programs_are_measured_in_turns() {
    let scratch = measured();
    let done = with_itself(&scratch, "in --max-puzzles=4 -q --json pairs --markdown");
    let same = "Guesses, nodes and passes: the same in both";
    let code = done.worked().code.unwrap();
    done.ended(code, &["| case | old | new |", same, "\n- in: 4 puzzles\n"]);
    let found = scratch.json("pairs");
    assert_eq!(found["paired"], true);
    assert_eq!(found["rows"][0]["pairs"].as_array().unwrap().len(), 8);
    assert_eq!(found["corpora"][0]["puzzles"], 4);
    // Enough time for all of it on any machine.
    let data_sets = ["easy", "hard"].map(|name| format!("{ROOT}/datasets/{name}.txt"));
    let args = format!("{} --time=1h --json all", data_sets.join(" "));
    let done = with_itself(&scratch, &args);
    assert_eq!(done.worked().stderr, "");
    let found = scratch.json("all");
    assert_eq!(found["rows"].as_array().unwrap().len(), 2);
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
        feed(command.env("NINEFOLD_BACKEND", "portable"), "").ended(0, &[]);
        let case = &scratch.json(backend)["rows"][0]["case"];
        assert_eq!(case["backend"], backend);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_is_twice_as_slow_is_slower() {
    let scratch = measured();
    // Ninefold, except for the times that it reports.
    for (name, ns) in [("old", 2_000_000), ("new", 4_000_000)] {
        let times = format!("\"wall_ns\":{ns},\"cpu_ns\":{ns}");
        let sed = format!("s/\"wall_ns\":[0-9]*,\"cpu_ns\":[0-9]*/{times}/");
        scratch.script(name, &format!("'{PROGRAM}' \"$@\" | sed -u '{sed}'"));
    }
    let done = scratch.run("compare --paired ./old ./new in --engines=mrv --pairs=8 -q");
    done.ended(1, &["Verdict: slower", "  2.0 times as long  "]);
}

#[test]
fn a_report_goes_to_a_file_or_to_standard_output() {
    let scratch = measured();
    scratch.check("0 | report base.json -o page |");
    let page = scratch.read("page");
    scratch.run("report base.json").printed(0, &page);
    assert!(page.starts_with("<!DOCTYPE html>"));
}

/// Every file of `benches/record` can be shown, or says that it is something else.
#[test]
fn every_file_of_the_record_is_read_or_says_what_it_is() {
    let folders = fs::read_dir(format!("{ROOT}/benches/record")).unwrap();
    let files = folders.filter_map(|folder| fs::read_dir(folder.unwrap().path()).ok());
    let paths = files.flatten().map(|file| file.unwrap().path());
    let is_json = |path: &std::path::PathBuf| {
        let kind = path.extension().and_then(|kind| kind.to_str());
        matches!(kind, Some("json" | "jsonl"))
    };
    let mut read = 0;
    for path in paths.filter(is_json) {
        let is_other = path.ends_with("peers.json");
        match ninefold_referee::bench::store::load(&path, &mut |warning| panic!("{warning}")) {
            Ok(results) => assert!(!is_other && !results.is_empty(), "{path:?}"),
            Err(error) => assert!(is_other && error.to_string().contains("\"schema\"")),
        }
        read += usize::from(!is_other);
    }
    assert!(read > 3);
}
