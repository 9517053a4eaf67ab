//! Texts that are no corpus are refused with what they look like, and with what to do.

use super::{
    ANSWER, PUZZLE,
    recognised::{cells, recognised, refused},
    solved,
};
use ninefold::format::{Kind, detect};

#[test]
fn puzzles_among_other_things_are_refused_with_what_to_do() {
    let each = |around: &str| (around.replace('$', PUZZLE) + "\n").repeat(3);
    for (text, place) in [
        (each("'$',"), (2, 1)),
        (each("[$]"), (2, 1)),
        (each("($)"), (2, 1)),
        (each("['$']"), (3, 1)),
        (each("7: $"), (4, 1)),
        (each("12. $"), (5, 1)),
        (each("easy $"), (6, 1)),
        (each("Puzzle: $"), (9, 1)),
        (each("p=$"), (3, 1)),
        (each("* $"), (3, 1)),
        (each("[[puzzle]]\ngrid = \"$\""), (9, 2)),
        (each("https://example.org/?bd=$"), (25, 1)),
        (each("INSERT INTO p VALUES (1, '$');"), (27, 1)),
        (each("<td>$</td>"), (5, 1)),
        (format!("puzzles = [\n{}]\n", each("    '$',")), (6, 2)),
        (format!("# a\npuzzles:\n{}", each("  - $")), (5, 3)),
        (format!("['{0}', '{0}']\n", PUZZLE), (3, 1)),
    ] {
        let message = refused(&text);
        let (column, line) = place;
        for said in [
            format!("in column {column}: grep -oE '[0-9._*xX]{{81}}' FILE"),
            format!("Line {line} "),
        ] {
            assert!(message.contains(&said), "{text}{message}");
        }
        // A single puzzle that stands alone is a corpus.
        let (_, _, all) = recognised(&format!("{PUZZLE}\n{text}"));
        assert!(all.starts_with(&solved(1)), "{text}{all}");
    }
    // A known solution is not a puzzle in the wrong place.
    let (_, _, all) = recognised(&format!("{} {ANSWER}\n", &PUZZLE[..80]));
    assert_eq!(all, "!malformed\n");
}

#[test]
fn two_formats_alike_are_refused() {
    let object = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    let other = crate::solved(1).replacen('5', ".", 1);
    let other = other.trim_end();
    let text = format!("no puzzle\n{object}\n{other}\n");
    let message = refused(&text);
    assert!(
        message.contains("'jsonl' or 'line' (--input-format"),
        "{message}"
    );
    let (kind, ..) = recognised(&format!("{text}{other}\n{other}\n"));
    assert_eq!(kind, Kind::Line);
    // A heading is evidence too.
    let rows = cells(PUZZLE, "");
    assert_eq!(detect(format!("Grid 01\n{rows}").as_bytes()), Kind::Grid);
}

#[test]
fn whole_documents_of_json_are_read_or_refused_with_what_to_do() {
    let zeros = PUZZLE.replace('.', "0");
    let list = cells(&zeros, ",").trim_end().replace('\n', ",");
    let rows = cells(&zeros, ",").trim_end().replace('\n', "],[");
    let texts = cells(PUZZLE, "").trim_end().replace('\n', "\",\"");
    let pretty = format!("[\n [\n  [{}]\n ]\n]\n", rows.replace("],[", "],\n  ["));
    for (text, count) in [
        (format!("[[[{rows}]],[[{rows}]]]\n"), 2),
        (pretty, 1),
        (format!("[[{list}],[{list}]]\n"), 2),
        (format!("[[\"{texts}\"]]\n"), 1),
    ] {
        assert_eq!(recognised(&text).2, solved(count), "{text}");
    }
    let object = format!("{{\"id\":1,\"board\":[[{rows}]]}}\n");
    for text in [
        object.replace('0', "null"),
        object.clone(),
        object.replace("board", "puzzle"),
        object.replacen('{', "{\n", 1),
    ] {
        let message = refused(&text);
        assert!(message.contains("jq"), "{text}{message}");
    }
    let message = refused(&format!("[\n  \"{PUZZLE}\",\n  \"{PUZZLE}\"\n]\n"));
    assert!(message.contains("grep"), "{message}");
}

#[test]
fn lines_with_other_blanks_are_refused_with_what_to_do() {
    for blank in ["-", "?", " ", "n", "#", "~"] {
        let line = PUZZLE.replace('.', blank) + "\n";
        let message = refused(&format!("# a comment\n{line}{line}"));
        let expected = format!("Line 2 has '{blank}' for its blanks");
        assert!(message.contains(&expected), "{message}");
        // One among puzzles is a malformed line.
        let (kind, ..) = recognised(&format!("{PUZZLE}\n{line}{PUZZLE}\n"));
        assert_eq!(kind, Kind::Line);
    }
}

#[test]
fn boards_with_other_blanks_are_refused_with_their_sign() {
    let rows = |text: &str| {
        let cells: Vec<char> = text.chars().collect();
        let rows = cells.chunks(9).map(String::from_iter);
        rows.collect::<Vec<_>>().join("\n") + "\n"
    };
    for blank in ["?", "~", "O"] {
        let message = refused(&rows(&PUZZLE.replace('.', blank)));
        let said = format!("'{blank}' for its blanks");
        assert!(message.contains(&said), "{message}");
    }
    // Dashes are read.
    assert_eq!(recognised(&rows(&PUZZLE.replace('.', "-"))).0, Kind::Grid);
}

#[test]
fn files_of_other_kinds_are_refused_with_what_to_do() {
    let clauses = "111 112 113 114 115 116 117 118 119 0\n-111 -112 0\n";
    for (text, advice) in [
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n".to_owned(),
            "git lfs pull",
        ),
        (
            "c sudoku\np cnf 729 3\n".to_owned() + &clauses.repeat(40),
            "Line 1 is c sudoku",
        ),
        (
            "--\nCOPY public.p (id, puzzle) FROM stdin;\n".to_owned()
                + &format!("1\t{PUZZLE}\n").repeat(9),
            "grep",
        ),
    ] {
        let message = refused(&text);
        assert!(message.contains(advice), "{text}: {message}");
    }
}

/// `grep` would write solutions as puzzles.
#[test]
fn advice_invents_no_puzzle() {
    let message = refused(&format!("a={PUZZLE} b={ANSWER}\n").repeat(3));
    assert!(message.contains("does not stand alone"), "{message}");
    assert!(!message.contains("grep"), "{message}");
    let object = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}");
    let many = format!("{object},\n").repeat(11);
    for text in [
        format!("[{object},{object}]\n"),
        format!("[\n{many}{object}\n]\n"),
    ] {
        let message = refused(&text);
        assert!(message.contains("jq -c '.[]'"), "{message}");
    }
}

/// A program has lists of numbers, and is no corpus.
#[test]
fn a_program_is_refused_with_its_first_line() {
    let program = "import sys\n\ndef solve(board):\n    for r in range(9):\n        row = [1, 2, 3]\n\
                   \x20       if board[r][0] == 0:\n            board[r][0] = 5\n";
    let message = refused(&program.repeat(3));
    assert!(message.contains("Line 1 is import sys"), "{message}");
}

/// Where -1 is a blank beside 0, the digits are 0 to 8.
#[test]
fn digits_from_zero_are_refused() {
    let cell = |c: char| match c {
        '.' => "-1".to_owned(),
        digit => (digit as u8 - b'1').to_string(),
    };
    let cells: Vec<String> = PUZZLE.replace('6', "1").chars().map(cell).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(" ") + "\n").collect();
    for board in [
        cells.join(" ") + "\n",
        rows.concat(),
        format!("[{}]\n", cells.join(",")),
    ] {
        let text = board.repeat(12);
        let message = refused(&text);
        assert!(message.contains("Line 1 is"), "{text}{message}");
    }
}
