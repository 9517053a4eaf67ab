//! Every fault of a solver is reported, and the others are measured.

use super::{Place, gone, honest, of, reason, right, row_of};
use crate::common::{Finished, sample, table};
use serde_json::Value;
use std::fs;

/// Each of these was left out for a reason with these words, which stand between `&`.
#[track_caller]
fn were_left_out(done: &Finished, record: &Value, cases: &[(&str, &str)]) {
    done.ended(1, &[]);
    assert_eq!(record["failures"].as_array().unwrap().len(), cases.len());
    for (name, words) in cases {
        let reason = reason(done, record, name);
        for word in words.split(" & ") {
            assert!(reason.contains(word), "{name}: {word}: {reason}");
        }
    }
}

/// `RIGHT1` is the answer to puzzle 1.
fn filled(text: &str) -> String {
    let fill = |text: String, i| text.replace(&format!("RIGHT{i}"), &right(i));
    (1..=8).fold(text.to_owned(), fill)
}

/// Name, words of the reason, and script. `FIRST` reads a line, `FORWARDS` solves it and the rest.
const COMMANDS: &str = r#"
    little  | puzzle 5 of in: it ended (exit status: 0) after 3 of 7 answers & line 3 is " | HONEST | head -n 3
    much    | more than the 1 answer for 1 puzzle & line 2 is "             | HONEST | sed p
    rubbish | puzzle 1: it prints neither a solution nor a word for no solution & said    "no idea \u{1b}[31m" & RIGHT1 | while read -r l; do printf 'no idea \033[31m\n'; done
    wrong   | puzzle 4: it prints neither & "x & RIGHT4                     | HONEST | sed '3s/^./x/'
    none    | puzzle 3: it gives no solution & said    "none" & RIGHT3      | HONEST | sed '2s/.*/none/'
    turned  | puzzle 2: answers in the wrong order: this is the answer to puzzle 8 & RIGHT8 | HONEST | sed '1!G;h;$!d'
    dies    | it ended (exit status: 7) after 0 of 1 answer & ; it said: & no \u{1b} luck | FIRST; printf 'no \033 luck' >&2; exit 7
    killed  | it ended (signal: 11 (SIGSEGV) & after 0 of 1 answer          | FIRST; kill -SEGV $$
    closes  | it ended (exit status: 0) after 0 of 1 answer                 | FIRST; exec 0<&-
    hasty   | it prints "hello" for an empty input                       | echo hello; HONEST
    banner  | more than the 1 answer for 1 puzzle & and line 1, "Solver 1.0", is not an answer | FIRST; echo 'Solver 1.0'; FORWARDS
    endless | it prints "y" for an empty input                              | exec yes
    newer   | it prints "ninefold-solver 2" for an empty input    | echo 'ninefold-solver 2'; cat >/dev/null
    forks   | left a process that keeps its output open, after 1 of 1 answer | FIRST; sleep 1000 & echo $! > new; mv new pids; FORWARDS
    long    | it printed 1.0 &  MiB for 1 puzzle; line 1 is "xxxx           | FIRST; exec tr '\0' x < /dev/zero
"#;

#[test]
fn what_a_command_does_wrong_is_told_and_the_others_are_measured() {
    let place = Place::new();
    let forwards = format!("(echo \"$l\"; cat) | {}", honest(""));
    let commands = filled(COMMANDS);
    let commands: Vec<[&str; 3]> = table(&commands).collect();
    let scripts = commands.iter().map(|[name, _, script]| {
        let script = script.replace("FIRST", "read -r l || exit 0");
        let script = script.replace("FORWARDS", &forwards);
        place.solver(name, &script.replace("HONEST", &honest("")))
    });
    let mut solvers: Vec<String> = scripts.collect();
    solvers.push(place.solver("good", &honest("")));
    let solvers: Vec<&str> = solvers.iter().map(String::as_str).collect();
    let (done, record) = place.bench(&solvers, "");
    let failures = &record["failures"];
    assert!(of(&record, "rows", "good", 1).is_some(), "{failures}");
    let expected = commands.iter().map(|&[name, words, _]| (name, words));
    were_left_out(&done, &record, &expected.collect::<Vec<_>>());
    assert!(!done.stdout.contains('\x1b') && !done.stderr.contains('\x1b'));
    gone(place.read("pids").trim());
}

/// All at the same time, with a time-out in which any machine gets to where they hang.
#[test]
fn solvers_that_hang_are_given_up_at_the_time_out() {
    let given_up = |name: &str, words: &str, text: &str| {
        let place = Place::new();
        let solver = match name {
            "library" => place.library(name, &["-DHANGS"]),
            _ => Some(place.solver(name, text)),
        };
        let Some(solver) = solver else { return };
        let (done, record) = place.bench(&[&solver], "--timeout=10s");
        let words = format!("nothing came for 10s & {words}");
        were_left_out(&done, &record, &[(name, &words)]);
    };
    std::thread::scope(|scope| {
        for [name, words, text] in table(
            "silent  | it took too long & after 1 of 1 answers; line 1 | read -r l || exit 0; echo \"$l\"; sleep 1000
             deaf    | (--timeout), with an empty input; it printed nothing | exec 0<&-; sleep 1000
             mute    | it took too long & after 0 of 1 answers; it printed nothing | echo 'ninefold-solver 1'; cat >/dev/null
             library | it took too long |",
        ) {
            scope.spawn(move || given_up(name, words, text));
        }
    });
}

#[test]
fn the_message_of_a_time_out_has_a_way_out() {
    let place = Place::new();
    let slow = &sample()[82 * 3..][..81];
    let waits =
        format!("while read -r l; do [ \"$l\" != '{slow}' ] || sleep 1000; echo \"$l\"; done");
    let solver = place.solver("slow", &format!("{waits} | {}", honest("")));
    let (done, record) = place.bench(&[&solver], "--timeout=5s");
    let words = "puzzle 4 of in: it took too long & within & (--timeout) & try     easier puzzles \
                 (ninefold generate --difficulty easy), or --max-puzzles 3";
    were_left_out(&done, &record, &[("slow", words)]);
}

/// Where the search for the puzzle gives little time, a busy machine may be slow for once.
#[test]
fn a_slow_moment_blames_no_puzzle() {
    let place = Place::new();
    let hangs = &sample()[82 * 3..][..81];
    let late = "text=$(cat); [ $(echo \"$text\" | wc -l) -ne 2 ] || sleep 3";
    let waits = format!(
        "case $text in *{hangs}*) sleep 1000;; *) echo \"$text\" | {};; esac",
        honest("")
    );
    let solver = place.solver("slow", &format!("{late}; [ -z \"$text\" ] || {waits}"));
    let (done, record) = place.bench(&[&solver], "--timeout=5s");
    were_left_out(
        &done,
        &record,
        &[("slow", "puzzle 4 of in: it took too long")],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_takes_all_memory_is_ended() {
    let place = Place::new();
    let awk = "awk '{ s = \"x\"; while (1) s = s s }'";
    let hungry = format!("hungry={awk}");
    // Processes of a script count too, and are ended too.
    let script = place.solver("script", &format!("{awk}; exit 3"));
    let own = std::process::id();
    let has_list = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).is_ok();
    let number = if has_list { 2 } else { 1 };
    let (done, record) = place.bench(&[&*hungry, &*script][..number], "--solver-memory=50M");
    let words = "of memory, but may use 50.0 MiB (--solver-memory), after 0 of 1 answer";
    let cases = [("hungry", words), ("script", words)];
    were_left_out(&done, &record, &cases[..number]);
}

#[test]
fn a_persistent_command_may_fail_later() {
    let place = Place::new();
    let Some(once) = place.compiled("command.c", "once", &["-DONCE"]) else {
        return;
    };
    let greets = "[ -e mark ] && echo hello || echo ninefold-solver 1; touch mark";
    let changes = place.solver("changes", &format!("{greets}; cat >/dev/null"));
    let (done, record) = place.bench(&[&format!("once={once} stay"), &changes], "");
    let changed = "it begins with \"hello\", not with \"ninefold-solver 1\"";
    let ended = "it ended (exit status: 0) after 0 of ";
    were_left_out(&done, &record, &[("once", ended), ("changes", changed)]);
}

/// Name, flag of `tests/solvers/library.c`, and words of the reason.
const LIBRARIES: &str = "
    newer     | VERSION=7 | libnewer.so: built for version 7 & this ninefold knows version 1
    lacks     | NO_FREE   | liblacks.so: has no function ninefold_solver_free
    stateless | NO_STATE  | ninefold_solver_new gave no state, but NULL
    fails     | FAILS     | ninefold_solver_solve returned 7 for a batch of 1 puzzle
    wrong     | WRONG     | puzzle 4: 1 twice in one row & RIGHT4
    none      | NONE      | puzzle 3: it gives no solution, but there is one & RIGHT3
    turned    | TURNED    | puzzle 2: answers in the wrong order: this is the answer to puzzle 3
    crashes   | CRASHES   | ended & signal: 11 (SIGSEGV)
    writes    | WRITES    | it wrote to its puzzles, which it may only read
";

#[test]
fn what_a_library_does_wrong_is_told_and_the_others_are_measured() {
    let place = Place::new();
    let cases = filled(LIBRARIES);
    let cases: Vec<[&str; 3]> = table(&cases).collect();
    let good = [["good", "GOOD", ""], ["prints", "PRINTS", ""]];
    let libraries = cases.iter().chain(&good);
    let libraries = libraries.map(|[name, flag, _]| place.library(name, &[&format!("-D{flag}")]));
    let Some(mut libraries) = libraries.collect::<Option<Vec<String>>>() else {
        return;
    };
    let text = place.file("libtext.so", "no library\n");
    libraries.push(format!("text={text}"));
    let solvers: Vec<&str> = libraries.iter().map(String::as_str).collect();
    let (done, record) = place.bench(&solvers, "");
    for [good, ..] in good {
        let failures = &record["failures"];
        assert!(of(&record, "rows", good, 1).is_some(), "{failures}");
    }
    let expected = cases.iter().map(|&[name, _, words]| (name, words));
    let text = ("text", "libtext.so: cannot be loaded: ");
    were_left_out(&done, &record, &expected.chain([text]).collect::<Vec<_>>());
}

#[test]
fn who_cannot_start_is_named_before_the_others_are_measured() {
    let place = Place::new();
    // Before its sixth start, it has only been tried: its protocol, its start three times, and the
    // first puzzle.
    let keeps = "echo >>starts; [ $(wc -l <starts) != 6 ] || cp said said.before";
    let good = place.solver("good", &format!("{keeps}; {}", honest("")));
    let library = format!("library={}", place.file("libtext.so", "no library\n"));
    let exits = place.solver("exits", "echo no luck >&2; exit 3");
    let mut command = place.command("bench in.txt -q --engines=mrv --rounds=8");
    for solver in [&good, &library, &exits] {
        command.args(["--solver", solver]);
    }
    command.stderr(fs::File::create(place.path("said")).unwrap());
    let done: Finished = command.output().unwrap().into();
    done.ended(
        1,
        &["good ", "Left out: library ", "Left out: exits ", "no luck"],
    );
    let said = place.read("said.before");
    for words in ["library", "cannot be loaded: ", "exits", "exit status: 3"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn what_is_no_solver_is_refused_before_anything_is_measured() {
    let place = Place::new();
    let good = place.solver("good", &format!("echo >>log; {}", honest("")));
    place.file("plain", "no program\n");
    place.solver("mine.sh", &honest(""));
    for [code, options, words] in table(
        "3 | --solver mine=./mis-spelt                    | mine: cannot be run: \"./mis-spelt\": No such file
         3 | --solver 'mine=mis-spelt -x'                 | mine: cannot be run: \"mis-spelt\": No such file
         3 | --solver mine=./plain                        | plain is not executable
         3 | --solver mine=/no/such/lib.so                | /no/such/lib.so: cannot be loaded: No such file
         3 | --solver mine=mine.sh                        | (did you mean ./mine.sh?)
         2 | --solver a=./a --reference=b                 | --reference b: no engine or solver of this name
         2 | --solver mine                                | 'mine' is not NAME=TARGET, such as mine=./mine
         2 | --solver mrv=./a                             | 'mrv' is the name of an engine
         2 | --solver good=./b                            | two solvers are called 'good': give one another name
         2 | --solver 'a b=./a'                           | cannot be the name of a solver
         2 | --solver a=./a --engines=abacus              | 'abacus'
         2 | --solver a=./a --solver-memory=much          | expected a size such as
         2 | --solver a=./a --timeout=soon                | --timeout",
    ) {
        let done = place.run(&format!("bench in.txt -q --solver '{good}' {options}"));
        done.ended(code.parse().unwrap(), &[words]);
        assert_eq!(done.stdout, "");
    }
    let done = place.run("bench -q mine.sh");
    let way_out = "mine.sh is a program, not puzzles: to measure it, write ./mine.sh";
    done.ended(2, &[way_out]);
    let was_started = place.names().contains(&"log".to_owned());
    assert!(!was_started);
}

/// A puzzle without a solution.
const UNSOLVABLE: &str =
    "1234567.........8................................................................";

#[test]
fn bench_and_verify_take_the_same_words_for_no_solution() {
    let place = Place::new();
    let solver = |name: &str, words: &[&str]| {
        let words = words.join("|");
        let right = right(1);
        let split = format!("n = split(\"{words}\", words, \"|\")");
        let none = "/^1234567/ { print words[said++ % n + 1]; next }";
        let text = format!("awk 'BEGIN {{ {split} }}\n{none} {{ print \"{right}\" }}'");
        place.solver(name, &text)
    };
    let natural = "None|NULL|No solution|unsolvable|Invalid|impossible|-|0|false||Error: invalid puzzle|\
        this sudoku has no solutions|!none|!NONE|no solution.|[null]|[]";
    let natural: Vec<&str> = natural.split('|').chain([UNSOLVABLE]).collect();
    let lines = format!("{UNSOLVABLE}\n").repeat(natural.len());
    place.file("in.txt", &(sample()[..82].to_owned() + &lines));
    let verify = |solver: &str| place.run(&format!("verify in.txt --solver '{solver}'"));

    let none = solver("none", &natural);
    // It knows the puzzles.
    let (done, record) = place.bench(&[&none], "--fixed");
    done.ended(0, &[]);
    let answers = &row_of(&record, "none", 1)["answers"];
    assert_eq!(answers["none"], natural.len());
    let counts = format!("1 right, 0 wrong, {} without an answer", natural.len());
    verify(&none).ended(1, &[&counts]);

    let other = solver("other", &["no idea"]);
    let (done, record) = place.bench(&[&other], "");
    let words = "neither a solution nor a word for no solution";
    were_left_out(&done, &record, &[("other", words)]);
    let counts = format!("1 right, {} wrong, 0 without an answer", natural.len());
    let words = "neither 81 digits nor a word for no solution";
    verify(&other).ended(1, &[words, &counts]);
}
