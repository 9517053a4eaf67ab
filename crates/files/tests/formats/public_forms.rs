//! More forms in which people publish puzzles, with their solutions and without. `public.md` lists
//! files that have them.

use super::public::{RULE, framed};
use super::sample::{SAMPLE, counts, verified};
use super::{PUZZLE, ZEROS, board, cells, reads, solved};
use ninefold_files::format::FormatOptions;
use ninefold_files::format::answers::AnswerOptions;

/// A form: what stands before the pairs, between them and after them, and a puzzle with its
/// solution.
type Form = ([&'static str; 3], fn(&str, &str) -> String);

fn zeros(puzzle: &str) -> String {
    puzzle.replace('.', "0")
}

/// Nine arrays of nine numbers.
fn arrays(cells: &str) -> String {
    format!("[[{}]]", board(&zeros(cells), ", ", "], ["))
}

/// The same with a row on each line.
fn rows(cells: &str) -> String {
    format!("[[{}]]", board(&zeros(cells), ", ", "],\n     ["))
}

/// The same with a cell on each line, and another word for a blank.
fn tall(cells: &str, blank: &str) -> String {
    let cells = board(cells, ",\n  ", "\n ],\n [\n  ").replace('.', blank);
    format!("[\n [\n  {cells}\n ]\n]")
}

/// A board as a README draws it.
fn markdown(cells: &str) -> String {
    format!("| {} |\n", board(cells, " | ", " |\n| ").replace('.', " "))
}

const JSON: [Form; 10] = [
    (["[\n", ",\n", "\n]\n"], |p, s| {
        let p = zeros(p);
        format!("{{\n\"quizzes\":\"{p}\",\n\"solutions\":\"{s}\"\n}}")
    }),
    (["{\"data\":[", ",", "]}\n"], |p, s| {
        let [p, s] = [arrays(p), arrays(s)];
        format!("{{\"puzzle\":{p},\"difficulty\":\"easy\",\"solution\":{s}}}")
    }),
    (["{\"easy\": [\n", ",\n", "\n]}\n"], |p, s| {
        let [p, s] = [p, s].map(|cells| board(cells, "|", "\\r\\n").replace('.', "*"));
        format!("{{\n\"board\": \"{p}\",\n\"answer\": \"{s}\"\n}}")
    }),
    (["[", ",", "]"], |p, s| {
        // Another puzzle, which the first one became.
        let fewer = format!(".{}", &p[1..]);
        format!(
            "{{\"Puzzle\":\"{p}\",\"MinimalProblem\":\"{fewer}\",\"Diff\":3,\"Solution\":\"{s}\"}}"
        )
    }),
    (["[\n", ",\n", "\n]\n"], |p, s| {
        let [p, s] = [tall(p, "null"), tall(s, "")];
        format!("{{\n\"default\": {p},\n\"solution\": {s}\n}}")
    }),
    (["[", ",\n", "]\n"], |p, s| {
        let [p, s] = [arrays(p), arrays(s)];
        format!("{{\"newboard\": {{\"grids\": [{{\"solution\": {s}, \"value\": {p}}}]}}}}")
    }),
    (["[", ", ", "]"], |p, s| {
        format!("{{\"pk\": 7, \"fields\": {{\"puzzle\": \"{p}\", \"solution\": \"{s}\"}}}}")
    }),
    (["[", ", ", "]\n"], |p, s| {
        let p = p.replace('.', "-");
        format!("[\"{p}\", \"{s}\"]")
    }),
    (["var boards = [\n", ",\n", "\n];\n"], |p, s| {
        let [p, s] = [p, s].map(|cells| rows(cells).replace('0', "null"));
        format!("{{\n\"number\": 1,\n\"board\": {p},\n\"solution\": {s}\n}}")
    }),
    (
        ["# A game\n\n```json\n", "\n```\n```json\n", "\n```\n"],
        |p, s| {
            let [p, s] = [p, s].map(|cells| arrays(cells).replace('0', "null"));
            format!("{{\n\"default\": {p},\n\"solution\": {s}\n}}")
        },
    ),
];

const TABLES: [Form; 11] = [
    (["", "\n", "\n"], |p, s| format!("{p},{s},easy,")),
    (["Solved,Problem,Difficulty\n", "\n", "\n"], |p, s| {
        format!("{s},{},1", zeros(p))
    }),
    (["Puzzle,Solution\r\n", "\r\r\n", "\r\r\n"], |p, s| {
        [zeros(p), s.to_owned()]
            .map(|cells| board(&cells, " ", " "))
            .join(",")
    }),
    (["", "\n", "\n"], |p, s| format!("17, {p}, {s}")),
    (["", "\n", "\n"], |p, s| format!("{s};{p}")),
    (["", "\n", "\n"], |p, s| format!("{p},3,{s}")),
    (["", "\n", "\n"], |p, s| format!("0 {p} {s}")),
    (["Puzzle,Solution,Solution Count,\n", "\n", "\n"], |p, s| {
        format!("{p},{s},1,")
    }),
    (["", "\n", "\n"], |p, s| {
        format!("55;{};{}", arrays(p), arrays(s))
    }),
    (["", "\n", "\n"], |p, s| format!("{} -> {s}", zeros(p))),
    (["INSERT INTO `levels` VALUES\n", ",\n", ";\n"], |p, s| {
        format!("(1, 'Sule', '{}', '{}')", arrays(p), arrays(s))
    }),
];

const TEXTS: [Form; 12] = [
    (["", "\n", ""], |p, s| format!("{}\n{s}\n", zeros(p))),
    (["", "", ""], |p, s| format!("% easy\n{p}\n{s}\n")),
    (["<sudokus>\n", "", "</sudokus>\n"], |p, s| {
        let p = zeros(p);
        format!("<sudoku>\n<problem>{p}</problem>\n<solved>{s}</solved>\n</sudoku>\n")
    }),
    (["<s>", "", "</s>"], |p, s| {
        format!("<problem>{}</problem><solved>{s}</solved>", zeros(p))
    }),
    (["Made by a program\n\n", "\n", ""], |p, s| {
        let [p, s] = [p, s].map(|cells| board(cells, "  ", "\n  "));
        format!("Puzzle N\u{b0} 1\n  {p}\n\nSolution to puzzle N\u{b0} 1\n  {s}\n")
    }),
    (["export default [\n", ",\n", "\n];\n"], |p, s| {
        format!("  [\n    '{p}',\n    '{s}'\n  ]")
    }),
    (["export const PUZZLES={\"easy\":[", ",", "]};"], |p, s| {
        format!("{{\"p\":\"{}\",\"s\":\"{s}\",\"c\":30}}", zeros(p))
    }),
    (["_ = None\n\n", "\n", ""], |p, s| {
        let p = rows(p).replace('0', "_");
        format!("    puzzle = {p}\n\n    solution = {}\n", rows(s))
    }),
    (["package main\n\n", "\n", ""], |p, s| {
        let [p, s] =
            [p, s].map(|cells| format!("\t{{{}}},\n", board(&zeros(cells), ", ", "},\n\t{")));
        format!("var grid = [9][9]int{{\n{p}}}\n\nvar want = [9][9]int{{\n{s}}}\n")
    }),
    (["", "\n\n", "\n"], |p, s| {
        // As NumPy prints arrays.
        let [p, s] = [p, s].map(|cells| format!("[[{}]]", board(&zeros(cells), " ", "]\n [")));
        format!("{s}\n{p}53")
    }),
    (["import unittest\n\n", "\n", ""], |p, s| {
        let p = rows(p).replace('0', "None");
        format!("        puzzle = {p}\n\n        solution = [{}]\n", rows(s))
    }),
    (["# A solver\n\n", "\n", ""], |p, s| {
        let heading = format!("{}|\n{}|\n", "| <!-- --> ".repeat(9), "|---".repeat(9));
        let [p, s] = [p, s].map(markdown);
        format!("### Puzzle\n\n{heading}{p}\n### Solution\n{heading}{s}")
    }),
];

/// The pairs in a form.
fn written((around, pair): &Form, solutions: &[String]) -> String {
    let pairs = SAMPLE[0].iter().zip(solutions);
    let pairs: Vec<String> = pairs
        .map(|(puzzle, solution)| pair(puzzle, solution))
        .collect();
    format!("{}{}{}", around[0], pairs.join(around[1]), around[2])
}

/// Each solution is compared with its own puzzle, and none is solved.
#[test]
fn solutions_of_public_forms_are_compared() {
    let right = &SAMPLE[1][..3];
    let mut one_is_wrong = right.to_vec();
    one_is_wrong[1] = SAMPLE[1][2].clone();
    let answers = right.join("\n") + "\n";
    let format = FormatOptions::default();
    let any_form = AnswerOptions::default();
    for form in JSON.iter().chain(&TABLES).chain(&TEXTS) {
        for (solutions, wrong) in [(right, 0), (&one_is_wrong, 1)] {
            let text = written(form, solutions);
            let found = verified((&text, &format), (&answers, &any_form));
            let (_, found) = found.expect(&text);
            assert_eq!(counts(&found), [3, 0, 0], "{text}");
            let known = found.known;
            let all = [known.compared, known.wrong, known.not_comparable];
            assert_eq!(all, [3, wrong, 0], "{text}");
            assert_eq!((found.without_blanks, found.not_read), (0, 0), "{text}");
        }
    }
}

/// Puzzles without solutions, or with other things beside them.
#[test]
fn public_forms_of_puzzles_alone_are_read() {
    let list = board(ZEROS, ", ", "],\n  [");
    let strings = board(PUZZLE, "", "',\n '");
    let bands: Vec<&str> = strings.split_inclusive('\n').collect();
    let bands: Vec<String> = bands.chunks(3).map(<[&str]>::concat).collect();
    let flat = board(ZEROS, ",", ",\n");
    let rows = format!("[[{}]]", board(ZEROS, ", ", "], ["));
    let flags = format!("[[{}]]", board(&"t".repeat(81), ", ", "], [")).replace('t', "true");
    let dashes = PUZZLE.replace('.', "-");
    let wide = framed(ZEROS, [",", ",  ", ""]).replace('\n', "],\n[");
    for text in [
        format!(
            "[{{\n level: 'hard',\n dot_rows: [\n '{}'\n ]\n}}]\n",
            bands.join("\n")
        ),
        format!("{{\n\"one\": \"{ZEROS}\",\n\"from\": \"https://example.org/50.txt\"\n}}\n"),
        format!("{{\"2020-01-01\": {{\"name\": \"easy\", \"values\": \"{ZEROS}\"}}}}\n"),
        format!(
            "{{\"values\":\n[\n[{}\n]\n}}\n",
            wide.trim_end_matches(",\n[")
        ),
        format!("[{{\"values\": \"{ZEROS}\", \"info\": {{\"map\": [0, 1, 2, 3]}}}}]\n"),
        format!("{{\"board\": {rows}, \"frozen\": {flags}}}\n"),
        format!("id,level,givens,grid\r\n1,easy,30,\"{rows}\"\r\n"),
        format!("Sudoku: {}\n", rows.replace("], ", "],\n        ")),
        format!("# The digits are 0-9\npuzzlepack01: \"{ZEROS}\"\n"),
        format!("puzzle = array2d(1..9, 1..9, [\n{flat}\n]);\n"),
        format!("<?xml version=\"1.0\"?>\n<a name=\"easy\">\n<item>{ZEROS}</item>\n</a>\n"),
        format!("9\n\n{}", cells(&PUZZLE.replace('.', "x"), " ")),
        cells(&PUZZLE.replace('.', "x"), "|"),
        format!("51 \u{fc}res hely:\n  [{list}]\n"),
        format!("const initialState = [\n//\tEasy\n///*\n  [{list}]\n//*/\n];\n"),
        format!("{RULE}{}{RULE}", framed(&dashes, ["", "|", "|"])).replace("-------", "---"),
        board(&PUZZLE.replace('.', " "), ",", ",") + "  \n",
        format!("{ZEROS},\n"),
    ] {
        reads(&text, &solved(1));
    }
    let underscores = cells(&PUZZLE.replace('.', "_"), "");
    reads(
        &format!("40\n{underscores}\n\n165\n{underscores}"),
        &solved(2),
    );
    // What is no puzzle of 9x9 beside them is a malformed record.
    for (text, expected) in [
        (
            format!(
                "small = np.array([[1, 0, 0, 4], [0, 0, 1, 0], [0, 1, 0, 0], [4, 0, 0, 1]])\n\nlarge = np.array({rows})\n"
            ),
            format!("!malformed\n{}", solved(1)),
        ),
        (
            format!("8960 9\n{0}\n{0}\n", board(ZEROS, " ", " ")),
            format!("!malformed\n{}", solved(2)),
        ),
        (
            format!(
                "[{{\"Easy\": {rows}}},\n{{\"Save\": {}}}]\n",
                rows.replacen('5', "-4", 1)
            ),
            format!("{}!malformed\n", solved(1)),
        ),
    ] {
        reads(&text, &expected);
    }
}
