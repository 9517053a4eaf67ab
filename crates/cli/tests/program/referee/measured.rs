//! External solvers measured, judged and chosen.

use super::{PROGRAM, PUZZLES, Place, ROOT, honest, of, right, row_of};
use crate::common::{feed, sample, table};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn commands_and_libraries_are_measured_beside_engines() {
    let place = Place::new();
    let (Some(command), Some(library)) = (place.in_c(), place.library("lib", &[])) else {
        return;
    };
    let plain = format!("plain='{command}' {{limit}}");
    let up = format!("up={command} stay");
    let loops = format!("while read -r puzzle; do echo \"$puzzle\" | '{command}' $1; done");
    let each = place.solver("each", &loops) + " {limit}";
    let solvers: [&str; 4] = [&plain, &up, &each, &library];
    let (done, record) = place.bench(&solvers, "--limits=1,2");
    assert_eq!((done.code, &*done.stderr), (Some(0), ""));
    assert_eq!(record.get("failures"), None);
    for limit in [1, 2] {
        let ours = row_of(&record, "mrv", limit);
        assert_eq!(ours.get("external"), None);
        for (name, kind, starts) in [
            ("plain", "command", 3),
            ("each", "command", 3),
            ("up", "persistent", 3),
            ("lib", "library", 0),
        ] {
            let row = row_of(&record, name, limit);
            assert_eq!(row["answers"], ours["answers"], "{name}");
            assert_eq!(row["puzzles"], PUZZLES);
            let samples = row["samples_ns"].as_array().unwrap();
            assert!(samples.len() == 8 && samples.iter().all(|ns| ns.as_f64() > Some(0.0)));
            let external = &row["external"];
            assert_eq!(external["kind"], kind);
            let length = |list: &Value| list.as_array().map_or(0, Vec::len);
            assert_eq!(length(&external["start_up_ns"]), starts, "{name}");
            if cfg!(target_os = "linux") {
                // Those of the clock that decides, and of the other.
                assert_eq!(
                    length(&row["wall_ns"]) + length(&row["cpu_ns"]),
                    8,
                    "{name}"
                );
                let account = external["account"].as_str().unwrap();
                assert!(["cgroup", "processes"].contains(&account));
            }
        }
    }
    let target = &row_of(&record, "up", 1)["external"]["target"];
    assert_eq!(*target, format!("{command} stay"));
}

/// Rows of nine digits, with a word where there is no solution. (`verify` has the tests of all
/// forms.)
#[test]
fn boards_are_answers() {
    let place = Place::new();
    let none = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    place.file("in.txt", &format!("{}{none}\n", &sample()[..82 * 2]));
    let solver = |name: &str, second: &str, row: &str| {
        let cases = [(0, right(1)), (1, second.to_owned())].map(|(i, right)| {
            let puzzle = &sample()[82 * i..][..81];
            format!("$0 == \"{puzzle}\" {{ s = \"{right}\" }}")
        });
        let rows =
            format!("for (i = 0; i < 9; i++) {{ r = substr(s, 9 * i + 1, 9); print {row} }}");
        let none = "s == \"\" { print \"No solution\"; next }";
        let text = format!("{{ s = \"\" }}\n{}\n{none}\n{{ {rows} }}", cases.join("\n"));
        place.solver(name, &format!("awk '{text}'"))
    };
    let solvers = [
        solver("rows", &right(2), "r"),
        solver(
            "framed",
            &right(2),
            "\"| \" substr(r, 1, 3) \" | \" substr(r, 4, 3) \" | \" substr(r, 7) \" |\"",
        ),
        solver("wrong", &right(3), "r"),
    ];
    let (done, record) = place.bench(&solvers.each_ref().map(String::as_str), "--fixed");
    for form in ["rows", "framed"] {
        let row = of(&record, "rows", form, 1);
        let row = row.unwrap_or_else(|| panic!("{form}: {}", done.stdout));
        let counts = (&row["answers"]["solved"], &row["answers"]["none"]);
        assert_eq!(counts, (&json!(2), &json!(1)));
    }
    let failure = of(&record, "failures", "wrong", 1).unwrap();
    let reason = failure["reason"].as_str().unwrap();
    assert!(reason.starts_with("puzzle 2: "), "{reason}");
}

/// Results, histories and pages distinguish the builds of a solver by its author's names.
#[test]
fn builds_of_a_solver_have_names_of_their_own() {
    let place = Place::new();
    for build in 1..=3 {
        let solver = place.solver("mine", &honest(&format!("# {build}")));
        let solver = solver.replacen("mine=", &format!("mine@v{build}="), 1);
        let (done, record) = place.bench(&[&solver], "--append h.jsonl");
        let external = &row_of(&record, "mine", 1)["external"];
        assert_eq!(external["revision"], format!("v{build}"));
        let hash = external["sha256"].as_str().unwrap();
        assert_eq!(hash.len(), 64);
        let line = format!(", revision v{build}, SHA-256 {hash:.12}\n");
        done.ended(0, &[&line, " mrv on in, and is right on all 8 puzzles."]);
    }
    let marks = [1, 2, 3].map(|build| format!("data-what=\"v{build}\""));
    let page = place.run("report h.jsonl");
    page.ended(0, &[&marks[0], &marks[1], &marks[2]]);
    let solver = place.solver("mine", &honest("# 4"));
    let (done, record) = place.bench(&[&solver], "");
    // In a folder without a repository, only the file distinguishes builds.
    let external = &row_of(&record, "mine", 1)["external"];
    assert_eq!(external.get("revision"), None);
    let hash = format!("mine, SHA-256 {:.12}", external["sha256"].as_str().unwrap());
    done.ended(0, &[&hash]);
}

/// Samples of two builds would belong to neither.
#[test]
fn a_solver_that_is_replaced_while_it_is_measured_is_left_out() {
    let place = Place::new();
    let changes = honest("; echo '# more' >> \"$0\"; exit");
    let (done, record) = place.bench(&[&place.solver("mine", &changes)], "");
    let reason = super::reason(done.ended(1, &[]), &record, "mine");
    assert!(reason.ends_with("was replaced while it was measured"));
}

/// Code placement makes some copies slower than others.
#[test]
#[cfg(target_os = "linux")]
fn each_round_is_taken_from_other_copies_of_program_and_library() {
    let place = Place::new();
    let log = place.path("log");
    let Some(library) = place.library("lib", &[&format!("-DTELLS=\"{log}\"")]) else {
        return;
    };
    let temporary = Place::new();
    let folder = fs::canonicalize(temporary.path("")).unwrap();
    let bench = "bench -q in.txt --engines=mrv --rounds=8 --min-sample-time=100us";
    let mut command = place.command(&format!("{bench} --solver {library}"));
    let done = feed(command.env("TMPDIR", &folder), "");
    assert_eq!((done.code, &*done.stderr), (Some(0), ""));
    // The first finds out the time of a pass.
    let log = fs::read_to_string(&log).unwrap();
    let starts: Vec<&str> = log.lines().collect();
    let (rounds, again) = starts.split_at(1 + 8);
    let files: BTreeSet<&str> = rounds.iter().flat_map(|line| line.split(' ')).collect();
    assert_eq!(files.len(), 2 * rounds.len(), "{log}");
    let is_copy = |file: &&str| Path::new(file).starts_with(&folder);
    assert!(files.iter().all(is_copy), "{log}");
    // If noise makes it seem to remember answers, it is asked again, and these times are no
    // samples.
    assert!(again.iter().all(|line| *line == rounds[8]), "{log}");
    assert_eq!(temporary.names(), ["in.txt"]);
}

#[test]
fn answers_are_judged_at_every_limit() {
    let place = Place::new();
    let Some(command) = place.in_c() else {
        return;
    };
    let through = |name: &str, filter: &str| {
        let text = format!("'{command}' \"$1\" | sed '{filter}'");
        place.solver(name, &text) + " {limit}"
    };
    let solvers = [
        through("good", ""),
        through("numberless", "s/^1,//"),
        through("many", "s/^1,/2,/"),
        through("hidden", "s/,.*//"),
        through("denies", "s/^1,/0,/"),
        // It does not get the limit, and knows its own.
        place.solver("limitless", &format!("exec '{command}' 1")),
    ];
    let solvers: Vec<&str> = solvers.iter().map(String::as_str).collect();
    let (done, record) = place.bench(&solvers, "--limits=1,2");
    done.ended(1, &[&format!("1 solution, for instance {}", right(1))]);
    for limit in [1, 2] {
        assert!(of(&record, "rows", "good", limit).is_some());
        for name in ["hidden", "denies"] {
            assert!(of(&record, "failures", name, limit).is_some(), "{name}");
        }
    }
    for name in ["numberless", "many", "limitless"] {
        assert!(of(&record, "rows", name, 1).is_some(), "{name}");
    }
    for [name, words] in table(
        "numberless | puzzle 1: it does not say how many solutions there are, up to 2
         many       | puzzle 1: it says that there are 2 solutions
         hidden     | puzzle 1: it says that there is 1 solution and shows none
         denies     | puzzle 1: it shows a solution and says that there is none
         limitless  | it cannot be asked for 2 solutions: write {limit}",
    ) {
        let failure = of(&record, "failures", name, 2).expect(name);
        let reason = failure["reason"].as_str().unwrap();
        assert!(reason.starts_with(words), "{name}: {reason}");
        assert_eq!(failure["refused"], name == "limitless");
    }
    // A solver that was only refused is not a finding.
    let (done, record) = place.bench(&[solvers[5]], "--limits=2");
    done.ended(2, &[]);
    assert!(of(&record, "rows", "mrv", 2).is_some());
}

#[test]
fn puzzles_with_no_and_with_many_solutions_are_judged_too() {
    let place = Place::new();
    let Some(command) = place.in_c() else {
        return;
    };
    // It is persistent: four puzzles take too little time, compared with a start, on a busy
    // machine.
    let inputs = ["multiple", "unsolvable", "invalid"];
    let inputs = inputs.map(|name| format!("{ROOT}/datasets/{name}.txt "));
    let inputs = inputs.concat();
    let bench = "bench -q --rounds=8 --min-sample-time=100us --max-puzzles=4 --limits=1,2";
    let solver = format!("--solver 'c={command} stay' --save all.json");
    place
        .run(&format!("{bench} {solver} {inputs}"))
        .ended(0, &[]);
    let record = place.json("all.json");
    let rows = record["rows"].as_array().unwrap();
    // Beside others, the default engine and `mrv`.
    assert_eq!(rows.len(), 3 * 2 * 3);
    let ours = rows.iter().filter(|row| row["case"]["engine"] == "c");
    for row in ours {
        let corpus = &row["case"]["corpus"];
        let limit = &row["case"]["limit"];
        let answer = match corpus.as_str().unwrap() {
            "multiple" if *limit == 1 => "solved",
            "multiple" => "multiple",
            _ => "none",
        };
        assert_eq!(row["answers"][answer], 4, "{row}");
    }
}

/// A program that joins its answers by line feeds prints one even if there are none, and is still a
/// valid solver. Its name may have spaces.
#[test]
fn white_space_is_no_answer() {
    let place = Place::new();
    let joined = format!("printf '%s\\n' \"$('{PROGRAM}' solve -q -j1 -)\"");
    let solver = place.solver("mine", &joined);
    let (done, record) = place.bench(&[&solver], "");
    done.ended(0, &[]);
    assert!(of(&record, "rows", "mine", 1).is_some(), "{record}");
    let done = place.run(&format!("verify in.txt --solver '{solver}'"));
    done.ended(0, &["8 right"]);
}

/// A list names rivals once and for all.
#[test]
fn solvers_may_be_listed_in_a_file() {
    let place = Place::new();
    let solver = place.solver("mine", &honest("# listed"));
    place.file("rivals", &format!("# mine\n\n{solver}\n"));
    let (done, record) = place.bench(&[], "--solvers rivals");
    done.ended(0, &["mine"]);
    assert_eq!(row_of(&record, "mine", 1)["puzzles"], PUZZLES);
    let over = place.run("bench in.txt --solvers rivals --save rivals --force");
    over.failed(2, &["rivals"]);
    place.file("odd", "# one\nno pair\n");
    let odd = place.run("bench in.txt --solvers odd");
    odd.failed(2, &["odd:2: 'no pair' is not NAME=TARGET"]);
    place.file("twice", &format!("{solver}\n{solver}\n"));
    place
        .run("bench in.txt --solvers twice")
        .failed(2, &["mine"]);
    place
        .run("bench in.txt --solvers none")
        .failed(3, &["none: "]);
}
