//! Solvers that try to look faster than they are: each of them fails, or gains nothing.

use super::{Finished, Place, of};
use serde_json::Value;
use std::fs;

/// The solver of `tests/solvers/cheats.c` that cheats in this way, measured with some more options.
fn cheat(place: &Place, words: &str, more: &str) -> Option<(Finished, Value)> {
    let program = place.compiled("cheats.c", "cheats", &["-D_DEFAULT_SOURCE"])?;
    let solver = format!("cheat={program} {words}");
    let sample = if words == "others" { "20ms" } else { "100us" };
    Some(place.bench_longer(sample, &[&solver], more))
}

/// Why it was left out, if it was.
fn reason(record: &Value) -> Option<&str> {
    of(record, "failures", "cheat", 1)?["reason"].as_str()
}

/// It was measured, and not left out.
fn assert_measured(done: &Finished, record: &Value) {
    done.ended(0, &[]);
    assert_eq!(reason(record), None);
}

#[test]
fn who_remembers_knows_no_answer_of_a_sample() {
    for (more, fixed) in [("", false), ("--fixed", true)] {
        let place = Place::new();
        let log = place.path("log");
        let Some((done, record)) = cheat(&place, &format!("memory {log}"), more) else {
            return;
        };
        assert_measured(&done, &record);
        let log = fs::read_to_string(log).unwrap();
        // The first puzzle is asked alone, and again with all others, before any sample.
        let hits = log.lines().skip(2);
        let hits = hits.map(|line| line.split(' ').nth(1).unwrap());
        let hits: u64 = hits.map(|hits| hits.parse::<u64>().unwrap()).sum();
        // The check can fail: on puzzles that stay as they are, it knows them.
        assert_eq!(hits > 0, fixed, "{log}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn who_remembers_from_one_run_to_the_next_is_left_out() {
    let place = Place::new();
    let words = format!("disk {}", place.path("known"));
    let Some((done, record)) = cheat(&place, &words, "") else {
        return;
    };
    assert_measured(&done, &record);
    // Its samples have more puzzles when it is faster, until it knows them, too.
    let mut later = (0..5).map(|_| cheat(&place, &words, "").unwrap());
    let (done, record) = later
        .find(|(_, record)| reason(record).is_some())
        .expect("it is left out");
    let reason = reason(&record).unwrap();
    assert!(reason.contains("times as much CPU time"), "{reason}");
    done.ended(1, &[]);
}

#[test]
fn who_answers_before_it_is_asked_is_left_out() {
    let place = Place::new();
    let Some((done, record)) = cheat(&place, "early", "") else {
        return;
    };
    assert!(reason(&record).is_some(), "{}", done.stdout);
    done.ended(1, &[]);
}

/// On a busy machine they get less of the CPUs. Then they are only counted.
#[test]
#[cfg(target_os = "linux")]
fn who_uses_more_threads_than_asked_for_is_left_out() {
    let place = Place::new();
    let Some((done, record)) = cheat(&place, "others", "") else {
        return;
    };
    if let Some(reason) = reason(&record) {
        assert!(reason.contains("threads at the same time"), "{reason}");
        done.ended(1, &[]);
    } else {
        let row = of(&record, "rows", "cheat", 1).unwrap();
        assert!(row["external"]["threads"].as_u64() > Some(1), "{row}");
    }
}

/// CPU time decides for one thread, so that a busy machine slows nobody. Where a solver waits for something else, the
/// wall clock decides for all.
#[test]
#[cfg(target_os = "linux")]
fn who_waits_is_judged_by_the_clock_on_the_wall() {
    for (words, waits) in [("works", false), ("waits", true)] {
        let place = Place::new();
        let Some((done, record)) = cheat(&place, words, "") else {
            return;
        };
        assert_measured(&done, &record);
        let rows = ["cheat", "mrv"].map(|name| of(&record, "rows", name, 1).unwrap());
        // On a very busy machine, one that works waits for its puzzles, too.
        let by_wall = rows[0]["clock"] == "wall";
        assert!(by_wall || !waits, "{record}");
        assert_eq!(rows[1]["clock"], rows[0]["clock"]);
        for row in rows {
            assert_eq!(row.get("wall_ns").is_none(), by_wall);
        }
        let says = done.stdout.contains("because cheat slept");
        assert_eq!(says, by_wall, "{}", done.stdout);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn who_sleeps_with_one_puzzle_alone_has_no_longer_start() {
    let place = Place::new();
    let Some((done, record)) = cheat(&place, "sleeps", "") else {
        return;
    };
    done.ended(0, &[]);
    let row = of(&record, "rows", "cheat", 1).unwrap();
    let mut starts = row["external"]["start_up_ns"].as_array().unwrap().iter();
    // It sleeps for 50 ms.
    assert!(starts.any(|ns| ns.as_f64() < Some(50e6)), "{row}");
}
