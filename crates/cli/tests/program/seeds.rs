//! Each contest's task in its own format, exactly as its judge expects it.

use crate::common::{ANSWER, PUZZLE, answers, board, dataset, solve as run_solve};

fn solve(args: &str, text: &str) -> String {
    let done = run_solve(&format!("-q {args}"), text);
    done.ended(0, &[]);
    done.stdout
}

/// A board as LeetCode has it.
fn json(cells: &str) -> String {
    format!("[[\"{}\"]]\n", board(cells, "\",\"", "\"],[\""))
}

/// Nine lines with something between the cells.
fn rows(cells: &str, between: &str) -> String {
    board(cells, between, "\n") + "\n"
}

#[test]
fn each_task_is_answered_as_its_judge_expects() {
    let dots = PUZZLE.replace('0', ".");
    let puzzle = rows(PUZZLE, "");
    let answer = rows(ANSWER, "");
    let two = answers(2);
    let lines = format!("{dots}\n{dots}\nend\n");
    let euler = format!("Grid 01\n{puzzle}Grid 02\n{puzzle}");
    let spaced = rows(PUZZLE, " ");
    // Cells in columns of four.
    let hundred: String = rows(ANSWER, "   ").replace('\n', "   \n");
    let hundred = format!("ans: \n{hundred}");
    for (task, args, text, expected) in [
        // Recognised by its count.
        ("poj2676", "", format!("1\n{puzzle}"), answer.clone()),
        (
            "poj2676",
            "",
            format!("2\n{puzzle}{puzzle}"),
            answer.repeat(2),
        ),
        ("poj3074", "", lines, two.clone()),
        ("leetcode", "", json(&dots), json(ANSWER)),
        ("spaced", "--unique", spaced.clone(), rows(ANSWER, " ")),
        ("grid", "--output-format solution", euler, two),
        (
            "spaced",
            "--output-format hundred-lines --engine dfs",
            spaced.repeat(2),
            hundred.repeat(2),
        ),
    ] {
        let named = format!("{args} --input-format {task}");
        assert_eq!(solve(&named, &text), expected, "{named}");
        assert_eq!(solve(args, &text), expected, "{args}\n{text}");
    }
    let board = solve("", &format!("Grid 01\n{puzzle}"));
    assert!(board.starts_with("1 4 3 | 6 2 8 | 5 7 9\n"), "{board}");
}

#[test]
fn noip_2009() {
    let answer: Vec<u8> = ANSWER.bytes().map(|digit| digit - b'0').collect();
    let ring = |cell: usize| {
        let row = cell / 9;
        let column = cell % 9;
        6 + row.min(8 - row).min(column).min(8 - column)
    };
    let score: usize = (0..81)
        .map(|cell| usize::from(answer[cell]) * ring(cell))
        .sum();
    let text = rows(PUZZLE, " ");
    let noip = "--input-format noip2009";
    assert_eq!(solve(noip, &text), format!("{score}\n"));

    // Without a solution the answer is -1. The exit code says that a line has no answer.
    let none = rows(&format!("11{}", &PUZZLE[2..]), " ");
    run_solve(&format!("-q {noip}"), &none).printed(1, "-1\n");

    // An engine that cannot score is refused.
    run_solve(&format!("{noip} --engine mrv"), &text).ended(2, &[]);
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

/// Puzzles with several solutions, and the output of a program that chooses cells like that.
fn originals(choose: fn(&[u8; 81]) -> Option<usize>, most: usize) -> Vec<(String, String)> {
    let answer = |puzzle: &str| {
        let puzzle = puzzle.replace('.', "0");
        let mut board: [u8; 81] = puzzle.as_bytes().try_into().expect("81 cells");
        let solved = fill(&mut board, &mut 3000, choose)?;
        assert!(solved, "it has several solutions");
        Some((puzzle, String::from_utf8(board.to_vec()).unwrap()))
    };
    let puzzles = dataset("multiple", usize::MAX);
    let all: Vec<_> = puzzles.lines().filter_map(answer).take(most).collect();
    assert_eq!(all.len(), most);
    all
}

#[test]
fn of_several_solutions_the_one_that_the_original_prints() {
    let seeds = originals(first_empty, 15);
    let [puzzles, answers] = [0, 1].map(|which| -> String {
        let boards = seeds.iter().map(|seed| [&seed.0, &seed.1][which]);
        boards.map(|cells| json(&cells.replace('0', "."))).collect()
    });
    for args in [
        "--engine dfs",
        "--lexicographic",
        "--lexicographic --engine mrv-scan",
    ] {
        assert_eq!(solve(args, &puzzles), answers, "{args}");
    }
    let seeds = originals(fewest, 60);
    let boards: String = seeds.iter().map(|(puzzle, _)| rows(puzzle, "")).collect();
    let answers: String = seeds.iter().map(|(_, answer)| rows(answer, "")).collect();
    let args = "--engine mrv-scan";
    assert_eq!(solve(args, &format!("60\n{boards}")), answers);
    let [lines, answers] = [0, 1].map(|which| -> String {
        let lines = seeds.iter().map(|seed| [&seed.0, &seed.1][which]);
        lines.map(|cells| cells.replace('0', ".") + "\n").collect()
    });
    assert_eq!(solve(args, &format!("{lines}end\n")), answers);
}

#[test]
fn poj_3074_is_recognised_by_its_end() {
    let puzzle = PUZZLE.replace('0', ".");
    for end in ["end\n", "end", "END\r\n", " end \n"] {
        let text = format!("{puzzle}\n{puzzle}\n{end}");
        for more in ["", "--chunk-size 82", "--keep-tail", "--all"] {
            assert_eq!(solve(more, &text), answers(2), "{more}");
        }
        let csv = solve("--output-format csv", &text);
        assert_eq!(csv.lines().count(), 3, "{csv}");
    }
    // What is named is that and nothing else, and the end is its own word.
    let malformed = format!("{ANSWER}\n!malformed\n");
    for (args, text) in [
        ("-q --input-format line", format!("{puzzle}\nend\n")),
        ("-q", format!("{puzzle}\nthe end\n")),
    ] {
        run_solve(args, &text).printed(1, &malformed);
    }
    // Nothing after it is lost, and its line is counted.
    let text = format!("{puzzle}\nend\n{puzzle}\nnonsense\n");
    let done = run_solve("--report json", &text);
    assert_eq!(done.stdout, format!("{ANSWER}\n{malformed}"));
    let report = done.report();
    assert_eq!(report["examples"]["malformed"][0]["line"], 4);
    assert_eq!(report["puzzles"], 3);
}

#[test]
fn an_unsolvable_puzzle_is_printed_as_it_was_where_the_original_does() {
    let none = dataset("unsolvable", 1);
    let clash = format!("11{}", &PUZZLE[2..]);
    for (puzzle, verdict) in [(none.trim_end(), "none"), (&clash, "invalid")] {
        let zeros = puzzle.replace('.', "0");
        let dots = puzzle.replace('0', ".");
        for (text, expected) in [
            (format!("1\n{}", rows(&zeros, "")), rows(&zeros, "")),
            (json(&dots), json(&dots)),
            (format!("{dots}\n"), format!("!{verdict}\n")),
            (rows(&zeros, " "), format!("!{verdict}\n")),
        ] {
            let done = run_solve("--report json", &text);
            assert_eq!((done.code, &done.stdout), (Some(1), &expected));
            assert_eq!(done.report()["verdicts"][verdict], 1);
        }
    }
}

#[test]
fn the_guesses_of_scoring_are_counted() {
    let hard = dataset("hard", 20);
    let hard = hard.lines().last().unwrap().replace('.', "0");
    let report = |text: &str, most: u32| {
        let args = format!("--input-format noip2009 --report json --max-guesses {most}");
        run_solve(&args, text).report()
    };
    let guesses = |report: &serde_json::Value| report["guesses"].as_u64().unwrap();
    let easy = rows(PUZZLE, " ");
    let hard = rows(&hard, " ");
    let of_hard = guesses(&report(&hard, 1_000_000));
    assert!(of_hard > 0);
    let of_easy = guesses(&report(&easy, 1_000_000));
    let of_both = guesses(&report(&(hard.clone() + &easy), 1_000_000));
    assert_eq!(of_both, of_hard + of_easy);
    let limited = report(&hard, 1);
    assert!((1..=of_hard).contains(&guesses(&limited)));
    assert_eq!(limited["verdicts"]["gave-up"], 1);
}
