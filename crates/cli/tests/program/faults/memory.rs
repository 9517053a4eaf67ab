//! Too little address space: a run is right, or ends without touching its output.

use super::common::{Scratch, ninefold};
use super::{ANSWER, Ended, PUZZLE, ended, limited};
use std::fs;

const LINES: usize = 4000;

/// Enough for two threads. For a moment, glibc reserves 128 MiB of addresses for each new one.
const PLENTY: u64 = 500_000;

/// Runs a verb with this many KiB of address space.
fn within(kib: u64, args: &[&str]) -> Ended {
    let mut command = ninefold();
    command.args(args);
    ended(limited(&format!("ulimit -c 0; ulimit -v {kib}"), &command))
}

#[test]
fn a_run_asks_at_once_for_what_it_is_known_to_need() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(LINES));
    let out = scratch.path("out");
    let many = ["solve", "-q", "--chunk-size=4K", "-j70", "-o", &out, &input];
    let few = ["solve", "-q", "--chunk-size=4K", "-j2", "-o", &out, &input];
    within(150_000, &many).failed(3, &["not enough memory", "--threads 70"]);
    assert_eq!(scratch.names(), ["in"]);
    assert_eq!(within(PLENTY, &few).code, Some(0));
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        format!("{ANSWER}\n").repeat(LINES)
    );
}

#[test]
fn every_verb_is_right_or_keeps_its_output_within_any_address_space() {
    let scratch = Scratch::new();
    let input = scratch.file("in", &format!("{PUZZLE}\n").repeat(LINES));
    let answers = scratch.file("known", &format!("{ANSWER}\n").repeat(LINES));
    let few = scratch.file("few", &format!("{PUZZLE}\n").repeat(100));
    let out = scratch.path("out");
    let verbs: [&[&str]; 5] = [
        &["solve", "-q", "-j2", "-f", "-o", &out, &input],
        &["generate", "-q", "-j2", "-n50", "-f", "-o", &out],
        &[
            "transform",
            "-q",
            "-j2",
            "--isomorph",
            "-f",
            "-o",
            &out,
            &input,
        ],
        &["rate", "-q", "-j2", "-f", "-o", &out, &few],
        &["verify", "-j2", &input, &answers],
    ];
    let mut failed = 0;
    for verb in verbs {
        for kib in [14_000, 20_000, 27_000, PLENTY] {
            let what = format!("{verb:?} within {kib}");
            fs::write(&out, "precious").unwrap();
            let done = within(kib, verb);
            let text = fs::read_to_string(&out).unwrap();
            match (done.code, verb[0]) {
                (Some(0), "solve") => {
                    assert!(text == format!("{ANSWER}\n").repeat(LINES), "{what}")
                }
                (Some(0), "verify") => {}
                (Some(0), _) => assert_ne!(text, "precious", "{what}"),
                // Its own exit code, that of the loader, or a signal of the runtime.
                (code, _) => {
                    assert!(
                        matches!(code, None | Some(3 | 127)),
                        "{what} {code:?}: {}",
                        done.stderr
                    );
                    assert_eq!(text, "precious", "{what}");
                    assert!(kib < PLENTY, "{what}: {}", done.stderr);
                    failed += 1;
                }
            }
        }
    }
    assert!(failed > 0);
}
