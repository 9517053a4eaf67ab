//! Recognition of formats by the first lines, and refusals.

use super::{ANSWER, PUZZLE, rows, solved, source};
use ninefold::format::{FormatOptions, Kind, WriteOptions, detect, open};

/// Rows of nine, with this text between cells.
pub(super) fn cells(text: &str, between: &str) -> String {
    let rows = text.as_bytes().chunks(9).map(|row| {
        let cells: Vec<String> = row
            .iter()
            .map(|&cell| char::from(cell).to_string())
            .collect();
        cells.join(between) + "\n"
    });
    rows.collect()
}

/// The rows of a text without a specified format, for any chunks, and the column found.
pub(super) fn recognised(text: &str) -> (Kind, Option<String>, String) {
    let opened = open(source(text.as_bytes(), 1000), &FormatOptions::default()).unwrap();
    let (kind, guessed) = (opened.kind, opened.guessed);
    let options = WriteOptions::default();
    let (all, _) = rows(text.as_bytes(), 1000, None, &options);
    for lines in [1, 2, 7] {
        assert_eq!(rows(text.as_bytes(), lines, None, &options).0, all);
    }
    (kind, guessed, all)
}

pub(super) fn refused(text: &str) -> String {
    let messages = [1, 3, 1000].map(|lines| {
        let opened = open(source(text.as_bytes(), lines), &FormatOptions::default());
        opened.expect_err("it is refused").to_string()
    });
    assert!(
        messages.iter().all(|message| *message == messages[0]),
        "{messages:?}"
    );
    messages[0].clone()
}

#[test]
fn common_public_forms_are_recognised() {
    let zeros = PUZZLE.replace('.', "0");
    let placed = PUZZLE.replacen('7', "+7", 2);
    let list = |text: &str| cells(text, ",").trim_end().replace('\n', ",");
    // As in Norvig's essay.
    let norvig = cells(PUZZLE, " ").lines().fold(String::new(), |text, row| {
        let rule = if [3, 7].contains(&text.lines().count()) {
            "------+------+------\n"
        } else {
            ""
        };
        text + rule + &format!("{} |{} |{} \n", &row[..5], &row[6..11], &row[12..])
    });
    let nine = cells(&zeros, ",").trim_end().replace('\n', "],[");
    for (kind, text) in [
        (Kind::Grid, cells(PUZZLE, "|").repeat(2)),
        (Kind::Grid, cells(&zeros, ",").repeat(2)),
        (Kind::Grid, norvig.repeat(2)),
        (
            Kind::Hodoku,
            format!(":0000:1:{placed}:174 274::\n:0100:7:{PUZZLE}:::\n"),
        ),
        (
            Kind::Line,
            format!("{PUZZLE}:1:{ANSWER}\n{PUZZLE}:1:{ANSWER}\n"),
        ),
        (Kind::Array, format!("[{0}]\n[{0}]\n", list(&zeros))),
        (Kind::Array, format!("[[{nine}]]\n[[{nine}]]\n")),
    ] {
        let (found, guessed, all) = recognised(&text);
        assert_eq!((found, guessed, all), (kind, None, solved(2)), "{text}");
        // One malformed line before them does not change the format.
        let text = format!("no puzzle at all\n{text}");
        if kind != Kind::Line {
            assert_eq!(detect(text.as_bytes()), kind, "{text}");
        }
    }
}

#[test]
fn a_column_with_another_name_is_found_by_what_stands_in_it() {
    let csv = |header: &str, row: &str| {
        let row = row.replace('P', PUZZLE).replace('S', ANSWER);
        format!("{header}\n{row}\n{row}\n")
    };
    for (text, kind, name) in [
        (csv("grid_in,grid_out", "P,S"), Kind::Csv, "grid_in"),
        (csv("id,grid,answer", "7,P,S"), Kind::Csv, "grid"),
        (csv("id;board", "a;\"P\""), Kind::Csv, "board"),
        (csv("done\tstart", "S\tP"), Kind::Csv, "start"),
        (
            csv("{\"id\":1}", "{\"id\":2,\"board\":\"P\"}").replacen("{\"id\":1}\n", "", 1),
            Kind::Jsonl,
            "board",
        ),
        (
            csv("", "{\"id\":2,\"in\":\"P\",\"out\":\"S\"}"),
            Kind::Jsonl,
            "in",
        ),
    ] {
        let (found, guessed, all) = recognised(&text);
        assert_eq!((found, guessed.as_deref()), (kind, Some(name)), "{text}");
        assert_eq!(all.trim_start(), solved(2), "{text}");
    }
    // A column of full grids is none of puzzles.
    let message = refused(&csv("id,full", "7,S"));
    assert!(
        message.contains("only full grids in 'full' (--column"),
        "{message}"
    );
    // A usual name needs no message.
    let (kind, guessed, _) = recognised(&csv("id,puzzle", "7,P"));
    assert_eq!((kind, guessed), (Kind::Csv, None));
    // A malformed first line is not a header either.
    let (kind, _, all) = recognised(&format!("not a puzzle\n{PUZZLE}\n{PUZZLE}, easy\n"));
    assert_eq!(
        (kind, all),
        (Kind::Line, format!("!malformed\n{}", solved(2)))
    );
}

#[test]
fn a_usual_name_does_not_stand_against_what_is_in_the_column() {
    let csv = |header: &str, row: &str| {
        let row = row.replace('P', PUZZLE).replace('S', ANSWER);
        format!("{header}\n{row}\n{row}\n")
    };
    let json = |row: &str| csv("", row).trim_start().to_owned();
    for (text, name) in [
        (csv("puzzle,grid", ",P"), Some("grid")),
        (csv("puzzle,grid,solution", "easy one,P,S"), Some("grid")),
        (csv("puzzle,quiz", ",P"), None),
        (json("{\"puzzle\":null,\"grid\":\"P\"}"), Some("grid")),
        (json("{\"puzzle\":3,\"quiz\":\"P\"}"), None),
        (json("{\"puzzle\":[[1]],\"b\":\"P\"}"), Some("b")),
        // The first object may lack members that others have.
        (
            format!("{{\"id\":1}}\n{}", json("{\"puzzle\":\"P\"}")),
            None,
        ),
        (
            format!("{{\"id\":1}}\n{}", json("{\"grid\":\"P\"}")),
            Some("grid"),
        ),
        (json("{\"quiz\":\"P\"}") + &json("{\"puzzle\":\"1\"}"), None),
        // Between equals it decides.
        (csv("grid,puzzle", "P,P"), None),
        (csv("puzzle,grid", "P,S"), None),
        (json("{\"grid\":\"P\",\"puzzle\":\"P\"}"), None),
    ] {
        let (_, guessed, all) = recognised(&text);
        let all = all.replace("!malformed\n", "");
        assert_eq!((guessed.as_deref(), all), (name, solved(2)), "{text}");
    }
    // Without puzzles anywhere, it is accepted.
    let (_, guessed, all) = recognised(&csv("puzzle,solution", "easy,S"));
    assert_eq!((guessed, &*all), (None, "!malformed\n!malformed\n"));
    let message = refused(&csv("puzzle,a,b", ",P,P"));
    assert!(message.contains("'a' or 'b' (--column"), "{message}");
}

#[test]
fn one_word_above_puzzles_is_a_header() {
    for name in ["board", "start_grid", "r\u{e4}tsel", "  sudoku-17"] {
        let text = format!("# from 2012\n{name}\n{PUZZLE}\n{PUZZLE}\n");
        let (kind, guessed, all) = recognised(&text);
        let found = (kind, guessed.as_deref(), all.ends_with(&solved(2)));
        assert_eq!(found, (Kind::Csv, Some(name.trim()), true), "{text}");
        assert!(!all.contains("malformed"), "{all}");
    }
    // A heading may be anything, and below it there may be other lines.
    for text in [
        format!("Hard puzzles of 2012\n{PUZZLE}\n{PUZZLE}\n"),
        format!("easy\n{PUZZLE} 1\n{PUZZLE} 2\n"),
        format!("easy\n{PUZZLE}\n{PUZZLE}\nhard\n"),
        format!("easy\n{PUZZLE}\n{PUZZLE},1\n"),
        format!("easy:\n{PUZZLE}\n{PUZZLE}\n"),
        format!("12\n{PUZZLE}\n{PUZZLE}\n"),
        format!("nonsense\n{PUZZLE}\n"),
    ] {
        assert_eq!(recognised(&text).0, Kind::Line, "{text}");
    }
}

#[test]
fn where_the_column_cannot_be_told_the_names_are() {
    let two = format!("id,one,two\n1,{PUZZLE},{PUZZLE}\n2,{PUZZLE},{PUZZLE}\n");
    let message = refused(&two);
    assert!(message.contains("'one' or 'two' (--column"), "{message}");
    let none = format!("id,name,level\n1,a,{}\n2,b,easy\n", &PUZZLE[1..]);
    let message = refused(&none);
    assert!(message.contains("id, name, level (--column"), "{message}");
    let names = |column| (0..81).map(|i| format!("{column}{i}")).collect::<Vec<_>>();
    let names = [names("p"), names("s")].concat().join(",");
    let cells = ["1"; 162].join(",");
    let message = refused(&format!("{names}\n{cells}\n{cells}\n"));
    assert!(message.contains("p10, p11, ... (--column"), "{message}");
    let objects = "{\"id\":1,\"grid\":[[0]]}\n{\"id\":2,\"grid\":[[0]]}\n";
    let message = refused(objects);
    assert!(message.contains("id, grid (--column"), "{message}");
    let objects = format!("{{\"a\":\"{PUZZLE}\",\"b\":\"{PUZZLE}\"}}\n");
    let message = refused(&objects);
    assert!(message.contains("'a' or 'b' (--column"), "{message}");
}

#[test]
fn boards_of_other_sizes_are_refused_with_their_size() {
    for (cell, count, what) in [
        ("12.4", 4, "16 cells"),
        ("12.450", 6, "36 cells"),
        ("1G.3", 64, "256 cells"),
        ("AP.b", 64, "256 cells"),
        ("A..Y.", 125, "625 cells"),
        ("1..P.", 125, "625 cells"),
        ("12..5....", 81, "729 cells"),
    ] {
        let board = cell.repeat(count);
        for text in [
            format!("{board}\n"),
            format!("# comment\n\n{board}\n{board}\nbad\n"),
        ] {
            let first = text
                .lines()
                .position(|line| line.starts_with(cell))
                .unwrap()
                + 1;
            let message = refused(&text);
            let expected = format!("Line {first} has {what}");
            assert!(message.contains(&expected), "{message}");
        }
        // One among puzzles is a malformed line.
        let (kind, _, _) = recognised(&format!("bad\n{board}\n{0}\n{0}\n{0}\n", PUZZLE));
        assert_eq!(kind, Kind::Line);
    }
    for (cell, count) in [("1.34", 4), ("1G.3", 64), ("A..Y.", 125)] {
        let (board, cells) = (cell.repeat(count), cell.len() * count);
        for (text, line) in [
            (format!("puzzle,id\n{board},1\n{board},2\n"), 2),
            (format!("id;grid\n1;{board}\n\n2;{board}\n"), 2),
            (format!("{{\"puzzle\":\"{board}\"}}\n"), 1),
            (format!("{{\"id\":1,\"grid\":\"{board}\"}}\n"), 1),
        ] {
            let message = refused(&text);
            let expected = format!("Line {line} has {cells} cells");
            assert!(message.contains(&expected), "{message}");
        }
        // One among puzzles is a malformed row, and a specified format is accepted.
        let text = format!("puzzle\n{board}\n{PUZZLE}\n");
        assert_eq!(recognised(&text).0, Kind::Csv);
        let options = FormatOptions::default().kind(Kind::Csv);
        let text = format!("puzzle\n{board}\n");
        assert!(open(source(text.as_bytes(), 1), &options).is_ok());
    }
    let rows = "1.3456789ABCDEFG\n".repeat(16);
    assert!(refused(&rows).contains("has 16 cells"));
}

#[test]
fn tables_with_other_blanks_are_refused_with_their_sign() {
    for blank in ["-", "?", " "] {
        let puzzle = PUZZLE.replace(['.', '0'], blank);
        for text in [
            format!("puzzle,id\n{puzzle},1\n{puzzle},2\n"),
            format!("id,grid\n1,{puzzle}\n2,{puzzle}\n"),
            format!("{{\"puzzle\":\"{puzzle}\"}}\n"),
        ] {
            let message = refused(&text);
            let expected = format!("has '{blank}' for its blanks");
            assert!(message.contains(&expected), "{message}");
        }
    }
}

#[test]
fn tables_with_something_beside_the_puzzles_are_refused() {
    for text in [
        format!("id,puzzle\n1,'{PUZZLE}\n2,'{PUZZLE}\n"),
        format!("id;grid\n1;P={PUZZLE}\n2;P={PUZZLE}\n"),
        format!("{{\"puzzle\":\"'{PUZZLE}'\"}}\n"),
    ] {
        let message = refused(&text);
        assert!(message.contains("does not stand alone"), "{message}");
    }
    // One among others is a malformed row.
    let (kind, _, all) = recognised(&format!("id,puzzle\n1,'{PUZZLE}\n2,{PUZZLE}\n3,{PUZZLE}\n"));
    assert_eq!(
        (kind, all),
        (Kind::Csv, format!("!malformed\n{}", solved(2)))
    );
}
