//! Boards that lost or gained a row: each is a malformed record, and the others are unchanged.

use super::{ANSWER, PUZZLE, ZEROS, cells, reads, rows, solved};
use ninefold_files::format::{Kind, WriteOptions};

/// The same text with other digits.
fn with_digits(text: &str, shift: usize) -> String {
    let digit = |cell: char| match cell.to_digit(10) {
        Some(digit) => char::from(b'1' + ((digit as usize - 1 + shift) % 9) as u8),
        None => cell,
    };
    text.chars().map(digit).collect()
}

/// A style of boards: the text between cells, above the first row, between rows, between bands,
/// after the last row, and between boards.
struct Style {
    name: &'static str,
    kind: Kind,
    texts: [&'static str; 6],
}

/// Rows, each with its band.
type Rows = Vec<(usize, String)>;

impl Style {
    fn text(&self, boards: &[Rows]) -> String {
        let [_, above, between, band_end, below, board_end] = self.texts;
        let board = |(number, rows): (usize, &Rows)| {
            let mut text = above.replace('N', &format!("{:02}", number + 1));
            let mut last = None;
            for (band, row) in rows {
                text += last.map_or("", |_| between);
                text += last.filter(|last| last != band).map_or("", |_| band_end);
                text += row;
                last = Some(*band);
            }
            text + below
        };
        let boards: Vec<String> = boards.iter().enumerate().map(board).collect();
        boards.join(board_end)
    }

    /// The rows of this many boards.
    fn boards(&self, count: usize) -> Vec<Rows> {
        let rows = |number: usize| -> Rows {
            let text = cells(&with_digits(PUZZLE, number), self.texts[0]);
            let rows = text.split_inclusive('\n').enumerate();
            rows.map(|(i, row)| (i / 3, row.to_owned())).collect()
        };
        (0..count).map(rows).collect()
    }
}

const RULE: &str = "------+-------+------\n";
const FRAME: &str = "+-----+-----+-----+\n";

fn styles() -> impl Iterator<Item = Style> {
    [
        // Between cells, above, between rows and bands, below, between boards.
        ("blank lines", ["", "", "", "", "", "\n"]),
        ("comments", ["", "", "", "", "", "# the next\n"]),
        ("words", ["", "", "", "", "", "the next\n"]),
        ("commas", [",", "", "", "", "", "\n"]),
        ("bars", ["|", "", "", "", "", "\n\n"]),
        ("spaces", [" ", "", "", "", "", "\n"]),
        ("numbers", ["", "N.\n", "", "", "", ""]),
        ("headings above spaces", [" ", "Puzzle N\n", "", "", "", ""]),
        ("Euler", ["", "Grid N\n", "", "", "", ""]),
        ("sections", ["", "[Puzzle]\n", "", "", "", ""]),
        ("rules", [" ", "", "", RULE, "", "\n"]),
        ("bands", ["", "", "", "\n", "", "\n"]),
        ("bands, far boards", ["", "", "", "\n", "", "\n\n"]),
        ("double-spaced", ["", "", "\n", "", "", "\n\n"]),
        (
            "double-spaced with rules",
            [" ", "", "\n", RULE, "", "\n\n\n"],
        ),
        ("every row framed", ["|", FRAME, FRAME, "", FRAME, ""]),
        ("drawn, far boards", ["", FRAME, "", FRAME, FRAME, "\n"]),
        ("drawn", ["", FRAME, "", FRAME, FRAME, ""]),
    ]
    .into_iter()
    .map(|(name, texts)| {
        let kind = match name {
            "spaces" => Kind::Spaced,
            "sections" => Kind::Sdk,
            _ => Kind::Grid,
        };
        Style { name, kind, texts }
    })
}

#[test]
fn a_row_that_is_lost_or_added_costs_its_own_board_alone() {
    const BOARDS: usize = 3;
    let solutions: Vec<String> = (0..BOARDS)
        .map(|number| with_digits(ANSWER, number) + "\n")
        .collect();
    for style in styles() {
        let whole = style.boards(BOARDS);
        let options = WriteOptions::default();
        let solve = |boards: &[Rows]| {
            let text = style.text(boards);
            let named = rows(text.as_bytes(), 1000, Some(style.kind), &options).0;
            let recognised = rows(text.as_bytes(), 3, None, &options).0;
            assert_eq!(recognised, named, "{} recognised\n{text}", style.name);
            (named, text)
        };
        assert_eq!(solve(&whole).0, solutions.concat(), "{}", style.name);
        for broken in 0..BOARDS {
            let mut expected = solutions.clone();
            "!malformed\n".clone_into(&mut expected[broken]);
            for row in 0..9 {
                let mut boards = whole.clone();
                boards[broken].remove(row);
                let (found, text) = solve(&boards);
                assert_eq!(found, expected.concat(), "{}\n{text}", style.name);
                let (_, extra) = whole[(broken + 1) % BOARDS][row].clone();
                boards[broken] = whole[broken].clone();
                boards[broken].insert(row, (row / 3, extra));
                let (found, text) = solve(&boards);
                assert_eq!(found, expected.concat(), "{}\n{text}", style.name);
            }
        }
    }
}

/// If only rules within boards show where boards are, a lost row may belong to either of two.
#[test]
fn no_puzzle_is_made_of_rows_of_two_boards() {
    let style = Style {
        name: "rules, no blank lines",
        kind: Kind::Grid,
        texts: [" ", "", "", RULE, "", ""],
    };
    let whole = style.boards(4);
    let solve = |boards: &[Rows]| {
        let text = style.text(boards);
        let options = WriteOptions::default();
        rows(text.as_bytes(), 1000, Some(style.kind), &options).0
    };
    let expected: Vec<String> = (0..4).map(|number| with_digits(ANSWER, number)).collect();
    assert_eq!(solve(&whole), expected.join("\n") + "\n");
    for broken in 0..4 {
        for row in 0..9 {
            let mut boards = whole.clone();
            boards[broken].remove(row);
            let found = solve(&boards);
            assert_eq!(found.lines().count(), 4, "{found}");
            for (number, line) in found.lines().enumerate() {
                let near = number + 1 >= broken && number <= broken + 1;
                let is_right = line == expected[number] && number != broken;
                assert!(is_right || near && line == "!malformed", "{found}");
            }
        }
    }
}

#[test]
fn what_numbers_the_columns_is_no_row() {
    let board = cells(ZEROS, ",");
    for header in [
        "0,1,2,3,4,5,6,7,8",
        "1,2,3,4,5,6,7,8,9",
        "A,B,C,D,E,F,G,H,I",
    ] {
        for (text, boards) in [
            (format!("{header}\n{board}"), 1),
            (format!("{header}\n{board}{board}{board}"), 3),
            (format!("{header}\n{board}\n{header}\n{board}\n{board}"), 3),
        ] {
            reads(&text, &solved(boards));
        }
    }
    // A first row may look like that.
    let counted =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let boards = cells(counted, ",").repeat(3);
    reads(&boards, &format!("{counted}\n").repeat(3));
}
