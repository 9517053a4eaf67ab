//! Solutions that a table states are compared.

use super::{ANSWER, NONE, PUZZLE, text};
use crate::common::{Scratch, board, solve};
use serde_json::json;

#[test]
fn lines_are_those_of_the_file() {
    let wrong = format!("41{}", &ANSWER[2..]);
    let rows = format!(
        "\"a\nb\",solution,puzzle\n\n\"1\n2\n3\",,{PUZZLE}\n4,{wrong},{PUZZLE}\n\"x\ny\",,short\n"
    );
    for chunk in ["1", "100", "1M"] {
        let report = solve(&format!("--report json --chunk-size {chunk}"), &rows).report();
        let known = &report["known_solutions"];
        assert_eq!(
            (&known["compared"], &known["first_wrong"][0]["line"]),
            (&json!(1), &json!(7))
        );
        assert_eq!(report["examples"]["malformed"][0]["line"], 8, "{report}");
        assert_eq!(report["lines"], 9);
    }
}

#[test]
fn the_solutions_of_a_column_or_member_are_compared_and_wrong_lines_named() {
    let damaged = format!("{}0", &ANSWER[..80]);
    let wrong = ANSWER.replace('1', "2");
    let object = |names: [&str; 2], solution: &str| {
        format!("{}\n", json!({names[0]: PUZZLE, names[1]: solution}))
    };
    let answer = |solution: &str| object(["puzzle", "answer"], solution);
    let csv = "puzzle,solution\n{P},{S}\n";
    let one_wrong =
        "2 solutions of the input compared: 1 is wrong\n    wrong     standard input:3\n";
    let one_other = "1 solution of the input compared: it is right; 1 could not be compared\n    \
                     other     standard input:3\n";
    for (form, code, words) in [
        // The second text of 81 cells is not a known solution.
        (
            format!("puzzle,before,answer\n{{P}},{NONE},\"{{S}}\"\n"),
            0,
            "1 solution of the input compared: it is right",
        ),
        (
            object(["question", "answer"], &wrong),
            1,
            "1 solution of the input compared: it is wrong",
        ),
        (object(["unsolved", "solved"], ANSWER), 0, "it is right"),
        (object(["unsolved", "solved"], &wrong), 1, "it is wrong"),
        (format!("{csv}{{P}},{wrong}\n{{P}},\n"), 1, one_wrong),
        (
            format!("\n{}{}", answer(ANSWER), answer(&wrong)),
            1,
            one_wrong,
        ),
        // What has blanks, or another length, is no solution.
        (format!("{csv}{{P}},{damaged}\n{{P}},\n"), 0, one_other),
        (format!("{csv}{{P}},{}\n", &ANSWER[..70]), 0, one_other),
        (
            format!("\n{}{}", answer(ANSWER), answer(&damaged)),
            0,
            one_other,
        ),
        // Whatever the names are, the content decides.
        (format!("puzzle,x\n{{P}},{wrong}\n"), 1, "it is wrong"),
        (
            format!("{{P}} {{S}}\n{{P}} took 3 ms: {wrong}\n"),
            1,
            "1 is wrong",
        ),
    ] {
        solve("--report full -o /dev/null", &text(&form)).ended(code, &[words]);
    }
}

#[test]
fn a_column_of_answers_with_another_name_is_reported() {
    let told = "the answers are in column 'ninefold_solution'";
    for (names, options, is_told) in [
        ("puzzle,Solution", "", true),
        ("puzzle,answer", "", false),
        ("puzzle,solution", "--output-format solution", false),
        ("puzzle,solution", "--count", false),
        ("puzzle,solution", "--report json", false),
        ("puzzle,solution", "--quiet", false),
    ] {
        let done = solve(options, &text(&format!("{names}\n{{P}},{{S}}\n")));
        done.ended(0, &[]);
        let found = done.stderr.contains(told);
        assert_eq!(found, is_told, "{names}: {}", done.stderr);
    }
}

#[test]
fn a_solution_behind_a_puzzle_is_compared() {
    let wrong = ANSWER.replace('1', "2");
    let cut = &ANSWER[..80];
    for between in [":1:", ",", ";", "\t", " ", ", "] {
        let form = format!(
            "# tdoku\n{{P}}{between}{{S}}\n{{P}}{between}{wrong}\n{{P}}\n{{P}}{between}{cut}\n{{P}}:0:\n"
        );
        for chunk in ["1", "1M"] {
            let done = solve(&format!("--report json --chunk-size {chunk}"), &text(&form));
            let known = &done.report()["known_solutions"];
            let found = (&known["compared"], &known["wrong"]);
            assert_eq!(found, (&json!(2), &json!(1)), "{between}");
            assert_eq!(known["first_wrong"][0]["line"], 3, "{between}");
        }
    }
}

/// Whatever its place is called, and however its cells are written, a full grid beside a puzzle is
/// its solution.
#[test]
fn a_solution_anywhere_beside_a_puzzle_is_compared() {
    let wrong = ANSWER.replace('1', "2");
    let rows: Vec<&str> = (0..9).map(|row| &wrong[9 * row..9 * row + 9]).collect();
    let cells: Vec<&str> = wrong.split("").filter(|cell| !cell.is_empty()).collect();
    let array = format!("[{}]", cells.join(", "));
    let many = "{P},\n".repeat(1_500);
    let objects = format!("{}\n", json!({"puzzle": PUZZLE})).repeat(1_500);
    let object = |name: &str| json!({"puzzle": PUZZLE, name: wrong}).to_string();
    let lists = [object("solution").replace(&wrong, ANSWER), object("label")];
    let [right, label] = lists.map(|object| format!("[\n{object}\n]"));
    let json = format!("{{\"train\": {right},\n\"test\": {label}}}");
    for (form, compared, found_wrong, not_comparable) in [
        (format!("puzzle,notes\n{many}{{P}},{wrong}\n"), 1, 1, 0),
        (format!("puzzle,result\n{{P}},\"{array}\"\n"), 1, 1, 0),
        (
            format!("puzzle,result\n{{P}},\"{}\"\n", rows.join("\n")),
            1,
            1,
            0,
        ),
        (
            format!("puzzle,mine,theirs\n{{P}},{{S}},{wrong}\n"),
            2,
            1,
            0,
        ),
        (
            format!("puzzle,mine,theirs\n{{P}},{wrong},{wrong}\n"),
            2,
            2,
            0,
        ),
        (format!("puzzle,result\n{{P}},{}\n", &wrong[..70]), 0, 0, 1),
        (format!("puzzle,result\n{{P}},{}\n", &wrong[..40]), 0, 0, 1),
        (format!("puzzle,id\n{{P}},{}\n", u128::MAX), 0, 0, 0),
        (format!("{objects}{}\n", object("sol")), 1, 1, 0),
        (json, 2, 1, 0),
        (format!("{{P}} {}\n{{P}}\n", rows.join(" ")), 1, 1, 0),
        (format!("{{P}} {}\n{{P}}\n", &wrong[..40]), 0, 0, 1),
    ] {
        let report = solve("--report json -o /dev/null", &text(&form)).report();
        let known = &report["known_solutions"];
        let expected = json!([compared, found_wrong, not_comparable]);
        let found = json!([known["compared"], known["wrong"], known["not_comparable"]]);
        assert_eq!(found, expected, "{}", &form[..form.len().min(300)]);
        let lines = known["first_wrong"].as_array().map_or(0, Vec::len);
        assert_eq!(lines, found_wrong.min(1), "{known}");
    }
}

/// A solution that is not read is not passed over without a word.
#[test]
fn a_solution_in_another_form_than_its_puzzle_is_counted() {
    let scratch = Scratch::new();
    let wrong = ANSWER.replace('1', "2");
    let rows: Vec<&str> = (0..9).map(|row| &wrong[9 * row..9 * row + 9]).collect();
    let cells: Vec<&str> = wrong.split("").filter(|cell| !cell.is_empty()).collect();
    let list = format!("[{}]", cells.join(", "));
    let columns = cells.join(",");
    let names: Vec<String> = (1..=81).map(|i| format!("c{i}")).collect();
    let within = json!({"puzzle": PUZZLE, "meta": {"solution": wrong}});
    let rows_in_lines = rows.join("\n");
    let array = format!("[{}]", board(&PUZZLE.replace('.', "0"), ",", ","));
    let frame = |cells: &str| format!("|{}|", board(cells, "|", "|\n|"));
    for (form, compared, found_wrong, not_comparable) in [
        (
            format!(
                "puzzle,{}\n{{P}},{columns}\n{{P}},{columns}\n",
                names.join(",")
            ),
            0,
            0,
            2,
        ),
        (
            format!("a,b,c,d,e,f,g,h,i,puzzle\n{},{{P}}\n", rows.join(",")),
            0,
            0,
            1,
        ),
        (format!("{within}\n"), 1, 1, 0),
        (
            format!("tests = [\n (\"{{P}}\", {list}),\n (\"{{P}}\", {list}),\n]\n"),
            0,
            0,
            2,
        ),
        (
            format!("puzzle: {{P}}\nsolution: |\n{rows_in_lines}\npuzzle: {{P}}\n"),
            0,
            0,
            1,
        ),
        ("- {P}\n- {P}\n\n5 3 4 of 9 are easy\n".to_owned(), 0, 0, 0),
        // Cells on lines of their own.
        (
            format!(
                "[\n[\n\"{{P}}\",\n{}\n],\n[\n\"{{P}}\"\n]\n]\n",
                cells.join(",\n")
            ),
            0,
            0,
            1,
        ),
        // Arrays behind a name, on one line.
        (
            format!("{{ puzzle: {array}, solution: {list} }},\n").repeat(2),
            2,
            2,
            0,
        ),
        (
            format!("assert solve({array}) == {list}\n").repeat(2),
            2,
            2,
            0,
        ),
        // A line below a board.
        (
            format!("{}\n\n{wrong}\n\n", frame(PUZZLE)).repeat(2),
            2,
            2,
            0,
        ),
        // Several of a list.
        (
            format!(
                "{}\n",
                json!({"puzzle": PUZZLE, "solutions": [ANSWER, wrong]})
            ),
            2,
            1,
            0,
        ),
        // Within an object, and several matrices of a list.
        (
            format!("{{\"puzzle\":\"{{P}}\",\"answer\":{{\"grid\":{list}}}}}\n"),
            1,
            1,
            0,
        ),
        (
            format!(
                "{{\"puzzle\":\"{{P}}\",\"all\":[{list},\"{{S}}\",\"{}\"]}}\n",
                &wrong[..70]
            ),
            2,
            1,
            1,
        ),
        // Lists beside each other, of which one is not read.
        (
            format!("{{\"puzzles\":[\"{{P}}\",\"{{P}}\"],\"solutions\":[{list},{list}]}}\n"),
            0,
            0,
            1,
        ),
        // A quoted field of nine lines.
        (
            format!("puzzle,solution\n{{P}},\"{}\"\n", rows.join("\n")),
            1,
            1,
            0,
        ),
        // Several on a line.
        (
            format!("{{P}} {{S}} {wrong}\n{{P}} {wrong} {wrong}\n"),
            3,
            2,
            0,
        ),
        (
            format!("p = \"{{P}}\", \"{{S}}\", \"{wrong}\"\nq = \"{{P}}\"\n"),
            2,
            1,
            0,
        ),
    ] {
        let report = solve("--report json -o /dev/null", &text(&form)).report();
        let known = &report["known_solutions"];
        let expected = json!([compared, found_wrong, not_comparable]);
        let found = json!([known["compared"], known["wrong"], known["not_comparable"]]);
        assert_eq!(found, expected, "{form}");
        assert_eq!(report["without_blanks"], 0, "{form}");
        if compared + not_comparable > 0 {
            scratch.file("in", &text(&form));
            let are_right = found_wrong + not_comparable == 0;
            let verified = scratch.run("verify -q in");
            assert_eq!(verified.code, Some(i32::from(!are_right)), "{form}");
        }
    }
}
