//! Puzzles of several lines.

use super::{ANSWER, PUZZLE, nine, plain, rows, rows_of, solved};
use ninefold::format::{Kind, WriteOptions};
use ninefold::input::{OpenOptions, open_reader};
use std::io::Cursor;

#[test]
fn sdk_plain_and_in_sections() {
    let text = format!("#ASomebody\n#DAn example\n#C1\n{}\n", nine("\n"));
    assert_eq!(plain(&text, Kind::Sdk, true), (solved(1), vec![4]));
    let text = format!(
        "[Puzzle]\n{}\n[State]\n{}\n[Puzzle]\n{}\n",
        nine("\n"),
        nine("\n"),
        nine("\n")
    );
    assert_eq!(plain(&text, Kind::Sdk, true), (solved(2), vec![2, 22]));
}

#[test]
fn rows_with_bars_rules_and_a_frame() {
    let bars: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(3)
        .map(|three| String::from_utf8_lossy(three).into_owned())
        .collect();
    let barred: Vec<String> = bars.chunks(3).map(|row| row.join("|")).collect();
    let mut ruled = barred.clone();
    ruled.insert(6, "-----------".to_owned());
    ruled.insert(3, "-----------".to_owned());
    assert_eq!(
        plain(&ruled.join("\n"), Kind::Grid, true),
        (solved(1), vec![1])
    );
    assert_eq!(plain(&nine("\n"), Kind::Grid, false), (solved(1), vec![1]));
    let mut boxed = vec!["*-----------*".to_owned()];
    for (i, row) in barred.iter().enumerate() {
        if i == 3 || i == 6 {
            boxed.push("|---+---+---|".to_owned());
        }
        boxed.push(format!("|{row}|"));
    }
    boxed.push("*-----------*".to_owned());
    assert_eq!(
        plain(&boxed.join("\n"), Kind::Grid, true),
        (solved(1), vec![2])
    );
}

#[test]
fn grids_with_and_without_frames() {
    let spaced: String = nine("\n")
        .chars()
        .flat_map(|c| [c, if c == '\n' { '\n' } else { ' ' }])
        .collect();
    let framed = nine("|\n|");
    let text = format!(
        "{}\n\n{spaced}\n+---------+\n|{framed}|\n+---------+\n",
        nine("\n")
    );
    let (out, origins) = plain(&text, Kind::Grid, true);
    assert_eq!((out, origins.len()), (solved(3), 3));
}

#[test]
fn the_judges_formats() {
    let zeros = nine("\n").replace('.', "0");
    assert_eq!(
        plain(&format!("2\n{zeros}\n{zeros}\n"), Kind::Poj2676, true),
        (solved(2), vec![2, 11])
    );
    assert_eq!(
        plain(&format!("{PUZZLE}\n{PUZZLE}\nend\n"), Kind::Poj3074, false).0,
        solved(2)
    );
    let spaced: String = zeros
        .chars()
        .map(|c| {
            if c == '\n' {
                "\n".into()
            } else {
                format!("{c} ")
            }
        })
        .collect();
    assert_eq!(plain(&spaced, Kind::Spaced, true), (solved(1), vec![1]));
    assert_eq!(plain(&spaced, Kind::Noip2009, false).0, solved(1));
    let text = format!("Grid 01\n{zeros}\nGrid 02\n{zeros}\n");
    assert_eq!(plain(&text, Kind::Grid, true), (solved(2), vec![2, 12]));
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            format!(
                "[{}]",
                row.iter()
                    .map(|c| format!("\"{}\"", *c as char))
                    .collect::<Vec<_>>()
                    .join(",")
            )
        })
        .collect();
    let board = format!("[{}]", rows.join(","));
    assert_eq!(plain(&board, Kind::Leetcode, true), (solved(1), vec![1]));
    let broken = format!("[\n{}\n]\n{board}\n", rows.join(",\n"));
    assert_eq!(
        plain(&broken, Kind::Leetcode, true),
        (solved(2), vec![2, 12])
    );
    let zeros = PUZZLE.replace('.', "0");
    let text = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>x</name>\n<!-- a comment -->\n<game data=\"{zeros}\"/>\n<game id=\"2\" data=\"{zeros}\" />\n</opensudoku>\n"
    );
    assert_eq!(
        plain(&text, Kind::OpenSudoku, true),
        (solved(2), vec![5, 6])
    );
    // A value may have this sign.
    let text =
        format!("<opensudoku>\n<game note='a > b' data=\"{zeros}\"/></game>\n</opensudoku>\n");
    assert_eq!(plain(&text, Kind::OpenSudoku, true), (solved(1), vec![2]));
    // What is broken, or not a game, is not dropped.
    let game = format!("<game data=\"{zeros}\"/>\n");
    for broken in [
        game.replace("\"/>", "/>"),
        game.replace("game", "Game"),
        game.replace("game", "os:game"),
        game.replace("<game ", "<puzzle "),
        format!("{PUZZLE}\n"),
        format!("<name>{PUZZLE}</name>\n"),
    ] {
        let text = format!("<opensudoku>\n{game}{broken}{game}{game}</opensudoku>\n");
        let expected = format!("{}!malformed\n{}", solved(1), solved(2));
        assert_eq!(
            plain(&text, Kind::OpenSudoku, true),
            (expected, vec![2, 3, 4, 5]),
            "{broken}"
        );
    }
}

#[test]
fn what_is_broken_in_several_lines_is_one_malformed_record() {
    let zeros = nine("\n").replace('.', "0");
    for (kind, text) in [
        (
            Kind::Poj2676,
            format!("2\n{}\n{zeros}\n", zeros.replacen('7', "", 1)),
        ),
        (
            Kind::Spaced,
            format!("{}\n", "1 2 x3 4 5 6 7 8 9\n".repeat(9)),
        ),
        (Kind::Leetcode, "[[\"5\",\"3\"],[\"6\"]]".to_owned()),
        (Kind::Leetcode, "[[\"5\"".to_owned()),
        (Kind::OpenSudoku, "<game data=\"12\"/>".to_owned()),
        (Kind::OpenSudoku, "<game data=".to_owned()),
        (Kind::Sdk, "[Puzzle]\n123456789\n".to_owned()),
    ] {
        let (out, origins) = rows(text.as_bytes(), 1000, Some(kind), &WriteOptions::default());
        assert_eq!(out.lines().next(), Some("!malformed"), "{kind}");
        assert_eq!(out.lines().count(), origins.len(), "{kind}");
    }
}

#[test]
fn a_lost_row_costs_its_own_puzzle_alone() {
    let zeros = nine("\n").replace('.', "0");
    let (_, short) = zeros.split_once('\n').unwrap();
    let rows_of = |text: &str, kind| plain(text, kind, false);
    let text = format!("3\n{short}\n\n{zeros}\n\n{zeros}\n");
    let expected = (format!("!malformed\n{}", solved(2)), vec![2, 11, 21]);
    assert_eq!(rows_of(&text, Kind::Poj2676), expected);
    // Blank lines between all rows, or between bands, lose nothing.
    let airy = zeros.replace('\n', "\n\n");
    let text = format!("2\n{airy}\n{airy}\n");
    assert_eq!(rows_of(&text, Kind::Poj2676).0, solved(2));
}

#[test]
fn grids_under_headings_and_in_drawn_frames() {
    let text = format!("Puzzle 1\n{0}\nPuzzle 2\n{0}\n", nine("\n"));
    assert_eq!(plain(&text, Kind::Grid, false), (solved(2), vec![2, 12]));
    let text = format!("┌───┐\n│{}│\n└───┘\n", nine("│\n│"));
    assert_eq!(plain(&text, Kind::Grid, true), (solved(1), vec![2]));
    let wide = text.replacen("│5", "│５", 1);
    assert_eq!(plain(&wide, Kind::Grid, false).0, "!malformed\n");
}

#[test]
fn a_byte_that_is_no_cell_is_told_as_it_is() {
    let explain = WriteOptions::default().explain(true);
    let line = PUZZLE.to_owned() + "\n";
    for (board, kind) in [(nine("\n"), Kind::Grid), (line, Kind::Line)] {
        for (cells, column) in [("53~", 3), ("53#", 3), ("5#.", 2), ("#3.", 1)] {
            // A line that begins with `#` is a comment, but a row may be in a frame.
            let (cells, board) = match column {
                1 => (format!("|{cells}"), board.replace('\n', "|\n")),
                _ => (cells.to_owned(), board.clone()),
            };
            if column == 1 && kind == Kind::Line {
                continue;
            }
            let board = board.replacen("53.", &cells, 1);
            let (out, _) = rows(board.as_bytes(), 1000, Some(kind), &explain);
            let byte = cells.trim_start_matches('|').as_bytes()[column - 1] as char;
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
    let game = format!("<game data=\"{}\"/>", PUZZLE.replace('.', "0"));
    let quoted = |row: &[u8]| {
        let cells: Vec<String> = row
            .iter()
            .map(|&cell| format!("\"{}\"", cell as char))
            .collect();
        format!("[{}]", cells.join(","))
    };
    let rows: Vec<String> = PUZZLE.as_bytes().chunks(9).map(quoted).collect();
    let board = format!("[{}]", rows.join(","));
    let options = WriteOptions::default().explain(true);
    for (kind, one) in [(Kind::OpenSudoku, game), (Kind::Leetcode, board)] {
        let long = one.repeat(1000);
        let text = format!("{one}\n{long}\n{one}\n");
        let reason = format!(
            "too long: {} bytes (--max-record raises the limit, up to 1G)",
            long.len() + 1
        );
        let expected = format!("{ANSWER}\n!malformed {reason}\n{ANSWER}\n");
        for chunk_size in [1, 5000, 1 << 20] {
            let reading = OpenOptions::default()
                .max_record(2000)
                .chunk_size(chunk_size);
            let text = Cursor::new(text.clone());
            let source = open_reader("a text", Box::new(text), &reading).unwrap();
            let found = rows_of(source, Some(kind), &options);
            assert_eq!(found, (expected.clone(), vec![1, 2, 3]), "{kind}");
        }
    }
}
