//! `verify`: every form of answers, every way to be wrong, and which answer belongs to which
//! puzzle.

mod forms;
mod numbers;
mod printed;
mod unclear;
mod wrong;

use crate::common::{Finished, Scratch, run, sample};

/// Two clues clash; no solution; many solutions.
const INVALID: &str =
    "113000509002109400000704000300502006060000050700803004000401000009205800804000107";

const NONE: &str =
    "1234567.........8................................................................";

const MANY: &str =
    ".................................................................................";

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn solved(puzzles: &str, options: &[&str]) -> String {
    let done = run(
        &[&["solve", "-q", "--threads", "1"], options].concat(),
        puzzles,
    );
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    done.stdout
}

struct Case(Scratch);

impl Case {
    fn new(puzzles: &str) -> Case {
        let scratch = Scratch::new();
        scratch.file("puzzles", puzzles);
        Case(scratch)
    }

    fn verify(&self, answers: &str, options: &[&str]) -> Finished {
        let puzzles = self.0.path("puzzles");
        let args = [&["verify", &puzzles, "-", "--threads", "1"], options].concat();
        run(&args, answers)
    }
}

/// Right, wrong, without an answer.
#[track_caller]
fn counts(done: &Finished) -> [u64; 3] {
    let last = done.stdout.lines().rfind(|line| line.contains(" right, "));
    let last = last.unwrap_or_else(|| panic!("{}{}", done.stdout, done.stderr));
    let mut numbers = last.split(' ').filter_map(|word| word.parse().ok());
    std::array::from_fn(|_| numbers.next().expect("three numbers"))
}

/// Blank lines, comments, malformed lines, tails, verdicts of all kinds.
fn mixed() -> String {
    let sample = lines(&sample());
    let tail = solved(&sample[2], &[]);
    let mut mixed = vec![
        String::new(),
        "# a comment, with a comma".to_owned(),
        sample[0].clone(),
        format!("{} # hard, 1.5", sample[1]),
        "no puzzle, \"quoted\"".to_owned(),
        format!("{},{}", sample[2], tail.trim_end()),
        "\t".to_owned(),
        INVALID.to_owned(),
        NONE.to_owned(),
        MANY.to_owned(),
        format!("a{}", &INVALID[1..]),
        sample[0][..80].to_owned(),
        "# another".to_owned(),
        String::new(),
        String::new(),
    ];
    mixed.extend_from_slice(&sample[3..12]);
    text(&mixed)
}

fn csv() -> String {
    let sample = lines(&sample());
    let mut rows = vec!["id,puzzle,level".to_owned()];
    for (i, puzzle) in sample[..6].iter().enumerate() {
        rows.push(format!("{i},{puzzle},easy"));
    }
    rows.insert(3, "7,too short,1".to_owned());
    rows.push(format!("8,\"{NONE}\",none"));
    text(&rows)
}

/// Puzzles whose lines state their solutions, below a header.
fn known() -> String {
    let sample = lines(&sample());
    let mut rows = vec!["quizzes,solutions".to_owned()];
    for puzzle in &sample[..6] {
        rows.push(format!("{puzzle},{}", solved(puzzle, &[]).trim_end()));
    }
    text(&rows)
}

/// A program's output for a puzzle and its solution, by its number.
type Print = fn(usize, &str, &str) -> String;
