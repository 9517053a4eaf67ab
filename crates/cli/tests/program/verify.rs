//! `verify` of files: what it says, and how it ends. tests/formats has the forms of answers, and
//! which answer belongs to which puzzle.

use crate::common::{Finished, PUZZLE, Scratch, board, feed, sample, solve};
use ninefold_files::format::OutputFormat;

/// Two clues clash; no solution; many solutions.
const INVALID: &str =
    "113000509002109400000704000300502006060000050700803004000401000009205800804000107";

const NONE: &str =
    "1234567.........8................................................................";

const MANY: &str =
    ".................................................................................";

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn solved(puzzles: &str, options: &str) -> String {
    let done = solve(&format!("-q --threads 1 {options}"), puzzles);
    done.worked();
    done.stdout
}

/// A file of puzzles.
struct Case(Scratch);

impl Case {
    fn new(puzzles: &str) -> Case {
        let scratch = Scratch::new();
        scratch.file("puzzles", puzzles);
        Case(scratch)
    }

    fn verify(&self, answers: &str, options: &str) -> Finished {
        let args = format!("verify puzzles - --threads 1 {options}");
        feed(&mut self.0.command(&args), answers)
    }
}

/// This many answers are right, wrong, and none, as the exit code says.
#[track_caller]
fn found(done: &Finished, counts: [u64; 3], words: &[&str]) {
    found_with_unread(done, counts, 0, words);
}

/// The same, with this many lines that are no puzzles.
#[track_caller]
fn found_with_unread(done: &Finished, [right, wrong, none]: [u64; 3], unread: u64, words: &[&str]) {
    let lines = if unread == 1 { "line" } else { "lines" };
    let not_read = if unread == 0 {
        String::new()
    } else {
        format!(", {unread} {lines} not read")
    };
    let counts = format!("{right} right, {wrong} wrong, {none} without an answer{not_read}\n");
    let code = i32::from(wrong + none + unread > 0);
    done.ended(code, &[&counts]);
    done.ended(code, words);
}

/// Blank lines, comments, malformed lines, tails, verdicts of all kinds.
fn mixed() -> String {
    let sample = lines(&sample());
    let tail = solved(&sample[2], "");
    let odd = format!(
        "\n# a comment, with a comma\n{}\n{} # hard, 1.5\nno puzzle, \"quoted\"\n{},{tail}\t\n\
         {INVALID}\n{NONE}\n{MANY}\na{}\n{}\n# another\n\n\n",
        sample[0],
        sample[1],
        sample[2],
        &INVALID[1..],
        &sample[0][..80],
    );
    odd + &text(&sample[3..12])
}

fn csv() -> String {
    let rows = lines(&sample()).into_iter().take(6).enumerate();
    let mut rows: Vec<String> = rows
        .map(|(i, puzzle)| format!("{i},{puzzle},easy"))
        .collect();
    rows.insert(0, "id,puzzle,level".to_owned());
    rows.insert(3, "7,too short,1".to_owned());
    rows.push(format!("8,\"{NONE}\",none"));
    text(&rows)
}

/// Puzzles whose lines state their solutions, below a header.
fn known() -> String {
    let puzzles = &lines(&sample())[..6];
    let rows = puzzles
        .iter()
        .map(|puzzle| format!("{puzzle},{}", solved(puzzle, "")));
    "quizzes,solutions\n".to_owned() + &rows.collect::<String>()
}

#[test]
fn every_form_that_solve_writes_is_recognised() {
    // Puzzles and other lines, and the claims among their answers.
    for (puzzles, records, unread, claims) in [
        (mixed(), 18, 3, [1, 2]),
        (csv(), 8, 1, [1, 1]),
        (known(), 6, 0, [0; 2]),
    ] {
        let case = Case::new(&puzzles);
        for format in OutputFormat::ALL {
            let name = format.name();
            // If a puzzle without solution is printed unchanged, it is one more claim.
            let told_apart = !["poj2676", "leetcode"].contains(&name);
            let beside = ["line", "csv", "jsonl"].contains(&name);
            // Not a million solutions of one puzzle for each format.
            let count = "--count --limit 1000";
            // The rows of boards have no place for tails.
            let tail = (beside || name == "solution").then_some("--keep-tail");
            let options = ["", "--explain", "--unique", count];
            for option in options.into_iter().chain(tail) {
                let options = format!("--output-format {name} {option}");
                let done = case.verify(&solved(&puzzles, &options), "");
                let mut lines = done.stdout.lines();
                let counts = lines.find(|line| line.contains(" right, "));
                let counts: Vec<u64> = counts
                    .unwrap_or_default()
                    .split(' ')
                    .filter_map(|word| word.parse().ok())
                    .collect();
                let output = format!("{options}\n{}{}", done.stdout, done.stderr);
                let [right, wrong, unanswered, ref not_read @ ..] = counts[..] else {
                    panic!("{output}");
                };
                let not_read = not_read.first().copied().unwrap_or_default();
                let all = right + unanswered + not_read;
                assert_eq!((wrong, all, not_read), (0, records, unread), "{output}");
                if told_apart && option != count || beside {
                    let claims = claims[usize::from(option == "--unique")];
                    assert_eq!(unanswered, claims, "{output}");
                }
                done.ended(i32::from(unanswered + not_read > 0), &["answers: "]);
            }
        }
    }
}

#[test]
fn empty_fields_of_a_table_are_no_answers() {
    let sample = sample();
    let [one, two] = [0, 1].map(|i| sample.lines().nth(i).unwrap());
    let csv = format!("id,puzzle\n1,{one}\n2,oops\n3,{two}\n4,{NONE}\n");
    let object = |puzzle: &str| format!("{{\"puzzle\":\"{puzzle}\"}}\n");
    for puzzles in [csv, [one, "oops", two, NONE].map(object).concat()] {
        let answers = solved(&puzzles, "");
        let done = Case::new(&puzzles).verify(&answers, "");
        found_with_unread(&done, [2, 0, 1], 1, &[]);
    }
    // Counts and verdicts in tables are claims.
    let csv = format!("puzzle,solution\n{one},\n{two},\n{NONE},\n");
    for puzzles in [csv, [one, two, NONE].map(object).concat()] {
        for claims in ["--count", "--append-column verdict"] {
            let answers = solved(&puzzles, claims);
            found(&Case::new(&puzzles).verify(&answers, ""), [0, 0, 3], &[]);
        }
    }
}

#[test]
fn a_table_with_puzzles_and_solutions_stands_alone() {
    let scratch = Scratch::new();
    let right = known();
    scratch.file("right", &right);
    let last = if right.ends_with("1\n") { "2\n" } else { "1\n" };
    scratch.file("wrong", &format!("{}{last}", &right[..right.len() - 2]));
    scratch.file("none", &solved(&format!("puzzle\n{NONE}\n"), ""));
    scratch.file("lines", &sample());
    scratch.file("csv", &csv());
    scratch.check(
        "0 | verify right | 6 right, 0 wrong, 0 without
         1 | verify wrong | 5 right, 1 wrong, 0 without
         1 | verify none | 0 right, 0 wrong, 1 without
         2 | verify lines | ninefold verify lines ANSWERS, or --solver
         2 | verify csv | ninefold verify csv ANSWERS, or --solver",
    );
}

/// The first is right, the second is wrong. Beside the puzzle each counts; in a file of answers
/// none is the answer.
#[test]
fn a_list_of_solutions_is_not_judged_by_its_first() {
    let scratch = Scratch::new();
    let puzzle = lines(&sample()).remove(0);
    let answer = lines(&solved(&puzzle, "")).remove(0);
    let wrong = format!("{}{}{}", &answer[1..2], &answer[..1], &answer[2..]);
    let object = format!("{{\"puzzle\":\"{puzzle}\",\"solutions\":[\"{answer}\",\"{wrong}\"]}}\n");
    scratch.file("both", &object);
    scratch.file("puzzles", &puzzle);
    scratch.check(
        "1 | verify both | 0 right, 1 wrong, 0 without
         1 | verify puzzles both | 0 right, 0 wrong, 1 without",
    );
}

/// In whatever form solutions stand beside their puzzles, `verify` judges those that `solve`
/// compares.
#[test]
fn a_file_of_both_is_judged_as_solve_compares_it() {
    let puzzles = &lines(&sample())[..6];
    let mut answers = lines(&solved(&text(puzzles), ""));
    let first = &mut answers[4];
    let swapped = format!("{}{}{}", &first[1..2], &first[..1], &first[2..]);
    *first = swapped;
    let late: String = "{\"puzzle\":\"X\"}\n".repeat(900).replace('X', &puzzles[0]);
    let late_rows = format!("{},\n", puzzles[0]).repeat(900);
    for (above, each, below) in [
        ("", "{board p}\n\n{board s}\n\n", ""),
        ("", "Grid 1\n{board p}\nSolution\n{board s}\n", ""),
        ("", "{p}\n{s}\n\n", ""),
        ("", "- puzzle: {p}\n  solution: {s}\n", ""),
        ("", "[[p]]\nquiz=\"{p}\"\nanswer=\"{s}\"\n", ""),
        ("tests = [\n", "  (\"{p}\", \"{s}\"),\n", "]\n"),
        (
            "[\n",
            " {\"input\": \"{p}\", \"output\": \"{s}\"},\n",
            "null]\n",
        ),
        (
            "",
            "{\"id\": 1, \"sudoku\": {\"puzzle\": \"{p}\", \"solution\": \"{s}\"}}\n",
            "",
        ),
        (
            "[\n",
            " {\"progress\": \"{p}\",\n \"puzzle\": \"{p}\",\n \"solution\": \"{s}\"},\n",
            "null]\n",
        ),
        ("solution,puzzle\n", "{p},{s}\n", ""),
        ("", "{\"solution\":\"{p}\",\"puzzle\":\"{s}\"}\n", ""),
        ("", "{p}:1:{s}\n", ""),
        (&late, "{\"puzzle\":\"{p}\",\"sol\":\"{s}\"}\n", ""),
        (&format!("puzzle,notes\n{late_rows}"), "{p},{s}\n", ""),
        ("", "{p} {spaced s}\n", ""),
    ] {
        let mut form = above.to_owned();
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            let each = each.replace("{board p}", &board(puzzle, "", "\n"));
            let each = each.replace("{board s}", &board(answer, "", "\n"));
            let each = each.replace("{spaced s}", &board(answer, "", " "));
            form += &each.replace("{p}", puzzle).replace("{s}", answer);
        }
        form += below;
        let compared = solve("--report json -o /dev/null", &form).report();
        let known = &compared["known_solutions"];
        assert_eq!([&known["compared"], &known["wrong"]], [6, 1], "{form}");
        let scratch = Scratch::new();
        scratch.file("both", &form);
        let none = if above.len() > 1000 { 900 } else { 0 };
        found(&scratch.run("verify both"), [5, 1, none], &[]);
    }
}

/// Where a guess could call wrong answers right, it says which option decides.
#[test]
fn what_is_not_clear_is_refused() {
    let scratch = Scratch::new();
    let puzzles = sample();
    let mut answers = lines(&solved(&puzzles, ""));
    scratch.file("puzzles", &puzzles);
    answers.rotate_left(1);
    scratch.file("rotated", &text(&answers));
    let rows = puzzles.lines().zip(&answers);
    let dashes = rows.map(|(p, s)| format!("1,{},{s}\n", p.replace('.', "-")));
    scratch.file(
        "full",
        &format!("id,board,solved\n{}", dashes.collect::<String>()),
    );
    scratch.file("two", &format!("mine,theirs\n{0},{0}\n", answers[0]));
    scratch.file("object", &format!("{{\"mine\":\"{}\"}}\n", answers[0]));
    scratch.file("words", &"not json\n".repeat(48));
    scratch.file("ids", &"{\"id\":1}\n".repeat(48));
    scratch.check(
        "2 | verify full | has '-' for its blanks
         2 | solve -q full | has '-' for its blanks
         2 | bench -q --engines mrv --rounds 1 full | has '-' for its blanks
         0 | solve -q --column solved full |
         1 | verify puzzles rotated --show 2 | ... and 46 more wrong answers
         2 | verify puzzles two | 'mine' or 'theirs' (specify the column with --answer-column
         2 | verify puzzles two --answer-column ours | no column 'ours', but mine,theirs (--answer-column
         2 | verify puzzles object --answer-column ours | no column 'ours', but mine (--answer-column
         2 | verify puzzles words --answer-format jsonl | no JSON object
         2 | verify puzzles ids --answer-format jsonl | but id (--answer-column",
    );
}

#[test]
fn lines_that_are_no_puzzle_are_answered_or_not() {
    let mut puzzles = lines(&sample());
    for at in [0, 7, 8, 20, 52] {
        puzzles.insert(at, "short".to_owned());
    }
    let puzzles = text(&puzzles);
    let case = Case::new(&puzzles);
    let ours = solved(&puzzles, "");
    let words = "and for the 5 lines that are not puzzles";
    found_with_unread(&case.verify(&ours, ""), [48, 0, 0], 5, &[words]);
    let theirs = ours.replace("!malformed\n", "");
    let words = "none for the 5 lines that are not puzzles";
    found_with_unread(&case.verify(&theirs, ""), [48, 0, 0], 5, &[words]);
    // Neither all nor none.
    let some = ours.replacen("!malformed\n", "", 1);
    let words = "53 puzzles (48 without the 5 lines that are not puzzles), but 52 answers";
    case.verify(&some, "").ended(2, &[words]);
}

#[test]
fn claims_are_counted_apart_and_an_empty_line_is_none() {
    let mut puzzles = lines(&sample());
    puzzles.insert(11, NONE.to_owned());
    let puzzles = text(&puzzles);
    let case = Case::new(&puzzles);
    let answers = solved(&puzzles, "");
    found(&case.verify(&answers, ""), [48, 0, 1], &[]);
    let empty = answers.replace("!none\n", "\n");
    case.verify(&empty, "")
        .ended(2, &["an empty line is no answer"]);
    found(
        &case.verify(
            &">=2\n1\n!none\n5\n".repeat(12).replacen("5\n", "5\n9\n", 1),
            "",
        ),
        [0, 0, 49],
        &[],
    );
    let done = case.verify("24702\n", "");
    done.ended(2, &[]);
    assert!(!done.stderr.contains("match"), "{}", done.stderr);
    // An object that is too long to be read.
    let object = |answer: &str| format!("{{\"puzzle\":\"\",\"solution\":\"{answer}\"}}\n");
    let objects: String = answers.lines().map(object).collect();
    let long = format!("\"note\":\"{}\",\"puzzle\":", "n".repeat(5000));
    let objects = objects.replacen("\"puzzle\":", &long, 1);
    found(&case.verify(&objects, "--max-record 2K"), [47, 0, 2], &[]);
    // A puzzle as it was.
    found(&Case::new(&sample()).verify(&sample(), ""), [0, 0, 48], &[]);
    // A score.
    let grid = &(board(PUZZLE, " ", "\n") + "\n");
    let noip = "--input-format noip2009";
    for (answers, expected) in [
        (&solved(grid, noip)[..], [0, 0, 1]),
        ("-1\n", [0, 0, 1]),
        (
            &solved(grid, "--input-format noip2009 --output-format spaced"),
            [1, 0, 0],
        ),
    ] {
        found(&Case::new(grid).verify(answers, noip), expected, &[]);
    }
}

#[test]
fn files_in_the_wrong_order_are_named_as_such() {
    let done = Case::new(&solved(&sample(), "")).verify(&sample(), "--show 2");
    found(&done, [0, 48, 0], &[]);
    let named = done.stdout.matches("files appear to be swapped");
    assert_eq!(named.count(), 1, "{}", done.stdout);
}

/// Where the 41st digit of a solution is in a text, after `from`.
fn digit_of(text: &str, from: usize, solution: &str) -> usize {
    if let Some(at) = text[from..].find(solution) {
        return from + at + 40;
    }
    let digits = text[from..].bytes().enumerate();
    let mut digits = digits.filter(|(_, byte)| byte.is_ascii_digit());
    from + digits.nth(40).expect("a board has 81 digits").0
}

#[test]
fn whatever_is_planted_is_found_in_every_form() {
    let puzzles = lines(&sample())[..20].to_vec();
    let case = Case::new(&text(&puzzles));
    for format in OutputFormat::ALL {
        let option = format!("--output-format {}", format.name());
        // The answers to changed puzzles.
        let changed = |change: &dyn Fn(&mut Vec<String>)| {
            let mut puzzles = puzzles.clone();
            change(&mut puzzles);
            case.verify(&solved(&text(&puzzles), &option), "")
        };
        found(&changed(&|_| {}), [20, 0, 0], &[]);

        let whole = solved(&text(&puzzles), &option);
        let from = solved(&text(&puzzles[..7]), &option).len();
        let at = digit_of(&whole, from, solved(&puzzles[7], "").trim_end());
        let mut wrong = whole.clone().into_bytes();
        wrong[at] = b'1' + (wrong[at] - b'0') % 9;
        let wrong = String::from_utf8(wrong).unwrap();
        // The answer's line, if it is another.
        let place = match (format, whole[..from].lines().count() + 1) {
            (OutputFormat::HundredLines, _) => "line 8 (answers: line ".to_owned(),
            (_, 8) => "line 8: ".to_owned(),
            (_, line) => format!("line 8 (answers: line {line}): "),
        };
        found(&case.verify(&wrong, ""), [19, 1, 0], &[&place]);

        let swapped = changed(&|puzzles| puzzles.swap(3, 12));
        found(&swapped, [18, 2, 0], &["\nline 4", "\nline 13"]);
        let names = ["line", "csv", "jsonl"].contains(&format.name());
        let is_named = swapped.stdout.contains("another puzzle");
        assert_eq!(is_named, names, "{format:?}");

        let dropped = changed(&|puzzles| drop(puzzles.remove(9)));
        let words = [
            "right answers may be reported as wrong:\nline 10",
            "20 puzzles, but 19 answers",
            "the first wrong one is that to line 10",
        ];
        dropped.ended(2, &words);
        // Few of those that are wrong are shown.
        assert!(!dropped.stdout.contains("\nline 13"), "{}", dropped.stdout);

        let extra = changed(&|puzzles| puzzles.insert(5, puzzles[0].clone()));
        extra.ended(2, &["\nline 6", "20 puzzles, but 21 answers"]);

        // Truncated: the rest is right.
        let words = [
            "7 right, 0 wrong, 0 without",
            "line 8 of the puzzles has no answer",
            "the first 7 match",
        ];
        case.verify(&whole[..from], "").ended(2, &words);
    }
}
