//! Each source's own task in its own format, exactly as its judge expects it.

mod common;

use common::run;

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";
const ANSWER: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

fn rows(cells: &str) -> Vec<&str> {
    (0..9).map(|row| &cells[9 * row..9 * row + 9]).collect()
}

/// Nine lines with something between the cells.
fn board(cells: &str, between: &str) -> String {
    let line = |row: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells.join(between)
    };
    let lines: Vec<String> = rows(cells).into_iter().map(line).collect();
    lines.join("\n") + "\n"
}

fn solve(args: &[&str], text: &str) -> String {
    let mut all = vec!["solve", "-q"];
    all.extend(args);
    let done = run(&all, text);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    done.stdout
}

#[test]
fn poj_2676() {
    let text = format!("1\n{}", board(PUZZLE, ""));
    assert_eq!(
        solve(&["--input-format", "poj2676"], &text),
        board(ANSWER, "")
    );
    assert_eq!(
        solve(&[], &text),
        board(ANSWER, ""),
        "recognised by its count"
    );
    let two = format!("2\n{0}{0}", board(PUZZLE, ""));
    assert_eq!(
        solve(&["--input-format", "poj2676"], &two),
        board(ANSWER, "").repeat(2)
    );
}

#[test]
fn poj_3074() {
    let puzzle = PUZZLE.replace('0', ".");
    let text = format!("{puzzle}\n{puzzle}\nend\n{puzzle}\n");
    let answers = format!("{ANSWER}\n{ANSWER}\n");
    assert_eq!(solve(&["--input-format", "poj3074"], &text), answers);
}

#[test]
fn leetcode_37() {
    let json = |cells: &str| {
        let rows = rows(cells).into_iter().map(|row| {
            let cells: Vec<String> = row.chars().map(|cell| format!("\"{cell}\"")).collect();
            format!("[{}]", cells.join(","))
        });
        format!("[{}]\n", rows.collect::<Vec<_>>().join(","))
    };
    let text = json(&PUZZLE.replace('0', "."));
    assert_eq!(solve(&["--input-format", "leetcode"], &text), json(ANSWER));
    assert_eq!(solve(&[], &text), json(ANSWER), "recognised by its bracket");
}

#[test]
fn a_grid_between_spaces() {
    let text = "0 0 0 0 0 4 5 0 0\n6 8 0 0 0 9 0 0 0\n2 5 0 3 8 0 0 0 0\n\
                0 2 0 0 4 3 8 0 0\n3 4 0 0 0 8 0 0 6\n8 0 0 6 5 2 4 7 0\n\
                1 6 2 8 9 0 7 0 0\n5 0 8 0 6 7 2 0 9\n0 7 0 0 0 0 6 0 5\n";
    let answer = solve(&["--input-format", "spaced", "--unique"], text);
    assert_eq!(answer.lines().count(), 9);
    let digits: String = answer.split_whitespace().collect();
    let clues: String = text.split_whitespace().collect();
    let (clues, digits) = (clues.as_bytes().try_into(), digits.as_bytes().try_into());
    assert_eq!(
        ninefold::grid::check::check(clues.unwrap(), digits.unwrap()),
        Ok(())
    );
}

#[test]
fn noip_2009() {
    let answer: Vec<u8> = ANSWER.bytes().map(|digit| digit - b'0').collect();
    let ring = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        6 + row.min(8 - row).min(column).min(8 - column)
    };
    let score: usize = (0..81)
        .map(|cell| usize::from(answer[cell]) * ring(cell))
        .sum();
    let text = board(PUZZLE, " ");
    assert_eq!(
        solve(&["--input-format", "noip2009"], &text),
        format!("{score}\n")
    );

    // No solution: minus one. The exit code says that a line has no answer.
    let none = board(&format!("11{}", &PUZZLE[2..]), " ");
    let done = run(&["solve", "-q", "--input-format", "noip2009"], &none);
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), "-1\n"));

    // An engine that cannot score is refused.
    let args = ["solve", "--input-format", "noip2009", "--engine", "mrv"];
    assert_eq!(run(&args, &text).code, Some(2));
}

#[test]
fn project_euler_96() {
    let text = format!("Grid 01\n{0}Grid 02\n{0}", board(PUZZLE, ""));
    assert_eq!(solve(&["--sum-corners"], &text), "286\n");
    let solved = format!("Grid 01\n{0}Grid 02\n{0}", board(ANSWER, ""));
    assert_eq!(solve(&[], &text), solved);
}
