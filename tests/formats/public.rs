//! The forms in which people publish puzzles: they are read, or refused with a hint. `public.md` lists
//! files that have them.

use super::{
    ANSWER, PUZZLE,
    recognised::{cells, recognised, refused},
    solved, source,
};
use ninefold::format::{FormatOptions, Kind, open};

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
