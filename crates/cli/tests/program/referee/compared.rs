//! External solvers in `compare` and `verify`.

use super::{NINEFOLD, Place, ROOT, distinct, honest, of};
use crate::common::{Finished, feed, sample, skipped};
use serde_json::{Value, json};
use std::fs;

/// `compare --paired` of solvers `old` and `new`, quickly.
fn compare(place: &Place, more: &str) -> Finished {
    let pairs = if more.contains("--instructions") {
        ""
    } else {
        "--pairs=8"
    };
    place.0.run(&format!(
        "compare --paired old new in.txt -q {pairs} {more}"
    ))
}

/// The same of these two, and the comparison as JSON.
fn compare_both(place: &Place, old: &str, new: &str, more: &str) -> (Finished, Value) {
    let solvers = format!("--solver \"{old}\" --solver \"{new}\"");
    let done = compare(place, &format!("{solvers} --json pairs --force {more}"));
    let found = fs::read(place.0.path("pairs")).unwrap_or_default();
    (done, serde_json::from_slice(&found).unwrap_or_default())
}

#[track_caller]
fn was_measured(done: &Finished) {
    assert!(
        matches!(done.code, Some(0 | 1 | 4)),
        "{}{}",
        done.stdout,
        done.stderr
    );
}

#[test]
fn two_solvers_are_compared_in_turns() {
    let place = Place::new();
    let (Some(command), Some(library)) = (place.command(), place.library("new", &[])) else {
        return;
    };
    let old = format!("old={command}");
    for new in [&format!("new={command} stay"), &library] {
        let (done, found) = compare_both(&place, &old, new, "");
        was_measured(&done);
        for words in ["\nnew x1 in limit 1 ", "new against old"] {
            assert!(done.stdout.contains(words), "{}", done.stdout);
        }
        assert_eq!(found["rows"][0]["case"]["engine"], "new");
        assert_eq!(found["rows"][0]["pairs"].as_array().unwrap().len(), 8);
    }
    let tired = place.script("new", "read -r l || exit 0; echo tired >&2; exit 9");
    let new = format!("new={command}");
    for (new, more, code, words) in [
        (
            &tired,
            "",
            3,
            "new: it ended (exit status: 9) after 0 of 1 answer",
        ),
        (&tired, "", 3, "it printed nothing; it said:\n  tired\n"),
        (
            &new,
            "--limits=2",
            2,
            "new: it cannot be asked for 2 solutions: write {limit}",
        ),
        (
            &new,
            "--engines=mrv",
            2,
            "--engines is for builds of ninefold",
        ),
        (
            &format!("other={command}"),
            "",
            2,
            "there is no solver 'new'",
        ),
    ] {
        let (done, _) = compare_both(&place, &old, new, more);
        assert_eq!(done.code, Some(code), "{}", done.stderr);
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
    let saved = place
        .0
        .run(&format!("compare a.json b.json --solver '{old}'"));
    assert_eq!(saved.code, Some(2), "{}", saved.stderr);
}

/// A busy machine takes the CPU from a command, and does not make it slower. One that lets other
/// processes work has little CPU time, and is not faster.
#[test]
#[cfg(target_os = "linux")]
fn cpu_time_decides_on_commands_that_work_themselves() {
    let place = Place::new();
    let Some(command) = place.command() else {
        return;
    };
    let puzzles = place.0.read("in.txt");
    let pairs = puzzles.lines().map(|puzzle| {
        let solution = ninefold::solve(puzzle).unwrap();
        format!("{puzzle},{solution}\n")
    });
    let map = place.0.file("map", &pairs.collect::<String>());
    let answer = format!("read -r l; sed -n \"s/^$l,//p\" '{map}'; count=$((count - 1))");
    let serve = format!("while [ $count -gt 0 ]; do {answer}; done");
    let greets = "echo ninefold-solver 1; while read -r s count limit; do";
    let forks = place.script("new", &format!("{greets} {serve}; done"));
    let old = format!("old={command} stay");
    for (new, forks) in [(format!("new={command} stay"), false), (forks, true)] {
        let (done, found) = compare_both(&place, &old, &new, "--fixed");
        was_measured(&done);
        // On a very busy machine, a command waits for its puzzles, too.
        let by_cpu = found["cpu_time"].as_bool().unwrap();
        assert!(!(by_cpu && forks), "{}", done.stdout);
        let idle = found["idle"].as_f64();
        assert_eq!(idle.is_some_and(|idle| idle >= 0.2), !by_cpu, "{idle:?}");
        let words = match by_cpu {
            true => "CPU time of one thread",
            false => "wall clock, because a solver slept",
        };
        assert!(done.stdout.contains(words), "{}", done.stdout);
    }
}

/// The counts of valgrind are the same in every run.
#[test]
fn instructions_are_counted_where_times_are_too_noisy() {
    let mut valgrind = std::process::Command::new("valgrind");
    if valgrind.arg("--version").output().is_err() {
        return skipped("no valgrind (apt-get install valgrind)");
    }
    let place = Place::new();
    let slow = place.compiled("command.c", "slow", &["-O0"]);
    let (Some(command), Some(slow)) = (place.command(), slow) else {
        return;
    };
    let cases = [(&command, "", 0), (&command, " stay", 0), (&slow, "", 1)];
    let counts = cases.map(|(new, how, code)| {
        let (old, new) = (format!("old={command}{how}"), format!("new={new}{how}"));
        let (done, found) = compare_both(&place, &old, &new, "--instructions");
        assert_eq!(done.code, Some(code), "{}{}", done.stdout, done.stderr);
        let count = found["counts"].as_array().unwrap().last().unwrap();
        assert_eq!(count["count"], "instructions");
        count["old"].as_u64().unwrap()
    });
    assert!(counts[0] > 0 && counts[0] == counts[2], "{counts:?}");
}

/// Samples take some of the puzzles, and a wrong answer to another one must not pass.
#[test]
fn answers_to_puzzles_that_are_not_measured_are_checked() {
    let place = Place::new();
    let dataset = fs::read_to_string(format!("{ROOT}/datasets/sample.txt")).unwrap();
    place.0.file("in.txt", &dataset);
    let right = ninefold::solve(dataset.lines().last().unwrap())
        .unwrap()
        .to_string();
    let wrong = right.replace('1', "2");
    let old = place.script("old", &honest(""));
    let new = place.script("new", &honest(&format!("| sed 's/{right}/{wrong}/'")));
    let (done, _) = compare_both(&place, &old, &new, "");
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    assert!(done.stderr.contains("new: puzzle 500"), "{}", done.stderr);
}

/// The fifth puzzle, and a solver that does something else when it comes.
fn on_fifth(place: &Place, name: &str, what: &str) -> (String, String) {
    let fifth = sample().lines().nth(4).unwrap()[..81].to_owned();
    let text =
        format!("t=$(cat); case \"$t\" in *{fifth}*) {what};; esac; printf '%s\\n' \"$t\" | ");
    let solver = place.script(name, &(text + &honest("")));
    (fifth, solver)
}

/// A side that fails on one puzzle is neither the same nor too slow, whatever the time is.
#[test]
fn a_side_that_hangs_or_crashes_has_failed_and_its_puzzle_is_named() {
    let place = Place::new();
    let limits = "--time=2m --timeout=4s";
    let (crash, hang) = ("kill -SEGV $$", "exec sleep 900");
    for (old, new, failed) in [
        ("true", crash, &["new"][..]),
        (crash, "true", &["old"]),
        (crash, crash, &["new", "old"]),
        ("true", hang, &["new"]),
    ] {
        let (fifth, old) = on_fifth(&place, "old", old);
        let (_, new) = on_fifth(&place, "new", new);
        let (done, found) = compare_both(&place, &old, &new, limits);
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        let named = failed[0];
        for words in [&format!("ninefold: {named}: puzzle 5 of in: "), &fifth] {
            assert!(done.stderr.contains(words), "{}", done.stderr);
        }
        assert!(
            done.stdout.contains(&format!("{named} failed on ")),
            "{}",
            done.stdout
        );
        let said = (&found["verdict"], &found["failed_side"]);
        assert_eq!(said, (&json!("failed"), &json!(named)));
        let sides = found["failures"].as_array().unwrap().iter();
        let sides: Vec<&Value> = sides.map(|failure| &failure["side"]).collect();
        assert_eq!(sides, failed, "{found}");
    }
    for flags in [&["-DHANGS"][..], &["-DCRASHES"]] {
        let (Some(old), Some(new)) = (place.library("old", &[]), place.library("new", flags))
        else {
            return;
        };
        let (done, _) = compare_both(&place, &old, &new, limits);
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        assert!(done.stderr.contains("ninefold: new: "), "{}", done.stderr);
    }
}

/// Where the old side fails, only the other inputs are compared.
#[test]
fn a_fix_is_compared_where_the_old_side_works() {
    let place = Place::new();
    let other = sample()
        .lines()
        .skip(8)
        .take(8)
        .collect::<Vec<_>>()
        .join("\n");
    place.0.file("other.txt", &other);
    let (_, old) = on_fifth(&place, "old", "exit 9");
    let new = place.script("new", &honest(""));
    let (done, found) = compare_both(&place, &old, &new, "other.txt");
    // Which of the same two is slower is chance, and that would be told.
    assert!(matches!(done.code, Some(1 | 3)), "{}", done.stderr);
    assert_eq!(found["failed_side"], "old");
    assert_eq!(found["failures"][0]["case"]["corpus"], "in");
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &rows[0]["case"]["corpus"]),
        (1, &json!("other"))
    );
    // Its commit tells nothing to `git bisect run`, and one that breaks it is bad.
    let (done, _) = compare_both(&place, &old, &new, "other.txt --bisect");
    assert!(matches!(done.code, Some(1 | 125)), "{}", done.stderr);
    let (old, new) = (new.replace("new=", "old="), old.replace("old=", "new="));
    let (done, _) = compare_both(&place, &old, &new, "--bisect");
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let done = compare(&place, &format!("--bisect --solver '{old}'"));
    assert_eq!(done.code, Some(128), "{}", done.stderr);
}

/// Nobody knows about the answers that were not given.
#[test]
fn what_is_not_checked_is_neither_the_same_nor_faster() {
    let place = Place::new();
    let line = sample().lines().next().unwrap()[..81].to_owned() + "\n";
    place.0.file("in.txt", &line.repeat(20_000));
    // A hundred puzzles a second.
    let slow = "{ while read -r l; do sleep 0.01; echo \"$l\"; done; } | ";
    let [old, new] =
        ["old", "new"].map(|name| place.script(name, &(slow.to_owned() + &honest(""))));
    let (done, found) = compare_both(&place, &old, &new, "--time=12s");
    assert_eq!(done.code, Some(4), "{}{}", done.stdout, done.stderr);
    if done.stderr.is_empty() {
        assert!(done.stdout.contains("Not checked: in: "), "{}", done.stdout);
        let said = (&found["verdict"], &found["unchecked"][0]["puzzles"]);
        assert_eq!(said, (&json!("inconclusive"), &json!(20_000)));
    }
}

/// Code placement makes some copies of a program slower than others.
#[test]
#[cfg(target_os = "linux")]
fn programs_are_started_from_another_copy_each_time() {
    let place = Place::new();
    let log = place.0.path("log");
    fs::create_dir(place.0.path("tmp")).unwrap();
    let temporary = fs::canonicalize(place.0.path("tmp")).unwrap();
    // A shell takes the first word after its name for a script, and that word is "worker".
    let script = format!("readlink /proc/$$/exe >>'{log}'\nexec '{NINEFOLD}' worker \"$@\"\n");
    place.0.file("worker", &script);
    let wrapped = place.script(
        "wrapped",
        &format!("echo $0 >>'{log}.2'; '{NINEFOLD}' \"$@\""),
    );
    let wrapped = wrapped.split_once('=').unwrap().1;
    for name in ["sh", "/bin/sh"] {
        let args = format!("compare --paired {name} {wrapped} in.txt -q --engines=mrv --pairs=8");
        let done = feed(place.0.command(&args).env("TMPDIR", &temporary), "");
        was_measured(&done);
        assert_eq!(done.stderr, "");
        // The first pass, and eight pairs.
        let files = distinct(&log);
        assert_eq!(files.len(), 9);
        let is_copy = |file: &String| file.starts_with(temporary.to_str().unwrap());
        assert!(files.iter().all(is_copy), "{files:?}");
        // A script may need files beside it.
        let scripts = place.0.read("log.2");
        assert!(scripts.lines().all(|line| line == wrapped), "{scripts}");
        assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
        fs::remove_file(&log).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn libraries_are_loaded_from_another_copy_each_time() {
    let place = Place::new();
    let tells = |log: &str| format!("-DTELLS=\"{}\"", place.0.path(log));
    let old = place.library("old", &[&tells("log")]);
    // It says that other files are beside it.
    let new = place.library("new", &[&tells("beside"), "-Wl,-rpath,$ORIGIN"]);
    let (Some(old), Some(new)) = (old, new) else {
        return;
    };
    let (done, _) = compare_both(&place, &old, &new, "");
    was_measured(&done);
    let files = distinct(&place.0.path("log"));
    assert_eq!(files.len(), 2 * 9, "{files:?}");
    let new = new.split_once('=').unwrap().1;
    let files = place.0.read("beside");
    let is_new = |line: &str| line.split_once(' ').map(|(file, _)| file) == Some(new);
    assert!(files.lines().all(is_new), "{files}");
    // Faults of a copy are reported with the name of the original.
    let bad = place.library("bad", &["-DVERSION=7"]).unwrap();
    let (done, _) = compare_both(&place, &old, &bad.replacen("bad=", "new=", 1), "");
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    let words = format!("ninefold: new: {}: ", &bad[4..]);
    assert!(done.stderr.starts_with(&words), "{}", done.stderr);
}

/// A solver that takes time to start and, so that its work is noticeable, for each puzzle; and how
/// often it started. All bounds on that hold on any machine, however slow.
fn slow_to_start(place: &Place, name: &str) -> (String, impl Fn() -> usize) {
    let log = place.0.path(&format!("{name}.log"));
    let slowly = "while read -r l; do sleep 0.05; echo \"$l\"; done";
    let text = format!("echo >>'{log}'; sleep 0.3; {slowly} | {}", honest(""));
    let solver = place.script(name, &text);
    let starts = move || fs::read_to_string(&log).map_or(0, |log| log.lines().count());
    (solver, starts)
}

#[test]
fn the_time_is_kept_where_no_pair_fits_it() {
    let place = Place::new();
    let (old, old_starts) = slow_to_start(&place, "old");
    let (new, new_starts) = slow_to_start(&place, "new");
    let (done, found) = compare_both(&place, &old, &new, "--time=2s");
    assert_eq!((done.code, &*done.stdout), (Some(4), ""), "{}", done.stderr);
    assert!(done.stderr.contains("--time 2s"), "{}", done.stderr);
    assert_eq!(found, Value::Null);
    // One after another, at least 0.3 s each.
    let starts = old_starts() + new_starts();
    assert!((1..=8).contains(&starts), "{starts}");
}

#[test]
fn measuring_ends_with_its_time_where_a_solver_is_slow() {
    let place = Place::new();
    let (slow, starts) = slow_to_start(&place, "slow");
    let args = "bench in.txt -q --engines=mrv --time=1s --save r.json --min-sample-time=100us";
    let done = place.0.run(&format!("{args} --solver {slow}"));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    // Only its preparing takes longer.
    for words in [
        "--time 1s was enough for 1 round; an interval needs 8",
        "--time 10s",
    ] {
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
    let record: Value = serde_json::from_str(&place.0.read("r.json")).unwrap();
    let row = of(&record, "rows", "slow", 1).unwrap();
    assert_eq!(row["samples_ns"].as_array().unwrap().len(), 1);
    // A sample is tried again if the start took longer than the work, as it may on a busy machine.
    // 30 rounds take at least 60 starts.
    assert!((6..=40).contains(&starts()), "{}", starts());
}

#[test]
fn the_answers_of_a_command_are_verified() {
    let place = Place::new();
    // Line 3 is not a puzzle, and is not passed on.
    let mut lines: Vec<String> = sample()
        .lines()
        .take(6)
        .map(|line| line.replace('.', "0"))
        .collect();
    lines.insert(2, "no puzzle".to_owned());
    place.0.file("some", &lines.join("\n"));
    // More than a pipe can hold, and no reader.
    place.0.file("many", &sample().repeat(50));
    for (input, solver, code, words) in [
        (
            "some",
            place.script("good", &honest("")),
            0,
            "\n6 right, 0 wrong, 0 without an answer\n",
        ),
        (
            "some",
            place.script("good", &honest("")),
            0,
            "solver good; one for each puzzle, none for",
        ),
        (
            "some",
            place.script("wrong", &honest("| sed '4s/^./x/'")),
            1,
            "line 5 (answers: line 4): r1c1 is not a digit",
        ),
        (
            "in.txt",
            place.script("mixed", &honest("| sed -n '1p;2{h;d;};3{G;p;};4,$p'")),
            1,
            "6 right, 2 wrong, 0 without an answer\n",
        ),
        (
            "some",
            place.script("little", "head -n 2"),
            3,
            "little: it ended (exit status: 0) after 2 of 6 answers",
        ),
        (
            "many",
            place.script("closes", "read -r l || exit 0; exec 0<&-; echo \"$l\""),
            3,
            "closes: it ended (exit status: 0) after 1 of 2,400 answers",
        ),
        (
            "some",
            "gone=/no/such/solver".to_owned(),
            3,
            "gone: cannot be run",
        ),
        ("some", "lib=./lib.so".to_owned(), 2, "verify runs commands"),
        ("some", "mrv=./a".to_owned(), 2, "the name of an engine"),
        ("some some", "a=./a".to_owned(), 2, "a solver, not both"),
        ("-", "a=./a".to_owned(), 2, "standard input"),
        (
            "some --answer-format=csv",
            "a=./a".to_owned(),
            2,
            "cannot be used with",
        ),
        (
            "some --answer-column=a",
            "a=./a".to_owned(),
            2,
            "cannot be used with",
        ),
    ] {
        let done = place.0.run(&format!("verify {input} --solver '{solver}'"));
        assert_eq!(done.code, Some(code), "{solver}: {}", done.stderr);
        let said = done.stdout + &done.stderr;
        assert!(said.contains(words), "{solver}: {said}");
    }
}

#[test]
fn the_puzzles_for_a_solver_are_read_as_was_said() {
    let place = Place::new();
    let lines: Vec<String> = sample().lines().take(4).map(str::to_owned).collect();
    let [a, b, c, d] = &lines[..] else {
        unreachable!("there are four");
    };
    place
        .0
        .file("two", &format!("quiz,other\n{a},{b}\n{c},{d}\n"));
    let asked = place.0.path("asked");
    let solver = place.script("tells", &format!("tee '{asked}' | {}", honest("")));
    for (column, wanted) in [("other", [b, d]), ("quiz", [a, c])] {
        let done = place
            .0
            .run(&format!("verify two --solver '{solver}' --column {column}"));
        let report = "2 right, 0 wrong, 0 without an answer\n";
        assert!(
            done.stdout.ends_with(report),
            "{}{}",
            done.stdout,
            done.stderr
        );
        assert_eq!(
            place.0.read("asked"),
            format!("{}\n{}\n", wanted[0], wanted[1])
        );
    }
}
