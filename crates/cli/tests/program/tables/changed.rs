//! What `transform` and `rate` keep besides the puzzles.

use super::{ANSWER, PUZZLE, records, text};
use crate::common::{Finished, Scratch, board, feed, ninefold};
use ninefold::grid::check;
use serde_json::Value;

/// The puzzle and its answer with two digits exchanged throughout.
fn swapped(text: &str) -> String {
    let swap = |cell| match cell {
        '1' => '2',
        '2' => '1',
        other => other,
    };
    text.chars().map(swap).collect()
}

fn run(args: &str, text: &str) -> Finished {
    feed(ninefold().args(args.split_whitespace()), text)
}

#[track_caller]
fn transform(args: &str, text: &str) -> String {
    let done = run(&format!("transform -q {args}"), text);
    done.ended(0, &[]);
    done.stdout
}

fn canonical(puzzle: &str) -> String {
    transform("--canonical", puzzle).trim_end().to_owned()
}

/// Whether this is the puzzle's solution.
fn solves(puzzle: &str, solution: &str) -> bool {
    let puzzle: [u8; 81] = puzzle.as_bytes().try_into().unwrap();
    let Ok(solution) = solution.as_bytes().try_into() else {
        return false;
    };
    check::check(&puzzle, &solution).is_ok()
}

/// The end of the message.
const LEFT_OUT: &str = "beside the puzzles is left out\n";

#[test]
fn comments_blank_lines_and_tails_stay_where_they_are() {
    let other = swapped(PUZZLE);
    let text = format!("# one\r\n\n{PUZZLE} easy, 1\r\nprose\n# two\n\t{other},b\n");
    for (option, rows, is_left_out) in [
        ("", "# one\n\nF\n# two\nF\n", true),
        ("--keep-tail", "# one\n\nF easy, 1\n# two\nF,b\n", false),
        ("--bare", "F\nF\n", false),
    ] {
        let done = run(&format!("transform --canonical {option}"), &text);
        done.ended(1, &[]);
        assert_eq!(done.stdout, rows.replace('F', &canonical(PUZZLE)));
        let found = done.stderr.ends_with(LEFT_OUT);
        assert_eq!(found, is_left_out, "{option}: {}", done.stderr);
    }
    // Whatever is beside them, the same puzzles come out.
    let bare = transform("--isomorph", &format!("{PUZZLE}\n{other}\n"));
    let kept = run("transform --isomorph -q", &text).stdout;
    let puzzles: Vec<&str> = kept.lines().filter(|line| line.len() == 81).collect();
    assert_eq!(puzzles, bare.lines().collect::<Vec<_>>());
}

#[test]
fn a_csv_keeps_its_columns_and_the_solution_is_that_of_the_new_puzzle() {
    let more = swapped(PUZZLE);
    let none = ".".repeat(81);
    let table = format!(
        "id;solution;\"puzzle\";by\r\n1;{ANSWER};{PUZZLE};\"a;b\"\r\n2;{};\"{more}\";\n\n3;short;{none};c",
        swapped(ANSWER)
    );
    for change in ["--isomorph", "--canonical"] {
        let done = transform(&format!("{change} --threads=2"), &table);
        assert!(done.starts_with("id;solution;\"puzzle\";by\r\n"), "{done}");
        let rows = records(&done, b';');
        assert_eq!(rows.len(), 4, "{done}");
        for (row, others) in rows[1..].iter().zip([("1", "a;b"), ("2", ""), ("3", "c")]) {
            assert_eq!((&row[0], &row[3]), others);
            if others.0 == "3" {
                assert_eq!(&row[1], "short");
                continue;
            }
            assert_eq!(canonical(&row[2]), canonical(PUZZLE));
            assert!(solves(&row[2], &row[1]), "{change}: {row:?}");
        }
    }
    let row = format!("{none},{ANSWER}\n");
    let bare = transform("--canonical --bare", &format!("puzzle,solution\n{row}"));
    assert_eq!(bare, format!("{none}\n"));
    let full = format!("puzzle,solution\n{ANSWER},{ANSWER}\n{row}");
    let done = run("transform --minimize", &full);
    assert_eq!((done.code, done.stdout.lines().count()), (Some(1), 2));
    let row = done.stdout.lines().nth(1).unwrap().split_once(',').unwrap();
    assert!(row.0.contains('.') && solves(row.0, row.1), "{row:?}");
}

#[test]
fn json_lines_keep_their_members() {
    let text = text(
        "{\"n\": 1, \"puzzle\": \"{P}\", \"solution\": \"{S}\"}\n\nprose\n\
         {\"solution\":\"{S}\",\"puzzle\":\"{P}\",\"n\":[2]}\n",
    );
    let done = run("transform --isomorph", &text);
    done.ended(1, &[]);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, ""));
    for (line, n) in [(lines[0], "1"), (lines[2], "[2]")] {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["n"].to_string(), n);
        let text = |name: &str| row[name].as_str().unwrap();
        assert_ne!(text("puzzle"), PUZZLE);
        assert!(solves(text("puzzle"), text("solution")), "{line}");
    }
}

/// Whatever form a solution has that is read, it becomes the one of the new puzzle.
#[test]
fn solutions_in_other_forms_are_those_of_the_new_puzzles() {
    let rows = |between: &str, row: &str| board(ANSWER, between, row);
    for solution in [
        format!("[[{}]]", rows(",", "],[")),
        format!("[\"{}\"]", rows("", "\",\"")),
        format!("\"{}\"", rows(" ", " ")),
        format!("\"{}\"", rows("", "\\n")),
        format!("\"{}\"", rows("|", "\\r\\n")),
    ] {
        let object = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":{solution}}}\n");
        for text in [object.repeat(2), format!("[{object},{object}]\n")] {
            let changed = transform("--isomorph", &text);
            let done = run("solve --output-format line", &changed);
            done.ended(0, &["2 solutions of the input compared: all are right"]);
            assert!(!done.stdout.contains(PUZZLE), "{}", done.stdout);
        }
    }
    for solution in [
        // Nine lines of a quoted field.
        format!("\"{}\"", rows("", "\n")),
        rows("", "|"),
        rows(" ", " / "),
    ] {
        let row = format!("{PUZZLE},{solution}\n");
        let changed = transform("--isomorph", &format!("puzzle,solution\n{row}{row}"));
        let done = run("solve --output-format line", &changed);
        done.ended(0, &["2 solutions of the input compared: all are right\n"]);
    }
}

#[test]
fn rows_of_several_tables_have_one_header_or_are_refused() {
    let scratch = Scratch::new();
    for (name, columns) in [
        ("one", "puzzle,by"),
        ("two", "puzzle,by"),
        ("other", "puzzle,at"),
    ] {
        scratch.file(name, &format!("{columns}\n{PUZZLE},{name}\n"));
    }
    let form = canonical(PUZZLE);
    let both = format!("puzzle,by\n{form},one\n{form},two\n");
    let verb = "transform -q --canonical";
    scratch.run(&format!("{verb} one two")).printed(0, &both);
    let words = ["its columns are not those of one", "--bare"];
    scratch.run(&format!("{verb} one other")).ended(2, &words);
    let bare = scratch.run(&format!("{verb} --bare one other"));
    bare.printed(0, &format!("{form}\n{form}\n"));
}

#[test]
fn ratings_stand_behind_the_columns_of_a_table() {
    let alone = run("rate -q", &format!("{PUZZLE}\n")).stdout;
    let (header, row) = alone.trim_end().split_once('\n').unwrap();
    let names = &header["puzzle,".len()..];
    let values = &row[82..];
    let table = text("by,puzzle\r\n\"a,\"\"b\",{P}\r\nc,none\r\nd,{P}");
    let done = run("rate", &table);
    let rows = format!("by,puzzle,{names}\r\n\"a,\"\"b\",{{P}},{values}\r\nd,{{P}},{values}\n");
    assert_eq!((done.code, done.stdout), (Some(1), text(&rows)));
    assert!(!done.stderr.contains("beside"), "{}", done.stderr);
    let bare = run("rate -q --bare", &table).stdout;
    assert_eq!(bare, format!("{header}\n{row}\n{row}\n"));
    // A name that exists gets another one.
    let other = names.replace("level", "ninefold_level");
    let rows = format!("Level,puzzle,{other}\n1,{PUZZLE},{values}\n");
    run("rate -q", &text("Level,puzzle\n1,{P}\n")).printed(0, &rows);
    let done = run("rate -q", &text("level,ninefold_level,puzzle\n1,2,{P}\n"));
    done.ended(
        0,
        &["level,ninefold_level,puzzle,", ",ninefold_ninefold_level,"],
    );
    // A table without rows has its header.
    let done = run("rate -q -", "\n\npuzzle,by\n");
    done.printed(0, &format!("puzzle,by,{names}\n"));
}

#[test]
fn ratings_of_json_lines_are_members() {
    let line = text("{\"puzzle\": \"{P}\", \"n\": [1]}");
    let invalid = PUZZLE.replacen('0', "1", 1);
    let text = format!("{line}\n\n{{\"puzzle\":\"{invalid}\"}}\n");
    let done = run("rate -q", &text);
    let rows: Vec<&str> = done.stdout.lines().collect();
    assert_eq!((rows.len(), rows[1]), (3, ""));
    assert!(rows[0].starts_with(&line[..line.len() - 1]));
    let [good, bad] = [0, 2].map(|i| serde_json::from_str::<Value>(rows[i]).unwrap());
    assert_eq!((&good["count"], &good["n"][0]), (&1.into(), &1.into()));
    assert_eq!(bad["level"], "invalid");
    assert!(bad["count"].is_null() && bad["minimal"].is_null());
    let lines = format!("{line}\n").repeat(200);
    let late = format!("{lines}\n{{\"level\":1,\"puzzle\":\"{PUZZLE}\"}}\n");
    let words = "line 202: there is a member 'level' already";
    run("rate -q", &late).ended(2, &[words]);
}

#[test]
fn ratings_keep_tails_in_a_column() {
    let row = format!("{PUZZLE} a, \"b\"\n");
    let text = format!("# one\n{row}");
    let done = run("rate --keep-tail", &text);
    let rows = records(&done.stdout, b',');
    assert_eq!(rows[0].iter().next_back(), Some("tail"));
    assert_eq!(rows[1].iter().next_back(), Some(" a, \"b\""));
    // The comment.
    assert!(done.stderr.contains(LEFT_OUT), "{}", done.stderr);
    run("rate", &text).ended(0, &[LEFT_OUT]);
    let kept = run("rate --keep-tail", &row);
    assert!(!kept.stderr.contains(LEFT_OUT), "{}", kept.stderr);
}

#[test]
fn a_solution_goes_with_its_puzzle_whatever_it_is_called() {
    // It has other solutions too.
    let several = format!("{}{}", ".".repeat(30), &ANSWER[30..]);
    let wrong = swapped(ANSWER);
    for (options, form) in [
        ("", "puzzle,grid_out\nP,S\n"),
        ("", "puzzle,solution\nP,S\n"),
        ("", "puzzle;a;b\nP;\"S\";x\n"),
        ("", "{\"puzzle\":\"P\",\"soln\":\"S\",\"n\":1}\n"),
        (
            "",
            "{\"puzzle\":\"P\",\"found\":[{\"by\":\"S\"}],\"n\":1}\n",
        ),
        ("--keep-tail", "P,S\n"),
        ("--keep-tail", "P 1 S easy\n"),
        ("--keep-tail", "P:1:S easy\n"),
        ("--input-format csv --column 1", "P,S\n"),
    ] {
        for (puzzle, change) in [
            (PUZZLE, "--isomorph"),
            (PUZZLE, "--canonical"),
            (PUZZLE, "--minimize"),
            (&several, "--isomorph"),
            (&several, "--canonical"),
        ] {
            let args = format!("{change} {options}");
            let text = form.replace('P', puzzle).replace('S', ANSWER);
            let changed = transform(&args, &text);
            let place = |of: &str| text.find(of).unwrap();
            let new = &changed[place(puzzle)..][..81];
            let solution = &changed[place(ANSWER)..][..81];
            assert_ne!(new, puzzle, "{args} {text}");
            assert!(solves(new, solution), "{args} {changed}");
            // Everything else stays unchanged.
            let filled = form.replace('P', new).replace('S', solution);
            assert_eq!(changed, filled, "{args}");
            // So does a grid that is not a solution.
            let other = run(
                &format!("transform -q {args}"),
                &text.replace(ANSWER, &wrong),
            );
            let other = other.stdout;
            assert_eq!(other, form.replace('P', new).replace('S', &wrong), "{args}");
        }
    }
}

#[test]
fn a_solution_in_an_array_goes_with_its_puzzle() {
    let nested = format!("[[{}]]", board(ANSWER, ",", "], ["));
    let flat = format!("[{}]", board(ANSWER, ",", ","));
    let numpy = format!("\"[[{}]]\"", board(ANSWER, " ", "]\n ["));
    for text in [
        format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":[1,2],\"found\":{nested}}}\n"),
        format!("{{\"puzzle\":\"{PUZZLE}\",\"all\":[{nested}],\"n\":[[3]]}}\n"),
        format!("{{\"found\":{flat},\"puzzle\":\"{PUZZLE}\"}}\n"),
        format!("puzzle,found\n{PUZZLE},{numpy}\n"),
    ] {
        let changed = transform("--isomorph", &text);
        assert_eq!(changed.len(), text.len());
        let at = text.find(PUZZLE).unwrap();
        let array = text.find("[1,4").or(text.find("[1 4")).unwrap();
        let digits = changed[array..].chars().filter(char::is_ascii_digit);
        let digits: String = digits.take(81).collect();
        assert!(solves(&changed[at..][..81], &digits), "{text} {changed}");
    }
}
