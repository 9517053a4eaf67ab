//! Texts that are no corpus are refused with what they look like, and with what to do.

use super::{
    ANSWER, PUZZLE, ZEROS, board, cells, reads, reads_as, recognised, refused, rows, solved,
};
use ninefold_files::format::{Kind, WriteOptions, detect};

/// As in programs, pages, SQL and notes. A full grid beside a puzzle is its solution.
#[test]
fn puzzles_among_other_things_are_read() {
    for (around, above) in [
        ("'$',", ""),
        ("[$]", ""),
        ("($)", ""),
        ("['$']", ""),
        ("7: $", ""),
        ("12. $", ""),
        ("easy $", ""),
        ("Puzzle: $", ""),
        ("p=$", ""),
        ("* $", ""),
        ("grid = \"$\"", "[[puzzle]]\n"),
        ("https://example.org/?bd=$", ""),
        ("INSERT INTO p VALUES (1, '$');", ""),
        ("INSERT INTO p VALUES (1, '$', '@');", ""),
        ("<td>$</td>", ""),
        ("<td>$</td><td>@</td>", ""),
        ("    '$',", "puzzles = [\n"),
        ("  - $", "# a\npuzzles:\n"),
        ("  - puzzle: $\n    solution: '@'", "puzzles:\n"),
        ("  - solution: @\n    puzzle: '$'", "puzzles:\n"),
        ("['$', '@'],", ""),
        ("a=$ b=@", ""),
    ] {
        let form = around.replace('$', PUZZLE).replace('@', ANSWER);
        let text = above.to_owned() + &(form + "\n").repeat(3);
        reads_as(Kind::Text, &text, &solved(3));
        // Dashes may be blanks.
        reads_as(
            Kind::Text,
            &text.replace(PUZZLE, &PUZZLE.replace('.', "-")),
            &solved(3),
        );
        // A single puzzle that stands alone is a corpus of lines.
        let (_, _, all) = recognised(&format!("{PUZZLE}\n{text}"));
        assert!(all.starts_with(&solved(1)), "{text}{all}");
    }
    reads_as(
        Kind::Text,
        &format!("['{PUZZLE}', '{PUZZLE}']\n"),
        &solved(2),
    );
    // The solution of what is no puzzle is not a puzzle.
    let short = format!("{} {ANSWER}\n", &PUZZLE[..80]);
    reads(
        &format!("p = {PUZZLE}\n{short}"),
        &format!("{}!malformed\n", solved(1)),
    );
    refused(&short, &["only full grids"]);
    let map = format!("{{\"{PUZZLE}\": \"{ANSWER}\"}}\n");
    refused(&map, &["its puzzles are names of members"]);
    // As pandas writes the columns of a table.
    let columns = format!(
        "{{\"p\":{{\"0\":\"{PUZZLE}\",\"1\":\"{PUZZLE}\"}},\"s\":{{\"0\":\"{ANSWER}\"}}}}\n"
    );
    reads(&columns, &solved(2));
}

#[test]
fn two_formats_alike_are_refused() {
    let other = solved(1).replacen('5', ".", 1);
    let text = format!("no puzzle\n{{\"puzzle\":\"{PUZZLE}\"}}\n{other}");
    // Neither reads what the other reads.
    let message = refused(&text, &["puzzles of two formats, 'jsonl' and 'line'"]);
    assert!(!message.contains("--"), "{message}");
    let more = format!("{text}{other}{other}");
    assert_eq!(recognised(&more).0, Kind::Line);
    // A heading is evidence too.
    let rows = cells(PUZZLE, "");
    assert_eq!(detect(format!("Grid 01\n{rows}").as_bytes()), Kind::Grid);
}

#[test]
fn whole_documents_of_json_are_read() {
    let list = board(ZEROS, ",", ",");
    let rows = board(ZEROS, ",", "],[");
    let pretty = board(ZEROS, ",", "],\n  [");
    let strings = board(PUZZLE, "", "\",\"");
    let arrays = [
        (format!("[[[{rows}]],[[{rows}]]]\n"), 2),
        (format!("[\n [\n  [{pretty}]\n ]\n]\n"), 1),
        (format!("[[{list}],[{list}]]\n"), 2),
        (format!("[[\"{strings}\"]]\n"), 1),
        (format!("{{\"easy\":[[[{rows}]],\n[[{rows}]]]}}\n"), 2),
    ];
    for (text, count) in arrays {
        reads(&text, &solved(count));
    }
    let object = format!("{{\"id\":1,\"board\":[[{rows}]]}}");
    let both = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}");
    for (text, count) in [
        (object.replace('0', "null"), 1),
        (object.replacen('{', "{\n", 1), 1),
        (format!("{object}\n{object}\n"), 2),
        (format!("[{both},{both}]\n"), 2),
        (
            format!("[\n{}{both}\n]\n", format!("{both},\n").repeat(11)),
            12,
        ),
        (format!("var a = [{both},\n{both}];\n"), 2),
        (format!("{{\"n\":2,\"all\":[{both},\n{both}]}}\n"), 2),
        (format!("{{\"one\":{both},\"two\":{both}}}\n"), 2),
        (
            object.replace(&format!("[[{rows}]]"), &format!("[\"{strings}\"]")),
            1,
        ),
    ] {
        reads_as(Kind::Json, &text, &solved(count));
    }
    for (text, count) in [
        (format!("[\n  \"{PUZZLE}\",\n  \"{PUZZLE}\"\n]\n"), 2),
        // Members are names of puzzles.
        (format!("{{\"1\":\"{PUZZLE}\",\"2\":\"{PUZZLE}\"}}\n"), 2),
    ] {
        reads_as(Kind::Text, &text, &solved(count));
    }
}

#[test]
fn other_blanks_are_refused_with_their_sign() {
    for blank in ["?", " ", "n", "#", "~"] {
        let line = PUZZLE.replace('.', blank) + "\n";
        let said = format!("Line 2 has '{blank}' for its blanks");
        let message = refused(&format!("# a comment\n{line}{line}"), &[&said]);
        // The comment would become a line of its own.
        let command = format!(": tr '{blank}' . < FILE");
        assert_eq!(message.contains(&command), blank != "#", "{message}");
        // One among puzzles is a malformed line.
        let (kind, ..) = recognised(&format!("{PUZZLE}\n{line}{PUZZLE}\n"));
        assert_eq!(kind, Kind::Line);
    }
    for blank in ["?", "~", "O"] {
        let said = format!("'{blank}' for its blanks: tr '{blank}' . < FILE");
        refused(&cells(&PUZZLE.replace('.', blank), ""), &[&said]);
        refused(&cells(&PUZZLE.replace('.', blank), ","), &[&said]);
        refused(&board(&PUZZLE.replace('.', blank), ",", ","), &[&said]);
    }
    // Dashes are read.
    let dashes = PUZZLE.replace('.', "-");
    reads_as(Kind::Grid, &cells(&dashes, ""), &solved(1));
    reads_as(Kind::Text, &format!("# a comment\n{dashes}\n"), &solved(1));
}

#[test]
fn files_of_other_kinds_are_refused_with_what_to_do() {
    let clauses = "111 112 113 114 115 116 117 118 119 0\n-111 -112 0\n";
    // It has lists of numbers.
    let program = "import sys\n\ndef solve(board):\n    for r in range(9):\n        row = [1, 2, 3]\n\
                   \x20       if board[r][0] == 0:\n            board[r][0] = 5\n";
    for (text, advice) in [
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n".to_owned(),
            "a pointer of Git LFS",
        ),
        (
            format!("c sudoku\np cnf 729 3\n{}", clauses.repeat(40)),
            "Line 1 is c sudoku",
        ),
        (program.repeat(3), "Line 1 is import sys"),
    ] {
        refused(&text, &[advice]);
    }
}

/// Where -1 or a word is a blank beside 0, the digits are 0 to 8.
#[test]
fn digits_from_zero_are_refused() {
    let fewer = PUZZLE.replace('6', "1");
    let digits = fewer.bytes().map(|cell| {
        if cell == b'.' {
            '.'
        } else {
            char::from(cell - 1)
        }
    });
    let digits: String = digits.collect();
    for (before, cell, row, after) in [
        ("", " ", " ", "\n"),
        ("", " ", "\n", "\n"),
        ("[", ",", ",", "]\n"),
    ] {
        for blank in ["-1", "null", "None"] {
            let cells = board(&digits, cell, row).replace('.', blank);
            let text = format!("{before}{cells}{after}");
            refused(&text.repeat(12), &["Line 1 is"]);
            if row != "\n" {
                refused(&text, &["Line 1 is", "digits from 0 to 8"]);
            }
            let known = WriteOptions::default().explain(true);
            let kind = if row == "\n" { Kind::Grid } else { Kind::Array };
            let (rows, _) = super::rows(text.as_bytes(), 9, Some(kind), &known);
            assert!(rows.starts_with("!malformed"), "{text}{rows}");
        }
    }
}

/// Those without a 0 would be read as if their digits counted from 1.
#[test]
fn no_advice_reads_boards_whose_digits_count_from_zero() {
    let digits = |puzzle: &str| {
        let cells = puzzle.bytes().map(|cell| match cell {
            b'.' => "-1".to_owned(),
            digit => (digit - b'1').to_string(),
        });
        format!("{}\n", cells.collect::<Vec<_>>().join(" "))
    };
    // One has no 0.
    let none = digits(&PUZZLE.replace('1', "."));
    let text = none + &digits(PUZZLE).repeat(12);
    let message = refused(&text, &["only 1 puzzle", "Line 2 is", "digits from 0 to 8"]);
    assert!(!message.contains("--input-format"), "{message}");
    let object = format!(
        "{{\n\"board\": [{}]\n}}\n",
        digits(PUZZLE).trim().replace(' ', ",\n")
    );
    refused(&object.replace("-1", "null"), &["digits from 0 to 8"]);
}

#[test]
fn objects_without_a_puzzle_are_said_to_have_none() {
    for text in [
        "{\n \"name\": \"x\",\n \"list\": [\n  {\n   \"value\": 7\n  }\n ]\n}\n",
        "{\n\"given\": {\n\"A1\": \"5\",\n\"B1\": \"3\"\n}\n}\n",
        "{\n\"game1\": [\n\"80,3,6,4,20,5,1,70,9\",\n\"1,40,90,7,6,8,50,20,3\"\n]\n}\n",
    ] {
        refused(
            text,
            &["no member and no array in it has the 81 cells of a puzzle"],
        );
    }
}

#[test]
fn the_record_that_is_no_puzzle_is_shown_with_its_fault() {
    let small = "[[1,0,0,4],\n[0,0,1,0],\n[0,1,0,0],\n[4,0,0,1]]";
    let grid = board(ZEROS, ",", "],\n[");
    let text = format!(
        "{{\"4x4\": [\n{}\n],\n\"9x9\": [\n[[{grid}]],\n[[{grid}]]\n]}}\n",
        [small; 10].join(",\n")
    );
    let message = refused(&text, &["only 2 puzzles", "read as array", "(length 16)"]);
    // It would read the two alone.
    assert!(!message.contains("--input-format"), "{message}");
    let options = WriteOptions::default();
    let (all, _) = rows(text.as_bytes(), 1000, Some(Kind::Array), &options);
    assert_eq!(all.replace("!malformed\n", ""), solved(2));
}

#[test]
fn boards_of_other_sizes_and_side_by_side_are_named() {
    let small = "1..4".repeat(9) + "\n";
    refused(&small, &["Line 1 has 36 cells, and boards are of 9x9"]);
    let large = "1.3F".repeat(64) + "\n";
    refused(
        &large.repeat(12),
        &["Line 1 has 256 cells, and boards are of 9x9"],
    );
    for (cell, between) in [("", "  "), (" ", " | "), (" ", "   ")] {
        let rows = cells(PUZZLE, cell);
        let pairs = rows.lines().map(|row| format!("{row}{between}{row}\n"));
        let text = pairs.collect::<String>().repeat(2);
        refused(&text, &["Line 1 has 18 cells, as of 2 boards side by side"]);
    }
}

#[test]
fn comments_of_other_languages_are_named() {
    let options = WriteOptions::default().explain(true);
    for sign in ["%", "//", ";"] {
        let comment = format!("{sign} my puzzles\n");
        let said = format!("!malformed begins with '{sign}', and a comment begins with '#'\n");
        for (text, expected) in [
            (format!("{comment}{PUZZLE}\n"), said.clone() + &solved(1)),
            (format!("{PUZZLE}\n{comment}"), solved(1) + &said),
        ] {
            assert_eq!(rows(text.as_bytes(), 1000, None, &options).0, expected);
        }
        let table = format!("puzzle,level\n{comment}{PUZZLE},easy\n");
        let (all, _) = rows(table.as_bytes(), 1000, None, &options);
        assert!(all.contains(&said[1..said.len() - 1]), "{all}");
    }
}

#[test]
fn a_first_line_that_is_too_long_to_show_a_table_is_named() {
    let header = "a column,".repeat(8_000);
    let text = format!("{header}puzzle\n{header}{PUZZLE}\n");
    refused(
        &text,
        &["no puzzle in its first line, which is longer than 64 KiB"],
    );
}

/// Strings and lines, too, and objects whose solutions could be taken for puzzles.
#[test]
fn text_and_objects_whose_digits_count_from_zero_are_refused() {
    let lower = |cells: &str| -> String {
        let digits = cells.bytes().map(|byte| match byte {
            b'.' => '.',
            digit => char::from(digit - 1),
        });
        digits.collect()
    };
    let [puzzle, solution] = [PUZZLE, solved(1).trim()].map(lower);
    let list = |cells: &str| -> String {
        let cells: Vec<String> = cells.chars().map(String::from).collect();
        cells.join(",").replace('.', "null")
    };
    let object = format!(
        "{{\"puzzle\":[{}],\"solution\":[{}]}}\n",
        list(&puzzle),
        list(&solution)
    );
    for text in [
        format!("{puzzle}\n").repeat(12),
        format!("{puzzle},{solution}\n").repeat(12),
        format!(
            "puzzle,solution\n{}",
            format!("{puzzle},{solution}\n").repeat(12)
        ),
        format!("{{\"puzzle\":\"{puzzle}\"}}\n").repeat(12),
        object.repeat(12),
        format!("[{}]", [&*object; 12].join(",")),
    ] {
        let message = refused(&text, &["digits from 0 to 8: a 0 may be a digit"]);
        assert!(!message.contains("--"), "{message}");
    }
    // A single one with two signs is no reason.
    let text = format!(
        "{}\n{}",
        PUZZLE.replacen('.', "0", 1),
        format!("{PUZZLE}\n").repeat(3)
    );
    let (_, bad) = rows(text.as_bytes(), 1000, None, &WriteOptions::default());
    assert!(bad.is_empty());
}
