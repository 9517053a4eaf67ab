//! The forms in which people publish puzzles: they are read, or refused with a hint. `public.md`
//! lists files that have them.

use super::{
    ANSWER, PUZZLE, ZEROS, board, cells, reads, reads_as, recognised, refused, solved, source,
};
use ninefold_files::format::{FormatOptions, Kind, detect, open};

pub(super) const RULE: &str = "+-------+-------+-------+\n";

/// Rows of nine with text between cells and boxes, and a frame.
pub(super) fn framed(text: &str, [between, bar, around]: [&str; 3]) -> String {
    let end: String = around.chars().rev().collect();
    let rows = text.as_bytes().chunks(9).map(|row| {
        let boxes = row.chunks(3).map(|three| {
            let cells = three.iter().map(|&cell| char::from(cell).to_string());
            cells.collect::<Vec<_>>().join(between)
        });
        let boxes = boxes.collect::<Vec<_>>().join(bar);
        format!("{around}{boxes}{end}\n")
    });
    rows.collect()
}

#[test]
fn comments_or_a_bad_line_above_hide_no_format() {
    let placed = PUZZLE.replacen('7', "+7", 2);
    // As in Norvig's essay.
    let rows = framed(PUZZLE, [" ", " |", ""]).replace('\n', " \n");
    let rows: Vec<&str> = rows.split_inclusive('\n').collect();
    let bands: Vec<String> = rows.chunks(3).map(<[&str]>::concat).collect();
    let hodoku = format!(":0000:1:{placed}:174 274::\n");
    for (kind, text) in [
        (Kind::Hodoku, hodoku),
        (Kind::Hodoku, format!(":0100:7:{PUZZLE}:::\n")),
        (Kind::Grid, cells(PUZZLE, "|")),
        (Kind::Grid, bands.join("------+------+------\n")),
        (Kind::Array, format!("[{}]\n", board(ZEROS, ",", ","))),
        (Kind::Array, format!("[[{}]]\n", board(ZEROS, ",", "],["))),
        (Kind::Line, format!("{PUZZLE}:1:{ANSWER}\n")),
    ] {
        let text = text.repeat(2);
        assert_eq!(recognised(&text), (kind, None, solved(2)), "{text}");
        let comments = "# a comment\n".repeat(30);
        let (found, _, all) = recognised(&(comments + &text));
        assert_eq!(found, kind, "{text}");
        assert_eq!(all.replace("# a comment\n", ""), solved(2), "{text}");
        let bad = format!("no puzzle at all\n{text}");
        assert_eq!(detect(bad.as_bytes()), kind, "{bad}");
    }
}

#[test]
fn spaces_are_blanks_where_their_place_is_certain() {
    let gaps = PUZZLE.replace('.', " ");
    let dashes = PUZZLE.replace('.', "-");
    let commas = cells(PUZZLE, ",").replace('.', "");
    let spaced = framed(&gaps, [" ", " | ", "| "]);
    for text in [
        format!("{RULE}{spaced}{RULE}"),
        spaced.replace('|', "\u{2502}"),
        framed(&gaps, [" ", " | ", ""]),
        framed(&gaps, [" ", "|", ""]),
        framed(&gaps, ["", "|", "|"]),
        framed(&gaps, ["", "|", ""]),
        framed(&gaps, ["|", "|", "|"]),
        framed(&gaps, ["|", "|", ""]),
        cells(&dashes, " "),
        cells(&dashes, ""),
        framed(&dashes, [" ", " | ", "| "]),
        commas.clone(),
        commas.replace(',', ";"),
    ] {
        reads_as(Kind::Grid, &text.repeat(2), &solved(2));
    }
    // If something else is a blank, a space is a lost cell: only its board is malformed.
    let dots = framed(PUZZLE, [" ", " | ", "| "]);
    let lost = dots.replacen('.', " ", 1);
    reads(
        &format!("{lost}{dots}"),
        &format!("!malformed\n{}", solved(1)),
    );
}

#[test]
fn rows_may_have_anything_around_them() {
    let rows = |around: &str, between: &str| {
        let board = cells(ZEROS, between);
        let rows = board.lines().map(|row| around.replace('$', row) + "\n");
        rows.collect::<String>()
    };
    // As Python writes lists.
    let list = rows("    [$],", ", ");
    let quoted = board(ZEROS, "', '", "'], ['");
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
        format!("[\n{list}]\n"),
        format!("grid = [\n{list}]\n"),
        format!("[['{quoted}']]\n"),
    ] {
        reads(&board.repeat(2), &solved(2));
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
    let expected = format!("!malformed\n{}", solved(2));
    reads(&format!("{lost}{board}{board}"), &expected);
    // The first row of one and the second of the next.
    let next = board.replacen("6..1", "6.1", 1);
    let expected = format!("!malformed\n!malformed\n{}", solved(3));
    reads(&format!("{lost}{next}{board}{board}{board}"), &expected);
    // What is no row makes no board of rows of two.
    for caption in ["2026-11-26", "9 9", "26.11.2026 9:30"] {
        refused(&format!("{caption}\n{board}").repeat(12), &[caption]);
    }
}

/// A whole puzzle on a line among boards is solved if nothing else is on the line, and otherwise a
/// malformed record: it is no caption.
#[test]
fn a_puzzle_on_one_line_among_boards_is_not_dropped() {
    let dense = cells(PUZZLE, "");
    let framed = framed(PUZZLE, [" ", " | ", "| "]);
    for board in [&dense, &cells(ZEROS, " "), &framed, &format!("{dense}\n")] {
        reads(&format!("{board}{PUZZLE}\n{board}{board}"), &solved(4));
        for line in [
            "7 $",
            "7,$",
            "Puzzle: $",
            ":0000:x:$:::",
            "0000183b305c $ 1.2",
            "{\"puzzle\":\"$\"}",
        ] {
            let line = line.replace('$', PUZZLE);
            let expected = format!("{}!malformed\n{}", solved(1), solved(2));
            reads(&format!("{board}{line}\n{board}{board}"), &expected);
        }
    }
}

#[test]
fn minus_one_is_a_blank_and_no_clue() {
    let minus = |between: &str, rows: &str| board(PUZZLE, between, rows).replace('.', "-1");
    for between in [" ", ",", ", ", "\t"] {
        let first = minus(between, "\n");
        // A row that begins with a blank is not part of a frame.
        let mut last: Vec<&str> = first.lines().collect();
        last.rotate_left(3);
        for board in [&first, &last.join("\n")] {
            let text = format!("{board}\n{board}\n");
            let (_, _, all) = recognised(&text);
            let rows = (all.lines().count(), all.contains('!'));
            assert_eq!(rows, (2, false), "{text}{all}");
        }
    }
    for board in [
        minus(" ", " "),
        format!("[{}]", minus(",", ",")),
        format!("[[{}]]", minus(",", "],[")),
    ] {
        reads(&format!("{board}\n{board}\n"), &solved(2));
    }
}

#[test]
fn numbers_above_boards_are_no_cells_and_one_alone_is_their_count() {
    let board = cells(ZEROS, "");
    for numbers in [
        ["9", "9", "9"],
        ["1", "2", "3"],
        ["3", "1", "2"],
        ["2024", "7", "11"],
    ] {
        let text = numbers.map(|number| format!("{number}\n{board}")).concat();
        reads(&text, &solved(3));
    }
    reads_as(Kind::Poj2676, &format!("2\n{board}{board}"), &solved(2));
    for [one, two] in [["1.", "2."], ["(1)", "(2)"], ["12)", "13)"], ["1:", "2:"]] {
        let text = format!("{one}\n{board}\n{two}\n{board}");
        reads_as(Kind::Grid, &text, &solved(2));
    }
}

#[test]
fn a_line_that_is_no_board_costs_none() {
    let one = format!("[[{}]]", board(ZEROS, ",", "],["));
    let strings = board(ZEROS, "\",\"", "\"],[\"");
    for (kind, board) in [
        (Kind::Array, one.clone()),
        (Kind::Array, one.replace("],[", "],\n [")),
        (Kind::Array, board(ZEROS, " ", " ")),
        (Kind::Array, board(ZEROS, ", ", ", ")),
        (Kind::Leetcode, format!("[[\"{strings}\"]]")),
    ] {
        // Words are passed over, digits are not.
        for (junk, row) in [
            ("junk", ""),
            ("two words: \"", ""),
            ("1 2 3", "!malformed\n"),
        ] {
            let text = format!("{junk}\n{board}\n{junk}\n{board}\n# a comment\n{board}\n");
            let expected = format!("{row}{}", solved(1)).repeat(2) + &solved(1);
            reads_as(kind, &text, &expected);
        }
    }
}

#[test]
fn columns_are_found_below_an_index_and_without_a_header() {
    for (rows, name) in [
        (",grid,answer\n0,P,S\n1,P,S\n", "grid"),
        ("Unnamed: 0,grid\n0,P\n1,P\n", "grid"),
        ("1,P\n2,P\n", "2"),
        ("7.1;\"P\";easy\n7.2;\"P\";hard\n", "2"),
        ("\"P\"\n\"P\"\n", "1"),
    ] {
        let text = rows.replace('P', PUZZLE).replace('S', ANSWER);
        let expected = (Kind::Csv, Some(name.to_owned()), solved(2));
        assert_eq!(recognised(&text), expected, "{text}");
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
        let expected = "!malformed\n".repeat(3) + &solved(1);
        reads_as(Kind::Line, &text, &expected);
    }
}

#[test]
fn a_line_of_another_kind_costs_no_table_without_a_header() {
    for row in ["1;P;a", "P|S", "1\tP"] {
        for odd in [
            "{\"error\": \"timeout\"}",
            "123456789",
            "[",
            "5 3 4 6 7 8 9 1 2",
        ] {
            let row = row.replace('P', PUZZLE).replace('S', ANSWER);
            let text = format!("{row}\n{row}\n{odd}\n{row}\n{row}\n");
            let expected = format!("{0}!malformed\n{0}", solved(2));
            reads_as(Kind::Csv, &text, &expected);
        }
    }
}

#[test]
fn a_line_with_many_cells_is_no_caption() {
    let letters = PUZZLE.replace('5', "E").replace('3', "C").replace('7', "G");
    let board = cells(PUZZLE, "");
    let expected = format!("{0}!malformed\n{0}", solved(1));
    reads(&format!("{board}{letters}\n{board}"), &expected);
    // Lines with a separator too much are read by no looser reader.
    let text = format!("5;{}\n{letters}\n{PUZZLE}\n", &PUZZLE[1..]);
    assert!(recognised(&text).2.contains("!malformed"), "{text}");
}

/// A number above spaced cells is no count, whatever it is; fences and dashes are around boards.
#[test]
fn what_stands_around_boards_costs_none() {
    let spaced = cells(ZEROS, " ");
    let board = cells(PUZZLE, "");
    let frame = "\u{2013}".repeat(11);
    for text in [
        format!("3\n{spaced}"),
        format!("9\n{spaced}"),
        format!("```\n{board}```\n"),
        format!("```text\n{spaced}```\n"),
        format!("{frame}\n{spaced}{frame}\n"),
    ] {
        reads(&text, &solved(1));
    }
}

/// A row of blanks looks like the line between boards whose blanks are dashes.
#[test]
fn dashes_between_boards_whose_blanks_are_dashes_are_no_row() {
    let dashes = |text: &str| cells(&text.replace('.', "-"), "");
    let board = dashes(PUZZLE);
    let rule = "---------\n";
    for count in 2..6 {
        let between = vec![&board[..]; count].join(rule);
        for text in [
            between.clone(),
            format!("{rule}{between}"),
            format!("{between}{rule}"),
        ] {
            reads(&text, &solved(count));
        }
    }
    // A row too many may be any, also if one is blank.
    let last = dashes(&format!("{}.........", &PUZZLE[..72]));
    let twice = last.replacen("6--195---\n", "6--195---\n6--195---\n", 1);
    let expected = format!("!malformed\n{}", solved(1));
    reads(&format!("{twice}\n{board}"), &expected);
    // A first row of blanks is a row.
    let blank_first = format!(".........{}", &PUZZLE[9..]);
    let text = format!("{board}{}{board}", dashes(&blank_first));
    let options = FormatOptions::default();
    let mut opened = open(source(text.as_bytes(), 1000), &options).unwrap();
    let mut made = String::new();
    while let Some(chunk) = opened.source.next(None).unwrap() {
        made += std::str::from_utf8(&chunk.bytes).unwrap();
    }
    assert_eq!(made.lines().nth(1), Some(&*blank_first), "{made}");
}

/// What matters of small files of `public.md`.
#[test]
fn small_public_files_are_read() {
    let commas = cells(ZEROS, ",");
    // A frame around every cell, and blanks that are spaces.
    let double = framed(
        &PUZZLE.replace('.', " "),
        [" \u{2502} ", " \u{2502} ", "    \u{2551} "],
    );
    let rule = format!("    \u{255f}{}\u{2562}\n", "\u{2500}\u{253c}".repeat(17));
    let double = double.replace("\u{2551}    \n", &format!("\u{2551}\n{rule}"));
    for text in [
        commas.replace('0', ""),
        commas,
        // A space behind the comma between boxes.
        framed(ZEROS, [",", ", ", ""]),
        format!(",puzzle,solution\n0,{PUZZLE},{ANSWER}\n"),
        format!("level,puzzle\neasy,{ZEROS}\n"),
        format!("{ZEROS} // from a newspaper, 1.1.2025 - medium\n"),
        format!("Grid 00\n{}", cells(ZEROS, "")),
        format!("\n{rule}{double}"),
        format!("Grid 01\n{}", framed(ZEROS, [" ", " | ", ""])),
        cells(&PUZZLE.replace('.', "X"), ","),
        board(PUZZLE, "", " ") + "\n",
        format!("{PUZZLE}#83\n"),
        format!("{ZEROS}, {ANSWER}\n"),
        format!("{ZEROS};{ANSWER};\n"),
        cells(PUZZLE, "|"),
    ] {
        reads(&text, &solved(1));
    }
}
