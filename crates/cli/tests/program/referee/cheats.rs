//! Solvers that try to look faster than they are: each of them fails, or gains nothing.

use super::{Finished, Place, of, row_of};
use serde_json::Value;
use std::fs;

/// The solver of `tests/solvers/cheats.c` that cheats in this way, as a command.
fn command(place: &Place, words: &str) -> Option<String> {
    let program = place.compiled("cheats.c", "cheats", &[])?;
    Some(format!("cheat={program} {words}"))
}

/// The same as a library, perhaps with a file.
fn library(place: &Place, how: &str, file: Option<&str>) -> Option<String> {
    let how = format!("-DHOW=\"{how}\"");
    let file = file.map(|file| format!("-DFILE_NAME=\"{file}\""));
    let mut flags = vec!["-shared", "-fPIC", &how];
    flags.extend(file.as_deref());
    let path = place.compiled("cheats.c", "libcheats.so", &flags)?;
    Some(format!("cheat={path}"))
}

fn measure(place: &Place, solver: &str, more: &str) -> (Finished, Value) {
    place.bench(&[solver], more)
}

/// Why it was left out, if it was.
fn reason(record: &Value) -> Option<&str> {
    of(record, "failures", "cheat", 1)?["reason"].as_str()
}

/// It was measured, and not left out. Returns its row.
fn measured<'a>(done: &Finished, record: &'a Value) -> &'a Value {
    done.ended(0, &[]);
    assert_eq!(reason(record), None);
    of(record, "rows", "cheat", 1).unwrap()
}

fn left_out(done: &Finished, record: &Value, words: &str) {
    let reason = reason(record).unwrap_or_else(|| panic!("{words}: {record}"));
    assert!(reason.contains(words), "{words}: {reason}");
    done.ended(1, &[]);
}

/// The median of the times of its samples, or the one above.
fn middle(row: &Value) -> f64 {
    let samples = row["samples_ns"].as_array().unwrap();
    let mut samples: Vec<f64> = samples.iter().map(|ns| ns.as_f64().unwrap()).collect();
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

#[test]
fn who_remembers_knows_no_answer_of_a_sample() {
    for (more, fixed) in [("", false), ("--fixed", true)] {
        let place = Place::new();
        let log = place.path("log");
        let Some(solver) = command(&place, &format!("memory {log}")) else {
            return;
        };
        let (done, record) = measure(&place, &solver, more);
        measured(&done, &record);
        let log = fs::read_to_string(log).unwrap();
        // The first puzzle is asked alone, and again with all others, before any sample.
        let hits = log.lines().skip(2);
        let hits = hits.map(|line| line.split(' ').nth(1).unwrap());
        let hits: u64 = hits.map(|hits| hits.parse::<u64>().unwrap()).sum();
        // The check can fail: on puzzles that stay as they are, it knows them.
        assert_eq!(hits > 0, fixed, "{log}");
    }
}

/// Also who solves every eighth request honestly.
#[test]
#[cfg(target_os = "linux")]
fn who_remembers_from_one_run_to_the_next_is_left_out() {
    for how in ["disk", "eighth"] {
        let place = Place::new();
        let file = place.path("known");
        let other = place.path("others");
        let both = [
            command(&place, &format!("{how} {file}")),
            library(&place, how, Some(&other)),
        ];
        for solver in both.into_iter().flatten() {
            let (done, record) = measure(&place, &solver, "");
            let at_first = middle(measured(&done, &record));
            // How long a sample must be follows from puzzles that no run has had, or it would be
            // too long to be answered.
            let (done, record) = measure(&place, &solver, "");
            if how == "eighth" && reason(&record).is_none() {
                // It was honest in some of the rounds whose puzzles it knew.
                let row = measured(&done, &record);
                assert!(4.0 * middle(row) > at_first, "{row}");
                continue;
            }
            left_out(&done, &record, "it remembers answers");
        }
    }
}

#[test]
fn who_answers_before_it_is_asked_is_left_out() {
    let place = Place::new();
    let Some(solver) = command(&place, "early") else {
        return;
    };
    let (done, record) = measure(&place, &solver, "");
    assert!(reason(&record).is_some(), "{}", done.stdout);
    done.ended(1, &[]);
}

/// On a busy machine they get less of the CPUs. Then they are only counted.
#[test]
#[cfg(target_os = "linux")]
fn who_uses_more_threads_than_asked_for_is_left_out() {
    let place = Place::new();
    let Some(solver) = command(&place, "others") else {
        return;
    };
    let (done, record) = place.bench_longer("20ms", &[&solver], "");
    if reason(&record).is_some() {
        return left_out(&done, &record, "threads at the same time");
    }
    let row = row_of(&record, "cheat", 1);
    assert!(row["external"]["threads"].as_u64() > Some(1), "{row}");
}

/// The CPU time of other processes is a solver's own, however it starts them. What a worker says of
/// a library alone is compared with it.
#[test]
#[cfg(target_os = "linux")]
fn who_lets_other_processes_work_gains_nothing() {
    for how in ["forks", "yields", "each", "ignored", "thread"] {
        let place = Place::new();
        let Some(solver) = command(&place, how) else {
            return;
        };
        let (done, record) = measure(&place, &solver, "");
        // If their time were not seen, it would seem to sleep.
        let row = measured(&done, &record);
        assert_eq!(row["clock"], "cpu", "{how}: {row}");
        let solver = library(&place, how, None).unwrap();
        let (done, record) = measure(&place, &solver, "");
        left_out(&done, &record, "but its processes used");
    }
    // Whose processes live too short to be seen is by the wall, unless a control group knows their
    // time.
    for how in ["puzzles", "daemon"] {
        let place = Place::new();
        let solvers = [command(&place, how), library(&place, how, None)];
        for solver in solvers.into_iter().flatten() {
            let (done, record) = measure(&place, &solver, "");
            match of(&record, "rows", "cheat", 1) {
                Some(row) => {
                    let account = &row["external"]["account"];
                    assert!(row["clock"] == "wall" || account == "cgroup", "{row}");
                }
                None => drop(done.ended(1, &[])),
            }
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn who_writes_its_own_claim_is_left_out() {
    let place = Place::new();
    let Some(solver) = library(&place, "claims", None) else {
        return;
    };
    let (done, record) = measure(&place, &solver, "");
    left_out(&done, &record, "its worker says ");
}

/// CPU time decides for one thread, so that a busy machine slows nobody. Where a solver waits for
/// something else, the wall clock decides for it.
#[test]
#[cfg(target_os = "linux")]
fn who_waits_is_judged_by_the_clock_on_the_wall() {
    for (how, waits) in [("works", false), ("waits", true)] {
        let place = Place::new();
        let solvers = [command(&place, how), library(&place, how, None)];
        for solver in solvers.into_iter().flatten() {
            let (done, record) = measure(&place, &solver, "");
            let row = measured(&done, &record);
            assert_eq!(row["clock"] == "wall", waits, "{row}");
            assert_eq!(row.get("wall_ns").is_none(), waits);
            let ours = row_of(&record, "mrv", 1);
            assert_eq!(ours["clock"], "cpu", "the others keep theirs");
            let says = done.stdout.contains("decides for cheat, because it slept");
            assert_eq!(says, waits, "{}", done.stdout);
        }
    }
}

/// Waiting for a CPU is not sleeping, nor is waiting for the one who reads the answers.
#[test]
#[cfg(target_os = "linux")]
fn a_busy_machine_makes_nobody_sleep() {
    use std::hint;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};
    // If the test fails before it ends that itself.
    const LONGEST: Duration = Duration::from_secs(60);
    let place = Place::new();
    let (Some(command), Some(library)) = (place.in_c(), place.library("lib", &[])) else {
        return;
    };
    let solvers = [
        format!("plain={command}"),
        format!("up={command} stay"),
        library,
    ];
    let is_over = AtomicBool::new(false);
    let began = Instant::now();
    thread::scope(|scope| {
        for _ in 0..4 * thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) && began.elapsed() < LONGEST {
                    hint::spin_loop();
                }
            });
        }
        let (done, record) = place.bench_longer("5ms", &solvers.each_ref().map(|s| &**s), "");
        is_over.store(true, Ordering::Relaxed);
        done.ended(0, &[]);
        for name in ["plain", "up", "lib"] {
            let row = row_of(&record, name, 1);
            assert_eq!(row["clock"], "cpu", "{row}");
        }
    });
}

/// What a command does before it solves is part of its time, whatever it does without puzzles.
#[test]
#[cfg(target_os = "linux")]
fn a_start_is_shown_and_not_subtracted() {
    let place = Place::new();
    let works = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
    let solver = place.solver("cheat", &format!("{works}; {}", super::honest("")));
    let (done, record) = measure(&place, &solver, "");
    let row = measured(&done, &record);
    let number = |value: &Value| value.as_f64().unwrap();
    let starts = row["external"]["start_up_ns"].as_array().unwrap();
    let least = starts.iter().map(number).fold(f64::INFINITY, f64::min);
    let repeats = number(&row["repeats"]);
    // Far from it, however busy the machine is.
    for sample in row["samples_ns"].as_array().unwrap() {
        assert!(number(sample) * repeats > least / 4.0, "{row}");
    }
    assert!(done.stdout.contains("  start-up\n"), "{}", done.stdout);
}
