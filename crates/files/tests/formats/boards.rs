//! Puzzles of several lines.

use super::{ANSWER, PUZZLE, ZEROS, board, cells, plain, rows, rows_of, solved};
use ninefold_files::format::{Kind, WriteOptions};
use ninefold_files::input::{OpenOptions, open_reader};
use std::io::Cursor;

#[test]
fn each_format_has_a_row_for_each_of_its_boards() {
    let dots = cells(PUZZLE, "");
    let zeros = cells(ZEROS, "");
    let bars = board(PUZZLE, "", "|\n|");
    let [one, two, three]: [String; 3] = std::array::from_fn(|band| {
        let rows = dots.lines().skip(3 * band).take(3);
        let rows = rows.map(|row| format!("{}|{}|{}\n", &row[..3], &row[3..6], &row[6..]));
        rows.collect()
    });
    let rule = "-----------\n";
    let ruled = format!("{one}{rule}{two}{rule}{three}");
    let [one, two, three] = [one, two, three].map(|band| {
        let rows = band.lines().map(|row| format!("|{row}|\n"));
        rows.collect::<String>()
    });
    let edge = "*-----------*\n";
    let rule = "|---+---+---|\n";
    let boxed = format!("{edge}{one}{rule}{two}{rule}{three}{edge}");
    let spaced = cells(ZEROS, " ");
    let strings = board(PUZZLE, "\",\"", "\"],[\"");
    let list = format!("[[\"{strings}\"]]\n");
    let tall = format!("[\n[\"{}\"]\n]\n", strings.replace("],[", "],\n["));
    let xml = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>x</name>\n<!-- a comment -->\n\
         <game data=\"{ZEROS}\"/>\n<game id=\"2\" data=\"{ZEROS}\" />\n</opensudoku>\n"
    );
    // A value may have this sign.
    let sign =
        format!("<opensudoku>\n<game note='a > b' data=\"{ZEROS}\"/></game>\n</opensudoku>\n");
    let tags = format!("#ASomebody\n#DAn example\n#C1\n{dots}");
    let sections = format!("[Puzzle]\n{dots}[State]\n{dots}[Puzzle]\n{dots}");
    let three = format!("{dots}\n{spaced}+---------+\n|{bars}|\n+---------+\n");
    let headings = format!("Puzzle 1\n{dots}Puzzle 2\n{dots}");
    let euler = format!("Grid 01\n{zeros}Grid 02\n{zeros}");
    let drawn = format!("┌───┐\n│{}│\n└───┘\n", board(PUZZLE, "", "│\n│"));
    let counted = format!("2\n{zeros}{zeros}");
    // Blank lines between all rows lose nothing.
    let airy = counted.replace('\n', "\n\n").replacen("\n\n", "\n", 1);
    let ended = format!("{PUZZLE}\n{PUZZLE}\nend\n");
    let both = tall + &list;
    // Whether the format is recognised, and the lines on which boards begin.
    for (kind, is_recognised, text, lines) in [
        (Kind::Sdk, true, tags, &[4][..]),
        (Kind::Sdk, true, sections, &[2, 22]),
        (Kind::Grid, true, ruled, &[1]),
        (Kind::Grid, false, dots.clone(), &[1]),
        (Kind::Grid, true, boxed, &[2]),
        (Kind::Grid, true, three, &[1, 11, 21]),
        (Kind::Grid, false, headings, &[2, 12]),
        (Kind::Grid, true, euler, &[2, 12]),
        (Kind::Grid, true, drawn.clone(), &[2]),
        (Kind::Poj2676, true, counted, &[2, 11]),
        (Kind::Poj2676, false, airy, &[2, 20]),
        (Kind::Poj3074, false, ended, &[]),
        (Kind::Spaced, true, spaced.clone(), &[1]),
        (Kind::Noip2009, false, spaced, &[1]),
        (Kind::Leetcode, true, list, &[1]),
        (Kind::Leetcode, true, both, &[2, 12]),
        (Kind::Text, true, xml, &[5, 6]),
        (Kind::Text, true, sign, &[2]),
    ] {
        let (all, origins) = plain(&text, kind, is_recognised);
        let count = lines.len().max(text.matches(PUZZLE).count());
        assert_eq!((all, &*origins), (solved(count), lines), "{text}");
    }
    let wide = drawn.replacen("│5", "│５", 1);
    assert_eq!(plain(&wide, Kind::Grid, false).0, "!malformed\n");
}

/// Cells that were meant as a grid are not dropped, whatever stands around them.
#[test]
fn a_grid_of_another_length_in_a_text_is_a_malformed_record() {
    let game = format!("<game data=\"{ZEROS}\"/>\n");
    for (other, rows) in [
        (game.replace("\"/>", "/>"), solved(1)),
        (game.replace("<game ", "<puzzle "), solved(1)),
        (format!("<name>{PUZZLE}</name>\n"), solved(1)),
        (game.replacen("53", "5", 1), "!malformed\n".to_owned()),
        (game.replacen("53", "533", 1), "!malformed\n".to_owned()),
        (
            "<game data=\"\"/>\n<name>12</name>\n".to_owned(),
            String::new(),
        ),
        (format!("<!-- {} -->\n", "*".repeat(81)), String::new()),
    ] {
        let text = format!("<opensudoku>\n{game}{other}{game}{game}</opensudoku>\n");
        let expected = format!("{}{rows}{}", solved(1), solved(2));
        assert_eq!(plain(&text, Kind::Text, true).0, expected, "{other}");
    }
}

#[test]
fn what_is_broken_in_several_lines_is_one_malformed_record() {
    let zeros = cells(ZEROS, "");
    let (_, short) = zeros.split_once('\n').unwrap();
    let lost = format!("3\n{short}\n{zeros}\n{zeros}");
    for (kind, text, good) in [
        (Kind::Poj2676, lost, 2),
        (
            Kind::Poj2676,
            format!("2\n{}{zeros}", zeros.replacen('6', "", 1)),
            1,
        ),
        (Kind::Spaced, "1 2 x3 4 5 6 7 8 9\n".repeat(9), 0),
        (Kind::Leetcode, "[[\"5\",\"3\"],[\"6\"]]".to_owned(), 0),
        (Kind::Leetcode, "[[\"5\"".to_owned(), 0),
        (Kind::Sdk, "[Puzzle]\n123456789\n".to_owned(), 0),
    ] {
        let (all, origins) = plain(&text, kind, false);
        assert_eq!(all, format!("!malformed\n{}", solved(good)), "{text}");
        assert_eq!(origins.len(), 1 + good, "{text}");
    }
    // Which of them is one too many, nothing tells.
    let more = format!("1\n{zeros}\n{zeros}");
    let (all, _) = plain(&more, Kind::Poj2676, false);
    assert_eq!(all, format!("{}!malformed\n", solved(2)));
}

#[test]
fn a_byte_that_is_no_cell_is_told_as_it_is() {
    let explain = WriteOptions::default().explain(true);
    // A line that begins with `#` is a comment, but a row may be in a frame.
    let framed = format!("|{}|\n", board(PUZZLE, "", "|\n|"));
    for (board, kind) in [
        (&cells(PUZZLE, ""), Kind::Grid),
        (&format!("{PUZZLE}\n"), Kind::Line),
        (&framed, Kind::Grid),
    ] {
        for (cells, byte, column) in [
            ("53~", '~', 3),
            ("53#", '#', 3),
            ("5#.", '#', 2),
            ("#3.", '#', 1),
        ] {
            if column == 1 && *board != framed {
                continue;
            }
            let board = board.replacen("53.", cells, 1);
            let (out, _) = rows(board.as_bytes(), 1000, Some(kind), &explain);
            let expected = format!("!malformed column {column} '{byte}'\n");
            assert_eq!(out, expected, "{board}");
        }
    }
    // A short puzzle with a comment is short.
    let (out, _) = rows(b"53#a comment\n", 1000, Some(Kind::Line), &explain);
    assert_eq!(out, "!malformed length 2\n");
}

#[test]
fn a_line_of_boards_that_is_too_long_is_a_row_that_says_so() {
    let options = WriteOptions::default().explain(true);
    for (kind, one) in [
        (Kind::Grid, cells(PUZZLE, " ")),
        (Kind::Sdk, format!("#Aauthor\n{}", cells(PUZZLE, ""))),
        (Kind::Hodoku, format!(":0000:x:{PUZZLE}:::\n")),
    ] {
        let long = "5 3 . . 7 . . . . ".repeat(1000);
        let text = format!("{one}{long}\n{one}");
        let reason = format!("too long: {} bytes (--max-record", long.len() + 1);
        let long_line = one.lines().count() as u64 + 1;
        for chunk_size in [1, 5000, 1 << 20] {
            let reading = OpenOptions::default()
                .max_record(2000)
                .chunk_size(chunk_size);
            let text = Cursor::new(text.clone());
            let source = open_reader("a text", Box::new(text), &reading).unwrap();
            let (found, lines) = rows_of(source, Some(kind), &options);
            let found: Vec<&str> = found.lines().collect();
            assert_eq!((found[0], found[2]), (ANSWER, ANSWER));
            assert_eq!(lines[1], long_line, "{kind}");
            let message = found[1].strip_prefix("!malformed ").unwrap();
            assert!(message.starts_with(&reason), "{kind}: {message}");
        }
    }
}

#[test]
fn a_row_that_is_lost_costs_its_board() {
    // Boards whose clues are unlike, without anything between them.
    let sudoku = include_str!("../../../../datasets/hard.txt");
    let puzzles: Vec<&str> = sudoku
        .lines()
        .filter(|line| line.len() == 81)
        .take(40)
        .collect();
    assert_eq!(puzzles.len(), 40);
    let dense: String = puzzles.iter().map(|puzzle| cells(puzzle, "")).collect();
    let whole = solved_rows(&dense);
    assert_eq!(whole.len(), 40);
    let lines: Vec<&str> = dense.lines().collect();
    for lost in [0, 13, 40, 100, 170] {
        for instead in [None, Some(""), Some("a line of words"), Some("53..7...")] {
            let mut changed = lines.clone();
            changed.splice(lost..=lost, instead);
            let rows = solved_rows(&(changed.join("\n") + "\n"));
            let found = rows.iter().filter(|row| whole.contains(row)).count();
            assert!(found >= 36, "{found} with {instead:?} for line {lost}");
            assert!(rows.iter().any(|row| row.starts_with("!malformed")));
        }
    }
}

fn solved_rows(text: &str) -> Vec<String> {
    let options = WriteOptions::default();
    let (all, _) = rows(text.as_bytes(), 1000, Some(Kind::Grid), &options);
    all.lines().map(str::to_owned).collect()
}
