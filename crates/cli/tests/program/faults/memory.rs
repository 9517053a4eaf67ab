//! Too little address space: a run is right, or ends without touching its output.

use super::{Finished, Scratch, answers, feed, limited, puzzles, with};
use std::fs;

const LINES: usize = 4000;

/// Enough for two threads. For a moment, glibc reserves 128 MiB of addresses for each new one.
const PLENTY: u64 = 500_000;

/// Runs with this many KiB of address space.
fn within(scratch: &Scratch, kib: u64, args: &str) -> Finished {
    let limit = format!("ulimit -c 0; ulimit -v {kib}");
    feed(&mut limited(&limit, &scratch.command(args)), "")
}

#[test]
fn a_run_asks_at_once_for_what_it_is_known_to_need() {
    let scratch = with(LINES);
    let done = within(&scratch, 150_000, "solve -q --chunk-size=4K -j70 -o out in");
    done.failed(3, &["not enough memory", "fewer --threads"]);
    assert_eq!(scratch.names(), ["in"]);
}

/// The program's own exit code, and no part, also where the memory is enough for some threads only.
#[test]
fn a_run_that_has_begun_its_output_has_the_memory_to_end_it() {
    let scratch = with(LINES);
    for args in ["solve -q -j2 -o out in", "generate -q -j2 -n50 -o out"] {
        let mut refused = 0;
        for kib in (12_000..34_000).step_by(250) {
            let done = within(&scratch, kib, args);
            match done.code {
                Some(0) => fs::remove_file(scratch.path("out")).unwrap(),
                Some(3) if done.stderr.contains("not enough memory") => refused += 1,
                // Not even its arguments can be read.
                None | Some(127) if refused == 0 => {}
                _ => panic!("{args} {kib}: {done:?}"),
            }
            assert_eq!(scratch.names(), ["in"], "{args} {kib}");
        }
        assert!((1..80).contains(&refused), "{refused}");
    }
}

#[test]
fn every_verb_is_right_or_keeps_its_output_within_any_address_space() {
    let scratch = with(LINES);
    scratch.file("known", &answers(LINES));
    scratch.file("few", &puzzles(100));
    let mut failed = 0;
    for args in [
        "solve -q -j2 -f -o out in",
        "generate -q -j2 -n50 -f -o out",
        "transform -q -j2 --isomorph -f -o out in",
        "rate -q -j2 -f -o out few",
        "verify -j2 in known",
    ] {
        for kib in [14_000, 20_000, 27_000, PLENTY] {
            scratch.file("out", "precious");
            let done = within(&scratch, kib, args);
            let text = scratch.read("out");
            match done.code {
                Some(0) if args.starts_with("solve") => assert!(text == answers(LINES)),
                Some(0) => assert!(args.starts_with("verify") || text != "precious", "{args}"),
                // Its own exit code, that of the loader, or a signal of the runtime.
                None | Some(3 | 127) => {
                    assert!(text == "precious" && kib < PLENTY, "{args} {kib}: {done:?}");
                    failed += 1;
                }
                _ => panic!("{args} {kib}: {done:?}"),
            }
        }
    }
    assert!(failed > 0);
}
