//! The display on a terminal: widths, colours, names of files, the report.
//!
//! `script` (util-linux) provides a terminal. Without it, such a test is skipped with a line on
//! standard error.

use super::common::{PROGRAM, Scratch, feed, ninefold, sample, skipped};
use std::process::{Command, Stdio};

/// A shell function: `painted TEXT N` waits until a text has been painted N times. Its time only
/// ends a wait that would never end.
const PAINTED: &str = r#"painted() {
    for i in $(seq 1200); do
        [ "$(tr '\r' '\n' < "$LOG" | grep -cF "$1")" -ge "$2" ] && return
        sleep 0.1
    done
}"#;

/// The output of a shell command on a terminal with this many columns. `$N` is the program.
fn on_terminal(columns: usize, variables: &[(&str, &str)], command: &str) -> Option<String> {
    let scratch = Scratch::new();
    let log = scratch.path("log");
    let command = format!("stty cols {columns} rows 24\n{PAINTED}\n{command}\n");
    let command = scratch.file("command", &command);
    let mut script = Command::new("script");
    script.args(["-qfec", &format!("sh {command}"), &log]);
    let unset = "NO_COLOR CLICOLOR CLICOLOR_FORCE NINEFOLD_THREADS NINEFOLD_BACKEND CI";
    for name in unset.split(' ') {
        script.env_remove(name);
    }
    let set = [("TERM", "xterm"), ("N", PROGRAM), ("LOG", &log)];
    script.envs(set.iter().chain(variables).copied());
    let Ok(output) = script.stdin(Stdio::null()).output() else {
        skipped("no script (util-linux) to lend a terminal");
        return None;
    };
    Some(String::from_utf8(output.stdout).expect("the program prints text"))
}

/// The text without escape sequences.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            out.push(c);
        }
    }
    out
}

/// Columns of the longest of all lines, and of all texts painted over each other.
fn widest(text: &str) -> usize {
    let plain = plain(text);
    let lines = plain.split(['\r', '\n']);
    lines.map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn the_manual_page_opens_in_a_pager_on_a_terminal() {
    let folder = Scratch::new();
    folder.script(
        "man",
        r#"echo "opened $(head -n 2 "$1" | tr '\n' ' ') of $1""#,
    );
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.path(""));
    let Some(shown) = on_terminal(80, &[("PATH", &path)], "$N man; echo code $?") else {
        return;
    };
    assert!(shown.contains("opened "), "{shown}");
    assert!(!shown.contains(".SH"), "{shown}");
    let name = shown.split(" of ").nth(1).unwrap();
    let name = name.split_whitespace().next().unwrap();
    assert!(
        name.ends_with(".1") && !std::fs::exists(name).unwrap(),
        "{name}"
    );
    assert!(shown.contains("code 0"), "{shown}");
    // In a pipe, it is the page.
    let piped = on_terminal(80, &[("PATH", &path)], "$N man | cat").unwrap();
    assert!(
        piped.contains(".SH NAME") && !piped.contains("opened "),
        "{piped}"
    );
    // Without a pager, it says what has the same text.
    folder.script("man", "exit 16");
    let none = on_terminal(80, &[("PATH", &path)], "$N man; echo code $?").unwrap();
    assert!(
        none.contains("'ninefold help'") && none.contains("code 3"),
        "{none}"
    );
}

#[test]
fn help_has_colours_on_a_terminal_that_has_some() {
    let Some(help) = on_terminal(80, &[], "$N --help") else {
        return;
    };
    assert!(help.contains('\x1b'));
    for variables in [[("TERM", "dumb"), ("CI", "1")], [("NO_COLOR", "1"); 2]] {
        let help = on_terminal(80, &variables, "$N --help").unwrap();
        assert!(!help.contains('\x1b'), "{variables:?}");
    }
}

/// A run that works until a shell command has ended.
fn run_until(scratch: &Scratch, command: &str) -> String {
    let input = scratch.file("in", &sample());
    format!(
        "(cat {input}; {command}; cat {input}) | $N solve - -f -o {}",
        scratch.path("out")
    )
}

#[test]
fn the_progress_line_keeps_to_the_terminal() {
    let scratch = Scratch::new();
    let run = run_until(&scratch, "painted ' puzzles, ' 6");
    for columns in [40, 80, 120] {
        let Some(text) = on_terminal(columns, &[], &run) else {
            return;
        };
        let painted = text.split('\r').filter(|line| line.contains(" puzzles, "));
        assert!(painted.clone().count() > 5, "{text:?}");
        for line in painted {
            let line = line.split('\n').next().unwrap_or_default();
            assert!(widest(line) <= columns, "{columns}: {line:?}");
        }
    }
    let run = run_until(&scratch, "sleep 1");
    let dumb = on_terminal(80, &[("TERM", "dumb")], &run).unwrap_or_default();
    assert!(!dumb.contains(" puzzles, ") && !dumb.contains('\x1b'));
}

/// Measures a little.
const QUICK: &str =
    "bench -q --min-sample-time=50us --rounds=8 --max-puzzles=4 --engines=lanes,mrv,dlx";

#[test]
fn the_table_of_bench_fits_eighty_columns() {
    let scratch = Scratch::new();
    let done = scratch.run(&format!("{QUICK} --limits=1,2 --reference=mrv"));
    done.ended(0, &["  1.00x"]);
    assert!(widest(&done.stdout) <= 80, "{}", done.stdout);
    let mut lines = done.stdout.lines();
    // On a busy machine each row may have its own clock.
    assert!(done.stdout.starts_with("1 thread"), "{}", done.stdout);
    let heading = lines.nth(2).unwrap();
    for column in ["corpus (puzzles)", "limit", "puzzles/s", "±99 %", "vs mrv"] {
        assert!(heading.contains(column), "{column}: {}", done.stdout);
    }
    // Three engines at two limits, on each of the data sets that the program carries.
    let rows = lines.take_while(|line| !line.is_empty()).count();
    assert!(rows >= 6 && rows.is_multiple_of(6), "{}", done.stdout);
}

#[test]
fn what_a_message_quotes_reaches_no_terminal_raw() {
    let scratch = Scratch::new();
    let name = "a\x1b[31m\nb\u{9b}2J";
    let missing = format!("{name}-missing");
    scratch.file(name, &format!("{}nonsense\n", sample()));
    let run = |args: &str, name: &str| {
        let args = args.split(' ').map(|word| word.replace('X', name));
        let table = format!("id,puzzle\n1,{}\n", &sample()[..81]);
        let done = feed(ninefold().args(args).current_dir(scratch.path("")), &table);
        assert_ne!(done.code, None, "{done:?}");
        done
    };
    let is_harmless = |text: &str| {
        assert!(!text.contains(['\x1b', '\u{9b}', '\u{202e}']), "{text:?}");
        let mut escaped = [r"a\u{1b}[31m\nb\u{9b}2J", r"\u{202e}red", r"\u{1b}[31mred"].iter();
        let text = text.replace(r"\\", r"\");
        assert!(escaped.any(|escaped| text.contains(escaped)), "{text:?}");
    };
    for (args, name) in [
        ("solve X", &*missing),
        ("solve X", name),
        ("solve X --report full", name),
        ("solve X --report json", name),
        ("solve X -f -o X", name),
        ("verify X in", &missing),
        ("rate -q -o - X", &missing),
        ("transform --canonical X", &missing),
        ("bench X", &missing),
        ("compare X X", &missing),
        ("compare --paired X X -q", &missing),
        ("report X", &missing),
        ("report X", name),
        ("man --out X/x", name),
        ("solve - --column X", "\x1b[31mred"),
        ("bench --engines X", "\x1b[31mred"),
        ("bench --reference X", "\u{202e}red"),
    ] {
        is_harmless(&run(args, name).stderr);
    }
    is_harmless(&run(&format!("{QUICK} X --save r.json"), name).stdout);
    for args in [
        "report r.json",
        "compare r.json r.json",
        "rate -q --no-rows X",
    ] {
        is_harmless(&run(args, name).stdout);
    }
}

#[test]
fn the_full_report_fits_a_terminal() {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    assert!(!scratch.run("solve in").stderr.contains("turnaround"));
    let full = scratch.run("solve in --report full").stderr;
    assert!(full.contains("\n  service ") && full.contains("turnaround"));
    assert!(widest(&full) <= 80, "{full}");
}

#[test]
fn a_page_is_not_poured_over_a_terminal() {
    let scratch = Scratch::new();
    let done = scratch.run("bench -q --rounds=1 --engines=mrv --max-puzzles=4 --save r.json");
    done.ended(0, &[]);
    let result = scratch.path("r.json");
    let page = scratch.path("page.html");
    let command = format!("$N report {result}; echo code $?; $N report {result} -o {page}");
    let Some(text) = on_terminal(80, &[], &command) else {
        return;
    };
    for words in ["-o page.html", "code 2"] {
        assert!(text.contains(words), "{text}");
    }
    assert!(!text.contains("<html"), "{text}");
    assert!(scratch.read("page.html").contains("<html"));
    let piped = scratch.run("report r.json");
    assert!(piped.stdout.contains("<html") && piped.stderr.is_empty());
}
