//! Recognition of formats by the first lines, and refusals.

use super::{ANSWER, PUZZLE, reads, reads_as, recognised, refused, solved, source};
use ninefold_files::format::{FormatOptions, Kind, open};

/// A text with a puzzle for `P`, its solution for `S`.
fn with_grids(text: &str) -> String {
    text.replace('P', PUZZLE).replace('S', ANSWER)
}

/// Two rows below a header. Objects have none.
fn table(header: &str, row: &str) -> String {
    let text = with_grids(&format!("{header}\n{row}\n{row}\n"));
    text.trim_start().to_owned()
}

#[test]
fn a_column_with_another_name_is_found_by_what_stands_in_it() {
    let csv = Kind::Csv;
    let json = Kind::Jsonl;
    for (header, row, kind, name) in [
        ("grid_in,grid_out", "P,S", csv, Some("grid_in")),
        ("id,grid,answer", "7,P,S", csv, Some("grid")),
        ("id;board", "a;\"P\"", csv, Some("board")),
        ("done\tstart", "S\tP", csv, Some("start")),
        ("", "{\"id\":2,\"board\":\"P\"}", json, Some("board")),
        (
            "",
            "{\"id\":2,\"in\":\"P\",\"out\":\"S\"}",
            json,
            Some("in"),
        ),
        // A usual name needs no message.
        ("id,puzzle", "7,P", csv, None),
    ] {
        let text = table(header, row);
        let expected = (kind, name.map(str::to_owned), solved(2));
        assert_eq!(recognised(&text), expected, "{text}");
    }
    // A malformed first line is not a header either.
    let text = with_grids("not a puzzle\nP\nP, easy\n");
    reads_as(Kind::Line, &text, &format!("!malformed\n{}", solved(2)));
}

#[test]
fn a_usual_name_does_not_stand_against_what_is_in_the_column() {
    for (header, row, name) in [
        ("puzzle,grid", ",P", Some("grid")),
        ("puzzle,grid,solution", "easy one,P,S", Some("grid")),
        ("puzzle,quiz", ",P", None),
        ("", "{\"puzzle\":null,\"grid\":\"P\"}", Some("grid")),
        ("", "{\"puzzle\":3,\"quiz\":\"P\"}", None),
        ("", "{\"puzzle\":[[1]],\"b\":\"P\"}", Some("b")),
        // The first object may lack members that others have.
        ("{\"id\":1}", "{\"puzzle\":\"P\"}", None),
        ("{\"id\":1}", "{\"grid\":\"P\"}", Some("grid")),
        ("", "{\"quiz\":\"P\"}\n{\"puzzle\":\"1\"}", None),
        // Between equals it decides.
        ("grid,puzzle", "P,P", None),
        ("puzzle,grid", "P,S", None),
        ("", "{\"grid\":\"P\",\"puzzle\":\"P\"}", None),
    ] {
        let text = table(header, row);
        let (_, guessed, all) = recognised(&text);
        let all = all.replace("!malformed\n", "");
        assert_eq!((guessed.as_deref(), all), (name, solved(2)), "{text}");
    }
    // Nor against what is anywhere else in the text.
    reads(&table("puzzle", "'P"), &solved(2));
    refused(&table("puzzle,solution", "easy,S"), &["only full grids"]);
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
        "Hard puzzles of 2012\nP\nP\n",
        "easy\nP 1\nP 2\n",
        "easy\nP\nP\nhard\n",
        "easy\nP\nP,1\n",
        "easy:\nP\nP\n",
        "12\nP\nP\n",
        "nonsense\nP\n",
    ] {
        let text = text.replace('P', PUZZLE);
        assert_eq!(recognised(&text).0, Kind::Line, "{text}");
    }
}

#[test]
fn where_the_column_cannot_be_told_the_names_are() {
    let names = ["p", "s"].map(|column| (0..81).map(move |i| format!("{column}{i}")));
    let names: Vec<String> = names.into_iter().flatten().collect();
    let short = format!("1,a,{}", &PUZZLE[1..]);
    for (header, row, said) in [
        (
            "id,one,two",
            "1,P,P",
            "'one' or 'two' (specify the column with --column)",
        ),
        (
            "puzzle,a,b",
            ",P,P",
            "'a' or 'b' (specify the column with --column)",
        ),
        (
            "id,name,level",
            &short,
            "no puzzles of 81 cells in id, name, level",
        ),
        (&names.join(","), &["1"; 162].join(","), "p10, p11, ..."),
        // Puzzles of 80 cells, and masks.
        (
            "puzzle,level",
            &format!("{},1", &PUZZLE[1..]),
            "puzzle, level, but 3..7....6..195....98....6.8... (length 80)",
        ),
        (
            "solution,mask",
            &format!("{ANSWER},{}0", "01".repeat(40)),
            "only full grids in 'solution'",
        ),
        (
            "",
            "{\"id\":1,\"grid\":[[0]]}",
            "no puzzles of 81 cells in id, grid",
        ),
        (
            "",
            "{\"a\":\"P\",\"b\":\"P\"}",
            "'a' or 'b' (specify the column with --column)",
        ),
    ] {
        refused(&table(header, row), &[said]);
    }
}

/// No advice takes solutions for puzzles.
#[test]
fn full_grids_alone_are_no_corpus_of_a_table_or_a_text() {
    for (header, row) in [
        ("id,full", "7,S"),
        ("puzzle", "S"),
        ("puzzle,solution", "S,S"),
        ("", "{\"puzzle\":\"S\"}"),
        ("[", "{\"puzzle\":\"S\"},"),
        ("grids = [", "x = S"),
    ] {
        let message = refused(&table(header, row), &["only full grids"]);
        assert!(!message.contains("--"), "{message}");
    }
    // Lines and boards without blanks are puzzles that are solved, and counted.
    reads(&table("", "S"), &solved(2));
}

#[test]
fn boards_of_other_sizes_are_refused_with_their_size() {
    for (cell, count, is_in_tables) in [
        ("12.4", 4, false),
        ("1.34", 4, true),
        ("12.450", 6, false),
        ("1G.3", 64, true),
        ("AP.b", 64, false),
        ("A..Y.", 125, true),
        ("1..P.", 125, false),
        ("12..5....", 81, false),
    ] {
        let board = cell.repeat(count);
        let size = cell.len() * count;
        let mut texts = vec![
            (format!("{board}\n"), 1),
            (format!("# comment\n\n{board}\n{board}\nbad\n"), 3),
        ];
        if is_in_tables {
            texts.extend([
                (format!("puzzle,id\n{board},1\n{board},2\n"), 2),
                (format!("id;grid\n1;{board}\n\n2;{board}\n"), 2),
                (format!("{{\"puzzle\":\"{board}\"}}\n"), 1),
                (format!("{{\"id\":1,\"grid\":\"{board}\"}}\n"), 1),
            ]);
        }
        for (text, line) in texts {
            refused(&text, &[&format!("Line {line} has {size} cells")]);
        }
        // One among puzzles is a malformed line, or row.
        let text = format!("bad\n{board}\n{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n");
        assert_eq!(recognised(&text).0, Kind::Line, "{text}");
        let text = format!("puzzle\n{board}\n{PUZZLE}\n");
        assert_eq!(recognised(&text).0, Kind::Csv, "{text}");
    }
    // A specified format is accepted.
    let options = FormatOptions::default().kind(Kind::Csv);
    let text = format!("puzzle\n{}\n", "1.34".repeat(4));
    assert!(open(source(text.as_bytes(), 1), &options).is_ok());
    refused(&"1.3456789ABCDEFG\n".repeat(16), &["has 16 cells"]);
}

#[test]
fn tables_with_other_blanks_or_something_beside_the_puzzles_are_refused() {
    for (text, blank, said) in [
        (
            "puzzle,id\nP,1\nP,2\n",
            "-",
            "has '-' for its blanks: tr '-' . < FILE",
        ),
        (
            "id,grid\n1,P\n2,P\n",
            "?",
            "has '?' for its blanks: tr '?' . < FILE",
        ),
        (
            "{\"puzzle\":\"P\"}\n",
            " ",
            "has ' ' for its blanks: tr ' ' . < FILE",
        ),
    ] {
        refused(&text.replace('P', &PUZZLE.replace('.', blank)), &[said]);
    }
    // With something beside them they are those of a text, which has no columns.
    for text in [
        "id,puzzle\n1,'P\n2,'P\n",
        "id;grid\n1;G=P\n2;G=P\n",
        "{\"puzzle\":\"'P'\"}\n{\"puzzle\":\"'P'\"}\n",
    ] {
        reads_as(Kind::Text, &with_grids(text), &solved(2));
    }
    // One among others is a malformed row.
    let text = with_grids("id,puzzle\n1,'P\n2,P\n3,P\n");
    reads_as(Kind::Csv, &text, &format!("!malformed\n{}", solved(2)));
}
