//! Cells one by one: arrays, and tables with a column for each cell.

use super::{
    PUZZLE,
    recognised::{cells, recognised, refused},
    rows, solved,
};
use ninefold::format::{Kind, WriteOptions};

#[test]
fn cells_of_arrays_may_be_empty() {
    let all: Vec<char> = PUZZLE.chars().collect();
    let rows = |cell: &dyn Fn(char) -> String| -> Vec<Vec<String>> {
        let row = |row: &[char]| row.iter().map(|&c| cell(c)).collect();
        all.chunks(9).map(row).collect()
    };
    let lists = |cell: &dyn Fn(char) -> String| {
        let rows = rows(cell).into_iter().map(|row| row.join(", "));
        format!("[[{}]]\n", rows.collect::<Vec<_>>().join("], ["))
    };
    let or = |blank: &'static str| {
        move |c: char| match c {
            '.' => blank.to_owned(),
            c => c.to_string(),
        }
    };
    let quoted = |blank: &'static str| move |c| format!("\"{}\"", or(blank)(c));
    let texts = cells(PUZZLE, "").trim_end().replace('\n', "\", \"");
    let list = lists(&or("null")).replace("], [", ", ").replace("]]", "]");
    let spaced = cells(&PUZZLE.replace('.', "0"), " ");
    for board in [
        lists(&or("null")),
        list.replace("[[", "["),
        lists(&quoted("")),
        lists(&quoted(" ")),
        lists(&|c| {
            if c == '.' {
                "\"\"".to_owned()
            } else {
                c.to_string()
            }
        }),
        format!("[\"{texts}\"]\n"),
        // As `NumPy` prints boards.
        format!("[[{}]]\n\n", spaced.trim_end().replace('\n', "]\n [")),
        format!("[{}]\n", spaced.trim_end().replace('\n', " ")),
        // As `print(row)` in Python writes them.
        rows(&or("0"))
            .iter()
            .map(|row| format!("[{}]\n", row.join(", ")))
            .collect(),
    ] {
        let (_, _, all) = recognised(&board.repeat(3));
        assert_eq!(all, solved(3), "{board}");
    }
    // As numpy shows arrays, and as a program makes them.
    for (before, after) in [
        ("array(", ")"),
        ("np.array(", ")"),
        ("grid = np.array( ", ");"),
        ("array(", ", dtype=int8)"),
        ("array(", ",\n      dtype=int8)"),
    ] {
        let list = lists(&or("0")).trim_end().replace("], [", "],\n       [");
        let board = format!("{before}{list}{after}\n");
        assert_eq!(recognised(&board.repeat(3)).2, solved(3), "{board}");
    }
    // As in the source of a program.
    let flat = cells(&PUZZLE.replace('.', "0"), ",")
        .trim_end()
        .replace('\n', ",");
    let source = format!("int boards[2][81] = {{\n{{{flat}}},\n{{{flat}}}\n}};\n");
    assert_eq!(recognised(&source).2, solved(2));
}

/// A bracket that is missing costs at most its own board, and none of the next.
#[test]
fn an_array_that_is_not_closed_costs_its_own_board_alone() {
    let check = |text: &str, before: usize, after: usize| {
        let (_, _, all) = recognised(text);
        let spoilt = format!("{}!malformed\n{}", solved(before), solved(after));
        let whole = solved(before + 1 + after);
        assert!(all == spoilt || all == whole, "{text}\n{all}");
    };
    let zeros = PUZZLE.replace('.', "0");
    let rows = |between: &str| cells(&zeros, between).trim_end().to_owned();
    let lines = rows(", ").replace('\n', "],\n [");
    let quoted = rows("\", \"").replace('\n', "\"],[\"");
    for board in [
        format!("[{}]\n", rows(",").replace('\n', ",")),
        format!("[[{}]]\n", rows(",").replace('\n', "],[")),
        format!("[[\"{quoted}\"]]\n"),
        format!("[[{lines}]]\n"),
        format!("[[{}]]\n", rows(" ").replace('\n', "]\n [")),
        format!("array([[{lines}]])\n"),
        format!("[\n[{}]\n]\n", rows(", ").replace('\n', "],\n[")),
    ] {
        let closing: Vec<usize> = board.match_indices(']').map(|(at, _)| at).collect();
        for &at in &closing {
            let broken = format!("{}{}", &board[..at], &board[at + 1..]);
            check(&format!("{board}{broken}{}", board.repeat(3)), 1, 3);
        }
    }
    // One too many, and boards of two forms.
    let one = format!("[[{}]]", rows(",").replace('\n', "],["));
    let flat = format!("[{}]", rows(",").replace('\n', ","));
    let tall = format!("[\n[{}]\n]", rows(", ").replace('\n', "],\n["));
    for (broken, board) in [
        (format!("[{one}"), &one),
        (format!("[[{flat}"), &flat),
        (one[..one.len() - 1].to_owned(), &tall),
        (one[..one.len() - 1].to_owned(), &flat),
        (tall[..tall.len() - 1].to_owned(), &one),
    ] {
        check(
            &format!("{one}\n{broken}\n{board}\n{board}\n{board}\n"),
            1,
            3,
        );
    }
    let open = &one[..one.len() - 1];
    check(&format!("{one}, {open}, {one}, {one}\n{one}\n"), 1, 3);
}

#[test]
fn cells_outside_of_arrays_are_not_passed_over() {
    let line = cells(&PUZZLE.replace('.', "0"), " ");
    let line = line.trim_end().replace('\n', " ");
    for bracket in ["]", "["] {
        for at in [1, 30, 100, line.len() - 2] {
            let odd = format!("{}{bracket}{}", &line[..at], &line[at..]);
            let text = format!("{odd}\n{line}\n{line}\n{line}\n");
            let rows = recognised(&text).2;
            let expected = format!("!malformed\n{}", solved(3));
            assert!(
                rows.ends_with(&expected) || rows == solved(4),
                "{text}{rows}"
            );
        }
    }
}

/// Each piece of a long line is looked at once. Otherwise this would take an hour.
#[test]
fn a_long_line_of_brackets_takes_no_longer_than_others() {
    for piece in ["[", "[5,", "[[5,", "[\"5", "x=[", "[],"] {
        let line = piece.repeat(3_000_000 / piece.len());
        for kind in [Kind::Leetcode, Kind::Array] {
            let (all, _) = rows(line.as_bytes(), 1000, Some(kind), &WriteOptions::default());
            assert!(all.lines().all(|row| row == "!malformed"), "{piece}");
        }
    }
}

/// A bracket on a line of its own, around boards of one line that have none, or among them.
#[test]
fn a_lone_bracket_costs_no_board() {
    let zeros = PUZZLE.replace('.', "0");
    for between in [",", " ", ";"] {
        let line = cells(&zeros, between).trim_end().replace('\n', between);
        for text in [
            format!("{line}\n{line}\n[\n{line}\n{line}\n"),
            format!("[\n{line},\n{line},\n\n{line},\n{line}\n]\n"),
            format!("[\n{line}\n]\n").repeat(4),
        ] {
            assert_eq!(recognised(&text).2, solved(4), "{text}");
        }
    }
}

#[test]
fn tables_of_cells_may_have_gaps_and_no_header() {
    // A row that begins and ends with a blank.
    let turned: String = PUZZLE.chars().rev().collect();
    for puzzle in [PUZZLE, &turned] {
        for (delimiter, blank) in [(",", "0"), (",", ""), (";", "."), ("\t", ""), (", ", "")] {
            let cell = |c: char| match c {
                '.' => blank.to_owned(),
                digit => digit.to_string(),
            };
            // The lines that Ninefold recognises a form by have no white space around them.
            if delimiter == "\t" && puzzle != PUZZLE {
                continue;
            }
            let row = puzzle.chars().map(cell).collect::<Vec<_>>().join(delimiter) + "\n";
            let (_, _, expected) = recognised(&format!("{puzzle}\n").repeat(3));
            let (kind, _, all) = recognised(&row.repeat(3));
            assert_eq!((kind, &all), (Kind::Array, &expected), "{row}");
            let names = (0..81).map(|i| format!("c{i}")).collect::<Vec<_>>();
            let text = format!("{}\n{}", names.join(delimiter), row.repeat(3));
            let all = recognised(&text).2;
            assert_eq!(all, format!("!malformed\n{expected}"), "{text}");
        }
    }
}

#[test]
fn other_columns_beside_cells_shift_nothing() {
    let row = cells(&PUZZLE.replace('.', "0"), ",")
        .trim_end()
        .replace('\n', ",");
    // Which column is beside the cells, nobody knows.
    let text = format!("{row},1\n{row},1\n");
    assert!(!recognised(&text).2.contains(&solved(1)), "{text}");
    // A number in a frame beside a puzzle is none of its cells.
    for around in ["- 1 $", "- [x] $"] {
        let line = around.replace('$', PUZZLE);
        for count in [1, 3, 12] {
            let message = refused(&format!("{line}\n").repeat(count));
            assert!(
                message.contains("does not stand alone"),
                "{line}: {message}"
            );
        }
    }
    let message = refused(&format!("#1 {PUZZLE}\n#2 {PUZZLE}\n"));
    assert!(message.contains("in comments"), "{message}");
}
