//! The forms in which people publish puzzles: they are read, or refused with a hint. `public.md` lists
//! files that have them.

use super::{
    ANSWER, PUZZLE,
    recognised::{cells, recognised, refused},
    solved, source,
};
use ninefold::format::{FormatOptions, Kind, detect, open};

/// Rows of nine with text between boxes, and a frame.
fn framed(text: &str, [between, bar, around]: [&str; 3]) -> String {
    let rows = text.as_bytes().chunks(9).map(|row| {
        let boxes = row.chunks(3).map(|cells| {
            let cells = cells.iter().map(|&cell| char::from(cell).to_string());
            cells.collect::<Vec<_>>().join(between)
        });
        let boxes = boxes.collect::<Vec<_>>().join(bar);
        format!(
            "{around}{boxes}{}\n",
            around.chars().rev().collect::<String>()
        )
    });
    rows.collect()
}

#[test]
fn comments_above_hide_no_format() {
    let hodoku = format!(":0000:1:{PUZZLE}:174 274::\n").repeat(2);
    for (kind, text) in [
        (Kind::Hodoku, hodoku),
        (Kind::Grid, cells(PUZZLE, "|").repeat(2)),
        (Kind::Line, format!("{PUZZLE}\n").repeat(2)),
    ] {
        let text = "# a comment\n".repeat(30) + &text;
        let (found, _, all) = recognised(&text);
        assert_eq!(found, kind, "{text}");
        assert_eq!(all.replace("# a comment\n", ""), solved(2), "{text}");
    }
}

#[test]
fn spaces_are_blanks_where_their_place_is_certain() {
    let gaps = PUZZLE.replace('.', " ");
    let commas = cells(PUZZLE, ",").replace('.', "");
    let bar = "+-------+-------+-------+\n";
    let spaced = framed(&gaps, [" ", " | ", "| "]);
    for text in [
        format!("{bar}{spaced}{bar}"),
        spaced.replace('|', "\u{2502}"),
        framed(&gaps, [" ", " | ", ""]),
        framed(&gaps, [" ", "|", ""]),
        framed(&gaps, ["", "|", "|"]),
        framed(&gaps, ["", "|", ""]),
        framed(&gaps, ["|", "|", "|"]),
        framed(&gaps, ["|", "|", ""]),
        cells(&PUZZLE.replace('.', "-"), " "),
        cells(&PUZZLE.replace('.', "-"), ""),
        framed(&PUZZLE.replace('.', "-"), [" ", " | ", "| "]),
        commas.clone(),
        commas.replace(',', ";"),
    ] {
        let text = text.repeat(2);
        let (kind, _, all) = recognised(&text);
        assert_eq!((kind, all), (Kind::Grid, solved(2)), "{text}");
    }
    // If something else is a blank, a space is a lost cell: only its board is malformed.
    let dots = framed(PUZZLE, [" ", " | ", "| "]);
    let lost = dots.replacen('.', " ", 1);
    let (_, _, all) = recognised(&format!("{lost}{dots}"));
    assert_eq!(all, format!("!malformed\n{}", solved(1)));
}

#[test]
fn rows_may_have_anything_around_them() {
    let zeros = PUZZLE.replace('.', "0");
    let rows = |around: &str, between: &str| {
        let board = cells(&zeros, between);
        let rows = board.lines().map(|row| around.replace('$', row) + "\n");
        rows.collect::<String>()
    };
    for board in [
        rows("'$',", ""),
        rows("\"$\"", ""),
        rows("$,", ","),
        rows("$;", " "),
        rows("{$},", ", "),
        format!("int grid[9][9] = {{\n{}}};\n", rows("    {$},", ", ")),
        format!("[\n{}]\n", rows(" '$',", "")),
        framed(PUZZLE, ["", " ", ""]),
        framed(PUZZLE, ["", " ", "  "]),
    ] {
        let (_, _, all) = recognised(&board.repeat(2));
        assert_eq!(all, solved(2), "{board}");
    }
    // As Python writes lists.
    let list = rows("    [$],", ", ");
    let quoted = zeros.chars().map(|cell| format!("'{cell}'"));
    let quoted = quoted
        .collect::<Vec<_>>()
        .chunks(9)
        .map(|row| row.join(", "))
        .collect::<Vec<_>>();
    for board in [
        format!("[\n{list}]\n"),
        format!("grid = [\n{list}]\n"),
        format!("[[{}]]\n", quoted.join("], [")),
    ] {
        let (_, _, all) = recognised(&board.repeat(2));
        assert_eq!(all, solved(2), "{board}");
    }
}

#[test]
fn a_row_that_lost_a_cell_costs_its_board_alone() {
    let board = cells(PUZZLE, "");
    // A row whose blanks are dashes.
    let dashes = "13-4-2567\n4--651--2\n6-2-87-4-\n-15--6873\n874213956\n\
                  ---5--21-\n--6--9---\n--98-54--\n-81---695\n";
    let (_, _, all) = recognised(&format!("{dashes}\n{dashes}"));
    assert!(all.starts_with("138492567") && !all.contains('!'), "{all}");
    let lost = board.replacen('.', "", 1);
    let (_, _, all) = recognised(&format!("{lost}{board}{board}"));
    assert_eq!(all, format!("!malformed\n{}", solved(2)));
    // The first row of one and the second of the next.
    let next = board.replacen("6..1", "6.1", 1);
    let (_, _, all) = recognised(&format!("{lost}{next}{board}{board}{board}"));
    assert_eq!(all, format!("!malformed\n!malformed\n{}", solved(3)));
    // What is no row makes no board of rows of two.
    for caption in ["2026-11-26", "9 9", "26.11.2026 9:30"] {
        let message = refused(&format!("{caption}\n{board}").repeat(12));
        assert!(message.contains(caption), "{message}");
    }
}

/// A whole puzzle on a line among boards is solved if nothing else is on the line, and otherwise a
/// malformed record: it is no caption.
#[test]
fn a_puzzle_on_one_line_among_boards_is_not_dropped() {
    let zeros = PUZZLE.replace('.', "0");
    let (dense, spaced) = (cells(PUZZLE, ""), cells(&zeros, " "));
    let framed = framed(PUZZLE, [" ", " | ", "| "]);
    for board in [&dense, &spaced, &framed, &format!("{dense}\n")] {
        for (line, solved_there) in [
            ("$", true),
            ("7 $", false),
            ("7,$", false),
            ("Puzzle: $", false),
            (":0000:x:$:::", false),
            ("0000183b305c $ 1.2", false),
            ("{\"puzzle\":\"$\"}", false),
        ] {
            let line = line.replace('$', PUZZLE);
            let text = format!("{board}{line}\n{board}{board}");
            let expected = if solved_there {
                solved(4)
            } else {
                format!("{}!malformed\n{}", solved(1), solved(2))
            };
            assert_eq!(recognised(&text).2, expected, "{text}");
        }
    }
}

#[test]
fn minus_one_is_a_blank_and_no_clue() {
    let cell = |cell: char| {
        if cell == '.' {
            "-1".to_owned()
        } else {
            cell.to_string()
        }
    };
    let all: Vec<String> = PUZZLE.chars().map(cell).collect();
    let rows = |between: &str| {
        all.chunks(9)
            .map(|row| row.join(between))
            .collect::<Vec<_>>()
    };
    for between in [" ", ",", ", ", "\t"] {
        let first = rows(between);
        // A row that begins with a blank is not part of a frame.
        let mut last = first.clone();
        last.rotate_left(3);
        for board in [first, last] {
            let text = (board.join("\n") + "\n").repeat(2);
            let (_, _, all) = recognised(&text);
            assert!(!all.contains('!'), "{text}{all}");
            assert_eq!(all.lines().count(), 2, "{text}{all}");
        }
    }
    for board in [
        all.join(" "),
        format!("[{}]", all.join(",")),
        format!("[[{}]]", rows(",").join("],[")),
    ] {
        let (_, _, all) = recognised(&format!("{board}\n{board}\n"));
        assert_eq!(all, solved(2), "{board}");
    }
}

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
fn numbers_above_boards_count_nothing_if_there_are_several() {
    let board = cells(&PUZZLE.replace('.', "0"), "");
    for numbers in [
        ["9", "9", "9"],
        ["1", "2", "3"],
        ["3", "1", "2"],
        ["2024", "7", "11"],
    ] {
        let text = numbers.map(|number| format!("{number}\n{board}")).concat();
        assert_eq!(recognised(&text).2, solved(3), "{text}");
    }
    let (kind, _, all) = recognised(&format!("2\n{board}{board}"));
    assert_eq!((kind, all), (Kind::Poj2676, solved(2)));
}

#[test]
fn numbers_above_boards_are_no_cells() {
    let board = cells(PUZZLE, "");
    for [one, two] in [["1.", "2."], ["(1)", "(2)"], ["12)", "13)"], ["1:", "2:"]] {
        let text = format!("{one}\n{board}\n{two}\n{board}");
        let (kind, _, all) = recognised(&text);
        assert_eq!((kind, all), (Kind::Grid, solved(2)), "{text}");
    }
}

#[test]
fn a_line_that_is_no_board_costs_none() {
    let zeros = PUZZLE.replace('.', "0");
    let rows = cells(&zeros, ",");
    let board = format!("[[{}]]", rows.trim_end().replace('\n', "],["));
    let strings = board.replace(|c: char| c.is_ascii_digit(), "\"$\"");
    let strings = zeros.chars().fold(strings, |text, cell| {
        text.replacen('$', &cell.to_string(), 1)
    });
    let list = |between: &str| cells(&zeros, between).trim_end().replace('\n', between);
    for (kind, board) in [
        (Kind::Array, board.clone()),
        (Kind::Array, board.replace("],[", "],\n [")),
        (Kind::Array, list(" ")),
        (Kind::Array, list(", ")),
        (Kind::Leetcode, strings),
    ] {
        for junk in ["junk", "two words: \"", "1 2 3"] {
            let text = format!("{junk}\n{board}\n{junk}\n{board}\n# a comment\n{board}\n");
            let (found, _, all) = recognised(&text);
            assert_eq!(found, kind, "{text}");
            assert_eq!(
                all,
                format!("!malformed\n{}", solved(1)).repeat(2) + &solved(1),
                "{text}"
            );
        }
    }
}

#[test]
fn columns_are_found_below_an_index_and_without_a_header() {
    for (text, name) in [
        (
            format!(",grid,answer\n0,{PUZZLE},{ANSWER}\n1,{PUZZLE},{ANSWER}\n"),
            "grid",
        ),
        (format!("Unnamed: 0,grid\n0,{PUZZLE}\n1,{PUZZLE}\n"), "grid"),
        (format!("1,{PUZZLE}\n2,{PUZZLE}\n"), "2"),
        (
            format!("7.1;\"{PUZZLE}\";easy\n7.2;\"{PUZZLE}\";hard\n"),
            "2",
        ),
        (format!("\"{PUZZLE}\"\n\"{PUZZLE}\"\n"), "1"),
    ] {
        let (kind, guessed, all) = recognised(&text);
        assert_eq!(
            (kind, guessed.as_deref()),
            (Kind::Csv, Some(name)),
            "{text}"
        );
        assert_eq!(all, solved(2), "{text}");
    }
}

#[test]
fn lines_that_are_no_puzzle_are_no_evidence() {
    let short = &PUZZLE[..80];
    for bad in [
        "[12 puzzles of 2024]",
        "abc|def|ghi",
        "{\"puzzle\":",
        short,
        &format!(":0000:1:{short}:::"),
        &format!("{short} {ANSWER}"),
    ] {
        let text = format!("{bad}\n").repeat(3) + PUZZLE + "\n";
        let (kind, _, all) = recognised(&text);
        let bad_rows = "!malformed\n".repeat(3);
        assert_eq!((kind, all), (Kind::Line, bad_rows + &solved(1)), "{text}");
    }
}

#[test]
fn a_line_of_another_kind_costs_no_table_without_a_header() {
    let rows = [
        format!("1;{PUZZLE};a\n"),
        format!("{PUZZLE}|{ANSWER}\n"),
        format!("1\t{PUZZLE}\n"),
    ];
    for (row, odd) in rows.iter().flat_map(|row| {
        [
            "{\"error\": \"timeout\"}",
            "123456789",
            "[",
            "5 3 4 6 7 8 9 1 2",
        ]
        .map(|odd| (row, odd))
    }) {
        let text = format!("{row}{row}{odd}\n{row}{row}");
        let (kind, _, all) = recognised(&text);
        let expected = format!("{0}!malformed\n{0}", solved(2));
        assert_eq!((kind, all), (Kind::Csv, expected), "{text}");
    }
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

/// Boards of a Python source, each a list of nine lists, or a list of such boards.
fn nested(puzzle: &str, blank: &str) -> String {
    let rows = puzzle.as_bytes().chunks(9).map(|row| {
        let cells = row.iter().map(|&cell| match cell {
            b'.' => blank.to_owned(),
            digit => char::from(digit).to_string(),
        });
        format!("        [{}]", cells.collect::<Vec<_>>().join(", "))
    });
    format!("    [\n{}\n    ]", rows.collect::<Vec<_>>().join(",\n"))
}

#[test]
fn every_board_of_a_named_list_is_read() {
    for blank in ["0", "None", "null"] {
        for count in [1, 2, 3, 40] {
            let boards = vec![nested(PUZZLE, blank); count].join(",\n");
            for (begin, end) in [("x = [", "]"), ("let x = [", "];"), ("x = [", "]\n")] {
                let text = format!("{begin}\n{boards}\n{end}\n");
                assert_eq!(recognised(&text).2, solved(count), "{text}");
            }
        }
    }
    // Without a list around it.
    let text = format!("x ={}\n", nested(PUZZLE, "None"));
    assert_eq!(recognised(&text).2, solved(1), "{text}");
}

#[test]
fn null_may_be_the_first_cell() {
    let blank_first = format!(".{}", &PUZZLE[1..]);
    for blank in ["null", "None"] {
        let cells = blank_first.chars().map(|cell| match cell {
            '.' => blank.to_owned(),
            digit => digit.to_string(),
        });
        let text = format!("[{}]\n", cells.collect::<Vec<_>>().join(","));
        assert_eq!(recognised(&text).2, solved(1), "{text}");
    }
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

#[test]
fn a_line_with_many_cells_is_no_caption() {
    let letters = PUZZLE.replace('5', "E").replace('3', "C").replace('7', "G");
    let board = cells(PUZZLE, "");
    let text = format!("{board}{letters}\n{board}");
    let expected = format!("{0}!malformed\n{0}", solved(1));
    assert_eq!(recognised(&text).2, expected, "{text}");
    // Lines with a separator too much are read by no looser reader.
    let text = format!("5;{}\n{letters}\n{PUZZLE}\n", &PUZZLE[1..]);
    assert!(recognised(&text).2.contains("!malformed"), "{text}");
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

/// A number above spaced cells is no count, whatever it is; fences and dashes are around boards.
#[test]
fn what_stands_around_boards_costs_none() {
    let spaced = cells(&PUZZLE.replace('.', "0"), " ");
    let board = cells(PUZZLE, "");
    let frame = "\u{2013}".repeat(11);
    for text in [
        format!("3\n{spaced}"),
        format!("9\n{spaced}"),
        format!("```\n{board}```\n"),
        format!("```text\n{spaced}```\n"),
        format!("{frame}\n{spaced}{frame}\n"),
    ] {
        assert_eq!(recognised(&text).2, solved(1), "{text}");
    }
}

/// A row of blanks looks like the line between boards whose blanks are dashes.
#[test]
fn dashes_between_boards_whose_blanks_are_dashes_are_no_row() {
    let board = cells(&PUZZLE.replace('.', "-"), "");
    let empty_row = PUZZLE.replacen(&PUZZLE[..9], ".........", 1);
    let blank_first = cells(&empty_row.replace('.', "-"), "");
    let rule = "---------\n";
    for count in 2..6 {
        let between = vec![&board[..]; count].join(rule);
        for text in [
            between.clone(),
            format!("{rule}{between}"),
            format!("{between}{rule}"),
        ] {
            assert_eq!(recognised(&text).2, solved(count), "{text}");
        }
    }
    // A row too many may be any, also if one is blank.
    let last = cells(&format!("{}{}", &PUZZLE[..72], ".".repeat(9)), "").replace('.', "-");
    let twice = last.replacen("6--195---\n", "6--195---\n6--195---\n", 1);
    let all = recognised(&format!("{twice}\n{board}")).2;
    assert_eq!(all, format!("!malformed\n{}", solved(1)), "{twice}");
    // A first row of blanks is a row.
    let options = FormatOptions::default();
    let text = format!("{board}{blank_first}{board}");
    let mut opened = open(source(text.as_bytes(), 1000), &options).unwrap();
    let chunk = opened.source.next(None).unwrap().unwrap();
    let made = String::from_utf8(chunk.bytes.to_vec()).unwrap();
    assert_eq!(made.lines().nth(1), Some(&*empty_row), "{made}");
}

/// What matters of small files of `public.md`.
#[test]
fn small_public_files_are_read() {
    let zeros = PUZZLE.replace('.', "0");
    let commas = cells(&zeros, ",");
    // A space behind the comma between boxes.
    let boxes: String = framed(&zeros, [",", ", ", ""]);
    let index = format!(",puzzle,solution\n0,{PUZZLE},{ANSWER}\n");
    let level = format!("level,puzzle\neasy,{zeros}\n");
    let source = format!("{zeros} // from a newspaper, 1.1.2025 - medium\n");
    let euler = format!("Grid 00\n{}", cells(&zeros, ""));
    // A frame around every cell, and blanks that are spaces.
    let row = |cells: &str| -> String {
        let cells: Vec<String> = cells.chars().map(|cell| format!(" {cell} ")).collect();
        format!("    \u{2551}{}\u{2551}\n", cells.join("\u{2502}"))
    };
    let rule = format!("    \u{255f}{}\u{2562}\n", "\u{2500}\u{253c}".repeat(17));
    let gaps = cells(&PUZZLE.replace('.', " "), "");
    let rows: Vec<String> = gaps.lines().map(row).collect();
    let double = format!("\n{rule}{}{rule}", rows.join(&rule));
    let gaps = commas.replace('0', "");
    let barred = format!("Grid 01\n{}", framed(&zeros, [" ", " | ", ""]));
    let crosses = cells(&PUZZLE.replace('.', "X"), ",");
    let groups = cells(PUZZLE, "").trim_end().replace('\n', " ") + "\n";
    let numbered = format!("{PUZZLE}#83\n");
    let fields = format!("{zeros}, {ANSWER}\n");
    let semicolons = format!("{zeros};{ANSWER};\n");
    let bars = cells(PUZZLE, "|");
    for text in [
        gaps, commas, boxes, index, level, source, euler, double, barred, crosses, groups,
        numbered, fields, semicolons, bars,
    ] {
        assert_eq!(recognised(&text).2, solved(1), "{text}");
    }
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
