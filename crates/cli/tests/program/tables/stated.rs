//! `sep=;` above a csv, as Excel writes it: a statement about the delimiter, and no row.

use super::{ANSWER, NONE, PUZZLE, solve};
use crate::common::{Scratch, run};

/// A table with this delimiter below the line that states it, and what `solve` makes of it.
fn stated(line: &str, delimiter: char, end: &str) -> [String; 2] {
    let rows = [
        format!("id;quizzes;note{end}"),
        format!("1;{PUZZLE};a{end}"),
        format!("2;{NONE};b{end}"),
    ];
    let table = |added: [&str; 3]| {
        let rows = rows.iter().zip(added);
        let rows: String = rows
            .map(|(row, added)| row.replace(end, added) + end)
            .collect();
        format!("{line}{end}") + &rows.replace(';', &delimiter.to_string())
    };
    let answer = format!(";{ANSWER}");
    [table(["", "", ""]), table([";solution", &answer, ";"])]
}

#[test]
fn the_statement_stays_above_the_table() {
    for (line, delimiter) in [
        ("sep=;", ';'),
        ("sep=,", ','),
        ("sep=\t", '\t'),
        ("SEP=|", '|'),
        ("sep=^", '^'),
        ("\"sep=;\"", ';'),
        ("sep=;;;", ';'),
    ] {
        for end in ["\n", "\r\n"] {
            let [table, solved] = stated(line, delimiter, end);
            for chunk in ["1", "1M"] {
                assert_eq!(solve(&["--chunk-size", chunk], &table), solved, "{line}");
            }
            let marked = format!("\u{feff}{table}");
            assert_eq!(solve(&[], &marked), solved, "{line}");
            let rows = format!("{ANSWER}\n!none\n");
            assert_eq!(
                solve(&["--output-format", "solution"], &table),
                rows,
                "{line}"
            );
            let only = solve(&["--only", "unsolved"], &table);
            assert_eq!(
                only,
                solved
                    .replace(solved.lines().nth(2).unwrap(), "")
                    .replace(&format!("{end}{end}"), end)
            );
        }
    }
    // What is specified wins.
    let [table, _] = stated("sep=,", ';', "\n");
    assert_eq!(
        solve(&["--delimiter", ";"], &table),
        stated("sep=,", ';', "\n")[1]
    );
}

#[test]
fn shards_and_several_tables_have_one_statement() {
    let [table, solved] = stated("sep=;", ';', "\r\n");
    let scratch = Scratch::new();
    let file = scratch.file("table", &table);
    for count in [2, 5, 30, 300] {
        let share = |i| solve(&["--shard", &format!("{i}/{count}"), &file], "");
        let all: String = (1..=count).map(share).collect();
        assert_eq!(all, solved, "{count} shares");
    }
    let rows: String = solved.split_inclusive('\n').skip(2).collect();
    assert_eq!(solve(&[&file, &file], ""), solved + &rows);
}

#[test]
fn a_table_without_a_header_may_have_it_too() {
    let text = format!("sep=;\n1;{PUZZLE}\n2;{NONE}\n");
    let solved = format!("sep=;\n1;{PUZZLE};{ANSWER}\n2;{NONE};\n");
    assert_eq!(solve(&[], &text), solved);
    let text = format!("sep=;\n{PUZZLE};a\n");
    assert_eq!(solve(&[], &text), format!("sep=;\n{PUZZLE};a;{ANSWER}\n"));
    // So may comments.
    let text = format!("# mine\n1;{PUZZLE}\n2;{NONE}\n");
    let solved = format!("# mine\n1;{PUZZLE};{ANSWER}\n2;{NONE};\n");
    assert_eq!(solve(&[], &text), solved);
    // Below the first line it is a row like any other.
    let text = format!("id;puzzle\n1;{PUZZLE}\nsep=;\n");
    let solved = solve(&["--append-column", "verdict"], &text);
    assert!(solved.ends_with("\nsep=;;malformed\n"), "{solved}");
}

#[test]
fn every_verb_takes_it_for_no_line() {
    let [table, solved] = stated("sep=;", ';', "\n");
    let table = table.replace(NONE, PUZZLE);
    let solved = solved.replace(&format!("{NONE};b;"), &format!("{PUZZLE};b;{ANSWER}"));
    assert_eq!(solve(&[], &table), solved);
    let scratch = Scratch::new();
    let (puzzles, answers) = (
        scratch.file("puzzles", &table),
        scratch.file("answers", &solved),
    );
    let lines = scratch.file("lines", &format!("{PUZZLE}\n{PUZZLE}\n"));
    let bare = scratch.file("bare", &format!("sep=;\n1;{ANSWER}\n2;{ANSWER}\n"));
    for [puzzles, answers] in [[&puzzles, &answers], [&lines, &answers], [&puzzles, &bare]] {
        let judged = run(&["verify", puzzles, answers], "");
        assert_eq!(judged.code, Some(0), "{} {}", judged.stdout, judged.stderr);
    }
    let moved = run(&["transform", "-q", "--minimize", &puzzles], "");
    assert!(
        moved.stdout.starts_with("sep=;\nid;quizzes;note\n1;"),
        "{moved:?}"
    );
    let rated = run(&["rate", &puzzles], "");
    assert!(
        rated.stdout.starts_with("sep=;\nid;quizzes;note;"),
        "{rated:?}"
    );
    for done in [moved, rated] {
        assert!(!done.stderr.contains("not a puzzle"), "{}", done.stderr);
    }
}
