//! What `transform` and `rate` keep besides the puzzles.

use super::{ANSWER, PUZZLE, records};
use crate::common::{Scratch, run};
use ninefold::grid::check;

/// The puzzle and its answer with two digits exchanged throughout.
fn swapped(text: &str) -> String {
    let swap = |cell| match cell {
        '1' => '2',
        '2' => '1',
        other => other,
    };
    text.chars().map(swap).collect()
}

fn transform(args: &[&str], text: &str) -> String {
    let done = run(&[&["transform", "-q"], args].concat(), text);
    assert_eq!(done.code, Some(0), "{args:?} {}", done.stderr);
    done.stdout
}

fn canonical(puzzle: &str) -> String {
    transform(&["--canonical"], puzzle).trim_end().to_owned()
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
    let form = canonical(PUZZLE);
    let done = run(&["transform", "--canonical"], &text);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.stdout, format!("# one\n\n{form}\n# two\n{form}\n"));
    assert!(done.stderr.ends_with(LEFT_OUT), "{}", done.stderr);
    let done = run(&["transform", "--canonical", "--keep-tail"], &text);
    assert_eq!(
        done.stdout,
        format!("# one\n\n{form} easy, 1\n# two\n{form},b\n")
    );
    assert!(!done.stderr.contains("beside"), "{}", done.stderr);
    let done = run(&["transform", "--canonical", "--bare"], &text);
    assert_eq!(done.stdout, format!("{form}\n{form}\n"));
    assert!(!done.stderr.contains("beside"), "{}", done.stderr);
    // Whatever is beside them, the same puzzles come out.
    let bare = transform(&["--isomorph"], &format!("{PUZZLE}\n{other}\n"));
    let kept = run(&["transform", "--isomorph", "-q"], &text).stdout;
    let puzzles: Vec<&str> = kept.lines().filter(|line| line.len() == 81).collect();
    assert_eq!(puzzles, bare.lines().collect::<Vec<_>>());
}

#[test]
fn a_csv_keeps_its_columns_and_the_solution_is_that_of_the_new_puzzle() {
    let more = swapped(PUZZLE);
    let none = ".".repeat(81);
    let text = format!(
        "id;solution;\"puzzle\";by\r\n1;{ANSWER};{PUZZLE};\"a;b\"\r\n2;{};\"{more}\";\n\n3;short;{none};c",
        swapped(ANSWER)
    );
    for change in ["--isomorph", "--canonical"] {
        let done = transform(&[change, "--threads=2"], &text);
        assert!(done.starts_with("id;solution;\"puzzle\";by\r\n"), "{done}");
        let rows = records(&done, b';');
        assert_eq!(rows.len(), 4, "{done}");
        for (row, (id, by)) in rows[1..].iter().zip([("1", "a;b"), ("2", ""), ("3", "c")]) {
            assert_eq!((&row[0], &row[3]), (id, by));
        }
        for row in &rows[1..3] {
            assert_eq!(canonical(&row[2]), canonical(PUZZLE));
            assert!(solves(&row[2], &row[1]), "{change}: {row:?}");
        }
        assert_eq!(&rows[3][1], "short");
    }
    let text = format!("puzzle,solution\n{none},{ANSWER}\n");
    let done = transform(&["--canonical", "--bare"], &text);
    assert_eq!(done, format!("{none}\n"));
    let full = format!("puzzle,solution\n{ANSWER},{ANSWER}\n{none},{ANSWER}\n");
    let done = run(&["transform", "--minimize"], &full);
    assert_eq!((done.code, done.stdout.lines().count()), (Some(1), 2));
    let row = done.stdout.lines().nth(1).unwrap().split_once(',').unwrap();
    assert!(row.0.contains('.') && solves(row.0, row.1), "{row:?}");
}

#[test]
fn json_lines_keep_their_members() {
    let text = format!(
        "{{\"n\": 1, \"puzzle\": \"{PUZZLE}\", \"solution\": \"{ANSWER}\"}}\n\nprose\n{{\"solution\":\"{ANSWER}\",\"puzzle\":\"{PUZZLE}\",\"n\":[2]}}\n"
    );
    let done = run(&["transform", "--isomorph"], &text);
    assert_eq!(done.code, Some(1));
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!((lines.len(), lines[1]), (3, ""));
    for (line, n) in [(lines[0], "1"), (lines[2], "[2]")] {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["n"].to_string(), n);
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        assert_ne!(text("puzzle"), PUZZLE);
        assert!(solves(&text("puzzle"), &text("solution")), "{line}");
    }
}

#[test]
fn rows_of_several_tables_have_one_header_or_are_refused() {
    let scratch = Scratch::new();
    let table = |name: &str, columns: &str| {
        let text = format!("{columns}\n{PUZZLE},{name}\n");
        scratch.file(&format!("{name}.csv"), &text)
    };
    let (one, two) = (table("one", "puzzle,by"), table("two", "puzzle,by"));
    let other = table("other", "puzzle,at");
    let form = canonical(PUZZLE);
    let done = transform(&["--canonical", &one, &two], "");
    assert_eq!(done, format!("puzzle,by\n{form},one\n{form},two\n"));
    let done = run(&["transform", "--canonical", &one, &other], "");
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    let expected = format!("its columns are not those of {one}");
    assert!(
        done.stderr.contains(&expected) && done.stderr.contains("--bare"),
        "{}",
        done.stderr
    );
    let done = transform(&["--canonical", "--bare", &one, &other], "");
    assert_eq!(done, format!("{form}\n{form}\n"));
}

#[test]
fn ratings_stand_behind_the_columns_of_a_table() {
    let alone = run(&["rate", "-q"], &format!("{PUZZLE}\n")).stdout;
    let (header, row) = alone.trim_end().split_once('\n').unwrap();
    let (names, values) = (&header["puzzle,".len()..], &row[82..]);
    let text = format!("by,puzzle\r\n\"a,\"\"b\",{PUZZLE}\r\nc,none\r\nd,{PUZZLE}");
    let done = run(&["rate"], &text);
    let expected =
        format!("by,puzzle,{names}\r\n\"a,\"\"b\",{PUZZLE},{values}\r\nd,{PUZZLE},{values}\n");
    assert_eq!((done.code, &done.stdout), (Some(1), &expected));
    assert!(!done.stderr.contains("beside"), "{}", done.stderr);
    let bare = run(&["rate", "-q", "--bare"], &text).stdout;
    assert_eq!(bare, format!("{header}\n{row}\n{row}\n"));
    // A name that exists gets another one.
    let done = run(&["rate", "-q"], &format!("Level,puzzle\n1,{PUZZLE}\n"));
    let names = names.replace("level", "ninefold_level");
    let expected = format!("Level,puzzle,{names}\n1,{PUZZLE},{values}\n");
    assert_eq!((done.code, done.stdout), (Some(0), expected));
    let done = run(
        &["rate", "-q"],
        &format!("level,ninefold_level,puzzle\n1,2,{PUZZLE}\n"),
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let header = "level,ninefold_level,puzzle,";
    assert!(done.stdout.starts_with(header), "{}", done.stdout);
    assert!(done.stdout.contains(",ninefold_ninefold_level,"));
    // A table without rows has its header. An empty input has that of the ratings.
    let done = run(&["rate", "-q", "-"], "\n\npuzzle,by\n");
    assert!(
        done.stdout.starts_with("puzzle,by,clues,"),
        "{}",
        done.stdout
    );
    assert_eq!(done.stdout.lines().count(), 1);
}

#[test]
fn ratings_of_json_lines_are_members() {
    let line = format!("{{\"puzzle\": \"{PUZZLE}\", \"n\": [1]}}");
    let invalid = PUZZLE.replacen('0', "1", 1);
    let text = format!("{line}\n\n{{\"puzzle\":\"{invalid}\"}}\n");
    let done = run(&["rate", "-q"], &text);
    let rows: Vec<&str> = done.stdout.lines().collect();
    assert_eq!((rows.len(), rows[1]), (3, ""));
    assert!(rows[0].starts_with(&line[..line.len() - 1]));
    let row: serde_json::Value = serde_json::from_str(rows[0]).unwrap();
    assert_eq!((&row["count"], &row["n"][0]), (&1.into(), &1.into()));
    let row: serde_json::Value = serde_json::from_str(rows[2]).unwrap();
    assert_eq!(row["level"], "invalid");
    assert!(row["count"].is_null() && row["minimal"].is_null());
    let done = run(
        &["rate", "-q"],
        &format!("{line}\n\n{{\"level\":1,\"puzzle\":\"{PUZZLE}\"}}\n"),
    );
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(
        done.stderr
            .contains("line 3: there is a member 'level' already"),
        "{}",
        done.stderr
    );
}

#[test]
fn ratings_keep_tails_in_a_column() {
    let text = format!("# one\n{PUZZLE} a, \"b\"\n");
    let done = run(&["rate", "--keep-tail"], &text);
    let rows = records(&done.stdout, b',');
    assert_eq!(rows[0].iter().next_back(), Some("tail"));
    assert_eq!(rows[1].iter().next_back(), Some(" a, \"b\""));
    // The comment.
    assert!(done.stderr.contains(LEFT_OUT), "{}", done.stderr);
    let done = run(&["rate"], &text);
    assert!(done.stderr.contains(LEFT_OUT), "{}", done.stderr);
    let kept = run(&["rate", "--keep-tail"], &text.replace("# one\n", ""));
    assert!(!kept.stderr.contains(LEFT_OUT), "{}", kept.stderr);
}

#[test]
fn a_solution_behind_a_count_is_that_of_the_new_puzzle() {
    let text = format!("{PUZZLE}:1:{ANSWER} easy\n{PUZZLE}:1: none\n");
    for change in ["--isomorph", "--canonical", "--minimize"] {
        let changed = transform(&[change, "--keep-tail"], &text);
        let (first, second) = changed.trim_end().split_once('\n').unwrap();
        let fields: Vec<&str> = first.split([':', ' ']).collect();
        assert_eq!((fields[1], fields[3]), ("1", "easy"), "{change}");
        assert!(solves(fields[0], fields[2]), "{change}: {first}");
        assert!(second.ends_with(":1: none"), "{change}: {second}");
    }
}

#[test]
fn a_solution_goes_with_its_puzzle_whatever_it_is_called() {
    // It has other solutions too.
    let several = format!("{}{}", ".".repeat(30), &ANSWER[30..]);
    let wrong = swapped(ANSWER);
    for puzzle in [PUZZLE, &several] {
        let json = |name: &str, with: &str| {
            format!("{{\"puzzle\":\"{puzzle}\",\"{name}\":{with},\"n\":1}}\n")
        };
        let quoted = format!("\"{ANSWER}\"");
        for (args, text) in [
            (&[][..], format!("puzzle,grid_out\n{puzzle},{ANSWER}\n")),
            (&[], format!("puzzle,solution\n{puzzle},{ANSWER}\n")),
            (&[], format!("puzzle;a;b\n{puzzle};\"{ANSWER}\";x\n")),
            (&[], json("soln", &quoted)),
            (&[], json("found", &format!("[{{\"by\":{quoted}}}]"))),
            (&["--keep-tail"], format!("{puzzle},{ANSWER}\n")),
            (&["--keep-tail"], format!("{puzzle} 1 {ANSWER} easy\n")),
            (&["--keep-tail"], format!("{puzzle}:1:{ANSWER}\n")),
            (
                &["--input-format", "csv", "--column", "1"],
                format!("{puzzle},{ANSWER}\n"),
            ),
        ] {
            for change in ["--isomorph", "--canonical", "--minimize"] {
                if change == "--minimize" && puzzle != PUZZLE {
                    continue;
                }
                let args = [&[change], args].concat();
                let changed = transform(&args, &text);
                let place = |of: &str| text.find(of).unwrap();
                let new = &changed[place(puzzle)..][..81];
                assert_ne!(new, puzzle, "{args:?} {text}");
                assert!(
                    solves(new, &changed[place(ANSWER)..][..81]),
                    "{args:?} {changed}"
                );
                assert_eq!(changed.len(), text.len());
                // A grid that is not a solution stays unchanged, and so does everything else.
                let other = transform(&args, &text.replace(ANSWER, &wrong));
                assert_eq!(other.replace(new, puzzle), text.replace(ANSWER, &wrong));
            }
        }
    }
}

#[test]
fn a_solution_in_an_array_goes_with_its_puzzle() {
    let rows = |between: &str| -> Vec<String> {
        let rows = ANSWER.as_bytes().chunks(9).map(|row| {
            let cells: Vec<String> = row
                .iter()
                .map(|&cell| char::from(cell).to_string())
                .collect();
            format!("[{}]", cells.join(between))
        });
        rows.collect()
    };
    let nested = format!("[{}]", rows(",").join(", "));
    let flat = nested
        .replace("], [", ",")
        .replace("[[", "[")
        .replace("]]", "]");
    let numpy = format!("\"[{}]\"", rows(" ").join("\n "));
    for text in [
        format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":[1,2],\"found\":{nested}}}\n"),
        format!("{{\"puzzle\":\"{PUZZLE}\",\"all\":[{nested}],\"n\":[[3]]}}\n"),
        format!("{{\"found\":{flat},\"puzzle\":\"{PUZZLE}\"}}\n"),
        format!("puzzle,found\n{PUZZLE},{numpy}\n"),
    ] {
        let changed = transform(&["--isomorph"], &text);
        assert_eq!(changed.len(), text.len());
        let at = text.find(PUZZLE).unwrap();
        let array = text.find("[1,4").or(text.find("[1 4")).unwrap();
        let digits: String = changed[array..]
            .chars()
            .filter(char::is_ascii_digit)
            .take(81)
            .collect();
        assert!(solves(&changed[at..][..81], &digits), "{text} {changed}");
    }
}
