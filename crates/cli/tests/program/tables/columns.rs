//! csv: columns are kept, found and added, whatever is in quotes.

use super::{ANSWER, NONE, PUZZLE, records, refused, solve, solves, text};
use crate::common::{Scratch, board};
use csv::{StringRecord, Terminator, WriterBuilder};

#[test]
fn a_table_keeps_its_columns_and_gets_some() {
    let table = "quizzes,note\n{P},a\n{N},b\nnonsense,c\n";
    let taken = "puzzle,Solution\n{P},{S}\n";
    let other = "puzzle,Solution,ninefold_solution\n{P},{S},{S}\n";
    let airy = "puzzle\r\n\r\n{P}\r\nx\r\n\r\n{N}";
    let header = "puzzle,solution\r\n";
    let clash = format!("11{}", &PUZZLE[2..]);
    let clashing = format!("puzzle\n{{P}}\n{clash}\n");
    for (args, form, rows) in [
        (
            "",
            table,
            "quizzes,note,solution\n{P},a,{S}\n{N},b,\nnonsense,c,\n",
        ),
        (
            "--append-column verdict,count --append-column solution,reason",
            table,
            "quizzes,note,verdict,count,solution,reason\n{P},a,solved,1,{S},\n\
             {N},b,none,0,,\nnonsense,c,malformed,,,length 8\n",
        ),
        // What is asked of a puzzle decides what is added.
        (
            "--count",
            &clashing,
            &format!("puzzle,count,verdict\n{{P}},1,solved\n{clash},0,invalid\n"),
        ),
        (
            "--unique --explain --keep-tail",
            &clashing,
            &format!(
                "puzzle,solution,verdict,reason\n{{P}},{{S}},solved,\n\
                 {clash},,invalid,1 twice in one row: r1c1 and r1c2\n"
            ),
        ),
        // Fields that lack are added, and rows with too many shift no column.
        (
            "--append-column verdict,reason,solution",
            "puzzle,a,b\n{P}\n{P},1\n{P},1,2,\"3\"\n{P},1,2\n",
            "puzzle,a,b,verdict,reason,solution\n{P},,,solved,,{S}\n{P},1,,solved,,{S}\n\
             \"{P},1,2,\"\"3\"\"\",,,malformed,\"4 fields, and 3 columns\",\n{P},1,2,solved,,{S}\n",
        ),
        // A name that is taken gets another.
        ("", taken, other),
        ("--append-column solution", taken, other),
        (
            "--column 1",
            "ninefold_solution,solution\n{P},{S}\n",
            "ninefold_solution,solution,ninefold_ninefold_solution\n{P},{S},{S}\n",
        ),
        // A header alone, blank lines and choices.
        ("", "id,puzzle\n", "id,puzzle,solution\n"),
        ("", "\n\nid,puzzle", "id,puzzle,solution\n"),
        ("", airy, &format!("{header}{{P}},{{S}}\r\nx,\r\n{{N}},\n")),
        ("--only solved", airy, &format!("{header}{{P}},{{S}}\r\n")),
        ("--only unsolved", airy, &format!("{header}x,\r\n{{N}},\n")),
        ("--only invalid", airy, &format!("{header}x,\r\n")),
    ] {
        solves(args, form, rows);
    }
    let guesses = solve("--append-column guesses", &text(table));
    assert!(guesses.starts_with(&text("quizzes,note,guesses\n{P},a,0\n")));
    assert!(guesses.ends_with("nonsense,c,\n"), "{guesses}");
}

#[test]
fn a_delimiter_at_the_end_of_rows_is_no_field() {
    let rows = "id,puzzle,level\n1,{P},easy,\n2,short,hard,\n3,{N},\"x\",\n";
    let expected = "id,puzzle,level,solution\n1,{P},easy,{S}\n2,short,hard,\n3,{N},\"x\",\n";
    for (delimiter, end) in [(",", "\n"), (";", "\r\n"), ("\t", "\n")] {
        let joined = |text: &str| text.replace(',', delimiter).replace('\n', end);
        solves("", &joined(rows), &joined(expected));
    }
    for (form, expected) in [
        // The last line has no end.
        (rows.trim_end(), expected),
        // Where the header has it, too, it is a column.
        ("puzzle,\n{P},\n", "puzzle,,solution\n{P},,{S}\n"),
        // Two are one too many.
        (
            "puzzle,x\n{P},1,,\n{P},1,\n",
            "puzzle,x,solution\n\"{P},1,,\",,\n{P},1,{S}\n",
        ),
        // It is not needed to find the column.
        (
            "id,board\n1,{P},\n2,{P},\n",
            "id,board,solution\n1,{P},{S}\n2,{P},{S}\n",
        ),
    ] {
        solves("", form, expected);
    }
}

#[test]
fn what_cannot_be_added_or_found_is_refused() {
    let taken = "puzzle,Solution\n{P},{S}\n";
    let lines = "{P}\n{N} # two\n";
    let board = board(PUZZLE, "", "\n");
    let spaced = board.replace('\n', "").replace("", " ");
    let named = |cells: &str| format!("id,drawn\n1,\"{cells}\"\n2,\"{cells}\"\n");
    for (args, form, words) in [
        (
            "--append-column verdict,verdict",
            taken,
            &["'verdict' twice"][..],
        ),
        ("--append-column answer", taken, &["'answer'", "verdict"]),
        (
            "--append-column verdict --output-format csv",
            taken,
            &["cannot be used with"],
        ),
        ("--append-column verdict", "{P}\n", &["line", "JSON"]),
        ("--column 9", "7,{P},x\n", &["no column '9'"]),
        ("--delimiter ::", "7:{P}:x\n", &["--delimiter"]),
        (
            "--input-format csv",
            "a\tb\n1\t2\n",
            &["no puzzles of 81 cells in a, b"],
        ),
        // A name needs a header.
        ("--column x", lines, &["no column 'x'"]),
        ("--column x", &board, &["no column 'x'"]),
        (
            "--column x",
            "1,{P}\n2,{N}\n",
            &["no column 'x'", "a name or a number"],
        ),
        (
            "--column nope",
            "id,\"a,b\"\n1,2\n",
            &["no column 'nope', but id,\"a,b\" (--column"],
        ),
        // One of several lines is not read.
        ("", &named(&board), &["no puzzles of 81 cells in id, drawn"]),
    ] {
        refused(args, form, words);
    }
    // A board of one line in a field is that of a text, which has no columns.
    solves("", &named(&spaced), "{S}\n{S}\n");
    let form = format!("id,puzzle\n1,{PUZZLE}\n2,\"{board}\"\n");
    let reasons = solve("--append-column reason", &form);
    let reason = "\",\"81 cells, but something between them\"\n";
    assert!(reasons.ends_with(reason), "{reasons}");
}

#[test]
fn rows_without_a_header_above_them_are_rows_of_the_table() {
    let table = text("id,puzzle\n1,{P}\n\n2,{N}\n# 3,{P}\n");
    let form = |name: &str| solve(&format!("--output-format {name}"), &table);
    assert_eq!(form("solution"), text("{S}\n!none\n{S}\n"));
    let csv = records(&form("csv"), b',');
    assert_eq!((csv.len(), &csv[0][0]), (4, "puzzle"));
    let fields = (&csv[1][0], &csv[1][1], &csv[2][2]);
    assert_eq!(fields, (PUZZLE, ANSWER, "none"));
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
        for end in [Terminator::Any(b'\n'), Terminator::CRLF] {
            let mut writer = WriterBuilder::new();
            writer.delimiter(delimiter).terminator(end);
            let mut writer = writer.from_writer(Vec::new());
            let names = ["the \"id\"", "Puzzle", "a\nnote"];
            writer.write_record(names).unwrap();
            for note in odd {
                writer.write_record([note, PUZZLE, note]).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let wanted = records(&text, delimiter);
            for mark in ["", "\u{feff}"] {
                let out = solve("--append-column verdict,solution", &format!("{mark}{text}"));
                let rows = records(&out, delimiter);
                assert_eq!(rows.len(), odd.len() + 1, "{out}");
                for (i, (row, wanted)) in rows.iter().zip(&wanted).enumerate() {
                    assert_eq!(row.iter().take(3).collect::<StringRecord>(), *wanted);
                    let added = [("verdict", "solution"), ("solved", ANSWER)][i.min(1)];
                    assert_eq!((&row[3], &row[4]), added, "{out}");
                }
                // No byte of the old columns changes.
                let by = char::from(delimiter);
                let bare = out.replace(&format!("{by}verdict{by}solution"), "");
                assert_eq!(bare.replace(&format!("{by}solved{by}{ANSWER}"), ""), text);
            }
        }
    }
}

#[test]
fn the_puzzles_column_is_found_by_name_number_and_delimiter() {
    for (args, form, expected) in [
        (
            "--delimiter : --column 2",
            "7:{P}:x\n8:\"{P}\":y\n",
            "7:{P}:x:{S}\n8:\"{P}\":y:{S}\n",
        ),
        (
            "--column 2",
            "7,{P},x\n8,\"{P}\",y\n",
            "7,{P},x,{S}\n8,\"{P}\",y,{S}\n",
        ),
        ("--column 2", "2,a\nx,{P}\n", "2,a,solution\nx,{P},\n"),
        ("--column 1", "{P}\n{N} # two\n", "{P},{S}\n{N} # two,\n"),
        // Of a row with cells, no field is a name.
        ("--column 1", "{P},1\n{P},2\n", "{P},1,{S}\n{P},2,{S}\n"),
        ("--column 2", "2,{P}\n1,{P}\n", "2,{P},{S}\n1,{P},{S}\n"),
        // Without a header and without a word, a line begins with its puzzle.
        ("", "{P},{S}\n", "{S}\n"),
        (
            "",
            "id, puzzle\n1, {P} \n",
            "id, puzzle,solution\n1, {P} ,{S}\n",
        ),
    ] {
        solves(args, form, expected);
    }
    // Of two columns of puzzles the first is solved and verified.
    let scratch = Scratch::new();
    let table = format!("puzzle,x,puzzle\n{PUZZLE},1,{NONE}\n");
    scratch.file("table.csv", &table);
    scratch.file("answers.csv", &solve("", &table));
    scratch.run("verify table.csv answers.csv").ended(0, &[]);
}

#[test]
fn a_column_found_by_what_stands_in_it_is_named_once_on_standard_error() {
    let scratch = Scratch::new();
    scratch.file("in.csv", &text("grid_in,grid_out\n{P},{S}\n"));
    scratch.file("two.csv", &text("one,two\n{P},{P}\n"));
    let note = "the puzzles are in column 'grid_in' (specify another with --column)";
    // Quietly, there are only errors, and one line of JSON is for programs.
    for (args, count) in [
        ("solve in.csv", 1),
        ("rate in.csv", 1),
        ("transform --canonical in.csv", 1),
        ("verify in.csv", 1),
        ("bench --engines mrv --time 1ms in.csv", 1),
        ("solve -q in.csv", 0),
        ("verify -q in.csv", 0),
        ("solve --report json in.csv", 0),
    ] {
        let done = scratch.run(args);
        done.ended(0, &[]);
        assert_eq!(done.stderr.matches(note).count(), count, "{}", done.stderr);
        if count == 0 && !done.stderr.is_empty() {
            done.report();
        }
    }
    // Their names do not distinguish them.
    for args in ["solve", "rate", "verify", "bench"] {
        let done = scratch.run(&format!("{args} two.csv"));
        done.ended(2, &["'one' or 'two'"]);
        assert_eq!(done.stdout, "");
    }
}

#[test]
fn several_tables_are_one_or_none() {
    let scratch = Scratch::new();
    for (name, form) in [
        ("one.csv", "id,puzzle\n1,{P}\n"),
        ("two.csv", "\nid,puzzle\n2,{P}"),
        ("other.csv", "puzzle,id\n{P},3\n"),
        ("lines", "{P}\n"),
        ("empty", ""),
    ] {
        scratch.file(name, &text(form));
    }
    let both = "id,puzzle,solution\n1,{P},{S}\n2,{P},{S}\n";
    for (args, rows) in [
        ("one.csv two.csv", both),
        ("empty one.csv empty two.csv", both),
        ("empty --append-column verdict", ""),
        ("empty --input-format csv", ""),
        (
            "one.csv other.csv lines --output-format solution",
            "{S}\n{S}\n{S}\n",
        ),
    ] {
        let done = scratch.run(&format!("solve -q {args}"));
        done.printed(0, &text(rows));
    }
    scratch.check(
        "2 | solve -q one.csv other.csv | other.csv & one.csv
         2 | solve -q one.csv lines | lines & one.csv & --output-format solution
         2 | solve -q lines one.csv | one.csv",
    );
    // Before a row is written, for every verb.
    for verb in ["solve", "rate", "transform --canonical"] {
        let done = scratch.run(&format!("{verb} one.csv other.csv"));
        done.ended(2, &["its columns are not those of"]);
        assert_eq!(done.stdout, "", "{verb}");
    }
}

#[test]
fn comments_above_a_header_stay_there() {
    let form = "# made by me\n#two\nid,quizzes,x\n1,{P},a\n#,{P},b\n";
    let expected = "# made by me\n#two\nid,quizzes,x,solution\n1,{P},a,{S}\n#,{P},b,{S}\n";
    for chunk in ["1", "1M"] {
        solves(&format!("--chunk-size {chunk}"), form, expected);
    }
    let scratch = Scratch::new();
    let file = scratch.file("table", &text(form));
    for count in [2, 5, 30] {
        let share = |i| solve(&format!("--shard {i}/{count} {file}"), "");
        let all: String = (1..=count).map(share).collect();
        assert_eq!(all, text(expected), "{count} shares");
    }
}

#[test]
fn ways_of_reading_make_no_difference() {
    let scratch = Scratch::new();
    let row = |i| format!("\"{i}, \"\"{i}\n\"\"\";{{P}};{i}\r\n");
    let rows: String = (0..400).map(row).collect();
    let table = text(&format!("a;puzzle;b\r\n{rows}"));
    let file = scratch.file("table", &table);
    let whole = solve(&file, "");
    assert_eq!(records(&whole, b';').len(), 401);
    for args in [
        "--chunk-size 1",
        "--chunk-size 1000 --threads 3",
        "--no-mmap --threads 1 --chunk-size 64K",
    ] {
        assert!(solve(&format!("{args} {file}"), "") == whole, "{args}");
        assert!(solve(args, &table) == whole, "{args} in a pipe");
    }
    scratch.run("solve -q table -o out").ended(0, &[]);
    assert!(scratch.read("out") == whole);
}
