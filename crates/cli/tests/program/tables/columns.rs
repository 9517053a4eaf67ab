//! csv: columns are kept, found and added, whatever is in quotes.

use super::{ANSWER, NONE, PUZZLE, records, refused, solve};
use crate::common::{Scratch, run};
use csv::StringRecord;

#[test]
fn a_table_keeps_its_columns_and_gets_one() {
    let text = format!("quizzes,note\n{PUZZLE},a\n{NONE},b\nnonsense,c\n");
    let table = format!("quizzes,note,solution\n{PUZZLE},a,{ANSWER}\n{NONE},b,\nnonsense,c,\n");
    assert_eq!(solve(&[], &text), table);
    let asked = [
        "--append-column",
        "verdict,count",
        "--append-column",
        "solution,reason",
    ];
    let table = solve(&asked, &text);
    let expected = format!(
        "quizzes,note,verdict,count,solution,reason\n{PUZZLE},a,solved,1,{ANSWER},\n\
         {NONE},b,none,0,,\nnonsense,c,malformed,,,length 8\n"
    );
    assert_eq!(table, expected);
    let guesses = solve(&["--append-column", "guesses"], &text);
    assert!(guesses.starts_with(&format!("quizzes,note,guesses\n{PUZZLE},a,0\n")));
    assert!(guesses.ends_with("nonsense,c,\n"), "{guesses}");
}

#[test]
fn a_delimiter_at_the_end_of_rows_is_no_field() {
    for (delimiter, end) in [(',', "\n"), (';', "\r\n"), ('\t', "\n"), (',', "")] {
        let joined = |text: String| text.replace(',', &delimiter.to_string()).replace('\n', end);
        let rows = format!("id,puzzle,level\n1,{PUZZLE},easy,\n2,short,hard,\n3,{NONE},\"x\",\n");
        let expected = format!(
            "id,puzzle,level,solution\n1,{PUZZLE},easy,{ANSWER}\n2,short,hard,\n3,{NONE},\"x\",\n"
        );
        let (rows, expected) = match end {
            // The last line has no end.
            "" => (rows.trim_end().to_owned(), expected),
            _ => (joined(rows), joined(expected)),
        };
        assert_eq!(solve(&[], &rows), expected);
    }
    // Where the header has it, too, it is a column.
    let text = format!("puzzle,\n{PUZZLE},\n");
    assert_eq!(
        solve(&[], &text),
        format!("puzzle,,solution\n{PUZZLE},,{ANSWER}\n")
    );
    // Two are one too many.
    let text = format!("puzzle,x\n{PUZZLE},1,,\n{PUZZLE},1,\n");
    let expected = format!("puzzle,x,solution\n\"{PUZZLE},1,,\",,\n{PUZZLE},1,{ANSWER}\n");
    assert_eq!(solve(&[], &text), expected);
    // It is not needed to find the column.
    let text = format!("id,board\n1,{PUZZLE},\n2,{PUZZLE},\n");
    let expected = format!("id,board,solution\n1,{PUZZLE},{ANSWER}\n2,{PUZZLE},{ANSWER}\n");
    assert_eq!(solve(&[], &text), expected);
}

#[test]
fn what_is_asked_of_a_puzzle_decides_what_is_added() {
    let clash = format!("11{}", &PUZZLE[2..]);
    let text = format!("puzzle\n{PUZZLE}\n{clash}\n");
    let counted = format!("puzzle,count,verdict\n{PUZZLE},1,solved\n{clash},0,invalid\n");
    assert_eq!(solve(&["--count"], &text), counted);
    let why = solve(&["--unique", "--explain", "--keep-tail"], &text);
    let expected = format!(
        "puzzle,solution,verdict,reason\n{PUZZLE},{ANSWER},solved,\n\
         {clash},,invalid,1 twice in one row: r1c1 and r1c2\n"
    );
    assert_eq!(why, expected);
}

#[test]
fn names_that_are_taken_are_told_and_never_doubled() {
    let text = format!("puzzle,Solution\n{PUZZLE},{ANSWER}\n");
    let table = format!("puzzle,Solution,ninefold_solution\n{PUZZLE},{ANSWER},{ANSWER}\n");
    assert_eq!(solve(&[], &text), table);
    assert_eq!(solve(&["--append-column", "solution"], &text), table);
    refused(
        &["--append-column", "verdict,verdict"],
        &text,
        2,
        &["'verdict' twice"],
    );
    let both = text.replacen("puzzle,Solution", "ninefold_solution,solution", 1);
    let both = solve(&["--column", "1"], &both);
    let header = "ninefold_solution,solution,ninefold_ninefold_solution\n";
    assert!(both.starts_with(header), "{both}");
    refused(
        &["--append-column", "answer"],
        &text,
        2,
        &["'answer'", "verdict"],
    );
    refused(
        &["--append-column", "verdict", "--output-format", "csv"],
        &text,
        2,
        &["cannot be used with"],
    );
    refused(
        &["--append-column", "verdict"],
        &format!("{PUZZLE}\n"),
        2,
        &["line", "JSON"],
    );
}

#[test]
fn rows_without_a_header_above_them_are_rows_of_the_table() {
    let text = format!("id,puzzle\n1,{PUZZLE}\n\n2,{NONE}\n# 3,{PUZZLE}\n");
    let form = |name: &str| solve(&["--output-format", name], &text);
    assert_eq!(form("solution"), format!("{ANSWER}\n!none\n{ANSWER}\n"));
    let csv = records(&form("csv"), b',');
    assert_eq!(csv.len(), 4);
    assert_eq!(csv[0].iter().next(), Some("puzzle"));
    assert_eq!(
        (&csv[1][0], &csv[1][1], &csv[2][2]),
        (PUZZLE, ANSWER, "none")
    );
    assert_eq!(form("line").lines().count(), 3);
    assert_eq!(form("jsonl").lines().count(), 3);
    assert!(form("grid").starts_with("1 4 3 | 6"));
}

#[test]
fn quotes_delimiters_line_ends_and_marks() {
    let odd = [
        "",
        "plain",
        "a \"b\"",
        "one\ntwo",
        "x,y;z\tt|u",
        "né 数独",
        "\r\n",
        "#",
    ];
    for delimiter in *b",;\t|" {
        for end in ["\n", "\r\n"] {
            let mut writer = csv::WriterBuilder::new()
                .delimiter(delimiter)
                .terminator(if end == "\n" {
                    csv::Terminator::Any(b'\n')
                } else {
                    csv::Terminator::CRLF
                })
                .from_writer(Vec::new());
            writer
                .write_record(["the \"id\"", "Puzzle", "a\nnote"])
                .unwrap();
            for note in odd {
                writer.write_record([note, PUZZLE, note]).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let wanted = records(&text, delimiter);
            for mark in ["", "\u{feff}"] {
                let text = format!("{mark}{text}");
                let out = solve(&["--append-column", "verdict,solution"], &text);
                let rows = records(&out, delimiter);
                assert_eq!(rows.len(), odd.len() + 1, "{out}");
                for (row, wanted) in rows.iter().zip(&wanted) {
                    assert_eq!(row.iter().take(3).collect::<StringRecord>(), *wanted);
                }
                assert_eq!((&rows[0][3], &rows[0][4]), ("verdict", "solution"));
                assert!(
                    rows[1..]
                        .iter()
                        .all(|row| (&row[3], &row[4]) == ("solved", ANSWER))
                );
                // No byte of the old columns changes.
                let bare = out.replace(&format!("{0}verdict{0}solution", delimiter as char), "");
                let bare = bare.replace(&format!("{0}solved{0}{ANSWER}", delimiter as char), "");
                assert_eq!(bare, text.trim_start_matches('\u{feff}'));
            }
        }
    }
}

#[test]
fn the_puzzles_column_is_found_by_name_number_and_delimiter() {
    let text = format!("7:{PUZZLE}:x\n8:\"{PUZZLE}\":y\n");
    let expected = format!("7:{PUZZLE}:x:{ANSWER}\n8:\"{PUZZLE}\":y:{ANSWER}\n");
    assert_eq!(
        solve(&["--delimiter", ":", "--column", "2"], &text),
        expected
    );
    let commas = text.replace(':', ",");
    assert_eq!(
        solve(&["--column", "2"], &commas),
        expected.replace(':', ",")
    );
    // Without a header and without a word, a line begins with its puzzle.
    assert_eq!(
        solve(&[], &format!("{PUZZLE},{ANSWER}\n")),
        format!("{ANSWER}\n")
    );
    let named = format!("2,a\nx,{PUZZLE}\n");
    let done = run(&["solve", "-q", "--column", "2"], &named);
    assert_eq!(
        done.stdout,
        format!(
            "2,a,solution
x,{PUZZLE},
"
        )
    );
    let spaced = format!("id, puzzle\n1, {PUZZLE} \n");
    assert_eq!(
        solve(&[], &spaced),
        format!("id, puzzle,solution\n1, {PUZZLE} ,{ANSWER}\n")
    );
    refused(&["--column", "9"], &commas, 2, &["no column '9'"]);
    refused(&["--delimiter", "::"], &text, 2, &["--delimiter"]);
    refused(
        &["--input-format", "csv"],
        "a\tb\n1\t2\n",
        2,
        &["no puzzles of 81 cells in a, b", "--column"],
    );
}

#[test]
fn a_column_found_by_what_stands_in_it_is_named_once_on_standard_error() {
    let scratch = Scratch::new();
    let text = format!("grid_in,grid_out\n{PUZZLE},{ANSWER}\n");
    let path = scratch.file("table.csv", &text);
    let note = "the puzzles are in column 'grid_in' (--column names another)";
    let solved = run(&["solve", &path], "");
    assert_eq!(
        solved.stdout,
        format!("grid_in,grid_out,solution\n{PUZZLE},{ANSWER},{ANSWER}\n")
    );
    assert_eq!(solved.stderr.matches(note).count(), 1, "{}", solved.stderr);
    // Quietly, there are only errors, and one line of JSON is for programs.
    for verb in [&["solve", "-q"][..], &["verify", "-q", &path]] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!((done.code, &done.stderr[..]), (Some(0), ""), "{verb:?}");
    }
    let done = run(&["solve", "--report", "json", &path], "");
    let report: Result<serde_json::Value, _> = serde_json::from_str(&done.stderr);
    assert!(report.is_ok(), "{}", done.stderr);
    for verb in [
        &["rate"][..],
        &["transform", "--canonical"],
        &["verify", &path],
        &["bench", "--engines", "mrv", "--time", "1ms"],
    ] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!(
            done.stderr.matches(note).count(),
            1,
            "{verb:?} {}",
            done.stderr
        );
    }
    // Their names do not distinguish them.
    let text = format!("one,two\n{PUZZLE},{PUZZLE}\n");
    let path = scratch.file("two.csv", &text);
    for verb in [&["solve"][..], &["rate"], &["verify", &path], &["bench"]] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!(done.code, Some(2), "{verb:?} {}", done.stderr);
        assert!(done.stderr.contains("'one' or 'two'"), "{}", done.stderr);
        assert_eq!(done.stdout, "", "{verb:?}");
    }
}

#[test]
fn ragged_rows_shift_no_column() {
    let text = format!("puzzle,a,b\n{PUZZLE}\n{PUZZLE},1\n{PUZZLE},1,2,\"3\"\n{PUZZLE},1,2\n");
    let asked = ["--append-column", "verdict,reason,solution"];
    let done = run(&[&["solve", "-q"][..], &asked].concat(), &text);
    assert_eq!(done.code, Some(1));
    let expected = format!(
        "puzzle,a,b,verdict,reason,solution\n\
         {PUZZLE},,,solved,,{ANSWER}\n\
         {PUZZLE},1,,solved,,{ANSWER}\n\
         \"{PUZZLE},1,2,\"\"3\"\"\",,,malformed,\"4 fields, and 3 columns\",\n\
         {PUZZLE},1,2,solved,,{ANSWER}\n"
    );
    assert_eq!(done.stdout, expected);
}

#[test]
fn of_two_columns_of_puzzles_the_first_is_solved_and_verified() {
    let scratch = Scratch::new();
    let table = scratch.file(
        "table.csv",
        &format!("puzzle,x,puzzle\n{PUZZLE},1,{NONE}\n"),
    );
    let answers = scratch.file("answers.csv", &solve(&[&table], ""));
    let done = run(&["verify", &table, &answers], "");
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let header = scratch.file("header.csv", "id,\"a,b\"\n1,2\n");
    let done = run(&["solve", "--column", "nope", &header], "");
    let message = "no column 'nope', but id,\"a,b\" (--column";
    assert!(done.stderr.contains(message), "{}", done.stderr);
}

#[test]
fn headers_alone_blank_lines_and_choices() {
    assert_eq!(solve(&[], "id,puzzle\n"), "id,puzzle,solution\n");
    assert_eq!(solve(&[], "\n\nid,puzzle"), "id,puzzle,solution\n");
    let text = format!("puzzle\r\n\r\n{PUZZLE}\r\nx\r\n\r\n{NONE}");
    let only = |which| solve(&["--only", which], &text);
    assert_eq!(
        solve(&[], &text),
        format!("puzzle,solution\r\n{PUZZLE},{ANSWER}\r\nx,\r\n{NONE},\n")
    );
    assert_eq!(
        only("solved"),
        format!("puzzle,solution\r\n{PUZZLE},{ANSWER}\r\n")
    );
    assert_eq!(
        only("unsolved"),
        format!("puzzle,solution\r\nx,\r\n{NONE},\n")
    );
    assert_eq!(only("invalid"), "puzzle,solution\r\nx,\r\n");
}

#[test]
fn several_tables_are_one_or_none() {
    let scratch = Scratch::new();
    let file = |name: &str, text: &str| scratch.file(name, text);
    let one = file("one.csv", &format!("id,puzzle\n1,{PUZZLE}\n"));
    let two = file("two.csv", &format!("\nid,puzzle\n2,{PUZZLE}"));
    let other = file("other.csv", &format!("puzzle,id\n{PUZZLE},3\n"));
    let text = file("text", &format!("{PUZZLE}\n"));
    let expected = format!("id,puzzle,solution\n1,{PUZZLE},{ANSWER}\n2,{PUZZLE},{ANSWER}\n");
    assert_eq!(solve(&[&one, &two], ""), expected);
    let empty = file("empty", "");
    assert_eq!(solve(&[&empty, &one, &empty, &two], ""), expected);
    assert_eq!(solve(&[&empty, "--append-column", "verdict"], ""), "");
    assert_eq!(solve(&[&empty, "--input-format", "csv"], ""), "");
    refused(&[&one, &other], "", 2, &["other.csv", "one.csv"]);
    refused(
        &[&one, &text],
        "",
        2,
        &["text", "one.csv", "--output-format solution"],
    );
    refused(&[&text, &one], "", 2, &["one.csv"]);
    // Before a row is written, for every verb.
    for verb in [&["solve"][..], &["rate"], &["transform", "--canonical"]] {
        let done = run(&[verb, &[&one, &other]].concat(), "");
        assert_eq!((done.code, &*done.stdout), (Some(2), ""), "{verb:?}");
        assert!(
            done.stderr.contains("its columns are not those of"),
            "{}",
            done.stderr
        );
    }
    let bare = solve(&[&one, &other, &text, "--output-format", "solution"], "");
    assert_eq!(bare, format!("{ANSWER}\n").repeat(3));
}

#[test]
fn comments_above_a_header_stay_there() {
    let text = format!("# made by me\n#two\nid,quizzes,x\n1,{PUZZLE},a\n#,{PUZZLE},b\n");
    let expected = format!(
        "# made by me\n#two\nid,quizzes,x,solution\n1,{PUZZLE},a,{ANSWER}\n#,{PUZZLE},b,{ANSWER}\n"
    );
    for chunk in ["1", "1M"] {
        assert_eq!(solve(&["--chunk-size", chunk], &text), expected);
    }
    let scratch = Scratch::new();
    let file = scratch.file("table", &text);
    for count in [2, 5, 30] {
        let share = |i| solve(&["--shard", &format!("{i}/{count}"), &file], "");
        let all: String = (1..=count).map(share).collect();
        assert_eq!(all, expected, "{count} shares");
    }
}

#[test]
fn a_name_needs_a_header() {
    let lines = format!("{PUZZLE}\n{NONE} # two\n");
    refused(&["--column", "x"], &lines, 2, &["no column 'x'"]);
    let board = PUZZLE.as_bytes().chunks(9).map(String::from_utf8_lossy);
    let board = board.collect::<Vec<_>>().join("\n");
    refused(&["--column", "x"], &board, 2, &["no column 'x'"]);
    let rows = format!("1,{PUZZLE}\n2,{NONE}\n");
    refused(
        &["--column", "x"],
        &rows,
        2,
        &["no column 'x'", "or gives its number"],
    );
    let table = format!("{PUZZLE},{ANSWER}\n{NONE},\n");
    assert_eq!(
        solve(&["--column", "1"], &lines),
        table.replace(&format!("{NONE},"), &format!("{NONE} # two,"))
    );
}

#[test]
fn boards_in_fields_are_named() {
    let rows = PUZZLE.as_bytes().chunks(9).map(String::from_utf8_lossy);
    let board = rows.collect::<Vec<_>>().join("\n");
    let spaced = PUZZLE.split("").collect::<Vec<_>>().join(" ");
    for cells in [&board, &spaced] {
        let text = format!("id,drawn\n1,\"{cells}\"\n2,\"{cells}\"\n");
        refused(&[], &text, 2, &["no puzzles of 81 cells"]);
    }
    let text = format!("id,puzzle\n1,{PUZZLE}\n2,\"{board}\"\n");
    let solved = solve(&["--append-column", "reason"], &text);
    assert!(
        solved.ends_with("\",\"81 cells, but something between them\"\n"),
        "{solved}"
    );
}
