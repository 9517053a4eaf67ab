//! Too little address space: a run is right, or refused with a limit that is enough. It never ends
//! by a signal.

use super::common::{Scratch, ninefold};
use super::{ANSWER, Ended, PUZZLE, ended, limited};
use std::fs;

const LINES: usize = 4000;

/// Runs a verb with this many KiB of address space.
fn within(kib: u64, args: &[&str]) -> Ended {
    let mut command = ninefold();
    command.args(args);
    ended(limited(&format!("ulimit -c 0; ulimit -v {kib}"), &command))
}

/// Refused because of memory: a code, a line, and no files left except `names`.
#[track_caller]
fn refused(done: &Ended, what: &str, scratch: &Scratch, names: &[&str]) {
    assert_eq!(done.code, Some(3), "{what}: {}", done.stderr);
    assert!(
        done.stderr.starts_with("ninefold: "),
        "{what}: {}",
        done.stderr
    );
    for other in ["memory allocation", "panicked", "overflow"] {
        assert!(!done.stderr.contains(other), "{what}: {}", done.stderr);
    }
    assert_eq!(scratch.names(), names, "{what}");
}

#[test]
fn every_verb_is_right_or_refused_within_any_address_space() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(LINES));
    let answers = scratch.file("known", &format!("{ANSWER}\n").repeat(LINES));
    let few = scratch.file("few", &format!("{PUZZLE}\n").repeat(100));
    let out = scratch.path("out");
    let verbs: [&[&str]; 7] = [
        &["solve", "-q", "-j2", "-o", &out, &input],
        &["solve", "-q", "-j8", "--writers=2", "-o", &out, &input],
        &["generate", "-q", "-j2", "-n50", "-o", &out],
        &["transform", "-q", "-j2", "--isomorph", "-o", &out, &input],
        &["rate", "-q", "-j2", "-o", &out, &few],
        &["verify", "-j2", &input, &answers],
        &[
            "bench",
            "-q",
            "--engines=mrv",
            "--rounds=1",
            "--warm-up=0",
            "--no-latency",
            "--least-sample=100us",
            "--save",
            &out,
            &few,
        ],
    ];
    for verb in verbs {
        let is_solve = verb[0] == "solve";
        for kib in [18_000, 22_000, 27_000, 33_000, 40_000, 150_000] {
            let what = format!("{verb:?} within {kib}");
            let done = within(kib, verb);
            if done.code == Some(0) {
                let whole =
                    || fs::read_to_string(&out).unwrap() == format!("{ANSWER}\n").repeat(LINES);
                assert!(!is_solve || whole(), "{what}");
                let _ = fs::remove_file(&out);
            } else {
                refused(&done, &what, &scratch, &["few", "in", "known"]);
                assert!(kib < 100_000, "{what}: {}", done.stderr);
            }
        }
    }
}

#[test]
fn what_is_said_to_fit_fits() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(50_000));
    let run = |kib, threads: &str, more: &[&str]| {
        let args = ["solve", "-q", "--chunk-size=128K", "-j", threads, &input];
        within(kib, &[&args, more].concat())
    };
    let done = run(40_000, "32", &[]);
    done.failed(3, &["not enough memory", "--threads 32 takes about"]);
    let number = |before: &str| -> String {
        let rest = done.stderr.split(before).nth(1).unwrap();
        rest.chars().take_while(char::is_ascii_digit).collect()
    };
    let kib = number("ulimit -v ").parse().unwrap();
    for (kib, threads) in [(kib, "32"), (40_000, &*number("or --threads "))] {
        let done = run(kib, threads, &[]);
        assert_eq!(done.code, Some(0), "{kib} {threads}: {}", done.stderr);
    }
}

/// The limit in the message is enough, whether a verb is refused before it starts or ends in the
/// middle.
#[test]
fn what_is_said_to_do_does() {
    let scratch = Scratch::new();
    let lines = format!("{PUZZLE}\n").repeat(30_000);
    let input = scratch.file("in", &lines);
    let few = scratch.file("few", &lines[..82 * 500]);
    let many = scratch.file("many", &format!("{}\n", ".".repeat(81)).repeat(40));
    let packed = scratch.path("in.zst");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let bytes = ruzstd::encoding::compress_to_vec(lines.as_bytes(), level);
    fs::write(&packed, bytes).unwrap();
    let out = scratch.path("out");
    let gate = "--engines=mrv --rounds=1 --warm-up=0 --no-latency --least-sample=100us";
    for (verb, input) in [
        ("solve -j4", &packed),
        ("solve -j2 --all --limit=3000", &many),
        ("transform -j2 --dedupe", &input),
        ("transform -j2 --shuffle", &packed),
        ("rate -j4 --no-rows", &few),
        (&format!("bench {gate}"), &few),
    ] {
        let mut args: Vec<&str> = verb.split(' ').chain(["-q", "-f", input]).collect();
        if verb.starts_with("bench") {
            args.extend(["--save", &out]);
        } else if !verb.ends_with("--no-rows") {
            args.extend(["-o", &out]);
        }
        let mut named = 0;
        for kib in [22_000, 28_000, 36_000] {
            let done = within(kib, &args);
            let Some(rest) = done.stderr.split("ulimit -v ").nth(1) else {
                continue;
            };
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let enough = digits.parse().unwrap();
            let again = within(enough, &args);
            assert_eq!(again.code, Some(0), "{verb} {kib}: {}", again.stderr);
            named += 1;
        }
        assert!(named > 0, "{verb} fits anywhere");
    }
}
