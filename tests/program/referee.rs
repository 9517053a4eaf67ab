//! Solvers that are not ours, and all that they may do wrong. No time decides whether a test
//! passes.

use super::common::{Done, Scratch, ninefold, run, sample};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const NINEFOLD: &str = env!("CARGO_BIN_EXE_ninefold");

/// Puzzles that are measured.
const PUZZLES: usize = 8;

/// A folder with puzzles, and what measures on them.
struct Place(Scratch);

impl Place {
    fn new() -> Place {
        let place = Place(Scratch::new());
        let lines: Vec<String> = sample().lines().take(PUZZLES).map(str::to_owned).collect();
        place.0.file("in.txt", &(lines.join("\n") + "\n"));
        place
    }

    /// A shell script, as `NAME=PATH`.
    fn script(&self, name: &str, text: &str) -> String {
        let path = self.0.file(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        format!("{name}={path}")
    }

    /// What the C compiler makes of a file in `tests/solvers`; none, with a message, where
    /// there is no compiler.
    fn compiled(&self, source: &str, output: &str, flags: &[&str]) -> Option<String> {
        let path = self.0.path(output);
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-o", &path]).args(flags);
        cc.arg(format!("-I{ROOT}/include"));
        cc.arg(format!("{ROOT}/tests/solvers/{source}"));
        match cc.output() {
            Ok(done) => {
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(done.status.success(), "{said}");
                Some(path)
            }
            Err(error) => {
                let thread = std::thread::current();
                let name = thread.name().unwrap_or("a test").to_owned();
                let _ = writeln!(std::io::stderr(), "skipped: {name}: no C compiler: {error}");
                None
            }
        }
    }

    fn command(&self) -> Option<String> {
        self.compiled("command.c", "command", &[])
    }

    /// A library that does this wrong.
    fn library(&self, name: &str, wrong: &[&str]) -> Option<String> {
        let file = format!("lib{name}.so");
        let path = self.compiled("library.c", &file, &[&["-shared", "-fPIC"], wrong].concat())?;
        Some(format!("{name}={path}"))
    }

    /// `bench` of these solvers beside engine `mrv`: how it ended, and the record.
    fn bench(&self, solvers: &[&str], more: &[&str]) -> (Done, Value) {
        let (input, save) = (self.0.path("in.txt"), self.0.path("r.json"));
        let mut args = vec!["bench", &input, "-q", "--engines=mrv", "--rounds=8"];
        args.extend(["--least-sample=100us", "--warm-up=0", "--no-latency"]);
        args.extend(["--force", "--save", &save]);
        for solver in solvers {
            args.extend(["--solver", solver]);
        }
        args.extend(more);
        let done = run(&args, "");
        let record = fs::read(&save).expect(&done.stderr);
        (done, serde_json::from_slice(&record).unwrap())
    }
}

/// The row or failure of an engine at a limit.
fn of<'a>(record: &'a Value, list: &str, name: &str, limit: u64) -> Option<&'a Value> {
    let all = record[list].as_array()?;
    all.iter()
        .find(|one| one["case"]["engine"] == name && one["case"]["limit"] == limit)
}

/// Why a solver was left out; and that it was, from record and table, while `mrv` stayed.
#[track_caller]
fn reason(done: &Done, record: &Value, name: &str) -> String {
    let failure = of(record, "failures", name, 1);
    let failure = failure.unwrap_or_else(|| panic!("{name} was not left out: {record}"));
    assert!(of(record, "rows", name, 1).is_none(), "{name}");
    let ours = of(record, "rows", "mrv", 1).expect("ours is kept");
    assert_eq!(ours["samples_ns"].as_array().unwrap().len(), 8);
    let reason = failure["reason"].as_str().unwrap().to_owned();
    let first = reason.lines().next().unwrap();
    let line = format!("Left out: {name} x1 in limit 1: {first}\n");
    assert!(done.stdout.contains(&line), "{line}: {}", done.stdout);
    let line = format!("ninefold: {name} x1 in limit 1 is left out: {first}\n");
    assert!(done.stderr.contains(&line), "{line}: {}", done.stderr);
    reason
}

/// The answer to puzzle `i` of the sample, from 1.
fn right(i: usize) -> String {
    let puzzle = sample().lines().nth(i - 1).unwrap().to_owned();
    ninefold::solve(&puzzle).unwrap().to_string()
}

#[test]
fn commands_and_libraries_are_measured_beside_engines() {
    let place = Place::new();
    let (Some(command), Some(library)) = (place.command(), place.library("lib", &[])) else {
        return;
    };
    let plain = format!("plain='{command}' {{limit}}");
    let up = format!("up={command} stay");
    let (done, record) = place.bench(&[&plain, &up, &library], &["--limits=1,2"]);
    assert_eq!((done.code, &*done.stderr), (Some(0), ""));
    assert_eq!(record.get("failures"), None);
    for limit in [1, 2] {
        let ours = of(&record, "rows", "mrv", limit).unwrap();
        assert_eq!(ours.get("outside"), None);
        for (name, kind, starts, cpu) in [
            ("plain", "command", 8, 8),
            ("up", "stays-up", 0, 8),
            ("lib", "library", 0, 8),
        ] {
            let row = of(&record, "rows", name, limit).unwrap();
            assert_eq!(row["answers"], ours["answers"], "{name}");
            assert_eq!(row["puzzles"], PUZZLES);
            let samples = row["samples_ns"].as_array().unwrap();
            assert!(samples.len() == 8 && samples.iter().all(|ns| ns.as_f64() > Some(0.0)));
            let outside = &row["outside"];
            assert_eq!(outside["kind"], kind);
            let lengths = |field: &str| outside[field].as_array().unwrap().len();
            assert_eq!(lengths("start_up_ns"), starts, "{name}");
            if cfg!(target_os = "linux") {
                assert_eq!(lengths("cpu_ns"), cpu, "{name}");
            }
        }
    }
    let target = &of(&record, "rows", "up", 1).unwrap()["outside"]["target"];
    assert_eq!(*target, format!("{command} stay"));
    let header = done.stdout.lines().find(|line| line.contains("CPU/wall"));
    assert!(header.is_some(), "{}", done.stdout);
}

/// A script that solves by Ninefold, once it has read a line.
fn honest(then: &str) -> String {
    format!("'{NINEFOLD}' solve -q - {then}")
}

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
            "read -r l || exit 0; echo \"$l\"; echo 'no \x1b luck' >&2; exit 7".to_owned(),
        ),
        (
            "killed",
            "read -r l || exit 0; echo \"$l\"; kill -SEGV $$".to_owned(),
        ),
        (
            "silent",
            "read -r l || exit 0; echo \"$l\"; sleep 1000".to_owned(),
        ),
        ("deaf", "exec 0<&-; sleep 1000".to_owned()),
        (
            "closes",
            "read -r l || exit 0; exec 0<&-; echo \"$l\"".to_owned(),
        ),
        ("hasty", format!("echo hello\n{}", honest(""))),
        ("endless", "exec yes".to_owned()),
        (
            "newer",
            "echo 'ninefold-solver 2'; cat >/dev/null".to_owned(),
        ),
        (
            "forks",
            format!(
                "read -r l || exit 0; sleep 1000 & echo $! > '{pids}.new'; mv '{pids}.new' '{pids}'; \
                 (echo \"$l\"; cat) | '{NINEFOLD}' solve -q -"
            ),
        ),
        (
            "mute",
            "echo 'ninefold-solver 1'; cat >/dev/null".to_owned(),
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
    solvers.push("missing=/no/such/solver -x");
    let (done, record) = place.bench(&solvers, &["--timeout=3s"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(of(&record, "rows", "good", 1).is_some(), "{}", done.stderr);
    assert_eq!(
        record["failures"].as_array().unwrap().len(),
        solvers.len() - 1
    );
    let cases: [(&str, &[&str]); 18] = [
        (
            "little",
            &[
                "it ended (exit status: 0) after 3 of 8 answers",
                "line 3 is \"",
            ],
        ),
        (
            "much",
            &[
                "more than the 8 lines that answer 8 puzzles",
                "line 9 is \"",
            ],
        ),
        (
            "rubbish",
            &[
                "puzzle 1: it gives no solution",
                "said    \"no idea \\u{1b}[31m\"",
                &right(1),
            ],
        ),
        (
            "wrong",
            &["puzzle 3: it gives no solution", "said    \"x", &right(3)],
        ),
        (
            "none",
            &[
                "puzzle 2: it gives no solution",
                "said    \"none\"",
                &right(2),
            ],
        ),
        (
            "turned",
            &[
                "puzzle 1: answers in the wrong order: this is the answer to puzzle 8",
                &right(8),
            ],
        ),
        (
            "dies",
            &[
                "it ended (exit status: 7) after 1 of 8 answers",
                "; it said:\n  no \\u{1b} luck",
            ],
        ),
        (
            "killed",
            &["it ended (signal: 11 (SIGSEGV)", "after 1 of 8 answers"],
        ),
        (
            "silent",
            &[
                "it took too long",
                "3s",
                "after 1 of 8 answers; line 1 is \"",
            ],
        ),
        (
            "deaf",
            &["started with an empty input, it did not end within 3s (--timeout)"],
        ),
        (
            "closes",
            &["it ended (exit status: 0) after 1 of 8 answers"],
        ),
        (
            "hasty",
            &["it prints before it has read a puzzle: \"hello\""],
        ),
        ("endless", &["it prints before it has read a puzzle: \"y\""]),
        (
            "newer",
            &[
                "another version",
                "\"ninefold-solver 2\", not \"ninefold-solver 1\"",
            ],
        ),
        (
            "forks",
            &["left behind a process that keeps its output open, after 8 of 8 answers"],
        ),
        (
            "mute",
            &[
                "it took too long",
                "after 0 of 8 answers; it printed nothing",
            ],
        ),
        (
            "long",
            &["it printed 1.0", " MiB for 8 puzzles; line 1 is \"xxxx"],
        ),
        (
            "missing",
            &["cannot be run: \"/no/such/solver\": No such file"],
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

/// Waits until a process has ended.
#[track_caller]
fn gone(pid: &str) {
    let since = Instant::now();
    loop {
        let alive = Command::new("kill")
            .args(["-0", pid])
            .stderr(Stdio::null())
            .status()
            .unwrap()
            .success();
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        if !alive || status.contains(") Z ") {
            return;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{pid} is there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_takes_all_memory_is_ended() {
    let place = Place::new();
    let awk = "awk '{ s = \"x\"; while (1) s = s s }'";
    let hungry = format!("hungry={awk}");
    // What a script starts counts too, and is ended too.
    let script = place.script("script", &format!("{awk}; exit 3"));
    let own = std::process::id();
    let told = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).is_ok();
    let number = if told { 2 } else { 1 };
    let solvers = [&*hungry, &*script];
    let (done, record) = place.bench(&solvers[..number], &["--solver-memory=50M"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    for name in &["hungry", "script"][..number] {
        let reason = reason(&done, &record, name);
        let words = "of memory, and may have 50.0 MiB (--solver-memory), after 0 of 8 answers";
        assert!(reason.contains(words), "{reason}");
    }
}

#[test]
fn answers_are_judged_at_every_limit() {
    let place = Place::new();
    let Some(command) = place.command() else {
        return;
    };
    let through = |name: &str, filter: &str| {
        let text = format!("'{command}' \"$1\" | sed '{filter}'");
        place.script(name, &text) + " {limit}"
    };
    let solvers = [
        through("good", ""),
        through("numberless", "s/^1,//"),
        through("many", "s/^1,/2,/"),
        through("hidden", "s/,.*//"),
        through("denies", "s/^1,/0,/"),
        // It is not told the limit, and knows its own.
        place.script("limitless", &format!("exec '{command}' 1")),
    ];
    let solvers: Vec<&str> = solvers.iter().map(String::as_str).collect();
    let (done, record) = place.bench(&solvers, &["--limits=1,2"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    for limit in [1, 2] {
        assert!(of(&record, "rows", "good", limit).is_some());
        for name in ["hidden", "denies"] {
            assert!(of(&record, "failures", name, limit).is_some(), "{name}");
        }
    }
    for name in ["numberless", "many", "limitless"] {
        assert!(of(&record, "rows", name, 1).is_some(), "{name}");
    }
    let cases = [
        (
            "numberless",
            "puzzle 1: it does not say how many solutions there are, up to 2",
        ),
        ("many", "puzzle 1: it says that there are 2 solutions"),
        (
            "hidden",
            "puzzle 1: it says that there are 1 solutions and shows none",
        ),
        (
            "denies",
            "puzzle 1: it shows a solution and says that there is none",
        ),
        (
            "limitless",
            "it cannot be asked for 2 solutions: write {limit}",
        ),
    ];
    for (name, words) in cases {
        let failure = of(&record, "failures", name, 2).expect(name);
        let reason = failure["reason"].as_str().unwrap();
        assert!(reason.starts_with(words), "{name}: {reason}");
        assert_eq!(failure["refused"], name == "limitless");
    }
    assert!(done.stdout.contains(&format!("one solution, {}", right(1))));
    // What was only refused is no finding.
    let (done, record) = place.bench(&[solvers[5]], &["--limits=2"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(of(&record, "rows", "mrv", 2).is_some());
}

#[test]
fn puzzles_with_no_and_with_many_solutions_are_judged_too() {
    let place = Place::new();
    let Some(command) = place.command() else {
        return;
    };
    let solver = format!("c={command} {{limit}}");
    let (input, save) = (ROOT.to_owned() + "/datasets/", place.0.path("all.json"));
    let inputs: Vec<String> = ["multiple", "unsolvable", "invalid"]
        .iter()
        .map(|name| format!("{input}{name}.txt"))
        .collect();
    let mut args = vec!["bench", "-q", "--rounds=8", "--least-sample=100us"];
    args.extend(["--warm-up=0", "--no-latency", "--take=4", "--limits=1,2"]);
    args.extend(["--solver", &solver, "--save", &save]);
    args.extend(inputs.iter().map(String::as_str));
    let done = run(&args, "");
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let record: Value = serde_json::from_slice(&fs::read(&save).unwrap()).unwrap();
    let rows = record["rows"].as_array().unwrap();
    // Beside others, the default engine and `mrv`.
    assert_eq!(rows.len(), 3 * 2 * 3);
    let answers = |corpus: &str, limit: u64| {
        let is = |row: &&Value| {
            let case = &row["case"];
            case["engine"] == "c" && case["corpus"] == corpus && case["limit"] == limit
        };
        rows.iter().find(is).unwrap()["answers"].clone()
    };
    assert_eq!(answers("multiple", 2)["multiple"], 4);
    assert_eq!(answers("unsolvable", 1)["none"], 4);
    assert_eq!(answers("invalid", 2)["none"], 4);
}

#[test]
fn a_command_that_stays_up_may_fail_later() {
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
    let wrong: [(&str, &[&str]); 10] = [
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
    ];
    let libraries = wrong.iter().map(|(name, flags)| place.library(name, flags));
    let Some(libraries) = libraries.collect::<Option<Vec<String>>>() else {
        return;
    };
    let hangs = place.library("hangs", &["-DHANGS"]).unwrap();
    let text = place.0.file("libtext.so", "no library\n");
    let text = format!("text={text}");
    let mut solvers: Vec<&str> = libraries.iter().map(String::as_str).collect();
    solvers.extend([&*hangs, &text, "missing=/no/such/lib.so"]);
    let (done, record) = place.bench(&solvers, &["--timeout=5s"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    for good in ["good", "prints"] {
        let row = of(&record, "rows", good, 1);
        assert!(row.is_some(), "{good}: {}", done.stderr);
    }
    let cases: [(&str, &[&str]); 11] = [
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
            &["ninefold_solver_solve returned 7 for a batch of 8 puzzles"],
        ),
        ("wrong", &["puzzle 3: r1c1 is not the clue", &right(3)]),
        (
            "none",
            &[
                "puzzle 2: it gives no solution where there is one",
                &right(2),
            ],
        ),
        (
            "turned",
            &["puzzle 1: answers in the wrong order: this is the answer to puzzle 2"],
        ),
        ("crashes", &["ended ", "signal: 11 (SIGSEGV)"]),
        (
            "hangs",
            &["did not answer within 5s before it was ready to be measured (--timeout)"],
        ),
        ("text", &["libtext.so: cannot be loaded: "]),
        (
            "missing",
            &["/no/such/lib.so: cannot be loaded: ", "No such file"],
        ),
    ];
    for (name, words) in cases {
        let reason = reason(&done, &record, name);
        for word in words {
            assert!(reason.contains(word), "{name}: {word}: {reason}");
        }
    }
}

#[test]
fn solvers_may_be_listed_in_a_file_and_chosen_by_name() {
    let place = Place::new();
    let one = place.script("one", &honest(""));
    let text = format!("# mine\n\n{one}\nother=/no/such/solver\n");
    let list = place.0.file("solvers", &text);
    let (done, record) = place.bench(
        &[],
        &["--solvers", &list, "--engines=one", "--reference=one"],
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let rows = record["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "mrv and one");
    assert!(done.stdout.contains("1.00x"), "{}", done.stdout);
    let (done, record) = place.bench(&[], &["--solvers", &list, "--engines=all"]);
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert!(of(&record, "failures", "other", 1).is_some());
}

#[test]
fn what_is_no_solver_is_refused() {
    let place = Place::new();
    let list = place.0.file("solvers", "a=./a\n# b\nc\n");
    let input = place.0.path("in.txt");
    let cases: [(&[&str], &str); 10] = [
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
        (
            &["--solvers", &list],
            "solvers: line 3: 'c' is not NAME=TARGET",
        ),
        (&["--engines=abacus", "--solver=a=./a"], "'abacus'"),
        (
            &["--solver=a=./a", "--solver-memory=much"],
            "'much' is no size",
        ),
        (&["--solver=a=./a", "--timeout=soon"], "--timeout"),
    ];
    for (args, words) in cases {
        let done = run(&[&["bench", "-q", &input], args].concat(), "");
        assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{args:?}: {}", done.stderr);
    }
    let missing = run(&["bench", "-q", &input, "--solvers=/no/such/list"], "");
    assert_eq!(missing.code, Some(3), "{}", missing.stderr);
}

/// `compare --paired` of solvers `old` and `new`, quickly.
fn compare(place: &Place, more: &[&str]) -> Done {
    let input = place.0.path("in.txt");
    let quick = [
        "-q",
        "--least-sample=100us",
        "--min-pairs=8",
        "--max-pairs=8",
        "--blocks=1",
    ];
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
            done.stdout.contains("solver x1 in limit 1"),
            "{}",
            done.stdout
        );
        let found: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
        assert_eq!(found["rows"][0]["pairs"].as_array().unwrap().len(), 8);
    }
    let script = place.script("new", "read -r l || exit 0; echo tired >&2; exit 9");
    let done = compare(&place, &[&old, "--solver", &script]);
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    let words = "ninefold: new: it ended (exit status: 9) after 0 of 8 answers; it printed nothing; it said:\n  tired\n";
    assert_eq!(done.stderr, words);
    let new = format!("--solver=new={command}");
    let done = compare(&place, &[&old, &new, "--limits=2"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    let words = "ninefold: old: it cannot be asked for 2 solutions: write {limit}";
    assert!(done.stderr.starts_with(words), "{}", done.stderr);
    let done = compare(&place, &[&old]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(
        done.stderr.contains("'new' is the name of no solver"),
        "{}",
        done.stderr
    );
    let saved = run(&["compare", "a.json", "b.json", &old], "");
    assert_eq!(saved.code, Some(2), "{}", saved.stderr);
}

#[test]
fn the_answers_of_a_command_are_verified() {
    let place = Place::new();
    // Line 3 is no puzzle, and is not handed on.
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
    let report = "answers: solver good; one for each puzzle, none for the line that is no puzzle\n\
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
            .contains("line 5 (answers: line 4): r1c1 is no digit"),
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
    // More than a pipe holds, and nobody who reads it.
    let many = place.0.file("many.txt", &sample().repeat(50));
    let closes = place.script("closes", "read -r l || exit 0; exec 0<&-; echo \"$l\"");
    let done = run(&["verify", &many, "--solver", &closes], "");
    assert_eq!(done.code, Some(3), "{}", done.stderr);
    let words = "closes: it ended (exit status: 0) after 1 of 2400 answers";
    assert!(done.stderr.contains(words), "{}", done.stderr);
    let both = run(&["verify", &input, &input, "--solver=a=./a"], "");
    assert_eq!(both.code, Some(2), "{}", both.stderr);
    let stdin = run(&["verify", "-", "--solver=a=./a"], "");
    assert_eq!(stdin.code, Some(2), "{}", stdin.stderr);
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
    let since = Instant::now();
    while !fs::exists(&pids).unwrap() {
        assert!(
            since.elapsed() < Duration::from_secs(30),
            "it did not start"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
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
