//! External solvers, and everything that they may do wrong. No time decides whether a test passes.

mod against;
mod cheats;
mod compared;
mod faults;
#[cfg(target_os = "linux")]
mod left;
mod measured;
mod rounds;
mod slow;

use crate::common::{Finished, PROGRAM, ROOT, Scratch, feed, gone, sample, skipped, wait_for};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Deref;
use std::process::Command;

/// Puzzles that are measured.
const PUZZLES: usize = 8;

/// A folder with puzzles, to measure on them.
struct Place(Scratch);

impl Deref for Place {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.0
    }
}

impl Place {
    fn new() -> Place {
        let place = Place(Scratch::new());
        place.file("in.txt", &sample()[..82 * PUZZLES]);
        place
    }

    /// A shell script, as `NAME=PATH`.
    fn solver(&self, name: &str, text: &str) -> String {
        format!("{name}={}", self.script(name, text))
    }

    /// The compiled program of a file in `tests/solvers`. `None`, with a message, if there is no
    /// compiler.
    fn compiled(&self, source: &str, output: &str, flags: &[&str]) -> Option<String> {
        let path = self.path(output);
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-o", &path]).args(flags);
        cc.arg(format!("-I{ROOT}/include"));
        cc.arg(format!("{ROOT}/tests/solvers/{source}"));
        match cc.output() {
            Ok(done) => {
                let message = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(done.status.success(), "{message}");
                Some(path)
            }
            Err(error) => {
                skipped(&format!("no C compiler: {error}"));
                None
            }
        }
    }

    /// The solver in C, as a program.
    fn in_c(&self) -> Option<String> {
        self.compiled("command.c", "command", &[])
    }

    /// A library with this fault.
    fn library(&self, name: &str, wrong: &[&str]) -> Option<String> {
        let file = format!("lib{name}.so");
        let path = self.compiled("library.c", &file, &[&["-shared", "-fPIC"], wrong].concat())?;
        Some(format!("{name}={path}"))
    }

    /// `bench` of these solvers beside engine `mrv`: how it ended, and the record.
    fn bench(&self, solvers: &[&str], more: &str) -> (Finished, Value) {
        self.bench_longer("100us", solvers, more)
    }

    /// The same with samples of this length.
    fn bench_longer(&self, sample: &str, solvers: &[&str], more: &str) -> (Finished, Value) {
        let args = "bench in.txt -q --engines=mrv --rounds=8 --force --save r.json";
        let mut command = self.command(&format!("{args} --min-sample-time {sample} {more}"));
        for solver in solvers {
            command.args(["--solver", solver]);
        }
        let done = feed(&mut command, "");
        let record = fs::read(self.path("r.json")).expect(&done.stderr);
        (done, serde_json::from_slice(&record).unwrap())
    }
}

/// The words of a file. Each must occur once.
fn distinct(file: &str) -> BTreeSet<String> {
    let log = fs::read_to_string(file).unwrap();
    let words: BTreeSet<String> = log.split_whitespace().map(str::to_owned).collect();
    assert_eq!(words.len(), log.split_whitespace().count(), "{log}");
    words
}

/// The row or failure of an engine at a limit.
fn of<'a>(record: &'a Value, list: &str, name: &str, limit: u64) -> Option<&'a Value> {
    let all = record[list].as_array()?;
    all.iter()
        .find(|one| one["case"]["engine"] == name && one["case"]["limit"] == limit)
}

/// The row of an engine at a limit. Without one, the test fails with the reason.
#[track_caller]
fn row_of<'a>(record: &'a Value, name: &str, limit: u64) -> &'a Value {
    let row = of(record, "rows", name, limit);
    row.unwrap_or_else(|| panic!("{name} was left out: {}", record["failures"]))
}

/// Why a solver was left out. Checks that record and table say so, and that `mrv` stayed.
#[track_caller]
fn reason(done: &Finished, record: &Value, name: &str) -> String {
    let failure = of(record, "failures", name, 1);
    let failure = failure.unwrap_or_else(|| panic!("{name} was not left out: {record}"));
    assert!(of(record, "rows", name, 1).is_none(), "{name}");
    let ours = row_of(record, "mrv", 1);
    assert_eq!(ours["samples_ns"].as_array().unwrap().len(), 8);
    let reason = failure["reason"].as_str().unwrap().to_owned();
    let first = reason.lines().next().unwrap();
    let line = format!("Left out: {name} x1 in limit 1: {first}\n");
    assert!(done.stdout.contains(&line), "{line}: {}", done.stdout);
    reason
}

/// The answer to puzzle `i` of the sample, from 1.
fn right(i: usize) -> String {
    let puzzle = &sample()[82 * (i - 1)..][..81];
    ninefold::solve(puzzle).unwrap().to_string()
}

/// A script that solves with Ninefold, after it has read a line.
fn honest(then: &str) -> String {
    format!("'{PROGRAM}' solve -q -j1 - {then}")
}
