//! Cells one by one: arrays, and tables with a column for each cell.

use super::{PUZZLE, ZEROS, board, reads, reads_as, recognised, refused, rows, solved};
use ninefold_files::format::{Kind, WriteOptions};

/// A list of lists, on a line.
fn lists(blank: &str) -> String {
    format!("[[{}]]\n", board(PUZZLE, ", ", "], [").replace('.', blank))
}

#[test]
fn cells_of_arrays_may_be_empty() {
    let quoted = |blank: &str| {
        let cells = board(PUZZLE, "\", \"", "\"], [\"").replace('.', blank);
        format!("[[\"{cells}\"]]\n")
    };
    for board in [
        lists("null"),
        format!("[{}]\n", board(PUZZLE, ", ", ", ").replace('.', "null")),
        quoted(""),
        quoted(" "),
        lists("\"\""),
        format!("[\"{}\"]\n", board(PUZZLE, "", "\", \"")),
        // As `NumPy` prints boards.
        format!("[[{}]]\n\n", board(ZEROS, " ", "]\n [")),
        format!("[{}]\n", board(ZEROS, " ", " ")),
        // As `print(row)` in Python writes them.
        format!("[{}]\n", board(ZEROS, ", ", "]\n[")),
    ] {
        reads(&board.repeat(3), &solved(3));
    }
    // As numpy shows arrays, and as a program makes them.
    for (before, after) in [
        ("array(", ")"),
        ("np.array(", ")"),
        ("grid = np.array( ", ");"),
        ("array(", ", dtype=int8)"),
        ("array(", ",\n      dtype=int8)"),
    ] {
        let rows = board(ZEROS, ", ", "],\n       [");
        reads(
            &format!("{before}[[{rows}]]{after}\n").repeat(3),
            &solved(3),
        );
    }
    // As in the source of a program.
    let flat = board(ZEROS, ",", ",");
    let source = format!("int boards[2][81] = {{\n{{{flat}}},\n{{{flat}}}\n}};\n");
    reads(&source, &solved(2));
}

/// A bracket that is missing costs at most its own board, and none of the next.
#[test]
fn an_array_that_is_not_closed_costs_its_own_board_alone() {
    let check = |text: &str| {
        let (_, _, all) = recognised(text);
        let spoilt = format!("{}!malformed\n{}", solved(1), solved(3));
        assert!(all == spoilt || all == solved(5), "{text}\n{all}");
    };
    let lines = board(ZEROS, ", ", "],\n [");
    let one = format!("[[{}]]", board(ZEROS, ",", "],["));
    let flat = format!("[{}]", board(ZEROS, ",", ","));
    let tall = format!("[\n[{}]\n]", board(ZEROS, ", ", "],\n["));
    for board in [
        flat.clone(),
        one.clone(),
        format!("[[\"{}\"]]", board(ZEROS, "\", \"", "\"],[\"")),
        format!("[[{lines}]]"),
        format!("[[{}]]", board(ZEROS, " ", "]\n [")),
        format!("array([[{lines}]])"),
        tall.clone(),
    ] {
        for (at, _) in board.match_indices(']') {
            let broken = format!("{}{}", &board[..at], &board[at + 1..]);
            check(&format!("{board}\n{broken}\n{board}\n{board}\n{board}\n"));
        }
    }
    // One too many, and boards of two forms.
    let open = &one[..one.len() - 1];
    for (broken, board) in [
        (&format!("[{one}")[..], &one),
        (&format!("[[{flat}"), &flat),
        (open, &tall),
        (open, &flat),
        (&tall[..tall.len() - 1], &one),
    ] {
        check(&format!("{one}\n{broken}\n{board}\n{board}\n{board}\n"));
    }
    check(&format!("{one}, {open}, {one}, {one}\n{one}\n"));
}

#[test]
fn cells_outside_of_arrays_are_not_passed_over() {
    let line = board(ZEROS, " ", " ");
    for bracket in ["]", "["] {
        for at in [1, 30, 100, line.len() - 2] {
            let odd = format!("{}{bracket}{}", &line[..at], &line[at..]);
            let text = format!("{odd}\n{line}\n{line}\n{line}\n");
            let rows = recognised(&text).2;
            let spoilt = format!("!malformed\n{}", solved(3));
            assert!(rows.ends_with(&spoilt) || rows == solved(4), "{text}{rows}");
        }
    }
}

/// Each piece of a long line is looked at once. Otherwise this would take minutes.
#[test]
fn a_long_line_of_brackets_takes_no_longer_than_others() {
    for piece in ["[", "[5,", "[[5,", "[\"5", "x=[", "[],"] {
        let line = piece.repeat(1_000_000 / piece.len());
        let options = WriteOptions::default();
        let (all, _) = rows(line.as_bytes(), 1000, Some(Kind::Array), &options);
        assert!(all.lines().all(|row| row == "!malformed"), "{piece}");
    }
}

/// A bracket on a line of its own, around boards of one line that have none, or among them.
#[test]
fn a_lone_bracket_costs_no_board() {
    for between in [",", " ", ";"] {
        let line = board(ZEROS, between, between);
        for text in [
            format!("{line}\n{line}\n[\n{line}\n{line}\n"),
            format!("[\n{line},\n{line},\n\n{line},\n{line}\n]\n"),
            format!("[\n{line}\n]\n").repeat(4),
        ] {
            reads(&text, &solved(4));
        }
    }
}

/// As in the source of a program, and in the text of a task.
#[test]
fn boards_may_be_assigned_to_a_name() {
    let strings = format!("[[\"{}\"]]", board(PUZZLE, "\",\"", "\"],[\""));
    let broken = strings.replace("],", "],\n  ");
    for text in [
        format!("board = {strings}\n"),
        format!("board={strings}"),
        format!("let board = {strings};\n"),
        format!("const board: string[][] = {strings} ;\r\n"),
        format!("board: List[List[str]] = {broken}\n"),
        format!("Input: board = {broken}\n"),
    ] {
        reads_as(Kind::Leetcode, &text, &solved(1));
    }
    let two = format!("a = {strings};\nb = {strings};\n");
    reads_as(Kind::Leetcode, &two, &solved(2));
    // A list of boards, each a list of nine lists.
    for blank in ["0", "None", "null"] {
        let rows = board(PUZZLE, ", ", "],\n        [").replace('.', blank);
        let one = format!("    [\n        [{rows}]\n    ]");
        for count in [1, 2, 40] {
            let boards = vec![&one[..]; count].join(",\n");
            for (begin, end) in [("x = [", "]"), ("let x = [", "];"), ("x = [", "]\n")] {
                reads(&format!("{begin}\n{boards}\n{end}\n"), &solved(count));
            }
        }
        // Without a list around it.
        reads(&format!("x ={one}\n"), &solved(1));
    }
    for blank in ["null", "None"] {
        let first_blank = format!(".{}", &PUZZLE[1..]);
        let cells = board(&first_blank, ",", ",").replace('.', blank);
        reads(&format!("[{cells}]\n"), &solved(1));
    }
}

#[test]
fn tables_of_cells_may_have_gaps_and_no_header() {
    // A row that begins and ends with a blank.
    let turned: String = PUZZLE.chars().rev().collect();
    for puzzle in [PUZZLE, &turned] {
        for (delimiter, blank) in [(",", "0"), (",", ""), (";", "."), ("\t", ""), (", ", "")] {
            // The lines that Ninefold recognises a form by have no white space around them.
            if delimiter == "\t" && puzzle != PUZZLE {
                continue;
            }
            let row = board(puzzle, delimiter, delimiter).replace('.', blank) + "\n";
            let expected = recognised(&format!("{puzzle}\n").repeat(3)).2;
            reads_as(Kind::Array, &row.repeat(3), &expected);
            let names = (0..81).map(|i| format!("c{i}")).collect::<Vec<_>>();
            let text = format!("{}\n{}", names.join(delimiter), row.repeat(3));
            reads(&text, &expected);
        }
    }
}

#[test]
fn other_columns_beside_cells_shift_nothing() {
    let row = board(ZEROS, ",", ",");
    // Which column is beside the cells, nobody knows.
    let text = format!("{row},1\n{row},1\n");
    assert!(!recognised(&text).2.contains(&solved(1)), "{text}");
    // A number in a frame beside a puzzle is none of its cells.
    for around in ["- 1 $", "- [x] $"] {
        let line = around.replace('$', PUZZLE) + "\n";
        for count in [1, 3, 12] {
            reads_as(Kind::Text, &line.repeat(count), &solved(count));
        }
    }
    let comments = format!("#1 {PUZZLE}\n#2 {PUZZLE}\n");
    refused(&comments, &["in comments"]);
}
