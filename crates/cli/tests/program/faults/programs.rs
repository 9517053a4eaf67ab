//! Programs given to `compare --paired` that misbehave. They are solvers, and `referee` has all
//! that a solver may do wrong: these only show that it is said of programs, too.

use super::{Scratch, sample};
use crate::common::PROGRAM;

#[test]
fn a_program_that_misbehaves_is_named_with_what_it_did() {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    // It greets as a real one does, and ends at the first request.
    let greets = format!("sed -u '/^solve/Q' | {PROGRAM} \"$@\"");
    let deaf = format!("{greets}\nexec sleep 1000");
    let tired = format!("{greets}\necho tired >&2; exit 9");
    let ends = |name: &str, text: &str, words: &[&str]| {
        let path = scratch.script(name, text);
        let options = "-q --engines=mrv --max-puzzles=4 --pairs=8 --timeout=10s";
        let compare = format!("compare --paired {path} {PROGRAM} in {options}");
        let done = scratch.run(&compare);
        done.ended(3, words).ended(3, &[name]);
    };
    // Together, because two of them take their full time-out.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let words = [
                "nothing came for 10s",
                "--timeout",
                "\n  waiting\n",
                "builds of Ninefold",
            ];
            ends("silent", "echo waiting >&2\nsleep 1000", &words);
        });
        let words = ["nothing came for 10s", "after 0 of 1 answer"];
        scope.spawn(move || ends("deaf", &deaf, &words));
        let begins = r#"it begins with "hello \u{1b}[31m""#;
        let words = [
            begins,
            "To compare your solvers, name them: compare --paired old new",
        ];
        ends("rubbish", r"printf 'hello \033[31m\nmore\n'; cat", &words);
        ends("endless", "exec yes", &["begins with \"y\""]);
        let words = [
            "it ended (exit status: 9) after 0 of 1 answer",
            "\n  tired\n",
        ];
        ends("tired", &tired, &words);
    });
}
