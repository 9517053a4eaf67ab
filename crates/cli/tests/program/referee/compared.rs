//! External solvers in `compare` and `verify`.

use super::{PROGRAM, Place, ROOT, distinct, honest, row_of};
use crate::common::{Finished, feed, sample, skipped, table, tool};
use serde_json::{Value, json};
use std::fs;

/// `compare --paired` of solvers `old` and `new`, quickly.
fn compare(place: &Place, more: &str) -> Finished {
    let has_pairs = !more.contains("--instructions");
    let pairs = if has_pairs { "--pairs=8" } else { "" };
    place.run(&format!(
        "compare --paired old new in.txt -q {pairs} {more}"
    ))
}

/// The same of these two, and the comparison as JSON.
fn compare_both(place: &Place, old: &str, new: &str, more: &str) -> (Finished, Value) {
    let solvers = format!("--solver \"{old}\" --solver \"{new}\"");
    let done = compare(place, &format!("{solvers} --json pairs --force {more}"));
    let found = fs::read(place.path("pairs")).unwrap_or_default();
    (done, serde_json::from_slice(&found).unwrap_or_default())
}

#[test]
fn two_solvers_are_compared_in_turns() {
    let place = Place::new();
    let (Some(command), Some(library)) = (place.in_c(), place.library("new", &[])) else {
        return;
    };
    let old = format!("old={command}");
    for new in [&format!("new={command} stay"), &library] {
        let (done, found) = compare_both(&place, &old, new, "");
        done.ended(
            done.worked().code.unwrap(),
            &["\nnew x1 in limit 1 ", "new against old"],
        );
        assert_eq!(found["rows"][0]["case"]["engine"], "new");
        assert_eq!(found["rows"][0]["pairs"].as_array().unwrap().len(), 8);
        is_by_cpu_time(&done, &found);
    }
    place.solver("tired", "read -r l || exit 0; echo tired >&2; exit 9");
    for [code, new, more, words] in table(
        "3 | new=./tired   |               | new: it ended (exit status: 9) after 0 of 1 answer
         3 | new=./tired   |               | it printed nothing; it said: &   tired
         2 | new=COMMAND   | --limits=2    | new: it cannot be asked for 2 solutions: write {limit}
         2 | new=COMMAND   | --engines=mrv | --engines is for builds of ninefold
         2 | other=COMMAND |               | there is no solver 'new'",
    ) {
        let new = new.replace("COMMAND", &command);
        let words: Vec<&str> = words.split(" & ").collect();
        let (done, _) = compare_both(&place, &old, &new, more);
        done.ended(code.parse().unwrap(), &words);
    }
    let saved = place.run(&format!("compare a.json b.json --solver '{old}'"));
    saved.ended(2, &[]);
}

/// Whether CPU time decided, which the report must say: a busy machine takes the CPU from a
/// command, and does not make it slower. On a very busy machine, a command waits for its puzzles,
/// too.
fn is_by_cpu_time(done: &Finished, found: &Value) -> bool {
    let by_cpu = found["cpu_time"].as_bool().unwrap();
    let idle = found["idle"].as_f64();
    assert_eq!(idle.is_some_and(|idle| idle >= 0.2), !by_cpu, "{idle:?}");
    let words = if by_cpu {
        "CPU time of one thread"
    } else {
        "wall clock, because a solver slept"
    };
    assert!(done.stdout.contains(words), "{}", done.stdout);
    by_cpu
}

/// One that lets other processes work is judged by their CPU time, too.
#[test]
#[cfg(target_os = "linux")]
fn the_work_of_all_processes_counts() {
    let place = Place::new();
    let Some(command) = place.in_c() else {
        return;
    };
    let greets = "echo ninefold-solver 1; while read -r s count limit; do";
    let solves = format!("head -n $count | '{command}'");
    let [old, new] =
        ["old", "new"].map(|name| place.solver(name, &format!("{greets} {solves}; done")));
    let (done, found) = compare_both(&place, &old, &new, "");
    is_by_cpu_time(done.worked(), &found);
}

#[test]
fn instructions_need_valgrind_and_no_solver_is_blamed_for_it() {
    let place = Place::new();
    let solver = place.solver("a", &honest(""));
    let compare =
        format!("compare --paired a b in.txt --instructions --solver {solver} --solver b=/bin/cat");
    let done = feed(place.command(&compare).env("PATH", "/nowhere"), "");
    done.failed(
        3,
        &["ninefold: --instructions needs valgrind (apt-get install valgrind)"],
    );
}

/// The counts of valgrind are the same in every run.
#[test]
fn instructions_are_counted_where_times_are_too_noisy() {
    if !tool("valgrind", &["--version"]) {
        return skipped("no valgrind (apt-get install valgrind)");
    }
    let place = Place::new();
    let slow = place.compiled("command.c", "slow", &["-O0"]);
    let (Some(command), Some(slow)) = (place.in_c(), slow) else {
        return;
    };
    let fast_library = place.library("fast", &[]).unwrap();
    let slow_library = place.library("slower", &["-O0"]).unwrap();
    let path = |library: &str| library.split_once('=').unwrap().1.to_owned();
    let fast_library = path(&fast_library);
    let slow_library = path(&slow_library);
    let script = place.script("script", &format!("'{command}' \"$@\"; true"));
    let cases = [
        (&command, &command, "", 0),
        (&command, &command, " stay", 0),
        (&command, &slow, "", 1),
        // What a script starts counts.
        (&script, &slow, "", 1),
        (&fast_library, &fast_library, "", 0),
        (&fast_library, &slow_library, "", 1),
    ];
    let counts = cases.map(|(old, new, how, code)| {
        let old = format!("old={old}{how}");
        let new = format!("new={new}{how}");
        let (done, found) = compare_both(&place, &old, &new, "--instructions");
        done.ended(code, &["by the number of instructions"]);
        assert_eq!(found["by_instructions"], true);
        let count = found["counts"].as_array().unwrap().last().unwrap();
        assert_eq!(count["count"], "instructions");
        count["old"].as_u64().unwrap()
    });
    assert!(counts[0] > 0 && counts[0] == counts[2], "{counts:?}");
    assert_eq!(counts[4], counts[5], "{counts:?}");
    let refused = place.run("compare --paired a b --instructions");
    refused.ended(2, &["--instructions is for two solvers"]);
}

/// Samples take some of the puzzles, and a wrong answer to another one must not pass.
#[test]
fn answers_to_puzzles_that_are_not_measured_are_checked() {
    let place = Place::new();
    let dataset = fs::read_to_string(format!("{ROOT}/datasets/sample.txt")).unwrap();
    place.file("in.txt", &dataset);
    let right = ninefold::solve(dataset.lines().last().unwrap());
    let right = right.unwrap().to_string();
    let wrong = right.replace('1', "2");
    let old = place.solver("old", &honest(""));
    let new = place.solver("new", &honest(&format!("| sed 's/{right}/{wrong}/'")));
    let (done, _) = compare_both(&place, &old, &new, "");
    done.ended(3, &["new: puzzle 500"]);
}

/// The fifth puzzle, and a solver that does something else when it comes.
fn on_fifth(place: &Place, name: &str, what: &str) -> (String, String) {
    let fifth = sample()[4 * 82..][..81].to_owned();
    let case = format!("case \"$t\" in *{fifth}*) {what};; esac");
    let forwards = format!("printf '%s\\n' \"$t\" | {}", honest(""));
    let solver = place.solver(name, &format!("t=$(cat); {case}; {forwards}"));
    (fifth, solver)
}

/// A side that fails on one puzzle is neither the same nor too slow, whatever the time is.
#[test]
fn a_side_that_hangs_or_crashes_has_failed_and_its_puzzle_is_named() {
    let place = Place::new();
    let limits = "--time=2m --timeout=4s";
    let crash = "kill -SEGV $$";
    let hang = "exec sleep 900";
    for (old, new, failed) in [
        ("true", crash, &["new"][..]),
        (crash, "true", &["old"]),
        (crash, crash, &["new", "old"]),
        ("true", hang, &["new"]),
    ] {
        let (fifth, old) = on_fifth(&place, "old", old);
        let (_, new) = on_fifth(&place, "new", new);
        let (done, found) = compare_both(&place, &old, &new, limits);
        let named = failed[0];
        let puzzle = format!("ninefold: {named}: puzzle 5 of in: ");
        done.ended(3, &[&puzzle, &fifth, &format!("{named} failed on ")]);
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
        done.ended(3, &["ninefold: new: "]);
    }
}

/// Where the old side fails, only the other inputs are compared.
#[test]
fn a_fix_is_compared_where_the_old_side_works() {
    let place = Place::new();
    place.file("other.txt", &sample()[8 * 82..16 * 82]);
    let (_, old) = on_fifth(&place, "old", "exit 9");
    let new = place.solver("new", &honest(""));
    let (done, found) = compare_both(&place, &old, &new, "other.txt");
    // Which of the same two is slower is chance.
    assert!(matches!(done.code, Some(1 | 3)), "{}", done.stderr);
    assert_eq!(found["failed_side"], "old");
    assert_eq!(found["failures"][0]["case"]["corpus"], "in");
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["case"]["corpus"], "other");
}

/// Nobody knows about the answers that were not given.
#[test]
fn what_is_not_checked_is_neither_the_same_nor_faster() {
    let place = Place::new();
    place.file("in.txt", &sample()[..82].repeat(20_000));
    // A hundred puzzles a second.
    let slow = "{ while read -r l; do sleep 0.01; echo \"$l\"; done; } | ";
    let slow = slow.to_owned() + &honest("");
    let [old, new] = ["old", "new"].map(|name| place.solver(name, &slow));
    let (done, found) = compare_both(&place, &old, &new, "--time=12s");
    done.ended(4, &[]);
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
    let log = place.path("log");
    fs::create_dir(place.path("tmp")).unwrap();
    let temporary = fs::canonicalize(place.path("tmp")).unwrap();
    // A shell takes the first word after its name for a script, and that word is "worker".
    let script = format!("readlink /proc/$$/exe >>'{log}'\nexec '{PROGRAM}' worker \"$@\"\n");
    place.file("worker", &script);
    let script = format!("echo $0 >>'{log}.2'; '{PROGRAM}' \"$@\"");
    let wrapped = place.script("wrapped", &script);
    for name in ["sh", "/bin/sh"] {
        let args = format!("compare --paired {name} {wrapped} in.txt -q --engines=mrv --pairs=8");
        let done = feed(place.command(&args).env("TMPDIR", &temporary), "");
        assert_eq!(done.worked().stderr, "");
        // The first pass, and eight pairs.
        let files = distinct(&log);
        assert_eq!(files.len(), 9);
        let is_copy = |file: &String| file.starts_with(temporary.to_str().unwrap());
        assert!(files.iter().all(is_copy), "{files:?}");
        // A script may need files beside it.
        let scripts = place.read("log.2");
        assert!(scripts.lines().all(|line| line == wrapped), "{scripts}");
        assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
        fs::remove_file(&log).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn libraries_are_loaded_from_another_copy_each_time() {
    let place = Place::new();
    let tells = |log: &str| format!("-DTELLS=\"{}\"", place.path(log));
    let old = place.library("old", &[&tells("log")]);
    // It says that other files are beside it.
    let new = place.library("new", &[&tells("beside"), "-Wl,-rpath,$ORIGIN"]);
    let (Some(old), Some(new)) = (old, new) else {
        return;
    };
    // So the times decide, and nothing is counted after them.
    let (done, _) = compare_both(&place, &old, &new, "--threshold=900");
    done.worked();
    let files = distinct(&place.path("log"));
    assert_eq!(files.len(), 2 * 9, "{files:?}");
    let new = new.split_once('=').unwrap().1;
    let files = place.read("beside");
    let is_new = |line: &str| line.split_once(' ').map(|(file, _)| file) == Some(new);
    assert!(files.lines().all(is_new), "{files}");
    // Faults of a copy are reported with the name of the original.
    let bad = place.library("bad", &["-DVERSION=7"]).unwrap();
    let (done, _) = compare_both(&place, &old, &bad.replacen("bad=", "new=", 1), "");
    done.ended(3, &[&format!("ninefold: new: {}: ", &bad[4..])]);
}

/// A solver that takes time to start and, so that its work is noticeable, for each puzzle; and how
/// often it started. All bounds on that hold on any machine, however slow.
fn slow_to_start(place: &Place, name: &str) -> (String, impl Fn() -> usize) {
    let log = place.path(&format!("{name}.log"));
    let slowly = "while read -r l; do sleep 0.05; echo \"$l\"; done";
    let text = format!("echo >>'{log}'; sleep 0.3; {slowly} | {}", honest(""));
    let solver = place.solver(name, &text);
    let starts = move || fs::read_to_string(&log).map_or(0, |log| log.lines().count());
    (solver, starts)
}

#[test]
fn the_time_is_kept_where_no_pair_fits_it() {
    let place = Place::new();
    let (old, old_starts) = slow_to_start(&place, "old");
    let (new, new_starts) = slow_to_start(&place, "new");
    let (done, found) = compare_both(&place, &old, &new, "--time=2s");
    done.ended(4, &["--time 2s"]);
    assert_eq!(done.stdout, "");
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
    let done = place.run(&format!("{args} --solver {slow}"));
    // Only its preparing takes longer.
    let words = "--time 1s was enough for 1 round; an interval needs 8";
    done.ended(0, &[words, "--time 10s"]);
    let record = place.json("r.json");
    let row = row_of(&record, "slow", 1);
    assert_eq!(row["samples_ns"].as_array().unwrap().len(), 1);
    // A sample is tried again if the start took longer than the work, as it may on a busy machine.
    // 30 rounds take at least 60 starts.
    assert!((6..=40).contains(&starts()), "{}", starts());
}

#[test]
fn the_answers_of_a_command_are_verified() {
    let place = Place::new();
    // Line 3 is not a puzzle, and is not passed on.
    let mut lines: Vec<String> = sample()[..6 * 82]
        .lines()
        .map(|l| l.replace('.', "0"))
        .collect();
    lines.insert(2, "no puzzle".to_owned());
    place.file("some", &lines.join("\n"));
    // More than a pipe can hold, and no reader.
    place.file("many", &sample().repeat(50));
    for (name, text) in [
        ("good", honest("")),
        ("wrong", honest("| sed '4s/^./x/'")),
        ("mixed", honest("| sed -n '1p;2{h;d;};3{G;p;};4,$p'")),
        ("little", "head -n 2".to_owned()),
        (
            "closes",
            "read -r l || exit 0; exec 0<&-; echo \"$l\"".to_owned(),
        ),
    ] {
        place.solver(name, &text);
    }
    place.check(
        "1 | verify some --solver good=./good     | 6 right, 0 wrong, 0 without an answer, 1 line not read & solver good; one for each puzzle, none for
         1 | verify some --solver wrong=./wrong   | line 5 (answers: line 4): r1c1 is not a digit
         1 | verify in.txt --solver mixed=./mixed | 6 right, 2 wrong, 0 without an answer
         3 | verify some --solver little=./little | little: it ended (exit status: 0) after 2 of 6 answers
         3 | verify many --solver closes=./closes | closes: it ended (exit status: 0) after 1 of 2,400 answers
         3 | verify some --solver gone=/no/solver | gone: cannot be run
         2 | verify some --solver lib=./lib.so    | verify runs commands
         2 | verify some --solver mrv=./a         | the name of an engine
         2 | verify some some --solver a=./a      | a solver, not both
         2 | verify - --solver a=./a              | standard input, because they are read twice: save them in a file
         2 | verify - -                           | cannot both be standard input: save one in a file
         2 | verify some --answer-format=csv --solver a=./a | cannot be used with
         2 | verify some --answer-column=a --solver a=./a   | cannot be used with",
    );
}

#[test]
fn the_puzzles_for_a_solver_are_read_as_was_said() {
    let place = Place::new();
    let sample = sample();
    let lines: Vec<&str> = sample.lines().take(4).collect();
    let pairs = lines.chunks(2).map(|pair| pair.join(",") + "\n");
    place.file("two", &format!("quiz,other\n{}", pairs.collect::<String>()));
    let asked = place.path("asked");
    let solver = place.solver("tells", &format!("tee '{asked}' | {}", honest("")));
    for (column, first) in [("other", 1), ("quiz", 0)] {
        let done = place.run(&format!("verify two --solver '{solver}' --column {column}"));
        done.ended(0, &["2 right, 0 wrong, 0 without an answer\n"]);
        let wanted = format!("{}\n{}\n", lines[first], lines[first + 2]);
        assert_eq!(place.read("asked"), wanted);
    }
}
