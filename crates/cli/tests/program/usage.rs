//! Hints, completions, the manual, error messages that name the cause, and exit codes.

use super::common;

use common::{Scratch, feed, ninefold, run, sample};
use std::fs;

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

#[test]
fn whatever_a_message_quotes_commands_no_terminal() {
    let table = format!("id,puzzle\n1,{PUZZLE}\n");
    for (args, quoted) in [
        (
            &["solve", "-", "--column", "\x1b[31mred"][..],
            r"'\u{1b}[31mred'",
        ),
        (&["bench", "--engines", "\x1b[31mred"], r"'\u{1b}[31mred'"),
        (&["bench", "--reference", "\u{202e}red"], r"\u{202e}red:"),
    ] {
        let done = run(args, &table);
        assert!(matches!(done.code, Some(2 | 3)), "{}", done.stderr);
        assert!(done.stderr.contains(quoted), "{args:?}: {}", done.stderr);
        assert!(!done.stderr.contains(['\x1b', '\u{202e}']), "{args:?}");
    }
}

#[test]
fn what_was_meant_is_hinted_at() {
    let scratch = Scratch::new();
    let file = scratch.file("file.txt", &sample());
    for (args, hint) in [
        (&[file.as_str()][..], format!("ninefold solve {file}")),
        (&[PUZZLE], format!("echo '{PUZZLE}' | ninefold solve -")),
        (
            &["solve", PUZZLE],
            format!("echo '{PUZZLE}' | ninefold solve -"),
        ),
        (
            &["bench", PUZZLE],
            format!("echo '{PUZZLE}' | ninefold solve -"),
        ),
        (
            &["verify", &file, PUZZLE],
            format!("echo '{PUZZLE}' | ninefold solve -"),
        ),
        (
            &["solve", "https://a.example/b.txt"],
            "curl -L https://a.example/b.txt | ninefold solve -".to_owned(),
        ),
        (
            &["solve", "s3://a/b.txt"],
            "aws s3 cp s3://a/b.txt - | ninefold solve -".to_owned(),
        ),
        (
            &["solve", &file, "-o", "out.zst"],
            "-o - | zstd > out.zst".to_owned(),
        ),
        (
            &["solve", &file, "--resume", "-o", "out.gz"],
            "-o - | gzip > out.gz".to_owned(),
        ),
        (&["slove"], "'solve'".to_owned()),
        (&["solve", "--engine", "lane"], "'lanes'".to_owned()),
        (&["generate", "--engine", "lane"], "'lanes'".to_owned()),
        (&["bench", "--engines", "lane"], "'lane'".to_owned()),
        (&["bench", "--engines", "lanes/avx"], "'avx'".to_owned()),
        (
            &["solve", "--engine", "lanes/portabel"],
            "'lanes/portable'".to_owned(),
        ),
        (&["solve", "--input-format", "lines"], "'line'".to_owned()),
        (&["solve", "--output-format", "josnl"], "'jsonl'".to_owned()),
    ] {
        let done = run(args, "");
        assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(&hint), "{args:?}: {}", done.stderr);
    }
    // The short form is there.
    for verb in ["solve", "rate"] {
        assert_eq!(run(&[verb, "-q", "-j", "1"], &sample()).code, Some(0));
    }
    assert_eq!(run(&["solve", "-qj2"], &sample()).code, Some(0));
}

#[test]
fn a_variable_that_is_wrong_is_named() {
    let with = |args: &[&str], variable: &str, value: &str| {
        let mut command = ninefold();
        feed(command.args(args).env(variable, value), "")
    };
    // Known, but not available here.
    let absent = if cfg!(target_arch = "x86_64") {
        "neon"
    } else {
        "sse2"
    };
    for args in [
        &["solve"][..],
        &["generate"],
        &["rate"],
        &["bench", "--engines", "lanes"],
    ] {
        for (variable, value) in [
            ("NINEFOLD_THREADS", "abc"),
            ("NINEFOLD_THREADS", "0"),
            ("NINEFOLD_BACKEND", "abacus"),
            ("NINEFOLD_BACKEND", absent),
        ] {
            if args[0] == "bench" && variable == "NINEFOLD_THREADS" {
                continue;
            }
            let done = with(args, variable, value);
            assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
            assert!(done.stderr.contains(variable), "{args:?}: {}", done.stderr);
        }
    }
    for args in [
        &["solve", "--engine", "mrv"][..],
        &["rate", "--engine", "mrv"],
        &["generate", "--engine", "mrv", "--count", "1"],
        &[
            "bench",
            "--engines",
            "mrv",
            "--time",
            "1ms",
            "--max-puzzles",
            "1",
        ],
    ] {
        // It is for engines that have back ends, and empty it is nothing.
        for value in ["portable", ""] {
            let done = with(args, "NINEFOLD_BACKEND", value);
            assert_eq!(done.code, Some(0), "{args:?} {value}: {}", done.stderr);
        }
    }
    // What was typed is to blame where it was typed.
    for args in [
        &["solve", "--threads", "abc"][..],
        &["solve", "-jabc"],
        &["solve", "--threads=abc"],
    ] {
        let message = run(args, "").stderr;
        assert!(
            message.contains("--threads") && !message.contains("NINEFOLD"),
            "{message}"
        );
    }
}

#[test]
fn shells_complete_every_name() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], "").stdout;
        for engine in ninefold::engine::ENGINES {
            assert!(script.contains(engine.name), "{shell}: {}", engine.name);
        }
        for name in ["portable", "lanes/portable", "poj3074", "jsonl"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

/// The verbs with a separate screen for `-h`.
const SCREENS: [&str; 9] = [
    "solve",
    "verify",
    "generate",
    "transform",
    "rate",
    "bench",
    "compare",
    "report",
    "engines",
];

#[test]
fn a_short_help_is_one_screen_and_a_long_one_begins_with_examples() {
    for verb in SCREENS {
        let screen = run(&[verb, "-h"], "").stdout;
        assert!(screen.lines().count() <= 48, "{screen}");
        assert!(
            screen.lines().all(|line| line.chars().count() <= 100),
            "{screen}"
        );
        let examples = screen.split("Examples:\n").nth(1).unwrap();
        let examples = examples.lines().take_while(|line| !line.is_empty());
        let examples: Vec<&str> = examples.collect();
        assert!(examples.len() == 4 && examples.iter().all(|line| line.contains("ninefold ")));
        // Each example uses options that exist.
        let long = run(&[verb, "--help"], "").stdout;
        for word in examples
            .iter()
            .filter(|line| line.contains(&format!("ninefold {verb}")))
        {
            let options = word
                .split_whitespace()
                .filter(|word| word.starts_with("--"));
            for option in options {
                assert!(long.contains(option), "{option}: {word}");
            }
        }
        assert!(long.find("Examples:\n") < long.find("Options:\n"), "{long}");
        assert_eq!(long.matches("\nExit code:\n").count(), 1, "{long}");
        assert!(long.find("\nExit code:\n") > long.rfind("\n  -"), "{long}");
    }
    let first = run(&["--help"], "").stdout;
    assert!(
        first.find("ninefold solve puzzles.txt") < first.find("Commands:"),
        "{first}"
    );
}

#[test]
fn the_manual_keeps_examples_and_exit_codes_line_by_line() {
    let scratch = Scratch::new();
    let pages = scratch.path("man");
    assert_eq!(run(&["man", "--out", &pages], "").code, Some(0));
    let main = run(&["man"], "").stdout;
    assert_eq!(
        main,
        fs::read_to_string(format!("{pages}/ninefold.1")).unwrap()
    );
    for verb in [&SCREENS[..], &["report", "engines"]].concat() {
        let path = format!("{pages}/ninefold-{verb}.1");
        let page = fs::read_to_string(&path).unwrap();
        let help = run(&[verb, "--help"], "").stdout;
        assert!(page.contains("\n.SH \"EXIT STATUS\"\n"), "{page}");
        // Between .EX and .EE nothing is filled: each line is as in the help.
        let as_is: String = page
            .split("\n.EX\n")
            .skip(1)
            .flat_map(|part| [part.split("\n.EE").next().unwrap(), "\n"])
            .collect();
        let as_is = as_is
            .replace("\\-", "-")
            .replace("\\*(Aq", "'")
            .replace("\\&", "");
        for line in help.lines().filter(|line| line.starts_with("  ninefold ")) {
            assert!(as_is.lines().any(|other| other == line), "{verb}: {line}");
        }
    }
}

#[test]
fn a_link_that_leads_nowhere_is_named() {
    let scratch = Scratch::new();
    let link = scratch.path("link.txt");
    std::os::unix::fs::symlink("gone.txt", &link).unwrap();
    let done = run(&["solve", &link], "");
    assert_eq!(done.code, Some(3));
    assert!(
        done.stderr.contains("link.txt (a link to gone.txt): "),
        "{}",
        done.stderr
    );
}

#[test]
fn explain_tells_the_length_of_what_should_be_the_puzzle() {
    let explained = |args: &[&str], text: &str| {
        run(&[&["solve", "-q", "--explain"], args].concat(), text).stdout
    };
    let short = &PUZZLE[1..];
    for (text, length) in [
        (format!("{short}\n"), "length 80"),
        (format!("{short} 12\n"), "length 80"),
        (format!("{}\n", "1".repeat(65_535)), "length 65535"),
        (format!("{}\n", "1".repeat(10_000_000)), "length 10000000"),
    ] {
        for chunk in [&[][..], &["--chunk-size", "100"], &["--chunk-size", "16M"]] {
            assert_eq!(explained(chunk, &text), format!("!malformed {length}\n"));
        }
    }
    let table = format!("id,puzzle,note\n1,{short},n\n12345,\"{short}\",n\n7\n");
    let bare = ["--input-format", "csv", "--output-format", "solution"];
    let rows = explained(&bare, &table);
    let lengths: Vec<&str> = rows.lines().collect();
    assert_eq!(
        lengths,
        [
            "!malformed length 80",
            "!malformed length 80",
            "!malformed length 0"
        ]
    );
}

#[test]
fn slow_engines_are_left_out_of_all() {
    let done = run(&["engines"], "");
    let lines: Vec<&str> = done.stdout.lines().collect();
    let slow = |name: &str| {
        let line = lines
            .iter()
            .find(|line| line.starts_with(&format!("  {name} ")));
        line.unwrap().contains("slow on hard puzzles")
    };
    assert!(slow("mrv-scan") && slow("dfs") && !slow("mrv") && !slow("lanes"));
    let puzzle = format!("{PUZZLE}\n");
    let args = [
        "bench",
        "-",
        "--engines",
        "all",
        "--rounds=1",
        "--min-sample-time=1ms",
    ];
    let table = run(&args, &puzzle).stdout;
    assert!(
        table.contains("mrv ") && !table.contains("mrv-scan"),
        "{table}"
    );
}

#[test]
fn findings_are_reported_with_exit_code_0_where_that_is_asked_for() {
    let scratch = Scratch::new();
    let puzzles = scratch.file("in", &format!("{PUZZLE}\nnonsense\n"));
    let answers = scratch.file("out", &format!("{}\n!malformed\n", "1".repeat(81)));
    let zero = ["--findings-exit-code", "0"];
    for (args, stdin, message) in [
        (&["solve", &puzzles][..], "", "!malformed"),
        (&["verify", &puzzles, &answers], "", "1 wrong"),
        (&["rate", &puzzles], "", "puzzle"),
        (&["transform", "--canonical", &puzzles], "", "left out"),
        (
            &["generate", "--count", "5", "--clues", "17", "--time", "0.1"],
            "",
            "only ",
        ),
    ] {
        assert_eq!(run(args, stdin).code, Some(1), "{args:?}");
        let done = run(&[args, &zero].concat(), stdin);
        assert_eq!(done.code, Some(0), "{args:?}: {}", done.stderr);
        let both = format!("{}{}", done.stdout, done.stderr);
        assert!(both.contains(message), "{args:?}: {both}");
        // Before the verb, too.
        assert_eq!(run(&[&zero[..], args].concat(), stdin).code, Some(0));
    }
    // A fault stays a fault.
    for (args, code) in [
        (&["solve", "/no/such/file"][..], 3),
        (&["solve", &puzzles, "-o", &puzzles, "-f"], 2),
        (&["solve", "--engine", "lane"], 2),
        (&["verify", &puzzles, "/no/such/file"], 3),
    ] {
        assert_eq!(
            run(&[args, &zero].concat(), "").code,
            Some(code),
            "{args:?}"
        );
    }
    assert_eq!(
        run(&["solve", "--findings-exit-code", "3"], "").code,
        Some(2)
    );
    assert!(
        run(&["solve", "--help"], "")
            .stdout
            .contains("--findings-exit-code 0")
    );
}
