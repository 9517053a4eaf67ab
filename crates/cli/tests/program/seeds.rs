//! Each contest's task in its own format, exactly as its judge expects it.

use super::common;

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
    let text = format!("{puzzle}\n{puzzle}\nend\n");
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

    // Without a solution the answer is -1. The exit code says that a line has no answer.
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
    let solved = format!("{ANSWER}\n{ANSWER}\n");
    assert_eq!(solve(&["--output-format", "solution"], &text), solved);
    let board = solve(&[], &text);
    assert!(board.starts_with("1 4 3 | 6 2 8 | 5 7 9\n"), "{board}");
}

/// Puzzles with several solutions.
fn multiple() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/multiple.txt");
    let text = std::fs::read_to_string(path).expect("it is committed");
    text.lines().map(|line| line.replace('.', "0")).collect()
}

/// Fills an empty cell that `choose` picks, with the lowest digit that leads to a solution. Nothing
/// if that takes too many steps.
fn fill(
    board: &mut [u8; 81],
    steps: &mut u32,
    choose: fn(&[u8; 81]) -> Option<usize>,
) -> Option<bool> {
    let Some(cell) = choose(board) else {
        return Some(true);
    };
    for digit in b'1'..=b'9' {
        if !fits(board, cell, digit) {
            continue;
        }
        *steps = steps.checked_sub(1)?;
        board[cell] = digit;
        if fill(board, steps, choose)? {
            return Some(true);
        }
        board[cell] = b'0';
    }
    Some(false)
}

fn fits(board: &[u8; 81], cell: usize, digit: u8) -> bool {
    (0..81).all(|other| {
        let seen = other / 9 == cell / 9
            || other % 9 == cell % 9
            || other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3;
        !seen || board[other] != digit
    })
}

/// LeetCode 37: cell by cell.
fn first_empty(board: &[u8; 81]) -> Option<usize> {
    board.iter().position(|&cell| cell == b'0')
}

/// POJ 2676 and 3074 with masks: the first of the cells with the fewest
/// candidates.
fn fewest(board: &[u8; 81]) -> Option<usize> {
    let candidates = |cell| (b'1'..=b'9').filter(|&d| fits(board, cell, d)).count();
    let empty = (0..81).filter(|&cell| board[cell] == b'0');
    empty.min_by_key(|&cell| candidates(cell))
}

/// The puzzles, and the output of a program that chooses cells like that.
fn originals(choose: fn(&[u8; 81]) -> Option<usize>, most: usize) -> Vec<(String, String)> {
    let answer = |puzzle: String| {
        let mut board: [u8; 81] = puzzle.as_bytes().try_into().expect("81 cells");
        let solved = fill(&mut board, &mut 3000, choose)?;
        assert!(solved, "it has several solutions");
        Some((puzzle, String::from_utf8(board.to_vec()).unwrap()))
    };
    let all: Vec<_> = multiple()
        .into_iter()
        .filter_map(answer)
        .take(most)
        .collect();
    assert_eq!(all.len(), most);
    all
}

fn json(cells: &str) -> String {
    let rows = rows(cells).into_iter().map(|row| {
        let cells: Vec<String> = row.chars().map(|cell| format!("\"{cell}\"")).collect();
        format!("[{}]", cells.join(","))
    });
    format!("[{}]\n", rows.collect::<Vec<_>>().join(","))
}

#[test]
fn of_several_solutions_the_one_that_the_original_prints() {
    for (puzzle, answer) in originals(first_empty, 15) {
        let text = json(&puzzle.replace('0', "."));
        for args in [
            &["--engine", "dfs"][..],
            &["--lexicographic"],
            &["--lexicographic", "--engine", "mrv-scan"],
        ] {
            assert_eq!(solve(args, &text), json(&answer), "{args:?}");
        }
    }
    let seeds = originals(fewest, 60);
    let count = seeds.len();
    let boards: String = seeds.iter().map(|(puzzle, _)| board(puzzle, "")).collect();
    let answers: String = seeds.iter().map(|(_, answer)| board(answer, "")).collect();
    let args = ["--engine", "mrv-scan"];
    assert_eq!(solve(&args, &format!("{count}\n{boards}")), answers);
    let lines: String = seeds
        .iter()
        .map(|(puzzle, _)| puzzle.replace('0', ".") + "\n")
        .collect();
    let answers: String = seeds
        .iter()
        .flat_map(|(_, answer)| [answer, "\n"])
        .collect();
    assert_eq!(solve(&args, &format!("{lines}end\n")), answers);
}

#[test]
fn the_solver_in_a_hundred_lines() {
    let puzzle = board(PUZZLE, " ");
    let row = |row: &str| {
        row.chars()
            .map(|digit| format!("{digit}   "))
            .collect::<String>()
            + "\n"
    };
    let answer: String = rows(ANSWER).into_iter().map(row).collect();
    let args = ["--output-format", "hundred-lines", "--engine", "dfs"];
    let printed = solve(&args, &format!("{puzzle}{puzzle}"));
    assert_eq!(printed, format!("ans: \n{answer}ans: \n{answer}"));
    assert!(printed.starts_with("ans: \n1   4   3   6   2   8   5   7   9   \n"));
}

#[test]
fn poj_3074_is_recognised_by_its_end() {
    let puzzle = PUZZLE.replace('0', ".");
    for end in ["end\n", "end", "END\r\n", " end \n"] {
        let text = format!("{puzzle}\n{puzzle}\n{end}");
        let answers = format!("{ANSWER}\n{ANSWER}\n");
        assert_eq!(solve(&[], &text), answers);
        for more in [&["--chunk-size", "82"][..], &["--keep-tail"], &["--all"]] {
            assert_eq!(solve(more, &text), answers, "{more:?}");
        }
        let csv = solve(&["--output-format", "csv"], &text);
        assert_eq!(csv.lines().count(), 3, "{csv}");
    }
    // What is named is that and nothing else, and the end is its own word.
    let text = format!("{puzzle}\nend\n");
    let done = run(&["solve", "-q", "--input-format", "line"], &text);
    let malformed = format!("{ANSWER}\n!malformed\n");
    assert_eq!((done.code, done.stdout), (Some(1), malformed.clone()));
    let done = run(&["solve", "-q"], &format!("{puzzle}\nthe end\n"));
    assert_eq!((done.code, done.stdout), (Some(1), malformed));
    // Nothing after it is lost, and its line is counted.
    let text = format!("{puzzle}\nend\n{puzzle}\nnonsense\n");
    let done = run(&["solve", "--report", "json"], &text);
    assert_eq!(done.stdout, format!("{ANSWER}\n{ANSWER}\n!malformed\n"));
    let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    assert_eq!(report["examples"]["malformed"][0]["line"], 4);
    assert_eq!(report["puzzles"], 3);
}

#[test]
fn a_board_may_be_assigned_to_a_name() {
    let board = json(&PUZZLE.replace('0', "."));
    let board = board.trim_end();
    let broken = board.replace("],", "],\n  ");
    for text in [
        format!("board = {board}\n"),
        format!("board={board}"),
        format!("let board = {board};\n"),
        format!("const board: string[][] = {board} ;\r\n"),
        format!("board: List[List[str]] = {broken}\n"),
        format!("Input: board = {broken}\n"),
    ] {
        assert_eq!(solve(&[], &text), json(ANSWER), "{text}");
        assert_eq!(solve(&["--input-format", "leetcode"], &text), json(ANSWER));
    }
    let two = format!("a = {board};\nb = {board};\n");
    assert_eq!(solve(&[], &two), json(ANSWER).repeat(2));
    // A name with other text is not a board, and the message says so.
    let done = run(
        &["solve", "-q", "--input-format", "leetcode"],
        "board = 5\n",
    );
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), "!malformed\n"));
}

#[test]
fn an_unsolvable_puzzle_is_printed_as_it_was_where_the_original_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/unsolvable.txt");
    let text = std::fs::read_to_string(path).expect("it is committed");
    let none = text.lines().next().unwrap();
    let clash = format!("11{}", &PUZZLE[2..]);
    for puzzle in [none, &clash] {
        let zeros = puzzle.replace('.', "0");
        let dots = puzzle.replace('0', ".");
        let verdict = if puzzle == none { "none" } else { "invalid" };
        for (text, expected) in [
            (format!("1\n{}", board(&zeros, "")), board(&zeros, "")),
            (json(&dots), json(&dots)),
            (format!("{dots}\n"), format!("!{verdict}\n")),
            (board(&zeros, " "), format!("!{verdict}\n")),
        ] {
            let done = run(&["solve", "--report", "json"], &text);
            assert_eq!((done.code, done.stdout), (Some(1), expected));
            let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
            assert_eq!(report["verdicts"][verdict], 1);
        }
    }
}

#[test]
fn the_guesses_of_scoring_are_counted() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/hard.txt");
    let text = std::fs::read_to_string(path).expect("it is committed");
    let hard = text.lines().nth(19).unwrap().replace('.', "0");
    let guesses = |text: &str, most: &str| {
        let args = ["solve", "--input-format", "noip2009", "--report", "json"];
        let more = ["--max-guesses", most];
        let done = run(&[&args[..], &more].concat(), text);
        let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
        (
            report["guesses"].as_u64().unwrap(),
            report["verdicts"]["gave-up"].clone(),
        )
    };
    let easy = board(PUZZLE, " ");
    let (of_hard, _) = guesses(&board(&hard, " "), "1000000");
    assert!(of_hard > 0);
    let (of_easy, _) = guesses(&easy, "1000000");
    let (of_both, _) = guesses(&format!("{}{easy}", board(&hard, " ")), "1000000");
    assert_eq!(of_both, of_hard + of_easy);
    let (of_none, gave_up) = guesses(&board(&hard, " "), "1");
    assert!(of_none >= 1 && of_none <= of_hard);
    assert_eq!(gave_up, 1);
}
