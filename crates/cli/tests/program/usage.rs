//! Hints, completions, the manual, error messages that name the cause, and exit codes.

use super::common::{Scratch, feed, run, sample};

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

/// A directory with puzzles in `in`.
fn place() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    scratch
}

#[test]
fn wrong_usage_is_refused_and_what_was_meant_is_hinted_at() {
    let place = place();
    let echo = format!("echo '{PUZZLE}' | ninefold solve -");
    for (args, hint) in [
        ("", "Usage"),
        ("in", "ninefold solve in"),
        ("PUZZLE", &*echo),
        ("solve PUZZLE", &echo),
        ("bench PUZZLE", &echo),
        ("verify in PUZZLE", &echo),
        (
            "solve https://a.example/b.txt",
            "curl -L https://a.example/b.txt | ninefold solve -",
        ),
        (
            "solve s3://a/b.txt",
            "aws s3 cp s3://a/b.txt - | ninefold solve -",
        ),
        ("solve in -o out.zst", "-o - | zstd > out.zst"),
        ("solve in --resume -o out.gz", "-o - | gzip > out.gz"),
        ("slove", "'solve'"),
        ("solve --engine lane", "'lanes'"),
        ("generate --engine lane", "'lanes'"),
        ("bench --engines lane", "'lane'"),
        ("bench --engines lanes/avx", "'avx'"),
        ("solve --engine lanes/portabel", "'lanes/portable'"),
        ("solve --input-format lines", "'line'"),
        ("solve --output-format josnl", "'jsonl'"),
        ("solve --threads 0", "--threads"),
        ("solve --threads=abc", "--threads"),
        ("solve -jabc", "--threads"),
        ("solve --limit 0", "--limit"),
        ("solve --unique --count", "--count"),
        ("solve --all --count", "--count"),
        ("solve --all --unique", "--unique"),
        ("solve --chunk-size tiny", "--chunk-size"),
        ("solve --shard 5/4", "--shard"),
        ("solve --findings-exit-code 3", "--findings-exit-code"),
        ("verify - -", "standard input"),
        ("transform", "--canonical"),
        ("transform --dedupe --canonical", "cannot be used with"),
        // The most similar option would be `--force`, which replaces files.
        ("solve --format csv", "'--input-format'"),
        ("verify --format csv", "'--input-format'"),
        ("transform --format csv", "'--input-format'"),
        ("rate --format csv", "'--input-format'"),
        ("solve --formt csv", "'--input-format'"),
        ("generate --format csv", "--format"),
        ("bench --format json", "--format"),
    ] {
        let done = place.run(&args.replace("PUZZLE", PUZZLE));
        assert_eq!(
            (done.code, &*done.stdout),
            (Some(2), ""),
            "{args}: {}",
            done.stderr
        );
        assert!(done.stderr.contains(hint), "{args}: {}", done.stderr);
        assert!(
            !args.contains("--form") || !done.stderr.contains("force"),
            "{}",
            done.stderr
        );
        assert!(!done.stderr.contains("NINEFOLD_"), "{}", done.stderr);
    }
    assert_eq!(place.names(), ["in"]);
    // The short forms are there.
    for args in ["solve -qj2 in", "rate -q -j 1 in"] {
        assert_eq!(place.run(args).code, Some(0));
    }
}

#[test]
fn a_variable_that_is_wrong_is_named() {
    let place = place();
    let with = |args: &str, variable: &str, value: &str| {
        feed(place.command(args).env(variable, value), "")
    };
    // Known, but not available here.
    let absent = if cfg!(target_arch = "x86_64") {
        "neon"
    } else {
        "sse2"
    };
    for (args, has_threads) in [
        ("solve in", true),
        ("generate", true),
        ("rate in", true),
        ("bench --engines lanes in", false),
    ] {
        for (variable, value) in [
            ("NINEFOLD_THREADS", "abc"),
            ("NINEFOLD_THREADS", "0"),
            ("NINEFOLD_BACKEND", "abacus"),
            ("NINEFOLD_BACKEND", absent),
        ] {
            if has_threads || variable != "NINEFOLD_THREADS" {
                let done = with(args, variable, value);
                assert_eq!(done.code, Some(2), "{args}: {}", done.stderr);
                assert!(done.stderr.contains(variable), "{args}: {}", done.stderr);
            }
        }
    }
    // It is for engines that have back ends, and empty it is nothing.
    for args in ["solve --engine mrv in", "generate --engine mrv --count 1"] {
        for value in ["portable", ""] {
            let done = with(args, "NINEFOLD_BACKEND", value);
            assert_eq!(done.code, Some(0), "{args} {value}: {}", done.stderr);
        }
    }
}

#[test]
fn shells_complete_every_name() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], "").stdout;
        let engines = ninefold::engine::ENGINES.iter().map(|engine| engine.name);
        for name in engines.chain(["portable", "lanes/portable", "poj3074", "jsonl"]) {
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
        let examples = screen.split("Examples:\n").nth(1).unwrap().lines();
        let examples: Vec<&str> = examples.take_while(|line| !line.is_empty()).collect();
        assert!(examples.len() >= 3 && examples.iter().all(|line| line.contains("ninefold ")));
        // Each example uses options that exist.
        let long = run(&[verb, "--help"], "").stdout;
        for line in examples
            .iter()
            .filter(|line| line.contains(&format!("ninefold {verb}")))
        {
            let mut options = line.split(' ').filter(|word| word.starts_with("--"));
            assert!(options.all(|option| long.contains(option)), "{line}");
        }
        assert!(long.find("Examples:\n") < long.find("Options:\n"), "{long}");
        assert_eq!(long.matches("\nExit code:\n").count(), 1, "{long}");
        assert!(long.find("\nExit code:\n") > long.rfind("\n  -"), "{long}");
    }
}

#[test]
fn the_manual_keeps_examples_and_exit_codes_line_by_line() {
    let place = place();
    assert_eq!(place.run("man --out man").code, Some(0));
    assert_eq!(place.run("man").stdout, place.read("man/ninefold.1"));
    for verb in SCREENS {
        let page = place.read(&format!("man/ninefold-{verb}.1"));
        assert!(
            page.contains("\nExit codes, the same for all verbs:\n"),
            "{page}"
        );
        // A line that begins with white space is not filled.
        let as_is = page
            .replace("\\-", "-")
            .replace("\\*(Aq", "'")
            .replace("\\&", "");
        let help = run(&[verb, "--help"], "").stdout;
        for line in help.lines().filter(|line| line.starts_with("  ninefold ")) {
            assert!(as_is.lines().any(|other| other == line), "{verb}: {line}");
        }
    }
}

#[test]
fn a_link_that_leads_nowhere_is_named() {
    let place = place();
    std::os::unix::fs::symlink("gone.txt", place.path("link.txt")).unwrap();
    place
        .run("solve link.txt")
        .failed(3, &["link.txt (a link to gone.txt): "]);
}

#[test]
fn explain_tells_the_length_of_what_should_be_the_puzzle() {
    let short = &PUZZLE[1..];
    for (text, length) in [
        (format!("{short} 12\n"), "length 80"),
        (format!("{}\n", "1".repeat(65_535)), "length 65535"),
        (format!("{}\n", "1".repeat(10_000_000)), "length 10000000"),
    ] {
        for chunk in ["100", "16M"] {
            let args = ["solve", "-q", "--explain", "--chunk-size", chunk];
            run(&args, &text).printed(1, &format!("!malformed {length}\n"));
        }
    }
    let table = format!("id,puzzle,note\n1,{short},n\n12345,\"{short}\",n\n7\n");
    let args = "solve -q --explain --input-format csv --output-format solution";
    let args: Vec<&str> = args.split(' ').collect();
    let [a, b] = ["!malformed length 80\n", "!malformed length 0\n"];
    run(&args, &table).printed(1, &format!("{a}{a}{b}"));
}

#[test]
fn slow_engines_are_left_out_of_all() {
    let text = run(&["engines"], "").stdout;
    for (name, slow) in [
        ("mrv-scan", true),
        ("dfs", true),
        ("mrv", false),
        ("lanes", false),
    ] {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("  {name} ")));
        assert_eq!(
            line.unwrap().contains("slow on hard puzzles"),
            slow,
            "{name}"
        );
    }
    let args = [
        "bench",
        "-",
        "--engines",
        "all",
        "--rounds=1",
        "--min-sample-time=1ms",
    ];
    let table = run(&args, &format!("{PUZZLE}\n")).stdout;
    assert!(
        table.contains("mrv ") && !table.contains("mrv-scan"),
        "{table}"
    );
}

#[test]
fn findings_are_reported_with_exit_code_0_where_that_is_asked_for() {
    let place = place();
    place.file("in", &format!("{PUZZLE}\nnonsense\n"));
    place.file("out", &format!("{}\n!malformed\n", "1".repeat(81)));
    for (args, message) in [
        ("solve in", "!malformed"),
        ("verify in out", "1 wrong"),
        ("rate in", "puzzle"),
        ("transform --canonical in", "left out"),
        ("generate --count 5 --clues 17 --time 0.1", "only "),
    ] {
        assert_eq!(place.run(args).code, Some(1), "{args}");
        let done = place.run(&format!("{args} --findings-exit-code 0"));
        assert_eq!(done.code, Some(0), "{args}: {}", done.stderr);
        assert!((done.stdout + &done.stderr).contains(message), "{args}");
        // Before the verb, too.
        let done = place.run(&format!("--findings-exit-code 0 {args}"));
        assert_eq!(done.code, Some(0), "{args}");
    }
    // A fault stays a fault.
    for (args, code) in [
        ("solve /no/such/file", 3),
        ("solve in -o in -f", 2),
        ("solve --engine lane", 2),
        ("verify in /no/such/file", 3),
    ] {
        let done = place.run(&format!("{args} --findings-exit-code 0"));
        assert_eq!(done.code, Some(code), "{args}");
    }
}
