//! External solvers in `compare` and `verify`.

use super::{NINEFOLD, Place, ROOT, distinct, honest, of};
use crate::common::{Finished, feed, ninefold, run, sample};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// `compare --paired` of solvers `old` and `new`, quickly.
fn compare(place: &Place, more: &[&str]) -> Finished {
    let input = place.0.path("in.txt");
    let quick = ["-q", "--pairs=8"];
    let args = [
        &["compare", "--paired", "old", "new", &input],
        &quick[..],
        more,
    ]
    .concat();
    run(&args, "")
}

#[test]
fn two_solvers_are_compared_in_turns() {
    let place = Place::new();
    let (Some(command), Some(library)) = (place.command(), place.library("new", &[])) else {
        return;
    };
    let old = format!("--solver=old={command}");
    let json = place.0.path("pairs.json");
    for new in [format!("new={command} stay"), library] {
        let done = compare(
            &place,
            &[&old, "--solver", &new, "--force", "--json", &json],
        );
        assert!(matches!(done.code, Some(0 | 1 | 4)), "{}", done.stderr);
        assert!(
            done.stdout.contains("\nnew x1 in limit 1 "),
            "{}",
            done.stdout
        );
        let words = "new against old";
        assert!(done.stdout.contains(words), "{}", done.stdout);
        let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        assert_eq!(found["rows"][0]["case"]["engine"], "new");
        assert_eq!(found["rows"][0]["pairs"].as_array().unwrap().len(), 8);
    }
    let script = place.script("new", "read -r l || exit 0; echo tired >&2; exit 9");
    let done = compare(&place, &[&old, "--solver", &script]);
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    let words = "ninefold: new: it ended (exit status: 9) after 0 of 1 answer; it printed nothing; it said:\n  tired\n";
    assert!(done.stderr.starts_with(words), "{}", done.stderr);
    let new = format!("--solver=new={command}");
    let done = compare(&place, &[&old, &new, "--limits=2"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    let words = "ninefold: new: it cannot be asked for 2 solutions: write {limit}";
    assert!(done.stderr.starts_with(words), "{}", done.stderr);
    let done = compare(&place, &[&old]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(
        done.stderr.contains("there is no solver 'new'"),
        "{}",
        done.stderr
    );
    let done = compare(&place, &[&old, &new, "--engines=mrv"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    let words = "ninefold: --engines is for builds of ninefold";
    assert!(done.stderr.starts_with(words), "{}", done.stderr);
    let saved = run(&["compare", "a.json", "b.json", &old], "");
    assert_eq!(saved.code, Some(2), "{}", saved.stderr);
}

/// A busy machine takes the CPU from a command, and does not make it slower. One that lets other processes work
/// has little CPU time, and is not faster.
#[test]
#[cfg(target_os = "linux")]
fn cpu_time_decides_on_commands_that_work_themselves() {
    let place = Place::new();
    let Some(command) = place.command() else {
        return;
    };
    let map = place.0.path("map");
    let puzzles = fs::read_to_string(place.0.path("in.txt")).unwrap();
    let pairs = puzzles.lines().map(|puzzle| {
        let solution = ninefold::solve(puzzle).unwrap();
        format!("{puzzle},{solution}\n")
    });
    fs::write(&map, pairs.collect::<String>()).unwrap();
    let answer = format!("read -r l; sed -n \"s/^$l,//p\" '{map}'; count=$((count - 1))");
    let serve = format!("while [ $count -gt 0 ]; do {answer}; done");
    let forks = place.script(
        "new",
        &format!("echo ninefold-solver 1\nwhile read -r s count limit; do {serve}; done"),
    );
    let (old, json) = (format!("old={command} stay"), place.0.path("pairs.json"));
    for (new, forks) in [(format!("new={command} stay"), false), (forks, true)] {
        let solvers = ["--solver", &old, "--solver", &new];
        let done = compare(
            &place,
            &[&solvers[..], &["--json", &json, "--force", "--fixed"]].concat(),
        );
        assert!(matches!(done.code, Some(0 | 1 | 4)), "{}", done.stderr);
        let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
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

/// Samples take some of the puzzles, and a wrong answer to another one must not pass.
/// The counts of valgrind are the same in every run.
#[test]
fn instructions_are_counted_where_times_are_too_noisy() {
    let mut valgrind = std::process::Command::new("valgrind");
    if valgrind.arg("--version").output().is_err() {
        eprintln!("skipped: no valgrind (apt-get install valgrind)");
        return;
    }
    let place = Place::new();
    let slow = place.compiled("command.c", "slow", &["-O0"]);
    let (Some(command), Some(slow)) = (place.command(), slow) else {
        return;
    };
    let (input, json) = (place.0.path("in.txt"), place.0.path("counts.json"));
    let args = [
        "compare",
        "--paired",
        "old",
        "new",
        &input,
        "--instructions",
        "-q",
        "--force",
    ];
    let counts =
        [(&command, "", 0), (&command, " stay", 0), (&slow, "", 1)].map(|(new, how, code)| {
            let solvers = [format!("old={command}{how}"), format!("new={new}{how}")];
            let more = [
                "--solver",
                &solvers[0],
                "--solver",
                &solvers[1],
                "--json",
                &json,
            ];
            let done = run(&[&args[..], &more].concat(), "");
            assert_eq!(done.code, Some(code), "{}{}", done.stdout, done.stderr);
            let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
            let count = found["counts"].as_array().unwrap().last().unwrap().clone();
            assert_eq!(count["count"], "instructions");
            count["old"].as_u64().unwrap()
        });
    assert!(counts[0] > 0 && counts[0] == counts[2], "{counts:?}");
}

#[test]
fn answers_to_puzzles_that_are_not_measured_are_checked() {
    let place = Place::new();
    let dataset = fs::read_to_string(format!("{ROOT}/datasets/sample.txt")).unwrap();
    place.0.file("in.txt", &dataset);
    let solve = format!("'{NINEFOLD}' solve - -q -j1");
    let old = place.script("old", &solve);
    let last = dataset.lines().last().unwrap();
    let right = run(&["solve", "-", "-q"], last).stdout;
    let right = right.trim_end();
    let wrong = right.replace('1', "2");
    let new = place.script("new", &format!("{solve} | sed 's/{right}/{wrong}/'"));
    let done = compare(&place, &["--solver", &old, "--solver", &new]);
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    assert!(done.stderr.contains("new: puzzle 500"), "{}", done.stderr);
}

/// A side that fails on one puzzle is neither the same nor too slow, whatever the time is.
#[test]
fn a_side_that_hangs_or_crashes_has_failed_and_its_puzzle_is_named() {
    let place = Place::new();
    let fifth = sample().lines().nth(4).unwrap()[..81].to_owned();
    let solve = format!("'{NINEFOLD}' solve - -q -j1");
    let script = |name: &str, what: Option<&str>| {
        let on_fifth = |what| {
            format!("t=$(cat); case \"$t\" in *{fifth}*) {what};; esac; printf '%s\\n' \"$t\" | ")
        };
        place.script(name, &(what.map_or(String::new(), on_fifth) + &solve))
    };
    let limits = ["--time=2m", "--timeout=4s"];
    let (crash, hang) = (Some("kill -SEGV $$"), Some("exec sleep 900"));
    let json = place.0.path("failed.json");
    for (old, new, failed) in [
        (None, crash, &["new"][..]),
        (crash, None, &["old"]),
        (crash, crash, &["new", "old"]),
        (None, hang, &["new"]),
    ] {
        let (old, new) = (script("old", old), script("new", new));
        let solvers = [
            "--solver", &old, "--solver", &new, "--json", &json, "--force",
        ];
        let done = compare(&place, &[&solvers[..], &limits].concat());
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        let named = failed[0];
        let words = format!("ninefold: {named}: puzzle 5 of in: ");
        assert!(done.stderr.contains(&words), "{}", done.stderr);
        assert!(done.stderr.contains(&fifth), "{}", done.stderr);
        assert!(
            done.stdout.contains(&format!("\n{named} failed on "))
                || done.stdout.starts_with(named)
        );
        let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        assert_eq!(
            (&found["verdict"], &found["failed_side"]),
            (&"failed".into(), &named.into())
        );
        let sides = found["failures"].as_array().unwrap().iter();
        let sides: Vec<&Value> = sides.map(|failure| &failure["side"]).collect();
        assert_eq!(sides, failed, "{found}");
    }
    for flags in [&["-DHANGS"][..], &["-DCRASHES"]] {
        let (Some(old), Some(new)) = (place.library("old", &[]), place.library("new", flags))
        else {
            return;
        };
        let done = compare(
            &place,
            &[&["--solver", &old, "--solver", &new], &limits[..]].concat(),
        );
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        assert!(done.stderr.contains("ninefold: new: "), "{}", done.stderr);
    }
}

/// Where the old side fails, only the other inputs are compared.
#[test]
fn a_fix_is_compared_where_the_old_side_works() {
    let place = Place::new();
    let (fifth, json) = (
        sample().lines().nth(4).unwrap()[..81].to_owned(),
        place.0.path("p.json"),
    );
    let solve = format!("'{NINEFOLD}' solve - -q -j1");
    let crashes = format!(
        "t=$(cat); case \"$t\" in *{fifth}*) exit 9;; esac; printf '%s\\n' \"$t\" | {solve}"
    );
    let other: String = sample()
        .lines()
        .skip(8)
        .take(8)
        .map(|line| format!("{line}\n"))
        .collect();
    let other = place.0.file("other.txt", &other);
    let (old, new) = (place.script("old", &crashes), place.script("new", &solve));
    let solvers = [
        &*other, "--solver", &old, "--solver", &new, "--json", &json, "--force",
    ];
    let done = compare(&place, &solvers);
    // Which of the same two is slower is chance, and that would be told.
    assert!(matches!(done.code, Some(1 | 3)), "{}", done.stderr);
    let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(found["failed_side"], "old");
    assert_eq!(found["failures"][0]["case"]["corpus"], "in");
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &rows[0]["case"]["corpus"]),
        (1, &"other".into())
    );
    // Its commit tells nothing to `git bisect run`, and one that breaks it is bad.
    let done = compare(&place, &[&solvers[..], &["--bisect"]].concat());
    assert!(matches!(done.code, Some(1 | 125)), "{}", done.stderr);
    let back = [
        "--solver",
        &old.replace("old=", "new="),
        "--solver",
        &new.replace("new=", "old="),
    ];
    let done = compare(&place, &[&back[..], &["--bisect"]].concat());
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let done = compare(&place, &["--bisect", "--solver", &old]);
    assert_eq!(done.code, Some(128), "{}", done.stderr);
}

/// Nobody knows about the answers that were not given.
#[test]
fn what_is_not_checked_is_neither_the_same_nor_faster() {
    let place = Place::new();
    let lines = sample().lines().next().unwrap()[..81].to_owned() + "\n";
    place.0.file("in.txt", &lines.repeat(20_000));
    let json = place.0.path("pairs.json");
    // A hundred puzzles a second.
    let slow = "while read -r l; do sleep 0.01; echo \"$l\"; done";
    let script = |name: &str| {
        place.script(
            name,
            &format!("{{ {slow}; }} | '{NINEFOLD}' solve - -q -j1"),
        )
    };
    let done = compare(
        &place,
        &[
            "--solver",
            &script("old"),
            "--solver",
            &script("new"),
            "--time=12s",
            "--json",
            &json,
        ],
    );
    assert_eq!(done.code, Some(4), "{}{}", done.stdout, done.stderr);
    if done.stderr.is_empty() {
        assert!(done.stdout.contains("Not checked: in: "), "{}", done.stdout);
        let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        assert_eq!(
            (&found["verdict"], &found["unchecked"][0]["puzzles"]),
            (&"inconclusive".into(), &20_000.into())
        );
    }
}

/// Code placement makes some copies of a program slower than others.
#[test]
#[cfg(target_os = "linux")]
fn programs_are_started_from_another_copy_each_time() {
    let place = Place::new();
    let (log, temporary) = (place.0.path("log"), place.0.path("tmp"));
    fs::create_dir(&temporary).unwrap();
    let temporary = fs::canonicalize(&temporary).unwrap();
    let temporary = temporary.to_str().unwrap();
    // A shell takes the first word after its name for a script, and that word is "worker".
    let script = format!("readlink /proc/$$/exe >>'{log}'\nexec '{NINEFOLD}' worker \"$@\"\n");
    let script = place.0.file("worker", &script);
    let at = Path::new(&script).parent().unwrap();
    let wrapped = place.script(
        "wrapped",
        &format!("echo $0 >>'{log}.2'; '{NINEFOLD}' \"$@\""),
    );
    let wrapped = wrapped.split_once('=').unwrap().1;
    for name in ["sh", "/bin/sh"] {
        let mut command = ninefold();
        command.current_dir(at).env("TMPDIR", temporary);
        command.args(["compare", "--paired", name, wrapped, "in.txt", "-q"]);
        command.args(["--engines=mrv"]);
        command.args(["--pairs=8"]);
        let done = feed(&mut command, "");
        assert!(matches!(done.code, Some(0 | 1 | 4)), "{}", done.stderr);
        assert_eq!(done.stderr, "");
        // The first pass, and eight pairs.
        let files = distinct(&log);
        assert_eq!(files.len(), 9);
        let is_copy = |file: &String| file.starts_with(temporary);
        assert!(files.iter().all(is_copy), "{files:?}");
        // A script may need files beside it.
        let scripts = fs::read_to_string(format!("{log}.2")).unwrap();
        assert!(scripts.lines().all(|line| line == wrapped), "{scripts}");
        assert_eq!(fs::read_dir(temporary).unwrap().count(), 0);
        fs::remove_file(&log).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn libraries_are_loaded_from_another_copy_each_time() {
    let place = Place::new();
    let (log, beside) = (place.0.path("log"), place.0.path("beside"));
    let tells = |log: &str| format!("-DTELLS=\"{log}\"");
    let old = place.library("old", &[&tells(&log)]);
    // It says that other files are beside it.
    let new = place.library("new", &[&tells(&beside), "-Wl,-rpath,$ORIGIN"]);
    let (Some(old), Some(new)) = (old, new) else {
        return;
    };
    let done = compare(&place, &["--solver", &old, "--solver", &new]);
    assert!(matches!(done.code, Some(0 | 1 | 4)), "{}", done.stderr);
    let files = distinct(&log);
    assert_eq!(files.len(), 2 * 9, "{files:?}");
    let new = new.split_once('=').unwrap().1;
    let files = fs::read_to_string(&beside).unwrap();
    let is_new = |line: &str| line.split_once(' ').map(|(file, _)| file) == Some(new);
    assert!(files.lines().all(is_new), "{files}");
    // Faults of a copy are reported with the name of the original.
    let bad = place.library("bad", &["-DVERSION=7"]).unwrap();
    let done = compare(
        &place,
        &["--solver", &old, &format!("--solver=new={}", &bad[4..])],
    );
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
    let json = place.0.path("pairs.json");
    let solvers = ["--solver", &old, "--solver", &new];
    let done = compare(
        &place,
        &[&solvers[..], &["--time=2s", "--json", &json]].concat(),
    );
    assert_eq!((done.code, &*done.stdout), (Some(4), ""), "{}", done.stderr);
    assert!(done.stderr.contains("--time 2s"), "{}", done.stderr);
    assert!(fs::metadata(&json).is_err());
    // One after another, at least 0.3 s each.
    let starts = old_starts() + new_starts();
    assert!((1..=8).contains(&starts), "{starts}");
}

#[test]
fn measuring_ends_with_its_time_where_a_solver_is_slow() {
    let place = Place::new();
    let (slow, starts) = slow_to_start(&place, "slow");
    let (input, save) = (place.0.path("in.txt"), place.0.path("r.json"));
    let args = ["bench", &input, "-q", "--engines=mrv", "--time=1s"];
    let more = [
        "--solver",
        &slow,
        "--save",
        &save,
        "--min-sample-time=100us",
    ];
    let done = run(&[&args[..], &more].concat(), "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    // Only its preparing takes longer.
    let words = "ninefold: --time 1s was enough for 1 round; an interval needs 8: use --time 10s\n";
    assert_eq!(done.stderr, words);
    let record: Value = serde_json::from_slice(&fs::read(&save).unwrap()).unwrap();
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
    let lines: Vec<String> = sample().lines().take(6).map(str::to_owned).collect();
    let text = format!(
        "{}\n{}\nno puzzle\n{}\n",
        lines[0],
        lines[1],
        lines[2..].join("\n")
    );
    let input = place.0.file("some.txt", &text.replace('.', "0"));
    let verify = |solver: &str| run(&["verify", &input, "--solver", solver], "");
    let good = verify(&place.script("good", &honest("")));
    let report = "answers: solver good; one for each puzzle, none for the line that is not a puzzle\n\
                  6 right, 0 wrong, 0 without an answer\n";
    assert_eq!(
        (good.code, &*good.stdout),
        (Some(0), report),
        "{}",
        good.stderr
    );
    let wrong = verify(&place.script("wrong", &honest("| sed '4s/^./x/'")));
    assert_eq!(wrong.code, Some(1), "{}", wrong.stderr);
    assert!(
        wrong
            .stdout
            .contains("line 5 (answers: line 4): r1c1 is not a digit"),
        "{}",
        wrong.stdout
    );
    for (solver, code, words) in [
        (
            place.script("little", "head -n 2"),
            3,
            "little: it ended (exit status: 0) after 2 of 6 answers",
        ),
        ("gone=/no/such/solver".to_owned(), 3, "gone: cannot be run"),
        ("lib=./lib.so".to_owned(), 2, "verify runs commands"),
        ("mrv=./a".to_owned(), 2, "the name of an engine"),
    ] {
        let done = verify(&solver);
        assert_eq!(done.code, Some(code), "{solver}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{solver}: {}", done.stderr);
    }
    // More than a pipe can hold, and no reader.
    let many = place.0.file("many.txt", &sample().repeat(50));
    let closes = place.script("closes", "read -r l || exit 0; exec 0<&-; echo \"$l\"");
    let done = run(&["verify", &many, "--solver", &closes], "");
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    let words = "closes: it ended (exit status: 0) after 1 of 2,400 answers";
    assert!(done.stderr.contains(words), "{}", done.stderr);
    let both = run(&["verify", &input, &input, "--solver=a=./a"], "");
    assert_eq!(both.code, Some(2), "{}", both.stderr);
    let stdin = run(&["verify", "-", "--solver=a=./a"], "");
    assert_eq!(stdin.code, Some(2), "{}", stdin.stderr);
}

#[test]
fn answers_out_of_order_are_named_as_such() {
    let place = Place::new();
    let input = place.0.path("in.txt");
    let solver = place.script("mixed", &honest("| sed -n '1p;2{h;d};3{G;p};4,$p'"));
    let done = run(&["verify", &input, "--solver", &solver], "");
    let report = "answers: solver mixed; one for each puzzle\n\
                  line 2: answers in the wrong order: this is the answer to puzzle 3\n\
                  line 3: answers in the wrong order: this is the answer to puzzle 2\n\
                  6 right, 2 wrong, 0 without an answer\n";
    assert_eq!(
        (done.code, &*done.stdout),
        (Some(1), report),
        "{}",
        done.stderr
    );
}

#[test]
fn the_puzzles_for_a_solver_are_read_as_was_said() {
    let place = Place::new();
    let lines = sample();
    let mut lines = lines.lines();
    let mut row = || format!("{},{}\n", lines.next().unwrap(), lines.next().unwrap());
    let table = place
        .0
        .file("two.csv", &format!("quiz,other\n{}{}", row(), row()));
    let asked = place.0.path("asked");
    let solver = place.script("tells", &format!("tee '{asked}' | {}", honest("")));
    for (column, first) in [("other", 1), ("quiz", 0)] {
        let args = ["verify", &table, "--solver", &solver, "--column", column];
        let done = run(&args, "");
        let report = "2 right, 0 wrong, 0 without an answer\n";
        assert!(
            done.stdout.ends_with(report),
            "{}{}",
            done.stdout,
            done.stderr
        );
        let text = sample();
        let wanted: Vec<&str> = text.lines().skip(first).step_by(2).take(2).collect();
        let wanted = wanted.join("\n");
        assert_eq!(fs::read_to_string(&asked).unwrap(), wanted + "\n");
    }
    for option in ["--answer-format=csv", "--answer-column=a"] {
        let done = run(&["verify", &table, "--solver", &solver, option], "");
        assert_eq!(done.code, Some(2), "{}", done.stderr);
        assert!(
            done.stderr.contains("cannot be used with"),
            "{}",
            done.stderr
        );
    }
}
