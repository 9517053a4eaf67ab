//! Results in files, whole and damaged.

use super::super::record::tests::{example, set_times};
use super::*;
use std::fs;

fn fault(text: &str) -> String {
    let text = text.as_bytes();
    let (place, reason) = parse(&text[..whole(text)]).expect_err("must be refused");
    format!("{place}: {reason}")
}

fn one_line(change: impl Fn(&mut Record)) -> String {
    let mut record = example();
    change(&mut record);
    serde_json::to_string(&record).unwrap()
}

#[test]
fn a_truncated_file_is_refused_wherever_it_was_cut() {
    let text = serde_json::to_string_pretty(&example()).unwrap();
    for cut in 1..text.len() - 1 {
        let message = fault(&text[..cut]);
        let is_cut = message.contains("cut short") || message.contains("invalid number");
        assert!(is_cut, "{cut}: {message}");
    }
    let message = fault(&text[..text.len() / 2]);
    assert!(message.starts_with("line "), "{message}");
}

#[test]
fn numbers_are_read_as_they_were_written() {
    // Times of 1 us to 1 s, all digits used; the last one is the fuzzer's.
    let mut samples: Vec<f64> = (1..2000_u32)
        .map(|i| 1e3 * f64::from(i).sqrt().powi(1 + i as i32 % 4))
        .collect();
    samples.push(1.109_999_999_999_999e16);
    let mut record = example();
    set_times(&mut record.rows[0], samples.into_iter());
    let text = serde_json::to_string(&record).unwrap();
    let read = parse(text.as_bytes()).unwrap();
    assert_eq!(read, [Saved::Result(Box::new(record))]);
}

#[test]
fn what_is_no_result_is_refused_with_place_and_reason() {
    let with = |change: fn(&mut Record)| one_line(change);
    let good = with(|_| {});
    // It subtracted start-up.
    let older = with(|record| record.version = 4);
    let rating = "{\"schema\":\"ninefold.rating\",\"version\":1}";
    let criterion = "{\"schema\": \"criterion\"}";
    let bare = "{\"schema\": \"ninefold.bench\"}";
    let unquoted = good.replacen("{\"schema", "{schema", 1);
    for (text, place, reason) in [
        ("", "line 1", "the file is empty"),
        (
            "53..7....\n",
            "line 1, ",
            "not valid JSON, so no result of bench --save or --append",
        ),
        ("{\"results\": []}", "line 1, ", "found none"),
        ("[1, 2]", "line 1, ", "found 1"),
        (criterion, "line 1, ", "found \"criterion\""),
        (bare, "line 1, ", "version 0"),
        (&older, "line 1, \"version\"", "measure again"),
        (
            &with(|record| record.version = 7),
            "line 1, \"version\"",
            "newer ninefold",
        ),
        // In a history, the line is named. A cut line in the middle is an error like any other.
        (
            &format!("{good}\n{rating}\n"),
            "line 2, \"schema\": ",
            "ninefold.rating",
        ),
        (
            &format!("{good}\n\n{older}\n"),
            "line 3, \"version\"",
            "version 4",
        ),
        (
            &format!("{good}\n{}\n{good}\n", &good[..100]),
            "line 2, column",
            "",
        ),
        (&unquoted, "line 1, column", ""),
        (&format!("{good}\nnonsense"), "line 2, ", ""),
        (&format!("{good}\n[1, 2"), "line 2, ", ""),
        (&format!("{good}\n{{}}"), "line 2, ", ""),
        // Values that cannot be, by field.
        (
            &with(|all| all.rows[1].case.limit = 0),
            "rows[1].case.limit: ",
            "it is 0",
        ),
        (
            &with(|all| all.rows.push(all.rows[0].clone())),
            "rows[2].case: ",
            "",
        ),
        (
            &with(|all| all.rows[1].samples.clear()),
            "rows[1].samples_ns: ",
            "no samples",
        ),
        (
            &with(|all| all.rows[0].samples[4].wall_ns = f64::NAN),
            "line 1, column",
            "null",
        ),
    ] {
        let found = fault(text);
        assert!(found.starts_with(place), "{place}{reason}: {found}");
        assert!(found.contains(reason), "{place}{reason}: {found}");
    }
    // The speeds of such samples are not numbers.
    for ns in [0.0, 1e-320, f64::MIN_POSITIVE, 1e300] {
        let odd = fault(&one_line(|record| record.rows[0].samples[4].wall_ns = ns));
        let expected = format!("rows[0].samples_ns: {ns:e} ns is not the time of a sample");
        assert_eq!(odd, expected);
    }
    let (place, _) = parse(b"{}\n\xff\xfe").err().unwrap();
    assert_eq!(place, "line 2, byte offset 3");
}

#[test]
fn lists_of_samples_are_of_one_length() {
    let by_cpu = |wall_ns: Vec<f64>| {
        let mut record = example();
        record.rows[0].clock = record::CaseClock::Cpu;
        for sample in &mut record.rows[0].samples {
            sample.cpu_ns = Some(sample.wall_ns / 2.0);
        }
        let mut json = serde_json::to_value(&record).unwrap();
        json["rows"][0]["wall_ns"] = wall_ns.into();
        json.to_string()
    };
    for wall_ns in [vec![], vec![1e6; 19], vec![0.0; 20]] {
        let found = fault(&by_cpu(wall_ns));
        assert!(found.starts_with("rows[0].wall_ns: "), "{found}");
    }
    let found = fault(&by_cpu(vec![1e6; 21]));
    assert!(found.starts_with("rows[0].samples_ns: "), "{found}");
}

#[test]
fn a_history_whose_last_line_was_cut_is_read_without_it_and_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let history = folder.path().join("h.jsonl");
    let line = one_line(|_| {});
    for cut in [1, 2, 20, line.len() / 2, line.len() - 1] {
        for last in [line.as_bytes()[..cut].to_vec(), vec![0; cut]] {
            let text = [line.as_bytes(), b"\n", &last].concat();
            fs::write(&history, &text).unwrap();
            let mut messages = String::new();
            let read = load(&history, &mut |what| messages.push_str(what)).unwrap();
            assert_eq!(read, [example()]);
            let cut = "h.jsonl: line 2 was cut while it was written: it is left out";
            assert!(messages.ends_with(cut), "{messages}");
            assert_eq!(fs::read(&history).unwrap(), text);
            append(&example(), &history).unwrap();
            let whole = fs::read_to_string(&history).unwrap();
            assert_eq!(whole, format!("{line}\n{line}\n"));
        }
    }
}

#[test]
fn files_are_saved_appended_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let one = path("one.json");
    let history = path("history.jsonl");
    let mut quiet = |what: &str| panic!("{what}");
    fs::write(&one, to_text(&example())).unwrap();
    assert_eq!(load(&one, &mut quiet).unwrap(), [example()]);
    append(&example(), &history).unwrap();
    append(&example(), &history).unwrap();
    assert_eq!(load(&history, &mut quiet).unwrap().len(), 2);
    assert_eq!(load_last(&history, &mut quiet).unwrap(), example());
    fs::write(&one, "hello").unwrap();
    let refused = append(&example(), &one).unwrap_err().to_string();
    assert!(refused.contains("one.json: line 1, column 1: not valid JSON"));
    assert_eq!(fs::read(&one).unwrap(), b"hello");
    let missing = load(&path("none.json"), &mut quiet).unwrap_err();
    assert!(matches!(missing, StoreError::Io { .. }));
}

#[test]
fn comparisons_are_read_and_told_from_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.json");
    let mut quiet = |what: &str| panic!("{what}");
    let [mut old, mut new] = [example(), example()];
    for (record, count) in [(&mut old, 4e6), (&mut new, 5e6)] {
        let samples = record.rows[0].samples.iter_mut();
        samples.for_each(|sample| sample.instructions = Some(count));
    }
    let mut found = baseline::compare(&old, &new, &baseline::Thresholds::default());
    let ratios = [Some(1.25), None];
    assert!(found.rows.iter().map(|row| row.instructions).eq(ratios));
    fs::write(&file, to_text(&found)).unwrap();
    let saved = load_all(&file, &mut quiet).unwrap();
    assert_eq!(saved, [Saved::Comparison(Box::new(found.clone()))]);
    let refused = load(&file, &mut quiet);
    assert!(matches!(refused, Err(StoreError::Bad { .. })));
    found.version = 3;
    fs::write(&file, to_text(&found)).unwrap();
    let older = load_all(&file, &mut quiet).unwrap_err().to_string();
    assert!(older.contains("version 3") && older.contains("measure again"));
}

/// A process of its own appends, because a limit of the size of files is that of a whole process.
#[cfg(unix)]
#[test]
fn half_a_line_of_a_history_is_taken_back() {
    const HISTORY: &str = "NINEFOLD_TEST_HISTORY";
    if let Some(path) = std::env::var_os(HISTORY) {
        let failed = append(&example(), path.as_ref());
        assert!(matches!(failed, Err(StoreError::Io { .. })), "{failed:?}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h.jsonl");
    append(&example(), &path).unwrap();
    let old = fs::read(&path).unwrap();
    let test = "bench::store::tests::half_a_line_of_a_history_is_taken_back";
    let limit = old.len().div_ceil(512) + 1;
    let limited = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" --exact {test}");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &limited]).env(HISTORY, &path);
    let done = shell.arg(std::env::current_exe().unwrap()).output();
    assert!(done.unwrap().status.success());
    assert_eq!(fs::read(&path).unwrap(), old);
}
