//! Every fault of an answer is found, wherever it is.

use super::{Case, counts, lines, mixed, solved, text};
use crate::common::{Scratch, sample};
use ninefold::Stop;
use ninefold::format::answers::{self, AnswerOptions};
use ninefold::format::{self, FormatOptions, OutputFormat};
use ninefold::input::{self, OpenOptions};
use ninefold::pipeline::{Verification, verify};

#[test]
fn a_puzzle_as_it_was_is_no_answer() {
    let case = Case::new(&sample());
    let done = case.verify(&sample(), &[]);
    assert_eq!((done.code, counts(&done)), (Some(1), [0, 0, 48]));
}

#[test]
fn files_in_the_wrong_order_are_named_as_such() {
    let solutions = solved(&sample(), &[]);
    let done = Case::new(&solutions).verify(&sample(), &["--show", "2"]);
    assert_eq!((done.code, counts(&done)), (Some(1), [0, 48, 0]));
    let named = done
        .stdout
        .matches("the puzzle and answer files appear to be swapped")
        .count();
    assert_eq!(named, 1, "{}", done.stdout);
}

/// Where the 41st digit of a solution is in a text, after `from`.
fn digit_of(text: &str, from: usize, solution: &str) -> usize {
    if let Some(at) = text[from..].find(solution) {
        return from + at + 40;
    }
    let digits = text[from..].bytes().enumerate();
    let mut digits = digits.filter(|(_, byte)| byte.is_ascii_digit());
    from + digits.nth(40).expect("a board has 81 digits").0
}

#[test]
fn whatever_is_planted_is_found_in_every_form() {
    let puzzles = lines(&sample())[..20].to_vec();
    let case = Case::new(&text(&puzzles));
    let changed = |change: &dyn Fn(&mut Vec<String>)| {
        let mut puzzles = puzzles.clone();
        change(&mut puzzles);
        text(&puzzles)
    };
    for format in OutputFormat::ALL {
        let options = ["--output-format", format.name()];
        let whole = solved(&text(&puzzles), &options);
        assert_eq!(case.verify(&whole, &[]).code, Some(0), "{format:?}");

        let from = solved(&text(&puzzles[..7]), &options).len();
        let at = digit_of(&whole, from, solved(&puzzles[7], &[]).trim_end());
        let mut wrong = whole.clone().into_bytes();
        wrong[at] = b'1' + (wrong[at] - b'0') % 9;
        let done = case.verify(&String::from_utf8(wrong).unwrap(), &[]);
        assert_eq!(
            (done.code, counts(&done)),
            (Some(1), [19, 1, 0]),
            "{format:?}"
        );
        assert!(
            done.stdout.contains("\nline 8"),
            "{format:?}\n{}",
            done.stdout
        );

        let swapped = solved(&changed(&|puzzles| puzzles.swap(3, 12)), &options);
        let done = case.verify(&swapped, &[]);
        assert_eq!(
            (done.code, counts(&done)),
            (Some(1), [18, 2, 0]),
            "{format:?}"
        );
        assert!(
            done.stdout.contains("\nline 4"),
            "{format:?}\n{}",
            done.stdout
        );
        assert!(
            done.stdout.contains("\nline 13"),
            "{format:?}\n{}",
            done.stdout
        );
        let names = ["line", "csv", "jsonl"].contains(&format.name());
        assert_eq!(done.stdout.contains("another puzzle"), names, "{format:?}");

        let dropped = solved(&changed(&|puzzles| drop(puzzles.remove(9))), &options);
        let done = case.verify(&dropped, &[]);
        assert_eq!(done.code, Some(2), "{format:?}\n{}", done.stdout);
        assert!(
            done.stdout.contains("\nline 10"),
            "{format:?}\n{}",
            done.stdout
        );
        assert!(
            done.stdout
                .contains("right answers may be reported as wrong:\nline 10"),
            "{}",
            done.stdout
        );
        assert!(
            done.stderr.contains("20 puzzles, but 19 answers"),
            "{}",
            done.stderr
        );
        assert!(
            done.stderr
                .contains("the first wrong one is that to line 10"),
            "{}",
            done.stderr
        );

        let extra = solved(
            &changed(&|puzzles| puzzles.insert(5, puzzles[0].clone())),
            &options,
        );
        let done = case.verify(&extra, &[]);
        assert_eq!(done.code, Some(2), "{format:?}\n{}", done.stdout);
        assert!(
            done.stdout.contains("\nline 6"),
            "{format:?}\n{}",
            done.stdout
        );
        assert!(
            done.stderr.contains("20 puzzles, but 21 answers"),
            "{}",
            done.stderr
        );

        // Truncated: the rest is right.
        let done = case.verify(&whole[..from], &[]);
        assert_eq!(
            (done.code, counts(&done)),
            (Some(2), [7, 0, 0]),
            "{format:?}"
        );
        assert!(
            done.stderr.contains("line 8 of the puzzles has no answer"),
            "{}",
            done.stderr
        );
        assert!(done.stderr.contains("the first 7 match"), "{}", done.stderr);
    }
}

/// The library's findings, with this many bytes read at a time.
fn found(puzzles: &str, answers: &str, chunk_size: usize, threads: usize) -> Verification {
    let open = |path: &str| {
        let options = OpenOptions::default().chunk_size(chunk_size);
        input::open(path.as_ref(), &options).expect("it opens")
    };
    let puzzles = format::open(open(puzzles), &FormatOptions::default()).unwrap();
    let answers = answers::open(open(answers), &AnswerOptions::default()).unwrap();
    verify(puzzles, answers, threads, 100, &Stop::new()).expect("both can be read")
}

#[test]
fn what_is_found_does_not_depend_on_chunks_and_threads() {
    let puzzles = mixed() + &sample().repeat(60) + &mixed();
    let scratch = Scratch::new();
    let file = scratch.file("puzzles", &puzzles);
    for format in OutputFormat::ALL {
        let mut answers = solved(&puzzles, &["--output-format", format.name()]);
        answers.truncate(answers.len() - 100);
        let answers = scratch.file("answers", &answers);
        let whole = found(&file, &answers, 1 << 20, 1);
        assert!(whole.right > 2800 && !whole.is_clean(), "{whole:?}");
        for (chunk_size, threads) in [(1, 1), (100, 3), (5000, 2)] {
            assert_eq!(
                found(&file, &answers, chunk_size, threads),
                whole,
                "{format:?}"
            );
        }
    }
}
