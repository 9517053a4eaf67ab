//! Texts that are no corpus are refused with what they look like, and with what to do.

use super::{ANSWER, PUZZLE, ZEROS, board, cells, reads, reads_as, recognised, refused, solved};
use ninefold::format::{Kind, detect};

#[test]
fn puzzles_among_other_things_are_refused_with_what_to_do() {
    // The form of each line, the lines above them, the column, and the line.
    for (around, above, column, line) in [
        ("'$',", "", 2, 1),
        ("[$]", "", 2, 1),
        ("($)", "", 2, 1),
        ("['$']", "", 3, 1),
        ("7: $", "", 4, 1),
        ("12. $", "", 5, 1),
        ("easy $", "", 6, 1),
        ("Puzzle: $", "", 9, 1),
        ("p=$", "", 3, 1),
        ("* $", "", 3, 1),
        ("[[puzzle]]\ngrid = \"$\"", "", 9, 2),
        ("https://example.org/?bd=$", "", 25, 1),
        ("INSERT INTO p VALUES (1, '$');", "", 27, 1),
        ("<td>$</td>", "", 5, 1),
        ("    '$',", "puzzles = [\n", 6, 2),
        ("  - $", "# a\npuzzles:\n", 5, 3),
        ("['$', '$']", "", 3, 1),
    ] {
        let text = above.to_owned() + &(around.replace('$', PUZZLE) + "\n").repeat(3);
        let place = format!("in column {column}: grep -oE '[0-9._*xX]{{81}}' FILE");
        refused(&text, &[&place, &format!("Line {line} ")]);
        // A single puzzle that stands alone is a corpus.
        let (_, _, all) = recognised(&format!("{PUZZLE}\n{text}"));
        assert!(all.starts_with(&solved(1)), "{text}{all}");
    }
    // A known solution is not a puzzle in the wrong place.
    reads(&format!("{} {ANSWER}\n", &PUZZLE[..80]), "!malformed\n");
    // Advice invents no puzzle: `grep` would write solutions as puzzles.
    let text = format!("a={PUZZLE} b={ANSWER}\n").repeat(3);
    let message = refused(&text, &["does not stand alone"]);
    assert!(!message.contains("grep"), "{message}");
}

#[test]
fn two_formats_alike_are_refused() {
    let other = solved(1).replacen('5', ".", 1);
    let text = format!("no puzzle\n{{\"puzzle\":\"{PUZZLE}\"}}\n{other}");
    refused(&text, &["'jsonl' or 'line' (specify the format"]);
    let more = format!("{text}{other}{other}");
    assert_eq!(recognised(&more).0, Kind::Line);
    // A heading is evidence too.
    let rows = cells(PUZZLE, "");
    assert_eq!(detect(format!("Grid 01\n{rows}").as_bytes()), Kind::Grid);
}

#[test]
fn whole_documents_of_json_are_read_or_refused_with_what_to_do() {
    let list = board(ZEROS, ",", ",");
    let rows = board(ZEROS, ",", "],[");
    let pretty = board(ZEROS, ",", "],\n  [");
    for (text, count) in [
        (format!("[[[{rows}]],[[{rows}]]]\n"), 2),
        (format!("[\n [\n  [{pretty}]\n ]\n]\n"), 1),
        (format!("[[{list}],[{list}]]\n"), 2),
        (format!("[[\"{}\"]]\n", board(PUZZLE, "", "\",\"")), 1),
    ] {
        reads(&text, &solved(count));
    }
    let object = format!("{{\"id\":1,\"board\":[[{rows}]]}}\n");
    let both = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}");
    for (text, said) in [
        (object.replace('0', "null"), "jq"),
        (object.replace("board", "puzzle"), "jq"),
        (object.replacen('{', "{\n", 1), "jq"),
        (object, "jq"),
        (format!("[{both},{both}]\n"), "jq -c '.[]'"),
        (
            format!("[\n{}{both}\n]\n", format!("{both},\n").repeat(11)),
            "jq -c '.[]'",
        ),
        (format!("[\n  \"{PUZZLE}\",\n  \"{PUZZLE}\"\n]\n"), "grep"),
    ] {
        refused(&text, &[said]);
    }
}

#[test]
fn other_blanks_are_refused_with_their_sign() {
    for blank in ["-", "?", " ", "n", "#", "~"] {
        let line = PUZZLE.replace('.', blank) + "\n";
        let said = format!("Line 2 has '{blank}' for its blanks");
        refused(&format!("# a comment\n{line}{line}"), &[&said]);
        // One among puzzles is a malformed line.
        let (kind, ..) = recognised(&format!("{PUZZLE}\n{line}{PUZZLE}\n"));
        assert_eq!(kind, Kind::Line);
    }
    for blank in ["?", "~", "O"] {
        let said = format!("'{blank}' for its blanks");
        refused(&cells(&PUZZLE.replace('.', blank), ""), &[&said]);
    }
    // Dashes are read.
    let dashes = cells(&PUZZLE.replace('.', "-"), "");
    reads_as(Kind::Grid, &dashes, &solved(1));
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
            "git lfs pull",
        ),
        (
            format!("c sudoku\np cnf 729 3\n{}", clauses.repeat(40)),
            "Line 1 is c sudoku",
        ),
        (
            "--\nCOPY public.p (id, puzzle) FROM stdin;\n".to_owned()
                + &format!("1\t{PUZZLE}\n").repeat(9),
            "grep",
        ),
        (program.repeat(3), "Line 1 is import sys"),
    ] {
        refused(&text, &[advice]);
    }
}

/// Where -1 is a blank beside 0, the digits are 0 to 8.
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
        let cells = board(&digits, cell, row).replace('.', "-1");
        refused(
            &format!("{before}{cells}{after}").repeat(12),
            &["Line 1 is"],
        );
    }
}
