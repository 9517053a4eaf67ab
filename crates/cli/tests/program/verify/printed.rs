//! Answers as solvers print them: below their puzzles, among other text, with labels.

use super::{Case, Print, counts, lines, solved, text};
use crate::common::{Finished, sample};

/// Checks the counts of right answers, wrong ones, and claims.
#[track_caller]
fn expect(done: &Finished, right: [u64; 3], name: &str) {
    assert_eq!(
        counts(done),
        right,
        "{name}\n{}{}",
        done.stdout,
        done.stderr
    );
}

/// The digits of a grid in rows, with zeros for blanks.
fn digits(grid: &str, between: &str, end: &str) -> String {
    let digits = grid.replace('.', "0");
    let digits: Vec<String> = digits.chars().map(|c| c.to_string()).collect();
    digits
        .chunks(9)
        .map(|row| row.join(between) + end)
        .collect()
}

#[test]
fn answers_below_their_puzzles_are_paired_with_them() {
    let forms: &[(&str, Print)] = &[
        ("lines", |_, p, s| format!("{p}\n{s}\n")),
        ("a blank line behind each", |_, p, s| {
            format!("{p}\n{s}\n\n")
        }),
        ("words", |i, p, s| {
            format!("Puzzle {i}: {p}\nSolution: {s}\n")
        }),
        ("statistics", |_, p, s| {
            format!("{p}\n12 guesses\n{s}\nTime: 5 ms\n\n")
        }),
        ("boards", move |_, p, s| {
            format!("{}\n{}\n", digits(p, "", "\n"), digits(s, "", "\n"))
        }),
        ("named boards", |i, p, s| {
            format!(
                "Puzzle {i}\n{}Solution\n{}\n",
                digits(p, " ", "\n"),
                digits(s, " ", "\n")
            )
        }),
        ("arrays", move |_, p, s| {
            let list = |grid| format!("[{}]\n", digits(grid, ", ", ", "));
            list(p) + &list(s)
        }),
    ];
    let puzzles = lines(&sample());
    let answers = lines(&solved(&sample(), &[]));
    let case = Case::new(&text(&puzzles));
    for (name, print) in forms {
        let all = |answer: &dyn Fn(usize) -> String| -> String {
            let of = |i: usize| print(i, &puzzles[i].replace('0', "."), &answer(i));
            (0..puzzles.len()).map(of).collect()
        };
        let done = case.verify(&all(&|i| answers[i].clone()), &[]);
        assert_eq!(done.code, Some(0), "{name}\n{}{}", done.stdout, done.stderr);
        assert_eq!(counts(&done), [48, 0, 0], "{name}");
        assert!(
            done.stdout.contains("below the puzzles"),
            "{name}\n{}",
            done.stdout
        );
        // A wrong answer, and the puzzle itself in place of one.
        let done = case.verify(
            &all(&|i| match i {
                20 => answers[30].clone(),
                40 => puzzles[40].clone(),
                _ => answers[i].clone(),
            }),
            &[],
        );
        assert_eq!(
            counts(&done)[0],
            46,
            "{name}\n{}{}",
            done.stdout,
            done.stderr
        );
        assert!(done.stdout.contains("line 21 "), "{name}\n{}", done.stdout);
    }
    // What a solver prints in place of a solution.
    for (instead, expected) in [
        ("no solution", [47, 0, 1]),
        ("!none", [47, 0, 1]),
        ("oops", [47, 0, 1]),
        ("", [47, 0, 1]),
    ] {
        let print = |i: usize| {
            format!(
                "{}\n{}\n",
                puzzles[i],
                if i == 20 { instead } else { &answers[i] }
            )
        };
        let done = case.verify(&(0..puzzles.len()).map(print).collect::<String>(), &[]);
        expect(&done, expected, instead);
        assert_eq!(done.code, Some(1));
    }
}

#[test]
fn text_between_answers_is_skipped_if_they_fit_better_then() {
    let puzzles = lines(&sample());
    let answers = lines(&solved(&sample(), &[]));
    let case = Case::new(&text(&puzzles));
    let forms: &[(&str, Print)] = &[
        ("below", |_, _, s| format!("{s}\nTime: 0.5 ms\n")),
        ("above", |i, _, s| format!("Puzzle {i}:\n{s}\n")),
        ("both", |i, _, s| {
            format!("Puzzle {i}\n\n{s}\n12 guesses, 5 ms\n\n")
        }),
        ("numbers", |i, _, s| format!("{i}\n{s}\n")),
        ("seconds", |_, _, s| format!("{s}\n0.5\n")),
        ("now and then", |i, _, s| {
            format!("{s}\n{}", if i % 7 == 3 { "progress\n" } else { "" })
        }),
    ];
    for (name, print) in forms {
        let mut order: Vec<usize> = (0..puzzles.len()).collect();
        let all = |order: &[usize]| -> String {
            order
                .iter()
                .map(|&i| print(i, &puzzles[i], &answers[i]))
                .collect()
        };
        let done = case.verify(&all(&order), &[]);
        expect(&done, [48, 0, 0], name);
        assert!(
            done.stdout.contains("other text between them"),
            "{}",
            done.stdout
        );
        // One that is right by chance outweighs no others.
        for (one, other) in [(20, 30), (0, 1)] {
            order.swap(one, other);
            let done = case.verify(&all(&order), &[]);
            expect(&done, [46, 2, 0], name);
            order.swap(one, other);
        }
    }
    // Text between the answers does not make a number, which says that there is no solution, text.
    let timed = |i: usize| {
        let answer = if i == 20 { "0" } else { &answers[i] };
        format!("{answer}\n0.1 ms\n")
    };
    let done = case.verify(&(0..puzzles.len()).map(timed).collect::<String>(), &[]);
    expect(&done, [47, 0, 1], "0 among times");
    let counted = |i: usize| {
        let count = if i == 0 { "48\n" } else { "" };
        let answer = if i >= 45 { "0" } else { &answers[i] };
        format!("{count}{answer}\n")
    };
    let done = case.verify(&(0..puzzles.len()).map(counted).collect::<String>(), &[]);
    expect(&done, [45, 0, 3], "a count above");
    // Status lines are no answers, whatever words they have.
    for status in ["errors: none", "cached: false", "time: none 5"] {
        let print = |i: usize| format!("{}\n{status}\n", answers[i]);
        let done = case.verify(&(0..puzzles.len()).map(print).collect::<String>(), &[]);
        expect(&done, [48, 0, 0], status);
    }
    // In place of answers it is a wrong answer.
    for oops in [vec![0], vec![7, 8], vec![47], vec![0, 20, 21, 22, 47]] {
        let answer = |i: usize| {
            if oops.contains(&i) {
                "oops"
            } else {
                &answers[i]
            }
        };
        let all: String = (0..puzzles.len())
            .map(|i| format!("{}\n", answer(i)))
            .collect();
        let done = case.verify(&all, &[]);
        let wrong = oops.len() as u64;
        expect(&done, [48 - wrong, wrong, 0], &format!("{oops:?}"));
    }
}

#[test]
fn which_of_several_grids_is_judged_is_asked() {
    let puzzles = lines(&sample());
    let answers = lines(&solved(&sample(), &[]));
    let case = Case::new(&text(&puzzles));
    let n = puzzles.len();
    let all = |print: &dyn Fn(usize) -> String| -> String { (0..n).map(print).collect() };
    // The known solution beside the answer of a solver that is always wrong.
    let wrong = |i: usize| &answers[(i + 1) % n];
    for between in [" ", " expected "] {
        let print = |i: usize| format!("{} {}{between}{}\n", puzzles[i], wrong(i), answers[i]);
        let done = case.verify(&all(&print), &[]);
        assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains("--answer-column"), "{}", done.stderr);
    }
    let tables: &[(&str, Print)] = &[
        ("puzzle,mine,known\n", |_, p, s| format!("{p},X,{s}\n")),
        ("puzzle,solution,mine\n", |_, p, s| format!("{p},{s},X\n")),
        ("puzzle,solution,mine\n", |_, p, s| {
            format!("{p},{s},!none\n")
        }),
        ("", |_, p, s| {
            format!("{{\"puzzle\":\"{p}\",\"solution\":\"{s}\",\"mine\":\"X\"}}\n")
        }),
        ("", |_, p, s| {
            let cut = &s[..80];
            format!("{{\"puzzle\":\"{p}\",\"solution\":\"{cut}\",\"known\":\"{s}\"}}\n")
        }),
        ("", |_, p, s| {
            format!("{{\"puzzle\":\"{p}\",\"solution\":null,\"known\":\"{s}\"}}\n")
        }),
    ];
    let late = |i: usize| {
        let mine = if i < 30 { &answers[i] } else { wrong(i) };
        format!("{},{mine},{}\n", puzzles[i], answers[i])
    };
    let done = case.verify(&("puzzle,mine,known\n".to_owned() + &all(&late)), &[]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    for (header, print) in tables {
        let print = |i: usize| print(i, &puzzles[i], &answers[i]).replace('X', wrong(i));
        let done = case.verify(&(header.to_string() + &all(&print)), &[]);
        assert_eq!(done.code, Some(2), "{header}{}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains("--answer-column"), "{}", done.stderr);
    }
    // Puzzles with another sign for blanks, and answers with a label.
    let forms: &[(&str, Print)] = &[
        ("beside dashes", |_, p, s| {
            format!("{} {s}\n", p.replace('0', "-"))
        }),
        ("below dashes", |_, p, s| {
            format!("{}\n{s}\n", p.replace('0', "-"))
        }),
        ("below a ruler", |_, _, s| {
            format!("{}\n{s}\n", "-".repeat(81))
        }),
        ("labelled", |_, _, s| {
            format!("solution: {}\n", digits(s, " ", " "))
        }),
        ("in threes", |i, _, s| {
            format!("{i}: {}\n", digits(s, "", " "))
        }),
        ("index from 0", |i, _, s| format!("{i} {s}\n")),
        ("an equation", |_, p, s| format!("{p}={s}\n")),
        ("an arrow", |_, p, s| format!("{p}->{s}\n")),
    ];
    for (name, print) in forms {
        let done = case.verify(&all(&|i| print(i, &puzzles[i], &answers[i])), &[]);
        expect(&done, [48, 0, 0], name);
    }
    // Words for no solution between boards.
    let board = |i: usize| digits(&answers[i], " ", "\n") + "\n";
    let print = |i: usize| {
        if i == 20 {
            "No solution\n\n".to_owned()
        } else {
            board(i)
        }
    };
    let done = case.verify(&all(&print), &[]);
    assert_eq!(counts(&done), [47, 0, 1], "{}{}", done.stdout, done.stderr);
}

#[test]
fn counts_in_tables_are_claims() {
    let puzzles = lines(&sample());
    let object = |p: &String| format!("{{\"puzzle\":\"{p}\"}}\n");
    let json: String = puzzles.iter().map(object).collect();
    let csv: String = puzzles.iter().map(|p| format!("{p},\n")).collect();
    for text in [
        json.clone(),
        format!("{json}{{\"x\":1}}\n"),
        format!("puzzle,solution\n{csv}"),
    ] {
        let case = Case::new(&text);
        for args in [&["--count"][..], &["--append-column", "verdict"]] {
            let done = case.verify(&solved(&text, args), &[]);
            assert_eq!(counts(&done)[1..], [0, 48], "{args:?}{}", done.stdout);
        }
    }
}

/// Wherever it stands: also above the last answer alone.
#[test]
fn a_line_of_text_is_skipped_before_any_answer() {
    let puzzles = lines(&sample());
    let answers = lines(&solved(&sample(), &[]));
    let case = Case::new(&text(&puzzles[..3]));
    for at in 0..3 {
        let mut printed = answers[..3].to_vec();
        printed.insert(at, "warning: slow".to_owned());
        expect(
            &case.verify(&text(&printed), &[]),
            [3, 0, 0],
            &format!("{at}"),
        );
    }
}
