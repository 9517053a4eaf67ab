//! The forms in which people write puzzles, and texts in these forms.

use super::super::board;
use super::document::{Document, KNOWN_CELL, PUZZLE_CELL, Pair};
use ninefold::internal::Rng;
use std::sync::LazyLock;

/// How a text is written. `{p}` is a puzzle and `{s}` its solution, each in a shape that may follow
/// the letter, and `{i}` is the record's number.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    /// The text above the records, between them, and below.
    around: [&'static str; 3],
    record: &'static str,
    /// The signs for blanks.
    blanks: &'static [&'static str],
}

const fn form(
    name: &'static str,
    around: [&'static str; 3],
    record: &'static str,
    blanks: &'static [&'static str],
) -> Form {
    Form {
        name,
        around,
        record,
        blanks,
    }
}

const SIGNS: &[&str] = &[".", "0", "*", "_", "x"];
const DOTS: &[&str] = &[".", "0"];
const DASHES: &[&str] = &[".", "0", "-"];
const ZEROS: &[&str] = &["0"];
const NULLS: &[&str] = &["0", "null"];
const EMPTY: &[&str] = &["0", "", "."];

const NONE: [&str; 3] = ["", "", ""];
const LIST: [&str; 3] = ["[\n", ",\n", "\n]\n"];
const FLAT: [&str; 3] = ["[", ",", "]\n"];

pub(super) const FORMS: &[Form] = &[
    form("lines", NONE, "{p}\n", SIGNS),
    form("lines, comma", NONE, "{p},{s}\n", SIGNS),
    form("lines, tab", NONE, "{p}\t{s}\n", SIGNS),
    form("lines, spaces", NONE, "{p}  {s}\n", SIGNS),
    form("lines, colons", NONE, "{p}:1:{s}\n", SIGNS),
    form("lines, rating", NONE, "{p} ED=1.2/1.2/2.6\n", SIGNS),
    form(
        "lines, title",
        ["# two of them\n", "", ""],
        "{p} {s}\n",
        SIGNS,
    ),
    form("csv", ["puzzle,solution\n", "", ""], "{p},{s}\n", SIGNS),
    form(
        "csv, Kaggle",
        ["quizzes,solutions\n", "", ""],
        "{p},{s}\n",
        DOTS,
    ),
    form(
        "csv, solution first",
        ["solution,puzzle\n", "", ""],
        "{s},{p}\n",
        SIGNS,
    ),
    form(
        "csv, id and notes",
        ["id,puzzle,solution,note\n", "", ""],
        "{i},{p},{s},easy one\n",
        SIGNS,
    ),
    form(
        "csv, quoted",
        ["\"puzzle\",\"solution\"\n", "", ""],
        "\"{p}\",\"{s}\"\n",
        SIGNS,
    ),
    form(
        "csv, semicolons",
        ["id;puzzle;solution\n", "", ""],
        "{i};{p};{s}\n",
        SIGNS,
    ),
    form(
        "csv, tabs",
        ["puzzle\tsolution\tlevel\n", "", ""],
        "{p}\t{s}\t3\n",
        SIGNS,
    ),
    form(
        "csv, other names",
        ["id,board,solved\n", "", ""],
        "{i},{p},{s}\n",
        SIGNS,
    ),
    form(
        "csv, puzzles alone",
        ["id,puzzle\n", "", ""],
        "{i},{p}\n",
        SIGNS,
    ),
    form(
        "csv, ratings",
        ["source,question,answer,rating\n", "", ""],
        "x,{p},{s},4\n",
        DOTS,
    ),
    form("rows, id", NONE, "{i},{p},{s}\n", SIGNS),
    form("rows, id alone", NONE, "{i};{p}\n", SIGNS),
    form("rows, quoted", NONE, "\"{p}\",\"{s}\"\n", SIGNS),
    form("rows, solution first", NONE, "{s},{p}\n", SIGNS),
    form(
        "jsonl",
        NONE,
        "{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}\n",
        SIGNS,
    ),
    form(
        "jsonl, alone",
        NONE,
        "{\"id\":{i},\"puzzle\":\"{p}\"}\n",
        SIGNS,
    ),
    form(
        "jsonl, solution first",
        NONE,
        "{\"id\": {i}, \"answer\": \"{s}\", \"quiz\": \"{p}\"}\n",
        DOTS,
    ),
    form(
        "jsonl, other names",
        NONE,
        "{\"board\":\"{p}\",\"solved\":\"{s}\"}\n",
        DOTS,
    ),
    form(
        "jsonl, boards",
        NONE,
        "{\"puzzle\":\"{p escaped}\",\"solution\":\"{s escaped}\"}\n",
        DOTS,
    ),
    form(
        "jsonl, numbers",
        NONE,
        "{\"puzzle\":[{p commas}],\"solution\":[{s commas}]}\n",
        NULLS,
    ),
    form(
        "jsonl, rows",
        NONE,
        "{\"puzzle\":[[{p lists}]],\"solution\":[[{s lists}]]}\n",
        NULLS,
    ),
    form(
        "json, pretty",
        LIST,
        "  {\n    \"puzzle\": \"{p}\",\n    \"solution\": \"{s}\"\n  }",
        SIGNS,
    ),
    form(
        "json, pretty rows",
        LIST,
        "  {\n    \"id\": {i},\n    \"puzzle\": [\n      [{p tall}]\n    ],\n    \"solution\": [\n      [{s tall}]\n    ]\n  }",
        NULLS,
    ),
    form(
        "json, one line",
        FLAT,
        "{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}",
        DOTS,
    ),
    form(
        "json, in an object",
        ["{\"n\":12,\"all\":[", ",\n", "]}\n"],
        "{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}",
        DOTS,
    ),
    form(
        "json, named",
        ["{", ",\n", "}\n"],
        "\"p{i}\":{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}",
        DOTS,
    ),
    form("json, list of strings", LIST, "  \"{p}\"", DOTS),
    form("boards, Euler", NONE, "Grid {i}\n{p dense}\n", DOTS),
    form("boards, headings", NONE, "Puzzle {i}\n{p spaced}\n", DOTS),
    form("boards, framed", ["", "\n", ""], "{p framed}", DOTS),
    form("boards, ruled", ["", "\n", ""], "{p ruled}", DOTS),
    form("boards, blank lines", ["", "\n", ""], "{p dense}\n", SIGNS),
    form("boards, dashes", ["", "\n", ""], "{p spaced}\n", DASHES),
    form("boards, commas", ["", "\n", ""], "{p csv}\n", ZEROS),
    form("boards, dense", NONE, "{p dense}\n", DOTS),
    form("boards, counted", ["{n}\n", "", ""], "{p dense}\n", ZEROS),
    form("sdk", NONE, "[Puzzle]\n{p dense}\n", DOTS),
    form("ss", ["", "\n", ""], "{p ss}", DOTS),
    form(
        "pairs, below",
        ["", "\n", ""],
        "{p dense}\n\n{s dense}\n",
        DOTS,
    ),
    form(
        "pairs, words",
        NONE,
        "Puzzle {i}\n{p spaced}\nSolution\n{s spaced}\n\n",
        DOTS,
    ),
    form(
        "pairs, above",
        ["", "\n", ""],
        "{s dense}\n\n{p dense}\n",
        DOTS,
    ),
    form(
        "pairs, framed",
        ["", "\n", ""],
        "{p framed}\n{s framed}",
        DOTS,
    ),
    form("pairs, ss", ["", "\n", ""], "{p ss}\n{s ss}", DOTS),
    form("pairs, lines", NONE, "{p}\n{s}\n", SIGNS),
    form("pairs, lines apart", NONE, "{p}\n{s}\n\n", DOTS),
    form("arrays, commas", NONE, "{p commas}\n", EMPTY),
    form("arrays, spaces", NONE, "{p words}\n", DOTS),
    form("arrays, lists", NONE, "[[{p lists}]]\n", NULLS),
    form("arrays, numpy", NONE, "[[{p numpy}]]\n\n", ZEROS),
    form(
        "arrays, Python",
        ["x = [\n", ",\n", "\n]\n"],
        "    [\n     [{p tall}]\n    ]",
        ZEROS,
    ),
    form("arrays, strings", NONE, "[[\"{p strings}\"]]\n", DOTS),
    form("arrays, LeetCode", NONE, "[[\"{p chars}\"]]\n", &["."]),
    form(
        "arrays, C",
        ["int boards[][81] = {\n", ",\n", "\n};\n"],
        "{{p commas}}",
        ZEROS,
    ),
    form(
        "arrays, pairs",
        NONE,
        "[[{p lists}]]\n[[{s lists}]]\n",
        NULLS,
    ),
    form(
        "arrays, flat pairs",
        NONE,
        "[{p commas}]\n[{s commas}]\n",
        ZEROS,
    ),
    form(
        "text, Python",
        ["puzzles = [\n", "", "]\n"],
        "    '{p}',\n",
        DASHES,
    ),
    form(
        "text, tuples",
        ["puzzles = [\n", "", "]\n"],
        "    ('{p}', '{s}'),\n",
        DASHES,
    ),
    form(
        "text, dict",
        ["puzzles = {\n", "", "}\n"],
        "    '{p}': '{s}',\n",
        DASHES,
    ),
    form(
        "text, dicts",
        ["[\n", "", "]\n"],
        "    {'puzzle': '{p}', 'solution': '{s}'},\n",
        DASHES,
    ),
    form(
        "text, XML",
        ["<opensudoku>\n", "", "</opensudoku>\n"],
        "<game data=\"{p}\"/>\n",
        DOTS,
    ),
    form(
        "text, SQL",
        NONE,
        "INSERT INTO p VALUES ({i}, '{p}', '{s}');\n",
        DASHES,
    ),
    form(
        "text, YAML",
        ["puzzles:\n", "", ""],
        "  - puzzle: {p}\n    solution: '{s}'\n",
        DOTS,
    ),
    form("text, keys", NONE, "0000183b305c{i} {p} 1.2\n", DASHES),
    form("HoDoKu", NONE, ":0000:x:{p}:::\n", DOTS),
];

/// Answers to lines of puzzles.
pub(super) const ANSWERS: &[Form] = &[
    form("answers, lines", NONE, "{s}\n", DOTS),
    form("answers, numbered", NONE, "{i}: {s}\n", DOTS),
    form(
        "answers, with time",
        NONE,
        "{s} # 12 guesses 0.3 ms\n",
        DOTS,
    ),
    form("answers, status between", NONE, "{s}\nTime: 0.5 ms\n", DOTS),
    form("answers, csv", ["id,solution\n", "", ""], "{i},{s}\n", DOTS),
    form("answers, jsonl", NONE, "{\"solution\":\"{s}\"}\n", DOTS),
    form("answers, boards", ["", "\n", ""], "{s dense}\n", DOTS),
    form("answers, framed", ["", "\n", ""], "{s framed}", DOTS),
    form("answers, lists", NONE, "[[{s lists}]]\n", DOTS),
    form("answers, array", NONE, "solution: {s words}\n", DOTS),
    form("answers, below", NONE, "Puzzle: {p}\nSolution: {s}\n", DOTS),
];

pub(super) const LINES_OF_PUZZLES: &Form = &FORMS[0];
pub(super) const LINES_OF_ANSWERS: &Form = &ANSWERS[0];

/// The text between cells of a shape, and between rows.
const SHAPES: [(&str, &str, &str); 11] = [
    ("", "", ""),
    (" dense", "", "\n"),
    (" spaced", " ", "\n"),
    (" csv", ",", "\n"),
    (" words", " ", " "),
    (" commas", ",", ","),
    (" lists", ",", "],["),
    (" tall", ", ", "],\n     ["),
    (" numpy", " ", "]\n ["),
    (" strings", "", "\",\""),
    (" escaped", "", "\\n"),
];

impl Form {
    pub(super) fn has_solutions(&self) -> bool {
        self.record.contains("{s")
    }

    /// A text with these puzzles and their solutions.
    pub(super) fn write(&self, pairs: &[Pair<'_>], rng: &mut Rng) -> Document {
        let [above, between, below] = self.around;
        let blank = self.blanks[rng.below(self.blanks.len() as u32) as usize];
        let mut document = Document::default();
        document.add_text(&above.replace("{n}", &pairs.len().to_string()));
        for (i, &pair) in pairs.iter().enumerate() {
            if i > 0 {
                document.add_text(between);
            }
            let number = (i + 1).to_string();
            let template = drawn(self.record).replace("{i}", &number);
            document.add_record(&template, pair, blank);
        }
        document.add_text(below);
        document
    }
}

/// A template with a sign for each cell.
fn drawn(record: &str) -> String {
    let mut text = record.to_owned();
    for (letter, cell) in [('p', PUZZLE_CELL), ('s', KNOWN_CELL)] {
        let cells = cell.to_string().repeat(81);
        for (name, between, row) in SHAPES {
            let shape = format!("{{{letter}{name}}}");
            text = text.replace(&shape, &board(&cells, between, row));
        }
        let chars = board(&cells, "\",\"", "\"],[\"");
        text = text.replace(&format!("{{{letter} chars}}"), &chars);
        let cell = cell.to_string();
        for (name, row, rules) in DRAWINGS {
            let shape = format!("{{{letter} {name}}}");
            text = text.replace(&shape, &drawing(&row.replace('#', &cell), rules));
        }
    }
    text
}

/// A row of a drawing, and the lines above the first band, between bands, and below the last.
const DRAWINGS: [(&str, &str, [&str; 3]); 3] = [
    ("framed", "| # # # | # # # | # # # |\n", [FRAME; 3]),
    ("ruled", "# # # | # # # | # # #\n", ["", RULE, ""]),
    ("ss", "###|###|###\n", ["", "-----------\n", ""]),
];

const FRAME: &str = "+-------+-------+-------+\n";
const RULE: &str = "------+-------+------\n";

fn drawing(row: &str, [above, between, below]: [&str; 3]) -> String {
    let band = row.repeat(3);
    [above, &band, between, &band, between, &band, below].concat()
}

/// Puzzles with one solution each, none like another, and their solutions.
static PAIRS: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for name in ["easy", "medium", "hard", "few-clues"] {
        let text = std::fs::read_to_string(format!("../../datasets/{name}.txt")).unwrap();
        for puzzle in text.lines().take(500) {
            let solution = ninefold::solve(puzzle).expect("it has a solution");
            pairs.push([puzzle.to_owned(), solution.as_str().to_owned()]);
        }
    }
    pairs
});

/// This many puzzles, at random.
pub(super) fn some_pairs(count: usize, rng: &mut Rng) -> Vec<Pair<'static>> {
    let mut numbers: Vec<usize> = (0..PAIRS.len()).collect();
    rng.shuffle(&mut numbers);
    let pairs = numbers[..count].iter().map(|&i| &PAIRS[i]);
    let pairs = pairs.map(|[puzzle, solution]| Pair { puzzle, solution });
    pairs.collect()
}
