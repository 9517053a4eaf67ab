//! Every fault of a solver is reported, and the others are measured.

use super::{Place, gone, honest, of, reason, right};
use crate::common::{sample, wait_for};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};

/// Each of these was left out for a reason with these words.
#[track_caller]
fn were_left_out(done: &super::Finished, record: &Value, cases: &[(&str, &[&str])]) {
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert_eq!(record["failures"].as_array().unwrap().len(), cases.len());
    for (name, words) in cases {
        let reason = reason(done, record, name);
        for word in *words {
            assert!(reason.contains(word), "{name}: {word}: {reason}");
        }
    }
}

#[test]
fn what_a_command_does_wrong_is_told_and_the_others_are_measured() {
    let place = Place::new();
    let first = "read -r l || exit 0; ";
    let forwards = format!("(echo \"$l\"; cat) | {}", honest(""));
    let cases: [(&str, String, &[&str]); 15] = [
        (
            "little",
            honest("| head -n 3"),
            &[
                "puzzle 5 of in: it ended (exit status: 0) after 3 of 7 answers",
                "line 3 is \"",
            ],
        ),
        (
            "much",
            honest("| sed p"),
            &["more than the 1 answer for 1 puzzle", "line 2 is \""],
        ),
        (
            "rubbish",
            "while read -r l; do printf 'no idea \\033[31m\\n'; done".to_owned(),
            &[
                "puzzle 1: it prints neither a solution nor a word for no solution",
                "said    \"no idea \\u{1b}[31m\"",
                &right(1),
            ],
        ),
        (
            "wrong",
            honest("| sed '3s/^./x/'"),
            &["puzzle 4: it prints neither", "\"x", &right(4)],
        ),
        (
            "none",
            honest("| sed '2s/.*/none/'"),
            &[
                "puzzle 3: it gives no solution",
                "said    \"none\"",
                &right(3),
            ],
        ),
        (
            "turned",
            honest("| sed '1!G;h;$!d'"),
            &[
                "puzzle 2: answers in the wrong order: this is the answer to puzzle 8",
                &right(8),
            ],
        ),
        (
            "dies",
            format!("{first}echo 'no \x1b luck' >&2; exit 7"),
            &[
                "it ended (exit status: 7) after 0 of 1 answer",
                "; it said:\n  no \\u{1b} luck",
            ],
        ),
        (
            "killed",
            format!("{first}kill -SEGV $$"),
            &["it ended (signal: 11 (SIGSEGV)", "after 0 of 1 answer"],
        ),
        (
            "closes",
            format!("{first}exec 0<&-"),
            &["it ended (exit status: 0) after 0 of 1 answer"],
        ),
        (
            "hasty",
            format!("echo hello\n{}", honest("")),
            &["given an empty input, it prints \"hello\""],
        ),
        (
            "banner",
            format!("{first}echo 'Solver 1.0'; {forwards}"),
            &[
                "more than the 1 answer for 1 puzzle",
                "and line 1, \"Solver 1.0\", is not an answer",
            ],
        ),
        (
            "endless",
            "exec yes".to_owned(),
            &["given an empty input, it prints \"y\""],
        ),
        (
            "newer",
            "echo 'ninefold-solver 2'; cat >/dev/null".to_owned(),
            &["given an empty input, it prints \"ninefold-solver 2\""],
        ),
        (
            "forks",
            format!("{first}sleep 1000 & echo $! > new; mv new pids; {forwards}"),
            &["left a process that keeps its output open, after 1 of 1 answer"],
        ),
        (
            "long",
            format!("{first}exec tr '\\0' x < /dev/zero"),
            &["it printed 1.0", " MiB for 1 puzzle; line 1 is \"xxxx"],
        ),
    ];
    let scripts = cases.iter().map(|(name, text, _)| place.script(name, text));
    let mut solvers: Vec<String> = scripts.collect();
    solvers.push(place.script("good", &honest("")));
    let solvers: Vec<&str> = solvers.iter().map(String::as_str).collect();
    let (done, record) = place.bench(&solvers, &[]);
    assert!(of(&record, "rows", "good", 1).is_some(), "{}", done.stderr);
    let expected: Vec<(&str, &[&str])> = cases.iter().map(|case| (case.0, case.2)).collect();
    were_left_out(&done, &record, &expected);
    assert!(!done.stdout.contains('\x1b') && !done.stderr.contains('\x1b'));
    gone(place.0.read("pids").trim());
}

/// All at the same time, with a time-out in which any machine gets to where they hang.
#[test]
fn solvers_that_hang_are_given_up_at_the_time_out() {
    let given_up = |name: &str, text: &str, words: &[&str]| {
        let place = Place::new();
        let solver = match text {
            "" => place.library(name, &["-DHANGS"]),
            text => Some(place.script(name, text)),
        };
        let Some(solver) = solver else { return };
        let (done, record) = place.bench(&[&solver], &["--timeout=10s"]);
        were_left_out(
            &done,
            &record,
            &[(name, &[&["nothing came for 10s"], words].concat())],
        );
    };
    std::thread::scope(|scope| {
        for (name, text, words) in [
            (
                "silent",
                "read -r l || exit 0; echo \"$l\"; sleep 1000",
                &["it took too long", "after 1 of 1 answer; line 1 is \""][..],
            ),
            (
                "deaf",
                "exec 0<&-; sleep 1000",
                &["(--timeout), with an empty input; it printed nothing"],
            ),
            (
                "mute",
                "echo 'ninefold-solver 1'; cat >/dev/null",
                &[
                    "it took too long",
                    "after 0 of 1 answer; it printed nothing",
                ],
            ),
            ("hangs", "", &["it took too long"]),
        ] {
            scope.spawn(move || given_up(name, text, words));
        }
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
    let (done, record) = place.bench(&[&*hungry, &*script][..number], &["--solver-memory=50M"]);
    let words = "of memory, but may use 50.0 MiB (--solver-memory), after 0 of 1 answer";
    were_left_out(
        &done,
        &record,
        &[("hungry", &[words][..]), ("script", &[words])][..number],
    );
}

#[test]
fn a_persistent_command_may_fail_later() {
    let place = Place::new();
    let Some(once) = place.compiled("command.c", "once", &["-DONCE"]) else {
        return;
    };
    let greets = "[ -e mark ] && echo hello || echo ninefold-solver 1; touch mark";
    let changes = place.script("changes", &format!("{greets}; cat >/dev/null"));
    let (done, record) = place.bench(&[&format!("once={once} stay"), &changes], &[]);
    were_left_out(
        &done,
        &record,
        &[
            ("once", &["it ended (exit status: 0) after 0 of "]),
            (
                "changes",
                &["it begins with \"hello\", not with \"ninefold-solver 1\""],
            ),
        ],
    );
}

#[test]
fn what_a_library_does_wrong_is_told_and_the_others_are_measured() {
    let place = Place::new();
    let cases: [(&str, &str, &[&str]); 9] = [
        (
            "newer",
            "-DVERSION=7",
            &[
                "libnewer.so: built for version 7 of ninefold_solver.h; this ninefold knows version 1",
            ],
        ),
        (
            "lacks",
            "-DNO_FREE",
            &["liblacks.so: has no function ninefold_solver_free"],
        ),
        (
            "stateless",
            "-DNO_STATE",
            &["ninefold_solver_new gave no state, but NULL"],
        ),
        (
            "fails",
            "-DFAILS",
            &["ninefold_solver_solve returned 7 for a batch of 1 puzzle"],
        ),
        (
            "wrong",
            "-DWRONG",
            &["puzzle 4: 1 twice in one row", &right(4)],
        ),
        (
            "none",
            "-DNONE",
            &[
                "puzzle 3: it gives no solution, but there is one",
                &right(3),
            ],
        ),
        (
            "turned",
            "-DTURNED",
            &["puzzle 2: answers in the wrong order: this is the answer to puzzle 3"],
        ),
        ("crashes", "-DCRASHES", &["ended ", "signal: 11 (SIGSEGV)"]),
        (
            "writes",
            "-DWRITES",
            &["it wrote to its puzzles, which it may only read"],
        ),
    ];
    let good = [("good", "-DGOOD"), ("prints", "-DPRINTS")];
    let flags = cases
        .iter()
        .map(|&(name, flag, _)| (name, flag))
        .chain(good);
    let libraries = flags.map(|(name, flag)| place.library(name, &[flag]));
    let Some(mut libraries) = libraries.collect::<Option<Vec<String>>>() else {
        return;
    };
    libraries.push(format!(
        "text={}",
        place.0.file("libtext.so", "no library\n")
    ));
    let solvers: Vec<&str> = libraries.iter().map(String::as_str).collect();
    let (done, record) = place.bench(&solvers, &[]);
    for (good, _) in good {
        assert!(
            of(&record, "rows", good, 1).is_some(),
            "{good}: {}",
            done.stderr
        );
    }
    let mut expected: Vec<(&str, &[&str])> = cases.iter().map(|case| (case.0, case.2)).collect();
    expected.push(("text", &["libtext.so: cannot be loaded: "]));
    were_left_out(&done, &record, &expected);
}

#[test]
fn what_is_no_solver_is_refused_before_anything_is_measured() {
    let place = Place::new();
    let good = place.script("good", &format!("echo >>log; {}", honest("")));
    place.0.file("plain", "no program\n");
    place.script("mine.sh", &honest(""));
    for (solver, code, words) in [
        (
            "mine=./mis-spelt",
            3,
            "mine: cannot be run: \"./mis-spelt\": No such file",
        ),
        (
            "mine=mis-spelt -x",
            3,
            "mine: cannot be run: \"mis-spelt\": No such file",
        ),
        ("mine=./plain", 3, "plain may not be run"),
        (
            "mine=/no/such/lib.so",
            3,
            "/no/such/lib.so: cannot be loaded: No such file",
        ),
        ("mine=mine.sh", 3, " (did you mean ./mine.sh?)\n"),
        (
            "a=./a --reference=b",
            2,
            "--reference b: no engine or solver of this name",
        ),
        ("mine", 2, "'mine' is not NAME=TARGET"),
        ("mrv=./a", 2, "'mrv' is the name of an engine"),
        ("good=./b", 2, "two solvers are called 'good'"),
        ("a b=./a", 2, "cannot be the name of a solver"),
        ("a=./a --engines=abacus", 2, "'abacus'"),
        ("a=./a --solver-memory=much", 2, "expected a size such as"),
        ("a=./a --timeout=soon", 2, "--timeout"),
    ] {
        let (solver, options) = solver.split_once(" --").unwrap_or((solver, "quiet"));
        let args = format!("bench in.txt --solver '{good}' --solver '{solver}' --{options}");
        let done = place.0.run(&args);
        assert_eq!(
            (done.code, &*done.stdout),
            (Some(code), ""),
            "{solver} {}",
            done.stderr
        );
        assert!(done.stderr.contains(words), "{solver}: {}", done.stderr);
    }
    assert!(
        !place.0.names().contains(&"log".to_owned()),
        "nothing was started"
    );
}

#[test]
fn a_signal_takes_solvers_along() {
    let place = Place::new();
    let pids = place.0.path("pids");
    let waits = "sleep 1000 & echo $$ $! > new; mv new pids; wait";
    let silent = place.script("silent", &format!("read -r l || exit 0; {waits}"));
    let mut bench = place
        .0
        .command(&format!("bench -q in.txt --solver '{silent}'"));
    bench
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let child = bench.spawn().unwrap();
    wait_for("solver", || fs::exists(&pids).unwrap());
    let kill = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(143));
    place.0.read("pids").split_whitespace().for_each(gone);
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
    let natural = "None|NULL|No solution|unsolvable|Invalid|impossible|-|0|false||Error: invalid puzzle|\
        this sudoku has no solutions|!none|!NONE|no solution.|[null]|[]";
    let natural: Vec<&str> = natural.split('|').chain([UNSOLVABLE]).collect();
    let lines = format!("{UNSOLVABLE}\n").repeat(natural.len());
    place
        .0
        .file("in.txt", &format!("{}\n{lines}", &sample()[..81]));
    let verify = |solver: &str| place.0.run(&format!("verify in.txt --solver '{solver}'"));

    let none = solver("none", &natural);
    // It knows the puzzles.
    let (done, record) = place.bench(&[&none], &["--fixed"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert_eq!(
        of(&record, "rows", "none", 1).unwrap()["answers"]["none"],
        natural.len()
    );
    let counts = format!("1 right, 0 wrong, {} without an answer", natural.len());
    let done = verify(&none);
    assert!(
        done.stdout.contains(&counts),
        "{}{}",
        done.stdout,
        done.stderr
    );

    let other = solver("other", &["no idea"]);
    let (done, record) = place.bench(&[&other], &[]);
    let words = "neither a solution nor a word for no solution";
    were_left_out(&done, &record, &[("other", &[words])]);
    let done = verify(&other);
    let counts = format!("1 right, {} wrong, 0 without an answer", natural.len());
    for words in ["neither 81 digits nor a word for no solution", &counts] {
        assert!(done.stdout.contains(words), "{}", done.stdout);
    }
}
