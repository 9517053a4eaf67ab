//! Hints, completions, the manual, error messages that name the cause, and exit codes.

use super::common::{PUZZLE, Scratch, feed, run, sample, solve, table};

/// A directory with puzzles in `in`.
fn place() -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    scratch
}

#[test]
fn wrong_usage_is_refused_and_what_was_meant_is_hinted_at() {
    let place = place();
    // The most similar option to `--format` would be `--force`, which replaces files.
    for [args, hint] in table(
        "                                          | Usage
         in                                        | ninefold solve in
         PUZZLE                                    | echo 'PUZZLE' | ninefold solve -
         solve PUZZLE                              | echo 'PUZZLE' | ninefold solve -
         bench PUZZLE                              | echo 'PUZZLE' | ninefold solve -
         verify in PUZZLE                          | echo 'PUZZLE' | ninefold solve -
         solve https://a.b/c.txt                   | curl -L https://a.b/c.txt | ninefold solve -
         solve s3://a/b.txt                        | aws s3 cp s3://a/b.txt - | ninefold solve -
         solve in -o out.zst                       | -o - | zstd > out.zst
         solve in --resume -o out.gz               | -o - | gzip > out.gz
         slove                                     | 'solve'
         solve --engine lane                       | 'lanes'
         bench --engines lane                      | 'lane'
         solve --engine lanes/portabel             | 'lanes/portable'
         solve --input-format lines                | 'line'
         solve --threads 0                         | --threads
         solve --limit 0                           | --limit
         solve --unique --count                    | --count
         solve --all --unique                      | --unique
         solve --chunk-size tiny                   | --chunk-size
         solve --shard 5/4                         | --shard
         solve --findings-exit-code 3              | --findings-exit-code
         verify - -                                | standard input
         transform                                 | --canonical
         transform --dedupe --canonical            | cannot be used with
         solve --format csv                        | '--input-format'
         rate --format csv                         | '--input-format'
         solve --formt csv                         | '--input-format'
         generate --format csv                     | --format
         bench --format json                       | --format",
    ) {
        let [args, hint] = [args, hint].map(|text| text.replace("PUZZLE", PUZZLE));
        let done = place.run(&args);
        done.ended(2, &[&hint]);
        assert_eq!(done.stdout, "");
        let forbidden = if args.contains("--form") {
            "force"
        } else {
            "NINEFOLD_"
        };
        assert!(!done.stderr.contains(forbidden), "{}", done.stderr);
    }
    assert_eq!(place.names(), ["in"]);
    // The short forms are there.
    place.check("0 | solve -qj2 in | \n 0 | rate -q -j 1 in |");
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
    for args in ["solve in", "generate", "bench --engines lanes in"] {
        for value in ["abc", "0"] {
            if !args.starts_with("bench") {
                with(args, "NINEFOLD_THREADS", value).ended(2, &["NINEFOLD_THREADS"]);
            }
        }
        for value in ["abacus", absent] {
            with(args, "NINEFOLD_BACKEND", value).ended(2, &["NINEFOLD_BACKEND"]);
        }
    }
    // It is for engines that have back ends, and empty it is nothing.
    for args in ["solve --engine mrv in", "generate --engine mrv --count 1"] {
        for value in ["portable", ""] {
            with(args, "NINEFOLD_BACKEND", value).ended(0, &[]);
        }
    }
}

#[test]
fn shells_complete_every_name() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], "").stdout;
        let engines = ninefold::engine::ENGINES.iter().map(|engine| engine.name);
        for name in engines.chain(["portable", "lanes/portable", "poj3074", "jsonl", "extreme"]) {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(!script.contains("worker"), "{shell}");
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
        let mut widths = screen.lines().map(|line| line.chars().count());
        assert!(widths.all(|width| width <= 100), "{screen}");
        let examples = screen.split("Examples:\n").nth(1).unwrap().lines();
        let mut examples: Vec<&str> = examples.take_while(|line| !line.is_empty()).collect();
        assert!(examples.len() >= 3 && examples.iter().all(|line| line.contains("ninefold ")));
        // Each example uses options that exist.
        let long = run(&[verb, "--help"], "").stdout;
        examples.retain(|line| line.contains(&format!("ninefold {verb}")));
        for line in examples {
            let mut options = line.split(' ').filter(|word| word.starts_with("--"));
            assert!(options.all(|option| long.contains(option)), "{line}");
        }
        assert!(long.find("Examples:\n") < long.find("Options:\n"), "{long}");
        let has_findings = ["solve", "verify", "generate", "transform", "rate"].contains(&verb);
        let headings = long.matches("\nExit code:\n").count();
        assert_eq!(headings, usize::from(has_findings), "{long}");
        assert_eq!(
            long.contains("\n      --findings-exit-code"),
            has_findings,
            "{long}"
        );
    }
}

#[test]
fn the_manual_keeps_examples_and_exit_codes_line_by_line() {
    let place = place();
    place.check("0 | man --out man |");
    assert_eq!(place.run("man").stdout, place.read("man/ninefold.1"));
    for verb in SCREENS {
        let page = place.read(&format!("man/ninefold-{verb}.1"));
        assert!(page.contains("\nExit codes, the same for all verbs:\n"));
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
    place.check("3 | solve link.txt | link.txt (a link to gone.txt): ");
}

#[test]
fn explain_tells_the_length_of_what_should_be_the_puzzle() {
    let short = &PUZZLE[1..];
    for (text, length) in [
        (format!("{short} 12\n"), "length 80"),
        (format!("{}\n", "1".repeat(65_535)), "length 65535"),
        (format!("{}\n", "1".repeat(300_000)), "length 300000"),
    ] {
        for chunk in ["100", "16M"] {
            let args = format!("-q --explain --chunk-size {chunk}");
            solve(&args, &text).printed(1, &format!("!malformed {length}\n"));
        }
    }
    let table = format!("id,puzzle,note\n1,{short},n\n12345,\"{short}\",n\n7\n");
    let [a, b] = ["!malformed length 80\n", "!malformed length 0\n"];
    let args = "-q --explain --input-format csv --output-format solution";
    solve(args, &table).printed(1, &format!("{a}{a}{b}"));
}

#[test]
fn slow_engines_are_left_out_of_all() {
    let text = run(&["engines"], "").stdout;
    for (name, slow) in [("mrv-scan", true), ("dfs", true), ("mrv", false)] {
        let begin = format!("  {name} ");
        let line = text.lines().find(|line| line.starts_with(&begin)).unwrap();
        assert_eq!(line.contains("slow on hard puzzles"), slow, "{name}");
    }
    let args = "bench - --engines all --rounds=1 --min-sample-time=1ms";
    let args: Vec<&str> = args.split(' ').collect();
    let table = run(&args, &format!("{PUZZLE}\n")).stdout;
    assert!(table.contains("mrv ") && !table.contains("mrv-scan"));
}

#[test]
fn findings_are_reported_with_exit_code_0_where_that_is_asked_for() {
    let place = place();
    place.file("in", &format!("{PUZZLE}\nnonsense\n"));
    place.file("out", &format!("{}\n!malformed\n", "1".repeat(81)));
    for [args, message] in table(
        "solve in                                    | !malformed
         verify in out                               | 1 wrong
         rate in                                     | puzzle
         transform --canonical in                    | left out
         generate --count 5 --clues 17 --time 0.1    | only ",
    ) {
        place.run(args).ended(1, &[message]);
        let args = format!("{args} --findings-exit-code 0");
        place.run(&args).ended(0, &[message]);
    }
    // Other verbs have no findings, or their code is what they are run for.
    for verb in ["engines", "bench", "compare a b", "report a", "man"] {
        let done = place.run(&format!("{verb} --findings-exit-code 0"));
        done.ended(2, &["unexpected argument '--findings-exit-code'"]);
    }
    // A fault stays a fault.
    place.check(
        "3 | solve /no/such/file --findings-exit-code 0     |
         2 | solve in -o in -f --findings-exit-code 0       |
         2 | solve --engine lane --findings-exit-code 0     |
         3 | verify in /no/such/file --findings-exit-code 0 |",
    );
}
