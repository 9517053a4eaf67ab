//! Every fault of a solver is reported, and the others are measured.

use super::{NINEFOLD, Place, gone, honest, of, reason, right};
use crate::common::{feed, ninefold, run, sample, wait_for};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn what_a_command_does_wrong_is_told_and_the_others_are_measured() {
    let place = Place::new();
    let pids = place.0.path("pids");
    let scripts = [
        ("good", honest("")),
        ("little", honest("| head -n 3")),
        ("much", honest("| sed p")),
        (
            "rubbish",
            "while read -r l; do printf 'no idea \\033[31m\\n'; done".to_owned(),
        ),
        ("wrong", honest("| sed '3s/^./x/'")),
        ("none", honest("| sed '2s/.*/none/'")),
        ("turned", honest("| sed '1!G;h;$!d'")),
        (
            "dies",
            "read -r l || exit 0; echo 'no \x1b luck' >&2; exit 7".to_owned(),
        ),
        ("killed", "read -r l || exit 0; kill -SEGV $$".to_owned()),
        ("closes", "read -r l || exit 0; exec 0<&-".to_owned()),
        ("hasty", format!("echo hello\n{}", honest(""))),
        (
            "banner",
            format!(
                "read -r l || exit 0; echo 'Solver 1.0'; \
                 (echo \"$l\"; cat) | '{NINEFOLD}' solve -q -j1 -"
            ),
        ),
        ("endless", "exec yes".to_owned()),
        (
            "newer",
            "echo 'ninefold-solver 2'; cat >/dev/null".to_owned(),
        ),
        (
            "forks",
            format!(
                "read -r l || exit 0; sleep 1000 & echo $! > '{pids}.new'; mv '{pids}.new' '{pids}'; \
                 (echo \"$l\"; cat) | '{NINEFOLD}' solve -q -j1 -"
            ),
        ),
        (
            "long",
            "read -r l || exit 0; exec tr '\\0' x < /dev/zero".to_owned(),
        ),
    ];
    let scripts: Vec<String> = scripts
        .iter()
        .map(|(name, text)| place.script(name, text))
        .collect();
    let mut solvers: Vec<&str> = scripts.iter().map(String::as_str).collect();
    solvers.push("argument=sh -c {puzzle}");
    let (done, record) = place.bench(&solvers, &[]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(of(&record, "rows", "good", 1).is_some(), "{}", done.stderr);
    assert_eq!(
        record["failures"].as_array().unwrap().len(),
        solvers.len() - 1
    );
    let cases: [(&str, &[&str]); 16] = [
        (
            "banner",
            &[
                "more than the 1 answer for 1 puzzle",
                "and line 1, \"Solver 1.0\", is not an answer",
            ],
        ),
        (
            "little",
            &[
                "puzzle 5 of in: it ended (exit status: 0) after 3 of 7 answers",
                "line 3 is \"",
            ],
        ),
        (
            "much",
            &["more than the 1 answer for 1 puzzle", "line 2 is \""],
        ),
        (
            "rubbish",
            &[
                "puzzle 1: it prints neither a solution nor a word for no solution",
                "said    \"no idea \\u{1b}[31m\"",
                &right(1),
            ],
        ),
        (
            "wrong",
            &["puzzle 4: it prints neither", "said    \"x", &right(4)],
        ),
        (
            "none",
            &[
                "puzzle 3: it gives no solution",
                "said    \"none\"",
                &right(3),
            ],
        ),
        (
            "turned",
            &[
                "puzzle 2: answers in the wrong order: this is the answer to puzzle 8",
                &right(8),
            ],
        ),
        (
            "dies",
            &[
                "it ended (exit status: 7) after 0 of 1 answer",
                "; it said:\n  no \\u{1b} luck",
            ],
        ),
        (
            "killed",
            &["it ended (signal: 11 (SIGSEGV)", "after 0 of 1 answer"],
        ),
        ("closes", &["it ended (exit status: 0) after 0 of 1 answer"]),
        ("hasty", &["given an empty input, it prints \"hello\""]),
        ("endless", &["given an empty input, it prints \"y\""]),
        (
            "newer",
            &[
                "another version",
                "\"ninefold-solver 2\", not \"ninefold-solver 1\"",
            ],
        ),
        (
            "forks",
            &["left a process that keeps its output open, after 1 of 1 answer"],
        ),
        (
            "long",
            &["it printed 1.0", " MiB for 1 puzzle; line 1 is \"xxxx"],
        ),
        (
            "argument",
            &["{puzzle} is not replaced: its puzzles come on standard input"],
        ),
    ];
    for (name, words) in cases {
        let reason = reason(&done, &record, name);
        for word in words {
            assert!(reason.contains(word), "{name}: {word}: {reason}");
        }
    }
    assert!(!done.stdout.contains('\x1b') && !done.stderr.contains('\x1b'));
    let left = fs::read_to_string(&pids).unwrap();
    gone(left.trim());
}

/// All at the same time, with a time-out in which any machine gets to where they hang.
#[test]
fn solvers_that_hang_are_given_up_at_the_time_out() {
    let cases: [(&str, &str, &[&str]); 3] = [
        (
            "silent",
            "read -r l || exit 0; echo \"$l\"; sleep 1000",
            &[
                "it took too long: nothing came for 10s",
                "after 1 of 1 answer; line 1 is \"",
            ],
        ),
        (
            "deaf",
            "exec 0<&-; sleep 1000",
            &[
                "nothing came for 10s",
                "(--timeout), with an empty input; it printed nothing",
            ],
        ),
        (
            "mute",
            "echo 'ninefold-solver 1'; cat >/dev/null",
            &[
                "it took too long: nothing came for 10s",
                "after 0 of 1 answer; it printed nothing",
            ],
        ),
    ];
    let given_up = |place: &Place, name: &str, solver: &str, words: &[&str]| {
        let (done, record) = place.bench(&[solver], &["--timeout=10s"]);
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        let reason = reason(&done, &record, name);
        for word in words {
            assert!(reason.contains(word), "{name}: {word}: {reason}");
        }
    };
    std::thread::scope(|scope| {
        for (name, text, words) in cases {
            scope.spawn(move || {
                let place = Place::new();
                given_up(&place, name, &place.script(name, text), words);
            });
        }
        scope.spawn(|| {
            let place = Place::new();
            let words = "it took too long: nothing came for 10s";
            if let Some(library) = place.library("hangs", &["-DHANGS"]) {
                given_up(&place, "hangs", &library, &[words]);
            }
        });
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_takes_all_memory_is_ended() {
    let place = Place::new();
    let awk = "awk '{ s = \"x\"; while (1) s = s s }'";
    let hungry = format!("hungry={awk}");
    // Processes of a script count too, and are ended too.
    let script = place.script("script", &format!("{awk}; exit 3"));
    let own = std::process::id();
    let has_list = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).is_ok();
    let number = if has_list { 2 } else { 1 };
    let solvers = [&*hungry, &*script];
    let (done, record) = place.bench(&solvers[..number], &["--solver-memory=50M"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    for name in &["hungry", "script"][..number] {
        let reason = reason(&done, &record, name);
        let words = "of memory, but may use 50.0 MiB (--solver-memory), after 0 of 1 answer";
        assert!(reason.contains(words), "{reason}");
    }
}

#[test]
fn a_persistent_command_may_fail_later() {
    let place = Place::new();
    let Some(once) = place.compiled("command.c", "once", &["-DONCE"]) else {
        return;
    };
    let mark = place.0.path("mark");
    let greets = format!("[ -e '{mark}' ] && echo hello || echo ninefold-solver 1; touch '{mark}'");
    let changes = place.script("changes", &format!("{greets}; cat >/dev/null"));
    let once = format!("once={once} stay");
    let (done, record) = place.bench(&[&once, &changes], &[]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let first = reason(&done, &record, "once");
    assert!(
        first.starts_with("it ended (exit status: 0) after 0 of "),
        "{first}"
    );
    let second = reason(&done, &record, "changes");
    let words = "it said \"ninefold-solver 1\" before, and now begins with \"hello\"";
    assert!(second.starts_with(words), "{second}");
}

#[test]
fn what_a_library_does_wrong_is_told_and_the_others_are_measured() {
    let place = Place::new();
    let wrong: [(&str, &[&str]); 11] = [
        ("good", &[]),
        ("prints", &["-DPRINTS"]),
        ("newer", &["-DVERSION=7"]),
        ("lacks", &["-DNO_FREE"]),
        ("stateless", &["-DNO_STATE"]),
        ("fails", &["-DFAILS"]),
        ("wrong", &["-DWRONG"]),
        ("none", &["-DNONE"]),
        ("turned", &["-DTURNED"]),
        ("crashes", &["-DCRASHES"]),
        ("writes", &["-DWRITES"]),
    ];
    let libraries = wrong.iter().map(|(name, flags)| place.library(name, flags));
    let Some(libraries) = libraries.collect::<Option<Vec<String>>>() else {
        return;
    };
    let text = place.0.file("libtext.so", "no library\n");
    let text = format!("text={text}");
    let mut solvers: Vec<&str> = libraries.iter().map(String::as_str).collect();
    solvers.push(&*text);
    let (done, record) = place.bench(&solvers, &[]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    for good in ["good", "prints"] {
        let row = of(&record, "rows", good, 1);
        assert!(row.is_some(), "{good}: {}", done.stderr);
    }
    let cases: [(&str, &[&str]); 10] = [
        (
            "writes",
            &["it wrote to its puzzles, which it may only read"],
        ),
        (
            "newer",
            &[
                "libnewer.so: built for version 7 of ninefold_solver.h; this ninefold knows version 1",
            ],
        ),
        (
            "lacks",
            &["liblacks.so: has no function ninefold_solver_free"],
        ),
        (
            "stateless",
            &["libstateless.so: ninefold_solver_new gave no state, but NULL"],
        ),
        (
            "fails",
            &["ninefold_solver_solve returned 7 for a batch of 1 puzzle"],
        ),
        ("wrong", &["puzzle 4: 1 twice in one row", &right(4)]),
        (
            "none",
            &[
                "puzzle 3: it gives no solution, but there is one",
                &right(3),
            ],
        ),
        (
            "turned",
            &["puzzle 2: answers in the wrong order: this is the answer to puzzle 3"],
        ),
        ("crashes", &["ended ", "signal: 11 (SIGSEGV)"]),
        ("text", &["libtext.so: cannot be loaded: "]),
    ];
    for (name, words) in cases {
        let reason = reason(&done, &record, name);
        for word in words {
            assert!(reason.contains(word), "{name}: {word}: {reason}");
        }
    }
}

#[test]
fn a_misspelt_solver_is_named_before_anything_is_measured() {
    let place = Place::new();
    let (input, log) = (place.0.path("in.txt"), place.0.path("log"));
    let good = place.script("good", &format!("echo >>'{log}'; {}", honest("")));
    let plain = place.0.file("plain", "no program\n");
    for (target, words) in [
        (
            "./mis-spelt",
            "cannot be run: \"./mis-spelt\": No such file",
        ),
        ("mis-spelt -x", "cannot be run: \"mis-spelt\": No such file"),
        (&*plain, "plain may not be run"),
        (
            "/no/such/lib.so",
            "/no/such/lib.so: cannot be loaded: No such file",
        ),
    ] {
        let mine = format!("mine={target}");
        let done = run(&["bench", &input, "--solver", &good, "--solver", &mine], "");
        assert_eq!((done.code, &*done.stdout), (Some(3), ""), "{target}");
        let begin = "ninefold: mine: ";
        assert!(done.stderr.starts_with(begin), "{target}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{target}: {}", done.stderr);
    }
    assert!(fs::metadata(&log).is_err(), "nothing was started");
}

#[test]
fn what_is_no_solver_is_refused() {
    let place = Place::new();
    let input = place.0.path("in.txt");
    let cases: [(&[&str], &str); 9] = [
        (
            &["--solver=a=./a", "--reference=b"],
            "--reference b: no engine or solver of this name",
        ),
        (&["--solver=mine"], "'mine' is not NAME=TARGET"),
        (&["--solver=mrv=./a"], "'mrv' is the name of an engine"),
        (
            &["--solver=a=./a", "--solver=a=./b"],
            "two solvers are called 'a'",
        ),
        (&["--solver=a='./a"], "has a quote that is not closed"),
        (&["--solver=a b=./a"], "cannot be the name of a solver"),
        (&["--engines=abacus", "--solver=a=./a"], "'abacus'"),
        (
            &["--solver=a=./a", "--solver-memory=much"],
            "expected a size such as",
        ),
        (&["--solver=a=./a", "--timeout=soon"], "--timeout"),
    ];
    for (args, words) in cases {
        let done = run(&[&["bench", "-q", &input], args].concat(), "");
        assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{args:?}: {}", done.stderr);
    }
}

#[test]
fn a_signal_takes_solvers_along() {
    let place = Place::new();
    let pids = place.0.path("pids");
    let text = format!(
        "read -r l || exit 0; sleep 1000 & echo $$ $! > '{pids}.new'; mv '{pids}.new' '{pids}'; wait"
    );
    let silent = place.script("silent", &text);
    let child = ninefold()
        .args(["bench", "-q", &place.0.path("in.txt"), "--solver", &silent])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("solver", || fs::exists(&pids).unwrap());
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(143));
    for pid in fs::read_to_string(&pids).unwrap().split_whitespace() {
        gone(pid);
    }
}

/// A puzzle without a solution.
const UNSOLVABLE: &str =
    "1234567.........8................................................................";

#[test]
fn bench_and_verify_take_the_same_words_for_no_solution() {
    let place = Place::new();
    let solver = |name: &str, words: &[&str]| {
        let text = format!(
            "awk 'BEGIN {{ n = split(\"{}\", words, \"|\") }}\n\
             /^1234567/ {{ print words[said++ % n + 1]; next }} {{ print \"{}\" }}'",
            words.join("|"),
            right(1)
        );
        place.script(name, &text)
    };
    let natural = [
        "None",
        "NULL",
        "No solution",
        "unsolvable",
        "Invalid",
        "impossible",
        "-",
        "0",
        "false",
        "",
        "Error: invalid puzzle",
        "this sudoku has no solutions",
        "!none",
        "!NONE",
        "no solution.",
        "[null]",
        "[]",
        UNSOLVABLE,
    ];
    let lines = format!("{UNSOLVABLE}\n").repeat(natural.len());
    let first = sample().lines().next().unwrap().to_owned();
    let input = place.0.file("in.txt", &format!("{first}\n{lines}"));
    let verify = |solver: &str| run(&["verify", &input, "--solver", solver], "");

    let none = solver("none", &natural);
    // It knows the puzzles.
    let (done, record) = place.bench(&[&none], &["--fixed"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert_eq!(
        of(&record, "rows", "none", 1).unwrap()["answers"]["none"],
        natural.len()
    );
    let done = verify(&none);
    let counts = format!("1 right, 0 wrong, {} without an answer", natural.len());
    assert!(
        done.stdout.contains(&counts),
        "{}{}",
        done.stdout,
        done.stderr
    );

    let other = solver("other", &["no idea"]);
    let (done, record) = place.bench(&[&other], &[]);
    let words = "neither a solution nor a word for no solution";
    assert!(reason(&done, &record, "other").contains(words));
    let done = verify(&other);
    assert!(
        done.stdout
            .contains("neither 81 digits nor a word for no solution"),
        "{}",
        done.stdout
    );
    let counts = format!("1 right, {} wrong, 0 without an answer", natural.len());
    assert!(done.stdout.contains(&counts), "{}", done.stdout);
}

#[test]
fn a_solver_in_this_folder_is_found_by_its_message() {
    let place = Place::new();
    place.script("mine.sh", &honest(""));
    let input = place.0.path("in.txt");
    for (target, meant) in [("mine.sh", true), ("other.sh", false), ("./mine", false)] {
        let mut command = ninefold();
        command.current_dir(Path::new(&input).parent().unwrap());
        command.args(["verify", "in.txt", "--solver", &format!("mine={target}")]);
        let done = feed(&mut command, "");
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        let words = " (did you mean ./mine.sh?)\n";
        assert_eq!(done.stderr.ends_with(words), meant, "{}", done.stderr);
    }
}
