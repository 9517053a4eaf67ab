use super::*;

const PUZZLES: &str = "\
    103000509002109400000704000300502006060000050700803004000401000009205800804000107\n\
    ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n";
const SOLUTION: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

/// The lines that a worker prints for these requests, and how it ended.
fn served(solver: &str, threads: usize, requests: &str) -> (Vec<String>, io::Result<()>) {
    let mut requests = requests.as_bytes();
    let mut answers = Vec::new();
    let done = serve(solver, threads, &mut requests, &mut answers);
    let text = String::from_utf8(answers).unwrap();
    (text.lines().map(str::to_owned).collect(), done)
}

fn lines(solver: &str, threads: usize, requests: &str) -> Vec<String> {
    let (lines, done) = served(solver, threads, requests);
    done.unwrap();
    lines
}

fn used(line: &str) -> WorkUsed {
    serde_json::from_str(line.strip_prefix("used ").expect(line)).unwrap()
}

#[test]
fn each_request_has_its_answers_and_what_they_took() {
    let requests = format!("solve 2 2 1\n{PUZZLES}solve 1 1 3\n{PUZZLES}");
    // The second puzzle of the second request is none of it, and no request either.
    let (lines, done) = served("mrv", 1, &requests);
    assert_eq!(done.unwrap_err().kind(), io::ErrorKind::InvalidData);
    assert_eq!(lines.len(), 1 + 3 + 2, "{lines:?}");
    assert_eq!(lines[0], WORKER_GREETING);
    assert_eq!(lines[1], format!("{SOLUTION} 1"));
    let two = used(&lines[3]);
    let one = used(&lines[5]);
    assert!(one.counters.nodes < two.counters.nodes);
}

#[test]
fn counts_do_not_depend_on_threads_and_passes() {
    let count = |threads, passes: usize| {
        let text = PUZZLES.repeat(300);
        let lines = lines("mrv", threads, &format!("solve 600 2 {passes}\n{text}"));
        (used(&lines[601]).counters, lines[1..601].to_vec())
    };
    assert_eq!(count(1, 1), count(2, 3));
}

#[test]
fn a_request_finds_the_memory_that_an_earlier_one_took() {
    let mut solver = WorkSolver::new("mrv", 1).unwrap();
    solver.reserve(600);
    let places = |solver: &WorkSolver| {
        let WorkBuffers { rows, outcomes, .. } = &solver.buffers;
        (rows.as_ptr(), outcomes.as_ptr(), solver.text.as_ptr())
    };
    let before = places(&solver);
    let request = WorkRequest {
        text: PUZZLES.repeat(300).into_bytes(),
        limit: 1,
        passes: 1,
        reserve: None,
    };
    solver.solve(&request).unwrap();
    assert_eq!(places(&solver), before);
    assert_eq!(solver.buffers.rows.len(), 600);
    // It changes no answer.
    let [with, without] = [" 600", ""].map(|reserve| {
        let requests = format!(
            "solve 2 2 1{reserve}\n{PUZZLES}solve 1 2 1\n{}",
            &PUZZLES[82..]
        );
        let mut lines = lines("mrv", 1, &requests);
        lines.retain(|line| !line.starts_with("used "));
        lines
    });
    assert_eq!(with, without);
    assert_eq!(with.len(), 1 + 2 + 1);
    for wrong in ["2 2", "2 2 1 x", "2 2 1 -1", "2 2 1 1 1"] {
        let (_, done) = served("mrv", 1, &format!("solve {wrong}\n{PUZZLES}"));
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}

#[test]
fn puzzles_without_an_answer_have_a_word() {
    let clash = format!("11{}\n", ".".repeat(79));
    let none =
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..\n";
    let lines = lines("mrv", 1, &format!("solve 2 1 1\n{clash}{none}"));
    assert_eq!(lines[1], "refused 0");
    assert_eq!(lines[2], "none 0");
}

#[test]
fn what_cannot_be_loaded_is_refused_in_a_line() {
    let library = if cfg!(feature = "solver-library") {
        "/no/lib.so"
    } else {
        "'solver-library'"
    };
    for (solver, words) in [("abacus", "'abacus'"), ("/no/lib.so", library)] {
        let lines = lines(solver, 1, "");
        assert_eq!(lines.len(), 1);
        let reason = lines[0].strip_prefix("failed ").expect("a refusal");
        let reason: String = serde_json::from_str(reason).unwrap();
        assert!(reason.contains(words), "{reason}");
    }
}

#[test]
fn no_chunk_is_much_smaller_than_the_others() {
    let most = chunk_of_solve();
    for puzzles in (1..4 * most).step_by(7) {
        let chunk = even(puzzles);
        let chunks = puzzles.div_ceil(chunk);
        assert!(chunk <= most + most / 2, "{puzzles}: {chunk}");
        assert!(2 * chunk >= most.min(puzzles), "{puzzles}: {chunk}");
        let last = puzzles - (chunks - 1) * chunk;
        assert!(chunk - last < chunks, "{puzzles}: {chunk} and {last}");
    }
}
