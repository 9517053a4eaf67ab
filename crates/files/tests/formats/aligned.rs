//! Which answer belongs to which puzzle, whatever stands above the answers and between the puzzles.

use super::answers::{FEW_CLUES, sample, wrong};
use super::sample::{is_right, judged, solved};
use ninefold_files::format::{OutputFormat, WriteOptions};

#[test]
fn a_line_that_is_no_puzzle_is_no_evidence() {
    let short = &FEW_CLUES[..80];
    let puzzles = format!("{}\n{short}\n{short}\n", super::PUZZLE);
    for &format in OutputFormat::ALL {
        let options = WriteOptions::default().format(format);
        let answers = solved(&puzzles, &options);
        let found = judged(&puzzles, &answers);
        assert!(is_right(&found), "{format:?}\n{answers}\n{found:?}");
    }
}

#[test]
fn long_runs_of_lines_that_are_no_puzzle_shift_no_answer() {
    let (puzzles, answers) = sample();
    let answers = answers.join("\n");
    for run in [255, 256, 300, 70_000] {
        let bad = "x\n".repeat(run);
        let middle = puzzles.len() / 82 / 2 * 82;
        let (first, last) = puzzles.split_at(middle);
        for puzzles in [
            format!("{bad}{puzzles}"),
            format!("{first}{bad}{last}"),
            format!("{puzzles}{bad}"),
        ] {
            let found = judged(&puzzles, &answers);
            assert!(is_right(&found), "{run}\n{found:?}");
            let found = judged(&puzzles, &solved(&puzzles, &WriteOptions::default()));
            assert!(is_right(&found), "{run}\n{found:?}");
        }
    }
}

#[test]
fn lines_above_the_answers_are_headings_where_what_is_below_fits() {
    let (puzzles, answers) = sample();
    for (heading, lines) in [
        ("my answers", 1),
        ("found", 1),
        ("answers by,me", 1),
        ("index time found", 1),
        ("20 puzzles, solved by v1.2 on 2024-01-03\n======\n\n", 2),
    ] {
        let text = format!("{heading}\n{}", answers.join("\n"));
        let found = judged(&puzzles, &text);
        assert!(found.is_clean(), "{heading}\n{found:?}");
        assert_eq!(found.alignment.headings, lines, "{heading}");
    }
    // A table's header, copied above bare answers, the first of them a puzzle that is not solved.
    let text = format!(
        "puzzle,solution\n{}\n{}",
        &puzzles[..81],
        answers[1..].join("\n")
    );
    let found = judged(&puzzles, &text);
    assert_eq!(
        (found.wrong, found.unanswered, found.first_alone),
        (0, 1, None)
    );
    // Any number of them, and with anything above the puzzles.
    for (many, bad) in [(16, 0), (17, 0), (40, 3), (3000, 0), (1, 1), (2, 1), (1, 4)] {
        let text = "a line\n".repeat(many) + &answers.join("\n");
        let puzzles = "x\n".repeat(bad) + &puzzles;
        let found = judged(&puzzles, &text);
        assert!(is_right(&found), "{many} {bad}\n{found:?}");
        assert_eq!(found.alignment.headings, many);
    }
    // Lines below them are skipped too if no puzzle is left, but not a line that could be an
    // answer.
    for (below, lines) in [("solved 20 puzzles in 0.3 s", 1), ("-----\n\nbye", 2)] {
        let text = format!("{}\n{below}\n", answers.join("\n"));
        let found = judged(&puzzles, &text);
        assert!(found.is_clean(), "{below}\n{found:?}");
        assert_eq!(found.alignment.below, lines, "{below}");
        let found = judged(&puzzles, &(text + "!none\n"));
        assert!(!found.is_aligned(), "{below}\n{found:?}");
    }
    // As many as answers or more are not skipped: those have an unknown form.
    let rows = answers[0].as_bytes().chunks(9).map(String::from_utf8_lossy);
    let rows: Vec<String> = rows.map(|row| format!("row: {row}x")).collect();
    let text = (rows.join("\n") + "\n").repeat(answers.len());
    assert!(!judged(&puzzles, &text).is_aligned(), "{text}");
    let list = format!("[\n'{}',\n]\n", answers.join("',\n'"));
    assert!(judged(&puzzles, &list).is_clean(), "{list}");
    // It does not replace a missing answer further down.
    for missing in [1, 2, answers.len() - 2] {
        let mut answers = answers.to_vec();
        answers.remove(missing);
        let found = judged(&puzzles, &format!("a line\n{}", answers.join("\n")));
        assert!(
            found.first_alone.is_some() && found.right >= missing as u64,
            "{found:?}"
        );
    }
    // In the place of an answer, it is a wrong answer.
    for first in ["no idea", "error\nerror"] {
        let many = first.lines().count();
        let text = format!("{first}\n{}", answers[many..].join("\n"));
        let found = judged(&puzzles, &text);
        assert_eq!((found.wrong, found.first_alone), (many as u64, None));
    }
}

#[test]
fn wrong_answers_below_a_heading_are_wrong_on_their_lines() {
    let (puzzles, answers) = sample();
    let wrong = wrong(&answers);
    for heading in ["my answers", "solved by me\n-----", &"a line\n".repeat(30)] {
        for bad in ["", "x\n"] {
            for text in [&wrong[..], &wrong[..1]] {
                let many = text.len();
                let few: String = puzzles.split_inclusive('\n').take(many).collect();
                let text = format!("{}\n{}", heading.trim_end(), text.join("\n"));
                let found = judged(&(few + bad), &text);
                assert_eq!((found.right, found.first_alone), (0, None), "{text}");
                assert_eq!(found.wrong, many as u64, "{text}");
                let lines = heading.trim_end().lines().count() as u64;
                let first = &found.first_wrong[0];
                assert_eq!((first.puzzle_line, first.answer_line), (1, lines + 1));
            }
        }
    }
    // Right ones below labels tell where the others are.
    for label in ["puzzle N:", "Grid N", "N"] {
        let labelled = |i: usize| {
            let answer = if i % 2 == 1 { &answers[i] } else { &wrong[i] };
            format!("{}\n{answer}\n", label.replace('N', &i.to_string()))
        };
        let text: String = (0..answers.len()).map(labelled).collect();
        let found = judged(&puzzles, &text);
        let right = answers.len() / 2;
        assert_eq!((found.right, found.first_alone), (right as u64, None));
        assert_eq!(found.wrong, (answers.len() - right) as u64, "{text}");
    }
    // One text for each puzzle, so the first is an answer, too.
    for first in ["no idea", "error\nerror"] {
        let many = first.lines().count();
        let found = judged(&puzzles, &format!("{first}\n{}", wrong[many..].join("\n")));
        let all = wrong.len() as u64;
        assert_eq!((found.wrong, found.first_alone), (all, None));
        assert_eq!(found.first_wrong[0].answer_line, 1);
    }
}
